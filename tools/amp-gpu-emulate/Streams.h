//===- Streams.h - Work of an emulated device -------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_GPU_EMULATE_STREAMS_H
#define AMP_TOOLS_GPU_EMULATE_STREAMS_H

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>

namespace amp_emulate {

/// What was queued on a device and has not run. Work runs as late as the order
/// of streams and events allows: only when somebody waits for it. So a wait
/// that is missing somewhere is seen in results.
class Streams {
public:
  /// Returns a driver's status.
  using Work = std::function<int()>;

  /// Queues work in a stream; returns its number, which grows over all streams
  /// and is never 0.
  uint64_t queue(void *stream, Work work);

  /// Runs what a stream holds, up to the work of a number, which is included.
  /// Returns the first status that is not 0.
  int finish(void *stream, uint64_t last = UINT64_MAX);

  /// Runs everything: of each stream in turn one piece of work, that of the
  /// stream that was used last first. An order between streams that nobody
  /// asked for is none.
  int finishAll();

private:
  struct Item {
    uint64_t number;
    Work work;
  };

  /// Work may wait for other streams' work.
  std::recursive_mutex mutex;
  std::map<void *, std::deque<Item>> streams;
  uint64_t count = 0;
};

} // namespace amp_emulate

#endif // AMP_TOOLS_GPU_EMULATE_STREAMS_H
