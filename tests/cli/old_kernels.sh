#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# old_kernels.sh: run --save-kernels, run --kernel NAME=FILE.spv, and claimcheck ab --old-kernels on Mesa's CPU driver. Judges
# no time: an ab of some launches may end with 0, 77 or 99 there.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"

cases='^cbt.sum_reduction/(naive|packed)/depth:20/bits:quarter$'
cc 0 run --profile quick --filter "$cases" --samples 2 --no-ceilings --out run.json --save-kernels old
[ -s old/kernels.json ] && [ -s old/cbt/reduce_words.spv ] || fail 'the kernels were not saved'
cc 99 run --profile quick --filter "$cases" --samples 2 --no-ceilings --out a.json --save-kernels /dev/null/old
has err 'save-kernels: cannot write' 'a folder that cannot be'

# All as they were: nothing to measure, and that is well; another file than the index says is not.
selected=(--profile quick --filter "$cases")
shows '^no kernel differs: [0-9]+ are the same$' ab --old-kernels old "${selected[@]}"
lacks out 'saved' 'the same kernels'
refused "ab: no device matches 'nothing'" ab --old-kernels old "${selected[@]}" --device nothing
cc 0 ab --old-kernels old "${selected[@]}" --out same.json --markdown same.md
valid same.json ab
holds run.json <<'PYTHON'
ab = document("same.json")
assert ab["rows"] == [] and ab["exit"]["code"] == 0, ab
assert ab["device"]["name"] == run["device"]["name"] and ab["device"]["uuid"] == run["device"]["uuid"], ab["device"]
assert ab["old_kernels"]["cases_unchanged"] == 2 and ab["old_kernels"]["cases_unsaved"] == 0, ab["old_kernels"]
assert document("old/kernels.json")["cases"] == [c["name"] for c in cases]
PYTHON
has same.md "^<!-- claimcheck ab $(device_word)_[A-Za-z0-9_]+ -->\$" 'the key of a comment'
export VK_DRIVER_FILES=/nonexistent VK_ICD_FILENAMES=/nonexistent
cc 0 ab --old-kernels old "${selected[@]}" --markdown same.md
has same.md '^<!-- claimcheck ab no_device -->$' 'the key of a comment without a device'
export VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver
# Cases whose kernels are not in the folder are not told of; an early index does not say which are.
tells 77 'ab: [0-9]+ cases were not saved in old, and no other is selected: nothing is compared' ab --old-kernels old
tells 77 '[0-9]+ cases were not saved in old' ab --old-kernels old --profile quick --filter '^stream_reduction' --out none.json
lacks out 'no kernel differs' 'no case that was saved'
valid none.json ab
cc 0 ab --old-kernels old --profile quick --filter '^cbt.sum_reduction/(naive|packed|fused)/depth:20/' --markdown some.md
has out '^[0-9]+ cases? (was|were) not saved in old$' 'some that were not saved'
has some.md '^[0-9]+ cases? (was|were) not saved with the kernels\.$' 'some that were not saved'
cp -r old early
changed early/kernels.json early/kernels.json 'del run["cases"]'
cc 0 ab --old-kernels early
lacks out 'saved' 'an early index'
refused 'ab: .*nothing' ab --old-kernels old --filter '^nothing'
refused 'not a regular expression' ab --old-kernels old --filter '('
# Kernels that are gone were not compared.
cp -r old gone
cp "gone/$(jq -r '.kernels[0].name' gone/kernels.json).spv" gone/cbt/gone.spv
changed gone/kernels.json gone/kernels.json 'run["kernels"].append(dict(run["kernels"][0], name="cbt/gone"))'
tells 77 'no kernel that differs can be compared: [0-9]+ are the same, 1 are gone' ab --old-kernels gone "${selected[@]}"
cc 1 ab --old-kernels gone "${selected[@]}" --fail-on missing --out gone.json
valid gone.json ab
cp -r old broken
printf 'xxxx' >>broken/cbt/reduce_words.spv
refused "does not match 'kernels.json'" ab --old-kernels broken
rm broken/cbt/reduce_words.spv
refused 'cannot read' ab --old-kernels broken
printf '{"schema_version": "1.0", "commit": "a", "kernels": [{"name": "../old/cbt/reduce_words", "sha256": ""}]}' >broken/kernels.json
refused 'names no kernel' ab --old-kernels broken
printf '{"schema_version": "1.1", "commit": "a", "kernels": [], "cases": [1]}' >broken/kernels.json
refused 'names no case' ab --old-kernels broken
printf '{"schema_version": "1.1", "commit": "a", "kernels": [], "cases": {}}' >broken/kernels.json
refused 'is not an index of kernels' ab --old-kernels broken
printf '{' >broken/kernels.json
refused 'is not an index of kernels' ab --old-kernels broken
refused 'cannot read' ab --old-kernels nothing
mkdir piped
mkfifo piped/kernels.json
refused 'it is not a regular file' ab --old-kernels piped
refused 'leave out --a and --b' ab --old-kernels old --a x --b y

