"""Prints a product that goes through a chain of views, of blocks, or of sums with as
many constant globals, to another.

usage: product_chain.py views|blocks|globals COUNT
"""

import sys

kind, count = sys.argv[1], int(sys.argv[2])
T = "tensor<16x16xf32>"
STEPS = {
    "views": "  %v{next} = tensor.cast %v{i} : {T} to {T}",
    "blocks": "  cf.br ^b{i}(%v{i} : {T})\n^b{i}(%v{next}: {T}):",
    "globals": "  %g{i} = ml_program.global_load_const @g{i} : {T}\n"
    "  %v{next} = arith.addf %v{i}, %g{i} : {T}",
}
for i in range(count if kind == "globals" else 0):
    print(f"ml_program.global private @g{i}(dense<{i}.5> : {T}) : {T}")
print(f"func.func @main(%a: {T}, %z: {T}) -> {T} {{")
print(f"  %v0 = linalg.matmul ins(%a, %a : {T}, {T}) outs(%z : {T}) -> {T}")
for i in range(count):
    print(STEPS[kind].format(i=i, next=i + 1, T=T))
print(f"  %r = linalg.matmul ins(%v{count}, %a : {T}, {T}) outs(%z : {T}) -> {T}")
print(f"  return %r : {T}\n}}")
