#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# programs_beside.sh: variants of built-in benches that are CUDA programs, built for the host by tests/cuda_host: right, under the
# bench's own check, and with a planted fault each; who gets them; what is said where something is not there.
# Exit code: 0, 1, 77 (no compiler of C++ here).
#
#   tests/cli/programs_beside.sh CLAIMCHECK
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/faults.sh"
wants g++ python3
export VK_DRIVER_FILES=/dev/null VK_ICD_FILENAMES=/dev/null XDG_CACHE_HOME=$work/cache
plain=$PATH
mkdir cache lib
cp -r "$root/tests/cuda_host" bin

# turn CODE FILTER [arguments]
turn() {
    local code=$1 filter=$2
    shift 2
    rm -f run.json run.json.journal
    cc "$code" run --profile quick --samples 3 --no-ceilings --out run.json --filter "$filter" "$@"
}
sum=('sum_reduction/packed_cuda/' --axis depth=10 --axis bits=quarter)

# Nobody gets them who does not ask for them; the list has them.
cc 0 list cbt
has out 'variant packed_cuda \(program, cuda\)' 'a list'
cc 0 run --list-cases --profile full
lacks out _cuda 'a plan that nobody asked programs of'
cc 0 run --list-cases --profile paper --filter 'sum_reduction/packed(_cuda)?/' --cache both
has out 'packed_cuda/depth:28' 'a plan by a filter'
lacks out 'packed_cuda.*cache:cold' 'no sweep reaches a program'

# A missing tool is neither a fault nor an error.
if ! PATH=$plain type -P nvcc >/dev/null; then
    turn 77 "${sum[@]}"
    holds run.json "by_variant['packed_cuda']['status'] == 'unsupported' and \"'nvcc' is not installed\" in by_variant['packed_cuda']['reason']"
fi
export PATH=$work/bin:$PATH
if ! python3 -c 'import ctypes; ctypes.CDLL("libcuda.so.1")' 2>/dev/null; then
    turn 77 "${sum[@]}"
    holds run.json "'libcuda.so.1' in by_variant['packed_cuda']['reason']"
fi
echo | g++ -shared -fPIC -x c++ - -o lib/libcuda.so.1
export LD_LIBRARY_PATH=$work/lib
echo '-DBROKEN -include no_such_header.h' >bin/flags
turn 77 "${sum[@]}"
holds run.json "by_variant['packed_cuda']['status'] == 'unsupported' and 'the build nvcc ended with exit code 1: ' in by_variant['packed_cuda']['reason'] and 'error: no_such_header.h: No such' in by_variant['packed_cuda']['reason']"
rm bin/flags

# All of them, at small sizes.
right() {
    turn 0 "$@"
    holds run.json 'all(case["status"] in ("ok", "verified") for case in cases if case["api"]) and any(case["status"] == "ok" for case in cases if case["api"] == "cuda")'
}
# Nobody need accept what is shipped, and folders with a build are.
trusted=${CLAIMCHECK_TRUST:-1}
unset CLAIMCHECK_TRUST
export XDG_STATE_HOME=$work/state
right 'sum_reduction/(naive|prepass|packed|packed_snapshot)_cuda/' --axis depth=10,12
for technique in prefix_scan radix_sort stream_append; do
    "$claimcheck" run --technique "$root/techniques/$technique" --profile quick --no-ceilings --filter '/(cub|torch)/' --force --out cub.json </dev/null >out 2>err || true
    lacks err 'was not accepted' "the programs of $technique"
done
export CLAIMCHECK_TRUST=$trusted
holds run.json 'len([case for case in cases if case["status"] == "ok"]) == 8'
right 'subdivide/single_launch_cuda/' --axis map=scene,uniform_low --axis top=5,6
right 'bound_and_split/(local_subgroup|local_redistributed)_cuda/' --axis scene=teapot --axis size=512x512 --axis limit=32 --axis groups=8
turn 77 'subdivide/single_launch_cuda/' --axis map=scene --axis top=11
holds run.json "'it runs where' in by_variant['single_launch_cuda']['reason']"

# A fault each.
cp "$root/tests/cli/programs_beside/lie.cu" bin
number=0
for kind in wrong tail kept keyed fresh nothing short long; do
    number=$((number + 1))
    echo "-DLIE=$number" >bin/flags
    rm -rf cache/claimcheck/builds
    turn 1 "${sum[@]}"
    printf '%-8s %s\n' "$kind" "$(python3 -c 'import json; print([(c["status"], c["reason"]) for c in json.load(open("run.json"))["cases"]])')"
    holds run.json "by_variant['packed_cuda']['status'] == 'failed_verify'"
done
rm bin/lie.cu bin/flags
rm -rf cache/claimcheck/builds

# Beside our own, in the same rounds.
lavapipe=$(ls /usr/share/vulkan/icd.d/lvp_icd*.json 2>/dev/null | head -n 1 || true)
if [ -n "$lavapipe" ]; then
    VK_DRIVER_FILES=$lavapipe VK_ICD_FILENAMES=$lavapipe turn 0 'sum_reduction/packed(_cuda)?/' --axis depth=10 --axis bits=quarter
    holds run.json 'by_variant["packed"]["status"] == by_variant["packed_cuda"]["status"] == "ok" and by_variant["packed_cuda"]["program"] == "packed"'
    has out 'cuda, wall time' 'what is said across APIs'
fi
