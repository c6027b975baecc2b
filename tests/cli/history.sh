#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# history.sh: claimcheck history on kept runs and on files that are none: rows and their order, the picture as XML, exit
# codes. Measures nothing.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/runs.sh"
h100=$results/runs/nvidia-h100-80gb-hbm3

# Runs of one device, two of them kept and others by further cards: each that has the case is a row, in the order of their dates. Of
# every second the row is read anew.
case='^cbt[.]sum_reduction/prepass/depth:27/bits:quarter$'
mkdir cards
cp "$h100"/{20261127-claims-4,20261128-paper}.json.xz cards/
for i in 1 2 3 4 5 6 7; do
    changed "$h100/20261128-paper.json.xz" card.json "run['device']['uuid'] = '$i' * 32
run['session']['started'] = '2027-01-0${i}T00:00:00Z'
run['cases'] = [c for c in run['cases'] if c['name'].startswith('cbt.sum_reduction/')]"
    xz -c card.json >"cards/2027010$i-claims.json.xz"
done
cc 0 history cards --case "$case" --out h100.csv
"$python" - h100.csv cards "$case" "$root/scripts/maintain" <<'PYTHON' || fail 'the rows are not those of the kept runs'
import collections, csv, glob, json, re, sys
sys.dont_write_bytecode = True
sys.path.append(sys.argv[4])
from bounded import text_of
with open(sys.argv[1], encoding="utf-8", newline="") as file:
    rows = list(csv.DictReader(file))
wanted, dates = [], set()
for path in sorted(glob.glob(sys.argv[2] + "/*.json.xz"))[::2]:
    run = json.loads(text_of(path))
    dates.add(run["session"]["started"])
    for c in run["cases"]:
        if re.search(sys.argv[3], c["name"]) and c["status"] == "ok":
            launches = c.get("launches") or {}
            time = (launches.get("time") or c["gpu"])["median_ns"]
            wanted.append((c["name"], run["session"]["started"], run["tool"]["commit"], round(time, 3), c["gpu"]["count"]))
# Two runs that began in one second: either could be meant.
rows_of = collections.Counter((r["case"], r["date"]) for r in rows)
dates -= {date for (_, date), count in rows_of.items() if count > 1}
wanted = [row for row in wanted if row[1] in dates]
found = [(r["case"], r["date"], r["commit"], round(float(r["median_ns"]), 3), int(r["n"])) for r in rows if r["date"] in dates]
assert list(rows[0]) == ["date", "commit", "device", "driver", "case", "median_ns", "low_ns", "high_ns", "n", "card", "kernels", "launches",
                          "profile", "mark", "moved"]
assert len(found) > 3 and sorted(found) == sorted(wanted), (len(found), len(wanted))
order = [(r["case"], r["card"], r["driver"], r["date"]) for r in rows]
assert order == sorted(order), order
assert len({r["card"] for r in rows}) > 5 and all(len(r["card"]) == len(r["kernels"]) == 8 for r in rows)
assert {r["profile"] for r in rows} >= {"paper", "claims"} or len({r["profile"] for r in rows}) > 1, {r["profile"] for r in rows}
assert all(float(r["low_ns"]) <= float(r["median_ns"]) <= float(r["high_ns"]) for r in rows if r["low_ns"])
PYTHON

# Folders below count, too: devices are rows of one table.
mkdir -p both/h100 both/h200
cp "$h100"/20261128-paper.json.xz both/h100/
cp "$results"/runs/nvidia-h200/20261128-paper.json.xz both/h200/
shows 'NVIDIA H100' history both --case "$case"
has out 'NVIDIA H200' 'two devices'

# A case moves: rows that are kept by nothing but kernels and builds, in at most 2 % of series; a planted kernel that is 3 % slower
# is the one movement of its case, at its commit, and so are a driver, a card and what nothing explains, in runs of a day each.
rows=$results/cards/nvidia-h100-80gb-hbm3.jsonl.xz
cc 0 history "$rows" --case . --out moved.csv
planted='cbt.sum_reduction/prepass/depth:28/bits:quarter'
"$python" - moved.csv "$rows" "$planted" "$root/scripts/maintain" <<'PYTHON' || fail 'the movements of kept rows are others'
import collections, csv, json, sys
sys.dont_write_bytecode = True
sys.path.append(sys.argv[4])
from rows import rows_of
table = list(csv.DictReader(open(sys.argv[1], encoding="utf-8", newline="")))
series = collections.Counter((row["case"], row["device"]) for row in table)
moved = [row for row in table if row["moved"] and row["device"].startswith("NVIDIA")]
alarms = [row for row in moved if not row["moved"].endswith(": kernel")]
assert sum(count > 11 for count in series.values()) > 200 and 50 * len(alarms) <= len(series), (len(alarms), len(series))
assert max(count for (case, _), count in series.items() if case == sys.argv[3]) > 50
assert not any(row["case"] == sys.argv[3] for row in moved), "a movement where there is none"
for name in ("kernel", "driver", "harness", "card", "noise"):
    rows = sorted(rows_of(sys.argv[2]), key=lambda row: row["session"]["started"])
    rows = [row for row in rows if any(case["name"] == sys.argv[3] for case in row["cases"])]
    for place, row in enumerate(rows):
        case = next(case for case in row["cases"] if case["name"] == sys.argv[3])
        new = place >= len(rows) - 15
        row["session"]["started"] = f"2027-{1 + place // 28:02}-{1 + place % 28:02}T00:00:00Z"
        row["tool"]["commit"] = "feedfacefeed" if new and name in ("kernel", "harness") else "0" * 12
        row["device"]["driver_info"] = "2.0" if new and name == "driver" else "1.0"
        row["device"]["uuid_hash"] = ("f" if new and name == "card" else "0") * 16
        case["kernels"] = ["new" if new and name == "kernel" else "old"]
        row["kernels"] += [{"id": "old", "of": ["cbt/k 00000000"]}, {"id": "new", "of": ["cbt/k 11111111"]}]
        case["gpu_ns"] *= 1.03 if new else 1
    with open(f"moved-{name}.jsonl", "w", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    with open(f"moved-{name}.date", "w", encoding="utf-8") as file:
        file.write(rows[-15]["session"]["started"])
PYTHON
for name in kernel driver harness card noise; do
    cc 0 history moved-$name.jsonl --case "^$planted\$"
    case $name in kernel | harness) commit=feedfacefeed ;; *) commit=000000000000 ;; esac
    [ "$(grep -c 'SLOWER\|FASTER' out)" = 1 ] && grep -q "^$(cat moved-$name.date),$commit,.*,\"*SLOWER 1[.]0[23].*: $name" out ||
        fail "a case that is 3 % slower by $name: $(grep 'SLOWER\|FASTER' out)"
