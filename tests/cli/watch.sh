#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# watch.sh: run --kernel --watch, by the executable, on Mesa's CPU driver: a file that is saved in several ways.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
wants glslc
mkdir aside
export TMPDIR=$work/aside

subtree=tile_subdivision/subtree
case=(--filter 'subdivision.subdivide/subtree/' --axis top=4 --axis subtree_levels=2 --axis map=scene --no-ceilings)
case+=(--samples 2)

# watch ARGUMENTS...: begins.
watch() {
    : >out
    : >err
    begins run "${case[@]}" --watch "$@"
    saved=0
}

# turn WHAT: waits for the end of the next turn; the file is saved by then.
turn() {
    local left=1200
    saved=$((saved + 1))
    while [ "$(grep -c '^watching ' err || true)" -lt "$saved" ]; do
        left=$((left - 1))
        if [ "$left" -eq 0 ] || ! kill -0 "$background" 2>/dev/null; then
            fail "$1: turn $saved has not ended"
            exit 1
        fi
        sleep 0.05
    done
    # A turn more would begin by itself where nothing was saved.
    [ "$(grep -c '^watching ' err)" -eq "$saved" ] || fail "$1: more than $saved turns"
}

# says FILE COUNT PATTERN WHAT
says() {
    [ "$(grep -c -e "$3" "$1" || true)" -eq "$2" ] || fail "$4: not $2 lines of '$3'"
}

"$claimcheck" list --source $subtree >subtree.comp
"$claimcheck" list --source $subtree.glsl >shipped.glsl
cp subtree.comp mine.comp
mkdir tile_subdivision
write='tile_write(atomicAdd(control\[0\], 1), n, importance, threshold);'
grep -q "$write" shipped.glsl || fail 'the kernel is no longer what this test changes'

# A turn at once, and one for each way to save: over the file, another in its place, in a file that it includes, which
# the executable had until then.
watch --kernel $subtree=mine.comp
turn 'at once'
says out 1 'the same SPIR-V' 'at once'
says out 1 'mine.comp: VARYING was always 0: [0-9]* branches depend on it' 'constants of one value'
printf '// another line\n' >>mine.comp
turn 'saved'
says out 2 'the same SPIR-V' 'saved'
says out 1 'over the attempt before:$' 'the attempt before'
[ "$(grep -n 'over the attempt before' out | cut -d: -f1)" -lt "$(grep -n 'over its original' out | tail -n 1 | cut -d: -f1)" ] || fail 'the attempt before does not come first'
sed "s|$write|tile_write(atomicAdd(control[0], 1), n, importance, threshold + 1);|" shipped.glsl >$subtree.glsl
turn 'an include'
says out 1 'a wrong result, no time' 'a wrong result'
says out 1 'over the attempt before:$' 'a wrong result has no ratio to the attempt before'
cp subtree.comp mine.comp~
printf '#error not yet\n' >>mine.comp~
mv mine.comp~ mine.comp
turn 'by rename'
says err 1 "mine.comp:[0-9]*: error: " 'a compile error'
says out 3 'over its original' 'nothing is measured of what does not compile'
rm mine.comp
sleep 0.3
cp shipped.glsl $subtree.glsl
cp subtree.comp mine.comp
turn 'put right'
says out 3 'the same SPIR-V' 'put right'
says out 0 '^wrote ' 'no run file'
says err 1 'runs on the CPU' 'warnings stand once'
stops INT 0 'SIGINT while it waits'
[ -z "$(ls "$work/aside")" ] || fail 'something is left in TMPDIR'
[ -z "$(ls ./*.json* 2>/dev/null)" ] || fail 'a run file is left'

# With --out each turn's run file takes the place of the one before; one that was there before is not touched.
watch --kernel $subtree=mine.comp --out kept.json
turn '--out'
cp kept.json first.json
printf '// another line\n' >>mine.comp
turn '--out, again'
says out 2 '^wrote kept.json' '--out'
! cmp -s kept.json first.json || fail '--out: the second turn has not replaced the file of the first'
stops TERM 0 'SIGTERM'
tells 99 'already exists' run "${case[@]}" --watch --kernel $subtree=mine.comp --out kept.json

# Nor is it by a turn that comes after one that did not compile.
printf '#error not yet\n' >>mine.comp
watch --kernel $subtree=mine.comp --out kept.json
turn 'a compile error at first'
cp kept.json before.json
cp subtree.comp mine.comp
stops 0 99 'over a file that is there'
cmp -s kept.json before.json || fail 'a run file that was there before is gone'

# Interrupted within a turn; a turn that crashes or hangs ends none but itself.
CLAIMCHECK_FAULT='crash@subtree.file/' watch --kernel $subtree=mine.comp --no-isolate
turn 'a crash'
says err 1 'this turn was killed by signal' 'a crash'
stops INT 0 'SIGINT after a crash'
CLAIMCHECK_FAULT='hang@subtree.file/' watch --kernel $subtree=mine.comp --no-isolate
sleep 2
printf '// another line\n' >>mine.comp
turn 'saved within a turn that hangs'
sleep 2
stops INT 0 'SIGINT within a turn'
says err 0 'resume' 'interrupted within a turn'
[ -z "$(ls "$work/aside")" ] || fail 'an interrupted turn left something in TMPDIR'

# Ceilings are measured by the first turn, and kept: those that follow have floors of them. Where none are kept, as
# before, only the first turn would have any.
case=("${case[@]:0:8}")
XDG_CACHE_HOME=$work/cache watch --kernel $subtree=mine.comp --out floors.json --force
turn 'ceilings'
cp floors.json measured.json
printf '// another line\n' >>mine.comp
turn 'kept ceilings'
stops INT 0 'SIGINT'
for file in measured floors; do
    holds $file.json '[bool(case["floor_percent"]) for case in cases if case["variant"] == "subtree@file"] == [True]'
done
holds measured.json 'len(cases) > 10 and not run["ceilings"].get("cached")'
holds floors.json 'len(cases) == 3 and run["ceilings"]["cached"]'

case+=(--no-ceilings --samples 2)

# A file that is not there yet is waited for; what no saving puts right ends it.
watch --kernel $subtree=later.comp
turn 'not there'
says err 1 "cannot read 'later.comp'" 'not there'
cp mine.comp later.comp
turn 'there now'
says out 1 'the same SPIR-V' 'there now'
stops INT 0 'SIGINT'
tells 99 'did you mean' run "${case[@]}" --watch --kernel tile_subdivision/subtre=mine.comp
cc 99 run "${case[@]}" --watch --kernel $subtree=mine.comp --axis nothing=1
tells 99 'give one by --kernel' run "${case[@]}" --watch
cc 99 run --watch --kernel $subtree=mine.comp --list-cases
cc 99 run --watch --kernel $subtree=mine.comp --out -
cc 99 run --resume kept.json --watch
