// The toolkit is found in its usual place without PATH and CUDA_HOME: ptxas runs,
// and libdevice's functions are linked.
// REQUIRES: cuda-in-usual-place
// RUN: env -u CUDA_HOME -u CUDA_PATH -u CUDA_ROOT PATH=/usr/bin:/bin \
// RUN:   amp-opt %s --amp-to-nvvm="sm_80 format=bin" -o %t
// RUN: env -u CUDA_HOME -u CUDA_PATH -u CUDA_ROOT PATH=/usr/bin:/bin \
// RUN:   amp-opt %s --amp-to-nvvm="sm_80 format=isa" | FileCheck %s
// CHECK: gpu.binary @amp_kernels
// CHECK-NOT: __nv_

func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = math.rsqrt %x : tensor<64xf32>
  return %0 : tensor<64xf32>
}
