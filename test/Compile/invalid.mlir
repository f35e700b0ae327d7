// What cannot be compiled gives one located error, exit status 1 and no file.
// RUN: split-file %s %t
// What a shell makes of a variable that is not set is no wish for f32.
// RUN: not amp-compile %t/good.mlir --autocast= -o %t/out.so 2>&1 | FileCheck %s --check-prefix=AUTOCAST
// RUN: test ! -e %t/out.so
// AUTOCAST: amp-compile: --autocast: expected f16 or bf16, got none
// RUN: not amp-compile %t/dynamic.mlir -o %t/out.so 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: dynamic.mlir:1:{{[0-9]+}}: error: expected argument 0 of 'main' to have a static shape, got 'tensor<?xf32>'
// RUN: not amp-compile %t/type.mlir -o %t/out.so 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: type.mlir:1:{{[0-9]+}}: error: expected argument 0 of 'main' to have elements of f64, {{.*}}, got 'tensor<2xcomplex<f32>>'
// RUN: not amp-compile %t/scalar.mlir -o %t/out.so 2>&1 | FileCheck %s --check-prefix=SCALAR
// SCALAR: scalar.mlir:1:{{[0-9]+}}: error: expected result 0 of 'main' to be a ranked tensor, got 'f32'
// RUN: not amp-compile %t/good.mlir --entry=other -o %t/out.so 2>&1 | FileCheck %s --check-prefix=ENTRY --implicit-check-not=func.func
// ENTRY: good.mlir:{{.*}}: error: expected a function 'other' with a body, got 'main'{{$}}
// RUN: not amp-compile %t/unknown.mlir -o %t/out.so 2>&1 | FileCheck %s --check-prefix=OP
// OP: unknown.mlir:2:{{[0-9]+}}: error: operation being parsed with an unregistered dialect, for which no target has code{{$}}
// RUN: not amp-compile %t/unknown-type.mlir -o %t/out.so 2>&1 | FileCheck %s --check-prefix=TYPEOF
// TYPEOF: unknown-type.mlir:1:{{[0-9]+}}: error: {{.*}} created with unregistered dialect, for which no target has code{{$}}
// RUN: not amp-compile %t/float8.mlir -o %t/out.so 2>&1 | FileCheck %s --check-prefix=LEFT
// LEFT: float8.mlir:2:{{[0-9]+}}: error: 'arith.truncf' op has no lowering to LLVM from 'f32' to 'f8E4M3FNUZ'
// RUN: not amp-compile %t/sparse.mlir -o %t/out.so 2>&1 | FileCheck %s --check-prefix=SPARSE
// RUN: not amp-compile %t/sparse.mlir --target=cuda:sm_80 --kernels=llvm -o %t/out.so 2>&1 | FileCheck %s --check-prefix=SPARSE
// SPARSE: sparse.mlir:2:{{[0-9]+}}: error: expected dense tensors without an encoding, got 'tensor<4xf32, #sparse_tensor.encoding<{{.*}}>>'
// RUN: not amp-compile %t/state.mlir -o %t/out.so 2>&1 | FileCheck %s --check-prefix=STATE
// RUN: not amp-compile %t/state.mlir --target=cuda:sm_80 --kernels=llvm -o %t/out.so 2>&1 | FileCheck %s --check-prefix=STATE
// STATE: state.mlir:5:{{[0-9]+}}: error: 'ml_program.global_store' op expected a global that is never written and read again later, since a run of a compiled model keeps nothing for the next one, got '@count'
// STATE: state.mlir:3:{{[0-9]+}}: note: read here
// RUN: not amp-compile %t/extern.mlir -o %t/out.so 2>&1 | FileCheck %s --check-prefix=EXTERN
// EXTERN: extern.mlir:3:{{[0-9]+}}: error: 'ml_program.global_load' op expected a global with a value of its own, got '@g'
// RUN: not amp-compile %t/elided.mlir -o %t/out.so 2>&1 | FileCheck %s --check-prefix=ELIDED
// ELIDED: elided.mlir:2:{{[0-9]+}}: error: the data of dense_resource<__elided__> is not in the file
// RUN: not amp-compile %t/short.mlir -o %t/out.so 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: short.mlir:2:{{[0-9]+}}: error: expected 8 bytes of data in dense_resource<w>, got 4
// RUN: not amp-compile %t/good.mlir --target=tpu -o %t/out.so 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: error: expected target cpu{{.*}}, got 'tpu'
// RUN: not amp-compile %t/good.mlir --mcpu=z80 -o %t/out.so 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: error: expected a processor that LLVM knows, got 'z80'
// RUN: not amp-compile %t/good.mlir --autocast=i8 -o %t/out.so 2>&1 | FileCheck %s --check-prefix=LOW
// LOW: error: {{.*}}i8
// RUN: not amp-compile %t/missing.mlir -o %t/out.so 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: missing.mlir{{.*}}No such file
// RUN: not amp-compile %t/good.mlir -o %t/no/such/folder/out.so 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: error: cannot write '{{.*}}out.so': No such file or directory
// RUN: env CC=/no/such/compiler not amp-compile %t/good.mlir -o %t/out.so 2>&1 | FileCheck %s --check-prefix=LINKER
// LINKER: error: linking with '/no/such/compiler' failed: {{.*}}No such file
// What the target or the conversion has no use for is refused; the library and
// its header come together or not at all.
// RUN: not amp-compile %t/good.mlir --kernels=llvm -o %t/out.so 2>&1 | FileCheck %s --check-prefix=UNUSED
// UNUSED: error: kernels, a layout of convolutions, attention in parts or a table of products need a target cuda:CHIP
// RUN: not amp-compile %t/good.mlir --policy=pytorch -o %t/out.so 2>&1 | FileCheck %s --check-prefix=POLICY
// POLICY: error: a policy, a profile, a plan, a report or a converted signature need autocast=f16 or bf16
// RUN: not amp-compile %t/good.mlir --header=%t/no/out.h -o %t/out.so 2>&1 | FileCheck %s --check-prefix=HEADER
// HEADER: error: cannot write '{{.*}}out.h': No such file or directory
// RUN: ls %t | FileCheck %s --check-prefix=FILES
// FILES: good.mlir
// FILES-NOT: out

