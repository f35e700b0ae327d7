# ===- check-docs.py - Relative links of the pages resolve -----------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Checks that every relative link of the tracked Markdown pages resolves.

Files and folders must exist; a `#heading` must be a heading of its page. Prints
one line a broken link and exits with 1 if there is any.
"""

import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")


def without_code(text):
    """The text with fenced and inline code blanked, line numbers kept."""
    fenced = re.compile(r"^```.*?^```", re.M | re.S)
    text = fenced.sub(lambda m: "\n" * m.group().count("\n"), text)
    return re.sub(r"`[^`\n]*`", "", text)


def anchors(text):
    """Anchors of a page's headings, as code hosts make them."""
    found = set()
    for heading in re.findall(r"^#+\s+(.*)$", text, re.M):
        plain = re.sub(r"[^\w\- ]", "", heading.strip().lower())
        found.add(plain.replace(" ", "-"))
    return found


def broken_links(page):
    with open(os.path.join(ROOT, page)) as file:
        text = file.read()
    for number, line in enumerate(without_code(text).splitlines(), 1):
        for link in LINK.findall(line):
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = os.path.normpath(
                os.path.join(ROOT, os.path.dirname(page), path) if path
                else os.path.join(ROOT, page)
            )
            if not os.path.exists(target):
                yield f"{page}:{number}: link to '{link}', which does not exist"
            elif anchor and target.endswith(".md"):
                with open(target) as file:
                    if anchor not in anchors(file.read()):
                        yield f"{page}:{number}: no heading '{anchor}' in {path or page}"


def main():
    pages = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    broken = [message for page in pages for message in broken_links(page)]
    print("\n".join(broken) or f"{len(pages)} pages, all links resolve")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
