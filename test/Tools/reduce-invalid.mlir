// A test that cannot be run, and a missing folder of temporary files, are errors
// that say so.
// REQUIRES: shell-tools
// RUN: not amp-reduce %s --test=%t.none 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not amp-reduce %s --test=%S 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: not env TMPDIR=%t.none amp-reduce %s --test=/bin/false 2>&1 | FileCheck %s --check-prefix=TEMPORARY
// RUN: echo "no program" > %t.text && chmod +x %t.text
// RUN: not amp-reduce %s --test=%t.text 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not amp-reduce %S --test=/bin/false 2>&1 | FileCheck %s --check-prefix=INPUT
// RUN: not amp-reduce %t.text --test=/bin/false 2>&1 | FileCheck %s --check-prefix=PARSE
// INPUT: amp-reduce: cannot open input file '{{.*}}': Is a directory
// PARSE: {{^[^"]*}}.text:1:1: error:
// NONE: amp-reduce: cannot run the test '{{.*}}.none': no such program
// NONE-NOT: Stack dump
// FOLDER: amp-reduce: cannot run the test '{{.*}}': no such program
// TEMPORARY: amp-reduce: cannot write a temporary file (see TMPDIR): No such file or directory
// TEMPORARY-NOT: Stack dump
// TEXT: amp-reduce: {{.+}}
// TEXT-NOT: Stack dump
func.func @main() {
  return
}
