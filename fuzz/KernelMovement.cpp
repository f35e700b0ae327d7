//===- KernelMovement.cpp - Random movement of data -----------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelGenerator.h"

using namespace mlir::amp::fuzz;
using llvm::ArrayRef;
using llvm::Twine;

static std::string join(ArrayRef<int64_t> numbers) {
  std::string text;
  for (int64_t number : numbers)
    text += (text.empty() ? "" : ", ") + std::to_string(number);
  return text;
}

/// `count` numbers below `bound`, as a constant of indices.
static std::string indices(Random &random, int64_t count, int64_t bound) {
  std::vector<int64_t> numbers;
  for (int64_t i = 0; i < count; ++i)
    numbers.push_back(random.below(bound));
  return "arith.constant dense<[" + join(numbers) + "]> : tensor<" +
         std::to_string(count) + "xi64>";
}

std::string KernelGenerator::readPicked(const Typed &table,
                                        const std::string &picks,
                                        int64_t count) {
  std::vector<std::string> loops;
  for (size_t dim = 0; dim < table.shape.size(); ++dim)
    loops.push_back(fresh());
  std::string pick = fresh(), place = fresh(), value = fresh();
  for (auto [dim, name] : llvm::enumerate(loops))
    line(name + " = linalg.index " + Twine(order[dim]) + " : index");
  line(pick + " = tensor.extract " + picks + "[" + loops[0] + "] : tensor<" +
       Twine(count) + "xi64>");
  line(place + " = arith.index_cast " + pick + " : i64 to index");
  std::string where = place;
  for (const std::string &name : llvm::drop_begin(loops))
    where += ", " + name;
  line(value + " = tensor.extract " + table.name + "[" + where +
       "] : " + table.type());
  return value;
}

/// Each token times the matrix of the expert that was picked for it.
void KernelGenerator::mixture() {
  const Typed *found = find([](const Typed &value) {
    return value.shape.size() == 2 && value.shape[0] * value.shape[1] <= 4096;
  });
  if (!found)
    return;
  Typed a = *found;
  int64_t tokens = a.shape[0], depth = a.shape[1], experts = 4, columns = 16;
  Typed table = argument({experts, columns, depth});
  std::string picks = fresh();
  line(picks + " = " + indices(random, tokens, experts));
  Shape wide = {tokens, columns, depth};
  Typed gathered = map(wide, {}, [&](ArrayRef<std::string>) {
    return readPicked(table, picks, tokens);
  });
  pool.push_back(
      generic({{gathered, {0, 1, 2}}, {a, {0, 2}}},
              {fill({tokens, columns}, "0.0"), {0, 1}}, "ppr",
              [&](ArrayRef<std::string> x) { return multiplyAdd(x); }));
}

/// Rows of a table by number, as embeddings are read.
void KernelGenerator::gatherRows() {
  const Typed *found =
      find([](const Typed &value) { return value.shape.size() == 2; });
  if (!found)
    return;
  Typed a = *found;
  int64_t rows = 8 + random.below(30);
  std::string picks = fresh();
  line(picks + " = " + indices(random, rows, a.shape[0]));
  pool.push_back(map({rows, a.shape[1]}, {}, [&](ArrayRef<std::string>) {
    return readPicked(a, picks, rows);
  }));
}

/// A sum or a maximum over any dims.
void KernelGenerator::sum() {
  Typed a = random.pick(pool);
  std::vector<unsigned> over;
  for (unsigned dim = 0; dim < a.shape.size(); ++dim)
    if (random.oneIn(2))
      over.push_back(dim);
  if (over.empty() || over.size() == a.shape.size())
    return;
  pool.push_back(reduce(a, over, random.oneIn(3) ? "maximumf" : "addf"));
}

void KernelGenerator::permute() {
  const Typed *found =
      find([](const Typed &value) { return value.shape.size() >= 2; });
  if (!found)
    return;
  Typed a = *found;
  std::vector<int64_t> order;
  for (size_t dim = 0; dim < a.shape.size(); ++dim)
    order.insert(order.begin() + random.below(order.size() + 1), dim);
  pool.push_back(transpose(a, order));
}

void KernelGenerator::concatenate() {
  const Typed *found =
      find([](const Typed &value) { return value.shape.size() >= 2; });
  if (!found)
    return;
  Typed a = *found;
  const Typed *same =
      find([&](const Typed &value) { return value.shape == a.shape; });
  Typed b = *same;
  unsigned dim = random.below(a.shape.size());
  Shape shape = a.shape;
  shape[dim] *= 2;
  pool.push_back(define(shape, "tensor.concat dim(" + Twine(dim) + ") " +
                                   a.name + ", " + b.name + " : (" + a.type() +
                                   ", " + b.type() + ") -> " +
                                   tensorType(shape, "f32")));
}

void KernelGenerator::slice() {
  Typed a = random.pick(pool);
  Shape offsets, sizes, strides;
  for (int64_t extent : a.shape) {
    int64_t stride = extent > 4 && random.oneIn(4) ? 2 : 1;
    offsets.push_back(extent > 2 ? random.below(extent / 2) : 0);
    int64_t left = (extent - offsets.back() + stride - 1) / stride;
    sizes.push_back(random.oneIn(2) ? left : 1 + random.below(left));
    strides.push_back(stride);
  }
  if (a.shape.empty())
    return;
  pool.push_back(define(sizes, "tensor.extract_slice " + a.name + "[" +
                                   join(offsets) + "] [" + join(sizes) + "] [" +
                                   join(strides) + "] : " + a.type() + " to " +
                                   tensorType(sizes, "f32")));
}

