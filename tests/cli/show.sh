#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# show.sh: claimcheck show on kept runs: the table of some cases, one in full, orders, exports, and what is refused.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/runs.sh"

run=$results/runs/nvidia-h100-80gb-hbm3/20261128-paper.json.xz
one=cbt.sum_reduction/packed_snapshot/depth:20/bits:quarter

# The table, in whole and in part.
shows 'NVIDIA H100' show "$run"
has out 'packed_snapshot' 'the table'
shows 'packed_snapshot' show "$run" --filter 'cbt.sum_reduction/.*depth:20/'
lacks out 'tile_subdivision' 'a filter'
has out '^12 cases: 12 ok' 'a filter'
cc 0 show "$run" --filter 'cbt.sum_reduction/.*depth:20/' --wide

# A case that does a part of the work is never the fastest.
shows ' part:build' show "$results/runs/nvidia-h100-80gb-hbm3/20261122-detp-paper-3.json.xz"
! sed -n -E '/^  (fastest|no winner)/,/^$/p; /^[*~]/p' out | grep -q 'part:' || fail 'a part of the work is the fastest'

# One case in full, by either way.
saved full show "$run" --case "$one"
narrow out 'a case in full'
has out "^$one" 'a case in full'
has out 'GPU time +median 49[.]4[0-9]* µs, 95 % interval' 'a case in full'
has out '^  lower bound +36.7 µs, bound by chain' 'a case in full'
has out '^  units +steps [0-9.]+ % of the time, ' 'a case in full'
has out '^  counters +dispatches 16' 'a case in full'
has out '^  work +read 184 KiB' 'a case in full'
has out '^  cbt/reduce_words$' 'a case in full'
has out 'Register Count [0-9]+, Binary Size [0-9]+ B, Stack Size 0 B' 'a case in full'
has out '(^| )68719476736 B' 'what a driver says, with every digit and its unit'
has out '^distribution of GPU times' 'a case in full'
for times in "$one" tile_subdivision.subdivide/per_level/map:scene/top:10/threshold:own/falloff:1; do
    cc 0 show "$run" --case "$times"
    tr -s ' \n' ' ' <out | grep -o -E 'interval [^,]*|quartiles [^,]*' | sed -e 's/interval//; s/quartiles//; s/ and / .. /' >bounds
    sed -n '/^distribution/,/^$/s/ µs  .*/ µs/p' out >>bounds
    [ "$(wc -l <bounds)" -gt 8 ] || fail "$times: no bounds"
    ! tr -s ' ' <bounds | grep -E '^ ([0-9.]+ [a-zµ]+) [.][.] \1 ?$' || fail "$times: bounds that do not differ"
done
cc 0 show "$run" --case "$one"
[ "$(grep -c 'GHz' out)" -eq 30 ] || fail 'not every sample is there with its clock'
[ "$(grep 'GHz' out | awk '{ print $2 }' | tr '\n' ' ')" = "$(seq -s ' ' 0 29) " ] || fail 'samples are not in their order'
matches full show "$run" --filter "^$one\$"

# Limits are in every format.
for format in text markdown latex csv json; do
    cc 0 show "$run" --limits --format "$format"
    [ "$(grep -c '[0-9]' out)" -gt 20 ] || fail "--limits --format $format: no rows"
done
unpacked "$run" >plain.json
holds out <<'PYTHON'
rows, limits = run["limits"], document("plain.json")["ceilings"]
of = {(row["limit"], row["threads"], row["bytes"]): row["value"] for row in rows}
for point in limits["bandwidth"]["read"]:
    assert of["bandwidth.read.bytes_per_s", None, point["bytes"]] == point["bytes_per_s"], point
for host in limits.get("host", []):
    assert of["host.operations_per_s", host["threads"], None] == host["operations_per_s"], host
assert of["step_ns.dispatch", None, None] == limits["step_ns"]["dispatch"]
PYTHON

