#!/bin/sh
# An independent client, with the rules of every game in its own words, plays whole games with our
# engines by UGI, UCI, Gomocup and NBoard. Argument: the program. Skipped (77) without Node.
set -eu
command -v node >/dev/null || {
    echo "node is not installed"
    exit 77
}
exec node "$(dirname "$0")/referee.js" "$(realpath "$1")"
