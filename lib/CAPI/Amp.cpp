//===- Amp.cpp - C API of the mixed-precision conversion ------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect-c/Amp.h"
#include "AmpDialect/Analysis/Report.h"
#include "AmpDialect/InitAll.h"
#include "AmpDialect/Transforms/Autocast.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Wrap.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include <cstring>

using namespace mlir;
using namespace mlir::amp;

DEFINE_C_API_PTR_METHODS(MlirAmpOptions, mlir::amp::AutocastOptions)
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Amp, amp, mlir::amp::AmpDialect)

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

void mlirAmpRegisterAllDialects(MlirDialectRegistry registry) {
  registerAllAmpDialects(*unwrap(registry));
}

void mlirAmpRegisterAll(MlirContext context) {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllAmpDialects(registry);
  unwrap(context)->appendDialectRegistry(registry);
}

void mlirAmpRegisterAllPasses() { registerAllAmpPasses(); }

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

// The enums of the header are these, by value.
static_assert(int(MlirAmpAssignOptimal) == int(AssignKind::Optimal) &&
              int(MlirAmpAssignGreedy) == int(AssignKind::Greedy) &&
              int(MlirAmpAssignFixpoint) == int(AssignKind::Fixpoint));
static_assert(int(MlirAmpComputeHigh) == int(ComputeKind::High) &&
              int(MlirAmpComputeLow) == int(ComputeKind::Low));
static_assert(int(MlirAmpUnlistedWarn) == int(UnlistedKind::Warn) &&
              int(MlirAmpUnlistedError) == int(UnlistedKind::Error) &&
              int(MlirAmpUnlistedIgnore) == int(UnlistedKind::Ignore));
static_assert(int(MlirAmpSignatureKeep) == int(SignatureKind::Keep) &&
              int(MlirAmpSignatureConvert) == int(SignatureKind::Convert));
static_assert(int(MlirAmpCategoryNever) == int(Category::Never) &&
              int(MlirAmpCategoryFollow) == int(Category::Follow) &&
              int(MlirAmpCategoryAlways) == int(Category::Always));

/// The number behind `value`: C has any in an enumeration, which must not be
/// read as one here.
template <typename Given> static int getNumber(const Given &value) {
  static_assert(sizeof(Given) == sizeof(int));
  int number;
  std::memcpy(&number, &value, sizeof(number));
  return number;
}

/// `value` as one of ours; the conversion says which it does not know.
template <typename T, typename Given> static T toEnum(const Given &value) {
  constexpr uint8_t unknown = ~0;
  int number = getNumber(value);
  return static_cast<T>(number < 0 || number > unknown ? unknown : number);
}

MlirAmpOptions mlirAmpOptionsCreate() { return wrap(new AutocastOptions()); }

void mlirAmpOptionsDestroy(MlirAmpOptions options) { delete unwrap(options); }

void mlirAmpOptionsSetType(MlirAmpOptions options, MlirStringRef type) {
  unwrap(options)->type = unwrap(type).str();
}

void mlirAmpOptionsSetAssign(MlirAmpOptions options, MlirAmpAssign assign) {
  unwrap(options)->assign = toEnum<AssignKind>(assign);
}

void mlirAmpOptionsSetCompute(MlirAmpOptions options, MlirAmpCompute compute) {
  unwrap(options)->compute = toEnum<ComputeKind>(compute);
}

void mlirAmpOptionsSetAccumulate(MlirAmpOptions options,
                                 MlirAmpCompute accumulate) {
  unwrap(options)->accumulate = toEnum<ComputeKind>(accumulate);
}

void mlirAmpOptionsSetUnlisted(MlirAmpOptions options,
                               MlirAmpUnlisted unlisted) {
  unwrap(options)->unlisted = toEnum<UnlistedKind>(unlisted);
}

void mlirAmpOptionsSetSignature(MlirAmpOptions options,
                                MlirAmpSignature signature) {
  unwrap(options)->signature = toEnum<SignatureKind>(signature);
}

void mlirAmpOptionsSetErrorRatio(MlirAmpOptions options, double ratio) {
  unwrap(options)->errorRatio = ratio;
}

void mlirAmpOptionsSetFoldWeights(MlirAmpOptions options, bool foldWeights) {
  unwrap(options)->foldWeights = foldWeights;
}

