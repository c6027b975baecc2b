# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# lavapipe.sh: what scripts that run the executable begin with; to be sourced after `set`. Ends them with 77 where Mesa's
# CPU driver is not, makes it the only one, and sets `python` and `work`, a folder that goes when the script ends. Ceilings
# that the user's runs have kept are neither seen nor left; what the driver compiles, most of the time of these tests, is
# kept for the next of them in build/shaders of `root`, and what glslc compiles in build/spirv (tests/cli/compilers/glslc).
# It works without threads unless a script says otherwise: many processes that each do little take a third of their time to
# wake them.
python=/usr/bin/python3
[ -x "$python" ] || python=python3
driver=$(find /usr/share/vulkan/icd.d /etc/vulkan/icd.d -name 'lvp_icd*.json' 2>/dev/null | LC_ALL=C sort | head -n 1 || true)
if [ -z "$driver" ]; then
    printf 'no CPU driver of Mesa (lvp_icd*.json) here\n'
    exit 77
fi
export VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver XDG_CACHE_HOME=/dev/null
# shellcheck disable=SC2154
export MESA_SHADER_CACHE_DIR=$root/build/shaders
mkdir -p -- "$MESA_SHADER_CACHE_DIR"
export LP_NUM_THREADS=${LP_NUM_THREADS-0}
if command -v glslc >/dev/null && [[ :$PATH: != *":$root/tests/cli/compilers:"* ]]; then
    export PATH=$root/tests/cli/compilers:$PATH KEPT_SPIRV=$root/build/spirv
fi
unset MESA_SHADER_CACHE_DISABLE MESA_GLSL_CACHE_DISABLE || true
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# device_word: prints the first word of the device's name, whatever driver that is of; --device takes it.
device_word() {
    # shellcheck disable=SC2154
    "$claimcheck" devices --format csv | sed -n '2s/^[0-9]*,"*\([A-Za-z0-9_]*\).*/\1/p'
}
