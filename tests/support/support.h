/* What the tests share: cmocka with its includes, and small helpers. */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

/* cmocka needs these four before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* and then itself */
#include <canopy/canopy.h>
#include <canopy/kernel.h>
#include <cmocka.h>

/* Sanitizers slow everything down tenfold and more: tests do less under them. */
#ifdef CN_SANITIZED
#define TEST_SANITIZED 1
#else
#define TEST_SANITIZED 0
#endif

/* ThreadSanitizer looks at what threads share: what has a single thread may be left out under it.
 */
#ifndef TEST_THREADS_ONLY
#define TEST_THREADS_ONLY 0
#endif

/* The start position of a built-in game; options as "width=8,height=7" (NULL: defaults). Fails the
 * test if it cannot be had. */
cn_position test_position(const char *game, const char *options, const char *text);

/* The same for any game, e.g. a loaded plugin. */
cn_position test_position_of(const cn_game *game, const char *options, const char *text);

/* Fails the test unless such a position is refused, with this status and message. */
void test_refuses(const cn_game *game, const char *options, const char *text, cn_status status,
                  const char *message);

/* Plays moves given as text; fails the test on an illegal one. */
void test_play(cn_position *position, const char *moves);

/* All legal moves as sorted text, separated by spaces. */
void test_moves(const cn_position *position, char *text, size_t size);

/* Tests that are made for every built-in game; the game is their state. */
typedef struct test_of_game {
    const char *name;
    CMUnitTestFunction run;
} test_of_game;

/* Appends them to the `count` tests there are; returns how many there are then. Names are kept. */
size_t test_each_game(struct CMUnitTest *tests, size_t count, const test_of_game *each,
                      size_t eaches);

/* Reads a whole file of tests/ (path from there) into memory; the caller frees it. */
char *test_read(const char *path);

#endif
