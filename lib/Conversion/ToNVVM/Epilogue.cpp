//===- Epilogue.cpp - From accumulators to the kernel's results -----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Epilogue.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

/// More results than this of one op are not expected.
static constexpr unsigned kResultsPerNode = 16;

bool Epilogue::dependsOn(const LinearForm &form,
                         ArrayRef<unsigned> loops) const {
  return llvm::any_of(loops, [&](unsigned loop) {
    return form.coefs[loop] != 0 && contraction.space.getSize(loop) > 1;
  });
}

Epilogue::Epilogue(KernelFrame &frame)
    : frame(frame), b(frame.b), contraction(frame.contraction) {
  const ElementProgram &program = contraction.epilogue;
  order = program.getOrder();
  byRow.assign(program.size(), false);
  byColumn.assign(program.size(), false);
  for (unsigned number : order) {
    const ElementProgram::Node &node = program.getNode(number);
    auto use = [&](const LinearForm &form) {
      byRow[number] = byRow[number] || dependsOn(form, contraction.m);
      byColumn[number] = byColumn[number] || dependsOn(form, contraction.n);
    };
    for (const std::optional<ScalarRef> &ref : node.operands) {
      if (!ref)
        continue;
      byRow[number] = byRow[number] || byRow[ref->node];
      byColumn[number] = byColumn[number] || byColumn[ref->node];
    }
    llvm::for_each(node.loops, use);
    for (const Guard &guard : node.guards)
      use(guard.form);
    if (node.isRoot)
      byRow[number] = byColumn[number] = true;
    if (!node.access)
      continue;
    use(node.access->offset);
    for (const Guard &guard : node.access->guards)
      use(guard.form);
    bases[number] = frame.getBase(*node.access);
  }
  for (const KernelResult &result : contraction.results)
    resultBases.push_back(frame.getBase(result.access));
}

unsigned Epilogue::addRow(Value index, bool ragged) {
  Line line;
  int64_t extent = contraction.getExtent(contraction.m);
  line.index = index;
  if (ragged) {
    line.inside[0] = line.inside[1] = b.less(index, b.c(extent));
    line.index = b.min(index, b.c(extent - 1));
  }
  rows.push_back(std::move(line));
  return rows.size() - 1;
}

unsigned Epilogue::addColumns(Value index, bool ragged) {
  Line line;
  int64_t extent = contraction.getExtent(contraction.n);
  bool even = extent % 2 == 0;
  line.index = index;
  line.lanes = {index, b.add(index, 1)};
  if (ragged) {
    for (unsigned lane : {0u, 1u})
      line.inside[lane] = b.less(line.lanes[lane], b.c(extent));
    Value first = b.min(index, b.c(extent - (even ? 2 : 1)));
    Value second =
        even ? b.add(first, 1) : b.min(line.lanes[1], b.c(extent - 1));
    line.lanes = {first, second};
  }
  columnPairs.push_back(std::move(line));
  return columnPairs.size() - 1;
}

/// The value of a form without its batch part and constant, for each lane.
Epilogue::Lanes Epilogue::getOffset(const LinearForm &form, unsigned row,
                                    unsigned columns) {
  Lanes &atRow = rows[row].parts[&form];
  if (!atRow[0])
    atRow[0] = b.part(contraction.space, form, contraction.m, rows[row].index);
  Lanes &atColumn = columnPairs[columns].parts[&form];
  for (unsigned lane : {0u, 1u})
    if (!atColumn[lane])
      atColumn[lane] = b.part(contraction.space, form, contraction.n,
                              columnPairs[columns].lanes[lane]);
  return {b.add(atRow[0], atColumn[0]), b.add(atRow[0], atColumn[1])};
}

Epilogue::Lanes Epilogue::evaluate(const LinearForm &form, unsigned row,
                                   unsigned columns) {
  Lanes lanes = getOffset(form, row, columns);
  Value batch =
      b.part(contraction.space, form, contraction.batch, frame.getBatch());
  for (Value &lane : lanes)
    lane = b.add(b.add(lane, batch), form.constant);
  return lanes;
}