done

# Files that are no runs are said, one line each, and left out.
mkdir some some/below empty broken
cp "$h100/20261122-tile-subdivision-passes.json.xz" some/below/kept.json.xz
printf '{"schema_version": 1' >some/cut.json
printf 'not one' >some/foreign.json.gz
printf '{}' >some/empty.json
printf 'of something else\n' >some/notes.txt
ln -s /dev/zero some/endless.json
cc 0 history some --case .
[ "$(wc -l <err)" -eq 3 ] || fail 'three files that are no runs: not a line each'
for name in cut.json foreign.json.gz empty.json; do
    has err "history: left out: '?some/$name'? " "$name"
done
changed some/below/kept.json.xz hostile.json 'case("copy/bytes:65536")["name"] = "<&>\",x"; run["device"]["name"] = "<b>\"&"; run["session"]["started"] = "2027-01-01T00:00:00Z"'
mkdir hostile
mv hostile.json hostile/
shows '^2027-01-01T00:00:00Z,[0-9a-f]+,"<b>""&",[^,]+,"<&>"",x",' history hostile --case '<&>'

cp some/cut.json broken/
tells 99 "^claimcheck: history: none of 1 file of 'broken' is a run$" history broken --case .
# Several folders are one history, and a device is its rows and its kept runs.
saved below history some/below --case .
matches below history some/below empty --case .
matches below history some/below/kept.json.xz --case .
cc 99 history some/cut.json --case .
tells 0 'history: h100: .*cards/nvidia-h100-80gb-hbm3.jsonl.xz$' history h100 --case "^$planted\$"
has err 'history: h100: .*runs/nvidia-h100-80gb-hbm3$' 'runs of a device'
[ "$(wc -l <out)" -gt 50 ] || fail 'a device has fewer runs than rows'
shows "^$planted, NVIDIA H100" history h100 --case "^$planted\$" --format text
has out '^ *no movement was found; fewer than 14 sittings cannot show one$' 'nothing moved'
[ "$(sed -n 's/^  \(20[^ ]*\) .*/\1/p' out)" = "$(sed -n 's/^  \(20[^ ]*\) .*/\1/p' out | sort)" ] || fail 'a series is not by date'
narrow out 'a series'
shows '^ *1 movement, each from the row that names it on$' history moved-kernel.jsonl --case "^$planted\$" --format text
cc 0 history h200 --case '^detp.estimate/octree/size:10000x10000/mode:B$'
[ "$(grep -c 'FASTER 0[.][67].*: kernel' out)" = 1 ] || fail 'a kernel that is a third faster on 16 cards'
tells 77 'has no run file' history empty --case .
tells 77 'no case' history some --case 'no[.]such'
refused 'which case' history some
refused 'No such file' history nowhere --case .
refused 'not a regular expression' history some --case '('
refused '--format takes csv, text, markdown, latex or json' history some --case . --format png
# Without a folder: the runs that are kept beside the executable, and those of results/local, each once.
mkdir -p beside/bin beside/results/runs/one beside/results/local
cp "$claimcheck" beside/bin/
cp some/below/kept.json.xz beside/results/runs/one/
saved kept history beside/results/runs --case .
changed some/below/kept.json.xz beside/results/local/mine.json 'run["session"]["started"] = "2027-01-01T00:00:00Z"'
cp beside/results/local/mine.json beside/results/local/latest.json
(cd beside && ./bin/claimcheck history --case .) >out 2>err || fail 'history without a folder'
has err 'history: reads .*results/runs$' 'the kept runs are named'
has err 'history: reads results/local/$' 'the own runs are named'
[ "$(wc -l <out)" -eq $((2 * $(wc -l <kept) - 1)) ] || fail 'not every run once'
mkdir own
cp "$h100/20261122-tile-subdivision-passes.json.xz" own/run.json.xz
refused 'would replace own/run.json.xz: choose another' history own --case . --out own/../own/run.json.xz
cmp -s "$h100/20261122-tile-subdivision-passes.json.xz" own/run.json.xz || fail 'a run file that was read is written over'
refused 'cannot write' history some --case . --out /dev/null/x
