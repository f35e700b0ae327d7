//===- ProfileParser.cpp - Reading profiles -------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's JSON parser gives values without their places, so a scan over the
// text notes where each one starts, by its path: `/entries/3/price`.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/Profile.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

/// LLVM's JSON parser recurses into brackets; a profile needs three.
static constexpr size_t kMaxDepth = 8;

namespace {
/// Where keys and values start in JSON text, which need not be well-formed.
class Places {
public:
  explicit Places(StringRef text);

  /// Offset of the value at `path`, 0 if there is none.
  size_t lookup(const llvm::Twine &path) const {
    return values.lookup(path.str());
  }
  /// Offset of the key at the end of `path`.
  size_t lookupKey(const llvm::Twine &path) const {
    return keys.lookup(path.str());
  }
  /// The first key given twice in one object, the first bracket too deep.
  std::optional<size_t> twice, tooDeep;

private:
  struct Frame {
    bool isArray;
    bool wantsKey;
    size_t index;
    std::string key;
  };
  std::string getPath() const;
  void visitString(StringRef text, size_t &at);

  llvm::StringMap<size_t> keys, values;
  std::vector<Frame> frames;
};
} // namespace

std::string Places::getPath() const {
  std::string path;
  for (const Frame &frame : frames)
    path += "/" + (frame.isArray ? std::to_string(frame.index) : frame.key);
  return path;
}

/// `at` is the opening quote; moves it to the closing one.
void Places::visitString(StringRef text, size_t &at) {
  size_t start = at++;
  while (at < text.size() && text[at] != '"')
    at += text[at] == '\\' ? 2 : 1;
  if (frames.empty() || frames.back().isArray || !frames.back().wantsKey) {
    values.try_emplace(getPath(), start);
    return;
  }
  StringRef key = text.slice(start + 1, at);
  frames.back().key = key.str();
  // "\u0061" is "a".
  if (key.contains('\\')) {
    if (auto parsed = llvm::json::parse(text.slice(start, at + 1)))
      frames.back().key = parsed->getAsString().value_or(key).str();
    else
      llvm::consumeError(parsed.takeError());
  }
  if (!keys.try_emplace(getPath(), start).second && !twice)
    twice = start;
}

Places::Places(StringRef text) {
  for (size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    if (c == '{' || c == '[') {
      values.try_emplace(getPath(), at);
      frames.push_back({c == '[', c == '{', 0, std::string()});
      if (frames.size() > kMaxDepth) {
        tooDeep = at;
        return;
      }
    } else if (c == '}' || c == ']') {
      if (!frames.empty())
        frames.pop_back();
    } else if (c == ',') {
      if (!frames.empty() && frames.back().isArray)
        ++frames.back().index;
      else if (!frames.empty())
        frames.back().wantsKey = true;
    } else if (c == ':') {
      if (!frames.empty())
        frames.back().wantsKey = false;
    } else if (c == '"') {
      visitString(text, at);
    } else if (!llvm::isSpace(c)) {
      values.try_emplace(getPath(), at);
      at = std::min(text.find_first_of(" \t\r\n,:\"{}[]", at), text.size()) - 1;
    }
  }
}

namespace {
/// Reads one profile.
class ProfileParser {
public:
  ProfileParser(StringRef text, StringRef file, MLIRContext *context)
      : text(text), context(context), places(text) {
    profile.file = file.str();
    for (size_t at = 0; at < text.size(); ++at)
      if (text[at] == '\n')
        lineStarts.push_back(at + 1);
  }
  FailureOr<Profile> run();

private:
  std::pair<unsigned, unsigned> getLineAndColumn(size_t offset) const {
    size_t line = llvm::upper_bound(lineStarts, offset) - lineStarts.begin();
    return {unsigned(line), unsigned(offset - lineStarts[line - 1] + 1)};
  }
  InFlightDiagnostic error(size_t offset) {
    auto [line, column] = getLineAndColumn(offset);
    return emitError(FileLineColLoc::get(context, profile.file, line, column));
  }
  LogicalResult reportSyntax(llvm::Error fault);
  LogicalResult checkKeys(const llvm::json::Object &object);
  LogicalResult parseEntry(const llvm::json::Value &value,
                           const std::string &path);
  LogicalResult parseField(StringRef key, const llvm::json::Value &value,
                           const std::string &path, ProfileEntry &entry);
  LogicalResult parsePrice(const llvm::json::Value &value,
                           const std::string &path, ProfileEntry &entry);

