#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# truth.sh: the viewer says of two kept runs what show and compare say of them. Exit code: 0, 1, 77 (no node of 18 or newer).
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/../cli/runs.sh"
. "$root/tests/viewer/node.sh"

h100=$results/runs/nvidia-h100-80gb-hbm3/20261128-paper.json.xz
h200=$results/runs/nvidia-h200/20261128-paper.json.xz
cd -- "$work"
"$claimcheck" export "$h100" --format view >a.json
"$claimcheck" export "$h200" --format view >b.json
"$claimcheck" show "$h100" --export-json show.json >/dev/null
"$claimcheck" compare "$h100" "$h200" --export-json compare.json >/dev/null
VIEW_A=a.json VIEW_B=b.json SHOW_A=show.json COMPARE=compare.json node --test "$root/tests/viewer/truth.mjs"
