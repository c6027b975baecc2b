#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# size.sh: the tracked files take less than 42 MB, and none but the viewer is a page, which a script writes. Exit code: 0, 1,
# 77 (no clone of git).
#
#   tests/rules/size.sh [ROOT]      ROOT: another tree to look at, for the test of this test
set -euo pipefail
export LC_ALL=C

limit=42000000
root=${1:-$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)}
cd -- "$root"
if ! prefix=$(git rev-parse --show-prefix 2>/dev/null) || [ -n "$prefix" ]; then
    printf 'no clone of git here\n'
    exit 77
fi
failed=0
while IFS= read -r page; do
    printf '%s: tracked, and written by a script: git rm it, and let .gitignore name it\n' "$page"
    failed=1
done < <(git ls-files -- '*.html' ':!viewer/index.html')
# A file that is deleted, and not committed yet, has no size.
sizes=$(git ls-files -z | du -b --files0-from=- 2>/dev/null | sort -rn || true)
total=$(awk '{ sum += $1 } END { printf "%d", sum }' <<<"$sizes")
if [ "$total" -ge "$limit" ]; then
    printf 'the tracked files take %d bytes, and %d is the limit: docs/maintaining.md says what may go. The largest:\n' "$total" "$limit"
    head -n 10 <<<"$sizes"
    failed=1
fi
printf '%d bytes of %d\n' "$total" "$limit"
exit "$failed"
