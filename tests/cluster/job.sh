#!/bin/sh
# The program under a launcher: what one rank would say, once. Arguments: the launcher, the program.
set -eu
launcher=$1
program=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
LC_ALL=C NO_COLOR=1
export LC_ALL NO_COLOR

fail() {
    echo "$1"
    cat out err
    exit 1
}

# ranks N ARGS: the answer in `out`, with figures of time left out; the exit code in $code
ranks() {
    n=$1
    shift
    code=0
    "$launcher" -n "$n" "$program" "$@" >raw 2>err || code=$?
    sed 's/[0-9.]* s\b/T s/g' raw >out
}

same() {
    "$program" "$@" 2>/dev/null | sed 's/[0-9.]* s\b/T s/g' >alone
    for n in ${several:-3}; do
        ranks "$n" "$@"
        [ $code = 0 ] || fail "$n ranks, $*: code $code"
        cmp alone out || fail "$n ranks, $*: another answer than alone"
        [ ! -s err ] || fail "$n ranks, $*: somebody spoke"
    done
}

several="1 2 3"
same analyze othello --moves f5d6c3 --agent mcts:iterations=4000,strategy=chunks,chunk=100
several=
same analyze go size=9 --agent uct:iterations=300,strategy=workers,workers=5 --lines 9
same simulate connect4 --first uct:iterations=200,strategy=root,trees=3 --second greedy --quiet
same --plugin "$(dirname "$program")/examples/hex.so" analyze hex size=4 \
    --agent mcts:iterations=1000,strategy=chunks

# The outcome of a proof, not its nodes.
for n in 2 3; do
    ranks $n solve connect4 width=4 height=5
    grep -q '^draw' out || fail "solve on $n ranks"
done

# The launcher gives the ranks a terminal; what is written does not reach one.
TERM=xterm LC_ALL=C.UTF-8 NO_COLOR='' "$launcher" -n 2 "$program" analyze connect4 --time 1 >out 2>err ||
    fail "analyze on a terminal of the launcher"
if grep -q "$(printf '\033')" out err; then fail "colours went into a file"; fi

# A wrong command is refused once.
ranks 3 analyze othello --depth many
[ $code = 2 ] || fail "code $code for a wrong flag"
[ "$(grep -c 'canopy analyze' err)" = 1 ] || fail "not said once"
ranks 2 analyze othello --agent mcts:ranks=3
[ $code = 2 ] && grep -q 'ranks=3: this job has 2' err || fail "more ranks than there are"
if "$program" analyze othello --agent mcts:ranks=2 2>err; then fail "ranks without a job"; fi
grep -q 'start it with mpirun -n 2' err || fail "no word of mpirun"

# A sweep uses the first ranks of the job.
ranks 2 bench connect4 --search --agent mcts:iterations=2000 --sweep ranks=1,2 --trials 2 --csv
[ $code = 0 ] && [ "$(grep -c . out)" -ge 3 ] || fail "bench --sweep ranks"

# Ranks learn together: all their games count, and the weights they agree on play well.
ranks 2 learn tictactoe --games 4000 --duel 0 --out ttt.weights
[ $code = 0 ] || fail "learn: code $code"
"$program" learn --show ttt.weights >out
grep -q 'games=4000 ' out || fail "games of both ranks"
"$program" match tictactoe greedy:weights=ttt.weights random --games 100 --random-plies 1 >out
[ "$(sed -n 's/^score .* \([0-9]*\)\.[0-9] %$/\1/p' out)" -ge 85 ] || fail "learned little"
ranks 2 --plugin "$(dirname "$program")/examples/hex.so" learn hex size=4 --games 500 --out hex.weights
[ $code = 0 ] || fail "learn a plugin's game: code $code"
