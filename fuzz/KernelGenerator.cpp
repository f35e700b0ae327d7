//===- KernelGenerator.cpp - Random modules of kernel size ----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values, ops of loops and the function; what steps add is in KernelSteps.cpp
// and KernelMovement.cpp.
//
//===----------------------------------------------------------------------===//

#include "KernelGenerator.h"
#include <numeric>

using namespace mlir::amp::fuzz;
using llvm::ArrayRef;
using llvm::Twine;

void KernelGenerator::line(const Twine &content) {
  text += "    " + content.str() + "\n";
}

Typed KernelGenerator::define(const Shape &shape, const Twine &definition) {
  std::string right = definition.str();
  Typed value{fresh(), shape, "f32"};
  line(value.name + " = " + right);
  return value;
}

Typed KernelGenerator::argument(const Shape &shape) {
  Typed value{"%a" + std::to_string(numArguments++), shape, "f32"};
  arguments +=
      (arguments.empty() ? "" : ", ") + value.name + ": " + value.type();
  return value;
}

Typed KernelGenerator::fill(const Shape &shape, const std::string &number) {
  Typed init = define(shape, "tensor.empty() : " + tensorType(shape, "f32"));
  std::string value = scalarConstant(number);
  return define(shape, "linalg.fill ins(" + value + " : f32) outs(" +
                           init.name + " : " + init.type() + ") -> " +
                           init.type());
}

Typed KernelGenerator::named(const Twine &op, ArrayRef<Typed> inputs,
                             const Typed &init, const Twine &tail) {
  std::string names, types;
  for (const Typed &input : inputs) {
    names += (names.empty() ? "" : ", ") + input.name;
    types += (types.empty() ? "" : ", ") + input.type();
  }
  std::string end = tail.str();
  return define(init.shape, op + " ins(" + names + " : " + types + ") outs(" +
                                init.name + " : " + init.type() + ")" +
                                (end.empty() ? " -> " + init.type() : end));
}

Typed KernelGenerator::transpose(const Typed &value,
                                 const std::vector<int64_t> &order) {
  Shape shape;
  std::string permutation;
  for (int64_t dim : order) {
    shape.push_back(value.shape[dim]);
    permutation += (permutation.empty() ? "" : ", ") + std::to_string(dim);
  }
  Typed init = define(shape, "tensor.empty() : " + tensorType(shape, "f32"));
  return named("linalg.transpose", value, init,
               " permutation = [" + permutation + "]");
}

/// The loops `results` of those that stand in `order`.
static std::string printMap(ArrayRef<unsigned> order,
                            ArrayRef<unsigned> results) {
  std::string left, right;
  for (unsigned i = 0; i < order.size(); ++i)
    left += (i ? ", d" : "d") + std::to_string(i);
  for (unsigned loop : results)
    right += (right.empty() ? "d" : ", d") + std::to_string(order[loop]);
  return "affine_map<(" + left + ") -> (" + right + ")>";
}

Typed KernelGenerator::generic(ArrayRef<Access> inputs, const Access &init,
                               const std::string &iterators, Body body) {
  std::string names, types, maps, kinds, formal;
  std::vector<std::string> elements;
  // Loops come in any order, and one that walks through the result may be
  // called a reduction.
  order.resize(iterators.size());
  std::iota(order.begin(), order.end(), 0);
  if (random.oneIn(5))
    random.shuffle(order);
  std::string placed(iterators);
  for (auto [loop, kind] : llvm::enumerate(iterators))
    placed[order[loop]] = kind;
  if (!init.loops.empty() && random.oneIn(12))
    placed[order[random.pick(init.loops)]] = 'r';
  auto add = [&](const Access &access) {
    maps += printMap(order, access.loops) + ", ";
    elements.push_back(fresh());
    formal += (formal.empty() ? "" : ", ") + elements.back() + ": f32";
  };
  for (const Access &input : inputs) {
    names += (names.empty() ? "" : ", ") + input.value.name;
    types += (types.empty() ? "" : ", ") + input.value.type();
    add(input);
  }
  add(init);
  maps.resize(maps.size() - 2);
  for (char kind : placed)
    kinds += std::string(kinds.empty() ? "" : ", ") +
             (kind == 'r' ? "\"reduction\"" : "\"parallel\"");
  Typed result{fresh(), init.value.shape, "f32"};
  line(result.name + " = linalg.generic {indexing_maps = [" + maps +
       "], iterator_types = [" + kinds + "]}" +
       (inputs.empty() ? "" : " ins(" + names + " : " + types + ")") +
       " outs(" + init.value.name + " : " + init.value.type() + ") {");
  line("^bb0(" + formal + "):");
  std::string yielded = body(elements);
  line("linalg.yield " + yielded + " : f32");
  line("} -> " + result.type());
  return result;
}

Typed KernelGenerator::map(const Shape &shape, ArrayRef<Access> inputs,
                           Body body) {
  Access init{define(shape, "tensor.empty() : " + tensorType(shape, "f32")),
              {}};
  for (unsigned loop = 0; loop < shape.size(); ++loop)
    init.loops.push_back(loop);
  return generic(inputs, init, std::string(shape.size(), 'p'), body);
}

