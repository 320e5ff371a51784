# Packages: `cpack -G DEB` in a build folder makes a Debian package of what `cmake --install` would
# install; scripts/tarball makes a folder that runs without installation.
set(CPACK_PACKAGE_NAME canopy)
set(CPACK_PACKAGE_VENDOR "The Canopy authors")
set(CPACK_PACKAGE_CONTACT "The Canopy authors <canopy@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "parallel game-tree search")
set(CPACK_PACKAGE_DESCRIPTION "Board games, agents that play them on all cores, and tools to check and
measure both: a program with a web page, a C library with its headers, and a Python package.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR})
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3, bash-completion")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_LIST_DIR}/debian/prerm)
include(CPack)
