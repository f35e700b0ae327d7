//===- RuleOp.cpp - Reading, printing and checking rules ------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/AmpDialect.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Regex.h"

using namespace mlir;
using namespace mlir::amp;

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

namespace {
/// Reads the matchers and settings of one rule, in any order.
class RuleParser {
public:
  RuleParser(OpAsmParser &parser, RuleOp::Properties &rule)
      : parser(parser), builder(parser.getContext()), rule(rule) {}

  ParseResult parse();

private:
  ParseResult parseItem(StringRef keyword, SMLoc loc);
  ParseResult parseString(StringAttr &attr);
  ParseResult parseFile();
  ParseResult parseValue(ValueSide side, SMLoc loc);
  ParseResult parseAttribute();
  ParseResult parseType(TypeAttr &attr);
  template <typename AttrT> ParseResult parseEnum(AttrT &attr);
  ParseResult setCategory(StringRef keyword, SMLoc loc);

  OpAsmParser &parser;
  Builder builder;
  RuleOp::Properties &rule;
  SmallVector<Attribute> bounds;
  NamedAttrList attributes;
};
} // namespace

ParseResult RuleParser::parseString(StringAttr &attr) {
  std::string text;
  if (parser.parseLParen() || parser.parseString(&text) || parser.parseRParen())
    return failure();
  attr = builder.getStringAttr(text);
  return success();
}

ParseResult RuleParser::parseFile() {
  std::string file;
  if (parser.parseLParen() || parser.parseString(&file))
    return failure();
  rule.file = builder.getStringAttr(file);
  if (succeeded(parser.parseOptionalColon())) {
    int64_t line;
    if (parser.parseInteger(line))
      return failure();
    rule.line = builder.getI64IntegerAttr(line);
  }
  return parser.parseRParen();
}

ParseResult RuleParser::parseType(TypeAttr &attr) {
  Type type;
  if (parser.parseType(type) || parser.parseRParen())
    return failure();
  attr = TypeAttr::get(type);
  return success();
}

ParseResult RuleParser::parseValue(ValueSide side, SMLoc loc) {
  int64_t index;
  if (parser.parseLParen())
    return failure();
  OptionalParseResult isIndex = parser.parseOptionalInteger(index);
  if (!isIndex.has_value() && side == ValueSide::Result) {
    if (rule.result_type)
      return parser.emitError(loc) << "'result' is set twice in this rule";
    return parseType(rule.result_type);
  }
  if (!isIndex.has_value())
    return parser.emitError(parser.getCurrentLocation())
           << "expected an operand index";
  if (failed(*isIndex) || parser.parseRParen())
    return failure();
  FailureOr<BoundAttr> bound = BoundAttr::parseFrom(parser, side, loc, index);
  if (failed(bound))
    return failure();
  bounds.push_back(*bound);
  return success();
}

ParseResult RuleParser::parseAttribute() {
  std::string name;
  Attribute value = builder.getUnitAttr();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLParen() || parser.parseString(&name))
    return failure();
  if (succeeded(parser.parseOptionalEqual()) && parser.parseAttribute(value))
    return failure();
  if (name.empty() || attributes.get(name))
    return parser.emitError(loc) << "expected each attribute to be named once, "
                                    "got '"
                                 << name << "'";
  attributes.append(name, value);
  return parser.parseRParen();
}

/// The names of all cases of an enum, in its order.
template <typename EnumT> static std::string listCases() {
  std::string names;
  for (uint32_t value = 0; !stringifyEnum(EnumT(value)).empty(); ++value)
    names += (value ? ", " : "") + stringifyEnum(EnumT(value)).str();
  return names;
}

template <typename AttrT> ParseResult RuleParser::parseEnum(AttrT &attr) {
  using Enum = decltype(attr.getValue());
  if (parser.parseLParen())
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (failed(parser.parseOptionalKeyword(&keyword)))
    return parser.emitError(loc) << "expected one of " << listCases<Enum>();
  std::optional<Enum> value = symbolizeEnum<Enum>(keyword);
  if (!value)
    return parser.emitError(loc) << "expected one of " << listCases<Enum>()
                                 << ", got '" << keyword << "'";
  attr = AttrT::get(builder.getContext(), *value);
  return parser.parseRParen();
}

