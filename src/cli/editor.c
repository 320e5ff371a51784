/* The line editor of `canopy play`, by libedit: see editor.h. Every call of libedit runs in the
 * user's locale, because libedit must know which letters there are and how wide they are; the rest
 * of the program keeps the C locale, in which numbers are read and written the same everywhere. A
 * build without libedit has the empty functions at the end. */
#include "cli/editor.h"

#ifdef CN_HAVE_LIBEDIT

#include <histedit.h>
#include <locale.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

const char *cn_editor_library(void) {
    return "libedit";
}

enum { REMEMBERED = 200 }; /* lines of history */

/* An editor of standard input. There is at most one; it is used in the main thread only. */
struct cn_editor {
    cn_editor_hooks hooks;
    EditLine *edit;
    History *history;
    locale_t locale; /* the user's letters; the rest of the program keeps the C locale */
    char prompt[160];
    int given_up; /* what `wait` said */
};

/* The editor that owns this object of libedit, which was stored in it as client data. */
static cn_editor *of(EditLine *edit) {
    void *user = NULL;
    el_get(edit, EL_CLIENTDATA, &user);
    return user;
}

/* libedit asks for the prompt each time it draws the line. */
static char *get_prompt(EditLine *edit) {
    return of(edit)->prompt;
}

/* ---- keys ---- */

/* One character of UTF-8. Returns 1; 0 at the end of the input; -1 to give up the line. */
static int get_character(EditLine *edit, wchar_t *character) {
    cn_editor *e = of(edit);
    unsigned char byte;
    e->given_up = e->hooks.wait(e->hooks.user);
    if (e->given_up) return -1;
    ssize_t got = read(STDIN_FILENO, &byte, 1);
    if (got <= 0) return (int)got;
    const int more = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc0 ? 1 : 0;
    unsigned code = more == 0 ? byte : byte & (0x3fu >> more);
    for (int i = 0; i < more; i++) {
        got = read(STDIN_FILENO, &byte, 1);
        if (got <= 0) return (int)got;
        code = code << 6 | (byte & 0x3fu);
    }
    *character = (wchar_t)code;
    return 1;
}

/* ---- completion ---- */

/* The words that fit what is typed; whoever gets them frees `all`. */
typedef struct matches {
    int count;
    size_t common; /* letters that all of them begin with */
    char word[64]; /* the first */
    char *all;     /* one a line */
} matches;

/* Takes in a word that fits, and what it has in common with those before. */
static void add_match(matches *m, const char *word, size_t length, FILE *all) {
    if (length >= sizeof m->word) return;
    if (m->count++ == 0) {
        memcpy(m->word, word, length);
        m->word[length] = '\0';
        m->common = length;
    }
    size_t same = 0;
    while (same < m->common && same < length && strncasecmp(m->word + same, word + same, 1) == 0) {
        same++;
    }
    m->common = same;
    fprintf(all, "%.*s\n", (int)length, word);
}

/* The words that the text up to the cursor could go on with. */
static matches find_matches(const cn_editor *e, const char *before, const char *begun) {
    matches m = {0};
    char *words = NULL;
    size_t size, length;
    FILE *out = open_memstream(&words, &size);
    if (!out) return m;
    e->hooks.words(e->hooks.user, before, out);
    FILE *all = fclose(out) == 0 ? open_memstream(&m.all, &size) : NULL;
    for (const char *p = all ? words : ""; *p; p += length + (p[length] != '\0')) {
        length = strcspn(p, "\n");
        if (strncasecmp(p, begun, strlen(begun)) == 0) add_match(&m, p, length, all);
    }
    if (all && fclose(all) != 0) m.count = 0;
    free(words);
    return m;
}

