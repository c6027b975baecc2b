#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# claims.sh: claimcheck claims, by the executable, on kept runs: what it says and how wide, the formats, what is expected
# of an earlier one, a file of a user's claims, and what is refused. Needs no device. Exit code: 0, 1.
#
#   tests/cli/claims.sh CLAIMCHECK
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/executable.sh"
python=/usr/bin/python3
[ -x "$python" ] || python=python3
work=$(mktemp -d)
. "$root/tests/cli/faults.sh"

h100=$root/results/runs/nvidia-h100-80gb-hbm3/20261122-tile-subdivision-passes.json.gz
layouts=$root/results/runs/nvidia-h100-80gb-hbm3/20261122-thread-group-tiling-layouts.json.gz
h200=$root/results/runs/nvidia-h200/20261121-tile-subdivision-paper.json.gz
ceilings=$root/results/runs/nvidia-h100-80gb-hbm3/20261121-ceilings-full.json.gz

# says PATTERN: on stderr, and prints PATTERN: on stdout.
says() {
    grep -q -e "$1" err || fail "no '$1' on stderr"
}
prints() {
    grep -q -e "$1" out || fail "no '$1' on stdout"
}
narrow() {
    ! grep -q -E '^.{81}' out || fail "$1: wider than 80 columns"
}
# checked STATEMENTS: about `out`, the standard output as text, and `json`, the same read, or None.
checked() {
    checks=$((checks + 1))
    "$python" - "$root/results/published" <<END >>"$work/python" 2>&1 || fail "$(tail -n 1 "$work/python")"
import csv, glob, io, json, sys
out = open("out", encoding="utf-8", newline="").read()
try:
    json_out = json.loads(out)
except ValueError:
    json_out = None
published = {c["id"] for f in glob.glob(sys.argv[1] + "/*.json") for c in json.load(open(f))["claims"]}
words = {"MATCHES", "DIRECTION ONLY", "NO DIFFERENCE", "CONTRADICTS", "INCONCLUSIVE", "NOT TESTABLE"}
$1
END
}

# The text: the device, verdicts with statements, what the paper has, n and marks; how many of each.
cc 0 claims "$h100"
narrow 'the text'
[ ! -s err ] || fail 'something on stderr'
prints '^NVIDIA H100 80GB HBM3, '
prints '^[A-Z ]* tokuyoshi.speed_up$'
prints 'paper: about 6; here: [0-9.]* \[[0-9.]*, [0-9.]*\], n [0-9]*; within one run'
prints "against [0-9.]* us"
prints '^not measured: '
tail -n 4 out | grep -q -E '[0-9]+ (MATCHES|CONTRADICTS|NOT TESTABLE)' || fail 'no counts at the end'
! grep -q -i -E 'reproduce|is wrong' out || fail 'words that a verdict does not have'

cc 0 claims --verbose "$h100"
prints 'against$'
prints '"In our case, SUBTREE_LEVELS = 6 is the fastest'
prints '^  - Level 0 is always a leaf here'

cc 0 claims --brief "$h100"
narrow 'a line each'
prints '^on NVIDIA H100'
prints ' tokuyoshi.speed_up  *about 6 '
prints '^MATCHES  *=tokuyoshi.fewer_synchronizations'
prints '^= by construction of our code$'
! grep -q '^NOT TESTABLE' out || fail 'a line for what is not testable'

# Columns stand below each other: an id that is wider than its own has lines for itself.
long=mine.a_name_that_is_longer_than_forty_characters_$(printf 'x%.0s' {1..40})
aligned() {
    "$python" - <<'END' || fail "$1: columns that do not stand below each other"
lines = open("out", encoding="utf-8").read().splitlines()[1:]
at = lines[0].index("paper"), lines[0].index("here")
assert all(len(line) <= 80 for line in lines), "wide"
for line in lines[1:]:
    if (line[:3].isupper() or line[0] == " ") and " " in line[16:]:
        assert all(line[column - 1] == " " and line[column] != " " for column in at), line
END
}
aligned 'the shipped claims'
cat >long.json <<END
{
  "schema_version": 1,
  "paper": {"id": "mine", "title": "Tiles at once"},
  "claims": [
    {
      "id": "$long",
      "statement": "It is so.",
      "subject": {"a": "^tile_subdivision[.]subdivide/subtree/", "measure": "peak_bytes", "relation": "at_least"},
      "published": {"value": 123456789.25},
      "tolerance": {"same_device": 0.1, "other_device": 0.25}
    }
  ]
}
END
cc 0 claims --brief --published long.json "$h100"
aligned 'a long id'
prints '^CONTRADICTS     mine.a_name_that_is_longer_than_forty_characters_x*$'

