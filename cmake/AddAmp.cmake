# Linking and warning rules of the project, written once.

# Every MLIR and LLVM symbol comes from libMLIR.so / libLLVM.so, unless who builds
# us links their archives: two copies of MLIR in one process do not go together.
if(NOT DEFINED MLIR_LINK_MLIR_DYLIB)
  set(MLIR_LINK_MLIR_DYLIB ON)
endif()
if(MLIR_LINK_MLIR_DYLIB)
  set(LLVM_LINK_LLVM_DYLIB ON)
endif()

# Links all of MLIR and LLVM, of which a static link takes what it needs.
function(amp_link_mlir target scope)
  get_property(mlir GLOBAL PROPERTY MLIR_ALL_LIBS)
  mlir_target_link_libraries(${target} ${scope} ${mlir})
  if(LLVM_LINK_LLVM_DYLIB)
    set(llvm LLVM)
  else()
    llvm_map_components_to_libnames(llvm all)
  endif()
  target_link_libraries(${target} ${scope} ${llvm})
endfunction()

add_library(amp_options INTERFACE)
target_compile_options(amp_options INTERFACE
  -Wall -Wextra -Wno-unused-parameter
  # g++ warns of std::optional that is read where it has a value; LLVM's own build
  # leaves that warning out for the same reason.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
  # As LLVM itself; what needs exceptions (nanobind, Boost) says so.
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<NOT:$<BOOL:$<TARGET_PROPERTY:AMP_EXCEPTIONS>>>>:-fno-exceptions>
  $<$<BOOL:${AMP_WERROR}>:-Werror>)
if(AMP_SANITIZE)
  target_compile_options(amp_options INTERFACE -fsanitize=${AMP_SANITIZE}
                         -fno-omit-frame-pointer -fno-sanitize=${AMP_NO_SANITIZE})
  target_link_options(amp_options INTERFACE -fsanitize=${AMP_SANITIZE})
endif()
set_property(GLOBAL PROPERTY AMP_LIBRARIES "")

# MLIR's headers, which most sources read and which take most of the time to
# compile, are read once: those of the dialects that modules come in, and of those
# that they are lowered to; of ours those that every stage reads and that seldom
# change. Sources still include what they use.
# Call once, where include directories are known.
option(AMP_PRECOMPILED_HEADERS
  "Read MLIR's headers once for all libraries and programs" ON)
macro(add_amp_headers)
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/AmpHeaders.cpp" CONTENT "")
  add_library(AmpHeaders STATIC "${PROJECT_BINARY_DIR}/AmpHeaders.cpp")
  target_link_libraries(AmpHeaders PRIVATE $<BUILD_INTERFACE:amp_options>)
  target_precompile_headers(AmpHeaders PRIVATE
    <mlir/Dialect/Arith/IR/Arith.h> <mlir/Dialect/Bufferization/IR/Bufferization.h>
    <mlir/Dialect/ControlFlow/IR/ControlFlowOps.h> <mlir/Dialect/Func/IR/FuncOps.h>
    <mlir/Dialect/GPU/IR/GPUDialect.h> <mlir/Dialect/LLVMIR/LLVMDialect.h>
    <mlir/Dialect/LLVMIR/NVVMDialect.h> <mlir/Dialect/Linalg/IR/Linalg.h>
    <mlir/Dialect/Math/IR/Math.h> <mlir/Dialect/MemRef/IR/MemRef.h>
    <mlir/Dialect/SCF/IR/SCF.h> <mlir/Dialect/Tensor/IR/Tensor.h>
    <mlir/Dialect/Vector/IR/VectorOps.h> <mlir/IR/BuiltinOps.h> <mlir/IR/IRMapping.h>
    <mlir/IR/ImplicitLocOpBuilder.h> <mlir/IR/Matchers.h> <mlir/IR/PatternMatch.h>
    <mlir/IR/TypeUtilities.h> <mlir/Interfaces/FunctionInterfaces.h>
    <mlir/Pass/Pass.h> <mlir/Pass/PassManager.h> <mlir/Target/LLVMIR/Export.h>
    <mlir/Transforms/DialectConversion.h>
    <mlir/Transforms/GreedyPatternRewriteDriver.h>
    <AmpDialect/IR/AmpDialect.h> <AmpDialect/IR/MixedPrecisionOpInterface.h>
    <AmpDialect/IR/PrecisionInfo.h>)
  add_dependencies(AmpHeaders AmpIRIncGen)
  # What ccache needs to reuse objects made with one.
  target_compile_options(amp_options INTERFACE
    $<$<COMPILE_LANG_AND_ID:CXX,Clang>:SHELL:-Xclang -fno-pch-timestamp>)
