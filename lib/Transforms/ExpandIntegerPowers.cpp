//===- ExpandIntegerPowers.cpp - Powers of integers as loops --------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Neither NVPTX nor libdevice has `math.ipowi`, and upstream's functions for it
// go into a module, which a `gpu.module` is not, and divide by zero where zero
// is raised to a negative power. Powers are squared and multiplied, one step
// for each bit of the exponent.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::amp {
#define GEN_PASS_DEF_EXPANDINTEGERPOWERSPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
struct ExpandIntegerPowersPass
    : amp::impl::ExpandIntegerPowersPassBase<ExpandIntegerPowersPass> {
  void runOnOperation() override;
};
} // namespace

/// `base` to the power of `exponent`, which is read as unsigned.
static Value makeLoop(ImplicitLocOpBuilder &b, Value base, Value exponent,
                      Value zero, Value one) {
  Type type = base.getType();
  // Carried: the product so far, the base squared so often, bits that are left.
  auto loop = scf::WhileOp::create(
      b, TypeRange{type, type, type}, ValueRange{one, base, exponent},
      [&](OpBuilder &builder, Location loc, ValueRange carried) {
        Value goesOn = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::ne, carried[2], zero);
        scf::ConditionOp::create(builder, loc, goesOn, carried);
      },
      [&](OpBuilder &builder, Location loc, ValueRange carried) {
        ImplicitLocOpBuilder in(loc, builder);
        Value lowest = arith::AndIOp::create(in, carried[2], one);
        Value isOdd =
            arith::CmpIOp::create(in, arith::CmpIPredicate::ne, lowest, zero);
        Value product = arith::MulIOp::create(in, carried[0], carried[1]);
        Value next = arith::SelectOp::create(in, isOdd, product, carried[0]);
        Value square = arith::MulIOp::create(in, carried[1], carried[1]);
        Value rest =
            type.isInteger(1)
                ? zero
                : arith::ShRUIOp::create(in, carried[2], one).getResult();
        scf::YieldOp::create(in, ValueRange{next, square, rest});
      });
  return loop.getResult(0);
}

/// One over a power is a whole number, cut, for bases of 1 and -1 alone: both
/// are their own reciprocals. Of zero it is 0, as in XLA.
static void expand(math::IPowIOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Type type = op.getType();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, b.getIntegerAttr(type, value));
  };
  auto is = [&](Value value, int64_t number) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, value,
                                 constant(number));
  };
  Value zero = constant(0), one = constant(1);
  Value base = op.getLhs(), exponent = op.getRhs();
  Value isNegative =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, exponent, zero);
  Value isUnit = arith::OrIOp::create(b, is(base, 1), is(base, -1));
  Value isCut = arith::AndIOp::create(
      b, isNegative,
      arith::XOrIOp::create(b, isUnit,
                            arith::ConstantOp::create(b, b.getBoolAttr(true))));
  // A unit's powers go by the last bit, which negative numbers share.
  Value steps = arith::SelectOp::create(
      b, isNegative, arith::AndIOp::create(b, exponent, one), exponent);
  Value power = makeLoop(b, base, steps, zero, one);
  op.replaceAllUsesWith(
      arith::SelectOp::create(b, isCut, zero, power).getResult());
  op.erase();
}

void ExpandIntegerPowersPass::runOnOperation() {
  SmallVector<math::IPowIOp> powers;
  getOperation()->walk([&](math::IPowIOp op) {
    // Vectors are left to who lowers them.
    if (isa<IntegerType, IndexType>(op.getType()))
      powers.push_back(op);
  });
  for (math::IPowIOp op : powers)
    expand(op);
}
