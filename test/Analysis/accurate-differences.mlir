// Sums and delicate ops make more than a product's factors had: what is taken
// from each other of that is read in f32, and so is what spreads or moves it.
// RUN: amp-opt %s --amp-autocast=bf16 -split-input-file -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 -split-input-file | diff %t -
// RUN: amp-opt %s --amp-autocast="bf16 assign=fixpoint" -split-input-file | FileCheck %s

#one = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// Sums less their mean: what spreads the mean does not round it.
// CHECK-LABEL: func.func @mean
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<f32>) outs(%{{.*}} : tensor<64xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<64xf32>, tensor<64xf32>)
func.func @mean(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %zeros = arith.constant dense<0.0> : tensor<64xf32>
  %start = arith.constant dense<0.0> : tensor<f32>
  %count = arith.constant dense<64.0> : tensor<f32>
  %e = tensor.empty() : tensor<64xf32>
  %e0 = tensor.empty() : tensor<f32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = linalg.reduce {arith.addf} ins(%h : tensor<64x64xf32>) outs(%zeros : tensor<64xf32>) dimensions = [1]
  %t = linalg.reduce {arith.addf} ins(%s : tensor<64xf32>) outs(%start : tensor<f32>) dimensions = [0]
  %m = linalg.div ins(%t, %count : tensor<f32>, tensor<f32>) outs(%e0 : tensor<f32>) -> tensor<f32>
  %b = linalg.generic {indexing_maps = [#none, #one], iterator_types = ["parallel"]} ins(%m : tensor<f32>) outs(%e : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<64xf32>
  %d = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]} ins(%s, %b : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%sum: f32, %mean: f32, %out: f32):
    %0 = arith.subf %sum, %mean : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  return %d : tensor<64xf32>
}

// -----

#window = affine_map<(i, j, k) -> (i, j + k)>
#length = affine_map<(i, j, k) -> (k)>
#place = affine_map<(i, j, k) -> (i, j)>

