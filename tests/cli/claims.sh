#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# claims.sh: claimcheck claims, by the executable, on kept runs: what it says and how wide, the formats, what is expected
# of an earlier one, a file of a user's claims, and what is refused. Needs no device.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/runs.sh"

h100=$results/runs/nvidia-h100-80gb-hbm3/20261122-tile-subdivision-passes.json.xz
spacing=$results/runs/nvidia-h100-80gb-hbm3/20261122-thread-group-tiling-spacing.json.xz
h200=$results/runs/nvidia-h200/20261121-tile-subdivision-paper.json.xz
ceilings=$results/runs/nvidia-h100-80gb-hbm3/20261121-ceilings-full.json.xz
all=$results/runs/nvidia-h100-80gb-hbm3/20261127-claims-4.json.xz

# A user's claims.
cat >mine.json <<'END'
{
  "schema_version": 2,
  "paper": {"id": "mine", "title": "Tiles at once"},
  "claims": [
    {
      "id": "mine.twice",
      "statement": "A subtree at a time is at least twice as fast as a level at a time.",
      "a": "^tile_subdivision\\.subdivide/per_level/map:scene/top:10/threshold:own/falloff:1$",
      "b": "^tile_subdivision\\.subdivide/subtree/map:scene/top:10/threshold:own/falloff:1/passes:published/subtree_levels:6$",
      "measure": "gpu",
      "says": "at_least",
      "value": 2
    }
  ]
}
END

# checked STATEMENTS: about `out`, the standard output as text, and `json`, the same read, or None.
checked() {
    "$python" - "$root/results/published" <<END >>"$work/python" 2>&1 || fail "$(tail -n 1 "$work/python")"
import csv, glob, io, json, re, sys
out = open("out", encoding="utf-8", newline="").read()
try:
    json_out = json.loads(out)
except ValueError:
    json_out = None
published = {c["id"] for f in glob.glob(sys.argv[1] + "/*.json") for c in json.load(open(f))["claims"]}
zones = ["CONTRADICTED", "NOT SEEN", "WEAKER", "CONFIRMED", "STRONGER"]
words = {"MIXED", "UNDECIDED", "AT THE EDGE", "NOT TESTABLE", *zones,
         *(f"{one} or {two}" for one, two in zip(zones, zones[1:])),
         *(f"{low} to {high}" for i, low in enumerate(zones) for high in zones[i + 2:])}
$1
END
}

# The text: the device, verdicts with sentences, marks; how many of each, by whose number it is.
cc 0 claims "$h100"
narrow out 'the text'
[ ! -s err ] || fail 'something on stderr'
prints '^NVIDIA H100 80GB HBM3, '
prints 'verdicts$'
prints '^are of this card$'
prints '^CONFIRMED  tokuyoshi.speed_up$'
prints '^  subtree \(6 levels\) is faster than per level · [0-9.]* × faster \[[0-9.]*, [0-9.]*\]$'
prints '^  \([0-9.]* µs against [0-9.]* µs\) · paper about 6 × · CONFIRMED \(same size: 4.33 to$'
prints '^  1 run of 1 card; after data; one process$'
prints '^    subtree_levels:2: [0-9.]* × faster \[[0-9.]*, [0-9.]*\], CONFIRMED$'
prints '^not measured: '
sed -n "/^the papers':$/,\$p" out >end
tr -d '0-9' <<<"$(head -n 8 end)" | cmp -s - <(printf '%s\n' "the papers':" '   CONFIRMED,  NOT TESTABLE' \
    "our readings of the papers' words:" '   CONFIRMED' 'by construction:' '   CONFIRMED' \
    'by other evidence than runs:' '   CONFIRMED') || fail 'counts by whose number'
! grep -q -i -E 'reproduce|is wrong' out || fail 'words that a verdict does not have'

shows 'against$' claims --verbose "$h100"
prints '"In our case, SUBTREE_LEVELS = 6 is the fastest'
prints '^  - Level 0 is always a leaf here'
prints '^  amended 2026-11-25: schema 2: the sides are swapped'

