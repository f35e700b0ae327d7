//===- Contractions.cpp - Contractions as calls of the runtime ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect-c/Model.h"
#include "Kernels.h"
#include "PointerViews.h"
#include "SplitProducts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cpu;

/// Multiply-adds below which packing costs more than it saves.
static constexpr int64_t leastWork = 4096;

namespace {
/// A contraction in the runtime's terms.
struct Contraction {
  /// Loops by kind.
  SmallVector<unsigned> batch, m, n, k;
  /// Operands that the runtime takes as A and B.
  unsigned a = 0, b = 1;
};
} // namespace

/// The input that `value` is, seen through an extension to f32; -1 if none.
static int getInput(linalg::GenericOp op, Value value) {
  if (auto extend = value.getDefiningOp<arith::ExtFOp>())
    value = extend.getIn();
  auto argument = dyn_cast<BlockArgument>(value);
  bool input = argument && argument.getOwner() == op.getBody() &&
               argument.getArgNumber() < 2;
  return input ? static_cast<int>(argument.getArgNumber()) : -1;
}

static bool isMultiplyAdd(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1)
    return false;
  Operation *product = findProduct(op);
  if (!product)
    return false;
  int lhs = getInput(op, product->getOperand(0)),
      rhs = getInput(op, product->getOperand(1));
  return lhs + rhs == 1 && lhs >= 0 && rhs >= 0;
}

static std::optional<AmpType> getInputType(const LoopNest &nest) {
  auto element = [&](unsigned i) -> Type {
    auto type = dyn_cast<MemRefType>(nest.operands[i].value.getType());
    return type ? type.getElementType() : nullptr;
  };
  Type type = element(0);
  if (!type || type != element(1) || !element(2).isF32())
    return std::nullopt;
  if (type.isF32())
    return AMP_TYPE_F32;
  if (type.isF16())
    return AMP_TYPE_F16;
  if (type.isBF16())
    return AMP_TYPE_BF16;
  return std::nullopt;
}

/// Sorts loops into kinds; fails where one fits none or the runtime would be no
/// faster than plain loops.
static std::optional<Contraction> classify(const LoopNest &nest) {
  Contraction result;
  const NestOperand &a = nest.operands[0], &b = nest.operands[1],
                    &c = nest.operands[2];
  int64_t m = 1, n = 1, k = 1;
  for (auto [i, loop] : llvm::enumerate(nest.loops)) {
    if (loop.extent == 1)
      continue;
    bool inA = a.strides[i], inB = b.strides[i], inC = c.strides[i];
    // Results that lie over one another add up in memory.
    if (inC && loop.reduction)
      return std::nullopt;
    if (inA && inB && inC) {
      result.batch.push_back(i);
    } else if (inA && inC) {
      result.m.push_back(i);
      m *= loop.extent;
    } else if (inB && inC) {
      result.n.push_back(i);
      n *= loop.extent;
    } else if (inA && inB && loop.reduction) {
      result.k.push_back(i);
      k *= loop.extent;
    } else {
      return std::nullopt;
    }
  }
  auto isRow = [&](ArrayRef<unsigned> loops) {
    return llvm::any_of(loops, [&](unsigned i) { return c.strides[i] == 1; });
  };
  // B holds the columns of C that lie one after the other.
  if (isRow(result.m)) {
    std::swap(result.m, result.n);
    std::swap(m, n);
    std::swap(result.a, result.b);
  }
  bool vectors = m < 2 || n < 8 || k < 2;
  if (vectors || !isRow(result.n) || m * n * k < leastWork)
    return std::nullopt;
  // Columns in the order in which they lie in C.
  llvm::sort(result.n, [&](unsigned i, unsigned j) {
    return std::pair(-c.strides[i], i) < std::pair(-c.strides[j], j);
  });
  return result;
}

/// Elements between the first and the last that `operand` reaches.
static bool fitsOffsets(const LoopNest &nest, const NestOperand &operand) {
  int64_t reach = 0;
  for (auto [loop, stride] : llvm::zip_equal(nest.loops, operand.strides)) {
    if (stride < 0)
      return false;
    reach += stride * (loop.extent - 1);
  }
  return reach < std::numeric_limits<int32_t>::max();
}

/// Whether `value` is the same part of `root` whenever it is made: the views
/// between take no subscript that is only known when they run.
static bool isSameView(Value value, Value root) {
  while (value != root) {
    Operation *view = value.getDefiningOp();
    if (view->getNumOperands() != 1)
      return false;
    value = view->getOperand(0);
  }
  return true;
}

