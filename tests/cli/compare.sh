#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# compare.sh: claimcheck compare on kept runs and on copies of them that were changed: what is said to differ, what each row
# says, which kept run --with takes from where, exports, and what is refused.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/runs.sh"

# Two techniques and the limits of two kept runs, without cold caches.
for device in h100-80gb-hbm3 h200; do
    changed "$results/runs/nvidia-$device/20261128-paper.json.xz" "$work/$device-paper.json" '
run["cases"] = [c for c in run["cases"] if c["technique"] in ("cbt", "ceilings", "tile_subdivision") and (c["cache"] or "hot") == "hot"]'
done
h100=$work/h100-80gb-hbm3-paper.json
h200=$work/h200-paper.json

# later FROM TO CHANGE: likewise, of another day, for a run is compared with another one.
later() {
    changed "$1" "$2" 'run["session"]["started"] = "2031" + run["session"]["started"][4:]
'"$3"
}

# Two devices: what differs first, then rows without a verdict, then techniques.
cc 0 compare "$h100" "$h200"
narrow out 'two devices'
head -1 out | grep -q -E '^NVIDIA H200 is 1\.[0-9]{2} × faster than NVIDIA H100 80GB HBM3 over [0-9]+ cases;' ||
    fail 'the first line does not say it'
has out '^A  NVIDIA H100' 'two devices'
has out '^  device +NVIDIA H100 80GB HBM3 +NVIDIA H200$' 'two devices'
has out '^  cbt +GPU time +[0-9]+ +[0-9.]+ +[0-9.]+ +[0-9.]+$' 'two devices'
has out '^rows: 4 INCOMPARABLE, 340 RATIO' 'two devices'
lacks out '^ {0,5}[^ ].*(slower|faster,)|SAME|80 % power' 'two devices' # rows: a claim's own line stands further in
[ "$(grep -n -m 1 'what differs' "$work/out" | cut -d: -f1)" -lt "$(grep -n -m 1 'B / A, bounds' "$work/out" | cut -d: -f1)" ] ||
    fail 'what differs does not come first'

# The greatest difference precedes all rows, with its direction; limits are rates, and no rows of times.
has out '^  B is +A +B  what differs most$' 'what differs most'
has out '^  1\.[0-9]{2} × faster +[0-9.]+ .s +[0-9.]+ .s' 'what differs most'
has out '^  copying 1 GiB +[0-9.]+ TB/s +[0-9.]+ TB/s +1\.[0-9]+$' 'limits'
lacks out '^ceilings\.' 'rows of limits'
has out 'rows are not shown: limits of the device' 'rows of limits'
shows '^ceilings\.bandwidth' compare "$h100" "$h200" --filter '^ceilings'
has out '^NVIDIA H100 80GB HBM3 and NVIDIA H200 have only limits of the device to compare' 'limits alone'
cc 0 compare "$h100" "$h200"

# Claims, by either run for itself; numbers where the verdicts differ, and none where only some cases are compared.
has out '^  claim +paper +verdict of A +verdict of B$' 'claims'
has out '^  deliot.levels_skipped +24 +CONFIRMED +CONFIRMED$' 'claims'
has out '^  [0-9]+ claims, [0-9]+ decided in both, [0-9]+ of those with different verdicts;' 'claims'
later "$h100" slow.json '
for c in run["cases"]:
    if c["name"].startswith("cbt.first_passes/packed_snapshot/") and c["status"] == "ok":
        c["samples"]["gpu_total_ns"] = [100 * t for t in c["samples"]["gpu_total_ns"]]'
