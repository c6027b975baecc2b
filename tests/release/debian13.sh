#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# debian13.sh: what was committed last builds in Debian 13 (gcc 14, glslc and Mesa of 2025), and the profile quick of all techniques is
# right there, or unsupported with a reason, on Mesa's CPU driver, which has mesh and ray kernels. Says how many of each.
#
#   tests/release/debian13.sh [TECHNIQUE...]
#
# CLAIMCHECK_DEBIAN13 names a root of Debian 13 to use again, made where it is not; else one is made and goes. Needs root.
# Exit code: 0, 1, 77 (no mmdebstrap, no root, or no packages to be had), 99 where it does not build.
set -euo pipefail
export LC_ALL=C

. "$(dirname -- "${BASH_SOURCE[0]}")/../tree.sh"

[ "$(id -u)" -eq 0 ] || skip 'chroot needs root'
debian=${CLAIMCHECK_DEBIAN13:-$work/root}
mirror=${CLAIMCHECK_MIRROR:-http://deb.debian.org/debian}
# The packages that scripts/setup knows to be needed to build and run.
packages=gcc,libc6-dev,meson,ninja-build,glslc,pkgconf,libvulkan-dev,libvulkan-volk-dev,spirv-headers,libjansson-dev,libmd-dev
packages+=,libshaderc-dev,libpng-dev,zlib1g-dev,liblzma-dev,git,libvulkan1,mesa-vulkan-drivers
if [ ! -e "$debian/usr/bin/glslc" ]; then
    command -v mmdebstrap >/dev/null || skip 'no mmdebstrap here'
    mmdebstrap --quiet --variant=apt --include="$packages" trixie "$debian" "$mirror" >"$work/log" 2>&1 ||
        skip "no Debian 13 from $mirror: $(tail -n 1 "$work/log")"
fi

# Without threads of the driver, as tests/cli/lavapipe.sh has it: kernels that wait for others take minutes on a busy machine.
inside() {
    chroot "$debian" env HOME=/tmp LP_NUM_THREADS=0 CLAIMCHECK_KERNELS=/src/kernels XDG_CACHE_HOME=/dev/null VK_DRIVER_FILES="/usr/share/vulkan/icd.d/$driver" "$@" </dev/null
}
driver=$(cd -- "$debian/usr/share/vulkan/icd.d" && printf '%s\n' lvp_icd*.json | head -n 1)
mkdir -p -- "$debian/src"
rm -rf -- "$debian/src/claimcheck"
copy "$debian/src/claimcheck"
inside /src/claimcheck/scripts/build --target claimcheck /src/claimcheck/build/run -Doptimization=2 -Dtests=false || exit 99
inside /src/claimcheck/build/run/claimcheck devices >"$work/out" || { cat "$work/out"; exit 1; }
sed -n 's/^   driver *//p' "$work/out"

# What RADV of this Mesa makes of kernels for RDNA 4; to accept it: `accept REASON` behind the same command, in the same root.
inside env CLAIMCHECK_CHIP=GFX1201 /src/claimcheck/tests/cli/kernel_costs.sh /src/claimcheck/build/run/claimcheck >"$work/out" 2>&1 ||
    fail "kernels for RDNA 4: $(tail -n 12 "$work/out")"

techniques=("$@")
[ $# -gt 0 ] || mapfile -t techniques < <(inside /src/claimcheck/build/run/claimcheck list --format csv | sed '1d; s/,.*//' | sort -u)
[ ${#techniques[@]} -gt 0 ] || fail 'the build lists no technique'
for technique in "${techniques[@]}"; do
    rm -f -- "$debian/tmp/run.json"
    inside /src/claimcheck/build/run/claimcheck run --filter "^${technique}[.]" --profile quick --samples 1 --no-ceilings --no-isolate --force \
        --out /tmp/run.json >"$work/out" 2>&1 || true
    printf '%s: ' "$technique"
    if [ ! -e "$debian/tmp/run.json" ]; then
        tail -n 5 "$work/out"
        failed=1
        continue
    fi
    python3 "$root/tests/cli/counted.py" "$debian/tmp/run.json" || failed=1
done
