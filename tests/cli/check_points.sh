#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check_points.sh: kernels that are wrong only at sizes that are never timed, by the executable, on Mesa's CPU driver.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
wants glslc
unset CLAIMCHECK_SHADERC || true

# run CODE FILE ARGUMENTS...: append at n = 64.
run() {
    cc "$1" run --filter '^stream_reduction.compact/append/' --axis n=64 --no-ceilings --samples 2 --seed 4 --out "$2" "${@:3}"
}

append=stream_reduction/append
timed=n:64/p:0.5/element:tuple
"$claimcheck" list --source $append >same.comp
# Right for a group that is full: the last entry of a stream is dropped, or its end is not looked for.
sed 's/i < push.entries ?/i + 1 < push.entries ?/' same.comp >last.comp
sed 's/i < push.entries ?/true ?/' same.comp >beyond.comp
! cmp -s same.comp last.comp || fail 'the kernel is no longer what this test changes'

# 1. As it is: the run file holds what is timed, and nothing else.
run 0 same.json --kernel "$append=same.comp"
three='set(by_variant) == {"append", "append@file", "quadtree"} and {case["name"].split("/", 2)[2] for case in cases} == {"'$timed'"}'
holds same.json "$three and len(cases) == 3"

# 2. Wrong at a check point: no time, under each way to run it, and the point is named.
refused="$three and len(cases) == 3 and "'by_variant["append@file"]["status"] == "failed_verify"'
refused+=' and by_variant["append@file"]["reason"].startswith("wrong at n:") and not by_variant["append@file"]["samples"]'
refused+=' and by_variant["append"]["status"] == "ok"'
for kernel in last beyond; do
    run 1 $kernel.json --kernel "$append=$kernel.comp"
    holds $kernel.json "$refused"
done
run 1 isolate.json --kernel "$append=last.comp" --isolate
holds isolate.json "$refused"
run 1 launches.json --kernel "$append=last.comp" --launches 2
holds launches.json "$refused"
grep -q "append@file/$timed: failed_verify: wrong at n:" err || run 1 quiet.json --kernel "$append=last.comp" --quiet
grep -q "append@file/$timed: failed_verify: wrong at n:" err || fail 'the failure is not named'

# 3. A run that is continued knows what failed before.
CLAIMCHECK_FAULT="exit:sample@/append/$timed" run 3 resumed.json --kernel "$append=last.comp"
cc 1 run --resume resumed.json.journal
holds resumed.json "$refused"

# 4. Check points alone.
run 0 only.json --check-only
holds only.json 'len(cases) > 3 and all(case["status"] == "verified" for case in cases)'
run 1 only_last.json --check-only --kernel "$append=last.comp"

# 5. Of several benches, at once: what is wrong is named, and what ends its process costs its variant alone.
beside() {
    cc "$1" run --filter '^(tile_subdivision.(build_and_subdivide/fused_mip/.*top:8|average/)|stream_reduction.compact/append)' \
        --axis n=64 --profile quick --no-ceilings --samples 1 --out "$2" "${@:3}"
}
beside 1 beside.json --kernel "$append=last.comp"
holds beside.json 'by_variant["append@file"]["reason"].startswith("wrong at n:") and by_variant["append"]["status"] == "ok"'
for fault in exit:setup crash:check; do
    CLAIMCHECK_FAULT="$fault@/append/n:3/" beside 99 $fault.json
    holds $fault.json 'by_variant["append"]["reason"].startswith("not tried at n:3/p:1") and by_variant["quadtree"]["status"] == "ok"'
done
CLAIMCHECK_FAULT='exit:setup@/append/n:3/' beside 3 here.json --no-isolate

# 6. Bounds checks taken out. One that is harmless has to be listed, and what is listed has to survive.
mkdir -p kernels/stream_reduction
sed 's/i < push.entries ?/i < push.entries + gl_NumWorkGroups.x \&\& i < push.entries ?/' same.comp >kernels/stream_reduction/append.comp
bounds() {
    ran "$1" "$root/scripts/maintain/bounds" "$claimcheck" --kernels kernels --harmless list.txt
}
: >list.txt
bounds 1
grep -q '^survived.*NumWorkGroups' out && grep -q '^caught.*i < push.entries.wrong\|^caught' out || fail "bounds: $(cat out)"
printf 'stream_reduction/append\ti < push.entries + gl_NumWorkGroups.x\tthe next one looks, too\n' >list.txt
bounds 0
grep -q '^2 mutants: 1 caught, 1 explained$' out || fail "bounds: $(tail -n 1 out)"
printf 'stream_reduction/append\ti < push.entries\tno reason\n' >>list.txt
bounds 1
grep -q "no survivor is 'i < push.entries'" err || fail 'an entry that fits no survivor is not named'
