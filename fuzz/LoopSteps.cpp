//===- LoopSteps.cpp - Random loops that carry sums and states ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops of few or of some hundred iterations, of known or unknown number, whose
// carried values are added to, scaled, multiplied by weights, swapped, and read
// by one another. Those that no conversion may round in each iteration are
// named by an attribute of their loop.
//
//===----------------------------------------------------------------------===//

#include "ModuleGenerator.h"

using namespace mlir::amp::fuzz;
using llvm::Twine;

/// Iterations of loops; of the first of them a network has as many layers.
static const std::vector<unsigned> trips = {3, 24, 129, 200, 300};

Typed ModuleGenerator::elementwiseOp(const Twine &op, const Typed &a,
                                     const Typed &b) {
  return define(a.shape, a.element,
                op + " " + a.name + ", " + b.name + " : " + a.type());
}

Typed ModuleGenerator::unaryOp(const Twine &op, const Typed &a) {
  return define(a.shape, a.element, op + " " + a.name + " : " + a.type());
}

Typed ModuleGenerator::splat(const Shape &shape, const std::string &number) {
  return define(shape, "f32",
                "arith.constant dense<" + number +
                    "> : " + tensorType(shape, "f32"));
}

Typed ModuleGenerator::matmul(const Typed &a, const Typed &b,
                              const Typed &init) {
  return define(init.shape, init.element,
                "linalg.matmul ins(" + a.name + ", " + b.name + " : " +
                    a.type() + ", " + b.type() + ") outs(" + init.name + " : " +
                    init.type() + ") -> " + init.type());
}

/// How many iterations a loop has: the name of an index.
std::string ModuleGenerator::count(unsigned number, bool known) {
  std::string name = fresh();
  if (known) {
    line(name + " = arith.constant " + Twine(number) + " : index");
    return name;
  }
  // No analysis looks into a table of integers.
  std::string table = fresh();
  line(table + " = arith.constant dense<[3, " + Twine(number) +
       "]> : tensor<2xindex>");
  line(name + " = tensor.extract " + table + "[%c1] : tensor<2xindex>");
  return name;
}

/// A private function of two tensors, whose sum it returns in one way or
/// another; made once for each shape.
std::string ModuleGenerator::adder(const Shape &shape) {
  std::string type = tensorType(shape, "f32"), name = "add";
  for (int64_t dim : shape)
    name += "_" + std::to_string(dim);
  if (helpers.find("@" + name + "(") != std::string::npos)
    return name;
  helpers += "  func.func private @" + name + "(%a: " + type + ", %b: " + type +
             ") -> " + type + " {\n    %s = arith.addf %a, %b : " + type +
             "\n    return %s : " + type + "\n  }\n";
  return name;
}

/// What an iteration adds: of order one, small, and another each time or not.
Typed ModuleGenerator::term(const Shape &shape, const std::string &induction) {
  const Typed *same = findOfType(shape);
  Typed other = same ? *same : splat(shape, "0.75");
  switch (random.below(5)) {
  case 0: { // a product
    Typed weight = splat({shape[1], shape[1]}, "0.0625");
    return matmul(other, weight, splat(shape, "0.0"));
  }
  case 1: { // what depends on the counter
    std::string integer = fresh(), number = fresh();
    line(integer + " = arith.index_cast " + induction + " : index to i64");
    line(number + " = arith.sitofp " + integer + " : i64 to f32");
    Typed all =
        define(shape, "f32",
               "tensor.splat " + number + " : " + tensorType(shape, "f32"));
    return unaryOp("math.sin", all);
  }
  case 2:
    return unaryOp("math.tanh", other);
  case 3:
    return splat(shape, "0.1");
  default: {
    Typed small = splat(shape, "0.015625");
    return elementwiseOp("arith.mulf", unaryOp("math.tanh", other), small);
  }
  }
}

