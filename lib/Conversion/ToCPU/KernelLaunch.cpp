//===- KernelLaunch.cpp - Calls of kernels --------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"
#include "Kernels.h"
#include "PointerViews.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cpu;

/// Work (points times ops, roughly nanoseconds / 4) below which waking another
/// thread costs more than it saves, and the least in a piece.
static constexpr int64_t parallelWork = 40000;
static constexpr int64_t pieceWork = 10000;

/// The type in which a kernel's argument travels to another thread.
static Type getFieldType(Type type) {
  return type.isIndex() ? IntegerType::get(type.getContext(), 64) : type;
}

/// What the runtime calls: takes the kernel's arguments out of memory.
func::FuncOp KernelBuilder::buildTask(func::FuncOp kernel) {
  OpBuilder::InsertionGuard guard(builder);
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  SmallVector<Type> types{pointer};
  llvm::append_range(types,
                     kernel.getArgumentTypes().drop_front(arguments.size()));
  func::FuncOp task =
      symbols.addFunction(loc, "amp_task", builder.getFunctionType(types, {}));
  builder.setInsertionPointToStart(task.addEntryBlock());
  SmallVector<Type> fields = llvm::map_to_vector(
      kernel.getArgumentTypes().take_front(arguments.size()), getFieldType);
  auto structType =
      LLVM::LLVMStructType::getLiteral(builder.getContext(), fields);
  SmallVector<Value> values;
  for (auto [i, field] : llvm::enumerate(fields)) {
    Value place = LLVM::GEPOp::create(
        builder, loc, pointer, structType, task.getArgument(0),
        ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(i)});
    Value value = LLVM::LoadOp::create(builder, loc, field, place);
    if (kernel.getArgumentTypes()[i].isIndex())
      value = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                         value);
    values.push_back(value);
  }
  llvm::append_range(values, task.getArguments().drop_front());
  func::CallOp::create(builder, loc, kernel, values);
  func::ReturnOp::create(builder, loc);
  return task;
}

/// A function of its own, since LLVM takes time quadratic in the stores of a
/// block; `builder` is then in it.
func::FuncOp KernelBuilder::addLaunch(TypeRange types) {
  func::FuncOp launch = symbols.addFunction(loc, "amp_launch",
                                            builder.getFunctionType(types, {}));
  launch->setAttr("passthrough", builder.getStrArrayAttr({"noinline"}));
  builder.setInsertionPointToStart(launch.addEntryBlock());
  return launch;
}

/// Runs the kernel on all items: alone, or on the runtime's threads.
func::FuncOp KernelBuilder::buildLaunch(func::FuncOp kernel) {
  int64_t items = 1;
  if (schedule.rangeInner)
    items = nest.loops[schedule.row].extent;
  else
    for (unsigned i = 0; i < schedule.items; ++i)
      items *= nest.loops[i].extent;
  int64_t work = nest.countPoints() * std::max<int64_t>(nest.countOps(), 2);

  OpBuilder::InsertionGuard guard(builder);
  func::FuncOp launch =
      addLaunch(kernel.getArgumentTypes().take_front(arguments.size()));
  Value count = constant(items);
  if (work < parallelWork || items < 2) {
    SmallVector<Value> values(launch.getArguments());
    values.push_back(constant(0));
    values.push_back(count);
    func::CallOp::create(builder, loc, kernel, values);
  } else {
    int64_t grain = std::max<int64_t>(1, pieceWork * items / work);
    emitParallel(kernel, launch, count, constant(grain));
  }
  func::ReturnOp::create(builder, loc);
  return launch;
}

std::pair<Value, Value> KernelBuilder::emitTask(func::FuncOp kernel,
                                                ValueRange given) {
  func::FuncOp &task = symbols.getTask(kernel);
  if (!task)
    task = buildTask(kernel);
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  SmallVector<Type> fields =
      llvm::map_to_vector(given.getTypes(), getFieldType);
  auto structType =
      LLVM::LLVMStructType::getLiteral(builder.getContext(), fields);
  Value room =
      LLVM::AllocaOp::create(builder, loc, pointer, structType, constant(1));
  for (auto [i, argument] : llvm::enumerate(given)) {
    Value value = argument;
    Value place =
        LLVM::GEPOp::create(builder, loc, pointer, structType, room,
                            ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(i)});
    if (value.getType().isIndex())
      value =
          arith::IndexCastOp::create(builder, loc, builder.getI64Type(), value);
    LLVM::StoreOp::create(builder, loc, value, place);
  }
  Value code = func::ConstantOp::create(builder, loc, task.getFunctionType(),
                                        task.getName());
  return {code, room};
}

void KernelBuilder::emitParallel(func::FuncOp kernel, func::FuncOp launch,
                                 Value count, Value grain) {
  auto [code, room] = emitTask(kernel, launch.getArguments());
  Type i64 = builder.getI64Type();
  func::FuncOp runtime = symbols.getRuntime(
      "amp_cpu_parallel",
      builder.getFunctionType({code.getType(), room.getType(), i64, i64}, {}));
  func::CallOp::create(builder, loc, runtime,
                       ValueRange{code, room, count, grain});
}

func::FuncOp KernelBuilder::buildEpilogueLaunch(func::FuncOp kernel,
                                                TypeRange contractionTypes) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> types(contractionTypes);
  llvm::append_range(types,
                     kernel.getArgumentTypes().take_front(arguments.size()));
  func::FuncOp launch = addLaunch(types);
  auto given = launch.getArguments();
  auto [code, room] =
      emitTask(kernel, given.drop_front(contractionTypes.size()));
  SmallVector<Value> values(given.take_front(contractionTypes.size()));
  values.append({code, room});
  func::FuncOp runtime = symbols.getRuntime(
      "amp_cpu_contract_then",
      builder.getFunctionType(ValueRange(values).getTypes(), {}));
  func::CallOp::create(builder, loc, runtime, values);
  func::ReturnOp::create(builder, loc);
  return launch;
}

void KernelBuilder::callLaunch(func::FuncOp launch, ValueRange first) {
  builder.setInsertionPoint(nest.reader ? nest.reader : op);
  SmallVector<Value> values(first);
  for (Value value : arguments)
    values.push_back(isa<MemRefType>(value.getType())
                         ? getPointer(builder, loc, value)
                         : value);
  func::CallOp::create(builder, loc, launch, values);
  if (nest.reader)
    nest.reader.erase();
  op.erase();
}

void KernelBuilder::run() {
  collectArguments();
  func::FuncOp kernel = symbols.shareFunction(buildKernel());
  callLaunch(symbols.shareFunction(buildLaunch(kernel)), {});
}

void KernelBuilder::runEpilogue(ValueRange contraction) {
  collectArguments();
  func::FuncOp kernel = symbols.shareFunction(buildKernel());
  func::FuncOp launch = buildEpilogueLaunch(kernel, contraction.getTypes());
  callLaunch(symbols.shareFunction(launch), contraction);
}

void cpu::lowerToKernel(LoopNest nest, ModuleSymbols &symbols) {
  KernelBuilder(std::move(nest), symbols).run();
}

void cpu::lowerToEpilogue(Epilogue epilogue, ValueRange contraction,
                          ModuleSymbols &symbols) {
  KernelBuilder(std::move(epilogue), symbols).runEpilogue(contraction);
}
