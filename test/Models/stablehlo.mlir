// A dialect that the project neither includes nor links: models by op name.
// RUN: amp-opt --load-dialect-plugin=%amp_stablehlo --amp-autocast=f16 --split-input-file %s | FileCheck %s -DLOW=f16
// A second run changes nothing.
// RUN: amp-opt --load-dialect-plugin=%amp_stablehlo --amp-autocast=f16 --split-input-file %s -o %t.once
// RUN: amp-opt --load-dialect-plugin=%amp_stablehlo --amp-autocast=f16 --split-input-file %t.once -o %t.twice
// RUN: cmp %t.once %t.twice
// RUN: amp-opt --load-dialect-plugin=%amp_stablehlo --amp-autocast=bf16 --split-input-file %s | FileCheck %s -DLOW=bf16

// The product reads low and accumulates in f32; its attributes stay. Addition
// and reshape follow, the exponential gets f32.

// CHECK-LABEL: func.func @block
// CHECK: "stablehlo.dot_general"{{.*}}precision_config = ["DEFAULT", "DEFAULT"]{{.*}} : (tensor<128x256x[[LOW]]>, tensor<256x512x[[LOW]]>) -> tensor<128x512xf32>
// CHECK: "stablehlo.add"({{.*}}) : (tensor<128x512x[[LOW]]>, tensor<128x512x[[LOW]]>) -> tensor<128x512x[[LOW]]>
// CHECK: "stablehlo.reshape"({{.*}}) : (tensor<128x512x[[LOW]]>) -> tensor<512x128x[[LOW]]>
// CHECK: "stablehlo.dot_general"({{.*}} : (tensor<512x128x[[LOW]]>, tensor<128x512x[[LOW]]>) -> tensor<512x512xf32>
// CHECK-NOT: arith.truncf
// CHECK: "stablehlo.exponential"({{.*}}) : (tensor<512x512xf32>) -> tensor<512x512xf32>
// CHECK: return {{.*}} : tensor<512x512xf32>
func.func @block(%x: tensor<128x256xf32>, %w: tensor<256x512xf32>,
                 %v: tensor<128x512xf32>) -> tensor<512x512xf32> {
  %bias = "stablehlo.constant"() {value = dense<0.5> : tensor<128x512xf32>} : () -> tensor<128x512xf32>
  %0 = "stablehlo.dot_general"(%x, %w) {precision_config = ["DEFAULT", "DEFAULT"]}
      : (tensor<128x256xf32>, tensor<256x512xf32>) -> tensor<128x512xf32>
  %1 = "stablehlo.add"(%0, %bias) : (tensor<128x512xf32>, tensor<128x512xf32>) -> tensor<128x512xf32>
  %2 = "stablehlo.reshape"(%1) : (tensor<128x512xf32>) -> tensor<512x128xf32>
  %3 = "stablehlo.dot_general"(%2, %v) : (tensor<512x128xf32>, tensor<128x512xf32>) -> tensor<512x512xf32>
  %4 = "stablehlo.exponential"(%3) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  return %4 : tensor<512x512xf32>
}

// -----

// A maximum is exact in either type, its body goes along; a sum stays f32.

// CHECK-LABEL: func.func @pool
// CHECK: "stablehlo.convolution"({{.*}}) : (tensor<8x32x32x64x[[LOW]]>, tensor<3x3x64x64x[[LOW]]>) -> tensor<8x32x32x64xf32>
// CHECK: "stablehlo.reduce_window"
// CHECK-NEXT: ^bb0(%{{.*}}: tensor<[[LOW]]>, %{{.*}}: tensor<[[LOW]]>):
// CHECK-NEXT: "stablehlo.maximum"({{.*}}) : (tensor<[[LOW]]>, tensor<[[LOW]]>) -> tensor<[[LOW]]>
// CHECK: : (tensor<8x32x32x64x[[LOW]]>, tensor<[[LOW]]>) -> tensor<8x16x16x64x[[LOW]]>
// CHECK: "stablehlo.convolution"({{.*}}) : (tensor<8x16x16x64x[[LOW]]>, tensor<3x3x64x64x[[LOW]]>) -> tensor<8x16x16x64xf32>
// CHECK: "stablehlo.reduce"
// CHECK-NEXT: ^bb0(%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>):
// CHECK: : (tensor<8x16x16x64xf32>, tensor<f32>) -> tensor<8x64xf32>
func.func @pool(%x: tensor<8x32x32x64xf32>, %k: tensor<3x3x64x64xf32>) -> tensor<8x64xf32> {
  %low = "stablehlo.constant"() {value = dense<0xFF800000> : tensor<f32>} : () -> tensor<f32>
  %zero = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %0 = "stablehlo.convolution"(%x, %k) : (tensor<8x32x32x64xf32>, tensor<3x3x64x64xf32>) -> tensor<8x32x32x64xf32>
  %1 = "stablehlo.reduce_window"(%0, %low) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = "stablehlo.maximum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%m) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 1, 2, 2, 1>} : (tensor<8x32x32x64xf32>, tensor<f32>) -> tensor<8x16x16x64xf32>
  %2 = "stablehlo.convolution"(%1, %k) : (tensor<8x16x16x64xf32>, tensor<3x3x64x64xf32>) -> tensor<8x16x16x64xf32>
  %3 = "stablehlo.reduce"(%2, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1, 2>} : (tensor<8x16x16x64xf32>, tensor<f32>) -> tensor<8x64xf32>
  return %3 : tensor<8x64xf32>
}

