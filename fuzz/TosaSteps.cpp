//===- TosaSteps.cpp - Random TOSA ops ------------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleGenerator.h"

using namespace mlir::amp::fuzz;
using llvm::Twine;

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
  std::string zero = fresh(), weight = fresh(), bias = fresh(), grow = fresh(),
              shrink = fresh(), reshaped = fresh(), result = fresh();
  std::string weightType = tensorType({4, 1, 1, a.shape[2]}, "f32");
  line(zero + " = \"tosa.const\"() {values = dense<0.0> : tensor<1xf32>} : () "
              "-> tensor<1xf32>");
  line(weight + " = \"tosa.const\"() {values = dense<0.1> : " + weightType +
       "} : () -> " + weightType);
  line(bias + " = \"tosa.const\"() {values = dense<0.5> : tensor<4xf32>} : () "
              "-> tensor<4xf32>");
  line(grow + " = tosa.const_shape {values = dense<[1, " + Twine(image[1]) +
       ", " + Twine(image[2]) + ", " + Twine(image[3]) +
       "]> : tensor<4xindex>} : () -> !tosa.shape<4>");
  line(reshaped + " = tosa.reshape " + a.name + ", " + grow + " : (" +
       a.type() + ", !tosa.shape<4>) -> " + tensorType(image, "f32"));
  line(result + " = tosa.conv2d " + reshaped + ", " + weight + ", " + bias +
       ", " + zero + ", " + zero +
       " {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: "
       "1, 1>, dilation = array<i64: 1, 1>} : (" +
       tensorType(image, "f32") + ", " + weightType +
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

void ModuleGenerator::tosaStep() {
  const Typed *found = findFloat(3);
  if (!found)
    return;
  Typed a = *found;
  std::string type = a.type();
  switch (random.below(7)) {
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
    if (!match)
      return;
    Typed b = *match;
    std::string zero = fresh();
    line(zero + " = \"tosa.const\"() {values = dense<0.0> : tensor<1xf32>} : "
                "() -> tensor<1xf32>");
    Shape shape = {a.shape[0], a.shape[1], b.shape[2]};
    define(shape, "f32",
           "tosa.matmul " + a.name + ", " + b.name + ", " + zero + ", " + zero +
               " : (" + type + ", " + b.type() +
               ", tensor<1xf32>, tensor<1xf32>) -> " +
               tensorType(shape, "f32"));
    return;
  }
  default: {
    const Typed *match =
        find([&](const Typed &value) { return value.shape == a.shape; });
    Typed b = *match;
    std::string types = " : (" + type + ", " + type;
    if (random.oneIn(3)) {
      std::string shift = fresh();
      line(shift + " = \"tosa.const\"() {values = dense<0> : tensor<1xi8>} : "
                   "() -> tensor<1xi8>");
      define(a.shape, "f32",
             "tosa.mul " + a.name + ", " + b.name + ", " + shift + types +
                 ", tensor<1xi8>) -> " + type);
      return;
    }
    static const std::vector<std::string> names = {"add", "sub", "maximum",
                                                   "pow"};
    define(a.shape, "f32",
           "tosa." + random.pick(names) + " " + a.name + ", " + b.name + types +
               ") -> " + type);
  }
  }
}
