//===- Mutator.cpp - Changes to modules that exist ------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutator.h"
#include "PropertyRuns.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

/// Ops of functions, bodies of control flow included, terminators left out.
static std::vector<Operation *> collectOps(ModuleOp module) {
  std::vector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (op->getParentOfType<func::FuncOp>() &&
        !op->hasTrait<OpTrait::IsTerminator>())
      ops.push_back(op);
  });
  return ops;
}

/// Another value of `type` that `op` may use: from its block or its block's
/// arguments, before it.
static Value findValue(Operation *op, Type type, Random &random) {
  std::vector<Value> found;
  for (BlockArgument argument : op->getBlock()->getArguments())
    if (argument.getType() == type)
      found.push_back(argument);
  for (Operation &before : *op->getBlock()) {
    if (&before == op)
      break;
    for (Value result : before.getResults())
      if (result.getType() == type)
        found.push_back(result);
  }
  return found.empty() ? Value() : random.pick(found);
}

static bool rewire(Operation *op, Random &random) {
  if (op->getNumOperands() == 0)
    return false;
  unsigned index = random.below(op->getNumOperands());
  Value other = findValue(op, op->getOperand(index).getType(), random);
  if (!other || other == op->getOperand(index))
    return false;
  op->setOperand(index, other);
  return true;
}

/// A second copy, which takes over some of the uses.
static bool duplicate(Operation *op, Random &random) {
  if (op->getNumResults() == 0)
    return false;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Operation *copy = builder.clone(*op);
  for (auto [before, after] : llvm::zip(op->getResults(), copy->getResults()))
    before.replaceUsesWithIf(after, [&](OpOperand &use) {
      return use.getOwner() != copy && random.oneIn(2);
    });
  return true;
}

/// As far down or up as its operands and users allow, or part of the way.
static bool reorder(Operation *op, Random &random) {
  if (!isMemoryEffectFree(op))
    return false;
  bool moved = false;
  for (unsigned i = 0, e = 1 + random.below(6); i < e; ++i) {
    Operation *next = op->getNextNode();
    if (!next || next->hasTrait<OpTrait::IsTerminator>() ||
        llvm::any_of(op->getUsers(),
                     [&](Operation *user) { return next->isAncestor(user); }))
      break;
    op->moveAfter(next);
    moved = true;
  }
  return moved;
}

/// Its results are other values of their types, and it goes.
static bool drop(Operation *op, Random &random) {
  if (op->getNumResults() == 0)
    return false;
  std::vector<Value> others;
  for (Value result : op->getResults()) {
    Value other =
        result.use_empty() ? result : findValue(op, result.getType(), random);
    if (!other)
      return false;
    others.push_back(other);
  }
  for (auto [result, other] : llvm::zip_equal(op->getResults(), others))
    if (!result.use_empty())
      result.replaceAllUsesWith(other);
  op->erase();
  return true;
}

static bool isFloatTensor(Type type) {
  auto shaped = dyn_cast<RankedTensorType>(type);
  return shaped && shaped.getElementType().isF32();
}

Value fuzz::castTo(OpBuilder &builder, Location loc, Value value,
                   Type element) {
  Type type = value.getType();
  if (getElementTypeOrSelf(type) == element)
    return value;
  unsigned from = getElementTypeOrSelf(type).getIntOrFloatBitWidth(),
           to = element.getIntOrFloatBitWidth();
  if (from == to)
    return castTo(builder, loc,
                  castTo(builder, loc, value, builder.getF32Type()), element);
  auto shaped = dyn_cast<ShapedType>(type);
  Type wanted = shaped ? shaped.clone(element) : element;
  if (from < to)
    return arith::ExtFOp::create(builder, loc, wanted, value);
  return arith::TruncFOp::create(builder, loc, wanted, value);
}

/// Computes an elementwise op in another type, between casts of a user.
static bool retype(Operation *op, Random &random) {
  if (op->getNumRegions() != 0 || op->getNumResults() != 1 ||
      !isFloatTensor(op->getResult(0).getType()))
    return false;
  OpBuilder builder(op);
  Type types[] = {builder.getF16Type(), builder.getBF16Type(),
                  builder.getF64Type()};
  Type element = types[random.below(3)];
  // A value rounded by the user, or the whole op.
  if (random.oneIn(2) || !op->hasTrait<OpTrait::SameOperandsAndResultType>()) {
    builder.setInsertionPointAfter(op);
    Value there = castTo(builder, op->getLoc(), op->getResult(0), element);
    Value back = castTo(builder, op->getLoc(), there, builder.getF32Type());
    op->getResult(0).replaceAllUsesExcept(back, there.getDefiningOp());
    return true;
  }
  for (OpOperand &operand : op->getOpOperands())
    operand.set(castTo(builder, op->getLoc(), operand.get(), element));
  Value result = op->getResult(0);
  result.setType(cast<RankedTensorType>(result.getType()).clone(element));
  builder.setInsertionPointAfter(op);
  Value back = castTo(builder, op->getLoc(), result, builder.getF32Type());
  result.replaceAllUsesExcept(back, back.getDefiningOp());
  return true;
}