# Formats have the same verdicts.
cc 0 claims --json "$h100"
cp out first.json
checked '
device, = json_out["devices"]
claims = device["claims"]
assert {c["id"] for c in claims} == published, "not every claim"
assert all(c["verdict"] in words for c in claims), "another word"
measured = [c for c in claims if c["measured"]]
counts = [device[key] for key in ("counts", "counts_ours", "counts_by_construction")]
assert sum(sum(count.values()) for count in counts) == len(measured) > 0, "counts"
assert all(sum(count.values()) > 0 for count in (counts[0], counts[2])), "counts apart"
assert sum(counts[2].values()) == sum(c["by_construction"] is not None for c in measured), "by construction"
speed_up = next(c for c in claims if c["id"] == "tokuyoshi.speed_up")
pair = speed_up["pairs"][speed_up["decided_by"]]
assert pair["interval_low"] <= pair["value"] <= pair["interval_high"] and pair["samples"] > 5, "the pair"
assert pair["a"].startswith("tile_subdivision.subdivide/per_level/"), pair["a"]
assert speed_up["published"] == {**speed_up["published"], "value": 6, "unit": "ratio", "approximate": True}, "published"'
cc 0 claims --csv "$h100"
checked '
rows = list(csv.DictReader(io.StringIO(out, newline="")))
assert out.count("\r\n") == len(rows) + 1, "line ends"
kept = {c["id"]: c["verdict"] for c in json.load(open("first.json"))["devices"][0]["claims"]}
assert {row["claim"]: row["verdict"] for row in rows} == kept, "other verdicts"'
cc 0 claims --markdown "$h100"
checked '
lines = [line for line in out.splitlines() if line.startswith("|")]
assert len(lines) > 5 and all(line.replace("\\\\|", "").count("|") == 8 for line in lines), "a table of seven columns"'

# Several runs of a device are one; another device stands for itself.
cc 0 claims "$h100" "$layouts" "$h200" --json
checked '
first, second = json_out["devices"]
assert len(first["runs"]) == 2 and len(second["runs"]) == 1, "runs"
assert any("not testable" not in c["reason"] and c["id"].startswith("bavoil") and c["measured"]
           for c in first["claims"]), "the second run"
assert not any(c["measured"] for c in second["claims"] if c["id"].startswith("bavoil")), "of another device"'
zcat "$h100" | sed 's/"started": *"....-/"started": "2031-/' >later.json
cc 0 claims "$h100" later.json
narrow 'two runs'
prints 'of too few runs'
prints 'n 2 runs'


# What each of several runs says alone: which verdicts change, all in the formats, of as many devices as there are.
zcat "$h100" | sed -e 's/"started": *"....-/"started": "2030-/' -e 's/"before":true,"after":true/"before":false,"after":false/' >failed.json
cc 0 claims --each "$h100" later.json
narrow 'each of two runs'
prints '^NVIDIA H100 80GB HBM3: 2 runs, [0-9]* claims with a verdict; each run alone says the$'
[ "$(wc -l <out)" -eq 2 ] || fail 'lines of claims that do not change'
cc 0 claims --each "$h100" later.json failed.json "$h200"
narrow 'each of three runs'
prints '[0-9]* change from run to'
prints '^tokuyoshi.speed_up, paper: about 6'
prints '^  MATCHES         together  '
prints '^  NOT TESTABLE    failed  '
prints '^NVIDIA H200: 1 run, '
cc 0 claims --each --json "$h100" later.json failed.json
checked '
device, = json_out["devices"]
assert device["runs"] == ["20261122-tile-subdivision-passes.json.gz", "later.json", "failed.json"], device["runs"]
assert device["changed"] == sum(c["changes"] for c in device["claims"]) > 0, "how many change"
for c in device["claims"]:
    verdicts = {one["verdict"] for one in c["alone"] if one}
    assert verdicts <= words and c["changes"] == (len(verdicts) > 1), c["id"]
    assert c["told_apart"] == (len(verdicts - {"INCONCLUSIVE"}) > 1), c["id"]'
