//===- MixedSteps.cpp - Random mixed types, masks, gathers and symbols ----===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleGenerator.h"

using namespace mlir::amp::fuzz;
using llvm::Twine;

static const std::string identity2 = "affine_map<(d0, d1) -> (d0, d1)>";

const Typed *ModuleGenerator::findMatrix(int64_t least) {
  return find([&](const Typed &value) {
    return value.element == "f32" && value.shape.size() == 2 &&
           value.shape[0] >= least && value.shape[1] >= least;
  });
}

/// The value in another type, by a cast of the user.
Typed ModuleGenerator::castTo(const Typed &value, const std::string &element) {
  if (value.element == element)
    return value;
  std::string type = tensorType(value.shape, element);
  if (element == "i8")
    return define(value.shape, element,
                  "arith.fptosi " + value.name + " : " + value.type() + " to " +
                      type);
  return define(value.shape, element,
                Twine(element == "f64" ? "arith.extf " : "arith.truncf ") +
                    value.name + " : " + value.type() + " to " + type);
}

/// A product of factors that need not be of one type, nor of the sum's.
void ModuleGenerator::mixedProduct() {
  const Typed *found = findMatrix(1);
  if (!found)
    return;
  Typed wide = *found;
  static const std::vector<std::string> floats = {"f32", "f32", "f16", "bf16",
                                                  "f64"};
  std::string left = random.pick(floats), right = random.pick(floats);
  // What integers are made of is not known where a run must be bounded.
  bool integers = !runnable && random.oneIn(6);
  std::string sum = random.oneIn(2) ? "f32" : "f64";
  if (integers) {
    left = right = "i8";
    sum = "i32";
  } else if (left == "f64" || right == "f64") {
    sum = random.oneIn(4) ? "f32" : "f64";
  }
  Typed a = castTo(wide, left);
  // Products of the weight have no digits to lose.
  Typed b = integers ? define({wide.shape[1], 4}, "i8",
                              "arith.constant dense<3> : " +
                                  tensorType({wide.shape[1], 4}, "i8"))
                     : constant({wide.shape[1], 4}, right);
  Shape shape = {wide.shape[0], 4};
  std::string zero = integers ? "0" : "0.0";
  Typed start = empty(shape, sum);
  std::string scalar = fresh();
  line(scalar + " = arith.constant " + zero + " : " + sum);
  Typed init{fresh(), shape, sum};
  line(init.name + " = linalg.fill ins(" + scalar + " : " + sum + ") outs(" +
       start.name + " : " + start.type() + ") -> " + start.type());
  Typed product = matmul(a, b, init);
  if (!integers)
    return;
  // Steps know no operations of integers.
  llvm::erase_if(pool, [](const Typed &one) {
    return one.element == "i8" || one.element == "i32";
  });
  define(shape, "f32",
         "arith.sitofp " + product.name + " : " + product.type() + " to " +
             tensorType(shape, "f32"));
}

/// The user's rounding in a body, beside what is not rounded.
void ModuleGenerator::castsInBody() {
  const Typed *found = findMatrix(1);
  if (!found)
    return;
  Typed a = *found;
  std::string low = random.oneIn(2) ? "f16" : "bf16";
  std::string other = random.oneIn(2) ? "%w" : "%x";
  bool lowResult = random.oneIn(3);
  Typed init = empty(a.shape, lowResult ? low : "f32");
  define(a.shape, init.element,
         "linalg.generic {indexing_maps = [" + identity2 + ", " + identity2 +
             "], iterator_types = [\"parallel\", \"parallel\"]} ins(" + a.name +
             " : " + a.type() + ") outs(" + init.name + " : " + init.type() +
             ") {\n    ^bb0(%x: f32, %y: " + init.element +
             "):\n      %l = arith.truncf %x : f32 to " + low +
             "\n      %w = arith.extf %l : " + low +
             " to f32\n      %s = arith.addf %w, " + other + " : f32\n" +
             (lowResult ? "      %t = arith.truncf %s : f32 to " + low +
                              "\n      linalg.yield %t : " + low
                        : "      linalg.yield %s : f32") +
             "\n    } -> " + init.type());
}

