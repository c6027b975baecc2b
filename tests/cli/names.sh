#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# names.sh: names in place of paths: of kept devices, papers and claims; what a name that is near to one, or none, is told; and
# the papers and claims that list has. Exit code: 0, 1.
#
#   tests/cli/names.sh CLAIMCHECK
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/runs.sh"

# A device is its newest kept run, or its rows.
cc 0 show h100 --case tile_subdivision.subdivide/single_launch/map:scene/top:10/threshold:own/falloff:1
has err '^show: h100: .*results/runs/nvidia-h100-80gb-hbm3/.*json' 'show a device'
has out '^tile_subdivision.subdivide/single_launch' 'show a device'
cc 0 compare h100 h200 --filter '^cbt[.]draw'
has err '^compare: h200: .*results/runs/nvidia-h200/' 'compare devices'
cc 0 claims h100 tokuyoshi --brief
has err '^claims: h100: .*results/cards/nvidia-h100-80gb-hbm3.jsonl.xz' 'claims of a device'
has out 'tokuyoshi.speed_up' 'a paper'
lacks out 'weber' 'a paper'
cc 0 claims h200 tokuyoshi.speed_up --format csv
[ "$(grep -c tokuyoshi out)" = 1 ] || fail 'a claim: other claims, too'
cc 0 plot h100 --list
has out '^tokuyoshi' 'plot a device'
cc 0 why single_launch/map:scene h100
has out '^tile_subdivision.*single_launch' 'why of a device'
cc 0 history h200 --case single_launch
has out ',NVIDIA H200,' 'history of a device'
lacks out 'H100' 'history of a device'

# A paper without a run: the last run, or else what is kept of all devices.
cc 0 claims tokuyoshi --brief
has err '^claims: the kept devices, for there is no last run here$' 'a paper alone'
has out 'NVIDIA H200' 'a paper alone'
cc 0 cite tokuyoshi.speed_up --format bibtex
has out 'tokuyoshi2014' 'cite a claim'

# A name that is none, one that is near, and one of another kind.
cc 99 claims tokuyosi
has err "did you mean 'tokuyoshi'" 'a paper that is near'
cc 99 claims --claim tokuyosi h100
has err "no claim or paper 'tokuyosi' .did you mean 'tokuyoshi'" 'a paper that is near'
cc 99 show h110
has err "did you mean 'h100'" 'a device that is near'
cc 99 show nvidia
has err 'devices match: nvidia-h100-80gb-hbm3, nvidia-h200' 'several devices'
cc 99 show radeon
has err "'radeon' is not a file, and not a kept device: nvidia-h100" 'no device'
cc 99 show cbt
has err '[-]-filter cbt' 'a technique'
cc 99 show tokuyoshi
has err 'claimcheck claims tokuyoshi' 'a paper for show'
cc 99 claims h100 tokuyoshi weber
has err "'tokuyoshi' and 'weber': one paper or claim at a time" 'two papers'
cc 99 report h100 page
has err '[-]-out page' 'a folder without its option'
cc 99 compare h100
has err 'which two run files' 'one device'
cc 99 compare --with h100
has err 'there is no last run here' 'no last run'
printf x >file.json
cc 99 show --case file.json
has err "took the file 'file.json' as the name of a case" 'a file for a case'

# A file of that name is the file.
printf x >h100
cc 99 show h100
has err "'h100'" 'a file'
lacks err 'results/runs' 'a file'
rm h100

# Papers and claims without a run.
cc 0 list --papers
has out '^tokuyoshi +Tokuyoshi 2014 +tile_subdivision +[0-9]+' 'papers'
cc 0 list tokuyoshi
has out '^tokuyoshi.speed_up$' 'a paper'
lacks out 'weber' 'a paper'
cc 0 list --claims=speed_up --format csv
has out '^tokuyoshi.speed_up,' 'claims'
lacks out 'more_cores' 'claims'
cc 99 list --claims=nothing_of_it
cc 99 list --claims='('
has err 'not a regular expression' 'claims'
cc 99 list tokuyosi
has err "did you mean 'tokuyoshi'" 'a paper that is near'
cc 99 list claims
has err "did you mean 'list --claims'" 'a word that is an option'

# The folder of a technique is none of them.
"$claimcheck" new mine >/dev/null
for command in list show claims report history; do
    cc 99 $command mine
    has err "^claimcheck: $command: 'mine' is the folder of a technique: claimcheck $command --technique mine\$" "$command of a folder"
done
