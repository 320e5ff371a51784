/* Sessions: the games of the visitors, each known by an id that cannot be guessed.
 *
 * The server's table holds every session; requests, event streams and operations hold the one they
 * are about. Whoever is the last to release it frees it, so a session that was forgotten lives on
 * until nobody needs it. */
#pragma once

#include "arena/history.h"
#include "arena/info.h"
#include "arena/ownership.h"
#include "web/hub.h"
#include "web/kept.h"

/* Room for the id of a session or a run, and the plies that a game of the page may have. */
enum { CN_ID = 24, CN_PLIES_MAX = 2000 };

/* The channels of a session's hub. */
enum {
    CN_CHANNEL_STATE,
    CN_CHANNEL_SEARCH,
    CN_CHANNEL_ANALYSIS,
    CN_CHANNEL_COMPARE,
    CN_CHANNEL_REVIEW
};

/* What a session does one of at a time. */
typedef enum cn_slot { CN_SLOT_SEARCH, CN_SLOT_REVIEW, CN_SLOTS } cn_slot;

/* What is known of the position after a ply, and of the move that led there. */
typedef struct cn_known {
    const char *by; /* "analysis", "hint" or "review"; NULL: nothing is known */
    cn_score score; /* in player 0's view */
    int depth;
    /* Of the move, by a review: */
    bool reviewed;
    double loss;      /* how much of the chance to win the move cost */
    const char *mark; /* "??" and so on */
    char best[CN_MOVE_TEXT];
    cn_score played_score, best_score; /* in the view of who moved */
} cn_known;

/* A visitor's game, what is known of it, and what is being searched for it. */
typedef struct cn_session {
    cn_web *web;
    char id[CN_ID];
    cn_address client; /* who made the session, for limits of one client */
    /* Guarded by the server's sessions_lock. */
    int holders; /* the table is one */
    double used; /* when somebody last asked for it or let it go */
    /* Guarded by its own lock. */
    cn_lock lock;
    cn_signal signal; /* a slot has become free */
    const cn_game *game;
    cn_value values[CN_OPTIONS_MAX]; /* of the game's options */
    cn_history history;
    bool own_start; /* it does not begin as the game does with these values */
    cn_record_info info;
    char names[2][CN_SPEC_MAX]; /* of people, where a record gave them; empty: none */
    cn_fate fate[CN_BOARD_MAX * CN_BOARD_MAX]; /* of stones at the end, where info.counted */
    cn_known *known;                           /* by ply, from 0 on; grows when needed */
    int known_room;
    uint64_t revision;               /* grows with every change */
    uint64_t games;                  /* how many games were begun in the session */
    struct cn_op *op[CN_SLOTS];      /* the latest, until it ends; NULL: none */
    struct cn_op *running[CN_SLOTS]; /* that has the slot; may be one that is being replaced */
    cn_kept *kept;                   /* the last search; NULL: none, or in use */
    cn_kept *spare;                  /* the one before; likewise */
    cn_usage share;                  /* of the server's threads; guarded by the budget */
    bool gone;                       /* forgotten; whoever holds it may finish */
    cn_hub hub;
} cn_session;

/* ---- the table ---- */

/* 138 random bits as text. False: the system has none to give. */
bool cn_id_make(char id[CN_ID]);

/* Makes the empty table of sessions; frees it with all sessions that are left. */
cn_status cn_sessions_init(cn_web *web, cn_error *error);
void cn_sessions_free(cn_web *web); /* to be called when nothing runs any more */

/* A new session without a game, held by the caller; NULL after an answer. */
cn_session *cn_session_open(cn_request *request);

/* The session of the request's path; NULL after an answer. The request holds it, and the caller has
 * its lock. */
cn_session *cn_session_of(cn_request *request);

/* Holds a session that the caller knows to be held already, so that it lives until the caller lets
 * go of it too. */
void cn_session_hold(cn_session *session);
/* Lets go of a session. It counts as used, unless the server itself only looked at it (unhold). */
void cn_session_release(cn_session *session);
void cn_session_unhold(cn_session *session);

/* Stops what it does for good. Without its lock. */
void cn_session_close(cn_session *session);

/* Takes it off the table, stops what it does, and ends its streams. Without its lock. */
void cn_session_forget(cn_session *session);

/* Forgets those that nobody has used for long. */
void cn_sessions_expire(cn_web *web);

/* Calls `visit` for every session, held but not locked. */
void cn_sessions_each(cn_web *web, void (*visit)(cn_session *session, void *user), void *user);

/* ---- the game of a session (web/state.c); all with its lock taken ---- */

/* Begins a game anew; takes over the history. */
void cn_session_begin(cn_session *session, cn_history *history, const cn_value *values);

/* Plays a legal move that took so many seconds. */
cn_status cn_session_play(cn_session *session, cn_move move, double seconds, cn_error *error);

/* Goes back or on to a ply, as far as there are plies. */
void cn_session_jump(cn_session *session, int ply);

/* Counts a change, and tells who listens. */
void cn_session_changed(cn_session *session);

/* What is known after `ply`, to be filled in; NULL: no memory. */
cn_known *cn_session_known(cn_session *session, int ply);

/* At the end of a game of territory: changes whether the stones on a cell are dead, and counts
 * anew. */
cn_status cn_session_dead(cn_session *session, int cell, cn_error *error);

/* The state as docs/api.md has it. */
json_t *cn_session_json(cn_session *session);

/* A move with its cells in a position. */
json_t *cn_move_json(const cn_position *position, cn_move move);
