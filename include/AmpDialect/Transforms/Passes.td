//===- Passes.td - Passes that change precision ------------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMS_PASSES_TD
#define AMPDIALECT_TRANSFORMS_PASSES_TD

include "AmpDialect/Transforms/LoweringPasses.td"
include "mlir/Pass/PassBase.td"

def AutocastPass : Pass<"amp-autocast", "::mlir::ModuleOp"> {
  let summary = "Converts a module to mixed precision";
  let description = [{
    In: a module whose float values are f32 (others pass through). Out: the same
    module with contractions and convolutions reading the low type and
    accumulating in f32, every other value stored where it costs the fewest
    bytes among the choices that numerics allow.

    Untouched: integers, indices, f64, existing f16/bf16 code, quantised and
    complex types, tensors with an encoding (sparse ones), casts that the user
    wrote, public signatures (unless `signature=convert`), and the whole module
    if no op is ALWAYS.

    Numerics: values that turn low are rounded to nearest even once where they
    are stored; bodies compute in f32 (`compute=f32`) and reductions accumulate
    in f32. Constants that would overflow or vanish keep their user high.

    Fails on an unknown type name, a policy, plan or profile that cannot be read,
    an op without the interface under `unlisted=error`, one file for the plan
    and the report.
  }];
  let dependentDialects = [
    "::mlir::amp::AmpDialect", "::mlir::arith::ArithDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"type", "type", "std::string", /*default=*/"\"f16\"",
           "Target type: f16 or bf16; a leading bare word means this option">,
    Option<"assign", "assign", "::mlir::amp::AssignKind",
           /*default=*/"::mlir::amp::AssignKind::Optimal",
           "How precisions are chosen",
           [{::llvm::cl::values(
             clEnumValN(::mlir::amp::AssignKind::Optimal, "optimal", "minimum cut: fewest bytes under all constraints"),
             clEnumValN(::mlir::amp::AssignKind::Greedy, "greedy", "forward sweep, op by op"),
             clEnumValN(::mlir::amp::AssignKind::Fixpoint, "fixpoint", "low unless a constraint forbids it"))}]>,
    Option<"compute", "compute", "::mlir::amp::ComputeKind",
           /*default=*/"::mlir::amp::ComputeKind::High",
           "Type of arithmetic inside bodies of FOLLOW ops",
           [{::llvm::cl::values(
             clEnumValN(::mlir::amp::ComputeKind::High, "f32", "extend what is read, round what is written"),
             clEnumValN(::mlir::amp::ComputeKind::Low, "low", "compute in the type that is stored"))}]>,
    Option<"accumulate", "accumulate", "::mlir::amp::ComputeKind",
           /*default=*/"::mlir::amp::ComputeKind::High",
           "Type of running values of contractions and reductions",
           [{::llvm::cl::values(
             clEnumValN(::mlir::amp::ComputeKind::High, "f32", "f32"),
             clEnumValN(::mlir::amp::ComputeKind::Low, "low", "the target type; loses accuracy"))}]>,
    Option<"unlisted", "unlisted", "::mlir::amp::UnlistedKind",
           /*default=*/"::mlir::amp::UnlistedKind::Warn",
           "What to do about an op without the interface, once per op name",
           [{::llvm::cl::values(
             clEnumValN(::mlir::amp::UnlistedKind::Warn, "warn", "keep its types and warn"),
             clEnumValN(::mlir::amp::UnlistedKind::Error, "error", "fail"),
             clEnumValN(::mlir::amp::UnlistedKind::Ignore, "ignore", "keep its types"))}]>,
    Option<"signature", "signature", "::mlir::amp::SignatureKind",
           /*default=*/"::mlir::amp::SignatureKind::Keep",
           "Types of arguments and results of public functions",
           [{::llvm::cl::values(
             clEnumValN(::mlir::amp::SignatureKind::Keep, "keep", "as they are"),
             clEnumValN(::mlir::amp::SignatureKind::Convert, "convert", "low where the function uses or makes them low"))}]>,
    Option<"foldWeights", "fold-weights", "bool", /*default=*/"true",
           "Turn constants used low into low data once">,
    Option<"errorRatio", "error-ratio", "double",
           /*default=*/"::mlir::amp::kDefaultErrorRatio",
           "Most that assign=optimal may raise the estimated error, by that of greedy; 0: any">,
    Option<"minTaskSize", "min-task-size", "unsigned",
           /*default=*/"::mlir::amp::kDefaultMinTaskSize",
           "Least ops of functions that threads convert side by side; 0: the "
           "whole module at once">,
    Option<"policy", "policy", "std::string", /*default=*/"\"\"",
           "Policy file, or the name of a preset: default, tensor-cores-only, "
           "aggressive, conservative, tvm, tensorflow, pytorch">,
    Option<"absorb", "absorb", "bool", /*default=*/"true",
           "Bodies may hold casts; off for one type in and out of each op, as other tools have it">,
    Option<"guards", "guards", "bool", /*default=*/"true",
           "Range facts and statistics keep values high; off to see what other tools' rules do">,
    Option<"markLowSums", "mark-low-sums", "bool", /*default=*/"false",
           "Mark ops with `amp.low_sum`, for amp-verify-precision, whose sums "
           "came low (with a warning) or a rule narrows">,
    Option<"strictRules", "strict-rules", "bool", /*default=*/"false",
           "A rule that matches no op, or sets a type that the conversion does "
           "not have, is an error instead of a warning">,
    Option<"plan", "plan", "std::string", /*default=*/"\"\"",
           "Precision plan to apply; empty for none">,
    Option<"profile", "profile", "std::string", /*default=*/"\"\"",
           "JSON file with prices of accuracy and measured ranges; empty for none">,
    Option<"savePlan", "save-plan", "std::string", /*default=*/"\"\"",
           "File to save the decision to as a precision plan, `-` for stderr; "
           "empty for none">,
    Option<"report", "report", "std::string", /*default=*/"\"\"",
           "Write a report: a table to stderr for `-`, JSON for a file name">
  ];
}

