//===- KernelSteps.cpp - Random products, convolutions and norms ----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelGenerator.h"
#include <numeric>

using namespace mlir::amp::fuzz;
using llvm::ArrayRef;
using llvm::Twine;

/// Extents that tiles and copies divide, and that they do not.
static const std::vector<int64_t> extents = {1, 3, 8, 16, 20, 24, 32, 40, 64};

static int64_t count(const Shape &shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t(1),
                         std::multiplies<>());
}

/// The loops 0 to `rank` - 1.
static std::vector<unsigned> identity(unsigned rank) {
  std::vector<unsigned> loops(rank);
  std::iota(loops.begin(), loops.end(), 0);
  return loops;
}

const Typed *KernelGenerator::findSmall(unsigned rank) {
  return find([&](const Typed &value) {
    return value.shape.size() == rank && count(value.shape) * 8 <= kMostWork;
  });
}

void KernelGenerator::product() {
  const Typed *found = findSmall(2);
  if (!found)
    return;
  Typed a = *found;
  bool turned = random.oneIn(5);
  int64_t rows = a.shape[turned], depth = a.shape[!turned];
  int64_t columns = random.pick(extents);
  if (rows * depth * columns > kMostWork)
    columns = 8;
  bool weightTurned = random.oneIn(2);
  Typed b =
      argument(weightTurned ? Shape{columns, depth} : Shape{depth, columns});
  // Transposes of their own, or maps that read so.
  if (weightTurned && random.oneIn(2)) {
    b = transpose(b, {1, 0});
    weightTurned = false;
  }
  Shape shape = {rows, columns};
  const Typed *same =
      find([&](const Typed &value) { return value.shape == shape; });
  Typed init = same && random.oneIn(3) ? *same : fill(shape, "0.0");
  using Loops = std::vector<unsigned>;
  Typed result =
      generic({{a, turned ? Loops{2, 0} : Loops{0, 2}},
               {b, weightTurned ? Loops{1, 2} : Loops{2, 1}}},
              {init, {0, 1}}, "ppr", [&](ArrayRef<std::string> x) {
                std::string product =
                    scalarOp("arith.mulf " + x[0] + ", " + x[1]);
                return scalarOp("arith.addf " + x[2] + ", " + product);
              });
  pool.push_back(result);
}

void KernelGenerator::batchProduct() {
  const Typed *found = findSmall(3);
  if (!found)
    return;
  Typed a = *found;
  int64_t columns = random.pick(extents);
  if (count(a.shape) * columns > kMostWork)
    columns = 8;
  bool shared = random.oneIn(2);
  Shape weight = shared ? Shape{a.shape[2], columns}
                        : Shape{a.shape[0], a.shape[2], columns};
  Typed b = argument(weight);
  Shape shape = {a.shape[0], a.shape[1], columns};
  Typed init = fill(shape, "0.0");
  if (!shared && random.oneIn(2)) {
    pool.push_back(named("linalg.batch_matmul", {a, b}, init));
    return;
  }
  using Loops = std::vector<unsigned>;
  pool.push_back(
      generic({{a, {0, 1, 3}}, {b, shared ? Loops{3, 2} : Loops{0, 3, 2}}},
              {init, {0, 1, 2}}, "pppr",
              [&](ArrayRef<std::string> x) { return multiplyAdd(x); }));
}

void KernelGenerator::matrixVector() {
  const Typed *found =
      find([](const Typed &value) { return value.shape.size() == 2; });
  if (!found)
    return;
  Typed a = *found;
  bool left = random.oneIn(2);
  Typed b = argument({a.shape[!left]});
  Typed init = fill({a.shape[left]}, "0.0");
  pool.push_back(left ? named("linalg.vecmat", {b, a}, init)
                      : named("linalg.matvec", {a, b}, init));
}

/// A bias, an activation and a residual, or some of them.
void KernelGenerator::epilogue() {
  Typed a = random.oneIn(2) ? pool.back() : random.pick(pool);
  unsigned rank = a.shape.size();
  std::vector<Access> inputs = {{a, identity(rank)}};
  if (rank > 0 && random.oneIn(2)) {
    unsigned dim = rank == 4 && random.oneIn(2) ? 1 : rank - 1;
    inputs.push_back({argument({a.shape[dim]}), {dim}});
  }
  const Typed *other =
      find([&](const Typed &value) { return value.shape == a.shape; });
  if (other && random.oneIn(2))
    inputs.push_back({*other, identity(rank)});
  bool active = random.below(4) != 0;
  pool.push_back(map(a.shape, inputs, [&](ArrayRef<std::string> x) {
    std::string value = x[0];
    if (active)
      value = activate(value);
    for (size_t i = 1; i + 1 < x.size(); ++i)
      value = scalarOp((i == 2 ? "arith.mulf " : "arith.addf ") + value + ", " +
                       x[i]);
    return value == x[0] ? scalarOp("arith.addf " + x[0] + ", " + x[0]) : value;
  }));
}

