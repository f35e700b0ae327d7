//===- KernelBuilder.cpp - Short names for kernel code --------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

SmallVector<Digit> mlir::amp::mergeDigits(const LoopSpace &space,
                                          ArrayRef<unsigned> loops,
                                          ArrayRef<const LinearForm *> forms) {
  SmallVector<Digit> digits; // Innermost first while building.
  for (unsigned loop : llvm::reverse(loops)) {
    Digit digit{space.getSize(loop), {}};
    for (const LinearForm *form : forms)
      digit.coefs.push_back(form->coefs[loop]);
    if (!digits.empty() &&
        llvm::all_of(llvm::zip_equal(digit.coefs, digits.back().coefs),
                     [&](auto pair) {
                       return std::get<0>(pair) ==
                              std::get<1>(pair) * digits.back().size;
                     })) {
      digits.back().size *= digit.size;
      continue;
    }
    digits.push_back(digit);
  }
  if (digits.empty())
    digits.push_back({1, SmallVector<int64_t>(forms.size(), 0)});
  std::reverse(digits.begin(), digits.end());
  return digits;
}

int64_t mlir::amp::getContiguousWidth(const LoopSpace &space,
                                      const LinearForm &offset,
                                      ArrayRef<Guard> guards,
                                      ArrayRef<unsigned> contiguous,
                                      int64_t limit) {
  SmallVector<const LinearForm *> forms{&offset};
  for (const Guard &guard : guards)
    forms.push_back(&guard.form);
  Digit inner = mergeDigits(space, contiguous, forms).back();
  if (inner.coefs.front() != 1 ||
      llvm::any_of(ArrayRef<int64_t>(inner.coefs).drop_front(),
                   [](int64_t coef) { return coef != 0; }))
    return 1;
  int64_t width = limit;
  while (width > 1 && (inner.size % width != 0 || offset.constant % width != 0))
    width /= 2;
  for (unsigned loop = 0; loop < space.size(); ++loop)
    while (width > 1 && space.getSize(loop) > 1 &&
           offset.coefs[loop] % width != 0 &&
           // Digits inside the contiguous run are covered by its size.
           !(llvm::is_contained(contiguous, loop) &&
             offset.coefs[loop] < inner.size))
      width /= 2;
  return width;
}

Value KernelBuilder::c(int64_t value) {
  return arith::ConstantOp::create(*this, getI32IntegerAttr(value));
}

Value KernelBuilder::wide(int64_t value) {
  return arith::ConstantOp::create(*this, getI64IntegerAttr(value));
}

Value KernelBuilder::less(Value a, Value b) {
  return createOrFold<arith::CmpIOp>(arith::CmpIPredicate::ult, a, b);
}

Value KernelBuilder::equal(Value a, Value b) {
  return createOrFold<arith::CmpIOp>(arith::CmpIPredicate::eq, a, b);
}

Value KernelBuilder::select(Value condition, Value a, Value b) {
  return createOrFold<arith::SelectOp>(condition, a, b);
}

Value KernelBuilder::both(Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  return createOrFold<arith::AndIOp>(a, b);
}

/// Calls `use` with each digit's value and its coefficient that is not zero.
static void forEachDigit(KernelBuilder &b, const LoopSpace &space,
                         const LinearForm &form, ArrayRef<unsigned> loops,
                         Value flat,
                         llvm::function_ref<void(Value, int64_t)> use) {
  SmallVector<Digit> digits = mergeDigits(space, loops, {&form});
  Value rest = flat;
  for (unsigned position = digits.size(); position-- > 0;) {
    const Digit &digit = digits[position];
    bool outermost = position == 0;
    if (digit.coefs[0] != 0)
      use(outermost ? rest : b.rem(rest, digit.size), digit.coefs[0]);
    if (!outermost)
      rest = b.div(rest, digit.size);
  }
}

Value KernelBuilder::part(const LoopSpace &space, const LinearForm &form,
                          ArrayRef<unsigned> loops, Value flat) {
  Value sum = c(0);
  forEachDigit(*this, space, form, loops, flat, [&](Value digit, int64_t coef) {
    sum = add(sum, mul(digit, coef));
  });
  return sum;
}

Value KernelBuilder::widePart(const LoopSpace &space, const LinearForm &form,
                              ArrayRef<unsigned> loops, Value flat) {
  auto wide = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(*this, getI64IntegerAttr(value));
  };
  Value sum = wide(form.constant);
  forEachDigit(*this, space, form, loops, flat, [&](Value digit, int64_t coef) {
    Value extended = createOrFold<arith::ExtUIOp>(getI64Type(), digit);
    sum = add(sum, mul(extended, wide(coef)));
  });
  return sum;
}

int64_t KernelBuilder::getMemoryBits(Type type) {
  Type memory = getMemoryType(type);
  auto vector = dyn_cast<VectorType>(memory);
  return vector ? vector.getNumElements() * vector.getElementTypeBitWidth()
                : memory.getIntOrFloatBitWidth();
}

Value KernelBuilder::element(Value pointer, Type type, Value index) {
  return LLVM::GEPOp::create(*this, pointer.getType(), getMemoryType(type),
                             pointer, ArrayRef<LLVM::GEPArg>{index});
}

Value KernelBuilder::bytes(Value pointer, Value offset) {
  return element(pointer, getI8Type(), offset);
}

Value KernelBuilder::load(Value pointer, Type type, int64_t count) {
  Type wanted = count == 1 ? type : VectorType::get(count, type);
  Type memory = getMemoryType(wanted);
  return fromMemory(
      *this, wanted,
      LLVM::LoadOp::create(*this, memory, pointer, getMemoryBits(wanted) / 8));
}

void KernelBuilder::store(Value pointer, Value value) {
  LLVM::StoreOp::create(*this, toMemory(*this, value), pointer,
                        getMemoryBits(value.getType()) / 8);
}

Value KernelBuilder::extract(Value value, int64_t position) {
  return vector::ExtractOp::create(*this, value, position);
}

Value KernelBuilder::makeVector(ArrayRef<Value> elements) {
  if (elements.size() == 1)
    return elements.front();
  auto type = VectorType::get(elements.size(), elements.front().getType());
  return vector::FromElementsOp::create(*this, type, elements);
}

Value KernelBuilder::castFloat(Value value, Type type) {
  if (value.getType() == type)
    return value;
  assert(isa<FloatType>(value.getType()) && isa<FloatType>(type) &&
         "only floats are cast so");
  if (value.getType().getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(*this, type, value);
  if (value.getType().getIntOrFloatBitWidth() > type.getIntOrFloatBitWidth())
    return arith::TruncFOp::create(*this, type, value);
  return castFloat(castFloat(value, getF32Type()), type);
}

Value KernelBuilder::exp2(Value x) {
  return LLVM::CallIntrinsicOp::create(
             *this, getF32Type(), getStringAttr("llvm.nvvm.ex2.approx.ftz.f32"),
             ValueRange{x})
      .getResult(0);
}

void KernelBuilder::guarded(Value condition, llvm::function_ref<void()> then) {
  if (!condition)
    return then();
  auto branch = scf::IfOp::create(*this, condition);
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToStart(branch.thenBlock());
  then();
}
