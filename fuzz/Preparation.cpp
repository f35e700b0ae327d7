//===- Preparation.cpp - What users run before the conversion -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Preparation.h"
#include "ModuleGenerator.h"
#include "PropertyRuns.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "llvm/Support/Signals.h"
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

/// Passes as users name them; the last few leave control flow that no target
/// takes. (scf-forall-to-for knows buffers alone, and does not look.)
static const std::vector<std::string> pipelines = {
    "canonicalize",
    "cse",
    "canonicalize,cse",
    "linalg-generalize-named-ops",
    "linalg-fuse-elementwise-ops",
    "linalg-generalize-named-ops,linalg-fuse-elementwise-ops,canonicalize,cse",
    "linalg-fold-unit-extent-dims",
    "linalg-inline-scalar-operands",
    "linalg-specialize-generic-ops",
    "linalg-fold-into-elementwise",
    "convert-elementwise-to-linalg",
    "convert-elementwise-to-linalg,linalg-fuse-elementwise-ops",
    "func.func(tosa-to-scf,tosa-make-broadcastable,tosa-to-linalg-named),"
    "func.func(tosa-to-linalg,tosa-to-arith,tosa-to-tensor)",
    "func.func(tosa-to-linalg-named)",
    "inline",
    "inline,canonicalize,cse",
    "sccp",
    "sccp,canonicalize,symbol-dce",
    "symbol-dce",
    "loop-invariant-code-motion",
    "loop-invariant-subset-hoisting",
    "control-flow-sink",
    "fold-tensor-subset-ops",
    "int-range-optimizations",
    "scf-for-loop-peeling",
    "scf-for-loop-range-folding",
    "func.func(scf-for-loop-canonicalization)",
    "func.func(scf-for-loop-specialization)",
    "func.func(scf-for-to-while)",
    "func.func(scf-forall-to-parallel)",
    "convert-scf-to-cf",
    "convert-scf-to-cf,canonicalize"};
static constexpr unsigned kNumNotForRuns = 3;

/// Tile sizes of a structured op: of its reductions, its other loops or both.
static SmallVector<OpFoldResult> getTileSizes(linalg::LinalgOp op, bool forall,
                                              Random &random) {
  unsigned which = forall ? 1 : random.below(3);
  Builder builder(op);
  SmallVector<OpFoldResult> sizes;
  for (utils::IteratorType kind : op.getIteratorTypesArray()) {
    bool reduces = kind == utils::IteratorType::reduction;
    int64_t size = 1 + random.below(4);
    bool tiled = reduces ? which != 1 : which != 0;
    sizes.push_back(builder.getIndexAttr(tiled ? size : 0));
  }
  return sizes;
}

/// Tiles some of the structured ops, as the transform dialect does.
static void tile(ModuleOp module, Random &random) {
  SmallVector<linalg::LinalgOp> ops;
  module.walk([&](linalg::LinalgOp op) {
    if (op.hasPureTensorSemantics() && op.getNumLoops() > 0)
      ops.push_back(op);
  });
  IRRewriter rewriter(module.getContext());
  for (linalg::LinalgOp op : ops) {
    if (random.oneIn(2))
      continue;
    bool forall = random.oneIn(4);
    scf::SCFTilingOptions options;
    options.setTileSizes(getTileSizes(op, forall, random));
    if (forall)
      options.setLoopType(scf::SCFTilingOptions::LoopType::ForallOp);
    rewriter.setInsertionPoint(op);
    FailureOr<scf::SCFTilingResult> tiled = scf::tileUsingSCF(
        rewriter, cast<TilingInterface>(op.getOperation()), options);
    if (succeeded(tiled))
      rewriter.replaceOp(op, tiled->replacements);
  }
}

/// `text` after one pipeline or tiling; empty if it fails.
static std::string prepareOnce(const DialectRegistry &registry,
                               const std::string &text,
                               const std::string &pipeline, Random &random) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  std::string problem;
  OwningOpRef<ModuleOp> module = parse(context, text, problem);
  if (!module)
    return "";
  Messages messages(context);
  if (pipeline.empty())
    tile(*module, random);
  else
    problem = runPipeline(*module, "builtin.module(" + pipeline + ")");
  if (!problem.empty() || failed(verify(*module)))
    return "";
  // Upstream does not read all that its passes make: tiles of sparse tensors.
  std::string made = print(*module) + "\n";
  return parse(context, made, problem) ? made : "";
}

/// The same in a process of its own: some passes crash or write where they must
/// not, without our dialect and models.
static std::string prepareApart(const DialectRegistry &registry,
                                const std::string &text,
                                const std::string &pipeline, Random random) {
  int ends[2];
  if (pipe(ends) != 0)
    return "";
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    llvm::sys::unregisterHandlers();
    // Nobody wants to read what upstream says.
    close(STDERR_FILENO);
    llvm::raw_fd_ostream stream(ends[1], /*shouldClose=*/true);
    stream << prepareOnce(registry, text, pipeline, random);
    stream.close();
    _exit(stream.has_error());
  }
  close(ends[1]);
  std::string next;
  char buffer[4096];
  while (ssize_t size = read(ends[0], buffer, sizeof buffer))
    if (size > 0)
      next.append(buffer, size);
    else if (errno != EINTR)
      break;
  close(ends[0]);
  int status = 0;
  if (child > 0)
    waitpid(child, &status, 0);
  bool ended = child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return ended ? next : "";
}

std::string fuzz::prepare(const DialectRegistry &registry,
                          const std::string &text, uint64_t seed,
                          bool forRuns) {
  Random random(seed ^ 0x70726570);
  std::string prepared = text;
  for (unsigned i = 0, e = 1 + random.below(4); i < e; ++i) {
    std::string pipeline;
    if (!random.oneIn(4))
      pipeline = pipelines[random.below(pipelines.size() -
                                        (forRuns ? kNumNotForRuns : 0))];
    std::string next =
        prepareApart(registry, prepared, pipeline, Random(random.next()));
    if (!next.empty())
      prepared = next;
  }
  return prepared;
}
