"""A module of N functions that each call the one before twice: 2^N ops inlined."""

import sys

TYPE = "tensor<?xf32>"
print(f"func.func private @f0(%x: {TYPE}) -> {TYPE} {{")
print(f"  %0 = math.tanh %x : {TYPE}\n  return %0 : {TYPE}\n}}")
last = int(sys.argv[1])
for level in range(1, last + 1):
    name = f"private @f{level}" if level < last else "@main"
    print(f"func.func {name}(%x: {TYPE}) -> {TYPE} {{")
    print(f"  %0 = call @f{level - 1}(%x) : ({TYPE}) -> {TYPE}")
    print(f"  %1 = call @f{level - 1}(%0) : ({TYPE}) -> {TYPE}")
    print(f"  return %1 : {TYPE}\n}}")
