//===- KernelFrame.cpp - What every contraction kernel has ----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelFrame.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::amp;

/// Sets a parameter's attributes: buffers never overlap what is written.
static void setBufferAttributes(LLVM::LLVMFuncOp function, unsigned parameter,
                                bool isInput) {
  Builder b(function.getContext());
  function.setArgAttr(parameter, LLVM::LLVMDialect::getNoAliasAttrName(),
                      b.getUnitAttr());
  function.setArgAttr(parameter, LLVM::LLVMDialect::getAlignAttrName(),
                      b.getI64IntegerAttr(16));
  function.setArgAttr(parameter,
                      isInput ? LLVM::LLVMDialect::getReadonlyAttrName()
                              : LLVM::LLVMDialect::getWriteOnlyAttrName(),
                      b.getUnitAttr());
}

/// Blocks of a multiprocessor by configuration, nothing to leave it to ptxas.
/// wgmma's setmaxnreg starts from a count of registers that
/// must be known at entry. Small kernels get a number because ptxas otherwise
/// goes for more blocks and spills a register; large ones none, because with
/// one it moves so much out of loops that they spill.
static std::optional<int32_t> getBlocksPerProcessor(const GemmConfig &config,
                                                    int64_t threads) {
  constexpr int64_t kRegisters = 65536, kFewSums = 8;
  constexpr int64_t kDirect = 128, kSmallTile = 160;
  if (config.path == GemmPath::Wgmma)
    return 1;
  bool isDirect = config.path == GemmPath::Direct;
  if (!isDirect && config.tileM * config.tileN / threads > kFewSums)
    return std::nullopt;
  int64_t wanted = isDirect ? kDirect : kSmallTile;
  return std::max<int64_t>(kRegisters / (threads * wanted), 1);
}

void KernelFrame::open(func::FuncOp source) {
  MLIRContext *context = source.getContext();
  b.setInsertionPointAfter(source);
  std::string name = source.getSymName().str();
  gpuModule = gpu::GPUModuleOp::create(b, name + "_module");
  b.setInsertionPointToStart(gpuModule.getBody());
  // Dynamic shared memory: external, and aligned for the 128-byte swizzle. The
  // global of gpu.dynamic_shared_memory would be internal and one byte long.
  auto bytes = LLVM::LLVMArrayType::get(b.getI8Type(), 0);
  if (launch.shared > 0)
    shared = LLVM::GlobalOp::create(b, bytes, /*isConstant=*/false,
                                    LLVM::Linkage::External, name + "_shared",
                                    Attribute(), /*alignment=*/1024,
                                    /*addrSpace=*/3);
  unsigned inputs = source.getNumArguments();
  unsigned buffers = inputs + source.getNumResults();
  SmallVector<Type> types(buffers, LLVM::LLVMPointerType::get(context, 1));
  for (auto [parameter, type] : llvm::enumerate(source.getArgumentTypes()))
    if (!isa<RankedTensorType>(type))
      types[parameter] = getMemoryType(type);
  types.append(launch.tensorMaps.size(), LLVM::LLVMPointerType::get(context));
  function = LLVM::LLVMFuncOp::create(
      b, name,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context), types));
  auto set = [&](StringRef attribute, Attribute value) {
    function->setAttr(attribute, value);
  };
  set(NVVM::NVVMDialect::getKernelFuncAttrName(), b.getUnitAttr());
  set(gpu::GPUDialect::getKernelFuncAttrName(), b.getUnitAttr());
  set(NVVM::NVVMDialect::getReqntidAttrName(),
      b.getDenseI32ArrayAttr({int32_t(launch.block[0]),
                              int32_t(launch.block[1]),
                              int32_t(launch.block[2])}));
  std::optional<int32_t> blocks = launch.blocksPerProcessor;
  if (!blocks)
    blocks = getBlocksPerProcessor(config, launch.block[0]);
  if (blocks)
    set(NVVM::NVVMDialect::getMinctasmAttrName(), b.getI32IntegerAttr(*blocks));
  for (unsigned parameter = 0; parameter < buffers; ++parameter)
    if (isa<LLVM::LLVMPointerType>(types[parameter]))
      setBufferAttributes(function, parameter, parameter < inputs);
  auto mapType = LLVM::LLVMArrayType::get(b.getI64Type(), 16);
  for (unsigned parameter = buffers; parameter < types.size(); ++parameter) {
    function.setArgAttr(parameter, LLVM::LLVMDialect::getByValAttrName(),
                        TypeAttr::get(mapType));
    function.setArgAttr(parameter, NVVM::NVVMDialect::getGridConstantAttrName(),
                        b.getUnitAttr());
    function.setArgAttr(parameter, LLVM::LLVMDialect::getAlignAttrName(),
                        b.getI64IntegerAttr(64));
  }
  if (launch.cluster > 1)
    set(NVVM::NVVMDialect::getClusterDimAttrName(),
        b.getDenseI32ArrayAttr({int32_t(launch.cluster), 1, 1}));
  Block *entry = function.addEntryBlock(b);
  parameters.assign(entry->args_begin(), entry->args_end());
  b.setInsertionPointToStart(entry);
  for (BlockArgument argument : source.getArguments())
    if (!isa<RankedTensorType>(argument.getType()))
      scalars.emplace_back(argument,
                           fromMemory(b, argument.getType(),
                                      parameters[argument.getArgNumber()]));
}