/// `carried` plus `added`, through what must not matter.
Typed ModuleGenerator::addTo(const Typed &carried, const Typed &added,
                             const std::string &induction) {
  std::string type = carried.type();
  switch (random.below(8)) {
  case 0: // one addition after another
    return elementwiseOp("arith.addf",
                         elementwiseOp("arith.addf", carried, added), added);
  case 1: // the sum that a product starts from
    return matmul(added, splat({carried.shape[1], carried.shape[1]}, "0.0625"),
                  carried);
  case 2:
    return define(carried.shape, "f32",
                  "func.call @" + adder(carried.shape) + "(" + carried.name +
                      ", " + added.name + ") : (" + type + ", " + type +
                      ") -> " + type);
  case 3: { // now and then
    std::string two = fresh(), rest = fresh(), odd = fresh(), result = fresh();
    line(two + " = arith.constant 2 : index");
    line(rest + " = arith.remui " + induction + ", " + two + " : index");
    line(odd + " = arith.cmpi eq, " + rest + ", %c0 : index");
    line(result + " = scf.if " + odd + " -> (" + type + ") {");
    ++indent;
    size_t outside = pool.size();
    Typed sum = elementwiseOp("arith.addf", carried, added);
    pool.resize(outside);
    line("scf.yield " + sum.name + " : " + type);
    --indent;
    line("} else {");
    line("  scf.yield " + carried.name + " : " + type);
    line("}");
    pool.push_back({result, carried.shape, "f32"});
    return pool.back();
  }
  case 4: { // a part of it, as tiling writes
    Shape half = {carried.shape[0] / 2, carried.shape[1]};
    std::string place = random.oneIn(2) ? "0" : std::to_string(half[0]);
    std::string view = "[" + place + ", 0] [" + std::to_string(half[0]) + ", " +
                       std::to_string(half[1]) + "] [1, 1]";
    auto part = [&](const Typed &of) {
      return define(half, "f32",
                    "tensor.extract_slice " + of.name + view + " : " +
                        of.type() + " to " + tensorType(half, "f32"));
    };
    Typed old = part(carried), more = part(added);
    Typed sum = random.oneIn(2)
                    ? elementwiseOp("arith.addf", old, more)
                    : matmul(more, splat({half[1], half[1]}, "0.0625"), old);
    return define(carried.shape, "f32",
                  "tensor.insert_slice " + sum.name + " into " + carried.name +
                      view + " : " + sum.type() + " into " + type);
  }
  case 5: // in the body of an op that writes over it
    return define(
        carried.shape, "f32",
        "linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, "
        "affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [\"parallel\", "
        "\"parallel\"]} ins(" +
            added.name + " : " + type + ") outs(" + carried.name + " : " +
            type +
            ") {\n    ^bb0(%x: f32, %y: f32):\n      %s = arith.addf %y, %x : "
            "f32\n      linalg.yield %s : f32\n    } -> " +
            type);
  case 6:
    return elementwiseOp(
        "arith.mulf", carried,
        splat(carried.shape, random.oneIn(2) ? "0.99" : "1.005"));
  default:
    return elementwiseOp("arith.addf", carried, added);
  }
}

/// What a loop hands on that is no sum: a state, its greatest value so far, or
/// what the user rounds.
Typed ModuleGenerator::newState(const Typed &carried, const Typed &added) {
  switch (random.below(4)) {
  case 0: {
    Typed weight = splat({carried.shape[1], carried.shape[1]}, "0.125");
    return unaryOp("math.tanh", matmul(carried, weight, added));
  }
  case 1:
    return elementwiseOp("arith.maximumf", carried, added);
  case 2: {
    std::string low = tensorType(carried.shape, "f16");
    Typed cut = define(carried.shape, "f16",
                       "arith.truncf " + carried.name + " : " + carried.type() +
                           " to " + low);
    Typed wide = define(carried.shape, "f32",
                        "arith.extf " + cut.name + " : " + low + " to " +
                            carried.type());
    return elementwiseOp("arith.maximumf", wide, added);
  }
  default: {
    Typed weight = splat({carried.shape[1], carried.shape[1]}, "0.125");
    Typed product = matmul(carried, weight, splat(carried.shape, "0.0"));
    Typed decayed =
        elementwiseOp("arith.mulf", carried, splat(carried.shape, "0.5"));
    return elementwiseOp("arith.addf", decayed, unaryOp("math.tanh", product));
  }
  }
}

