// A backslash at the end of a name ended no string; quotes in the name of a
// function ended one too early.
// RUN: amp-opt %s --amp-view-precision=%t.dot -o /dev/null
// RUN: FileCheck %s --input-file=%t.dot
// CHECK: subgraph cluster_0 { label="@&quot;a\\\\&quot;"; color=gray;
// CHECK: tooltip="C:\\dir\\", label=<
// CHECK-SAME: <I>C:\dir\</I>
// CHECK: tooltip="&quot;q&quot; r", label=<
// CHECK-SAME: <I>&quot;q&quot; r</I>
// A name that is too long for Graphviz is cut, between two characters.
// CHECK: <I>x{{(é){255}\.\.\.}}</I>
func.func @"a\5C"(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%a, %a : tensor<64x64xf32>, tensor<64x64xf32>) outs(%a : tensor<64x64xf32>) -> tensor<64x64xf32> loc("C:\5Cdir\5C")
  return %0 : tensor<64x64xf32>
}
func.func @b(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = math.exp %a : tensor<64x64xf32> loc("\22q\22\01r")
  return %0 : tensor<64x64xf32>
}
func.func @c(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = math.exp %a : tensor<64x64xf32> loc("xéééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé")
  return %0 : tensor<64x64xf32>
}