# A kernel with another generator in its header: the same code, another hash.
cp old/cbt/reduce_words.spv old/cbt/gone.spv
changed old/kernels.json old/kernels.json <<'PYTHON'
import hashlib
path = "old/cbt/reduce_words.spv"
words = bytearray(open(path, "rb").read())
words[8] ^= 1
open(path, "wb").write(words)
kernel = next(kernel for kernel in run["kernels"] if kernel["name"] == "cbt/reduce_words")
run["kernels"].append(dict(kernel, name="cbt/gone"))
kernel["sha256"] = hashlib.sha256(words).hexdigest()
PYTHON
cc 0 run --profile quick --filter "$cases" --samples 2 --no-ceilings --out twin.json --kernel cbt/reduce_words=old/cbt/reduce_words.spv
has out 'packed@file' 'a kernel of SPIR-V'
printf 'no SPIR-V, but words' >words.spv
refused 'is not SPIR-V' run --filter "$cases" --kernel cbt/reduce_words=words.spv
# A kernel that is gone, beside one that differs.
cc '1|99' ab --old-kernels old "${selected[@]}" --launches 4 --times --seed 1 --fail-on missing
cc '0|77|99' ab --old-kernels old "${selected[@]}" --launches 4 --times --seed 1 --out ab.json
has out '^A   kernels of .*: 1 differ, [0-9]+ are the same, 1 are gone$' 'what differs'
has out '^    [0-9]+ cases? (has|have) no kernel that differs, and (is|are) left out$' 'what is left out'
holds ab.json <<'PYTHON'
rows = [row for row in run["rows"] if not row["built_in"]]
assert [row["name"] for row in rows] == ["cbt.sum_reduction/packed/depth:20/bits:quarter"], rows
assert 2 <= rows[0]["first"]["launches"] <= 4 and 0.1 < rows[0]["first"]["ratio"] < 10, rows
assert run["old_kernels"]["differ"] == 1 and run["old_kernels"]["gone"] == 1, run["old_kernels"]
assert any(row["built_in"] for row in run["rows"]), run["rows"]
PYTHON
valid ab.json ab
cc 77 ab --old-kernels old --profile quick --filter '^cbt.sum_reduction/naive/depth:20/bits:quarter$' --launches 4 --quiet
has err 'no case selected has a kernel that differs' 'no row'
cc 77 ab --old-kernels old --profile quick --filter '^cbt.sum_reduction/fused/depth:20/bits:quarter$' --launches 4 --quiet
has err '1 case was not saved in old, and nothing is compared' 'no row'

# Kernels of a folder of the user's: the same, and others, one of which is wrong.
cc 0 new my_scan
own=(--technique my_scan --profile quick --filter '^my_scan')
cc 0 run "${own[@]}" --samples 2 --no-ceilings --out own.json --save-kernels own
shows '^no kernel differs: 1 are the same$' ab --old-kernels own "${own[@]}"
shows '^no kernel differs: 1 are the same$' ab --old-kernels own --technique my_scan
tells 77 '1 are gone' ab --old-kernels own --profile quick --filter '^cbt.sum_reduction/naive/depth:20/bits:quarter$'
sed -i 's/source\[at\];/source[at] + (at == 5u ? 1u : 0u);/' my_scan/reverse.comp
printed 'FAILED +one' cc 1 ab --old-kernels own "${own[@]}" --launches 4
has out 'claimcheck ab --old-kernels own --profile quick --technique my_scan ' 'the command that tries it again'
