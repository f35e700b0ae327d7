// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s

#map = affine_map<(d0, d1) -> (d0, d1)>

// Phases that a loop adds up, read as angles and returned as well.
// CHECK-LABEL: func.func @phases
// CHECK-NOT: tensor<{{.*}}xbf16>
// CHECK: math.sin
func.func @phases(%x: tensor<16x64xf32>) -> (tensor<16x64xf32>, tensor<16x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %row = arith.constant dense<0.0> : tensor<1x64xf32>
  %r:2 = scf.for %i = %c0 to %c16 step %c1 iter_args(%acc = %row, %all = %zero) -> (tensor<1x64xf32>, tensor<16x64xf32>) {
    %s = tensor.extract_slice %x[%i, 0] [1, 64] [1, 1] : tensor<16x64xf32> to tensor<1x64xf32>
    %n = arith.addf %acc, %s : tensor<1x64xf32>
    %put = tensor.insert_slice %n into %all[%i, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<16x64xf32>
    scf.yield %n, %put : tensor<1x64xf32>, tensor<16x64xf32>
  }
  %sin = math.sin %r#1 : tensor<16x64xf32>
  return %sin, %r#1 : tensor<16x64xf32>, tensor<16x64xf32>
}

// Indices of what others read too; the product that both are made of stays low.
// CHECK-LABEL: func.func @indices
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
// CHECK: %[[SCALED:.*]] = arith.mulf %{{.*}} : tensor<64x64xf32>
// CHECK: arith.fptosi %[[SCALED]] : tensor<64x64xf32> to tensor<64x64xi32>
func.func @indices(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %s: tensor<64x64xf32>) -> (tensor<64x64xi32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = arith.mulf %p, %s : tensor<64x64xf32>
  %1 = arith.fptosi %0 : tensor<64x64xf32> to tensor<64x64xi32>
  %2 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = linalg.matmul ins(%p, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1, %2, %3 : tensor<64x64xi32>, tensor<64x64xf32>, tensor<64x64xf32>
}

// One body reads a product as an angle and as a number (a snake), another as an
// angle alone.
// CHECK-LABEL: func.func @snake
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<64x64xf32>)
func.func @snake(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = math.sin %in : f32
    %q = arith.mulf %s, %s : f32
    %r = arith.addf %in, %q : f32
    linalg.yield %r : f32
  } -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @siren
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
func.func @siren(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = math.sin %in : f32
    %q = arith.mulf %s, %s : f32
    linalg.yield %q : f32
  } -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// Layers of sines: what multiplies a position is an angle's rate, what
// multiplies waves is a weight like any other.
// CHECK-LABEL: func.func @waves
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK: math.sin
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
// CHECK: math.sin {{.*}} : tensor<64x64xf32>
func.func @waves(%x: tensor<64x64xf32>, %v: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %v : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = math.sin %p : tensor<64x64xf32>
  %q = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = math.sin %q : tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// A network that ends in an angle is a network.
// CHECK-LABEL: func.func @heading
// CHECK-COUNT-3: linalg.matmul ins({{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
// CHECK: math.cos {{.*}} : tensor<64x64xf32>
func.func @heading(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = arith.maximumf %p, %zero : tensor<64x64xf32>
  %q = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = arith.maximumf %q, %zero : tensor<64x64xf32>
  %r = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = math.cos %r : tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

// Coordinates that a small matrix moved, of which the body of a look-up makes
// integers.
// CHECK-LABEL: func.func @transformer
// CHECK: linalg.matmul ins({{.*}} : tensor<4096x3xf32>, tensor<3x2xf32>)
// CHECK: arith.mulf %{{.*}} : tensor<4096x2xf32>
func.func @transformer(%image: tensor<4096xf32>, %grid: tensor<4096x3xf32>, %theta: tensor<3x2xf32>, %scale: tensor<4096x2xf32>) -> tensor<4096xf32> {
  %zero = arith.constant dense<0.0> : tensor<4096x2xf32>
  %e = tensor.empty() : tensor<4096xf32>
  %small = math.tanh %theta : tensor<3x2xf32>
  %places = linalg.matmul ins(%grid, %small : tensor<4096x3xf32>, tensor<3x2xf32>) outs(%zero : tensor<4096x2xf32>) -> tensor<4096x2xf32>
  %pixels = arith.mulf %places, %scale : tensor<4096x2xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<4096xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %c0 = arith.constant 0 : index
    %x = tensor.extract %pixels[%i, %c0] : tensor<4096x2xf32>
    %whole = arith.fptosi %x : f32 to i32
    %at = arith.index_cast %whole : i32 to index
    %v = tensor.extract %image[%at] : tensor<4096xf32>
    linalg.yield %v : f32
  } -> tensor<4096xf32>
  return %r : tensor<4096xf32>
}
