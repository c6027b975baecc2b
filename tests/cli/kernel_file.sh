#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# kernel_file.sh: run --kernel, by the executable, on Mesa's CPU driver: a shader of the user's beside a shipped kernel.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
wants glslc
unset CLAIMCHECK_SHADERC || true

# run CODE FILE ARGUMENTS...: `cases`, beside the baseline.
subtrees=(--filter 'subdivision.subdivide/subtree/' --axis top=4 --axis subtree_levels=1,2)
cases=("${subtrees[@]}")
run() {
    local wanted=$1 file=$2
    shift 2
    rm -f "$work/$file" "$work/$file.journal"
    cc "$wanted" run "${cases[@]}" --axis map=scene --no-ceilings --samples 2 --seed 1 --out "$work/$file" "$@"
}

subtree=tile_subdivision/subtree
# With what it includes of its own in place: that is what is changed here.
"$claimcheck" list --source $subtree >subtree.comp
"$claimcheck" list --source $subtree.glsl >subtree.glsl
sed '/#include "tile_subdivision\/subtree.glsl"/{
r subtree.glsl
d
}' subtree.comp >same.comp
write='tile_write(atomicAdd(control\[0\], 1), n, importance, threshold);'
grep -q "$write" same.comp || fail 'the kernel is no longer what this test changes'

# Equal source gives equal SPIR-V and equal answers, beside the original; a case that does not use it has no override.
run 0 same.json --kernel $subtree=same.comp
valid same.json
holds same.json 'sorted(by_variant) == ["per_level", "subtree", "subtree@file"] and len(cases) == 5'
holds same.json 'all(case["status"] == "ok" for case in cases)'
holds same.json 'by_variant["subtree@file"]["replaced"] == ["tile_subdivision/subtree"] and by_variant["subtree"]["replaced"] is None'
holds same.json 'session["kernel_files"][0]["sha256"] in [k["sha256"] for k in kernels if k["file"] is None]'
holds same.json '{k["id"] for k in kernels if k["file"]} == {id for c in cases if c["variant"] == "subtree@file" for id in c["kernels"]}'
holds same.json 'by_variant["subtree@file"]["samples"].get("round") == by_variant["subtree"]["samples"].get("round")'
grep -q 'subtree@file' out || fail 'the table has no row of the file'
# Over its original, by the rounds that both have: in the file and behind the group.
holds same.json 'all(("twin" in case) == case["variant"].endswith("@file") for case in cases)'
holds same.json 'by_variant["subtree@file"]["twin"]["original"] == by_variant["subtree"]["name"]'
holds same.json 'by_variant["subtree@file"]["twin"]["verdict"] == "too_few_rounds" and by_variant["subtree@file"]["twin"]["time_ratio"]["pairs"] == 2'
holds same.json 'all(k["spirv_bytes"]["original"] == k["spirv_bytes"]["file"] > 0 for k in by_variant["subtree@file"]["twin"]["kernels"])'
grep -q '^    [0-9.]* [×%] \(faster\|slower\): too few rounds to tell$' out || fail 'the table does not say what came of the file'
grep -q '^    tile_subdivision/subtree: the same SPIR-V, ' out || fail 'the table does not say what differs in the kernel'
# Constants that no case has set to another value, by the names of the source; LOWER has had two.
grep -q '^  same.comp: VARYING was always 0: [0-9]* branches depend on it; ' out || fail 'a constant that no case sets otherwise is not named'
! grep -q 'LOWER was' out || fail 'a constant of two values is said to have had one'
CLAIMCHECK_SHADERC=/nonexistent.so run 0 glslc.json --kernel $subtree=same.comp
grep -q '^  same.comp: VARYING was always 0: ' out || fail 'a constant has no name by glslc'
holds glslc.json "session['kernel_files'][0]['sha256'] == json.load(open('$work/same.json'))['session']['kernel_files'][0]['sha256']"

# The name of the twin selects, too; its original and the baseline come along.
"$claimcheck" run --filter 'subdivision.subdivide/subtree@file/.*levels:2' --axis top=4 --axis map=scene --list-cases \
    --kernel $subtree=same.comp >out 2>err
[ "$(grep -c . out)" -eq 3 ] && grep -q '/subtree@file/' out && grep -q '/subtree/' out || fail 'a filter on the name of the twin'

