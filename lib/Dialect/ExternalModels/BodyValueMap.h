//===- BodyValueMap.h - Facts about the scalars of a body -------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bodies hold a handful of scalars, and there are thousands of bodies: a list
// that is searched from the front beats a hash table that has to be cleared.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_EXTERNALMODELS_BODYVALUEMAP_H
#define AMPDIALECT_LIB_EXTERNALMODELS_BODYVALUEMAP_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::amp {

/// A map from values to `T`; linear below `kSearched` entries, hashed above.
template <typename T> class BodyValueMap {
public:
  /// The entry of `value`, null if there is none.
  const T *find(Value value) const {
    if (keys.size() <= kSearched) {
      for (size_t i = 0, e = keys.size(); i < e; ++i)
        if (keys[i] == value)
          return &entries[i];
      return nullptr;
    }
    auto it = index.find(value);
    return it == index.end() ? nullptr : &entries[it->second];
  }

  /// The entry of `value`, made if there is none.
  T &operator[](Value value) {
    if (const T *known = find(value))
      return const_cast<T &>(*known);
    keys.push_back(value);
    entries.emplace_back();
    if (keys.size() == kSearched + 1)
      for (auto [i, key] : llvm::enumerate(keys))
        index[key] = i;
    else if (keys.size() > kSearched)
      index[value] = keys.size() - 1;
    return entries.back();
  }

private:
  static constexpr size_t kSearched = 16;
  llvm::SmallVector<Value, kSearched> keys;
  llvm::SmallVector<T, 8> entries;
  llvm::DenseMap<Value, unsigned> index;
};

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_EXTERNALMODELS_BODYVALUEMAP_H
