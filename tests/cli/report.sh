#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# report.sh: claimcheck report on kept runs, and on what is made of them: one device and two, ten, names that want to be
# marks, failures, one sample, no case at all; each page by tests/cli/report_page.py. Where it writes, what it refuses.
# Exit code: 0, 1.
#
#   tests/cli/report.sh CLAIMCHECK
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/executable.sh"
. "$root/tests/cli/runs.sh"

h100=$results/runs/nvidia-h100-80gb-hbm3
paper=$h100/20261122-paper-2.json.xz
small=$h100/20261122-tile-subdivision-passes.json.xz
h200=$results/runs/nvidia-h200/20261121-tile-subdivision-paper.json.xz

# page WHAT FOLDER TEXT...: the two pages there hold together, and have those texts.
page() {
    local what=$1 file=$2
    shift 2
    checks=$((checks + 1))
    "$python" "$root/tests/cli/report_page.py" "$file" "$@" >page.faults 2>&1 || fail "$what: $(head -n 3 page.faults)"
}

# A whole run, into folders that are not there yet; the last line is the path.
cc 0 report "$paper" --out one/two
has out '^wrote one/two/index.html$' 'the path'
page 'a whole run' one/two 'Tokuyoshi, Figure 8' 'paper: fastest at 6' 'Weber, Table 2' 'paper, Radeon HD 7970' 'NVIDIA H100' 'CONFIRMED' 'tile_subdivision' 'Register Count' 'how often' 'passes of each variant' '11 dispatches, 10 indirect dispatches, 1 fill, 10 copies'
cp one/two/index.html before.html
cp one/two/cases.html cases.html
cc 0 report --out=one/two "$paper"
cmp -s before.html one/two/index.html && cmp -s cases.html one/two/cases.html || fail 'the same run is another page'

# The picture of each technique is what `inspect` draws by the words below it, and draws without a device.
"$python" - one/two/index.html >pictures <<'PYTHON'
import base64, html, re, sys
page = open(sys.argv[1], encoding="utf-8").read()
stored = dict(re.findall(r'<symbol id="(picture-[^"]+)".*?href="data:image/png;base64,([^"]+)"', page))
shown = re.findall(r'<figure class="picture">.*?<use href="#([^"]+)".*?<code>claimcheck inspect (.*?)</code>', page)
for i, (place, words) in enumerate(shown):
    open("%d.png" % i, "wb").write(base64.b64decode(stored[place]))
    print(html.unescape(words))
PYTHON
number=0
while read -ra words; do
    if [ "${words[0]}" = terrain ]; then # a device draws it; scripts/maintain/pictures --check holds this file against it
        cp "$root/docs/images/cbt-portrait.png" wanted.png
    else
        VK_DRIVER_FILES=none cc 0 inspect "${words[@]}" --picture wanted.png
    fi
    cmp -s wanted.png "$number.png" || fail "another picture: ${words[*]}"
    number=$((number + 1))
done <pictures
[ "$number" -eq 4 ] || fail "$number pictures of 4 techniques"

# Two devices, side by side.
cc 0 report "$small" "$h200" --out two
page 'two devices' two 'NVIDIA H200 against NVIDIA H100' 'B / A'

# A trace puts passes beside the cases of their names.
traces=$results/traces/nvidia-h100-80gb-hbm3
cc 0 report "$paper" --trace "$traces/20261122-cbt.json.gz" --out passes
page 'with a trace' passes 'Passes of one execution on NVIDIA H100' 'cbt/reduce_prepass'

# A case with too many passes for a page shows none, and the page says so; those of the others stay.
changed "$traces/20261122-cbt.json.gz" many.json '
passes = [e for e in run["traceEvents"] if e.get("cat") == "pass"]
long = passes[-1]["args"]["case"]
run["traceEvents"] += [e for e in passes if e["args"]["case"] == long] * 20000
'
cc 0 report "$paper" --trace many.json --out many
page 'many passes' many 'Passes of one execution on NVIDIA H100' 'cbt/reduce_prepass' 'Passes of 1 case of the trace are left out'
cc 0 report "$h200" --trace "$traces/20261122-cbt.json.gz" --out none
has err 'no case of these runs' 'a trace of other cases'
cc 99 report "$small" --trace "$small" --out x
has err 'is not a trace' 'a run for a trace'
cc 99 report "$small" --trace missing.json --out x

# Other files in a folder stay; a file in its place is refused, and left alone.
touch two/mine
cc 0 report "$small" --out two/
[ -e two/mine ] || fail 'a file of the folder is gone'
echo text >file
cc 99 report "$small" --out file
has err "'file'" 'a file for a folder'
[ "$(cat file)" = text ] || fail 'a file was overwritten'
mkdir closed
chmod a-w closed
[ -w closed ] || cc 99 report "$small" --out closed/in

