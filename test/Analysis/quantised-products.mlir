// RUN: amp-opt --amp-print-ranges %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// Sums of products of quantised numbers, bytes or floats that were rounded and
// clamped, are as large as they can be until they are scaled.
// RANGE: linalg.generic result 0: [-127, 127] reaches [-127, 127]; f16 fits
// RANGE: linalg.matmul result 0: [-4.16154e+06, 4.16154e+06] reaches [-4.16154e+06, 4.16154e+06]; f16 overflow; bf16 fits
// RANGE: tosa.matmul result 0: {{.*}}; f16 overflow; bf16 fits
// CHECK-LABEL: func.func @quantised
// CHECK: %[[P:.*]] = linalg.matmul ins({{.*}} : tensor<64x256xf16>, tensor<256x256xf16>)
// CHECK-NOT: truncf %[[P]]
// CHECK: return
#m = affine_map<(i, j) -> (i, j)>
func.func @quantised(%x: tensor<64x256xf32>, %w: tensor<256x256xi8>, %s: tensor<64x256xf32>, %v: tensor<256x256xf32>) -> tensor<64x256xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x256xf32>
  %lo = arith.constant -127.0 : f32
  %hi = arith.constant 127.0 : f32
  %e = tensor.empty() : tensor<64x256xf32>
  %q = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<64x256xf32>) outs(%e : tensor<64x256xf32>) {
  ^bb0(%a: f32, %o: f32):
    %2 = math.roundeven %a : f32
    %3 = arith.maximumf %2, %lo : f32
    %4 = arith.minimumf %3, %hi : f32
    linalg.yield %4 : f32
  } -> tensor<64x256xf32>
  %wf = arith.sitofp %w : tensor<256x256xi8> to tensor<256x256xf32>
  %p = linalg.matmul ins(%q, %wf : tensor<64x256xf32>, tensor<256x256xf32>) outs(%zero : tensor<64x256xf32>) -> tensor<64x256xf32>
  %r = arith.mulf %p, %s : tensor<64x256xf32>
  %t = arith.negf %r : tensor<64x256xf32>
  %u = linalg.matmul ins(%t, %v : tensor<64x256xf32>, tensor<256x256xf32>) outs(%zero : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %u : tensor<64x256xf32>
}

func.func @tosa(%x: tensor<1x64x256xf32>, %w: tensor<1x256x256xi8>) -> tensor<1x64x256xf32> {
  %zero = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.floor %x : (tensor<1x64x256xf32>) -> tensor<1x64x256xf32>
  %1 = tosa.clamp %0 {min_val = -127.0 : f32, max_val = 127.0 : f32} : (tensor<1x64x256xf32>) -> tensor<1x64x256xf32>
  %2 = tosa.cast %w : (tensor<1x256x256xi8>) -> tensor<1x256x256xf32>
  %3 = tosa.matmul %1, %2, %zero, %zero : (tensor<1x64x256xf32>, tensor<1x256x256xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x256xf32>
  return %3 : tensor<1x64x256xf32>
}
