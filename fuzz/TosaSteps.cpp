//===- TosaSteps.cpp - Random TOSA ops ------------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleGenerator.h"

using namespace mlir::amp::fuzz;
using llvm::Twine;

Typed ModuleGenerator::tosaConstant(const Shape &shape,
                                    const std::string &element,
                                    const Twine &number) {
  std::string name = fresh(), type = tensorType(shape, element);
  line(name + " = \"tosa.const\"() {values = dense<" + number + "> : " + type +
       "} : () -> " + type);
  return {name, shape, element};
}

Typed ModuleGenerator::tosaBinary(const Twine &op, const Typed &a,
                                  const Typed &b) {
  return define(a.shape, a.element,
                "tosa." + op + " " + a.name + ", " + b.name + " : (" +
                    a.type() + ", " + b.type() + ") -> " + a.type());
}

Typed ModuleGenerator::tosaProduct(const Typed &a, const Typed &b) {
  Typed zero = tosaConstant({1}, "f32", "0.0");
  Shape shape = {a.shape[0], a.shape[1], b.shape[2]};
  return define(shape, "f32",
                "tosa.matmul " + a.name + ", " + b.name + ", " + zero.name +
                    ", " + zero.name + " : (" + a.type() + ", " + b.type() +
                    ", tensor<1xf32>, tensor<1xf32>) -> " +
                    tensorType(shape, "f32"));
}

void ModuleGenerator::tosaUnary(const Typed &value) {
  Typed a = value;
  std::string type = a.type();
  static const std::vector<std::string> names = {
      "exp", "tanh", "sigmoid", "rsqrt", "reciprocal", "abs", "erf", "floor"};
  switch (random.below(4)) {
  case 0:
    define(a.shape, "f32",
           "tosa.clamp " + a.name +
               " {min_val = 0.0 : f32, max_val = 3.40282347e+38 : f32} : (" +
               type + ") -> " + type);
    return;
  case 1: {
    Shape shape = a.shape;
    shape.back() = 1;
    define(shape, "f32",
           Twine(random.oneIn(2) ? "tosa.reduce_sum " : "tosa.reduce_max ") +
               a.name + " {axis = " + Twine(a.shape.size() - 1).str() +
               " : i32} : (" + type + ") -> " + tensorType(shape, "f32"));
    return;
  }
  default:
    define(a.shape, "f32",
           "tosa." + random.pick(names) + " " + a.name + " : (" + type +
               ") -> " + type);
  }
}

void ModuleGenerator::tosaLayout(const Typed &value) {
  Typed a = value;
  if (random.oneIn(2)) {
    Shape shape = {a.shape[0], a.shape[2], a.shape[1]};
    define(shape, "f32",
           "tosa.transpose " + a.name + " {perms = array<i32: 0, 2, 1>} : (" +
               a.type() + ") -> " + tensorType(shape, "f32"));
    return;
  }
  std::string sizes = fresh();
  Shape shape = {1, a.shape[0] * a.shape[1], a.shape[2]};
  line(sizes + " = tosa.const_shape {values = dense<[1, " + Twine(shape[1]) +
       ", " + Twine(shape[2]) + "]> : tensor<3xindex>} : () -> !tosa.shape<3>");
  define(shape, "f32",
         "tosa.reshape " + a.name + ", " + sizes + " : (" + a.type() +
             ", !tosa.shape<3>) -> " + tensorType(shape, "f32"));
}

