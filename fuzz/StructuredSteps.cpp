//===- StructuredSteps.cpp - Random linalg, tensor and arith ops ----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleGenerator.h"

using namespace mlir::amp::fuzz;
using llvm::Twine;

static bool isStatic(const Shape &shape) {
  return !llvm::is_contained(shape, kDynamicDim);
}

/// `(d0, d1, ...)` without the dims of `skip`.
static std::string dims(unsigned rank, std::vector<unsigned> skip = {}) {
  std::string text = "(";
  for (unsigned i = 0; i < rank; ++i)
    if (!llvm::is_contained(skip, i))
      text += (text.size() > 1 ? ", d" : "d") + std::to_string(i);
  return text + ")";
}

static std::string map(unsigned rank, std::vector<unsigned> skip = {}) {
  return "affine_map<" + dims(rank) + " -> " + dims(rank, skip) + ">";
}

void ModuleGenerator::contraction() {
  const Typed *found = find([](const Typed &value) {
    return value.element == "f32" &&
           (value.shape.size() == 2 || value.shape.size() == 3);
  });
  if (!found || found->shape.back() == kDynamicDim)
    return;
  Typed a = *found;
  bool batch = a.shape.size() == 3;
  if (batch && a.shape[1] == kDynamicDim)
    return;
  int64_t depth = a.shape.back();
  const Typed *match = find([&](const Typed &value) {
    return value.element == "f32" && value.shape.size() == a.shape.size() &&
           value.shape[value.shape.size() - 2] == depth &&
           (!batch || value.shape[0] == a.shape[0]);
  });
  if (!match && batch && a.shape[0] == kDynamicDim)
    return;
  Shape weight = batch ? Shape{a.shape[0], depth, 4} : Shape{depth, 8};
  Typed b = match ? *match : constant(weight);
  Shape shape = a.shape;
  shape.back() = b.shape.back();
  // A bias as the init now and then.
  const Typed *bias = random.oneIn(4) ? findOfType(shape) : nullptr;
  Typed init = bias ? *bias : fill(shape, "f32");
  std::string operands = " ins(" + a.name + ", " + b.name + " : " + a.type() +
                         ", " + b.type() + ") outs(" + init.name + " : " +
                         init.type() + ")";
  if (batch || random.oneIn(2)) {
    define(shape, "f32",
           Twine(batch ? "linalg.batch_matmul" : "linalg.matmul") + operands +
               " -> " + init.type());
    return;
  }
  define(shape, "f32",
         "linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, "
         "d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) "
         "-> (d0, d1)>], iterator_types = [\"parallel\", \"parallel\", "
         "\"reduction\"]}" +
             operands +
             " {\n    ^bb0(%x: f32, %y: f32, %z: f32):\n      %p = arith.mulf "
             "%x, %y : f32\n      %s = arith.addf %z, %p : f32\n      "
             "linalg.yield %s : f32\n    } -> " +
             init.type());
}

void ModuleGenerator::convolution() {
  const Typed *image = find([](const Typed &value) {
    return value.element == "f32" && value.shape.size() == 4 &&
           isStatic(value.shape) && value.shape[1] >= 3 && value.shape[2] >= 3;
  });
  if (!image)
    return;
  Typed a = *image;
  bool pool = random.oneIn(3);
  int64_t channels = pool ? a.shape[3] : 2;
  Shape shape = {a.shape[0], a.shape[1] - 2, a.shape[2] - 2, channels};
  Typed window =
      pool ? empty({3, 3}, "f32") : constant({3, 3, a.shape[3], channels});
  Typed init = fill(shape, "f32");
  std::string name = !pool             ? "linalg.conv_2d_nhwc_hwcf"
                     : random.oneIn(2) ? "linalg.pooling_nhwc_max"
                                       : "linalg.pooling_nhwc_sum";
  define(shape, "f32",
         name +
             " {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : "
             "tensor<2xi64>} ins(" +
             a.name + ", " + window.name + " : " + a.type() + ", " +
             window.type() + ") outs(" + init.name + " : " + init.type() +
             ") -> " + init.type());
}

