#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# cold.sh: `run --cache` and `selftest`, from end to end, on Mesa's CPU driver. Judges no time.
# Exit code: 0, 1, 77 (no CPU driver here).
#
#   tests/cli/cold.sh CLAIMCHECK
set -euo pipefail

claimcheck=$1
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
. "$root/tests/cli/lavapipe.sh"

fail() {
    printf 'FAILED: %s\n' "$*"
    exit 1
}

# Hot and cold cases of all three kinds, in one run, under validation, in a process of their own.
cases=(--filter 'tile_subdivision.subdivide/(per_level|host_loop|recursion)/' --axis top=4 --axis map=scene --seed 3 --no-ceilings)
"$claimcheck" run "${cases[@]}" --cache both --samples 4 --validate --isolate --out "$work/both.json" \
    >"$work/out" 2>"$work/err" || fail "run --cache both: $(head -n 3 "$work/err")"
grep -q 'host_loop cold' "$work/out" || fail 'the table does not say which cases are cold'
code=0
"$root/tests/rules/schema.py" --strict "$root/results/run.schema.json" "$work/both.json" >"$work/schema" 2>&1 || code=$?
[ "$code" -eq 0 ] || [ "$code" -eq 77 ] || fail "the run file is not valid: $(head -n 3 "$work/schema")"
"$python" - "$work/both.json" <<'END' || fail 'the cases are not those asked for'
import json, sys
cases = json.load(open(sys.argv[1]))["cases"]
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
"$claimcheck" run "${cases[@]}" --list-cases >"$work/hot"
"$claimcheck" run "${cases[@]}" --cache both --list-cases >"$work/list"
grep -v '/cache:cold$' "$work/list" | cmp - "$work/hot" || fail 'hot names are not those without --cache'
"$claimcheck" run --cache both --filter 'host_loop/.*top:4/.*/cache:cold$' --axis top=4 --axis map=scene --no-ceilings --list-cases \
    >"$work/list"
[ "$(grep -c '/cache:cold$' "$work/list")" -eq "$(wc -l <"$work/list")" ] || fail 'a hot baseline was kept for a cold case'
[ "$(wc -l <"$work/list")" -gt 0 ] || fail 'no cold case was selected'
code=0
"$claimcheck" run --cache warm >"$work/out" 2>"$work/err" || code=$?
[ "$code" -eq 99 ] && grep -q "hot, cold or both, not 'warm'" "$work/err" || fail 'a wrong --cache'

# It is shown beside the floor; hot ones are asked for; whoever asks for none has none.
"$claimcheck" show "$work/both.json" --wide >"$work/out" || fail 'show --wide'
grep -q '% of probe' "$work/out" || fail 'the wide table has no column of probes'
name=$("$claimcheck" run "${cases[@]}" --cache cold --list-cases | grep '/per_level/')
"$claimcheck" show "$work/both.json" --case "$name" >"$work/out" || fail "show --case $name"
grep -Eq '^ *probe +[0-9.]+ [munµ]*s, .*[34] samples, [0-9.]+ % of the time' "$work/out" || fail 'show --case says nothing of the probe'
for wanted in both none; do
    "$claimcheck" run "${cases[@]}" --cache both --samples 1 --probe "$wanted" --out "$work/$wanted.json" --force \
        >"$work/out" 2>"$work/err" || fail "run --probe $wanted: $(head -n 3 "$work/err")"
done
"$python" - "$work/both.json" "$work/none.json" <<'END' || fail 'the probes are not those asked for'
import json, sys
both, none = (json.load(open(path))["cases"] for path in sys.argv[1:])
assert [case["name"] for case in none if case["probe"]] == []
preceded = {case["cache"]: case["probe"]["preceded_by"] for case in both if case["probe"]}
assert preceded == {"hot": "itself", "cold": "sweep"}, preceded
END
code=0
"$claimcheck" run --probe warm >"$work/out" 2>"$work/err" || code=$?
[ "$code" -eq 99 ] && grep -q "none, cold, hot or both, not 'warm'" "$work/err" || fail 'a wrong --probe'

"$claimcheck" selftest >"$work/out" 2>"$work/err" || fail "selftest: $(head -n 3 "$work/err")"
for text in '^timer  tick' '^clock  probe' '^cache  sweep' 'the other checks do not apply' '^timer  a spin'; do
    grep -q "$text" "$work/out" || fail "selftest says nothing of $text"
done
"$claimcheck" selftest --json >"$work/selftest.json"
"$python" - "$work/selftest.json" <<'END' || fail 'selftest --json'
import json, sys
test = json.load(open(sys.argv[1]))
assert test["timer"]["tick_ns"] > 0 and test["clock"]["probe_ns"] > 0
assert test["clock"]["core_hz"] is None and test["device"]["software"]
assert test["cache_proof"]["sweep_bytes"] > 0 and test["cache_proof"]["cold_ns"] > 0
assert [verdict["name"] for verdict in test["verdicts"]] == ["timer", "order", "period", "clock", "core clock", "cold", "clean"]
END
code=0
"$claimcheck" selftest --device no_such_device >"$work/out" 2>"$work/err" || code=$?
[ "$code" -eq 99 ] && [ "$(wc -l <"$work/err")" -eq 1 ] || fail 'selftest --device no_such_device'
printf 'all well\n'