Epilogue::Lanes Epilogue::load(const Access &access, Value base, unsigned row,
                               unsigned columns) {
  Lanes offsets = getOffset(access.offset, row, columns);
  Lanes inside;
  for (const Guard &guard : access.guards) {
    Lanes values = evaluate(guard.form, row, columns);
    for (unsigned lane : {0u, 1u})
      inside[lane] =
          b.both(inside[lane], b.less(values[lane], b.c(guard.limit)));
  }
  Type type = access.elementType;
  if (access.guards.empty() &&
      getContiguousWidth(contraction.space, access.offset, {}, contraction.n,
                         2) == 2) {
    Value pair = b.load(b.element(base, type, offsets[0]), type, 2);
    return {b.extract(pair, 0), b.extract(pair, 1)};
  }
  Lanes loaded;
  for (unsigned lane : {0u, 1u}) {
    if (lane == 1 && offsets[0] == offsets[1] && !inside[1]) {
      loaded[1] = loaded[0];
      break;
    }
    // What is not inside reads the buffer's start: `base` may lie before it.
    Value pointer = b.element(base, type, offsets[lane]);
    if (inside[lane])
      pointer =
          b.select(inside[lane], pointer, frame.parameters[access.buffer]);
    loaded[lane] = b.load(pointer, type, 1);
    if (inside[lane])
      loaded[lane] =
          b.select(inside[lane], loaded[lane],
                   arith::ConstantOp::create(b, b.getZeroAttr(type)));
  }
  return loaded;
}

llvm::DenseMap<unsigned, Epilogue::Lanes> *
Epilogue::getCache(unsigned node, unsigned row, unsigned columns) {
  if (byRow[node])
    return byColumn[node] ? nullptr : &rows[row].scalars;
  return byColumn[node] ? &columnPairs[columns].scalars : &uniform;
}

static Value addInit(KernelBuilder &b, Value sum, Value init) {
  if (!isa<FloatType>(sum.getType()))
    return arith::AddIOp::create(b, sum, init);
  return arith::AddFOp::create(b, sum, b.castFloat(init, sum.getType()));
}

Epilogue::Lanes Epilogue::finishSum(Lanes sum, Type type, GetLanes get) {
  if (contraction.init) {
    Lanes init = get(*contraction.init);
    for (unsigned lane : {0u, 1u})
      sum[lane] = addInit(b, sum[lane], init[lane]);
  }
  return {b.castFloat(sum[0], type), b.castFloat(sum[1], type)};
}

Epilogue::Lanes Epilogue::guard(Lanes value, ArrayRef<Guard> guards,
                                unsigned row, unsigned columns) {
  for (const Guard &guard : guards) {
    Lanes at = evaluate(guard.form, row, columns);
    for (unsigned lane : {0u, 1u})
      value[lane] = b.select(
          b.less(at[lane], b.c(guard.limit)), value[lane],
          arith::ConstantOp::create(b, b.getZeroAttr(value[lane].getType())));
  }
  return value;
}

SmallVector<Epilogue::Lanes> Epilogue::computeOp(unsigned number, unsigned row,
                                                 unsigned columns,
                                                 GetLanes get) {
  const ElementProgram::Node &node = contraction.epilogue.getNode(number);
  SmallVector<Lanes> results(node.op->getNumResults());
  for (unsigned lane : {0u, 1u}) {
    SmallVector<Value> operands;
    for (const std::optional<ScalarRef> &ref : node.operands)
      operands.push_back(ref ? get(*ref)[lane] : Value());
    auto index = [&](const LinearForm &form) -> Value {
      return arith::IndexCastUIOp::create(b, b.getIndexType(),
                                          evaluate(form, row, columns)[lane]);
    };
    SmallVector<Value> values;
    if (lane == 1 && !byColumn[number])
      for (Lanes &result : results)
        values.push_back(result[0]);
    else
      values = ElementProgram::emitNode(b, node, operands, index);
    for (auto [result, value] : llvm::zip_equal(results, values))
      result[lane] = value;
  }
  return results;
}

