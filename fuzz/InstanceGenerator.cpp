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
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
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
/// Elements of what an op reads or makes that runs, at most: intervals are
/// slow.
static constexpr int64_t kMostThatRun = 1 << 12;

/// Whether `op` reads or makes floats.
static bool hasFloats(Operation *op) {
  auto holdsFloats = [](Type type) {
    return isa<FloatType>(getElementTypeOrSelf(type));
  };
  return llvm::any_of(op->getOperandTypes(), holdsFloats) ||
         llvm::any_of(op->getResultTypes(), holdsFloats);
}

InstanceGenerator::InstanceGenerator(ArrayRef<ModuleOp> examples,
                                     Random &random, Runs runs)
    : random(random), runnable(runs != Runs::Nowhere),
      tensorsAlone(runs == Runs::AsKernels),
      builder(ModuleOp(examples.front()).getContext()) {
  for (ModuleOp each : examples)
    each->walk([&](Operation *op) {
      if (isa_and_nonnull<FunctionOpInterface>(op->getParentOp()) &&
          !op->hasTrait<OpTrait::IsTerminator>() && mayCopy(op) &&
          (hasFloats(op) || !runnable))
        instances.push_back(op);
    });
}

/// Of what runs, nothing makes a value that nobody wrote, prints, frees what
/// others read, loops for ever, or needs what is not there.
bool InstanceGenerator::mayCopy(Operation *example) const {
  if (!runnable)
    return true;
  if (auto constant = dyn_cast<arith::ConstantOp>(example))
    return !isa<DenseResourceElementsAttr>(constant.getValue());
  auto isStrange = [&](Type type) {
    if (tensorsAlone && isa<VectorType, BaseMemRefType>(type))
      return true;
    auto shaped = dyn_cast<ShapedType>(type);
    auto tensor = dyn_cast<RankedTensorType>(type);
    return isa<UnrankedTensorType>(type) || (tensor && tensor.getEncoding()) ||
           (shaped && shaped.hasStaticShape() &&
            shaped.getNumElements() > kMostThatRun);
  };
  if (llvm::any_of(example->getOperandTypes(), isStrange) ||
      llvm::any_of(example->getResultTypes(), isStrange))
    return false;
  return !isa<tensor::EmptyOp, bufferization::AllocTensorOp,
              bufferization::DeallocOp, bufferization::DeallocTensorOp,
              bufferization::ToTensorOp, memref::AllocOp, memref::AllocaOp,
              memref::DeallocOp, vector::PrintOp, cf::AssertOp, scf::WhileOp>(
      example);
}

/// Whether an op may read what others computed: positions that data decide may
/// lie anywhere.
bool InstanceGenerator::mayRead(Type type) const {
  Type element = getElementTypeOrSelf(type);
  return !runnable || isa<FloatType>(element) || element.isInteger(1);
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
  if (runnable)
    return makeInput(type);
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
  return vector ? toVector(tensor, vector) : tensor;
}

/// All of `tensor`, which has the shape of `type`.
Value InstanceGenerator::toVector(Value tensor, VectorType type) {
  Location loc = builder.getUnknownLoc();
  SmallVector<Value> zeros(type.getRank(), index(0));
  Value padding = arith::ConstantOp::create(
      builder, loc, builder.getZeroAttr(type.getElementType()));
  return vector::TransferReadOp::create(
      builder, loc, type, tensor, zeros, padding,
      SmallVector<bool>(type.getRank(), true));
}

/// New floats that run: an argument of f32, as `type` wants it.
Value InstanceGenerator::makeFloats(ShapedType type) {
  Location loc = builder.getUnknownLoc();
  Type element = type.getElementType();
  SmallVector<int64_t> shape(type.getShape());
  for (int64_t &size : shape)
    if (ShapedType::isDynamic(size))
      size = 4;
  Value argument = entry->addArgument(
      RankedTensorType::get(shape, builder.getF32Type()), loc);
  Value tensor = castTo(builder, loc, argument, element);
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.isScalable() ? Value() : toVector(tensor, vector);
  if (auto wanted = dyn_cast<RankedTensorType>(type)) {
    if (wanted.getEncoding())
      return Value();
    if (wanted.hasStaticShape())
      return tensor;
    return tensor::CastOp::create(builder, loc, wanted, tensor);
  }
  auto buffer = dyn_cast<MemRefType>(type);
  if (!buffer || !buffer.hasStaticShape() || !buffer.getLayout().isIdentity() ||
      buffer.getMemorySpace())
    return Value();
  Value memory = memref::AllocOp::create(builder, loc, buffer);
  auto copied = bufferization::MaterializeInDestinationOp::create(
      builder, loc, tensor, memory);
  copied.setWritable(true);
  return memory;
}

