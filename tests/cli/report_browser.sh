#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# report_browser.sh: pages of claimcheck report as Chromium shows them, by tests/cli/browser.py: a whole run, two devices, what
# went wrong, hostile names, and a comparison. Exit code: 0, 1, 77 (no Chromium here).
#
#   tests/cli/report_browser.sh CLAIMCHECK
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/executable.sh"
. "$root/tests/cli/runs.sh"

h100=$results/runs/nvidia-h100-80gb-hbm3
small=$h100/20261122-tile-subdivision-passes.json.xz

cc 0 report "$h100/20261123-paper.json.xz" --out whole
cc 0 report "$small" "$results/runs/nvidia-h200/20261121-tile-subdivision-paper.json.xz" --out two
changed "$small" bad.json '
bad = "</td></script><script>alert(1)</script>\"'"'"'&amp;<!-- \u05d0\u05d1 x" + 60 * " W"
run["device"]["name"] = bad + "\u202e"
for c in run["cases"][:4]:
    c["status"], c["reason"] = "failed_verify", bad + 300 * "W"
for c in run["cases"][4:]:
    c["name"] = c["name"] + bad
'
cc 0 report bad.json --out bad
cc 0 compare "$small" "$results/runs/nvidia-h200/20261121-tile-subdivision-paper.json.xz" --format html
cp out compare.html
code=0
"$python" "$root/tests/cli/browser.py" whole/index.html {two,bad}/{index,cases}.html compare.html >faults 2>&1 || code=$?
[ "$code" -eq 1 ] || cat faults
[ "$code" -ne 77 ] || exit 77
checks=$((checks + 1))
[ "$code" -eq 0 ] || fail "in a browser: $(head -n 5 faults)"

printf 'report_browser: %d checks, %d failed\n' "$checks" "$failed"
exit "$((failed > 0))"
