#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# replicate.sh: scripts/maintain/replicate in a clone makes all pages and pictures again as they are; where a number of a page is changed
# by hand, it names that page.
#
# Exit code: 0, 1, 77 (a part cannot be made here).
set -euo pipefail
export LC_ALL=C.UTF-8

. "$(dirname -- "${BASH_SOURCE[0]}")/../tree.sh"
export CLAIMCHECK_KERNELS=$root/build/kernels MESA_SHADER_CACHE_DIR=$root/build/shaders
copy "$work/clone"

# replicates CODE
replicates() {
    local code=0
    rm -rf -- "$work/out"
    "$work/clone/scripts/maintain/replicate" "$work/out" >"$work/said" 2>&1 || code=$?
    [ "$code" -ne 77 ] || skip "$(tail -n 2 "$work/said")"
    [ "$code" -eq "$1" ] || fail "exit code $code, not $1: $(tail -n 20 "$work/said")"
}
replicates 0
sed -i -E '0,/[0-9.]+ times(<!--\{\{)/s//9.9 times\1/' "$work/clone/README.md"
replicates 1
grep -q '^README.md: differs' "$work/said" || fail "a changed number of README.md is not named: $(tail -n 20 "$work/said")"