/// A reshape to an image, a 1x1 convolution, and back to three dimensions.
void ModuleGenerator::tosaConvolution() {
  const Typed *found = findFloat(3);
  if (!found)
    return;
  Typed a = *found;
  Shape image = {1, a.shape[0], a.shape[1], a.shape[2]}, out = image;
  out[3] = 4;
  Typed zero = tosaConstant({1}, "f32", "0.0");
  Typed weight = tosaConstant({4, 1, 1, a.shape[2]}, "f32", "0.1");
  Typed bias = tosaConstant({4}, "f32", "0.5");
  std::string grow = fresh(), shrink = fresh(), reshaped = fresh(),
              result = fresh();
  line(grow + " = tosa.const_shape {values = dense<[1, " + Twine(image[1]) +
       ", " + Twine(image[2]) + ", " + Twine(image[3]) +
       "]> : tensor<4xindex>} : () -> !tosa.shape<4>");
  line(reshaped + " = tosa.reshape " + a.name + ", " + grow + " : (" +
       a.type() + ", !tosa.shape<4>) -> " + tensorType(image, "f32"));
  line(result + " = tosa.conv2d " + reshaped + ", " + weight.name + ", " +
       bias.name + ", " + zero.name + ", " + zero.name +
       " {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: "
       "1, 1>, dilation = array<i64: 1, 1>} : (" +
       tensorType(image, "f32") + ", " + weight.type() +
       ", tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> " +
       tensorType(out, "f32"));
  Shape shape = {out[1], out[2], out[3]};
  line(shrink + " = tosa.const_shape {values = dense<[" + Twine(shape[0]) +
       ", " + Twine(shape[1]) + ", " + Twine(shape[2]) +
       "]> : tensor<3xindex>} : () -> !tosa.shape<3>");
  define(shape, "f32",
         "tosa.reshape " + result + ", " + shrink + " : (" +
             tensorType(out, "f32") + ", !tosa.shape<3>) -> " +
             tensorType(shape, "f32"));
}

/// What a loop hands on for `carried`: with `isSum` that and something more,
/// else another state.
Typed ModuleGenerator::tosaNext(const Typed &carried, bool isSum) {
  const Typed *same = findOfType(carried.shape);
  Typed other = same ? *same : tosaConstant(carried.shape, "f32", "0.75");
  bool isSquare = carried.shape[1] == carried.shape[2];
  Typed weight = tosaConstant(
      {carried.shape[0], carried.shape[2], carried.shape[2]}, "f32", "0.0625");
  if (isSum) {
    Typed added = random.oneIn(2) ? tosaProduct(other, weight)
                  : random.oneIn(2)
                      ? tosaConstant(carried.shape, "f32", "0.1")
                      : define(carried.shape, "f32",
                               "tosa.tanh " + other.name + " : (" +
                                   other.type() + ") -> " + other.type());
    return tosaBinary(random.oneIn(4) ? "sub" : "add", carried, added);
  }
  Typed made = isSquare && random.oneIn(2) ? tosaProduct(other, carried)
                                           : tosaProduct(carried, weight);
  Typed sum = tosaBinary("add", made, other);
  return define(carried.shape, "f32",
                "tosa.tanh " + sum.name + " : (" + sum.type() + ") -> " +
                    sum.type());
}

