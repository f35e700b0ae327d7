"""Prints a product that goes through a chain of views, or of blocks, to another.

usage: product_chain.py views|blocks COUNT
"""

import sys

kind, count = sys.argv[1], int(sys.argv[2])
T = "tensor<16x16xf32>"
STEPS = {
    "views": "  %v{next} = tensor.cast %v{i} : {T} to {T}",
    "blocks": "  cf.br ^b{i}(%v{i} : {T})\n^b{i}(%v{next}: {T}):",
}
print(f"func.func @main(%a: {T}, %z: {T}) -> {T} {{")
print(f"  %v0 = linalg.matmul ins(%a, %a : {T}, {T}) outs(%z : {T}) -> {T}")
for i in range(count):
    print(STEPS[kind].format(i=i, next=i + 1, T=T))
print(f"  %r = linalg.matmul ins(%v{count}, %a : {T}, {T}) outs(%z : {T}) -> {T}")
print(f"  return %r : {T}\n}}")
