#!/bin/sh
# Sabaki's GTP client drives our engine: sabaki.js. Argument: the program. Skipped (77) where Node or
# the client is missing (`./dev test` installs both).
set -eu
canopy=$(realpath "$1")
cd "$(dirname "$0")"
command -v node >/dev/null || {
    echo "node is not installed"
    exit 77
}
[ -d node_modules/@sabaki/gtp ] || {
    echo "@sabaki/gtp is not installed: run npm ci in tests/peers"
    exit 77
}
exec node sabaki.js "$canopy"