# Refusals.
cc 99 report --out x
has err 'which run file' 'no run'
cc 99 report "$small" "$paper"
has err 'which folder' 'several runs and no folder'
cc 99 report "$small" "$small" --out x
has err 'one run' 'a run twice'
cc 99 report missing.json --out x
cc 99 report "$root/README.md" --out x
[ ! -e x ] || fail 'something was made of nothing'

# Names that want to be something else, in every place that a page has for one.
changed "$small" hostile.json '
bad = "</td></script><script>alert(1)</script>\"'"'"'&amp;<!-- \u05d0\u05d1 x"
run["device"]["name"] = bad + "\u202e"
for key in ("driver_name", "driver_info", "kind"):
    run["device"][key] = bad
run["context"]["cpu"] = run["tool"]["commit"] = run["session"]["profile"] = bad
for c in run["cases"]:
    for key in ("technique", "bench", "variant", "workload"):
        c[key] = c[key] + bad
    c["name"] = c["name"] + bad
    c["reason"] = ""
for w in run["workloads"]:
    w["name"] = w["name"] + bad
for k in run["kernels"]:
    k["name"] = bad
'
cc 0 report hostile.json --out hostile
page 'hostile names' hostile '<script>alert(1)</script>'

# Cases that went wrong have their reasons, and a place; those of one sample, and of none.
changed "$small" bad.json '
run["device"]["name"] = "name " * 60
for i, (status, reason) in enumerate([("failed_verify", "wanted <1>, got <2>"), ("unsupported", "needs int64"),
                                      ("timeout", "took " + 300 * "W"), ("device_lost", ""), ("error", "x")]):
    run["cases"][i]["status"], run["cases"][i]["reason"] = status, reason
for c in run["cases"][5:9]:
    samples = c["samples"]
    for key in samples:
        if isinstance(samples[key], list):
            samples[key] = samples[key][:1]
for c in run["cases"][9:12]:
    c["samples"] = None
'
cc 0 report bad.json --out bad
page 'what went wrong' bad 'wanted <1>, got <2>' 'needs int64' 'device_lost'

# Nothing at all; and a software device, which says so.
changed "$small" nothing.json 'run["cases"] = []; run["device"]["software"] = True'
cc 0 report nothing.json --out nothing
page 'no case' nothing 'A software device'

# Ten devices.
for i in 0 1 2 3 4 5 6 7 8 9; do
    changed "$small" "$i.json" "
run['device']['name'] = 'device $i'
run['session']['started'] = '2026-01-0${i}T00:00:00Z'
run['session']['seed'] = $i
"
done
cc 0 report [0-9].json --out ten
page 'ten devices' ten 'device 9 against device 0'

# A page that is too large says what is not there.
changed "$paper" large.json 'run["cases"] += [dict(c, name=c["name"] + "/again", baseline=False) for c in run["cases"]]'
cc 0 report large.json --out large
has err 'left out|only their rows|went wrong' 'a large run'
page 'a large run' large 'To keep this page below 5 MB'

# Before cases go, those that no verdict rests on go.
cc 0 report "$h100/20261123-paper.json.xz" --out rested
has err 'cases without a verdict show only their rows' 'a somewhat large run'
page 'a somewhat large run' rested 'To keep this page below 5 MB'
checks=$((checks + 2))
grep -q '<summary>tile_subdivision.subdivide/per_level/map:scene/top:10/' rested/cases.html || fail 'a case of a verdict is not there'
grep -q '<summary>ceilings.bandwidth/copy' rested/cases.html && fail 'a case that no verdict rests on is there'

# scripts/run writes it last, and its path is the last line.
mkdir -p tree/scripts/plot tree/build/release tree/results/local
cp -- "$root/scripts/run" tree/scripts/
changed "$small" tree/results/local/run.json ''
printf '#!/bin/sh\n' | tee tree/scripts/setup tree/scripts/build >tree/scripts/plot/plot
# shellcheck disable=SC2016
printf '#!/bin/sh\n[ "$1" != run ] || exec echo "wrote %s/tree/results/local/run.json"\nexec "%s" "$@"\n' "$work" \
    "$claimcheck" >tree/build/release/claimcheck
chmod +x tree/scripts/* tree/scripts/plot/plot tree/build/release/claimcheck
tree/scripts/run >out 2>err || fail "scripts/run: exit code $?"
[ "$(tail -n 1 out)" = "file://$(realpath "$work")/tree/results/local/run.report/index.html" ] || fail 'scripts/run ends otherwise'
page 'of scripts/run' tree/results/local/run.report 'Tokuyoshi'

if command -v node >/dev/null; then
    for name in before cases; do
        sed -n '/^<script>/,/^<\/script>$/{s/^<script>//;/^<\/script>$/!p;}' "$name.html" >script.js
        [ -s script.js ] && node --check script.js >out 2>&1 || fail "the script of $name.html is none"
    done
fi

printf 'report: %d checks, %d failed\n' "$checks" "$failed"
exit "$((failed > 0))"
