//===- Corpus.h - One instance of every op with a model ---------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads Corpus.mlir and writes answers of the interface as text.
//
//===----------------------------------------------------------------------===//

#ifndef UNITTESTS_EXTERNALMODELS_CORPUS_H
#define UNITTESTS_EXTERNALMODELS_CORPUS_H

#include "AmpDialect/IR/MixedPrecisionOpInterface.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::amp::test {

/// The attribute of an op that holds the expected answer.
inline constexpr StringLiteral kExpectAttrName = "test.expect";

/// The dialects that the corpus covers.
ArrayRef<StringRef> getCorpusDialects();

/// Makes a context with these dialects and our models. Diagnostics go to
/// stderr.
std::unique_ptr<MLIRContext> createCorpusContext();

/// Parses the corpus into `context`; null after a diagnostic.
OwningOpRef<ModuleOp> loadCorpus(MLIRContext *context);

/// `follow (label, tied) -> label [movement]`: category, role of each operand
/// and result, traits.
std::string formatAnswer(const OpPrecisionInfo &info);

} // namespace mlir::amp::test

#endif // UNITTESTS_EXTERNALMODELS_CORPUS_H
