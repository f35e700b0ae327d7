// math.fma, which upstream leaves when it widens arithmetic: the CPU refused it in
// bf16 where the processor has none, and in 8-bit floats.
// RUN: amp-opt %s --amp-widen-fma=types=bf16,f8E4M3FN | FileCheck %s
// RUN: amp-compile %s --entry=bf16 --mcpu=x86-64 -o %t.so
// RUN: amp-compile %s --entry=f8 --mcpu=x86-64 -o %t.so
// RUN: not amp-opt %s --amp-widen-fma=types=i8 2>&1 | FileCheck %s --check-prefix=TYPE

// TYPE: error: expected a type of floats, got 'i8'

// CHECK-LABEL: func private @vectors
// CHECK: arith.extf %arg0 : vector<4xbf16> to vector<4xf32>
// CHECK: math.fma {{.*}} fastmath<contract> : vector<4xf32>
// CHECK: %[[SUM:.*]] = arith.truncf %{{.*}} : vector<4xf32> to vector<4xbf16>
// CHECK: return %[[SUM]]
func.func private @vectors(%x: vector<4xbf16>, %y: vector<4xbf16>) -> vector<4xbf16> {
  %0 = math.fma %x, %y, %x fastmath<contract> : vector<4xbf16>
  return %0 : vector<4xbf16>
}

// CHECK-LABEL: func @bf16
// CHECK: math.fma {{.*}} : tensor<16x64xf32>
func.func @bf16(%x: tensor<16x64xbf16>, %y: tensor<16x64xbf16>) -> tensor<16x64xbf16> {
  %0 = math.fma %x, %y, %x : tensor<16x64xbf16>
  return %0 : tensor<16x64xbf16>
}

// CHECK-LABEL: func @f8
// CHECK: math.fma {{.*}} : tensor<16x64xf32>
func.func @f8(%x: tensor<16x64xf8E4M3FN>, %y: tensor<16x64xf8E4M3FN>) -> tensor<16x64xf8E4M3FN> {
  %0 = math.fma %x, %y, %x : tensor<16x64xf8E4M3FN>
  return %0 : tensor<16x64xf8E4M3FN>
}

// CHECK-LABEL: func private @others
// CHECK: math.fma {{.*}} : f16
func.func private @others(%x: f16) -> f16 {
  %0 = math.fma %x, %x, %x : f16
  return %0 : f16
}
