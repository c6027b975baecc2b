#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# printed.sh: what a page says that a test prints of itself, with --print, is what it prints.
#
#   tests/rules/printed.sh PAGE TEST [ROOT]      PAGE: such as docs/methods.md; TEST: the executable; ROOT: another
#                                                tree to look at, for the test of this test
set -euo pipefail
export LC_ALL=C

[ $# -ge 2 ] || { sed -n '/^# printed.sh/,/^set/p' "${BASH_SOURCE[0]}"; exit 1; }
page=$1
name=$(basename -- "$2")
root=${3:-$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)}
begin="<!-- printed by $name -->"
end='<!-- /printed -->'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$2" --print >"$work/printed"
awk -v begin="$begin" -v end="$end" '$0 == end { on = 0 } on { print } $0 == begin { on = 1 }' "$root/$page" >"$work/page"
if ! diff "$work/page" "$work/printed" >"$work/difference"; then
    printf '%s: between "%s" and "%s" stands other than what %s --print prints:\n' "$page" "$begin" "$end" "$name"
    sed "s|^|$page: |" "$work/difference"
    exit 1
fi
