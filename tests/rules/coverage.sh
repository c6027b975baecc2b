#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# coverage.sh: the tables of coverage in docs/measuring.md are what the test prints. Exit code: 0, 1.
#
#   tests/rules/coverage.sh COVERAGE_TEST [ROOT]      ROOT: another tree to look at, for the test of this test
set -euo pipefail
export LC_ALL=C

[ $# -ge 1 ] || { sed -n '/^# coverage.sh/,/^set/p' "${BASH_SOURCE[0]}"; exit 1; }
root=${2:-$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)}
page=docs/measuring.md
begin='<!-- printed by coverage_test -->'
end='<!-- /printed -->'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$1" --print >"$work/printed"
awk -v begin="$begin" -v end="$end" '$0 == end { on = 0 } on { print } $0 == begin { on = 1 }' "$root/$page" >"$work/page"
if ! diff "$work/page" "$work/printed" >"$work/difference"; then
    printf '%s: between "%s" and "%s" stands other than what coverage_test --print prints:\n' "$page" "$begin" "$end"
    sed "s|^|$page: |" "$work/difference"
    exit 1
fi
