//===- Amp.h - C API of the mixed-precision conversion ------------*- C -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration, options and the conversion, in the form of MLIR's C API. The
// words (category, accumulation type, signature) are those of docs/design.md.
//
// Contexts, modules and options belong to one thread at a time. Every failure
// comes after a diagnostic, which reaches the context's diagnostic handlers.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_C_AMP_H
#define AMPDIALECT_C_AMP_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Amp, amp);

/// Adds the amp dialect to `registry`, and what upstream ops declare about
/// precision; not the upstream dialects themselves.
MLIR_CAPI_EXPORTED void
mlirAmpRegisterAllDialects(MlirDialectRegistry registry);

/// Makes `context` ready for any f32 model: all upstream dialects and their
/// extensions, the amp dialect, and what upstream ops declare about precision.
/// Dialects load when something uses them.
MLIR_CAPI_EXPORTED void mlirAmpRegisterAll(MlirContext context);

/// Registers the project's passes with the process-wide pass registry, for
/// textual pipelines such as `builtin.module(amp-autocast{type=bf16})`.
MLIR_CAPI_EXPORTED void mlirAmpRegisterAllPasses(void);

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// What to convert to and how; starts with the defaults of the pass.
typedef struct MlirAmpOptions {
  void *ptr;
} MlirAmpOptions;

/// How precisions are chosen.
typedef enum MlirAmpAssign {
  /// Minimum cut: fewest bytes under all constraints.
  MlirAmpAssignOptimal = 0,
  /// Forward sweep, op by op.
  MlirAmpAssignGreedy = 1,
  /// Low unless a constraint forbids it.
  MlirAmpAssignFixpoint = 2
} MlirAmpAssign;

/// Type of arithmetic in bodies, or of running values.
typedef enum MlirAmpCompute {
  /// The type that the model came in.
  MlirAmpComputeHigh = 0,
  /// The target type.
  MlirAmpComputeLow = 1
} MlirAmpCompute;

/// What happens to an op that declares nothing, once per op name.
typedef enum MlirAmpUnlisted {
  MlirAmpUnlistedWarn = 0,
  MlirAmpUnlistedError = 1,
  MlirAmpUnlistedIgnore = 2
} MlirAmpUnlisted;

/// What happens to the types of public functions.
typedef enum MlirAmpSignature {
  MlirAmpSignatureKeep = 0,
  MlirAmpSignatureConvert = 1
} MlirAmpSignature;

/// What a rule says about an op.
typedef enum MlirAmpCategory {
  MlirAmpCategoryNever = 0,
  MlirAmpCategoryFollow = 1,
  MlirAmpCategoryAlways = 2
} MlirAmpCategory;

/// What a rule overrides of one op. All-zero, as the rule receives it, is no
/// opinion.
typedef struct MlirAmpOverride {
  /// Whether `category` counts.
  bool hasCategory;
  MlirAmpCategory category;
  /// Floating-point types, null for no opinion.
  MlirType accumulate;
  MlirType result;
  /// Shown in the report; copied, may be empty.
  MlirStringRef reason;
} MlirAmpOverride;

/// A rule in code, asked once per op in program order: fills in `*override` or
/// leaves it alone. A failure stops the conversion and leaves the module as it
/// was; the rule emits the diagnostic (mlirEmitError), else a general one is
/// emitted at the op. The op must not be changed, nor kept.
typedef MlirLogicalResult (*MlirAmpRule)(MlirOperation op, void *userData,
                                         MlirAmpOverride *override);

/// Creates options with all defaults; destroyed by mlirAmpOptionsDestroy.
MLIR_CAPI_EXPORTED MlirAmpOptions mlirAmpOptionsCreate(void);
MLIR_CAPI_EXPORTED void mlirAmpOptionsDestroy(MlirAmpOptions options);

/// Target type by name, `f16` (default) or `bf16`. Checked by the conversion.
MLIR_CAPI_EXPORTED void mlirAmpOptionsSetType(MlirAmpOptions options,
                                              MlirStringRef type);
/// How types are chosen (default: by a minimum cut).
MLIR_CAPI_EXPORTED void mlirAmpOptionsSetAssign(MlirAmpOptions options,
                                                MlirAmpAssign assign);
