//===- Resources.cpp - Constants that lie in resources of the module ------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stages.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace mlir::amp;

/// Bytes of an element of `type` in a resource, which starts each at a byte of
/// its own; 0 if that is not known.
static int64_t getElementBytes(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * getElementBytes(complex.getElementType());
  if (type.isIndex())
    return sizeof(int64_t);
  if (!type.isIntOrFloat())
    return 0;
  return static_cast<int64_t>(
      llvm::divideCeil(type.getIntOrFloatBitWidth(), 8u));
}

/// Bits as tensors of numpy hold them, a byte each, or eight in a byte as
/// MLIR 22 writes `dense`.
static DenseElementsAttr readBits(ShapedType type, ArrayRef<char> data) {
  auto count = static_cast<size_t>(type.getNumElements());
  bool packed = data.size() != count;
  SmallVector<bool> bits(count);
  for (size_t i = 0; i != count; ++i)
    bits[i] = packed ? (data[i / 8] >> (i % 8)) & 1 : data[i] != 0;
  return DenseElementsAttr::get(type, bits);
}

/// Elements that fill no whole machine word, whose other bits mean nothing.
static DenseElementsAttr readBytes(ShapedType type, ArrayRef<char> data) {
  Type element = type.getElementType();
  unsigned rest =
      element.isIntOrFloat() ? element.getIntOrFloatBitWidth() % 8 : 0;
  if (!rest)
    return DenseElementsAttr::getFromRawBuffer(type, data);
  std::vector<char> masked(data.begin(), data.end());
  auto bytes = static_cast<size_t>(getElementBytes(element));
  for (size_t last = bytes - 1; last < masked.size(); last += bytes)
    masked[last] = static_cast<char>(masked[last] & ((1 << rest) - 1));
  return DenseElementsAttr::getFromRawBuffer(type, masked);
}

/// True if targets read `type` from a resource as it lies there: a machine
/// word an element.
static bool isWord(Type type) {
  return type.isIntOrFloat() &&
         llvm::is_contained({8u, 16u, 32u, 64u}, type.getIntOrFloatBitWidth());
}

/// The constant that targets take for `data`, an attribute of `op`; null after
/// an error.
static Attribute readResource(Operation *op, DenseResourceElementsAttr data) {
  StringRef key = data.getRawHandle().getKey();
  const AsmResourceBlob *blob = data.getRawHandle().getBlob();
  if (!blob) {
    op->emitError() << "the data of dense_resource<" << key
                    << "> is not in the file";
    return nullptr;
  }
  ShapedType type = data.getType();
  Type element = type.getElementType();
  int64_t expected = type.getNumElements() * getElementBytes(element);
  auto given = static_cast<int64_t>(blob->getData().size());
  bool isBit = element.isInteger(1);
  bool packed = isBit && given == (expected + 7) / 8;
  // Of types that nobody knows here, their targets tell.
  if (given != expected && !packed && getElementBytes(element)) {
    op->emitError() << "expected " << expected
                    << " bytes of data in dense_resource<" << key << ">, got "
                    << given;
    return nullptr;
  }
  if (!getElementBytes(element))
    return data;
  // The translation to LLVM IR divides by their number.
  if (expected == 0)
    return DenseElementsAttr::getFromRawBuffer(type, {});
  if (isWord(element))
    return data;
  return isBit ? readBits(type, blob->getData())
               : readBytes(type, blob->getData());
}

LogicalResult amp::readResources(ModuleOp module) {
  WalkResult result = module.walk([](Operation *op) {
    for (NamedAttribute attribute : op->getAttrDictionary()) {
      auto data = dyn_cast<DenseResourceElementsAttr>(attribute.getValue());
      if (!data)
        continue;
      Attribute read = readResource(op, data);
      if (!read)
        return WalkResult::interrupt();
      op->setAttr(attribute.getName(), read);
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