# One claim whole.
shows '^CONFIRMED  tokuyoshi.speed_up$' claims "$h100" --claim tokuyoshi.speed_up
prints '^  amended 2026-11-25: schema 2: the sides are swapped'
[ "$(grep -c '^[A-Z][A-Z ]*  [a-z]' out)" -eq 1 ] || fail 'more than one claim'
refused "no claim or paper 'tokuyoshi.speed' .did you mean 'tokuyoshi.speed_up'" claims "$h100" --claim tokuyoshi.speed
tells 77 "run --claims='\^tokuyoshi.speed_up[$]'" claims "$ceilings" --claim tokuyoshi.speed_up

cc 0 claims --brief "$h100"
narrow out 'a line each'
prints '^on NVIDIA H100'
prints '^CONFIRMED  *tokuyoshi.speed_up  *about 6 ×$'
prints '^      6.05 × faster \[6.03, 6.05\] \(24.0 µs against 145 µs\)$'
prints '^      4096 threads, by arithmetic$'
! grep -q '^NOT TESTABLE' out || fail 'a line for what is not testable'
shows '^not testable here: [0-9]*; claimcheck claims RUN.json says why$' claims --brief "$spacing"
! grep -q '^NOT TESTABLE' out || fail 'a line for what is not testable here'
cc 0 claims --brief "$h100"

# Columns stand below each other: an id that is wider than its own has lines for itself.
long=mine.a_name_that_is_longer_than_forty_characters_$(printf 'x%.0s' {1..40})
aligned() {
    "$python" - <<'END' || fail "$1: columns that do not stand below each other"
lines = open("out", encoding="utf-8").read().splitlines()
lines = lines[next(i for i, line in enumerate(lines) if line.startswith("verdict")):]
at = lines[0].index("claim"), lines[0].index("paper")
rows = [line for line in lines[1:] if line[0] != " " and not line.startswith("not testable")]
assert rows, "no rows"
assert all(len(line) <= 80 for line in lines), "wide"
for line in rows:
    assert line[at[0] - 1] == " " != line[at[0]], line
    if " " in line[at[0]:]:
        assert line[at[1] - 1] == " " != line[at[1]], line
END
}
aligned 'the shipped claims'
changed mine.json long.json "run['claims'][0].update(id='$long', a='^tile_subdivision[.]subdivide/subtree/', measure='peak_bytes', value=123456789.25)
del run['claims'][0]['b']"
cc 0 claims --brief --published long.json "$h100"
aligned 'a long id'
prints '^MIXED         mine.a_name_that_is_longer_than_forty_characters_x*$'
# A file of another schema is refused in one line, with the page that explains this one.
sed 's/"schema_version": 2/"schema_version": 1/' long.json >wrong.json
refused "'wrong.json' is not a valid published file: schema_version must be 2, which docs/guide/claims-and-verdicts.md explains" \
    claims --published wrong.json "$h100"
[ "$(wc -l <err)" -eq 1 ] || fail 'schema 1: not one line on stderr'

# Formats have the same verdicts, and sentence for sentence the same text.
saved first.json claims --json "$h100"
checked '
device, = json_out["devices"]
claims = device["claims"]
assert json_out["schema_version"] == 2 and device["verdicts_of"] == "card" and device["cards"] == 1, "the head"
assert {c["id"] for c in claims} == published, "not every claim"
assert all(c["verdict"] in words for c in claims), "another word"
assert all(one["verdict"] in words for c in claims for r in c["readings"] for one in [r, *r["pairs"]]), "another word of a pair"
measured = [c for c in claims if c["measured"]]
counts = [device[key] for key in ("counts", "counts_of_readings", "counts_ours", "counts_by_construction",
                                  "counts_of_other_evidence", "counts_across_apis")]
assert sum(sum(count.values()) for count in counts) == len(measured) > 0, "counts"
apart = {"paper": 0, "reading": 0, "ours": 0, "by construction": 0, "by other evidence": 0, "apis": 0}
for c in measured:
    apart["by construction" if c["by_construction"] is not None else
          "by other evidence" if c["evidence"] != "run" else "apis" if "two APIs" in c["marks"] else c["number"]] += 1
