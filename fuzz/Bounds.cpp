//===- Bounds.cpp - What the results of a module may be -------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bounds.h"
#include "AmpDialect/Analysis/OutputFile.h"
#include "Interpreter.h"
#include "PropertyRuns.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

/// The numbers in a file of f64, for each argument its own. Returns why not.
static std::string readArguments(FunctionOpInterface function, StringRef path,
                                 std::vector<std::vector<double>> &arguments) {
  auto data = llvm::MemoryBuffer::getFile(path);
  if (!data)
    return "cannot read '" + path.str() + "': " + data.getError().message();
  auto numbers = ArrayRef<double>(
      reinterpret_cast<const double *>((*data)->getBufferStart()),
      (*data)->getBufferSize() / sizeof(double));
  for (Type type : function.getArgumentTypes()) {
    auto shaped = dyn_cast<ShapedType>(type);
    if (!shaped || !shaped.hasStaticShape() ||
        shaped.getNumElements() > int64_t(numbers.size()))
      return "expected static tensors and data for each";
    arguments.push_back(numbers.take_front(shaped.getNumElements()).vec());
    numbers = numbers.drop_front(shaped.getNumElements());
  }
  if (!numbers.empty() || (*data)->getBufferSize() % sizeof(double))
    return "'" + path.str() + "' holds more than the arguments";
  return "";
}

std::string fuzz::printBounds(const DialectRegistry &registry,
                              StringRef modulePath, StringRef dataPath) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(modulePath);
  if (!buffer)
    return "cannot read '" + modulePath.str() +
           "': " + buffer.getError().message();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  std::string problem;
  OwningOpRef<ModuleOp> module =
      parse(context, (*buffer)->getBuffer().str(), problem);
  if (problem.empty())
    problem = lowerToLoops(*module);
  if (!problem.empty())
    return problem;
  auto function = module->lookupSymbol<FunctionOpInterface>("main");
  if (!function)
    return "no function 'main'";
  std::vector<std::vector<double>> arguments;
  problem = readArguments(function, dataPath, arguments);
  if (!problem.empty())
    return problem;
  IntervalResults run = runOnIntervals(*module, "main", arguments);
  if (!run.problem.empty())
    return run.problem;
  problem = writeWholeFile(dataPath, [&](raw_ostream &os) {
    for (bool upper : {false, true})
      for (const std::vector<Interval> &result : run.results)
        for (const Interval &one : result) {
          double bound = one.mayBeNaN ? std::nan("")
                         : upper      ? one.high
                                      : one.low;
          os.write(reinterpret_cast<const char *>(&bound), sizeof bound);
        }
  });
  if (problem.empty())
    llvm::outs() << llvm::format("%g", run.largest) << "\n";
  return problem;
}
