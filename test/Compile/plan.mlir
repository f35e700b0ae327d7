// A plan and a profile reach the conversion.
// RUN: split-file %s %t
// RUN: amp-opt %t/model.mlir --amp-autocast-pipeline | FileCheck %s --check-prefix=LOW
// RUN: amp-opt %t/model.mlir --amp-autocast-pipeline=plan=%t/high.plan | FileCheck %s --check-prefix=HIGH
// LOW: linalg.matmul {{.*}}tensor<32x32xf16>
// HIGH: linalg.matmul ins({{.*}} : tensor<32x32xf32>, tensor<32x32xf32>)
// RUN: amp-compile %t/model.mlir --autocast=f16 --plan=%t/high.plan --report=%t/report.json -o %t/out.so
// RUN: not amp-compile %t/model.mlir --autocast=f16 --plan=%t/other.plan -o %t/bad.so 2>&1 | FileCheck %s --check-prefix=PLAN
// PLAN: other.plan:2:{{.*}}error:
// RUN: not amp-compile %t/model.mlir --autocast=f16 --profile=%t/no.profile -o %t/bad.so 2>&1 | FileCheck %s --check-prefix=PROFILE
// PROFILE: error: {{.*}}no.profile
// RUN: not amp-opt %t/model.mlir --amp-autocast-pipeline=profile=%t/no.profile 2>&1 | FileCheck %s --check-prefix=PROFILE
// RUN: not amp-compile %t/model.mlir --plan=%t/high.plan -o %t/bad.so 2>&1 | FileCheck %s --check-prefix=UNUSED
// UNUSED: error: a policy, a profile, a plan, a report or a converted signature need autocast=f16 or bf16
// RUN: ls %t | FileCheck %s --check-prefix=FILES
// FILES-NOT: bad

//--- high.plan
amp-plan 1 f32 f16
@main/linalg.matmul#0: high -> high
//--- other.plan
amp-plan 1 f32 f16
@main/linalg.conv#0: high -> high
//--- model.mlir
func.func @main(%x: tensor<32x32xf32>, %w: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x32xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<32x32xf32>, tensor<32x32xf32>)
    outs(%i : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}
