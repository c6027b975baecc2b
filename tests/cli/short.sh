#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# short.sh: on a terminal show, claims, compare and run print at most sixty lines, the best, the published and the baseline of
# each technique among them; --all prints everything, through $PAGER where it is set; a pipe has everything.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"

# terminal CODE ARGUMENTS...: cc on a terminal of 80 columns; its output in out, without carriage returns and what moves a terminal.
terminal() {
    NO_COLOR=1 TERM=dumb ran "$1" python3 "$root/tests/cli/terminal.py" 80 err "$claimcheck" "${@:2}"
    sed -i 's/\r//g' "$work/out"
}

lines() {
    local count
    count=$(wc -l <out)
    [ "$count" "$1" "$2" ] || fail "$3: $count lines"
}

unset PAGER || true
terminal 0 show h100
lines -le 60 'show'
has out '^tile_subdivision:' 'show'
has out '^  best +[0-9.]+ .s  single_launch, [0-9.]+ × faster \[' 'the best'
has out '^  published +[0-9.]+ .s  subtree ' 'the published'
has out '^  baseline +[0-9]+ .s  per_level$' 'the baseline'
! tr -s ' \n' ' ' <out | grep -q 'sphere_cache_sse, [^;]*; paper' || fail "a paper's number beside a ratio to another method"
has out '^all [0-9]+ cases: claimcheck show .* --all$' 'how to see all'
has out '^[0-9]+ of [0-9]+ claims agree' 'the claims'
terminal 0 show h100 --all
lines -gt 500 'show --all'
# Lists, too; what is left of one is counted.
for words in 'list --claims' 'list reyes_subdivision' 'run --list-cases' 'history --case packed' 'list --kernels' 'why cbt h100'; do
    terminal 0 $words
    lines -le 60 "$words"
    "$claimcheck" $words >whole 2>err
    [ "$(wc -l <whole)" -gt 100 ] || fail "$words: a pipe has not all"
done
printed '^and [0-9]+ more lines: \| less shows them all$' terminal 0 list --claims
printed '^tile_subdivision/ ancestors_first ' terminal 0 list --kernels
terminal 0 show h100 --filter cbt.draw
lacks out '^all [0-9]+ cases' 'a filter'
cc 0 show h100
lines -gt 500 'a pipe'
PAGER='sed s/^/paged:/' printed '^paged:NVIDIA H100' terminal 0 show h100 --all
[ "$(grep -vc '^paged:' out)" = 0 ] || fail 'a line did not go through the pager'
PAGER=/nowhere/pager terminal 0 show h100
lines -le 60 'no pager without --all'

terminal 0 claims h100
lines -le 60 'claims'
has out '^and [0-9]+ more, which surprise less: --all$' 'claims'
terminal 0 claims h100 --all
lines -gt 200 'claims --all'
printed '^CONFIRMED +tokuyoshi.speed_up' terminal 0 claims h100 tokuyoshi.speed_up
terminal 0 claims tokuyoshi
lines -le 60 'claims of all devices'
terminal 0 compare h100 h200
lines -le 60 'compare'
has out '^NVIDIA H200 is ' 'compare'
has out '^rows: ' 'compare'
terminal 0 compare h100 h200 --all
lines -gt 200 'compare --all'

terminal 0 cite h100
lines -le 60 'cite'
has out '\[Tokuyoshi 2014\]' 'cite'
has err '^cite: tables and BibTeX are left out on a terminal: --all' 'cite'
printed '^@misc\{claimcheck' terminal 0 cite h100 --all
printed '^@misc\{claimcheck' terminal 0 cite h100 tokuyoshi

# A trace prints few cases, and a gate of many rows what is not the same.
terminal 0 trace --filter '^tile_subdivision[.]subdivide/' --out trace.json
lines -le 60 'trace'
has err '^[0-9]+ more cases are only in the file' 'trace'
holds trace.json 'len(cases) > 5'
same=(ab --a "$claimcheck" --b "$claimcheck" --filter '^tile_subdivision[.]subdivide/' --profile quick --quiet)
printed '^  SAME ' terminal 0 "${same[@]}"
same[6]='^(tile_subdivision[.]|cbt[.](sum|first))'
terminal 0 "${same[@]}"
lines -le 40 'ab'
lacks out '^  SAME ' 'many rows'
has out '^[0-9]+ rows that are SAME are not listed on a terminal' 'many rows'

# A run with more cases than fit; wrong ones are named.
many=(--filter 'tile_subdivision.subdivide' --axis top=3,4,5,6 --axis map=scene --samples 3 --no-ceilings --seed 1)
terminal 0 run "${many[@]}" --out many.json
lines -le 60 'run'
has out '^  baseline +[0-9.]+ .s  per_level' 'run'
has out '^next: claimcheck report many.json$' 'run'
terminal 0 run --resume many.json --all
lines -gt 60 'run --all'
terminal 0 run --filter 'tile_subdivision.subdivide/(per_level|flat)/' --axis top=3 --axis map=scene --samples 3 --no-ceilings \
    --out few.json
has out '^[ *~] flat ' 'few cases are a table'
CLAIMCHECK_FAULT='skip:1@/flat/' printed '^failed_verify:' terminal 1 run "${many[@]}" --out wrong.json
has out '^ *tile_subdivision.subdivide/flat/' 'a wrong case'