  StringRef text;
  MLIRContext *context;
  Places places;
  Profile profile;
  /// Offset of each line's first character.
  std::vector<size_t> lineStarts{0};
  llvm::StringMap<unsigned> lines;
};
} // namespace

/// Text of a value for diagnostics, shortened.
static std::string quote(const llvm::json::Value &value) {
  std::string text = llvm::formatv("{0}", value).str();
  return "'" + (text.size() > 40 ? text.substr(0, 40) + "..." : text) + "'";
}

LogicalResult ProfileParser::reportSyntax(llvm::Error fault) {
  // "[line:column, byte=N]: what"
  std::string message = llvm::toString(std::move(fault));
  StringRef rest = message;
  size_t offset = 0;
  size_t byte = rest.find("byte=");
  if (byte != StringRef::npos) {
    rest = rest.drop_front(byte + 5);
    if (!rest.consumeInteger(10, offset))
      rest.consume_front("]: ");
  }
  std::string what = rest.str();
  if (!what.empty())
    what.front() = llvm::toLower(what.front());
  return error(std::min(offset, text.size()))
         << "malformed JSON in the profile: " << what;
}

LogicalResult ProfileParser::parsePrice(const llvm::json::Value &value,
                                        const std::string &path,
                                        ProfileEntry &entry) {
  std::optional<double> number = value.getAsNumber();
  if (!number || !(*number >= 0) || *number > double(kMaxPrice))
    return error(places.lookup(path))
           << "expected a price from 0 to " << kMaxPrice
           << " byte equivalents, got " << quote(value);
  entry.price = std::llround(*number);
  return success();
}

LogicalResult ProfileParser::parseField(StringRef key,
                                        const llvm::json::Value &value,
                                        const std::string &path,
                                        ProfileEntry &entry) {
  if (key == "path" || key == "loc") {
    std::optional<StringRef> name = value.getAsString();
    if (!name || name->empty())
      return error(places.lookup(path))
             << "expected a name as the " << key << ", got " << quote(value);
    entry.key = name->str();
    entry.byLocation = key == "loc";
    return success();
  }
  if (key == "price")
    return parsePrice(value, path, entry);
  if (key == "min" || key == "max") {
    std::optional<double> number = value.getAsNumber();
    if (!number || !std::isfinite(*number))
      return error(places.lookup(path)) << "expected a finite number as the "
                                        << key << ", got " << quote(value);
    (key == "min" ? entry.min : entry.max) = *number;
    return success();
  }
  if (key == "error" || key == "rms") {
    std::optional<double> number = value.getAsNumber();
    if (!number || !(*number >= 0))
      return error(places.lookup(path))
             << "expected an " << key << " of 0 or more, got " << quote(value);
    (key == "error" ? entry.error : entry.rms) = *number;
    return success();
  }
  if (key == "result") {
    std::optional<int64_t> number = value.getAsInteger();
    if (!number || *number < 0 || *number > std::numeric_limits<int>::max())
      return error(places.lookup(path))
             << "expected the number of a result, got " << quote(value);
    entry.result = static_cast<unsigned>(*number);
    return success();
  }
  if (key == "comment") {
    if (const llvm::json::Object *comment = value.getAsObject())
      entry.location = comment->getString("loc").value_or("").str();
    return success();
  }
  return error(places.lookupKey(path))
         << "expected path, loc, result, price, "
            "min, max, rms, error or comment, got '"
         << key << "'";
}

