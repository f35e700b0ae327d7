# The compilers of the presets. A toolchain file, not cache entries: configuring
# an existing build folder again then keeps its cache. The preset `gcc` says
# otherwise by AMP_COMPILER.
if(AMP_COMPILER STREQUAL "gcc")
  set(CMAKE_C_COMPILER gcc)
  set(CMAKE_CXX_COMPILER g++)
else()
  set(CMAKE_C_COMPILER clang-22)
  set(CMAKE_CXX_COMPILER clang++-22)
endif()
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES AMP_COMPILER)
