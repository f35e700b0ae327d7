//===- FloatRangeConstant.cpp - Ranges of attributes and types ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/FloatRange.h"
#include "AmpDialect/IR/PrecisionInfo.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace mlir;
using namespace mlir::amp;

double mlir::amp::toDouble(const APFloat &value) {
  if (&value.getSemantics() == &APFloat::IEEEsingle())
    return value.convertToFloat();
  APFloat wide = value;
  bool losesInfo;
  wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  return wide.convertToDouble();
}

/// Range of `count` elements that `get` returns one by one.
template <typename Get> static FloatRange scan(size_t count, Get get) {
  double lower = FloatRange::kInf, upper = -FloatRange::kInf;
  FloatRange special = FloatRange::getUndefined();
  for (size_t i = 0; i < count; ++i) {
    double value = get(i);
    if (std::isfinite(value)) {
      lower = std::min(lower, value);
      upper = std::max(upper, value);
    } else {
      special = FloatRange::join(special, FloatRange::getPoint(value));
    }
  }
  return FloatRange::join(special, FloatRange::getReached(lower, upper));
}

/// Turns the bits of an f32 into an integer that is ordered as the numbers are
/// (-0 below 0, NaN beyond infinity), and back.
static constexpr int32_t swapOrder(int32_t bits) {
  return bits ^ ((bits >> 31) & 0x7fffffff);
}

/// Weights are read at the speed of the memory: the loop over a block's bits
/// has no branch, and only a block that holds infinity or NaN is looked at
/// number by number.
static FloatRange scanF32(const char *raw, size_t count) {
  constexpr size_t kBlock = 4096;
  constexpr int32_t kInf = 0x7f800000, kNegInf = swapOrder(-0x00800000);
  FloatRange range = FloatRange::getUndefined();
  int32_t lowest = kInf, highest = kNegInf;
  for (size_t begin = 0; begin < count; begin += kBlock) {
    size_t size = std::min(kBlock, count - begin);
    const char *block = raw + begin * sizeof(float);
    int32_t lower = std::numeric_limits<int32_t>::max();
    int32_t upper = std::numeric_limits<int32_t>::min();
    for (size_t i = 0; i < size; ++i) {
      int32_t bits;
      std::memcpy(&bits, block + i * sizeof(bits), sizeof(bits));
      int32_t ordered = swapOrder(bits);
      lower = std::min(lower, ordered);
      upper = std::max(upper, ordered);
    }
    if (lower > kNegInf && upper < kInf) {
      lowest = std::min(lowest, lower);
      highest = std::max(highest, upper);
      continue;
    }
    range = FloatRange::join(range, scan(size, [block](size_t i) {
                               float value;
                               std::memcpy(&value, block + i * sizeof(value),
                                           sizeof(value));
                               return static_cast<double>(value);
                             }));
  }
  if (lowest > highest) // Of no block.
    return range;
  auto toNumber = [](int32_t ordered) {
    return double(llvm::bit_cast<float>(swapOrder(ordered)));
  };
  return FloatRange::join(
      range, FloatRange::getReached(toNumber(lowest), toNumber(highest)));
}

/// The range of the integers in `data`.
template <typename Integer>
static FloatRange scanIntegers(ArrayRef<char> data) {
  Integer lowest = std::numeric_limits<Integer>::max();
  Integer highest = std::numeric_limits<Integer>::min();
  for (size_t i = 0; i + sizeof(Integer) <= data.size(); i += sizeof(Integer)) {
    Integer value;
    std::memcpy(&value, data.data() + i, sizeof(value));
    lowest = std::min(lowest, value);
    highest = std::max(highest, value);
  }
  return lowest > highest
             ? FloatRange::getUndefined()
             : FloatRange::getReached(double(lowest), double(highest));
}

/// The same for integers of type `type`; nothing where they are stored
/// otherwise than in whole bytes, a power of two of them.
static std::optional<FloatRange> scanIntegers(ArrayRef<char> data,
                                              IntegerType type) {
  bool isSigned = !type.isUnsigned();
  switch (type.getWidth()) {
  case 8:
    return isSigned ? scanIntegers<int8_t>(data) : scanIntegers<uint8_t>(data);
  case 16:
    return isSigned ? scanIntegers<int16_t>(data)
                    : scanIntegers<uint16_t>(data);
  case 32:
    return isSigned ? scanIntegers<int32_t>(data)
                    : scanIntegers<uint32_t>(data);
  case 64:
    return isSigned ? scanIntegers<int64_t>(data)
                    : scanIntegers<uint64_t>(data);
  default:
    return std::nullopt;
  }
}

