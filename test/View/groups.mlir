// Boxes of blocks (layers between points through which all data passes) and of
// locations (names cut at slashes); `auto` takes the finest that is readable.
// RUN: amp-opt %s --amp-view-precision="%t.block.dot collapse=block" -o /dev/null
// RUN: FileCheck %s --check-prefix=BLOCK --input-file=%t.block.dot
// RUN: amp-opt %s --amp-view-precision="%t.location.dot collapse=location" -o /dev/null
// RUN: FileCheck %s --check-prefix=LOCATION --input-file=%t.location.dot
// RUN: amp-opt %s --amp-view-precision="%t.auto.dot" -o /dev/null
// RUN: FileCheck %s --check-prefix=AUTO --input-file=%t.auto.dot
// Where names tell nothing, locations are layers.
// RUN: amp-opt %s --strip-debuginfo --amp-view-precision="%t.layer.dot collapse=location" -o /dev/null
// RUN: FileCheck %s --check-prefix=LAYER --input-file=%t.layer.dot
// What Graphviz says of itself is told.
// RUN: mkdir -p %t.bin && echo '#!/bin/sh' > %t.bin/dot && echo 'exit 3' >> %t.bin/dot && chmod +x %t.bin/dot
// RUN: not env PATH=%t.bin:/usr/bin:/bin %amp_build/bin/amp-opt %s --amp-view-precision=%t.svg -o /dev/null 2>&1 | FileCheck %s --check-prefix=GRAPHVIZ
// GRAPHVIZ: groups.mlir:{{[0-9:]+}} error: Graphviz failed to draw '{{.*}}.svg' (exit status 3)

// BLOCK: n0 {{.*}}2 x <B>linalg.matmul</B>{{.*}}+ 2 ops
// BLOCK: n1 {{.*}}2 x <B>linalg.matmul</B>{{.*}}+ 2 ops
// BLOCK: n0 -> n1
// BLOCK-NOT: n2
// LOCATION: n0 {{.*}}<B>net/block0</B>
// LOCATION: n1 {{.*}}<B>net/block1</B>
// LOCATION: n0 -> n1
// LOCATION-NOT: n2
// AUTO: <B>math.exp</B>
// AUTO: n6 -> n7
// LAYER: n3 {{.*}}<B>linalg.matmul</B>
// LAYER: n2 -> n3
// LAYER-NOT: n4

!t = tensor<64x64xf32>
func.func @main(%x: !t, %w: !t, %e: !t) -> !t {
  // A residual block: its input goes around two products.
  %0 = linalg.matmul ins(%x, %w : !t, !t) outs(%e : !t) -> !t loc("net/block0/first")
  %1 = math.exp %0 : !t loc("net/block0/exp")
  %2 = linalg.matmul ins(%1, %w : !t, !t) outs(%e : !t) -> !t loc("net/block0/second")
  %3 = arith.addf %2, %0 : !t loc("net/block0/add")
  %4 = linalg.matmul ins(%3, %w : !t, !t) outs(%e : !t) -> !t loc("net/block1/first")
  %5 = math.exp %4 : !t loc("net/block1/exp")
  %6 = linalg.matmul ins(%5, %w : !t, !t) outs(%e : !t) -> !t loc("net/block1/second")
  %7 = arith.addf %6, %4 : !t loc("net/block1/add")
  return %7 : !t
}
