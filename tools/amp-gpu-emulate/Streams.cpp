//===- Streams.cpp - Work of an emulated device ---------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Streams.h"
#include <functional>

using namespace amp_emulate;

uint64_t Streams::queue(void *stream, Work work) {
  std::lock_guard<std::recursive_mutex> lock(mutex);
  streams[stream].push_back({++count, std::move(work)});
  return count;
}

int Streams::finish(void *stream, uint64_t last) {
  std::lock_guard<std::recursive_mutex> lock(mutex);
  int status = 0;
  std::deque<Item> &items = streams[stream];
  while (!items.empty() && items.front().number <= last) {
    Work work = std::move(items.front().work);
    items.pop_front();
    int failed = work();
    status = status ? status : failed;
  }
  return status;
}

int Streams::finishAll() {
  std::lock_guard<std::recursive_mutex> lock(mutex);
  std::map<uint64_t, void *, std::greater<uint64_t>> order;
  for (const auto &[stream, items] : streams)
    if (!items.empty())
      order[items.back().number] = stream;
  int status = 0;
  for (bool found = true; found;) {
    found = false;
    for (const auto &[number, stream] : order) {
      const std::deque<Item> &items = streams[stream];
      if (items.empty())
        continue;
      found = true;
      int failed = finish(stream, items.front().number);
      status = status ? status : failed;
    }
  }
  return status;
}
