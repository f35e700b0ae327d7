// Behind a terminator there is no place for a cast of its result.
// RUN: amp-opt %s --amp-autocast="f16 assign=fixpoint" | FileCheck %s
// RUN: amp-opt %s --amp-autocast="f16 assign=greedy" | FileCheck %s

llvm.func @personality(...) -> i32
llvm.func @made() -> vector<8xf32>

// CHECK-LABEL: llvm.func @f
// CHECK: %[[R:.*]] = llvm.invoke @made()
// CHECK: vector.contract {{.*}} %[[R]], %{{.*}} : vector<8xf32>
llvm.func @f(%w: vector<8xf32>, %acc: vector<8xf32>) -> vector<8xf32> attributes {personality = @personality} {
  %r = llvm.invoke @made() to ^ok unwind ^bad : () -> vector<8xf32>
^ok:
  %z = arith.constant 0.0 : f32
  %m = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %r, %w, %z : vector<8xf32>, vector<8xf32> into f32
  %b = vector.broadcast %m : f32 to vector<8xf32>
  llvm.return %b : vector<8xf32>
^bad:
  %l = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.return %acc : vector<8xf32>
}
