//===- AmpTransformOps.td - Transform dialect extension ----*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMOPS_AMPTRANSFORMOPS_TD
#define AMPDIALECT_TRANSFORMOPS_AMPTRANSFORMOPS_TD

include "AmpDialect/IR/AmpAttributes.td"
include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/Dialect/Transform/IR/TransformTypes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def AmpAutocastOp : Op<Transform_Dialect, "amp.autocast", [
    FunctionalStyleTransformOpTrait, MemoryEffectsOpInterface,
    TransformOpInterface, TransformEachOpTrait]> {
  let summary = "converts a module or a function to mixed precision";
  let description = [{
    Runs what `--amp-autocast` runs, with the options of the same names, on each
    module or function of the handle. Of a function's module, nothing outside
    the function is lowered, whatever attributes there say, and scopes there
    stay. Consumes the handle, since ops inside are replaced,
    and returns the converted module or function.

    Fails definitely, after the conversion's own diagnostic, if an option names
    nothing, a file cannot be read, or the target is neither module nor function.
    Attributes that are no options have to be of some dialect (`mine.note`).

    ```mlir
    %new = transform.amp.autocast %module {dtype = "bf16", policy = "tvm"}
        : (!transform.any_op) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
    DefaultValuedAttr<StrAttr, "\"f16\"">:$dtype,
    DefaultValuedAttr<StrAttr, "\"optimal\"">:$assign,
    DefaultValuedAttr<StrAttr, "\"f32\"">:$compute,
    DefaultValuedAttr<StrAttr, "\"f32\"">:$accumulate,
    DefaultValuedAttr<StrAttr, "\"warn\"">:$unlisted,
    DefaultValuedAttr<StrAttr, "\"keep\"">:$signature,
    DefaultValuedAttr<BoolAttr, "true">:$fold_weights,
    DefaultValuedAttr<StrAttr, "\"\"">:$policy,
    DefaultValuedAttr<BoolAttr, "false">:$strict_rules);
  let results = (outs TransformHandleTypeInterface:$transformed);
  let assemblyFormat =
      "$target attr-dict `:` functional-type($target, $transformed)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::DiagnosedSilenceableFailure applyToOne(
        ::mlir::transform::TransformRewriter &rewriter,
        ::mlir::Operation *target,
        ::mlir::transform::ApplyToEachResultList &results,
        ::mlir::transform::TransformState &state);
  }];
}

def AmpSetPrecisionOp : Op<Transform_Dialect, "amp.set_precision", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>, TransformOpInterface, TransformEachOpTrait]> {
  let summary = "says at which precision ops are to compute";
  let description = [{
    Sets `amp.category`, `amp.accumulate`, `amp.result` and `amp.precision` on
    every op of the handle, those that are given; the strongest say there is
    about an op. Changes no type: run `transform.amp.autocast` afterwards.

    ```mlir
    transform.amp.set_precision %convs never : !transform.any_op
    transform.amp.set_precision %mms always accumulate(f32) result(f16)
        : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
    OptionalAttr<Amp_CategoryAttr>:$category,
    OptionalAttr<TypeAttr>:$accumulate, OptionalAttr<TypeAttr>:$result_type,
    OptionalAttr<Amp_PrecisionAttr>:$precision);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::DiagnosedSilenceableFailure applyToOne(
        ::mlir::transform::TransformRewriter &rewriter,
        ::mlir::Operation *target,
        ::mlir::transform::ApplyToEachResultList &results,
        ::mlir::transform::TransformState &state);
  }];
}

def AmpGetCastsOp : Op<Transform_Dialect, "amp.get_casts", [
    DeclareOpInterfaceMethods<TransformOpInterface>,
    NavigationTransformOpTrait, MemoryEffectsOpInterface]> {
  let summary = "finds the casts that the conversion inserted";
  let description = [{
    Returns a handle to every `arith.truncf` and `arith.extf` below the ops of
    the handle that carries the conversion's mark, `fastmath<contract>`, in
    program order. Casts that the user wrote are not among them.

    ```mlir
    %casts = transform.amp.get_casts in %module
        : (!transform.any_op) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let results = (outs TransformHandleTypeInterface:$casts);
  let assemblyFormat =
      "`in` $target attr-dict `:` functional-type($target, $casts)";
}

#endif // AMPDIALECT_TRANSFORMOPS_AMPTRANSFORMOPS_TD
