#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# precise.sh: no multiplication and addition of the Reyes kernels may be contracted: every operation on floats in their
# SPIR-V, as it is shipped, bears NoContraction. glslc loses it where it unrolls a loop, for one.
# Exit code: 0, 1, 77 (no glslc or spirv-dis).
#
#   tests/rules/precise.sh [FOLDER]      FOLDER: other kernels to look at, for the test of this test
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
folder=${1:-$root/kernels/reyes_subdivision}
for tool in glslc spirv-dis; do
    if ! command -v "$tool" >/dev/null; then
        printf '%s is not installed\n' "$tool"
        exit 77
    fi
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

failed=0
for kernel in bound append fused local; do
    glslc --target-env=vulkan1.3 -O -I "$root/kernels" "$folder/$kernel.comp" -o "$work/kernel.spv"
    spirv-dis --no-color "$work/kernel.spv" >"$work/text"
    if ! awk -v kernel="$kernel" '
        $1 == "OpDecorate" && $3 == "NoContraction" { precise[$2] = 1 }
        $3 ~ /^Op(F(Mul|Add|Sub|Div)|VectorTimesScalar|MatrixTimes|VectorTimesMatrix|Dot)/ {
            count++
            if (!($1 in precise)) { loose++; if (loose <= 3) printf "%s: may be contracted: %s\n", kernel, $0 }
        }
        END {
            printf "%s: %d operations on floats, %d not precise\n", kernel, count, loose
            exit loose > 0 || count < 100
        }' "$work/text"; then
        failed=1
    fi
done
exit "$failed"
