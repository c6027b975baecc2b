#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# ending.sh: what stands at the end of a run, in fifteen lines of 80 columns; results/local/latest.json, which commands take
# that are given no file; and what --quiet leaves. By the executable, on Mesa's CPU driver.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"

# short WHAT: the lines behind the last group are at most fifteen of 80 columns. Only a line that has to repeat a long path
# takes several, and then stays one line, which can be pasted.
short() {
    tac out | sed '/^$/,$d' >end
    [ "$(fold -w 80 end | wc -l)" -le 15 ] || fail "$1: the end has $(fold -w 80 end | wc -l) lines"
    ! grep -v -e '^wrote ' -e "$long" end | grep -q '.\{81\}' || fail "$1: a line of more than 80 columns"
    ! grep -v -e '^wrote ' -e '^next: ' -e '^      claimcheck ' end | grep -q -e "$long" || fail "$1: a line repeats a long path"
}

# pasted WHAT: each command that the end names works.
pasted() {
    local line
    while read -r line; do
        (PATH=$work/bin:$PATH && eval "$line") >pasted 2>&1 </dev/null || fail "$1: '$line' does not work: $(tail -n 1 pasted)"
    done < <(grep -o 'claimcheck [a-z].*' end)
}

mkdir bin && ln -s "$claimcheck" bin/claimcheck
long=$(printf 'long%.0s' {1..24})
tiny=(--filter 'tile_subdivision.subdivide/(per_level|subtree)/' --axis top=4 --axis map=scene --axis subtree_levels=2 --samples 3
    --no-ceilings)
latest=results/local/latest.json

# A run without --out goes to results/local, and is the last one.
cc 0 run "${tiny[@]}" --seed 1
file=$(sed -n 's/^wrote //p' out)
case $file in results/local/*.json) ;; *) fail "a run without --out: '$file'" ;; esac
cmp -s "$file" "$latest" || fail 'the last run is another file'
has out '^next: claimcheck report$' 'the next command'
has out '^      claimcheck show --wide$' 'the next command'
short 'a run'
pasted 'a run'
! grep -q 'the last run' out || fail 'the first run is compared with one'

# The next one is compared with it, and takes its place; a link is none of it.
mv "$latest" first.json
ln -s ../../first.json "$latest"
cp first.json before.json
shows '^this run is .*the last run over 2 cases' run "${tiny[@]}" --seed 2
short 'a second run'
[ ! -L "$latest" ] && cmp -s "$(sed -n 's/^wrote //p' out)" "$latest" || fail 'the last run is not a copy'
cmp -s first.json before.json || fail 'what a link leads to was overwritten'

# A run of another profile is no last run; nor is the run itself, nor an unreadable file.
cc 0 run "${tiny[@]}" --profile full --seed 3
! grep -q 'the last run' out || fail 'a run of another profile is compared'
printf '{' >"$latest"
cc 0 run "${tiny[@]}" --seed 4
! grep -q 'the last run' out || fail 'what is no run is compared'

# Commands that are given no file take it.
shows '^[ *~] subtree ' show
has err "^show: $latest, the last run\$" 'show'
cc 0 report
[ -s results/local/latest.report/index.html ] || fail 'report: no page'
has out "^file://$(realpath "$work")/results/local/latest.report/index.html\$" 'report'
cc 77 compare --with h100 --filter nothing_of_it
tells 99 'which two run files' compare
cc 0 export --format csv
cc 0 claims --new paper.json
mv results aside
refused 'which run file' show

# A run that goes elsewhere makes no such folder; where there is one, it is the last run there, but for --samples.
cc 0 run "${tiny[@]}" --seed 5 --out elsewhere.json
[ ! -e results ] || fail '--out elsewhere made results/local'
has out '^next: claimcheck report elsewhere.json$' 'the next command'
shows '^next: claimcheck report absolute.json$' run "${tiny[@]}" --seed 5 --out "$work/absolute.json"
mkdir -p "$work.far/$long"
shows "^next: claimcheck report $work.far/$long/mine.json\$" run "${tiny[@]}" --seed 5 --out "$work.far/$long/mine.json"
short 'a long path'
cp "$root/results/runs/nvidia-h100-80gb-hbm3/20261122-tile-subdivision-passes.json.xz" kept.json.xz
cc 0 show kept.json.xz
short 'show'
pasted 'show'
has end '^details: claimcheck show kept.json.xz --limits$' 'show'
cp kept.json.xz "$work.far/$long"
shows '^ *device limits: about .*FLOP/s$' show "$work.far/$long/kept.json.xz"
has out '^1 of 1 claim agrees; 4 are not testable here$' 'a long path'
short 'show of a long path'
rm -r "$work.far"
refused 'nowhere/mine.json.*make its folder' run "${tiny[@]}" --seed 5 --out nowhere/mine.json
cc 0 run "${tiny[@]}" --seed 5 --out results/local/mine.json
[ -s results/local/mine.json ] || fail 'results/local is not made for a file that is to be there'
rm -r results
mkdir -p results/local
cc 0 run "${tiny[@]}" --seed 6 --out sampled.json
[ ! -e "$latest" ] || fail 'a run with --samples is the last one'
cc 0 run --filter 'tile_subdivision.subdivide/per_level/' --axis top=4 --axis map=scene --no-ceilings --out other.json
cmp -s other.json "$latest" || fail '--out elsewhere is not the last run'
mkdir "$latest.d" && mv "$latest" "$latest.d" && mkdir "$latest"
cc 99 run --filter 'tile_subdivision.subdivide/per_level/' --axis top=4 --axis map=scene --no-ceilings --out third.json
has err "'$latest' is not the last run: cannot write it: Is a directory; the run is whole in 'third.json'\$" 'a last run that cannot be written'
has out '^wrote third.json$' 'a last run that cannot be written'
grep -q 'warning: ' err || fail 'a run on a CPU without a warning'
tail -n 1 err >last
has last 'is not the last run' 'an error is the last line'
rmdir "$latest"

# --quiet: nothing, but a line for each thing that went wrong; the run is the last one.
cc 0 run "${tiny[@]}" --quiet
[ ! -s out ] && [ ! -s err ] || fail '--quiet is not quiet'
[ -s "$latest" ] || fail '--quiet: no last run'
CLAIMCHECK_FAULT='alloc@/subtree/' cc 99 run "${tiny[@]}" --quiet
[ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] || fail '--quiet: not one line of what went wrong'
has err '^claimcheck: tile_subdivision.subdivide/subtree/.*: error: ' '--quiet'
CLAIMCHECK_FAULT='skip:1@/subtree/' printed "^next: claimcheck show --filter /subtree/\$" cc 1 run "${tiny[@]}"
short 'a case that went wrong'
pasted 'a case that went wrong'

# The requested cases are printed before the first device limit is measured, which here hangs.
: >out
CLAIMCHECK_FAULT='hang@^ceilings' begins run --filter 'tile_subdivision.subdivide/per_level/' --axis top=4 --axis map=scene \
    --samples 3 --out hang.json
awaits grep -q '^[ *~] per_level ' out
kill -0 "$background" 2>/dev/null && grep -q '^[ *~] per_level ' out || fail 'the first row waits for device limits'
