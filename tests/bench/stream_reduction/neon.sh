#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# neon.sh: the loops of 64-bit ARM, built by a cross compiler and run by an emulator, where both are installed (Debian:
# gcc-aarch64-linux-gnu, libc6-dev-arm64-cross, qemu-user; scripts/setup ci). Exit code: 0, 1, 77 without them.
#
#   tests/bench/stream_reduction/neon.sh
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../../.." && pwd)
cd -- "$root"
compiler=aarch64-linux-gnu-gcc
emulator=$(command -v qemu-aarch64 || command -v qemu-aarch64-static || true)
if [ "$(uname -m)" = aarch64 ]; then
    echo 'this host is one: the test stream_loops has done it'
    exit 77
fi
if ! command -v $compiler >/dev/null || [ -z "$emulator" ]; then
    echo "skipped: $compiler and qemu-aarch64 are wanted (gcc-aarch64-linux-gnu, qemu-user)"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if ! printf '#include <stdio.h>\nint main(void) { return 0; }\n' | $compiler -x c - -static -o "$work/none" 2>/dev/null; then
    echo "skipped: $compiler has no C library (libc6-dev-arm64-cross)"
    exit 77
fi

loops=bench/stream_reduction/host
tests=tests/bench/stream_reduction
$compiler -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror -static -I. -o "$work/loops" \
    $loops/loops.c $loops/loops_plain.c $loops/loops_neon.c $tests/stream_loops_check.c $tests/stream_loops_arm.c
"$emulator" "$work/loops" | tee "$work/said"
grep -q '^neon: ' "$work/said"
