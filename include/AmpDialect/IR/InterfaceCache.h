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

/// dyn_cast<InterfaceT> for many ops, searched once per op name. Not to be kept
/// while interfaces are being attached.
template <typename InterfaceT> class InterfaceCache {
public:
  /// `op` as the interface; null if it does not implement it.
  InterfaceT operator()(Operation *op) {
    auto [it, isNew] = entries.try_emplace(op->getName());
    Entry &entry = it->second;
    if (isNew) {
      entry.implements = isa<InterfaceT>(op);
      entry.model = op->getName().template getInterface<InterfaceT>();
    }
    if (!entry.implements)
      return nullptr;
    // A dialect may answer in the op's place; then the op must be asked.
    return entry.model ? InterfaceT(op, entry.model) : cast<InterfaceT>(op);
  }

private:
  struct Entry {
    typename InterfaceT::Concept *model = nullptr;
    bool implements = false;
  };
  llvm::SmallDenseMap<OperationName, Entry, 16> entries;
};

} // namespace mlir::amp

#endif // AMPDIALECT_IR_INTERFACECACHE_H
