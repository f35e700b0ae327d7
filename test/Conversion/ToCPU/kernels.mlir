// Which ops become calls of the runtime's contraction and which become kernels,
// in what order loops run, and what the vectoriser is told.
// RUN: amp-opt %s --amp-cpu-kernels --split-input-file | FileCheck %s

// The plan: types, start from zero, origins, slot, counts of loops, then extent
// and strides of m, n and k. The fill is gone.
// CHECK: llvm.mlir.global internal constant @amp_plan_0(dense<[3, 2, 1, -1, -1, 0, 0, 1, 1, 1, 32, 64, 0, 48, 48, 0, 1, 1, 64, 1, 48, 0]> : tensor<22xi64>)
// CHECK-LABEL: func @matmul
// CHECK-NOT: fill
// CHECK: call @amp_cpu_contract
func.func @matmul(%a: memref<32x64xf16>, %b: memref<64x48xf16>) -> memref<32x48xf32> {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<32x48xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<32x48xf32>)
  linalg.matmul ins(%a, %b : memref<32x64xf16>, memref<64x48xf16>) outs(%c : memref<32x48xf32>)
  return %c : memref<32x48xf32>
}

// -----

// A convolution: the window and the channels are k, the pixels n, the filters m;
// the pixels' stride is the convolution's.
// CHECK: @amp_plan_0(dense<[2, 2, 0, -1, -1, 0, 0, 1, 2, 3, {{.*}}]>
// CHECK-LABEL: func @conv
// CHECK: call @amp_cpu_contract
func.func @conv(%x: memref<1x8x17x17xf32>, %w: memref<16x8x3x3xf32>, %c: memref<1x16x8x8xf32>) {
  linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>}
    ins(%x, %w : memref<1x8x17x17xf32>, memref<16x8x3x3xf32>) outs(%c : memref<1x16x8x8xf32>)
  return
}

// -----

// A fused multiply-add is the same product.
// CHECK: @amp_plan_0(dense<[3, 2, 0, -1, -1, 0, 0, 1, 1, 1, 32, 64, 0, 48, 48, 0, 1, 1, 64, 1, 48, 0]> : tensor<22xi64>)
// CHECK-LABEL: func @fused
// CHECK: call @amp_cpu_contract
func.func @fused(%a: memref<32x64xf16>, %b: memref<64x48xf16>, %c: memref<32x48xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<32x64xf16>, memref<64x48xf16>) outs(%c : memref<32x48xf32>) {
  ^bb0(%x: f16, %y: f16, %o: f32):
    %0 = arith.extf %x : f16 to f32
    %1 = arith.extf %y : f16 to f32
    %2 = math.fma %0, %1, %o : f32
    linalg.yield %2 : f32
  }
  return
}

// -----

// f64 is no business of the runtime, a product with one row is a kernel too.
// CHECK-LABEL: func @others
// CHECK-NOT: amp_cpu_contract
// CHECK: return
func.func @others(%a: memref<32x64xf64>, %b: memref<64x48xf64>, %c: memref<32x48xf64>,
                  %x: memref<1x64xf32>, %w: memref<64x48xf32>, %y: memref<1x48xf32>) {
  linalg.matmul ins(%a, %b : memref<32x64xf64>, memref<64x48xf64>) outs(%c : memref<32x48xf64>)
  linalg.matmul ins(%x, %w : memref<1x64xf32>, memref<64x48xf32>) outs(%y : memref<1x48xf32>)
  return
}

// -----