Typed KernelGenerator::padded(const Typed &value, ArrayRef<int64_t> low,
                              ArrayRef<int64_t> high) {
  Shape shape = value.shape;
  std::string names;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    shape[dim] += low[dim] + high[dim];
    names += (dim ? ", " : "") + fresh() + ": index";
  }
  std::string zero = scalarConstant("0.0");
  Typed result{fresh(), shape, "f32"};
  line(result.name + " = tensor.pad " + value.name + " low[" + join(low) +
       "] high[" + join(high) + "] {");
  line("^bb0(" + names + "):");
  line("tensor.yield " + zero + " : f32");
  line("} : " + value.type() + " to " + result.type());
  return result;
}

void KernelGenerator::pad() {
  Typed a = random.pick(pool);
  Shape low, high;
  for (size_t dim = 0; dim < a.shape.size(); ++dim) {
    low.push_back(random.oneIn(3));
    high.push_back(random.oneIn(3) ? random.below(4) : 0);
  }
  if (!a.shape.empty())
    pool.push_back(padded(a, low, high));
}

/// Zeros between the pixels and around them, as a transposed convolution's
/// picture has them.
void KernelGenerator::spread() {
  const Typed *found =
      find([](const Typed &value) { return value.shape.size() == 4; });
  if (!found)
    return;
  Typed a = *found;
  unsigned height = random.oneIn(3) ? 1 : 2;
  Shape offsets(4, 0), strides(4, 1), shape = a.shape;
  for (unsigned dim : {height, height + 1}) {
    offsets[dim] = random.below(3);
    strides[dim] = 1 + random.below(2);
    shape[dim] = 2 * offsets[dim] + (a.shape[dim] - 1) * strides[dim] + 1;
  }
  Typed zeros = fill(shape, "0.0");
  pool.push_back(define(
      shape, "tensor.insert_slice " + a.name + " into " + zeros.name + "[" +
                 join(offsets) + "] [" + join(a.shape) + "] [" + join(strides) +
                 "] : " + a.type() + " into " + zeros.type()));
}

/// Two dims become one, or one becomes two.
void KernelGenerator::regroup() {
  Typed a = random.pick(pool);
  unsigned rank = a.shape.size();
  if (rank == 0)
    return;
  bool join = rank == 4 || (rank >= 2 && random.oneIn(2));
  unsigned at = random.below(join ? rank - 1 : rank);
  std::string groups, extents;
  Shape shape;
  unsigned wide = 0;
  for (unsigned dim = 0; dim < rank; ++dim) {
    bool here = dim == at;
    groups += (groups.empty() ? "[" : ", [") + std::to_string(wide++);
    if (join && here) {
      groups += ", " + std::to_string(wide++);
      shape.push_back(a.shape[dim] * a.shape[dim + 1]);
      ++dim;
    } else if (!join && here) {
      groups += ", " + std::to_string(wide++);
      int64_t part = a.shape[dim] % 2 ? 1 : 2;
      shape.insert(shape.end(), {part, a.shape[dim] / part});
    } else {
      shape.push_back(a.shape[dim]);
    }
    groups += "]";
  }
  for (int64_t extent : shape)
    extents += (extents.empty() ? "" : ", ") + std::to_string(extent);
  std::string types = " : " + a.type() + " into " + tensorType(shape, "f32");
  if (join)
    pool.push_back(define(shape, "tensor.collapse_shape " + a.name + " [" +
                                     groups + "]" + types));
  else
    pool.push_back(define(shape, "tensor.expand_shape " + a.name + " [" +
                                     groups + "] output_shape [" + extents +
                                     "]" + types));
}

/// A parallel loop of the host over tiles of rows: each is multiplied, and put
/// where it came from.
void KernelGenerator::tiles() {
  const Typed *found = findSmall(2);
  if (!found || found->shape[0] == 0)
    return;
  Typed a = *found;
  int64_t rows = a.shape[0] % 4 == 0 ? a.shape[0] / 4 : a.shape[0];
  if (a.shape[0] * a.shape[1] * a.shape[1] > kMostWork)
    return;
  Typed weight = argument({a.shape[1], a.shape[1]});
  Typed init = fill(a.shape, "0.0");
  Typed result{fresh(), a.shape, "f32"}, shared{fresh(), a.shape, "f32"};
  std::string at = fresh();
  line(result.name + " = scf.forall (" + at + ") = (0) to (" +
       Twine(a.shape[0]) + ") step (" + Twine(rows) + ") shared_outs(" +
       shared.name + " = " + init.name + ") -> (" + a.type() + ") {");
  Shape shape{rows, a.shape[1]};
  std::string place = "[" + at + ", 0] [" + join(shape) + "] [1, 1] : ";
  Typed tile{fresh(), shape, "f32"};
  line(tile.name + " = tensor.extract_slice " + a.name + place + a.type() +
       " to " + tile.type());
  Typed product =
      generic({{tile, {0, 2}}, {weight, {2, 1}}}, {fill(shape, "0.0"), {0, 1}},
              "ppr", [&](ArrayRef<std::string> x) { return multiplyAdd(x); });
  Typed done = map(shape, {{product, {0, 1}}},
                   [&](ArrayRef<std::string> x) { return activate(x[0]); });
  line("scf.forall.in_parallel {");
  line("  tensor.parallel_insert_slice " + done.name + " into " + shared.name +
       place + done.type() + " into " + a.type());
  line("}");
  line("}");
  pool.push_back(result);
}
