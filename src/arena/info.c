#include "arena/info.h"

#include <ctype.h>
#include <math.h>
#include <time.h>

/* How a game ended that the board does not decide: in words after the winner's name, and the letter
 * of SGF and GGF. */
static const struct {
    const char *words;
    char letter;
} endings[] = {
    [CN_ENDED_ON_BOARD] = {"", 0},
    [CN_ENDED_RESIGNED] = {" wins by resignation", 'R'},
    [CN_ENDED_ON_TIME] = {" wins on time", 'T'},
    [CN_ENDED_FORFEIT] = {" wins by forfeit", 'F'},
    [CN_ENDED_DRAWN] = {"", 0},
};
static const char called_draw[] = "draw by adjudication";

char cn_info_letter(cn_ending ending) {
    return endings[ending].letter;
}

void cn_info_today(cn_record_info *info) {
    const time_t now = time(NULL);
    struct tm day;
    info->date[0] = '\0';
    if (localtime_r(&now, &day)) strftime(info->date, sizeof info->date, "%Y-%m-%d", &day);
}

double cn_info_margin(const cn_position *last) {
    const int unit = last->game->score_unit > 0 ? last->game->score_unit : 1;
    return (double)last->rules->score(last->state) / unit;
}

void cn_info_result(const cn_record_info *info, const cn_position *last, char *text, size_t size) {
    const char *const *name = last->game->player;
    const cn_outcome outcome = last->rules->over(last->state);
    if (info->ending == CN_ENDED_DRAWN) {
        snprintf(text, size, "%s", called_draw);
    } else if (info->ending != CN_ENDED_ON_BOARD) {
        snprintf(text, size, "%s%s", name[info->loser ^ 1], endings[info->ending].words);
    } else if (outcome == CN_ONGOING || outcome == CN_DRAW) {
        snprintf(text, size, "%s", outcome == CN_DRAW ? "draw" : "unfinished");
    } else if (last->rules->score) {
        snprintf(text, size, "%s wins by %g", name[outcome == CN_SECOND_WINS],
                 fabs(cn_info_margin(last)));
    } else {
        snprintf(text, size, "%s wins", name[outcome == CN_SECOND_WINS]);
    }
}

void cn_info_result_sgf(const cn_record_info *info, const cn_position *last, char *text,
                        size_t size) {
    const cn_outcome outcome = last->rules->over(last->state);
    if (info->ending == CN_ENDED_DRAWN) {
        snprintf(text, size, "0");
    } else if (info->ending != CN_ENDED_ON_BOARD) {
        snprintf(text, size, "%c+%c", info->loser ? 'B' : 'W', endings[info->ending].letter);
    } else if (outcome == CN_ONGOING || outcome == CN_DRAW) {
        snprintf(text, size, "%s", outcome == CN_DRAW ? "0" : "?");
    } else if (last->rules->score) {
        snprintf(text, size, "%c+%g", outcome == CN_SECOND_WINS ? 'W' : 'B',
                 fabs(cn_info_margin(last)));
    } else {
        snprintf(text, size, "%c+", outcome == CN_SECOND_WINS ? 'W' : 'B');
    }
}

static void end_by(cn_record_info *info, int letter, int loser) {
    for (cn_ending e = CN_ENDED_RESIGNED; e <= CN_ENDED_FORFEIT; e++) {
        if (letter != endings[e].letter) continue;
        info->ending = e;
        info->loser = loser;
    }
}

void cn_info_read_result(cn_record_info *info, const cn_game *game, const char *text) {
    info->ending = CN_ENDED_ON_BOARD;
    info->loser = 0;
    /* GGF: Black's margin, then `:r`, `:t`. */
    const char *colon = strchr(text, ':');
    if ((*text == '+' || *text == '-') && colon) {
        end_by(info, toupper((unsigned char)colon[1]), *text == '+');
        return;
    }
    /* SGF: W+R, B+Time. */
    if ((*text == 'B' || *text == 'W') && text[1] == '+') {
        end_by(info, toupper((unsigned char)text[2]), *text == 'B');
        return;
    }
    if (strcmp(text, called_draw) == 0) info->ending = CN_ENDED_DRAWN;
    for (int winner = 0; winner < 2; winner++) {
        const size_t length = strlen(game->player[winner]);
        if (strncmp(text, game->player[winner], length) != 0) continue;
        for (cn_ending e = CN_ENDED_RESIGNED; e <= CN_ENDED_FORFEIT; e++) {
            if (strcmp(text + length, endings[e].words) == 0) {
                end_by(info, endings[e].letter, winner ^ 1);
            }
        }
    }
}
