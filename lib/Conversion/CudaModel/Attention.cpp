//===- Attention.cpp - Two products and the rows between them -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attention.h"
#include "Access.h"
#include "AmpDialect/Conversion/ToNVVM/AttentionKernel.h"
#include "AmpDialect/Conversion/ToNVVM/ContractionKernel.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "AttentionRowCode.h"
#include "GroupLaunches.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

static func::FuncOp getCallee(func::CallOp call, const SymbolTable &symbols) {
  return symbols.lookup<func::FuncOp>(call.getCallee());
}

namespace {
/// The three calls, and the operands by which one hands on to the next.
struct Chain {
  func::CallOp scores, rows, values;
  unsigned scoresOperand = 0, weightsOperand = 0;
};
} // namespace

static bool isKernelCall(func::CallOp call, const SymbolTable &symbols,
                         bool contracts) {
  func::FuncOp callee = call ? getCallee(call, symbols) : func::FuncOp();
  return callee && callee->hasAttr(kKernelAttrName) && !callee.isExternal() &&
         call.getNumResults() == 1 &&
         bool(findContractionRoot(callee)) == contracts &&
         llvm::all_of(callee.getArgumentTypes(),
                      llvm::IsaPred<RankedTensorType>);
}

/// The call whose result, which nobody else reads, `call` reads as an operand;
/// sets `number` to that.
static func::CallOp findSource(func::CallOp call, const SymbolTable &symbols,
                               bool contracts, unsigned &number) {
  for (auto [position, operand] : llvm::enumerate(call.getOperands())) {
    auto source = stripViews(operand).getDefiningOp<func::CallOp>();
    if (!isKernelCall(source, symbols, contracts) ||
        source->getBlock() != call->getBlock() ||
        !hasOneReader(source.getResult(0), call))
      continue;
    number = position;
    return source;
  }
  return {};
}

/// The chain that ends in `values`. Without a call at its end there is none.
static Chain findChain(func::CallOp values, const SymbolTable &symbols) {
  Chain chain;
  if (!isKernelCall(values, symbols, /*contracts=*/true))
    return {};
  chain.rows =
      findSource(values, symbols, /*contracts=*/false, chain.weightsOperand);
  if (!chain.rows)
    return {};
  chain.scores =
      findSource(chain.rows, symbols, /*contracts=*/true, chain.scoresOperand);
  if (!chain.scores ||
      !makesRows(getCallee(chain.rows, symbols), chain.scoresOperand))
    return {};
  chain.values = values;
  return chain;
}

/// The last call in the body of a kernel, if its result is the kernel's.
static func::CallOp findLastCall(func::FuncOp kernel) {
  if (kernel.isExternal() || !kernel.getBody().hasOneBlock())
    return {};
  auto results = kernel.front().getTerminator()->getOperands();
  return results.size() == 1 ? results.front().getDefiningOp<func::CallOp>()
                             : func::CallOp();
}

/// The argument of the kernel around it that each operand of `call` is; none
/// for what another call made.
static SmallVector<std::optional<unsigned>> getArguments(func::CallOp call) {
  return llvm::map_to_vector(
      call.getOperands(), [](Value operand) -> std::optional<unsigned> {
        auto argument = dyn_cast<BlockArgument>(operand);
        return argument ? std::optional(argument.getArgNumber()) : std::nullopt;
      });
}

namespace {
class AttentionFuser {
public:
  explicit AttentionFuser(ModuleOp module)
      : symbols(module), builder(module.getContext()) {}
  /// Fuses the chain that ends in `values`, if there is one.
  void fuse(func::CallOp values);

private:
  using Operands = llvm::SetVector<Value>;
  func::FuncOp makeKernel(Chain chain, const Operands &operands);
  func::FuncOp getKernel(Chain chain, const Operands &operands, StringRef key);

  SymbolTable symbols;
  OpBuilder builder;
  /// By callees and operands; null where they are no kernel.
  llvm::StringMap<func::FuncOp> known;
  unsigned count = 0;
};
} // namespace

