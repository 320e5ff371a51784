/* Results of games in the words of people, of SGF and of GGF, written and read by one table of
 * endings. Anything the board itself tells (who won, by how much) is asked of the rules; only what
 * it cannot tell (resignation, time, forfeit, an agreed count of dead stones) is kept in
 * cn_record_info. */
#include "arena/info.h"

#include <canopy/score.h>

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

/* How a game ended that the board does not decide: in words after the winner's name, and the
 * letters of SGF and GGF, whose `l` is a player who left. */
static const struct {
    const char *words;
    char sgf, ggf;
} endings[] = {
    [CN_ENDED_ON_BOARD] = {"", 0, 0},
    [CN_ENDED_RESIGNED] = {" wins by resignation", 'R', 'r'},
    [CN_ENDED_ON_TIME] = {" wins on time", 'T', 't'},
    [CN_ENDED_FORFEIT] = {" wins by forfeit", 'F', 'l'},
    [CN_ENDED_DRAWN] = {"", 0, 0},
};
static const char called_draw[] = "draw by adjudication";

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

bool cn_info_counts(const cn_game *game) {
    enum { SGF_GO = 1 };
    return game->sgf == SGF_GO;
}

/* A count that was agreed on comes before the bare board, and the board before what the record
 * says. */
cn_outcome cn_info_outcome(const cn_record_info *info, const cn_position *last) {
    const cn_outcome outcome = last->rules->over(last->state);
    if (outcome != CN_ONGOING) {
        if (!info->counted) return outcome;
        return info->margin == 0 ? CN_DRAW : cn_win_of(info->margin < 0);
    }
    if (info->ending == CN_ENDED_ON_BOARD) return CN_ONGOING;
    return info->ending == CN_ENDED_DRAWN ? CN_DRAW : cn_win_of(info->loser ^ 1);
}

/* Of who won, in a game that has points. */
static double margin_of(const cn_record_info *info, const cn_position *last) {
    return fabs(info->counted ? info->margin : cn_info_margin(last));
}

void cn_info_result(const cn_record_info *info, const cn_position *last, char *text, size_t size) {
    const cn_outcome outcome = cn_info_outcome(info, last);
    const bool on_board = last->rules->over(last->state) != CN_ONGOING;
    const char *winner = last->game->player[outcome == CN_SECOND_WINS];
    if (outcome == CN_ONGOING || outcome == CN_DRAW) {
        snprintf(text, size, "%s",
                 outcome == CN_ONGOING ? "unfinished"
                 : on_board            ? "draw"
                                       : called_draw);
    } else if (!on_board) {
        snprintf(text, size, "%s%s", winner, endings[info->ending].words);
    } else if (last->rules->score) {
        const cn_score score = {
            .kind = CN_SCORE_POINTS, .value = margin_of(info, last), .proven = true};
        char wins[CN_SCORE_WORDS];
        cn_score_words(last->game, score, wins);
        snprintf(text, size, "%s %s", winner, wins);
    } else {
        snprintf(text, size, "%s wins", winner);
    }
}

void cn_info_result_sgf(const cn_record_info *info, const cn_position *last, char *text,
                        size_t size) {
    const cn_outcome outcome = cn_info_outcome(info, last);
    char how[40] = {endings[info->ending].sgf};
    if (outcome == CN_ONGOING || outcome == CN_DRAW) {
        snprintf(text, size, "%s", outcome == CN_DRAW ? "0" : "?");
        return;
    }
    if (last->rules->over(last->state) != CN_ONGOING) {
        how[0] = '\0';
        if (last->rules->score) snprintf(how, sizeof how, "%g", margin_of(info, last));
    }
    snprintf(text, size, "%c+%s", outcome == CN_SECOND_WINS ? 'W' : 'B', how);
}

char cn_info_letter_ggf(cn_ending ending) {
    return endings[ending].ggf;
}

/* The margin that the players counted; it is looked at if the game is over on the board. */
static void count(cn_record_info *info, const cn_game *game, const char *number, int winner) {
    char *end;
    const double margin = strtod(number, &end);
    if (!cn_info_counts(game) || end == number || !(margin >= 0 && margin < 10000)) return;
    info->counted = true;
    info->margin = winner ? -margin : margin;
}

/* Takes an ending by its letter in SGF or GGF; other letters change nothing. */
static void end_by(cn_record_info *info, char letter, int loser) {
    for (cn_ending ending = CN_ENDED_RESIGNED; ending <= CN_ENDED_FORFEIT; ending++) {
        if (letter != endings[ending].sgf && letter != endings[ending].ggf) continue;
        info->ending = ending;
        info->loser = loser;
    }
}

void cn_info_read_result(cn_record_info *info, const cn_game *game, const char *text) {
    info->ending = CN_ENDED_ON_BOARD;
    info->loser = 0;
    info->counted = false;
    /* GGF: Black's margin, then `:r`, `:t`. */
    const char *colon = strchr(text, ':');
    if ((*text == '+' || *text == '-') && colon) {
        end_by(info, (char)tolower((unsigned char)colon[1]), *text == '+');
        return;
    }
    /* SGF: W+R, B+Time. */
    if ((*text == 'B' || *text == 'W') && text[1] == '+') {
        end_by(info, (char)toupper((unsigned char)text[2]), *text == 'B');
        count(info, game, text + 2, *text == 'W');
        return;
    }
    if (strcmp(text, called_draw) == 0) info->ending = CN_ENDED_DRAWN;
    for (int winner = 0; winner < 2; winner++) {
        const size_t length = strlen(game->player[winner]);
        if (strncmp(text, game->player[winner], length) != 0) continue;
        if (strncmp(text + length, " wins by ", 9) == 0)
            count(info, game, text + length + 9, winner);
        for (cn_ending ending = CN_ENDED_RESIGNED; ending <= CN_ENDED_FORFEIT; ending++) {
            if (strcmp(text + length, endings[ending].words) != 0) continue;
            info->ending = ending;
            info->loser = winner ^ 1;
        }
    }
}
