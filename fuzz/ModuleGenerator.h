//===- ModuleGenerator.h - Random typed modules -----------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes MLIR text that verifies: functions over a pool of typed values, each
// step adding an op that the pool can feed. The same seed gives the same text
// on every machine.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_FUZZ_MODULEGENERATOR_H
#define AMPDIALECT_FUZZ_MODULEGENERATOR_H

#include "Random.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <cstdint>
#include <string>
#include <vector>

namespace mlir::amp::fuzz {

using Shape = std::vector<int64_t>;
/// The one dynamic extent of a function; its size is the value `%d0`.
inline constexpr int64_t kDynamicDim = -1;

/// The attribute of a loop that tells how many results it has, then which of
/// them no conversion may narrow: sums and products over many iterations.
inline constexpr char kWideSums[] = "wide_sums";
/// With more iterations than these a loop has no value rounded in each.
inline constexpr unsigned kMostLayers = 128;

struct Typed {
  std::string name;
  Shape shape;
  std::string element;
  std::string type() const;
};

/// Types and names of values, by commas.
std::string joinTypes(llvm::ArrayRef<Typed> values);
std::string joinNames(llvm::ArrayRef<Typed> values);

/// The attribute that names what must stay wide of `numResults`, behind a
/// blank; empty where that is nothing.
std::string markSums(unsigned numResults, llvm::ArrayRef<unsigned> sums);

/// `shape` with `element` as a tensor type.
std::string tensorType(const Shape &shape, const std::string &element);

/// A value of `pool` that is `wanted`, null if there is none: a few blind
/// tries, which keep recent and old values alike in play, then the most recent.
const Typed *findValue(Random &random, const std::vector<Typed> &pool,
                       unsigned tries,
                       llvm::function_ref<bool(const Typed &)> wanted);

class ModuleGenerator {
public:
  /// A `runnable` module has one public function, `main`, of tensors of static
  /// shape; it reads nothing that nobody wrote and never reads out of bounds.
  explicit ModuleGenerator(uint64_t seed, bool runnable = false)
      : random(seed), runnable(runnable) {}
  /// The text of a whole module.
  std::string generate();

private:
  struct Function {
    std::string name;
    Shape shape;
  };

  // The text so far, and names.
  void line(const llvm::Twine &text);
  std::string fresh() { return "%v" + std::to_string(nextName++); }
  Typed define(const Shape &shape, const std::string &element,
               const llvm::Twine &definition);

  // Values.
  const Typed *find(llvm::function_ref<bool(const Typed &)> wanted) {
    return findValue(random, pool, /*tries=*/12, wanted);
  }
  const Typed *findFloat(unsigned rank = 0);
  /// One of exactly this type.
  const Typed *findOfType(const Shape &shape,
                          const std::string &element = "f32");
  /// One of f32 whose extents are known and at least `least`.
  const Typed *findMatrix(int64_t least);
  Typed constant(const Shape &shape, const std::string &element = "f32");
  std::string scalar(const std::string &element = "f32");
  std::string captured(const std::string &element);
  Typed empty(const Shape &shape, const std::string &element);
  Typed fill(const Shape &shape, const std::string &element);
  Typed splat(const Shape &shape, const std::string &number);
  Typed unaryOp(const llvm::Twine &op, const Typed &a);
  Typed elementwiseOp(const llvm::Twine &op, const Typed &a, const Typed &b);
  Typed matmul(const Typed &a, const Typed &b, const Typed &init);
  Typed castTo(const Typed &value, const std::string &element);

  // Functions and steps.
  void function(const std::string &name, bool isPublic, bool tosa);
  void branchFunction(const std::string &name);
  void steps(unsigned count, unsigned depth);
  void step(unsigned depth);
  void contraction();
  void convolution();
  void elementwise();
  void reduction();
  void layout();
  void reshape(const Typed &value);
  void named();
  void softmax();
  void tensorArithmetic();
  void userCast();
  void gather();
  void loop(unsigned depth);
  void whileLoop();
  void rareStep();
  void parallelLoop();
  void lowProduct();
  void twoResults();
  void branch(unsigned depth);
  void call();
  std::string body(std::vector<std::string> arguments,
                   const std::string &element);
  /// In the body of a loop or a choice, `depth` is 1: no other one starts.
  void tosaStep(unsigned depth = 0);
  void tosaUnary(const Typed &value);
  void tosaLayout(const Typed &value);
  void tosaConvolution();
  void tosaLoop();
  void tosaChoice();
  Typed tosaConstant(const Shape &shape, const std::string &element,
                     const llvm::Twine &number);
  Typed tosaBinary(const llvm::Twine &op, const Typed &a, const Typed &b);
  Typed tosaProduct(const Typed &a, const Typed &b);
  Typed tosaNext(const Typed &carried, bool isSum);

  // Loops that carry sums and states.
  void longLoop();
  void tiledProduct();
  void blockLoop(const std::string &name);
  std::vector<Typed> startValues();
  std::string change(const Typed &next, const Typed &carried);
  std::string openWhile(const std::string &results, const std::string &bound,
                        bool converges, const std::string &arguments,
                        const std::string &types, std::vector<Typed> &carried);
  std::vector<Typed> iterate(const std::vector<Typed> &carried,
                             const std::string &induction,
                             std::vector<unsigned> &sums);
  Typed term(const Shape &shape, const std::string &induction);
  Typed addTo(const Typed &carried, const Typed &added,
              const std::string &induction);
  Typed newState(const Typed &carried, const Typed &added);
  std::string count(unsigned number, bool known);
  std::string adder(const Shape &shape);

  // Mixed types, masks, gathers and symbols.
  void mixedStep();
  void mixedProduct();
  void writtenProduct();
  void castsInBody();
  void maskedScores();
  void pickRows();
  void chosenPart();
  void twoReductions();
  void branchOfTwo();
  void global();
  void reference();
  void nestedModule();
  /// A constant matrix of what `number` says of each row and column.
  Typed table(const Shape &shape,
              llvm::function_ref<std::string(int64_t, int64_t)> number);
  Typed weightTable(const Shape &shape);

  Random random;
  /// `helpers` come behind the functions: what they refer to.
  std::string text, helpers;
  std::vector<Typed> pool;
  /// Results that are no floats: returned, never read.
  std::vector<Typed> integers;
  std::vector<Function> callees;
  unsigned nextName = 0, indent = 1;
  bool dynamic = false;
  const bool runnable;
};

} // namespace mlir::amp::fuzz

#endif // AMPDIALECT_FUZZ_MODULEGENERATOR_H
