//===- LoopSpace.cpp - Loops of a contraction and linear forms ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopSpace.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::amp;

LinearForm LoopSpace::getZero() const {
  return {SmallVector<int64_t, 8>(size(), 0), 0};
}

LinearForm LoopSpace::getLoop(unsigned loop) const {
  LinearForm form = getZero();
  form.coefs[loop] = 1;
  return form;
}

void LoopSpace::update(LinearForm &form) const {
  for (const Split &split : splits) {
    if (split.created != form.coefs.size())
      continue;
    int64_t coef = form.coefs[split.loop];
    form.coefs[split.loop] = coef * split.inner;
    form.coefs.push_back(coef);
  }
}

void LoopSpace::accumulate(LinearForm &lhs, LinearForm rhs,
                           int64_t factor) const {
  update(lhs);
  update(rhs);
  for (auto [to, from] : llvm::zip_equal(lhs.coefs, rhs.coefs))
    to += factor * from;
  lhs.constant += factor * rhs.constant;
}

bool LoopSpace::equal(LinearForm a, LinearForm b) const {
  accumulate(a, b, -1);
  return a.constant == 0 &&
         llvm::all_of(llvm::seq<unsigned>(size()), [&](unsigned loop) {
           return a.coefs[loop] == 0 || sizes[loop] == 1;
         });
}

FailureOr<LinearForm> LoopSpace::evaluate(AffineExpr expr,
                                          ArrayRef<LinearForm> dims) const {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    LinearForm form = getZero();
    form.constant = constant.getValue();
    return form;
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    LinearForm form = dims[dim.getPosition()];
    update(form);
    return form;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return failure();
  FailureOr<LinearForm> lhs = evaluate(binary.getLHS(), dims);
  if (failed(lhs))
    return failure();
  if (expr.getKind() == AffineExprKind::Mul) {
    auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    if (!factor)
      return failure();
    LinearForm form = getZero();
    accumulate(form, *lhs, factor.getValue());
    return form;
  }
  if (expr.getKind() != AffineExprKind::Add)
    return failure();
  FailureOr<LinearForm> rhs = evaluate(binary.getRHS(), dims);
  if (failed(rhs))
    return failure();
  accumulate(*lhs, *rhs, 1);
  return lhs;
}

unsigned LoopSpace::splitLoop(unsigned loop, int64_t inner) {
  unsigned created = size();
  splits.push_back({loop, inner, created});
  sizes[loop] /= inner;
  sizes.push_back(inner);
  kinds.push_back(kinds[loop]);
  return created;
}

FailureOr<SmallVector<LinearForm>> LoopSpace::split(LinearForm form,
                                                    ArrayRef<int64_t> wanted) {
  update(form);
  if (form.constant != 0)
    return failure();
  SmallVector<LinearForm> result(wanted.size(), getZero());
  int64_t scale = 1; // Coefficient of the next digit inwards to outwards.
  for (unsigned position = wanted.size(); position-- > 0;) {
    int64_t left = wanted[position], factor = 1;
    while (left > 1) {
      update(form);
      unsigned loop = 0;
      while (loop < size() && !(sizes[loop] > 1 && form.coefs[loop] == scale))
        ++loop;
      if (loop == size())
        return failure();
      if (sizes[loop] > left) {
        if (sizes[loop] % left != 0)
          return failure();
        loop = splitLoop(loop, left);
        for (LinearForm &done : result)
          update(done);
      } else if (left % sizes[loop] != 0) {
        return failure();
      }
      accumulate(result[position], getLoop(loop), factor);
      factor *= sizes[loop];
      left /= sizes[loop];
      scale *= sizes[loop];
    }
  }
  for (LinearForm &done : result)
    update(done);
  // Nothing of the form may be left.
  LinearForm rest = form;
  int64_t stride = 1;
  for (unsigned position = wanted.size(); position-- > 0;) {
    accumulate(rest, result[position], -stride);
    stride *= wanted[position];
  }
  if (!equal(rest, getZero()))
    return failure();
  return result;
}
