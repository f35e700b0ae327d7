//===- Convert.cpp - The conversion and rules in Python -------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Shadow.h"
#include "Module.h"
#include "Operation.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace mlir_amp_python;
namespace amp = mlir::amp;

namespace {
/// What a rule says, in plain data; every field may be missing.
struct Override {
  std::optional<std::string> category, accumulate, result;
  std::string reason;
};
} // namespace

/// Turns `what` into a float type; diagnoses unknown names at `op`.
static mlir::LogicalResult readType(mlir::Operation *op,
                                    const std::optional<std::string> &name,
                                    llvm::StringRef what,
                                    mlir::FloatType &type) {
  if (!name)
    return mlir::success();
  if (*name == "f32") {
    type = mlir::Float32Type::get(op->getContext());
    return mlir::success();
  }
  mlir::FailureOr<mlir::FloatType> low = amp::parseLowType(*name, op->getLoc());
  if (failed(low))
    return op->emitError("the ") << what << " type comes from a rule in Python";
  type = *low;
  return mlir::success();
}

static mlir::FailureOr<std::optional<amp::OpOverride>>
readOverride(mlir::Operation *op, const std::optional<Override> &said) {
  if (!said)
    return std::optional<amp::OpOverride>();
  amp::OpOverride result;
  result.reason = said->reason;
  if (said->category) {
    auto category = amp::symbolizeCategory(*said->category);
    if (!category)
      return op->emitError("expected category to be always, follow or never, "
                           "got '")
             << *said->category << "'";
    result.category = *category;
  }
  if (failed(
          readType(op, said->accumulate, "accumulation", result.accumulate)) ||
      failed(readType(op, said->result, "result", result.result)))
    return mlir::failure();
  return std::optional<amp::OpOverride>(std::move(result));
}

/// Sets the option called `name`, as the pass calls it.
static void setOption(amp::AutocastOptions &options, const std::string &name,
                      nb::handle value) {
  auto setChoice = [](nb::handle value, auto &field, llvm::StringRef key,
                      std::initializer_list<const char *> names) {
    std::string text = nb::cast<std::string>(value);
    int index = 0;
    for (const char *name : names) {
      if (text == name) {
        field = static_cast<std::decay_t<decltype(field)>>(index);
        return;
      }
      ++index;
    }
    std::string expected = llvm::join(names, "', '");
    throw nb::value_error(("expected " + key.str() + " to be one of '" +
                           expected + "', got '" + text + "'")
                              .c_str());
  };
  if (name == "type")
    options.type = nb::cast<std::string>(value);
  else if (name == "assign")
    setChoice(value, options.assign, name, {"optimal", "greedy", "fixpoint"});
  else if (name == "compute")
    setChoice(value, options.compute, name, {"f32", "low"});
  else if (name == "accumulate")
    setChoice(value, options.accumulate, name, {"f32", "low"});
  else if (name == "unlisted")
    setChoice(value, options.unlisted, name, {"warn", "error", "ignore"});
  else if (name == "signature")
    setChoice(value, options.signature, name, {"keep", "convert"});
  else if (name == "error_ratio")
    options.errorRatio = nb::cast<double>(value);
  else if (name == "fold_weights")
    options.foldWeights = nb::cast<bool>(value);
  else if (name == "policy")
    options.policy = nb::cast<std::string>(value);
  else if (name == "absorb")
    options.absorb = nb::cast<bool>(value);
  else if (name == "guards")
    options.ranges = options.statistics = nb::cast<bool>(value);
  else if (name == "strict_rules")
    options.strictRules = nb::cast<bool>(value);
  else if (name == "plan")
    options.plan = nb::cast<std::string>(value);
  else if (name == "save_plan")
    options.savePlan = nb::cast<std::string>(value);
  else if (name == "profile")
    options.profile = nb::cast<std::string>(value);
  else if (name == "report")
    options.report = nb::cast<std::string>(value);
  else
    throw nb::value_error(("unknown option '" + name + "'").c_str());
}

/// Options by keyword, with the names and values of the pass.
static amp::AutocastOptions readOptions(nb::dict given) {
  amp::AutocastOptions options;
  for (auto [key, value] : given) {
    std::string name = nb::cast<std::string>(key);
    try {
      setOption(options, name, value);
    } catch (const std::bad_cast &) {
      std::string got = nb::cast<std::string>(nb::repr(value));
      throw nb::type_error(("option '" + name + "' cannot be " + got).c_str());
    }
  }
  return options;
}

namespace {
/// Carries a Python callable through the conversion. MLIR is built without
/// exceptions: what the callable raises is kept and raised again afterwards.
class RuleCaller {
public:
  explicit RuleCaller(nb::callable rule) : rule(std::move(rule)) {}
  ~RuleCaller() { *alive = false; }

