#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# swiftshader.sh: all techniques, as the profile quick has them, on SwiftShader; tests/cli/swiftshader.sh says what that is. Some cases
# take seconds there: it takes half an hour of a CPU.
#
#   tests/release/swiftshader.sh [TECHNIQUE...]
#
# Exit code: 0, 1, 77 (no SwiftShader here), 99 where it does not build.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/../tree.sh"
export CLAIMCHECK_KERNELS=$root/build/kernels
"$root/scripts/build" --target most "$root/build/test" -Dtests=true
techniques=("$@")
[ $# -gt 0 ] || techniques=(tile_subdivision stream_reduction reyes_subdivision detp ceilings cbt thread_group_tiling)
code=0
"$root/tests/cli/swiftshader.sh" "$root/build/test/claimcheck" "${techniques[@]/%/[.]}" || code=$?
exit "$code"
