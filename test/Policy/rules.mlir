// A rule keeps one op as it came; from the module, from a file, from a preset.
// RUN: split-file %s %t
// RUN: amp-opt --amp-autocast=f16 %t/model.mlir | FileCheck %s --check-prefix=NONE
// RUN: amp-opt --amp-autocast="f16 policy=%t/by-name.mlir" %t/model.mlir | FileCheck %s --check-prefix=NAME
// RUN: amp-opt --amp-autocast="f16 policy=%t/by-size.mlir" %t/model.mlir | FileCheck %s --check-prefix=SIZE
// RUN: amp-opt --amp-autocast="f16 policy=%t/all-never.mlir" %t/model.mlir | FileCheck %s --check-prefix=NEVER
// RUN: amp-opt --amp-autocast="f16 policy=default" %t/model.mlir | FileCheck %s --check-prefix=NONE

// NONE-LABEL: func.func @model
// NONE: linalg.matmul {{.*}}ins(%{{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
// NONE: linalg.matmul {{.*}}ins(%{{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
// NONE: linalg.matmul {{.*}}ins(%{{.*}} : tensor<64x64xf16>, tensor<64x32xf16>)

// NAME-LABEL: func.func @model
// NAME: linalg.matmul {{.*}}ins(%{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
// NAME: linalg.matmul {{.*}}ins(%{{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
// NAME: linalg.matmul {{.*}}ins(%{{.*}} : tensor<64x64xf16>, tensor<64x32xf16>)

// SIZE-LABEL: func.func @model
// SIZE: linalg.matmul {{.*}}ins(%{{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
// SIZE: linalg.matmul {{.*}}ins(%{{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
// SIZE: linalg.matmul {{.*}}ins(%{{.*}} : tensor<64x64xf32>, tensor<64x32xf32>)

// "Everything NEVER" is the identity.
// NEVER-LABEL: func.func @model
// NEVER-NOT: f16

//--- model.mlir
func.func @model(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32> loc("encoder/0/attention")
  %1 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32> loc("encoder/0/mlp")
  %f = tensor.empty() : tensor<64x32xf32>
  %j = linalg.fill ins(%zero : f32) outs(%f : tensor<64x32xf32>) -> tensor<64x32xf32>
  %2 = linalg.matmul ins(%1, %v : tensor<64x64xf32>, tensor<64x32xf32>) outs(%j : tensor<64x32xf32>) -> tensor<64x32xf32> loc("head")
  return %2 : tensor<64x32xf32>
}
//--- by-name.mlir
amp.policy @mine {
  amp.rule op("linalg.matmul") location("encoder/.*/attention") never
}
//--- by-size.mlir
amp.policy @mine {
  amp.rule op("linalg.matmul") operand(1) dim(1) below(64) never
}
//--- all-never.mlir
amp.policy @mine {
  amp.rule never
}