cc 0 compare "$h100" slow.json --export-json slow.out.json --export-markdown slow.md
narrow out 'another verdict'
has out '^  deliot.packed_speed_up +14.5 × +WEAKER +CONTRADICTED$' 'another verdict'
has out '^      A [0-9.]+ × faster \[[0-9., ]+\] .*; B [0-9.]+ × slower( \[|$)' 'another verdict'
has slow.md '^\| deliot.packed_speed_up \| 14.5 × \| [0-9.]+ × faster .* \| [0-9.]+ × slower .* \| WEAKER \| CONTRADICTED \|$' 'another verdict'
holds slow.out.json <<'PYTHON'
claim = next(c for c in run["claims"] if c["id"] == "deliot.packed_speed_up")
assert claim["b"]["verdict"] == "CONTRADICTED" != claim["a"]["verdict"] and claim["b"]["r"] < 1 < claim["a"]["r"], claim
PYTHON

# One device, and the same samples of another day: nothing differs, all that has an interval is the same.
later "$h100" same.json ''
cc 0 compare "$h100" same.json
narrow out 'a run and itself'
has out '^what differs: nothing but the times' 'a run and itself'
has out '^  SAME +1\.000 \[' 'a run and itself'
has out '^rows: .*[0-9]+ SAME .the thresholds are 10 to 15 %' 'rows of the host have the wider threshold'
has out '80 % power' 'a run and itself'
has out '^FASTER, SLOWER beyond the threshold, SAME within it, UNDECIDED: may be either$' 'the legend'
lacks out '^  (SLOWER|FASTER)' 'a run and itself'

# Each kind of row.
later "$h100" other.json '
run["tool"]["commit"] = "0123456789ab"
run["device"]["driver_info"] = "581.0"
cases = [c for c in run["cases"] if c["kind"] == "gpu" and c["status"] == "ok" and c["technique"] == "tile_subdivision" and c["kernels"]]
def scale(c, factor):
    inner = c["inner_repetitions"]
    c["samples"]["gpu_total_ns"] = [round(t * factor) for t in c["samples"]["gpu_total_ns"]]
    for key in c["gpu"]:
        if key.endswith("_ns") and c["gpu"][key] is not None:
            c["gpu"][key] *= factor
scale(cases[0], 1.5)
scale(cases[1], 0.5)
cases[2]["inner_repetitions"] += 1
cases[3].update(status="failed_verify", reason="wanted 1", samples=None, gpu=None, wall=None, time_ratio=None, check={"before": True, "after": False})
cases[4]["cache"] = "cold"
named = next(k["name"] for k in run["kernels"] if k["id"] in cases[5]["kernels"])
for k in run["kernels"]:
    if k["name"] == named:
        for c in run["cases"]:
            c["kernels"] = [i + "x" if i == k["id"] else i for i in c["kernels"]]
        k["sha256"] = "0" * 64
        k["id"] += "x"
print(*[c["name"] for c in cases[:6]], sep="\n")' >names
cc 0 compare "$h100" other.json
narrow out 'rows of each kind'
has out '^  driver +NVIDIA 580[.0-9]+ +NVIDIA 581.0$' 'another driver'
has out '^  tool ' 'another commit'
has out '^  1 of [0-9]+ kernels of one name has another hash: ' 'another kernel'
has out '^  SLOWER +1\.500 ' 'slower'
has out '^  FASTER +0\.500 ' 'faster'
has out 'threshold is 15 %' 'another driver is another configuration'
has out '^      settings: inner repetitions$' 'inner repetitions'
has out '^      settings: cache mode$' 'cache mode'
has out '^  FAILED ' 'a case that failed'
has out '^      failed_verify: wanted 1$' 'a case that failed'
has out '^      by another kernel$' 'another kernel'
has out '1 differ in inner repetitions; 1 differ in cache mode' 'settings'
cc 0 compare "$h100" other.json --changed
narrow out '--changed'
has out '^  SLOWER ' '--changed'
has out 'failed_verify: wanted 1' '--changed'
lacks out '^  SAME ' '--changed'
lacks out 'settings: cache' '--changed'
cc 0 compare "$h100" other.json --changed --export-csv changed.csv --export-json changed.json --export-markdown changed.md
matches changed.md compare "$h100" other.json --changed --markdown
has changed.md '^[0-9]+ rows are not shown: unchanged$' '--changed in Markdown'
lacks changed.md '[|] INCOMPARABLE ' '--changed in Markdown'
holds changed.json <<'PYTHON'
rows = table("changed.csv")
assert {row["verdict"] for row in rows} == {"FASTER", "SLOWER", "FAILED"}, {row["verdict"] for row in rows}
assert all(row["verdict"] != "FAILED" or row["a_status"] != row["b_status"] for row in rows)
assert [row["name"] for row in rows] == [row["name"] for row in run["rows"]]
PYTHON
shows '^  verdict .* found +95 % of A +95 % of B +case$' compare "$h100" other.json --wide
has out ' [0-9.]+ % +[0-9.]+ µs [.][.] [0-9.]+ µs +[0-9.]+ µs [.][.] ' '--wide'