//--- dynamic.mlir
func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> { return %a : tensor<?xf32> }
//--- type.mlir
func.func @main(%a: tensor<2xcomplex<f32>>) { return }
//--- scalar.mlir
func.func @main() -> f32 { %a = arith.constant 0.0 : f32 return %a : f32 }
//--- unknown.mlir
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "strange.op"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
//--- unknown-type.mlir
func.func private @other(!strange<"type">)
//--- float8.mlir
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = arith.truncf %a : tensor<2xf32> to tensor<2xf8E4M3FNUZ>
  %1 = arith.extf %0 : tensor<2xf8E4M3FNUZ> to tensor<2xf32>
  return %1 : tensor<2xf32>
}
//--- sparse.mlir
#s = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @main(%a: tensor<4xf32, #s>) -> tensor<4xf32, #s> { return %a : tensor<4xf32, #s> }
//--- state.mlir
tosa.variable @count = dense<1.0> : tensor<2xf32>
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tosa.variable_read @count : tensor<2xf32>
  %1 = arith.addf %0, %a : tensor<2xf32>
  tosa.variable_write @count, %1 : tensor<2xf32>
  return %1 : tensor<2xf32>
}
//--- extern.mlir
ml_program.global private mutable @g(#ml_program.extern<tensor<2xf32>>) : tensor<2xf32>
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = ml_program.global_load @g : tensor<2xf32>
  return %0 : tensor<2xf32>
}
//--- elided.mlir
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = arith.constant dense_resource<__elided__> : tensor<2xf32>
  %1 = arith.addf %a, %0 : tensor<2xf32>
  return %1 : tensor<2xf32>
}
//--- short.mlir
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = arith.constant dense_resource<w> : tensor<2xf32>
  %1 = arith.addf %a, %0 : tensor<2xf32>
  return %1 : tensor<2xf32>
}
{-# dialect_resources: { builtin: { w: "0x040000000000803F" } } #-}
//--- good.mlir
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> { return %a : tensor<2xf32> }
