//===- HostCode.cpp - Calls of kernels to calls of the runtime ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors become buffers, steps become rows of a table; the LLVM function keeps
// the control flow, the scalars and one call a step. Tensors that a loop
// carries live in a buffer of the loop and are copied there at the end of an
// iteration.
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "AmpDialect/Analysis/StablePath.h"
#include "AmpDialect/Conversion/ToNVVM/ContractionKernel.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "Evaluator.h"
#include "Program.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

int64_t cuda::getTensorBytes(RankedTensorType type) {
  return type.getNumElements() * getMemoryBytes(type.getElementType());
}

/// The first place of a fused location is the root's.
static Location getRootLocation(Location location) {
  while (auto fused = dyn_cast<FusedLoc>(location))
    location = fused.getLocations().front();
  return location;
}

static std::string printLocation(Location location) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  location = getRootLocation(location);
  if (auto name = dyn_cast<NameLoc>(location))
    location = name.getChildLoc();
  if (auto file = dyn_cast<FileLineColLoc>(location))
    stream << file.getFilename().getValue() << ':' << file.getLine() << ':'
           << file.getColumn();
  else
    location->print(stream);
  return text;
}

namespace {

class HostBuilder {
public:
  HostBuilder(ModuleOp module, func::FuncOp entry, Program &program)
      : module(module), entry(entry), program(program),
        builder(entry.getLoc(), module.getContext()) {}
  LogicalResult run();

private:
  LogicalResult convertBlock(Block &block);
  LogicalResult convertOp(Operation &op);
  LogicalResult convertCall(func::CallOp call);
  SmallVector<int64_t> findWeights(const Site &site, func::FuncOp callee);
  void keepWeights();
  LogicalResult convertExtract(tensor::ExtractOp extract);
  LogicalResult convertFor(scf::ForOp loop);
  LogicalResult convertWhile(scf::WhileOp loop);
  LogicalResult convertIf(scf::IfOp branch);
  LogicalResult convertReturn(func::ReturnOp op);

  int newBuffer(RankedTensorType type);
  int bufferOf(Value tensor);
  void touch(int buffer);
  void copyAll(ValueRange sources, ArrayRef<int> targets, Location location);
  void copy(int source, int target, int64_t bytes, Location location);
  int64_t addSite(Site site, Location location);
  LLVM::CallOp callRuntime(StringRef name, Type result, ValueRange operands);
  Value constant(int64_t value);
  Value packScalar(Value value);
  SmallVector<int> carriedBuffers(TypeRange types);
  SmallVector<Value> scalarsOf(ValueRange values);
  void beginLoop();
  void endLoop();

  /// A loop that is being converted: buffers from before it that it reads must
  /// last until its end.
  struct Loop {
    int64_t start;
    llvm::SmallSet<int, 16> outer;
  };

  ModuleOp module;
  func::FuncOp entry;
  Program &program;
  ImplicitLocOpBuilder builder;
  LLVM::LLVMFuncOp function;
  IRMapping scalars;
  llvm::DenseMap<Value, int> buffers;
  llvm::DenseMap<Attribute, int> constants;
  SmallVector<Loop> loops;
  Value state, slots;
  int64_t now = 0;
};

int HostBuilder::newBuffer(RankedTensorType type) {
  Buffer buffer;
  buffer.bytes = getTensorBytes(type);
  buffer.firstUse = buffer.lastUse = now;
  program.buffers.push_back(buffer);
  return program.buffers.size() - 1;
}

void HostBuilder::touch(int number) {
  Buffer &buffer = program.buffers[number];
  buffer.lastUse = std::max(buffer.lastUse, now);
  for (Loop &loop : loops)
    if (buffer.firstUse < loop.start)
      loop.outer.insert(number);
}

void HostBuilder::beginLoop() { loops.push_back({++now, {}}); }

void HostBuilder::endLoop() {
  ++now;
  Loop loop = loops.pop_back_val();
  for (int buffer : loop.outer)
    touch(buffer);
}

/// The buffer of a tensor; a constant or tensor.empty gets one when asked for.
int HostBuilder::bufferOf(Value tensor) {
  tensor = stripViews(tensor);
  auto found = buffers.find(tensor);
  if (found != buffers.end())
    return found->second;
  auto type = cast<RankedTensorType>(tensor.getType());
  ElementsAttr elements;
  if (!matchPattern(tensor, m_Constant(&elements)))
    return buffers[tensor] = newBuffer(type);
  auto [entry, isNew] = constants.try_emplace(elements, 0);
  if (isNew) {
    entry->second = newBuffer(type);
    Buffer &buffer = program.buffers[entry->second];
    buffer.space = AmpCudaConstant;
    buffer.place = program.constants.size();
    program.constants.push_back(elements);
  }
  return buffers[tensor] = entry->second;
}

Value HostBuilder::constant(int64_t value) {
  return LLVM::ConstantOp::create(builder, builder.getI64Type(),
                                  builder.getI64IntegerAttr(value));
}

LLVM::CallOp HostBuilder::callRuntime(StringRef name, Type result,
                                      ValueRange operands) {
  auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!function) {
    OpBuilder atTop(module.getBody(), module.getBody()->begin());
    function = LLVM::LLVMFuncOp::create(
        atTop, module.getLoc(), name,
        LLVM::LLVMFunctionType::get(result,
                                    llvm::to_vector(operands.getTypes())));
  }
  return LLVM::CallOp::create(builder, function, operands);
}

