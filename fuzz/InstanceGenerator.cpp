//===- InstanceGenerator.cpp - Modules of ops that files hold -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstanceGenerator.h"
#include "Mutator.h"
#include "PropertyRuns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

/// Ops that make operands of ops that make operands, at most.
static constexpr unsigned kDeepest = 4;
/// Elements of a value that is made of others, at most.
static constexpr int64_t kMostElements = 1 << 16;

InstanceGenerator::InstanceGenerator(ArrayRef<ModuleOp> examples,
                                     Random &random)
    : random(random), builder(ModuleOp(examples.front()).getContext()) {
  for (ModuleOp each : examples)
    each->walk([&](Operation *op) {
      if (isa_and_nonnull<FunctionOpInterface>(op->getParentOp()) &&
          !op->hasTrait<OpTrait::IsTerminator>())
        instances.push_back(op);
    });
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value InstanceGenerator::index(int64_t number) {
  return arith::ConstantIndexOp::create(builder, builder.getUnknownLoc(),
                                        number);
}

Value InstanceGenerator::findOfType(Type type) {
  std::vector<Value> found;
  for (Value value : pool)
    if (value.getType() == type)
      found.push_back(value);
  return found.empty() ? Value() : random.pick(found);
}

Value InstanceGenerator::addArgument(Type type) {
  return entry->addArgument(type, builder.getUnknownLoc());
}

static bool isFloat(Type element) {
  return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(element);
}

/// Whether `type` is of a tensor or vector of floats, of known, positive
/// extents and without an encoding, which says how the elements lie in memory.
static bool isFloatArray(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || !isFloat(shaped.getElementType()) ||
      !shaped.hasStaticShape() || shaped.getNumElements() == 0)
    return false;
  if (auto vector = dyn_cast<VectorType>(type))
    return !vector.isScalable();
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.getEncoding();
}

/// One of rank 1 or more; null if there is none.
Value InstanceGenerator::findFloats() {
  std::vector<Value> found;
  for (Value value : pool)
    if (isFloatArray(value.getType()) &&
        cast<ShapedType>(value.getType()).getRank() > 0)
      found.push_back(value);
  return found.empty() ? Value() : random.pick(found);
}

Value InstanceGenerator::toTensor(Value value) {
  auto vector = dyn_cast<VectorType>(value.getType());
  if (!vector)
    return value;
  Location loc = builder.getUnknownLoc();
  Value start = tensor::EmptyOp::create(builder, loc, vector.getShape(),
                                        vector.getElementType());
  SmallVector<Value> zeros(vector.getRank(), index(0));
  return vector::TransferWriteOp::create(
             builder, loc, value, start, zeros,
             SmallVector<bool>(vector.getRank(), true))
      ->getResult(0);
}

/// `tensor`, of rank 1 or more, repeated or cut to the elements of `to`.
Value InstanceGenerator::resize(Value tensor, RankedTensorType to) {
  Location loc = builder.getUnknownLoc();
  auto type = cast<RankedTensorType>(tensor.getType());
  auto rows = [](int64_t rank) {
    ReassociationIndices all = llvm::to_vector(llvm::seq<int64_t>(0, rank));
    return SmallVector<ReassociationIndices>{all};
  };
  auto flatten = [&](Value value) -> Value {
    auto shaped = cast<RankedTensorType>(value.getType());
    if (shaped.getRank() == 1)
      return value;
    return tensor::CollapseShapeOp::create(builder, loc, value,
                                           rows(shaped.getRank()));
  };
  int64_t has = type.getNumElements(), wants = to.getNumElements();
  Value flat = flatten(tensor);
  if (has < wants) {
    int64_t times = llvm::divideCeil(wants, has);
    Value start = tensor::EmptyOp::create(
        builder, loc, ArrayRef<int64_t>{times, has}, type.getElementType());
    Value repeated = linalg::BroadcastOp::create(builder, loc, flat, start,
                                                 ArrayRef<int64_t>{0})
                         ->getResult(0);
    flat = flatten(repeated);
    has *= times;
  }
  auto one = [&](int64_t number) -> SmallVector<OpFoldResult> {
    return {builder.getIndexAttr(number)};
  };
  if (has > wants)
    flat = tensor::ExtractSliceOp::create(builder, loc, flat, one(0),
                                          one(wants), one(1));
  if (to.getRank() == 0)
    return tensor::CollapseShapeOp::create(builder, loc, flat,
                                           ArrayRef<ReassociationIndices>());
  if (to.getRank() == 1)
    return flat;
  return tensor::ExpandShapeOp::create(builder, loc, to, flat,
                                       rows(to.getRank()));
}