/// Scores under a mask, of what is greater or of places, and a softmax.
void ModuleGenerator::maskedScores() {
  const Typed *found = findMatrix(2);
  if (!found)
    return;
  Typed a = *found;
  static const std::vector<std::string> far = {"-1.0e9", "-3.40282347e+38",
                                               "-1.0e4", "-65504.0"};
  std::string number = random.pick(far);
  Typed masked{fresh(), a.shape, "f32"};
  if (random.oneIn(2)) {
    Typed init = empty(a.shape, "f32");
    line(masked.name + " = linalg.generic {indexing_maps = [" + identity2 +
         ", " + identity2 +
         "], iterator_types = [\"parallel\", \"parallel\"]} ins(" + a.name +
         " : " + a.type() + ") outs(" + init.name + " : " + init.type() +
         ") {\n    ^bb0(%x: f32, %y: f32):\n"
         "      %i = linalg.index 0 : index\n"
         "      %j = linalg.index 1 : index\n"
         "      %k = arith.addi %i, %c1 : index\n"
         "      %g = arith.cmpi ult, %j, %k : index\n"
         "      %f = arith.constant " +
         number +
         " : f32\n"
         "      %m = arith.select %g, %x, %f : f32\n"
         "      linalg.yield %m : f32\n    } -> " +
         init.type());
  } else {
    if (a.shape[0] == kDynamicDim)
      return;
    Typed limit = splat(a.shape, "0.5"), least = splat(a.shape, number);
    std::string mask = fresh();
    line(mask + " = arith.cmpf olt, " + a.name + ", " + limit.name + " : " +
         a.type());
    line(masked.name + " = arith.select " + mask + ", " + a.name + ", " +
         least.name + " : " + tensorType(a.shape, "i1") + ", " + a.type());
  }
  pool.push_back(masked);
  if (random.oneIn(3))
    return;
  Typed init = empty(a.shape, "f32");
  define(a.shape, "f32",
         "linalg.softmax dimension(1) ins(" + masked.name + " : " +
             masked.type() + ") outs(" + init.name + " : " + init.type() +
             ") -> " + init.type());
}

/// A table of which a run chooses the rows: an argument or a constant weight.
void ModuleGenerator::pickRows() {
  const Typed *found = findMatrix(4);
  if (found && found->shape[1] == kDynamicDim)
    return;
  Typed table = found && random.oneIn(2) ? *found : constant({8, 4});
  std::string picks = fresh();
  line(picks + " = arith.constant dense<[3, 0, 2, 1]> : tensor<4xi64>");
  Shape shape = {4, table.shape[1]};
  Typed init = empty(shape, "f32");
  define(shape, "f32",
         "linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, " +
             identity2 +
             "], iterator_types = [\"parallel\", \"parallel\"]} ins(" + picks +
             " : tensor<4xi64>) outs(" + init.name + " : " + init.type() +
             ") {\n    ^bb0(%p: i64, %y: f32):\n"
             "      %r = arith.index_cast %p : i64 to index\n"
             "      %j = linalg.index 1 : index\n"
             "      %e = tensor.extract " +
             table.name + "[%r, %j] : " + table.type() +
             "\n      linalg.yield %e : f32\n    } -> " + init.type());
}

/// A part of a constant weight, or of a value, at a place that a run chooses,
/// and a product that reads it.
void ModuleGenerator::chosenPart() {
  const Typed *found = findMatrix(1);
  if (!found || found->shape[1] == kDynamicDim)
    return;
  Typed a = *found;
  int64_t depth = a.shape[1];
  Typed weights = weightTable({3 * depth, 4});
  std::string place = count(2 * depth, random.oneIn(3));
  Typed part =
      define({depth, 4}, "f32",
             "tensor.extract_slice " + weights.name + "[" + place + ", 0] [" +
                 std::to_string(depth) + ", 4] [1, 1] : " + weights.type() +
                 " to " + tensorType({depth, 4}, "f32"));
  Typed init = fill({a.shape[0], 4}, "f32");
  matmul(a, part, init);
  if (random.oneIn(2))
    return;
  Typed changed = unaryOp("math.tanh", part);
  define(weights.shape, "f32",
         "tensor.insert_slice " + changed.name + " into " + weights.name + "[" +
             place + ", 0] [" + std::to_string(depth) +
             ", 4] [1, 1] : " + part.type() + " into " + weights.type());
}

