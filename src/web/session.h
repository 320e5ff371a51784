/* Sessions: the games of the visitors, each known by an id that cannot be guessed. */
#pragma once

#include "arena/history.h"
#include "arena/info.h"
#include "arena/ownership.h"
#include "web/agents.h"
#include "web/hub.h"

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
    const char *by; /* who found it: a word; NULL: nothing is known */
    cn_score score; /* in player 0's view */
    int depth;
    bool reviewed; /* the rest is about the move */
    double loss;
    const char *mark;
    char best[CN_MOVE_TEXT];
    cn_score played_score, best_score; /* in the view of who moved */
} cn_known;

/* A search that is over, kept for its tree, its trace, and to go on with. */
typedef struct cn_kept {
    cn_search *search;
    struct cn_trace *trace;
    struct cn_decomposition *parts; /* NULL: not asked for */
    char spec[CN_SPEC_MAX];
    cn_hired hired;
    cn_position position;
    int threads;
    int depth; /* it reached; of a tree search */
    uint64_t iterations;
    double used; /* when */
} cn_kept;

typedef struct cn_session {
    cn_web *web;
    char id[CN_ID];
    /* Guarded by the server's sessions_lock. */
    int holders; /* the table is one */
    double used; /* when it was last asked for */
    /* Guarded by its own lock. */
    cn_lock lock;
    cn_signal signal; /* a slot has become free */
    const cn_game *game;
    cn_value values[CN_OPTIONS_MAX];
    cn_history history;
    bool own_start; /* the start is not the game's own for these values */
    cn_record_info info;
    char names[2][CN_SPEC_MAX]; /* of people, where a record gave them; empty: none */
    cn_fate fate[CN_BOARD_MAX * CN_BOARD_MAX]; /* of stones at the end, where info.counted */
    cn_known *known; /* by ply; as many as there is room in the history, and one */
    int known_room;
    uint64_t revision;                /* grows with every change */
    uint64_t games;                   /* begun */
    struct cn_job *job[CN_SLOTS];     /* the latest, until it ends; NULL: none */
    struct cn_job *running[CN_SLOTS]; /* that has the slot; may be one that is being replaced */
    cn_kept *kept;                    /* the last search; NULL: none, or in use */
    cn_kept *spare;                   /* the one before, for agents that take turns; likewise */
    cn_usage share;                   /* of the server's threads; guarded by the budget */
    bool gone;                        /* forgotten; whoever holds it may finish */
    cn_hub hub;
} cn_session;

/* ---- the table ---- */

/* 138 random bits. False: the system has none to give. */
bool cn_id_make(char id[CN_ID]);

void cn_sessions_init(cn_web *web);
void cn_sessions_free(cn_web *web); /* when nothing runs any more */

/* A new one, held by the caller, for a game whose history and values it takes over. NULL after an
 * answer. */
cn_session *cn_session_open(cn_request *request);

/* The session of the request's path, held and locked for the request; NULL after an answer. */
cn_session *cn_session_of(cn_request *request);

void cn_session_hold(cn_session *session);
void cn_session_release(cn_session *session);

/* Takes it off the table and stops what it does. */
void cn_session_forget(cn_session *session);

/* Forgets those that nobody has used for long. */
void cn_sessions_expire(cn_web *web);

/* Calls `visit` for every session, held but not locked. */
void cn_sessions_each(cn_web *web, void (*visit)(cn_session *session, void *user), void *user);

/* ---- kept searches ---- */

void cn_kept_free(cn_kept *kept);
/* The last search, for requests about it; NULL after an answer. With the session's lock taken. */
cn_kept *cn_kept_of(cn_request *request, const cn_session *session);
/* Lets go of the oldest ones until all take no more than is good. */
void cn_kept_limit(cn_web *web);

/* ---- the game of a session; all with its lock taken ---- */

/* Takes over a history and values as a game that begins anew. */
void cn_session_begin(cn_session *session, cn_history *history, const cn_value *values);

/* Plays a legal move. */
cn_status cn_session_play(cn_session *session, cn_move move, double seconds, cn_error *error);

/* Goes to a ply that is there. */
void cn_session_jump(cn_session *session, int ply);

/* Something changed: counts it, and tells who listens. */
void cn_session_changed(cn_session *session);

/* What is known after `ply`; NULL: no memory. */
cn_known *cn_session_known(cn_session *session, int ply);

/* Changes whether the stones on a cell are dead, and counts anew. */
cn_status cn_session_dead(cn_session *session, int cell, cn_error *error);

/* The state as docs/api.md has it. */
json_t *cn_session_json(cn_session *session);

/* A move with its cell in a position. */
json_t *cn_move_json(const cn_position *position, cn_move move);
