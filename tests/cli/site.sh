#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# site.sh: scripts/maintain/site of runs of two devices and of one with a hostile name: one page that has their documents. What it
# refuses. Exit code: 0, 1.
#
#   tests/cli/site.sh CLAIMCHECK
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/executable.sh"
. "$root/tests/cli/runs.sh"

small=$results/runs/nvidia-h100-80gb-hbm3/20261122-tile-subdivision-passes.json.xz
h200=$results/runs/nvidia-h200/20261121-tile-subdivision-paper.json.xz
changed "$small" bad.json '
run["device"]["name"] = "</td></script><script>alert(1)</script>\"\u0027&amp;<!-- W"
run["device"]["uuid"], run["session"]["started"] = "0" * 32, "2026-11-20T01:02:03Z"
'

# site CODE ARGUMENT...
site() {
    local wanted=$1 code=0
    shift
    checks=$((checks + 1))
    "$root/scripts/maintain/site" "$@" >out 2>err || code=$?
    [ "$code" -eq "$wanted" ] || fail "site $*: exit code $code, not $wanted: $(tail -n 2 err)"
}

site 0 made/site "$claimcheck" "$small" "$h200" bad.json
has out '^site: [0-9]* KB of 3 runs, in made/site/index.html$' 'the sum'
for run in "$small" "$h200" bad.json; do
    cc 0 export "$run" --format view --out "$(basename "$run").view.json"
done
checks=$((checks + 1))
"$python" "$root/tests/cli/view.py" page made/site/index.html "$(basename "$small").view.json" "$(basename "$h200").view.json" bad.json.view.json >faults ||
    fail "the page: $(head -n 3 faults)"
site 99 made "$claimcheck" nowhere.json
has err 'report: exit code 99' 'no such run'
site 99 made
has err '^site: usage' 'no executable'
printf 'a file\n' >taken
site 99 taken "$claimcheck" "$small"
has err 'cannot make the folder' 'a file in the way'

printf 'site: %d checks, %d failed\n' "$checks" "$failed"
exit "$((failed > 0))"