Typed ModuleGenerator::table(
    const Shape &shape,
    llvm::function_ref<std::string(int64_t, int64_t)> number) {
  std::string rows;
  for (int64_t i = 0; i < shape[0]; ++i) {
    rows += i ? ", [" : "[";
    for (int64_t j = 0; j < shape[1]; ++j)
      rows += (j ? ", " : "") + number(i, j);
    rows += "]";
  }
  return define(shape, "f32",
                "arith.constant dense<[" + rows +
                    "]> : " + tensorType(shape, "f32"));
}

/// Weights whose rows differ: a constant list.
Typed ModuleGenerator::weightTable(const Shape &shape) {
  return table(shape, [&](int64_t, int64_t) {
    // Exact in low types or not.
    const char *scale = random.oneIn(2) ? ".0e-1" : ".125";
    return std::to_string(int(random.below(33)) - 16) + scale;
  });
}

/// A product with a constant that picks elements, takes them from each other or
/// takes means, and what it was made of less that.
void ModuleGenerator::writtenProduct() {
  const Typed *found = findMatrix(2);
  if (!found)
    return;
  Typed data = *found;
  int64_t size = data.shape[1];
  enum { Picks, Differences, Means } kind = decltype(kind)(random.below(3));
  int64_t shift = random.below(size);
  Typed factor = table({size, size}, [&](int64_t place, int64_t column) {
    bool isOwn = place == (column + shift) % size;
    bool isNext = place == (column + shift + 1) % size;
    if (kind == Means) // Of a window of two.
      return isOwn || isNext ? "0.5" : "0.0";
    if (kind == Differences && isNext)
      return "-1.0";
    return isOwn ? "1.0" : "0.0";
  });
  Typed product = matmul(data, factor, fill(data.shape, "f32"));
  if (random.oneIn(2))
    define(data.shape, "f32",
           "arith.subf " + data.name + ", " + product.name + " : " +
               data.type());
}

/// Two reductions in one, handed on in either order.
void ModuleGenerator::twoReductions() {
  const Typed *found = findMatrix(1);
  if (!found)
    return;
  Typed a = *found;
  Shape rows = {a.shape[0]};
  Typed first = fill(rows, "f32"), second = fill(rows, "f32");
  std::string out = "affine_map<(d0, d1) -> (d0)>", result = fresh();
  // Each is added to what it was, and the sum of squares to its own.
  static const std::vector<std::string> kinds = {
      "%q = arith.mulf %x, %x : f32\n      %n = arith.addf %z, %q : f32\n",
      "%n = arith.maximumf %z, %x : f32\n",
      "%q = math.absf %x : f32\n      %n = arith.addf %q, %z : f32\n"};
  line(result + ":2 = linalg.generic {indexing_maps = [" + identity2 + ", " +
       out + ", " + out +
       "], iterator_types = [\"parallel\", \"reduction\"]} ins(" + a.name +
       " : " + a.type() + ") outs(" + first.name + ", " + second.name + " : " +
       first.type() + ", " + second.type() +
       ") {\n    ^bb0(%x: f32, %y: f32, %z: f32):\n"
       "      %m = arith.addf %y, %x : f32\n      " +
       random.pick(kinds) + "      linalg.yield %m, %n : f32, f32\n    } -> (" +
       first.type() + ", " + second.type() + ")");
  std::vector<Typed> results = {{result + "#0", rows, "f32"},
                                {result + "#1", rows, "f32"}};
  if (random.oneIn(2))
    std::swap(results[0], results[1]);
  pool.insert(pool.end(), results.begin(), results.end());
}

