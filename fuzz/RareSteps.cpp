//===- RareSteps.cpp - Random ops that models hold now and then -----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleGenerator.h"

using namespace mlir::amp::fuzz;

/// scf.forall that writes one row of its shared output an iteration.
void ModuleGenerator::parallelLoop() {
  const Typed *found = find([](const Typed &value) {
    return value.element == "f32" && value.shape.size() == 2 &&
           value.shape[0] >= 4 && value.shape[1] > 0;
  });
  if (!found)
    return;
  Typed a = *found;
  Typed row{fresh(), {1, a.shape[1]}, "f32"},
      changed{fresh(), row.shape, "f32"};
  std::string index = fresh(), shared = fresh(), result = fresh();
  std::string columns = std::to_string(a.shape[1]);
  line(result + " = scf.forall (" + index + ") in (4) shared_outs(" + shared +
       " = " + a.name + ") -> (" + a.type() + ") {");
  ++indent;
  line(row.name + " = tensor.extract_slice " + a.name + "[" + index +
       ", 0] [1, " + columns + "] [1, 1] : " + a.type() + " to " + row.type());
  line(changed.name + " = arith.mulf " + row.name + ", " + row.name + " : " +
       row.type());
  line("scf.forall.in_parallel {");
  line("  tensor.parallel_insert_slice " + changed.name + " into " + shared +
       "[" + index + ", 0] [1, " + columns + "] [1, 1] : " + row.type() +
       " into " + a.type());
  line("}");
  --indent;
  line("}");
  pool.push_back({result, a.shape, "f32"});
}

/// A product that came in the low type already.
void ModuleGenerator::lowProduct() {
  std::string type = random.oneIn(2) ? "f16" : "bf16";
  const Typed *found = find([&](const Typed &value) {
    return value.element == type && value.shape.size() == 2 &&
           value.shape[1] > 0;
  });
  Typed a = found ? *found : constant({4, 8}, type);
  Typed b = constant({a.shape[1], 4}, type);
  Typed init = fill({a.shape[0], 4}, random.oneIn(2) ? "f32" : type);
  define(init.shape, init.element,
         "linalg.matmul ins(" + a.name + ", " + b.name + " : " + a.type() +
             ", " + b.type() + ") outs(" + init.name + " : " + init.type() +
             ") -> " + init.type());
}

/// A generic of two results: a maximum and where it is, or a value and its
/// square.
void ModuleGenerator::twoResults() {
  const Typed *found = find([](const Typed &value) {
    return value.element == "f32" && value.shape.size() == 2;
  });
  if (!found)
    return;
  Typed a = *found;
  bool position = random.oneIn(2);
  Shape rows = position ? Shape{a.shape[0]} : a.shape;
  std::string other = position ? "i64" : "f32", result = fresh();
  Typed first = position ? fill(rows, "f32") : empty(rows, "f32"),
        second = empty(rows, other);
  if (position) {
    std::string zero = fresh(), filled = fresh();
    line(zero + " = arith.constant 0 : i64");
    line(filled + " = linalg.fill ins(" + zero + " : i64) outs(" + second.name +
         " : " + second.type() + ") -> " + second.type());
    second.name = filled;
  }
  std::string maps = "affine_map<(d0, d1) -> (d0, d1)>",
              out = position ? "affine_map<(d0, d1) -> (d0)>" : maps;
  std::string body = position
                         ? "      %i = linalg.index 1 : index\n"
                           "      %j = arith.index_cast %i : index to i64\n"
                           "      %g = arith.cmpf ogt, %x, %y : f32\n"
                           "      %m = arith.select %g, %x, %y : f32\n"
                           "      %n = arith.select %g, %j, %z : i64\n"
                         : "      %m = arith.negf %x : f32\n"
                           "      %n = arith.mulf %x, %x : f32\n";
  // Results may share a value.
  std::string yielded = position || random.oneIn(2) ? "%m, %n"
                        : random.oneIn(2)           ? "%m, %m"
                                                    : "%x, %x";
  line(result + ":2 = linalg.generic {indexing_maps = [" + maps + ", " + out +
       ", " + out + "], iterator_types = [\"parallel\", \"" +
       (position ? "reduction" : "parallel") + "\"]} ins(" + a.name + " : " +
       a.type() + ") outs(" + first.name + ", " + second.name + " : " +
       first.type() + ", " + second.type() +
       ") {\n    ^bb0(%x: f32, %y: f32, %z: " + other + "):\n" + body +
       "      linalg.yield " + yielded + " : f32, " + other + "\n    } -> (" +
       first.type() + ", " + second.type() + ")");
  pool.push_back({result + "#0", rows, "f32"});
  (position ? integers : pool).push_back({result + "#1", rows, other});
}

void ModuleGenerator::rareStep() {
  const Typed *found = find([](const Typed &value) {
    return !value.shape.empty() && value.shape[0] != kDynamicDim;
  });
  if (!found)
    return;
  Typed a = *found;
  switch (random.below(8)) {
  case 0: {
    const Typed *second = findOfType(a.shape, a.element);
    Shape shape = a.shape;
    shape[0] *= 2;
    define(shape, a.element,
           "tensor.concat dim(0) " + a.name + ", " + second->name + " : (" +
               a.type() + ", " + a.type() + ") -> " +
               tensorType(shape, a.element));
    return;
  }
  case 1: {
    std::string x = scalar(), y = scalar();
    define({2, 1}, "f32",
           "tensor.from_elements " + x + ", " + y + " : tensor<2x1xf32>");
    return;
  }
  case 2: {
    std::string x = scalar();
    define({4, 4}, "f32",
           "tensor.generate {\n    ^bb0(%i: index, %j: index):\n      "
           "tensor.yield " +
               x + " : f32\n    } : tensor<4x4xf32>");
    return;
  }
  case 3: {
    Typed init = empty(a.shape, a.element);
    define(a.shape, a.element,
           "linalg.map { math.absf } ins(" + a.name + " : " + a.type() +
               ") outs(" + init.name + " : " + init.type() + ")");
    return;
  }
  case 4:
    return parallelLoop();
  case 5:
  case 6:
    return twoResults();
  default:
    return lowProduct();
  }
}