std::string ModuleGenerator::body(std::vector<std::string> values,
                                  const std::string &element) {
  std::string text;
  auto emit = [&](const Twine &right, const std::string &type) {
    std::string name = fresh();
    text += "      " + name + " = " + right.str() + "\n";
    if (type == element)
      values.push_back(name);
    return name;
  };
  static const std::vector<std::string> unary = {
      "arith.negf", "math.exp",  "math.tanh", "math.rsqrt",
      "math.sqrt",  "math.absf", "math.erf",  "math.log"};
  static const std::vector<std::string> rare = {
      "math.sin",  "math.cos",       "math.exp2", "math.expm1", "math.log1p",
      "math.atan", "math.sinh",      "math.cosh", "math.trunc", "math.cbrt",
      "math.log2", "math.roundeven", "math.ceil", "math.floor"};
  static const std::vector<std::string> binary = {
      "arith.addf", "arith.mulf", "arith.subf",    "arith.maximumf",
      "arith.divf", "math.powf",  "arith.maxnumf", "arith.minimumf"};
  for (unsigned i = 0, e = 1 + random.below(4); i < e; ++i) {
    std::string a = random.pick(values), b = random.pick(values);
    switch (random.below(9)) {
    case 0:
      emit(random.pick(random.oneIn(3) ? rare : unary) + " " + a + " : " +
               element,
           element);
      break;
    case 3: { // where the element is
      std::string at = emit("linalg.index 0 : index", "index");
      at = emit("arith.addi " + at + ", %c1 : index", "index");
      at = emit("arith.index_cast " + at + " : index to i32", "i32");
      std::string place =
          emit("arith.sitofp " + at + " : i32 to " + element, element);
      emit("arith.mulf " + place + ", " + a + " : " + element, element);
      break;
    }
    case 4: { // a number of the user's choice, or none
      std::string limit = emit("arith.constant 0.5 : " + element, ""),
                  mask = emit("arith.constant -1.0e4 : " + element, "");
      std::string less =
          emit("arith.cmpf ult, " + a + ", " + limit + " : " + element, "i1");
      emit("arith.select " + less + ", " + b + ", " + mask + " : " + element,
           element);
      break;
    }
    case 5: { // the user's rounding, or the user's precision
      if (element != "f32")
        break;
      static const std::vector<std::string> others = {"f16", "bf16", "f64"};
      std::string other = random.pick(others);
      bool wide = other == "f64";
      std::string from = wide ? "arith.extf " : "arith.truncf ",
                  back = wide ? "arith.truncf " : "arith.extf ";
      std::string x = emit(from + a + " : f32 to " + other, other);
      x = emit("arith.addf " + x + ", " + x + " : " + other, other);
      emit(back + x + " : " + other + " to f32", element);
      break;
    }
    case 6: {
      std::string power =
          emit("arith.constant " + std::string(random.oneIn(2) ? "2" : "3") +
                   " : i32",
               "i32");
      if (element == "f32")
        emit("math.fpowi " + a + ", " + power + " : f32, i32", element);
      else
        emit("math.fma " + a + ", " + b + ", " + a + " : " + element, element);
      break;
    }
    case 1: {
      std::string wide = element == "f64" ? "" : "f64";
      if (wide.empty())
        break;
      // A cast of the user, in the body.
      std::string c = emit("arith.constant 1.0e-5 : f64", "f64");
      emit("arith.truncf " + c + " : f64 to " + element, element);
      break;
    }
    case 2: {
      std::string less =
          emit("arith.cmpf ogt, " + a + ", " + b + " : " + element, "i1");
      emit("arith.select " + less + ", " + a + ", " + b + " : " + element,
           element);
      break;
    }
    default:
      emit(random.pick(binary) + " " + a + ", " + b + " : " + element, element);
    }
  }
  return text + "      linalg.yield " + values.back() + " : " + element + "\n";
}

/// A scalar for bodies to read from outside: a constant, or the first element
/// of a tensor.
std::string ModuleGenerator::captured(const std::string &element) {
  const Typed *found = find([&](const Typed &value) {
    return value.element == element &&
           llvm::all_of(value.shape, [](int64_t dim) { return dim > 0; });
  });
  if (!found || random.oneIn(2))
    return scalar(element);
  std::string name = fresh(), indices;
  for (unsigned i = 0; i < found->shape.size(); ++i)
    indices += i ? ", %c0" : "%c0";
  line(name + " = tensor.extract " + found->name + "[" + indices +
       "] : " + found->type());
  return name;
}

