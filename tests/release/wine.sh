#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# wine.sh: claimcheck.exe, which scripts/windows builds, runs under Wine on Mesa's CPU driver and prints as claimcheck does
# here: devices, inputs, a worker that crashes, reports, names in UTF-8, kernels of users, ab, Ctrl-C, and then the profile quick
# of every technique.
#
#   tests/release/wine.sh [EXE]      EXE: one that is built already
#
# Exit code: 0, 1, 77 (no wine, Xvfb, mingw-w64 or Mesa driver).
set -euo pipefail
export LC_ALL=C

. "$(dirname -- "${BASH_SOURCE[0]}")/tree.sh"

driver=/usr/share/vulkan/icd.d/lvp_icd.x86_64.json
for tool in wine Xvfb x86_64-w64-mingw32-gcc-posix; do
    command -v "$tool" >/dev/null || skip "no $tool here: apt-get install wine wine64 xvfb gcc-mingw-w64-x86-64-posix"
done
[ -r "$driver" ] || skip "no $driver: apt-get install mesa-vulkan-drivers"
exe=$(realpath -- "${1:-$("$root/scripts/windows")}")
here=${CLAIMCHECK:-$root/build/run/claimcheck}

number=$((100 + $$ % 800))
Xvfb ":$number" -screen 0 64x64x24 >/dev/null 2>&1 &
screen=$!
# Wine takes arguments in the locale. Without a screen it makes no Vulkan instance, also for a while after it has started
# without one.
export DISPLAY=:$number WINEPREFIX=$work/prefix WINEDEBUG=-all LC_ALL=C.UTF-8 VK_ICD_FILENAMES=$driver
trap 'wineserver -k 2>/dev/null || true; kill "$screen" 2>/dev/null || true; rm -rf "$work"' EXIT
wine wineboot -i >/dev/null 2>&1
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
    [ -x "$here" ] || return 0
    "$here" "$@" >expected 2>/dev/null </dev/null || true
    cmp -s out expected || fail "$* prints other bytes than on Linux: $(diff out expected | head -n 3)"
}

quick=(run --quiet --profile quick --samples 1 --ceilings none --filter '^tile_subdivision[.]average/')
run 0 --version
run 0 devices
said llvmpipe
for technique in ceilings detp reyes_subdivision stream_reduction tile_subdivision; do
    same 0 inspect "$technique"
done
for sequence in P N L R; do
    same 0 inspect cbt --sequence "$sequence"
done
same 0 inspect thread_group_tiling --order morton
run 0 "${quick[@]}" --no-isolate --out a.json
mkdir folder
run 0 "${quick[@]}" --isolate --out 'folder\b.json'
[ -s folder/b.json ] || fail "--out 'folder\\b.json' wrote no file in the folder"
# A worker that crashes costs one case, and the run goes on.
export CLAIMCHECK_FAULT='crash@ancestors'
run 99 "${quick[@]}" --isolate --out c.json
said 'error: the process ended'
unset CLAIMCHECK_FAULT
same 0 show a.json
same 0 export a.json --format csv
run 0 report a.json
said 'file:///Z:/'
run 0 compare a.json 'folder\b.json'

# A kept run of an H100, which decides claims.
kept=$(cd -- "$root/results/runs/nvidia-h100-80gb-hbm3" && ls -- *-detp-paper-3.json.*)
cp -- "$root/results/runs/nvidia-h100-80gb-hbm3/$kept" .
same 0 claims "$kept"
for format in json csv latex; do
    same 0 claims "$kept" --format "$format"
done
same 0 show "$kept"
same 0 export "$kept" --format gbench
same 0 cite "$kept"
same 77 compare "$kept" a.json
run 0 report "$kept" --out page
run 0 keep "$kept" --samples 30 --out-dir summary
if [ -x "$here" ]; then
    "$here" report "$kept" --out page-linux >/dev/null
    diff -r page page-linux >out || fail "report writes another page than on Linux: $(head -n 3 out)"
    "$here" keep "$kept" --samples 30 --out-dir summary-linux >/dev/null
    cmp summary/*/* summary-linux/*/* >out || fail "keep writes another run than on Linux: $(cat out)"
fi

# Names that no code page of one country has, in arguments, in files and in what is printed.
named='Größe 資料/Lauf 計測.json'
mkdir -- "${named%/*}"
run 0 "${quick[@]}" --no-isolate --out "$named"
[ -s "$named" ] || fail "--out '$named' wrote no file of that name: $(find . -newer a.json -name '*.json' | head -n 3)"
run 0 show "$named"
run 0 "${quick[@]}" --isolate --out "$named" --force
run 99 show 'Größe 資料/keiner.json'
said 'Größe 資料/keiner.json'

# A shader as SPIR-V, a build against itself, and what is a process of its own on Linux.
average='^tile_subdivision[.]average/per_level/'
run 0 run --profile quick --samples 1 --ceilings none --filter "$average" --save-kernels kernels --out d.json
run 0 run --profile quick --samples 1 --ceilings none --filter "$average" --out e.json \
    --kernel tile_subdivision/per_level_top=kernels/tile_subdivision/per_level_top.spv
code=0
timeout 300 wine "$exe" ab --a "$exe" --b "$exe" --profile quick --filter "$average" --launches 4 --budget 60s --out ab.json \
    >out 2>err </dev/null || code=$?
[ "$code" -ne 99 ] && [ -s ab.json ] || fail "ab of a build against itself ended with $code: $(tail -n 3 err)"
run 0 list --kernels --device 0
said per_level_top

# --watch runs again once the file is another, and ends by Ctrl-C.
cp -- kernels/tile_subdivision/per_level_top.spv watched.spv
timeout --signal=INT 120 wine "$exe" run --watch --profile quick --samples 1 --ceilings none --filter "$average" \
    --kernel tile_subdivision/per_level_top=watched.spv >out 2>err </dev/null &
watch=$!
# until WORDS: one of its messages.
until_said() {
    for _ in {1..300}; do
        ! grep -q -F -e "$1" err || return 0
        sleep 0.2
    done
    fail "--watch does not say '$1': $(tail -n 3 err)"
}
until_said 'save to run again'
cp -- kernels/tile_subdivision/per_level_top.spv new.spv && mv -- new.spv watched.spv
until_said 'turn 2'
kill -INT "$watch" 2>/dev/null || true
wait "$watch" || true

# A technique in a folder, with its kernel as SPIR-V and a reference that is a program of Windows.
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

# Ctrl-C ends a run, which then goes on.
timeout --preserve-status --signal=INT 6 wine "$exe" run --profile quick --samples 40 --ceilings none --filter '^tile_subdivision[.]' \
    --no-isolate --out f.json >out 2>err </dev/null || true
said 'run --resume f.json'
run 0 run --resume f.json --quiet

# The profile quick of every technique. Nothing is wrong, and what is unsupported here is so on Linux.
for technique in ceilings cbt detp reyes_subdivision stream_reduction thread_group_tiling tile_subdivision; do
    run 0 run --quiet --profile quick --samples 1 --ceilings none --filter "^${technique}[.]" --out "$technique.json"
    printf '%s: %s right, %s unsupported\n' "$technique" "$(grep -c '"status":"ok"' "$technique.json")" \
        "$(grep -c '"status":"unsupported"' "$technique.json")"
done
exit "$failed"
