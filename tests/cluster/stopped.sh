#!/bin/sh
# Stops a rank for ever (SIGSTOP), in the middle of a match and in the middle of a search without a
# limit: the job ends all the same, says which rank it was, and keeps the games that were over.
# Arguments: the launcher, the program.
set -eu
launcher=$1
program=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export CANOPY_RANK_TIMEOUT=2

fail() {
    echo "$1"
    exit 1
}

# stop_rank NAME READY: $job runs, and READY says when a rank of it may be stopped.
stop_rank() {
    until $2; do
        kill -0 $job 2>/dev/null || fail "$1 was over too soon: $(cat err)"
        sleep 0.05
    done
    rank=$(pgrep -P $job | tail -1)
    kill -STOP "$rank"
    if wait $job; then fail "$1 without one of its ranks ended well"; fi
    grep -q 'does not answer' err || fail "$1: nobody said why: $(cat err)"
    while kill -0 "$rank" 2>/dev/null; do sleep 0.05; done # the launcher kills it, a moment later
    echo "$1 ended"
}

some_games() {
    [ "$("$program" results stopped.db --export json 2>/dev/null | wc -l)" -ge 5 ]
}

# Every rank has worked for a second: they are past their introductions.
at_work() {
    [ "$(ps -o cputimes= --ppid $job 2>/dev/null | awk '$1 >= 1' | wc -l)" = 3 ]
}

"$launcher" -n 3 "$program" match connect4 mcts:iterations=4000 mcts:iterations=1500 --games 100000 \
    --db stopped.db >out 2>err &
job=$!
stop_rank "the match" some_games
some_games || fail "finished games were lost"

"$launcher" -n 3 "$program" analyze othello --agent pvs:depth=60,ranks=0 >out 2>err &
job=$!
stop_rank "the search" at_work
