#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# technique.sh: --technique FOLDER, by the executable, on Mesa's CPU driver: a technique without C.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
wants glslc
cp -r "$root/tests/cli/technique" good

# run CODE FOLDER ARGUMENTS...: writes run.json.
run() {
    rm -f run.json run.json.journal
    cc "$1" run --technique "$2" --no-ceilings --samples 2 --seed 1 --out run.json "${@:3}"
}

# broken NAME OLD NEW [FILE]: a copy of the folder with one thing changed.
broken() {
    rm -rf "$1"
    cp -r good "$1"
    replaced "$1/${4-technique.json}" "$2" "$3"
}

# faulty PATTERN NAME OLD NEW [FILE]: no case of what is broken so is run, and stderr has the pattern.
faulty() {
    broken "${@:2}"
    said "$1" run 99 "$2"
}

# A folder is verified and timed like a technique of the build.
shows 'reverse.words' list --technique good
cc 0 list --technique good --json
[ "$(grep -c '"part": true' out)" -eq 1 ] || fail 'list --json does not name the yardstick'
run 0 good
holds run.json 'len(cases) == 12 and all(case["status"] == "ok" for case in cases)'
! grep -q 'was always' out || fail 'a constant that decides nothing is named'
holds run.json 'by_name["reverse.words/direct/elements:65536/type:uint64_t"]["work"]["bytes_read"] == 8 * 65536'
holds run.json '[file["file"] for file in session["technique_files"]] == ["technique.json", "reverse.comp", "reference.py"]'
valid run.json

holds run.json 'by_name["reverse.words/memcpy/elements:1000/type:uint"]["yardstick"] is True'

# A variant that lists points runs there and at the base point; others run everywhere.
broken joins '"twice": {' '"twice": {"joins": ["type:uint64_t elements:1000"], '
cc 0 run --technique joins --list-cases --profile quick
[ "$(grep -c /twice/ out)/$(grep -c /direct/ out)" = 2/4 ] || fail "a variant joins other points: $(cat out)"
shows 'twice: type:uint64_t elements:1000 \(joins\)' list --technique joins
grep -q 'one more value: 2 cases of paper, 2 cases of full' out || fail 'list does not say what a value costs'
broken joins '"twice": {' '"twice": {"joins": ["elements:7"], '
refused 'no profile has the value .7. of the axis .elements.' run --technique joins --list-cases

# Claims are read before anything is measured, hints name the folder, and readers say what has changed since.
cp -r "$root/techniques/prefix_scan" scan
sed -i 's|scan/look_back/|scan/look_bak/|' scan/claims.json
refused 'claim merrill.near_copy: .a. fits no case of any profile' run --technique scan
refused 'claim merrill.near_copy: .a. fits no case of any profile' check scan
cc 0 run --technique scan --list-cases
cp -r "$root/techniques/jump_flooding" flood
sed -i 's|"measure": "metric:wrong_share"|"measure": "metric:psnr"|' flood/claims.json
refused 'claim rong.errors: the folder has no metric .psnr.: there are turns, wrong_share' run --technique flood

# A new file of claims has names of cases, and is taken as it is.
rm scan/claims.json
refused "scan' has no claims.json: write its claims there" run --technique scan --list-cases --claims
cc 0 claims --new scan/claims.json --technique scan
grep -q -F '"b": "^prefix_scan\\.scan/reduce_then_scan/elements:67108864/type:uint64_t(/|$)"' scan/claims.json || fail "names: $(cat scan/claims.json)"
cc 0 run --technique scan --list-cases --claims
refused 'no option but --technique' claims --new scan/other.json --technique scan --json
broken later elements elements
printed '^next: claimcheck report run.json --technique later$' run 0 later --filter /direct/
tells 77 "these runs are of 'reverse', a folder's technique: name it, --technique FOLDER" claims run.json
tells 77 "these runs are of 'reverse', a folder's technique: name it, --technique FOLDER" cite run.json
cc 0 report run.json --technique later --out page
! grep -q 'has changed since' err || fail 'a folder that is as it was has changed'
printf '// more\n' >>later/reverse.comp
tells 0 'later has changed since the run of .* another reverse.comp' report run.json --technique later --out page

