//===- OutputFile.cpp - Files that are written whole or not at all --------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/OutputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::amp;
namespace fs = llvm::sys::fs;

static std::string describe(StringRef path, std::error_code error) {
  return "cannot write '" + path.str() + "': " + error.message();
}

void amp::prepareForOutput() {
  // What cannot be written to takes its number: the first write fails.
  if (::fcntl(STDOUT_FILENO, F_GETFD) == -1 && errno == EBADF)
    if (int file = ::open("/dev/null", O_RDONLY); file != STDOUT_FILENO) {
      ::dup2(file, STDOUT_FILENO);
      ::close(file);
    }
  (void)llvm::sys::Process::FixupStandardFileDescriptors();
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN);
#endif
}

void amp::failOnClosedPipes() {
#ifdef SIGPIPE
  std::signal(SIGPIPE, SIG_IGN);
#endif
}

/// Makes a file whose name is `head`, a number and `tail`. Not by
/// createUniqueFile, to which each % of a path is a place for a digit.
static std::error_code makeUnique(const Twine &head, StringRef tail,
                                  unsigned mode, int &file, std::string &name) {
  constexpr unsigned kAttempts = 128, kNames = 1u << 24;
  std::error_code error;
  for (unsigned attempt = 0; attempt < kAttempts; ++attempt) {
    unsigned number = llvm::sys::Process::GetRandomNumber() % kNames;
    name = (head + llvm::utohexstr(number, /*LowerCase=*/true) + tail).str();
    error = fs::openFileForReadWrite(name, file, fs::CD_CreateNew, fs::OF_None,
                                     mode);
    if (error != std::errc::file_exists)
      break;
  }
  return error;
}

/// The file that `path` leads to, which need not be there: a link stays what it
/// is.
static std::string resolve(StringRef path) {
  constexpr unsigned kLinks = 40;
  SmallString<128> place(path);
  for (unsigned i = 0; i < kLinks && fs::is_symlink_file(place); ++i) {
    char text[4096];
    ssize_t size = ::readlink(place.c_str(), text, sizeof(text));
    if (size <= 0)
      break;
    StringRef target(text, static_cast<size_t>(size));
    if (llvm::sys::path::is_absolute(target)) {
      place = target;
    } else {
      llvm::sys::path::remove_filename(place);
      llvm::sys::path::append(place, target);
    }
  }
  return std::string(place);
}

/// `path` from the root, its folder without links.
static std::string getPlace(StringRef path) {
  SmallString<128> place(resolve(path));
  (void)fs::make_absolute(place);
  SmallString<128> folder;
  StringRef parent = llvm::sys::path::parent_path(place);
  if (fs::real_path(parent, folder))
    folder = parent;
  llvm::sys::path::append(folder, llvm::sys::path::filename(place));
  llvm::sys::path::remove_dots(folder, /*remove_dot_dot=*/true);
  return std::string(folder);
}

bool amp::isSameFile(StringRef a, StringRef b) {
  if (a.empty() || b.empty() || a == "-" || b == "-")
    return false;
  bool same = false;
  return getPlace(a) == getPlace(b) || (!fs::equivalent(a, b, same) && same);
}

bool amp::isDevice(StringRef path) { return path.starts_with("/dev/"); }

std::string amp::makeTemporaryBeside(StringRef path, std::string &problem) {
  fs::file_status status;
  std::error_code error = fs::status(path, status);
  if (error == std::errc::too_many_symbolic_link_levels) {
    problem = describe(path, error);
    return "";
  }
  bool exists = !error;
  // /dev/stdout is a regular file where standard output is one.
  bool isDirect = path == "-" || isDevice(path);
  if (isDirect || (exists && !fs::is_regular_file(status)))
    return "";
  // A file that nobody may write is not replaced either.
  if (exists && !fs::can_write(path)) {
    problem =
        describe(path, std::make_error_code(std::errc::permission_denied));
    return "";
  }
  std::string name;
  int file;
  if ((error = makeUnique(resolve(path) + ".", "", 0666, file, name))) {
    problem = describe(path, error);
    return "";
  }
  llvm::raw_fd_ostream(file, /*shouldClose=*/true).flush();
  if (exists)
    (void)fs::setPermissions(name, status.permissions());
  llvm::sys::RemoveFileOnSignal(name);
  return name;
}

std::error_code amp::makeTemporaryFile(StringRef prefix, StringRef suffix,
                                       std::string &name) {
  SmallString<128> head;
  llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/true, head);
  llvm::sys::path::append(head, prefix);
  int file;
  std::string tail = "." + suffix.str();
  if (std::error_code error =
          makeUnique(Twine(head) + "-", tail, fs::owner_read | fs::owner_write,
                     file, name))
    return error;
  llvm::raw_fd_ostream(file, /*shouldClose=*/true).flush();
  return {};
}

std::string amp::moveIntoPlace(StringRef temporary, StringRef path) {
  std::error_code error = fs::rename(temporary, resolve(path));
  if (error)
    (void)fs::remove(temporary);
  llvm::sys::DontRemoveFileOnSignal(temporary);
  return error ? describe(path, error) : "";
}

StagedFile::~StagedFile() {
  if (temporary.empty())
    return;
  (void)fs::remove(temporary);
  llvm::sys::DontRemoveFileOnSignal(temporary);
}

std::string StagedFile::open() {
  std::string problem;
  temporary = makeTemporaryBeside(path, problem);
  return problem;
}

std::string StagedFile::write(llvm::function_ref<void(raw_ostream &)> print) {
  if (std::string problem = open(); !problem.empty())
    return problem;
  std::error_code error;
  llvm::raw_fd_ostream os(getName(), error);
  if (error)
    return describe(path, error);
  print(os);
  // Standard output stays open for others.
  os.flush();
  if (getName() != "-")
    os.close();
  error = os.error();
  os.clear_error();
  return error ? describe(path, error) : "";
}

std::string StagedFile::commit() {
  return temporary.empty() ? ""
                           : moveIntoPlace(std::exchange(temporary, ""), path);
}

std::string amp::writeWholeFile(StringRef path,
                                llvm::function_ref<void(raw_ostream &)> print) {
  StagedFile file(path);
  std::string problem = file.write(print);
  return problem.empty() ? file.commit() : problem;
}
