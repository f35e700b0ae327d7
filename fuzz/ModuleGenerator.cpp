//===- ModuleGenerator.cpp - Random typed modules -------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values, functions and control flow; ops are in StructuredSteps.cpp,
// RareSteps.cpp, MixedSteps.cpp and TosaSteps.cpp, long loops in LoopSteps.cpp.
//
//===----------------------------------------------------------------------===//

#include "ModuleGenerator.h"

using namespace mlir::amp::fuzz;
using llvm::Twine;

std::string mlir::amp::fuzz::tensorType(const Shape &shape,
                                        const std::string &element) {
  std::string text = "tensor<";
  for (int64_t dim : shape)
    text += (dim == kDynamicDim ? "?" : std::to_string(dim)) + "x";
  return text + element + ">";
}

std::string Typed::type() const { return tensorType(shape, element); }

void ModuleGenerator::line(const Twine &content) {
  text += std::string(2 * indent, ' ') + content.str() + "\n";
}

Typed ModuleGenerator::define(const Shape &shape, const std::string &element,
                              const Twine &definition) {
  std::string right = definition.str();
  Typed value{fresh(), shape, element};
  line(value.name + " = " + right);
  pool.push_back(value);
  return value;
}

const Typed *
mlir::amp::fuzz::findValue(Random &random, const std::vector<Typed> &pool,
                           unsigned tries,
                           llvm::function_ref<bool(const Typed &)> wanted) {
  for (unsigned i = 0; i < tries; ++i) {
    const Typed &value = random.pick(pool);
    if (wanted(value))
      return &value;
  }
  for (const Typed &value : llvm::reverse(pool))
    if (wanted(value))
      return &value;
  return nullptr;
}

const Typed *ModuleGenerator::findFloat(unsigned rank) {
  return find([&](const Typed &value) {
    return value.element == "f32" && (rank == 0 || value.shape.size() == rank);
  });
}

const Typed *ModuleGenerator::findOfType(const Shape &shape,
                                         const std::string &element) {
  return find([&](const Typed &value) {
    return value.element == element && value.shape == shape;
  });
}

/// Numbers that low types hold, lose, or turn into infinity.
static const std::vector<std::string> numbers = {
    "0.0",     "1.0",    "-2.0",       "0.5",        "0.1",           "3.14159",
    "1.0e-12", "1.0e-5", "7.0e4",      "1.0e6",      "-3.4028235e38", "65504.0",
    "65536.0", "6.0e-8", "0xFF800000", "0x7FC00000", "1.5e-3"};

Typed ModuleGenerator::constant(const Shape &shape,
                                const std::string &element) {
  int64_t count = 1;
  for (int64_t dim : shape)
    count *= dim;
  // Bit patterns belong to f32 alone.
  auto number = [&]() -> std::string {
    unsigned usual = random.oneIn(4) ? numbers.size() : 6;
    const std::string &text = numbers[random.below(usual)];
    bool odd = text[1] == 'x' && (element != "f32" || runnable);
    return odd ? "0.25" : text;
  };
  std::string values = number();
  if (count <= 8 && count > 0 && random.oneIn(2)) {
    std::string list = number();
    for (int64_t i = 1; i < count; ++i)
      list += ", " + number();
    // A flat list has the shape of a vector.
    if (shape.size() == 1)
      values = "[" + list + "]";
  }
  return define(shape, element,
                "arith.constant dense<" + values +
                    "> : " + tensorType(shape, element));
}

std::string ModuleGenerator::scalar(const std::string &element) {
  std::string name = fresh();
  // Infinities and NaN, and what is near them, are left out of runs.
  unsigned known = element != "f32" ? 6 : runnable ? 9 : numbers.size();
  const std::string &number = numbers[random.below(known)];
  line(name + " = arith.constant " + number + " : " + element);
  return name;
}

Typed ModuleGenerator::empty(const Shape &shape, const std::string &element) {
  std::string sizes;
  for (int64_t dim : shape)
    if (dim == kDynamicDim)
      sizes += (sizes.empty() ? "" : ", ") + std::string("%d0");
  Typed value{fresh(), shape, element};
  line(value.name + " = tensor.empty(" + sizes + ") : " + value.type());
  return value;
}