// -----

// Constants are rounded where their users go low; a product that names its
// algorithm and an op without a model keep their types.

// CHECK-LABEL: func.func @mixed
// CHECK-DAG: "stablehlo.constant"() {{.*}}dense<2.500000e-01> : tensor<256x256x[[LOW]]>
// CHECK: "stablehlo.dot"({{.*}}) : (tensor<256x256x[[LOW]]>, tensor<256x256x[[LOW]]>) -> tensor<256x256xf32>
// CHECK: "stablehlo.divide"({{.*}}) : (tensor<256x256x[[LOW]]>, tensor<256x256x[[LOW]]>) -> tensor<256x256x[[LOW]]>
// CHECK: "stablehlo.dot"({{.*}}) : (tensor<256x256x[[LOW]]>, tensor<256x256x[[LOW]]>) -> tensor<256x256xf32>
// CHECK: "stablehlo.dot_general"({{.*}} : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
// CHECK: "stablehlo.custom_call"({{.*}}) : (tensor<256x256xf32>) -> tensor<256x256xf32>
func.func @mixed(%x: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %w = "stablehlo.constant"() {value = dense<0.25> : tensor<256x256xf32>} : () -> tensor<256x256xf32>
  %four = "stablehlo.constant"() {value = dense<4.0> : tensor<256x256xf32>} : () -> tensor<256x256xf32>
  %0 = "stablehlo.dot"(%x, %w) : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %1 = "stablehlo.divide"(%0, %four) : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %2 = "stablehlo.dot"(%1, %w) : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %3 = "stablehlo.dot_general"(%2, %w) {algorithm = "TF32"} : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %4 = "stablehlo.custom_call"(%3) : (tensor<256x256xf32>) -> tensor<256x256xf32>
  return %4 : tensor<256x256xf32>
}

// -----

// Starting from the least finite number keeps a maximum in f32, as does a body
// that reads more than its two arguments.

// CHECK-LABEL: func.func @kept
// CHECK: "stablehlo.reduce"
// CHECK: : (tensor<256x256xf32>, tensor<f32>) -> tensor<256xf32>
// CHECK: "stablehlo.reduce"
// CHECK-NEXT: ^bb0(%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>):
// CHECK-NEXT: "stablehlo.multiply"({{.*}}) : (tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT: "stablehlo.maximum"({{.*}}) : (tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK: : (tensor<256x256xf32>, tensor<f32>) -> tensor<256xf32>
// Counting past 256 is exact in f32 alone.
// CHECK: "stablehlo.iota"() {{.*}} -> tensor<1000xf32>
func.func @kept(%x: tensor<256x256xf32>, %s: tensor<f32>)
    -> (tensor<256xf32>, tensor<256xf32>, tensor<1000xf32>) {
  %least = "stablehlo.constant"() {value = dense<0xFF7FFFFF> : tensor<f32>} : () -> tensor<f32>
  %0 = "stablehlo.dot"(%x, %x) : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %1 = "stablehlo.reduce"(%0, %least) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = "stablehlo.maximum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%m) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<256x256xf32>, tensor<f32>) -> tensor<256xf32>
  %2 = "stablehlo.reduce"(%0, %s) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = "stablehlo.multiply"(%a, %s) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %m = "stablehlo.maximum"(%t, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%m) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<256x256xf32>, tensor<f32>) -> tensor<256xf32>
  %3 = "stablehlo.iota"() {iota_dimension = 0 : i64} : () -> tensor<1000xf32>
  return %1, %2, %3 : tensor<256xf32>, tensor<256xf32>, tensor<1000xf32>
}

// -----

// A mask's constant is followed through broadcast and choice: the masked scores
// stay f32, and with them the mask.

// CHECK-LABEL: func.func @mask
// CHECK: "stablehlo.constant"() {value = dense<-3.400000e+38> : tensor<f32>}
// CHECK: "stablehlo.broadcast_in_dim"({{.*}} -> tensor<128x256xf32>
// CHECK: "stablehlo.select"({{.*}} -> tensor<128x256xf32>
// CHECK: "stablehlo.reduce"
// CHECK: : (tensor<128x256xf32>, tensor<f32>) -> tensor<128xf32>
func.func @mask(%q: tensor<128x64xf32>, %k: tensor<64x256xf32>, %keep: tensor<128x256xi1>) -> tensor<128xf32> {
  %mask = "stablehlo.constant"() {value = dense<-3.4e38> : tensor<f32>} : () -> tensor<f32>
  %low = "stablehlo.constant"() {value = dense<0xFF800000> : tensor<f32>} : () -> tensor<f32>
  %0 = "stablehlo.dot"(%q, %k) : (tensor<128x64xf32>, tensor<64x256xf32>) -> tensor<128x256xf32>
  %1 = "stablehlo.broadcast_in_dim"(%mask) {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<128x256xf32>
  %2 = "stablehlo.select"(%keep, %0, %1) : (tensor<128x256xi1>, tensor<128x256xf32>, tensor<128x256xf32>) -> tensor<128x256xf32>
  %3 = "stablehlo.reduce"(%2, %low) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = "stablehlo.maximum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%m) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<128x256xf32>, tensor<f32>) -> tensor<128xf32>
  return %3 : tensor<128xf32>
}
