//===- Program.cpp - Tables of a compiled CUDA model ----------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "AmpDialect/Conversion/ToNVVM/ContractionKernel.h"
#include "AmpDialect/Conversion/ToNVVM/MemoryType.h"
#include "Evaluator.h"
#include "KernelImages.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

/// CUtensorMapDataType, from cuda.h.
static std::optional<int64_t> getTensorMapType(Type type) {
  if (type.isInteger(8) || isFloat8(type))
    return 0;
  if (type.isF16())
    return 6;
  if (type.isF32())
    return 7;
  if (type.isF64())
    return 8;
  if (type.isBF16())
    return 9;
  return std::nullopt;
}

namespace {

class ProgramWriter {
public:
  ProgramWriter(ModuleOp module, const Program &program,
                const ToNVVMOptions &options, ArrayRef<KernelTable> tables)
      : module(module), program(program), options(options), tables(tables),
        builder(module.getLoc(), module.getContext()) {
    builder.setInsertionPointToEnd(module.getBody());
  }
  LogicalResult run();

private:
  void addString(StringRef text);
  void addArray(DictionaryAttr launch, StringRef name, unsigned count);
  LogicalResult addLaunch(DictionaryAttr launch);
  void addSites();
  void addPlace(const Argument &argument);
  LogicalResult writeConstant(ElementsAttr elements, StringRef name);
  void writePointers(StringRef name, ArrayRef<std::string> targets);
  void writeBytes(StringRef name, StringRef bytes, LLVM::Linkage linkage);

  ModuleOp module;
  const Program &program;
  const ToNVVMOptions &options;
  ArrayRef<KernelTable> tables;
  ImplicitLocOpBuilder builder;
  SmallVector<int64_t> words;
  std::string strings;
  llvm::StringMap<int64_t> stringPlaces;
};

void ProgramWriter::addString(StringRef text) {
  auto [entry, isNew] = stringPlaces.try_emplace(text, strings.size());
  if (isNew)
    strings.append(text.str()).push_back('\0');
  words.push_back(entry->second);
}

void ProgramWriter::addArray(DictionaryAttr launch, StringRef name,
                             unsigned count) {
  auto array = launch.getAs<DenseI64ArrayAttr>(name);
  for (unsigned i = 0; i != count; ++i)
    words.push_back(array && i < array.size() ? array[i] : 1);
}

LogicalResult ProgramWriter::addLaunch(DictionaryAttr launch) {
  for (StringRef name : {"grid", "block", "cluster"})
    addArray(launch, name, 3);
  auto shared = launch.getAs<IntegerAttr>("shared");
  words.push_back(shared ? shared.getInt() : 0);
  auto maps = launch.getAs<ArrayAttr>("tensor_maps");
  words.push_back(maps ? maps.size() : 0);
  if (!maps)
    return success();
  for (auto map : maps.getAsRange<DictionaryAttr>()) {
    auto type = map.getAs<TypeAttr>("type");
    auto dims = map.getAs<DenseI64ArrayAttr>("dims");
    auto number = type ? getTensorMapType(type.getValue()) : std::nullopt;
    if (!number || !dims)
      return emitError(module.getLoc(),
                       "tensor map without a known type or dims");
    words.push_back(map.getAs<IntegerAttr>("buffer").getInt());
    words.push_back(*number);
    words.push_back(dims.size());
    addArray(map, "dims", dims.size());
    addArray(map, "strides", dims.size() - 1);
    addArray(map, "box", dims.size());
    auto swizzle = map.getAs<IntegerAttr>("swizzle");
    words.push_back(swizzle ? swizzle.getInt() : 0);
  }
  return success();
}

void ProgramWriter::addPlace(const Argument &argument) {
  if (argument.buffer < 0) {
    words.push_back(AmpCudaScalar);
    words.push_back(argument.scalar);
    return;
  }
  const Buffer &buffer = program.buffers[argument.buffer];
  words.push_back(buffer.space);
  words.push_back(buffer.place);
}

void ProgramWriter::addSites() {
  words.push_back(program.sites.size());
  for (const Site &site : program.sites) {
    words.push_back(site.kind);
    addString(site.location);
    if (site.kind == AmpCudaLaunch) {
      words.push_back(site.kernel);
      words.push_back(site.arguments.size());
    }
    for (const Argument &argument : site.arguments)
      addPlace(argument);
    if (site.kind != AmpCudaLaunch) {
      words.push_back(site.bytes);
      continue;
    }
    words.push_back(site.inputs.size());
    llvm::append_range(words, site.inputs);
  }
}

/// A constant's elements as they lie in device memory.
LogicalResult ProgramWriter::writeConstant(ElementsAttr elements,
                                           StringRef name) {
  Type element = elements.getElementType(), memory = getMemoryType(element);
  auto flat = RankedTensorType::get({elements.getNumElements()}, memory);
  // 8-bit floats are bytes, integers with a sign those without.
  bool sameBits = element.isIntOrFloat() && element.getIntOrFloatBitWidth() ==
                                                memory.getIntOrFloatBitWidth();
  Attribute value;
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(elements)) {
    if (sameBits)
      value = DenseResourceElementsAttr::get(flat, resource.getRawHandle());
  } else if (auto dense = dyn_cast<DenseElementsAttr>(elements)) {
    if (sameBits)
      value = dense.reshape(flat.clone(element)).bitcast(memory);
    else
      value = DenseElementsAttr::get(
          flat, llvm::map_to_vector(dense.getValues<APInt>(), [&](APInt bits) {
            return bits.zext(memory.getIntOrFloatBitWidth());
          }));
  }
  if (!value)
    return emitError(module.getLoc(),
                     "cannot go to the GPU: a constant of type ")
           << elements.getType() << " is stored in an unknown way";
  LLVM::GlobalOp::create(
      builder, LLVM::LLVMArrayType::get(memory, flat.getNumElements()),
      /*isConstant=*/true, LLVM::Linkage::Internal, name, value,
      /*alignment=*/16);
  return success();
}