void ModuleGenerator::elementwise() {
  const Typed *found = find([](const Typed &) { return true; });
  if (!found || found->shape.empty())
    return;
  Typed a = *found;
  unsigned rank = a.shape.size();
  std::vector<Typed> inputs = {a};
  std::vector<std::string> maps = {map(rank)};
  const Typed *second = find([&](const Typed &value) {
    return value.element == a.element &&
           (value.shape == a.shape ||
            (rank > 1 &&
             value.shape == Shape(a.shape.begin() + 1, a.shape.end())));
  });
  if (second && random.oneIn(2)) {
    inputs.push_back(*second);
    maps.push_back(second->shape.size() == rank ? map(rank) : map(rank, {0}));
  } else if (rank > 1 && a.shape.back() != kDynamicDim && random.oneIn(2)) {
    inputs.push_back(constant({a.shape.back()}, a.element));
    std::vector<unsigned> skip;
    for (unsigned i = 0; i + 1 < rank; ++i)
      skip.push_back(i);
    maps.push_back(map(rank, skip));
  }
  Typed init = random.oneIn(4) ? a : empty(a.shape, a.element);
  maps.push_back(map(rank));
  std::string names, types, arguments, allMaps, iterators;
  std::vector<std::string> scalars;
  for (const Typed &input : inputs) {
    names += (names.empty() ? "" : ", ") + input.name;
    types += (types.empty() ? "" : ", ") + input.type();
    scalars.push_back(fresh());
    arguments += scalars.back() + ": " + a.element + ", ";
  }
  if (random.oneIn(4))
    scalars.insert(scalars.end(), 2, captured(a.element));
  for (const std::string &one : maps)
    allMaps += (allMaps.empty() ? "" : ", ") + one;
  for (unsigned i = 0; i < rank; ++i)
    iterators += i ? ", \"parallel\"" : "\"parallel\"";
  define(a.shape, a.element,
         "linalg.generic {indexing_maps = [" + allMaps +
             "], iterator_types = [" + iterators + "]} ins(" + names + " : " +
             types + ") outs(" + init.name + " : " + init.type() +
             ") {\n    ^bb0(" + arguments + fresh() + ": " + a.element +
             "):\n" + body(scalars, a.element) + "    } -> " + init.type());
}

void ModuleGenerator::reduction() {
  const Typed *found = find([](const Typed &value) {
    return value.element == "f32" && value.shape.size() >= 2;
  });
  if (!found)
    return;
  Typed a = *found;
  unsigned rank = a.shape.size();
  Shape shape(a.shape.begin(), a.shape.end() - 1);
  Typed init = fill(shape, "f32");
  std::string kind = random.oneIn(3) ? "arith.maximumf" : "arith.addf";
  if (random.oneIn(3)) {
    define(shape, "f32",
           "linalg.reduce { " + kind + " } ins(" + a.name + " : " + a.type() +
               ") outs(" + init.name + " : " + init.type() +
               ") dimensions = [" + Twine(rank - 1).str() + "]");
    return;
  }
  std::string iterators;
  for (unsigned i = 0; i + 1 < rank; ++i)
    iterators += "\"parallel\", ";
  std::string square = random.oneIn(3) ? "      %q = arith.mulf %x, %x : f32\n"
                                       : "      %q = arith.negf %x : f32\n";
  define(shape, "f32",
         "linalg.generic {indexing_maps = [" + map(rank) + ", " +
             map(rank, {rank - 1}) + "], iterator_types = [" + iterators +
             "\"reduction\"]} ins(" + a.name + " : " + a.type() + ") outs(" +
             init.name + " : " + init.type() +
             ") {\n    ^bb0(%x: f32, %y: f32):\n" + square + "      %s = " +
             kind + " %y, %q : f32\n      linalg.yield %s : f32\n    } -> " +
             init.type());
}

