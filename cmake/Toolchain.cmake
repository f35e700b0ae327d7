# The compilers of the presets. A toolchain file, not cache entries: configuring
# an existing build folder again then keeps its cache.
set(CMAKE_C_COMPILER clang-22)
set(CMAKE_CXX_COMPILER clang++-22)
