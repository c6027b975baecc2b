#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run_after.sh: what `run` does with its file besides, by the executable, on Mesa's CPU driver: exports, and --with a kept
# run.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
. "$root/tests/cli/runs.sh"
tiny=(run --filter 'tile_subdivision.subdivide/(per_level|subtree)/' --axis map=scene --axis top=4 --axis subtree_levels=2 --samples 3 --no-ceilings)

# A kept run of these cases, and one of others, below a copy of the executable.
mkdir -p kept/results/runs/{gpu-one,gpu-two}
cp -- "$claimcheck" kept/claimcheck
claimcheck=$work/kept/claimcheck
cc 0 "${tiny[@]}" --profile paper --out kept/results/runs/gpu-one/20260101-paper.json
changed kept/results/runs/gpu-one/20260101-paper.json kept/results/runs/gpu-two/20260101-paper.json 'for c in run["cases"]: c["name"] += "/x:1"'

# Exports beside the table, the same as those of the file.
cc 0 "${tiny[@]}" --out run.json --export-json run2.json --export-csv run.csv --export-markdown run.md
cmp -s run.json run2.json || fail '--export-json is not the run file'
has out 'per_level' 'the table is there, too'
matches run.csv export run.json --format csv
matches run.md show run.json --markdown
lacks run.json "$work" 'the run file names the folder of an export'

# Compared with a kept run: that is A. One that shares no case is said to be so, and costs nothing.
shows '^A  .*, paper' "${tiny[@]}" --profile paper --out with.json --with gpu-one
has out 'gpu-one/20260101-paper.json' '--with'
has out '^   with.json' '--with'
has out '^rows: ' '--with'
tells 0 'no case of .*gpu-two/20260101-paper.json. is in .none.json.: nothing to compare' "${tiny[@]}" --out none.json --with gpu-two
cc 0 "${tiny[@]}" --out quiet.json --with gpu-one --quiet --export-csv -
lacks out 'rows: ' '--quiet'
has out '^name,workload' '--quiet'

# Impossible requests are reported before anything is measured.
refused '2 devices match: gpu-one, gpu-two' "${tiny[@]}" --out refused.json --with gpu
refused 'no kept run of such a device' "${tiny[@]}" --out refused.json --with radeon
refused 'standard output has the table' "${tiny[@]}" --out refused.json --export-csv -
refused 'an export is of one run' "${tiny[@]}" --out refused.json --device all --export-csv x.csv
refused 'cannot write .nowhere/x.csv.' "${tiny[@]}" --out refused.json --export-csv nowhere/x.csv
[ ! -e refused.json ] || fail 'a run that was refused left a file'
tells 99 'cannot write ./dev/full.' "${tiny[@]}" --out written.json --export-csv /dev/full
[ -e written.json ] || fail 'an export that fails takes the run with it'
