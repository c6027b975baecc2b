#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# layering.sh: dependencies point one way, and the rules that a text search can hold. Exit code: 0, 1.
#
#   tests/rules/layering.sh [ROOT]      ROOT: another tree to look at, for the test of this test
set -euo pipefail

root=${1:-$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)}
cd -- "$root"
report=$(mktemp)
trap 'rm -f "$report"' EXIT

# broken RULE: reads "file:line: text" lines; any line breaks the rule. Runs at the end of pipes, so it keeps its
# findings in a file.
broken() {
    local lines
    lines=$(cat)
    if [ -n "$lines" ]; then
        printf '%s\n%s\n\n' "$1" "$lines" >>"$report"
    fi
}

# files FOLDER... -- PATTERN...: sorted, one per line; folders that are not there yet count as empty.
files() {
    local folders=() patterns=()
    while [ "$1" != -- ]; do
        [ ! -d "$1" ] || folders+=("$1")
        shift
    done
    shift
    for pattern in "$@"; do
        patterns+=(-o -name "$pattern")
    done
    [ ${#folders[@]} -eq 0 ] || find "${folders[@]}" -type f \( "${patterns[@]:1}" \) | LC_ALL=C sort
}

# code FILES-ON-STDIN: prints "file:line: text" with comments blanked and, with -v strings=0, the insides of strings too.
code() {
    local strings=$1 file
    while IFS= read -r file; do
        awk -v file="$file" -v strings="$strings" '
        {
            out = ""
            quote = ""
            for (i = 1; i <= length($0); i++) {
                two = substr($0, i, 2)
                c = substr($0, i, 1)
                if (comment) {
                    if (two == "*/") { comment = 0; i++; out = out " " }
                } else if (quote != "") {
                    if (c == "\\") { if (strings) out = out two; i++ }
                    else if (c == quote) { quote = ""; out = out c }
                    else if (strings) out = out c
                } else if (two == "/*") { comment = 1; i++ }
                else if (two == "//") break
                else {
                    if (c == "\"" || c == "\x27") quote = c
                    out = out c
                }
            }
            if (out ~ /[^ \t]/) printf "%s:%d: %s\n", file, NR, out
        }' "$file"
    done
}

outside_gpu() {
    { files harness bench tests -- '*.c' '*.h' '*.h.in' '*.c.in'; ls main.c 2>/dev/null || true; } | grep -v '^harness/gpu/' || true
}

# 1. Vulkan is seen in harness/gpu/ only.
outside_gpu | code 1 | { grep -E '#[[:space:]]*include[[:space:]]*[<"](vulkan|volk)' || true; } |
    broken 'Only harness/gpu/ includes Vulkan headers:'
outside_gpu | code 0 | { grep -E '(^|[^A-Za-z0-9_])(vk[A-Z]|Vk[A-Z]|VK_|PFN_vk|volk)[A-Za-z0-9_]*' || true; } |
    broken 'Only harness/gpu/ uses Vulkan names:'
{ ls harness/gpu/gpu.h 2>/dev/null || true; } | code 0 | { grep -E 'vulkan|volk|(^|[^A-Za-z0-9_])(Vk[A-Z]|VK_)' || true; } |
    broken 'harness/gpu/gpu.h is the door: no Vulkan type passes it:'

# 2. Includes point one way: bench -> harness -> harness/gpu.
files harness -- '*.c' '*.h' | code 1 | { grep -E '#[[:space:]]*include[[:space:]]*"(bench|kernels|tests)/' || true; } |
    broken 'harness/ does not know bench/, kernels/ or tests/:'
files harness -- '*.c' '*.h' | code 1 | { grep -E '#[[:space:]]*include[[:space:]]*"[a-z_]*\.kernels\.h"' | grep -v '"harness.kernels.h"' || true; } |
    broken 'harness/ knows no kernels but its own:'
files harness/gpu -- '*.c' '*.h' | code 1 |
    { grep -E '#[[:space:]]*include[[:space:]]*"' | grep -v -E '"harness/gpu/' || true; } |
    broken 'harness/gpu/ includes nothing of the project but itself:'
files bench -- '*.c' '*.h' | code 1 |
    { grep -E '#[[:space:]]*include[[:space:]]*"harness/(cli|session|show|judge|record|measure|inspect|plan|shaders|base)/' || true; } |
    broken 'bench/ sees the contract (bench.h, inspection.h, gpu.h, image.h), not the harness behind it:'
files kernels -- '*.comp' '*.vert' '*.frag' '*.task' '*.mesh' '*.glsl' | code 1 | { grep -E '#[[:space:]]*include' | grep -v -E '"([a-z_0-9]+/)?[a-z_0-9]+\.glsl"' || true; } |
    broken 'Kernels include only "<folder>/<file>.glsl" of kernels/:'
while IFS= read -r line; do
    name=$(sed -n 's/.*#[[:space:]]*include[[:space:]]*"\([^"]*\)".*/\1/p' <<<"$line")
    [ -z "$name" ] || [ -f "kernels/$name" ] || [ -f "$(dirname "${line%%:*}")/$name" ] || printf '%s\n' "$line"
done < <(files kernels -- '*.comp' '*.vert' '*.frag' '*.task' '*.mesh' '*.glsl' | code 1 | grep -E '#[[:space:]]*include' || true) |
    broken 'What kernels include is in kernels/:'

# 3. No clock and no output in bench/; both belong to the harness.
files bench -- '*.c' '*.h' | code 0 |
    { grep -E '(^|[^A-Za-z0-9_])(clock|clock_gettime|gettimeofday|time|timespec_get|__rdtsc)[[:space:]]*\(' || true; } |
    broken 'bench/ has no clock:'
files bench -- '*.c' '*.h' | code 0 |
    { grep -E '(^|[^A-Za-z0-9_])((printf|fprintf|dprintf|vprintf|vfprintf|vdprintf|puts|putchar|perror)[[:space:]]*\(|(stdout|stderr)([^A-Za-z0-9_]|$))' || true; } |
    broken 'bench/ prints nothing:'
files bench -- '*.c' '*.h' | code 1 | { grep -E 'fopen[[:space:]]*\(.*/dev/(stdout|stderr|tty|fd)' || true; } |
    broken 'bench/ opens no terminal:'
files bench harness -- '*.c' | code 0 | { grep -E '(^|[^A-Za-z0-9_>.])(exit|_exit|abort|quick_exit)[[:space:]]*\(' || true; } |
    { grep -v -E '^harness/(measure/fault|session/child)\.c:[0-9]+:.*[^A-Za-z]_exit\(' || true; } | # planted; between fork and exec
    broken 'Nothing ends the process but the return of main():'

# 4. Sizes.
while IFS= read -r file; do
    lines=$(wc -l <"$file")
    [ "$lines" -le 500 ] || printf '%s:1: %d lines\n' "$file" "$lines"
done < <({ files harness bench -- '*.c'; files tests -- '*.c'; ls main.c 2>/dev/null || true; }) |
    broken 'A .c file has at most 500 lines:'
while IFS= read -r file; do
    # Columns are characters, not bytes.
    LC_ALL=C awk -v file="$file" '{ line = $0; gsub(/[\200-\277]/, "", line); if (length(line) > 100)
        printf "%s:%d: %d columns\n", file, NR, length(line) }' "$file"
done < <({ files harness bench tests -- '*.c' '*.h'; files kernels -- '*.comp' '*.vert' '*.frag' '*.task' '*.mesh' '*.glsl'; ls main.c 2>/dev/null || true; }) |
    broken 'A line has at most 100 columns:'
while IFS= read -r file; do
    LC_ALL=C awk -v file="$file" '/\t/ { printf "%s:%d: tab\n", file, NR } /[ \t]$/ { printf "%s:%d: blank at the end\n", file, NR }' "$file"
    [ ! -s "$file" ] || [ -z "$(tail -c 1 "$file")" ] || printf '%s: no newline at the end\n' "$file"
done < <({ files harness bench tests kernels -- '*.c' '*.h' '*.comp' '*.vert' '*.frag' '*.task' '*.mesh' '*.glsl'; ls main.c 2>/dev/null || true; }) |
    broken 'No tabs, no trailing blanks, a newline at the end:'

if [ -s "$report" ]; then
    cat "$report"
    exit 1
fi
