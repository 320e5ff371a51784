#!/bin/sh
# Kills a match again and again, without mercy and at random moments, and looks at what is left: the
# file opens, every game it had is still there as it was, none is there twice, and the match comes to
# the end that it comes to undisturbed. Argument: the program.
# shellcheck disable=SC2086  # the match is words
set -eu
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
games=250
what="connect4 greedy mcts:iterations=400"

fail() {
    echo "$1"
    exit 1
}

play() {
    "$program" match $what --games $games "$@"
}

export_games() {
    "$program" results "$1" --export json
}

# Milliseconds from 1 to $1.
random() {
    echo $(($(od -An -N2 -tu2 /dev/urandom) % $1 + 1))
}

: >before
left=20
while [ $left -gt 0 ]; do
    # Not through `play`: what is killed must be the program, not a shell that waits for it.
    "$program" match $what --games $games --concurrency 2 --db killed.db >/dev/null 2>&1 &
    process=$!
    sleep "$(printf '0.%03d' "$(random 120)")"
    kill -9 $process 2>/dev/null || :
    wait $process 2>/dev/null || :
    left=$((left - 1))
    # Killed before the tables were there: the file is empty, or not there, and the match not begun.
    [ -s killed.db ] || continue
    if ! export_games killed.db >after 2>errors; then
        grep -q -e 'no match in it' -e 'an empty file' errors && [ ! -s before ] && continue
        fail "after a kill: $(cat errors)"
    fi
    sort after >sorted
    lost=$(comm -23 before sorted)
    [ -z "$lost" ] || fail "lost or changed: $lost"
    mv sorted before
done
echo "$(wc -l <before) of $games games after 20 kills"

play --concurrency 2 --db killed.db >/dev/null 2>errors ||
    fail "the match cannot be finished: $(cat errors)"
export_games killed.db | sort >after
lost=$(comm -23 before after)
[ -z "$lost" ] || fail "lost or changed at the end: $lost"
twice=$(sed 's/.*"number":\([0-9]*\),.*/\1/' after | sort | uniq -d)
[ -z "$twice" ] || fail "there twice: $twice"
[ "$(wc -l <after)" = $games ] || fail "$(wc -l <after) games instead of $games"

# Undisturbed, and without a file, it ends the same.
result() {
    sed 's/.*"pairings":\(.*\),"sprt".*"duplicates":\([0-9]*\).*/\1 \2/'
}
"$program" results killed.db --json | result >killed
play --json | result >whole
[ -s whole ] || fail "no result"
cmp killed whole || fail "other results than without a kill"
