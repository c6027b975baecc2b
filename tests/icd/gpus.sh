#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# gpus.sh: techniques on GPUs as people report them, tests/icd/gpus/, with Vulkan's validation layers where they are: each case of the
# profile quick is right, or unsupported with a reason. Says how many of each. Judges no time.
#
#   tests/icd/gpus.sh CLAIMCHECK ICD GPU... -- [TECHNIQUE...]      all techniques, unless some are named
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/../cli/lavapipe.sh"
icd=$2
. "$root/tests/icd/icd.sh"
shift 2
gpus=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    gpus+=("$1")
    shift
done
shift
techniques=("$@")
cd -- "$work"
if [ ${#techniques[@]} -eq 0 ]; then
    mapfile -t techniques < <("$claimcheck" list --format csv | sed '1d; s/,.*//' | sort -u)
fi
validate=()
! find /usr/share/vulkan /etc/vulkan -name 'VkLayer_khronos_validation.json' 2>/dev/null | grep -q . || validate=(--validate)

failed=0
for gpu in "${gpus[@]}"; do
    for technique in "${techniques[@]}"; do
        icd_use "$icd" "$gpu"
        lanes=
        case $technique in
        # They draw or the compiler fails, see icd.sh: on 8 lanes, which the GPU then states.
        cbt | ceilings | thread_group_tiling)
            if [ "${LP_NATIVE_VECTOR_WIDTH-}" = 512 ]; then
                export LP_NATIVE_VECTOR_WIDTH=256 MESA_SHADER_CACHE_DIR=$root/build/shaders
                lanes=';subgroupSize 8;minSubgroupSize 8;maxSubgroupSize 8'
            fi
            ;;
        esac
        # The sizes of a CPU.
        export CLAIMCHECK_ICD_SET="deviceType 4$lanes"
        code=0
        rm -f run.json
        "$claimcheck" run --filter "^$technique[.]" --profile quick --samples 1 --no-ceilings --no-isolate "${validate[@]}" --out run.json \
            >out 2>err </dev/null || code=$?
        if [ ! -e run.json ]; then
            printf '%s, %s: exit code %s, and no run\n' "$gpu" "$technique" "$code"
            tail -n 5 err
            failed=1
            continue
        fi
        printf '%s, %s: ' "$gpu" "$technique"
        "$python" "$root/tests/cli/counted.py" run.json >counts || ! grep -q ' [1-9][0-9]* wrong$' counts || failed=1
        cat counts
    done
done
exit "$failed"
