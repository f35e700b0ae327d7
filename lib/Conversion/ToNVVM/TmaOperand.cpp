//===- TmaOperand.cpp - Buffers that TMA can address ----------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TmaOperand.h"
#include <numeric>

using namespace mlir;
using namespace mlir::amp;

/// Dimensions of a tensor map.
static constexpr unsigned kMaxRank = 5;

void TmaOperand::addBatch(KernelBuilder &b, Value flat,
                          SmallVectorImpl<Value> &at) const {
  for (const BatchDim &dim : batch)
    at.push_back(b.rem(b.div(flat, dim.inner), dim.size));
}

SmallVector<Value> TmaOperand::locate(KernelBuilder &b, Value flat, Value outer,
                                      Value k) const {
  SmallVector<Value> at =
      kMajor ? SmallVector<Value>{k, outer} : SmallVector<Value>{outer, k};
  at[0] = b.add(at[0], offset);
  addBatch(b, flat, at);
  return at;
}

TensorMap TmaOperand::makeMap(unsigned buffer, Type type, int64_t inner,
                              int64_t rows) const {
  SmallVector<int64_t> box{inner, rows};
  box.append(dims.size() - box.size(), 1);
  return {buffer, type, dims, strides, box};
}

/// A tensor map of `inner` x `outer` plus batch loops.
static std::optional<TmaOperand> getMap(const Contraction &c,
                                        const Access &access,
                                        ArrayRef<unsigned> inner,
                                        ArrayRef<unsigned> outer) {
  int64_t bytes = access.elementType.getIntOrFloatBitWidth() / 8;
  if (!access.guards.empty() || access.offset.constant < 0 ||
      (bytes != 2 && !isFloat8(access.elementType)))
    return std::nullopt;
  auto digits = [&](ArrayRef<unsigned> loops) {
    return mergeDigits(c.space, loops, {&access.offset});
  };
  SmallVector<Digit> in = digits(inner), out = digits(outer);
  if (in.size() != 1 || out.size() != 1 || in[0].coefs[0] != 1)
    return std::nullopt;
  TmaOperand map;
  auto add = [&](const Digit &digit) {
    int64_t stride = bytes * digit.coefs[0];
    map.dims.push_back(digit.size);
    if (map.dims.size() > 1)
      map.strides.push_back(digit.size == 1 && stride == 0 ? 16 : stride);
    return map.dims.size() == 1 || (stride > 0 && stride % 16 == 0) ||
           digit.size == 1;
  };
  if (!add(in[0]) || !add(out[0]))
    return std::nullopt;
  int64_t inside = 1;
  SmallVector<Digit> batch = digits(c.batch);
  for (const Digit &digit : llvm::reverse(batch)) {
    if (digit.coefs[0] != 0 && digit.size > 1) {
      if (!add(digit))
        return std::nullopt;
      map.batch.push_back({inside, digit.size});
    }
    inside *= digit.size;
  }
  if (map.dims.size() > kMaxRank)
    return std::nullopt;
  // A slice: its elements lie that much further along the contiguous loop.
  map.offset = access.offset.constant;
  map.dims[0] += map.offset;
  return map;
}

std::optional<TmaOperand> mlir::amp::getTmaOperand(const Contraction &c,
                                                   const Access &access,
                                                   ArrayRef<unsigned> outer) {
  if (auto map = getMap(c, access, c.k, outer))
    return map;
  auto map = getMap(c, access, outer, c.k);
  if (map)
    map->kMajor = false;
  return map;
}

int64_t mlir::amp::getWgmmaRhsRows(const GemmConfig &config, bool kMajor) {
  return kMajor ? config.tileN
                : int64_t(llvm::alignTo(config.tileN, kWgmmaBoxColumns));
}

int64_t mlir::amp::getWgmmaStoreColumns(const GemmConfig &config) {
  return std::gcd(config.tileN, kWgmmaBoxColumns);
}

bool mlir::amp::isCopiedAlongK(const Contraction &c,
                               const ContractionOperand &operand) {
  int64_t elements = 128 / operand.computeType.getIntOrFloatBitWidth();
  return operand.access &&
         getContiguousWidth(c.space, operand.access->offset,
                            operand.access->guards, c.k, elements) == elements;
}

std::optional<TmaOperand> mlir::amp::getTmaResult(const Contraction &c) {
  if (c.results.size() != 1 ||
      c.results.front().access.elementType.getIntOrFloatBitWidth() != 16)
    return std::nullopt;
  auto map = getMap(c, c.results.front().access, c.n, c.m);
  return map && map->offset == 0 ? map : std::nullopt;
}
