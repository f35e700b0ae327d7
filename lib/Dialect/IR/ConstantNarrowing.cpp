//===- ConstantNarrowing.cpp - Constants in a smaller type ----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f32 to f16 and bf16 run on raw bits (weights have 1e8 elements); every other
// pair of types goes through APFloat.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/ConstantNarrowing.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Threading.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#ifdef __linux__
#include <sys/mman.h>
#endif

using namespace mlir;
using namespace mlir::amp;

namespace {
/// IEEE binary16 (5 exponent bits, 10 mantissa bits).
struct ToHalf {
  static constexpr uint16_t exponentMask = 0x7c00, mantissaMask = 0x03ff;
  static uint16_t round(uint32_t bits) {
    uint32_t sign = (bits >> 16) & 0x8000, u = bits & 0x7fffffff, result;
    if (u > 0x7f800000)
      result = 0x7e00 | ((u >> 13) & mantissaMask);
    else if (u >= 0x477ff000) // 65520 and above, infinity included.
      result = exponentMask;
    else if (u < 0x38800000) {
      // Below 2^-14: the ulp of 0.5 in f32 is the ulp of f16 subnormals, so
      // the addition rounds to it.
      float value;
      std::memcpy(&value, &u, sizeof(value));
      value += 0.5f;
      std::memcpy(&result, &value, sizeof(value));
      result -= 0x3f000000;
    } else
      // Rebias by 127 - 15, round half to even on the 13 bits dropped.
      result = (u - (112u << 23) + 0x0fff + ((u >> 13) & 1)) >> 13;
    return uint16_t(sign | result);
  }
  static bool isInexact(uint32_t u, uint16_t half) {
    if (u >= 0x38800000)
      return (u & 0x1fff) != 0 || u >= 0x477ff000;
    float value, back = float(half & (mantissaMask | 0x0400)) * 0x1p-24f;
    std::memcpy(&value, &u, sizeof(value));
    return value != back;
  }
};

/// bfloat16 (8 exponent bits, 7 mantissa bits): the upper half of an f32.
struct ToBFloat {
  static constexpr uint16_t exponentMask = 0x7f80, mantissaMask = 0x007f;
  static uint16_t round(uint32_t bits) {
    if ((bits & 0x7fffffff) > 0x7f800000)
      return uint16_t((bits >> 16) | 0x0040);
    return uint16_t((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
  }
  static bool isInexact(uint32_t u, uint16_t) { return (u & 0xffff) != 0; }
};
} // namespace

static uint32_t loadBits(const char *data, size_t index) {
  uint32_t bits;
  std::memcpy(&bits, data + 4 * index, sizeof(bits));
  return bits;
}

template <typename Format>
static void narrowRaw(ArrayRef<char> from, char *to) {
  for (size_t i = 0, e = from.size() / 4; i != e; ++i) {
    uint16_t value = Format::round(loadBits(from.data(), i));
    std::memcpy(to + 2 * i, &value, sizeof(value));
  }
}

/// Asks for large pages where `data` will lie: to hand out small ones takes the
/// kernel longer than the rounding does.
static void preferLargePages(MutableArrayRef<char> data) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  constexpr uintptr_t kPage = uintptr_t(2) << 20;
  auto begin = reinterpret_cast<uintptr_t>(data.data());
  uintptr_t end = llvm::alignDown(begin + data.size(), kPage);
  begin = llvm::alignTo(begin, kPage);
  // A kernel that has none says so, which changes nothing.
  if (begin < end)
    (void)madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

template <typename Format>
static NarrowingCounts countRaw(ArrayRef<char> from) {
  NarrowingCounts counts;
  counts.total = from.size() / 4;
  for (size_t i = 0, e = from.size() / 4; i != e; ++i) {
    uint32_t u = loadBits(from.data(), i) & 0x7fffffff;
    if (u >= 0x7f800000 || u == 0) {
      ++(u == 0 ? counts.zero : counts.nonFinite);
      continue;
    }
    uint16_t low = Format::round(u);
    bool small = (low & Format::exponentMask) == 0;
    counts.overflow += (low & Format::exponentMask) == Format::exponentMask;
    counts.underflow += small && (low & Format::mantissaMask) == 0;
    counts.subnormal += small && (low & Format::mantissaMask) != 0;
    counts.inexact += Format::isInexact(u, low);
  }
  return counts;
}

static APFloat roundTo(APFloat value, FloatType low) {
  bool losesInfo;
  value.convert(low.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value;
}

static void countOne(const APFloat &value, FloatType low,
                     NarrowingCounts &counts) {
  ++counts.total;
  if (!value.isFiniteNonZero()) {
    ++(value.isZero() ? counts.zero : counts.nonFinite);
    return;
  }
  APFloat rounded = value;
  bool losesInfo = false;
  rounded.convert(low.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
  counts.overflow += !rounded.isFinite();
  counts.underflow += rounded.isZero();
  counts.subnormal += rounded.isDenormal();
  counts.inexact += losesInfo;
}

std::optional<ArrayRef<char>> amp::getRawF32(TypedAttr value) {
  auto type = dyn_cast<ShapedType>(value.getType());
  if (!type || !type.getElementType().isF32())
    return std::nullopt;
  if (auto dense = dyn_cast<DenseFPElementsAttr>(value))
    return dense.getRawData();
  auto resource = dyn_cast<DenseResourceElementsAttr>(value);
  if (!resource)
    return std::nullopt;
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  if (!blob ||
      int64_t(blob->getData().size()) != type.getNumElements() * int64_t(4))
    return std::nullopt;
  return blob->getData();
}

/// f16 and bf16 have loops of their own.
static bool hasRawLoop(FloatType low) { return low.isF16() || low.isBF16(); }

bool amp::canNarrowConstant(TypedAttr value, FloatType low) {
  if (!value)
    return false;
  auto shaped = dyn_cast<ShapedType>(value.getType());
  auto element =
      dyn_cast<FloatType>(shaped ? shaped.getElementType() : value.getType());
  if (!element ||
      (low && (low == element || low.getWidth() > element.getWidth())))
    return false;
  if (isa<FloatAttr, DenseFPElementsAttr>(value))
    return true;
  if (auto sparse = dyn_cast<SparseElementsAttr>(value))
    return isa<DenseFPElementsAttr>(sparse.getValues());
  return (!low || hasRawLoop(low)) && getRawF32(value).has_value();
}

/// Rounds the f32 in `from` to `low`, the context's threads side by side.
static void narrowRaw(ArrayRef<char> from, MutableArrayRef<char> to,
                      FloatType low) {
  constexpr size_t kChunk = size_t(4) << 20;
  preferLargePages(to);
  parallelFor(low.getContext(), 0, llvm::divideCeil(from.size(), kChunk),
              [&](size_t chunk) {
                ArrayRef<char> part =
                    from.drop_front(chunk * kChunk).take_front(kChunk);
                char *begin = to.data() + chunk * kChunk / 2;
                low.isF16() ? narrowRaw<ToHalf>(part, begin)
                            : narrowRaw<ToBFloat>(part, begin);
              });
}

/// The elements of `dense`, each rounded to `type`.
static DenseElementsAttr roundEach(DenseFPElementsAttr dense, FloatType type) {
  return dense.mapValues(type, [type](const APFloat &element) -> APInt {
    return roundTo(element, type).bitcastToAPInt();
  });
}

FailureOr<TypedAttr> amp::narrowConstant(TypedAttr value, FloatType low) {
  if (!canNarrowConstant(value, low))
    return failure();
  if (auto scalar = dyn_cast<FloatAttr>(value))
    return TypedAttr(FloatAttr::get(low, roundTo(scalar.getValue(), low)));

  auto type = cast<ShapedType>(value.getType()).clone(low);
  if (auto sparse = dyn_cast<SparseElementsAttr>(value)) {
    FailureOr<TypedAttr> values = narrowConstant(sparse.getValues(), low);
    if (failed(values))
      return failure();
    return TypedAttr(SparseElementsAttr::get(type, sparse.getIndices(),
                                             cast<DenseElementsAttr>(*values)));
  }
  std::optional<ArrayRef<char>> raw = getRawF32(value);
  if (auto dense = dyn_cast<DenseFPElementsAttr>(value)) {
    if (!raw || !hasRawLoop(low))
      return TypedAttr(roundEach(dense, low));
    SmallVector<char, 0> buffer(raw->size() / 2);
    narrowRaw(*raw, buffer, low);
    return TypedAttr(DenseElementsAttr::getFromRawBuffer(type, buffer));
  }

  auto resource = cast<DenseResourceElementsAttr>(value);
  DenseResourceElementsHandle handle = resource.getRawHandle();
  AsmResourceBlob blob = HeapAsmResourceBlob::allocate(
      raw->size() / 2, handle.getBlob()->getDataAlignment(),
      /*dataIsMutable=*/true);
  narrowRaw(*raw, blob.getMutableData(), low);
  std::string key = (handle.getKey() + (low.isF16() ? "_f16" : "_bf16")).str();
  return TypedAttr(DenseResourceElementsAttr::get(type, key, std::move(blob)));
}

FailureOr<ElementsAttr> amp::convertConstant(ElementsAttr values,
                                             FloatType type) {
  if (values.getElementType() == type)
    return values;
  FailureOr<TypedAttr> narrow = narrowConstant(values, type);
  if (succeeded(narrow))
    return cast<ElementsAttr>(*narrow);
  auto dense = dyn_cast<DenseFPElementsAttr>(values);
  if (!dense)
    return failure();
  return ElementsAttr(roundEach(dense, type));
}

NarrowingCounts amp::countNarrowing(TypedAttr value, FloatType low) {
  NarrowingCounts counts;
  // What is low already can be counted, if there is nothing to narrow.
  if (!canNarrowConstant(value, low) &&
      !isa_and_nonnull<FloatAttr, DenseFPElementsAttr>(value))
    return counts;
  if (auto scalar = dyn_cast<FloatAttr>(value)) {
    countOne(scalar.getValue(), low, counts);
    return counts;
  }
  if (auto sparse = dyn_cast<SparseElementsAttr>(value)) {
    counts = countNarrowing(sparse.getValues(), low);
    // What is not listed.
    counts.zero += sparse.getNumElements() - counts.total;
    counts.total = sparse.getNumElements();
    return counts;
  }
  std::optional<ArrayRef<char>> raw = getRawF32(value);
  auto dense = dyn_cast<DenseFPElementsAttr>(value);
  if (raw && hasRawLoop(low))
    counts = low.isF16() ? countRaw<ToHalf>(*raw) : countRaw<ToBFloat>(*raw);
  else if (dense && dense.isSplat())
    countOne(dense.getSplatValue<APFloat>(), low, counts);
  else if (dense)
    for (const APFloat &element : dense)
      countOne(element, low, counts);
  if (!dense || !dense.isSplat())
    return counts;
  int64_t scale = dense.getNumElements();
  for (int64_t *count :
       {&counts.total, &counts.overflow, &counts.underflow, &counts.subnormal,
        &counts.inexact, &counts.zero, &counts.nonFinite})
    *count *= scale;
  return counts;
}
