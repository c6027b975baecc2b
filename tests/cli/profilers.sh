#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# profilers.sh: what a profiler is told of objects and passes, `claimcheck run --once`, and `trace --renderdoc`.
#
#   tests/cli/profilers.sh CLAIMCHECK RECORDER RENDERDOC
#
# RECORDER and RENDERDOC: tests/engine/gpu/recorder_layer.c and tests/engine/instruments/renderdoc_double.c, built.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
recorder=$2 renderdoc=$3
. "$root/tests/cli/recorder.sh"

small=(--axis top=4 --axis subtree_levels=2 --axis map=scene --axis threshold=own --axis falloff=1 --seed 1)
bench=tile_subdivision.subdivide
drawn=terrain:island/map:8/depth:18/meshlet:2/pixels:8/height:180/flight:700/layout:full
point=map:scene/top:4/threshold:own/falloff:1

# One execution of each kind: its passes labelled as a trace names them, the execution within one region.
for variant in per_level subtree host_loop recursion; do
    case=$bench/$variant/$point
    [ "$variant" != subtree ] || case=$case/passes:published/subtree_levels:2
    recorded cc 0 trace --filter "$case\$" "${small[@]}" --out "$variant.json"
    [ "$variant" = recursion ] || has log '^begin ' 'the labels of a trace'
    recorded cc 0 run --once "$case" "${small[@]}" --labels
    has out "executed once on $(device_word)" "$variant"
    holds "$variant.json" 'list(by_name) == ["'"$case"'"]'
    holds "$variant.json" <<'END'
lines = open("log").read().splitlines()
(case,), (name,) = cases, by_name
begin, end = lines.index("region " + name), lines.index("region_end")
assert sum(line.startswith("region ") for line in lines) == 1, "one region"
inside, labels, label = lines[begin:end], [], None
kind = case["kind"]
assert ("submit" in inside) == (kind != "cpu"), "what is submitted lies in the region"
assert kind != "gpu" or inside.count("submit") == 1, "one submission"
assert kind != "gpu" or "timestamp" not in lines, "no stamps of ours"
for line in lines:
    word, _, rest = line.partition(" ")
    if word == "begin":
        assert label is None, "labels do not nest"
        label = rest
        labels.append(rest)
    elif word == "end":
        label = None
    elif word in ("dispatch", "dispatch_indirect"):
        assert label is not None and "/" in label, (line, label)
assert label is None
passes = {entry["name"]: entry["count"] for entry in case["passes"] if entry["kind"] != "barrier"}
counted = {title: labels.count(title) for title in labels}
assert all(counted.get(title, 0) >= count for title, count in passes.items()), (counted, passes)
assert kind != "gpu" or set(counted) >= set(passes), (counted, passes)
assert kind != "gpu" or sum(counted.values()) <= sum(passes.values()) + 8, "one execution, and its reset"
END
done

# Names, always; labels, only where they are asked for.
check_names() {
    local kind
    for kind in buffer memory module pipeline layout commands queue; do
        has log "^name $kind ." "$1"
    done
    has log "^name pipeline tile_subdivision/subtree\$" "$1"
    has log "^name commands $bench/subtree/$point/passes:published/subtree_levels:2, commands 0\$" "$1"
    lacks log '^name [a-z]+ (\(null\))?$' "$1"
}
recorded cc 0 run --once "$bench/subtree/$point/passes:published/subtree_levels:2" "${small[@]}"
check_names 'run --once'
lacks log '^(begin|end|region)' 'run --once without --labels'
recorded cc 0 run --filter "$bench/subtree/$point/passes:published/subtree_levels:2\$" "${small[@]}" --samples 2 --no-ceilings --out "$work/run.json"
check_names 'run'
lacks log '^(begin|end|region)' 'what is timed'
# A variant's allocation within the time has no name; its baseline's output has.
recorded cc 0 run --filter 'quadtree_allocating/n:64/p:0.5/element:tuple/allocation:exact$' --profile quick --samples 2 \
    --no-ceilings --out "$work/run.json" --force
