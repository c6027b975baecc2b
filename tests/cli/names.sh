#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# names.sh: names in place of paths: of kept devices, papers and claims; what a name that is near to one, or none, is told; and
# the papers and claims that list has.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/runs.sh"

# A device is its newest kept run, or its rows.
cc 0 show h100 --case tile_subdivision.subdivide/single_launch/map:scene/top:10/threshold:own/falloff:1
has err '^show: h100: .*results/runs/nvidia-h100-80gb-hbm3/.*json.*claimcheck claims h100 judges by all' 'show a device'
has out '^tile_subdivision.subdivide/single_launch' 'show a device'
tells 0 '^compare: h200: .*results/runs/nvidia-h200/' compare h100 h200 --filter '^cbt[.]draw'
tells 0 '^claims: h100: .*results/cards/nvidia-h100-80gb-hbm3.jsonl.xz' claims h100 tokuyoshi --brief
has out 'tokuyoshi.speed_up' 'a paper'
lacks out 'weber' 'a paper'
cc 0 claims h200 tokuyoshi.speed_up --format csv
[ "$(grep -c tokuyoshi out)" = 1 ] || fail 'a claim: other claims, too'
shows '^tokuyoshi' plot h100 --list
shows '^tile_subdivision.*single_launch' why single_launch/map:scene h100
shows ',NVIDIA H200,' history h200 --case single_launch
lacks out 'H100' 'history of a device'

# A paper without a run: the last run, or else what is kept of all devices.
tells 0 '^claims: the kept devices, for there is no last run here$' claims tokuyoshi --brief
has out 'NVIDIA H200' 'a paper alone'
shows 'tokuyoshi2014' cite tokuyoshi.speed_up --format bibtex

# A name that is none, one that is near, and one of another kind.
refused "did you mean 'tokuyoshi'" claims tokuyosi
tells 99 "no claim or paper 'tokuyosi' .did you mean 'tokuyoshi'" claims --claim tokuyosi h100
refused "did you mean 'h100'" show h110
refused 'devices match: nvidia-h100-80gb-hbm3, nvidia-h200' show nvidia
refused "'radeon' is not a file, and not a kept device: nvidia-h100" show radeon
refused '[-]-filter cbt' show cbt
refused 'claimcheck claims tokuyoshi' show tokuyoshi
tells 99 "'tokuyoshi' and 'weber': one paper or claim at a time" claims h100 tokuyoshi weber
tells 99 '[-]-out page' report h100 page
tells 99 'which two run files' compare h100
refused 'there is no last run here' compare --with h100
for words in 'list h100' 'inspect h200'; do
    refused "claimcheck claims ${words#* }" $words
done
for words in 'history tokuyoshi.speed_up' 'show h100 --case tokuyoshi.speed_up'; do
    tells 99 'of the paper or claim: claimcheck claims tokuyoshi.speed_up' $words
done
refused "history --case 'per_level'" history per_level
printf x >file.json
refused "took the file 'file.json' as the name of a case" show --case file.json

# A file of that name is the file.
printf x >h100
tells 99 "'h100'" show h100
lacks err 'results/runs' 'a file'
rm h100

# Papers and claims without a run.
shows '^tokuyoshi +Tokuyoshi 2014 +tile_subdivision +[0-9]+' list --papers
shows '^tokuyoshi.speed_up$' list tokuyoshi
lacks out 'weber' 'a paper'
shows '^tokuyoshi.speed_up,' list --claims=speed_up --format csv
lacks out 'more_cores' 'claims'
cc 99 list --claims=nothing_of_it
refused 'not a regular expression' list --claims='('
refused "did you mean 'tokuyoshi'" list tokuyosi
refused "did you mean 'list --claims'" list claims

# The folder of a technique is none of them.
"$claimcheck" new mine >/dev/null
for command in list show claims report history; do
    refused "^claimcheck: $command: 'mine' is the folder of a technique: claimcheck $command --technique mine\$" $command mine
done
