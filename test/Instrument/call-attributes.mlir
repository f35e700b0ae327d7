// What a call says of its arguments and results stays, beside the table.
// RUN: amp-opt --amp-instrument %s | FileCheck %s

// CHECK: call @g({{.*}}) {arg_attrs = [{my.a = 1 : i32}, {}, {}], my.tag, no_inline, res_attrs = [{my.b}]}
func.func private @g(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %s = math.absf %x : tensor<64x64xf32>
  return %s : tensor<64x64xf32>
}
func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %s = func.call @g(%x) {no_inline, arg_attrs = [{my.a = 1 : i32}], res_attrs = [{my.b}], my.tag} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %s : tensor<64x64xf32>
}