# Files beside the user's are found first, shipped ones after them; in child processes, too.
printf 'const uint of_mine = 0;\n' >mine.glsl
sed 's|^void main()|#include "mine.glsl"\nvoid main()|; s|const uint width = 1u|const uint width = of_mine + 1u|' same.comp >include.comp
run 0 include.json --isolate --kernel $subtree=include.comp
holds include.json 'all(case["status"] == "ok" for case in cases) and len([k for k in kernels if k["file"]]) > 0'

# A wrong shader has no time.
sed "s|$write|tile_write(atomicAdd(control[0], 1), n, importance, threshold + 1);|" same.comp >wrong.comp
run 1 wrong.json --kernel $subtree=wrong.comp
valid wrong.json
holds wrong.json 'by_variant["subtree@file"]["status"] == "failed_verify" and by_variant["subtree"]["status"] == "ok"'
holds wrong.json 'by_variant["subtree@file"]["gpu"] is None'
holds wrong.json 'by_variant["subtree@file"]["twin"]["verdict"] == "wrong" and by_variant["subtree@file"]["twin"]["time_ratio"] is None'
grep -q '^    a wrong result, no time$' out || fail 'the table does not say that the file is wrong'

# One that writes its input, or past a buffer that all cases share, costs itself alone: what comes before and after it
# is right, and timed.
cases=(--filter 'subdivision.subdivide/(per_level|flat)/' --axis top=3)
for binding in 0 1 2 3 4 5 6 7; do
    printf '#version 450\nlayout(local_size_x = 64) in;\nlayout(binding = %d) buffer words_buffer { uint words[]; };\n' "$binding" >writes.comp
    printf 'void main()\n{\n    words[0] = 0u; words[1] = 0x3ff00000u; words[2] = 7u; words[64] = 9u; words[5] = 3u;\n}\n' >>writes.comp
    run 1 writes.json --kernel tile_subdivision/per_level=writes.comp
    holds writes.json 'sorted(by_variant) == ["flat", "per_level", "per_level@file"]'
    holds writes.json 'by_variant["per_level"]["status"] == by_variant["flat"]["status"] == "ok" and by_variant["flat"]["time_ratio"] is not None'
    holds writes.json 'by_variant["per_level@file"]["status"] == "failed_verify" and by_variant["per_level@file"]["samples"] is None'
    case $binding in
    0) holds writes.json '"wrote its input, buffer pyramid" in by_variant["per_level@file"]["reason"]' ;;
    2 | 3 | 4) holds writes.json '"wrote outside of buffer tile " in by_variant["per_level@file"]["reason"]' ;;
    esac
done
cases=("${subtrees[@]}")

# One that hangs ends by the time-out of a wait, here a planted one: llvmpipe leaves every loop after 65536 turns.
CLAIMCHECK_FAULT='timeout:sample@subtree.file/' run 99 hang.json --isolate --kernel $subtree=same.comp
holds hang.json 'by_variant["subtree@file"]["status"] == "timeout" and by_variant["subtree"]["status"] == "ok"'
holds hang.json 'by_variant["subtree@file"]["replaced"] == ["tile_subdivision/subtree"]'

# A compile error is printed in the compiler's words.
sed 's|^void main()|void main(|' same.comp >broken.comp
said 'broken.comp:[0-9]*: error: ' run 99 broken.json --kernel $subtree=broken.comp
has err "^claimcheck: run: --kernel $subtree: 'broken.comp' does not compile" 'a shader that does not compile'
[ ! -e broken.json ] && [ ! -e broken.json.journal ] || fail 'a shader that does not compile left a file'
: >empty.comp
said "^claimcheck: run: --kernel $subtree: 'empty.comp' has no #version" run 99 broken.json --kernel $subtree=empty.comp
[ "$(cat "$work/out" "$work/err" | wc -l)" -le 3 ] || fail 'a shader without a version: more than its line'
iconv -t UTF-16LE same.comp >wide.comp
run 99 broken.json --kernel $subtree=wide.comp
has err "^claimcheck: run: --kernel $subtree: cannot read 'wide.comp': it is UTF-16 or UTF-32: save it as UTF-8" 'UTF-16 without a mark'
said "cannot read 'nowhere.comp'" run 99 broken.json --kernel $subtree=nowhere.comp

