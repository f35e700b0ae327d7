// The same contract at later stages of the lowering.
// RUN: amp-opt %s --amp-verify-precision --split-input-file --verify-diagnostics

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @contract(%a: vector<4x4xf16>, %c: vector<4x4xf32>, %d: vector<4x4xf16>) -> (vector<4x4xf32>, vector<4x4xf16>) {
  %good = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %a, %c : vector<4x4xf16>, vector<4x4xf16> into vector<4x4xf32>
  // expected-error @+1 {{accumulates in 'f16', expected f32 or wider for inputs of 'f16'}}
  %bad = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %a, %d : vector<4x4xf16>, vector<4x4xf16> into vector<4x4xf16>
  return %good, %bad : vector<4x4xf32>, vector<4x4xf16>
}

// -----

func.func @reduction(%a: vector<8xf16>) -> (f16, f16) {
  %max = vector.reduction <maximumf>, %a : vector<8xf16> into f16
  // expected-error @+1 {{accumulates in 'f16'}}
  %sum = vector.reduction <add>, %a : vector<8xf16> into f16
  return %max, %sum : f16, f16
}

// -----

func.func @wmma(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf32, "COp">, %d: !gpu.mma_matrix<16x16xf16, "COp">) {
  %good = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  // expected-error @+1 {{accumulates in 'f16', expected f32 or wider for inputs of 'f16'}}
  %bad = gpu.subgroup_mma_compute %a, %b, %d : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  return
}

// -----

func.func @subgroup_sum(%a: f16) -> (f16, f16) {
  %max = gpu.subgroup_reduce maximumf %a : (f16) -> (f16)
  // expected-error @+1 {{accumulates in 'f16'}}
  %sum = gpu.subgroup_reduce add %a : (f16) -> (f16)
  return %max, %sum : f16, f16
}

// -----

func.func @nvgpu(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>, %d: vector<2x2xf16>) {
  %good = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  // expected-error @+1 {{accumulates in 'f16', expected f32 or wider for inputs of 'f16'}}
  %bad = nvgpu.mma.sync (%a, %b, %d) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return
}

// -----

llvm.func @nvvm(%a: vector<2xf16>, %f: f32) {
  %good = nvvm.mma.sync A[%a, %a, %a, %a] B[%a, %a] C[%f, %f, %f, %f] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  // expected-error @+1 {{accumulates in 'f16', expected f32 or wider for inputs of 'f16'}}
  %bad = nvvm.mma.sync A[%a, %a, %a, %a] B[%a, %a] C[%a, %a] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  llvm.return
}

// -----

llvm.func @wgmma(%a: i64, %c: !llvm.struct<(f32, f32, f32, f32)>, %d: !llvm.struct<(i32, i32)>) {
  %good = nvvm.wgmma.mma_async %a, %a, %c, #nvvm.shape<m = 64, n = 8, k = 16>, D [<f32>, #nvvm.wgmma_scale_out<one>], A [<f16>, #nvvm.wgmma_scale_in<one>, <row>], B [<f16>, #nvvm.wgmma_scale_in<one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  // expected-error @+1 {{accumulates in 'f16', expected f32 or wider for inputs of 'f16'}}
  %bad = nvvm.wgmma.mma_async %a, %a, %d, #nvvm.shape<m = 64, n = 8, k = 16>, D [<f16>, #nvvm.wgmma_scale_out<one>], A [<f16>, #nvvm.wgmma_scale_in<one>, <row>], B [<f16>, #nvvm.wgmma_scale_in<one>, <col>] : !llvm.struct<(i32, i32)> -> !llvm.struct<(i32, i32)>
  llvm.return
}

// -----

func.func @intrinsic(%r: i32, %c: f32, %h: vector<2xf16>) {
  %good = llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e5m2.f32"(%r, %r, %r, %r, %r, %r, %c, %c, %c, %c) : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  // expected-error @+1 {{accumulates in 'f16', expected f32 or wider for inputs of 'f8E4M3FN'}}
  %bad = llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.f16.e4m3.e4m3.f16"(%r, %r, %r, %r, %r, %r, %h, %h) : (i32, i32, i32, i32, i32, i32, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  return
}