# Every kind of step, under validation; a loop, HLSL, an indirect dispatch.
run 0 "$root/tests/cli/technique_steps" --validate
holds run.json 'len(cases) == 3 and all(case["status"] == "ok" for case in cases)'
holds run.json 'by_name["steps.words/loop/elements:1000"]["counters"]["dispatches"] == 4'
holds run.json 'by_name["steps.words/loop/elements:1000"]["counters"]["indirect_dispatches"] == 1'
holds run.json 'by_name["steps.words/loop/elements:1000"]["work"]["operations"] == 4000'

# Its files are valid against the schema.
for folder in good "$root"/tests/cli/technique_{steps,parts,images}; do
    valid "$folder/technique.json" technique
done

# Nobody keeps what no commit has.
tells 99 "technique 'steps' matches neither techniques/" keep run.json --out-dir kept

# Groups that no step has written are refused, and none at all are told of.
cp -r "$root/tests/cli/technique_steps" groups
sed -i 's/"fill": "ramp"/"fill": "random"/' groups/technique.json
cp -r groups some_groups
sed -i 's/"fill": "arguments", "value": 1/"fill": "arguments", "value": 0/' groups/technique.json
run 0 some_groups --filter loop
run 0 groups --filter loop
holds run.json 'by_name["steps.words/loop/elements:1000"]["mark"] == "no indirect dispatch has a group: their kernels do not run"'
cc 77 ab --a "$claimcheck --technique some_groups" --b "$claimcheck --technique groups" --filter /loop/ --quiet
has out 'now in doubt: no indirect dispatch has a group' 'a gate is not green where only the new side is in doubt'
sed -i '/"fill": "arguments"/d' groups/technique.json
run 99 groups --filter loop
grep -q "no step before this one writes its groups to 'arguments': they are poison" run.json || fail 'groups that are poison'

# A tolerance for numbers of 64 bits would leave out every second word of a kernel that has none.
cp -r "$root/tests/cli/technique_steps" wide
sed -i 's/"type": "uint"/"type": "uint64_t"/' wide/technique.json
run 99 wide --filter loop
grep -q 'has no numbers of 64 bits, and .reversed., which it writes, is checked as uint64_t' run.json || fail 'a type that no kernel has'

# Kernels of "before" may prepare what timed steps read, and not make the answer.
cp -r "$root/tests/cli/technique_steps" early
sed -i 's/"hlsl": {"steps": \[\(.*"source"\), "reversed"\(.*\)\]}/"hlsl": {"buffers": {"made": "bytes"}, "before": [\1, "made"\2], "steps": [{"copy": ["made", "reversed"]}]}/' early/technique.json
run 99 early --filter hlsl
grep -q 'no step reads an input, for kernels of \\"before\\", which is untimed, have' run.json || fail 'an answer that "before" makes'

# Swaps, a loop until a word is 0, steps before, a state, axes of a variant and of fractions,
# inputs of a distribution, of a generator and of a file by axis, a length, floats by the SPIR-V, a uniform block, nested includes.
run 0 "$root/tests/cli/technique_parts" --validate
holds run.json 'sorted(case["status"] for case in cases) == ["ok"] * 6 + ["unsupported"] * 6 + ["verified"] * 12'
holds run.json '[case["metrics"]["turns"]["value"] for name, case in by_name.items() if "/swapped/" in name] == [3] * 6'
holds run.json 'by_name["parts.words/swapped/words:1000/alpha:0.5/kind:two"]["kind"] == "host_driven"'
holds run.json '{case["metrics"]["untimed_steps"]["value"] for name, case in by_name.items() if "/before/" in name and case["gpu"]} == {2}'
holds run.json 'not any("untimed_steps" in case["metrics"] for name, case in by_name.items() if "/swapped/" in name)'
has out '2 untimed' 'steps ahead of the stamps'
holds run.json '{file["file"] for file in session["technique_files"]} >= {"one.bin", "two.bin", "make.py", "parts/lanes.glsl"}'
run 0 "$root/tests/cli/technique_images" --validate
holds run.json 'len(cases) == 29 and {case["status"] for case in cases} == {"ok", "verified"}'