/// Lines of one iteration; returns what it hands on, and in `sums` which of
/// that must stay wide.
std::vector<Typed> ModuleGenerator::iterate(const std::vector<Typed> &carried,
                                            const std::string &induction,
                                            std::vector<unsigned> &sums) {
  std::vector<Typed> next;
  for (auto [index, value] : llvm::enumerate(carried)) {
    Typed added = term(value.shape, induction);
    bool isSum = random.below(4) != 0;
    // Copies: steps add to the pool.
    next.push_back(isSum ? addTo(value, added, induction)
                         : newState(value, added));
    if (isSum)
      sums.push_back(index);
  }
  // What goes around through something else is rounded there.
  if (carried.size() > 1 && random.oneIn(3)) {
    std::rotate(next.begin(), next.begin() + 1, next.end());
    if (sums.size() != carried.size())
      sums.clear();
  }
  return next;
}

std::string mlir::amp::fuzz::joinTypes(llvm::ArrayRef<Typed> values) {
  std::string text;
  for (const Typed &value : values)
    text += (text.empty() ? "" : ", ") + value.type();
  return text;
}

std::string mlir::amp::fuzz::joinNames(llvm::ArrayRef<Typed> values) {
  std::string text;
  for (const Typed &value : values)
    text += (text.empty() ? "" : ", ") + value.name;
  return text;
}

std::string mlir::amp::fuzz::markSums(unsigned numResults,
                                      llvm::ArrayRef<unsigned> sums) {
  if (sums.empty())
    return "";
  std::string text = " {" + std::string(kWideSums) +
                     " = array<i64: " + std::to_string(numResults);
  for (unsigned index : sums)
    text += ", " + std::to_string(index);
  return text + ">}";
}

/// The values that a loop starts from: matrices of one shape.
std::vector<Typed> ModuleGenerator::startValues() {
  const Typed *first = find([](const Typed &value) {
    return value.element == "f32" && value.shape.size() == 2 &&
           value.shape[0] >= 2 && value.shape[0] <= 8 &&
           value.shape[0] % 2 == 0 && value.shape[1] >= 1 &&
           value.shape[1] <= 8;
  });
  Shape shape = first ? first->shape : Shape{4, 4};
  std::vector<Typed> start;
  for (unsigned i = 0, e = 1 + random.below(3); i < e; ++i) {
    const Typed *value = findOfType(shape);
    // No zeros: scaled, they would be folded.
    start.push_back(value && random.oneIn(2) ? *value : splat(shape, "0.5"));
  }
  return start;
}

/// A number that tells how far `next` is from `carried`, or a product of that.
std::string ModuleGenerator::change(const Typed &next, const Typed &carried) {
  Typed far = elementwiseOp("arith.subf", next, carried);
  if (random.oneIn(2))
    far = matmul(far, splat({far.shape[1], 4}, "0.25"),
                 splat({far.shape[0], 4}, "0.0"));
  std::string zero = fresh(), all = fresh(), result = fresh();
  line(zero + " = arith.constant dense<0.0> : tensor<f32>");
  line(all +
       " = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, "
       "affine_map<(d0, d1) -> ()>], iterator_types = [\"reduction\", "
       "\"reduction\"]} ins(" +
       far.name + " : " + far.type() + ") outs(" + zero +
       " : tensor<f32>) {\n    ^bb0(%x: f32, %y: f32):\n      %q = arith.mulf "
       "%x, %x : f32\n      %s = arith.addf %y, %q : f32\n      linalg.yield "
       "%s : f32\n    } -> tensor<f32>");
  line(result + " = tensor.extract " + all + "[] : tensor<f32>");
  return result;
}

