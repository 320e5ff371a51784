#!/bin/bash
# 200 listeners and as many requests as wrk can make: nothing may be lost, and memory stays flat.
# Arguments: the program, and for how many seconds (default 1; 30 is a fair test). Ends with 77 if
# there is no wrk.
set -u
program=$1 seconds=${2:-1} streams=200
command -v wrk >/dev/null && command -v curl >/dev/null || { echo "wrk or curl is missing"; exit 77; }
ulimit -n 2048 2>/dev/null
work=$(mktemp -d)
export ASAN_OPTIONS=${ASAN_OPTIONS:-}:quarantine_size_mb=4
"$program" serve --port 0 >"$work/url" 2>"$work/errors" &
server=$!
trap 'kill $server 2>/dev/null; wait $server 2>/dev/null; rm -r "$work"' EXIT
until [ -s "$work/url" ]; do
    kill -0 $server 2>/dev/null || { cat "$work/errors"; exit 1; }
    sleep 0.1
done
url=$(cat "$work/url") port=$(sed 's/.*:\([0-9]*\)\/$/\1/' "$work/url")
failed=0

complain() { echo "FAILED: $*"; failed=1; }
post() { curl -s -X POST -H 'Content-Type: application/json' -d "$2" "${url}api$1"; }
memory() { awk '/VmRSS/ {print $2}' "/proc/$server/status"; }

id=$(post /sessions '{"game": "gomoku"}' | sed 's/.*"id": *"\([^"]*\)".*/\1/')
[ ${#id} -gt 20 ] || { complain "no session"; cat "$work/errors"; exit 1; }

# ---- listeners: they are read from at the end only, and must have the last state by then ---------

sockets=()
for ((i = 0; i < streams; i++)); do
    exec {fd}<>"/dev/tcp/127.0.0.1/$port" || { complain "stream $i is refused"; break; }
    printf 'GET /api/sessions/%s/events HTTP/1.0\r\nHost: localhost\r\n\r\n' "$id" >&"$fd"
    sockets+=("$fd")
done

# ---- load -----------------------------------------------------------------------------------------

cat >"$work/post.lua" <<'LUA'
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"game": "gomoku", "agent": "hard:time=5"}'
LUA

# load NAME WRK_ARGUMENTS…: everything must be answered with success.
load() {
    local name=$1 out
    shift
    # wrk has no room for sockets with numbers beyond its own.
    out=$(for fd in "${sockets[@]}"; do exec {fd}<&-; done
          wrk -t 2 -c 50 -d "${seconds}s" --timeout 60s "$@") || complain "wrk: $out"
    printf '%-28s %s\n' "$name" "$(echo "$out" | grep -o '[0-9]* requests in.*')"
    echo "$out" | grep -E 'Non-2xx|Socket errors' && complain "$name"
}

load "check of an agent (POST)" -s "$work/post.lua" "${url}api/agents/check"
before=$(memory)
load "state" "${url}api/sessions/$id"
for ((i = 1; i <= 20; i++)); do
    post "/sessions/$id/play" '{"agent": "random"}' >"$work/state"
    grep -q "\"ply\":$i," "$work/state" || complain "move $i: $(cat "$work/state")"
done
post "/sessions/$id/analyze" '{"agent": "mcts", "seconds": 1}' >/dev/null
load "state, while it searches" "${url}api/sessions/$id"
after=$(memory)
echo "memory: $before kB after the first, $after kB at the end"
# A search of its own (its tree and its trace) takes what it takes; requests must not take more.
[ $((after - before)) -lt 60000 ] || complain "memory grew"

# ---- the end --------------------------------------------------------------------------------------

kill -TERM $server
start=$(date +%s%N)
wait $server
code=$?
echo "ended with $code after $((($(date +%s%N) - start) / 1000000)) ms"
[ $code = 0 ] || { complain "exit code $code"; cat "$work/errors"; }
whole=0
for fd in "${sockets[@]}"; do
    events=$(cat <&"$fd" 2>/dev/null)
    [[ $events == *'"ply":20,"plies":20,'* ]] && whole=$((whole + 1))
    exec {fd}<&-
done
echo "$whole of $streams streams have the last state"
[ $whole = $streams ] || complain "streams lost something"
exit $failed