SmallVector<Epilogue::Lanes>
Epilogue::computeNode(unsigned number, unsigned row, unsigned columns,
                      const Lanes &accumulators, GetLanes get) {
  const ElementProgram::Node &node = contraction.epilogue.getNode(number);
  if (node.isRoot)
    return {finishSum(accumulators, getElementTypeOrSelf(node.value.getType()),
                      get)};
  if (node.access)
    return {load(*node.access, bases[number], row, columns)};
  if (!node.op)
    return {guard(get(*node.operands.front()), node.guards, row, columns)};
  return computeOp(number, row, columns, get);
}

SmallVector<Epilogue::Lanes> Epilogue::compute(unsigned row, unsigned columns,
                                               Lanes accumulators) {
  llvm::DenseMap<unsigned, Lanes> scalars;
  auto get = [&](const ScalarRef &ref) {
    return scalars.lookup(ref.node * kResultsPerNode + ref.index);
  };
  for (unsigned number : order) {
    llvm::DenseMap<unsigned, Lanes> *cache = getCache(number, row, columns);
    unsigned key = number * kResultsPerNode;
    if (cache && cache->count(key)) {
      Operation *op = contraction.epilogue.getNode(number).op;
      unsigned count = op ? op->getNumResults() : 1;
      for (unsigned result = 0; result < count; ++result)
        scalars[key + result] = cache->lookup(key + result);
      continue;
    }
    for (auto [result, lanes] : llvm::enumerate(
             computeNode(number, row, columns, accumulators, get))) {
      scalars[key + result] = lanes;
      if (cache)
        (*cache)[key + result] = lanes;
    }
  }
  return llvm::map_to_vector(
      contraction.results,
      [&](const KernelResult &result) { return get(result.element); });
}

/// Two roundings as one instruction. ptxas moves a rounding of one accumulator
/// up between wgmma and then runs all wgmma one by one (warning C7514); pairs
/// it leaves alone. LLVM would split a vector operation again: hence inline
/// PTX.
Epilogue::Lanes Epilogue::roundTogether(const Lanes &value) {
  auto first = value[0].getDefiningOp<arith::TruncFOp>();
  auto second = value[1].getDefiningOp<arith::TruncFOp>();
  if (frame.config.path != GemmPath::Wgmma || !first || !second ||
      !first.getIn().getType().isF32() ||
      first.getType().getIntOrFloatBitWidth() != 16)
    return value;
  Type type = first.getType();
  Type i16 = b.getIntegerType(16), i32 = b.getI32Type();
  StringRef text = type.isF16() ? "cvt.rn.f16x2.f32 $0, $2, $1;"
                                : "cvt.rn.bf16x2.f32 $0, $2, $1;";
  Value pair = LLVM::InlineAsmOp::create(
                   b, i32, ValueRange{first.getIn(), second.getIn()}, text,
                   "=r,f,f", /*has_side_effects=*/false,
                   /*is_align_stack=*/false, LLVM::TailCallKind::None,
                   LLVM::AsmDialectAttr(), ArrayAttr())
                   .getRes();
  Value high = b.createOrFold<arith::ShRUIOp>(pair, b.c(16));
  Lanes lanes;
  for (auto [lane, bits] : llvm::zip_equal(lanes, Lanes{pair, high}))
    lane = arith::BitcastOp::create(b, type,
                                    arith::TruncIOp::create(b, i16, bits));
  return lanes;
}

void Epilogue::store(unsigned row, unsigned columns, ArrayRef<Lanes> results) {
  for (auto [number, result] : llvm::enumerate(contraction.results)) {
    const Access &access = result.access;
    Lanes offsets = getOffset(access.offset, row, columns);
    Value base = resultBases[number];
    const Lanes &value = results[number];
    const Lanes &insideColumn = columnPairs[columns].inside;
    Value insideRow = rows[row].inside[0];
    if (getContiguousWidth(contraction.space, access.offset, {}, contraction.n,
                           2) == 2) {
      Value pair = b.makeVector({value[0], value[1]});
      b.guarded(b.both(insideRow, insideColumn[0]), [&] {
        b.store(b.element(base, access.elementType, offsets[0]), pair);
      });
      continue;
    }
    Lanes scalars = roundTogether(value);
    for (unsigned lane : {0u, 1u})
      b.guarded(b.both(insideRow, insideColumn[lane]), [&] {
        b.store(b.element(base, access.elementType, offsets[lane]),
                scalars[lane]);
      });
  }
}
