#!/bin/sh
# ghc-events, the library behind ThreadScope, reads our event logs: it must find the states of their
# threads valid, and the last spark statistics of each worker must be the tasks that we count.
# Argument: the program. Skipped (77) where ghc-events (Debian: libghc-ghc-events-dev) is missing.
set -eu
canopy=$(realpath "$1")
command -v ghc-events >/dev/null || {
    echo "ghc-events is not installed"
    exit 77
}
work=$(mktemp -d)
cd "$work"
trap 'rm -rf "$work"' EXIT

fail() {
    echo "$1" >&2
    exit 1
}

# Lines `worker created run cancelled dropped inline`, from the summary.
ours() {
    "$canopy" trace log.cntrace | awk '/^ +[0-9]+ / && NF == 11 { print $1, $2, $3, $6, $7, $5 }'
}

# The same lines. Sparks are converted, or fizzled, or collected: together, the tasks run. What the
# queue had no room for was not created.
theirs() {
    awk '/spark stats/ {
        gsub(/[(:]/, " ")
        for (i = 2; i <= NF; i++) value[$i] = $(i - 1)
        sub(/.*cap /, "")
        is[$1] = $1 " " value["created,"] + value["overflowed,"] " " \
            value["converted,"] + value["fizzled)"] + value["GC\47d,"] + value["overflowed,"] " " \
            value["fizzled)"] " " value["GC\47d,"] " " value["overflowed,"]
    }
    END { for (worker in is) print is[worker] }' shown | sort -n
}

# log GAME AGENT [FLAGS]
log() {
    game=$1 agent=$2
    shift 2
    "$canopy" analyze "$game" --agent "$agent" "$@" --trace log.cntrace >/dev/null 2>&1 ||
        fail "$agent: no recording"
    "$canopy" trace log.cntrace --to log.eventlog >/dev/null
    for states in threads threadpool threadrun sparks; do
        ghc-events validate $states log.eventlog >verdict
        grep -q '^Valid event log' verdict || fail "$agent: $states: $(cat verdict)"
    done
    ghc-events show log.eventlog >shown
    [ -n "$(ours)" ] || fail "$agent: no summary"
    [ "$(ours)" = "$(theirs)" ] || fail "$agent: ours
$(ours)
theirs
$(theirs)"
    echo "$game $agent: $(wc -l <shown) lines"
}

log othello pvs:depth=9,strategy=ybw,threads=2
log othello pvs:depth=9,strategy=shared,threads=3
log othello minimax:depth=5,strategy=levels,sequential=0,threads=2
log othello minimax:depth=5,strategy=top,threads=4
log othello mcts:strategy=chunks,chunk=10,threads=2,iterations=60000
log othello mcts:strategy=chunks,chunk=10,threads=2,iterations=60000 --time 0.02
log othello mcts:strategy=tree,threads=2,iterations=5000
log go mcts:strategy=workers,workers=8,threads=2,iterations=500
log gomoku minimax:depth=2,eval=classic-d,strategy=heuristic,grain=lines,threads=2
log gomoku minimax:depth=2,eval=classic-d,strategy=levels,sequential=0,grain=parts,threads=2