/// The lines of an scf.while up to the start of its second region, of a counter
/// below `bound` and, where it `converges`, a change that is not small; gives
/// the carried values their names there and returns that of the counter.
std::string ModuleGenerator::openWhile(const std::string &results,
                                       const std::string &bound, bool converges,
                                       const std::string &arguments,
                                       const std::string &types,
                                       std::vector<Typed> &carried) {
  std::string before = fresh(), early = fresh(), goes = early;
  std::string after = fresh(), formal = after + ": index";
  std::string passed = before, first = before + " = %c0", far, tolerance;
  if (converges) {
    std::string one = fresh();
    far = fresh();
    tolerance = fresh();
    line(one + " = arith.constant 1.0 : f32");
    line(tolerance + " = arith.constant 1.0e-4 : f32");
    passed += ", " + far;
    first += ", " + far + " = " + one;
    formal += ", " + fresh() + ": f32";
  }
  line(results + " = scf.while (" + first + ", " + arguments + ") : (" + types +
       ") -> (" + types + ") {");
  line("  " + early + " = arith.cmpi ult, " + before + ", " + bound +
       " : index");
  if (converges) {
    std::string isFar = fresh();
    goes = fresh();
    line("  " + isFar + " = arith.cmpf ogt, " + far + ", " + tolerance +
         " : f32");
    line("  " + goes + " = arith.andi " + early + ", " + isFar + " : i1");
  }
  line("  scf.condition(" + goes + ") " + passed + ", " + joinNames(carried) +
       " : " + types);
  line("} do {");
  for (Typed &value : carried) {
    value.name = fresh();
    formal += ", " + value.name + ": " + value.type();
  }
  line("^bb0(" + formal + "):");
  return after;
}

void ModuleGenerator::longLoop() {
  std::vector<Typed> start = startValues(), inside;
  unsigned iterations = random.pick(trips);
  bool known = random.oneIn(2), isWhile = random.oneIn(3);
  // Until it changes no more, but not for ever. Bounds decide no condition.
  bool converges = isWhile && !runnable && random.oneIn(2);
  std::string bound = count(iterations, known), result = fresh(),
              induction = fresh(), types = joinTypes(start), arguments;
  for (const Typed &value : start) {
    inside.push_back({fresh(), value.shape, "f32"});
    arguments += (arguments.empty() ? "" : ", ") + inside.back().name + " = " +
                 value.name;
  }
  std::vector<unsigned> sums;
  size_t outside = pool.size();
  unsigned numOthers = isWhile + converges;
  unsigned numResults = start.size() + numOthers;
  if (!isWhile) {
    line(result + ":" + Twine(numResults) + " = scf.for " + induction +
         " = %c0 to " + bound + " step %c1 iter_args(" + arguments + ") -> (" +
         types + ") {");
  } else {
    types = (converges ? "index, f32, " : "index, ") + types;
    induction = openWhile(result + ":" + std::to_string(numResults), bound,
                          converges, arguments, types, inside);
  }
  ++indent;
  pool.insert(pool.end(), inside.begin(), inside.end());
  std::vector<Typed> next = iterate(inside, induction, sums);
  std::string names = joinNames(next);
  if (isWhile) {
    std::string after = fresh();
    line(after + " = arith.addi " + induction + ", %c1 : index");
    if (converges)
      names = change(next.front(), inside.front()) + ", " + names;
    names = after + ", " + names;
    for (unsigned &index : sums)
      index += numOthers;
  }
  line("scf.yield " + names + " : " + types);
  --indent;
  // A number that is not known may be found to be small.
  if (iterations <= kMostLayers)
    sums.clear();
  // Of scf.while the attributes come first, behind a word.
  line("}" + std::string(sums.empty() || !isWhile ? "" : " attributes") +
       markSums(numResults, sums));
  pool.resize(outside);
  for (auto [index, value] : llvm::enumerate(start))
    pool.push_back(
        {result + "#" + std::to_string(index + numOthers), value.shape, "f32"});
  // Somebody wants the results low.
  Typed last = pool.back();
  if (!random.oneIn(2))
    return;
  Typed weight = splat({last.shape[1], 4}, "0.25");
  matmul(last, weight, splat({last.shape[0], 4}, "0.0"));
}

