// A pass that recursed over the graph would run out of a stack of 1 MiB, one
// that is not linear would not end.
// RUN: %python %amp_src/benchmarks/chain_scaling.py --tool amp-opt --sizes 100000 --only "amp-autocast + amp-fold-casts" | FileCheck %s
// UNSUPPORTED: asan
// CHECK: | 100000 | amp-autocast + amp-fold-casts |

// The chain is what it says: contractions between ops of every category.
// RUN: %python %amp_src/benchmarks/chain_scaling.py --generate 20 | amp-opt --amp-autocast=f16 | FileCheck %s --check-prefix=SMALL
// SMALL: linalg.matmul ins({{.*}} : tensor<16x16xf16>, tensor<16x16xf16>) outs({{.*}} : tensor<16x16xf32>)
// SMALL: math.exp {{.*}} : tensor<16x16xf32>
// SMALL: linalg.matmul ins({{.*}} : tensor<16x16xf16>, tensor<16x16xf16>) outs({{.*}} : tensor<16x16xf32>)
