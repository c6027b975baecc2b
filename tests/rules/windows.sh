#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# windows.sh: each function that this build calls outside of harness/os/posix_*.c and linux_*.c is there on Windows: mingw-w64's libraries
# have it, or the twins in harness/os, which are compiled here. The rooms os, base and record compile by mingw-w64's gcc. The
# whole of claimcheck.exe takes minutes: scripts/maintain/windows builds it, and tests/release/wine.sh runs it.
#
#   tests/rules/windows.sh BUILD [WINDOWS]      WINDOWS: a folder that has claimcheck.exe, and so these rooms compiled
#
# Exit code: 0, 1, 77 (no mingw-w64 here).
set -euo pipefail
export LC_ALL=C

. "$(dirname -- "${BASH_SOURCE[0]}")/../tree.sh"
build=$(cd -- "$1" && pwd)
compiler=x86_64-w64-mingw32-gcc-posix
command -v "$compiler" >/dev/null || skip "no $compiler here: apt-get install gcc-mingw-w64-x86-64-posix"

# compiled: compiles the rooms, and sets `twins`, objects of harness/os.
compiled() {
    # Headers of libraries alone: those of this machine's C library would hide what Windows lacks.
    mkdir -p -- "$work/include"
    for header in jansson.h jansson_config.h zlib.h zconf.h png.h pngconf.h pnglibconf.h regex.h; do
        path=$(printf '#include <%s>\n' "$header" | "${CC_FOR_BUILD:-gcc}" -E -include stdio.h - | sed -n "s|^# 1 \"\(.*/$header\)\".*|\1|p" | head -n 1)
        ln -s -- "${path:?no $header here}" "$work/include/"
    done
    { echo '#define LZMA_API_STATIC' && cat /usr/include/lzma.h; } >"$work/include/lzma.h"
    ln -s -- /usr/include/lzma "$work/include/"
    sed -e '/sys.cdefs.h/d; /__\(BEGIN\|END\)_DECLS/d' /usr/include/sha2.h >"$work/include/sha2.h"
    flags=(-std=gnu11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -D__USE_MINGW_ANSI_STDIO=1 -D_WIN32_WINNT=0x0A00 -Werror -Wall -Wextra -Wno-format
        -Wno-missing-field-initializers -Wno-missing-braces "-I$root" "-I$build" "-I$work/include"
        '-DCLAIMCHECK_VERSION="1"' '-DCLAIMCHECK_DATA_FOLDER="."')
    text=(-include "$root/harness/os/windows_text.h")
    # Windows' own header is read once, as harness/os/meson.build has it, for the files that include it themselves or by a header of harness/os.
    wide='<windows\.h>'
    for _ in 1 2; do
        while IFS= read -r header; do
            wide+="|\"$header\""
        done < <(cd -- "$root" && grep -l -E "^#include ($wide)" harness/os/windows_*.h)
    done
    printf '#include "harness/os/%s.h"\n' windows_text windows_once/windows_header >"$work/wide.h"
    "$compiler" "${flags[@]}" -x c-header -o "$work/wide.h.gch" "$work/wide.h" || failed=1
    for file in "$root"/harness/os/{windows_*,text_versions}.c; do
        first=("${text[@]}")
        ! grep -q -E "^#include ($wide)" "$file" || first=(-Winvalid-pch -include "$work/wide.h")
        "$compiler" "${flags[@]}" "${first[@]}" -c -o "$work/$(basename -- "$file" .c).o" "$file" || failed=1
    done
    while IFS= read -r file; do
        "$compiler" "${flags[@]}" "${text[@]}" -fsyntax-only "$file" || failed=1
    done < <(find "$root/harness/base" "$root/harness/record" -name '*.c')
    twins=("$work"/{windows_*,text_versions}.o)
}

if [ $# -gt 1 ]; then
    twins=("$2"/harness/os/libos.a.p/{windows_*,text_versions}.c.obj)
else
    compiled
fi

# Names that objects call, and names that are somewhere; NAME64 of this machine's C library is NAME there.
for library in msvcrt mingwex pthread m; do
    x86_64-w64-mingw32-nm --defined-only "$("$compiler" "-print-file-name=lib$library.a")" 2>/dev/null
done | awk 'NF == 3 { sub(/^__imp_/, "", $3); print $3 }' >"$work/all"
x86_64-w64-mingw32-nm --defined-only "${twins[@]}" | awk 'NF == 3 { print $3 }' >>"$work/all"
find "$build"/{harness,bench,kernels,claimcheck.p} -name '*.o' ! -name '*posix_*' ! -name '*linux_*' >"$work/objects"
xargs nm --defined-only <"$work/objects" | awk 'NF == 3 { print $3 }' >>"$work/all"

# missing OBJECTS: names that are nowhere, but for those of libraries, of volk, and of the two compilers.
missing() {
    xargs nm -u <"$1" | awk 'NR == FNR { all[$1]; next } NF == 2 { short = $2; sub(/64$/, "", short) }
        NF == 2 && !($2 in all) && !(short in all) { print $2 }' "$work/all" - | sort -u |
        grep -v -x -E '_.*|std(in|out|err)|(json|lzma|png|shaderc)_.*|SHA256.*|(in|de)flate.*|reg(comp|exec|error|free)|dl(open|sym)|timegm' || true
}
for name in $(missing "$work/objects"); do
    printf '%s: Windows has no %s: call something of harness/os, or add it to harness/os/windows_text.c\n' \
        "$(xargs nm -A -u <"$work/objects" | grep -m 1 -w -- "$name" | sed "s|^$build/\([^:]*\):.*|\1|")" "$name"
    failed=1
done

# A planted call is found.
printf 'int fork(void);\nint planted(void);\nint planted(void)\n{\n    return fork();\n}\n' >"$work/planted.c"
"${CC_FOR_BUILD:-gcc}" -c -o "$work/planted.o" "$work/planted.c"
printf '%s\n' "$work/planted.o" >"$work/planted"
[ "$(missing "$work/planted")" = fork ] || { printf 'a planted fork() is not found\n'; failed=1; }
