//===- KernelBuilder.cpp - The frame of a GPU kernel ----------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

/// Offsets are computed in 32 bits unless a tensor is too large for that.
static unsigned getIndexBits(func::FuncOp source) {
  int64_t largest = 0;
  source.walk([&](Operation *op) {
    for (Value value :
         llvm::concat<Value>(llvm::to_vector_of<Value>(op->getOperands()),
                             llvm::to_vector_of<Value>(op->getResults())))
      if (auto type = dyn_cast<RankedTensorType>(value.getType()))
        largest = std::max(largest, type.getNumElements());
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      largest = std::max(largest, getVolume(linalgOp.getStaticLoopRanges()));
  });
  // Head room for the threads of a last block.
  return largest < (int64_t(1) << 31) - 65536 ? 32 : 64;
}

KernelBuilder::KernelBuilder(func::FuncOp source)
    : source(source), builder(source.getLoc(), source.getContext()) {
  MLIRContext *context = source.getContext();
  builder.setInsertionPointAfter(source);
  module =
      gpu::GPUModuleOp::create(builder, (source.getName() + "_module").str());
  builder.setInsertionPointToStart(module.getBody());
  auto pointer = LLVM::LLVMPointerType::get(context, 1);
  SmallVector<Type> types;
  auto lower = [&](Type type) -> Type {
    if (isa<RankedTensorType>(type))
      return pointer;
    return getMemoryType(type);
  };
  for (Type type : source.getArgumentTypes())
    types.push_back(lower(type));
  types.append(source.getNumResults(), pointer);
  auto type =
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context), types);
  kernel = LLVM::LLVMFuncOp::create(builder, source.getName(), type);
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  kernel->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  Block *entry = kernel.addEntryBlock(builder);
  builder.setInsertionPointToStart(entry);
  evaluator.emplace(builder, builder.getIntegerType(getIndexBits(source)));
  for (auto [number, argument] : llvm::enumerate(source.getArguments())) {
    Value lowered = entry->getArgument(number);
    if (isa<RankedTensorType>(argument.getType())) {
      // Buffers of one launch do not overlap unless both are only read.
      kernel.setArgAttr(number, LLVM::LLVMDialect::getReadonlyAttrName(),
                        builder.getUnitAttr());
      kernel.setArgAttr(number, LLVM::LLVMDialect::getNoAliasAttrName(),
                        builder.getUnitAttr());
    } else {
      lowered = fromMemory(builder, argument.getType(), lowered);
    }
    evaluator->mapArgument(argument, lowered);
  }
  results = llvm::to_vector(
      cast<func::ReturnOp>(source.front().getTerminator()).getOperands());
}

KernelBuilder::KernelBuilder(func::FuncOp source, LLVM::LLVMFuncOp kernel,
                             OpBuilder::InsertPoint place)
    : source(source), module(kernel->getParentOfType<gpu::GPUModuleOp>()),
      kernel(kernel), builder(source.getLoc(), source.getContext()) {
  builder.restoreInsertionPoint(place);
  evaluator.emplace(builder, builder.getIntegerType(getIndexBits(source)));
  results = llvm::to_vector(
      cast<func::ReturnOp>(source.front().getTerminator()).getOperands());
}

static Value castTo(ImplicitLocOpBuilder &builder, Type type, Value index) {
  return arith::IndexCastOp::create(builder, type, index);
}
Value KernelBuilder::threadId() {
  return castTo(builder, evaluator->indexType,
                gpu::ThreadIdOp::create(builder, gpu::Dimension::x));
}
Value KernelBuilder::blockId() {
  return castTo(builder, evaluator->indexType,
                gpu::BlockIdOp::create(builder, gpu::Dimension::x));
}

Value KernelBuilder::lessThan(Value a, int64_t b) {
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, a,
                               evaluator->constant(b));
}

void KernelBuilder::guard(Value condition, function_ref<void()> body) {
  if (!condition)
    return body();
  auto branch = scf::IfOp::create(builder, condition);
  OpBuilder::InsertionGuard guard(builder);
  Evaluator::Scope scope(*evaluator);
  builder.setInsertionPointToStart(branch.thenBlock());
  body();
}

Value KernelBuilder::combine(const Combiner &combiner, Value a, Value b) {
  Type type = a.getType();
  Type wide = combiner.op->getResult(0).getType();
  auto widen = [&](Value value) -> Value {
    return type == wide
               ? value
               : arith::ExtFOp::create(builder, wide, value).getResult();
  };
  Operation *op = combiner.op->clone();
  op->setOperands({widen(a), widen(b)});
  op->setLoc(builder.getLoc());
  Value result = builder.insert(op)->getResult(0);
  return type == wide
             ? result
             : arith::TruncFOp::create(builder, type, result).getResult();
}