void ModuleGenerator::reshape(const Typed &value) {
  Typed a = value;
  unsigned rank = a.shape.size();
  if (random.oneIn(2)) { // collapse
    if (rank < 2)
      return;
    Shape shape(a.shape.begin() + 1, a.shape.end());
    shape[0] *= a.shape[0];
    std::string groups = "[0, 1]";
    for (unsigned i = 2; i < rank; ++i)
      groups += ", [" + std::to_string(i) + "]";
    define(shape, a.element,
           "tensor.collapse_shape " + a.name + " [" + groups +
               "] : " + a.type() + " into " + tensorType(shape, a.element));
    return;
  }
  if (rank > 3)
    return;
  Shape shape = a.shape;
  shape.insert(shape.begin(), 1);
  std::string groups = "[0, 1]", extents = "1";
  for (unsigned i = 1; i < rank; ++i)
    groups += ", [" + std::to_string(i + 1) + "]";
  for (int64_t dim : a.shape)
    extents += ", " + std::to_string(dim);
  define(shape, a.element,
         "tensor.expand_shape " + a.name + " [" + groups + "] output_shape [" +
             extents + "] : " + a.type() + " into " +
             tensorType(shape, a.element));
}

void ModuleGenerator::layout() {
  const Typed *found = find([](const Typed &value) {
    return isStatic(value.shape) && value.shape.size() >= 1;
  });
  if (!found)
    return;
  Typed a = *found;
  unsigned rank = a.shape.size();
  std::string zeros, sizes, ones, lows;
  Shape half = a.shape;
  half[0] = (half[0] + 1) / 2;
  for (unsigned i = 0; i < rank; ++i) {
    zeros += i ? ", 0" : "0";
    ones += i ? ", 1" : "1";
    sizes += (i ? ", " : "") + std::to_string(half[i]);
    lows += i ? ", 0" : "1";
  }
  std::string view = "[" + zeros + "] [" + sizes + "] [" + ones + "]";
  switch (random.below(7)) {
  case 0: { // transpose
    if (rank != 2)
      return;
    Shape shape = {a.shape[1], a.shape[0]};
    Typed init = empty(shape, a.element);
    define(shape, a.element,
           "linalg.transpose ins(" + a.name + " : " + a.type() + ") outs(" +
               init.name + " : " + init.type() + ") permutation = [1, 0]");
    return;
  }
  case 1: { // broadcast
    if (rank > 3)
      return;
    Shape shape = a.shape;
    shape.insert(shape.begin(), 2);
    Typed init = empty(shape, a.element);
    define(shape, a.element,
           "linalg.broadcast ins(" + a.name + " : " + a.type() + ") outs(" +
               init.name + " : " + init.type() + ") dimensions = [0]");
    return;
  }
  case 2:
  case 3:
    return reshape(a);
  case 4:
    // Upstream refuses slices of nothing.
    if (llvm::is_contained(a.shape, 0))
      return;
    define(half, a.element,
           "tensor.extract_slice " + a.name + view + " : " + a.type() + " to " +
               tensorType(half, a.element));
    return;
  case 5: {
    const Typed *part = find([&](const Typed &value) {
      return value.element == a.element && value.shape == half;
    });
    if (!part || llvm::is_contained(a.shape, 0))
      return;
    define(a.shape, a.element,
           "tensor.insert_slice " + part->name + " into " + a.name + view +
               " : " + part->type() + " into " + a.type());
    return;
  }
  default: { // pad
    std::string value = scalar(a.element), indices;
    for (unsigned i = 0; i < rank; ++i)
      indices += (i ? ", " : "") + fresh() + ": index";
    Shape shape = a.shape;
    shape[0] += 1;
    define(shape, a.element,
           "tensor.pad " + a.name + " low[" + lows + "] high[" + zeros +
               "] {\n    ^bb0(" + indices + "):\n      tensor.yield " + value +
               " : " + a.element + "\n    } : " + a.type() + " to " +
               tensorType(shape, a.element));
  }
  }
}

void ModuleGenerator::named() {
  const Typed *found = findFloat();
  if (!found)
    return;
  Typed a = *found;
  const Typed *second = findOfType(a.shape, a.element);
  Typed init = empty(a.shape, "f32");
  static const std::vector<std::string> binary = {"add", "mul", "sub", "max",
                                                  "min", "div", "powf"};
  static const std::vector<std::string> unary = {
      "exp", "tanh",   "abs",   "negf", "rsqrt",      "copy",  "log",
      "erf", "square", "floor", "ceil", "reciprocal", "round", "sqrt"};
  bool two = random.oneIn(2);
  std::string name = "linalg." + random.pick(two ? binary : unary);
  std::string types = two ? a.type() + ", " + a.type() : a.type();
  define(a.shape, "f32",
         name + " ins(" + a.name + (two ? ", " + second->name : "") + " : " +
             types + ") outs(" + init.name + " : " + init.type() + ") -> " +
             init.type());
}

