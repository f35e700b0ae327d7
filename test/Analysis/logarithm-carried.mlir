// What a loop carries is a sum with logarithms where each iteration ends with
// one: the next takes exponentials of it (forward variables of CTC, CRF, HMM).
// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s
// RUN: amp-opt %s --amp-autocast=bf16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -

// CHECK-LABEL: func.func @forward
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>)
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64x{{b?}}f16>, tensor<64x64x{{b?}}f16>)
// CHECK-NOT: arith.truncf {{.*}} : tensor<64x64xf32>
// CHECK: math.log
// CHECK: arith.addf %{{.*}} : tensor<64x64xf32>
// CHECK: %[[E:.*]] = arith.addf %{{.*}} : tensor<64x64xf32>
// CHECK-NEXT: scf.yield %[[E]]
func.func @forward(%a: tensor<64x64xf32>, %w: tensor<64x64xf32>, %x: tensor<16x64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = scf.for %i = %c0 to %c16 step %c1 iter_args(%s = %zero) -> (tensor<64x64xf32>) {
    %xi = tensor.extract_slice %x[%i, 0, 0] [1, 64, 64] [1, 1, 1] : tensor<16x64x64xf32> to tensor<64x64xf32>
    %p = linalg.matmul ins(%xi, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
    %b = arith.subf %s, %a : tensor<64x64xf32>
    %m = arith.maximumf %s, %b : tensor<64x64xf32>
    %d0 = arith.subf %s, %m : tensor<64x64xf32>
    %d1 = arith.subf %b, %m : tensor<64x64xf32>
    %e0 = math.exp %d0 : tensor<64x64xf32>
    %e1 = math.exp %d1 : tensor<64x64xf32>
    %sum = arith.addf %e0, %e1 : tensor<64x64xf32>
    %log = math.log %sum : tensor<64x64xf32>
    %n = arith.addf %m, %log : tensor<64x64xf32>
    %next = arith.addf %n, %p : tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}