assert [sum(count.values()) for count in counts] == list(apart.values()), "counts apart"
assert apart["paper"] > 0 < apart["reading"] and apart["by construction"] > 0 < apart["by other evidence"], "not each of them"
assert all(c["word"] for c in claims if c["number"] == "reading"), "a reading without its word"
speed_up = next(c for c in claims if c["id"] == "tokuyoshi.speed_up")
reading, = speed_up["readings"]
pair = reading["pairs"][reading["decided_by"]]
assert pair["interval_low"] <= pair["value"] <= pair["interval_high"] and pair["samples"] > 5, "the pair"
assert pair["r_low"] <= pair["r"] <= pair["r_high"] and abs(pair["r"] * pair["value"] - 1) < 1e-9, "r reads as the statement"
assert pair["a"].startswith("tile_subdivision.subdivide/subtree/"), pair["a"]
assert (pair["published"], pair["widened_by"]) == (6, 1) and abs(pair["confirmed_from"] - (1 + 5 / 1.5)) < 1e-9, "the zone"
assert (speed_up["says"], speed_up["number"]) == ("faster", "paper") and len(speed_up["sha256"]) == 64, "what it says"
assert speed_up["published"] == {**speed_up["published"], "value": 6, "unit": "ratio", "approximate": True}, "published"'
saved all.json claims --json "$all"
cc 0 claims --csv "$all"
checked '
rows = list(csv.DictReader(io.StringIO(out, newline="")))
assert out.count("\r\n") == len(rows) + 1, "line ends"
claims = {c["id"]: c for c in json.load(open("all.json"))["devices"][0]["claims"]}
assert [row["claim"] for row in rows] == list(claims), "other claims"
for row in rows:
    c = claims[row["claim"]]
    shown = [r["pairs"][r["decided_by"]] for r in c["readings"][:1] if r["decided_by"] is not None]
    assert (row["verdict"], row["sentence"]) == (c["verdict"], c["sentence"]), row["claim"]
    assert (row["says"], row["number"], row["marks"]) == (c["says"], c["number"], "; ".join(c["marks"])), row["claim"]
    assert [float(row[key]) for key in ("r", "r_low", "r_high", "value") if row[key]] == [
        pair[key] for pair in shown for key in ("r", "r_low", "r_high", "value") if pair[key] is not None], row["claim"]'
cc 0 claims "$all"
narrow out 'all claims'
checked '
text = " ".join(out.split())
for c in json.load(open("all.json"))["devices"][0]["claims"]:
    wanted = " ".join((c["verdict"] + " " + c["id"] + " " + c["sentence"].replace(" NOT TESTABLE: ", " ")).split())  # the head has the word
    assert not c["measured"] or wanted in text, wanted'
saved all.md claims --markdown "$all"
cc 0 cite "$all"
checked '
def rows(text):
    lines = [re.split(r" *(?<!\\)[|] *", line)[1:-1] for line in text.splitlines() if line.startswith("|")]
    return [[re.sub(r"\\([^\w\s])", r"\1", cell) for cell in line] for line in lines]
claims = {c["id"]: c for c in json.load(open("all.json"))["devices"][0]["claims"]}
table = {row[0]: row for row in rows(open("all.md", encoding="utf-8").read())}
assert len(table) > 100 and all(len(row) == 6 for row in table.values()), "a table of six columns"
cited = [row for row in rows(out) if len(row) == 5]
for name, c in claims.items():
    if not c["measured"] or c["verdict"] == "NOT TESTABLE":
        continue
    statement, paper, here, verdict = table[name][1:5]
    gives = "gives " if paper.startswith(("no ", "a ")) else ""
    stated = "" if paper == "-" else f" · paper {gives}{paper}"
    assert f"{statement} · {here}{stated} · {verdict}" == c["sentence"], "Markdown: " + name
    rests = str(c["runs"]) + " run" + "s" * (c["runs"] != 1) + " of " + str(c["cards"]) + " card" + "s" * (c["cards"] != 1)
    wanted = "; ".join([rests] * (c["runs"] > 0) + c["marks"])
    assert table[name][5] == wanted, "n and marks: " + name
    assert any(row[0].startswith(statement) and row[1:] == [paper, here, verdict, wanted] for row in cited), "cite: " + name'