endmacro()

# Has the sources of `target`, which links amp_options, begin with those headers.
function(amp_reuse_headers target)
  if(NOT AMP_PRECOMPILED_HEADERS)
    return()
  endif()
  target_precompile_headers(${target} REUSE_FROM AmpHeaders)
  # As the headers were: a program's own -fPIE is another code.
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    target_compile_options(${target} PRIVATE -fPIC)
  endif()
endfunction()

# add_amp_library(Name SOURCES a.cpp ... [DEPENDS tablegen targets] [LINK libs]
#                 [PROFILED])
#
# A static, position-independent library `Name` (one stage of the data flow)
# whose public headers live under include/AmpDialect; PROFILED: see Profile.cmake.
function(add_amp_library name)
  cmake_parse_arguments(ARG "PROFILED" "" "SOURCES;DEPENDS;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  add_library(AmpDialect::${name} ALIAS ${name})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:amp_options>)
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  if(ARG_PROFILED)
    amp_add_profile(${name})
  endif()
  amp_link_mlir(${name} PUBLIC)
  amp_reuse_headers(${name})
  target_include_directories(${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  set_property(GLOBAL APPEND PROPERTY AMP_LIBRARIES ${name})
endfunction()

# One name for embedders who want everything. Call once, after all libraries.
function(add_amp_umbrella)
  get_property(libraries GLOBAL PROPERTY AMP_LIBRARIES)
  add_library(AmpDialect INTERFACE)
  add_library(AmpDialect::AmpDialect ALIAS AmpDialect)
  target_link_libraries(AmpDialect INTERFACE ${libraries})
endfunction()

# add_amp_executable(name SOURCES ... LINK ...)
function(add_amp_executable name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:amp_options> ${ARG_LINK})
  amp_link_mlir(${name} PRIVATE)
  amp_reuse_headers(${name})
  # The few hundred calls into libMLIR are bound at start, in no measurable time,
  # instead of one by one in the first pass that runs.
  target_link_options(${name} PRIVATE LINKER:-z,now)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  set_property(GLOBAL APPEND PROPERTY AMP_TOOLS ${name})
endfunction()

# add_amp_unittest(Name SOURCES a.cpp ... [LINK libs])
#
# A GoogleTest program under build/<preset>/unittests, run by `check-amp-unit`.
# Its parts that MLIR keeps in static archives only are named in LINK.
function(add_amp_unittest name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE
    $<BUILD_INTERFACE:amp_options> ${ARG_LINK} GTest::gtest GTest::gtest_main)
  amp_link_mlir(${name} PRIVATE)
  amp_reuse_headers(${name})
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/unittests)
  add_test(NAME ${name} COMMAND ${name}
    --gtest_output=xml:${PROJECT_BINARY_DIR}/unittests/${name}.xml)
  set_tests_properties(${name} PROPERTIES LABELS unit)
  add_dependencies(check-amp-unit ${name})
endfunction()

# Sets LLVM_EXTERNAL_LIT where the user has not: Debian keeps lit beside
# llvm-config, a source build under build/utils, pip on the path.
macro(amp_find_lit)
  if(NOT LLVM_EXTERNAL_LIT)
    find_program(AMP_LIT NAMES lit llvm-lit lit.py
      HINTS ${LLVM_TOOLS_BINARY_DIR} ${LLVM_BINARY_DIR}/utils/lit
            ${LLVM_BINARY_DIR}/build/utils/lit)
    if(NOT AMP_LIT)
      message(FATAL_ERROR "lit was not found: install llvm-22-tools (utils/setup.sh "
        "does) or set LLVM_EXTERNAL_LIT")
    endif()
    set(LLVM_EXTERNAL_LIT "${AMP_LIT}" CACHE STRING "Command used to spawn lit" FORCE)
  endif()
  if(NOT Python3_EXECUTABLE)
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
  endif()
endmacro()

# Sets `out` to the Python that tests run: the virtual environment that
# utils/setup.sh makes, else the one that CMake found.
function(amp_find_python out)
  set(venv "${PROJECT_SOURCE_DIR}/build/venv/bin/python")
  if(EXISTS "${venv}")
    set(${out} "${venv}" PARENT_SCOPE)
  else()
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
    set(${out} "${Python3_EXECUTABLE}" PARENT_SCOPE)
  endif()
endfunction()