/// A loop that counts, of sums and states.
void ModuleGenerator::tosaLoop() {
  std::vector<Typed> start, inside;
  for (unsigned i = 0, e = 1 + random.below(2); i < e; ++i)
    start.push_back(*findFloat(3));
  static const std::vector<unsigned> trips = {3, 24, 200};
  unsigned iterations = random.pick(trips);
  Typed most = tosaConstant({}, "i32", Twine(iterations)),
        one = tosaConstant({}, "i32", "1");
  size_t outside = pool.size();
  start.push_back(tosaConstant({}, "i32", "0"));
  std::string result = fresh(), types = joinTypes(start);
  auto open = [&] {
    inside.clear();
    std::string formal;
    for (const Typed &value : start) {
      inside.push_back({fresh(), value.shape, value.element});
      formal += (formal.empty() ? "" : ", ") + inside.back().name + ": " +
                value.type();
    }
    line("^bb0(" + formal + "):");
    ++indent;
  };
  line(result + ":" + Twine(start.size()) + " = \"tosa.while_loop\"(" +
       joinNames(start) + ") ({");
  open();
  std::string more = fresh();
  line(more + " = tosa.greater " + most.name + ", " + inside.back().name +
       " : (tensor<i32>, tensor<i32>) -> tensor<i1>");
  line("tosa.yield " + more + " : tensor<i1>");
  --indent;
  line("}, {");
  open();
  pool.insert(pool.end(), inside.begin(), inside.end() - 1);
  for (unsigned i = 0, e = random.below(3); i < e; ++i)
    tosaStep(/*depth=*/1);
  std::vector<Typed> next;
  std::vector<unsigned> sums;
  for (unsigned i = 0; i + 1 < inside.size(); ++i) {
    bool isSum = random.below(3) != 0;
    next.push_back(tosaNext(inside[i], isSum));
    if (isSum)
      sums.push_back(i);
  }
  pool.resize(outside);
  std::string after = fresh();
  line(after + " = tosa.add " + inside.back().name + ", " + one.name +
       " : (tensor<i32>, tensor<i32>) -> tensor<i32>");
  next.push_back({after, {}, "i32"});
  line("tosa.yield " + joinNames(next) + " : " + types);
  --indent;
  // A few iterations are layers.
  if (iterations <= kMostLayers)
    sums.clear();
  line("})" + markSums(start.size(), sums) + " : (" + types + ") -> (" + types +
       ")");
  for (unsigned i = 0; i + 1 < start.size(); ++i)
    pool.push_back(
        {result + "#" + std::to_string(i), start[i].shape, start[i].element});
}

/// A choice between two ways to go on, which take what they read or capture it.
void ModuleGenerator::tosaChoice() {
  Typed read = *findFloat(3);
  std::string which = fresh(), result = fresh(), type = read.type();
  line(which + " = tensor.from_elements %flag : tensor<i1>");
  bool takes = random.oneIn(2);
  std::string head = result + " = tosa.cond_if " + which +
                     (takes ? " (%p = " + read.name + ") : tensor<i1> (" +
                                  type + ") -> " + type
                            : " : tensor<i1> -> " + type);
  size_t outside = pool.size();
  for (bool isFirst : {true, false}) {
    line(isFirst ? head + " {" : "} else {");
    Typed value = read;
    if (takes) {
      value.name = fresh();
      line("^bb0(" + value.name + ": " + type + "):");
    }
    ++indent;
    pool.push_back(value);
    for (unsigned i = 0, e = random.below(3); i < e; ++i)
      tosaStep(/*depth=*/1);
    const Typed *chosen = findOfType(read.shape);
    line("tosa.yield " + chosen->name + " : " + type);
    --indent;
    pool.resize(outside);
  }
  line("}");
  pool.push_back({result, read.shape, "f32"});
}

void ModuleGenerator::tosaStep(unsigned depth) {
  const Typed *found = findFloat(3);
  if (!found)
    return;
  Typed a = *found;
  std::string type = a.type();
  switch (random.below(depth == 0 ? 9 : 7)) {
  case 7:
    return tosaLoop();
  case 8:
    return tosaChoice();
  case 0:
    return tosaUnary(a);
  case 1:
    return tosaLayout(a);
  case 2:
    return tosaConvolution();
  case 3: {
    const Typed *match = find([&](const Typed &value) {
      return value.shape.size() == 3 && value.shape[0] == a.shape[0] &&
             value.shape[1] == a.shape[2];
    });
    if (match)
      tosaProduct(a, Typed(*match));
    return;
  }
  default: {
    const Typed *match =
        find([&](const Typed &value) { return value.shape == a.shape; });
    Typed b = *match;
    if (random.oneIn(3)) {
      Typed shift = tosaConstant({1}, "i8", "0");
      define(a.shape, "f32",
             "tosa.mul " + a.name + ", " + b.name + ", " + shift.name + " : (" +
                 type + ", " + type + ", tensor<1xi8>) -> " + type);
      return;
    }
    static const std::vector<std::string> names = {"add", "sub", "maximum",
                                                   "pow"};
    tosaBinary(random.pick(names), a, b);
  }
  }
}