ParseResult RuleParser::setCategory(StringRef keyword, SMLoc loc) {
  if (rule.category)
    return parser.emitError(loc) << "expected one category, got '"
                                 << stringifyEnum(rule.category.getValue())
                                 << "' and '" << keyword << "'";
  rule.category =
      CategoryAttr::get(builder.getContext(), *symbolizeCategory(keyword));
  return success();
}

ParseResult RuleParser::parseItem(StringRef keyword, SMLoc loc) {
  if (symbolizeCategory(keyword))
    return setCategory(keyword, loc);
  if (std::optional<ValueSide> side = symbolizeValueSide(keyword))
    return parseValue(*side, loc);
  if (keyword == "attr")
    return parseAttribute();
  auto once = [&](Attribute previous) -> ParseResult {
    if (previous)
      return parser.emitError(loc)
             << "'" << keyword << "' is given twice in this rule";
    return success();
  };
  auto string = [&](StringAttr &attr) -> ParseResult {
    return failure(once(attr) || parseString(attr));
  };
  if (keyword == "op")
    return string(rule.op_name);
  if (keyword == "dialect")
    return string(rule.dialect_name);
  if (keyword == "location")
    return string(rule.location);
  if (keyword == "function")
    return string(rule.function);
  if (keyword == "contains")
    return string(rule.contains);
  if (keyword == "because")
    return string(rule.reason);
  if (keyword == "at")
    return failure(once(rule.file) || parseFile());
  if (keyword == "declares")
    return failure(once(rule.declares) || parseEnum(rule.declares));
  if (keyword == "trait")
    return failure(once(rule.trait) || parseEnum(rule.trait));
  return failure(once(rule.accumulate) || parser.parseLParen() ||
                 parseType(rule.accumulate));
}

ParseResult RuleParser::parse() {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  while (succeeded(parser.parseOptionalKeyword(
      &keyword, {"op", "dialect", "location", "at", "function", "contains",
                 "declares", "trait", "operand", "result", "attr", "always",
                 "follow", "never", "accumulate", "because"}))) {
    if (parseItem(keyword, loc))
      return failure();
    loc = parser.getCurrentLocation();
  }
  if (!rule.category && !rule.accumulate && !rule.result_type)
    return parser.emitError(loc)
           << "expected a matcher, or one of 'always', 'follow', 'never', "
              "'accumulate(TYPE)', 'result(TYPE)'";
  if (!bounds.empty())
    rule.bounds = builder.getArrayAttr(bounds);
  if (!attributes.empty())
    rule.has_attributes = attributes.getDictionary(builder.getContext());
  return success();
}

ParseResult RuleOp::parse(OpAsmParser &parser, OperationState &result) {
  RuleParser rule(parser, result.getOrAddProperties<Properties>());
  return failure(rule.parse() ||
                 parser.parseOptionalAttrDictWithKeyword(result.attributes));
}

void RuleOp::print(OpAsmPrinter &printer) {
  auto string = [&](StringRef keyword, StringAttr text) {
    if (!text)
      return;
    printer << " " << keyword << "(";
    printer.printAttributeWithoutType(text);
    printer << ")";
  };
  string("op", getOpNameAttr());
  string("dialect", getDialectNameAttr());
  string("location", getLocationAttr());
  if (StringAttr file = getFileAttr()) {
    printer << " at(";
    printer.printAttributeWithoutType(file);
    if (std::optional<int64_t> line = getLine())
      printer << ":" << *line;
    printer << ")";
  }
  string("function", getFunctionAttr());
  string("contains", getContainsAttr());
  if (CategoryAttr category = getDeclaresAttr())
    printer << " declares(" << stringifyEnum(category.getValue()) << ")";
  if (std::optional<RuleTrait> trait = getTrait())
    printer << " trait(" << stringifyEnum(*trait) << ")";
  if (ArrayAttr bounds = getBoundsAttr())
    for (auto bound : bounds.getAsRange<BoundAttr>()) {
      printer << " ";
      bound.printBare(printer);
    }
  if (DictionaryAttr attributes = getHasAttributesAttr())
    for (NamedAttribute attribute : attributes) {
      printer << " attr(";
      printer.printString(attribute.getName().getValue());
      if (!isa<UnitAttr>(attribute.getValue()))
        printer << " = " << attribute.getValue();
      printer << ")";
    }
  if (CategoryAttr category = getCategoryAttr())
    printer << " " << stringifyEnum(category.getValue());
  if (std::optional<Type> type = getAccumulate())
    printer << " accumulate(" << *type << ")";
  if (std::optional<Type> type = getResultType())
    printer << " result(" << *type << ")";
  string("because", getReasonAttr());
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getDiscardableAttrDictionary().getValue());
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Checks that `glob`, if given, is a pattern.
static LogicalResult verifyGlob(RuleOp rule, StringRef keyword,
                                StringAttr glob) {
  if (!glob)
    return success();
  llvm::Expected<llvm::GlobPattern> pattern =
      llvm::GlobPattern::create(glob.getValue(), /*MaxSubPatterns=*/1024);
  if (pattern)
    return success();
  return rule.emitOpError()
         << "expected " << keyword << "(...) to be a glob, got '"
         << glob.getValue() << "': " << llvm::toString(pattern.takeError());
}

