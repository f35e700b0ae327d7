//===- Jit.h - A kernel's LLVM IR to host code ------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_GPU_EMULATE_JIT_H
#define AMP_TOOLS_GPU_EMULATE_JIT_H

#include "Machine.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace llvm::orc {
class LLJIT;
}

namespace amp_emulate {

/// A kernel that runs on this machine, its intrinsics bound to handlers.
class CompiledKernel {
public:
  /// Takes a lowered gpu.module with one kernel. Fails, with an error on the
  /// module, where an intrinsic or inline PTX has no handler.
  static mlir::FailureOr<std::unique_ptr<CompiledKernel>>
  create(mlir::gpu::GPUModuleOp gpuModule);
  /// The same for kernel `name` of a module in bitcode; null, with `error`
  /// set, where it cannot run.
  static std::unique_ptr<CompiledKernel> create(const std::string &bitcode,
                                                const std::string &name,
                                                std::string &error);
  ~CompiledKernel();

  unsigned getNumParameters() const { return numParameters; }
  /// Blocks of a cluster.
  int64_t getCluster() const { return cluster; }
  /// Bytes of shared memory beside those that a launch asks for.
  int64_t getStaticShared() const { return staticShared; }

  /// Runs the calling thread's share with these parameters.
  void operator()(void **parameters) const { entry(parameters); }

private:
  std::string compile(std::unique_ptr<llvm::Module> module,
                      std::unique_ptr<llvm::LLVMContext> context);

  unsigned numParameters = 0;
  int64_t cluster = 1;
  int64_t staticShared = 0;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  /// Owned here: the code holds their addresses.
  std::vector<std::unique_ptr<Intrinsic>> handlers;
  void (*entry)(void **) = nullptr;
};

} // namespace amp_emulate

#endif // AMP_TOOLS_GPU_EMULATE_JIT_H
