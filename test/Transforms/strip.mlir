// What steered the conversion goes; stock tools read the rest. What others wrote
// stays.
// RUN: amp-opt %s --amp-strip | mlir-opt-22 | FileCheck %s
// RUN: amp-opt %s --amp-autocast-pipeline=type=f16 | mlir-opt-22 | FileCheck %s
// RUN: amp-opt %s --amp-autocast-pipeline="type=f16 strip=false" | FileCheck %s --check-prefix=KEPT

// CHECK-NOT: amp.
// KEPT: amp.policy @mine
// KEPT: amp.category
amp.policy @mine {
  amp.rule op("linalg.max") never
}
// CHECK: func.func @main(%{{.*}}: tensor<64x64xf32> {my.name = "x"}, %{{.*}}: tensor<64x64xf32>)
// CHECK: linalg.matmul {my.tag} ins(%{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK-NOT: amp.
func.func @main(%x: tensor<64x64xf32> {amp.range = array<f64: -1.0, 1.0>, my.name = "x"},
                %w: tensor<64x64xf32> {amp.range = array<f64: -1.0, 1.0>}) -> tensor<64x64xf32> {
  %0 = linalg.matmul {amp.category = #amp.category<never>, my.tag}
         ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%x : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
