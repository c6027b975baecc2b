#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# unusable.sh: a GPU that the kernel shows and Vulkan does not list, planted in a folder: the last line names it, the reason and
# the remedy, and the exit code is 77, unless the CPU is asked for. Exit code: 0, 1, 77 (a GPU here, or no CPU driver).
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
unset VK_DRIVER_FILES VK_ICD_FILENAMES VK_LOADER_DRIVERS_SELECT VK_LOADER_DRIVERS_DISABLE CI NVIDIA_DRIVER_CAPABILITIES || true
export CLAIMCHECK_ROOT=$work/machine
if "$claimcheck" devices --format csv 2>/dev/null | cut -d, -f3 | grep -E 'discrete|integrated|virtual' >/dev/null; then
    printf 'a GPU is here\n'
    exit 77
fi
cd -- "$work"
run=(run --filter 'tile_subdivision.subdivide/per_level/' --axis top=3 --axis map=spots --no-ceilings --samples 2 --force --out r.json)

# plant FILE [TEXT]
plant() {
    mkdir -p -- "$(dirname -- "$CLAIMCHECK_ROOT$1")"
    printf '%s\n' "${2-}" >"$CLAIMCHECK_ROOT$1"
}
# last PATTERN WHAT: the run ends with 77, and its last line is that.
last() {
    rm -f r.json
    cc 77 "${run[@]}"
    tail -n 1 "$work/err" >"$work/last"
    has last "$1" "$2"
    has last '--device cpu' "$2"
    [ ! -e r.json ] || fail "$2: a run was written"
}

cc 0 "${run[@]}" # no GPU at all: the CPU driver is all there is
plant /dev/nvidia0
plant /proc/driver/nvidia/gpus/0000:06:00.0/information 'Model: 		 A Card 5000'
plant /proc/driver/nvidia/version 'NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.159.04  Tue'
last "the GPU 'A Card 5000' \(/dev/nvidia0\) is here, and Vulkan does not list it: .*libnvidia-gl-580" 'no Vulkan part'
tells 0 "A Card 5000.*libnvidia-gl-580" devices
export NVIDIA_DRIVER_CAPABILITIES=compute,utility
last 'NVIDIA_DRIVER_CAPABILITIES=compute,utility gives this container no graphics: .*-e NVIDIA_DRIVER_CAPABILITIES=all' 'a container'
unset NVIDIA_DRIVER_CAPABILITIES
plant /.dockerenv
last 'this container has no manifest of its driver: .*--gpus all' 'a container without the manifest'
plant /etc/vulkan/icd.d/nvidia_icd.json
last "manifest is /etc/vulkan/icd.d/nvidia_icd.json" 'a manifest that is there'
# Who asks for the CPU, or runs in CI, gets it; cases of the CPU alone need no word.
cc 0 "${run[@]}" --device cpu
CI=true tells 0 'warning: the GPU .A Card 5000' "${run[@]}"
rm -r "$CLAIMCHECK_ROOT"
plant /dev/dri/renderD128
plant /sys/class/drm/renderD128/device/vendor 0x1002
plant /sys/class/drm/renderD128/device/device 0x744c
plant /sys/class/drm/renderD128/device/uevent DRIVER=amdgpu
last "the GPU 'PCI 1002:744c of amdgpu' \(/dev/dri/renderD128\) .*: install mesa-vulkan-drivers" 'a Radeon'
if [ "$(id -u)" -ne 0 ]; then
    chmod 000 "$CLAIMCHECK_ROOT/dev/dri/renderD128"
    last 'this user may not open /dev/dri/renderD128: .*usermod -aG render' 'a file of others'
fi
rm -r "$CLAIMCHECK_ROOT"
plant /dev/kfd
last 'a container needs --device /dev/dri' 'computing alone'
rm -r "$CLAIMCHECK_ROOT"
plant /dev/dxg
last "the GPU '/dev/dxg' is here.*driver dzn" 'WSL'
