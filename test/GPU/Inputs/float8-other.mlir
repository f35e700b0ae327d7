// A type of 8 bits that no GPU kernel takes.
func.func private @other(%a: tensor<64x128xf8E4M3FNUZ>, %b: tensor<64x128xf8E4M3FNUZ>,
    %i: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {amp.kernel} {
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<64x128xf8E4M3FNUZ>, tensor<64x128xf8E4M3FNUZ>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}