// Contiguous loops merge into one range; a result of its own is noalias; large
// work goes through the runtime's threads. Equal ops share one kernel.
// CHECK-LABEL: func @elementwise
// CHECK-COUNT-2: call @amp_launch_0
// CHECK: func private @amp_kernel_0(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr {llvm.noalias}, %[[LO:.*]]: i64, %[[HI:.*]]: i64)
// CHECK: scf.for %{{.*}} = %[[LO]] to %[[HI]]
// CHECK-NOT: scf.for
// CHECK: arith.negf
// CHECK: func private @amp_launch_0
// CHECK-SAME: passthrough = ["noinline"]
// CHECK: call @amp_cpu_parallel
// CHECK-NOT: @amp_kernel_1
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @elementwise(%a: memref<256x512xf32>) -> (memref<256x512xf32>, memref<256x512xf32>) {
  %b = memref.alloc() : memref<256x512xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<256x512xf32>) outs(%b : memref<256x512xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.negf %in : f32
    linalg.yield %0 : f32
  }
  %c = memref.alloc() : memref<256x512xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%b : memref<256x512xf32>) outs(%c : memref<256x512xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.negf %in : f32
    linalg.yield %0 : f32
  }
  return %b, %c : memref<256x512xf32>, memref<256x512xf32>
}

// -----