# A kernel that needs more bindings than it gets: one line.
sed 's|^void main()|layout(set = 0, binding = 8) buffer extra_buffer { uint extra[]; };\nvoid main()|; s|^    const uint width|    extra[0] = 1;\n&|' same.comp >more.comp
said "'more.comp' uses 9 bindings, $subtree is given 8" run 99 more.json --kernel $subtree=more.comp
printf '%s\n' '#version 460' 'layout(local_size_x = 64) in;' 'layout(binding = 0) uniform sampler2D image;' \
    'layout(binding = 1) buffer Colours { vec4 colours[]; };' \
    'void main() { colours[0] = textureLod(image, vec2(0), 0); }' >image.comp
run 99 more.json --kernel $subtree=image.comp
has err "'image.comp' has another kind of descriptor at binding 0 than $subtree .storage_buffer" 'an image for a buffer'
sed 's|^void main()|layout(constant_id = 6) const uint MORE = 1;\nvoid main()|; s|const uint width = 1u|const uint width = MORE * 1u|' same.comp >constant.comp
only "uses 7 specialization constants, $subtree is given 6" run 99 more.json --kernel $subtree=constant.comp

# Names.
run 99 none.json --kernel tile_subdivision/subtre=same.comp
has err "no kernel 'tile_subdivision/subtre' \(did you mean 'tile_subdivision/subtree'\?\)" 'an unknown kernel'
said 'vertex shader' run 99 none.json --kernel cbt/frame_draw=same.comp
said 'replaced twice' run 99 none.json --kernel $subtree=same.comp --kernel $subtree=wrong.comp
said 'NAME=FILE.comp' run 99 none.json --kernel same.comp
said 'cbt/decode' run 99 none.json --kernel cbt/decode=same.comp

# Without a compiler.
PATH=/nonexistent CLAIMCHECK_SHADERC=/nonexistent/libshaderc.so.1 cc 99 run --filter 'subdivide/subtree/' \
    --kernel $subtree=same.comp --out none.json
has err 'install glslc' 'no compiler'

# Stopped while it compiles, it takes the compiler along, and leaves no folder. That of Mesa's shaders is not its own.
mkdir slow scratch
printf '#!/bin/sh\necho $$ >"%s/pid"\nexec sleep 60\n' "$work" >slow/glslc
chmod +x slow/glslc

# stopped SIGNAL CODE ARGUMENTS...
stopped() {
    rm -f pid
    TMPDIR=$work/scratch PATH=$work/slow:$PATH CLAIMCHECK_SHADERC=/nonexistent/libshaderc.so.1 begins "${@:3}" --kernel $subtree=same.comp
    awaits test -s pid
    stops "$1" "$2" "SIG$1 to $3 that compiles"
    # After SIGKILL it ends by itself, and another reaps it.
    for _ in {1..40}; do
        [ "$1" = KILL ] && [ -n "$(alive pid)" ] || break
        sleep 0.05
    done
    [ -z "$(alive pid)" ] || fail "SIG$1 to $3: glslc goes on"
    kill -9 "$(cat pid)" 2>/dev/null || true
    [ "$1" = KILL ] || [ -z "$(ls scratch)" ] || fail "SIG$1 to $3: left $(ls scratch)"
}
stopped TERM 143 run "${subtrees[@]}" --out none.json
stopped INT 130 run "${subtrees[@]}" --out none.json
stopped TERM 143 list --kernels
stopped TERM 0 run "${subtrees[@]}" --watch
stopped KILL 137 run "${subtrees[@]}" --out none.json

# A run that was cut short goes on with the same file only.
"$python" -c 'import json, sys
document = json.load(open(sys.argv[1]))
lists = {key: document.pop(key) for key in ("workloads", "kernels", "cases")}
document["session"].update(ended=None, complete=False)
with open(sys.argv[2], "w") as file:
    for line in [document, {"workload": lists["workloads"][0]}] + [{"kernel": k} for k in lists["kernels"]] + [{"case": lists["cases"][0]}]:
        file.write(json.dumps(line) + "\n")' same.json cut.json.journal
cp same.comp kept.comp
cp wrong.comp same.comp
refused 'same.comp. has changed since' run --resume cut.json
cp kept.comp same.comp
cc 0 run --resume cut.json
holds cut.json 'sorted(by_variant) == ["per_level", "subtree", "subtree@file"] and len(cases) == 5'
