#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# windows.sh: what scripts/maintain/bundle --windows makes, looked at without Wine: the same bytes when built twice, in two clones, the files that a
# reader of its README is sent to, the kept runs that the archive for Linux has, no executable but the one, and a licence for
# each library.
#
#   tests/release/windows.sh [ARCHIVE]      ARCHIVE: of scripts/maintain/bundle --windows; it is then tried alone
#
# Exit code: 0, 1, 77 (no mingw-w64, zip or unzip), 99.
set -euo pipefail
export LC_ALL=C

. "$(dirname -- "${BASH_SOURCE[0]}")/../tree.sh"

for tool in x86_64-w64-mingw32-gcc-posix zip unzip; do
    command -v "$tool" >/dev/null || skip "no $tool here: apt-get install gcc-mingw-w64-x86-64-posix zip unzip"
done
archive=${1-}
if [ -z "$archive" ]; then
    # Folders of unlike length: neither is in what is built.
    copy "$work/one"
    git clone --quiet --shared -- "$work/one" "$work/another-one"
    export CLAIMCHECK_KERNELS=${CLAIMCHECK_KERNELS:-$root/build/kernels}
    for folder in one another-one; do
        "$work/$folder/scripts/maintain/bundle" --windows "$work/$folder.out" 2>"$work/log" >"$work/$folder.path" || { cat "$work/log"; exit 99; }
    done
    archive=$(cat "$work/one.path")
    cmp -- "$archive" "$(cat "$work/another-one.path")" || fail 'built twice, it has other bytes'
    (cd -- "$(dirname -- "$archive")" && sha256sum --check --quiet -- *.sha256) || fail 'the checksum is another'
fi
unzip -q "$archive" -d "$work/unpacked"
cd -- "$work/unpacked"/claimcheck-*-windows-x86_64

for file in claimcheck.exe README.md LICENSE CHANGELOG.md CITATION.cff LIBRARIES docs/start.md docs/maintaining.md \
    docs/reference/commands.md results/run.schema.json results/published results/models scripts/plot/plot; do
    [ -s "$file" ] || fail "no $file"
done
[ "$(head -c 2 claimcheck.exe)" = MZ ] || fail 'claimcheck.exe is no executable of Windows'
others=$(find . -type f ! -name claimcheck.exe \( -name '*.exe' -o -name '*.dll' -o -name '*.so*' -o -name '*.a' \))
[ -z "$others" ] || fail "it has $others"
# A summary for each device of which the tree keeps a run of the profile paper.
for folder in "$root"/results/runs/*/; do
    device=$(basename -- "$folder") papers=0
    for run in "$folder"*.json.[gx]z; do
        ! { "$root/scripts/maintain/bounded.py" "$run" 2>/dev/null || true; } | head -c 4000 | grep '"profile": *"paper"' >/dev/null || papers=1
    done
    [ "$papers" -eq 0 ] || ls "results/runs/$device"/*-summary.json.xz >/dev/null 2>&1 || fail "no kept run of $device"
done
# What the map of the linker names, by itself: each has a line and a notice.
for library in jansson liblzma libmd libpng tre zlib libvulkan-volk-dev mingw-w64-x86-64-dev gcc-mingw-w64-x86-64-posix; do
    grep -q -E "^$library  *[0-9][^ ]*  *[A-Za-z]" LIBRARIES || fail "LIBRARIES has no line of $library"
    [ -s "licences/${library%-dev}.txt" ] || fail "no licence of $library"
done
[ "$(grep -c -E '^[a-z][^ ]*  +[0-9]' LIBRARIES)" -eq "$(find licences -type f | wc -l)" ] || fail 'LIBRARIES and licences/ differ'