/// A product that somebody has tiled along K, by a loop over slices.
void ModuleGenerator::tiledProduct() {
  const Typed *found = find([](const Typed &value) {
    return value.element == "f32" && value.shape.size() == 2 &&
           value.shape[0] > 0 && value.shape[1] > 0 && value.shape[1] % 4 == 0;
  });
  if (!found)
    return;
  Typed a = *found;
  int64_t rows = a.shape[0], depth = a.shape[1];
  const Typed *match = find([&](const Typed &value) {
    return value.element == "f32" && value.shape.size() == 2 &&
           value.shape[0] == depth && value.shape[1] > 0;
  });
  Typed b = match ? *match : splat({depth, 4}, "0.25");
  int64_t columns = b.shape[1], step = random.oneIn(2) ? 1 : 4;
  // The sum may be a part of what is carried.
  int64_t more = random.oneIn(3) ? 2 : 0;
  Typed start = splat({rows, columns + more}, "0.0");
  Typed sum{fresh(), start.shape, "f32"};
  std::string induction = fresh(), result = fresh();
  std::string end = count(depth, random.oneIn(2)), stride = fresh();
  line(stride + " = arith.constant " + Twine(step) + " : index");
  size_t outside = pool.size();
  line(result + " = scf.for " + induction + " = %c0 to " + end + " step " +
       stride + " iter_args(" + sum.name + " = " + start.name + ") -> (" +
       start.type() + ") {");
  ++indent;
  auto slice = [&](const Typed &of, const Twine &offsets, const Shape &shape) {
    return define(shape, "f32",
                  "tensor.extract_slice " + of.name + "[" + offsets + "] [" +
                      std::to_string(shape[0]) + ", " +
                      std::to_string(shape[1]) + "] [1, 1] : " + of.type() +
                      " to " + tensorType(shape, "f32"));
  };
  Typed left = slice(a, "0, " + induction, {rows, step}),
        right = slice(b, induction + ", 0", {step, columns}),
        old = more ? slice(sum, "0, 0", {rows, columns}) : sum;
  Typed product = matmul(left, right, old);
  if (more)
    product = define(
        sum.shape, "f32",
        "tensor.insert_slice " + product.name + " into " + sum.name +
            "[0, 0] [" + std::to_string(rows) + ", " + std::to_string(columns) +
            "] [1, 1] : " + product.type() + " into " + sum.type());
  line("scf.yield " + product.name + " : " + sum.type());
  --indent;
  // One iteration rounds once, as any op does.
  line("}" + (step < depth ? markSums(1, {0}) : ""));
  pool.resize(outside);
  pool.push_back({result, sum.shape, "f32"});
}

/// A private function that loops over blocks; `call` calls it.
void ModuleGenerator::blockLoop(const std::string &name) {
  pool.clear();
  integers.clear();
  dynamic = false;
  Typed argument{"%a0", {4, 8}, "f32"}, sum{fresh(), {4, 8}, "f32"};
  std::string type = argument.type(), counter = fresh(), goes = fresh(),
              after = fresh();
  line("func.func private @" + name + "(%a0: " + type + ", %flag: i1) -> " +
       type + " {");
  line("%c0 = arith.constant 0 : index");
  line("%c1 = arith.constant 1 : index");
  Typed start = splat(argument.shape, "0.0");
  unsigned iterations = random.pick(trips);
  std::string bound = count(iterations, random.oneIn(2));
  line("cf.br ^head(%c0, " + start.name + " : index, " + type + ")");
  line("^head(" + counter + ": index, " + sum.name + ": " + type + "):");
  line(goes + " = arith.cmpi slt, " + counter + ", " + bound + " : index");
  line("cf.cond_br " + goes + ", ^body, ^exit");
  line("^body:");
  pool = {argument, sum};
  Typed next = addTo(sum, term(sum.shape, counter), counter);
  line(after + " = arith.addi " + counter + ", %c1 : index");
  line("cf.br ^head(" + after + ", " + next.name + " : index, " + type + ")");
  line("^exit:");
  line("return " + sum.name + " : " + type);
  line("}");
  callees.push_back({name, argument.shape});
}