/// What the passes that only look at a decision share with the conversion.
defvar decisionOptions = [
  Option<"type", "type", "std::string", /*default=*/"\"f16\"",
         "Target type: f16 or bf16">,
  Option<"assign", "assign", "::mlir::amp::AssignKind",
         /*default=*/"::mlir::amp::AssignKind::Optimal",
         "How precisions are chosen",
         [{::llvm::cl::values(
           clEnumValN(::mlir::amp::AssignKind::Optimal, "optimal", "minimum cut: fewest bytes under all constraints"),
           clEnumValN(::mlir::amp::AssignKind::Greedy, "greedy", "forward sweep, op by op"),
           clEnumValN(::mlir::amp::AssignKind::Fixpoint, "fixpoint", "low unless a constraint forbids it"))}]>,
  Option<"unlisted", "unlisted", "::mlir::amp::UnlistedKind",
         /*default=*/"::mlir::amp::UnlistedKind::Ignore",
         "What to do about an op without the interface, once per op name",
         [{::llvm::cl::values(
           clEnumValN(::mlir::amp::UnlistedKind::Warn, "warn", "keep its types and warn"),
           clEnumValN(::mlir::amp::UnlistedKind::Error, "error", "fail"),
           clEnumValN(::mlir::amp::UnlistedKind::Ignore, "ignore", "keep its types"))}]>,
  Option<"signature", "signature", "::mlir::amp::SignatureKind",
         /*default=*/"::mlir::amp::SignatureKind::Keep",
         "Types of arguments and results of public functions",
         [{::llvm::cl::values(
           clEnumValN(::mlir::amp::SignatureKind::Keep, "keep", "as they are"),
           clEnumValN(::mlir::amp::SignatureKind::Convert, "convert", "low where the function uses or makes them low"))}]>,
  Option<"errorRatio", "error-ratio", "double",
         /*default=*/"::mlir::amp::kDefaultErrorRatio",
         "Most that assign=optimal may raise the estimated error, by that of greedy; 0: any">,
  Option<"policy", "policy", "std::string", /*default=*/"\"\"",
         "File with rules; empty for none">,
  Option<"plan", "plan", "std::string", /*default=*/"\"\"",
         "Precision plan to apply; empty for none">,
  Option<"profile", "profile", "std::string", /*default=*/"\"\"",
         "JSON file with prices of accuracy and measured ranges; empty for none">
];

