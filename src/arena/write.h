/* Games to text: what arena/record.h reads back to the same game. */
#pragma once

#include "arena/history.h"
#include "arena/record.h"

/* The format for a file name: SGF where the game has a number there and the name does not say
 * otherwise (.sgf, .ggf, .txt); else lines. Fails if the name asks for what the game has not. */
cn_status cn_write_format(const cn_game *game, const char *path, cn_record_format *format,
                          cn_error *error);

/* Writes a game, up to where its history is at, with the options it was set up with. Errors of
 * writing stay in the FILE. */
void cn_write_game(FILE *out, const cn_history *history, const cn_value *values,
                   const cn_record_info *info, cn_record_format format);

/* The same to a file, replacing it; the format is that of its name. */
cn_status cn_write_file(const char *path, const cn_history *history, const cn_value *values,
                        const cn_record_info *info, cn_error *error);