/// A loop of the host that walks over a schedule: a product of what it carries
/// is scaled by a number that the host reads, and added.
void KernelGenerator::recurrence() {
  const Typed *found = findSmall(random.oneIn(3) ? 3 : 2);
  if (!found)
    return;
  Typed first = *found;
  int64_t depth = first.shape.back(), steps = 1 + random.below(3);
  // More than a network has layers, now and then.
  if (random.oneIn(4) && count(first.shape) * 130 <= kMostWork)
    steps = 130;
  bool multiplies = first.shape.size() == 2 &&
                    count(first.shape) * depth * steps <= kMostWork;
  Typed schedule = argument({steps});
  Typed weight = multiplies ? argument({depth, depth}) : schedule;
  std::string at = fresh(), zero = fresh(), one = fresh(), end = fresh();
  line(zero + " = arith.constant 0 : index");
  line(one + " = arith.constant 1 : index");
  line(end + " = arith.constant " + std::to_string(steps) + " : index");
  Typed result{fresh(), first.shape, "f32"};
  Typed carried{fresh(), first.shape, "f32"};
  line(result.name + " = scf.for " + at + " = " + zero + " to " + end +
       " step " + one + " iter_args(" + carried.name + " = " + first.name +
       ") -> (" + first.type() + ") {");
  std::string scale = fresh();
  line(scale + " = tensor.extract " + schedule.name + "[" + at +
       "] : " + schedule.type());
  Typed moved = carried;
  if (multiplies)
    moved = generic({{carried, {0, 2}}, {weight, {2, 1}}},
                    {fill(carried.shape, "0.0"), {0, 1}}, "ppr",
                    [&](ArrayRef<std::string> x) { return multiplyAdd(x); });
  std::vector<unsigned> loops = identity(first.shape.size());
  bool adds = random.oneIn(2);
  Typed next = map(
      first.shape, {{moved, loops}, {carried, loops}},
      [&](ArrayRef<std::string> x) {
        std::string scaled =
            scalarOp("arith.mulf " + activate(x[0]) + ", " + scale);
        return adds ? scalarOp("arith.addf " + scaled + ", " + x[1]) : scaled;
      });
  line("scf.yield " + next.name + " : " + next.type());
  line("}");
  pool.push_back(result);
}

void KernelGenerator::convolution() {
  const Typed *found = findSmall(4);
  if (!found)
    return;
  Typed a = *found;
  bool last = a.shape[3] < a.shape[1] || random.oneIn(3);
  unsigned height = last ? 1 : 2, channel = last ? 3 : 1;
  int64_t stride = 1 + random.oneIn(3), dilation = 1 + random.oneIn(5);
  int64_t window[2] = {random.oneIn(3) ? 1 : 3, 0};
  window[1] = random.oneIn(4) ? 4 - window[0] : window[0];
  Shape around(4, 0);
  bool framed = random.below(3) != 0;
  for (unsigned i : {0, 1})
    around[height + i] = framed && window[i] > 1 ? dilation : 0;
  if (around[height] + around[height + 1] > 0)
    a = padded(a, around, around);
  Shape shape = a.shape;
  for (unsigned i : {0, 1}) {
    int64_t left = a.shape[height + i] - (window[i] - 1) * dilation;
    if (left < 1)
      return;
    shape[height + i] = (left - 1) / stride + 1;
  }
  int64_t channels = random.pick(extents), depth = a.shape[channel];
  shape[channel] = 1;
  if (count(shape) * window[0] * window[1] * depth * channels > kMostWork)
    channels = 8;
  shape[channel] = channels;
  Typed filter = argument(last ? Shape{window[0], window[1], depth, channels}
                               : Shape{channels, depth, window[0], window[1]});
  Typed init = fill(shape, "0.0");
  std::string pair = "> : tensor<2xi64>";
  pool.push_back(named(
      Twine(last ? "linalg.conv_2d_nhwc_hwcf" : "linalg.conv_2d_nchw_fchw") +
          " {dilations = dense<" + std::to_string(dilation) + pair +
          ", strides = dense<" + std::to_string(stride) + pair + "}",
      {a, filter}, init));
}

