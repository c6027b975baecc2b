#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# trace_counters.sh: `claimcheck trace --counters` below a layer that plays a driver with VK_KHR_performance_query: what it
# counts, per pass, in the file and in the table; what cannot be counted; and what the layer has to say.
#
#   tests/cli/trace_counters.sh CLAIMCHECK COUNTERS_LAYER
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"

cases=(--filter 'subdivide/(per_level|subtree/.*:2|host_loop|recursion)' --axis top=4 --axis subtree_levels=2 --axis map=spots --seed 1)

# This driver has no counters: 77, one line, no file.
tells 77 'has no counters \(VK_KHR_performance_query\)' trace "${cases[@]}" --counters . --out none.json
[ ! -e none.json ] || fail 'a driver without: a file is left'

layer layers/counters.json counters "$2" ', "device_extensions": [ { "name": "VK_KHR_performance_query",
    "spec_version": "1", "entrypoints": [ "vkAcquireProfilingLockKHR", "vkReleaseProfilingLockKHR" ] } ]'
export VK_LAYER_PATH=$work/layers VK_INSTANCE_LAYERS=VK_LAYER_CLAIMCHECK_counters
well() {
    lacks err '^counters layer: ' "$1"
}

cc 0 trace "${cases[@]}" --counters . --out all.json
well 'all counters'
has err '2 more counters are left out, which cannot be counted per command in one execution' 'what cannot be counted'
has out '^  c   Dispatches. share, %$' 'the table'
has out '^  d   Power .*\[31m, W$' 'the table'
lacks out $'\033' 'control characters of the driver'
[ -z "$(grep '^  ' out | awk 'length($0) > 80')" ] || fail 'wider than 80 columns'
"$python" "$root/tests/cli/trace_format.py" all.json >out 2>err || fail 'the format'
holds all.json <<'END'
events = [event for event in run["traceEvents"] if event["ph"] == "X"]
kinds = set()
for case in run["cases"]:
    assert case["status"] == "ok", case
    kinds.add(case["kind"])
    names = [counter["name"] for counter in case["counters"]]
    if case["kind"] == "cpu":
        assert not names and not case["passes"], case
        continue
    assert names == ["Work-groups", "Fills", "Dispatches' share", "Power \x1b[31m"], names
    assert [counter["unit"] for counter in case["counters"]] == ["", "", "%", "W"], case
    for entry in case["passes"]:
        if entry["kind"] == "barrier":
            assert "counts" not in entry, entry
            continue
        mine = [e["args"] for e in events if e["args"].get("case") == case["name"] and e["cat"] == "pass" and e["name"] == entry["name"]]
        groups, fills, share, power = entry["counts"]
        assert abs(power - 250.5) < 1e-6, entry
        dispatches = [args for args in mine if args["kind"].startswith("dispatch")]
        assert abs(share - (100 if dispatches else 0)) < 1e-3, entry
        assert fills == (entry["count"] if entry["kind"] == "fill" else 0), entry
        assert groups == sum(args["work_groups"] for args in dispatches if args["kind"] == "dispatch"), entry
assert kinds == {"cpu", "gpu", "host_driven"}, kinds
assert any(entry["kind"] == "fill" for case in run["cases"] for entry in case["passes"])
END

# Some of them; none; one that cannot be counted; no expression; another process that profiles.
cc 0 trace "${cases[@]}" --counters '^(fills|power)' --quiet --out some.json
well 'some counters'
holds some.json <<'END'
for case in cases:
    assert [c["name"][:5] for c in case["counters"]] == ([] if case["kind"] == "cpu" else ["Fills", "Power"]), case
END
refused "none of the 6 counters of .* has a name that 'nothing' matches; --counters . takes all" trace "${cases[@]}" --counters nothing --quiet --out no.json
refused 'the 1 counter that .two. matches cannot be counted' trace "${cases[@]}" --counters two --quiet --out no.json
refused 'is not a regular expression' trace "${cases[@]}" --counters '(' --quiet --out no.json
CLAIMCHECK_COUNTERS=locked refused 'another process holds the .*lock' trace "${cases[@]}" --counters . --quiet --out no.json
[ ! -e no.json ] || fail 'what was refused left a file'

# A case that is wrong has none, and says why.
CLAIMCHECK_FAULT='alloc:sample@tile_subdivision.subdivide/subtree' cc 99 trace "${cases[@]}" --counters . --quiet --out failed.json
well 'a case that fails'
holds failed.json <<'END'
for case in cases:
    failed = case["name"].startswith("tile_subdivision.subdivide/subtree/")
    assert (case["status"] != "ok") == failed and bool(case["reason"]) == failed, case
    assert bool(case["counters"]) == (not failed and case["kind"] != "cpu"), case
END

# Without --counters nothing of it is touched.
cc 0 trace "${cases[@]}" --quiet --out plain.json
well 'no counters'
holds plain.json 'not any(case["counters"] for case in cases)'
