#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# wine.sh: claimcheck.exe, which scripts/maintain/windows builds, runs under Wine on Mesa's CPU driver and prints as claimcheck does
# here: devices, inputs, a worker that crashes, reports, names in UTF-8, kernels of users, ab, Ctrl-C, and then the profile quick
# of every technique.
#
#   tests/release/wine.sh [--short] [EXE]      EXE: one that is built already
#
# --short: one technique, a few of its cases, and what an executable for Windows can break first; it builds without optimisation.
# What is printed is compared with an executable of this machine and the same commit: CLAIMCHECK, or one in build/run or build/test.
# Exit code: 0, 1, 77 (no wine, Xvfb, mingw-w64 or Mesa driver; with --short, no sources of the libraries), 99 where nothing could be
# built.
set -euo pipefail
export LC_ALL=C

. "$(dirname -- "${BASH_SOURCE[0]}")/../tree.sh"

short=
if [ "${1-}" = --short ]; then
    short=yes
    shift
fi
driver=/usr/share/vulkan/icd.d/lvp_icd.x86_64.json
for tool in wine Xvfb x86_64-w64-mingw32-gcc-posix; do
    command -v "$tool" >/dev/null || skip "no $tool here: apt-get install wine wine64 xvfb gcc-mingw-w64-x86-64-posix"
