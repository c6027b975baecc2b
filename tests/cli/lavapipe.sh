# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# lavapipe.sh: what scripts begin with that run kernels: faults.sh, and Mesa's CPU driver as the only one; 77 where that is not.
# Device limits that the user's runs have kept are neither seen nor left; what the driver compiles, most of the time of these
# tests, is kept for the next of them in build/shaders of `root`, and what glslc compiles in build/spirv
# (tests/cli/compilers/glslc). It works without threads unless a script says otherwise: many processes that each do little take
# a third of their time to wake them.
. "$(dirname -- "${BASH_SOURCE[0]}")/faults.sh"
driver=$(find /usr/share/vulkan/icd.d /etc/vulkan/icd.d -name 'lvp_icd*.json' 2>/dev/null | LC_ALL=C sort | head -n 1 || true)
[ -n "$driver" ] || skip 'no CPU driver of Mesa (lvp_icd*.json) here'
export VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver XDG_CACHE_HOME=/dev/null
# shellcheck disable=SC2154
export MESA_SHADER_CACHE_DIR=$root/build/shaders
mkdir -p -- "$MESA_SHADER_CACHE_DIR"
export LP_NUM_THREADS=${LP_NUM_THREADS-0}
if command -v glslc >/dev/null && [[ :$PATH: != *":$root/tests/cli/compilers:"* ]]; then
    export PATH=$root/tests/cli/compilers:$PATH KEPT_SPIRV=$root/build/spirv
fi
unset MESA_SHADER_CACHE_DISABLE MESA_GLSL_CACHE_DISABLE || true

# device_word: prints the first word of the device's name, whatever driver that is of; --device takes it.
device_word() {
    # shellcheck disable=SC2154
    "$claimcheck" devices --format csv | sed -n '2s/^[0-9]*,"*\([A-Za-z0-9_]*\).*/\1/p'
}
