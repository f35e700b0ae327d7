// What looks at passes sees those inside of amp-to-nvvm: of the tensors, of a chip's
// kernels, of the host.
// RUN: amp-opt %s --amp-to-nvvm="sm_80 format=llvm" --mlir-print-ir-before=convert-elementwise-to-linalg,convert-nvvm-to-llvm,lower-affine --mlir-print-local-scope -o /dev/null 2>&1 | FileCheck %s
// CHECK: IR Dump Before ConvertElementwiseToLinalg{{.*}}(convert-elementwise-to-linalg)
// CHECK: IR Dump Before ConvertNVVMToLLVM{{.*}}(convert-nvvm-to-llvm)
// CHECK: IR Dump Before {{.*}}(lower-affine)
func.func @main(%x: tensor<256xf32>) -> tensor<256xf32> {
  %0 = math.absf %x : tensor<256xf32>
  return %0 : tensor<256xf32>
}