# Cases of other kinds and ends; one that the host runs; one with launches.
cc 0 show "$run" --case "$("$python" -c 'import json, sys
print(next(c["name"] for c in json.load(open(sys.argv[1]))["cases"] if c["kind"] == "cpu"))' plain.json)"
narrow out 'a case of the host'
has out '^  kind +cpu' 'a case of the host'
lacks out 'GPU time' 'a case of the host'
# A case says what its checks would have seen: kept work, and how seldom it may be wrong.
changed "$run" looked.json "case('$one')['check'].update(fresh=5, fresh_ns=9000, again_ns=8000, looks=14)"
cc 0 show looked.json --case "$one"
tr -s ' \n' ' ' <out >line
has line 'checked, 14 executions between samples, too: 95 % of kernels that are wrong in one of 5 would be found' 'looks'
has line 'work of more than 4[.]0* .s that it kept from an execution would be seen' 'kept work'
changed "$run" failed.json "case('$one').update(status='failed_verify', reason='wanted 1', samples=None, gpu=None, wall=None, time_ratio=None)"
shows '^  ended +failed_verify: wanted 1' show failed.json --case "$one"
lacks out 'median|distribution' 'a case that failed'

# Orders. In Markdown a line per case.
order() {
    cc 0 show "$run" --filter "cbt.sum_reduction/(fused|naive|packed_snapshot)/depth:20/bits:quarter\$" --markdown ${1:+--sort "$1"}
    grep '^| [*a-z]' out | tail -n +2 | sed 's/^| [*]*\([a-z_]*\).*/\1/' | tr '\n' ' '
}
[ "$(order time)" = 'fused packed_snapshot naive ' ] || fail "--sort time: $(order time)"
[ "$(order speedup)" = 'fused packed_snapshot naive ' ] || fail "--sort speedup: $(order speedup)"
[ "$(order name)" = 'fused naive packed_snapshot ' ] || fail "--sort name: $(order name)"
[ "$(order '')" = 'packed_snapshot naive fused ' ] || fail "without --sort: $(order '')"
cc 0 show "$run" --sort floor
shows 'top unit$' show "$run" --filter 'cbt.sum_reduction/naive/.*bits:quarter' --wide
shows '^  why +' show "$run" --case cbt.sum_reduction/naive/depth:20/bits:quarter
lacks full '^  why ' 'a case above half of its floor'

# Exports: a run file that is valid and holds what was selected, in that order; CSV, Markdown.
cc 0 show "$run" --filter 'cbt.sum_reduction/.*depth:20/' --sort time --export-json part.json --export-csv part.csv --export-markdown part.md
valid part.json
holds part.json <<'PYTHON'
names = [c["name"] for c in cases]
assert len(names) > 5 and all("cbt.sum_reduction/" in name and "depth:20/" in name for name in names), names
times = [c["gpu"]["median_ns"] for c in cases if c["time"] == "gpu"]
ratio = [(c["speedup"], c["time_ratio"]["case_over_baseline"]) for c in cases if c["time_ratio"]]
assert ratio and all(abs(speedup * over - 1) < 1e-9 for speedup, over in ratio), "speedup is not the inverse of case_over_baseline"
assert all(c["why"].endswith(".") for c in cases if c["floor_percent"] < 50), "no sentence"
assert any(c["top_unit"]["percent"] > 1 and c["top_unit"]["unit"] == "steps" for c in cases), "no top unit"
assert times == sorted(times)
assert [line["name"] for line in table("part.csv")] == names
lines = [line for line in open("part.md") if line.startswith("| ")]
assert len(lines) == len(names) + len({c["workload"] for c in cases}), len(lines)
PYTHON
cc 0 show part.json --markdown
diff <(grep -v 'fastest\|no winner' out | sed 's/[*][*]\([^*]*\)[*][*] |/\1 |/; s/ \\~ |/ |/' | cat -s) <(cat -s part.md) >diff.out || fail "Markdown of the exported run is another: $(head -n 3 diff.out)"
cp out shown.md
for format in latex csv json; do
    saved "shown.$format" show part.json --format "$format"