/* The Tab key: puts in what all words that fit have in common, or shows them. */
static unsigned char complete(EditLine *edit, int key) {
    cn_editor *e = of(edit);
    const LineInfo *line = el_line(edit);
    const size_t length = (size_t)(line->cursor - line->buffer);
    char text[256];
    (void)key;
    if (length >= sizeof text) return CC_ERROR;
    memcpy(text, line->buffer, length);
    text[length] = '\0';
    char *begun = strrchr(text, ' ');
    begun = begun ? begun + 1 : text;
    char before[256];
    snprintf(before, sizeof before, "%.*s", (int)(begun - text), text);
    matches m = find_matches(e, before, begun);
    const size_t typed = strlen(begun);
    unsigned char answer = CC_ERROR;
    if (m.count > 0 && (m.common > typed || m.count == 1)) {
        m.word[m.common] = '\0';
        if (m.count == 1 && m.common + 1 < sizeof m.word) strcat(m.word, " ");
        el_deletestr(edit, (int)typed);
        answer = el_insertstr(edit, m.word) == 0 ? CC_REFRESH : CC_ERROR;
    } else if (m.count > 1) {
        e->hooks.offer(e->hooks.user, m.all);
        answer = CC_NORM; /* `offer` had the line shown again */
    }
    free(m.all);
    return answer;
}

/* ---- the editor ---- */

/* Makes libedit's objects and binds the keys; false: it could not. */
static bool set_up(cn_editor *e) {
    HistEvent event;
    e->edit = el_init("canopy", stdin, stdout, stderr);
    e->history = history_init();
    if (!e->edit || !e->history) return false;
    history(e->history, &event, H_SETSIZE, REMEMBERED);
    history(e->history, &event, H_SETUNIQUE, 1);
    el_set(e->edit, EL_CLIENTDATA, e);
    el_set(e->edit, EL_SIGNAL, 0); /* they are the program's own */
    el_set(e->edit, EL_PROMPT, get_prompt);
    el_set(e->edit, EL_EDITOR, "emacs");
    el_set(e->edit, EL_HIST, history, e->history);
    el_set(e->edit, EL_GETCFN, get_character);
    el_set(e->edit, EL_ADDFN, "canopy-complete", "Complete a word or a move", complete);
    el_source(e->edit, NULL); /* the user's ~/.editrc */
    el_set(e->edit, EL_BIND, "^I", "canopy-complete", NULL);
    return true;
}

/* The user's locale is made for this one use; the program's own stays as it is. */
cn_editor *cn_editor_open(const cn_editor_hooks *hooks) {
    cn_editor *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    e->hooks = *hooks;
    e->locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    const locale_t old = e->locale ? uselocale(e->locale) : (locale_t)0;
    const bool fine = set_up(e);
    if (e->locale) uselocale(old);
    if (fine) return e;
    cn_editor_close(e);
    return NULL;
}

void cn_editor_close(cn_editor *e) {
    if (!e) return;
    if (e->edit) el_end(e->edit);
    if (e->history) history_end(e->history);
    if (e->locale) freelocale(e->locale);
    free(e);
}

/* Lines that are not blank go into the history. A line that was given up is lost. */
int cn_editor_line(cn_editor *e, const char *prompt, char **line, size_t *room) {
    const locale_t old = e->locale ? uselocale(e->locale) : (locale_t)0;
    int length = 0;
    snprintf(e->prompt, sizeof e->prompt, "%s", prompt);
    e->given_up = 0;
    el_resize(e->edit);
    const char *typed = el_gets(e->edit, &length);
    if (e->locale) uselocale(old);
    if (e->given_up) return e->given_up;
    if (!typed || length <= 0) return -1;
    if (*room < (size_t)length + 1) {
        char *larger = realloc(*line, (size_t)length + 1);
        if (!larger) return -1;
        *line = larger;
        *room = (size_t)length + 1;
    }
    memcpy(*line, typed, (size_t)length);
    (*line)[length] = '\0';
    if ((*line)[strspn(*line, " \t\r\n")]) {
        HistEvent event;
        history(e->history, &event, H_ENTER, *line);
    }
    return 0;
}

void cn_editor_redraw(cn_editor *e) {
    el_resize(e->edit);
    el_set(e->edit, EL_REFRESH);
}

#else

const char *cn_editor_library(void) {
    return "none";
}

cn_editor *cn_editor_open(const cn_editor_hooks *hooks) {
    (void)hooks;
    return NULL;
}

void cn_editor_close(cn_editor *editor) {
    (void)editor;
}

int cn_editor_line(cn_editor *editor, const char *prompt, char **line, size_t *room) {
    (void)editor, (void)prompt, (void)line, (void)room;
    return -1;
}

void cn_editor_redraw(cn_editor *editor) {
    (void)editor;
}

#endif