/// Whether `module` also verifies where pairs of casts are left out: behind
/// them upstream's verifiers do not see what they say of constants, as that
/// TOSA's zero points are zero.
static bool isValidBehindCasts(ModuleOp module) {
  OwningOpRef<ModuleOp> plain(module.clone());
  plain->walk([](Operation *op) {
    if (!isa<arith::ExtFOp, arith::TruncFOp>(op))
      return;
    Operation *there = op->getOperand(0).getDefiningOp();
    if (isa_and_nonnull<arith::ExtFOp, arith::TruncFOp>(there) &&
        there->getOperand(0).getType() == op->getResult(0).getType())
      op->replaceAllUsesWith(there->getOperands());
  });
  return succeeded(verify(*plain));
}

unsigned fuzz::mutate(ModuleOp module, Random &random, unsigned count) {
  unsigned made = 0;
  for (unsigned i = 0; i < count; ++i) {
    std::vector<Operation *> ops = collectOps(module);
    if (ops.empty())
      return made;
    OwningOpRef<ModuleOp> backup(module.clone());
    Operation *op = random.pick(ops);
    static constexpr bool (*changes[])(Operation *, Random &) = {
        rewire, rewire, duplicate, reorder, retype, retype, drop};
    bool changed = changes[random.below(std::size(changes))](op, random);
    Messages messages(*module.getContext());
    if (changed && succeeded(verify(module)) && isValidBehindCasts(module)) {
      ++made;
      continue;
    }
    module.getBodyRegion().takeBody(backup->getBodyRegion());
  }
  return made;
}

//===----------------------------------------------------------------------===//
// What users write
//===----------------------------------------------------------------------===//

/// `amp.autocast` around one op.
static void addScope(Operation *op, Random &random) {
  OpBuilder builder(op);
  OperationState state(op->getLoc(), "amp.autocast");
  state.addTypes(op->getResultTypes());
  if (random.oneIn(2))
    state.addAttribute("enabled", builder.getBoolAttr(false));
  state.addRegion()->emplaceBlock();
  Operation *scope = builder.create(state);
  op->replaceAllUsesWith(scope);
  Block &body = scope->getRegion(0).front();
  op->moveBefore(&body, body.end());
  builder.setInsertionPointToEnd(&body);
  OperationState yield(op->getLoc(), "amp.yield");
  yield.addOperands(op->getResults());
  builder.create(yield);
}

void fuzz::decorate(ModuleOp module, Random &random) {
  std::vector<Operation *> ops = collectOps(module);
  if (ops.empty())
    return;
  auto text = [](const char *category) {
    return std::string("#amp.category<") + category + ">";
  };
  for (unsigned i = 0, e = random.below(4); i < e; ++i) {
    Operation *op = random.pick(ops);
    // `always` suits products alone, `never` everything.
    bool product = op->getName().getStringRef().contains("matmul");
    const char *category = product && random.oneIn(2) ? "always" : "never";
    if (Attribute attribute =
            parseAttribute(text(category), module.getContext()))
      op->setDiscardableAttr("amp.category", attribute);
  }
  if (random.oneIn(4)) {
    Operation *op = random.pick(ops);
    // Not within bodies that are an op's own arithmetic.
    if (op->getNumResults() != 0 &&
        isa<FunctionOpInterface>(op->getParentOp()) &&
        !op->hasTrait<OpTrait::ConstantLike>())
      addScope(op, random);
  }
  if (random.oneIn(3)) {
    static const std::vector<std::string> rules = {
        "amp.rule op(\"linalg.matmul\") never",
        "amp.rule op(\"linalg.generic\") declares(follow) never",
        "amp.rule op(\"linalg.*\") operand(0) dim(0) below(5) never",
        "amp.rule function(\"priv*\") never", "amp.rule trait(sum) never"};
    Operation *policy = nullptr;
    std::string source = "amp.policy @fuzz { " + random.pick(rules) + " }";
    if (auto parsed = parseSourceString<ModuleOp>(source, module.getContext()))
      for (Operation &op : parsed->getOps())
        policy = op.clone();
    if (policy)
      module.getBody()->push_front(policy);
  }
}