int64_t HostBuilder::addSite(Site site, Location location) {
  site.location = printLocation(location);
  ++now;
  for (const Argument &argument : site.arguments)
    if (argument.buffer >= 0)
      touch(argument.buffer);
  program.sites.push_back(std::move(site));
  return program.sites.size() - 1;
}

void HostBuilder::copy(int source, int target, int64_t bytes,
                       Location location) {
  if (source == target || bytes == 0)
    return;
  Site site{AmpCudaCopy, {}, -1, bytes, {{target, 0}, {source, 0}}, {}, {}};
  int64_t number = addSite(std::move(site), location);
  callRuntime("amp_cuda_copy", LLVM::LLVMVoidType::get(builder.getContext()),
              {state, constant(number)});
}

/// Copies tensors to buffers as if all at once; null targets are skipped.
void HostBuilder::copyAll(ValueRange sources, ArrayRef<int> targets,
                          Location location) {
  SmallVector<int> from(sources.size(), -1);
  for (auto [number, source] : llvm::enumerate(sources)) {
    if (targets[number] < 0)
      continue;
    from[number] = bufferOf(source);
    // A target that a later copy still reads is saved first.
    bool overwritten =
        from[number] != targets[number] &&
        llvm::is_contained(targets.take_front(number), from[number]);
    if (!overwritten)
      continue;
    auto type = cast<RankedTensorType>(source.getType());
    int saved = newBuffer(type);
    copy(from[number], saved, getTensorBytes(type), location);
    from[number] = saved;
  }
  for (auto [number, source] : llvm::enumerate(sources))
    if (targets[number] >= 0)
      copy(from[number], targets[number],
           getTensorBytes(cast<RankedTensorType>(source.getType())), location);
}

/// A buffer for each tensor among `types`, -1 for scalars.
SmallVector<int> HostBuilder::carriedBuffers(TypeRange types) {
  return llvm::map_to_vector(types, [&](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor ? newBuffer(tensor) : -1;
  });
}

SmallVector<Value> HostBuilder::scalarsOf(ValueRange values) {
  SmallVector<Value> result;
  for (Value value : values)
    if (!isa<RankedTensorType>(value.getType()))
      result.push_back(scalars.lookup(value));
  return result;
}

/// Any scalar as the i64 that its slot holds.
Value HostBuilder::packScalar(Value value) {
  Type type = value.getType();
  Type word = builder.getI64Type();
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, word, value);
  if (isa<FloatType>(type))
    value = arith::BitcastOp::create(
        builder, builder.getIntegerType(type.getIntOrFloatBitWidth()), value);
  if (value.getType().getIntOrFloatBitWidth() < 64)
    value = arith::ExtUIOp::create(builder, word, value);
  return value;
}

/// The inputs of a launch that depends on them alone and may be weights: casts,
/// folded statistics and the like, straight after the arguments. Few inputs, as
/// results of such a launch keep their memory.
SmallVector<int64_t> HostBuilder::findWeights(const Site &site,
                                              func::FuncOp callee) {
  constexpr size_t kMost = 4;
  bool onHost = !loops.empty() || llvm::any_of(site.arguments, [](auto &a) {
    return a.buffer < 0;
  });
  if (onHost || findContractionRoot(callee))
    return {};
  llvm::SmallSetVector<int64_t, kMost> inputs;
  for (const Argument &argument : site.arguments) {
    const Buffer &buffer = program.buffers[argument.buffer];
    if (buffer.space == AmpCudaInput)
      inputs.insert(buffer.place);
    else if (buffer.space == AmpCudaArena && !buffer.inputs.empty())
      inputs.insert(buffer.inputs.begin(), buffer.inputs.end());
    else if (buffer.space != AmpCudaConstant)
      return {};
  }
  return inputs.size() <= kMost ? llvm::to_vector(inputs)
                                : SmallVector<int64_t>();
}

