#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# sbatch.sh: what a task of scripts/maintain/slurm/claimcheck.sbatch does beside what another one left, without Slurm, on Mesa's CPU
# driver; tests/release/slurm.sh has the rest.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
export CLAIMCHECK=$claimcheck SLURM_SUBMIT_DIR=$work SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_MIN=1
unset SLURM_ARRAY_JOB_ID SLURM_RESTART_COUNT || true
options=(--filter tile_subdivision.subdivide/per_level/ --axis top=3 --axis map=spots --samples 3 --no-ceilings --quiet)

# task CODE LINES WHAT: one runs, with so many lines on stderr.
task() {
    ran "$1" "$root/scripts/maintain/slurm/claimcheck.sbatch" folder "${options[@]}"
    [ "$(wc -l <"$work/err")" -eq "$2" ] || fail "$3: not $2 lines on stderr"
}

# whole WHAT: its run file is, and its journal has gone.
whole() {
    [ -s folder/2.json ] && [ ! -e folder/2.json.journal ] || fail "$1: $(ls folder)"
}

# A journal without a whole first line, of a task that was killed before it measured anything.
mkdir folder
for begun in '' '{"schema_version":'; do
    rm -f folder/2.json
    printf %s "$begun" >folder/2.json.journal
    task 0 0 "a journal of '$begun'"
    whole "a journal of '$begun'"
done

# A run file that is whole stays, unless --force is given.
cp folder/2.json whole.json
said "^claimcheck.sbatch: task 2 is done: 'folder/2.json' is there" task 0 1 'a task that is done'
has folder/2.log '^claimcheck.sbatch: task 2 is done' 'its log'
: >folder/2.json.journal
task 0 1 'a task that is done, beside a journal'
whole 'a task that is done, beside a journal'
cmp -s folder/2.json whole.json || fail 'a run file that is whole was measured again'
options+=(--force)
task 0 0 --force
whole --force
! cmp -s folder/2.json whole.json || fail '--force leaves the file as it was'
unset 'options[-1]'

# One that was killed in the midst goes on.
rm folder/2.json
{ CLAIMCHECK_FAULT=crash@per_level "$claimcheck" run --out folder/2.json "${options[@]}" --no-isolate >"$work/out" || true; } 2>"$work/err"
[ "$(lines folder/2.json.journal)" -gt 0 ] || fail 'a planted crash leaves no journal'
task 0 0 'a journal'
whole 'a journal'

for variable in SLURM_SUBMIT_DIR SLURM_ARRAY_TASK_MIN SLURM_ARRAY_JOB_ID; do
    ran 99 env -u "$variable" SLURM_ARRAY_TASK_ID=1 "$root/scripts/maintain/slurm/claimcheck.sbatch" folder
    one_line "^claimcheck.sbatch: no $variable in the environment: start it by sbatch" "no $variable"
done
