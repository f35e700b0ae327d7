//===- Reference.cpp - Functions on tensors in double precision -----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reference.h"
#include "Scalar.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace amp_emulate {

namespace {

/// A block of scalar ops, compiled: registers and what writes them.
class Body {
public:
  struct Step {
    Scalar scalar;
    SmallVector<unsigned, 3> operands;
    unsigned result;
  };
  std::vector<double> registers;
  std::vector<Step> steps;
  /// Register and loop of each linalg.index.
  SmallVector<std::pair<unsigned, unsigned>> indices;
  llvm::DenseMap<Value, unsigned> numbers;

  unsigned getRegister(Value value) {
    auto [it, inserted] = numbers.try_emplace(value, registers.size());
    if (inserted)
      registers.push_back(0);
    return it->second;
  }

  void run() {
    double operands[8];
    for (const Step &step : steps) {
      for (auto [slot, number] : llvm::enumerate(step.operands))
        operands[slot] = registers[number];
      registers[step.result] = step.scalar(operands);
    }
  }
};

/// A linear form over loops: offset of an operand's element.
struct Offset {
  SmallVector<int64_t> coefs;
  int64_t constant = 0;
};

/// A tensor operand of a structured op: its element of an iteration.
struct Use {
  double *data;
  Offset offset;
  unsigned number;
  /// The register of what the body yields for it, of an output.
  std::optional<unsigned> yielded;
};

class Evaluator {
public:
  LogicalResult run(Operation &op);
  Tensor &get(Value value) { return tensors[value]; }
  llvm::DenseMap<Value, Tensor> tensors;
  llvm::DenseMap<Value, double> scalars;

private:
  LogicalResult runConstant(arith::ConstantOp op);
  LogicalResult runLinalg(linalg::LinalgOp op);
  /// How the op reads or writes `tensor`.
  FailureOr<Use> getUse(linalg::LinalgOp op, OpOperand &operand, Tensor &tensor,
                        Body &body);
  LogicalResult runPad(tensor::PadOp op);
  LogicalResult runElementwise(Operation &op);
  LogicalResult compile(Block &block, Body &body);
};

} // namespace

static double toDouble(Attribute attribute) {
  if (auto value = dyn_cast<FloatAttr>(attribute))
    return value.getValueAsDouble();
  return double(cast<IntegerAttr>(attribute).getValue().getSExtValue());
}

static bool addExpr(AffineExpr expr, int64_t factor, Offset &offset) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    offset.constant += factor * constant.getValue();
    return true;
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    offset.coefs[dim.getPosition()] += factor;
    return true;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (expr.getKind() == AffineExprKind::Add)
    return addExpr(binary.getLHS(), factor, offset) &&
           addExpr(binary.getRHS(), factor, offset);
  auto scale = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return expr.getKind() == AffineExprKind::Mul && scale &&
         addExpr(binary.getLHS(), factor * scale.getValue(), offset);
}

LogicalResult Evaluator::runConstant(arith::ConstantOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!type) {
    scalars[op.getResult()] = toDouble(op.getValue());
    return success();
  }
  Tensor tensor(type);
  for (auto [slot, value] : llvm::zip_equal(
           tensor.data,
           cast<DenseElementsAttr>(op.getValue()).getValues<Attribute>()))
    slot = toDouble(value);
  tensors[op.getResult()] = std::move(tensor);
  return success();
}

LogicalResult Evaluator::compile(Block &block, Body &body) {
  for (Operation &op : block.without_terminator()) {
    if (isa<cf::AssertOp>(op))
      continue;
    if (auto index = dyn_cast<linalg::IndexOp>(op)) {
      body.indices.emplace_back(body.getRegister(index.getResult()),
                                index.getDim());
      continue;
    }
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      body.registers[body.getRegister(constant.getResult())] =
          toDouble(constant.getValue());
      continue;
    }
    Scalar scalar = getScalar(&op);
    if (!scalar)
      return op.emitError("cannot evaluate this op");
    SmallVector<unsigned, 3> operands;
    for (Value operand : op.getOperands())
      operands.push_back(body.getRegister(operand));
    body.steps.push_back({scalar, operands, body.getRegister(op.getResult(0))});
  }
  for (auto &[value, number] : body.numbers)
    if (scalars.count(value))
      body.registers[number] = scalars[value];
  for (Value yielded : block.getTerminator()->getOperands()) {
    unsigned number = body.getRegister(yielded);
    if (scalars.count(yielded))
      body.registers[number] = scalars[yielded];
  }
  return success();
}

FailureOr<Use> Evaluator::getUse(linalg::LinalgOp op, OpOperand &operand,
                                 Tensor &tensor, Body &body) {
  Use use{tensor.data.data(),
          {SmallVector<int64_t>(op.getNumLoops(), 0), 0},
          body.getRegister(op.getMatchingBlockArgument(&operand)),
          std::nullopt};
  if (op.isDpsInit(&operand))
    use.yielded = body.getRegister(op.getMatchingYieldValue(&operand)->get());
  int64_t stride = 1;
  AffineMap map = op.getMatchingIndexingMap(&operand);
  for (unsigned dim = tensor.type.getRank(); dim-- > 0;) {
    if (!addExpr(map.getResult(dim), stride, use.offset))
      return op->emitError("cannot evaluate this indexing map");
    stride *= tensor.type.getDimSize(dim);
  }
  use.data += use.offset.constant;
  return use;
}

