#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# trace.sh: `claimcheck trace` from end to end on Mesa's CPU driver: what it writes, and what it refuses. Judges no time.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"

cases=(--filter 'subdivide/(per_level/|subtree/.*:2$|host_loop|recursion)' --axis top=4 --axis subtree_levels=2 --axis map=scene --seed 1)

# The file: valid, events in order and nested, every pass within its execution, sums that fit, both clocks.
for clock in calibrated estimated; do
    option=()
    [ "$clock" = calibrated ] || option=(--no-calibration)
    cc 0 trace "${cases[@]}" "${option[@]}" --validate --out "$clock.json"
    [ "$(tail -n 1 out)" = "wrote $clock.json" ] || fail 'the last line is not "wrote FILE"'
    grep -q 'gaps (barriers)' out || fail 'no gaps in the summary'
    grep -q 'shares' err || fail 'it is not said that stamps slow the commands down'
    holds "$clock.json" <<'END'
clock = sys.argv[1].split(".")[0]
assert run["otherData"]["clock"] == clock, run["otherData"]
events = run["traceEvents"]
names = {event["args"]["name"] for event in events if event["ph"] == "M"}
assert {"host", "GPU queue"} <= names, names
spans = [event for event in events if event["ph"] == "X"]
for event in spans:
    event["begin"] = round(1000 * event["ts"])
    event["end"] = event["begin"] + round(1000 * event["dur"])
    assert 0 <= event["begin"] <= event["end"], event
for track in (1, 2):
    stack = []
    for event in sorted((e for e in spans if e["tid"] == track), key=lambda e: (e["begin"], -e["end"])):
        while stack and stack[-1]["end"] <= event["begin"]:
            stack.pop()
        assert not stack or event["end"] <= stack[-1]["end"], ("not nested", event, stack[-1])
        stack.append(event)
cases = by_name
assert len(cases) == 5 and len({case["kind"] for case in cases.values()}) == 3, cases.keys()
for name, case in cases.items():
    assert case["status"] == "ok", case
    mine = [event for event in spans if event["args"].get("case") == name]
    host = {event["name"] for event in mine if event["tid"] == 1}
    assert {"set-up", "execute", "check"} <= host, host
    executions = [event for event in mine if event["cat"] == "execution"]
    if case["kind"] == "cpu":
        assert not executions and not case["passes"], case
        continue
    # Spans of the GPU lie within the host's wait for them.
    execute = [event for event in mine if event["tid"] == 1 and event["name"] == "execute"][-1]
    for event in executions:
        assert execute["begin"] - 3000 <= event["begin"] <= event["end"] <= execute["end"] + 3000, (event, execute)
        assert event["args"]["clock"] == clock, event
    passes = [event for event in mine if event["cat"] in ("pass", "barrier")]
    for event in passes:
        assert any(e["begin"] <= event["begin"] and event["end"] <= e["end"] for e in executions), event
    total = sum(p["us"] for p in case["passes"])
    assert abs(total - case["gpu_us"]) < 0.1, (total, case["gpu_us"])
    assert case["gpu_us"] <= sum(e["dur"] for e in executions) + 0.1, case
    assert case["gpu_us"] <= case["wall_us"], case
    dispatches = [event for event in passes if event["args"]["kind"].startswith("dispatch")]
    assert dispatches and all(event["args"]["kernel"] == event["name"] for event in dispatches)
    assert all(event["args"]["invocations"] % event["args"]["group_invocations"] == 0 for event in dispatches)
    assert all("work_groups" in event["args"] for event in dispatches)
    assert all(event["args"]["bytes"] > 0 for event in passes if event["args"]["kind"] in ("fill", "copy", "read_back"))
by_kind = {case["kind"]: case for case in cases.values() if case["name"].startswith("tile_subdivision.subdivide/")}
loop = [e for e in spans if e["cat"] == "execution" and e["args"]["case"] == by_kind["host_driven"]["name"]]
assert len(loop) == 5, "host_loop returns to the host after each of its 5 levels"
END
done

# The format is right by a checker that finds planted faults.
"$python" "$root/tests/cli/trace_format.py" --planted calibrated.json estimated.json >out 2>err || fail 'the format'

# Two of them side by side, in 80 columns: the pass that has grown, which is planted.
changed calibrated.json grown.json <<'END'
run["cases"] = [one for one in run["cases"] if one["kind"] == "gpu"]
for one in run["cases"]:
    next(entry for entry in one["passes"] if entry["kind"] == "dispatch")["us"] += 1000000
    one["passes"].append({"name": "tile_subdivision/a_pass_that_is_new_\x1b[31m_and_has_a_long_name", "kind": "dispatch", "count": 1, "us": 1})