// A running sum, which a function of its own makes, less itself.
// CHECK-LABEL: func.func @parts
// CHECK: call @running(%{{.*}}) : (tensor<64x127xbf16>) -> tensor<64x64xf32>
// CHECK: linalg.sub ins(%{{.*}}, %{{.*}} : tensor<64x60xf32>, tensor<64x60xf32>)
func.func @parts(%x: tensor<64x64xf32>, %w: tensor<64x127xf32>) -> tensor<64x60xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x127xf32>
  %e = tensor.empty() : tensor<64x60xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x127xf32>) outs(%zero : tensor<64x127xf32>) -> tensor<64x127xf32>
  %c = call @running(%h) : (tensor<64x127xf32>) -> tensor<64x64xf32>
  %a = tensor.extract_slice %c[0, 4] [64, 60] [1, 1] : tensor<64x64xf32> to tensor<64x60xf32>
  %b = tensor.extract_slice %c[0, 0] [64, 60] [1, 1] : tensor<64x64xf32> to tensor<64x60xf32>
  %d = linalg.sub ins(%a, %b : tensor<64x60xf32>, tensor<64x60xf32>) outs(%e : tensor<64x60xf32>) -> tensor<64x60xf32>
  return %d : tensor<64x60xf32>
}
func.func private @running(%h: tensor<64x127xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %size = tensor.empty() : tensor<64xf32>
  %s = linalg.generic {indexing_maps = [#window, #length, #place], iterator_types = ["parallel", "parallel", "reduction"]}
         ins(%h, %size : tensor<64x127xf32>, tensor<64xf32>) outs(%zero : tensor<64x64xf32>) {
  ^bb0(%in: f32, %unused: f32, %sum: f32):
    %0 = arith.addf %sum, %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  return %s : tensor<64x64xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// A probability is scaled before a constant is taken from it: all of its own
// that is behind the product stays f32, also where a choice hands it on.
// CHECK-LABEL: func.func @scaled
// CHECK: linalg.exp {{.*}} outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: linalg.div ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK: scf.if {{.*}} -> (tensor<64x64xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<64x64xf32>) outs(%{{.*}} : tensor<64x64xf32>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.mulf
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<64x64xf32>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.subf
func.func @scaled(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %which: i1) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %zeros = arith.constant dense<0.0> : tensor<64xf32>
  %one = arith.constant 1.0 : f32
  %count = arith.constant 64.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %a = linalg.exp ins(%h : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = linalg.reduce {arith.addf} ins(%a : tensor<64x64xf32>) outs(%zeros : tensor<64xf32>) dimensions = [1]
  %b = linalg.broadcast ins(%s : tensor<64xf32>) outs(%e : tensor<64x64xf32>) dimensions = [1]
  %p = linalg.div ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = scf.if %which -> (tensor<64x64xf32>) {
    scf.yield %p : tensor<64x64xf32>
  } else {
    scf.yield %x : tensor<64x64xf32>
  }
  %m = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %count : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%m : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.subf %in, %one : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#window = affine_map<(i, j, k) -> (i, j + k)>
#length = affine_map<(i, j, k) -> (k)>
#place = affine_map<(i, j, k) -> (i, j)>

// So does what a running sum adds up, not only the sum.
// CHECK-LABEL: func.func @added
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<64x127xf32>)
// CHECK: math.exp
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<64x127xf32>, tensor<64xf32>)
// CHECK: linalg.sub ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
func.func @added(%x: tensor<64x64xf32>, %w: tensor<64x127xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x127xf32>
  %start = arith.constant dense<0.0> : tensor<64x64xf32>
  %least = arith.constant dense<-1.0e9> : tensor<64xf32>
  %size = tensor.empty() : tensor<64xf32>
  %e = tensor.empty() : tensor<64x127xf32>
  %e0 = tensor.empty() : tensor<64x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x127xf32>) outs(%zero : tensor<64x127xf32>) -> tensor<64x127xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%h : tensor<64x127xf32>) outs(%e : tensor<64x127xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x127xf32>
  %s = linalg.generic {indexing_maps = [#window, #length, #place], iterator_types = ["parallel", "parallel", "reduction"]}
         ins(%a, %size : tensor<64x127xf32>, tensor<64xf32>) outs(%start : tensor<64x64xf32>) {
  ^bb0(%in: f32, %unused: f32, %sum: f32):
    %0 = arith.addf %sum, %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %m = linalg.reduce {arith.maximumf} ins(%s : tensor<64x64xf32>) outs(%least : tensor<64xf32>) dimensions = [1]
  %b = linalg.broadcast ins(%m : tensor<64xf32>) outs(%e0 : tensor<64x64xf32>) dimensions = [1]
  %d = linalg.sub ins(%s, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// Of more than a thousand summands the roundings cancel out.
// CHECK-LABEL: func.func @total
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<64x64x[[LOW:b?f16]]>)
// CHECK: math.exp
// CHECK: linalg.reduce ins(%{{.*}} : tensor<64x64x[[LOW]]>)
func.func @total(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %start = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %e = tensor.empty() : tensor<64x64xf32>
  %e0 = tensor.empty() : tensor<f32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%h : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.absf %in : f32
    %1 = arith.negf %0 : f32
    %2 = math.exp %1 : f32
    linalg.yield %2 : f32
  } -> tensor<64x64xf32>
  %s = linalg.reduce ins(%a : tensor<64x64xf32>) outs(%start : tensor<f32>) dimensions = [0, 1]
    (%in: f32, %sum: f32) {
      %0 = arith.addf %sum, %in : f32
      linalg.yield %0 : f32
    }
  %d = linalg.sub ins(%one, %s : tensor<f32>, tensor<f32>) outs(%e0 : tensor<f32>) -> tensor<f32>
  return %d : tensor<f32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// One less a gate keeps the gate, and not what that is made of.
// CHECK-LABEL: func.func @gate
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<64x64x[[LOW:b?f16]]>)
// CHECK: math.exp
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<64x64x[[LOW]]>)
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: arith.divf
// CHECK: arith.subf
func.func @gate(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%h : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %one : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %z = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%b : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.divf %one, %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%z : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.subf %one, %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %y = linalg.matmul ins(%d, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y, %z : tensor<64x64xf32>, tensor<64x64xf32>
}
