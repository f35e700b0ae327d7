#include "AmpDialect/Transforms/Passes.h"
namespace mlir::amp {
#define GEN_PASS_DEF_AUTOCASTPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp
using namespace mlir;
using namespace mlir::amp;
namespace {
struct AutocastPass : amp::impl::AutocastPassBase<AutocastPass> {
  using AutocastPassBase::AutocastPassBase;
  void runOnOperation() override {}
};
} // namespace
