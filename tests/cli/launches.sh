#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# launches.sh: run --launches, from end to end on Mesa's CPU driver, with planted faults, kills and interruptions.
#
#   tests/cli/launches.sh CLAIMCHECK [SECTION...]      those of the functions section_SECTION, or all
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
# Two groups of three cases.
cases=(--filter 'tile_subdivision.subdivide/(per_level|subtree)/' --axis top=4 --axis map=scene,spots --axis subtree_levels=1,2
    --no-ceilings --seed 1)

# run CODE FAULT ARGUMENTS...
run() {
    CLAIMCHECK_FAULT=$2 cc "$1" run "${@:3}"
}

# whole FILE LAUNCHES SAMPLES: valid; every case has so many launches of so many samples.
whole() {
    valid "$1"
    holds "$1" <<END
launches, samples = $2, $3
assert session["launches"] == launches and len(cases) == 6, session
orders, looks = set(), 0
for case in cases:
    assert case["status"] == "ok", (case["name"], case["reason"])
    each, series = case["launches"]["each"], case["samples"]
    assert len(each) == launches, (case["name"], each)
    assert all(launch["samples"] == samples for launch in each), each
    assert all(len(values) == launches * samples for values in series.values()), series
    assert series["round"] == list(range(samples)) * launches
    medians = sorted(launch["median_ns"] for launch in each)
    time = case["launches"]["time"]
    assert time["launches"] == launches
    assert medians[0] <= time["interval_low_ns"] <= time["median_ns"] <= time["interval_high_ns"] <= medians[-1]
    assert (time["confidence"] >= 0.95) == (launches >= 6), time
    assert case["gpu"]["count"] == launches * samples
    assert case["time_ratio"]["pairs"] == launches * samples
    check = case["check"]
    assert check["before"] and check["after"] and not check["sampled"], check
    if case["preceded_by"] != "others":  # a busy machine makes a case long: poison is before each sample
        assert check["fresh"] >= max(5, launches) and min(check["fresh_ns"], check["again_ns"]) > 0, check
    looks += check.get("looks", 0)
    orders |= {tuple(series["order"][i * samples:(i + 1) * samples]) for i in range(launches)}
assert looks >= launches, "what samples left is not looked at, or not counted over launches"
assert len(orders) > 6, "all launches have one order of rounds"
END
}

section_arguments() {
    said 'launches' run 99 '' "${cases[@]}" --launches 0 --out no.json
    run 99 '' "${cases[@]}" --launches many --out no.json
    run 99 '' "${cases[@]}" --launches 1001 --out no.json
    run 99 '' "${cases[@]}" --launches --out no.json
    said 'KIND\[:STEP\]\[#LAUNCH\]' run 99 'lost:sample#0@.' "${cases[@]}" --out no.json
    [ ! -e no.json ] && [ ! -e no.json.journal ] || fail 'a file is left'
    run 0 '' "${cases[@]}" --samples 2 --launches 1 --out one.json
    grep -q '"launches":null' one.json && grep -q '"launches":1,' one.json || fail 'one launch is not what it was'
}

section_whole() {
    printed 'intervals: 96.9 %, between 6 launches' run 0 '' "${cases[@]}" --samples 7 --launches 6 --out six.json
    [ "$(grep -c -E '^launch [1-6] of 6: 6 cases in [0-9.]+ s$' out)" -eq 6 ] || fail 'not a line for each launch'
    [ "$(head -n 1 out | cut -c 1-6)" = launch ] || fail 'the first line is not that of a launch'
    whole six.json 6 7
    printed 'between 6 launches' run 0 '' --resume six.json
    "$claimcheck" export six.json --format csv | grep -q ',6,[0-9.]*,[0-9.]*,[0-9.]*,0.96875,' || fail 'no launches in the CSV'
    # Each bench in a process of its own, too.
    run 0 '' "${cases[@]}" --samples 4 --launches 2 --isolate --out two.json
    whole two.json 2 4
}

# A case that ends badly in one launch has no time at all; the others have all launches.
section_faults() {
    local kind
    for kind in lost crash; do
        run 99 "$kind:sample#2@subtree/map:scene/.*levels:2\$" "${cases[@]}" --samples 3 --launches 3 --out "$kind.json"
        holds "$kind.json" <<'END'
assert len(cases) == 6
for case in cases:
    if re.search("subtree/map:scene/.*levels:2$", case["name"]):
        assert case["status"] in ("device_lost", "error"), case["status"]
        assert case["reason"].startswith("in launch 2: "), case["reason"]
        assert case["samples"] is None and case["launches"] is None and case["gpu"] is None
    else:
        assert case["status"] == "ok" and len(case["launches"]["each"]) == 3, case
        assert case["time_ratio"]["pairs"] == 9, case["time_ratio"]
END
    done
    # The baseline: no ratio is left in its group, not of the launch before either.
    run 99 'exit:check#2@per_level/map:scene' "${cases[@]}" --samples 3 --launches 2 --out baseline.json
    holds baseline.json <<'END'
for case in cases:
    lost = "map:scene" in case["name"]
    assert (case["status"] == "ok") != (lost and case["baseline"]), case["status"]
    assert (case["time_ratio"] is None) == lost, case["name"]
    if case["status"] == "ok":
        assert (case["launches"]["time_ratio"] is None) == lost
        assert len(case["launches"]["each"]) == 2
END
    # Never in a launch that is not there.
    run 0 'lost:sample#3@.' "${cases[@]}" --samples 2 --launches 2 --out never.json
}

# launched FILE N: the journal has N lines at least of launches but the first.
launched() {
    [ "$(grep -c '^{"launch":' "$1.journal")" -ge "$2" ]
}

section_kill() {
    # It hangs at the last case of the second launch, so that all else is there.
    CLAIMCHECK_FAULT='hang:sample#2@subtree/map:spots/.*levels:2$' begins run "${cases[@]}" --samples 3 --launches 3 --out killed.json
    awaits launched killed.json 3
    kills
    said 'resume' run 99 '' "${cases[@]}" --launches 3 --out killed.json
    # The table of what is there: one group has two launches, one has one.
    printf '{"launch":1,"case":{"na' >>killed.json.journal
    run 0 '' --resume killed.json
    whole killed.json 3 3
}

section_interrupt() {
    begins run "${cases[@]}" --samples 30 --launches 3 --out interrupted.json
    awaits launched interrupted.json 3
    stops INT 99 SIGINT
    has err 'interrupted in launch [23] of 3: continue with: claimcheck run --resume interrupted.json' 'SIGINT'
    has out ' [12] of 3 launches' 'the table of what is there'
    run 0 '' --resume interrupted.json
    holds interrupted.json 'len(cases) == 6 and all(case["status"] == "ok" and len(case["launches"]["each"]) == 3 for case in cases)'
}

sections "${@:2}"