/// A value of floats of `type`, computed from one of another shape; null where
/// that cannot be.
Value InstanceGenerator::makeOfOthers(Type type) {
  Type element = getElementTypeOrSelf(type);
  auto shaped = dyn_cast<ShapedType>(type);
  if (shaped ? !isFloatArray(type) || shaped.getNumElements() > kMostElements
             : !isFloat(element))
    return Value();
  Value source = findFloats();
  if (!source)
    return Value();
  Location loc = builder.getUnknownLoc();
  Value tensor = castTo(builder, loc, toTensor(source), element);
  auto from = cast<RankedTensorType>(tensor.getType());
  if (!shaped)
    return tensor::ExtractOp::create(
        builder, loc, tensor, SmallVector<Value>(from.getRank(), index(0)));
  auto wanted = RankedTensorType::get(shaped.getShape(), element);
  if (from != wanted)
    tensor = resize(tensor, wanted);
  auto vector = dyn_cast<VectorType>(type);
  if (!vector)
    return tensor;
  SmallVector<Value> zeros(vector.getRank(), index(0));
  Value padding = arith::ConstantOp::create(builder, loc,
                                            builder.getFloatAttr(element, 0.0));
  return vector::TransferReadOp::create(
      builder, loc, vector, tensor, zeros, padding,
      SmallVector<bool>(vector.getRank(), true));
}

/// A value that can stand where an instance reads `example`; null if there is
/// none.
Value InstanceGenerator::provide(Value example, unsigned depth) {
  Operation *maker = example.getDefiningOp();
  Type type = example.getType();
  bool holdsFloats = isa<FloatType>(getElementTypeOrSelf(type));
  // Sizes, positions and zero points must be those that the op goes with.
  bool isKept = maker && maker->hasTrait<OpTrait::ConstantLike>() &&
                (!holdsFloats || random.oneIn(2));
  if (!isKept && !random.oneIn(8))
    if (Value found = findOfType(type))
      return found;
  if (holdsFloats && !isKept && !random.oneIn(4))
    if (Value made = makeOfOthers(type))
      return made;
  if (maker && depth < kDeepest &&
      (isKept || !holdsFloats || random.oneIn(2))) {
    if (!copy(maker, depth + 1))
      return Value();
    unsigned number = cast<OpResult>(example).getResultNumber();
    return pool[pool.size() - maker->getNumResults() + number];
  }
  return addArgument(type);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Copies what `example` refers to by name. False where that name is another's.
bool InstanceGenerator::bringSymbols(Operation *example) {
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(example);
  if (!uses)
    return false;
  auto from = example->getParentOfType<ModuleOp>();
  for (SymbolTable::SymbolUse use : *uses) {
    StringAttr name = use.getSymbolRef().getRootReference();
    Operation *symbol = SymbolTable::lookupSymbolIn(from, name);
    if (!symbol)
      return false;
    auto [place, isNew] = symbols.try_emplace(name, symbol);
    if (!isNew && place->second != symbol)
      return false;
    if (!isNew)
      continue;
    module.push_back(symbol->clone());
    if (!bringSymbols(symbol))
      return false;
  }
  return true;
}

/// Puts a copy of `example` where `builder` stands, its results into the pool.
/// False, and no copy, where that does not verify.
bool InstanceGenerator::copy(Operation *example, unsigned depth) {
  if (!bringSymbols(example))
    return false;
  IRMapping mapping;
  llvm::SetVector<Value> read(example->operand_begin(), example->operand_end());
  getUsedValuesDefinedAbove(example->getRegions(), read);
  for (Value value : read) {
    Value provided = provide(value, depth);
    if (!provided)
      return false;
    mapping.map(value, provided);
  }
  Operation *copied = builder.clone(*example, mapping);
  // What the instance is there to show, and what its user asked for, is not the
  // copy's.
  copied->walk([](Operation *op) {
    for (NamedAttribute attribute :
         llvm::to_vector(op->getDiscardableAttrs())) {
      StringRef name = attribute.getName();
      if (name.starts_with("test.") || name.starts_with("amp.") ||
          name == kWideSums)
        op->removeDiscardableAttr(attribute.getName());
    }
  });
  Messages messages(*builder.getContext());
  if (failed(verify(copied))) {
    copied->erase();
    return false;
  }
  llvm::append_range(pool, copied->getResults());
  return true;
}

/// Steps and a value of type `result` to hand on.
void InstanceGenerator::body(Region &region, Type result, unsigned depth) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&region.front());
  size_t outside = pool.size();
  llvm::append_range(pool, region.getArguments());
  for (unsigned i = 0, e = random.below(4); i < e; ++i)
    step(depth + 1);
  scf::YieldOp::create(builder, builder.getUnknownLoc(), findOfType(result));
  pool.resize(outside);
}

