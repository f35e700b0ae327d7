// What the models of docs/embedding.md say of each op of StableHLO they know.
// RUN: amp-opt --load-dialect-plugin=%amp_stablehlo --amp-annotate=f16 %s | FileCheck %s
// RUN: amp-opt --load-dialect-plugin=%amp_stablehlo --amp-autocast=f16 %s -o %t.once
// RUN: amp-opt --load-dialect-plugin=%amp_stablehlo --amp-autocast=f16 %t.once -o %t.twice
// RUN: cmp %t.once %t.twice

// CHECK-LABEL: func.func @ops
// CHECK: "stablehlo.constant"({{.*}}"follow (interface: made from nothing, in the type its users want)
// CHECK: "stablehlo.constant"({{.*}}"follow (interface: made from nothing, in the type its users want)
// CHECK: "stablehlo.constant"({{.*}}"never (interface: a constant whose elements are not at hand)
// CHECK: "stablehlo.abs"({{.*}}"follow (interface: elementwise arithmetic, fine in either type)
// CHECK: "stablehlo.ceil"({{.*}}"follow (interface: elementwise arithmetic, fine in either type)
// CHECK: "stablehlo.floor"({{.*}}"follow (interface: elementwise arithmetic, fine in either type)
// CHECK: "stablehlo.negate"({{.*}}"follow (interface: elementwise arithmetic, fine in either type)
// CHECK: "stablehlo.round_nearest_afz"({{.*}}"follow (interface: elementwise arithmetic, fine in either type)
// CHECK: "stablehlo.round_nearest_even"({{.*}}"follow (interface: elementwise arithmetic, fine in either type)
// CHECK: "stablehlo.sign"({{.*}}"follow (interface: elementwise arithmetic, fine in either type)
// CHECK: "stablehlo.logistic"({{.*}}"follow (interface: bounded or well-conditioned function)
// CHECK: "stablehlo.sqrt"({{.*}}"follow (interface: bounded or well-conditioned function)
// CHECK: "stablehlo.tanh"({{.*}}"follow (interface: bounded or well-conditioned function)
// CHECK: "stablehlo.cosine"({{.*}}"never (interface: an angle's rounding error grows with the angle)
// CHECK: "stablehlo.sine"({{.*}}"never (interface: an angle's rounding error grows with the angle)
// CHECK: "stablehlo.exponential"({{.*}}"never (interface: an exponential overflows and amplifies error)
// CHECK: "stablehlo.exponential_minus_one"({{.*}}"never (interface: an exponential overflows and amplifies error)
// CHECK: "stablehlo.cbrt"({{.*}}"never (interface: has a pole or amplifies error)
// CHECK: "stablehlo.log_plus_one"({{.*}}"never (interface: has a pole or amplifies error)
// CHECK: "stablehlo.rsqrt"({{.*}}"never (interface: has a pole or amplifies error)
// CHECK: "stablehlo.tan"({{.*}}"never (interface: has a pole or amplifies error)
// CHECK: "stablehlo.log"({{.*}}"never (interface: has a pole or amplifies error)
// CHECK: "stablehlo.add"({{.*}}"follow (interface: elementwise arithmetic, fine in either type)
// CHECK: "stablehlo.subtract"({{.*}}"follow (interface: elementwise arithmetic, fine in either type)
// CHECK: "stablehlo.multiply"({{.*}}"follow (interface: elementwise arithmetic, fine in either type)
// CHECK: "stablehlo.maximum"({{.*}}"follow (interface: elementwise arithmetic, fine in either type)
// CHECK: "stablehlo.minimum"({{.*}}"follow (interface: elementwise arithmetic, fine in either type)
// CHECK: "stablehlo.divide"({{.*}}"never (interface: divides by a value not proven away from zero)
// CHECK: "stablehlo.power"({{.*}}"never (interface: a power overflows and amplifies error)
// CHECK: "stablehlo.atan2"({{.*}}"never (interface: has a pole or amplifies error)
// CHECK: "stablehlo.remainder"({{.*}}"never (interface: has a pole or amplifies error)
// CHECK: "stablehlo.clamp"({{.*}}"follow (interface: elementwise arithmetic, fine in either type)
// CHECK: "stablehlo.select"({{.*}}"follow (interface: elementwise arithmetic, fine in either type)
// CHECK: "stablehlo.compare"({{.*}}"follow (interface: elementwise arithmetic, fine in either type)
// CHECK: "stablehlo.divide"({{.*}}"follow (interface: divides by a constant of normal size)
// CHECK: "stablehlo.power"({{.*}}"never (interface: a power overflows and amplifies error)
// CHECK: "stablehlo.transpose"({{.*}}"follow (interface: moves elements without arithmetic)
// CHECK: "stablehlo.reverse"({{.*}}"follow (interface: moves elements without arithmetic)
// CHECK: "stablehlo.broadcast_in_dim"({{.*}}"follow (interface: moves elements without arithmetic)
// CHECK: "stablehlo.concatenate"({{.*}}"follow (interface: moves elements without arithmetic)
// CHECK: "stablehlo.dynamic_update_slice"({{.*}}"follow (interface: moves elements without arithmetic)
// CHECK: "stablehlo.slice"({{.*}}"follow (interface: moves elements without arithmetic)
// CHECK: "stablehlo.dynamic_slice"({{.*}}"follow (interface: moves elements without arithmetic)
// CHECK: "stablehlo.gather"({{.*}}"follow (interface: moves elements without arithmetic)
// CHECK: "stablehlo.pad"({{.*}}"follow (interface: moves elements without arithmetic)
// CHECK: "stablehlo.pad"({{.*}}"never (interface: pads with a value outside the low type's range)
// CHECK: "stablehlo.reshape"({{.*}}"follow (interface: another view of the same elements)
// CHECK: "stablehlo.convert"({{.*}}"never (interface: converts or reinterprets: the type is its meaning)
// CHECK: "stablehlo.reduce_precision"({{.*}}"never (interface: converts or reinterprets: the type is its meaning)
// CHECK: "stablehlo.is_finite"({{.*}}"never (interface: converts or reinterprets: the type is its meaning)
// CHECK: "stablehlo.dot"({{.*}}"always (interface: a contraction)
func.func @ops(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>, %c: tensor<64x64xi1>, %s: tensor<f32>, %part: tensor<8x64xf32>, %i: tensor<i32>, %n: tensor<8xi32>) {
  %two = "stablehlo.constant"() {value = dense<2.0> : tensor<64x64xf32>} : () -> tensor<64x64xf32>
  %least = "stablehlo.constant"() {value = dense<0xFF7FFFFF> : tensor<f32>} : () -> tensor<f32>
  %res = "stablehlo.constant"() {value = dense_resource<blob> : tensor<64x64xf32>} : () -> tensor<64x64xf32>
  %0 = "stablehlo.abs"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = "stablehlo.ceil"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = "stablehlo.floor"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = "stablehlo.negate"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %4 = "stablehlo.round_nearest_afz"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %5 = "stablehlo.round_nearest_even"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %6 = "stablehlo.sign"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %7 = "stablehlo.logistic"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %8 = "stablehlo.sqrt"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %9 = "stablehlo.tanh"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %10 = "stablehlo.cosine"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %11 = "stablehlo.sine"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %12 = "stablehlo.exponential"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %13 = "stablehlo.exponential_minus_one"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %14 = "stablehlo.cbrt"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %15 = "stablehlo.log_plus_one"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %16 = "stablehlo.rsqrt"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %17 = "stablehlo.tan"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %18 = "stablehlo.log"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %19 = "stablehlo.add"(%x, %y) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %20 = "stablehlo.subtract"(%x, %y) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %21 = "stablehlo.multiply"(%x, %y) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %22 = "stablehlo.maximum"(%x, %y) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %23 = "stablehlo.minimum"(%x, %y) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %24 = "stablehlo.divide"(%x, %y) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %25 = "stablehlo.power"(%x, %y) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %26 = "stablehlo.atan2"(%x, %y) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %27 = "stablehlo.remainder"(%x, %y) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %28 = "stablehlo.clamp"(%x, %y, %x) : (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %29 = "stablehlo.select"(%c, %x, %y) : (tensor<64x64xi1>, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %30 = "stablehlo.compare"(%x, %y) {comparison_direction = "LT"} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xi1>
  %31 = "stablehlo.divide"(%x, %two) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %32 = "stablehlo.power"(%x, %two) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %33 = "stablehlo.transpose"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %34 = "stablehlo.reverse"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %35 = "stablehlo.broadcast_in_dim"(%s) : (tensor<f32>) -> tensor<64x64xf32>
  %36 = "stablehlo.concatenate"(%x, %y) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<128x64xf32>
  %37 = "stablehlo.dynamic_update_slice"(%x, %part, %i, %i) : (tensor<64x64xf32>, tensor<8x64xf32>, tensor<i32>, tensor<i32>) -> tensor<64x64xf32>
  %38 = "stablehlo.slice"(%x) : (tensor<64x64xf32>) -> tensor<8x64xf32>
  %39 = "stablehlo.dynamic_slice"(%x, %i, %i) : (tensor<64x64xf32>, tensor<i32>, tensor<i32>) -> tensor<8x64xf32>
  %40 = "stablehlo.gather"(%x, %n) : (tensor<64x64xf32>, tensor<8xi32>) -> tensor<8x64xf32>
  %41 = "stablehlo.pad"(%x, %s) : (tensor<64x64xf32>, tensor<f32>) -> tensor<66x64xf32>
  %42 = "stablehlo.pad"(%x, %least) : (tensor<64x64xf32>, tensor<f32>) -> tensor<66x64xf32>
  %43 = "stablehlo.reshape"(%x) : (tensor<64x64xf32>) -> tensor<4096xf32>
  %44 = "stablehlo.convert"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf64>
  %45 = "stablehlo.reduce_precision"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %46 = "stablehlo.is_finite"(%x) : (tensor<64x64xf32>) -> tensor<64x64xi1>
  %last = "stablehlo.dot"(%x, %res) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return
}
