// Rows whose logits come of another reduction, and those whose total is not f32, are no
// softmax that goes from tile to tile: they are there as a whole.
// RUN: amp-opt %s --amp-form-kernels --split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-to-nvvm="sm_80 format=isa" --split-input-file -o /dev/null
// RUN: amp-opt %s --amp-to-nvvm="sm_90a format=isa" --split-input-file -o /dev/null

// Scores over their sum.
// CHECK-LABEL: func.func @main
// CHECK: call @attention_0

#s = affine_map<(b, i, j, k) -> (b, i, j)>
#o = affine_map<(b, i, j, k) -> (b, i, j)>
#all = affine_map<(b, i, j) -> (b, i, j)>
#row = affine_map<(b, i, j) -> (b, i)>
#mask = affine_map<(b, i, j) -> (b, j)>
func.func @main(%q: tensor<4x32x16xf16>, %k: tensor<4x48x16xf16>, %v: tensor<4x48x16xf16>,
    %m: tensor<4x48xf32>) -> tensor<4x32x16xf16> {
  %z = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %far = arith.constant -1.0e30 : f32
  %scale = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<4x32x48xf32>
  %zs = linalg.fill ins(%z : f32) outs(%e : tensor<4x32x48xf32>) -> tensor<4x32x48xf32>
  %scores = linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>,
      affine_map<(b, i, j, k) -> (b, j, k)>, #s],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<4x32x16xf16>, tensor<4x48x16xf16>) outs(%zs : tensor<4x32x48xf32>) {
  ^bb0(%x: f16, %y: f16, %s: f32):
    %1 = arith.extf %x : f16 to f32
    %2 = arith.extf %y : f16 to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %s, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<4x32x48xf32>
  %masked0 = linalg.generic {indexing_maps = [#all, #mask, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scores, %m : tensor<4x32x48xf32>, tensor<4x48xf32>)
      outs(%e : tensor<4x32x48xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %1 = arith.mulf %x, %scale : f32
    
    
    linalg.yield %1 : f32
  } -> tensor<4x32x48xf32>
  %er = tensor.empty() : tensor<4x32xf32>
  %zmean = linalg.fill ins(%z : f32) outs(%er : tensor<4x32xf32>) -> tensor<4x32xf32>
  %mean = linalg.generic {indexing_maps = [#all, #row],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%masked0 : tensor<4x32x48xf32>) outs(%zmean : tensor<4x32xf32>) {
  ^bb0(%x: f32, %s: f32):
    %1 = arith.addf %x, %s : f32
    linalg.yield %1 : f32
  } -> tensor<4x32xf32>
  %masked = linalg.generic {indexing_maps = [#all, #row, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%masked0, %mean : tensor<4x32x48xf32>, tensor<4x32xf32>)
      outs(%e : tensor<4x32x48xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %1 = arith.divf %x, %y : f32
    linalg.yield %1 : f32
  } -> tensor<4x32x48xf32>
  %l = linalg.fill ins(%least : f32) outs(%er : tensor<4x32xf32>) -> tensor<4x32xf32>
  %most = linalg.generic {indexing_maps = [#all, #row],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%masked : tensor<4x32x48xf32>) outs(%l : tensor<4x32xf32>) {
  ^bb0(%x: f32, %s: f32):
    %1 = arith.maximumf %x, %s : f32
    linalg.yield %1 : f32
  } -> tensor<4x32xf32>
  %ep = tensor.empty() : tensor<4x32x48xf32>
  %powers = linalg.generic {indexing_maps = [#all, #row, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%masked, %most : tensor<4x32x48xf32>, tensor<4x32xf32>)
      outs(%ep : tensor<4x32x48xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %1 = arith.subf %x, %y : f32
    %wide = math.exp %1 : f32
    
    linalg.yield %wide : f32
  } -> tensor<4x32x48xf32>
  %zr = linalg.fill ins(%z : f32) outs(%er : tensor<4x32xf32>) -> tensor<4x32xf32>
  %sums = linalg.generic {indexing_maps = [#all, #row],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%powers : tensor<4x32x48xf32>) outs(%zr : tensor<4x32xf32>) {
  ^bb0(%x: f32, %s: f32):
    
    %1 = arith.addf %x, %s : f32
    linalg.yield %1 : f32
  } -> tensor<4x32xf32>
  %ones = arith.constant dense<1.0> : tensor<4x32xf32>
  %shares = arith.divf %ones, %sums : tensor<4x32xf32>
  %ew = tensor.empty() : tensor<4x32x48xf16>
  %weights = linalg.generic {indexing_maps = [#all, #row, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%powers, %sums : tensor<4x32x48xf32>, tensor<4x32xf32>)
      outs(%ew : tensor<4x32x48xf16>) {
  ^bb0(%x: f32, %y: f32, %s: f16):
    
    %1 = arith.divf %x, %y : f32
    %2 = arith.truncf %1 : f32 to f16
    linalg.yield %2 : f16
  } -> tensor<4x32x48xf16>
  %eo = tensor.empty() : tensor<4x32x16xf32>
  %zo = linalg.fill ins(%z : f32) outs(%eo : tensor<4x32x16xf32>) -> tensor<4x32x16xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>,
      affine_map<(b, i, j, k) -> (b, k, j)>, #o],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%weights, %v : tensor<4x32x48xf16>, tensor<4x48x16xf16>)
      outs(%zo : tensor<4x32x16xf32>) {
  ^bb0(%x: f16, %y: f16, %s: f32):
    %1 = arith.extf %x : f16 to f32
    %2 = arith.extf %y : f16 to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %s, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<4x32x16xf32>
  %r = arith.truncf %sum : tensor<4x32x16xf32> to tensor<4x32x16xf16>
  return %r : tensor<4x32x16xf16>
}

// -----

// Sums in f16.
// CHECK-LABEL: func.func @main
// CHECK: call @attention_0

#s = affine_map<(b, i, j, k) -> (b, i, j)>
#o = affine_map<(b, i, j, k) -> (b, i, j)>
#all = affine_map<(b, i, j) -> (b, i, j)>
#row = affine_map<(b, i, j) -> (b, i)>
#mask = affine_map<(b, i, j) -> (b, j)>
func.func @main(%q: tensor<4x32x16xf16>, %k: tensor<4x48x16xf16>, %v: tensor<4x48x16xf16>,
    %m: tensor<4x48xf32>) -> tensor<4x32x16xf16> {
  %z = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %far = arith.constant -1.0e30 : f32
  %scale = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<4x32x48xf32>
  %zs = linalg.fill ins(%z : f32) outs(%e : tensor<4x32x48xf32>) -> tensor<4x32x48xf32>
  %scores = linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>,
      affine_map<(b, i, j, k) -> (b, j, k)>, #s],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<4x32x16xf16>, tensor<4x48x16xf16>) outs(%zs : tensor<4x32x48xf32>) {
  ^bb0(%x: f16, %y: f16, %s: f32):
    %1 = arith.extf %x : f16 to f32
    %2 = arith.extf %y : f16 to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %s, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<4x32x48xf32>
  %masked = linalg.generic {indexing_maps = [#all, #mask, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scores, %m : tensor<4x32x48xf32>, tensor<4x48xf32>)
      outs(%e : tensor<4x32x48xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %1 = arith.mulf %x, %scale : f32
    
    
    linalg.yield %1 : f32
  } -> tensor<4x32x48xf32>
  %er = tensor.empty() : tensor<4x32xf32>
  %l = linalg.fill ins(%least : f32) outs(%er : tensor<4x32xf32>) -> tensor<4x32xf32>
  %most = linalg.generic {indexing_maps = [#all, #row],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%masked : tensor<4x32x48xf32>) outs(%l : tensor<4x32xf32>) {
  ^bb0(%x: f32, %s: f32):
    %1 = arith.maximumf %x, %s : f32
    linalg.yield %1 : f32
  } -> tensor<4x32xf32>
  %ep = tensor.empty() : tensor<4x32x48xf16>
  %powers = linalg.generic {indexing_maps = [#all, #row, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%masked, %most : tensor<4x32x48xf32>, tensor<4x32xf32>)
      outs(%ep : tensor<4x32x48xf16>) {
  ^bb0(%x: f32, %y: f32, %s: f16):
    %1 = arith.subf %x, %y : f32
    %wide = math.exp %1 : f32
    
    %nw = arith.truncf %wide : f32 to f16
    linalg.yield %nw : f16
  } -> tensor<4x32x48xf16>
  %ert = tensor.empty() : tensor<4x32xf16>
  %zt = arith.constant 0.0 : f16
  %zr = linalg.fill ins(%zt : f16) outs(%ert : tensor<4x32xf16>) -> tensor<4x32xf16>
  %sums = linalg.generic {indexing_maps = [#all, #row],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%powers : tensor<4x32x48xf16>) outs(%zr : tensor<4x32xf16>) {
  ^bb0(%x: f16, %s: f16):
    
    %1 = arith.addf %x, %s : f16
    linalg.yield %1 : f16
  } -> tensor<4x32xf16>
  
  
  %ones16 = arith.constant dense<1.0> : tensor<4x32xf16>
  %sh16 = arith.divf %ones16, %sums : tensor<4x32xf16>
  %ew = tensor.empty() : tensor<4x32x48xf16>
  %weights = linalg.generic {indexing_maps = [#all, #row, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%powers, %sh16 : tensor<4x32x48xf16>, tensor<4x32xf16>)
      outs(%ew : tensor<4x32x48xf16>) {
  ^bb0(%xx: f16, %yy: f16, %s: f16):
    %x = arith.extf %xx : f16 to f32
    %y = arith.extf %yy : f16 to f32
    
    %1 = arith.mulf %x, %y : f32
    %2 = arith.truncf %1 : f32 to f16
    linalg.yield %2 : f16
  } -> tensor<4x32x48xf16>
  %eo = tensor.empty() : tensor<4x32x16xf32>
  %zo = linalg.fill ins(%z : f32) outs(%eo : tensor<4x32x16xf32>) -> tensor<4x32x16xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>,
      affine_map<(b, i, j, k) -> (b, k, j)>, #o],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%weights, %v : tensor<4x32x48xf16>, tensor<4x48x16xf16>)
      outs(%zo : tensor<4x32x16xf32>) {
  ^bb0(%x: f16, %y: f16, %s: f32):
    %1 = arith.extf %x : f16 to f32
    %2 = arith.extf %y : f16 to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %s, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<4x32x16xf32>
  %r = arith.truncf %sum : tensor<4x32x16xf32> to tensor<4x32x16xf16>
  return %r : tensor<4x32x16xf16>
}

// -----

// Sums in f64.
// CHECK-LABEL: func.func @main
// CHECK: call @attention_0

#s = affine_map<(b, i, j, k) -> (b, i, j)>
#o = affine_map<(b, i, j, k) -> (b, i, j)>
#all = affine_map<(b, i, j) -> (b, i, j)>
#row = affine_map<(b, i, j) -> (b, i)>
#mask = affine_map<(b, i, j) -> (b, j)>
func.func @main(%q: tensor<4x32x16xf16>, %k: tensor<4x48x16xf16>, %v: tensor<4x48x16xf16>,
    %m: tensor<4x48xf32>) -> tensor<4x32x16xf16> {
  %z = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %far = arith.constant -1.0e30 : f32
  %scale = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<4x32x48xf32>
  %zs = linalg.fill ins(%z : f32) outs(%e : tensor<4x32x48xf32>) -> tensor<4x32x48xf32>
  %scores = linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>,
      affine_map<(b, i, j, k) -> (b, j, k)>, #s],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<4x32x16xf16>, tensor<4x48x16xf16>) outs(%zs : tensor<4x32x48xf32>) {
  ^bb0(%x: f16, %y: f16, %s: f32):
    %1 = arith.extf %x : f16 to f32
    %2 = arith.extf %y : f16 to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %s, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<4x32x48xf32>
  %masked = linalg.generic {indexing_maps = [#all, #mask, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scores, %m : tensor<4x32x48xf32>, tensor<4x48xf32>)
      outs(%e : tensor<4x32x48xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %1 = arith.mulf %x, %scale : f32
    
    
    linalg.yield %1 : f32
  } -> tensor<4x32x48xf32>
  %er = tensor.empty() : tensor<4x32xf32>
  %l = linalg.fill ins(%least : f32) outs(%er : tensor<4x32xf32>) -> tensor<4x32xf32>
  %most = linalg.generic {indexing_maps = [#all, #row],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%masked : tensor<4x32x48xf32>) outs(%l : tensor<4x32xf32>) {
  ^bb0(%x: f32, %s: f32):
    %1 = arith.maximumf %x, %s : f32
    linalg.yield %1 : f32
  } -> tensor<4x32xf32>
  %ep = tensor.empty() : tensor<4x32x48xf32>
  %powers = linalg.generic {indexing_maps = [#all, #row, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%masked, %most : tensor<4x32x48xf32>, tensor<4x32xf32>)
      outs(%ep : tensor<4x32x48xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %1 = arith.subf %x, %y : f32
    %wide = math.exp %1 : f32
    
    linalg.yield %wide : f32
  } -> tensor<4x32x48xf32>
  %ert = tensor.empty() : tensor<4x32xf64>
  %zt = arith.constant 0.0 : f64
  %zr = linalg.fill ins(%zt : f64) outs(%ert : tensor<4x32xf64>) -> tensor<4x32xf64>
  %sums = linalg.generic {indexing_maps = [#all, #row],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%powers : tensor<4x32x48xf32>) outs(%zr : tensor<4x32xf64>) {
  ^bb0(%x: f32, %s: f64):
    %w = arith.extf %x : f32 to f64
    %1 = arith.addf %w, %s : f64
    linalg.yield %1 : f64
  } -> tensor<4x32xf64>
  %ones = arith.constant dense<1.0> : tensor<4x32xf32>
  
  %ew = tensor.empty() : tensor<4x32x48xf16>
  %weights = linalg.generic {indexing_maps = [#all, #row, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%powers, %sums : tensor<4x32x48xf32>, tensor<4x32xf64>)
      outs(%ew : tensor<4x32x48xf16>) {
  ^bb0(%x: f32, %yy: f64, %s: f16):
    %eps = arith.constant 1.0e-9 : f64
    %yz = arith.addf %yy, %eps : f64
    %y = arith.truncf %yz : f64 to f32
    
    %1 = arith.divf %x, %y : f32
    %2 = arith.truncf %1 : f32 to f16
    linalg.yield %2 : f16
  } -> tensor<4x32x48xf16>
  %eo = tensor.empty() : tensor<4x32x16xf32>
  %zo = linalg.fill ins(%z : f32) outs(%eo : tensor<4x32x16xf32>) -> tensor<4x32x16xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>,
      affine_map<(b, i, j, k) -> (b, k, j)>, #o],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%weights, %v : tensor<4x32x48xf16>, tensor<4x48x16xf16>)
      outs(%zo : tensor<4x32x16xf32>) {
  ^bb0(%x: f16, %y: f16, %s: f32):
    %1 = arith.extf %x : f16 to f32
    %2 = arith.extf %y : f16 to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %s, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<4x32x16xf32>
  %r = arith.truncf %sum : tensor<4x32x16xf32> to tensor<4x32x16xf16>
  return %r : tensor<4x32x16xf16>
}
