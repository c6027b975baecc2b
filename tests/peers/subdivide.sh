#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# subdivide.sh: scripts/research/peers/subdivide without an NVIDIA GPU: its file and what it says in trouble, by a stand-in for nvcc;
# and with a real nvcc, for scripts/test --full, that its tiles are those of
# `claimcheck inspect tiles`.
# Exit code: 0, 1, 77 (no Python with jsonschema).
#
#   tests/peers/subdivide.sh CLAIMCHECK
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/stand_ins.sh"

# The program that nvcc "builds".
cat >"$work/program" <<'END'
#!/bin/sh
printf 'device\tNVIDIA Made 1\t132\t52428800\t85000000000\t9.0\t13000\t13000\n'
printf 'config\tscene\t10\thot\t9817\t2de7d9578afbff09\t32\t3000\t1000\t2000\n'
END
nvcc_stand_in

timed_alone '^scene  *top 10 hot  *9817 tiles     2.00 us, 32 registers$'

# The program itself, where a compiler is.
itself_is_for_full
itself_is_built_here
for top in 5 10; do
    peer 0 --host --top "$top" --seed 7 --maps scene,uniform_low
    [ "$(wc -l <"$work/out")" -eq 2 ] || fail "not 2 maps: $(cat "$work/out")"
    while read -r map _ tiles sum; do
        "$claimcheck" inspect tiles --axis map="$map" --top "$top" --seed 7 --json >"$work/facts"
        if ! grep -q "\"tiles\": $tiles," "$work/facts" || ! grep -q "\"tiles_sum\": \"$sum\"" "$work/facts"; then
            fail "$map $tiles $sum is not that of claimcheck: $(cat "$work/facts")"
        fi
    done <"$work/out"
done
peer 99 --host --maps none
said 'none is no map'