# Names that only one has; none that both have.
shows '^rows: ' compare "$h100" "$h200" --filter 'per_level/'
lacks out 'subtree|deliot' 'a filter'
later "$h100" few.json 'run["cases"] = run["cases"][:3]'
shows '^only in B: [0-9]+ cases:( |$)' compare few.json "$h100"
lacks out 'only in A' 'cases of one alone'
tells 77 'selected by the filter: nothing to compare' compare "$h100" same.json --filter nowhere
later "$h100" renamed.json 'for c in run["cases"]: c["name"] += "/x:1"'
tells 77 'no case of .* is in .renamed.json.: nothing to compare' compare "$h100" renamed.json

# A run with itself, by whatever name, is a line.
unpacked "$h100" >itself.json
tells 77 "^claimcheck: compare: '.*paper.json' and 'itself.json' are one run: nothing to compare$" compare "$h100" itself.json
[ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] || fail 'a run and itself: more than a line'

# Text of a file does not reach the terminal unchanged.
changed "$h100" escapes.json '
escape = "\x1b[2J\n\u009b31m\x7f\u202e\u2066\u200b\ufeff"
run["device"]["name"] += escape
run["tool"]["commit"] += escape
run["session"]["profile"] = "paper"
for c in run["cases"]:
    c["technique"] += escape
    c["variant"] += escape
    c["reason"] = escape
for w in run["workloads"]:
    w["facts"]["x" + escape] = escape
for k in run["kernels"]:
    k["name"] += escape'
for arguments in "compare escapes.json $h100" "compare escapes.json $h200" "compare $h200 escapes.json --markdown" "show escapes.json" \
    "show escapes.json --case cbt.update/naive/depth:20" "show escapes.json --wide" "claims escapes.json" "claims escapes.json --markdown" \
    "claims --brief escapes.json" "keep escapes.json --out-dir kept" "run --resume escapes.json" "export escapes.json --format csv"; do
    # shellcheck disable=SC2086
    "$claimcheck" $arguments >out 2>err || true
    for stream in out err; do
        lacks "$stream" $'\x1b|\x7f|\xc2[\x80-\x9f]|\xe2\x80\xae|\xe2\x81\xa6|\xe2\x80\x8b|\xef\xbb\xbf' "$arguments"
    done
    [ -s out ] || [ -s err ] || fail "$arguments says nothing"
done
changed "$h100" escapes.json 'case("copy/bytes:65536")["name"] += "\x1b[2J"'
refused 'name is .*: a name has no control characters' show escapes.json
lacks err $'\x1b' 'the name of a case'
changed "$h100" escapes.json 'case("copy/bytes:65536")["name"] += "\u202e"'
refused 'name is .*[?].: a name has no control characters' show escapes.json