/// Range of the little-endian elements of type `elementType` in `data`, which
/// may hold a single element standing for all.
static FloatRange scanRaw(ArrayRef<char> data, Type elementType) {
  if (elementType.isF32())
    return scanF32(data.data(), data.size() / sizeof(float));
  if (elementType.isF64()) {
    const char *raw = data.data();
    return scan(data.size() / sizeof(double), [raw](size_t i) {
      double value;
      std::memcpy(&value, raw + i * sizeof(double), sizeof(double));
      return value;
    });
  }
  if (elementType.isIndex())
    return scanIntegers<int64_t>(data);
  if (auto integer = dyn_cast<IntegerType>(elementType))
    return scanIntegers(data, integer)
        .value_or(FloatRange::getForType(integer));
  auto type = dyn_cast<FloatType>(elementType);
  if (type && type.getWidth() == 16) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    const char *raw = data.data();
    return scan(data.size() / 2, [raw, &semantics](size_t i) {
      uint16_t bits;
      std::memcpy(&bits, raw + i * 2, 2);
      return toDouble(APFloat(semantics, APInt(16, bits)));
    });
  }
  return FloatRange::getAnything();
}

static FloatRange getDense(DenseElementsAttr dense) {
  Type elementType = dense.getElementType();
  if (elementType.isF32() || elementType.isF64())
    return scanRaw(dense.getRawData(), elementType);
  FloatRange range = FloatRange::getUndefined();
  if (isa<FloatType>(elementType)) {
    if (dense.isSplat())
      return FloatRange::getPoint(toDouble(dense.getSplatValue<APFloat>()));
    for (const APFloat &value : dense.getValues<APFloat>())
      range = FloatRange::join(range, FloatRange::getPoint(toDouble(value)));
    return range;
  }
  if (auto integer = dyn_cast<IntegerType>(elementType))
    if (std::optional<FloatRange> range =
            scanIntegers(dense.getRawData(), integer))
      return *range;
  if (elementType.isIntOrIndex()) {
    bool isSigned =
        !elementType.isInteger(1) && !elementType.isUnsignedInteger();
    auto convert = [isSigned](const APInt &value) {
      return FloatRange::getPoint(value.roundToDouble(isSigned));
    };
    if (dense.isSplat())
      return convert(dense.getSplatValue<APInt>());
    for (const APInt &value : dense.getValues<APInt>())
      range = FloatRange::join(range, convert(value));
    return range;
  }
  return FloatRange::getAnything();
}

FloatRange FloatRange::getConstant(Attribute value) {
  if (auto number = dyn_cast<FloatAttr>(value))
    return getPoint(toDouble(number.getValue()));
  if (auto number = dyn_cast<IntegerAttr>(value)) {
    bool isSigned =
        !number.getType().isInteger(1) && !number.getType().isUnsignedInteger();
    return getPoint(number.getValue().roundToDouble(isSigned));
  }
  if (auto dense = dyn_cast<DenseElementsAttr>(value))
    return getDense(dense);
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      return scanRaw(blob->getData(), resource.getElementType());
    if (resource.getElementType().isIntOrIndex())
      return getForType(resource.getElementType());
  }
  // What is not listed is zero.
  if (auto sparse = dyn_cast<SparseElementsAttr>(value))
    return join(getPoint(0), getConstant(sparse.getValues()));
  return getAnything();
}

FloatRange FloatRange::getForType(Type type) {
  Type elementType = getStoredType(type);
  if (isa<Float32Type>(elementType)) // The usual one costs no search.
    return getUnknown();
  if (elementType.isInteger(1))
    return getReached(0, 1);
  if (isa<FloatType>(elementType))
    return getUnknown();
  // A byte is a quantised number or a pixel: it takes all values. A wider
  // integer that becomes a float is taken to be 0 or 1 now and then.
  constexpr unsigned kByte = 8;
  if (auto integer = dyn_cast<IntegerType>(elementType);
      integer && integer.getWidth() <= kByte) {
    double values = 1u << integer.getWidth();
    return integer.isUnsigned() ? getReached(0, values - 1)
                                : getReached(-values / 2, values / 2 - 1);
  }
  if (elementType.isIntOrIndex()) {
    FloatRange range = getUnknown();
    range.reachLower = 0;
    return range;
  }
  return getAnything();
}