done
[ -r "$driver" ] || skip "no $driver: apt-get install mesa-vulkan-drivers"
if [ $# -gt 0 ]; then
    exe=$(realpath -- "$1")
elif [ -n "$short" ]; then
    built=0
    exe=$("$root/scripts/maintain/windows" --unoptimised "$root/build/windows-short" -Dtechniques=tile_subdivision) || built=$?
    [ "$built" -ne 99 ] || skip 'no claimcheck.exe: what is missing stands above'
    [ "$built" -eq 0 ] || exit "$built"
    # What other techniques call, too, is there on Windows.
    [ ! -e "$root/build/test/claimcheck" ] || "$root/tests/rules/windows.sh" "$root/build/test" "$root/build/windows-short" || failed=1
else
    exe=$("$root/scripts/maintain/windows")
fi

number=$((100 + $$ % 800))
Xvfb ":$number" -screen 0 64x64x24 >/dev/null 2>&1 &
screen=$!
# Wine takes arguments in the locale. Without a screen it makes no Vulkan instance, also for a while after it has started
# without one. It needs neither .NET nor a browser.
export DISPLAY=:$number WINEPREFIX=$work/prefix WINEDEBUG=-all WINEDLLOVERRIDES='mscoree=;mshtml=' LC_ALL=C.UTF-8 VK_ICD_FILENAMES=$driver
if [ -n "$short" ]; then
    export LP_NUM_THREADS=0 MESA_SHADER_CACHE_DIR=$root/build/shaders
    mkdir -p -- "$MESA_SHADER_CACHE_DIR"
fi
trap 'wineserver -k 2>/dev/null || true; kill "$screen" 2>/dev/null || true; rm -rf "$work"' EXIT
# Wine's own way copies 700 MB of libraries, in ten seconds of a CPU. Links to them do for what --short tries.
libraries=/usr/lib/x86_64-linux-gnu/wine/x86_64-windows
if [ -n "$short" ] && [ -d "$libraries" ]; then
    mkdir -p -- "$WINEPREFIX/dosdevices" "$WINEPREFIX/drive_c/windows/temp"
    ln -s ../drive_c "$WINEPREFIX/dosdevices/c:"
    ln -s / "$WINEPREFIX/dosdevices/z:"
    cp -rs -- "$libraries" "$WINEPREFIX/drive_c/windows/system32"
    printf 'disable\n' >"$WINEPREFIX/.update-timestamp"
else
    wine wineboot -i >/dev/null 2>&1
fi
cd -- "$work"
# run CODE WORDS...: ends with the code; what it prints is in out.
run() {
    local code=0 wanted=$1
    shift
    timeout 600 wine "$exe" "$@" >out 2>err </dev/null || code=$?
    [ "$code" -eq "$wanted" ] || fail "$* ended with $code, not $wanted: $(tail -n 3 err)"
}

# said TEXT: a line of out or err has it.
said() {
    grep -q -F -e "$1" out err || fail "nothing says '$1': $(tail -n 3 out err)"
}

# same CODE WORDS...: ends so, and prints the same bytes as on Linux, where there is a claimcheck.
same() {
    run "$@"
    shift
    [ -n "$here" ] || return 0
    "$here" "$@" >expected 2>/dev/null </dev/null || true
    cmp -s out expected || fail "$* prints other bytes than on Linux: $(diff out expected | head -n 3)"
}

# ok_of FILE: prints how many cases of a run are right.
ok_of() {
    grep -c '"status":"ok"' "$1" || true
}

average='^tile_subdivision[.]average/per_level/'
few='^tile_subdivision[.]average/'
[ -z "$short" ] || few='^tile_subdivision[.]average/(per_level|subtree)/'
quick=(run --quiet --profile quick --samples 1 --ceilings none --filter)

start() {
    local path
    run 0 --version
    here=
    for path in "${CLAIMCHECK-}" "$root/build/run/claimcheck" "$root/build/test/claimcheck"; do
        [ -n "$here" ] || [ ! -x "$path" ] || ! "$path" --version | cmp -s - out || here=$path
    done
    if [ -z "$here" ]; then
        [ -z "$short" ] || skip "no claimcheck here whose --version is '$(cat out)': scripts/build build/test makes it, or CLAIMCHECK names it"
        printf 'no claimcheck here whose --version is "%s": nothing is compared with Linux\n' "$(cat out)"
    fi
    run 0 devices
    said llvmpipe
}

measure() {
    local right
    run 0 "${quick[@]}" "$few" --no-isolate --out a.json
    mkdir folder
    run 0 "${quick[@]}" "$few" --isolate --out 'folder\b.json'
    [ -s folder/b.json ] || fail "--out 'folder\\b.json' wrote no file in the folder"
    right=$(ok_of a.json)
    [ "$right" -gt 1 ] && [ "$(ok_of folder/b.json)" -eq "$right" ] || fail "$right cases are right without --isolate, $(ok_of folder/b.json) with it"
}

# A worker that crashes costs one case, and the run goes on.
crash() {
    CLAIMCHECK_FAULT='crash@subtree' run 99 "${quick[@]}" "$few" --isolate --out c.json
    said 'error: the process ended'
    [ "$(ok_of c.json)" -gt 0 ] || fail 'no case is right beside a worker that crashes'
}

# report_same FILE: the page is the same as on Linux.
report_same() {
    rm -rf page page-linux
    run 0 report "$1" --out page
    [ -n "$here" ] || return 0
    "$here" report "$1" --out page-linux >/dev/null
    diff -r page page-linux >out || fail "report of $1 writes another page than on Linux: $(head -n 3 out)"
}

# A shader as SPIR-V.
user_kernel() {
    run 0 "${quick[@]}" "$average" --save-kernels kernels --out d.json
    run 0 "${quick[@]}" "$average" --out e.json --kernel tile_subdivision/per_level_top=kernels/tile_subdivision/per_level_top.spv
}

# A build against itself.
itself() {
    local code=0
    timeout 300 wine "$exe" ab --a "$exe" --b "$exe" --profile quick --filter "$average" --launches "$1" --budget 60s --out ab.json \
        >out 2>err </dev/null || code=$?
    [ "$code" -ne 99 ] && [ -s ab.json ] || fail "ab of a build against itself ended with $code: $(tail -n 3 err)"
}

# Ctrl-C ends a run once it has a case, and the run then goes on.
interrupt() {
    local running
    timeout --signal=INT 60 wine "$exe" run --profile quick --samples 40 --ceilings none --filter '^tile_subdivision[.]' \
        --no-isolate --out f.json >out 2>err </dev/null &
    running=$!
    for _ in {1..300}; do
        ! grep -q '"case":' f.json.journal 2>/dev/null || break
        sleep 0.1
    done
    kill -INT "$running" 2>/dev/null || true
    wait "$running" || true
    said 'run --resume f.json'
}

# A kept run of an H100, which decides claims.
kept() {
    local run format
    run=$(cd -- "$root/results/runs/nvidia-h100-80gb-hbm3" && ls -- *-detp-paper-3.json.*)
    cp -- "$root/results/runs/nvidia-h100-80gb-hbm3/$run" .
    same 0 claims "$run"
    for format in json csv latex; do
        same 0 claims "$run" --format "$format"
    done
    same 0 show "$run"
    same 0 export "$run" --format gbench
    same 0 cite "$run"
    same 77 compare "$run" a.json
    report_same "$run"
    run 0 keep "$run" --samples 30 --out-dir summary
    if [ -n "$here" ]; then
        "$here" keep "$run" --samples 30 --out-dir summary-linux >/dev/null
        cmp summary/*/* summary-linux/*/* >out || fail "keep writes another run than on Linux: $(cat out)"
    fi
}

# Names that no code page of one country has, in arguments, in files and in what is printed.
names() {
    local named='Größe 資料/Lauf 計測.json'
    mkdir -- "${named%/*}"
    run 0 "${quick[@]}" "$few" --no-isolate --out "$named"
    [ -s "$named" ] || fail "--out '$named' wrote no file of that name: $(find . -newer a.json -name '*.json' | head -n 3)"
    run 0 show "$named"
    run 0 "${quick[@]}" "$few" --isolate --out "$named" --force
    run 99 show 'Größe 資料/keiner.json'
    said 'Größe 資料/keiner.json'
}

# until_said WORDS: one of the messages of --watch.
until_said() {
    for _ in {1..300}; do
        ! grep -q -F -e "$1" err || return 0
        sleep 0.2
    done
    fail "--watch does not say '$1': $(tail -n 3 err)"
}

# --watch runs again once the file is another, and ends by Ctrl-C.
watch() {
    local watched
    cp -- kernels/tile_subdivision/per_level_top.spv watched.spv
    timeout --signal=INT 120 wine "$exe" run --watch --profile quick --samples 1 --ceilings none --filter "$average" \
        --kernel tile_subdivision/per_level_top=watched.spv >out 2>err </dev/null &
    watched=$!
    until_said 'save to run again'
    cp -- kernels/tile_subdivision/per_level_top.spv new.spv && mv -- new.spv watched.spv
    until_said 'turn 2'
    kill -INT "$watched" 2>/dev/null || true
    wait "$watched" || true
}

# A technique in a folder, with its kernel as SPIR-V and a reference that is a program of Windows.
folder() {
    run 0 new reversal
    cat >reference.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    FILE *in = fopen("source.bin", "rb"), *out = fopen("reversed.bin", "wb");
    long count = 0;
    unsigned word;
    while (fread(&word, 4, 1, in) == 1)
        count++;
    for (long i = count - 1; i >= 0; i--) {
        fseek(in, 4 * i, SEEK_SET);
        fread(&word, 4, 1, in);
        fwrite(&word, 4, 1, out);
    }
    return fclose(out);
}
EOF
    x86_64-w64-mingw32-gcc-posix -static -O1 -o reversal/reference.exe reference.c
    glslc --target-env=vulkan1.3 -I "$root/kernels" -o reversal/reverse.spv reversal/reverse.comp
    sed -i -e 's/reverse[.]comp/reverse.spv/; s/"python3", "reference[.]py"/"reference.exe"/' reversal/technique.json
    run 0 check reversal
    said '4 mutants caught, 0 excused, 0 survived; 0 wrong, 0 not tried'
}

# The profile quick of every technique. Nothing is wrong, and what is unsupported here is so on Linux.
everything() {
    local technique
    for technique in ceilings cbt detp reyes_subdivision stream_reduction thread_group_tiling tile_subdivision; do
        run 0 "${quick[@]}" "^${technique}[.]" --out "$technique.json"
        printf '%s: %s right, %s unsupported\n' "$technique" "$(ok_of "$technique.json")" \
            "$(grep -c '"status":"unsupported"' "$technique.json")"
    done
}

start
same 0 inspect tile_subdivision
measure
crash
report_same a.json
user_kernel
if [ -n "$short" ]; then
    itself 4
    interrupt
    exit "$failed"
fi

for technique in ceilings detp reyes_subdivision stream_reduction; do
    same 0 inspect "$technique"
done
for sequence in P N L R; do
    same 0 inspect cbt --sequence "$sequence"
done
same 0 inspect thread_group_tiling --order morton
same 0 show a.json
same 0 export a.json --format csv
run 0 report a.json
said 'file:///Z:/'
run 0 compare a.json 'folder\b.json'
kept
names
itself 4
run 0 list --kernels --device 0
said per_level_top
watch
folder
interrupt
run 0 run --resume f.json --quiet
everything
exit "$failed"
