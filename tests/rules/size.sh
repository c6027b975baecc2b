#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# size.sh: the tracked files take less than a limit, none but the viewer is a page, which a script writes, and what a month added
# to a whole clone is less than another limit. It prints what a clone fetches. Exit code: 0, 1, 77 (no clone of git).
#
#   tests/rules/size.sh [ROOT]      ROOT: another tree to look at, for the test of this test
set -euo pipefail
export LC_ALL=C

limit=17200000
month_limit=8000000 # of packed objects
first=2026-11-29     # before, whole runs came into the tree
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
if [ "$(git rev-parse --is-shallow-repository)" = false ] && [ -z "$(git config --get-regexp '^remote[.].*[.]promisor$' || true)" ] &&
    git rev-parse -q --verify HEAD >/dev/null; then
    since=$(date -u -d '30 days ago' +%F)
    [[ $since > $first ]] || since=$first
    before=$(git rev-list -1 --before="$since" HEAD)
    grown=$(git rev-list --objects --disk-usage HEAD ${before:+--not "$before"})
    printf 'a clone fetches %d bytes, with --filter=blob:none %d and the files that it looks at; %d came since %s\n' \
        "$(git rev-list --objects --disk-usage HEAD)" "$(git rev-list --objects --disk-usage --filter=blob:none HEAD)" "$grown" "$since"
    if [ -n "$before" ] && [ "$grown" -ge "$month_limit" ]; then
        printf '%d bytes came since %s, and %d is the limit: rows of evidence take a thirtieth of a run\n' "$grown" "$since" "$month_limit"
        failed=1
    fi
fi
exit "$failed"
