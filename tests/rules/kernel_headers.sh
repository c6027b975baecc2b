#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# kernel_headers.sh: every kernel opens with the fields of the house, in order, and its SPIR-V is valid.
# Exit code: 0, 1, 77 (no glslc or spirv-val, and the fields are all right).
#
#   tests/rules/kernel_headers.sh [FOLDER]      FOLDER: other kernels to look at, for the test of this test
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
kernels=${1:-$root/kernels}
shaders='.*\.(comp|vert|frag|task|mesh)'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

tools=yes
for tool in glslc spirv-val; do
    if ! command -v "$tool" >/dev/null; then
        printf '%s is not installed\n' "$tool"
        tools=
    fi
done

failed=0
count=0
while IFS= read -r -d '' file; do
    count=$((count + 1))
    # The opening comment: all comment lines before the first line of code, preprocessor lines aside.
    if ! awk -v file="$file" '
        BEGIN { wanted = split("Computes Bench Bindings Constants Dispatch Work Error Needs Source", field, " "); next_field = 1 }
        /^[ \t]*$/ || /^#/ { next }
        !/^[ \t]*(\/\/|\/\*|\*)/ { exit }
        next_field <= wanted && $0 ~ ("^[ \t/*]*" field[next_field] "(:|[ \t]|$)") {
            text = $0
            sub("^[ \t/*]*" field[next_field] ":?[ \t]*", "", text)
            if (text == "") { printf "%s:%d: %s says nothing (\"none\" is an answer)\n", file, NR, field[next_field]; bad = 1 }
            next_field++
        }
        END {
            if (next_field <= wanted) {
                printf "%s: the opening comment has no %s (the fields, in order: Computes Bench Bindings Constants Dispatch Work Error Needs Source)\n", file, field[next_field]
                bad = 1
            }
            exit bad
        }' "$file"; then
        failed=1
    fi
    if ! head -n 3 "$file" | grep -q 'SPDX-License-Identifier: MIT'; then
        printf '%s: no SPDX line at the top\n' "$file"
        failed=1
    fi
    if [ -n "$tools" ]; then
        if ! glslc --target-env=vulkan1.3 -Werror -I "$root/kernels" -I "$kernels" "$file" -o "$work/kernel.spv" ||
            ! spirv-val --target-env vulkan1.3 "$work/kernel.spv" ||
            ! glslc --target-env=vulkan1.3 -O -Werror -I "$root/kernels" -I "$kernels" "$file" -o "$work/kernel.spv" ||
            ! spirv-val --target-env vulkan1.3 "$work/kernel.spv"; then
            printf '%s: no valid SPIR-V\n' "$file"
            failed=1
        fi
    fi
done < <(find "$kernels" -type f -regextype posix-extended -regex "$shaders" -print0 | LC_ALL=C sort -z)

# Every kernel is built: it is in the list, shaders of draws with their suffix.
if [ "$kernels" = "$root/kernels" ]; then
    while IFS= read -r -d '' file; do
        name=$(basename "$file" .comp)
        if ! grep -q "'$name'" "$(dirname "$file")/meson.build"; then
            printf '%s: not in the list of its folder\n' "$file"
            failed=1
        fi
    done < <(find "$kernels" -type f -regextype posix-extended -regex "$shaders" -print0)
fi

printf '%d kernels\n' "$count"
if [ "$failed" -ne 0 ]; then
    exit 1
elif [ "$count" -eq 0 ] || [ -z "$tools" ]; then
    exit 77
fi
