// Short loops are annotated to be masked vectors; what is long, not arithmetic, or
// apart is not.
// RUN: amp-opt %s --amp-cpu-mask-rows --split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-cpu-kernels --amp-cpu-mask-rows --split-input-file | FileCheck %s --check-prefix=KERNEL

// CHECK-DAG: #[[WIDE:.*]] = #llvm.loop_vectorize<predicateEnable = true, width = 16 : i32>
// CHECK-DAG: #[[HALF:.*]] = #llvm.loop_vectorize<predicateEnable = true, width = 8 : i32>
// CHECK-DAG: #[[W:.*]] = #llvm.loop_annotation<vectorize = #[[WIDE]], interleave = #{{.*}}>
// CHECK-DAG: #[[H:.*]] = #llvm.loop_annotation<vectorize = #[[HALF]], interleave = #{{.*}}>

// Rows of 28, of 7, of 28 f64, and a part of a row of 14.
// CHECK-LABEL: func @short
// CHECK: } {loop_annotation = #[[W]]}
// CHECK: } {loop_annotation = #[[H]]}
// CHECK: } {loop_annotation = #[[H]]}
// CHECK: } {loop_annotation = #[[W]]}
func.func @short(%a: !llvm.ptr, %b: !llvm.ptr, %row: i64, %lo: i64, %hi: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c7 = arith.constant 7 : i64
  %c14 = arith.constant 14 : i64
  %c28 = arith.constant 28 : i64
  scf.for %i = %c0 to %c28 step %c1 : i64 {
    %offset = arith.muli %row, %c28 : i64
    %at = arith.addi %offset, %i : i64
    %p = llvm.getelementptr %a[%at] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
    %x = llvm.load %p : !llvm.ptr -> bf16
    %y = arith.extf %x : bf16 to f32
    %q = llvm.getelementptr %b[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %y, %q : f32, !llvm.ptr
  }
  scf.for %i = %c0 to %c7 step %c1 : i64 {
    %q = llvm.getelementptr %b[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %q : !llvm.ptr -> f32
    %y = math.sqrt %x : f32
    llvm.store %y, %q : f32, !llvm.ptr
  }
  scf.for %i = %c0 to %c28 step %c1 : i64 {
    %q = llvm.getelementptr %b[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %x = llvm.load %q : !llvm.ptr -> f64
    %y = arith.negf %x : f64
    llvm.store %y, %q : f64, !llvm.ptr
  }
  %from = arith.maxsi %lo, %c0 : i64
  %to = arith.minsi %hi, %c14 : i64
  scf.for %i = %from to %to step %c1 : i64 {
    %at = arith.subi %i, %lo : i64
    %p = llvm.getelementptr %a[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %p : !llvm.ptr -> f32
    %q = llvm.getelementptr %b[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %x, %q : f32, !llvm.ptr
  }
  return
}

// -----

// Every other element: LLVM's own way, but for rows that it would leave to scalars.
// CHECK-DAG: #[[FOUR:.*]] = #llvm.loop_vectorize<disable = false, predicateEnable = false, width = 4 : i32>
// CHECK-DAG: #[[F:.*]] = #llvm.loop_annotation<vectorize = #[[FOUR]], interleave = #{{.*}}>
// CHECK-LABEL: func @apart
// CHECK: } {loop_annotation = #[[F]]}
// CHECK-NOT: loop_annotation
// CHECK: return
func.func @apart(%a: !llvm.ptr, %b: !llvm.ptr) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %c14 = arith.constant 14 : i64
  %c28 = arith.constant 28 : i64
  scf.for %i = %c0 to %c14 step %c1 : i64 {
    %at = arith.muli %i, %c2 : i64
    %p = llvm.getelementptr %a[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %p : !llvm.ptr -> f32
    %q = llvm.getelementptr %b[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %x, %q : f32, !llvm.ptr
  }
  scf.for %i = %c0 to %c28 step %c1 : i64 {
    %at = arith.muli %i, %c2 : i64
    %p = llvm.getelementptr %a[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %p : !llvm.ptr -> f32
    %q = llvm.getelementptr %b[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %x, %q : f32, !llvm.ptr
  }
  return
}

// -----

// A long row, one of unknown length, a running sum (lanes would change it), also one
// in memory, a function of libm, a division that must not see other lanes.
// CHECK-LABEL: func @others
// CHECK-NOT: loop_annotation
// CHECK: return
func.func @others(%a: !llvm.ptr, %n: i64, %zero: f32, %d: i64) -> f32 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c9 = arith.constant 9 : i64
  %c200 = arith.constant 200 : i64
  scf.for %i = %c0 to %c200 step %c1 : i64 {
    %q = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %zero, %q : f32, !llvm.ptr
  }
  scf.for %i = %c0 to %n step %c1 : i64 {
    %q = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %zero, %q : f32, !llvm.ptr
  }
  %sum = scf.for %i = %c0 to %c9 step %c1 iter_args(%s = %zero) -> (f32) : i64 {
    %q = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %q : !llvm.ptr -> f32
    %t = arith.addf %s, %x : f32
    scf.yield %t : f32
  }
  scf.for %i = %c0 to %c9 step %c1 : i64 {
    %q = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %q : !llvm.ptr -> f32
    %p = llvm.getelementptr %a[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %y = llvm.load %p : !llvm.ptr -> f32
    %z = arith.addf %x, %y : f32
    llvm.store %z, %p : f32, !llvm.ptr
  }
  scf.for %i = %c0 to %c9 step %c1 : i64 {
    %q = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %q : !llvm.ptr -> f32
    %y = math.tan %x : f32
    llvm.store %y, %q : f32, !llvm.ptr
  }
  scf.for %i = %c0 to %c9 step %c1 : i64 {
    %q = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    %x = llvm.load %q : !llvm.ptr -> i64
    %y = arith.divsi %x, %d : i64
    llvm.store %y, %q : i64, !llvm.ptr
  }
  return %sum : f32
}

// -----

// A depthwise convolution is such a loop; the annotation reaches LLVM.
// KERNEL-LABEL: func @depthwise
// KERNEL: func private @amp_kernel_0
// KERNEL: } {loop_annotation = #{{.*}}}
func.func @depthwise(%x: memref<1x8x16x16xf32>, %w: memref<8x3x3xf32>, %c: memref<1x8x14x14xf32>) {
  linalg.depthwise_conv_2d_nchw_chw ins(%x, %w : memref<1x8x16x16xf32>, memref<8x3x3xf32>)
    outs(%c : memref<1x8x14x14xf32>)
  return
}
