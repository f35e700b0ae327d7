//===- AmpOps.td - Ops of the amp dialect ------------------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_IR_AMPOPS_TD
#define AMPDIALECT_IR_AMPOPS_TD

include "AmpDialect/IR/AmpAttributes.td"
include "AmpDialect/IR/AmpBase.td"

include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Amp_Op<string opMnemonic, list<Trait> traits = []>
    : Op<Amp_Dialect, opMnemonic, traits>;

def Amp_PolicyOp : Amp_Op<"policy", [IsolatedFromAbove, NoTerminator,
    SingleBlock, Symbol]> {
  let summary = "an ordered set of rules that override what ops declare";
  let description = [{
    Holds `amp.rule` ops and nothing else. Applies to the module it stands in,
    or, in a file named by `policy=FILE`, to the module that is converted.
    Where several rules match an op, later ones win, setting by setting. Two
    rules with the same matchers and different settings are an error.

    ```mlir
    amp.policy @mine {
      amp.rule op("linalg.matmul") location("encoder/.*/attention") never
      amp.rule op("linalg.conv_2d_*") operand(1) dim(0) below(64) never
      amp.rule op("linalg.batch_matmul") always accumulate(f32) result(f16)
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<StrAttr>:$sym_visibility);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat =
      "$sym_name attr-dict-with-keyword $body";
  let hasRegionVerifier = 1;
}

def Amp_RuleOp : Amp_Op<"rule", [HasParent<"PolicyOp">]> {
  let summary = "one rule of a policy";
  let description = [{
    An op matches when every matcher of the rule holds (none: every op):

    - `op("linalg.conv_*")`: its name, a glob;
    - `dialect("tosa")`: its dialect's name, a glob;
    - `location("encoder/.*/attention")`: a POSIX extended regex found in a name
      or in a `file:line:column` of its location;
    - `at("model.py":42)`: its location names this file (or a path that ends in
      it) and, if given, this line;
    - `function("forward*")`: the enclosing function's name, a glob;
    - `contains("math.exp")`: an op of this name, a glob, stands directly in one
      of its regions (the body of a `linalg.generic`);
    - `declares(follow)`: the category its interface declares;
    - `trait(sum)`: what its interface says it does to numbers: `sum`, `order`,
      `square`, `exponential`, `movement`, `contraction`, `product`,
      `absolute_error`, `scale`, `logarithm`, `difference`;
    - `operand(1) dim(0) below(64)`, `result(0) rank at_least(3)`,
      `operand(0) size at_least(64) below(4096)`, `operand(1) shape(3x3x?x?)`;
    - `attr("groups")`, `attr("groups" = 4 : i64)`: an attribute it has.

    A matching rule sets at least one of the category (`always`, `follow`,
    `never`), the accumulation type (`accumulate(f32)`) and the storage type of
    results (`result(f16)`); `because("text")` goes into reports.
  }];
  let arguments = (ins
    OptionalAttr<StrAttr>:$op_name, OptionalAttr<StrAttr>:$dialect_name,
    OptionalAttr<StrAttr>:$location,
    OptionalAttr<StrAttr>:$file, OptionalAttr<I64Attr>:$line,
    OptionalAttr<StrAttr>:$function, OptionalAttr<StrAttr>:$contains,
    OptionalAttr<Amp_CategoryAttr>:$declares,
    OptionalAttr<Amp_RuleTraitAttr>:$trait,
    OptionalAttr<TypedArrayAttrBase<Amp_BoundAttr, "array of bounds">>:$bounds,
    OptionalAttr<DictionaryAttr>:$has_attributes,
    OptionalAttr<Amp_CategoryAttr>:$category,
    OptionalAttr<TypeAttr>:$accumulate, OptionalAttr<TypeAttr>:$result_type,
    OptionalAttr<StrAttr>:$reason);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Everything that decides whether an op matches, as one uniqued attribute.
    DictionaryAttr getMatchers();
  }];
}

def Amp_AutocastOp : Amp_Op<"autocast", [
    DeclareOpInterfaceMethods<RegionBranchOpInterface,
      ["getRegionInvocationBounds"]>, NoRegionArguments,
    RecursiveMemoryEffects, RecursivelySpeculatable,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "a scope with its own autocast state";
  let description = [{
    The counterpart of `with torch.autocast(...)`. Ops inside are converted to
    `dtype` (left out: whatever type the conversion is asked for), or, with
    `enabled(false)`, keep the types they have; the innermost scope wins. A scope
    whose `dtype` is another type than the conversion's also keeps its ops as
    they are. Values of the enclosing code are captured; results come through
    `amp.yield`. Scopes are lexical: a function called inside is not affected.

    `cache(false)` says that casts of captured values need not be shared between
    uses. Values never change here, so sharing cannot change a number; the
    conversion always shares.

    ```mlir
    %r = amp.autocast enabled(false) -> tensor<8x8xf32> {
      %s = linalg.matmul ins(%a, %b : ...) outs(%c : ...) -> tensor<8x8xf32>
      amp.yield %s : tensor<8x8xf32>
    }
    ```
  }];
  let arguments = (ins OptionalAttr<TypeAttr>:$dtype,
                       DefaultValuedAttr<BoolAttr, "true">:$enabled,
                       DefaultValuedAttr<BoolAttr, "true">:$cache);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    (`dtype` `(` $dtype^ `)`)? (`enabled` `(` $enabled^ `)`)?
    (`cache` `(` $cache^ `)`)? (`->` type($results)^)? $body
    attr-dict-with-keyword
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    /// Moves the body in front of the op, hands the yielded values to the users
    /// of the results, and erases the op.
    void inlineBody(RewriterBase &rewriter);
  }];
}

def Amp_YieldOp : Amp_Op<"yield", [Pure, ReturnLike, Terminator,
    HasParent<"AutocastOp">]> {
  let summary = "ends an autocast scope";
  let description = [{
    Its operands become the results of the enclosing `amp.autocast`.
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let builders = [OpBuilder<(ins), [{ }]>];
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

#endif // AMPDIALECT_IR_AMPOPS_TD
