/* UGI and UCI: `option` and `setoption`. The agent's options are ours: numbers are spins, choices
 * combos, all else strings. */
#include "protocol/ugi.h"

#include "protocol/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

static const char multi_pv[] = "MultiPV", overhead[] = "Move Overhead";

/* ---- option ---- */

/* One of the agent's options as the line that a graphical board makes a field of. */
static void show_option(ugi *u, const cn_option *option, const cn_value *value) {
    char name[64];
    snprintf(name, sizeof name, "%s", option->name);
    name[0] = (char)toupper((unsigned char)name[0]); /* Hash, Threads: names that boards know */
    switch (option->type) {
    case CN_OPTION_INT:
        cn_desk_print(u->desk, "option name %s type spin default %lld min %lld max %lld\n", name,
                      (long long)value->integer, (long long)option->min, (long long)option->max);
        break;
    case CN_OPTION_CHOICE:
        cn_desk_print(u->desk, "option name %s type combo default %s", name,
                      option->choices[value->integer]);
        for (const char *const *c = option->choices; *c; c++) {
            cn_desk_print(u->desk, " var %s", *c);
        }
        cn_desk_print(u->desk, "\n");
        break;
    case CN_OPTION_REAL:
        cn_desk_print(u->desk, "option name %s type string default %.15g\n", name, value->real);
        break;
    case CN_OPTION_TEXT:
        cn_desk_print(u->desk, "option name %s type string default %s\n", name,
                      *value->text ? value->text : "<empty>");
        break;
    }
}

void ugi_list_options(ugi *u) {
    cn_desk *desk = u->desk;
    cn_spec spec;
    if (u->notation->option) u->notation->show_option(u);
    cn_desk_print(desk, "option name %s type spin default 1 min 1 max %d\n", multi_pv,
                  CN_LINES_MAX);
    cn_desk_print(desk, "option name %s type spin default 10 min 0 max 5000\n", overhead);
    cn_desk_print(desk, "option name Ponder type check default false\n");
    if (!cn_desk_spec(desk, &spec)) return;
    for (int i = 0; spec.options[i].name; i++) show_option(u, &spec.options[i], &spec.values[i]);
}

/* ---- setoption ---- */

/* Reads a number within a range; the message names the option. */
static cn_status read_int(const char *name, const char *text, int min, int max, int *number,
                          cn_error *error) {
    if (cn_text_int(text, min, max, number)) return CN_OK;
    return cn_fail(error, CN_BAD_USAGE, "%s: expected a whole number from %d to %d", name, min,
                   max);
}

/* Takes the words behind `key`, up to `until`, as one text with single blanks. */
static void take(const char *words, const char *key, const char *until, char *out, size_t size) {
    bool inside = false;
    size_t used = 0;
    out[0] = '\0';
    for (const char *p = words; *(p += strspn(p, CN_BLANKS));) {
        const size_t n = strcspn(p, CN_BLANKS);
        if (!inside && strlen(key) == n && strncmp(p, key, n) == 0) {
            inside = true;
        } else if (inside && until && strlen(until) == n && strncmp(p, until, n) == 0) {
            break;
        } else if (inside && used + n + 1 < size) {
            used += (size_t)snprintf(out + used, size - used, "%s%.*s", used ? " " : "", (int)n, p);
        }
        p += n;
    }
}

cn_status ugi_set_option(ugi *u) {
    char name[64], value[256];
    int number = 0;
    take(u->words, "name", "value", name, sizeof name);
    take(u->words, "value", NULL, value, sizeof value);
    if (strcmp(value, "<empty>") == 0) value[0] = '\0';
    CN_FAIL_IF(!*name, &u->error, CN_BAD_USAGE, "setoption: expected `name NAME value VALUE`");
    const ugi_notation *notation = u->notation;
    if (notation->option && strcasecmp(name, notation->option) == 0) {
        return notation->set_option(u, value, &u->error);
    }
    if (strcasecmp(name, multi_pv) == 0) {
        return read_int(multi_pv, value, 1, CN_LINES_MAX, &u->lines, &u->error);
    }
    if (strcasecmp(name, overhead) == 0) {
        const cn_status status = read_int(overhead, value, 0, 5000, &number, &u->error);
        if (status == CN_OK) u->overhead = number / 1000.0;
        return status;
    }
    if (strcasecmp(name, "Ponder") == 0) {
        u->ponders = strcasecmp(value, "true") == 0;
        return CN_OK;
    }
    if (strncasecmp(name, "UCI_", 4) == 0) return CN_OK; /* about the opponent, and the like */
    return cn_desk_amend(u->desk, name, value, &u->error);
}
