// A mask of finfo.min was counted as infinity, and whole rows became NaN: a finite
// sentinel is kept finite, in bf16 too, whose largest number is below f32's
// (coremltools PR 2669).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s -DT=f16
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s -DT=bf16

// CHECK-LABEL: func.func @mask
// CHECK-DAG: %[[BIG:.*]] = arith.constant dense<-3.40282347E+38> : tensor<64x64xf32>
// CHECK: arith.mulf %{{.*}}, %[[BIG]] : tensor<64x64xf32>
// CHECK-NEXT: arith.addf %{{.*}} : tensor<64x64xf32>
// CHECK: linalg.softmax {{.*}} ins(%{{.*}} : tensor<64x64xf32>)
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64x[[T]]>
func.func @mask(%m: tensor<64x64xf32>, %x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %big = arith.constant dense<-3.40282347E+38> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = arith.subf %one, %m : tensor<64x64xf32>
  %2 = arith.mulf %1, %big : tensor<64x64xf32>
  %3 = arith.addf %0, %2 : tensor<64x64xf32>
  %4 = linalg.softmax dimension(1) ins(%3 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %5 = linalg.matmul ins(%4, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %5 : tensor<64x64xf32>
}