// A sum along memory runs in a register and may be reassociated.
// CHECK: func private @amp_kernel_0
// CHECK: scf.for
// CHECK: llvm.load
// CHECK: scf.for {{.*}} iter_args
// CHECK: arith.addf %{{.*}} fastmath<reassoc,contract> : f32
// CHECK-NEXT: scf.yield
// CHECK: llvm.store
#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @rows(%a: memref<16x64xf32>, %b: memref<16xf32>) {
  linalg.generic {indexing_maps = [#in, #row], iterator_types = ["parallel", "reduction"]}
    ins(%a : memref<16x64xf32>) outs(%b : memref<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// A sum across memory runs over a row of results: no reassociation there.
// CHECK: func private @amp_kernel_0
// CHECK-NOT: iter_args
// CHECK-NOT: reassoc
// CHECK: llvm.store
// CHECK-COUNT-2: }
// CHECK-NEXT: return
#in = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @columns(%a: memref<80x64xf32>, %b: memref<64xf32>) {
  linalg.generic {indexing_maps = [#in, #row], iterator_types = ["parallel", "reduction"]}
    ins(%a : memref<80x64xf32>) outs(%b : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// A short one is unrolled inside a row: one load and one store of a result.
// CHECK: func private @amp_kernel_0
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: %[[START:.*]] = llvm.load
// CHECK: %[[FIRST:.*]] = arith.mulf
// CHECK-NEXT: arith.addf %[[START]], %[[FIRST]] : f32
// CHECK-COUNT-8: arith.mulf
// CHECK: llvm.store
// CHECK-NOT: llvm.store
// CHECK: return
func.func @depthwise(%x: memref<1x8x16x16xf32>, %w: memref<8x3x3xf32>, %c: memref<1x8x14x14xf32>) {
  linalg.depthwise_conv_2d_nchw_chw ins(%x, %w : memref<1x8x16x16xf32>, memref<8x3x3xf32>)
    outs(%c : memref<1x8x14x14xf32>)
  return
}

// -----

// The elementwise op that alone reads a short reduction takes each result from a
// register, and what the fill wrote is where that starts: neither has a buffer.
// CHECK-LABEL: func @reader
// CHECK-NOT: memref<1x8x14x14xf32>
// CHECK-COUNT-1: call
// CHECK-NOT: call
// CHECK: func private @amp_kernel_0
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[FIRST:.*]] = arith.mulf
// CHECK-NEXT: arith.addf %[[ZERO]], %[[FIRST]] : f32
// CHECK-NOT: llvm.store
// CHECK: arith.maximumf
// CHECK-NEXT: %[[LOW:.*]] = arith.truncf
// CHECK: llvm.store %[[LOW]]
// CHECK-NOT: llvm.store
// CHECK: return
#id = affine_map<(a, b, c, d) -> (a, b, c, d)>
#channel = affine_map<(a, b, c, d) -> (b)>
func.func @reader(%x: memref<1x8x16x16xf32>, %w: memref<8x3x3xf32>, %bias: memref<8xf32>)
    -> memref<1x8x14x14xbf16> {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<1x8x14x14xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<1x8x14x14xf32>)
  linalg.depthwise_conv_2d_nchw_chw ins(%x, %w : memref<1x8x16x16xf32>, memref<8x3x3xf32>)
    outs(%c : memref<1x8x14x14xf32>)
  %d = memref.alloc() : memref<1x8x14x14xbf16>
  linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%c, %bias : memref<1x8x14x14xf32>, memref<8xf32>) outs(%d : memref<1x8x14x14xbf16>) {
  ^bb0(%p: f32, %q: f32, %out: bf16):
    %0 = arith.addf %p, %q : f32
    %1 = arith.maximumf %0, %zero : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2 : bf16
  }
  memref.dealloc %c : memref<1x8x14x14xf32>
  return %d : memref<1x8x14x14xbf16>
}

// -----

// Not where the reader transposes, nor where it writes over what the reduction
// reads, nor where the reduction runs across memory.
// CHECK-LABEL: func @transposes
// CHECK-COUNT-2: call
// CHECK-LABEL: func @overwrites
// CHECK-COUNT-2: call
// CHECK-LABEL: func @acrossMemory
// CHECK-COUNT-3: call
// CHECK: func private
#in = affine_map<(i, j, k) -> (i, j, k)>
#sum = affine_map<(i, j, k) -> (i, j)>
#id = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
func.func @transposes(%a: memref<16x16x8xf32>) -> memref<16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<16x16xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<16x16xf32>)
  linalg.generic {indexing_maps = [#in, #sum], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a : memref<16x16x8xf32>) outs(%c : memref<16x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  %d = memref.alloc() : memref<16x16xf32>
  linalg.generic {indexing_maps = [#id, #turned, #id], iterator_types = ["parallel", "parallel"]}
    ins(%c, %c : memref<16x16xf32>, memref<16x16xf32>) outs(%d : memref<16x16xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %0 = arith.subf %p, %q : f32
    linalg.yield %0 : f32
  }
  return %d : memref<16x16xf32>
}
func.func @overwrites(%b: memref<16x8xf32>) -> memref<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<8x16xf32>
  linalg.fill ins(%one : f32) outs(%a : memref<8x16xf32>)
  %c = memref.alloc() : memref<8x16xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<8x16xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (j, k)>, #sum],
      iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : memref<8x16xf32>, memref<16x8xf32>) outs(%c : memref<8x16xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %0 = arith.addf %x, %y : f32
    %1 = arith.maximumf %0, %out : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%c : memref<8x16xf32>) outs(%a : memref<8x16xf32>) {
  ^bb0(%x: f32, %out: f32):
    %0 = arith.addf %x, %out : f32
    linalg.yield %0 : f32
  }
  return %a : memref<8x16xf32>
}
func.func @acrossMemory(%a: memref<80x16x16xf32>) -> memref<16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<16x16xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<16x16xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, i, j)>, #sum], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a : memref<80x16x16xf32>) outs(%c : memref<16x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  %d = memref.alloc() : memref<16x16xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%c : memref<16x16xf32>) outs(%d : memref<16x16xf32>) {
  ^bb0(%x: f32, %out: f32):
    %0 = arith.negf %x : f32
    linalg.yield %0 : f32
  }
  return %d : memref<16x16xf32>
}

// -----

// The window of a pooling is there for its shape: channels lie side by side.
// CHECK: func private @amp_kernel_0
// CHECK-NOT: iter_args
// CHECK: return
func.func @pooling(%a: memref<1x9x9x16xf32>, %w: memref<3x3xf32>, %b: memref<1x4x4x16xf32>) {
  linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>}
    ins(%a, %w : memref<1x9x9x16xf32>, memref<3x3xf32>) outs(%b : memref<1x4x4x16xf32>)
  return
}

// -----

