#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bound_and_split.sh: scripts/research/peers/bound_and_split without an NVIDIA GPU: its file and what it says in trouble, by a stand-in for nvcc;
# and with a real nvcc, for scripts/test --full, that it draws on the host what
# `claimcheck inspect reyes` counts.
# Exit code: 0, 1, 77 (no Python with jsonschema).
#
#   tests/peers/bound_and_split.sh CLAIMCHECK
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/stand_ins.sh"

# The program that nvcc "builds".
cat >"$work/program" <<'END'
#!/bin/sh
printf 'device\tNVIDIA Made 1\t132\t52428800\t85000000000\t9.0\t13000\t13000\n'
printf 'config\tteapot\t1\t528\t25234\t7eb1976cf462d07d\t78\t3000\t1000\t2000\n'
END
nvcc_stand_in

timed_alone '^teapot  *passes 1 groups   528     2.00 us, 78 registers$'

# The program itself, where a compiler is.
itself_is_for_full
itself_is_built_here
peer 0 --host --scenes teapot,hair_generated
while read -r scene drawn bounds _; do
    "$claimcheck" inspect reyes --scene "$scene" --json >"$work/facts"
    grep -q "\b$drawn\b" "$work/facts" && grep -q "\b$bounds\b" "$work/facts" ||
        fail "$scene $drawn $bounds is not that of claimcheck: $(cat "$work/facts")"
done <"$work/out"
peer 99 --host --scenes kettle
said 'kettle is no scene'
