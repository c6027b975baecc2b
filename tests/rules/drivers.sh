#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# drivers.sh: no script of the tests expects a device's name: device_word of tests/cli/lavapipe.sh asks for it. Names of kept runs
# have theirs, and tests/release/wine.sh looks for the driver that it brings.
#
#   tests/rules/drivers.sh [TREE]
set -euo pipefail

root=${1:-$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)}
if grep -r -n -i -E --include='*.sh' '^[^#]*(llvmpipe|swiftshader device)' "$root/tests" |
    grep -v -E '^[^:]*/tests/(rules/(drivers|planted)|release/wine)\.sh:|/llvmpipe-llvm-'; then
    printf 'drivers.sh: a test names a driver: take the name from device_word of tests/cli/lavapipe.sh\n'
    exit 1
fi
