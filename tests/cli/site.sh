#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# site.sh: scripts/maintain/site of runs of two devices, one of them whole, and of one with a hostile name: a page, and a data file
# of each, of a limited size. What it refuses.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/runs.sh"

small=$results/runs/nvidia-h100-80gb-hbm3/20261122-tile-subdivision-passes.json.xz
whole=$results/runs/nvidia-h100-80gb-hbm3/20261128-paper.json.xz
h200=$results/runs/nvidia-h200/20261121-tile-subdivision-paper.json.xz
changed "$small" bad.json '
run["device"]["name"] = "</td></script><script>alert(1)</script>\"\u0027&amp;<!-- W"
run["device"]["uuid"], run["session"]["started"] = "0" * 32, "2026-11-20T01:02:03Z"
'

# site CODE ARGUMENT...
site() {
    ran "$1" "$root/scripts/maintain/site" "${@:2}"
}

site 0 made/site "$claimcheck" "$whole" "$h200" bad.json
has out '^site: [0-9]* KB and 3 files of at most [0-9]* KB, in made/site/index.html$' 'the sum'
for run in "$whole" "$h200" bad.json; do
    cc 0 export "$run" --format view --out "$(basename "$run").view.json"
done
"$python" "$root/tests/cli/view.py" site made/site "$(basename "$whole").view.json" "$(basename "$h200").view.json" bad.json.view.json >faults ||
    fail "the site: $(head -n 3 faults)"

# In Chromium, from disk: the list, a device, two of them, and nothing that is not in the list.
shows() {
    local address=$1 wanted=$2
    "$browser" --headless --no-sandbox --disable-gpu --virtual-time-budget=10000 --user-data-dir="$work/browser" --dump-dom \
        "file://$(realpath made/site/index.html)$address" >dom 2>/dev/null || true
    sed -e '/<main/,/<\/main>/!d' -e 's/<[^>]*>/ /g' dom | tr -s ' \n' ' ' >shown
    grep -q -- "$wanted" shown || fail "index.html$address shows no '$wanted': $(head -c 200 shown)"
}
printf 'globalThis.claimcheckRuns = { stray: "x" };\n' >made/site/stray.js
if browser=$(command -v chromium || command -v chromium-browser); then
    shows '' 'speed-ups hold? .*H100 .*H200 .*W .*Compare them'
    shows '?run=nvidia-h200' 'measured again on NVIDIA H200'
    shows '?run=nvidia-h200&run=nvidia-h100-80gb-hbm3#compare' 'Compare .*H200'
    shows '?run=stray' 'Do published GPU speed-ups hold?'
    printf 'truncated' >made/site/nvidia-h200.js
    shows '?run=nvidia-h200' 'Do published GPU speed-ups hold?'
    grep -q 'is not a data file of this page' dom || fail 'a data file that is none is not said'
    rm made/site/nvidia-h200.js
    shows '?run=nvidia-h200' 'Do published GPU speed-ups hold?'
    grep -q 'cannot be read: it belongs beside this page' dom || fail 'a data file that is gone is not said'
else
    printf 'site: no Chromium here: nobody has looked at it\n'
fi
said 'report: exit code 99' site 99 made "$claimcheck" nowhere.json
said '^site: usage' site 99 made
printf 'a file\n' >taken
said '^site: .*taken' site 99 taken "$claimcheck" "$small"
