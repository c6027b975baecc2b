#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# view.sh: the document that a page draws, and the page, of kept runs and of what is made of them: by its schema, and held
# against show, claims, compare and the figures (tests/cli/view.py). What is refused.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/runs.sh"

h100=$results/runs/nvidia-h100-80gb-hbm3
paper=$h100/20261128-paper.json.xz
small=$h100/20261121-tile-subdivision-paper.json.xz
passes=$h100/20261122-tile-subdivision-passes.json.xz
h200=$results/runs/nvidia-h200/20261128-paper.json.xz
quick=$results/runs/llvmpipe-llvm-15-0-6-256-bits/20261127-quick.json.xz
trace=$results/traces/nvidia-h100-80gb-hbm3/20261121-tile-subdivision.json.gz

# view NAME RUN...: a document that the schema takes.
view() {
    cc 0 export "${@:2}" --format view --out "$1.view.json"
    valid "$1.view.json" view
}

# held WHAT ARGUMENTS...: tests/cli/view.py finds no difference.
held() {
    "$python" "$root/tests/cli/view.py" "${@:2}" >view.faults 2>&1 || fail "$1: $(head -n 3 view.faults)"
}

# Two paper runs: each against what show, claims and export --format figures say of it, and both against compare.
for run in "$paper" "$h200"; do
    name=$(basename "$(dirname "$run")")
    view "$name" "$run"
    cc 0 show "$run" --export-json "$name.show.json"
    saved "$name.claims.json" claims "$run" --json
    cc 0 export "$run" --format figures --out "$name.figures.json"
    held "$name" one "$name.view.json" "$name.show.json" "$name.claims.json" "$name.figures.json"
    # The terminal counts claims as the page does.
    cc 0 show "$run"
    counted=$(sed -n 's/^\([0-9]*\) of \([0-9]*\) claims agree.*/\2 \1/p' out)
    [ "$counted" = "$(sed -n 's/.*"sentence":"[0-9]* papers* states* \([0-9]*\) claims[^"]*here\. \([0-9]*\) hold.*/\1 \2/p' "$name.view.json")" ] && [ -n "$counted" ] ||
        fail "$name: show counts '$counted', and the page otherwise"
done
cc 0 compare "$paper" "$h200" --export-json compare.json
held 'two devices' two nvidia-h100-80gb-hbm3.view.json nvidia-h200.view.json compare.json
# Two devices of which a verdict differs.
view claims-a "$h100/20261127-claims-4.json.xz"
view claims-b "$results/runs/nvidia-h200/20261127-claims-6.json.xz"
cc 0 compare "$h100/20261127-claims-4.json.xz" "$results/runs/nvidia-h200/20261127-claims-6.json.xz" --export-json compare.json
held 'two devices that differ' two claims-a.view.json claims-b.view.json compare.json
grep -q '1 of [0-9]* verdicts differs' compare.json || fail 'no verdict differs'

# The same run is the same bytes, from a plain file, too, and on standard output.
unpacked "$paper" >20261128-paper.json
cc 0 export 20261128-paper.json --format view
holds out <<'PYTHON'
other = document("nvidia-h100-80gb-hbm3.view.json")
for view in (run, other):
    view["device"]["runs"][0]["file"] = ""
assert run == other
PYTHON

# A software device has no bar of a time; a trace has passes; two runs have a history.
view quick "$quick"
held 'a software device' software quick.view.json
view traced "$small" --trace "$trace"
held 'a trace' passes traced.view.json
view several "$small" "$passes"
held 'two runs' several several.view.json

# Names that want to be marks are text, in the document and in the page.
changed "$small" hostile.json 'run["device"]["name"] = "</script><script>alert(1)</script>{{runs}}"
for c in run["cases"]:
    c["reason"] = "<img src=x onerror=alert(2)> {{title}}"'
view hostile hostile.json
cc 0 report hostile.json --out hostile.html
held 'hostile names' page hostile.html hostile.view.json

# The page has the documents, whole; its policy allows its script alone.
shows '^wrote new/folder/two.html$' report "$paper" "$h200" --out new/folder/two.html
has out '^file:///.*/new/folder/two.html$' 'the link'
held 'two devices in a page' page new/folder/two.html nvidia-h100-80gb-hbm3.view.json nvidia-h200.view.json
cp new/folder/two.html before.html
cc 0 report "$paper" "$h200" --out new/folder/two.html
cmp -s before.html new/folder/two.html || fail 'the same runs are another page'

# A run without a case, and one without a device.
changed "$small" empty.json 'run["cases"] = []'
view empty empty.json
changed "$small" hostless.json 'run["device"]["name"] = ""'
view hostless hostless.json

# Refusals.
refused 'of two devices: --format view writes one document a device' export "$small" "$h200" --format view
refused 'leave --filter out' export "$small" --format view --filter subtree
refused 'trace' export "$small" --format csv --trace "$trace"
refused 'is not a trace' export "$small" --format view --trace "$small"
refused "nowhere.json" export nowhere.json --format view
refused 'are one run: name it once' export "$small" "$small" --format view
refused 'would replace' export 20261128-paper.json --format view --out 20261128-paper.json
mkdir folder.html
refused "cannot write 'folder.html'" report "$small" --out folder.html
refused 'cannot make the folder' report "$small" --out 20261128-paper.json/page.html