/// Gives results of launches that may run once memory of their own; those that
/// are results of the model run each time.
void HostBuilder::keepWeights() {
  for (Site &site : program.sites) {
    for (const Argument &argument : site.arguments)
      if (argument.buffer >= 0 &&
          program.buffers[argument.buffer].space == AmpCudaOutput)
        site.inputs.clear();
    if (site.inputs.empty())
      continue;
    for (const Argument &argument : site.arguments) {
      Buffer &buffer = program.buffers[argument.buffer];
      buffer.firstUse = 0;
      buffer.lastUse = now;
    }
  }
}

LogicalResult HostBuilder::convertCall(func::CallOp call) {
  auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee());
  if (!callee || !callee->hasAttr(kKernelAttrName))
    return call.emitOpError("cannot go to the GPU: '")
           << call.getCallee() << "' is no kernel and could not be inlined";
  Site site{AmpCudaLaunch, {}, 0, 0, {}, {}, {}};
  site.source = formatLocation(getRootLocation(call.getLoc()));
  auto [entry, isNew] = program.kernels.insert(
      {callee.getName(), static_cast<int64_t>(program.kernels.size())});
  site.kernel = entry->second;
  int64_t used = 0;
  for (Value operand : call.getOperands()) {
    if (isa<RankedTensorType>(operand.getType())) {
      site.arguments.push_back({bufferOf(operand), 0});
      continue;
    }
    Value slot = LLVM::GEPOp::create(
        builder, slots.getType(), builder.getI64Type(), slots,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(used)});
    LLVM::StoreOp::create(builder, packScalar(scalars.lookup(operand)), slot);
    site.arguments.push_back({-1, used++});
  }
  ++now;
  site.inputs = findWeights(site, callee);
  for (Value result : call.getResults()) {
    int buffer = newBuffer(cast<RankedTensorType>(result.getType()));
    program.buffers[buffer].inputs = site.inputs;
    buffers[result] = buffer;
    site.arguments.push_back({buffer, 0});
  }
  --now;
  program.maxScalars = std::max(program.maxScalars, used);
  int64_t number = addSite(std::move(site), call.getLoc());
  callRuntime("amp_cuda_launch", LLVM::LLVMVoidType::get(builder.getContext()),
              {state, constant(number), slots});
  return success();
}

LogicalResult HostBuilder::convertExtract(tensor::ExtractOp extract) {
  auto type = extract.getTensor().getType();
  if (type.getNumElements() != 1)
    return extract.emitOpError("cannot go to the GPU: expected a tensor of one "
                               "element outside of kernels, got ")
           << type;
  Type element = type.getElementType();
  Site site{AmpCudaRead,
            {},
            -1,
            getTensorBytes(type),
            {{bufferOf(extract.getTensor()), 0}},
            {},
            {}};
  int64_t number = addSite(std::move(site), extract.getLoc());
  Value word = callRuntime("amp_cuda_read", builder.getI64Type(),
                           {state, constant(number)})
                   .getResult();
  if (element.isIndex()) {
    word = arith::IndexCastOp::create(builder, element, word);
  } else {
    unsigned bits = element.getIntOrFloatBitWidth();
    if (bits < 64)
      word =
          arith::TruncIOp::create(builder, builder.getIntegerType(bits), word);
    if (isa<FloatType>(element))
      word = arith::BitcastOp::create(builder, element, word);
  }
  scalars.map(extract.getResult(), word);
  return success();
}

