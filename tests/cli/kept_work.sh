#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# kept_work.sh: kernels that keep work from one execution to the next, or leave it out, on Mesa's CPU driver: none gets a time
# for work that it did not do, in a folder or by --kernel, and honest ones beside them are right.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
wants glslc

# holds WHAT PYTHON: an expression of the run's cases; `of` has those of a variant, `found` the
# reasons of its wrong ones, `timed` what has a time.
holds() {
    "$python" -c 'import json, sys
cases = json.load(open("run.json"))["cases"]
of = lambda variant: [case for case in cases if case["name"].split("/")[1] == variant]
found = lambda variant: [case["reason"] for case in of(variant) if case["status"] == "failed_verify"]
timed = lambda variant: [case for case in of(variant) if case["status"] == "ok" or case["gpu"]]
word = sys.argv[1]
assert eval(sys.argv[2]), [(case["name"], case["status"], case["reason"]) for case in of(word)]' "$1" "$2" 2>err || fail "$1: not true: $2"
}

# run CODES ARGUMENTS...: a new run.json; turns CODES VARIANT...: of these of the folder.
run() {
    rm -f run.json run.json.journal
    cc "$1" run --no-ceilings --seed 1 --out run.json "${@:2}"
}
turns() {
    local IFS='|'
    run "$1" --technique "$root/tests/cli/kept_work" --filter "^kept_work.turns/(${*:2})/" --validate --samples 5
}

honest=(plain filled ticket_filled scratch)
at_once=(constant ticket subgroup)                                     # wrong over poison
by_input=(flag replay looks half seal lazy parity equal words)         # wrong where the input is another
by_time=(memo output)                                                  # right for every input: only their time tells
# Variants by time are long here (over 5 ms), so that each sample is over poison. Short ones, which the greatest sample hides on a
# CPU with load, are not tried.

turns 0 "${honest[@]}"
for variant in "${honest[@]}"; do
    holds "$variant" 'sorted(case["status"] for case in of(word)) == ["ok"] + 4 * ["verified"]'
done
turns 1 "${at_once[@]}" "${by_input[@]}"
for variant in "${at_once[@]}"; do
    holds "$variant" 'len(found(word)) == len(of(word)) == 5'
done
for variant in "${by_input[@]}"; do
    holds "$variant" 'not timed(word) and any("another input" in reason or "one word changed" in reason for reason in found(word))'
done
# A load of the host's may hide them once.
for try in 1 2 3; do
    rm -f run.json run.json.journal
    "$claimcheck" run --technique "$root/tests/cli/kept_work" --filter "^kept_work.turns/(memo|output)/" --no-ceilings --samples 5 --seed "$try" \
        --out run.json -q >out 2>err || [ "$(grep -c 'it keeps something' err)" -lt 2 ] || break
done
for variant in "${by_time[@]}"; do
    holds "$variant" 'not timed(word) and any("keeps something from one execution to the next" in reason for reason in found(word))'
done
# One that counts its executions since poison, and is wrong in every second one that is no longer near it: looks are many. Under
# load executions may be long, and each is then near it.
for seed in 1 2 3; do
    rm -f run.json run.json.journal
    "$claimcheck" run --technique "$root/tests/cli/kept_work" --filter '^kept_work.turns/count/' --no-ceilings --samples 200 --axis turns=100 \
        --seed "$seed" --out run.json -q >out 2>err || break
done
holds count 'not timed(word) and len(found(word)) == 1'
turns 1 input
holds input 'not timed(word) and (any("its input" in reason or "it wrote to the input" in reason for reason in found(word)))'

# A folder without check points is verified over other inputs at the size that is timed, in a process of its own, too.
cp -r "$root/tests/cli/kept_work" no_checks
sed -i 's/, "check": \[[0-9, ]*\]//' no_checks/technique.json
for apart in --isolate --no-isolate; do
    run 1 --technique no_checks --filter '^kept_work.turns/(plain|flag)/' "$apart" --samples 2
    holds flag 'len(of(word)) == len(found(word)) == 1 and any(way in found(word)[0] for way in ("another input", "one word changed")) and timed("plain")'
