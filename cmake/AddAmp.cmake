# Linking and warning rules of the project, written once.

# Every MLIR and LLVM symbol comes from libMLIR.so / libLLVM.so.
set(MLIR_LINK_MLIR_DYLIB ON)
set(LLVM_LINK_LLVM_DYLIB ON)

add_library(amp_options INTERFACE)
target_compile_options(amp_options INTERFACE
  -Wall -Wextra -Wno-unused-parameter $<$<BOOL:${AMP_WERROR}>:-Werror>)
if(AMP_SANITIZE)
  target_compile_options(amp_options INTERFACE -fsanitize=${AMP_SANITIZE}
                         -fno-omit-frame-pointer -fno-sanitize=vptr)
  target_link_options(amp_options INTERFACE -fsanitize=${AMP_SANITIZE})
endif()
add_library(amp_precompiled INTERFACE)
set_property(GLOBAL PROPERTY AMP_LIBRARIES "")

# add_amp_library(Name SOURCES a.cpp ... [DEPENDS tablegen targets] [LINK libs])
#
# A static, position-independent library `Name` (one stage of the data flow)
# whose public headers live under include/AmpDialect.
function(add_amp_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  add_library(AmpDialect::${name} ALIAS ${name})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:amp_options>)
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  mlir_target_link_libraries(${name} PUBLIC MLIRIR)
  target_link_libraries(${name} PUBLIC LLVM)
  target_include_directories(${name} PUBLIC
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  set_property(GLOBAL APPEND PROPERTY AMP_LIBRARIES ${name})
endfunction()

# add_amp_executable(name SOURCES ... LINK ...)
function(add_amp_executable name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:amp_options> ${ARG_LINK})
  mlir_target_link_libraries(${name} PRIVATE MLIROptLib)
  target_link_libraries(${name} PRIVATE LLVM)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
endfunction()