# parted CODE OLD NEW PATTERN: with one thing changed there, what a case says.
parted() {
    rm -rf parted
    cp -r "$root/tests/cli/technique_parts" parted
    replaced parted/technique.json "$2" "$3"
    run "$1" parted --filter 'words:1000/.*kind:one'
    grep -q -e "$4" err run.json || fail "parted $2 to $3: no '$4'"
}
parted 1 '"at_most": 3' '"at_most": 2' 'is not 0 after 2 turns'
parted 99 '"other": "bytes"' '"other": "2 * bytes"' 'differ in size or kind'
parted 99 '"push": ["words", "alpha"]' '"push": ["words", "1e39"]' 'declares a float'
parted 99 '"push": ["words"]' '"push": ["words / 3"]' 'declares a whole number of 32 bits'
parted 99 '"count", "when": "words > 0"' '"count", "value": 1.5, "when": "words > 0"' 'a fill writes whole numbers of 32 bits'
parted 99 '"control@4", "bytes": 4' '"control@4", "bytes": 8' 'not within 0..4'
parted 99 '"control@4"' '"control@8"' 'with at least 4 bytes behind it'
parted 99 '{"below": 1000}' '{"below": "words - words"}' 'no numbers are within'
parted 99 '"file": "{kind}.bin"' '"file": "{kind}.txt"' 'one.txt'
parted 1 '"fill": "count", "value": 7, "when": "words % 2 == 7"' '"fill": "ticket", "value": 5' 'ticket'

# A kernel of the folder is listed, and replaced by its name.
run 0 good --kernel reverse/reverse_uint=good/reverse.comp --filter 'elements:1000/type:uint$'
holds run.json 'len(cases) == 5 and all(case["status"] == "ok" for case in cases)'

# Two folders of one technique beside each other; --technique stands before the command there.
cc 0 --technique good list reverse.words
"$claimcheck" ab --a "$claimcheck --technique good" --b "$claimcheck --technique=good" --filter 'direct/elements:1000/type:uint$' \
    --launches 4 --on-undecided pass --times --quiet --out ab.json >out 2>err </dev/null || true
grep -q 'reverse.words/elements:1000/type:uint' out || fail 'ab of two folders: no row of theirs'

# In processes of its own, too.
run 0 good --isolate --filter 'elements:1000/type:uint$'
holds run.json 'len(cases) == 3 and all(case["status"] == "ok" for case in cases)'

# A run that was cut off goes on with its folder as it was, and with no other.
crashed=0
CLAIMCHECK_FAULT='crash@twice/' "$claimcheck" run --technique good --no-isolate --no-ceilings --samples 2 --seed 1 --out cut.json \
    --filter 'elements:1000/type:uint$' >out 2>err </dev/null || crashed=$?
[ "$crashed" -gt 128 ] && [ -e cut.json.journal ] || fail "a planted crash: exit code $crashed"
says 'claimcheck: crashed while reverse.words.* with --isolate: .* run --resume cut.json'
refused 'give --technique FOLDER again' run --resume cut.json
cp -r good other
printf '# another\n' >>other/reference.py
refused "'reference.py' of technique 'reverse' has changed since" run --resume cut.json --technique other

# A wrong kernel is a wrong result.
broken wrong 'push.elements - 1 - i' 'push.elements - i' reverse.comp
run 1 wrong --filter elements:1000/type:uint
! grep -q 'has loops' err || fail 'a hint on loops where no kernel has one'
holds run.json 'by_name["reverse.words/direct/elements:1000/type:uint"]["status"] == "failed_verify"'
holds run.json 'by_name["reverse.words/memcpy/elements:1000/type:uint"]["status"] == "ok"'
broken loops 'push.elements - 1 - i' 'i' reverse.comp
sed -i 's/^void main() {$/uint least(uint i) { while (i > 7) i -= 7; return i; }\n&/; s/= source\[i\]/= source[least(i)]/' loops/reverse.comp
run 1 loops --filter elements:1000/type:uint
says "'reverse[a-z./]*' has loops: .*; where groups wait for others, write \"waits_for_groups\": true into the variant in technique.json"
broken short '"ceil(elements / size)"' '"ceil(elements / size) - 1"'
run 1 short --filter elements:1000/type:uint
holds run.json '"never written" in by_name["reverse.words/direct/elements:1000/type:uint"]["reason"]'

broken writes 'reversed[push.elements - 1 - i] = source[i];' '{ reversed[push.elements - 1 - i] = source[i]; source[i] = 0; }' reverse.comp
sed -i 's/readonly buffer Source/buffer Source/' writes/reverse.comp
run 1 writes --filter 'direct/elements:1000/type:uint$'
holds run.json '"wrote to the input source" in by_name["reverse.words/direct/elements:1000/type:uint"]["reason"]'