# Exports.
cc 0 compare "$h100" other.json --export-json out.json --export-csv out.csv --export-markdown out.md
! grep -q -w -e NaN -e Infinity out.json || fail 'a number of the export is none'
holds out.json <<'PYTHON'
names = open("names").read().split()
rows = {row["name"]: row for row in run["rows"]}
verdicts = [rows[name]["verdict"] for name in names]
assert verdicts[:5] == ["SLOWER", "FASTER", "INCOMPARABLE", "FAILED", "INCOMPARABLE"], verdicts
assert rows[names[2]]["setting"] == "inner repetitions", rows[names[2]]
assert rows[names[5]]["kernel_differs"], rows[names[5]]
assert abs(rows[names[0]]["b_over_a"] - 1.5) < 1e-3 and rows[names[0]]["threshold"] == 0.15
assert {d["what"] for d in run["differences"]} == {"driver", "tool", "caches"}, run["differences"]
lines = table("out.csv")
assert len(lines) == len(rows) and all(None not in line for line in lines)
assert [line["verdict"] for line in lines if line["name"] == names[0]] == ["SLOWER"]
text = open("out.md").read()
assert names[0].split("/")[0].split(".")[1] in text and "| SLOWER |" in text and "| driver |" in text
assert all(len(line.replace(r"\|", "").split("|")) == 8 for line in text.splitlines() if line.startswith("| tile_subdivision."))
PYTHON
matches out.md compare "$h100" other.json --markdown
matches out.csv compare "$h100" other.json --export-csv -
matches out.md compare "$h100" other.json --format markdown
matches out.csv compare "$h100" other.json --format csv
matches out.json compare "$h100" other.json --format json
shows '^cbt & GPU time & [0-9.]+ & [0-9.]+ \\\\$' compare "$h100" "$h200" other.json --format latex
refused "--format takes text, markdown, latex, csv or json, not 'word'" compare "$h100" other.json --format word
refused 'cannot write .nowhere/x.json.' compare "$h100" other.json --export-json nowhere/x.json
cc 0 compare "$h100" other.json --export-json out.json

# Several runs beside the first: the same numbers as two and two, a column for each.
later "$h100" third.json '
twice = case("per_level")
twice["samples"]["gpu_total_ns"] = [2 * t for t in twice["samples"]["gpu_total_ns"]]
twice["gpu"].update({key: 2 * value for key, value in twice["gpu"].items() if key.endswith("_ns") and value is not None})
run["cases"].pop()'
cc 0 compare "$h100" "$h200" third.json --export-json several.json --export-csv several.csv --export-markdown several.md
narrow out 'three runs'
has out '^B  NVIDIA H200' 'three runs'
has out '^      differs from A: nothing but the times$' 'what differs'
has out '^  case +A +B / A +C / A$' 'the table of cases'
has out '^ +per_level .* [0-9.]+ +2\.00>$' 'a ratio with its mark'
has out '^  cbt +GPU time +[0-9.]+ +1\.00$' 'techniques'
has out '^  claim +A +B +C$' 'claims'
has out '^  deliot.heap +CONFIRM CONFIRM CONFIRM$' 'claims'
has out '^      rows: 1 SLOWER, 1 MISSING, ' 'what is in one alone'
cc 0 compare "$h100" "$h200" --export-json two.json
cc 0 compare "$h100" third.json --export-json other-two.json
holds several.json <<'PYTHON'
several = run["comparisons"]
assert several == [document("two.json"), document("other-two.json")]
rows = [{row["name"]: row for row in part["rows"]} for part in several]
names = [line["name"] for line in table("several.csv")]
assert len(set(names)) == len(names) and set(names) == set(rows[0]) | set(rows[1])
for line in table("several.csv"):
    for letter, part in zip("bc", rows):
        row = part.get(line["name"])
        number = line[letter + "_over_a"]
        assert (number == "") == (row is None or row["b_over_a"] is None), line["name"]
        assert number == "" or abs(float(number) - row["b_over_a"]) < 1e-6 * row["b_over_a"], line["name"]
        assert line[letter + "_verdict"] == (row["verdict"] if row else ""), line["name"]
