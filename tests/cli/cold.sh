#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# cold.sh: `run --cache` and `selftest`, from end to end, on Mesa's CPU driver. Judges no time.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"

# Hot and cold cases of all three kinds, in one run, under validation, in a process of their own.
cases=(--filter 'tile_subdivision.subdivide/(per_level|host_loop|recursion)/' --axis top=4 --axis map=scene --seed 3 --no-ceilings)
shows 'host_loop cold' run "${cases[@]}" --cache both --samples 4 --validate --isolate --out both.json
valid both.json
holds both.json <<'END'
seen = {(case["variant"], case["cache"]) for case in cases}
assert seen == {("per_level", "hot"), ("per_level", "cold"), ("host_loop", "hot"), ("host_loop", "cold"),
                ("recursion", None), ("recursion", "cold")}, seen
by = {(case["variant"], case["cache"]): case for case in cases}
for (variant, cache), case in by.items():
    assert case["status"] == "ok", (case["name"], case["reason"])
    assert case["name"].endswith("/cache:cold") == (cache == "cold"), case["name"]
    assert case["baseline"] == (variant == "per_level"), case["name"]
    assert case["time_ratio"]["pairs"] == 4, case["time_ratio"]
    assert (case["cache_proof"] is not None) == (cache == "cold"), case["name"]
    assert "throttled" not in case["samples"], case["name"]
    assert ("canary_ns" not in case["samples"]) == (variant == "recursion"), case["name"]
    assert ("host_canary_ns" not in case["samples"]) == (variant != "recursion"), case["name"]
    assert case["threads"] is None if variant != "recursion" else case["threads"]["count"] == 1, case["threads"]
# Beside each cold case of kind gpu, and no other, the same bytes, after a sweep.
for (variant, cache), case in by.items():
    probe = case["probe"]
    assert (probe is not None) == ((variant, cache) == ("per_level", "cold")), case["name"]
    if not probe:
        assert case["probe_percent"] is None, case["name"]
        continue
    for bytes in ("bytes_read", "bytes_written"):
        assert case["work"][bytes] <= probe[bytes] < case["work"][bytes] + 16, (bytes, probe)
    assert probe["preceded_by"] == "sweep" and probe["reason"] is None, probe
    assert 3 <= probe["gpu"]["count"] == len(probe["samples"]["gpu_ns"]) <= 4, probe
    percent = 100 * probe["gpu"]["median_ns"] / case["gpu"]["median_ns"]
    assert abs(case["probe_percent"] - percent) < 1e-6, (case["probe_percent"], percent)
# A sweep is in no count, and the ratio of a baseline to itself is 1 in each mode.
for variant in ("per_level", "host_loop"):
    assert by[variant, "hot"]["counters"] == by[variant, "cold"]["counters"], variant
for cache in ("hot", "cold"):
    assert by["per_level", cache]["time_ratio"]["case_over_baseline"] == 1, cache
END

# Names without a suffix are hot; cold ones can be chosen by their name, and resumed.
saved hot run "${cases[@]}" --list-cases
cc 0 run "${cases[@]}" --cache both --list-cases
grep -v '/cache:cold$' out | cmp - hot || fail 'hot names are not those without --cache'
cc 0 run --cache both --filter 'host_loop/.*top:4/.*/cache:cold$' --axis top=4 --axis map=scene --no-ceilings --list-cases
[ "$(grep -c '/cache:cold$' out)" -eq "$(wc -l <out)" ] || fail 'a hot baseline was kept for a cold case'
[ -s out ] || fail 'no cold case was selected'
refused "hot, cold or both, not 'warm'" run --cache warm

# It is shown beside the floor; hot ones are asked for; whoever asks for none has none.
shows '% of probe' show both.json --wide
name=$("$claimcheck" run "${cases[@]}" --cache cold --list-cases | grep '/per_level/')
shows '^ *probe +[0-9.]+ [munµ]*s, .*[34] samples, [0-9.]+ % of the time' show both.json --case "$name"
for wanted in both none; do
    cc 0 run "${cases[@]}" --cache both --samples 1 --probe "$wanted" --out "$wanted.json" --force
done
holds none.json 'not any(case["probe"] for case in cases)'
holds both.json '{case["cache"]: case["probe"]["preceded_by"] for case in cases if case["probe"]} == {"hot": "itself", "cold": "sweep"}'
refused "none, cold, hot or both, not 'warm'" run --probe warm

cc 0 selftest
for text in '^timer  tick' '^clock  probe' '^cache  sweep' 'the other checks do not apply' '^timer  a spin'; do
    prints "$text"
done
cc 0 selftest --json
holds out 'run["timer"]["tick_ns"] > 0 and run["clock"]["probe_ns"] > 0 and run["clock"]["core_hz"] is None and run["device"]["software"]'
holds out 'run["cache_proof"]["sweep_bytes"] > 0 and run["cache_proof"]["cold_ns"] > 0'
holds out '[verdict["name"] for verdict in run["verdicts"]] == ["timer", "order", "period", "clock", "core clock", "cold", "clean"]'
refused '' selftest --device no_such_device