/// Type of arithmetic inside bodies of FOLLOW ops.
MLIR_CAPI_EXPORTED void mlirAmpOptionsSetCompute(MlirAmpOptions options,
                                                 MlirAmpCompute compute);
/// Type of running values of contractions and reductions.
MLIR_CAPI_EXPORTED void mlirAmpOptionsSetAccumulate(MlirAmpOptions options,
                                                    MlirAmpCompute accumulate);
/// What is said of ops without the interface (default: a warning).
MLIR_CAPI_EXPORTED void mlirAmpOptionsSetUnlisted(MlirAmpOptions options,
                                                  MlirAmpUnlisted unlisted);
/// Whether public functions keep their types (default: they do).
MLIR_CAPI_EXPORTED void mlirAmpOptionsSetSignature(MlirAmpOptions options,
                                                   MlirAmpSignature signature);
/// How many times the estimated error of greedy's assignment the optimum may
/// reach; 0 for any (default).
MLIR_CAPI_EXPORTED void mlirAmpOptionsSetErrorRatio(MlirAmpOptions options,
                                                    double ratio);

/// Whether constants used low become low data (default: true).
MLIR_CAPI_EXPORTED void mlirAmpOptionsSetFoldWeights(MlirAmpOptions options,
                                                     bool foldWeights);
/// Whether bodies may hold casts (default: true); without, each op has one type
/// in and out, as other tools have it.
MLIR_CAPI_EXPORTED void mlirAmpOptionsSetAbsorb(MlirAmpOptions options,
                                                bool absorb);
/// Whether range facts and statistics keep values high (default: true).
MLIR_CAPI_EXPORTED void mlirAmpOptionsSetGuards(MlirAmpOptions options,
                                                bool guards);
/// Path of a policy file, or the name of a preset; empty for none.
MLIR_CAPI_EXPORTED void mlirAmpOptionsSetPolicy(MlirAmpOptions options,
                                                MlirStringRef path);
/// Whether a rule of the policy that matches nothing is an error.
MLIR_CAPI_EXPORTED void mlirAmpOptionsSetStrictRules(MlirAmpOptions options,
                                                     bool strict);
/// Path of a plan to apply; empty for none.
MLIR_CAPI_EXPORTED void mlirAmpOptionsSetPlan(MlirAmpOptions options,
                                              MlirStringRef path);
/// Path at which the plan is saved; empty for none.
MLIR_CAPI_EXPORTED void mlirAmpOptionsSetSavePlan(MlirAmpOptions options,
                                                  MlirStringRef path);
/// Path of a profile, prices of accuracy and measured ranges; empty for none.
MLIR_CAPI_EXPORTED void mlirAmpOptionsSetProfile(MlirAmpOptions options,
                                                 MlirStringRef path);
/// File to which the report is written as JSON, `-` for a table on stderr;
/// empty for none.
MLIR_CAPI_EXPORTED void mlirAmpOptionsSetReport(MlirAmpOptions options,
                                                MlirStringRef path);
/// The rule in code, null for none. `userData` is passed back as it is and
/// must outlive every conversion with these options.
MLIR_CAPI_EXPORTED void mlirAmpOptionsSetRule(MlirAmpOptions options,
                                              MlirAmpRule rule, void *userData);

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

/// Converts `module` in place. If it fails before the rewrite (options, policy,
/// plan, rule), the module is unchanged; if an op's model fails to rebuild its
/// op, the module is half converted, need not verify, and is to be discarded.
MLIR_CAPI_EXPORTED MlirLogicalResult mlirAmpConvert(MlirModule module,
                                                    MlirAmpOptions options);

/// As mlirAmpConvert, a report that the options ask for included; on success
/// also passes the report, a JSON object, to `callback`.
MLIR_CAPI_EXPORTED MlirLogicalResult
mlirAmpConvertWithReport(MlirModule module, MlirAmpOptions options,
                         MlirStringCallback callback, void *userData);

#ifdef __cplusplus
}
#endif

#endif // AMPDIALECT_C_AMP_H
