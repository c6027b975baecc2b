#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# headers.sh: every header of the project compiles alone, by the first compiler that is there. One that stands first in the
# source of its name does so in every build, and is left out. With CLAIMCHECK_TEST_FULL in the environment, as scripts/test
# --full sets it, all headers, by every compiler. Those for Windows are left out.
#
#   tests/rules/headers.sh [INCLUDE_FOLDER...]      folders for -I besides the root: those of generated headers
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
includes=(-I "$root")
for folder in "$@"; do
    includes+=(-I "$folder")
done
flags=()
if command -v pkg-config >/dev/null; then
    read -r -a flags <<<"$(pkg-config --cflags jansson libpng vulkan 2>/dev/null || true)"
fi

# Prints the first line of its source, behind comments.
first_of() {
    [ -e "$root/${1%.h}.c" ] && grep -m 1 '^#' "$root/${1%.h}.c" | grep -q -x -F "#include \"$1\""
}

failed=0
compilers=0
for compiler in gcc clang; do
    command -v "$compiler" >/dev/null || continue
    [ "$compilers" -eq 0 ] || [ -n "${CLAIMCHECK_TEST_FULL:-}" ] || break
    compilers=$((compilers + 1))
    while IFS= read -r -d '' header; do
        if [ -z "${CLAIMCHECK_TEST_FULL:-}" ] && first_of "$header"; then
            continue
        fi
        # A file includes it twice, so that the guards are tried, and without warnings of unused names in a main file.
        if ! printf '#include "%s"\n#include "%s"\n' "$header" "$header" |
            "$compiler" -std=c11 -Wall -Wextra -Wpedantic -Werror -D_GNU_SOURCE -fsyntax-only "${includes[@]}" "${flags[@]}" \
                -x c -; then
            printf '%s: does not compile alone by %s\n' "$header" "$compiler"
            failed=1
        fi
    done < <(cd -- "$root" && find harness bench tests -name '*.h' -type f ! -path 'harness/os/windows_*' -print0 | LC_ALL=C sort -z)
done
if [ "$compilers" -eq 0 ]; then
    printf 'neither gcc nor clang is installed\n'
    exit 77
fi
exit "$failed"
