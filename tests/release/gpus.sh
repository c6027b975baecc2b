#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# gpus.sh: all techniques, as the profile quick has them, on all GPUs of tests/icd/gpus/, with Vulkan's validation layers. It takes half
# an hour of a CPU.
#
#   tests/release/gpus.sh [GPU...]
#
# Exit code: 0, 1, 77 (no CPU driver here), 99 where it does not build.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/../tree.sh"
export CLAIMCHECK_KERNELS=$root/build/kernels
"$root/scripts/build" --target most "$root/build/test" -Dtests=true
code=0
gpus=("$@")
[ $# -gt 0 ] || mapfile -t gpus < <(cd -- "$root/tests/icd/gpus" && printf '%s\n' *.txt | sed 's/[.]txt$//')
"$root/tests/icd/gpus.sh" "$root/build/test/claimcheck" "$root/build/test/tests/libicd.so" "${gpus[@]}" -- || code=$?
exit "$code"