done
cc 0 show part.json --export-json part2.json --export-csv part2.csv
cmp -s shown.json part2.json || fail '--format json is not --export-json'
cmp -s shown.csv part2.csv || fail '--format csv is not --export-csv'
shows '^| [0-9]+ [KM]iB | ' show part.json --limits --format markdown
refused '--format takes text, markdown' show part.json --format xml
matches part.json show "$run" --filter 'cbt.sum_reduction/.*depth:20/' --sort time --export-json -
matches shown.md export part.json --format markdown
matches shown.latex export part.json --format latex
# A part of a summary is one.
cc 0 show "$run" --filter '^cbt.sum_reduction/' --export-json reductions.json
cc 0 keep reductions.json --samples 3 --out-dir kept
cc 0 show kept/*/*-summary.json.xz --filter 'cbt.sum_reduction/.*depth:20/' --export-json summary.json
cc 0 show summary.json --case "$one"
[ "$(grep -c 'GHz' out)" -eq 3 ] || fail 'a part of a summary has other samples'
changed part.json marks.json 'run["cases"][0].update(status="error", reason="a|b *c*\n`d` <e>", samples=None, gpu=None, wall=None, time_ratio=None)'
shows 'error: a\\\|b \\\*c\\\* \\`d\\` \\<e\\>' show marks.json --markdown
refused 'cannot write .nowhere/x.csv.' show "$run" --export-csv nowhere/x.csv
refused '--export-csv: cannot write .nowhere/x.csv.' show nowhere.json --export-csv nowhere/x.csv
refused 'cannot write .kept.: Is a directory' show "$run" --export-markdown kept
refused '--export-json and --export-csv: standard output takes one' show "$run" --export-json - --export-csv -
refused '--wide and --markdown: choose one' show "$run" --wide --markdown
refused "is a trace: choose --format csv" export "$results"/traces/*/20261122-cbt.json.gz --format markdown
refused "there is no format 'markdwn', did you mean markdown" export part.json --format markdwn

# An export never takes the place of what is read, or of another one.
cp part.json own.json
refused "would replace 'own.json', which is wanted" show own.json --export-json own.json
refused "would replace ../own.json., which is wanted" show ./own.json --export-csv "$PWD/own.json"
refused "would replace 'x.out', which is wanted" show own.json --export-json x.out --export-csv x.out
refused 'would replace the run itself' export own.json --format csv --out ./own.json
cmp -s part.json own.json || fail 'a run was replaced'

# Refusals.
refused 'which run file' show
refused 'one run file at a time' show "$run" "$run"
refused "cannot read 'none.json'" show none.json
refused "there is no case 'cbt.sum_reduction/packed_snapshots/depth:20/bits:quarter' \(did you mean '$one'\?\)" \
    show "$run" --case cbt.sum_reduction/packed_snapshots/depth:20/bits:quarter
refused "no case is selected by the filter 'cbt2'" show "$run" --filter cbt2
refused 'is not a regular expression' show "$run" --filter '('
refused 'choose one' show "$run" --filter x --case y
refused "takes time, name, speedup or floor, not 'tme' .did you mean 'time'" show "$run" --sort tme
printf '{"schema_version": "1"}' >old.json
refused 'schema_version is' show old.json
shows 'claimcheck show run.json' help show
# why: a sentence on a case, on several, and on one that needs none.
shows '^cbt.sum_reduction/naive/depth:20/bits:quarter$' why cbt.sum_reduction/naive/depth:20/bits:quarter "$run"
has out '^  [0-9.]+ .s; lower bound [0-9.]+ .s[.]$' 'why'
cp out sentence
cc 0 show "$run" --case cbt.sum_reduction/naive/depth:20/bits:quarter --export-json naive.json
[ "$(sed 1,2d sentence | tr -s ' \n' ' ')" = " $("$python" -c 'import json; print(json.load(open("naive.json"))["cases"][0]["why"], end=" ")')" ] ||
    fail 'why does not say what show has'
refused "which case of .*claimcheck why CASE " why "$run"
cc 0 why "$run" 'sum_reduction/(naive|packed)/depth:28'
[ "$(grep -c '^cbt' out)" -ge 2 ] || fail 'why of an expression'
shows '^  It takes less than twice its lower bound' why "$one" "$run"
changed "$run" below.json 'case("packed_snapshot/depth:20/bits:quarter")["floor"]["ns"] = 1e6'
shows '^  It is faster than its lower bound: measure the device limits again' why "$one" below.json
refused "did you mean 'packed'" why packd "$run"
refused 'which case. claimcheck why CASE' why
refused 'which run. There is no results/local/latest.json here' why "$one"
refused "why: cannot read 'none.json'" why "$one" none.json
