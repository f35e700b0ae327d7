// Some of a module's values, by their numbers.
// RUN: amp-opt --amp-instrument="first=1 most=2" %s | FileCheck %s
// RUN: amp-opt --amp-instrument="first=3" %s | FileCheck %s --check-prefix=REST
// RUN: not amp-opt --amp-instrument="first=4" %s 2>&1 | FileCheck %s --check-prefix=BEHIND --implicit-check-not=func.func

// CHECK-LABEL: func.func @main(
// CHECK-SAME: -> (tensor<8xf32>, tensor<2x264xf64>)
// CHECK-SAME: amp.recorded = [{loc = "{{.*}}", path = "@main/arg#1"}, {loc = "{{.*}}", path = "@main/arith.addf#0"}]
// CHECK-COUNT-2: call @amp_record_f32
// CHECK-NOT: call @amp_record_f32
// REST: amp.recorded = [{loc = "{{.*}}", path = "@main/arith.mulf#0"}]
// BEHIND: error: expected `first` to be below the number of values, 4, got 4
func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %0 = arith.addf %x, %y : tensor<8xf32>
  %1 = arith.mulf %0, %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
