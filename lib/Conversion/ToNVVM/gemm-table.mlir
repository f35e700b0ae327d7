// Written by benchmarks/tune_gemm.py; do not edit.
[]
