/* The files of the page (src/web/assets): built into the program by cmake/embed.cmake, or read from
 * a folder while somebody works on them. */
#pragma once

#include "core/builtin.h"
#include "web/request.h"

extern const cn_builtin cn_assets[]; /* by their names in the folder */

/* Answers with the file that the path of the request names, or that it has not changed. */
void cn_assets_answer(cn_request *request);
