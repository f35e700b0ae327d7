# The LLVM releases that this source builds with, and what to say of others.
# MLIR's C++ interfaces change with each release, so neighbours do not do.
set(AMP_LLVM_VERSIONS 22.1)

# Stops unless `version` (major.minor.patch) belongs to an accepted release;
# `where` is named in the message.
function(amp_check_llvm_version version where)
  foreach(accepted IN LISTS AMP_LLVM_VERSIONS)
    string(REPLACE "." "\\." pattern "${accepted}")
    if(version MATCHES "^${pattern}(\\.|$)")
      return()
    endif()
  endforeach()
  list(JOIN AMP_LLVM_VERSIONS ", " all)
  message(FATAL_ERROR "AmpDialect builds with LLVM and MLIR ${all}, got "
    "${version} in ${where}: set MLIR_DIR to the folder of MLIRConfig.cmake of "
    "an accepted release.")
endfunction()

# cmake -DVERSION=21.1.0 -P cmake/LLVMVersion.cmake: the check alone.
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  amp_check_llvm_version("${VERSION}" "VERSION")
endif()
