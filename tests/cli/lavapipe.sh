# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# lavapipe.sh: what scripts that run the executable begin with; to be sourced after `set`. Ends them with 77 where Mesa's
# CPU driver is not, makes it the only one, and sets `python` and `work`, a folder that goes when the script ends. Ceilings
# that the user's runs have kept are neither seen nor left.
python=/usr/bin/python3
[ -x "$python" ] || python=python3
driver=$(find /usr/share/vulkan/icd.d /etc/vulkan/icd.d -name 'lvp_icd*.json' 2>/dev/null | LC_ALL=C sort | head -n 1 || true)
if [ -z "$driver" ]; then
    printf 'no CPU driver of Mesa (lvp_icd*.json) here\n'
    exit 77
fi
export VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver XDG_CACHE_HOME=/dev/null
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
