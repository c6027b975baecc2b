#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# arm64.sh: builds the executable for ARM64 by Debian 12's cross compiler, at -O3 and with warnings as errors, and measures two
# techniques with it under qemu, on Mesa's CPU driver for ARM64. Every row must be right or unsupported.
#
#   tests/release/arm64.sh
#
# Exit code: 0, 1, 77 (no mmdebstrap, cross compiler or qemu, or no packages to be had), 99.
set -euo pipefail
export LC_ALL=C

. "$(dirname -- "${BASH_SOURCE[0]}")/../tree.sh"

command -v mmdebstrap >/dev/null || skip 'no mmdebstrap here'
command -v aarch64-linux-gnu-gcc >/dev/null || skip 'no aarch64-linux-gnu-gcc (Debian: gcc-aarch64-linux-gnu)'
emulator=$(command -v qemu-aarch64 || command -v qemu-aarch64-static) || skip 'no qemu-aarch64 (Debian: qemu-user)'
mirror=${CLAIMCHECK_MIRROR:-http://deb.debian.org/debian}
sysroot=$work/root
mmdebstrap --quiet --variant=extract --architectures=arm64 bookworm "$sysroot" "$mirror" \
    --include=libc6-dev,libvulkan-dev,libvulkan-volk-dev,spirv-headers,libjansson-dev,libmd-dev,libshaderc-dev,libpng-dev \
    --include=zlib1g-dev,liblzma-dev,libvulkan1,mesa-vulkan-drivers >"$work/log" 2>&1 ||
    skip "no Debian 12 of arm64 from $mirror: $(tail -n 1 "$work/log")"

libraries=$sysroot/usr/lib/aarch64-linux-gnu
cat >"$work/arm64.ini" <<EOF
[binaries]
c = 'aarch64-linux-gnu-gcc'
ar = 'aarch64-linux-gnu-ar'
strip = 'aarch64-linux-gnu-strip'
pkgconfig = 'pkg-config'
exe_wrapper = ['$emulator', '-L', '$sysroot']
[built-in options]
c_args = ['--sysroot=$sysroot']
c_link_args = ['--sysroot=$sysroot']
[properties]
sys_root = '$sysroot'
pkg_config_libdir = ['$libraries/pkgconfig', '$sysroot/usr/share/pkgconfig']
[host_machine]
system = 'linux'
cpu_family = 'aarch64'
cpu = 'aarch64'
endian = 'little'
EOF
export CLAIMCHECK_KERNELS=${CLAIMCHECK_KERNELS:-$root/build/kernels}
build=$root/build/arm64
rm -rf -- "$build"
{ meson setup "$build" "$root" --cross-file "$work/arm64.ini" -Dtests=false -Doptimization=3 -Ddebug=false && ninja -C "$build" claimcheck; } \
    >"$work/log" 2>&1 || { grep -E -A 5 'error|ERROR|FAILED' "$work/log" | head -n 40; exit 1; }

# The driver's threads wait for one another at a hundredth of the speed under the emulator.
export VK_DRIVER_FILES=$sysroot/usr/share/vulkan/icd.d/lvp_icd.aarch64.json LP_NUM_THREADS=2
manifest=$work/lvp.json
sed "s|\"library_path\": *\"|&$libraries/|; s|$libraries//|$sysroot/|" "$VK_DRIVER_FILES" >"$manifest"
export VK_DRIVER_FILES=$manifest VK_ICD_FILENAMES=$manifest
emulated() {
    "$emulator" -L "$sysroot" "$build/claimcheck" "$@"
}
emulated devices >"$work/out" 2>&1 || { cat "$work/out"; exit 1; }
grep -m 1 '(cpu, software)' "$work/out" || fail "devices lists no CPU driver: $(head -c 2000 "$work/out")"
for filter in '^tile_subdivision[.]average' '^ceilings[.](launch|atomics)'; do
    code=0
    emulated run --profile quick --filter "$filter" --samples 1 --ceilings none --no-isolate --force --out "$work/run.json" \
        >"$work/out" 2>&1 || code=$?
    [ "$code" -eq 0 ] || fail "run --filter $filter: exit code $code: $(tail -c 2000 "$work/out")"
    emulated export --format csv "$work/run.json" 2>/dev/null >"$work/csv" || fail "no CSV of $filter"
    printf '%s: %s rows right or unsupported\n' "$filter" "$(($(wc -l <"$work/csv") - 1))"
done