LogicalResult HostBuilder::convertFor(scf::ForOp loop) {
  SmallVector<int> carried = carriedBuffers(loop.getResultTypes());
  copyAll(loop.getInitArgs(), carried, loop.getLoc());
  auto lowered = scf::ForOp::create(
      builder, scalars.lookup(loop.getLowerBound()),
      scalars.lookup(loop.getUpperBound()), scalars.lookup(loop.getStep()),
      scalarsOf(loop.getInitArgs()));
  scalars.map(loop.getInductionVar(), lowered.getInductionVar());
  unsigned next = 0;
  for (auto [number, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
    if (carried[number] >= 0) {
      buffers[argument] = carried[number];
      buffers[loop.getResult(number)] = carried[number];
      continue;
    }
    scalars.map(argument, lowered.getRegionIterArg(next));
    scalars.map(loop.getResult(number), lowered.getResult(next++));
  }
  beginLoop();
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(lowered.getBody());
    // A body without results comes with its terminator.
    if (!lowered.getBody()->empty())
      lowered.getBody()->back().erase();
    if (failed(convertBlock(*loop.getBody())))
      return failure();
    auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
    copyAll(yield.getOperands(), carried, yield.getLoc());
    scf::YieldOp::create(builder, scalarsOf(yield.getOperands()));
  }
  for (int buffer : carried)
    if (buffer >= 0)
      touch(buffer);
  endLoop();
  return success();
}

LogicalResult HostBuilder::convertWhile(scf::WhileOp loop) {
  SmallVector<int> before = carriedBuffers(loop.getInits().getTypes());
  SmallVector<int> after = carriedBuffers(loop.getResultTypes());
  copyAll(loop.getInits(), before, loop.getLoc());
  SmallVector<Value> inits = scalarsOf(loop.getInits());
  SmallVector<Type> types;
  for (Type type : loop.getResultTypes())
    if (!isa<RankedTensorType>(type))
      types.push_back(type);
  auto lowered = scf::WhileOp::create(builder, types, inits);
  beginLoop();
  auto enter = [&](Region &from, Region &into, ArrayRef<int> carried) {
    Block *block = into.empty() ? &into.emplaceBlock() : &into.front();
    builder.setInsertionPointToEnd(block);
    for (auto [number, argument] :
         llvm::enumerate(from.front().getArguments())) {
      if (carried[number] >= 0)
        buffers[argument] = carried[number];
      else
        scalars.map(argument,
                    block->addArgument(argument.getType(), argument.getLoc()));
    }
    return convertBlock(from.front());
  };
  {
    OpBuilder::InsertionGuard guard(builder);
    if (failed(enter(loop.getBefore(), lowered.getBefore(), before)))
      return failure();
    scf::ConditionOp condition = loop.getConditionOp();
    copyAll(condition.getArgs(), after, condition.getLoc());
    Value ok =
        callRuntime("amp_cuda_ok", builder.getI32Type(), {state}).getResult();
    ok = arith::TruncIOp::create(builder, builder.getI1Type(), ok);
    Value goOn = arith::AndIOp::create(
        builder, ok, scalars.lookup(condition.getCondition()));
    scf::ConditionOp::create(builder, goOn, scalarsOf(condition.getArgs()));
    if (failed(enter(loop.getAfter(), lowered.getAfter(), after)))
      return failure();
    auto yield = loop.getYieldOp();
    copyAll(yield.getOperands(), before, yield.getLoc());
    scf::YieldOp::create(builder, scalarsOf(yield.getOperands()));
  }
  unsigned next = 0;
  for (auto [number, result] : llvm::enumerate(loop.getResults())) {
    if (after[number] >= 0)
      buffers[result] = after[number];
    else
      scalars.map(result, lowered.getResult(next++));
  }
  for (int buffer : llvm::concat<int>(before, after))
    if (buffer >= 0)
      touch(buffer);
  endLoop();
  return success();
}

LogicalResult HostBuilder::convertIf(scf::IfOp branch) {
  SmallVector<int> made = carriedBuffers(branch.getResultTypes());
  SmallVector<Type> types;
  for (Type type : branch.getResultTypes())
    if (!isa<RankedTensorType>(type))
      types.push_back(type);
  bool hasElse = !branch.getElseRegion().empty();
  auto lowered = scf::IfOp::create(
      builder, types, scalars.lookup(branch.getCondition()), hasElse);
  SmallVector<std::pair<Block *, Block *>> sides{
      {branch.thenBlock(), lowered.thenBlock()}};
  if (hasElse)
    sides.push_back({branch.elseBlock(), lowered.elseBlock()});
  for (auto [from, into] : sides) {
    OpBuilder::InsertionGuard guard(builder);
    if (!into->empty())
      into->back().erase();
    builder.setInsertionPointToEnd(into);
    if (failed(convertBlock(*from)))
      return failure();
    ValueRange yielded = from->getTerminator()->getOperands();
    copyAll(yielded, made, branch.getLoc());
    scf::YieldOp::create(builder, scalarsOf(yielded));
  }
  unsigned next = 0;
  for (auto [number, result] : llvm::enumerate(branch.getResults())) {
    if (made[number] >= 0)
      buffers[result] = made[number];
    else
      scalars.map(result, lowered.getResult(next++));
  }
  return success();
}

