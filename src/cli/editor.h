/* A line typed at a terminal with editing, history and completion, by libedit; a build without that
 * has no editor, and its callers read plain lines. */
#pragma once

#include <stddef.h>
#include <stdio.h>

/* An editor, which belongs to whoever opened it. All calls come from the main thread. */
typedef struct cn_editor cn_editor;

/* What the editor asks its caller. */
typedef struct cn_editor_hooks {
    void *user;
    /* Returns 0 as soon as a key was pressed; anything above 0 gives up the line. */
    int (*wait)(void *user);
    /* Writes all words that may follow the beginning of a line, one a line. */
    void (*words)(void *user, const char *before, FILE *out);
    /* Shows the words that what was typed could become, one a line, and draws the screen anew. */
    void (*offer)(void *user, const char *words);
} cn_editor_hooks;

/* The name of the library behind the editor, or "none"; for `canopy --version`. */
const char *cn_editor_library(void);

/* Makes an editor of standard input; NULL: this build has none, or there is no memory. */
cn_editor *cn_editor_open(const cn_editor_hooks *hooks);
void cn_editor_close(cn_editor *editor);

/* Reads a line into *line, of *room bytes, which grow as they need. Returns 0; what `wait` gave it
 * up with; or -1 at the end of the input. */
int cn_editor_line(cn_editor *editor, const char *prompt, char **line, size_t *room);

/* Shows prompt and line again, where the cursor is: the screen has been drawn anew. */
void cn_editor_redraw(cn_editor *editor);
