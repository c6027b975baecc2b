#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# install.sh: `meson install` below DESTDIR: what it puts where, that the executable finds its data wherever the whole goes,
# and that `ninja uninstall` leaves nothing.
#
#   tests/packaging/install.sh BUILD      the build folder
set -euo pipefail
export LC_ALL=C

build=$(cd -- "$1" && pwd)
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
failed=0

fail() {
    printf 'install.sh: %s\n' "$*"
    failed=1
}

# An installation that somebody really made from here can still be uninstalled afterwards.
log=$build/meson-logs/install-log.txt
[ ! -e "$log" ] || cp -- "$log" "$work/log"
finish() {
    if [ -e "$work/log" ]; then cp -- "$work/log" "$log"; else rm -f -- "$log"; fi
    rm -rf -- "$work"
}
trap finish EXIT

DESTDIR=$work/stage meson install -C "$build" --no-rebuild --quiet >"$work/out" 2>&1 || fail "$(cat "$work/out")"
prefix=$(meson introspect --buildoptions "$build" | python3 -c '
import json, sys
print(next(option["value"] for option in json.load(sys.stdin) if option["name"] == "prefix"))')
share=$work/stage$prefix/share
for file in bin/claimcheck share/man/man1/claimcheck.1 share/bash-completion/completions/claimcheck \
    share/claimcheck/scripts/plot/plot share/claimcheck/bench/{cbt/programs/sum_reduction,reyes_subdivision/programs/bound_and_split,tile_subdivision/programs/subdivide}.cu; do
    [ -s "$work/stage$prefix/$file" ] || fail "$file is not there"
done
for path in "$root"/results/*.schema.json "$root"/results/{published,models,runs}; do
    diff -r "$path" "$share/claimcheck/results/${path##*/}" || fail "${path##*/} is another one"
done
[ "$(find "$work/stage" -type f | grep -v "^$work/stage$prefix/" || true)" = '' ] || fail 'something is outside of the prefix'

# Moved, and called from a folder that has nothing of it.
mv -- "$work/stage$prefix" "$work/moved"
mkdir "$work/empty"
cd -- "$work/empty"
run=$(find "$work/moved/share/claimcheck/results/runs/nvidia-h100-80gb-hbm3" -name '*paper*' | sort | head -n 1)
"$work/moved/bin/claimcheck" compare --with h200 "$run" >"$work/out" 2>&1 || fail "compare --with: $(cat "$work/out")"
grep -q "$work/moved/share/claimcheck/results/runs/nvidia-h200/" "$work/out" || fail "no kept run of its own: $(cat "$work/out")"
"$work/moved/bin/claimcheck" claims h200 --brief >"$work/out" 2>&1 || fail "rows of its own: $(cat "$work/out")"
[ "$("$work/moved/bin/claimcheck" --version)" = "$("$build/claimcheck" --version)" ] || fail '--version is another one'
"$work/moved/share/claimcheck/scripts/plot/plot" "$run" "$work/empty/plots" >"$work/out" 2>&1 || fail "plot: $(cat "$work/out")"
mv -- "$work/moved" "$work/stage$prefix"

ninja -C "$build" uninstall >"$work/out" 2>&1 || fail "uninstall: $(cat "$work/out")"
left=$(find "$work/stage" ! -type d 2>/dev/null | head -n 3 || true)
[ -z "$left" ] || fail "uninstall leaves $left"
[ ! -e "$share/claimcheck" ] || fail "uninstall leaves folders: $(find "$share" | head -n 3)"

exit "$failed"
