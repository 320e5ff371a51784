#!/bin/sh
# Runs whole commands again and again, each time with another of their allocations failing, and their
# output into a full disk. A command may fail, with a message; it may not crash, and if it ends well its
# output is whole. Arguments: the program, the library that makes allocations fail.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
library=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit
LC_ALL=C NO_COLOR=1
export LC_ALL NO_COLOR
runs=0 refused=0 wrong=0

# Times differ from run to run: what is compared is everything but the figures, and but for what a
# measurement says of a machine that others keep busy meanwhile.
shape() {
    sed -e 's/-\{0,1\}[0-9][0-9.]*\(e[-+]*[0-9]*\)*/N/g' \
        -e 's/"warnings":\[[^]]*\]/"warnings":[]/' -e 's/"speedup_usable":[a-z]*/"speedup_usable":B/g' "$1"
}

complain() {
    wrong=$((wrong + 1))
    [ $wrong -gt 20 ] || printf '%s\n' "$*"
}

# try INPUT ARGS…: with every allocation failing once, of the longer runs a part.
try() {
    input=$1
    shift
    rm -f fresh.*
    FAIL_COUNT=count LD_PRELOAD=$library "$program" "$@" <"$input" >out 2>err ||
        complain "$*: code $?: $(cat err)"
    shape out >whole
    count=$(cat count)
    step=$((count / 30 + 1)) at=1
    while [ $at -le "$count" ]; do
        rm -f fresh.*
        code=0
        FAIL_AT=$at LD_PRELOAD=$library "$program" "$@" <"$input" >out 2>err || code=$?
        runs=$((runs + 1))
        if [ $code = 0 ]; then
            # An agent without memory has lost its game, which the result of a match tells.
            shape out | cmp -s - whole || grep -q '"fault":"game [0-9]*: no memory' out ||
                complain "$*: allocation $at of $count: ends well without its whole output"
        elif [ $code -gt 5 ]; then
            complain "$*: allocation $at of $count: code $code: $(tail -n 1 err)"
        else
            refused=$((refused + 1))
            [ -s err ] || complain "$*: allocation $at of $count: code $code without a message"
        fi
        at=$((at + step))
    done
    rm -f fresh.*
    if "$program" "$@" <"$input" >/dev/full 2>err; then complain "$*: ends well on a full disk"; fi
    grep -q 'No space left' err || complain "$*: a full disk: $(cat err)"
}

echo 'b2 a1 c3' >record
printf 'f5d6c3\nf5f6\n' >records
"$program" match tictactoe greedy random --games 2 --db two.db >/dev/null
"$program" analyze connect4 --depth 3 --agent pvs --trace some.cntrace >/dev/null 2>&1

try /dev/null games --json
try /dev/null games go --json
try /dev/null agents --json
try /dev/null agents mcts --json
try /dev/null perft tictactoe 3 --json
try /dev/null analyze tictactoe --depth 3 --json
try /dev/null analyze othello --agent mcts:iterations=40 --json --lines 3
try /dev/null analyze tictactoe --agent mcts:iterations=20 --tree 2 --tree-format json
try /dev/null analyze tictactoe --game record --depth 2 --json
try /dev/null solve tictactoe 'x.o/.../... x' --json
try /dev/null simulate tictactoe --first greedy --second greedy --json
try /dev/null simulate tictactoe --first greedy --second greedy --save fresh.txt
try /dev/null stats tictactoe --games 3 --json
try records replay othello --json
try /dev/null match tictactoe greedy random --games 2 --json
try /dev/null match tictactoe greedy random --games 2 --db fresh.db --json
try /dev/null results two.db --json
try /dev/null results two.db --export json
try /dev/null results two.db --export pgn
try /dev/null trace some.cntrace --json
try /dev/null trace some.cntrace --to fresh.json
try /dev/null bench tictactoe --search --agent pvs:depth=2 --trials 2 --json
echo "$runs runs, $refused refused, $wrong wrong"
[ $wrong = 0 ]