void ModuleGenerator::softmax() {
  const Typed *found = findFloat(2);
  if (!found)
    return;
  Typed a = *found;
  Typed init = empty(a.shape, "f32");
  define(a.shape, "f32",
         "linalg.softmax dimension(1) ins(" + a.name + " : " + a.type() +
             ") outs(" + init.name + " : " + init.type() + ") -> " +
             init.type());
}

void ModuleGenerator::tensorArithmetic() {
  const Typed *found = find([](const Typed &) { return true; });
  Typed a = *found;
  const Typed *second = findOfType(a.shape, a.element);
  std::string b = second->name, type = a.type();
  static const std::vector<std::string> binary = {
      "arith.addf", "arith.mulf", "arith.subf", "arith.maximumf", "arith.divf"};
  static const std::vector<std::string> unary = {"math.exp",   "math.tanh",
                                                 "math.rsqrt", "arith.negf",
                                                 "math.absf",  "math.erf"};
  switch (random.below(4)) {
  case 0:
    define(a.shape, a.element,
           random.pick(unary) + " " + a.name + " : " + type);
    return;
  case 1: {
    std::string mask = fresh();
    line(mask + " = arith.cmpf olt, " + a.name + ", " + b + " : " + type);
    define(a.shape, a.element,
           "arith.select " + mask + ", " + a.name + ", " + b + " : " +
               tensorType(a.shape, "i1") + ", " + type);
    return;
  }
  default:
    define(a.shape, a.element,
           random.pick(binary) + " " + a.name + ", " + b + " : " + type);
  }
}

void ModuleGenerator::userCast() {
  const Typed *found = find([](const Typed &) { return true; });
  Typed a = *found;
  std::string to =
      a.element == "f32" ? (random.oneIn(2) ? "f16" : "f64") : "f32";
  if (a.element == "f32" && random.oneIn(4))
    to = "bf16";
  bool narrows = a.element == "f64" || to == "f16" || to == "bf16";
  define(a.shape, to,
         Twine(narrows ? "arith.truncf " : "arith.extf ") + a.name + " : " +
             a.type() + " to " + tensorType(a.shape, to));
}

void ModuleGenerator::gather() {
  // Elements 0 to 3 are read.
  const Typed *found = find([](const Typed &value) {
    return value.element == "f32" && value.shape.size() <= 2 &&
           llvm::all_of(value.shape, [](int64_t dim) {
             return dim >= 4 || dim == kDynamicDim;
           });
  });
  if (!found)
    return;
  Typed a = *found;
  std::string indices = a.shape.size() == 2 ? "%c0, %c1" : "%c1";
  std::string element = fresh();
  switch (random.below(3)) {
  case 0: // one element to a whole tensor
    line(element + " = tensor.extract " + a.name + "[" + indices +
         "] : " + a.type());
    define({4, 4}, "f32", "tensor.splat " + element + " : tensor<4x4xf32>");
    return;
  case 1:
    line(element + " = tensor.extract " + a.name + "[" + indices +
         "] : " + a.type());
    define(a.shape, "f32",
           "tensor.insert " + element + " into " + a.name + "[" + indices +
               "] : " + a.type());
    return;
  default: { // a body that reads a table which it captures
    Typed init = empty({4, 4}, "f32");
    std::string rest = a.shape.size() == 2 ? "%i, %c1" : "%i";
    define({4, 4}, "f32",
           "linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, "
           "d1)>], iterator_types = [\"parallel\", \"parallel\"]} outs(" +
               init.name +
               " : tensor<4x4xf32>) {\n    ^bb0(%o: f32):\n      "
               "%i = linalg.index 0 : index\n      %e = tensor.extract " +
               a.name + "[" + rest + "] : " + a.type() +
               "\n      linalg.yield %e : f32\n    } -> tensor<4x4xf32>");
  }
  }
}
