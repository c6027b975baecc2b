#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# rows.sh: rows of evidence by the executable: claims of them are those of their runs; rows of other claims are made again from the
# tree, or from git's history; what cannot be is named.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/runs.sh"

model=nvidia-h100-80gb-hbm3
runs=("$results/runs/$model/20261122-"{detp-paper-3,tile-subdivision-passes}.json.xz)
file=results/cards/$model.jsonl.xz

# A clone whose runs are in the tree.
git init -q clone
mkdir -p clone/results/runs/$model
cp -- "${runs[@]}" clone/results/runs/$model/
cd clone
export GIT_CONFIG_GLOBAL=/dev/null
git config user.name somebody
git config user.email somebody@example.org
cc 0 keep --rows results/runs/$model/*
tells 0 "has the row of '.*passes.json.xz' already" keep --rows results/runs/$model/*
git add -A
git commit -qm 'With runs'

# Verdicts, numbers and sentences are those of the runs.
saved of_runs claims "${runs[@]}" --json
cc 0 claims "$file" --json
cmp -s of_runs "$work/out" || fail "claims of rows are others: $(diff of_runs "$work/out" | head -n 3)"
cc 0 claims "$file" --brief
refused 'are one run: name it once' claims "$file" "${runs[0]}"
cc 0 cite "$file"
for command in compare report export; do
    cc 99 $command "$file"
done
refused "cannot read 'results/cards/none.jsonl.xz'" claims results/cards/none.jsonl.xz

# stale: the rows are of an earlier version of the claims, which had fewer times.
stale() {
    xz -dc kept.xz | sed -E 's/"claims_sha256":"[0-9a-f]/"claims_sha256":"x/; s/"sha256":"[0-9a-f]{8}"/"sha256":"00000000"/g' | xz >"$file"
}
cp "$file" kept.xz
xz -dc kept.xz | LC_ALL=C sort >kept
# same WHAT: the rows are those that were kept, whatever the order of lines is.
same() {
    xz -dc "$file" | LC_ALL=C sort | cmp -s - kept || fail "$1: the rows are others"
}
stale
cc 0 claims "$file" --json
grep -q 'rows by an earlier version of the claim' "$work/out" || fail 'rows of other claims are counted in silence'
tells 0 "2 of 2 rows were made by other claims than today's; 2 made again" claims --rejudge "$file" --brief
same 'rejudge by the tree'
tells 0 "0 of 2 rows were made by other claims than today's; 0 made again" claims --rejudge "$file" --brief

# Kernels that are not this build's, or that a row does not name: every form says of which day they are.
for planted in 's/(tile_subdivision[/][a-z_]+) [0-9a-f]{8}/\1 00000000/g' 's/"of":\["/"other":["/g'; do
    xz -dc kept.xz | sed -E "$planted" | xz >"$file"
    for form in --brief --all --markdown --csv --json; do
        cc 0 claims "$file" $form
        tr -s '\n ' ' ' <"$work/out" | grep -q 'by kernels of 2026-11-22' || fail "kernels of another day, $form: counted in silence"
    done
done
changed "${runs[1]}" kernels.json 'for kernel in run["kernels"]: kernel["sha256"] = "0" * 64'
shows '"by kernels of 2026-11-22"' export kernels.json --format view

cp kept.xz "$file"

# The runs leave the tree; one was changed before. History has what the rows are of.
cp results/runs/$model/20261122-tile-subdivision-passes.json.xz results/runs/$model/20261122-detp-paper-3.json.xz
git commit -qam 'Another file of that name'
git rm -qr results/runs
git commit -qm 'Without runs'
stale
tells 0 '2 made again' claims --rejudge "$file" --brief
same 'rejudge by history'

# A shallow clone lacks them.
git clone -q --depth 1 "file://$PWD" ../shallow
cd ../shallow
cp ../clone/kept.xz .
stale
cp "$file" before.xz
cc 99 claims --rejudge "$file" --brief
has err "2 rows stay as they were made, the first of 'runs/$model/20261122-.*json.xz': .*git fetch --unshallow" 'a shallow clone'
has err '2 of 2 rows .*; 0 made again' 'a shallow clone'
cmp -s "$file" before.xz || fail 'rows that could not be made again were changed'
cd ..

# So does one with a filter, which says how to get them.
git -C clone config uploadpack.allowFilter true
git -C clone config uploadpack.allowAnySHA1InWant true
git clone -q --filter=blob:none "file://$work/clone" filtered
cd filtered
cp ../clone/kept{,.xz} .
stale
cc 99 claims --rejudge "$file" --brief
has err "2 rows stay as they were made, the first of 'runs/.*: the filter of this clone left it out: git fetch --refetch --no-filter" 'a filter'
git fetch -q --refetch --no-filter
tells 0 '2 made again' claims --rejudge "$file" --brief
same 'rejudge behind a filter'
cd ..
mkdir none
cp clone/kept.xz none/rows.jsonl.xz
(cd none && xz -dc rows.jsonl.xz | sed 's/"claims_sha256":"[0-9a-f]/"claims_sha256":"x/' | xz >x && mv x rows.jsonl.xz)
tells 99 '2 rows stay as they were made, .*: git ended with exit code 128: fatal: not a git repository' claims --rejudge none/rows.jsonl.xz
refused 'name a device or a file of rows' claims --rejudge "${runs[0]}"
cc 99 claims --rejudge --published x.json none/rows.jsonl.xz

# A run that was kept with its cases in columns is read by the script of its clone, and by nothing else.
mkdir -p old/results/runs/$model old/results/cards old/scripts/maintain
columns=runs/$model/20261122-cbt-probe
if "$python" -B -c 'import sys
sys.path.insert(0, sys.argv[1] + "/scripts/maintain")
from history import kept_bytes
sys.stdout.buffer.write(kept_bytes(sys.argv[1], sys.argv[2]))' "$root" "$columns.json.xz" >"old/results/$columns.json.xz" 2>err; then
    cd old
    xz -dc "$results/cards/$model.jsonl.xz" | grep -e '^{"form"' -e "$columns[.]" | xz >kept.xz
    stale
    tells 99 "$columns.json.xz' stays as it was made: python3 ended with .*bounded.py" claims --rejudge "$file" --brief
    refused 'cases are in columns, as kept files had them' show "results/$columns.json.xz"
    cp "$root"/scripts/maintain/{bounded,columns}.py scripts/maintain/
    tells 0 '; 1 made again' claims --rejudge "$file" --brief
    xz -dc kept.xz | grep "$columns" >kept
    xz -dc "$file" | grep "$columns" | cmp -s - kept || fail 'columns: the row is another'
    cd ..
else
    printf 'rows: without a run of history: %s\n' "$(tail -n 1 err)"
fi

# A word that is no file is a device, by the files beside the working directory: one, several, none.
mkdir elsewhere
(cd elsewhere && "$claimcheck" claims h100 --brief >"$work/out" 2>"$work/err") || fail 'claims h100'
has out 'tokuyoshi' 'claims h100'
refused "nvidia: [2-9] devices match: nvidia-h100" claims nvidia --brief
refused "gtx1" claims gtx1 --brief
