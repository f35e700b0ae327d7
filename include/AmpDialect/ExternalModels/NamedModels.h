//===- NamedModels.h - The interface on ops known by name -------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For dialects whose C++ classes are not at hand: attaches models to ops by
// name, once something else has loaded the dialect. Nothing of the dialect is
// included or linked.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_EXTERNALMODELS_NAMEDMODELS_H
#define AMPDIALECT_EXTERNALMODELS_NAMEDMODELS_H

#include "AmpDialect/IR/MixedPrecisionOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectRegistry.h"

namespace mlir::amp {

/// Stands for an op whose class is unknown: any op casts to it. A model that
/// derives from `MixedPrecisionOpInterface::ExternalModel<Model, AnyOp>` has
/// the interface's safe defaults and attaches to every op.
class AnyOp : public OpState {
public:
  explicit AnyOp(Operation *op = nullptr) : OpState(op) {}
  static bool classof(Operation *) { return true; }
};

/// Attaches `ModelT` to each op of `dialect` named in `names` (without the
/// dialect's prefix). A name that this version of the dialect does not have is
/// passed over.
template <typename ModelT>
void attachByName(Dialect *dialect, ArrayRef<llvm::StringLiteral> names) {
  for (StringRef name : names) {
    std::string full = (dialect->getNamespace() + "." + name).str();
    if (auto info =
            RegisteredOperationName::lookup(full, dialect->getContext()))
      info->attachInterface<ModelT>();
  }
}

/// Calls `attach` when the dialect called `name` is loaded, at once in contexts
/// that hold it already. It sees the ops that the dialect registers while it is
/// built: those that IRDL files add later are not among them.
inline void addNamedExtension(DialectRegistry &registry,
                              llvm::StringLiteral name,
                              void (*attach)(Dialect *)) {
  class Extension : public DialectExtensionBase {
  public:
    Extension(StringRef name, void (*attach)(Dialect *))
        : DialectExtensionBase(name), attach(attach) {}
    void apply(MLIRContext *, MutableArrayRef<Dialect *> loaded) const final {
      attach(loaded.front());
    }
    std::unique_ptr<DialectExtensionBase> clone() const final {
      return std::make_unique<Extension>(*this);
    }

  private:
    void (*attach)(Dialect *);
  };
  // Registering twice is harmless: one function is one extension.
  registry.addExtension(
      TypeID::getFromOpaquePointer(reinterpret_cast<const void *>(attach)),
      std::make_unique<Extension>(name, attach));
}

} // namespace mlir::amp

#endif // AMPDIALECT_EXTERNALMODELS_NAMEDMODELS_H
