// The heart of the pass: matrix products read the low type and accumulate in
// f32, whatever the shapes; what lies between two of them never leaves it.
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s -DT=f16
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s -DT=bf16
// RUN: amp-opt --pass-pipeline="builtin.module(amp-autocast{type=bf16})" %s | FileCheck %s -DT=bf16
// RUN: amp-opt --amp-autocast %s | FileCheck %s -DT=f16

// The fill that starts the sum stays f32: an f16 destination would make
// linalg.matmul accumulate in f16.
// CHECK-LABEL: func.func @static
// CHECK-SAME: (%[[A:arg[0-9]+]]: tensor<128x256xf32>, %[[B:arg[0-9]+]]: tensor<256x64xf32>) -> tensor<128x64xf32>
// CHECK-DAG: %[[LA:.*]] = arith.truncf %[[A]] fastmath<contract> : tensor<128x256xf32> to tensor<128x256x[[T]]>
// CHECK-DAG: %[[LB:.*]] = arith.truncf %[[B]] fastmath<contract> : tensor<256x64xf32> to tensor<256x64x[[T]]>
// CHECK: %[[FILL:.*]] = linalg.fill {{.*}} -> tensor<128x64xf32>
// CHECK: %[[R:.*]] = linalg.matmul ins(%[[LA]], %[[LB]] : tensor<128x256x[[T]]>, tensor<256x64x[[T]]>) outs(%[[FILL]] : tensor<128x64xf32>) -> tensor<128x64xf32>
// CHECK-NEXT: return %[[R]] : tensor<128x64xf32>
func.func @static(%a: tensor<128x256xf32>, %b: tensor<256x64xf32>) -> tensor<128x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<128x64xf32>) -> tensor<128x64xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<128x256xf32>, tensor<256x64xf32>) outs(%f : tensor<128x64xf32>) -> tensor<128x64xf32>
  return %0 : tensor<128x64xf32>
}

// An elementwise op between two products: one rounding of the first one's
// accumulator, none after it, and no way back to f32.
// CHECK-LABEL: func.func @dynamic
// CHECK: %[[M:.*]] = linalg.matmul ins({{.*}} : tensor<?x?x[[T]]>, tensor<?x?x[[T]]>) outs({{.*}} : tensor<?x?xf32>)
// CHECK-NEXT: %[[L:.*]] = arith.truncf %[[M]] fastmath<contract> : tensor<?x?xf32> to tensor<?x?x[[T]]>
// CHECK-NOT: arith.extf {{.*}} tensor
// CHECK: %[[G:.*]] = linalg.generic {{.*}} ins(%[[L]] : tensor<?x?x[[T]]>) outs(%{{.*}} : tensor<?x?x[[T]]>)
// CHECK-NEXT: ^bb0(%[[IN:.*]]: [[T]], %{{.*}}: [[T]]):
// CHECK-NEXT: %[[X:.*]] = arith.extf %[[IN]] fastmath<contract> : [[T]] to f32
// CHECK-NEXT: %[[Y:.*]] = arith.maximumf %[[X]], %{{.*}} : f32
// CHECK-NEXT: %[[Z:.*]] = arith.truncf %[[Y]] fastmath<contract> : f32 to [[T]]
// CHECK-NEXT: linalg.yield %[[Z]] : [[T]]
// CHECK: linalg.matmul ins(%[[G]], %{{.*}} : tensor<?x?x[[T]]>, tensor<?x?x[[T]]>) outs({{.*}} : tensor<?x?xf32>)
func.func @dynamic(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>, %m: index, %n: index) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %2 = arith.maximumf %in, %zero : f32
    linalg.yield %2 : f32
  } -> tensor<?x?xf32>
  %3 = linalg.matmul ins(%1, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}

// A matrix product written as a generic is one, a scaled operand inside its
// body included; accumulator and result stay f32.
// CHECK-LABEL: func.func @generic
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<128x256x[[T]]>, tensor<256x64x[[T]]>) outs(%{{.*}} : tensor<128x64xf32>)
// CHECK-NEXT: ^bb0(%[[IN:.*]]: [[T]], %[[IN2:.*]]: [[T]], %[[OUT:.*]]: f32):
// CHECK-DAG: arith.extf %[[IN]] fastmath<contract> : [[T]] to f32
// CHECK-DAG: arith.extf %[[IN2]] fastmath<contract> : [[T]] to f32
// CHECK: arith.mulf %{{.*}} : f32
// CHECK-NEXT: %[[P:.*]] = arith.mulf %{{.*}} : f32
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[OUT]], %[[P]] : f32
// CHECK-NEXT: linalg.yield %[[S]] : f32
func.func @generic(%a: tensor<128x256xf32>, %b: tensor<256x64xf32>, %c: tensor<128x64xf32>) -> tensor<128x64xf32> {
  %two = arith.constant 2.0 : f32
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<128x256xf32>, tensor<256x64xf32>) outs(%c : tensor<128x64xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %s = arith.mulf %x, %two : f32
    %p = arith.mulf %s, %y : f32
    %q = arith.addf %out, %p : f32
    linalg.yield %q : f32
  } -> tensor<128x64xf32>
  return %0 : tensor<128x64xf32>
}