done

# So it is where the only check point is the size that is timed.
sed 's/"check": \[[0-9, ]*\]/"check": [4096]/' "$root/tests/cli/kept_work/technique.json" >no_checks/technique.json
rm -f run.json run.json.journal
cc 1 run --technique no_checks --filter '^kept_work.turns/(plain|flag)/' --no-ceilings --samples 2 --seed 1 --out run.json
holds flag 'found(word) and not timed(word) and any(way in found(word)[0] for way in ("another input", "one word changed")) and timed("plain")'

# A variant that does not run at check points is verified over other inputs where it does.
cp -r "$root/tests/cli/kept_work" sometimes
sed -i 's/"flag": {/&"when": "elements > 1000", /' sometimes/technique.json
run 1 --technique sometimes --filter '^kept_work.turns/(plain|flag)/' --samples 2
holds flag 'len(found(word)) == 1 and not timed(word) and any(way in found(word)[0] for way in ("another input", "one word changed"))'

# A generator whose input is the same for every seed: a changed word tells, where any may stand; else times alone.
cp -r "$root/tests/cli/kept_work" generated
cat >generated/make.py <<'PYTHON'
import array, os
open("source.bin", "wb").write(array.array("I", range(7, 7 + int(os.environ["CLAIMCHECK_ELEMENTS"]))).tobytes())
PYTHON
for any in '' ', "any": true'; do
    sed 's/"inputs": {"source": {"bytes": "bytes", "fill": "random"}}/"generator": ["python3", "make.py"], "inputs": {"source": {"bytes": "bytes", "fill": "generator"'"$any"'}}/' \
        "$root/tests/cli/kept_work/technique.json" >generated/technique.json
    run 1 --technique generated --filter '^kept_work.turns/(plain|flag)/' --samples 2
    holds plain 'len(timed(word)) > 0 and not found(word)'
    if [ -z "$any" ]; then
        holds flag 'all("keeps something" in reason for reason in found(word))'
    else
        holds flag 'not timed(word) and any("one word changed" in reason for reason in found(word))'
    fi
done
sed -i 's/"any": true/"any": 1/' generated/technique.json
refused 'any' run --technique generated --no-ceilings --out none.json

# A reference that fails for another input leaves what no other input has verified, and that is told.
cp -r "$root/tests/cli/kept_work" first_alone
cat >>first_alone/reference.py <<'PYTHON'
seen = os.path.join(os.path.dirname(os.path.abspath(__file__)), f"seen-{len(source)}")
assert not os.path.exists(seen) or open(seen, "rb").read() == source.tobytes(), "another input"
open(seen, "wb").write(source.tobytes())
PYTHON
run 99 --technique first_alone --filter '^kept_work.turns/plain/' --answers fresh --samples 2
holds plain 'of(word)[-1]["status"] == "error" and "not tried at elements:1/turns:1000: no other input to verify it by: " in of(word)[-1]["reason"]'