def AnnotatePass : Pass<"amp-annotate", "::mlir::ModuleOp"> {
  let summary = "Writes each op's category, precision and reason as attributes";
  let description = [{
    In: any module. Out: the same module; each op that takes part carries
    `amp.precision` (the element types it would read, compute in, accumulate in
    and write) and `amp.reason` (category, who declared it, what was chosen and
    what binds it or what the other choice would cost). `amp.category` is an
    override and is never written.

    Untouched: every type, operand and region. Numerics do not change. Running
    it again replaces its own annotations: an `amp.precision` beside an
    `amp.reason` is not taken for a wish.

    Fails on an unknown type name, or a policy, plan or profile that cannot be
    read.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
  let options = decisionOptions;
}

def ViewPrecisionPass : Pass<"amp-view-precision", "::mlir::ModuleOp"> {
  let summary = "Draws the precision graph coloured by precision";
  let description = [{
    In: any module. Out: the same module, and a picture in `output`: boxes are
    ops or layers, coloured by precision; edges carry types, and casts their
    bytes. `.dot` writes Graphviz text; `.svg`, `.png` and `.pdf` run `dot` from
    PATH. Large modules are collapsed (`collapse=auto`) until they are readable.

    Changes no IR. Fails if the file cannot be written or `dot` is missing.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
  let options = [
    Option<"output", "output", "std::string", /*default=*/"\"\"",
           "Picture to write: .svg, .png, .pdf or .dot; a leading bare word means this option">,
    Option<"collapse", "collapse", "::mlir::amp::ViewCollapse",
           /*default=*/"::mlir::amp::ViewCollapse::Auto",
           "What one box stands for",
           [{::llvm::cl::values(
             clEnumValN(::mlir::amp::ViewCollapse::Auto, "auto", "the finest of the below that stays readable"),
             clEnumValN(::mlir::amp::ViewCollapse::None, "none", "one op"),
             clEnumValN(::mlir::amp::ViewCollapse::Layer, "layer", "a contraction with the ops around it"),
             clEnumValN(::mlir::amp::ViewCollapse::Block, "block", "the layers between two points that all data passes"),
             clEnumValN(::mlir::amp::ViewCollapse::Location, "location", "a prefix of the location's name"),
             clEnumValN(::mlir::amp::ViewCollapse::Function, "function", "a function"))}]>
  ] # decisionOptions;
}

def VerifyPrecisionPass : Pass<"amp-verify-precision"> {
  let summary = "Checks that nothing delicate computes low and no sum is narrowed";
  let description = [{
    In: a module at any stage: linalg, tosa, vector, gpu, nvgpu or nvvm. Out: the
    same module. Checks that no op whose category is NEVER reads or writes a low
    float type, and that every product or sum over low inputs accumulates in f32
    or wider, as the op's accumulation interface says. With `plan=FILE` also that
    ops which the plan keeps high, found again by their locations or paths, do
    not multiply low inputs; a plan that matches nothing is an error at its
    line. Sums of ops with `amp.low_sum` may be low.

    Takes `amp.low_sum` off and changes nothing else. Fails with one error per
    op that breaks a rule.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
  let options = [
    Option<"plan", "plan", "std::string", /*default=*/"\"\"",
           "Precision plan to check against; empty for none">,
    Option<"checkNever", "never", "bool", /*default=*/"true",
           "Check the categories; turn off for modules that came in low">
  ];
}

def DiffPlansPass : Pass<"amp-diff-plan"> {
  let summary = "Prints how two precision plans differ";
  let description = [{
    In: any module, which is not looked at. Out: the same module, and on stderr
    one line per entry that differs: `-` only in `before`, `+` only in `after`,
    `~` changed. Fails if a plan cannot be read, or if they differ under
    `require-same`.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
  let options = [
    Option<"before", "before", "std::string", /*default=*/"\"\"",
           "First plan; two leading bare words mean before and after">,
    Option<"after", "after", "std::string", /*default=*/"\"\"", "Second plan">,
    Option<"requireSame", "require-same", "bool", /*default=*/"false",
           "Fail if the plans differ">
  ];
}

def PrintRangesPass : Pass<"amp-print-ranges", "::mlir::ModuleOp"> {
  let summary = "Reports the range of each f32 value";
  let description = [{
    In and out: any module, unchanged. Each f32 value outside of bodies gets a
    remark at its definition with the range that the analysis knows, and with
    the verdict for f16 and for bf16: `fits`, `open` (nothing known against
    it), or why the type cannot hold it.
  }];
  let options = [
    Option<"quiet", "quiet", "bool", /*default=*/"false",
           "Run the analysis and print nothing (to time it)">
  ];
}

def InstrumentPass : Pass<"amp-instrument", "::mlir::ModuleOp"> {
  let summary = "Records ranges, exponents and special values of every tensor";
  let description = [{
    In: a module before the conversion. Out: the same module; each public
    function that nobody calls returns one more tensor, of f64, with a row for
    each value that takes part in the conversion and is no constant:

    elements, infinities, NaNs, zeros, subnormals, smallest and largest finite
    element, sum of squares, then a count for each biased exponent of f32.

    The attribute `amp.recorded` of the function names the rows: the value's
    stable path, the number of the result if its op has several, the location.
    Rows of several runs are merged by adding, and by minimum and maximum for
    the bounds; `mlir_amp.calibrate` does that and writes a profile.

    Values inside control flow are recorded over all iterations; those of
    private functions over all calls, with rows for each function that calls
    them. Those made in parallel (`scf.forall`), in recursive functions and in
    public ones that are called are not, with a warning.

    The rows are a buffer (memref) that the public function allocates, private
    ones take as an argument and calls of private functions write to; what is
    inserted beside that is arith, math, scf and tensor.

    Numerics: the other results are as before. Fails on a function that is
    instrumented already.
  }];
  let dependentDialects = [
    "::mlir::amp::AmpDialect", "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect", "::mlir::func::FuncDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def ShadowPass : Pass<"amp-shadow", "::mlir::ModuleOp"> {
  let summary = "Runs the module and its conversion side by side and compares";
  let description = [{
    In: a module with one public function that has a body and that nobody
    calls, or several and the name of one (`entry`). Out: the same module; the
    function also runs its own conversion, on the same arguments, and returns
    one more tensor, of f64, with a row for each op's result of both sides:

    elements, sum of squares in f32, sum of squares of the difference, largest
    magnitude in f32, largest difference, elements that are infinite or NaN on
    the low side alone, elements that are zero there alone, elements that f32
    itself has infinite or NaN (the other columns leave those out).

    What is compared is what is stored: the low copy where there is one. The
    attribute `amp.recorded` of the function names the rows: stable path, result,
    location, stored type, and `inputs`, the rows of what the op reads.
    `mlir_amp.shadow` runs it and tells the first op that goes wrong.

    Ops inside loops and callees are compared by what they return. The other
    results are those of f32; numerics do not change.

    Functions that are only declared are called once by each side.

    Fails where the conversion does, on several such functions without a name,
    on a function of several blocks, and on an op that writes a buffer which the
    function did not allocate.
  }];
  let dependentDialects = [
    "::mlir::amp::AmpDialect", "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect", "::mlir::func::FuncDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"type", "type", "std::string", /*default=*/"\"f16\"",
           "Target type: f16 or bf16; a leading bare word means this option">,
    Option<"assign", "assign", "::mlir::amp::AssignKind",
           /*default=*/"::mlir::amp::AssignKind::Optimal",
           "How precisions are chosen",
           [{::llvm::cl::values(
             clEnumValN(::mlir::amp::AssignKind::Optimal, "optimal", "minimum cut: fewest bytes under all constraints"),
             clEnumValN(::mlir::amp::AssignKind::Greedy, "greedy", "forward sweep, op by op"),
             clEnumValN(::mlir::amp::AssignKind::Fixpoint, "fixpoint", "low unless a constraint forbids it"))}]>,
    Option<"compute", "compute", "::mlir::amp::ComputeKind",
           /*default=*/"::mlir::amp::ComputeKind::High",
           "Type of arithmetic inside bodies of FOLLOW ops",
           [{::llvm::cl::values(
             clEnumValN(::mlir::amp::ComputeKind::High, "f32", "extend what is read, round what is written"),
             clEnumValN(::mlir::amp::ComputeKind::Low, "low", "compute in the type that is stored"))}]>,
    Option<"accumulate", "accumulate", "::mlir::amp::ComputeKind",
           /*default=*/"::mlir::amp::ComputeKind::High",
           "Type of running values of contractions and reductions",
           [{::llvm::cl::values(
             clEnumValN(::mlir::amp::ComputeKind::High, "f32", "f32"),
             clEnumValN(::mlir::amp::ComputeKind::Low, "low", "the target type; loses accuracy"))}]>,
    Option<"unlisted", "unlisted", "::mlir::amp::UnlistedKind",
           /*default=*/"::mlir::amp::UnlistedKind::Ignore",
           "What to do about an op without the interface, once per op name",
           [{::llvm::cl::values(
             clEnumValN(::mlir::amp::UnlistedKind::Warn, "warn", "keep its types and warn"),
             clEnumValN(::mlir::amp::UnlistedKind::Error, "error", "fail"),
             clEnumValN(::mlir::amp::UnlistedKind::Ignore, "ignore", "keep its types"))}]>,
    Option<"absorb", "absorb", "bool", /*default=*/"true",
           "Bodies may hold casts; off for one type in and out of each op, as other tools have it">,
    Option<"guards", "guards", "bool", /*default=*/"true",
           "Range facts and statistics keep values high; off to see what other tools' rules do">,
    Option<"errorRatio", "error-ratio", "double",
           /*default=*/"::mlir::amp::kDefaultErrorRatio",
           "Most that assign=optimal may raise the estimated error, by that of greedy; 0: any">,
    Option<"entry", "entry", "std::string", /*default=*/"\"\"",
           "Function to take; empty for the public one with a body that nobody calls">,
    Option<"policy", "policy", "std::string", /*default=*/"\"\"",
           "Policy file or preset; empty for none">,
    Option<"plan", "plan", "std::string", /*default=*/"\"\"",
           "Precision plan to apply; empty for none">,
    Option<"profile", "profile", "std::string", /*default=*/"\"\"",
           "JSON file with prices of accuracy and measured ranges; empty for none">
  ];
}

def EmulatePass : Pass<"amp-emulate", "::mlir::ModuleOp"> {
  let summary = "Rounds each value to the low type where an argument says so";
  let description = [{
    In: a module with one public function that has a body and that nobody
    calls, or several and the name of one (`entry`). Out: the same module; the
    function takes one more argument, a tensor of i1 with an element for each
    value that the conversion would store low, constants included. Where the
    element is set, the value is rounded to the low type and back, for those who
    read its low copy in the conversion; a view of it has an element of its own.

    So one compilation shows what each low choice costs by itself, and any set
    of them together. The attribute `amp.switches` of the function names the
    elements: stable path, result, location, number of elements.

    Functions that the entry runs, and that nothing but calls refers to, take the
    argument, too: one switch for all calls.

    Numerics: as before where the argument is zero. Fails where the conversion
    does, on several such functions without a name, and on one of several
    blocks.
  }];
  let dependentDialects = [
    "::mlir::amp::AmpDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"type", "type", "std::string", /*default=*/"\"f16\"",
           "Target type: f16 or bf16; a leading bare word means this option">,
    Option<"unlisted", "unlisted", "::mlir::amp::UnlistedKind",
           /*default=*/"::mlir::amp::UnlistedKind::Ignore",
           "What to do about an op without the interface, once per op name",
           [{::llvm::cl::values(
             clEnumValN(::mlir::amp::UnlistedKind::Warn, "warn", "keep its types and warn"),
             clEnumValN(::mlir::amp::UnlistedKind::Error, "error", "fail"),
             clEnumValN(::mlir::amp::UnlistedKind::Ignore, "ignore", "keep its types"))}]>,
    Option<"entry", "entry", "std::string", /*default=*/"\"\"",
           "Function to take; empty for the public one with a body that nobody calls">,
    Option<"policy", "policy", "std::string", /*default=*/"\"\"",
           "Policy file or preset; empty for none">,
    Option<"plan", "plan", "std::string", /*default=*/"\"\"",
           "Precision plan to apply; empty for none">,
    Option<"profile", "profile", "std::string", /*default=*/"\"\"",
           "JSON file with prices of accuracy and measured ranges; empty for none">
  ];
}

def MergeEqualOpsPass : Pass<"amp-merge-equal-ops", "::mlir::ModuleOp"> {
  let summary = "Merges equal ops, but none of which different things are said";
  let description = [{
    In: any module. Out: the same module after upstream's CSE, with the same
    numerics, except that two equal ops stay apart where scopes, or rules by
    location, make one of them another category or type than the other. Upstream's own
    `cse` merges an op in an `amp.autocast enabled(false)` with an equal one
    outside, after which neither is kept; so does it with locations.

    Fails on an unknown type name or a policy that cannot be read.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
  let options = [
    Option<"type", "type", "std::string", /*default=*/"\"f16\"",
           "Target type of the conversion to come: f16 or bf16; a leading bare word means this option">,
    Option<"policy", "policy", "std::string", /*default=*/"\"\"",
           "Its policy file or preset; empty for none">
  ];
}

def SpecializeShapesPass : Pass<"amp-specialize-shapes", "::mlir::ModuleOp"> {
  let summary = "Gives the arguments of a function of any size their sizes";
  let description = [{
    In: a module with one public function that nobody calls, or several and the
    name of one (`entry`), with arguments of sizes that are not known (`?`).
    Out: the same function for the sizes in `shapes`, inside and in its results
    as far as they follow from those: models that were exported with dynamic
    sizes convert, tile and run on GPUs like others. `0:1x128,2:?x64` gives
    argument 0 two sizes and argument 2 its second. Functions that the entry
    calls with unknown sizes are inlined first. Canonicalizes the function;
    without `shapes`, nothing changes.

    Sizes spread by upstream's canonicalization, and through reshapes to
    constant shapes, elementwise ops, `scf.if` and all ops that infer the shapes
    of their results (TOSA). What depends on data, or comes out of `scf.while` or
    between blocks, stays as it is.

    Numerics: none change. Fails on a shape that the argument cannot have,
    and on calls that inlining would make more than a million ops of.

    ```mlir
    func.func @main(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
      %0 = math.tanh %x : tensor<?x8xf32>
      return %0 : tensor<?x8xf32>
    }
    // amp-opt --amp-specialize-shapes=shapes=0:4x8
    func.func @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
      %0 = math.tanh %x : tensor<4x8xf32>
      return %0 : tensor<4x8xf32>
    }
    ```
  }];
  let options = [
    ListOption<"shapes", "shapes", "std::string",
               "Shapes of arguments by their numbers: 0:1x128,1:1x128">,
    Option<"entry", "entry", "std::string", /*default=*/"\"\"",
           "The function whose arguments get sizes; default: the only public "
           "one that nobody calls">
  ];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def StripPass : Pass<"amp-strip", "::mlir::ModuleOp"> {
  let summary = "Removes what steers a conversion, or was written about one";
  let description = [{
    In: any module. Out: the same module without `amp.policy` ops and without
    the attributes `amp.category`, `amp.accumulate`, `amp.result`, `amp.range`,
    `amp.precision`, `amp.reason` and `amp.low_sum`, on ops, arguments and
    results: what tools that do not know the dialect cannot read. A later
    conversion decides without them. Numerics: none change.

    Untouched: `amp.autocast` regions, which the conversion inlines, and what the
    lowering wrote (`amp.kernel` and the like). Does not fail.
  }];
}

def FoldCastsPass : Pass<"amp-fold-casts"> {
  let summary = "Removes precision casts, or moves them where they cost least";
  let description = [{
    In: any IR. Out: the same IR with fewer `arith.truncf` and `arith.extf`, on
    smaller values: casts of casts, casts through layout ops, casts of constants
    and fills, casts that a body can hold, and equal casts of one value.

    Untouched: everything else; and a cast that the user wrote (one without
    `fastmath<contract>`) unless the value is the same without it. It may move
    through a layout op.

    Numerics: an extension of ours undoes a truncation of ours, so a value that
    was rounded to the low type and back is no longer rounded. Constants are
    rounded to nearest even where a cast of ours did that at run time. All else
    is exact.

    Does not fail on IR that verifies.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"foldWeights", "fold-weights", "bool", /*default=*/"true",
           "Round constants that casts of ours narrow, also where inexact">
  ];
}

#endif // AMPDIALECT_TRANSFORMS_PASSES_TD
