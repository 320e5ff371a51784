#!/bin/sh
# Builds the library for another processor, has it search under qemu, and compares what it finds with
# what it finds here. Skipped (77) without the cross compiler or qemu-user.
# Arguments: the processor; the root of the project; a folder to build in; the file of the weights; the
# program of digest.c for this machine; then the sources of the library.
set -eu
processor=$1 root=$2 folder=$3/$1 weights=$4 native=$5
shift 5

compiler=$processor-linux-gnu-gcc
qemu=$(command -v "qemu-$processor" || command -v "qemu-$processor-static") || {
    echo "qemu-$processor is not installed (Debian: qemu-user)"
    exit 77
}
command -v "$compiler" >/dev/null || {
    echo "$compiler is not installed (Debian: gcc-$processor-linux-gnu)"
    exit 77
}
echo 'int main(void) { return 0; }' | "$compiler" -static -x c - -o /dev/null 2>/dev/null || {
    echo "$compiler has no C library (Debian: libc6-dev-…-cross)"
    exit 77
}

mkdir -p "$folder"
compile='
    object=$(echo "$1" | tr / _).o
    "$COMPILER" -std=c17 -O1 -ffp-contract=off -fexcess-precision=fast -D_POSIX_C_SOURCE=200809L \
        -D_DEFAULT_SOURCE -I"$ROOT/include" -I"$ROOT/src" -c "$1" -o "$object"'
cd "$folder"
rm -f ./*.o
export COMPILER="$compiler" ROOT="$root"
printf '%s\n' "$@" "$weights" "$root/tests/platforms/digest.c" |
    xargs -P "$(nproc)" -I '{}' sh -ec "$compile" sh '{}'
# dlopen in a static program is for plugins, of which there are none here.
"$compiler" -static ./*.o -o digest -lm -lpthread 2>link.log || {
    cat link.log
    exit 1
}
"$native" >here
"$qemu" ./digest >there
count=$(wc -l <here)
if ! diff here there >differences; then
    echo "$(grep -c '^>' differences) of $count searches differ on $processor:"
    head -20 differences
    exit 1
fi
echo "$count searches, the same on $processor"
[ "$count" -ge 80 ]
