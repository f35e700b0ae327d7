# The installed package: headers, TableGen files, libraries, and what
# find_package(AmpDialect) reads.
include(CMakePackageConfigHelpers)
set(AMP_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/AmpDialect)

get_property(libraries GLOBAL PROPERTY AMP_LIBRARIES)
install(TARGETS AmpDialect ${libraries} EXPORT AmpDialectTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT AmpDialectTargets NAMESPACE AmpDialect::
  DESTINATION ${AMP_CMAKE_DIR})

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td")
install(DIRECTORY ${PROJECT_BINARY_DIR}/include/
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.inc" PATTERN "CMakeFiles" EXCLUDE)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE
  DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/AmpDialect)

configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/AmpDialectConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/AmpDialectConfig.cmake
  INSTALL_DESTINATION ${AMP_CMAKE_DIR}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/cmake/AmpDialectConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/cmake/AmpDialectConfig.cmake
  ${PROJECT_BINARY_DIR}/cmake/AmpDialectConfigVersion.cmake
  DESTINATION ${AMP_CMAKE_DIR})
