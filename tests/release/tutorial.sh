#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tutorial.sh: docs/start.md, typed as it stands in a clean clone, on Mesa's CPU driver: no command fails where the page
# does not say so, and each prints what the page shows of it. It takes some minutes.
#
# Exit code: 0, 1, 77 (no CPU driver here).
set -euo pipefail
export LC_ALL=C.UTF-8

. "$(dirname -- "${BASH_SOURCE[0]}")/../tree.sh"
driver=$(find /usr/share/vulkan/icd.d -name 'lvp_icd*.json' | sort | head -n 1)
[ -n "$driver" ] || skip 'no CPU driver of Mesa here'
export VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver XDG_CACHE_HOME=$work/cache
export CLAIMCHECK_KERNELS=$root/build/kernels MESA_SHADER_CACHE_DIR=$root/build/shaders
copy "$work/clone"
"$root/tests/cli/tutorial.py" --all "$work/clone" "$work/clone/docs/start.md" || fail 'the page says otherwise'
