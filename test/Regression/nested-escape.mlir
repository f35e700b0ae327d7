// A private function of a module within the module that is used as a value, or
// that an attribute names, keeps its signature: it changed, and the result did
// not verify.
// RUN: amp-opt %s --split-input-file --allow-unregistered-dialect --amp-autocast=f16 | FileCheck %s

// CHECK: func.func private @value(%{{.*}}: tensor<64x64xf32>, %{{.*}}: tensor<64x64xf32>) -> tensor<64x64xf32>
// CHECK: constant @value : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
module {
  module @inner {
    func.func private @value(%x: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
      %0 = linalg.matmul ins(%x, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
      return %0 : tensor<64x64xf32>
    }
    func.func @main() -> ((tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>) {
      %f = constant @value : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      return %f : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    }
  }
}

// -----

// Beside it, a function that is only called takes the low type.
// CHECK: func.func private @named(%{{.*}}: tensor<64x64xf32>, %{{.*}}: tensor<64x64xf32>) -> tensor<64x64xf32>
// CHECK: func.func private @called(%{{.*}}: tensor<64x64xf16>
module {
  module @inner {
    func.func private @named(%x: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
      %0 = linalg.matmul ins(%x, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
      return %0 : tensor<64x64xf32>
    }
    "test.table"() {entry = [@named]} : () -> ()
    func.func private @called(%x: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
      %0 = linalg.matmul ins(%x, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
      return %0 : tensor<64x64xf32>
    }
    func.func @main(%x: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
      %0 = linalg.matmul ins(%x, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
      %1 = call @called(%0, %i) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %2 = linalg.matmul ins(%1, %1 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
      return %2 : tensor<64x64xf32>
    }
  }
}

// -----

// So does one that an attribute of a call names, beside its callee.
// CHECK: func.func private @fallback(%{{.*}}: tensor<64x64xf32>, %{{.*}}: tensor<64x64xf32>) -> tensor<64x64xf32>
module {
  func.func private @fallback(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%x : tensor<64x64xf32>) -> tensor<64x64xf32>
    return %0 : tensor<64x64xf32>
  }
  func.func private @other(tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %0 = func.call @other(%x, %w) {my.fallback = @fallback} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %1 = func.call @fallback(%x, %w) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %2 = func.call @fallback(%1, %w) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    return %2 : tensor<64x64xf32>
  }
}