/// AmpCpuContraction's origin of an operand.
static int64_t getOrigin(Value value) {
  Value root = getBufferRoot(value);
  if (!root || !isSameView(value, root))
    return -1;
  if (auto get = root.getDefiningOp<memref::GetGlobalOp>()) {
    auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
        get, get.getNameAttr());
    return global && global.getConstant() ? -2 : -1;
  }
  Operation *view = root.getDefiningOp();
  auto input = view ? view->getAttrOfType<IntegerAttr>(inputAttrName) : nullptr;
  return input ? input.getInt() : -1;
}

/// Elements of a row of C, along which the columns lie one after the other; 0
/// if they do not.
static int64_t getRowLength(const LoopNest &nest, ArrayRef<unsigned> columns) {
  int64_t length = 1;
  for (unsigned loop : llvm::reverse(columns)) {
    if (nest.operands[2].strides[loop] != length)
      return 0;
    length *= nest.loops[loop].extent;
  }
  return length;
}

/// Calls the runtime with `plan`, and with what reads C, if that can run on
/// rows: then its op, which is gone, is returned, else null.
static Operation *emitCall(OpBuilder &builder, const LoopNest &nest,
                           const Contraction &contraction, Value plan,
                           bool fromZero, ModuleSymbols &symbols) {
  linalg::GenericOp op = nest.op;
  Location loc = op.getLoc();
  std::optional<Epilogue> epilogue;
  int64_t length = getRowLength(nest, contraction.n);
  if (length && nest.coversBuffer(nest.operands[2]))
    epilogue = findEpilogue(op, length);
  bool buffered = epilogue && fromZero;
  Value c = nest.operands[2].value;
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  SmallVector<Value> values{plan};
  for (unsigned i : {contraction.a, contraction.b})
    values.push_back(getPointer(builder, loc, nest.operands[i].value));
  values.push_back(buffered ? LLVM::ZeroOp::create(builder, loc, pointer)
                            : getPointer(builder, loc, c));
  if (epilogue) {
    Operation *reader = epilogue->nest.op;
    lowerToEpilogue(std::move(*epilogue), values, symbols);
    return reader;
  }
  func::FuncOp runtime = symbols.getRuntime(
      "amp_cpu_contract",
      builder.getFunctionType(ValueRange(values).getTypes(), {}));
  func::CallOp::create(builder, loc, runtime, values);
  return nullptr;
}

FailureOr<Operation *> cpu::lowerToContraction(const LoopNest &nest,
                                               ModuleSymbols &symbols) {
  linalg::GenericOp op = nest.op;
  if (!isMultiplyAdd(op) || nest.operands[0].scalar || nest.operands[1].scalar)
    return failure();
  std::optional<AmpType> type = getInputType(nest);
  std::optional<Contraction> contraction = classify(nest);
  if (!type || !contraction ||
      llvm::any_of(nest.operands, [&](const NestOperand &operand) {
        return operand.offset != 0 || !fitsOffsets(nest, operand);
      }))
    return failure();
  const NestOperand &a = nest.operands[contraction->a],
                    &b = nest.operands[contraction->b], &c = nest.operands[2];
  linalg::FillOp fill = findFill(nest, c);
  if (fill && !matchPattern(fill.getInputs()[0], m_PosZeroFloat()))
    fill = nullptr;
  // The layout of AmpCpuContraction.
  auto count = [](ArrayRef<unsigned> loops) {
    return static_cast<int64_t>(loops.size());
  };
  SmallVector<int64_t> words{*type,
                             AMP_TYPE_F32,
                             fill ? 1 : 0,
                             getOrigin(a.value),
                             getOrigin(b.value),
                             symbols.makeSlot(),
                             count(contraction->batch),
                             count(contraction->m),
                             count(contraction->n),
                             count(contraction->k)};
  for (ArrayRef<unsigned> loops :
       {contraction->batch, contraction->m, contraction->n, contraction->k})
    for (unsigned i : loops)
      words.append(
          {nest.loops[i].extent, a.strides[i], b.strides[i], c.strides[i]});
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value plan = symbols.addWords(builder, loc, words);
  Operation *reader =
      emitCall(builder, nest, *contraction, plan, fill != nullptr, symbols);
  op.erase();
  if (fill) {
    fill.erase();
    eraseUnused(c.value);
  }
  return reader;
}
