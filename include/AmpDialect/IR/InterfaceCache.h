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
#include <array>
#include <memory>

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

/// What is known of the ops of each name. A module has few names and asks for
/// them all the time: those met last lie at a place of their own, before the
/// map.
template <typename T> class OpNameTable {
public:
  /// What belongs to the name of `op`; `make` fills it the first time.
  template <typename MakeT> T &get(Operation *op, MakeT make) {
    const void *name = op->getName().getAsOpaquePointer();
    auto address = reinterpret_cast<uintptr_t>(name);
    Recent &recent = recents[(address >> 4 ^ address >> 10) % recents.size()];
    if (recent.name == name)
      return *recent.known;
    std::unique_ptr<T> &known = all[name];
    if (!known) {
      known = std::make_unique<T>();
      make(*known);
    }
    recent = {name, known.get()};
    return *known;
  }

private:
  struct Recent {
    const void *name = nullptr;
    T *known = nullptr;
  };
  std::array<Recent, 64> recents;
  llvm::SmallDenseMap<const void *, std::unique_ptr<T>, 16> all;
};

/// dyn_cast<InterfaceT> for many ops, searched once per op name. Not to be kept
/// while interfaces are being attached.
template <typename InterfaceT> class InterfaceCache {
public:
  InterfaceT operator()(Operation *op) {
    return answers.get(op, [&](InterfaceAnswer<InterfaceT> &answer) {
      answer = InterfaceAnswer<InterfaceT>::get(op);
    })(op);
  }

private:
  OpNameTable<InterfaceAnswer<InterfaceT>> answers;
};

} // namespace mlir::amp

#endif // AMPDIALECT_IR_INTERFACECACHE_H