// A maximum of few numbers runs over a row of results too.
// CHECK: func private @amp_kernel_0
// CHECK-NOT: iter_args
// CHECK: return
#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @few(%a: memref<64x4xf32>, %b: memref<64xf32>) {
  linalg.generic {indexing_maps = [#in, #row], iterator_types = ["parallel", "reduction"]}
    ins(%a : memref<64x4xf32>) outs(%b : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %out, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// An assertion ends the run, not the process.
// CHECK: llvm.mlir.global internal constant @amp_text_0("too small\00")
// CHECK-LABEL: func @assertion
// CHECK: scf.if
// CHECK: call @amp_cpu_fail
// CHECK-NOT: cf.assert
func.func @assertion(%a: i1) {
  cf.assert %a, "too small"
  return
}

// -----

// An op without a result that is left for its assertion alone.
// CHECK-LABEL: func @onlyAsserts
// CHECK: call @amp_launch_0
// CHECK: func private @amp_kernel_0
// CHECK: call @amp_cpu_fail
#all = affine_map<(d0) -> (d0)>
func.func @onlyAsserts(%a: memref<8xi64>) {
  %c4 = arith.constant 4 : i64
  linalg.generic {indexing_maps = [#all], iterator_types = ["parallel"]} ins(%a : memref<8xi64>) {
  ^bb0(%in: i64):
    %ok = arith.cmpi slt, %in, %c4 : i64
    cf.assert %ok, "too large"
    linalg.yield
  }
  return
}

// -----

// A part of a constant that is the same in every run keeps its packed form (-2,
// second origin); one whose place the loop chooses has none (-1): packed once, it
// would be read for every other place too.
// CHECK-DAG: @amp_plan_0(dense<[2, 2, 0, -1, -2, 0, 0, {{.*}}]>
// CHECK-DAG: @amp_plan_1(dense<[2, 2, 0, -1, -1, 1, 0, {{.*}}]>
// CHECK-LABEL: func @parts
memref.global "private" constant @w : memref<4x32x32xf32> = dense<0.5>
func.func @parts(%a: memref<16x32xf32>, %c: memref<16x32xf32>, %i: index) {
  %w = memref.get_global @w : memref<4x32x32xf32>
  %fixed = memref.subview %w[2, 0, 0] [1, 32, 32] [1, 1, 1] : memref<4x32x32xf32>
    to memref<32x32xf32, strided<[32, 1], offset: 2048>>
  linalg.matmul ins(%a, %fixed : memref<16x32xf32>, memref<32x32xf32, strided<[32, 1], offset: 2048>>)
    outs(%c : memref<16x32xf32>)
  %chosen = memref.subview %w[%i, 0, 0] [1, 32, 32] [1, 1, 1] : memref<4x32x32xf32>
    to memref<32x32xf32, strided<[32, 1], offset: ?>>
  linalg.matmul ins(%a, %chosen : memref<16x32xf32>, memref<32x32xf32, strided<[32, 1], offset: ?>>)
    outs(%c : memref<16x32xf32>)
  return
}

// -----

// A product that leaves rows of its result out starts from what the fill wrote.
// CHECK: @amp_plan_0(dense<[2, 2, 0, -1, -1, 0, 0, {{.*}}]>
// CHECK-LABEL: func @uncovered
// CHECK: call @amp_launch_0
// CHECK: call @amp_cpu_contract
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m * 2, n)>
func.func @uncovered(%a: memref<16x32xf32>, %b: memref<32x24xf32>) -> memref<31x24xf32> {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<31x24xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<31x24xf32>)
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<16x32xf32>, memref<32x24xf32>) outs(%c : memref<31x24xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return %c : memref<31x24xf32>
}

// -----

// The same where one of several matrices is written.
// CHECK: @amp_plan_0(dense<[2, 2, 0, -1, -1, 0, 0, {{.*}}]>
// CHECK-LABEL: func @oneOfTwo
// CHECK: call @amp_launch_0
// CHECK: call @amp_cpu_contract
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (0, m, n)>
func.func @oneOfTwo(%a: memref<16x32xf32>, %b: memref<32x24xf32>) -> memref<2x16x24xf32> {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<2x16x24xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<2x16x24xf32>)
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<16x32xf32>, memref<32x24xf32>) outs(%c : memref<2x16x24xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return %c : memref<2x16x24xf32>
}

// -----

// The elementwise op that alone reads a product runs on parts of its rows; the
// product has no buffer then.
// CHECK-LABEL: func @epilogue
// CHECK-NOT: memref<32x48xf32>
// CHECK: %[[NONE:.*]] = llvm.mlir.zero
// CHECK: call @amp_launch_0(%{{.*}}, %{{.*}}, %{{.*}}, %[[NONE]], %{{.*}}, %{{.*}})
// CHECK-NEXT: return
// CHECK: func private @amp_kernel_0(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr {llvm.noalias}, %[[SUMS:.*]]: !llvm.ptr, %[[ROW:.*]]: i64, %[[LO:.*]]: i64, %[[HI:.*]]: i64)
// CHECK: scf.for %[[I:.*]] = %[[LO]] to %[[HI]]
// CHECK: %[[AT:.*]] = arith.subi %[[I]], %[[LO]]
// CHECK: llvm.getelementptr %[[SUMS]][%[[AT]]]
// CHECK: func private @amp_launch_0
// CHECK: call @amp_cpu_contract_then
#id = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>
func.func @epilogue(%a: memref<32x64xf16>, %b: memref<64x48xf16>, %bias: memref<48xf32>) -> memref<32x48xf16> {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<32x48xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<32x48xf32>)
  linalg.matmul ins(%a, %b : memref<32x64xf16>, memref<64x48xf16>) outs(%c : memref<32x48xf32>)
  %d = memref.alloc() : memref<32x48xf16>
  linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
    ins(%c, %bias : memref<32x48xf32>, memref<48xf32>) outs(%d : memref<32x48xf16>) {
  ^bb0(%x: f32, %y: f32, %out: f16):
    %0 = arith.addf %x, %y : f32
    %1 = arith.truncf %0 : f32 to f16
    linalg.yield %1 : f16
  }
  memref.dealloc %c : memref<32x48xf32>
  return %d : memref<32x48xf16>
}

