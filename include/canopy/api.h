/* What every public header begins with: the version, and which functions the shared library shows.
 *
 * The library is compiled with all symbols hidden; a function marked CN_API is one that programs
 * may call. Everything else can change from one version to the next. */
#ifndef CANOPY_API_H
#define CANOPY_API_H

#define CN_VERSION "0.1.0" /* of the headers; cn_version() is that of the library */

#if defined(__GNUC__)
#define CN_API __attribute__((visibility("default")))
#else
#define CN_API
#endif

#endif
