# Code that is laid out by what a run of it did, for the libraries that the pass
# runs in; utils/build_profiled.sh makes the run. Names as LLVM's own build has
# them.
option(AMP_BUILD_INSTRUMENTED "Build the pass's libraries to write profile data"
       OFF)
set(AMP_PROFDATA_FILE "" CACHE FILEPATH
    "Profile data (llvm-profdata merge) to build the pass's libraries by")
# Of the tests' conversions, by utils/build_profiled.sh --save.
set(AMP_SAVED_PROFILE "${CMAKE_CURRENT_LIST_DIR}/amp.profdata.tar.xz")

# Sets `result` to whether this build may be guided by the saved profile: older
# clangs cannot read it, and what else is built is other code.
function(amp_fits_saved_profile result)
  set(fits OFF)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND
     CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 22 AND
     CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT AMP_SANITIZE)
    set(fits ON)
  endif()
  set(${result} ${fits} PARENT_SCOPE)
endfunction()

# Sets AMP_PROFDATA_FILE to the saved profile, unless there is another.
function(amp_use_saved_profile)
  if(AMP_PROFDATA_FILE OR AMP_BUILD_INSTRUMENTED)
    return()
  endif()
  # With the time of the archive's making: unpacked again, nothing is rebuilt.
  file(ARCHIVE_EXTRACT INPUT "${AMP_SAVED_PROFILE}"
       DESTINATION "${CMAKE_BINARY_DIR}/profile")
  set(AMP_PROFDATA_FILE "${CMAKE_BINARY_DIR}/profile/amp.profdata" PARENT_SCOPE)
endfunction()

# Stops unless the two fit together and clang, `compiler`, builds.
function(amp_check_profile instrumented file compiler)
  if(NOT instrumented AND NOT file)
    return()
  endif()
  if(instrumented AND file)
    message(FATAL_ERROR "AMP_BUILD_INSTRUMENTED and AMP_PROFDATA_FILE exclude "
      "each other: one makes the profile that the other reads.")
  endif()
  if(NOT compiler MATCHES "Clang$")
    message(FATAL_ERROR "Profiles are clang's, got the compiler ${compiler}: "
      "leave AMP_BUILD_INSTRUMENTED, AMP_PROFDATA_FILE and "
      "AMP_PROFILE_GUIDED out.")
  endif()
  if(file AND NOT EXISTS "${file}")
    message(FATAL_ERROR "AMP_PROFDATA_FILE does not exist: ${file}; "
      "utils/build_profiled.sh makes it.")
  endif()
endfunction()

# Has library `name` write profile data, or be built by it.
function(amp_add_profile name)
  if(AMP_BUILD_INSTRUMENTED OR AMP_PROFDATA_FILE)
    # Static functions by their file's name, wherever the sources lie.
    target_compile_options(${name} PRIVATE
      "SHELL:-mllvm -static-func-full-module-prefix=false")
  endif()
  if(AMP_BUILD_INSTRUMENTED)
    target_compile_options(${name} PRIVATE -fprofile-generate)
    target_link_options(${name} INTERFACE -fprofile-generate)
  elseif(AMP_PROFDATA_FILE)
    # An older profile serves for what has not changed since.
    target_compile_options(${name} PRIVATE "-fprofile-use=${AMP_PROFDATA_FILE}"
      -Wno-profile-instr-unprofiled -Wno-profile-instr-out-of-date
      -Wno-backend-plugin)
    # A new one builds them anew.
    get_target_property(sources ${name} SOURCES)
    set_property(SOURCE ${sources} APPEND PROPERTY
      OBJECT_DEPENDS "${AMP_PROFDATA_FILE}")
  endif()
endfunction()

# cmake -DINSTRUMENTED=ON -DFILE=x -DCOMPILER=Clang -P cmake/Profile.cmake: the
# check alone.
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  amp_check_profile("${INSTRUMENTED}" "${FILE}" "${COMPILER}")
endif()
