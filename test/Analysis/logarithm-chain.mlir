// What is computed only to take its logarithm stays f32 where the low type has
// less range: a probability of 1e-8 is a subnormal of f16, with one digit left or
// none. bf16 has f32's range. A logarithm times what it is taken of needs none.
// RUN: amp-opt %s --amp-autocast="f16 report=%t.json" | FileCheck %s --check-prefixes=CHECK,F16
// RUN: amp-opt %s --amp-autocast=bf16 | FileCheck %s --check-prefixes=CHECK,BF16
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.json

// REPORT: "binding": "logarithm-chain"

#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func @probabilities
// F16: %[[P:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<64x64xf16>) outs(%{{.*}} : tensor<64x64xf32>)
// F16: arith.divf
// F16: linalg.generic {{.*}} ins(%[[P]] : tensor<64x64xf32>) outs(%{{.*}} : tensor<64x64xf32>)
// BF16: linalg.generic {{.*}} outs(%{{.*}} : tensor<64x64xbf16>)
// BF16: arith.divf
// CHECK: math.log
func.func @probabilities(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %eps = arith.constant 1.0e-8 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %x = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>)
         outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %n = arith.negf %in : f32
    %x1 = math.exp %n : f32
    %d = arith.addf %x1, %one : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<64x64xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%p : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = arith.addf %in, %eps : f32
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  %l = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%s : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = math.log %in : f32
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  return %l : tensor<64x64xf32>
}

// Added and taken in one body: the probabilities and the exponentials that they
// are made of stay f32, what the exponential reads does not.
// CHECK-LABEL: func @softmax
// CHECK: linalg.matmul
// CHECK: %[[X:.*]] = arith.truncf {{.*}} : tensor<64x64xf32> to
// F16: %[[E:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<64x64xf16>) outs(%{{.*}} : tensor<64x64xf32>)
// F16: math.exp
// F16: ins(%[[E]], %{{.*}} : tensor<64x64xf32>, tensor<64xf32>) outs(%{{.*}} : tensor<64x64xf32>)
// F16: arith.divf
// BF16: math.exp
// BF16: outs(%{{.*}} : tensor<64x64xbf16>)
// BF16: arith.divf
#row = affine_map<(i, j) -> (i)>
func.func @softmax(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-8 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %v = tensor.empty() : tensor<64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %initv = linalg.fill ins(%zero : f32) outs(%v : tensor<64xf32>) -> tensor<64xf32>
  %x = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>)
         outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %x1 = math.exp %in : f32
    linalg.yield %x1 : f32
  } -> tensor<64x64xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
         ins(%p : tensor<64x64xf32>) outs(%initv : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
         ins(%p, %sum : tensor<64x64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %d = arith.divf %in, %s : f32
    linalg.yield %d : f32
  } -> tensor<64x64xf32>
  %l = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%q : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %w = arith.addf %in, %eps : f32
    %y = math.log %w : f32
    linalg.yield %y : f32
  } -> tensor<64x64xf32>
  %m = linalg.matmul ins(%q, %b : tensor<64x64xf32>, tensor<64x64xf32>)
         outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %l, %m : tensor<64x64xf32>, tensor<64x64xf32>
}

// The usual logarithm of a softmax: of the sum alone, which is a statistic.
// CHECK-LABEL: func @log_softmax
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<64x64x{{b?}}f16>, tensor<64xf32>)
// CHECK: math.log
func.func @log_softmax(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %v = tensor.empty() : tensor<64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %initv = linalg.fill ins(%zero : f32) outs(%v : tensor<64xf32>) -> tensor<64xf32>
  %x = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>)
         outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
         ins(%x : tensor<64x64xf32>) outs(%initv : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %p = math.exp %in : f32
    %s = arith.addf %p, %out : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %l = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x, %sum : tensor<64x64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %n = math.log %s : f32
    %d = arith.subf %in, %n : f32
    linalg.yield %d : f32
  } -> tensor<64x64xf32>
  return %l : tensor<64x64xf32>
}

// Log-probabilities that are added, exponentiated and summed up again stay f32 in
// bf16, too: the rounding of -100 is a tenth of the probability.
// CHECK-LABEL: func @log_domain
// CHECK: %[[L:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: math.log
// CHECK: %[[S:.*]] = linalg.generic {{.*}} ins(%[[L]], %{{.*}} : tensor<64x64xf32>, tensor<64x64x{{b?}}f16>) outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[S]] : tensor<64x64xf32>) outs(%{{.*}} : tensor<64xf32>)
// CHECK: math.exp
func.func @log_domain(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %q: tensor<64x64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %v = tensor.empty() : tensor<64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %initv = linalg.fill ins(%zero : f32) outs(%v : tensor<64xf32>) -> tensor<64xf32>
  %x = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>)
         outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %l = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%q : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %y = math.log %in : f32
    linalg.yield %y : f32
  } -> tensor<64x64xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%l, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %in1: f32, %out: f32):
    %y = arith.addf %in, %in1 : f32
    linalg.yield %y : f32
  } -> tensor<64x64xf32>
  %p = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
         ins(%s : tensor<64x64xf32>) outs(%initv : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %y = math.exp %in : f32
    %z = arith.addf %y, %out : f32
    linalg.yield %z : f32
  } -> tensor<64xf32>
  return %p : tensor<64xf32>
}
