// Running sums that no chain of tensors shows: they stay f32.
// RUN: amp-opt --amp-autocast=bf16 %s -split-input-file | FileCheck %s
// RUN: amp-opt --amp-autocast="bf16 assign=fixpoint" %s -split-input-file | FileCheck %s
// RUN: amp-opt --amp-autocast=bf16 %s -split-input-file -o %t.mlir && amp-opt --amp-autocast=bf16 %t.mlir -split-input-file | diff %t.mlir -

// An element is taken out, added to and put back.
// CHECK-LABEL: func.func @elements(
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>)
// CHECK: tensor.extract %{{.*}} : tensor<64x64xbf16>
func.func @elements(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %n = arith.constant 2048 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<64x64xf32>) {
    %i = arith.andi %k, %c63 : index
    %a = tensor.extract %p[%i, %c0] : tensor<64x64xf32>
    %o = tensor.extract %acc[%c0, %c1] : tensor<64x64xf32>
    %q = arith.addf %o, %a : f32
    %r = tensor.insert %q into %acc[%c0, %c1] : tensor<64x64xf32>
    scf.yield %r : tensor<64x64xf32>
  }
  %0 = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// -----

// A function does that.
// CHECK-LABEL: func.func @bumped(
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>)
// CHECK: func.func private @bump(%{{.*}}: tensor<64x64xf32>
func.func @bumped(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 2048 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<64x64xf32>) {
    %a = tensor.extract %p[%c1, %c1] : tensor<64x64xf32>
    %q = func.call @bump(%acc, %a) : (tensor<64x64xf32>, f32) -> f32
    %r = tensor.insert %q into %acc[%c0, %c1] : tensor<64x64xf32>
    scf.yield %r : tensor<64x64xf32>
  }
  %0 = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
func.func private @bump(%t: tensor<64x64xf32>, %a: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %o = tensor.extract %t[%c0, %c1] : tensor<64x64xf32>
  %q = arith.addf %o, %a : f32
  return %q : f32
}

// -----

// Regions read what the loop carries from outside of them. What is only moved,
// element by element, is no sum.
#same = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @captured(
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xbf16>)
func.func @captured(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1024 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s:3 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %z, %b = %z, %c = %p) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
    %g = tensor.generate {
    ^bb0(%i: index, %j: index):
      %0 = tensor.extract %a[%i, %j] : tensor<64x64xf32>
      %1 = tensor.extract %p[%i, %j] : tensor<64x64xf32>
      %2 = arith.addf %0, %1 : f32
      tensor.yield %2 : f32
    } : tensor<64x64xf32>
    %l = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %0 = tensor.extract %b[%i, %j] : tensor<64x64xf32>
      %1 = arith.addf %0, %in : f32
      linalg.yield %1 : f32
    } -> tensor<64x64xf32>
    %m = linalg.generic {indexing_maps = [#same], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<64x64xf32>) {
    ^bb0(%out: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %0 = tensor.extract %c[%j, %i] : tensor<64x64xf32>
      linalg.yield %0 : f32
    } -> tensor<64x64xf32>
    scf.yield %g, %l, %m : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
  }
  %0 = linalg.matmul ins(%s#0, %s#1 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%0, %s#2 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// -----

// A function that calls itself by way of another, and one that is called twice
// in a row.
// CHECK-LABEL: func.func @recursive(
// CHECK: func.func private @next(%{{.*}}: index, %{{.*}}: tensor<64x64xf32>, %{{.*}}: tensor<64x64x{{b?f[0-9]+}}>)
// CHECK: func.func private @add(%{{.*}}: index, %{{.*}}: tensor<64x64xf32>, %{{.*}}: tensor<64x64x{{b?f[0-9]+}}>)
// CHECK: func.func private @bias(%{{.*}}: tensor<64x64xbf16>) -> tensor<64x64xbf16>
func.func @recursive(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %n = arith.constant 1024 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %a = call @bias(%p) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = call @bias(%a) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = call @next(%n, %z, %b) : (index, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
func.func private @next(%n: index, %acc: tensor<64x64xf32>, %t: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %done = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %done -> tensor<64x64xf32> {
    scf.yield %acc : tensor<64x64xf32>
  } else {
    %m = arith.subi %n, %c1 : index
    %s = func.call @add(%m, %acc, %t) : (index, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %s : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}
func.func private @add(%n: index, %acc: tensor<64x64xf32>, %t: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %a = arith.addf %acc, %t : tensor<64x64xf32>
  %s = call @next(%n, %a, %t) : (index, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %s : tensor<64x64xf32>
}
func.func private @bias(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c = arith.constant dense<0.5> : tensor<64x64xf32>
  %s = arith.addf %a, %c : tensor<64x64xf32>
  return %s : tensor<64x64xf32>
}

// -----

// A quotient rounds as a product does.
// CHECK-LABEL: func.func @quotient(
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>)
func.func @quotient(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1000 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %g = arith.constant dense<1.001> : tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %p) -> (tensor<64x64xf32>) {
    %q = arith.divf %a, %g : tensor<64x64xf32>
    scf.yield %q : tensor<64x64xf32>
  }
  %0 = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// -----

// The state of a scan, whose steps are given out and not read again, in as few
// iterations as a network has layers.
// CHECK-LABEL: func.func @scan(
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>, tensor<100x64x64x{{b?f[0-9]+}}>)
func.func @scan(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %ks: tensor<100x64x64xf32>) -> tensor<100x64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 100 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<100x64x64xf32>
  %decay = arith.constant dense<0.999> : tensor<64x64xf32>
  %s:2 = scf.for %k = %c0 to %n step %c1 iter_args(%h = %z, %o = %e) -> (tensor<64x64xf32>, tensor<100x64x64xf32>) {
    %q = tensor.extract_slice %ks[%k, 0, 0] [1, 64, 64] [1, 1, 1] : tensor<100x64x64xf32> to tensor<64x64xf32>
    %p = linalg.matmul ins(%q, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
    %d = arith.mulf %h, %decay : tensor<64x64xf32>
    %a = arith.addf %d, %p : tensor<64x64xf32>
    %y = linalg.matmul ins(%a, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
    %i = tensor.insert_slice %y into %o[%k, 0, 0] [1, 64, 64] [1, 1, 1] : tensor<64x64xf32> into tensor<100x64x64xf32>
    scf.yield %a, %i : tensor<64x64xf32>, tensor<100x64x64xf32>
  }
  return %s#1 : tensor<100x64x64xf32>
}

// -----

// A layer that gathers what it reads from the stream: a state.
#same = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @gathered(
// CHECK: scf.for {{.*}} -> (tensor<64x64xbf16>)
func.func @gathered(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 24 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%h = %x) -> (tensor<64x64xf32>) {
    %g = linalg.generic {indexing_maps = [#same], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<64x64xf32>) {
    ^bb0(%out: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %0 = tensor.extract %h[%j, %i] : tensor<64x64xf32>
      linalg.yield %0 : f32
    } -> tensor<64x64xf32>
    %p = linalg.matmul ins(%g, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
    %t = math.tanh %p : tensor<64x64xf32>
    %a = arith.addf %h, %t : tensor<64x64xf32>
    scf.yield %a : tensor<64x64xf32>
  }
  %0 = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