LogicalResult HostBuilder::convertReturn(func::ReturnOp op) {
  for (auto [number, value] : llvm::enumerate(op.getOperands())) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type)
      return op.emitOpError(
                 "cannot go to the GPU: expected tensors as results, "
                 "got ")
             << value.getType();
    int source = bufferOf(value);
    touch(source);
    Buffer &buffer = program.buffers[source];
    if (buffer.space == AmpCudaArena) {
      // The result is computed in place.
      buffer.space = AmpCudaOutput;
      buffer.place = number;
      continue;
    }
    int target = newBuffer(type);
    program.buffers[target].space = AmpCudaOutput;
    program.buffers[target].place = number;
    copy(source, target, getTensorBytes(type), op.getLoc());
  }
  return success();
}

LogicalResult HostBuilder::convertOp(Operation &op) {
  builder.setLoc(op.getLoc());
  if (auto call = dyn_cast<func::CallOp>(op))
    return convertCall(call);
  if (auto extract = dyn_cast<tensor::ExtractOp>(op))
    return convertExtract(extract);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return convertFor(loop);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return convertWhile(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return convertIf(branch);
  if (auto result = dyn_cast<func::ReturnOp>(op))
    return convertReturn(result);
  bool onTensors = llvm::any_of(op.getResultTypes(), [](Type type) {
    return isa<RankedTensorType>(type);
  });
  // Views, constants and empty tensors get their buffer where they are read.
  if (onTensors || op.getNumRegions() != 0)
    return success(isView(&op) || isa<tensor::EmptyOp>(op) ||
                   op.hasTrait<OpTrait::ConstantLike>() ||
                   isa<linalg::FillOp>(op));
  builder.clone(op, scalars);
  return success();
}

LogicalResult HostBuilder::convertBlock(Block &block) {
  for (Operation &op : block) {
    if (isa<scf::YieldOp, scf::ConditionOp>(op))
      continue;
    if (failed(convertOp(op))) {
      if (!isa<func::CallOp, tensor::ExtractOp, func::ReturnOp>(op) &&
          op.getNumRegions() == 0)
        op.emitOpError("cannot go to the GPU: no host code is known for it");
      return failure();
    }
  }
  return success();
}

LogicalResult HostBuilder::run() {
  MLIRContext *context = module.getContext();
  auto pointer = LLVM::LLVMPointerType::get(context);
  builder.setInsertionPointToEnd(module.getBody());
  auto type = LLVM::LLVMFunctionType::get(builder.getI32Type(),
                                          {pointer, pointer, pointer});
  function = LLVM::LLVMFuncOp::create(builder, "amp_model_entry", type);
  Block *block = function.addEntryBlock(builder);
  builder.setInsertionPointToStart(block);
  state = block->getArgument(0);
  for (auto [number, argument] : llvm::enumerate(entry.getArguments())) {
    auto tensor = dyn_cast<RankedTensorType>(argument.getType());
    if (!tensor)
      return entry.emitOpError("cannot go to the GPU: expected tensors as "
                               "arguments, got ")
             << argument.getType();
    int buffer = newBuffer(tensor);
    program.buffers[buffer].space = AmpCudaInput;
    program.buffers[buffer].place = number;
    buffers[argument] = buffer;
  }
  callRuntime("amp_cuda_begin", LLVM::LLVMVoidType::get(context),
              {state, block->getArgument(1), block->getArgument(2)});
  // Room for the scalars of one launch; sized once it is known.
  auto room = LLVM::AllocaOp::create(builder, pointer, builder.getI64Type(),
                                     constant(1));
  slots = room;
  if (!entry.getBody().hasOneBlock())
    return entry.emitOpError(
        "cannot go to the GPU: expected structured control "
        "flow, got several blocks");
  if (failed(convertBlock(entry.front())))
    return failure();
  keepWeights();
  Value status =
      callRuntime("amp_cuda_finish", builder.getI32Type(), {state}).getResult();
  LLVM::ReturnOp::create(builder, status);
  builder.setInsertionPoint(room);
  room.getArraySizeMutable().assign(
      constant(std::max<int64_t>(program.maxScalars, 1)));
  return success();
}

} // namespace

LogicalResult cuda::buildHostCode(ModuleOp module, func::FuncOp entry,
                                  Program &program) {
  return HostBuilder(module, entry, program).run();
}