END
cc 0 trace --compare calibrated.json calibrated.json
[ "$(grep -c 'no pass has grown' out)" -eq "$(grep -c 'total, GPU time' out)" ] || fail 'a trace beside itself'
cc 0 trace --compare calibrated.json grown.json
[ "$(grep -c 'grown most: tile_subdivision/.*, by 1.000* s' out)" -gt 0 ] || fail 'the pass that has grown is not named'
grep -q -E '^[0-9] cases? (is|are) not in both' out || fail 'cases that one of them lacks are not counted'
! grep -q $'\033' out || fail 'a control character of a file'
[ "$(wc -L <out)" -le 80 ] || [ -z "$(grep -v -E '^(tile_|A: |B: |  tile_subdivision/a_pass)' out | awk 'length($0) > 80')" ] || fail 'wider than 80 columns'
refused 'takes two traces' trace --compare calibrated.json
printf '{}' >nothing.json
refused 'not a trace' trace --compare calibrated.json nothing.json
refused 'no_such' trace --compare no_such.json calibrated.json
refused 'leave out --out' trace --compare calibrated.json grown.json --out x.json
printf '{"traceEvents": [], "cases": []}' >empty.json
cc 77 trace --compare calibrated.json empty.json

# The trace as a table.
saved trace.csv export calibrated.json --format csv
holds calibrated.json <<'END'
rows = table("trace.csv")
spans = [event for event in run["traceEvents"] if event["ph"] == "X"]
assert len(rows) == len(spans)
for row, event in zip(rows, spans):
    assert row["name"] == event["name"] and row["category"] == event["cat"]
    assert abs(float(row["begin_us"]) - event["ts"]) < 0.001
assert {row["track"] for row in rows} == {"host", "gpu"}
END

# Nothing but what the filter selects: there are no ratios here.
cc 0 trace --filter 'tile_subdivision.subdivide/flat/' --axis top=3 --axis map=spots --quiet --out flat.json
[ ! -s out ] || fail '--quiet is not quiet'
holds flat.json 'len(cases) == 1'

# A dated name.
mkdir folder
cc 0 trace --filter 'tile_subdivision.subdivide/flat/' --axis top=3 --axis map=spots --out folder/
[ -n "$(find folder -name '*trace*.json')" ] || fail 'no dated name'

refused '--filter REGEX' trace
refused 'did you mean' trace --filter 'tile_subdivision.subdivide/per_levle'
refused 'unknown option' trace --fliter x
refused 'no_such_axis' trace --filter x --axis no_such_axis=1
refused 'no_such_device' trace "${cases[@]}" --device no_such_device
refused 'unexpected argument' trace --filter x surplus
refused 'flat.json' trace "${cases[@]}" --out flat.json
refused 'no/such' trace "${cases[@]}" --out no/such/folder/x.json
[ ! -e no ] || fail 'a folder was made'
shows 'claimcheck trace' trace --help
VK_DRIVER_FILES=/nonexistent VK_ICD_FILENAMES=/nonexistent cc 77 trace "${cases[@]}" --out none.json
[ -z "$(find . -name 'none.json*' -o -name '*.tmp')" ] || fail 'a trace that could not be tried left a file'

# A lost device costs its group, which says so; the next group is traced, and the file is whole.
CLAIMCHECK_FAULT='lost@tile_subdivision.subdivide/subtree' cc 99 trace "${cases[@]}" --out lost.json
holds lost.json <<'END'
first = [case["status"] for case in cases if case["name"].startswith("tile_subdivision.subdivide/")]
second = [case["status"] for case in cases if not case["name"].startswith("tile_subdivision.subdivide/")]
assert first == ["ok", "device_lost", "skipped", "skipped"], first
assert second == ["ok"], second
assert all((case["reason"] is None) == (case["status"] == "ok") for case in cases), cases
assert not cases[1]["passes"]
END

# interrupted FILE OPTIONS...: as soon as it has begun.
interrupted() {
    : >err
    begins trace --filter 'tile_subdivision' --axis top=8 --out "$@"
    awaits grep -q ' cases, to ' err
    stops TERM 99 "interrupted, $*"
}
# An interrupted trace is written, but not in place of an older one.
interrupted part.json
grep -q 'the trace holds the executions until then' err || fail 'interrupted: it is not said'
holds part.json '"cases" in run'
cp flat.json before.json
interrupted flat.json --force
cmp -s flat.json before.json || fail 'interrupted, --force: a trace that was there has gone'
grep -q "^claimcheck: interrupted: 'flat.json' is unchanged; the partial trace is dropped\$" err ||
    fail 'interrupted, --force: it is not said'
! grep -q '^wrote' out || fail 'interrupted, --force: said to be written'
[ -z "$(find . -name '*.tmp')" ] || fail 'interrupted, --force: something is left'

# A full disk.
said 'too large' cramped 1 99 trace "${cases[@]}" --out full.json
[ -z "$(find . -name 'full.json*')" ] || fail 'a limit on files left a file'

if command -v gnuplot >/dev/null; then
    CLAIMCHECK=$claimcheck "$root/scripts/plot/plot" calibrated.json plots >out 2>err || fail 'no picture of a trace'
    [ -s plots/pipeline.png ] && [ -s plots/pipeline.svg ] || fail 'no picture of a trace'
fi
