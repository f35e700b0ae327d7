// The emulator notices what breaks a wgmma kernel whose image threads copy: copies
// that nobody waits for, an mbarrier that expects fewer threads, tensor maps of a row
// more than there is, too little shared memory, a last tile that
// starts a row late, registers that nobody has given back, rows that are shorter than
// their swizzle.
// RUN: amp-opt %s --amp-emit-contraction-kernels=chip=sm_90a -o %t.mlir
// RUN: amp-gpu-emulate %t.mlir --chip=sm_90a | FileCheck %s --check-prefix=GOOD
// RUN: sed -e '/nvvm.cp.async.wait.group/d' %t.mlir | not amp-gpu-emulate - --chip=sm_90a 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: sed -e 's/constant 129 : i32/constant 128 : i32/' %t.mlir | not amp-gpu-emulate - --chip=sm_90a 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: sed -e 's/shared = [0-9]* :/shared = 9216 :/' %t.mlir | not amp-gpu-emulate - --chip=sm_90a 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: sed -e 's/dims = array<i64: 64, 360>/dims = array<i64: 64, 361>/' %t.mlir | not amp-gpu-emulate - --chip=sm_90a 2>&1 | FileCheck %s --check-prefix=LOAD
// RUN: sed -e 's/dims = array<i64: 64, 169>/dims = array<i64: 64, 170>/' -e 's/constant 105 : i32/constant 106 : i32/' %t.mlir | not amp-gpu-emulate - --chip=sm_90a 2>&1 | FileCheck %s --check-prefix=STORE
// RUN: sed -e 's/setmaxregister  decrease 88/setmaxregister  decrease 96/' %t.mlir | not amp-gpu-emulate - --chip=sm_90a 2>&1 | FileCheck %s --check-prefix=REGISTERS
// RUN: sed -e 's/swizzle = 128/swizzle = 64/' %t.mlir | not amp-gpu-emulate - --chip=sm_90a 2>&1 | FileCheck %s --check-prefix=SWIZZLE

// GOOD: padded: ok
// VALUE: error: order {{[0-2]}}: element {{[0-9]+}} of result 0 is {{.*}}, expected
// COUNT: error: order {{[0-2]}}:
// SHARED: error: order 0: {{.*}} of 9216 bytes of shared memory
// LOAD: error: order 0: {{.*}} reads {{[0-9]+}} bytes that end 128 bytes past a buffer of 46080 bytes
// STORE: error: order 0: {{.*}} writes {{[0-9]+}} bytes that end 64 bytes past a buffer of 21632 bytes
// REGISTERS: error: order 0: deadlock:{{.*}} threads wait for registers;
// SWIZZLE: error: order 0: a box has rows of 128 bytes in a swizzle of 64
func.func private @padded(%x: tensor<1x13x13x40xf16>, %w: tensor<3x3x40x64xf16>, %bias: tensor<64xf32>) -> tensor<1x13x13x64xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %z = arith.constant 0.0 : f16
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f16
  } : tensor<1x13x13x40xf16> to tensor<1x15x15x40xf16>
  %e = tensor.empty() : tensor<1x13x13x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x13x13x64xf32>) -> tensor<1x13x13x64xf32>
  %c = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%p, %w : tensor<1x15x15x40xf16>, tensor<3x3x40x64xf16>) outs(%i : tensor<1x13x13x64xf32>) -> tensor<1x13x13x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(n, h, w, f) -> (n, h, w, f)>, affine_map<(n, h, w, f) -> (f)>, affine_map<(n, h, w, f) -> (n, h, w, f)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %bias : tensor<1x13x13x64xf32>, tensor<64xf32>) outs(%e : tensor<1x13x13x64xf32>) {
  ^bb0(%a: f32, %y: f32, %o: f32):
    %0 = arith.addf %a, %y : f32
    %1 = arith.maximumf %0, %zero : f32
    linalg.yield %1 : f32
  } -> tensor<1x13x13x64xf32>
  %t = arith.truncf %r : tensor<1x13x13x64xf32> to tensor<1x13x13x64xf16>
  return %t : tensor<1x13x13x64xf16>
}
