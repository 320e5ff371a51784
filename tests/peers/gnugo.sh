#!/bin/sh
# GNU Go as referee: it plays whole games with our engine, on 5x5 and 9x9 and both ways, and watches
# two of ours play at random. It must find each of our moves legal, list the same legal moves as we
# do, and count the same score where it takes the same stones for dead; and of settled boards it must
# name the same stones dead, alive and in seki. Argument: the program. Skipped (77) where GNU Go is missing.
set -eu
canopy=$(realpath "$1")
gnugo=$(command -v gnugo || command -v /usr/games/gnugo) || {
    echo "gnugo is not installed"
    exit 77
}
work=$(mktemp -d)
cd "$work"
mkfifo ours.in ours.out theirs.in theirs.out
pids=
trap 'kill $pids 2>/dev/null || :; rm -rf "$work"' EXIT

fail() {
    echo "$1" >&2
    exit 1
}

# start AGENT: both engines anew. They play by the same rules: simple ko, no suicide, area.
start() {
    "$canopy" engine go ko=simple --agent "$1" --resign off <ours.in >ours.out &
    pids=$!
    "$gnugo" --mode gtp --level 0 --seed 7 --never-resign --chinese-rules --capture-all-dead \
        <theirs.in >theirs.out 2>/dev/null &
    pids="$pids $!"
    exec 3>ours.in 4<ours.out 5>theirs.in 6<theirs.out
}

stop() {
    both quit
    exec 3>&- 4<&- 5>&- 6<&-
    # shellcheck disable=SC2086  # a list
    wait $pids || fail "an engine ended with an error"
    pids=
}

# ours COMMAND, theirs COMMAND: the answer, in $answer.
ours() {
    echo "$1" >&3
    read_answer "we" "$1" <&4
}
theirs() {
    echo "$1" >&5
    read_answer "GNU Go" "$1" <&6
}
read_answer() {
    answer=
    while IFS= read -r line && [ -n "$line" ]; do answer="$answer${answer:+ }$line"; done
    case $answer in
    =*) answer=${answer#=} answer=${answer# } ;;
    *) fail "$1 answered '$2' with '$answer'; moves: $moves" ;;
    esac
}
both() {
    ours "$1"
    theirs "$1"
}

sorted() {
    echo "$1" | tr ' ' '\n' | grep -v -e '^$' -e '^pass$' | sort | tr '\n' ' '
}

same_legal() {
    ours gogui-rules_legal_moves
    legal=$(sorted "$answer")
    theirs "all_legal $1"
    [ "$legal" = "$(sorted "$answer")" ] ||
        fail "legal moves differ after $moves: ours $legal, GNU Go's $answer"
}

# game SIZE KOMI BLACK WHITE: to the end, `ours` or `theirs` on each side. Two of ours play at random,
# and stop anywhere: then what counts is what is legal.
game() {
    moves= passes=0 colour=black count=0
    both "boardsize $1"
    both clear_board
    both "komi $2"
    [ "$3" = "$4" ] && random=yes most=30 || random= most=250
    while [ $passes -lt 2 ] && [ $count -lt $most ]; do
        [ $colour = black ] && who=$3 || who=$4
        [ -z "$random" ] || same_legal $colour
        if [ "$who" = ours ]; then
            ours "genmove $colour"
            move=$answer
            theirs "play $colour $move"
        else
            theirs "genmove $colour"
            move=$answer
            ours "play $colour $move"
        fi
        moves="$moves $move" count=$((count + 1))
        case $move in
        pass | PASS) passes=$((passes + 1)) ;;
        *) passes=0 ;;
        esac
        [ $colour = black ] && colour=white || colour=black
    done
    if [ -n "$random" ]; then
        echo "$1x$1 at random: $count moves"
        return
    fi
    [ $passes = 2 ] || fail "no end after $count moves: $moves"
    # GNU Go passes once it has lost, also where a chain may still live or die.
    ours "final_status_list dead"
    dead=$(sorted "$answer")
    theirs "final_status_list dead"
    if [ "$dead" = "$(sorted "$answer")" ]; then
        same_score
        agreed=$((agreed + 1))
    else
        score="not settled"
    fi
    echo "$1x$1, $3 against $4: $count moves, $score"
}

same_score() {
    ours final_score
    score=$answer
    theirs final_score
    # GNU Go writes B+4.0.
    [ "$score" = "$(echo "$answer" | sed 's/\.0$//')" ] ||
        fail "scores differ: ours $score, GNU Go's $answer; moves: $moves"
}

# settled SIZE: the board on standard input, its top row first.
settled() {
    moves="a board"
    both "boardsize $1"
    both clear_board
    both "komi 0"
    plays=$(awk -v n="$1" '{
        for (i = 1; i <= NF; i++) {
            if ($i != ".") print ($i == "X" ? "b" : "w"), substr("ABCDEFGHJ", i, 1) (n + 1 - NR)
        }
    }')
    while read -r play; do both "play $play"; done <<TEXT
$plays
TEXT
    for status in alive dead seki; do
        ours "final_status_list $status"
        stones=$(sorted "$answer")
        theirs "final_status_list $status"
        [ "$stones" = "$(sorted "$answer")" ] ||
            fail "$status on $1x$1: ours $stones, GNU Go's $answer"
    done
    same_score
    echo "settled $1x$1: $score"
}

moves= agreed=0
start "mcts:iterations=300"
for size in 5 9; do
    game $size 2.5 ours theirs
    game $size 6.5 theirs ours
done
stop
[ $agreed -ge 2 ] || fail "only $agreed of four games were settled"
start random
seed=0
for size in 5 5 9 19; do
    seed=$((seed + 1))
    ours "canopy-param agent random:seed=$seed"
    game $size 0 ours ours
done
settled 7 <<'BOARD'
. O X X O X .
O O X X O X X
. O X . O X .
O O X X O X X
. O X . O X .
O O X O O X X
. O X O O X .
BOARD
settled 9 <<'BOARD'
. . . X O . O . O
. X . X O O . O .
. . X . X O O . .
. X . X X X O O .
X . O . . X O . .
. X X X X X O . X
X X O O O O O O .
O O O . O . . O O
. O . O O . X . .
BOARD
stop
