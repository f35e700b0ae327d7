//===- Toy.cpp - The toy dialect and its precision ------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Toy.h"

using mlir::amp::Category;

#include "ToyDialect.cpp.inc"
#define GET_OP_CLASSES
#include "ToyOps.cpp.inc"

void toy::ToyDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "ToyOps.cpp.inc"
      >();
}

// A layer too thin to fill a matrix unit stays in f32.
Category toy::DenseOp::getPrecisionCategory() {
  auto weight = llvm::cast<mlir::RankedTensorType>(getWeight().getType());
  int64_t columns = weight.getShape().back();
  return columns < 8 ? Category::Never : Category::Always;
}

// The work that low precision speeds up weighs against the casts of arguments.
void toy::DenseOp::getPrecisionInfo(mlir::FloatType high,
                                    mlir::amp::OpPrecisionInfo &info) {
  mlir::amp::detail::getDefaultPrecisionInfo(*this, high, info);
  auto input = llvm::cast<mlir::RankedTensorType>(getInput().getType());
  auto weight = llvm::cast<mlir::RankedTensorType>(getWeight().getType());
  info.multiplyAdds =
      mlir::amp::getAssumedNumElements(input) * weight.getShape().back();
}

Category toy::ReluOp::getPrecisionCategory() { return Category::Follow; }
bool toy::ReluOp::absorbsOperandCast(unsigned) { return true; }
bool toy::ReluOp::absorbsResultCast(unsigned) { return true; }

Category toy::NormalizeOp::getPrecisionCategory() { return Category::Never; }
