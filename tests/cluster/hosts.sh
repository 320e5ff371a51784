#!/bin/sh
# Ranks on two machines: two network namespaces with names and addresses of their own, joined by a
# cable, and Open MPI over TCP between them. What would be ssh is `ip netns exec`.
# Arguments: the launcher, test programs that join a job. Skipped (77) where namespaces cannot be
# made.
set -eu
launcher=$1
shift

skip() {
    echo "skipped: $1"
    exit 77
}

"$launcher" --version 2>/dev/null | grep -q -e 'Open MPI' -e OpenRTE || skip "needs Open MPI's launcher"
command -v ip >/dev/null 2>&1 || skip "needs ip (iproute2)"
command -v unshare >/dev/null 2>&1 || skip "needs unshare (util-linux)"
one=cn-a-$$ two=cn-b-$$
work=$(mktemp -d)
clean() {
    ip netns del "$one" 2>/dev/null || :
    ip netns del "$two" 2>/dev/null || :
    rm -rf "$work"
}
trap clean EXIT
ip netns add "$one" 2>/dev/null || skip "may not make network namespaces here"
ip netns add "$two"
ip -n "$one" link add cable type veth peer name cable netns "$two" 2>/dev/null ||
    skip "may not join network namespaces here"
ip -n "$one" addr add 10.213.77.1/24 dev cable
ip -n "$two" addr add 10.213.77.2/24 dev cable
for name in "$one" "$two"; do
    ip -n "$name" link set lo up
    ip -n "$name" link set cable up
done

# inside NAMESPACE COMMAND…: there, under a host name of its own
cat >"$work/inside" <<'TEXT'
#!/bin/sh
name=$1
shift
exec ip netns exec "$name" unshare --uts sh -c 'hostname "$0" && eval "exec $*"' "$name" "$@"
TEXT
# What the launcher calls to start its part on the other machine: agent HOST COMMAND…
cat >"$work/agent" <<TEXT
#!/bin/sh
shift
exec "$work/inside" "$two" sh -c "'\$*'"
TEXT
chmod +x "$work/inside" "$work/agent"
printf '10.213.77.1 slots=2\n10.213.77.2 slots=2\n' >"$work/hosts"

for program in "$@"; do
    "$work/inside" "$one" "$launcher" --hostfile "$work/hosts" --map-by node -n 4 --bind-to none \
        --mca plm_rsh_agent "$work/agent" --mca btl tcp,self --mca btl_tcp_if_include cable \
        --mca oob_tcp_if_include cable "$program"
done
bytes=$(ip -n "$two" -s link show cable | awk '/RX:/ { getline; print $1 }')
echo "$bytes bytes came over the cable"
[ "$bytes" -gt 100000 ]
