# ===- count-results.py - Add up what the test runners wrote ---------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Prints `N passed, N failed, N skipped` for a folder of results.

Reads lit's JSON, the XML of GoogleTest and pytest, and checks.txt. Exits with 1
if anything failed or if nothing ran.
"""

import glob
import json
import os
import sys
import xml.etree.ElementTree as xml

LIT_SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}
LIT_PASSED = {"PASS", "XFAIL", "FLAKYPASS"}


def count_lit(path):
    with open(path) as file:
        codes = [test["code"] for test in json.load(file)["tests"]]
    passed = sum(code in LIT_PASSED for code in codes)
    skipped = sum(code in LIT_SKIPPED for code in codes)
    return passed, len(codes) - passed - skipped, skipped


def count_xml(path):
    cases = list(xml.parse(path).iter("testcase"))
    failed = sum(
        case.find("failure") is not None or case.find("error") is not None
        for case in cases
    )
    skipped = sum(
        case.find("skipped") is not None or case.get("status") == "notrun"
        for case in cases
    )
    return len(cases) - failed - skipped, failed, skipped


def count_checks(path):
    with open(path) as file:
        ends = [line.split()[-1] for line in file if line.strip()]
    return ends.count("pass"), ends.count("fail"), ends.count("skip")


def main():
    (folder,) = sys.argv[1:]
    readers = {"lit-*.json": count_lit, "*.xml": count_xml, "checks.txt": count_checks}
    totals = [0, 0, 0]
    for pattern, reader in readers.items():
        for path in sorted(glob.glob(os.path.join(folder, pattern))):
            counts = reader(path)
            totals = [a + b for a, b in zip(totals, counts)]
    passed, failed, skipped = totals
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
