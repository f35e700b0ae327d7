"""Prints a product that goes through a chain of views, of blocks, of loops, or of
sums with as many constant globals, to another.

usage: product_chain.py views|blocks|loops|globals COUNT

Or as many products, which a loop carries, a function returns or one body sums up.

usage: product_chain.py carried|returned|summed COUNT
"""

import sys

kind, count = sys.argv[1], int(sys.argv[2])
T = "tensor<16x16xf32>"
STEPS = {
    "views": "  %v{next} = tensor.cast %v{i} : {T} to {T}",
    "blocks": "  cf.br ^b{i}(%v{i} : {T})\n^b{i}(%v{next}: {T}):",
    "loops": "  %c{i} = arith.constant 1 : index\n"
    "  %v{next} = scf.for %k{i} = %c{i} to %c{i} step %c{i}\n"
    "      iter_args(%x{i} = %v{i}) -> {T} {{\n"
    "    %y{i} = arith.mulf %x{i}, %a : {T}\n"
    "    scf.yield %y{i} : {T}\n  }}",
    "globals": "  %g{i} = ml_program.global_load_const @g{i} : {T}\n"
    "  %v{next} = arith.addf %v{i}, %g{i} : {T}",
}
for i in range(count if kind == "globals" else 0):
    print(f"ml_program.global private @g{i}(dense<{i}.5> : {T}) : {T}")
print("#id = affine_map<(i, j) -> (i, j)>")


def join(text):
    return ", ".join(text.format(i=i, T=T) for i in range(count))


product = "  %p{i} = linalg.matmul ins({of}, %a : {T}, {T}) outs(%z : {T}) -> {T}"
if kind == "returned":
    print(f"func.func private @f(%a: {T}, %z: {T}) -> ({join('{T}')}) {{")
    for i in range(count):
        print(product.format(i=i, of="%a", T=T))
    print(f"  return {join('%p{i}')} : {join('{T}')}\n}}")
print(f"func.func @main(%a: {T}, %z: {T}) -> {T} {{")
if kind == "returned":
    print(f"  %r:{count} = call @f(%a, %z) : ({T}, {T}) -> ({join('{T}')})")
    print(f"  return %r#0 : {T}\n}}")
    sys.exit()
if kind == "carried":
    print("  %one = arith.constant 1 : index")
    print(f"  %r:{count} = scf.for %k = %one to %one step %one")
    print(f"      iter_args({join('%v{i} = %a')}) -> ({join('{T}')}) {{")
    for i in range(count):
        print(product.format(i=i, of=f"%v{i}", T=T))
    print(f"  scf.yield {join('%p{i}')} : {join('{T}')}\n  }}")
    print(f"  return %r#0 : {T}\n}}")
    sys.exit()
if kind == "summed":
    for i in range(count):
        print(product.format(i=i, of="%a", T=T))
    print("  %r = linalg.generic {iterator_types = [\"parallel\", \"parallel\"],")
    print(f"      indexing_maps = [{join('#id')}, #id]}}")
    print(f"      ins({join('%p{i}')} : {join('{T}')}) outs(%z : {T}) {{")
    print(f"  ^bb0({join('%b{i}: f32')}, %o: f32):")
    for i in range(1, count):
        print(f"    %s{i} = arith.addf %{'s' if i > 1 else 'b'}{i - 1}, %b{i} : f32")
    print(f"    linalg.yield %s{count - 1} : f32\n  }} -> {T}")
    print(f"  return %r : {T}\n}}")
    sys.exit()
print(f"  %v0 = linalg.matmul ins(%a, %a : {T}, {T}) outs(%z : {T}) -> {T}")
for i in range(count):
    print(STEPS[kind].format(i=i, next=i + 1, T=T))
print(f"  %r = linalg.matmul ins(%v{count}, %a : {T}, {T}) outs(%z : {T}) -> {T}")
print(f"  return %r : {T}\n}}")