# By --kernel, in a shipped one, the ways for which its buffers have room: it has none that is its own, and each word of its
# output is compared. A flag, a replay and a memo are `constant`, `words` and `looks` there. A second input comes at its check points.
"$claimcheck" list --source stream_reduction/element.glsl | sed 's/writeonly buffer/buffer/; s/readonly buffer/buffer/' >element.glsl
"$claimcheck" list --source stream_reduction/binary_tree_gather | sed -e '/#include "stream_reduction\/element.glsl"/{
r element.glsl
d
}; s/readonly buffer Sums/buffer Sums/; s/^#version.*/&\n#extension GL_KHR_shader_subgroup_basic : require/' >same.comp
# kernel CODE WAY STATEMENT: comes before the work of a place.
kernel() {
    sed "s|^    uint first = 0, last.*|    $3\n&|" same.comp >"$2.comp"
    ! cmp -s same.comp "$2.comp" || fail "$2: the kernel is no longer what this test changes"
    run "$1" --filter '^stream_reduction.compact/binary_tree/' --axis n=64 --axis element=tuple --validate --samples 2 --kernel "stream_reduction/binary_tree_gather=$2.comp"
    [ "$1" -eq 0 ] || holds binary_tree@file 'found(word) and not timed(word) and not found("binary_tree") and timed("binary_tree")'
}
kernel 0 honest 'if (place >= push.entries) return;'
kernel 1 constant 'if (output_tuples[place].x != 0xa5a5a5a5u) return;'
kernel 1 equal 'if (output_tuples[place].x != output_tuples[place].y) return;'
kernel 1 looks 'if (place > 0 \&\& output_tuples[0] == tuples[0]) return;'
kernel 1 half 'if ((place \& 1) != 0 \&\& output_tuples[place - 1].x != output_tuples[place - 1].y) return;'
kernel 1 words 'if (output_tuples[0] == tuples[0] \&\& output_tuples[arguments.w - 1].x != 0) return;'
kernel 1 parity 'if ((place \& 1) == (output_tuples[place ^ 1].x \& 1)) return;'
kernel 1 subgroup 'if (gl_SubgroupSize != 128 \&\& place % 3 == 1) return;'
kernel 1 behind 'if (output_tuples[arguments.w - 1] == tuples[push.entries - 1]) return;'
kernel 1 seal 'if (place % 2 == 1) { sums[place] = tuples[place].x; return; }'
kernel 1 input 'if (place == 0) tuples[push.entries - 1] = uvec4(7);'

# A bench whose outputs lie with its input: what an execution left there goes along to the input with one word changed.
"$claimcheck" list --source thread_group_tiling/wide.glsl | sed 's/writeonly buffer Result/buffer Result/' >wide.glsl
"$claimcheck" list --source thread_group_tiling/pointwise >pointwise.comp
"$python" - >outputs.comp <<'PYTHON'
kernel = open("pointwise.comp").read()
head = "void main()\n{\n    const ivec2 pixel = wide_pixel();\n    if (!wide_within(pixel))\n        return;\n"
assert head in kernel
kernel = kernel[kernel.index("#version"):].replace(head, "vec4 sum_of(ivec2 pixel)\n{\n").replace("    wide_store(pixel, sum);", "    return sum;")
print(kernel.replace('#include "thread_group_tiling/wide.glsl"', open("wide.glsl").read()) + """
void main()
{
    const ivec2 pixel = wide_pixel(), last = size - 1;
    if (!wide_within(pixel))
        return;
    const vec4 sum = sum_of(last);
    const uvec2 halves = uvec2(wide_half(sum.x) | wide_half(sum.y) << 16, wide_half(sum.z) | wide_half(sum.w) << 16);
    const uint blocks = LAYOUT == LAYOUT_LINEAR ? LAYOUT_LINEAR : LAYOUT_BLOCK;
    if (pixel != last && result_halves[layout_index(blocks, FORMAT, uint(size.x), uvec2(last))] == halves)
        return;
    wide_store(pixel, sum_of(pixel));
}""")
PYTHON
run 1 --filter '^thread_group_tiling.pointwise/row_major/' --axis width=640 --samples 2 --kernel thread_group_tiling/pointwise=outputs.comp
holds row_major@file 'not timed(word) and any("one word changed" in reason for reason in found(word)) and timed("row_major")'

# Kernels of checks are the build's.
"$claimcheck" list --source thread_group_tiling/matmul_digest >digest.comp
cc 99 run --filter '^thread_group_tiling.matmul/row_major/' --axis shape=200x136x72 --axis path=plain --profile full --no-ceilings --samples 2 --seed 1 \
    --out digest.json --kernel thread_group_tiling/matmul_digest=digest.comp
has err 'no case of this run asked for thread_group_tiling/matmul_digest' 'a kernel that checks'