void KernelFrame::join(const KernelFrame &other, ArrayRef<Value> given) {
  gpuModule = other.gpuModule;
  function = other.function;
  shared = other.shared;
  parameters.assign(given.begin(), given.end());
  b.restoreInsertionPoint(other.b.saveInsertionPoint());
}

static DictionaryAttr getLaunchAttribute(Builder &b, const Launch &launch) {
  SmallVector<Attribute> maps;
  for (const TensorMap &map : launch.tensorMaps)
    maps.push_back(b.getDictionaryAttr({
        b.getNamedAttr("buffer", b.getI64IntegerAttr(map.buffer)),
        b.getNamedAttr("type", TypeAttr::get(map.elementType)),
        b.getNamedAttr("dims", b.getDenseI64ArrayAttr(map.dims)),
        b.getNamedAttr("strides", b.getDenseI64ArrayAttr(map.strides)),
        b.getNamedAttr("box", b.getDenseI64ArrayAttr(map.box)),
        b.getNamedAttr("swizzle", b.getI64IntegerAttr(map.getSwizzle())),
    }));
  return b.getDictionaryAttr({
      b.getNamedAttr("grid", b.getDenseI64ArrayAttr(launch.grid)),
      b.getNamedAttr("block", b.getDenseI64ArrayAttr(launch.block)),
      b.getNamedAttr("cluster", b.getDenseI64ArrayAttr({launch.cluster, 1, 1})),
      b.getNamedAttr("shared", b.getI64IntegerAttr(launch.shared)),
      b.getNamedAttr("tensor_maps", b.getArrayAttr(maps)),
  });
}

gpu::GPUModuleOp KernelFrame::close() {
  LLVM::ReturnOp::create(b, ValueRange{});
  for (auto [argument, scalar] : scalars)
    argument.replaceUsesWithIf(scalar, [&](OpOperand &use) {
      return function->isProperAncestor(use.getOwner());
    });
  function->setAttr(kLaunchAttrName, getLaunchAttribute(b, launch));
  function->setAttr(kGemmConfigAttrName, config.toAttribute(b.getContext()));
  if (tensorCore)
    function->setAttr(kTensorCoreAttrName, tensorCore);
  return gpuModule;
}

Value KernelFrame::getShared() {
  return LLVM::AddressOfOp::create(
      b, LLVM::LLVMPointerType::get(b.getContext(), 3), shared.getSymName());
}

Value KernelFrame::getTile(int64_t tiles) {
  return splitTile(NVVM::BlockIdXOp::create(b, b.getI32Type()), tiles);
}

Value KernelFrame::splitTile(Value number, int64_t tiles) {
  if (contraction.getExtent(contraction.batch) == 1) {
    batch = b.c(0);
    return number;
  }
  batch = b.div(number, tiles);
  return b.rem(number, tiles);
}

Value KernelFrame::getBase(const Access &access) {
  Value offset =
      b.widePart(contraction.space, access.offset, contraction.batch, batch);
  return b.element(parameters[access.buffer], access.elementType, offset);
}