/// The function whose body is the chain.
func::FuncOp AttentionFuser::makeKernel(Chain chain, const Operands &operands) {
  func::FuncOp values = getCallee(chain.values, symbols);
  Location loc = values.getLoc();
  builder.setInsertionPointAfter(values);
  auto kernel = func::FuncOp::create(
      builder, loc, ("attention_" + Twine(count++)).str(),
      builder.getFunctionType(TypeRange(ValueRange(operands.getArrayRef())),
                              chain.values.getResultTypes()));
  kernel.setPrivate();
  kernel->setAttr(kKernelAttrName, builder.getUnitAttr());
  symbols.insert(kernel);
  Block *body = kernel.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  mapping.map(operands.getArrayRef(), body->getArguments());
  builder.clone(*chain.scores, mapping);
  for (auto [call, operand] : {std::pair(chain.rows, chain.scoresOperand),
                               std::pair(chain.values, chain.weightsOperand)}) {
    SmallVector<Operation *> views;
    for (Value at = call.getOperand(operand); isView(at.getDefiningOp());
         at = at.getDefiningOp()->getOperand(0))
      views.push_back(at.getDefiningOp());
    for (Operation *view : llvm::reverse(views))
      builder.clone(*view, mapping);
    builder.clone(*call, mapping);
  }
  func::ReturnOp::create(builder, loc,
                         mapping.lookup(chain.values.getResult(0)));
  return kernel;
}

/// The kernel of all chains with that key; null where it cannot be one.
func::FuncOp AttentionFuser::getKernel(Chain chain, const Operands &operands,
                                       StringRef key) {
  auto [entry, isNew] = known.try_emplace(key);
  if (!isNew)
    return entry->second;
  AttentionParts parts;
  parts.scores = getCallee(chain.scores, symbols);
  parts.values = getCallee(chain.values, symbols);
  parts.valuesArguments.assign(chain.values.getNumOperands(), 0);
  parts.valuesArguments[chain.weightsOperand] = std::nullopt;
  if (!whyNoAttention(
          parts, RowCode(getCallee(chain.rows, symbols), chain.scoresOperand)))
    entry->second = makeKernel(chain, operands);
  return entry->second;
}

/// Erases a call that nobody needs, and the views that it alone reads.
static void eraseCall(func::CallOp call) {
  SmallVector<Value> operands(call.getOperands());
  call.erase();
  for (Value at : operands)
    while (isView(at.getDefiningOp()) && at.use_empty()) {
      Operation *view = at.getDefiningOp();
      at = view->getOperand(0);
      view->erase();
    }
}

void AttentionFuser::fuse(func::CallOp values) {
  Chain chain = findChain(values, symbols);
  if (!chain.values)
    return;
  Operands operands;
  std::string key;
  for (func::CallOp call : {chain.scores, chain.rows, chain.values}) {
    key += call.getCallee().str();
    for (Value operand : call.getOperands()) {
      Operation *source = stripViews(operand).getDefiningOp();
      if (source && (source == chain.scores || source == chain.rows))
        continue;
      operands.insert(operand);
      key += ' ' +
             std::to_string(llvm::find(operands, operand) - operands.begin());
    }
    key += ';';
  }
  func::FuncOp kernel = getKernel(chain, operands, key);
  if (!kernel)
    return;
  builder.setInsertionPoint(values);
  Location loc = getGroupLocation(
      builder.getContext(), {chain.scores.getLoc(), chain.values.getLoc()});
  auto call =
      func::CallOp::create(builder, loc, kernel, operands.getArrayRef());
  values.getResult(0).replaceAllUsesWith(call.getResult(0));
  for (func::CallOp done : {values, chain.rows, chain.scores})
    eraseCall(done);
}

void cuda::fuseAttention(ModuleOp module, ArrayRef<Block *> blocks) {
  AttentionFuser fuser(module);
  for (Block *block : blocks)
    for (func::CallOp call : llvm::to_vector(block->getOps<func::CallOp>()))
      fuser.fuse(call);
}

bool cuda::isAttention(func::FuncOp kernel) {
  func::CallOp last = findLastCall(kernel);
  return last && llvm::any_of(last.getOperands(), [](Value operand) {
           return bool(stripViews(operand).getDefiningOp<func::CallOp>());
         });
}

FailureOr<gpu::GPUModuleOp>
cuda::emitAttention(func::FuncOp kernel, const ChipInfo &chip,
                    SmallVectorImpl<DictionaryAttr> &audits) {
  SymbolTable symbols(kernel->getParentOp());
  Chain chain = findChain(findLastCall(kernel), symbols);
  if (!chain.values)
    return kernel.emitError("expected the calls in a kernel to be equal ones "
                            "side by side, or those of an attention");
  AttentionParts parts{kernel, getCallee(chain.scores, symbols),
                       getCallee(chain.values, symbols),
                       getArguments(chain.scores), getArguments(chain.values)};
  RowCode rows(getCallee(chain.rows, symbols), chain.scoresOperand,
               getArguments(chain.rows));
  return emitAttentionKernel(parts, chip, rows, audits);
}
