//===- StablePath.cpp - Names for ops that survive a re-run ---------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/StablePath.h"
#include "AmpDialect/IR/PrecisionInfo.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::amp;

std::string amp::quoteText(StringRef text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      quoted += {'\\', c};
    else if (auto byte = static_cast<unsigned char>(c);
             byte < 32 || byte == 127)
      quoted += {'\\', llvm::hexdigit(byte >> 4), llvm::hexdigit(byte & 15)};
    else
      quoted += c;
  }
  return quoted + "\"";
}

/// `name` as it stands in a path: in quotes where it could be read as more than
/// a name.
static std::string formatName(StringRef name) {
  auto isPlain = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$' || c == '-' ||
           (c & 0x80);
  };
  return !name.empty() && llvm::all_of(name, isPlain) ? name.str()
                                                      : quoteText(name);
}

std::string amp::getFunctionPath(Operation *op) {
  SmallVector<StringRef, 2> names;
  for (Operation *scope = op; scope; scope = scope->getParentOp()) {
    // The top level's own name says nothing.
    if (!scope->getParentOp())
      break;
    if (!isa<FunctionOpInterface>(scope) &&
        !(scope->hasTrait<OpTrait::SymbolTable>() && scope != op))
      continue;
    if (auto name =
            scope->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName()))
      names.push_back(name.getValue());
  }
  std::string path;
  for (StringRef name : llvm::reverse(names)) {
    if (!path.empty())
      path += "::";
    path += "@";
    path += formatName(name);
  }
  return path;
}

StablePaths::StablePaths(Operation *root) {
  llvm::StringMap<unsigned> counts, functionCounts;
  Operation *scope = nullptr;
  std::string prefix;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<FunctionOpInterface>(op)) {
      // Modules without a name may hold functions of one name.
      if (unsigned number = functionCounts[getFunctionPath(op)]++)
        functionNumbers[op] = number;
      return;
    }
    if (op == root || isPrecisionCast(op))
      return;
    // Ops of one block share a prefix; ask for it only where the block changes.
    if (op->getParentOp() != scope || prefix.empty()) {
      scope = op->getParentOp();
      prefix = getScopePath(scope) + "/";
    }
    std::string key = prefix + formatName(op->getName().getStringRef()) + "#";
    unsigned number = counts[key]++;
    numbers[op] = number;
    ops[key + std::to_string(number)] = op;
  });
}

std::string StablePaths::getScopePath(Operation *op) const {
  std::string path = getFunctionPath(op);
  if (functionNumbers.empty())
    return path;
  Operation *function = op;
  while (function && !isa<FunctionOpInterface>(function))
    function = function->getParentOp();
  auto it = functionNumbers.find(function);
  return it == functionNumbers.end() ? path
                                     : path + "#" + std::to_string(it->second);
}

std::string StablePaths::getPath(Operation *op) const {
  auto it = numbers.find(op);
  if (it == numbers.end())
    return isa<FunctionOpInterface>(op) ? getScopePath(op) : std::string();
  return getScopePath(op->getParentOp()) + "/" +
         formatName(op->getName().getStringRef()) + "#" +
         std::to_string(it->second);
}

std::string StablePaths::getPath(BlockArgument argument) const {
  Block *block = argument.getOwner();
  Operation *owner = block->getParentOp();
  std::string path = getPath(owner);
  Region *region = block->getParent();
  bool entry = block->isEntryBlock() && region->getRegionNumber() == 0;
  if (!entry || !isa<FunctionOpInterface>(owner)) {
    if (!blockNumbers.contains(block))
      for (auto [number, other] : llvm::enumerate(*region))
        blockNumbers[&other] = number;
    path += "/r" + std::to_string(region->getRegionNumber()) + ".b" +
            std::to_string(blockNumbers.at(block));
  }
  return path + "/arg#" + std::to_string(argument.getArgNumber());
}

Operation *StablePaths::lookup(StringRef path) const {
  auto it = ops.find(path);
  return it == ops.end() ? nullptr : it->second;
}

std::string amp::formatLocation(Location loc) {
  // Fused and call-site locations nest; a worklist keeps this off the stack.
  SmallVector<Location, 4> worklist{loc};
  std::string text;
  unsigned parts = 0;
  while (!worklist.empty() && parts < 4) {
    Location next = worklist.pop_back_val();
    std::string part;
    if (auto file = dyn_cast<FileLineColLoc>(next)) {
      part = llvm::sys::path::filename(file.getFilename().getValue()).str() +
             ":" + std::to_string(file.getLine()) + ":" +
             std::to_string(file.getColumn());
    } else if (auto name = dyn_cast<NameLoc>(next)) {
      part = name.getName().str();
    } else if (auto call = dyn_cast<CallSiteLoc>(next)) {
      worklist.push_back(call.getCallee());
    } else if (auto fused = dyn_cast<FusedLoc>(next)) {
      for (Location inner : llvm::reverse(fused.getLocations()))
        worklist.push_back(inner);
    }
    if (part.empty())
      continue;
    if (parts++)
      text += "; ";
    text += part;
  }
  return text.empty() ? "unknown" : text;
}