/// Depthwise, or in groups with the groups as a dim.
void KernelGenerator::groupedConvolution() {
  const Typed *found = find([](const Typed &value) {
    return value.shape.size() == 4 && value.shape[2] >= 3 &&
           value.shape[1] >= 3;
  });
  if (!found)
    return;
  Typed a = *found;
  bool last = a.shape[3] < 3 || random.oneIn(2);
  int64_t stride = 1 + random.oneIn(3);
  unsigned height = last ? 1 : 2;
  if (a.shape[height + 1] < 3)
    return;
  Shape shape = a.shape;
  for (unsigned dim : {height, height + 1})
    shape[dim] = (a.shape[dim] - 3) / stride + 1;
  std::string window = " {dilations = dense<1> : tensor<2xi64>, strides = "
                       "dense<" +
                       std::to_string(stride) + "> : tensor<2xi64>}";
  int64_t channels = a.shape[last ? 3 : 1];
  if (!last && channels % 2 == 0 && random.oneIn(2)) {
    std::string rest =
        std::to_string(a.shape[0]) + ", 2, " + std::to_string(channels / 2) +
        ", " + std::to_string(a.shape[2]) + ", " + std::to_string(a.shape[3]);
    Shape wide = {a.shape[0], 2, channels / 2, a.shape[2], a.shape[3]};
    Typed split = define(wide, "tensor.expand_shape " + a.name +
                                   " [[0], [1, 2], [3], [4]] output_shape [" +
                                   rest + "] : " + a.type() + " into " +
                                   tensorType(wide, "f32"));
    Typed filter = argument({2, 8, channels / 2, 3, 3});
    Shape out = {a.shape[0], 2, 8, shape[2], shape[3]};
    Typed init = fill(out, "0.0");
    Typed result =
        named("linalg.conv_2d_ngchw_gfchw" + window, {split, filter}, init);
    shape[1] = 16;
    pool.push_back(
        define(shape, "tensor.collapse_shape " + result.name +
                          " [[0], [1, 2], [3], [4]] : " + result.type() +
                          " into " + tensorType(shape, "f32")));
    return;
  }
  Typed filter = argument(last ? Shape{3, 3, channels} : Shape{channels, 3, 3});
  Typed init = fill(shape, "0.0");
  pool.push_back(named(Twine(last ? "linalg.depthwise_conv_2d_nhwc_hwc"
                                  : "linalg.depthwise_conv_2d_nchw_chw") +
                           window,
                       {a, filter}, init));
}

void KernelGenerator::pooling() {
  const Typed *found = find([](const Typed &value) {
    return value.shape.size() == 4 && value.shape[1] >= 3 &&
           value.shape[2] >= 3 && value.shape[3] >= 3;
  });
  if (!found)
    return;
  Typed a = *found;
  bool last = random.oneIn(2), greatest = random.oneIn(2);
  int64_t window = 2 + random.oneIn(2), stride = 1 + random.oneIn(2);
  Shape shape = a.shape;
  for (unsigned dim : {last ? 1u : 2u, last ? 2u : 3u})
    shape[dim] = (a.shape[dim] - window) / stride + 1;
  Typed of = define({window, window},
                    "tensor.empty() : " + tensorType({window, window}, "f32"));
  Typed init = fill(shape, greatest ? "0xFF800000" : "0.0");
  pool.push_back(
      named(Twine("linalg.pooling_") + (last ? "nhwc_" : "nchw_") +
                (greatest ? "max" : "sum") +
                " {dilations = dense<1> : tensor<2xi64>, strides = dense<" +
                std::to_string(stride) + "> : tensor<2xi64>}",
            {a, of}, init));
}

