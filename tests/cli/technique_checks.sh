#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# technique_checks.sh: checks of a folder's outputs, by the executable, on Mesa's CPU driver: what is wrong in one place is found,
# what a share, a tolerance or a program of the folder allows is not, and claims judge the errors.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
wants glslc

# folder [OLD NEW]...: the folder with texts of technique.json changed.
folder() {
    rm -rf checks run.json run.json.journal
    cp -r "$root/tests/cli/technique_checks" checks
    [ $# -eq 0 ] || replaced checks/technique.json "$@"
    valid checks/technique.json technique
}

# run CODE [ARGUMENTS...]: of the folder.
run() {
    cc "$1" run --technique checks --no-ceilings --samples 2 --seed 1 --out run.json "${@:2}"
}

# holds PYTHON: an expression of the cases by variant; `metric` has the value of one of a variant.
holds() {
    "$python" -c 'import json, sys
cases = {case["name"].split("/")[1]: case for case in json.load(open("run.json"))["cases"]}
status = {name: case["status"] for name, case in cases.items()}
wrong = {name for name, word in status.items() if word == "failed_verify"}
metric = lambda variant, name: cases[variant]["metrics"][name]["value"]
assert eval(sys.argv[1]), (status, [(case["reason"], case.get("metrics")) for case in cases.values()])' "$1" 2>err ||
        fail "not true: $1"
}

# Pairs are elements of a multiset; a NaN has any sign; an infinity, a tolerance and the last element count.
folder
run 1
holds 'wrong == {"swapped", "finite", "beyond", "unwritten"} and status["right"] == "ok"'
holds '"element 0 is (1, 0), wanted (0, 0)" in cases["swapped"]["reason"]'
holds '"-123, wanted inf" in cases["finite"]["reason"] and "never written" in cases["unwritten"]["reason"]'
holds 'metric("right", "pairs_wrong_share") == metric("right", "pairs_max_error") == metric("right", "numbers_wrong_share") == 0'
holds 'metric("right", "numbers_max_error") == 7.8125 and 4.4 < metric("right", "numbers_rms_error") < 4.6'

# One element of 1000 may be wrong, but not unwritten; claims know how many were, and how far.
folder '{"rel": 0.01}' '{"rel": 0.01, "share": 0.001}'
run 1
holds 'wrong == {"swapped", "unwritten"} and metric("beyond", "numbers_wrong_share") == 0.001'
holds '"1 of 1000 is wrong, at most 1 may be, none unwritten" in cases["unwritten"]["reason"]'
shows '^CONFIRMED +checks.few' claims run.json --technique checks
has out '^CONTRADICTED +checks.many' 'a share below the other bound'
has out '^CONFIRMED +checks.error' 'two greatest errors'
folder '{"rel": 0.01}' '{"rel": 0.01, "share": 0.0009}'
run 1
holds 'wrong == {"swapped", "finite", "beyond", "unwritten"}'

# A program of the folder decides, and what it prints are metrics.
folder '{"rel": 0.01}' '{"program": ["python3", "check.py"], "type": "float"}'
run 1
holds 'wrong == {"swapped", "unwritten"} and status["finite"] == status["beyond"] == "ok"'
# Poison that happens to be near is found with the next one.
holds 'cases["unwritten"]["reason"].endswith("numbers: its check says it is wrong: a number is off by more than half")'
holds '0.0109 < metric("beyond", "worst") < 0.0111 and metric("right", "mean_error") < 0.008'
holds 'metric("right", "numbers_wrong_share") > 0.99 and set(cases["right"]["metrics"]) > {"worst", "mean_error"} and metric("right", "numbers_max_error") == 7.8125'
holds '"check.py" in [file["file"] for file in json.load(open("run.json"))["session"]["technique_files"]]'
printf 'sys.exit(3)\n' >>checks/check.py
rm run.json
printed 'numbers: the check .* ended with exit code 3: a line of its own, 3' run 99 --filter right
sed -i 's/^print("worst".*/print("worst inf")/; s/^sys.exit.*//' checks/check.py
rm run.json
printed "numbers: the check printed 'worst inf': print a finite number" run 99 --filter right

sed -i 's/^print("worst inf.*/print("energy 1")/' checks/check.py
rm run.json
printed "the check printed 'energy', and 'energy'" run 99 --filter right

# A check that excuses all is none: by its tolerance, by its share, or since its program looks at nothing.
folder '{"rel": 0.01}' '{"abs": 1e30}'
said 'technique.json:[0-9]+: numbers: one number alone, or a few in turns, would pass its check: make "abs" less' run 99 --filter right
folder '{"rel": 0.01}' '{"abs": 505}' # of numbers from 1 to 1000: zeros do not pass, 501 does
said 'technique.json:[0-9]+: numbers: one number alone, or a few in turns, would pass its check: make "abs" less' run 99 --filter right
sed -i 's/"abs": 505/"rel": 0.01, "share": 0.5/' checks/technique.json
said 'numbers.check: "share" is not a number from 0 on and below 0.5' run 99 --filter right
folder '{"rel": 0.01}' '{"program": ["true"], "type": "float"}'
said 'technique.json:[0-9]+: numbers: its check found an answer right of which each bit is wrong: let it end with 1' run 99 --filter right

folder '"check": {"rel": 0.01}' '"type": "half", "check": {"rel": 0.01, "type": "uint16_t"}'
said "check: \"type\": 'uint16_t', and that of the output is 'half': numbers are compared as what they are" run 99

# Part of an element at the end is refused before anything runs; so is an axis of types that are none.
folder '"8 * elements"' '"8 * elements + 4"'
said 'technique.json:7: pairs has 8004 bytes, no multiple of the 8 of a uvec2: mend' run 99
folder '"8 * elements"' 8004
said 'technique.json:7: outputs.pairs: has 8004 bytes, no multiple of the 8 of a uvec2: mend' run 99
folder '"axes": {' '"axes": {"kind": {"quick": ["uvec2"], "paper": ["pair"], "full": ["uvec2"]}, ' '"uvec2", "check"' '"kind", "check"'
said "\"type\": 'pair' of the axis 'kind' is not a type: leave \"type\" out" run 99

# few CODE NUMBER ELEMENTS COUNT [MEMBER]...: a folder that copies numbers and how many there are, with members of technique.json.
few() {
    local code=$1 number=$2 elements=$3 count=$4
    rm -rf few run.json run.json.journal
    mkdir few
    printf '%s\n' 'import array' "array.array('f', ($number for i in range($elements))).tofile(open('source.bin', 'wb'))" \
        "array.array('I', [$count]).tofile(open('kept.bin', 'wb'))" >few/make.py
    printf '%s\n' 'import shutil' 'shutil.copy("source.bin", "numbers.bin")' 'shutil.copy("kept.bin", "count.bin")' >few/reference.py
    cat >few/technique.json <<END
{ "schema_version": 1, "technique": "few", "bench": "copies", "question": "Is a check that excuses what is wrong refused?",
  "axes": {"elements": {"quick": [$elements], "paper": [$elements], "full": [$elements]}},
  "generator": ["python3", "make.py"],
  "inputs": {"source": {"bytes": "4 * elements", "fill": "generator", "type": "float"}, "kept": {"bytes": 4, "fill": "generator"}},
  "outputs": {"numbers": {"bytes": "4 * elements", ${5-} "check": {"abs": 12, "type": "float"}}, "count": {"bytes": 4}},
  "reference": ["python3", "reference.py"], ${6-}
  "variants": {"right": {"steps": [{"copy": ["source", "numbers"]}, {"copy": ["kept", "count"]}]}} }
END
    valid few/technique.json technique
    cc "$code" run --technique few --no-ceilings --samples 2 --seed 1 --out run.json
}
excused='numbers: one number alone, or a few in turns, would pass its check'

# Constants in turns, of few elements, or of as many as count, excuse all; an answer that is itself such may be.
said "$excused" few 99 '100 * (i % 2) + i % 7' 1000 1
said "$excused" few 99 '100 * (i % 3) + i % 7' 1000 1
said "$excused" few 99 '100 + i' 20 1
said "$excused" few 99 '100 + i' 4 1
said "$excused" few 99 '100 * (i % 2) + i' 8 1
said "$excused" few 99 '11' 1 1
few 0 '100 * i' 3 1
said "$excused" few 99 'i % 7 if i < 500 else i' 1000 500 '"length": "count",'
few 0 '100 * (i % 2)' 1000 1
few 0 '100 * i or float("inf")' 1000 1 # which alone passes nothing
printed 'verified over one input alone: it is the same for every seed' few 0 'i' 1000 1

# No element is compared where the reference gives none; examples show that it can.
said 'technique.json:[0-9]+: numbers: the reference gives it no element here, so none is compared' few 99 'i' 1000 0 '"length": "count",'
few 0 'i' 1000 0 '"length": "count",' '"examples": [{"elements": 1000, "kept": [0], "count": [0]}, {"elements": 1, "source": [5], "kept": [1], "count": [1]}],'

# A folder that was asked for and has no case in the run is named.
cc 77 run --technique few --filter '^cbt[.]sum_reduction/packed/' --profile quick --no-ceilings --samples 2 --seed 1 --out other.json
has err "no case of 'few' is in this run" 'a folder that the filter leaves out'