void ProgramWriter::writeBytes(StringRef name, StringRef bytes,
                               LLVM::Linkage linkage) {
  LLVM::GlobalOp::create(
      builder, LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size()),
      /*isConstant=*/true, linkage, name, builder.getStringAttr(bytes),
      /*alignment=*/16);
}

/// A global array of pointers to other globals; one null where there is none.
void ProgramWriter::writePointers(StringRef name,
                                  ArrayRef<std::string> targets) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto type =
      LLVM::LLVMArrayType::get(pointer, std::max<size_t>(targets.size(), 1));
  auto global =
      LLVM::GlobalOp::create(builder, type, /*isConstant=*/true,
                             LLVM::Linkage::External, name, Attribute());
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&global.getInitializerRegion());
  Value table = LLVM::ZeroOp::create(builder, type);
  for (auto [number, target] : llvm::enumerate(targets)) {
    Value address = LLVM::AddressOfOp::create(builder, pointer, target);
    table = LLVM::InsertValueOp::create(builder, table, address,
                                        static_cast<int64_t>(number));
  }
  LLVM::ReturnOp::create(builder, table);
}

LogicalResult ProgramWriter::run() {
  words.assign(
      {kAmpCudaMagic, kAmpCudaVersion, program.arenaBytes, program.maxScalars});
  words.push_back(program.constants.size());
  SmallVector<std::string> names;
  for (auto [number, elements] : llvm::enumerate(program.constants)) {
    words.push_back(elements.getNumElements() *
                    getMemoryBytes(elements.getElementType()));
    names.push_back(("amp_cuda_constant_" + Twine(number)).str());
    if (failed(writeConstant(elements, names.back())))
      return failure();
  }
  writePointers("amp_cuda_constants", names);
  names.clear();
  auto binary = module.lookupSymbol<gpu::BinaryOp>("amp_kernels");
  words.push_back(options.chips.size());
  for (auto [number, chip] : llvm::enumerate(options.chips)) {
    addString(chip);
    auto object = cast<gpu::ObjectAttr>(binary.getObjects()[number]);
    words.push_back(object.getObject().getValue().size());
    if (!options.embed)
      continue;
    names.push_back(("amp_cuda_image_" + Twine(number)).str());
    writeBytes(names.back(), object.getObject().getValue(),
               LLVM::Linkage::Internal);
  }
  if (options.embed) {
    writePointers("amp_cuda_images", names);
    binary.erase();
  }
  words.push_back(program.kernels.size());
  for (const auto &kernel : program.kernels) {
    addString(kernel.first);
    for (const KernelTable &table : tables)
      if (failed(addLaunch(table.launches.lookup(kernel.first))))
        return failure();
  }
  addSites();
  LLVM::GlobalOp::create(
      builder, LLVM::LLVMArrayType::get(builder.getI64Type(), words.size()),
      /*isConstant=*/true, LLVM::Linkage::External, "amp_cuda_words",
      builder.getI64TensorAttr(words));
  strings.push_back('\0');
  writeBytes("amp_cuda_strings", strings, LLVM::Linkage::External);
  return success();
}

} // namespace

LogicalResult cuda::writeProgram(ModuleOp module, const Program &program,
                                 const ToNVVMOptions &options,
                                 ArrayRef<KernelTable> tables) {
  return ProgramWriter(module, program, options, tables).run();
}