/// Exchanges any scalar with the thread whose number differs in one bit.
Value KernelBuilder::shuffle(Value value, unsigned distance) {
  Type type = value.getType();
  if (type.isIndex()) {
    Value raw = shuffle(toMemory(builder, value), distance);
    return fromMemory(builder, type, raw);
  }
  unsigned bits = type.getIntOrFloatBitWidth();
  Type word = builder.getI32Type();
  auto exchange = [&](Value part) -> Value {
    return gpu::ShuffleOp::create(builder, part, distance, 32,
                                  gpu::ShuffleMode::XOR)
        .getShuffleResult();
  };
  if (bits == 32)
    return exchange(value);
  Type integer = builder.getIntegerType(bits);
  Value raw =
      isa<IntegerType>(type)
          ? value
          : arith::BitcastOp::create(builder, integer, value).getResult();
  if (bits < 32) {
    Value wide = exchange(arith::ExtUIOp::create(builder, word, raw));
    raw = arith::TruncIOp::create(builder, integer, wide);
  } else {
    Value given = raw;
    raw = nullptr;
    for (unsigned place = 0; place < bits; place += 32) {
      Value shift = arith::ConstantOp::create(
          builder, builder.getIntegerAttr(integer, place));
      Value part = exchange(arith::TruncIOp::create(
          builder, word, arith::ShRUIOp::create(builder, given, shift)));
      Value wide = arith::ShLIOp::create(
          builder, arith::ExtUIOp::create(builder, integer, part), shift);
      raw = raw ? arith::OrIOp::create(builder, raw, wide).getResult() : wide;
    }
  }
  return isa<IntegerType>(type)
             ? raw
             : arith::BitcastOp::create(builder, type, raw).getResult();
}

Value KernelBuilder::sharedArray(Type elementType, unsigned count) {
  // One variable for the whole kernel: arrays are places in it.
  unsigned place = sharedBytes;
  sharedBytes += llvm::alignTo(count * getMemoryBytes(elementType), 16);
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), sharedBytes);
  OpBuilder::InsertionGuard guard(builder);
  if (!shared) {
    builder.setInsertionPointToStart(module.getBody());
    shared = LLVM::GlobalOp::create(
        builder, type, /*isConstant=*/false, LLVM::Linkage::Internal,
        (source.getName() + "_shared").str(), Attribute(), /*alignment=*/16,
        /*addrSpace=*/3);
  }
  shared.setGlobalType(type);
  // At the kernel's start, where it dominates all uses.
  builder.setInsertionPointToStart(&kernel.getBody().front());
  Value base = LLVM::AddressOfOp::create(builder, shared);
  return LLVM::GEPOp::create(
      builder, base.getType(), builder.getI8Type(), base,
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(place)});
}

Value KernelBuilder::reduceThreads(Value value, const Combiner &combiner,
                                   unsigned threads) {
  for (unsigned distance = std::min(threads, 32u) / 2; distance != 0;
       distance /= 2)
    value = combine(combiner, value, shuffle(value, distance));
  if (threads <= 32)
    return value;
  unsigned warps = threads / 32;
  Type type = value.getType();
  Type memory = getMemoryType(type);
  Value shared = sharedArray(memory, warps);
  Value thread = threadId();
  Value warp = evaluator->div(thread, 32);
  auto address = [&](Value slot) {
    return LLVM::GEPOp::create(builder, shared.getType(), memory, shared,
                               ValueRange{slot});
  };
  Value isFirst = lessThan(evaluator->rem(thread, 32), 1);
  guard(isFirst, [&] {
    LLVM::StoreOp::create(builder, toMemory(builder, value), address(warp));
  });
  gpu::BarrierOp::create(builder);
  // Each lane takes one warp's part; warps are a power of two.
  Value slot = evaluator->rem(thread, warps);
  value = fromMemory(builder, type,
                     LLVM::LoadOp::create(builder, memory, address(slot)));
  for (unsigned distance = warps / 2; distance != 0; distance /= 2)
    value = combine(combiner, value, shuffle(value, distance));
  return value;
}

void KernelBuilder::storeResult(unsigned number, const LaneIndex &index,
                                ArrayRef<Value> values) {
  if (evaluator->hasFailed())
    return;
  Value pointer =
      kernel.getBody().front().getArgument(source.getNumArguments() + number);
  auto type = cast<RankedTensorType>(results[number].getType());
  evaluator->store(pointer, type.getElementType(), index, values);
}

FailureOr<gpu::GPUModuleOp>
KernelBuilder::finish(ArrayRef<int64_t> grid, int64_t block, StringRef route) {
  if (evaluator->hasFailed()) {
    module.erase();
    return failure();
  }
  LLVM::ReturnOp::create(builder, ValueRange{});
  auto launch = builder.getDictionaryAttr({
      builder.getNamedAttr("block",
                           builder.getDenseI64ArrayAttr({block, 1, 1})),
      builder.getNamedAttr("cluster", builder.getDenseI64ArrayAttr({1, 1, 1})),
      builder.getNamedAttr(
          "grid", builder.getDenseI64ArrayAttr({grid[0], grid[1], grid[2]})),
      builder.getNamedAttr("route", builder.getStringAttr(route)),
      builder.getNamedAttr("shared", builder.getI64IntegerAttr(0)),
      builder.getNamedAttr("tensor_maps", builder.getArrayAttr({})),
  });
  kernel->setAttr("amp.launch", launch);
  kernel->setAttr("nvvm.maxntid", builder.getDenseI32ArrayAttr(
                                      {static_cast<int32_t>(block), 1, 1}));
  // Room for 128 registers a thread; left alone, ptxas goes for more blocks a
  // multiprocessor and spills.
  int64_t blocks = std::max<int64_t>(65536 / (block * 128), 1);
  kernel->setAttr("nvvm.minctasm",
                  builder.getI32IntegerAttr(static_cast<int32_t>(blocks)));
  return module;
}