// -----

// Where the rows of its own result are in pieces, as in a padded image, it runs
// piece by piece.
// CHECK-LABEL: func @pieces
// CHECK: call @amp_launch_0
// CHECK: func private @amp_kernel_0({{.*}}, %[[SUMS:.*]]: !llvm.ptr, %[[ROW:.*]]: i64, %[[LO:.*]]: i64, %[[HI:.*]]: i64)
// CHECK: %[[FIRST:.*]] = arith.divui %[[LO]], %[[LENGTH:.*]] : i64
// CHECK: %[[LAST:.*]] = arith.ceildivui %[[HI]], %[[LENGTH]] : i64
// CHECK: scf.for %[[PIECE:.*]] = %[[FIRST]] to %[[LAST]]
// CHECK: %[[START:.*]] = arith.muli %[[PIECE]], %[[LENGTH]]
// CHECK: %[[BEGIN:.*]] = arith.subi %[[LO]], %[[START]]
// CHECK: %[[END:.*]] = arith.subi %[[HI]], %[[START]]
// CHECK: %[[FROM:.*]] = arith.maxsi %[[BEGIN]]
// CHECK: %[[TO:.*]] = arith.minsi %[[END]], %[[LENGTH]]
// CHECK: scf.for %[[I:.*]] = %[[FROM]] to %[[TO]]
// CHECK: %[[AT:.*]] = arith.subi %[[I]], %[[BEGIN]]
// CHECK: llvm.getelementptr %[[SUMS]][%[[AT]]]
// CHECK: call @amp_cpu_contract_then
#id = affine_map<(a, b, c, d) -> (a, b, c, d)>
func.func @pieces(%x: memref<1x8x9x9xf32>, %w: memref<16x8x1x1xf32>) -> memref<1x16x11x11xf32> {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<1x16x9x9xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<1x16x9x9xf32>)
  linalg.conv_2d_nchw_fchw ins(%x, %w : memref<1x8x9x9xf32>, memref<16x8x1x1xf32>) outs(%c : memref<1x16x9x9xf32>)
  %d = memref.alloc() : memref<1x16x11x11xf32>
  %inside = memref.subview %d[0, 0, 1, 1] [1, 16, 9, 9] [1, 1, 1, 1] : memref<1x16x11x11xf32>
    to memref<1x16x9x9xf32, strided<[1936, 121, 11, 1], offset: 12>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%c : memref<1x16x9x9xf32>) outs(%inside : memref<1x16x9x9xf32, strided<[1936, 121, 11, 1], offset: 12>>) {
  ^bb0(%p: f32, %out: f32):
    %0 = arith.negf %p : f32
    linalg.yield %0 : f32
  }
  return %d : memref<1x16x11x11xf32>
}

