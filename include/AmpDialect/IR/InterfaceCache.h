//===- InterfaceCache.h - Casts of ops to one interface ---------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For sweeps over a module: a cast to an interface searches the op's interfaces
// each time, and one that fails asks the dialect as well.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_IR_INTERFACECACHE_H
#define AMPDIALECT_IR_INTERFACECACHE_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::amp {

/// What the ops of one name are to an interface.
template <typename InterfaceT> struct InterfaceAnswer {
  typename InterfaceT::Concept *model = nullptr;
  bool implements = false;

  static InterfaceAnswer get(Operation *op) {
    return {op->getName().template getInterface<InterfaceT>(),
            isa<InterfaceT>(op)};
  }
  /// `op`, which has that name, as the interface; null if it does not implement
  /// it.
  InterfaceT operator()(Operation *op) const {
    if (!implements)
      return nullptr;
    // A dialect may answer in the op's place; then the op must be asked.
    return model ? InterfaceT(op, model) : cast<InterfaceT>(op);
  }
};

/// dyn_cast<InterfaceT> for many ops, searched once per op name. Not to be kept
/// while interfaces are being attached.
template <typename InterfaceT> class InterfaceCache {
public:
  InterfaceT operator()(Operation *op) {
    auto [it, isNew] = answers.try_emplace(op->getName());
    if (isNew)
      it->second = InterfaceAnswer<InterfaceT>::get(op);
    return it->second(op);
  }

private:
  llvm::SmallDenseMap<OperationName, InterfaceAnswer<InterfaceT>, 16> answers;
};

} // namespace mlir::amp

#endif // AMPDIALECT_IR_INTERFACECACHE_H