text = open("several.md").read()
assert all(len(line.replace(r"\|", "").split("|")) == 6 for line in text.splitlines() if line.startswith("| tile_subdivision."))
assert "| claim | paper | A | B | C |" in text and "64 MiB to 128 MiB, CONFIRMED |" in text
lines = {line.split(" | ")[0][2:]: line.rstrip(" |").split(" | ")[2:] for line in text.splitlines()}
parts = [{claim["id"]: claim for claim in part["claims"]} for part in several]
both = parts[0].keys() & parts[1].keys()
assert len(both) > 20
for name in both:
    wanted = [parts[0][name]["a"]["verdict"], parts[0][name]["b"]["verdict"], parts[1][name]["b"]["verdict"]]
    assert all(cell == "-" or cell.endswith(", " + verdict) for cell, verdict in zip(lines[name], wanted, strict=True)), name
PYTHON
cc 0 compare "$h100" "$h200" slow.json --markdown
has out '^\| deliot.packed_speed_up \|.* faster .*, WEAKER \| .* faster .*, WEAKER \| .* slower .*, CONTRADICTED \|$' 'another verdict of several'
shows '^  bavoil.closing_rule +- +- CONFIRM$' compare "$h100" "$h200" "$results/runs/nvidia-h100-80gb-hbm3/20261127-claims-4.json.xz"
has out '^      C [0-9] of [0-9] cases, ' 'a claim of one run alone'
matches several.md compare "$h100" "$h200" third.json --markdown
cc 0 compare "$h100" third.json "$h200" --changed --filter tile_subdivision
[ "$(grep -c '^ .*2\.00>' out)" -eq 1 ] || fail '--changed of several'
cc 0 compare "$h100" third.json "$h200" --filter tile_subdivision --export-csv whole.csv
cc 0 compare "$h100" third.json "$h200" --changed --filter tile_subdivision --export-csv changed.csv --export-markdown changed.md
[ "$(wc -l <changed.csv)" -lt "$(wc -l <whole.csv)" ] || fail '--changed of several as CSV'
! grep -v '^name,' changed.csv | grep -v -E ',(SLOWER|FASTER)|,FAILED' || fail '--changed of several as CSV: a row that has not changed'
[ "$(grep -c '^| tile_subdivision[.]' changed.md)" -eq "$(($(wc -l <changed.csv) - 1))" ] || fail '--changed of several as Markdown'
lacks out '^  claim' 'claims of some cases'
for i in 1 2 3 4 5; do
    changed "$h100" "more$i.json" "run['session']['started'] = '204$i' + run['session']['started'][4:]"
done
cc 0 compare "$h100" "$h200" more*.json --filter '^tile_subdivision.*/per_level/'
narrow out 'seven runs'
has out '^  case +A +B / A +C / A +D / A +E / A +F / A$' 'seven runs: the first table'
has out '^  case +A +G / A$' 'seven runs: the second table'
refused '26 runs at most' compare more{1,1,1,1,1,1,1,1,1,1,1,1,1,1}.json more{2,2,2,2,2,2,2,2,2,2,2,2,2}.json
refused '--wide takes two runs' compare "$h100" "$h200" third.json --wide
refused 'cannot read .none.json' compare "$h100" "$h200" none.json
tells 77 'is in another run and selected by the filter' compare "$h100" "$h200" third.json --filter 'no such case'