/// Over the last dim, or over the pixels of each channel.
void KernelGenerator::norm() {
  const Typed *found = find([](const Typed &value) {
    return value.shape.size() >= 2 && value.shape.back() >= 3;
  });
  if (!found)
    return;
  Typed a = *found;
  unsigned rank = a.shape.size();
  std::vector<unsigned> over = {rank - 1}, kept = identity(rank - 1);
  if (rank == 4 && random.oneIn(2)) {
    bool first = random.oneIn(2);
    over = first ? std::vector<unsigned>{2, 3} : std::vector<unsigned>{1, 2};
    kept = first ? std::vector<unsigned>{0, 1} : std::vector<unsigned>{0, 3};
  }
  int64_t size = 1;
  for (unsigned dim : over)
    size *= a.shape[dim];
  std::string share = std::to_string(1.0 / size);
  Typed sum = reduce(a, over, "addf");
  Typed mean = map(sum.shape, Access{sum, identity(kept.size())},
                   [&](ArrayRef<std::string> x) {
                     return scalarOp("arith.mulf " + x[0] + ", " +
                                     scalarConstant(share));
                   });
  Access means{mean, kept};
  Typed centred =
      map(a.shape, {{a, identity(rank)}, means}, [&](ArrayRef<std::string> x) {
        return scalarOp("arith.subf " + x[0] + ", " + x[1]);
      });
  Typed squares = map(a.shape, Access{centred, identity(rank)},
                      [&](ArrayRef<std::string> x) {
                        return scalarOp("arith.mulf " + x[0] + ", " + x[0]);
                      });
  Typed total = reduce(squares, over, "addf");
  Typed scale = map(total.shape, Access{total, identity(kept.size())},
                    [&](ArrayRef<std::string> x) {
                      std::string variance = scalarOp(
                          "arith.mulf " + x[0] + ", " + scalarConstant(share));
                      return scalarOp("math.rsqrt " +
                                      scalarOp("arith.addf " + variance + ", " +
                                               scalarConstant("1.0e-2")));
                    });
  unsigned channel = kept.size() == 2 && rank == 4 ? kept[1] : rank - 1;
  Typed gain = argument({a.shape[channel]});
  pool.push_back(map(
      a.shape, {{centred, identity(rank)}, {scale, kept}, {gain, {channel}}},
      [&](ArrayRef<std::string> x) {
        std::string unit = scalarOp("arith.mulf " + x[0] + ", " + x[1]);
        return scalarOp("arith.mulf " + unit + ", " + x[2]);
      }));
}

void KernelGenerator::softmax() {
  const Typed *found = find([](const Typed &value) {
    return value.shape.size() >= 2 && value.shape.size() <= 3;
  });
  if (!found)
    return;
  Typed a = *found;
  Typed init = define(a.shape, "tensor.empty() : " + a.type());
  unsigned dim = random.below(4) ? a.shape.size() - 1 : 0;
  pool.push_back(
      named("linalg.softmax dimension(" + Twine(dim) + ")", a, init));
}

/// Two heads over the rows of a matrix, with products in the order of
/// importers: heads beside rows, turned by transposes.
void KernelGenerator::attention() {
  const Typed *found = find([](const Typed &value) {
    return value.shape.size() == 2 && value.shape[0] <= 64 &&
           value.shape[1] % 2 == 0 &&
           value.shape[0] * value.shape[0] * value.shape[1] <= kMostWork;
  });
  if (!found)
    return;
  Typed a = *found;
  int64_t rows = a.shape[0], width = a.shape[1] / 2;
  Shape heads = {rows, 2, width};
  auto split = [&](const Typed &value) {
    return define(heads, "tensor.expand_shape " + value.name +
                             " [[0], [1, 2]] output_shape [" +
                             std::to_string(rows) + ", 2, " +
                             std::to_string(width) + "] : " + value.type() +
                             " into " + tensorType(heads, "f32"));
  };
  const Typed *other =
      find([&](const Typed &value) { return value.shape == a.shape; });
  Typed query = transpose(split(a), {1, 0, 2}),
        key = transpose(split(*other), {1, 2, 0}),
        values = transpose(split(argument(a.shape)), {1, 0, 2});
  auto multiply = [&](const Typed &x, const Typed &y) {
    Shape shape = {2, x.shape[1], y.shape[2]};
    Typed init = fill(shape, "0.0");
    return named("linalg.batch_matmul", {x, y}, init);
  };
  Typed scores = multiply(query, key);
  Typed scaled = map(
      scores.shape, Access{scores, identity(3)}, [&](ArrayRef<std::string> x) {
        return scalarOp("arith.mulf " + x[0] + ", " + scalarConstant("0.25"));
      });
  Typed init = define(scores.shape, "tensor.empty() : " + scores.type());
  Typed shares = named("linalg.softmax dimension(2)", scaled, init);
  Typed mixed = transpose(multiply(shares, values), {1, 0, 2});
  pool.push_back(define(a.shape, "tensor.collapse_shape " + mixed.name +
                                     " [[0], [1, 2]] : " + mixed.type() +
                                     " into " + a.type()));
}
