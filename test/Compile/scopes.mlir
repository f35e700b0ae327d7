// Without a conversion, scopes and policies in the module mean nothing: the
// module is compiled as it is.
// RUN: amp-compile %s -o %t.so
// RUN: amp-compile %s --autocast=f16 -o %t.so

amp.policy @keep {
  amp.rule op("math.tanh") never
}
func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = amp.autocast enabled(false) -> tensor<64x64xf32> {
    %1 = amp.autocast -> tensor<64x64xf32> {
      %2 = math.tanh %x : tensor<64x64xf32>
      amp.yield %2 : tensor<64x64xf32>
    }
    amp.yield %1 : tensor<64x64xf32>
  }
  return %0 : tensor<64x64xf32>
}
