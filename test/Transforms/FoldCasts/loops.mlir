// A cast in front of a loop stays there: moved in, it would be made again in each
// iteration, or the loop would read the wider type.
// RUN: amp-opt %s --amp-fold-casts | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @narrowed
// CHECK: arith.truncf %{{.*}} : tensor<64x64xf32> to tensor<64x64xf16>
// CHECK: scf.for
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<64x64xf16>)
func.func @narrowed(%x: tensor<64x64xf32>, %n: index, %init: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = arith.truncf %x fastmath<contract> : tensor<64x64xf32> to tensor<64x64xf16>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> tensor<64x64xf16> {
    %g = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
           ins(%t : tensor<64x64xf16>) outs(%a : tensor<64x64xf16>) {
    ^bb0(%p: f16, %q: f16):
      %m = arith.maximumf %p, %q : f16
      linalg.yield %m : f16
    } -> tensor<64x64xf16>
    scf.yield %g : tensor<64x64xf16>
  }
  return %r : tensor<64x64xf16>
}

// CHECK-LABEL: func.func @widened
// CHECK: arith.extf %{{.*}} : tensor<64x64xf16> to tensor<64x64xf32>
// CHECK: scf.for
// CHECK-NOT: arith.extf
func.func @widened(%x: tensor<64x64xf16>, %init: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %t = arith.extf %x fastmath<contract> : tensor<64x64xf16> to tensor<64x64xf32>
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%a = %init) -> tensor<64x64xf32> {
    %s = tensor.extract_slice %t[0, 0] [64, 63] [1, 1] : tensor<64x64xf32> to tensor<64x63xf32>
    %k = tensor.insert_slice %s into %a[0, 0] [64, 63] [1, 1] : tensor<64x63xf32> into tensor<64x64xf32>
    scf.yield %k : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}

// A loop over rows casts each element once.
// CHECK-LABEL: func.func @rows
// CHECK-NOT: arith.extf
// CHECK: scf.for
// CHECK: arith.extf %{{.*}} : tensor<1x64xf16> to tensor<1x64xf32>
func.func @rows(%x: tensor<64x64xf16>, %init: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %t = arith.extf %x fastmath<contract> : tensor<64x64xf16> to tensor<64x64xf32>
  %r = scf.for %i = %c0 to %c64 step %c1 iter_args(%a = %init) -> tensor<64x64xf32> {
    %s = tensor.extract_slice %t[%i, 0] [1, 64] [1, 1] : tensor<64x64xf32> to tensor<1x64xf32>
    %k = tensor.insert_slice %s into %a[%i, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<64x64xf32>
    scf.yield %k : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}
