// Values that cross regions and blocks have one type on every path.
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s -DT=f16
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s -DT=bf16

// Both branches yield the type that the user after the scf.if reads; the casts of
// a branch stay inside it.
// CHECK-LABEL: func.func @if
// CHECK: %[[R:.*]] = scf.if %{{.*}} -> (tensor<64x64x[[T]]>) {
// CHECK: %[[M:.*]] = linalg.matmul
// CHECK: %[[L:.*]] = arith.truncf %[[M]] fastmath<contract>
// CHECK: scf.yield %[[L]] : tensor<64x64x[[T]]>
// CHECK: } else {
// CHECK: %[[A:.*]] = linalg.max {{.*}} -> tensor<64x64xf32>
// CHECK: %[[B:.*]] = arith.truncf %[[A]] fastmath<contract>
// CHECK: scf.yield %[[B]] : tensor<64x64x[[T]]>
// CHECK: linalg.matmul ins(%[[R]],
func.func @if(%p: i1, %a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = scf.if %p -> (tensor<64x64xf32>) {
    %1 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %1 : tensor<64x64xf32>
  } else {
    %2 = linalg.max ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %2 : tensor<64x64xf32>
  }
  %3 = linalg.matmul ins(%0, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}

// The loop carries the low type; its weight is cast once, before it; the only
// way back to f32 is after it.
// CHECK-LABEL: func.func @for
// CHECK: %[[W:.*]] = arith.truncf %arg1 fastmath<contract>
// CHECK: %[[X:.*]] = arith.truncf %arg0 fastmath<contract>
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%[[H:.*]] = %[[X]]) -> (tensor<64x64x[[T]]>)
// CHECK: linalg.matmul ins(%[[H]], %[[W]] :
// CHECK-NOT: arith.extf
// CHECK: scf.yield %{{.*}} : tensor<64x64x[[T]]>
// CHECK: }
// CHECK-NEXT: %[[E:.*]] = arith.extf %[[R]] fastmath<contract>
// CHECK-NEXT: return %[[E]] : tensor<64x64xf32>
func.func @for(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty() : tensor<64x64xf32>
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%h = %x) -> (tensor<64x64xf32>) {
    %0 = linalg.matmul ins(%h, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
    %1 = linalg.tanh ins(%0 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %1 : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}

// An integer is carried beside the tensor; before, after and result agree.
// CHECK-LABEL: func.func @while
// CHECK: scf.while (%{{.*}} = %arg0, %{{.*}} = %{{.*}}) : (i32, tensor<64x64x[[C:.*]]>) -> (i32, tensor<64x64x[[C]]>)
// CHECK: scf.condition(%{{.*}}) %{{.*}}, %{{.*}} : i32, tensor<64x64x[[C]]>
// CHECK: ^bb0(%{{.*}}: i32, %{{.*}}: tensor<64x64x[[C]]>):
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64x[[T]]>, tensor<64x64x[[T]]>) outs({{.*}} : tensor<64x64xf32>)
// CHECK: scf.yield %{{.*}}, %{{.*}} : i32, tensor<64x64x[[C]]>
// CHECK: return %{{.*}} : tensor<64x64xf32>
func.func @while(%n: i32, %x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.while (%i = %n, %h = %x) : (i32, tensor<64x64xf32>) -> (i32, tensor<64x64xf32>) {
    %p = arith.cmpi sgt, %i, %zero : i32
    scf.condition(%p) %i, %h : i32, tensor<64x64xf32>
  } do {
  ^bb0(%j: i32, %g: tensor<64x64xf32>):
    %k = arith.subi %j, %one : i32
    %0 = linalg.matmul ins(%g, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %k, %0 : i32, tensor<64x64xf32>
  }
  return %r#1 : tensor<64x64xf32>
}

// The shared output, its region argument, what is inserted and the result.
// CHECK-LABEL: func.func @forall
// CHECK: %[[E:.*]] = tensor.empty() : tensor<64x64x[[T]]>
// CHECK: %[[R:.*]] = scf.forall {{.*}} shared_outs(%[[O:.*]] = %[[E]]) -> (tensor<64x64x[[T]]>)
// CHECK: %[[M:.*]] = linalg.matmul ins({{.*}} : tensor<16x64x[[T]]>, tensor<64x64x[[T]]>) outs({{.*}} : tensor<16x64xf32>)
// CHECK: %[[L:.*]] = arith.truncf %[[M]] fastmath<contract>
// CHECK: tensor.parallel_insert_slice %[[L]] into %[[O]]{{.*}} : tensor<16x64x[[T]]> into tensor<64x64x[[T]]>
// CHECK: linalg.matmul ins(%[[R]],
func.func @forall(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %z = arith.constant 0.0 : f32
  %r = scf.forall (%i) in (4) shared_outs(%o = %e) -> (tensor<64x64xf32>) {
    %off = affine.apply affine_map<(d0) -> (d0 * 16)>(%i)
    %xs = tensor.extract_slice %x[%off, 0] [16, 64] [1, 1] : tensor<64x64xf32> to tensor<16x64xf32>
    %es = tensor.empty() : tensor<16x64xf32>
    %f = linalg.fill ins(%z : f32) outs(%es : tensor<16x64xf32>) -> tensor<16x64xf32>
    %0 = linalg.matmul ins(%xs, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%f : tensor<16x64xf32>) -> tensor<16x64xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %0 into %o[%off, 0] [16, 64] [1, 1] : tensor<16x64xf32> into tensor<64x64xf32>
    }
  }
  %3 = linalg.matmul ins(%r, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}

// A block argument has the type of what every predecessor passes.
// CHECK-LABEL: func.func @branch
// CHECK: cf.cond_br %arg0, ^bb1(%{{.*}} : tensor<64x64x[[T]]>), ^bb2(%{{.*}} : tensor<64x64x[[T]]>)
// CHECK: ^bb1(%{{.*}}: tensor<64x64x[[T]]>):
// CHECK: cf.br ^bb2(%{{.*}} : tensor<64x64x[[T]]>)
// CHECK: ^bb2(%{{.*}}: tensor<64x64x[[T]]>):
// CHECK: return %{{.*}} : tensor<64x64xf32>
func.func @branch(%p: i1, %x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  cf.cond_br %p, ^a(%0 : tensor<64x64xf32>), ^b(%x : tensor<64x64xf32>)
^a(%1: tensor<64x64xf32>):
  %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  cf.br ^b(%2 : tensor<64x64xf32>)
^b(%3: tensor<64x64xf32>):
  %4 = linalg.matmul ins(%3, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %4 : tensor<64x64xf32>
}

// A loop of blocks: the back edge agrees with the entry.
// CHECK-LABEL: func.func @cycle
// CHECK: cf.br ^bb1(%{{.*}}, %{{.*}} : i32, tensor<64x64x[[C:.*]]>)
// CHECK: ^bb1(%{{.*}}: i32, %{{.*}}: tensor<64x64x[[C]]>):
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64x[[T]]>, tensor<64x64x[[T]]>) outs({{.*}} : tensor<64x64xf32>)
// CHECK: cf.cond_br %{{.*}}, ^bb1(%{{.*}}, %{{.*}} : i32, tensor<64x64x[[C]]>), ^bb2(%{{.*}} : tensor<64x64x[[D:.*]]>)
// CHECK: ^bb2(%{{.*}}: tensor<64x64x[[D]]>):
// CHECK: return %{{.*}} : tensor<64x64xf32>
func.func @cycle(%n: i32, %x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^loop(%n, %x : i32, tensor<64x64xf32>)
^loop(%i: i32, %h: tensor<64x64xf32>):
  %0 = linalg.matmul ins(%h, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %k = arith.subi %i, %one : i32
  %p = arith.cmpi sgt, %k, %zero : i32
  cf.cond_br %p, ^loop(%k, %0 : i32, tensor<64x64xf32>), ^exit(%0 : tensor<64x64xf32>)
^exit(%r: tensor<64x64xf32>):
  return %r : tensor<64x64xf32>
}