/// Goes on to the next iteration; false behind the last one.
static bool advance(ArrayRef<int64_t> sizes, MutableArrayRef<int64_t> loops,
                    MutableArrayRef<Use> uses) {
  for (unsigned loop = sizes.size(); loop-- > 0;) {
    bool wraps = ++loops[loop] == sizes[loop];
    int64_t step = wraps ? 1 - sizes[loop] : 1;
    for (Use &use : uses)
      use.data += step * use.offset.coefs[loop];
    if (!wraps)
      return true;
    loops[loop] = 0;
  }
  return false;
}

static void runLoops(ArrayRef<int64_t> sizes, MutableArrayRef<Use> uses,
                     Body &body) {
  if (llvm::is_contained(sizes, 0))
    return;
  SmallVector<int64_t> loops(sizes.size(), 0);
  do {
    for (Use &use : uses)
      body.registers[use.number] = *use.data;
    for (auto [number, loop] : body.indices)
      body.registers[number] = double(loops[loop]);
    body.run();
    for (Use &use : uses)
      if (use.yielded)
        *use.data = body.registers[*use.yielded];
  } while (advance(sizes, loops, uses));
}

LogicalResult Evaluator::runLinalg(linalg::LinalgOp op) {
  Block *block = op.getBlock();
  Body body;
  for (BlockArgument argument : block->getArguments())
    body.getRegister(argument);
  // Registers of what lies outside, before steps refer to it.
  if (failed(compile(*block, body)))
    return failure();
  std::vector<Tensor> outputs;
  for (Value init : op.getDpsInits())
    outputs.push_back(get(init));
  std::vector<Use> uses;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType())) {
      BlockArgument argument = op.getMatchingBlockArgument(&operand);
      body.registers[body.getRegister(argument)] = scalars[operand.get()];
      continue;
    }
    Tensor &tensor =
        op.isDpsInit(&operand)
            ? outputs[operand.getOperandNumber() - op.getNumDpsInputs()]
            : get(operand.get());
    FailureOr<Use> use = getUse(op, operand, tensor, body);
    if (failed(use))
      return failure();
    uses.push_back(*use);
  }
  runLoops(op.getStaticLoopRanges(), uses, body);
  for (auto [result, output] : llvm::zip_equal(op->getResults(), outputs))
    tensors[result] = std::move(output);
  return success();
}

LogicalResult Evaluator::runPad(tensor::PadOp op) {
  Value padding = op.getConstantPaddingValue();
  auto low = getConstantIntValues(op.getMixedLowPad());
  if (!padding || !low)
    return op.emitError("cannot evaluate this padding");
  const Tensor &source = get(op.getSource());
  Tensor result(op.getResultType(), scalars[padding]);
  ArrayRef<int64_t> from = source.type.getShape(), to = result.type.getShape();
  SmallVector<int64_t> at(from.size(), 0);
  for (double value : source.data) {
    int64_t offset = 0;
    for (unsigned dim = 0; dim < to.size(); ++dim)
      offset = offset * to[dim] + at[dim] + (*low)[dim];
    result.data[offset] = value;
    for (unsigned dim = from.size(); dim-- > 0;) {
      if (++at[dim] < from[dim])
        break;
      at[dim] = 0;
    }
  }
  tensors[op.getResult()] = std::move(result);
  return success();
}

LogicalResult Evaluator::runElementwise(Operation &op) {
  Scalar scalar = getScalar(&op);
  auto type = dyn_cast<RankedTensorType>(op.getResult(0).getType());
  if (!scalar || !type)
    return op.emitError("cannot evaluate this op");
  Tensor result(type);
  double operands[8];
  for (auto [element, value] : llvm::enumerate(result.data)) {
    for (auto [slot, operand] : llvm::enumerate(op.getOperands()))
      operands[slot] = isa<RankedTensorType>(operand.getType())
                           ? get(operand).data[element]
                           : scalars[operand];
    value = scalar(operands);
  }
  tensors[op.getResult(0)] = std::move(result);
  return success();
}

LogicalResult Evaluator::run(Operation &op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return runConstant(constant);
  if (auto empty = dyn_cast<tensor::EmptyOp>(op)) {
    tensors[empty.getResult()] = Tensor(empty.getType(), NAN);
    return success();
  }
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return runLinalg(linalgOp);
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    return runPad(pad);
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp>(op)) {
    Tensor result = get(op.getOperand(0));
    result.type = cast<RankedTensorType>(op.getResult(0).getType());
    tensors[op.getResult(0)] = std::move(result);
    return success();
  }
  if (OpTrait::hasElementwiseMappableTraits(&op))
    return runElementwise(op);
  return op.emitError("cannot evaluate this op");
}

FailureOr<std::vector<Tensor>> evaluate(func::FuncOp function,
                                        std::vector<Tensor> arguments) {
  Evaluator evaluator;
  for (auto [argument, tensor] :
       llvm::zip_equal(function.getArguments(), arguments))
    evaluator.tensors[argument] = std::move(tensor);
  Block &block = function.getBody().front();
  for (Operation &op : block.without_terminator())
    if (failed(evaluator.run(op)))
      return failure();
  std::vector<Tensor> results;
  for (Value value : block.getTerminator()->getOperands())
    results.push_back(evaluator.get(value));
  return results;
}

} // namespace amp_emulate