Typed KernelGenerator::reduce(const Typed &value, ArrayRef<unsigned> over,
                              const std::string &kind) {
  std::string iterators;
  Access input{value, {}}, init;
  Shape shape;
  for (unsigned loop = 0; loop < value.shape.size(); ++loop) {
    bool reduced = llvm::is_contained(over, loop);
    iterators += reduced ? 'r' : 'p';
    input.loops.push_back(loop);
    if (reduced)
      continue;
    shape.push_back(value.shape[loop]);
    init.loops.push_back(loop);
  }
  init.value = fill(shape, kind == "maximumf" ? "0xFF800000" : "0.0");
  return generic(input, init, iterators, [&](ArrayRef<std::string> elements) {
    return scalarOp("arith." + kind + " " + elements[1] + ", " + elements[0]);
  });
}

std::string KernelGenerator::scalarOp(const Twine &op) {
  std::string right = op.str(), name = fresh();
  line("  " + name + " = " + right + " : f32");
  return name;
}

std::string KernelGenerator::scalarConstant(const std::string &number) {
  return scalarOp("arith.constant " + number);
}

std::string KernelGenerator::multiplyAdd(ArrayRef<std::string> x) {
  std::string product = scalarOp("arith.mulf " + x[0] + ", " + x[1]);
  return scalarOp("arith.addf " + x[2] + ", " + product);
}

/// What networks do to an element.
std::string KernelGenerator::activate(const std::string &x) {
  auto logistic = [&] {
    std::string one = scalarConstant("1.0"),
                power = scalarOp("math.exp " + scalarOp("arith.negf " + x));
    return scalarOp("arith.divf " + one + ", " +
                    scalarOp("arith.addf " + power + ", " + one));
  };
  switch (random.below(11)) {
  case 0:
    return scalarOp("arith.maximumf " + x + ", " + scalarConstant("0.0"));
  case 1:
    return scalarOp("math.tanh " + x);
  case 2:
    return logistic();
  case 3:
    return scalarOp("arith.mulf " + x + ", " + logistic());
  case 4: {
    std::string root = scalarConstant("0.70710678"),
                part = scalarOp("math.erf " +
                                scalarOp("arith.mulf " + x + ", " + root)),
                sum = scalarOp("arith.addf " + part + ", " +
                               scalarConstant("1.0")),
                half =
                    scalarOp("arith.mulf " + x + ", " + scalarConstant("0.5"));
    return scalarOp("arith.mulf " + half + ", " + sum);
  }
  case 5:
    return scalarOp("arith.mulf " + x + ", " + scalarConstant("0.125"));
  case 6: { // less of what is negative
    std::string zero = scalarConstant("0.0"), positive = fresh(),
                less =
                    scalarOp("arith.mulf " + x + ", " + scalarConstant("0.01"));
    line("  " + positive + " = arith.cmpf ogt, " + x + ", " + zero + " : f32");
    return scalarOp("arith.select " + positive + ", " + x + ", " + less);
  }
  case 7: { // between bounds
    std::string least =
        scalarOp("arith.maximumf " + x + ", " + scalarConstant("-1.5"));
    return scalarOp("arith.minimumf " + least + ", " + scalarConstant("1.5"));
  }
  case 8: // the soft maximum with zero
    return scalarOp("math.log1p " + scalarOp("math.exp " + x));
  case 9: {
    static const std::vector<std::string> waves = {"math.sin ", "math.cos ",
                                                   "math.atan "};
    return scalarOp(random.pick(waves) + x);
  }
  default:
    return scalarOp("math.absf " + x);
  }
}

void KernelGenerator::multiply() {
  switch (random.below(9)) {
  case 0:
  case 1:
  case 2:
    return product();
  case 3:
  case 4:
    return batchProduct();
  case 5:
    return matrixVector();
  case 6:
    return groupedConvolution();
  default:
    return convolution();
  }
}

void KernelGenerator::step() {
  switch (random.below(20)) {
  case 0:
  case 1:
  case 2:
  case 3:
  case 4:
  case 5:
    return multiply();
  case 6:
  case 7:
  case 8:
    return epilogue();
  case 9:
    return pooling();
  case 10:
  case 11:
    return norm();
  case 12:
    return softmax();
  case 13:
    return attention();
  case 14:
    return random.oneIn(2) ? mixture() : gatherRows();
  case 15:
    return random.oneIn(2) ? sum() : random.oneIn(2) ? tiles() : recurrence();
  case 16:
    return permute();
  case 17:
    return random.oneIn(2) ? concatenate() : slice();
  case 18:
    return random.oneIn(2) ? pad() : spread();
  default:
    return regroup();
  }
}

std::string KernelGenerator::generate() {
  static const std::vector<Shape> shapes = {
      {16, 32},       {64, 64},       {33, 48},      {7, 24},
      {128, 8},       {2, 16, 32},    {4, 24, 16},   {3, 9, 40},
      {1, 8, 8, 8},   {2, 3, 10, 10}, {1, 6, 6, 16}, {2, 16, 7, 7},
      {1, 12, 12, 3}, {4, 2, 16, 8},  {1, 16, 1, 1}, {2, 8, 1, 6}};
  for (unsigned i = 0, e = 1 + random.below(3); i < e; ++i)
    pool.push_back(argument(random.pick(shapes)));
  multiply();
  for (unsigned i = 0, e = 1 + random.below(7); i < e; ++i)
    step();
  std::string returned, types;
  for (unsigned i = 0, e = 1 + random.below(2); i < e; ++i) {
    const Typed &value = pool[pool.size() - 1 - i % pool.size()];
    returned += (i ? ", " : "") + value.name;
    types += (i ? ", " : "") + value.type();
  }
  return "module {\n  func.func @main(" + arguments + ") -> (" + types +
         ") {\n" + text + "    return " + returned + " : " + types +
         "\n  }\n}\n";
}
