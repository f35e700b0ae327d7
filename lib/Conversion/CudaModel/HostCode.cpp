//===- HostCode.cpp - Calls of kernels to calls of the runtime ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors become buffers, steps become rows of a table; the LLVM function keeps
// the control flow, the scalars and one call a step.
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "AmpDialect/Analysis/StablePath.h"
#include "AmpDialect/Conversion/ToNVVM/ContractionKernel.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "Attention.h"
#include "GroupLaunches.h"
#include "HostBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

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
  if (onHost || findContractionRoot(callee) || getGroupedKernel(callee) ||
      isAttention(callee))
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
  for (Location location : getGroupedLocations(call))
    site.sources.push_back(formatLocation(getRootLocation(location)));
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

/// An assertion that does not hold ends the run, not the process.
void HostBuilder::convertAssert(cf::AssertOp assertion) {
  Value holds =
      arith::ExtUIOp::create(builder, builder.getI32Type(),
                             scalars.lookupOrDefault(assertion.getArg()));
  std::string name = ("amp_model_message_" + Twine(numMessages++)).str();
  std::string text = assertion.getMsg().str();
  Value message = LLVM::createGlobalString(
      assertion.getLoc(), builder, name,
      StringRef(text.c_str(), text.size() + 1), LLVM::Linkage::Internal);
  callRuntime("amp_cuda_assert", LLVM::LLVMVoidType::get(builder.getContext()),
              {state, holds, message});
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
  if (auto assertion = dyn_cast<cf::AssertOp>(op)) {
    convertAssert(assertion);
    return success();
  }
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
      return emitError(entry.getLoc(),
                       "cannot go to the GPU: expected tensors as "
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
    return emitError(entry.getLoc(),
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

LogicalResult cuda::buildHostCode(ModuleOp module, func::FuncOp entry,
                                  Program &program) {
  return HostBuilder(module, entry, program).run();
}
