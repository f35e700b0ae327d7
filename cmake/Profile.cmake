# Code that is laid out by what a run of it did, for the libraries that the pass
# runs in; utils/save_profile.sh makes the run. Names as LLVM's own build has
# them.
option(AMP_BUILD_INSTRUMENTED "Build the pass's libraries to write profile data"
       OFF)
set(AMP_PROFDATA_FILE "" CACHE FILEPATH
    "Profile data (llvm-profdata merge) to build the pass's libraries by")

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
      "utils/save_profile.sh makes it.")
  endif()
endfunction()

# Has library `name` write profile data, or be built by it.
function(amp_add_profile name)
  if(AMP_BUILD_INSTRUMENTED OR AMP_PROFDATA_FILE)
    # Static functions by their file's name, wherever the sources lie.
    target_compile_options(${name} PRIVATE
      "SHELL:-mllvm -static-func-full-module-prefix=false")
    # Where several sources are compiled at once, that file is the generated one
    # that includes them: those of one initial, so that a source more changes the
    # name of no other's.
    get_target_property(sources ${name} SOURCES)
    foreach(source IN LISTS sources)
      get_filename_component(stem "${source}" NAME_WE)
      string(SUBSTRING "${stem}" 0 1 initial)
      set_property(SOURCE ${source} PROPERTY UNITY_GROUP ${name}${initial})
    endforeach()
    set_target_properties(${name} PROPERTIES UNITY_BUILD_MODE GROUP)
  endif()
  if(AMP_BUILD_INSTRUMENTED)
    target_compile_options(${name} PRIVATE -fprofile-generate)
    target_link_options(${name} INTERFACE -fprofile-generate)
  elseif(AMP_PROFDATA_FILE)
    # An older profile serves for what has not changed since, a new one builds
    # everything anew.
    target_compile_options(${name} PRIVATE "-fprofile-use=${AMP_PROFDATA_FILE}"
      "SHELL:-Xclang -fdepfile-entry=${AMP_PROFDATA_FILE}"
      -Wno-profile-instr-unprofiled -Wno-profile-instr-out-of-date
      -Wno-backend-plugin)
  endif()
endfunction()

# cmake -DINSTRUMENTED=ON -DFILE=x -DCOMPILER=Clang -P cmake/Profile.cmake: the
# check alone.
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  amp_check_profile("${INSTRUMENTED}" "${FILE}" "${COMPILER}")
  return()
endif()

# Of the tests' conversions, by utils/save_profile.sh. Older clangs cannot read it,
# and what other builds compile is other code.
set(saved_profile "${CMAKE_CURRENT_LIST_DIR}/amp.profdata.tar.xz")
set(fits_saved_profile OFF)
if(PROJECT_IS_TOP_LEVEL AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND
   CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 22 AND
   CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT AMP_SANITIZE)
  set(fits_saved_profile ON)
endif()
option(AMP_PROFILE_GUIDED "Build the pass's libraries by the profile in cmake/"
       ${fits_saved_profile})
if(AMP_PROFILE_GUIDED AND NOT AMP_PROFDATA_FILE AND NOT AMP_BUILD_INSTRUMENTED)
  # With the time of the archive's making: unpacked again, nothing is rebuilt.
  file(ARCHIVE_EXTRACT INPUT "${saved_profile}"
       DESTINATION "${CMAKE_BINARY_DIR}/profile")
  set_property(DIRECTORY APPEND PROPERTY
    CMAKE_CONFIGURE_DEPENDS "${saved_profile}")
  set(AMP_PROFDATA_FILE "${CMAKE_BINARY_DIR}/profile/amp.profdata")
endif()
amp_check_profile("${AMP_BUILD_INSTRUMENTED}" "${AMP_PROFDATA_FILE}"
                  "${CMAKE_CXX_COMPILER_ID}")
