// Rules about one type alone: of running values, of what is stored.
// RUN: split-file %s %t
// RUN: amp-opt %t/sums.mlir --amp-autocast=f16 | FileCheck %s --check-prefix=SUMS
// RUN: amp-opt %t/kept.mlir --amp-autocast="f16 accumulate=low" | FileCheck %s --check-prefix=KEPT
// RUN: amp-opt %t/stored.mlir --amp-autocast=f16 | FileCheck %s --check-prefix=STORED
// RUN: amp-opt %t/stored.mlir --amp-autocast=f16 -o %t/once.mlir
// RUN: amp-opt %t/once.mlir --amp-autocast=f16 | diff - %t/once.mlir
// RUN: amp-opt %t/other.mlir --amp-autocast=f16 --verify-diagnostics | FileCheck %s --check-prefix=OTHER

//--- sums.mlir
// One product accumulates low, the other does not.
// SUMS-LABEL: func.func @sums
// SUMS: linalg.matmul ins({{.*}}f16>, {{.*}}f16>) outs({{.*}} : tensor<64x64xf32>) -> tensor<64x64xf32>
// SUMS: linalg.matmul {narrow} ins({{.*}}f16>, {{.*}}f16>) outs({{.*}} : tensor<64x64xf16>) -> tensor<64x64xf16>
amp.policy @p {
  amp.rule op("linalg.matmul") attr("narrow") accumulate(f16)
}
func.func @sums(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul {narrow} ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0, %1 : tensor<64x64xf32>, tensor<64x64xf32>
}

//--- kept.mlir
// KEPT-LABEL: func.func @kept
// KEPT: linalg.matmul ins({{.*}}f16>, {{.*}}f16>) outs({{.*}} : tensor<64x64xf16>) -> tensor<64x64xf16>
// KEPT: linalg.matmul {amp.accumulate = f32} ins({{.*}}f16>, {{.*}}f16>) outs({{.*}} : tensor<64x64xf32>) -> tensor<64x64xf32>
func.func @kept(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul {amp.accumulate = f32} ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0, %1 : tensor<64x64xf32>, tensor<64x64xf32>
}

//--- stored.mlir
// What lies between two products is stored low unless a rule says otherwise;
// an exponential is stored high unless one does, and computed high anyway.
// STORED-LABEL: func.func @stored
// STORED: %[[SUM:.*]] = arith.addf {{.*}} : tensor<64x64xf16>
// STORED: linalg.matmul ins(%[[SUM]]
// STORED: %[[HIGH:.*]] = arith.addf {{.*}} {amp.result = f32} : tensor<64x64xf32>
// STORED: %[[CAST:.*]] = arith.truncf %[[HIGH]]
// STORED: linalg.matmul ins(%[[CAST]]
// STORED: %[[EXP:.*]] = math.exp {{.*}} {amp.result = f16} : tensor<64x64xf32>
// STORED: %[[LOW:.*]] = arith.truncf %[[EXP]]
// STORED: linalg.transpose ins(%[[LOW]] : tensor<64x64xf16>)
// STORED: %[[PRODUCT:.*]] = linalg.matmul {amp.result = f16} {{.*}} -> tensor<64x64xf32>
// STORED: %[[ROUNDED:.*]] = arith.truncf %[[PRODUCT]]
// STORED: linalg.transpose ins(%[[ROUNDED]] : tensor<64x64xf16>)
func.func @stored(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>, %e: tensor<64x64xf32>)
    -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = arith.addf %p, %p : tensor<64x64xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = arith.addf %p, %p {amp.result = f32} : tensor<64x64xf32>
  %3 = linalg.matmul ins(%2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %4 = math.exp %x {amp.result = f16} : tensor<64x64xf32>
  %5 = linalg.transpose ins(%4 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) permutation = [1, 0]
  %6 = linalg.matmul {amp.result = f16} ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %7 = linalg.transpose ins(%6 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) permutation = [1, 0]
  return %1, %3, %5, %7 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}

//--- rounded.mlir
// Who needs f32 reads what was rounded; a cast that nothing folds away shows it.
// RUN: amp-opt %t/rounded.mlir --amp-autocast=f16 -o %t/rounded-once.mlir
// RUN: FileCheck %s --check-prefix=WIDENED --input-file=%t/rounded-once.mlir
// RUN: amp-opt %t/rounded-once.mlir --canonicalize | FileCheck %s --check-prefix=WIDENED
// RUN: amp-opt %t/rounded-once.mlir --amp-autocast=f16 | diff - %t/rounded-once.mlir
// WIDENED-LABEL: func.func @rounded
// WIDENED: %[[PRODUCT:.*]] = linalg.matmul {amp.result = f16} {{.*}} -> tensor<64x64xf32>
// WIDENED: %[[NARROW:.*]] = arith.truncf %[[PRODUCT]] fastmath<contract>
// WIDENED: %[[WIDE:.*]] = arith.extf %[[NARROW]] : tensor<64x64xf16> to tensor<64x64xf32>
// WIDENED: linalg.exp ins(%[[WIDE]] : tensor<64x64xf32>)
// WIDENED: %[[EXP:.*]] = math.exp {{.*}} {amp.result = f16} : tensor<64x64xf32>
// WIDENED: %[[NARROW_EXP:.*]] = arith.truncf %[[EXP]] fastmath<contract>
// WIDENED: %[[WIDE_EXP:.*]] = arith.extf %[[NARROW_EXP]] : tensor<64x64xf16> to tensor<64x64xf32>
// WIDENED: return {{.*}}, %[[WIDE_EXP]]
func.func @rounded(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>, %e: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = linalg.matmul {amp.result = f16} ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.exp ins(%0 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = math.exp %x {amp.result = f16} : tensor<64x64xf32>
  return %1, %2 : tensor<64x64xf32>, tensor<64x64xf32>
}

//--- other.mlir
// A type that is none of the two, and one that cannot hold the result.
// OTHER-LABEL: func.func @other
// OTHER: linalg.matmul {{.*}} -> tensor<64x64xf32>
// OTHER: arith.mulf {{.*}} : tensor<64x64xf32>
func.func @other(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  // expected-warning @below {{a rule asks for 'bf16', but this conversion has 'f16' and 'f32' alone}}
  %0 = linalg.matmul {amp.accumulate = bf16} ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = arith.constant dense<1.0e6> : tensor<64x64xf32>
  %k = math.absf %c : tensor<64x64xf32>
  // expected-warning @below {{a rule asks for a result in 'f16', which cannot hold}}
  %1 = arith.mulf %k, %k {amp.result = f16} : tensor<64x64xf32>
  return %0, %1 : tensor<64x64xf32>, tensor<64x64xf32>
}
