#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# verdicts.sh: what stands at the end of a run, by the executable: verdicts and advice, and nothing where there are none.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"

# lines COUNT PATTERN WHAT: of stdout.
lines() {
    [ "$(grep -c -e "$2" out || true)" -eq "$1" ] || fail "$3: not $1 lines of '$2'"
}

narrow() {
    ! grep -q '.\{81\}' end || fail "$1: a line of more than 80 columns"
}

# Counts are judged on a software device, times are not, which is said once; nor is there advice.
tiles=(--claims=tokuyoshi.three_synchronizations --no-ceilings --samples 2)
cc 0 run "${tiles[@]}" --out tiles.json
lines 1 '^claims about the device.s times are not judged: it is software$' 'a software device'
lines 1 '^    below the top · 31 synchronizations · paper 30 · CONFIRMED$' 'a count'
lines 0 '^on this device:$' 'no advice'
sed -n '/^claims about/,$p' out >end
narrow 'a run'
cp out run.out
cc 0 show tiles.json
sed -n '/^claims about/,/^1 of 1 claim agrees; 2 are not testable here: claimcheck claims tiles.json$/p' run.out >wanted
sed -n '/^claims about/,$p' out >shown
cmp -s wanted shown || fail 'show does not end as the run did'

# --quiet has none; a case that no claim names has none.
cc 0 run "${tiles[@]}" --quiet --out quiet.json
[ ! -s out ] || fail '--quiet: something on stdout'
cc 0 run --filter 'ceilings.bandwidth/copy/bytes:65536' --no-ceilings --samples 2 --out none.json
lines 0 '^claims\|claims\? agree\|on this device' 'nothing that a claim is about'

# Claims of another file are judged in place of the shipped ones.
changed "$root/results/published/tokuyoshi.json" mine.json 'run["paper"]["id"] = "mine"
run["claims"] = [claim for claim in run["claims"] if claim["id"] == "tokuyoshi.three_synchronizations"]
run["claims"][0].update(id="mine.steps", value=3)'
cc 0 run --claims --published mine.json --no-ceilings --samples 2 --out mine-run.json
lines 1 '^claims:$' 'claims of another file'
lines 1 ' · CONTRADICTED$' 'claims of another file'
lines 0 'tokuyoshi[.]' 'claims of another file'

# Runs of GPUs that are kept: each line of advice names a question of the run, and fits. Claims of a folder give none, nor does a
# run of one technique whose rounds are too few to tell its variants apart.
for run in "$root"/results/runs/nvidia-*/*paper*.json.xz; do
    for folder in "$root"/techniques/*/; do
        folder=$(basename -- "$folder")
        [[ $run != *"-${folder//_/-}-"* ]] || continue 2
    done
    cc 0 show "$run"
    sed -n '/^on this device:$/,/^[0-9]/p' out | sed '$d' >end
    if [ ! -s end ] && [[ $run != */[0-9]*[0-9]-paper* ]] && grep -q '(too few common rounds$' out; then
        continue
    fi
    [ -s end ] || fail "$run: no advice"
    narrow "$run"
    while read -r question rest; do
        [ -n "$rest" ] && grep -q "${question%:}/" out || fail "$run: '$question' is nothing of it"
    done < <(sed 1d end)
    lines 0 'software device' "$run"
done
