#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# host_variants.sh: the CPU variants of stream reduction, without a device, verified by the bench with every set of
# instructions that the host has, all allocations, more threads than CPUs. Judges no time. Exit code: 0, 1.
#
#   tests/bench/stream_reduction/host_variants.sh CLAIMCHECK
set -euo pipefail

claimcheck=$(cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")
export VK_DRIVER_FILES=/nonexistent VK_ICD_FILENAMES=/nonexistent
unset CI CLAIMCHECK_FAULT || true
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd -- "$work"

fail() {
    printf 'FAILED: %s\n' "$*"
    tail -n 5 err out
    exit 1
}

# run FEATURES VECTOR-BYTES ARGUMENTS...
run() {
    local features=$1 bytes=$2 code=0
    shift 2
    rm -f run.json
    CLAIMCHECK_CPU_FEATURES=$features "$claimcheck" run --no-ceilings --samples 1 --seed 7 --out run.json "$@" \
        >out 2>err </dev/null || code=$?
    [ "$code" -eq 0 ] || fail "$features: exit code $code of $*"
    ! grep -q '"status": "\(failed_verify\|error\)"' run.json || fail "$features: $*"
    if [ "$bytes" -gt 0 ]; then
        grep -q "\"vector_bytes\"" run.json || fail "$features: no vectors are said to have been used"
    else
        ! grep -q "\"vector_bytes\"" run.json || fail "$features: vectors are said to have been used"
    fi
}

all=(--filter 'stream_reduction.compact/(pointer_walk|branchless|simd|simd_threads)/' --axis n=67,256
     --axis p=0,0.5 --axis element=tuple,index --axis allocation=none,exact,whole)
run none 0 "${all[@]}"
if grep -q ' avx2 ' /proc/cpuinfo; then
    run popcnt,avx2 32 "${all[@]}"
fi
if grep -q ' avx512f ' /proc/cpuinfo; then
    run popcnt,avx2,avx512f 64 "${all[@]}"
fi
# Threads that wait for each other, more than there are CPUs; clusters; a stream that is read itself.
run none 0 --filter 'stream_reduction.compact/simd_threads/' --axis n=200,1024 --axis p=0.5 --axis threads=1,3,9 \
    --axis cluster=1,16 --axis allocation=none,exact
echo 'ok'
