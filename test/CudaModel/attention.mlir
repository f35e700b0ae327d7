// Two products and the rows between them are one kernel, whose scores and weights
// stay in registers.
// RUN: amp-opt %s --amp-form-kernels --split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-form-kernels=fuse-attention=false --split-input-file | FileCheck %s --check-prefix=APART
// RUN: amp-opt %s --split-input-file "--amp-to-nvvm=chip=sm_90a format=llvm" --amp-tensor-core-audit -o /dev/null 2>&1 | FileCheck %s --check-prefix=AUDIT
// RUN: amp-opt %s --split-input-file --amp-form-kernels "--amp-to-nvvm=chip=sm_80 format=llvm" | FileCheck %s --check-prefix=MODEL
// RUN: amp-opt %s --split-input-file "--amp-to-nvvm=chip=sm_80 format=llvm config={{stages = 2}}" | FileCheck %s --check-prefix=CONFIG

#q = affine_map<(h, i, j, k) -> (h, i, k)>
#k = affine_map<(h, i, j, k) -> (h, j, k)>
#s = affine_map<(h, i, j, k) -> (h, i, j)>
#v = affine_map<(h, i, j, k) -> (h, k, j)>
#all = affine_map<(h, i, j) -> (h, i, j)>
#row = affine_map<(h, i, j) -> (h, i)>