// -----

// In an image that is not padded neither batches nor channels join a row that has
// to stay one.
// CHECK-LABEL: func @plainRows
// CHECK: call @amp_cpu_contract_then
#id = affine_map<(a, b, c, d) -> (a, b, c, d)>
func.func @plainRows(%x: memref<1x8x9x9xf32>, %w: memref<16x8x1x1xf32>) -> memref<1x16x9x9xf32> {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<1x16x9x9xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<1x16x9x9xf32>)
  linalg.conv_2d_nchw_fchw ins(%x, %w : memref<1x8x9x9xf32>, memref<16x8x1x1xf32>) outs(%c : memref<1x16x9x9xf32>)
  %d = memref.alloc() : memref<1x16x9x9xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%c : memref<1x16x9x9xf32>) outs(%d : memref<1x16x9x9xf32>) {
  ^bb0(%p: f32, %out: f32):
    %0 = arith.negf %p : f32
    linalg.yield %0 : f32
  }
  return %d : memref<1x16x9x9xf32>
}

// -----

// Not where it overwrites a factor of the product, nor where somebody else reads
// the product, nor where the product is every other row.
// CHECK-LABEL: func @overwrites
// CHECK-NOT: amp_cpu_contract_then
// CHECK: call @amp_cpu_contract(
// CHECK-LABEL: func @twoReaders
// CHECK-NOT: amp_cpu_contract_then
// CHECK: call @amp_cpu_contract(
#id = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func @otherRows
// CHECK-NOT: amp_cpu_contract_then
// CHECK: call @amp_cpu_contract(
func.func @overwrites(%b: memref<64x64xf32>) -> memref<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%one : f32) outs(%a : memref<64x64xf32>)
  %c = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<64x64xf32>)
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%c : memref<64x64xf32>) outs(%a : memref<64x64xf32>) {
  ^bb0(%x: f32, %out: f32):
    %0 = arith.addf %x, %out : f32
    linalg.yield %0 : f32
  }
  return %a : memref<64x64xf32>
}
func.func @twoReaders(%a: memref<64x64xf32>, %b: memref<64x64xf32>) -> (memref<64x64xf32>, memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<64x64xf32>)
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  %d = memref.alloc() : memref<64x64xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%c : memref<64x64xf32>) outs(%d : memref<64x64xf32>) {
  ^bb0(%x: f32, %out: f32):
    %0 = arith.negf %x : f32
    linalg.yield %0 : f32
  }
  return %c, %d : memref<64x64xf32>, memref<64x64xf32>
}
func.func @otherRows(%a: memref<32x64xf32>, %b: memref<64x64xf32>) -> memref<63x64xf32> {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<63x64xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<63x64xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i * 2, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : memref<32x64xf32>, memref<64x64xf32>) outs(%c : memref<63x64xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  }
  %d = memref.alloc() : memref<63x64xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%c : memref<63x64xf32>) outs(%d : memref<63x64xf32>) {
  ^bb0(%x: f32, %out: f32):
    %0 = arith.negf %x : f32
    linalg.yield %0 : f32
  }
  return %d : memref<63x64xf32>
}
