#!/bin/sh
# Kills a rank in the middle of a match of 100 games: the job ends, the games that were over are
# kept, and the same command plays the rest, every game once, to the end it has undisturbed.
# Arguments: the launcher, the program.
set -eu
launcher=$1
program=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
games=100

fail() {
    echo "$1"
    exit 1
}

match="match connect4 mcts:iterations=4000 mcts:iterations=1500 --games $games --db"

played() {
    "$program" results killed.db --export json 2>/dev/null | wc -l
}

round=0
told=0
for aim in 10 35 60; do
    # shellcheck disable=SC2086  # the command is words
    "$launcher" -n 3 "$program" $match killed.db >out 2>err &
    job=$!
    while [ "$(played)" -lt $aim ]; do
        kill -0 $job 2>/dev/null || break
        sleep 0.05
    done
    # The last of the launcher's children is one of the ranks that serve.
    rank=$(pgrep -P $job | tail -1) || rank=
    [ -z "$rank" ] || kill -9 "$rank" || :
    # A launcher whose ranks are gone has been seen to wait for ever.
    (sleep 120 && kill -9 $job) >/dev/null 2>&1 &
    watchdog=$!
    if wait $job; then
        [ "$(played)" = $games ] && break # it was too quick for us
        fail "a job without one of its ranks ended well"
    fi
    kill $watchdog 2>/dev/null || :
    "$program" results killed.db --export json | sort >after
    [ "$(wc -l <after)" -ge $aim ] || fail "$(wc -l <after) games left of $aim and more"
    if [ -s before ] && [ -n "$(comm -23 before after)" ]; then fail "a finished game was lost"; fi
    mv after before
    round=$((round + 1))
    # Unless the launcher was quicker to end the rank that talks.
    if grep -q 'the same command goes on' err; then told=$((told + 1)); fi
done
echo "$round ranks killed, $(wc -l <before) of $games games kept"
[ $round -ge 1 ] || fail "the match was too quick to be killed"
[ $told -ge 1 ] || fail "nobody said how to go on: $(cat err)"

# shellcheck disable=SC2086
"$launcher" -n 3 "$program" $match killed.db >out 2>err || fail "the match cannot be finished: $(cat err)"
grep -q -e 'goes on: ' -e 'is finished' err || fail "it did not go on: $(cat err)"
"$program" results killed.db --export json | sort >after
[ -z "$(comm -23 before after)" ] || fail "a finished game was lost at the end"
[ "$(wc -l <after)" = $games ] || fail "$(wc -l <after) games instead of $games"
twice=$(sed 's/.*"number":\([0-9]*\),.*/\1/' after | sort | uniq -d)
[ -z "$twice" ] || fail "there twice: $twice"

# The same games as on one rank: seeds belong to the game.
moves() {
    "$program" results "$1" --export json |
        sed 's/.*"number":\([0-9]*\),.*"moves":\("[^"]*"\|\[[^]]*\]\).*/\1 \2/' | sort
}
# shellcheck disable=SC2086
"$program" $match whole.db >/dev/null
moves killed.db >killed
moves whole.db >whole
[ "$(wc -l <whole)" = $games ] || fail "no moves to compare"
cmp killed whole || fail "other games than on one rank"