void InstanceGenerator::loop(unsigned depth) {
  Value start = findFloats();
  if (!start)
    return;
  Value zero = index(0), four = index(4), one = index(1);
  auto made = scf::ForOp::create(builder, builder.getUnknownLoc(), zero, four,
                                 one, start);
  body(made.getRegion(), start.getType(), depth);
  pool.push_back(made.getResult(0));
}

void InstanceGenerator::choice(unsigned depth) {
  Value model = findFloats();
  if (!model)
    return;
  auto made = scf::IfOp::create(builder, builder.getUnknownLoc(),
                                model.getType(), entry->getArgument(0),
                                /*addThenBlock=*/true, /*addElseBlock=*/true);
  for (Region &region : made->getRegions())
    body(region, model.getType(), depth);
  pool.push_back(made.getResult(0));
}

void InstanceGenerator::step(unsigned depth) {
  if (depth < 2 && random.oneIn(10))
    return random.oneIn(2) ? loop(depth) : choice(depth);
  copy(random.pick(instances), /*depth=*/0);
}

OwningOpRef<ModuleOp> InstanceGenerator::generate() {
  if (instances.empty())
    return nullptr;
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> owner = ModuleOp::create(loc);
  module = *owner;
  builder.setInsertionPointToEnd(module.getBody());
  auto function = func::FuncOp::create(builder, loc, "generated",
                                       builder.getFunctionType({}, {}));
  symbols.try_emplace(function.getSymNameAttr(), function);
  entry = function.addEntryBlock();
  addArgument(builder.getI1Type());
  pool = {addArgument(RankedTensorType::get({4, 8}, builder.getF32Type()))};
  builder.setInsertionPointToEnd(entry);
  for (unsigned i = 0, e = 4 + random.below(20); i < e; ++i)
    step(/*depth=*/0);
  // What nobody read, newest first.
  SmallVector<Value> returned;
  for (Value value : llvm::reverse(pool))
    if (returned.size() < 4 && value.use_empty() &&
        isa<TensorType, VectorType, FloatType, IntegerType>(value.getType()))
      returned.push_back(value);
  func::ReturnOp::create(builder, loc, returned);
  function.setFunctionType(builder.getFunctionType(
      entry->getArgumentTypes(), ValueRange(returned).getTypes()));
  Messages messages(*builder.getContext());
  return succeeded(verify(module)) ? std::move(owner) : nullptr;
}