# Several runs of a device are one; another device stands for itself.
cc 0 claims "$h100" "$spacing" "$h200" --json
checked '
first, second = json_out["devices"]
assert len(first["runs"]) == 2 and len(second["runs"]) == 1, "runs"
assert any("not testable" not in c["reason"] and c["id"].startswith("bavoil") and c["measured"]
           for c in first["claims"]), "the second run"
assert not any(c["measured"] for c in second["claims"] if c["id"].startswith("bavoil")), "of another device"'
unpacked "$h100" | sed 's/"started": *"....-/"started": "2031-/' >later.json
cc 0 claims "$h100" later.json
narrow out 'two runs'
prints '2 runs of 1 card, 2026-11-22 to$'
! grep -q 'one process' out || fail 'two runs are one process'

# Verdicts are of a unit: this card, or the model, whose interval is wider where few cards were measured.
cc 0 claims --json "$h100" --verdicts-of model
checked '
def pair_of(document):
    device, = document["devices"]
    reading = next(c for c in device["claims"] if c["id"] == "tokuyoshi.speed_up")["readings"][0]
    return device["verdicts_of"], reading["pairs"][reading["decided_by"]]
(unit, card), (other, model) = pair_of(json.load(open("first.json"))), pair_of(json_out)
assert (unit, other) == ("card", "model") and (card["widened_by"], model["widened_by"]) == (1, 1.03), "the unit"
assert card["r"] == model["r"] and model["r_low"] < card["r_low"] and model["r_high"] > card["r_high"], "not wider"'
shows 'provisional: fewer than six cards' claims "$h100" --verdicts-of model
! grep -q 'one process' out || fail 'a mark of a card on a model'
changed "$h100" other_card.json 'run["device"]["uuid"] = run["device"]["uuid"][::-1]
run["session"]["started"] = "2029" + run["session"]["started"][4:]'
shows '2 runs of 2 cards, ' claims "$h100" other_card.json
prints 'verdicts are of the model$'
refused 'these are runs of 2 cards of NVIDIA H100 80GB HBM3: name those of one' claims "$h100" other_card.json --verdicts-of card
refused 'these are runs of 2 cards' claims --each "$h100" other_card.json --verdicts-of card
refused "--verdicts-of takes card or model, not 'cards' .did you mean 'card'" claims "$h100" --verdicts-of cards
[ ! -s out ] || fail 'verdicts of a unit that is none'

