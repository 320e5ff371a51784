#!/bin/sh
# cutechess referees games of our engines by UCI: it has tic-tac-toe, Connect Four and two kinds of
# Gomoku as variants, and forfeits a game for an illegal move, for a move too late, or for a claim it
# does not share. Argument: the program. Skipped (77) where cutechess-cli is missing.
set -eu
canopy=$(realpath "$1")
command -v cutechess-cli >/dev/null || {
    echo "cutechess-cli is not installed"
    exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# match GAME VARIANT: four games, both ways, between a search and random moves.
match() {
    cutechess-cli -variant "$2" -each proto=uci tc=10+0.1 "cmd=$canopy" -games 4 -repeat \
        -engine name=search arg=engine "arg=$1" arg=--protocol arg=uci \
        arg=--agent arg=pvs:depth=2,hash=1 \
        -engine name=random arg=engine "arg=$1" arg=--protocol arg=uci arg=--agent arg=random \
        >"$2.log" 2>&1
    good=$(grep -cE '^Finished game .*\{(White|Black) wins\}|^Finished game .*\{Draw by' "$2.log") || :
    if [ "$good" != 4 ]; then
        cat "$2.log"
        echo "$2: not all games ended on the board" >&2
        exit 1
    fi
}

match tictactoe tictactoe
match connect4 cfour
match gomoku gomoku
match gomoku gomokufreestyle
