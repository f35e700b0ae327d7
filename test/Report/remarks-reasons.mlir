// An op's reason is its own and not that of the op before it, an op that writes
// f32 for readers of f16 is not said to run in f16, and the function's name is
// still there when remarks are written at the end.
// RUN: amp-opt %s --amp-autocast=f16 --remarks-filter=amp --remark-policy=all --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s
// RUN: amp-opt %s --amp-autocast=f16 --remarks-filter=amp --remark-policy=final --remark-format=yaml --remarks-output-file=%t.yaml -o /dev/null
// RUN: FileCheck %s --check-prefix=YAML --input-file=%t.yaml
// RUN: amp-opt %s --amp-annotate=f16 | FileCheck %s --check-prefix=NOTE

// CHECK: Lowered | Category:amp | Function=@attention | {{.*}}Category=never, {{.*}}Reason="an exponential overflows and amplifies error", Remark="linalg.softmax reads or writes both f32 and f16"
// CHECK: Lowered | Category:amp | Function=@attention | {{.*}}Remark="linalg.generic computes in f32 on f16"
// CHECK: KeptHigh | Category:amp | Function=@transform | {{.*}}Reason="its transform amplifies rounding errors", Remark="linalg.winograd_filter_transform stays f32"

// YAML: Name: {{.*}}Lowered
// YAML: Function: {{.*}}@attention
// YAML: Name: {{.*}}KeptHigh
// YAML: Function: {{.*}}@transform

// NOTE: linalg.softmax {{.*}}amp.reason = "never (interface: an exponential overflows and amplifies error); reads or writes both f32 and f16"

#map = affine_map<(i, j) -> (i, j)>
func.func @attention(%a: tensor<256x256xf32>, %b: tensor<256x256xf32>, %c: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %e = tensor.empty() : tensor<256x256xf32>
  %y = linalg.matmul ins(%a, %b : tensor<256x256xf32>, tensor<256x256xf32>) outs(%c : tensor<256x256xf32>) -> tensor<256x256xf32>
  %s = linalg.softmax dimension(1) ins(%y : tensor<256x256xf32>) outs(%e : tensor<256x256xf32>) -> tensor<256x256xf32>
  %q = linalg.matmul ins(%s, %b : tensor<256x256xf32>, tensor<256x256xf32>) outs(%c : tensor<256x256xf32>) -> tensor<256x256xf32>
  %g = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%q : tensor<256x256xf32>) outs(%e : tensor<256x256xf32>) {
  ^bb0(%x: f32, %o: f32):
    %t = math.tanh %x : f32
    linalg.yield %t : f32
  } -> tensor<256x256xf32>
  %r = linalg.matmul ins(%g, %b : tensor<256x256xf32>, tensor<256x256xf32>) outs(%c : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %r : tensor<256x256xf32>
}

func.func @transform(%f: tensor<2x3x3x5xf32>) -> tensor<6x6x5x2xf32> {
  %e = tensor.empty() : tensor<6x6x5x2xf32>
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%f : tensor<2x3x3x5xf32>) outs(%e : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return %0 : tensor<6x6x5x2xf32>
}
