// A type that is not f16 or bf16: an error that names the accepted ones, exit
// status 1 and no output.
// RUN: not amp-opt --amp-autocast=f61 %s -o %t.out 2>&1 | FileCheck %s
// RUN: not ls %t.out
// RUN: not amp-opt --amp-autocast=f61 %s 2>/dev/null | count 0
// RUN: not amp-opt --amp-autocast=i8 %s -o %t.out 2>&1 | FileCheck %s --check-prefix=I8
// RUN: not ls %t.out
// RUN: not amp-opt --amp-autocast=tf32 %s 2>&1 | FileCheck %s --check-prefix=TF32
// RUN: not amp-opt --amp-autocast=f8E4M3FN %s 2>&1 | FileCheck %s --check-prefix=F8
// TF32: error: expected low type to be f16 or bf16, got 'tf32': it takes 32 bits in memory, so storing it saves nothing; kernels multiply in it where `path` says so (docs/gpu.md)
// F8: error: expected low type to be f16 or bf16, got 'f8E4M3FN': it needs scales that no conversion can choose; kernels take products that come in it (docs/gpu.md)
// CHECK: bad-type.mlir:{{[0-9]+}}:{{[0-9]+}}: error: expected {{.*}}f16{{.*}}bf16{{.*}}'f61'
// I8: error: expected {{.*}}f16{{.*}}bf16{{.*}}'i8'
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