// A convolution with its bias as the destination.
// CHECK-LABEL: func.func @convolution
// CHECK: %[[BIAS:.*]] = linalg.broadcast {{.*}} outs({{.*}} : tensor<1x16x30x30xf32>)
// CHECK: linalg.conv_2d_nchw_fchw {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x8x32x32x[[T]]>, tensor<16x8x3x3x[[T]]>) outs(%[[BIAS]] : tensor<1x16x30x30xf32>)
func.func @convolution(%x: tensor<1x8x32x32xf32>, %w: tensor<16x8x3x3xf32>, %b: tensor<16xf32>) -> tensor<1x16x30x30xf32> {
  %e = tensor.empty() : tensor<1x16x30x30xf32>
  %bias = linalg.broadcast ins(%b : tensor<16xf32>) outs(%e : tensor<1x16x30x30xf32>) dimensions = [0, 2, 3]
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%x, %w : tensor<1x8x32x32xf32>, tensor<16x8x3x3xf32>) outs(%bias : tensor<1x16x30x30xf32>) -> tensor<1x16x30x30xf32>
  return %0 : tensor<1x16x30x30xf32>
}

// vector.contract is the same op further down.
// CHECK-LABEL: func.func @vectors
// CHECK: vector.contract {{.*}} : vector<16x16x[[T]]>, vector<16x16x[[T]]> into vector<16x16xf32>
// CHECK: arith.addf {{.*}} : vector<16x16x[[T]]>
// CHECK: vector.contract {{.*}} : vector<16x16x[[T]]>, vector<16x16x[[T]]> into vector<16x16xf32>
func.func @vectors(%a: vector<16x16xf32>, %b: vector<16x16xf32>, %c: vector<16x16xf32>) -> vector<16x16xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<16x16xf32>, vector<16x16xf32> into vector<16x16xf32>
  %1 = arith.addf %0, %b : vector<16x16xf32>
  %2 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %1, %b, %c : vector<16x16xf32>, vector<16x16xf32> into vector<16x16xf32>
  return %2 : vector<16x16xf32>
}

// Arithmetic on whole tensors holds no cast: its operands, constants included,
// go low together, and an exponential reads the f32 accumulator.
// CHECK-LABEL: func.func @tensor_arith
// CHECK: %[[H:.*]] = arith.constant dense<5.000000e-01> : tensor<128x64x[[T]]>
// CHECK: arith.mulf %{{.*}}, %[[H]] : tensor<128x64x[[T]]>
// CHECK: math.tanh {{.*}} : tensor<128x64x[[T]]>
// CHECK: arith.addf {{.*}} : tensor<128x64x[[T]]>
// CHECK: %[[M:.*]] = linalg.matmul
// CHECK-NEXT: %[[E:.*]] = math.exp %[[M]] : tensor<128x64xf32>
// CHECK-NEXT: arith.truncf %[[E]] fastmath<contract> : tensor<128x64xf32> to tensor<128x64x[[T]]>
func.func @tensor_arith(%q: tensor<128x64xf32>, %k: tensor<64x64xf32>, %c: tensor<128x64xf32>) -> tensor<128x64xf32> {
  %0 = linalg.matmul ins(%q, %k : tensor<128x64xf32>, tensor<64x64xf32>) outs(%c : tensor<128x64xf32>) -> tensor<128x64xf32>
  %h = arith.constant dense<0.5> : tensor<128x64xf32>
  %1 = arith.mulf %0, %h : tensor<128x64xf32>
  %2 = math.tanh %1 : tensor<128x64xf32>
  %3 = arith.addf %2, %1 : tensor<128x64xf32>
  %4 = linalg.matmul ins(%3, %k : tensor<128x64xf32>, tensor<64x64xf32>) outs(%c : tensor<128x64xf32>) -> tensor<128x64xf32>
  %5 = math.exp %4 : tensor<128x64xf32>
  %6 = linalg.matmul ins(%5, %k : tensor<128x64xf32>, tensor<64x64xf32>) outs(%c : tensor<128x64xf32>) -> tensor<128x64xf32>
  return %6 : tensor<128x64xf32>
}
