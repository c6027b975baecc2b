#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check_folder.sh: `new` writes a technique that runs, and `check` says whether its checks would see it broken, on Mesa's CPU
# driver. Judges no time. Exit code: 0, 1, 77 (no CPU driver here, or no glslc).
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
wants glslc
unset LP_NUM_THREADS

shows "claimcheck check my_scan" new my_scan
[ "$(ls my_scan | tr '\n' ' ')" = 'claims.json reference.py reverse.comp technique.json ' ] || fail "new wrote $(ls my_scan)"
refused 'is not empty' new my_scan
refused 'is not a name of a technique' new My-Scan
refused 'cannot write' new nowhere/my_scan
mkdir empty
cc 0 new empty
cc 0 run --technique my_scan --filter '^my_scan[.]' --no-ceilings --samples 2 --out run.json
refused 'name one folder' new
refused 'name one folder' check
refused 'name one folder' new a b

shows '^one, 1 thread +verified +4 cases' check my_scan
has out '^four, 4 threads +verified +4 cases' 'as it is, with threads'
has out '^one/1/skip +caught +my_scan/reverse' 'a step left out'
has out '^4 mutants caught, 0 excused, 0 survived; 0 wrong, 0 not tried' 'the sums'
has out '^missing barriers +not here' 'what a CPU driver does not find'
lacks out 'memcpy/' 'a yardstick has no mutants'
shows '^[|] ' check my_scan --filter '/one/' --format markdown
cc 0 check my_scan --format json
holds out 'len(run["rows"]) >= 10'

# The process of a trial where the system has no fork(); its job has text in digits.
hex() {
    printf '%s' "$1" | od -A n -t x1 | tr -d ' \n'
}
job="{\"folder\":\"$(hex my_scan)\",\"variant\":\"$(hex one)\",\"threads\":\"$(hex 0)\""
shows '"variant":"one","status":"verified"' trial "$job}"
lacks out '"variant":"four"' 'a trial of one variant'
cc 0 trial "$job,\"faults\":[\"skip:1@.\",\"short:1@.\"]}"
lacks out '"status":"verified"' 'trials of mutants'
has out '"pass":"skip:1@.".*"step":"[^"]' 'the step that is left out'
[ "$(grep -c '"status":"failed_verify"' out)" = 2 ] || fail 'a mutant that is found ends at once, and the next one begins'
shows '"message":"' trial "{\"folder\":\"$(hex none)\"}"
refused 'is started by claimcheck check only' trial my_scan

# A step that nothing needs survives, until its excuse is written down; an excuse that nothing needs is wrong.
cp -r my_scan spare
replaced spare/technique.json '"steps": [{"kernel": "reverse.comp", "constants": ["size", 1]' \
    '"buffers": {"spare": "bytes"}, "steps": [{"fill": "spare"}, {"kernel": "reverse.comp", "constants": ["size", 1]'
printed '^one/1/skip +survived +spare' cc 1 check spare
has out '^one/2/skip +caught' 'the kernel behind it'
replaced spare/technique.json '"reference":' '"excuses": {"one/1/skip": "the buffer is read by nobody"}, "reference":'
shows '^one/1/skip +excused' check spare
replaced spare/technique.json 'one/1/skip' 'o*/*/skip'
shows '^one/1/skip +excused' check spare --filter '/one/'
replaced spare/technique.json 'o*/*/skip' 'one/2/skip'
printed 'an excuse that no survivor needs' cc 1 check spare

# A loop of two turns, the second of which does nothing that the first has not done.
cp -r my_scan loop
rm loop/claims.json
changed loop/technique.json loop/technique.json 'one = run["variants"]["one"]
one["steps"] = [{"repeat": {"turn": "1..2"}, "steps": one["steps"]}]
run["variants"] = {"one": one}'
printed '^one +few turns' cc 1 check loop

# Wrong at an awkward size alone, which no profile has.
cp -r my_scan tail
replaced tail/technique.json 'ceil(elements / (4 * size))' 'max(1, floor(elements / (4 * size)))'
printed 'wrong at elements:' cc 1 run --technique tail --filter '^my_scan[.]' --no-ceilings --samples 1 --out tail.json
printed '^four, 1 thread +wrong' cc 1 check tail
refused 'no-such-folder' check no-such-folder

# Variants of the executable, by their names, also where there is no fork().
shows '^compact/append, 4 threads +verified' check stream_reduction.compact/append
has out '^compact/append/1/skip +caught +count' 'its fill left out'
has out '^3 mutants caught, 0 excused, 0 survived' 'mutants of that variant alone'
has err 'check: 1 variant, .* perhaps' 'what is to come'
has err 'check: 1 of 1, compact/append: 3 mutants, 0 survived; .* left' 'how far it is'
shows '^3 mutants caught, 0 excused, 0 survived' check stream_reduction --filter '/append/'
refused 'selects no' check stream_reduction --filter 'no such case'
job="{\"technique\":\"stream_reduction\",\"bench\":\"compact\",\"variant\":\"$(hex append)\",\"threads\":\"$(hex 0)\""
shows '"step":"count"' trial "$job,\"faults\":[\"skip:1@.\"]}"
lacks out '"variant":"quadtree"' 'a trial of that variant alone'
shows '"message":"' trial "{\"technique\":\"none\",\"bench\":\"compact\"}"