cc 0 claims --each --markdown "$h100" later.json failed.json
checked '
lines = [line for line in out.splitlines() if line.startswith("|")]
assert len(lines) > 3 and all(line.count("|") == 6 for line in lines), "a row for each run"'
cc 0 claims --each --csv "$h100" later.json failed.json
prints "^NVIDIA H100 80GB HBM3,tokuyoshi.speed_up,about 6,NOT TESTABLE,failed,"
cc 77 claims --each "$h100" "$h200"
says 'of no device here are two'
[ ! -s out ] || fail 'something of runs that are not two'
refused '--each and --expect: choose one' claims --each --expect first.json "$h100" later.json

# Expected: the same is well, another verdict is not.
cc 0 claims --brief --expect first.json "$h100"
sed 's/"verdict": "MATCHES"/"verdict": "CONTRADICTS"/' first.json >changed.json
cc 1 claims --brief --expect changed.json "$h100"
says '^claims: NVIDIA H100 80GB HBM3: [a-z_.]*: was CONTRADICTS, is MATCHES$'
sed 's/"id": "tokuyoshi.speed_up"/"id": "tokuyoshi.gone"/' first.json >gone.json
cc 1 claims --brief --expect gone.json "$h100"
says 'tokuyoshi.gone: was [A-Z ]*, is no claim any more'
cc 77 claims --brief --expect first.json "$h200"
says "'first.json' has no verdicts of NVIDIA H200"
printf '{"devices": [{"device": "NVIDIA H100 80GB HBM3", "claims": []}]}' >bad.json
cc 77 claims --brief --expect bad.json "$h100"
says "'bad.json' has no verdicts of NVIDIA H100"
printf '{' >bad.json
refused "--expect 'bad.json': line 1: .*; claimcheck claims RUN.json --json writes such a file" claims --brief --expect bad.json "$h100"
# It is read first: what is wrong with it is not said behind the verdicts.
[ ! -s out ] || fail 'verdicts before a file that cannot be read'
printf '{"devices": 3}' >bad.json
refused 'devices is no array' claims --expect bad.json nowhere.json
printf '{"devices": [{"device": "x"}]}' >bad.json
refused "device 'x': its claims are no array" claims --expect bad.json "$h100"
sed 's/"verdict": "MATCHES"/"verdict": "MATCHS"/' first.json >bad.json
refused "'bad.json': device 'NVIDIA H100 80GB HBM3', claim '[a-z_.]*': there is no verdict 'MATCHS' .did you mean 'MATCHES'" \
    claims --brief --expect bad.json "$h100"
sed 's/"id": "tokuyoshi.speed_up"/"ID": 3/' first.json >bad.json
refused "device 'NVIDIA H100 80GB HBM3', claim [0-9]* of it: it has no id" claims --expect bad.json "$h100"
refused "cannot read --expect 'nowhere.json': No such file" claims --brief --expect nowhere.json "$h100"
refused "cannot read --expect '/dev/zero': it is not a regular file" claims --brief --expect /dev/zero "$h100"