/// A new value that runs: floats come in as f32; what says where or how many
/// is small and known. Null for types that there is none of.
Value InstanceGenerator::makeInput(Type type) {
  Location loc = builder.getUnknownLoc();
  auto shaped = dyn_cast<ShapedType>(type);
  Type element = getElementTypeOrSelf(type);
  if (isFloat(element)) {
    if (shaped)
      return shaped.hasRank() ? makeFloats(shaped) : Value();
    SmallVector<Value> place = {index(random.below(4)), index(random.below(8))};
    Value number =
        tensor::ExtractOp::create(builder, loc, entry->getArgument(0), place);
    return castTo(builder, loc, number, element);
  }
  if (!element.isIntOrIndex() || isa<BaseMemRefType>(type) ||
      (shaped && (!shaped.hasRank() || !shaped.hasStaticShape() ||
                  shaped.getNumElements() > kMostElements)))
    return Value();
  if (!shaped)
    return arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(type, random.below(2)));
  if (auto vector = dyn_cast<VectorType>(type); vector && vector.isScalable())
    return Value();
  // Each once, as scatters want it.
  unsigned most = element.isInteger(1) ? 2 : 8;
  SmallVector<Attribute> numbers;
  for (int64_t i = 0, e = shaped.getNumElements(); i < e; ++i)
    numbers.push_back(builder.getIntegerAttr(element, i % most));
  return arith::ConstantOp::create(builder, loc,
                                   DenseElementsAttr::get(shaped, numbers));
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
  if (maker && !isKept && (!mayCopy(maker) || !mayRead(type)))
    maker = nullptr;
  if (!isKept && mayRead(type) && !random.oneIn(8))
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
    auto called = dyn_cast_or_null<FunctionOpInterface>(symbol);
    if (!symbol || (runnable && called && called.isExternal()))
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

/// Whether a loop below `op` has a step of nought or less, which is undefined.
static bool standsStill(Operation *op) {
  return op
      ->walk([](LoopLikeOpInterface loop) {
        std::optional<SmallVector<OpFoldResult>> steps = loop.getLoopSteps();
        bool moves = !steps || llvm::all_of(*steps, [](OpFoldResult step) {
          return getConstantIntValue(step).value_or(1) > 0;
        });
        return moves ? WalkResult::advance() : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// Puts a copy of `example` where `builder` stands, its results into the pool.
/// False, and no copy, where that does not verify or may not run.
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
  if (failed(verify(copied)) || (runnable && standsStill(copied))) {
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
                                model.getType(), condition,
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
  function = func::FuncOp::create(builder, loc, runnable ? "main" : "generated",
                                  builder.getFunctionType({}, {}));
  symbols.try_emplace(function.getSymNameAttr(), function);
  entry = function.addEntryBlock();
  builder.setInsertionPointToEnd(entry);
  auto type = RankedTensorType::get({4, 8}, builder.getF32Type());
  if (!runnable)
    condition = addArgument(builder.getI1Type());
  pool = {entry->addArgument(type, loc)};
  if (runnable)
    condition = makeInput(builder.getI1Type());
  for (unsigned i = 0, e = 4 + random.below(20); i < e; ++i)
    step(/*depth=*/0);
  finish();
  Messages messages(*builder.getContext());
  return succeeded(verify(module)) ? std::move(owner) : nullptr;
}

/// Returns what nobody read, newest first.
void InstanceGenerator::finish() {
  Location loc = builder.getUnknownLoc();
  SmallVector<Value> returned;
  for (Value value : llvm::reverse(pool)) {
    Type type = value.getType();
    if (returned.size() == 4 || !value.use_empty() ||
        !isa<TensorType, VectorType, FloatType, IntegerType>(type))
      continue;
    if (runnable) {
      if (isa<FloatType>(type))
        value = tensor::FromElementsOp::create(builder, loc, value);
      if (!isFloatArray(value.getType()) || isa<BlockArgument>(value))
        continue;
      value = toTensor(value);
    }
    returned.push_back(value);
  }
  func::ReturnOp::create(builder, loc, returned);
  function.setFunctionType(builder.getFunctionType(
      entry->getArgumentTypes(), ValueRange(returned).getTypes()));
}