# Verdicts of each of several runs alone: which words differ, all in the formats, of as many devices as there are.
unpacked "$h100" | sed -e 's/"started": *"....-/"started": "2030-/' -e 's/"before":true,"after":true/"before":false,"after":false/' >failed.json
changed "$h100" fast.json 'run["session"]["started"] = "2028" + run["session"]["started"][4:]
for c in run["cases"]:
    if "/per_level/" in c["name"]:
        c["samples"]["gpu_total_ns"] = [t // 10 for t in c["samples"]["gpu_total_ns"]]'
cc 0 claims --each "$h100" later.json
narrow out 'each of two runs'
prints '^NVIDIA H100 80GB HBM3: 2 runs of 1 card, '
prints ' 0 differ in word from the joint$'
! grep -q tokuyoshi out || fail 'lines of claims whose words do not differ'
cc 0 claims --each "$h100" fast.json failed.json "$h200"
narrow out 'each of three runs'
prints ' [1-9][0-9]* differ in word from the joint$'
prints '^tokuyoshi.speed_up, paper: about 6 ×$'
prints '^  UNDECIDED       together  '
prints '^  CONTRADICTED    fast  .* slower \['
prints '^  NOT TESTABLE    failed$'
prints '^NVIDIA H200: 1 run of 1 card, '
cc 0 claims --each --json "$h100" fast.json failed.json
checked '
device, = json_out["devices"]
assert device["runs"] == ["20261122-tile-subdivision-passes.json.xz", "fast.json", "failed.json"], device["runs"]
judged = differed = 0
for c in device["claims"]:
    together = c["together"]["verdict"]
    alone = [one["verdict"] for one in c["alone"] if one]
    assert {together, *alone} <= words, c["id"]
    held = [one for one in alone if "NOT TESTABLE" not in (one, together)]
    assert c["differs"] == any(one != together for one in held), c["id"]
    judged += len(held)
    differed += sum(one != together for one in held)
assert (device["judged"], device["differed"]) == (judged, differed) and 0 < differed < judged, "how many differ"
assert sum(c["excludes"] for c in device["claims"]) <= device["excluded"] <= differed, "how many exclude"'
cc 0 claims --each --markdown "$h100" fast.json failed.json
checked '
lines = [line for line in out.splitlines() if line.startswith("|")]
assert len(lines) > 3 and all(line.count("|") == 6 for line in lines), "a row for each run"'
shows "^NVIDIA H100 80GB HBM3,tokuyoshi.speed_up,about 6 ×,CONTRADICTED,fast,0.6[0-9]*," claims --each --csv "$h100" fast.json failed.json
prints "^NVIDIA H100 80GB HBM3,tokuyoshi.speed_up,about 6 ×,NOT TESTABLE,failed,"
tells 77 'no device here has two' claims --each "$h100" "$h200"
[ ! -s out ] || fail 'something of runs that are not two'
refused '--each and --expect: choose one' claims --each --expect first.json "$h100" later.json

# Expected: the same is well, another verdict is not.
cc 0 claims --brief --expect first.json "$h100"
sed 's/"verdict": "CONFIRMED"/"verdict": "NOT SEEN to STRONGER"/' first.json >changed.json
tells 1 '^claims: NVIDIA H100 80GB HBM3: [a-z_.]*: was NOT SEEN to STRONGER, is CONFIRMED$' claims --brief --expect changed.json "$h100"
sed 's/"id": "tokuyoshi.speed_up"/"id": "tokuyoshi.gone"/' first.json >gone.json
tells 1 'tokuyoshi.gone: was [A-Z ]*, is no longer a claim' claims --brief --expect gone.json "$h100"
tells 77 "'first.json' has no verdicts of NVIDIA H200" claims --brief --expect first.json "$h200"
printf '{"devices": [{"device": "NVIDIA H100 80GB HBM3", "claims": []}]}' >bad.json
tells 77 "'bad.json' has no verdicts of NVIDIA H100" claims --brief --expect bad.json "$h100"
printf '{"devices": [{"device": "NVIDIA H100 80GB HBM3", "claims": [{"id": "lastra.no_overhead", "verdict": "NOT TESTABLE"}]}]}' >bad.json
tells 77 "'bad.json' has no verdicts of NVIDIA H100" claims --brief --expect bad.json "$h100"
printf '{' >bad.json
refused "--expect 'bad.json': line 1: .*; claimcheck claims RUN.json --json writes such a file" claims --brief --expect bad.json "$h100"
# It is read first: what is wrong with it is not said behind the verdicts.
[ ! -s out ] || fail 'verdicts before a file that cannot be read'
printf '{"devices": 3}' >bad.json
refused 'devices is not an array' claims --expect bad.json nowhere.json
printf '{"devices": [{"device": "x"}]}' >bad.json
refused "device 'x': its claims are not an array" claims --expect bad.json "$h100"
sed 's/"verdict": "CONFIRMED"/"verdict": "CONFRIMED"/' first.json >bad.json
refused "'bad.json': device 'NVIDIA H100 80GB HBM3', claim '[a-z_.]*': there is no verdict 'CONFRIMED' .did you mean 'CONFIRMED'" \
    claims --brief --expect bad.json "$h100"
# Words of earlier versions, in a file of theirs and in one that says to be of this.
for word in MATCHES 'DIRECTION ONLY' 'NO DIFFERENCE' INCONCLUSIVE 'CONFIRMED or WEAKER'; do
    sed "s/\"verdict\": \"CONFIRMED\"/\"verdict\": \"$word\"/" first.json >old.json
    refused "'old.json': device .*: there is no verdict '$word'.*; claimcheck claims RUN.json --json writes such a file" \
        claims --brief --expect old.json "$h100"
done
sed -i 's/"schema_version": 2/"schema_version": 1/' old.json
refused "'old.json': its schema_version is 1, whose verdicts have other words; claimcheck claims RUN.json --json writes such" \
    claims --brief --expect old.json "$h100"
sed 's/"id": "tokuyoshi.speed_up"/"ID": 3/' first.json >bad.json
refused "device 'NVIDIA H100 80GB HBM3', claim [0-9]* of it: it has no id" claims --expect bad.json "$h100"
refused "cannot read --expect 'nowhere.json': No such file" claims --brief --expect nowhere.json "$h100"
refused "cannot read --expect '/dev/zero': it is not a regular file" claims --brief --expect /dev/zero "$h100"

# A user's claims, by the same engine, and every fault of them in a line.
shows '^CONFIRMED  mine.twice$' claims --published mine.json "$h100"
prints '^  A subtree at a time is at least twice as fast as a level at a time · 6.0'
prints ' · paper at least 2 × · CONFIRMED$'
! grep -q tokuyoshi out || fail 'claims of other papers'
cc 0 claims --published mine.json --published "$root/results/published/tokuyoshi.json" --json "$h100"
checked 'assert {c["paper"] for c in json_out["devices"][0]["claims"]} == {"mine", "tokuyoshi"}'
sed -e 's/at_least/atleast/' -e 's/"gpu"/"time"/' -e 's/"statement"/"say"/' mine.json >faulty.json
cc 99 claims --published faulty.json "$h100"
[ "$(wc -l <err)" -eq 4 ] || fail 'not a line for each fault'
says "'faulty.json' is not a valid published file: claims 'mine.twice': says is 'atleast': did you mean 'at_least'\? It must be one of faster, slower, .*, peaks_within$"
says "measure is 'time': gpu, wall"
says 'statement is missing'
says 'say is not known'
sed 's/A subtree/\\u001b[31mA subtree/' mine.json >red.json
shows '^  \?\[31mA subtree' claims --published red.json "$h100"
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
s/"at_least"/"falls", "along": "topp"/|axis 'topp' .did you mean 'top'
s/"gpu"/"counter:barier"/|counter 'barier' .did you mean 'barriers'
s/"gpu"/"fact:leave"/|fact 'leave'
s/"gpu"/"metric:n_uot"/|metric 'n_uot'
s/"value"/"range": {"threshod": [1, 2]}, "value"/|axis 'threshod' .did you mean 'threshold'
s/"value"/"preconditions": [{"what": "fact:threshod", "at_least": 1}], "value"/|fact 'threshod'
END
sed -e 's/tile_subdivision/tile_subdivison/' mine.json >faulty.json
refused "there is no technique 'tile_subdivison'" run --list-cases --claims --published faulty.json
# The papers' own files are all accepted.
shipped=()
for paper in "$root"/results/published/*.json; do
    shipped+=(--published "$paper")
done
saved shipped.out claims --brief "$h100"
cc 0 claims --brief "$h100" "${shipped[@]}"
cut -c 1-40 out | sort >own
cut -c 1-40 shipped.out | sort | cmp -s - own || fail "the papers' own files give other verdicts"
cc 0 claims --brief "$spacing" "${shipped[@]}"
printf '{\n"a": 1,\n' >faulty.json
refused "'faulty.json' line 3" claims --published faulty.json "$h100"
refused "cannot read 'nowhere.json'" claims --published nowhere.json "$h100"
cc 99 claims --published "$h100" "$h100"

# Nothing to judge, and what is refused.
tells 77 'no case of any claim: claimcheck run --claims measures them' claims "$ceilings"
refused 'which run file' claims
refused nowhere.json claims nowhere.json
refused 'is not a valid run file' claims first.json
cp "$h100" again.json.xz
refused 'are one run: name it once' claims "$h100" again.json.xz
refused '--json and --csv: choose one' claims --json --csv "$h100"
refused '--brief and --verbose: choose one' claims --brief --verbose "$h100"
refused "did you mean '--json'" claims --jsn "$h100"
shows 'claimcheck claims run.json' claims --help

# A skeleton that the reader takes as it is, and that writes over nothing.
shows 'wrote skeleton.json' claims --new skeleton.json
says 'claimcheck claims RUN.json --published'
valid skeleton.json published
cc 77 claims "$ceilings" --published skeleton.json
refused "cannot write --new 'skeleton.json'" claims --new skeleton.json
refused 'takes no run file' claims --new other.json "$h100"
refused "--same-within '1'" claims --same-within 1 "$h100"
refused "--same-within '0x2'" claims --same-within 0x2 "$h100"