/// Two values from a branch, handed on in another order on one side, and read
/// by several.
void ModuleGenerator::branchOfTwo() {
  const Typed *found = findFloat();
  if (!found)
    return;
  Typed a = *found;
  const Typed *second = findOfType(a.shape, a.element);
  Typed b = *second;
  std::string result = fresh(), type = a.type();
  line(result + ":2 = scf.if %flag -> (" + type + ", " + type + ") {");
  bool swapped = random.oneIn(2);
  for (bool last : {false, true}) {
    size_t outside = pool.size();
    ++indent;
    Typed x = random.oneIn(2) ? unaryOp("math.tanh", a) : a,
          y = random.oneIn(2) ? elementwiseOp("arith.addf", a, b) : b;
    if (last && swapped)
      std::swap(x, y);
    line("scf.yield " + x.name + ", " + y.name + " : " + type + ", " + type);
    --indent;
    pool.resize(outside);
    line(last ? "}" : "} else {");
  }
  Typed one{result + "#0", a.shape, "f32"}, two{result + "#1", a.shape, "f32"};
  pool.push_back(one);
  pool.push_back(two);
  if (random.oneIn(2))
    elementwiseOp("arith.mulf", one, two);
}

/// A tensor that lives in the module, which functions load.
void ModuleGenerator::global() {
  static const std::vector<std::string> contents = {
      "dense<0.25>", "dense<-1.0e9>", "dense<7.0e4>", "dense<1.0e-9>"};
  Shape shape = {int64_t(4 + 4 * random.below(2)), 8};
  std::string type = tensorType(shape, "f32"),
              name = "global" + std::to_string(nextName++);
  bool changes = random.oneIn(4);
  helpers += "  ml_program.global private " +
             std::string(changes ? "mutable " : "") + "@" + name + "(" +
             random.pick(contents) + " : " + type + ") : " + type + "\n";
  if (changes)
    if (const Typed *stored = findOfType(shape))
      line("ml_program.global_store @" + name + " = " + stored->name + " : " +
           type);
  define(shape, "f32",
         Twine(changes ? "ml_program.global_load"
                       : "ml_program.global_load_const") +
             " @" + name + " : " + type);
}

/// A function that more than calls refers to.
void ModuleGenerator::reference() {
  if (callees.empty())
    return;
  const Function &callee = random.pick(callees);
  std::string type = tensorType(callee.shape, "f32");
  if (random.oneIn(2)) {
    const Typed *any = findFloat();
    if (any)
      define(any->shape, "f32",
             "arith.negf " + any->name + " {user = @" + callee.name +
                 "} : " + any->type());
    return;
  }
  const Typed *argument = findOfType(callee.shape);
  if (!argument)
    return;
  std::string function = fresh(), of = "(" + type + ", i1) -> " + type;
  std::string name = argument->name;
  line(function + " = func.constant @" + callee.name + " : " + of);
  define(callee.shape, "f32",
         "func.call_indirect " + function + "(" + name + ", %flag) : " + of);
}

/// A module of its own, whose function has the name of one outside.
void ModuleGenerator::nestedModule() {
  text += "  module @within {\n";
  std::vector<Function> outside;
  std::swap(outside, callees);
  function("private0", /*isPublic=*/false, /*tosa=*/false);
  function("inner", /*isPublic=*/true, /*tosa=*/false);
  std::swap(outside, callees);
  text += helpers + "  }\n";
  helpers.clear();
}

void ModuleGenerator::mixedStep() {
  switch (random.below(12)) {
  case 0:
  case 1:
    return mixedProduct();
  case 2:
    return castsInBody();
  case 3:
    return maskedScores();
  case 4:
    return pickRows();
  case 5:
  case 6:
    return chosenPart();
  case 7:
    return twoReductions();
  case 8:
    return branchOfTwo();
  case 9:
    return writtenProduct();
  case 10:
    return runnable ? chosenPart() : global();
  default:
    return runnable ? branchOfTwo() : reference();
  }
}