void mlirAmpOptionsSetAbsorb(MlirAmpOptions options, bool absorb) {
  unwrap(options)->absorb = absorb;
}

void mlirAmpOptionsSetGuards(MlirAmpOptions options, bool guards) {
  unwrap(options)->ranges = unwrap(options)->statistics = guards;
}

void mlirAmpOptionsSetPolicy(MlirAmpOptions options, MlirStringRef path) {
  unwrap(options)->policy = unwrap(path).str();
}

void mlirAmpOptionsSetStrictRules(MlirAmpOptions options, bool strict) {
  unwrap(options)->strictRules = strict;
}

void mlirAmpOptionsSetPlan(MlirAmpOptions options, MlirStringRef path) {
  unwrap(options)->plan = unwrap(path).str();
}

void mlirAmpOptionsSetSavePlan(MlirAmpOptions options, MlirStringRef path) {
  unwrap(options)->savePlan = unwrap(path).str();
}

void mlirAmpOptionsSetProfile(MlirAmpOptions options, MlirStringRef path) {
  unwrap(options)->profile = unwrap(path).str();
}

void mlirAmpOptionsSetReport(MlirAmpOptions options, MlirStringRef path) {
  unwrap(options)->report = unwrap(path).str();
}

/// Reads one type of an override; fails with a diagnostic on `op` if it is
/// there and not a float.
static LogicalResult readFloatType(Operation *op, StringRef what, MlirType type,
                                   FloatType &result) {
  if (mlirTypeIsNull(type))
    return success();
  result = dyn_cast<FloatType>(unwrap(type));
  if (!result)
    return op->emitError("expected the ")
           << what << " type of a rule to be a float, got " << unwrap(type);
  return success();
}

/// Asks the C rule about `op` and checks its answer.
static FailureOr<std::optional<OpOverride>>
askRule(MlirAmpRule rule, void *userData, Operation *op) {
  bool diagnosed = false;
  MlirAmpOverride answer = {};
  {
    ScopedDiagnosticHandler handler(op->getContext(), [&](Diagnostic &diag) {
      diagnosed |= diag.getSeverity() == DiagnosticSeverity::Error;
      return failure(); // On to the next handler.
    });
    if (mlirLogicalResultIsFailure(rule(wrap(op), userData, &answer))) {
      if (!diagnosed)
        op->emitError("the rule in code failed on '") << op->getName() << "'";
      return failure();
    }
  }
  OpOverride result;
  result.reason = unwrap(answer.reason).str();
  if (answer.hasCategory) {
    auto category =
        symbolizeCategory(static_cast<uint32_t>(getNumber(answer.category)));
    if (!category)
      return op->emitError("expected the category of a rule to be 0, 1 or 2, "
                           "got ")
             << getNumber(answer.category);
    result.category = *category;
  }
  if (failed(readFloatType(op, "accumulation", answer.accumulate,
                           result.accumulate)) ||
      failed(readFloatType(op, "result", answer.result, result.result)))
    return failure();
  if (!result.category && !result.accumulate && !result.result)
    return std::optional<OpOverride>();
  return std::optional<OpOverride>(std::move(result));
}

void mlirAmpOptionsSetRule(MlirAmpOptions options, MlirAmpRule rule,
                           void *userData) {
  if (!rule) {
    unwrap(options)->rule = nullptr;
    return;
  }
  unwrap(options)->rule = [rule, userData](Operation *op) {
    return askRule(rule, userData, op);
  };
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

MlirLogicalResult mlirAmpConvert(MlirModule module, MlirAmpOptions options) {
  return wrap(convertToMixedPrecision(unwrap(module), *unwrap(options)));
}

MlirLogicalResult mlirAmpConvertWithReport(MlirModule module,
                                           MlirAmpOptions options,
                                           MlirStringCallback callback,
                                           void *userData) {
  AutocastOptions withReport = *unwrap(options);
  std::string text;
  withReport.onReport = [&](const Report &report) { text = toJSON(report); };
  if (failed(convertToMixedPrecision(unwrap(module), withReport)))
    return wrap(failure());
  callback(wrap(StringRef(text)), userData);
  return wrap(success());
}
