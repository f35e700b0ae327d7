// Presets change what ops declare; found by name, no path needed.
// RUN: amp-opt --amp-autocast="f16 policy=default" %s | FileCheck %s --check-prefix=DEFAULT
// RUN: amp-opt --amp-autocast="f16 policy=tensor-cores-only" %s | FileCheck %s --check-prefix=CORES
// RUN: amp-opt --amp-autocast="f16 policy=conservative" %s | FileCheck %s --check-prefix=CONSERVATIVE
// RUN: amp-opt --amp-autocast="f16 policy=aggressive" %s | FileCheck %s --check-prefix=AGGRESSIVE
// RUN: amp-opt --amp-autocast="f16 policy=tvm" %s | FileCheck %s --check-prefix=TVM
// RUN: amp-opt --amp-autocast="f16 policy=tensorflow" %s | FileCheck %s --check-prefix=TENSORFLOW
// RUN: amp-opt --amp-autocast="f16 policy=pytorch" %s | FileCheck %s --check-prefix=PYTORCH

// Between contractions: an addition, an erf and a logarithm, on tensors, which
// can hold no cast.
// DEFAULT-LABEL: func.func @between
// DEFAULT: linalg.matmul {{.*}}tensor<256x256xf16>, tensor<256x256xf16>
// DEFAULT: arith.addf {{.*}} : tensor<256x256xf16>
// DEFAULT: math.log {{.*}} : tensor<256x256xf32>
// CORES-LABEL: func.func @between
// CORES: linalg.matmul {{.*}}tensor<256x256xf16>, tensor<256x256xf16>
// CORES: arith.addf {{.*}} : tensor<256x256xf32>
// CORES: math.log {{.*}} : tensor<256x256xf32>
// CONSERVATIVE-LABEL: func.func @between
// CONSERVATIVE: linalg.matmul {{.*}}tensor<256x256xf16>, tensor<256x256xf16>
// CONSERVATIVE: arith.addf {{.*}} : tensor<256x256xf32>
// CONSERVATIVE: math.log {{.*}} : tensor<256x256xf32>
// AGGRESSIVE-LABEL: func.func @between
// AGGRESSIVE: arith.addf {{.*}} : tensor<256x256xf16>
// AGGRESSIVE: math.log {{.*}} : tensor<256x256xf16>
// TVM-LABEL: func.func @between
// TVM: arith.addf {{.*}} : tensor<256x256xf16>
// TVM: math.log {{.*}} : tensor<256x256xf32>
// TENSORFLOW-LABEL: func.func @between
// TENSORFLOW: arith.addf {{.*}} : tensor<256x256xf16>
// TENSORFLOW: math.log {{.*}} : tensor<256x256xf16>
// PYTORCH-LABEL: func.func @between
// PYTORCH: arith.addf {{.*}} : tensor<256x256xf16>
// PYTORCH: math.log {{.*}} : tensor<256x256xf32>
func.func @between(%x: tensor<256x256xf32>, %w: tensor<256x256xf32>, %i: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<256x256xf32>, tensor<256x256xf32>) outs(%i : tensor<256x256xf32>) -> tensor<256x256xf32>
  %1 = arith.addf %0, %0 : tensor<256x256xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<256x256xf32>, tensor<256x256xf32>) outs(%i : tensor<256x256xf32>) -> tensor<256x256xf32>
  %3 = math.log %2 : tensor<256x256xf32>
  %4 = linalg.matmul ins(%3, %w : tensor<256x256xf32>, tensor<256x256xf32>) outs(%i : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %4 : tensor<256x256xf32>
}

// Too small to gain.
// DEFAULT-LABEL: func.func @small
// DEFAULT: linalg.matmul {{.*}}tensor<16x16xf16>, tensor<16x16xf16>
// CONSERVATIVE-LABEL: func.func @small
// CONSERVATIVE: linalg.matmul {{.*}}tensor<16x16xf32>, tensor<16x16xf32>
func.func @small(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>, %i: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<16x16xf32>, tensor<16x16xf32>) outs(%i : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
