#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# types.sh: the types that viewer/ declares in its comments, by tsc --checkJs --strict, where scripts/test has put it, or PATH
# has it. A member that a document lacks is found. Exit code: 0, 1, 77 (no tsc here).
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
tsc=$root/build/node/node_modules/.bin/tsc
[ -x "$tsc" ] || tsc=$(command -v tsc || true)
if [ -z "$tsc" ] || ! command -v node >/dev/null; then
    printf 'viewer: skipped, no tsc here: scripts/test installs it where npm is\n'
    exit 77
fi
options=(--allowJs --checkJs --strict --noEmit --noUnusedLocals --target es2022 --module es2022 --moduleResolution bundler
    --lib es2022,dom,dom.iterable)
"$tsc" "${options[@]}" "$root"/viewer/*.js

# A misspelt member is a fault.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$root"/viewer/*.js "$work"
sed -i 's/device\.driver/device.drivers/' "$work/overview.js"
! "$tsc" "${options[@]}" "$work"/*.js >"$work/out" && grep -q 'drivers' "$work/out" || {
    printf 'viewer: a misspelt member of a document passes\n'
    exit 1
}
