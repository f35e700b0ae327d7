"""Prints a product that goes through as many blocks as the argument says."""

import sys

count = int(sys.argv[1])
T = "tensor<16x16xf32>"
print(f"func.func @main(%a: {T}, %z: {T}) -> {T} {{")
print(f"  %v0 = linalg.matmul ins(%a, %a : {T}, {T}) outs(%z : {T}) -> {T}")
for i in range(count):
    print(f"  cf.br ^b{i}(%v{i} : {T})\n^b{i}(%v{i + 1}: {T}):")
print(f"  %r = linalg.matmul ins(%v{count}, %a : {T}, {T}) outs(%z : {T}) -> {T}")
print(f"  return %r : {T}\n}}")