  mlir::FailureOr<std::optional<amp::OpOverride>> ask(mlir::Operation *op) {
    nb::gil_scoped_acquire acquire;
    std::optional<Override> said;
    try {
      nb::object answer = rule(OperationView{op, alive});
      if (!answer.is_none())
        said = nb::cast<Override>(answer);
    } catch (nb::python_error &error) {
      raised.emplace(std::move(error));
      return mlir::failure();
    } catch (const std::exception &error) {
      problem = error.what();
      return op->emitError("a rule in Python failed: ") << problem;
    }
    return readOverride(op, said);
  }

  /// Ends all views and raises what the callable raised.
  void finish() {
    *alive = false;
    if (raised)
      throw nb::python_error(std::move(*raised));
  }

private:
  nb::callable rule;
  std::shared_ptr<bool> alive = std::make_shared<bool>(true);
  std::optional<nb::python_error> raised;
  std::string problem;
};
} // namespace

/// Changes a clone of `module` by `change`; `module` stays as it is. `what`
/// begins the text of an exception.
static nb::tuple changeClone(Module &module, nb::dict given,
                             std::optional<nb::callable> rule,
                             llvm::StringRef what,
                             llvm::function_ref<mlir::LogicalResult(
                                 mlir::ModuleOp, const amp::AutocastOptions &)>
                                 change) {
  amp::AutocastOptions options = readOptions(given);
  std::optional<RuleCaller> caller;
  if (rule) {
    caller.emplace(std::move(*rule));
    options.rule = [&](mlir::Operation *op) { return caller->ask(op); };
  }
  Module result;
  std::vector<Diagnostic> diagnostics;
  bool succeeded;
  {
    Working working(*module.context);
    DiagnosticCollector collector(*module.context);
    result.context = module.context;
    result.op = module.op->clone();
    // Nobody gets a module that does not verify.
    succeeded = mlir::succeeded(change(*result.op, options)) &&
                mlir::succeeded(mlir::verify(*result.op));
    if (!succeeded)
      result.op = nullptr;
    diagnostics = std::move(collector.diagnostics);
  }
  if (caller)
    caller->finish();
  if (!succeeded)
    raiseError(what.str() + options.type + " failed", diagnostics);
  return nb::make_tuple(nb::cast(std::move(result)), nb::cast(diagnostics));
}

static nb::tuple convert(Module &module, nb::dict given,
                         std::optional<nb::callable> rule) {
  return changeClone(module, given, std::move(rule), "the conversion to ",
                     amp::convertToMixedPrecision);
}

static nb::tuple shadow(Module &module, const std::string &entry,
                        nb::dict given, std::optional<nb::callable> rule) {
  return changeClone(
      module, given, std::move(rule), "the shadow run in ",
      [&](mlir::ModuleOp op, const amp::AutocastOptions &options) {
        return amp::addShadow(op, entry, options);
      });
}

/// Calls `visit` on each op below the module, in program order. The ops are
/// collected first: no exception may cross MLIR's frames.
static void walk(Module &module, nb::callable visit) {
  auto alive = std::make_shared<bool>(true);
  Working working(*module.context);
  std::vector<mlir::Operation *> ops;
  module.op->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    if (op != module.op->getOperation())
      ops.push_back(op);
  });
  nb::gil_scoped_acquire acquire;
  llvm::scope_exit end([&] { *alive = false; });
  for (mlir::Operation *op : ops)
    visit(OperationView{op, alive});
}

void mlir_amp_python::bindConvert(nb::module_ &m) {
  nb::class_<Override>(m, "Override", "What a rule says, in plain data.")
      .def(
          "__init__",
          [](Override *self, std::optional<std::string> category,
             std::optional<std::string> accumulate,
             std::optional<std::string> result, std::string reason) {
            new (self) Override{std::move(category), std::move(accumulate),
                                std::move(result), std::move(reason)};
          },
          nb::arg("category").none(), nb::arg("accumulate").none(),
          nb::arg("result").none(), nb::arg("reason"));
  m.def("convert", &convert, nb::arg("module"), nb::arg("options"),
        nb::arg("rule").none(),
        nb::sig("def convert(module: NativeModule, options: dict[str, object], "
                "rule: collections.abc.Callable[[Operation], Override | "
                "None] | None) -> "
                "tuple[NativeModule, list[Diagnostic]]"),
        "Converts a copy of the module; see mlir_amp.convert.");
  m.def("shadow", &shadow, nb::arg("module"), nb::arg("entry"),
        nb::arg("options"), nb::arg("rule").none(),
        nb::sig("def shadow(module: NativeModule, entry: str, options: "
                "dict[str, object], rule: "
                "collections.abc.Callable[[Operation], Override | "
                "None] | None) -> "
                "tuple[NativeModule, list[Diagnostic]]"),
        "A copy that runs f32 and low side by side; see mlir_amp.shadow.");
  m.def("walk", &walk, nb::arg("module"), nb::arg("visit"),
        nb::sig("def walk(module: NativeModule, visit: "
                "collections.abc.Callable[[Operation], "
                "object]) -> None"),
        "Calls visit on each op, in program order.");
}
