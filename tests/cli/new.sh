#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# new.sh: what scripts/new makes builds, runs verified and is held by the rules, at the first try; the bad kernel that
# belongs to it is caught; a bad name makes nothing. So the worked example, scripts/maintain/template/bench.c, stays true.
#
#   tests/cli/new.sh [BUILD]      BUILD: a build folder of the tree; what a new technique leaves as it is comes from there
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
claimcheck= # the executable of a tree of its own
. "$root/tests/cli/lavapipe.sh"

# fail WHAT: ends the test, for what follows is made of what comes before.
fail() {
    printf 'FAILED: %s\n' "$*"
    exit 1
}

# The tree without what git ignores and without kept runs and pictures, which nothing here reads.
mkdir "$work/tree"
tar -C "$root" -c --exclude-vcs --exclude='./build*' --exclude=./bundle --exclude=./results/runs \
    --exclude=./results/local --exclude='./docs/images/*.svg' . | tar -C "$work/tree" -x
cd -- "$work/tree"

for name in '' Upper two__words 9lives cbt reyes averyveryverylongnameindeed $'\e[31m' $'two\nlines' $'\xe2\x80\xae\xc3\xa9'; do
    code=0
    scripts/new "$name" >"$work/out" 2>&1 || code=$?
    [ "$code" -eq 99 ] && [ "$(wc -l <"$work/out")" -eq 1 ] || fail "the name '$name': exit code $code, $(cat "$work/out")"
    ! LC_ALL=C grep -q '[^ -~]' "$work/out" || fail "a name reaches the terminal as it is: $(cat -v "$work/out")"
done
diff -r -q "$root/bench" bench >"$work/out" 2>&1 || fail "a bad name made something: $(cat "$work/out")"

scripts/new turn_around >"$work/new.out" || fail "scripts/new: $(cat "$work/new.out")"
[ "$(scripts/new turn_around 2>&1 >/dev/null | wc -l)" -eq 1 ] || fail 'a second technique of that name'

scripts/new of_two --variants first,other --axis words --types uint,uint64_t >"$work/new.out" || fail "scripts/new: $(cat "$work/new.out")"
grep -qx 'bench/of_two/of_two.c' "$work/new.out" || fail "the bench is not listed: $(cat "$work/new.out")"
for options in '--variants a,a' '--variants host' '--axis Upper' '--types half' '--types uint,uint' '--axis type --types int' --other; do
    # shellcheck disable=SC2086
    ! scripts/new of_three $options >"$work/out" 2>&1 && [ ! -e bench/of_three ] || fail "$options is taken"
done

# Ninja makes what has another command than in BUILD, or is older than what it is made from: what the new files change.
# Commands name files from the build folder, and it is as deep here as scripts/test has it.
build=build/new
options=(-Dbuildtype=plain -Dtests=true)
if [ -e "${1-}/setup-options" ]; then
    mkdir -p "$build"
    tar -C "$1" -c --format=posix --exclude='./meson-*' --exclude=./tests --exclude=./build.ninja . | tar -C "$build" -x
    mapfile -s 1 -t options <"$1/setup-options"
    options+=(-Dsanitized_tests=true) # those of the new technique; the last of two equal options wins
    CC=$(head -n 1 "$1/setup-options")
    export CC
    [ -n "$CC" ] || unset CC
fi
# The author's text about the paper goes into one file: numbers, a claim, and a table beside the figure of the template.
python3 - results/published/turn_around.json <<'END' || fail 'the published file'
import json, sys
paper = json.load(open(sys.argv[1]))
source = {"where": "Table 1", "quote": "1 ms", "read": "table"}
paper["paper"].update(title="On turning around", authors=["A. Somebody"], year=2030)
paper["figures"] = [{"id": "turn_around.time", "quantity": "time", "value": 1, "unit": "ms", "hardware": None, "parameters": {}, "source": source}]
paper["claims"] = [{
    "id": "turn_around.well", "statement": "It takes no more than a minute.", "profile": "quick", "source": source,
    "figures": ["turn_around.time"], "a": "^turn_around[.]reverse/host/", "measure": "wall", "says": "at_most", "value": 60, "unit": "s"}]
paper["plots"].append({
    "id": "turn_around-table", "title": "Somebody, Table 1", "quantity": "wall", "published": "paper, its device",
    "cases": "turn_around.reverse/{variant}/count:1000",
    "rows": [{"label": "on the GPU", "variant": "reverse", "figure": "turn_around.time"}, {"label": "on the CPU", "variant": "host"}]})
json.dump(paper, open(sys.argv[1], "w"), indent=2)
END
meson setup "$build" "${options[@]}" >"$work/out" 2>&1 || fail "$(tail -n 20 "$work/out")"
# A compiler cache lies where the user has it.
env -u XDG_CACHE_HOME CLAIMCHECK_KERNELS="$root/build/kernels" meson compile -C "$build" claimcheck turn_around_reference_test of_two_reference_test \
    >"$work/out" 2>&1 || fail "$(tail -n 40 "$work/out")"
for name in turn_around of_two; do
    "$build/tests/${name}_reference_test" >"$work/out" 2>&1 || fail "$(cat "$work/out")"
done
"$build/claimcheck" run --filter '^(turn_around|of_two)[.]' --no-ceilings --samples 3 --validate --quiet --out "$work/run.json" \
    >"$work/out" 2>&1 || fail "$(cat "$work/out")"
python3 - "$work/run.json" <<'END' || fail 'the run file is not as it must be'
import json, sys
cases = json.load(open(sys.argv[1]))["cases"]
right = [c["name"] for c in cases if c["status"] == "ok" and c["check"]["before"] and c["check"]["after"]]
print("\n".join(right))
sys.exit(len(right) != 16 or len([c for c in cases if c["status"] == "verified"]) != 24)
END
tests/cli/planted_kernel.sh "$PWD/$build/claimcheck" turn_around/reverse '^turn_around[.]reverse/reverse/' \
    tests/bench/turn_around/lost.comp >"$work/out" || fail "$(cat "$work/out")"
tests/cli/planted_kernel.sh "$PWD/$build/claimcheck" of_two/first_uint '^of_two[.]reverse/first/type:uint/' \
    tests/bench/of_two/lost.comp >"$work/out" || fail "$(cat "$work/out")"
"$build/claimcheck" list --kernels of_two/first_uint64_t >"$work/out" || fail "$(cat "$work/out")"
tests/rules/layering.sh "$PWD" || fail 'layering'
tests/rules/kernel_headers.py "$build" "$PWD" >"$work/out" || fail "$(cat "$work/out")"
tests/rules/schema.py results/published.schema.json results/published >"$work/out" ||
    fail "$(cat "$work/out")"

# The paper has its page, figures and citation.
"$build/claimcheck" report "$work/run.json" --out "$work/page" >"$work/out" 2>&1 || fail "$(cat "$work/out")"
"$build/claimcheck" export "$work/run.json" --format view --out "$work/view.json" >"$work/out" 2>&1 || fail "$(cat "$work/out")"
for words in 'Author, Figure 1: time by count' 'Somebody, Table 1' 'on the GPU' 'paper, its device' 'turn_around.well' 'On turning around'; do
    grep -q -e "$words" "$work/view.json" || fail "the page has no '$words'"
done
"$build/claimcheck" cite "$work/run.json" >"$work/out" 2>&1 || fail "$(cat "$work/out")"
grep -q 'title *= .*On turning around' "$work/out" || fail "no citation: $(cat "$work/out")"
