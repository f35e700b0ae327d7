//===- LinalgBody.h - What a structured op's body computes ------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_EXTERNALMODELS_LINALGBODY_H
#define AMPDIALECT_LIB_EXTERNALMODELS_LINALGBODY_H

#include "AmpDialect/IR/PrecisionInfo.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp {

/// How a result of a structured op combines with its destination.
enum class ResultCombiner : uint8_t {
  /// The destination is not read.
  None,
  /// Read elementwise: no loop reduces this result.
  Elementwise,
  /// Sum or product over reduced loops, or a combination not understood.
  Additive,
  /// Max, min or a select between old and new: exact in any type.
  Order,
};

/// Destinations and inputs of a structured op: the body yields one value for
/// each destination. Asking the destination-style interface builds attributes.
inline unsigned getNumInits(linalg::LinalgOp op) {
  return op.getBlock()->back().getNumOperands();
}
inline unsigned getNumInputs(linalg::LinalgOp op) {
  return op->getNumOperands() - getNumInits(op);
}

/// The ops of a body before its terminator.
inline llvm::iterator_range<Block::iterator> getBodyOps(Block &body) {
  return llvm::make_range(body.begin(), std::prev(body.end()));
}

/// Facts about the body of a structured op, one scan over its ops.
struct LinalgBodyInfo {
  /// Bit i: block argument i (inputs first, then destinations); arguments from
  /// 63 on share the last bit.
  using Mask = uint64_t;
  static Mask bit(unsigned index) {
    return Mask(1) << (index < 63 ? index : 63);
  }

  NumericTraits traits = NumericTraits::None;
  /// Full-size arguments that a delicate op (exp, log, pow, division by data)
  /// depends on, and small ones (broadcast) that one depends on.
  Mask delicateData = 0, delicateParameters = 0;
  /// Arguments whose absolute error becomes a relative one (sine of an angle),
  /// or a step (a number cut to an integer).
  Mask absoluteData = 0;
  /// Arguments that a result depends on other than through a sine or a step.
  Mask numbers = 0;
  /// Full-size arguments that a logarithm depends on; none where the body also
  /// multiplies data (x * log x is as small as x).
  Mask logarithms = 0;
  /// Arguments that a pole inside (a division, a logarithm) depends on other
  /// than through an exponential, and those of them in a sum before it.
  Mask poles = 0, polesBehindSum = 0;
  /// Arguments that a root inside is taken of.
  Mask roots = 0;
  /// Full-size inputs that are added to other full-size inputs.
  Mask summands = 0;
  /// Per result.
  llvm::SmallVector<ResultCombiner, 2> combiners;
  /// Per result: a delicate op on full-size data reaches it.
  llvm::SmallVector<bool, 2> delicateResult;
  /// Every result is an argument or a captured element, unchanged.
  bool movesOnly = false;
  /// out += f(a) * g(b) or out -= f(a) * g(b), a and b of different extents: a
  /// matrix product or a convolution; all arguments of f and g.
  Mask contracted = 0;
  /// Those of f and those of g.
  Mask factors[2] = {0, 0};
  /// The type of that product.
  Type product;
  /// Arguments that are integers and computed with as floats.
  Mask integers = 0;
};

/// Scans the body of `op`. `small` holds the arguments that are broadcast over
/// some parallel loop; `reduces`: some loop is a reduction.
LinalgBodyInfo analyzeBody(linalg::LinalgOp op, LinalgBodyInfo::Mask small,
                           bool reduces);

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_EXTERNALMODELS_LINALGBODY_H
