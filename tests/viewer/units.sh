#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# units.sh: what of viewer/ needs no browser, by node --test. Exit code: 0, 1, 77 (no node of 18 or newer here).
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
version=$(node --version 2>/dev/null || true)
version=${version#v}
if [ "${version%%.*}" -lt 18 ] 2>/dev/null || [ -z "$version" ]; then
    printf 'viewer: skipped, node is %s: apt-get install nodejs\n' "${version:-not here}"
    exit 77
fi
node --test "$here/units.mjs"
