#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# debian.sh: the source package of packaging/debian: it is made of what was committed last, dpkg-buildpackage builds it, and
# lintian finds no error in what comes out; its warnings are printed. What it installs is looked at.
#
#   tests/release/debian.sh
#
# Exit code: 0, 1, 77 (no debhelper or no lintian here).
set -euo pipefail
export LC_ALL=C

. "$(dirname -- "${BASH_SOURCE[0]}")/../tree.sh"

for tool in dpkg-buildpackage dh lintian; do
    command -v "$tool" >/dev/null || skip "no $tool here"
done
copy "$work/clone"
version=$(sed -n '1s/.*(\(.*\)-[^-]*).*/\1/p' "$root/packaging/debian/changelog")
tree=$work/claimcheck-$version
git -C "$work/clone" archive --prefix="claimcheck-$version/" HEAD | gzip -n >"$work/claimcheck_$version.orig.tar.gz"
tar -xzf "$work/claimcheck_$version.orig.tar.gz" -C "$work"
cp -r -- "$tree/packaging/debian" "$tree/debian"

export CLAIMCHECK_KERNELS=$root/build/kernels
(cd -- "$tree" && dpkg-buildpackage --no-sign --jobs=2) >"$work/log" 2>&1 || { tail -n 40 "$work/log"; fail 'it does not build'; exit 1; }
lintian --no-cfg --info --fail-on error "$work"/claimcheck_*_*.changes >"$work/lintian" 2>&1 || fail 'lintian finds errors'
grep -E '^[EW]:' "$work/lintian" || printf 'lintian: no error, no warning\n'

mkdir "$work/installed"
for package in "$work"/*.deb; do
    dpkg-deb -x "$package" "$work/installed"
    printf '%s %d kB, depends on %s\n' "$(basename -- "$package")" $(($(stat -c %s "$package") / 1000)) \
        "$(dpkg-deb -f "$package" Depends)"
done
for file in usr/bin/claimcheck usr/share/man/man1/claimcheck.1.gz usr/share/bash-completion/completions/claimcheck \
    usr/share/claimcheck/results/run.schema.json; do
    [ -s "$work/installed/$file" ] || fail "$file is not there"
done
"$work/installed/usr/bin/claimcheck" --version
run=$(find "$work/installed/usr/share/claimcheck/results/runs/nvidia-h200" -name '*paper*' | sort | head -n 1)
(cd / && "$work/installed/usr/bin/claimcheck" compare --with h100 "$run") >"$work/out" || fail 'it compares nothing'
grep -q "$work/installed/usr/share" "$work/out" || fail 'it does not find its kept runs'