# Kept runs beside the executable, as a bundle has them, and as an installation has.
mkdir -p bundle/results/runs/{nvidia-h100-80gb-hbm3,nvidia-h200} prefix/bin prefix/share/claimcheck/results
cp -- "$claimcheck" bundle/claimcheck
changed "$h200" bundle/results/runs/nvidia-h200/20261121-paper.json 'run["session"].update(started="2026-11-21T00:00:00Z")'
changed "$h200" bundle/results/runs/nvidia-h200/20261129-narrow.json 'run["session"].update(started="2026-11-29T00:00:00Z"); run["session"]["plan_arguments"].append("--filter=x")'
changed "$h200" bundle/results/runs/nvidia-h200/20261128-later.json 'run["session"].update(started="2026-11-28T00:00:00Z")'
changed "$h200" bundle/results/runs/nvidia-h200/20261130-full.json 'run["session"].update(started="2026-11-30T00:00:00Z", profile="full")'
changed "$h200" bundle/results/runs/nvidia-h200/20261201-cut.json 'run["session"].update(started="2026-12-01T00:00:00Z", complete=False)'
cp -r -- bundle/results/runs prefix/share/claimcheck/results/
cp -- "$claimcheck" prefix/bin/claimcheck
in_tree=$claimcheck
here=$(pwd -P)
for claimcheck in "$work/bundle/claimcheck" "$work/prefix/bin/claimcheck"; do
    kept=bundle/results/runs/nvidia-h200
    [ -d "$(dirname -- "$claimcheck")/results" ] || kept=prefix/share/claimcheck/results/runs/nvidia-h200
    cc 0 compare "$h100" --with h200 --export-json with.json --export-csv with.csv --export-markdown with.md
    has out "^   $kept/20261128-later\.json$" 'the newest whole run of the profile paper'
    ! grep -F -e "$here" -e "$root" with.json with.csv with.md || fail 'an export names a folder'
    # From elsewhere, where it is not within, and from among the kept runs.
    cd /
    cc 0 compare "$h100" --with h200
    tr -d '\n ' <"$work/out" >"$work/joined"
    has joined "${here#/}/$kept/20261128-later\.json" 'a kept run elsewhere'
    cd -- "$work/$kept"
    cc 0 compare "$h100" --with h200
    cd -- "$work"
    has out '^   20261128-later\.json$' 'a kept run of the working directory'
    has out '^A  NVIDIA H200, 2026-11-28' 'the kept run is A'
    cc 0 compare "$h100" --with 'NVIDIA H200'
    shows '^A  NVIDIA H200, 2026-11-28' compare "$h100" third.json --with h200 --filter '^tile_subdivision.*/per_level/'
    refused "2 devices match: nvidia-h100-80gb-hbm3, nvidia-h200; give more" compare "$h100" --with nvidia
    refused "no kept run of such a device in '.*'; there are: nvidia-h100-80gb-hbm3, nvidia-h200" compare "$h100" --with radeon
    refused "nvidia-h100-80gb-hbm3' has no run of the profile paper" compare "$h100" --with h100
done
claimcheck=$work/alone
cp -- "$in_tree" alone
refused 'no folder results/runs beside the executable' compare "$h100" --with h100
claimcheck=$in_tree

# Files that cannot be read, and wrong requests.
refused 'which two run files' compare
refused 'which two run files' compare "$h100"
refused 'are one run: name it once' compare "$h100" "$h100" "$h200"
refused 'are one run: name it once' compare "$h100" "$h100" --with h200
refused 'there is no last run here, name one with --with' compare --with h200
refused "cannot read 'none.json'" compare "$h100" none.json
printf '{"schema_version": "2.0"}' >empty.json
refused 'is not a valid run file' compare empty.json "$h100"
head -c 1000 "$h100" >cut.json
refused 'cut.json' compare "$h100" cut.json
refused 'is not a regular expression' compare "$h100" "$h200" --filter '('
changed "$h100" zero.json 'case("per_level")["samples"]["gpu_total_ns"][0] = 0'
refused 'gpu_total_ns' compare "$h100" zero.json
changed "$h100" twice.json 'run["cases"][1]["name"] = run["cases"][0]["name"]'
refused 'two of that name' compare twice.json "$h100"

# The example of its help works.
refused '--wide and --markdown: choose one' compare "$h100" other.json --wide --markdown
shows 'claimcheck compare before.json after.json' help compare

# Where all rows are incomparable it says why, and has compared nothing.
later "$h100" apart.json 'for c in run["cases"]: c["inner_repetitions"] += 1'
cc 77 compare "$h100" apart.json --filter '^cbt'
has out 'INCOMPARABLE [(][0-9]+ differ in inner repetitions' 'nothing is compared'
