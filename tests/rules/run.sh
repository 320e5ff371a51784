#!/bin/sh
# Plays a match and has others' rules replay it. Arguments: the program, the game. Skipped (77) where
# Node or the libraries are missing; `./dev test` installs them.
set -eu
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
game=$2
rules=$(cd "$(dirname "$0")" && pwd)
command -v node >/dev/null 2>&1 || { echo "node is not there: skipped"; exit 77; }
[ -d "$rules/node_modules" ] || {
    echo "$rules/node_modules is not there: skipped (npm ci in that folder makes it)"
    exit 77
}
# In memory where that can be had: nothing here need outlive a power cut.
work=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$program" match "$game" random mcts:iterations=10 --games 500 --random-plies 2 --db games.db >/dev/null
"$program" results games.db --export json >games.json
"$program" results games.db --export txt | "$program" replay "$game" --json >replayed.json
node "$rules/check.js" "$game" games.json replayed.json