/// Checks that `name`, if given, is `dialect.op` or a pattern of that form.
static LogicalResult verifyOpName(RuleOp rule, StringRef keyword,
                                  StringAttr name) {
  if (!name || name.getValue() == "*")
    return success();
  StringRef text = name.getValue();
  bool isNameLike = llvm::all_of(text, [](char c) {
    return llvm::isAlnum(c) || StringRef("_.$-*?[]{},!^\\").contains(c);
  });
  if (!isNameLike || !text.contains('.') || text.starts_with(".") ||
      text.ends_with("."))
    return rule.emitOpError()
           << "expected " << keyword
           << "(...) to be an op name 'dialect.op' or a glob of that form, "
              "got '"
           << text << "'";
  return verifyGlob(rule, keyword, name);
}

/// Checks that `type`, if given, is a float type.
static LogicalResult verifyFloat(RuleOp rule, StringRef keyword,
                                 std::optional<Type> type) {
  if (!type || isa<FloatType>(*type))
    return success();
  return rule.emitOpError()
         << "expected " << keyword << "(...) to be a float type, got " << *type;
}

/// Checks the location matchers.
static LogicalResult verifyLocation(RuleOp rule) {
  std::string why;
  if (std::optional<StringRef> text = rule.getLocation())
    if (!llvm::Regex(*text).isValid(why))
      return rule.emitOpError()
             << "expected location(...) to be a POSIX extended regular "
                "expression, got '"
             << *text << "': " << why;
  if (rule.getLine() && !rule.getFile())
    return rule.emitOpError()
           << "expected a file with line " << *rule.getLine();
  if (rule.getLine() && int64_t(*rule.getLine()) < 1)
    return rule.emitOpError()
           << "expected a line of at least 1, got " << int64_t(*rule.getLine());
  if (rule.getFile() && rule.getFile()->empty())
    return rule.emitOpError() << "expected at(...) to name a file, got ''";
  return success();
}

LogicalResult RuleOp::verify() {
  if (!getCategory() && !getAccumulate() && !getResultType())
    return emitOpError() << "expected at least one of a category, an "
                            "accumulation type and a result type";
  if (failed(verifyOpName(*this, "op", getOpNameAttr())) ||
      failed(verifyOpName(*this, "contains", getContainsAttr())) ||
      failed(verifyGlob(*this, "dialect", getDialectNameAttr())) ||
      failed(verifyGlob(*this, "function", getFunctionAttr())) ||
      failed(verifyLocation(*this)) ||
      failed(verifyFloat(*this, "accumulate", getAccumulate())) ||
      failed(verifyFloat(*this, "result", getResultType())))
    return failure();
  return success();
}

DictionaryAttr RuleOp::getMatchers() {
  NamedAttrList matchers;
  auto add = [&](StringAttr name, Attribute value) {
    if (value)
      matchers.append(name, value);
  };
  add(getOpNameAttrName(), getOpNameAttr());
  add(getDialectNameAttrName(), getDialectNameAttr());
  add(getLocationAttrName(), getLocationAttr());
  add(getFileAttrName(), getFileAttr());
  add(getLineAttrName(), getLineAttr());
  add(getFunctionAttrName(), getFunctionAttr());
  add(getContainsAttrName(), getContainsAttr());
  add(getDeclaresAttrName(), getDeclaresAttr());
  add(getTraitAttrName(), getTraitAttr());
  add(getBoundsAttrName(), getBoundsAttr());
  add(getHasAttributesAttrName(), getHasAttributesAttr());
  return matchers.getDictionary(getContext());
}
