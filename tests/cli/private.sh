#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# private.sh: a run file names neither the machine nor a folder of it, whatever the run was given; --resume still finds
# its files. By the executable, on Mesa's CPU driver. Judges no time.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
# Secrets: the folder's name, however it was given, and the machine's.
secret=$work/planted_secret/of\ mine
mkdir -p "$secret/maps"
cd -- "$secret"
printf 'P2 16 16 255\n' >maps/hill.pgm
for i in $(seq 0 255); do printf '%d\n' "$i"; done >>maps/hill.pgm
"$claimcheck" list --source tile_subdivision/per_level >maps/own.comp
machine=()
# shellcheck disable=SC2016
if unshare --user --map-root-user --uts hostname planted_machine 2>/dev/null; then
    machine=(unshare --user --map-root-user --uts sh -c 'hostname planted_machine && exec "$@"' sh)
fi
export VK_LAYER_PATH=$secret/layers:$secret/more MESA_SHADER_CACHE_DIR=$secret/cache/

# run CODE FILE ARGUMENTS...
run() {
    ran "$1" "${machine[@]}" "$claimcheck" run --no-ceilings --samples 2 --seed 1 --out "${@:2}"
}

# clean FILE: nothing planted is in it, and it is valid.
clean() {
    if grep -o -E 'planted_[a-z]+.{0,40}' "$1" >"$work/found"; then
        fail "$1 holds $(sort "$work/found" | uniq -c | head -n 4)"
    fi
    if grep -q -E '"(host|paths)":' "$1"; then
        fail "$1 has a host or paths"
    fi
    valid "$1"
}

tiles=(--filter 'tile_subdivision.subdivide/per_level/' --axis top=4)
run 0 "$secret/a.json" "${tiles[@]}" --map "$secret/maps/hill.pgm" --kernel tile_subdivision/per_level="$secret/maps/own.comp"
clean a.json
holds a.json '"--map" in session["arguments"] and "hill.pgm" in session["arguments"] and "a.json" in session["arguments"]'
holds a.json '"tile_subdivision/per_level=own.comp" in session["arguments"]'
holds a.json '"--map=hill.pgm" in session["plan_arguments"]'
holds a.json '"--kernel=tile_subdivision/per_level=own.comp" in session["plan_arguments"]'
holds a.json 'session["kernel_files"][0]["file"] == "own.comp"'
holds a.json '"own.comp" in [kernel["file"] for kernel in run["kernels"]]'
holds a.json '"hill.pgm" in [w["facts"].get("map_file") for w in run["workloads"]]'
holds a.json 'run["context"]["environment"]["VK_LAYER_PATH"] == "layers:more"'
run 0 ../b.json "${tiles[@]}" --map=../of\ mine/maps/hill.pgm --repetitions-of "$secret/a.json"
mv ../b.json b.json
clean b.json

# try FILE ARGUMENTS...: claimcheck, which is to end well, or has nothing to do; FILE is what it prints.
try() {
    cc '0|77' "${@:2}"
    [ "$1" = "$work/out" ] || cp "$work/out" "$1"
}

# exported RUN: nothing planted is in what commands make of it.
exported() {
    local to=$work/exports format
    rm -rf -- "$to"
    mkdir -- "$to"
    try "$work/out" show "$1" --export-json "$to/show.json" --export-csv "$to/show.csv" --export-markdown "$to/show.md"
    try "$work/out" compare "$1" other.json --export-json "$to/two.json" --export-csv "$to/two.csv" --export-markdown "$to/two.md"
    try "$work/out" compare "$1" other.json third.json --export-json "$to/three.json" --export-csv "$to/three.csv" \
        --export-markdown "$to/three.md"
    for format in gbench gbench-summary bmf gha hyperfine csv tidy markdown testbed figures; do
        try "$work/out" export "$1" --format "$format" --out "$to/$format"
    done
    try "$work/out" report "$1" other.json --out "$to/report"
    try "$work/out" history "$secret" --case per_level --out "$to/history.csv"
    for format in json markdown csv; do
        try "$to/claims.$format" claims "$1" "--$format"
    done
    for format in markdown latex; do
        try "$to/cite.$format" cite "$1" --format "$format"
    done
    [ -s "$to/two.json" ] && [ -s "$to/three.csv" ] && [ -s "$to/gbench" ] && [ -s "$to/report/index.html" ] || fail "nothing is made of $1"
    if grep -r -o -E 'planted_[a-z]+.{0,40}' "$to" >"$work/found"; then
        fail "what is made of $1: $(sort "$work/found" | uniq -c | head -n 4)"
    fi
}
changed a.json other.json 'run["session"]["started"] = "2031" + run["session"]["started"][4:]'
changed a.json third.json 'run["session"]["started"] = "2032" + run["session"]["started"][4:]'
exported "$secret/a.json"
CLAIMCHECK_FAULT='exit@falloff:0' run 3 "$secret/left.json" "${tiles[@]}" --axis falloff=1,0 --map "$secret/maps/hill.pgm" \
    --kernel tile_subdivision/per_level="$secret/maps/own.comp"
grep -q planted_secret left.json.journal || fail 'the journal has no paths'
exported "$secret/left.json.journal"

# A fault names cases, and is no path.
CLAIMCHECK_FAULT='alloc@tile_subdivision.subdivide/per_level' run 99 e.json "${tiles[@]}" --axis map=scene
clean e.json
holds e.json 'run["context"]["environment"]["CLAIMCHECK_FAULT"] == "alloc@tile_subdivision.subdivide/per_level"'

# A run that was cut short has its files in the journal, and goes on with them from anywhere it was begun.
begins run --filter 'tile_subdivision' --no-ceilings --samples 30 --axis top=4 --map maps/hill.pgm \
    --kernel tile_subdivision/per_level=maps/own.comp --out cut.json
awaits has_lines cut.json.journal 1
kill -INT "$background" 2>/dev/null || true
wait "$background" || true
if [ -e cut.json.journal ]; then
    grep -q '"paths":\[' cut.json.journal || fail 'the journal has no paths'
    cc 0 run --resume cut.json
else
    printf 'the run was faster than the interrupt\n'
fi
clean cut.json
holds cut.json '"--map=hill.pgm" in session["plan_arguments"]'
