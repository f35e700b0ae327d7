// What is written replaces nothing that is read, and nothing else that is
// written: an error before any work, however the name is spelt.
// RUN: rm -rf %t && split-file %s %t && mkdir %t/folder && cd %t
// RUN: ln -s in.mlir link.mlir && ln -s %t folder/up && cp in.mlir in.h
// RUN: not amp-compile in.mlir -o "" 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not amp-compile in.mlir -o - 2>&1 | FileCheck %s --check-prefix=STDOUT
// EMPTY: error: expected the name of a file to write, got ''
// STDOUT: error: expected the name of a file to write, got '-'
// RUN: not amp-compile in.mlir -o in.mlir 2>&1 | FileCheck %s --check-prefix=SELF
// SELF: error: expected different files for the module and the library, got 'in.mlir' and 'in.mlir'
// RUN: not amp-compile link.mlir -o ./folder/../in.mlir 2>&1 | FileCheck %s --check-prefix=LINK
// LINK: error: expected different files for the module and the library, got 'link.mlir' and './folder/../in.mlir'
// RUN: not amp-compile in.h -o in.so 2>&1 | FileCheck %s --check-prefix=BESIDE
// BESIDE: error: expected different files for the module and the header, got 'in.h' and 'in.h'
// RUN: not amp-compile in.mlir --autocast=f16 -o x.so --report=folder/up/in.mlir 2>&1 | FileCheck %s --check-prefix=REPORT
// REPORT: error: expected different files for the module and the report, got 'in.mlir' and 'folder/up/in.mlir'
// RUN: not amp-compile in.mlir -o q.h 2>&1 | FileCheck %s --check-prefix=HEADER
// HEADER: error: expected different files for the library and the header, got 'q.h' and 'q.h'
// RUN: not amp-compile in.mlir -o x.so --header=folder/up/x.so 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: expected different files for the library and the header, got 'x.so' and 'folder/up/x.so'
// RUN: not amp-compile in.mlir --autocast=f16 -o x.so --report=x.so 2>&1 | FileCheck %s --check-prefix=LOST
// LOST: error: expected different files for the library and the report, got 'x.so' and 'x.so'
// RUN: not amp-compile in.mlir --autocast=f16 --policy=low.policy -o x.so --report=low.policy 2>&1 | FileCheck %s --check-prefix=POLICY
// POLICY: error: expected different files for the policy and the report, got 'low.policy' and 'low.policy'
// RUN: not amp-compile in.mlir --autocast=f16 --plan=x.plan -o x.plan 2>&1 | FileCheck %s --check-prefix=PLAN
// PLAN: error: expected different files for the plan and the library, got 'x.plan' and 'x.plan'
// RUN: ls -A | FileCheck %s --check-prefix=FILES
// FILES: folder
// FILES-NEXT: in.h
// FILES-NEXT: in.mlir
// FILES-NEXT: link.mlir
// FILES-NEXT: low.policy
// FILES-NOT: {{.}}
// RUN: diff in.mlir in.h

// A link is followed, also to where no file is yet; a link to itself leads
// nowhere.
// RUN: ln -s folder/real.so new.so && ln -s loop.so loop.so
// RUN: amp-compile in.mlir -o new.so
// RUN: test -L new.so && test -f folder/real.so && test -f new.h
// RUN: amp-compile in.mlir -o new.so
// RUN: test -L new.so && ls folder | FileCheck %s --check-prefix=FOLDER
// FOLDER: real.so
// FOLDER-NEXT: up
// FOLDER-NOT: {{.}}
// RUN: not amp-compile in.mlir -o loop.so 2>&1 | FileCheck %s --check-prefix=LOOP
// LOOP: error: cannot write 'loop.so': Too many levels of symbolic links
// RUN: test -L loop.so

//--- in.mlir
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> { return %a : tensor<2xf32> }
//--- low.policy