# Who writes an input is named, also where its own answer is wrong by that; the next variant finds the input whole.
broken first 'if (i < push.elements)' 'if (i < push.elements) source[i] = 0; if (i < push.elements)' reverse.comp
sed -i 's/readonly buffer Source/buffer Source/' first/reverse.comp
run 1 first --filter 'elements:1000/type:uint$'
holds run.json '"wrote to the input source" in by_name["reverse.words/direct/elements:1000/type:uint"]["reason"]'
holds run.json 'by_name["reverse.words/memcpy/elements:1000/type:uint"]["status"] == "ok"'

# The reference is held to the examples.
broken example '"reversed": [3, 2, 1]' '"reversed": [3, 2, 2]'
said 'reversed\[2\] is 1, the example says 2' run 99 example --filter 'elements:1000/type:uint$'

# Work that no binding explains wants a reason.
broken work '"twice": {' '"twice": {"work": {"read": "5 * bytes"}, '
run 99 work --filter 'elements:1000/type:uint$'
holds run.json '"more than the 8 that" in by_name["reverse.words/twice/elements:1000/type:uint"]["reason"]'
broken reason '"twice": {' '"twice": {"work": {"read": "5 * bytes"}, "why": "each word is read five times", '
run 0 reason --filter 'elements:1000/type:uint$' --validate

# Groups that wait for others are not run where they might wait for ever.
broken waits '"twice": {' '"twice": {"waits_for_groups": true, '
run 0 waits --filter 'elements:1000/type:uint$'
holds run.json 'by_name["reverse.words/twice/elements:1000/type:uint"]["status"] == "unsupported"'
holds run.json '"wait for others" in by_name["reverse.words/twice/elements:1000/type:uint"]["reason"]'

# Faults of a folder are reported with file and line.
faulty 'comma/technique.json:2:' comma '"bench": "words",' '"bench": "words"'
faulty "technique.json:16: variants.twice.steps\[1\].bind\[0\]: there is no buffer 'midle' \(did you mean 'middle'\?\)" \
    buffer '"middle", "reversed"' '"midle", "reversed"'
faulty "technique.json:6: let.bytes: 'element \* sizeof\(type\)': .*did you mean 'elements'" \
    name '"elements * sizeof(type)"' '"element * sizeof(type)"'
faulty 'does not compile' kernel 'source[i];' 'sorce[i];' reverse.comp
says "'sorce' : undeclared"
faulty "there is a technique 'cbt' in this build" built '"technique": "reverse"' '"technique": "cbt"'
said "cannot read the folder 'nowhere'" run 99 nowhere
faulty "technique.json:[0-9]*: 'reverse.comp' uses [0-9]* specialization constants*, and \"constants\" has [0-9]: leave out the last 1$" \
    constant '"constants": [' '"constants": [7, '
faulty "technique.json:[0-9]*: 'reverse.comp' has push constants of 1 word, and \"push\" has 2: leave out the last 1$" \
    words '"push": ["elements"' '"push": ["elements", 7'
broken always 'void main() {' $'layout(constant_id = 1) const uint STOPS = 0;\nvoid main() {\n    if (STOPS == 1) return;' reverse.comp
sed -i 's/"constants": \["size"\]/"constants": ["size", 0]/' always/technique.json
run 0 always --filter 'direct/elements:1000/type:uint$'
grep -q '^  reverse.comp: constant 1 was always 0: 1 branch depends on it$' out || fail 'a constant of one value is not named'
faulty "technique.json:[0-9]*: 'reverse.comp' does not use binding 2, and \"bind\" has a buffer there: leave it out$" \
    bound '"bind": [' '"bind": ["reversed", '
faulty "technique.json:[0-9]*: the folder has no file 'revers.comp': put it there, or mend \"kernel\"$" \
    missing '"reverse.comp"' '"revers.comp"'
faulty "technique.json:[0-9]*: 'reverse.comp': cannot read '.*nowhere.glsl'" \
    included '#version 460' $'#version 460\n#include "nowhere.glsl"' reverse.comp
broken program '"python3"' '"no_such_program"'
said 'the reference no_such_program cannot be started' run 99 program --filter elements:1000/type:uint
