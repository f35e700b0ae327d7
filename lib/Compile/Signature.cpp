//===- Signature.cpp - What a model takes and gives -----------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Compile/Compile.h"
#include "AmpDialect/Transforms/Lowering.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
struct TypeEntry {
  AmpType type;
  const char *name;
  int64_t bytes;
};
} // namespace

static const TypeEntry typeTable[] = {
    {AMP_TYPE_F64, "f64", 8},       {AMP_TYPE_F32, "f32", 4},
    {AMP_TYPE_F16, "f16", 2},       {AMP_TYPE_BF16, "bf16", 2},
    {AMP_TYPE_I64, "i64", 8},       {AMP_TYPE_I32, "i32", 4},
    {AMP_TYPE_I16, "i16", 2},       {AMP_TYPE_I8, "i8", 1},
    {AMP_TYPE_I1, "i1", 1},         {AMP_TYPE_F8E4M3FN, "f8E4M3FN", 1},
    {AMP_TYPE_F8E5M2, "f8E5M2", 1}, {AMP_TYPE_UI64, "ui64", 8},
    {AMP_TYPE_UI32, "ui32", 4},     {AMP_TYPE_UI16, "ui16", 2},
    {AMP_TYPE_UI8, "ui8", 1},
};

static const TypeEntry &find(AmpType type) {
  for (const TypeEntry &entry : typeTable)
    if (entry.type == type)
      return entry;
  llvm_unreachable("not an AmpType");
}

StringRef amp::getTypeName(AmpType type) { return find(type).name; }

int64_t ModelTensor::getBytes() const {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count * find(type).bytes;
}

static std::optional<AmpType> getAmpType(Type type) {
  if (type.isIndex())
    return AMP_TYPE_I64;
  // Integers without a sign are given as signed ones.
  if (auto integer = dyn_cast<IntegerType>(type);
      integer && (integer.isSigned() || integer.getWidth() == 1))
    type = IntegerType::get(type.getContext(), integer.getWidth());
  std::string name;
  llvm::raw_string_ostream(name) << type;
  for (const TypeEntry &entry : typeTable)
    if (name == entry.name)
      return entry.type;
  return std::nullopt;
}

/// A tensor of `type`; diagnoses at `func` what has no place in the ABI.
static FailureOr<ModelTensor> readTensor(func::FuncOp func, Location loc,
                                         Type type, std::string name,
                                         StringRef what, unsigned index) {
  auto error = [&](StringRef expected) {
    return emitError(loc) << "expected " << what << " " << index << " of '"
                          << func.getName() << "' to " << expected << ", got "
                          << type;
  };
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return error("be a ranked tensor");
  if (!tensor.hasStaticShape())
    return error("have a static shape");
  std::optional<AmpType> element = getAmpType(tensor.getElementType());
  if (!element)
    return error("have elements of f64, f32, f16, bf16, f8E4M3FN, f8E5M2, i64, "
                 "i32, i16, i8, i1, ui64, ui32, ui16, ui8 or index");
  int64_t bytes = find(*element).bytes;
  for (int64_t extent : tensor.getShape())
    if (llvm::MulOverflow(bytes, extent, bytes))
      return error("fit into 64 bits");
  return ModelTensor{std::move(name), *element,
                     SmallVector<int64_t>(tensor.getShape())};
}

/// The first name that `loc` holds, else the fallback.
static std::string getName(Location loc, Twine fallback) {
  std::string name;
  loc->walk([&](Location part) {
    if (auto named = dyn_cast<NameLoc>(part)) {
      name = named.getName().str();
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return name.empty() ? fallback.str() : name;
}

/// Diagnoses a module without the entry, and names what could be one.
static LogicalResult refuseEntry(ModuleOp module, StringRef entry) {
  InFlightDiagnostic error = emitError(module.getLoc())
                             << "expected a function '" << entry
                             << "' with a body";
  StringRef before = ", got '";
  for (auto other : module.getOps<func::FuncOp>())
    if (other.isPublic() && !other.isExternal()) {
      error << before << other.getName() << "'";
      before = ", '";
    }
  return error;
}

FailureOr<ModelSignature> amp::readSignature(ModuleOp module, StringRef entry) {
  auto func = module.lookupSymbol<func::FuncOp>(entry);
  if (!func || func.isExternal())
    return refuseEntry(module, entry);
  ModelSignature signature;
  for (BlockArgument argument : func.getArguments()) {
    unsigned index = argument.getArgNumber();
    Location loc = getKnownLoc(argument.getLoc(), func.getLoc());
    auto tensor =
        readTensor(func, loc, argument.getType(),
                   getName(loc, "arg" + Twine(index)), "argument", index);
    if (failed(tensor))
      return failure();
    signature.inputs.push_back(std::move(*tensor));
  }
  for (auto [index, type] : llvm::enumerate(func.getResultTypes())) {
    auto tensor = readTensor(func, func.getLoc(), type,
                             ("result" + Twine(index)).str(), "result", index);
    if (failed(tensor))
      return failure();
    signature.outputs.push_back(std::move(*tensor));
  }
  return signature;
}
