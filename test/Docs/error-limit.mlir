// A TOSA layer, in which each op rounds its own result, moves the fewest bytes
// within the limit on the error; a chain for which that costs more bytes than
// it saves says so.
// RUN: amp-opt --amp-autocast="f16 error-ratio=1.2 report=-" %S/../Models/bert-layer-tosa.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=TABLE
// RUN: amp-opt --amp-autocast="f16 error-ratio=1.2 report=%t.json" %S/../Models/bert-layer-tosa.mlir -o /dev/null
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: amp-opt --amp-annotate="f16 error-ratio=1.2" %S/../Models/bert-layer-tosa.mlir | FileCheck %s --check-prefix=WHY
// RUN: amp-opt --amp-annotate=f16 %S/../Models/bert-layer-tosa.mlir | FileCheck %s --check-prefix=OFF
// RUN: amp-opt --amp-autocast="f16 error-ratio=1.2 report=-" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: not amp-opt --amp-autocast="f16 error-ratio=-1" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=BAD
// TABLE: estimated error: 1.{{[01][0-9]}} times greedy's, limit 1.2; without it 1.{{[2-9]}}
// JSON: "error": {
// JSON-NEXT: "limit": 1.{{[12][0-9]*}},
// JSON: "binding": true,
// JSON-NEXT: "reached": true,
// WHY: bound by error-limit
// OFF: amp.reason
// OFF-NOT: error-limit
// FAR: limit 1.2 (out of reach); without it
// BAD: error: expected error-ratio to be 0 or more, got -1
func.func @layer(%x: tensor<1x64x256xf32>, %w: tensor<1x256x256xf32>,
                 %mean: tensor<1x1x256xf32>, %scale: tensor<1x1x256xf32>,
                 %shift: tensor<1x1x256xf32>, %v: tensor<1x256x64xf32>)
    -> tensor<1x64x64xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %none = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.matmul %x, %w, %zero, %zero : (tensor<1x64x256xf32>, tensor<1x256x256xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x256xf32>
  %1 = tosa.sub %0, %mean : (tensor<1x64x256xf32>, tensor<1x1x256xf32>) -> tensor<1x64x256xf32>
  %2 = tosa.mul %1, %scale, %none : (tensor<1x64x256xf32>, tensor<1x1x256xf32>, tensor<1xi8>) -> tensor<1x64x256xf32>
  %3 = tosa.add %2, %shift : (tensor<1x64x256xf32>, tensor<1x1x256xf32>) -> tensor<1x64x256xf32>
  %4 = tosa.tanh %3 : (tensor<1x64x256xf32>) -> tensor<1x64x256xf32>
  %5 = tosa.matmul %4, %v, %zero, %zero : (tensor<1x64x256xf32>, tensor<1x256x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  return %5 : tensor<1x64x64xf32>
}
