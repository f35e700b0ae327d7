// Every op of the corpus of categories, whatever a preset wants of it.
// DEFINE: %{preset} = default
// DEFINE: %{options} =
// DEFINE: %{convert} = amp-opt %S/../../unittests/ExternalModels/Corpus.mlir --allow-unregistered-dialect --pass-pipeline="builtin.module(amp-autocast{type=f16 unlisted=ignore policy=%{preset} %{options}})" -o %t
// RUN: %{convert}
// REDEFINE: %{preset} = aggressive
// RUN: %{convert} && FileCheck %s --input-file=%t
// REDEFINE: %{options} = compute=low accumulate=low signature=convert
// RUN: %{convert} && FileCheck %s --input-file=%t --check-prefix=LOW
// REDEFINE: %{options} = absorb=false accumulate=low guards=false
// RUN: %{convert}
// REDEFINE: %{preset} = tvm
// RUN: %{convert}
// REDEFINE: %{options} = assign=greedy signature=convert
// RUN: %{convert}

// The accumulator of a product is f16 where the option asks for it, with its
// start; one under a mask, whose result has its type, and that of a sum, which
// is the type of what is summed, stay.
// CHECK-LABEL: func.func @vector_arithmetic
// CHECK: vector.contract {{.*}} : vector<4x8xf16>, vector<8x16xf16> into vector<4x16xf32>
// CHECK: vector.multi_reduction <add>, {{.*}} : vector<4x8xf32> to vector<4xf32>
// LOW-LABEL: func.func @vector_arithmetic
// LOW: vector.contract {{.*}} : vector<4x8xf16>, vector<8x16xf16> into vector<4x16xf16>
// LOW: vector.multi_reduction <add>, {{.*}} : vector<4x8xf32> to vector<4xf32>
// LOW-LABEL: func.func @masked_contract
// LOW: vector.contract {{.*}} : vector<4x8xf16>, vector<8x16xf16> into vector<4x16xf32>