// Both calls are of one kernel.
// CHECK-LABEL: func.func @main
// CHECK: %[[X:.*]] = call @attention_0(%arg0, %arg1, %arg2)
// CHECK-NEXT: %[[Y:.*]] = call @attention_0(%[[X]], %arg1, %arg2)
// CHECK-NEXT: return %[[Y]]
// CHECK: func.func private @attention_0(%[[Q:.*]]: tensor<2x64x32xf16>, %[[K:.*]]: tensor<2x64x32xf16>, %[[V:.*]]: tensor<2x64x32xf16>)
// CHECK-SAME: attributes {amp.kernel}
// CHECK-NEXT: %[[S:.*]] = call @contraction_0(%[[Q]], %[[K]]) {{.*}} -> tensor<2x64x64xf32>
// CHECK-NEXT: %[[P:.*]] = call @rows_0(%[[S]]) {{.*}} -> tensor<2x64x64xf16>
// CHECK-NEXT: %[[O:.*]] = call @contraction_1(%[[P]], %[[V]]) {{.*}} -> tensor<2x64x32xf16>
// CHECK-NEXT: return %[[O]]
// APART-LABEL: func.func @main
// APART-COUNT-2: call @rows_0
// APART-NOT: attention
// Each product has its place.
// AUDIT: sm_90a attention_0: linalg.generic at attention.mlir:[[#SCORES:]]:8: mma.sync.m16n8k16.f32.f16
// AUDIT: sm_90a attention_0: linalg.generic at attention.mlir:[[#SCORES+28]]:8: mma.sync.m16n8k16.f32.f16
// CONFIG: amp.model = {{.*}}kernels = 3 : i64, {{.*}}launches = 6 : i64
// MODEL: amp.model = {{.*}}kernels = 1 : i64, launch_bytes = 65536 : i64, launches = 2 : i64
func.func @main(%x: tensor<2x64x32xf16>, %y: tensor<2x64x32xf16>, %z: tensor<2x64x32xf16>) -> tensor<2x64x32xf16> {
  %0 = call @attend(%x, %y, %z) : (tensor<2x64x32xf16>, tensor<2x64x32xf16>, tensor<2x64x32xf16>) -> tensor<2x64x32xf16>
  %1 = call @attend(%0, %y, %z) : (tensor<2x64x32xf16>, tensor<2x64x32xf16>, tensor<2x64x32xf16>) -> tensor<2x64x32xf16>
  return %1 : tensor<2x64x32xf16>
}
func.func private @attend(%q: tensor<2x64x32xf16>, %k: tensor<2x64x32xf16>, %v: tensor<2x64x32xf16>) -> tensor<2x64x32xf16> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x64x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x64x64xf32>) -> tensor<2x64x64xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x64x32xf16>, tensor<2x64x32xf16>) outs(%i : tensor<2x64x64xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x64x64xf32>
  %er = tensor.empty() : tensor<2x64xf32>
  %l = linalg.fill ins(%least : f32) outs(%er : tensor<2x64xf32>) -> tensor<2x64xf32>
  %m = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s : tensor<2x64x64xf32>) outs(%l : tensor<2x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.maximumf %a, %o : f32
    linalg.yield %0 : f32
  } -> tensor<2x64xf32>
  %ep = tensor.empty() : tensor<2x64x64xf16>
  %p = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %m : tensor<2x64x64xf32>, tensor<2x64xf32>) outs(%ep : tensor<2x64x64xf16>) {
  ^bb0(%a: f32, %b: f32, %o: f16):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.truncf %1 : f32 to f16
    linalg.yield %2 : f16
  } -> tensor<2x64x64xf16>
  %eo = tensor.empty() : tensor<2x64x32xf32>
  %io = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x64x32xf32>) -> tensor<2x64x32xf32>
  %o = linalg.generic {indexing_maps = [#q, #v, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%p, %v : tensor<2x64x64xf16>, tensor<2x64x32xf16>) outs(%io : tensor<2x64x32xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x64x32xf32>
  %r = arith.truncf %o : tensor<2x64x32xf32> to tensor<2x64x32xf16>
  return %r : tensor<2x64x32xf16>
}

// -----

// The weights are a result.
// CHECK-LABEL: func.func @main
// CHECK: call @contraction_0
// CHECK: call @rows_0
// CHECK: call @contraction_1
// CHECK-NOT: attention

#q = affine_map<(h, i, j, k) -> (h, i, k)>
#k = affine_map<(h, i, j, k) -> (h, j, k)>
#s = affine_map<(h, i, j, k) -> (h, i, j)>
#v = affine_map<(h, i, j, k) -> (h, k, j)>
#all = affine_map<(h, i, j) -> (h, i, j)>
#row = affine_map<(h, i, j) -> (h, i)>

func.func @main(%q: tensor<2x64x32xf16>, %k: tensor<2x64x32xf16>, %v: tensor<2x64x32xf16>) -> (tensor<2x64x32xf16>, tensor<2x64x64xf16>) {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x64x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x64x64xf32>) -> tensor<2x64x64xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x64x32xf16>, tensor<2x64x32xf16>) outs(%i : tensor<2x64x64xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x64x64xf32>
  %er = tensor.empty() : tensor<2x64xf32>
  %l = linalg.fill ins(%least : f32) outs(%er : tensor<2x64xf32>) -> tensor<2x64xf32>
  %m = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s : tensor<2x64x64xf32>) outs(%l : tensor<2x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.maximumf %a, %o : f32
    linalg.yield %0 : f32
  } -> tensor<2x64xf32>
  %ep = tensor.empty() : tensor<2x64x64xf16>
  %p = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %m : tensor<2x64x64xf32>, tensor<2x64xf32>) outs(%ep : tensor<2x64x64xf16>) {
  ^bb0(%a: f32, %b: f32, %o: f16):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.truncf %1 : f32 to f16
    linalg.yield %2 : f16
  } -> tensor<2x64x64xf16>
  %eo = tensor.empty() : tensor<2x64x32xf32>
  %io = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x64x32xf32>) -> tensor<2x64x32xf32>
  %o = linalg.generic {indexing_maps = [#q, #v, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%p, %v : tensor<2x64x64xf16>, tensor<2x64x32xf16>) outs(%io : tensor<2x64x32xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x64x32xf32>
  %r = arith.truncf %o : tensor<2x64x32xf32> to tensor<2x64x32xf16>
  return %r, %p : tensor<2x64x32xf16>, tensor<2x64x64xf16>
}

// -----

// A row of scores is too long for the registers.
// CHECK-LABEL: func.func @main
// CHECK: call @contraction_0
// CHECK: call @rows_0
// CHECK: call @contraction_1
// CHECK-NOT: attention

#q = affine_map<(h, i, j, k) -> (h, i, k)>
#k = affine_map<(h, i, j, k) -> (h, j, k)>
#s = affine_map<(h, i, j, k) -> (h, i, j)>
#v = affine_map<(h, i, j, k) -> (h, k, j)>
#all = affine_map<(h, i, j) -> (h, i, j)>
#row = affine_map<(h, i, j) -> (h, i)>

func.func @main(%q: tensor<2x64x32xf16>, %k: tensor<2x640x32xf16>, %v: tensor<2x640x32xf16>) -> tensor<2x64x32xf16> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x64x640xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x64x640xf32>) -> tensor<2x64x640xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x64x32xf16>, tensor<2x640x32xf16>) outs(%i : tensor<2x64x640xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x64x640xf32>
  %er = tensor.empty() : tensor<2x64xf32>
  %l = linalg.fill ins(%least : f32) outs(%er : tensor<2x64xf32>) -> tensor<2x64xf32>
  %m = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s : tensor<2x64x640xf32>) outs(%l : tensor<2x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.maximumf %a, %o : f32
    linalg.yield %0 : f32
  } -> tensor<2x64xf32>
  %ep = tensor.empty() : tensor<2x64x640xf16>
  %p = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %m : tensor<2x64x640xf32>, tensor<2x64xf32>) outs(%ep : tensor<2x64x640xf16>) {
  ^bb0(%a: f32, %b: f32, %o: f16):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.truncf %1 : f32 to f16
    linalg.yield %2 : f16
  } -> tensor<2x64x640xf16>
  %eo = tensor.empty() : tensor<2x64x32xf32>
  %io = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x64x32xf32>) -> tensor<2x64x32xf32>
  %o = linalg.generic {indexing_maps = [#q, #v, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%p, %v : tensor<2x64x640xf16>, tensor<2x640x32xf16>) outs(%io : tensor<2x64x32xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x64x32xf32>
  %r = arith.truncf %o : tensor<2x64x32xf32> to tensor<2x64x32xf16>
  return %r : tensor<2x64x32xf16>
}

// -----

// A product asks for a configuration.
// CHECK-LABEL: func.func @main
// CHECK: call @contraction_0
// CHECK: call @rows_0
// CHECK: call @contraction_1
// CHECK-NOT: attention

#q = affine_map<(h, i, j, k) -> (h, i, k)>
#k = affine_map<(h, i, j, k) -> (h, j, k)>
#s = affine_map<(h, i, j, k) -> (h, i, j)>
#v = affine_map<(h, i, j, k) -> (h, k, j)>
#all = affine_map<(h, i, j) -> (h, i, j)>
#row = affine_map<(h, i, j) -> (h, i)>

func.func @main(%q: tensor<2x64x32xf16>, %k: tensor<2x64x32xf16>, %v: tensor<2x64x32xf16>) -> tensor<2x64x32xf16> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x64x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x64x64xf32>) -> tensor<2x64x64xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x64x32xf16>, tensor<2x64x32xf16>) outs(%i : tensor<2x64x64xf32>) attrs = {amp.gemm_config = {path = "mma.sync"}} {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x64x64xf32>
  %er = tensor.empty() : tensor<2x64xf32>
  %l = linalg.fill ins(%least : f32) outs(%er : tensor<2x64xf32>) -> tensor<2x64xf32>
  %m = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s : tensor<2x64x64xf32>) outs(%l : tensor<2x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.maximumf %a, %o : f32
    linalg.yield %0 : f32
  } -> tensor<2x64xf32>
  %ep = tensor.empty() : tensor<2x64x64xf16>
  %p = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %m : tensor<2x64x64xf32>, tensor<2x64xf32>) outs(%ep : tensor<2x64x64xf16>) {
  ^bb0(%a: f32, %b: f32, %o: f16):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.truncf %1 : f32 to f16
    linalg.yield %2 : f16
  } -> tensor<2x64x64xf16>
  %eo = tensor.empty() : tensor<2x64x32xf32>
  %io = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x64x32xf32>) -> tensor<2x64x32xf32>
  %o = linalg.generic {indexing_maps = [#q, #v, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%p, %v : tensor<2x64x64xf16>, tensor<2x64x32xf16>) outs(%io : tensor<2x64x32xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x64x32xf32>
  %r = arith.truncf %o : tensor<2x64x32xf32> to tensor<2x64x32xf16>
  return %r : tensor<2x64x32xf16>
}
