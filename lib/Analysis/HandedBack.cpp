//===- HandedBack.cpp - What callers hand in again ------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A caller may be a loop: a training step gives back weights, moments and
// running statistics that it is given again. So what a public function makes of
// an argument and returns in the argument's type is a cycle (ValueCycles.h), of
// as many iterations as the caller likes. A weight read low there would be
// rounded in each step, and small steps would be lost. To data (a layer's
// input) a layer adds, too: there only the op that makes the result at once (a
// step of an ODE) reads the argument as it came.
//
//===----------------------------------------------------------------------===//

#include "PrecisionGraphBuilder.h"
#include "ValueCycles.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

class HandedBackPinner {
public:
  explicit HandedBackPinner(PrecisionGraph &graph)
      : graph(graph), cycles(graph, Dependence::HandedBack) {}
  /// Returns whether anything is pinned.
  bool run();

private:
  struct Readers {
    /// What is not in the cycle reads what is made there.
    bool isReadBeside = false;
    /// The uses of arguments that update them.
    SmallVector<GraphIndex, 2> updates;
  };

  void addReturned();
  /// The node of what `operand` returns from a public function, null if that
  /// has no argument of the type.
  CycleNode *getReturned(OpOperand &operand) const;
  /// Whether `use` closes the cycle of this number.
  bool isReturned(const Use &use, GraphIndex cycle) const;
  void findReaders();
  /// Whether the node is an argument that nothing reads but what updates it, or
  /// a product, whose weight it is.
  bool isState(const CycleNode &node) const;
  /// Makes what updates arguments read them as they came: all of it, or only
  /// what makes a result at once, which a second conversion finds as well.
  void pinUpdates(const Readers &readers, bool all);

  PrecisionGraph &graph;
  ValueCycles cycles;
  /// By public function and type of an argument.
  llvm::MapVector<std::pair<Operation *, Type>, CycleNode *> returned;
  /// Values that are returned so.
  llvm::DenseSet<GraphIndex> handedBack;
  /// By number of a cycle.
  std::vector<Readers> readersOf;
  /// Arguments in cycles that others read as well.
  llvm::DenseSet<GraphIndex> readBeside;
};

} // namespace

CycleNode *HandedBackPinner::getReturned(OpOperand &operand) const {
  Operation *op = operand.getOwner();
  if (!op->hasTrait<OpTrait::ReturnLike>())
    return nullptr;
  return returned.lookup({op->getParentOp(), operand.get().getType()});
}

void HandedBackPinner::addReturned() {
  llvm::SetVector<Operation *> functions;
  for (auto [index, value] : llvm::enumerate(graph.values)) {
    Operation *function =
        value.op == kNone ? getPublicFunction(value.value) : nullptr;
    // With another signature, the caller keeps what it is given.
    if (!function || value.label != kNone)
      continue;
    functions.insert(function);
    CycleNode *&node = returned[{function, value.value.getType()}];
    if (!node)
      node = cycles.addOutside();
    cycles.getValue(index)->madeOf.push_back(node);
  }
  for (Operation *function : functions)
    for (Block &block : cast<FunctionOpInterface>(function).getFunctionBody())
      for (OpOperand &operand : block.getTerminator()->getOpOperands())
        if (CycleNode *node = getReturned(operand))
          if (GraphIndex value = graph.lookup(operand.get()); value != kNone) {
            node->madeOf.push_back(cycles.getValue(value));
            handedBack.insert(value);
          }
}

bool HandedBackPinner::isReturned(const Use &use, GraphIndex cycle) const {
  if (graph.ops[use.op].numResults != 0)
    return false;
  CycleNode *node = getReturned(*use.operand);
  return node && node->cycle == cycle;
}

void HandedBackPinner::findReaders() {
  readersOf.resize(cycles.getCycles().size());
  for (auto [index, use] : llvm::enumerate(graph.uses)) {
    GraphIndex cycle = cycles.getCycle(use.value);
    if (cycle == kNone)
      continue;
    bool isArgument = graph.values[use.value].op == kNone;
    if (cycles.leadsBack(use) || isReturned(use, cycle)) {
      if (isArgument)
        readersOf[cycle].updates.push_back(index);
      continue;
    }
    // What is repeated for data (a bias, a scale) is a weight, too.
    const OpNode &reader = graph.ops[use.op];
    if (!isArgument)
      readersOf[cycle].isReadBeside = true;
    // What updates an argument reads it as it came, whoever else does.
    else if (!readBeside.contains(use.value) &&
             (reader.handsOn || hasAny(reader.traits, kReductions) ||
              readsData(graph, reader, use)))
      readBeside.insert(use.value);
  }
}

bool HandedBackPinner::isState(const CycleNode &node) const {
  if (node.kind != CycleNode::Kind::Value)
    return false;
  const ValueNode &value = graph.values[node.index];
  return value.op == kNone && getPublicFunction(value.value) &&
         (value.weight || !readBeside.contains(node.index));
}

void HandedBackPinner::pinUpdates(const Readers &readers, bool all) {
  for (GraphIndex index : readers.updates) {
    Use &use = graph.uses[index];
    bool atOnce = llvm::any_of(
        graph.getResults(graph.ops[use.op]),
        [&](GraphIndex result) { return handedBack.contains(result); });
    if (use.kind == UseKind::Any && (all || atOnce))
      use.kind = UseKind::High;
  }
}

bool HandedBackPinner::run() {
  addReturned();
  cycles.find();
  if (cycles.getCycles().empty())
    return false;
  findReaders();
  bool any = false;
  for (auto [cycle, readers] : llvm::zip(cycles.getCycles(), readersOf)) {
    if (!isRounded(cycle))
      continue;
    // A layer adds to its input, too, and reads what it made of it.
    bool high = !readers.isReadBeside &&
                llvm::any_of(cycle, [&](const CycleNode *node) {
                  return isState(*node);
                });
    pinUpdates(readers, /*all=*/high);
    if (!high)
      continue;
    pinCycle(graph, cycle);
    pinFactors(graph, cycle, /*anyFactor=*/false);
    any = true;
  }
  return any;
}

bool amp::pinHandedBack(PrecisionGraph &graph) {
  return HandedBackPinner(graph).run();
}