Typed ModuleGenerator::fill(const Shape &shape, const std::string &element) {
  Typed init = empty(shape, element);
  std::string value = scalar(element);
  return define(shape, element,
                "linalg.fill ins(" + value + " : " + element + ") outs(" +
                    init.name + " : " + init.type() + ") -> " + init.type());
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void ModuleGenerator::loop(unsigned depth) {
  const Typed *first = findFloat(), *second = findFloat();
  if (!first || !second)
    return;
  std::vector<Typed> carried = {*first};
  if (random.oneIn(2))
    carried.push_back(*second);
  std::string results = fresh(), arguments, types;
  std::vector<Typed> inside;
  for (const Typed &value : carried) {
    inside.push_back({fresh(), value.shape, value.element});
    arguments += (arguments.empty() ? "" : ", ") + inside.back().name + " = " +
                 value.name;
    types += (types.empty() ? "" : ", ") + value.type();
  }
  std::string induction = fresh();
  line(results + ":" + Twine(carried.size()) + " = scf.for " + induction +
       " = %c0 to %c4 step %c1 iter_args(" + arguments + ") -> (" + types +
       ") {");
  size_t outside = pool.size(), outsideIntegers = integers.size();
  ++indent;
  pool.insert(pool.end(), inside.begin(), inside.end());
  steps(1 + random.below(4), depth + 1);
  std::string yielded;
  for (const Typed &value : carried) {
    const Typed *out =
        find([&](const Typed &x) { return x.type() == value.type(); });
    yielded += (yielded.empty() ? "" : ", ") + out->name;
  }
  line("scf.yield " + yielded + " : " + types);
  --indent;
  line("}");
  pool.resize(outside);
  integers.resize(outsideIntegers);
  for (auto [index, value] : llvm::enumerate(carried))
    pool.push_back(
        {results + "#" + std::to_string(index), value.shape, value.element});
}

void ModuleGenerator::whileLoop() {
  const Typed *start = findFloat();
  if (!start)
    return;
  Typed init = *start;
  std::string result = fresh(), before = fresh(), after = fresh(),
              other = fresh(), condition = fresh(), counter = fresh(),
              next = fresh(), counterAfter = fresh();
  std::string type = init.type();
  line(result + ":2 = scf.while (" + before + " = " + init.name + ", " +
       counter + " = %c0) : (" + type + ", index) -> (" + type + ", index) {");
  ++indent;
  line(condition + " = arith.cmpi slt, " + counter + ", %c4 : index");
  line("scf.condition(" + condition + ") " + before + ", " + counter + " : " +
       type + ", index");
  --indent;
  line("} do {");
  line("^bb0(" + after + ": " + type + ", " + counterAfter + ": index):");
  ++indent;
  line(next + " = arith.addi " + counterAfter + ", %c1 : index");
  line(other + " = arith.mulf " + after + ", " + after + " : " + type);
  line("scf.yield " + other + ", " + next + " : " + type + ", index");
  --indent;
  line("}");
  pool.push_back({result + "#0", init.shape, init.element});
}

void ModuleGenerator::branch(unsigned depth) {
  const Typed *model = findFloat();
  if (!model)
    return;
  Typed kind = *model;
  std::string result = fresh();
  line(result + " = scf.if %flag -> (" + kind.type() + ") {");
  for (bool second : {false, true}) {
    size_t outside = pool.size(), outsideIntegers = integers.size();
    ++indent;
    steps(random.below(3), depth + 1);
    const Typed *out =
        find([&](const Typed &x) { return x.type() == kind.type(); });
    line("scf.yield " + out->name + " : " + kind.type());
    --indent;
    pool.resize(outside);
    integers.resize(outsideIntegers);
    line(second ? "}" : "} else {");
  }
  pool.push_back({result, kind.shape, kind.element});
}

void ModuleGenerator::call() {
  if (callees.empty())
    return;
  const Function &callee = random.pick(callees);
  const Typed *argument = findOfType(callee.shape);
  std::string name = argument ? argument->name : constant(callee.shape).name;
  std::string type = tensorType(callee.shape, "f32");
  define(callee.shape, "f32",
         "func.call @" + callee.name + "(" + name + ", %flag) : (" + type +
             ", i1) -> " + type);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void ModuleGenerator::step(unsigned depth) {
  switch (random.below(26)) {
  case 0:
  case 1:
  case 2:
    return contraction();
  case 3:
  case 4:
  case 5:
    return elementwise();
  case 6:
    return reduction();
  case 7:
  case 8:
    return layout();
  case 9:
    return named();
  case 10:
  case 11:
    return tensorArithmetic();
  case 12:
    return userCast();
  case 13:
    return depth < 2 ? loop(depth) : elementwise();
  case 14:
    return depth < 2 ? branch(depth) : layout();
  case 15:
    return call();
  case 16:
    return convolution();
  case 17:
    return gather();
  case 18:
    return random.oneIn(2) ? softmax() : whileLoop();
  case 19:
  case 20:
    return rareStep();
  case 21:
  case 22:
    return mixedStep();
  case 23:
    return depth == 0 ? longLoop() : mixedStep();
  case 24:
    return depth == 0 ? tiledProduct() : elementwise();
  default:
    constant({int64_t(2 + 2 * random.below(2)), 4});
  }
}

void ModuleGenerator::steps(unsigned count, unsigned depth) {
  for (unsigned i = 0; i < count; ++i)
    step(depth);
}

void ModuleGenerator::function(const std::string &name, bool isPublic,
                               bool tosa) {
  pool.clear();
  integers.clear();
  dynamic = isPublic && !tosa && !runnable && random.oneIn(4);
  static const std::vector<Shape> shapes = {
      {4, 8}, {8, 4}, {8, 8}, {4, 4}, {8}, {2, 4, 8}, {2, 8, 4}, {1, 6, 6, 2}};
  Shape own = tosa ? Shape{2, 4, 4} : random.pick(shapes);
  std::string arguments = runnable ? "" : "%flag: i1";
  if (isPublic) {
    for (unsigned i = 0, e = 2 + random.below(4); i < e; ++i) {
      Shape shape = tosa ? Shape{2, 4, 4} : random.pick(shapes);
      if (i == 0 && dynamic)
        shape = {8, 8};
      if (dynamic)
        shape[0] = kDynamicDim;
      else if (!tosa && !runnable && random.oneIn(24))
        shape[random.below(shape.size())] = 0;
      // What came low, or wider, stays so.
      static const std::vector<std::string> others = {"f16", "bf16", "f64"};
      bool other = i > 1 && !tosa && !runnable && random.oneIn(6);
      pool.push_back({"%a" + std::to_string(i), shape,
                      other ? random.pick(others) : "f32"});
      arguments += (arguments.empty() ? "" : ", ") + pool.back().name + ": " +
                   pool.back().type();
    }
  } else {
    pool.push_back({"%a0", own, "f32"});
    arguments = pool.back().name + ": " + pool.back().type() + ", %flag: i1";
  }
  size_t header = text.size();
  line("%c0 = arith.constant 0 : index");
  line("%c1 = arith.constant 1 : index");
  line("%c4 = arith.constant 4 : index");
  if (runnable && isPublic)
    line(random.oneIn(2) ? "%flag = arith.constant true"
                         : "%flag = arith.constant false");
  if (dynamic)
    line("%d0 = tensor.dim %a0, %c0 : " + pool[0].type());
  if (tosa)
    for (unsigned i = 0, e = 4 + random.below(14); i < e; ++i)
      tosaStep();
  else
    steps(4 + random.below(isPublic ? 18 : 5), 0);
  std::string returned, types;
  for (unsigned i = 0, e = isPublic ? 1 + random.below(3) : 1; i < e; ++i) {
    const Typed *value = isPublic
                             ? &pool[pool.size() - 1 - i % pool.size()]
                             : find([&](const Typed &x) {
                                 return x.element == "f32" && x.shape == own;
                               });
    returned += (i ? ", " : "") + value->name;
    types += (i ? ", " : "") + value->type();
  }
  // Results of runs are compared as floats.
  if (!isPublic || runnable)
    integers.clear();
  for (const Typed &value : integers) {
    returned += ", " + value.name;
    types += ", " + value.type();
  }
  line("return " + returned + " : " + types);
  line("}");
  text.insert(header, "  func.func " + std::string(isPublic ? "" : "private ") +
                          "@" + name + "(" + arguments + ") -> (" + types +
                          ") {\n");
  if (!isPublic)
    callees.push_back({name, own});
}

void ModuleGenerator::branchFunction(const std::string &name) {
  pool.clear();
  integers.clear();
  dynamic = false;
  Typed a{"%a0", {4, 8}, "f32"}, b{"%a1", {8, 8}, "f32"};
  pool = {a, b};
  line("func.func @" + name + "(%a0: " + a.type() + ", %a1: " + b.type() +
       ", %flag: i1) -> " + a.type() + " {");
  line("%c0 = arith.constant 0 : index");
  line("%c1 = arith.constant 1 : index");
  line("%c4 = arith.constant 4 : index");
  steps(2 + random.below(4), 1);
  auto ofType = [&] {
    return find([&](const Typed &x) { return x.type() == a.type(); })->name;
  };
  line("cf.cond_br %flag, ^bb1(" + ofType() + " : " + a.type() + "), ^bb2(" +
       ofType() + " : " + a.type() + ")");
  // The third block rules over the fourth; in the text they stand in any order.
  std::vector<std::string> blocks;
  size_t outside = pool.size(), start = text.size();
  auto block = [&](const std::string &number, const std::string &next) {
    line("^bb" + number + "(%b" + number + ": " + a.type() + "):");
    pool.push_back({"%b" + number, a.shape, a.element});
    steps(1 + random.below(4), 1);
    std::string passed = ofType() + " : " + a.type();
    line(next.empty() ? "return " + passed
                      : "cf.br ^bb" + next + "(" + passed + ")");
    blocks.push_back(text.substr(start));
    text.resize(start);
  };
  block("1", "3");
  pool.resize(outside);
  block("2", "3");
  pool.resize(outside);
  block("3", "4");
  block("4", "");
  while (!blocks.empty()) {
    size_t next = random.oneIn(2) ? 0 : random.below(blocks.size());
    text += blocks[next];
    blocks.erase(blocks.begin() + next);
  }
  line("}");
}

std::string ModuleGenerator::generate() {
  text = "module {\n";
  for (unsigned i = 0, e = random.below(3); i < e; ++i)
    function("private" + std::to_string(i), false, false);
  if (random.oneIn(4))
    blockLoop("loop");
  if (runnable) {
    function("main", true, random.oneIn(4));
    return text += helpers + "}\n";
  }
  function("main", true, false);
  if (random.oneIn(3))
    branchFunction("blocks");
  if (random.oneIn(2))
    function("tosa", true, true);
  text += helpers;
  helpers.clear();
  if (random.oneIn(6))
    nestedModule();
  text += "}\n";
  return text;
}
