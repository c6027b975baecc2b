#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bundle.sh: scripts/maintain/bundle, called twice in two clones, gives the same bytes. What is unpacked of it runs in a root of Debian
# 11 that has nothing but a Vulkan loader and Mesa's drivers: it starts, finds its data, measures what needs no device, and
# says what it makes of the driver of that day, which has no Vulkan 1.3.
#
#   tests/release/bundle.sh [ARCHIVE]      ARCHIVE: of scripts/maintain/bundle; it is then tried alone
#
# Exit code: 0, 1, 77 (no root, no mmdebstrap, or no Debian 11 to be had), 99.
set -euo pipefail
export LC_ALL=C

. "$(dirname -- "${BASH_SOURCE[0]}")/../tree.sh"

if [ $# -gt 0 ]; then
    archive=$1
else
    export CLAIMCHECK_KERNELS=$root/build/kernels
    # Folders of unlike length: neither is in what is built.
    copy "$work/one"
    git clone --quiet --shared -- "$work/one" "$work/another-one"
    for folder in one another-one; do
        "$work/$folder/scripts/maintain/bundle" "$work/$folder.out" 2>"$work/log" >"$work/$folder.path" || { cat "$work/log"; exit 99; }
        grep '^bundle:' "$work/log"
    done
    archive=$(cat "$work/one.path")
    cmp -- "$archive" "$(cat "$work/another-one.path")" || fail 'built twice, it has other bytes'
    (cd -- "$(dirname -- "$archive")" && sha256sum --check --quiet -- *.sha256) || fail 'the checksum is another'
fi

[ "$(id -u)" -eq 0 ] || skip 'not root: no root of Debian 11 is made'
command -v mmdebstrap >/dev/null || skip 'no mmdebstrap here'
mirror=${CLAIMCHECK_MIRROR:-http://deb.debian.org/debian}
old=$work/bullseye
mmdebstrap --quiet --variant=essential --include=libvulkan1,mesa-vulkan-drivers bullseye "$old" "$mirror" >"$work/log" 2>&1 ||
    skip "no Debian 11 from $mirror: $(tail -n 1 "$work/log")"
tar -xzf "$archive" -C "$old/opt"
folder=$(cd -- "$old" && echo opt/claimcheck-*)

# within CODE WORDS...: claimcheck in that root, in an empty folder.
mkdir "$old/empty"
within() {
    local wanted=$1 code=0
    shift
    unshare --mount --pid --fork --mount-proc="$old/proc" chroot "$old" /bin/sh -c 'cd /empty && exec "$@"' sh "/$folder/claimcheck" \
        "$@" >"$work/out" 2>&1 || code=$?
    [ "$code" -eq "$wanted" ] || fail "claimcheck $*: exit code $code, not $wanted: $(head -c 2000 "$work/out")"
}
says() {
    grep -q -e "$1" "$work/out" || fail "no '$1' in: $(head -c 2000 "$work/out")"
}

glibc=$(chroot "$old" dpkg-query -W -f '${Version}' libc6)
[[ $glibc == 2.31-* ]] || fail "the root has glibc $glibc"
within 0 --version
cat "$work/out"
within 0 list
says 'tile_subdivision'
within 77 devices
says 'NOT USABLE  it has Vulkan 1[.]0.*, 1[.]3 is needed'
# The kept run that --with takes is the one that it takes in the tree.
kept=$folder/results/runs/nvidia-h200/20261128-paper-summary.json.xz
within 0 compare --with h100 "/$kept"
said=$(grep -o '[^/ ]*-summary[.]json[.]xz' "$work/out" | head -n 1)
mkdir "$work/beside"
cp -- "$old/$folder/claimcheck" "$work/beside/"
ln -s -- "$root/results" "$work/beside/results"
"$work/beside/claimcheck" compare --with h100 "$root/results/runs/nvidia-h200/20261128-paper.json.xz" >"$work/out" || fail 'it compares nothing'
grep -F "${said%-summary.json.xz}.json.xz" "$work/out" >/dev/null || fail "--with h100 takes $said, in the tree $(grep -m 1 xz "$work/out")"
within 0 claims --brief "/$kept"
within 0 run --profile quick --filter '^stream_reduction.*/(pointer_walk|branchless|simd)/' --ceilings none --samples 5 --out run.json
says 'verified\|median'
within 0 show run.json
says 'pointer_walk'
within 0 report run.json --out page

[ "$failed" -ne 0 ] || printf 'glibc %s: starts, compares, measures on the host\n' "$glibc"