LogicalResult ProfileParser::parseEntry(const llvm::json::Value &value,
                                        const std::string &path) {
  size_t start = places.lookup(path);
  const llvm::json::Object *object = value.getAsObject();
  if (!object)
    return error(start) << "expected an object as an entry, got "
                        << quote(value);
  ProfileEntry entry;
  std::tie(entry.line, entry.column) = getLineAndColumn(start);
  // In the order of the text: LLVM's objects have none.
  std::vector<std::pair<size_t, const llvm::json::Object::value_type *>> fields;
  for (const auto &field : *object)
    fields.push_back(
        {places.lookupKey(path + "/" + field.first.str()), &field});
  llvm::sort(fields, [](auto &a, auto &b) {
    return std::pair(a.first, StringRef(a.second->first)) <
           std::pair(b.first, StringRef(b.second->first));
  });
  for (const auto &[offset, field] : fields)
    if (failed(parseField(field->first, field->second,
                          path + "/" + field->first.str(), entry)))
      return failure();
  if (object->get("path") && object->get("loc"))
    return error(start) << "expected a path or a loc, got both";
  if (entry.key.empty())
    return error(start) << "expected a path or a loc in the entry";
  if (!entry.price && !entry.min && !entry.max && !entry.rms && !entry.error)
    return error(start)
           << "profile entry '" << entry.key
           << "' has neither price nor min nor max nor rms nor error";
  if (entry.min && entry.max && *entry.min > *entry.max)
    return error(places.lookup(path + "/min"))
           << "expected min to be at most max, got " << *entry.min << " and "
           << *entry.max;
  std::string name = (entry.byLocation ? "loc " : "") + entry.key + "/" +
                     (entry.result ? std::to_string(*entry.result) : "");
  auto [it, inserted] = lines.try_emplace(name, entry.line);
  if (!inserted)
    return error(start) << "profile entry '" << entry.key
                        << "' is already on line " << it->second;
  profile.entries.push_back(std::move(entry));
  return success();
}

/// The first key of the profile itself that is none of ours.
LogicalResult ProfileParser::checkKeys(const llvm::json::Object &object) {
  std::optional<std::pair<size_t, StringRef>> first;
  for (const auto &field : object) {
    StringRef key = field.first;
    std::pair place(places.lookupKey("/" + key), key);
    if (key != "version" && key != "margin" && key != "entries" &&
        key != "comment" && (!first || place < *first))
      first = place;
  }
  if (!first)
    return success();
  return error(first->first)
         << "expected version, margin, entries or comment, got '"
         << first->second << "'";
}

FailureOr<Profile> ProfileParser::run() {
  if (places.tooDeep)
    return error(*places.tooDeep)
           << "expected at most " << kMaxDepth << " brackets within another";
  llvm::Expected<llvm::json::Value> root = llvm::json::parse(text);
  if (!root)
    return reportSyntax(root.takeError());
  if (places.twice)
    return error(*places.twice) << "this key is given twice in its object";
  const llvm::json::Object *object = root->getAsObject();
  if (!object)
    return error(0) << "expected an object as the profile, got "
                    << quote(*root);
  const llvm::json::Value *version = object->get("version");
  if (!version || version->getAsInteger() != std::optional<int64_t>(1))
    return error(places.lookup("/version"))
           << "expected \"version\": 1 in the profile, got "
           << (version ? quote(*version) : "none");
  if (failed(checkKeys(*object)))
    return failure();
  if (const llvm::json::Value *margin = object->get("margin")) {
    std::optional<double> number = margin->getAsNumber();
    if (!number || !(*number >= 1) || !std::isfinite(*number))
      return error(places.lookup("/margin"))
             << "expected a margin of 1 or more, got " << quote(*margin);
    profile.margin = *number;
  }
  const llvm::json::Array *entries = object->getArray("entries");
  if (!entries)
    return error(places.lookup("/entries"))
           << "expected \"entries\": [...] in the profile";
  for (size_t index = 0; index < entries->size(); ++index)
    if (failed(
            parseEntry((*entries)[index], "/entries/" + std::to_string(index))))
      return failure();
  return std::move(profile);
}

FailureOr<Profile> amp::parseProfile(StringRef text, StringRef file,
                                     MLIRContext *context) {
  (void)text.consume_front("\xEF\xBB\xBF"); // Editors' byte order mark.
  return ProfileParser(text, file, context).run();
}

FailureOr<Profile> amp::readProfile(StringRef file, Location loc) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer = openInputFile(file, &message);
  if (!buffer)
    return emitError(loc) << "cannot read the profile: " << message;
  return parseProfile(buffer->getBuffer(), file, loc.getContext());
}
