#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# mac.sh: harness/os/ compiles for Macs, Intel and Apple silicon, against declarations that macOS documents (mac/headers.txt),
# and what else this build calls of a C library is in macOS's (mac/names.txt). No Mac has tried either.
#
#   tests/rules/mac.sh BUILD
#
# Exit code: 0, 1, 77 (no clang here).
set -euo pipefail
export LC_ALL=C

. "$(dirname -- "${BASH_SOURCE[0]}")/../tree.sh"
build=$(cd -- "$1" && pwd)
compiler=$(command -v clang || command -v clang-14) || skip 'no clang here: apt-get install clang'

awk -v folder="$work/include" '
    /^== / { if (file) print "#endif" >file
             file = folder "/" $2; print file; guard = toupper("MAC_" $2); gsub(/[^A-Z]/, "_", guard)
             system("mkdir -p $(dirname " file ")"); print "#ifndef " guard "\n#define " guard >file; next }
    file { print >file }
    END { print "#endif" >file }' "$root/tests/rules/mac/headers.txt" >"$work/headers"

# compiles TARGET FILE...
compiles() {
    "$compiler" --target="$1" -fsyntax-only -nostdlibinc -isystem "$work/include" -std=c11 -D_GNU_SOURCE -Werror -Wall -Wextra -Wpedantic -Wshadow \
        -Wstrict-prototypes -Wmissing-prototypes -Wno-missing-field-initializers -Wno-missing-braces -include "$root/harness/os/mac_text.h" "-I$root" "${@:2}"
}
for target in x86_64-apple-macos11 arm64-apple-macos11; do
    compiles "$target" "$root"/harness/os/{mac,posix}_*.c "$root/harness/os/text_versions.c" || failed=1
done

# Names that objects call outside of harness/os/, but for those of libraries, of volk, and of the two compilers; NAME64 of this
# machine's C library is NAME there.
missing() {
    xargs nm -A -u <"$1" | awk 'NR == FNR { all[$1]; next } { short = $3; sub(/64$/, "", short) }
        !($3 in all) && !(short in all) && $3 !~ /^(_.*|(json|lzma|png|shaderc)_.*|SHA256.*|(in|de)flate.*)$/ && !said[$3]++ { print $1, $3 }' "$work/all" -
}
find "$build"/{harness,bench,kernels,claimcheck.p} -name '*.o' ! -name '*posix_*' ! -name '*linux_*' >"$work/objects"
{ find "$build"/{harness,bench,kernels,claimcheck.p} -name '*.o' -print0 | xargs -0 nm --defined-only | awk 'NF == 3 { print $3 }'
    sed '/^#/d' "$root/tests/rules/mac/names.txt" | tr ' ' '\n'; } >"$work/all"
missing "$work/objects" >"$work/found"
while read -r object name; do
    printf '%s no %s is in tests/rules/mac/names.txt: call something of harness/os, or list it where macOS has it\n' "${object#"$build"/}" "$name"
    failed=1
done <"$work/found"

# Planted calls of Linux are found.
printf '#include <unistd.h>\nint planted(int ends[2]);\nint planted(int ends[2])\n{\n    return eventfd(ends[0], 0);\n}\n' >"$work/planted.c"
! compiles arm64-apple-macos11 "$work/planted.c" 2>/dev/null || { printf 'a planted eventfd() compiles\n'; failed=1; }
printf 'int eventfd(int, int);\nint planted(void);\nint planted(void)\n{\n    return eventfd(0, 0);\n}\n' >"$work/planted.c"
"${CC_FOR_BUILD:-gcc}" -c -o "$work/planted.o" "$work/planted.c"
printf '%s\n' "$work/planted.o" >"$work/planted"
[ "$(missing "$work/planted")" = "$work/planted.o: eventfd" ] || { printf 'a planted eventfd() is not found\n'; failed=1; }