# A user's claims, by the same engine, and every fault of them in a line.
cat >mine.json <<'END'
{
  "schema_version": 1,
  "paper": {"id": "mine", "title": "Tiles at once"},
  "claims": [
    {
      "id": "mine.twice",
      "statement": "A subtree at a time is at least twice as fast as a level at a time.",
      "subject": {
        "a": "^tile_subdivision\\.subdivide/per_level/map:scene/top:10/threshold:own/falloff:1$",
        "b": "^tile_subdivision\\.subdivide/subtree/map:scene/top:10/threshold:own/falloff:1/passes:published/subtree_levels:6$",
        "measure": "gpu",
        "relation": "at_least"
      },
      "published": {"value": 2},
      "tolerance": {"same_device": 0.1, "other_device": 0.25}
    }
  ]
}
END
cc 0 claims --published mine.json "$h100"
prints '^MATCHES *mine.twice$'
prints 'paper: >= 2; here: '
! grep -q tokuyoshi out || fail 'claims of other papers'
cc 0 claims --published mine.json --published "$root/results/published/tokuyoshi.json" --json "$h100"
checked 'assert {c["paper"] for c in json_out["devices"][0]["claims"]} == {"mine", "tokuyoshi"}'
sed -e 's/at_least/atleast/' -e 's/"gpu"/"time"/' -e 's/"statement"/"say"/' mine.json >faulty.json
cc 99 claims --published faulty.json "$h100"
[ "$(wc -l <err)" -eq 4 ] || fail 'not a line for each fault'
says "'faulty.json' is no published file: claims 'mine.twice': subject.relation is 'atleast'.*did you mean 'at_least'"
says "subject.measure is 'time': gpu, wall"
says 'statement is missing'
says 'say is not known'
sed 's/A subtree/\\u001b[31mA subtree/' mine.json >red.json
cc 0 claims --published red.json "$h100"
prints '^  ?\[31mA subtree'
cp mine.json again.json
refused "'mine.json' and 'again.json' both have a claim 'mine.twice'" claims --published mine.json --published again.json "$h100"
# A name that is none, in an expression or out of it: of what it should be, and the nearest.
while IFS='|' read -r change wanted; do
    sed -e "$change" mine.json >faulty.json
    refused "'faulty.json': claim 'mine.twice': there is no $wanted" claims --published faulty.json "$h100"
done <<'END'
s/tile_subdivision/tile_subdivison/|technique 'tile_subdivison' .did you mean 'tile_subdivision'
s/subdivide/subdivde/|bench 'subdivde' .did you mean 'subdivide'
s:/subtree/:/subtre/:|variant 'subtre' .did you mean 'subtree'
s/top:10/tpo:10/|axis 'tpo' .did you mean 'top'
s/"gpu",/"gpu", "join": ["mpa"],/|axis 'mpa' .did you mean 'map'
s/"at_least"/"monotone", "along": "topp"/|axis 'topp' .did you mean 'top'
s/"gpu"/"counter:barier"/|counter 'barier' .did you mean 'barriers'
s/"gpu"/"fact:leave"/|fact 'leave'
s/"gpu"/"metric:n_uot"/|metric 'n_uot'
s/"tolerance"/"range": {"threshod": [1, 2]}, "tolerance"/|axis 'threshod' .did you mean 'threshold'
s/"tolerance"/"preconditions": [{"what": "fact:threshod", "at_least": 1}], "tolerance"/|fact 'threshod'
END
sed -e 's/tile_subdivision/tile_subdivison/' mine.json >faulty.json
refused "there is no technique 'tile_subdivison'" run --list-cases --claims --published faulty.json
# None of the papers' own is refused.
shipped=()
for paper in "$root"/results/published/*.json; do
    shipped+=(--published "$paper")
done
cc 0 claims --brief "$h100"
cp out shipped.out
cc 0 claims --brief "$h100" "${shipped[@]}"
cut -c 1-40 out | sort >own
cut -c 1-40 shipped.out | sort | cmp -s - own || fail "the papers' own files give other verdicts"
cc 0 claims --brief "$layouts" "${shipped[@]}"
printf '{\n"a": 1,\n' >faulty.json
cc 99 claims --published faulty.json "$h100"
says "'faulty.json' line 3"
cc 99 claims --published nowhere.json "$h100"
says "cannot read 'nowhere.json'"
cc 99 claims --published "$h100" "$h100"

# Nothing to judge, and what is refused.
cc 77 claims "$ceilings"
says 'no case of any claim'
cc 99 claims
says 'which run file'
cc 99 claims nowhere.json
says nowhere.json
cc 99 claims first.json
says 'is no run file'
cp "$h100" again.json.gz
cc 99 claims "$h100" again.json.gz
says 'are one run: name it once'
refused '--json and --csv: choose one' claims --json --csv "$h100"
refused '--brief and --verbose: choose one' claims --brief --verbose "$h100"
cc 99 claims --jsn "$h100"
says "did you mean '--json'"
cc 0 claims --help
prints 'claimcheck claims run.json'

printf '%d checks, %d failed\n' "$checks" "$failed"
[ "$failed" -eq 0 ]
