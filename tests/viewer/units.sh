#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# units.sh: what of viewer/ needs no browser, by node --test. Exit code: 0, 1, 77 (no node of 18 or newer here).
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/node.sh"
node --test "$here/units.mjs"