# Check points are set up, too, each three times: for its own input, for another, and for its own with one word changed.
[ "$(grep -c '^name buffer output$' log)" -eq 19 ] || fail 'a name is given while time is taken'
recorded cc 0 run --once "$bench/per_level/$point/source:image" "${small[@]}" --axis source=image
has log '^name image .' 'an image'
recorded cc 0 run --once "cbt.draw/vertex/$drawn"
has log '^name image .*, depth$' 'a target'
has log '^name pipeline cbt/frame_draw' 'a pipeline that draws'

# A kernel of yours, by the name of its case; nobody looks at what it computes.
if command -v glslc >/dev/null; then
    printf '#version 460\nlayout(local_size_x = 64) in;\nvoid main() {}\n' >nothing.comp
    cc 0 run --once "$bench/per_level@file/$point" "${small[@]}" --kernel tile_subdivision/per_level=nothing.comp --quiet
    [ ! -s out ] || fail '--quiet is not quiet'
fi

# RenderDoc, by a double of it: what is captured is the execution, with its labels, and nothing else.
traced=(trace --renderdoc "$work/case.rdc" --filter "$bench/per_level/$point" "${small[@]}")
tells 77 'RenderDoc is not in this process: ' "${traced[@]}"
one=$(wc -l <err)
[ "$one" -eq 1 ] || fail 'without RenderDoc: not one line on stderr'
export LD_PRELOAD=$renderdoc ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0
recorded cc 0 "${traced[@]}"
has out '^wrote .*case.rdc$' 'a capture'
[ "$(cat case.rdc)" = captured ] || fail 'the capture is not where it was asked for'
[ "$(grep -E '^(capture|region|submit)' log | grep -A 9 capture_template | cut -d ' ' -f 1 | xargs)" = \
    'capture_template capture_begin region submit region_end capture_end' ] || fail "a capture is not of one execution alone"
has log '^begin tile_subdivision/per_level$' 'labels in a capture'
refused 'already exists' "${traced[@]}"
cc 0 "${traced[@]}" --force --quiet
[ ! -s out ] || fail '--quiet is not quiet'
CLAIMCHECK_RENDERDOC=old tells 77 'no in-application API' "${traced[@]}" --force
CLAIMCHECK_RENDERDOC=empty tells 99 'captured nothing' "${traced[@]}" --force
refused 'which case' trace --renderdoc x.rdc
refused 'takes one case' trace --renderdoc x.rdc --filter "$bench/subtree"
refused 'no use for --no-calibration' trace --renderdoc x.rdc --filter "$bench/per_level/$point" --no-calibration
unset LD_PRELOAD

# Which one?
refused '^claimcheck: run: --once takes one case, and [0-9]+ match .*: name one of them whole, such as .tile_subdiv.* or .tile_sub' run --once "$bench/subtree"
refused 'did you mean' run --once "$bench/subtre/"
refused 'no use for --out' run --once "$bench/subtree/$point" --out x.json
refused 'no use for --filter' run --once "$bench/subtree/$point" --filter x
refused 'no use for --samples' run --once "$bench/subtree/$point" --samples 3
refused 'goes with --once' run --labels
refused 'no_such_device' run --once "$bench/per_level/$point" "${small[@]}" --device no_such_device
VK_DRIVER_FILES=/nonexistent VK_ICD_FILENAMES=/nonexistent cc 77 run --once "$bench/per_level/$point" "${small[@]}"
tells 77 'lacks mesh_shader' run --once "cbt.draw/mesh/$drawn"
CLAIMCHECK_FAULT="lost:setup@$bench/per_level" tells 99 'per_level' run --once "$bench/per_level/$point" "${small[@]}"
[ -z "$(find . -name '*.json*' ! -name 'run.json' ! -path './layers/*' ! -name '[hprs]*.json')" ] || fail 'a run file was left'
