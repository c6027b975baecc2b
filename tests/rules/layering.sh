#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# layering.sh: dependencies point one way, and the rules that a text search can hold. What may be included is listed
# here; all else is refused.
#
#   tests/rules/layering.sh [ROOT]      ROOT: another tree to look at, for the test of this test
set -euo pipefail
export LC_ALL=C

root=${1:-$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)}
cd -- "$root"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Rooms of harness/, each with the rooms that it may include beside itself, "ROOM: ROOMS". The contract, harness/*.h, is for
# the engine and cli: whoever judges and shows has the record alone. gpu includes itself and need.h, and base what it
# implements. All may ask os, which includes itself.
rooms='os:
base:
record: base
engine/gpu:
engine/cpu: base engine/gpu
engine/shaders: base record engine/gpu engine/cpu
engine/instruments: base record engine/gpu engine/cpu engine/shaders
engine/plan: base record engine/gpu engine/cpu engine/shaders engine/instruments
engine/measure: base record engine/gpu engine/cpu engine/shaders engine/instruments engine/plan
engine/inspect: base record engine/gpu engine/cpu engine/shaders engine/instruments engine/plan engine/measure
engine/program: base
engine/session: base record engine/gpu engine/cpu engine/shaders engine/instruments engine/plan engine/measure engine/inspect
analysis: base record
views: base record analysis
cli: base record engine analysis views'
gpu_needs='harness/base/need[.]h'
base_implements='harness/(file|half|image|trouble)[.]h'
# Headers of the rooms that bench/ and the contract may include.
doors='harness/engine/gpu/gpu[.]h|harness/engine/cpu/[a-z_]+[.]h|harness/os/cpu_memory[.]h|harness/base/need[.]h'
leaves='harness/record/bench_kinds[.]h'
closed='harness/engine/cpu/cpu_clock[.]h' # a bench has no clock
libraries='assert|complex|ctype|errno|float|inttypes|limits|math|stdalign|stdarg|stdatomic|stdbool|stddef|stdint'
libraries+='|stdio|stdlib|string|immintrin|arm_neon'
# Headers that a folder has for the rest of the house beside its one: what fewer rooms see, or a lower one too.
apart='harness/base/need[.]h|harness/os/(cpu_memory|library)[.]h|harness/record/bench_kinds[.]h|harness/engine/gpu/engine[.]h|harness/engine/cpu/cpu_clock[.]h'
# Includes of one file of bench/ beside those, as "FILE:LINE: <HEADER>": a peer, loaded at run time.
lent='bench/detp/cpu/embree_library[.][ch]:[0-9]+: ("harness/os/library[.]h"|<embree3/rtcore[.]h>)'
# A technique from a folder of the user's reads files and starts a program: what it may include besides.
declared='bench/declared/[a-z_]+[.][ch]:[0-9]+: ("harness/(base|os|engine/program)/[a-z0-9_]+[.]h"|<jansson[.]h>)'
# Folders of techniques that others of the same technique stand on: "FOLDER: what it may include".
floors='cbt/tree: cbt/tree
cbt/leaves: cbt/tree cbt/leaves
cbt/terrain: cbt/tree cbt/terrain'
# Includes that break the order of rooms, as "FILE HEADER". One that is not needed any more is a fault as well.
exceptions=''

# broken RULE: reads "file:line: text" lines; any line breaks the rule. Runs at the end of pipes, so it keeps its
# findings in a file.
broken() {
    local lines
    lines=$(cat)
    if [ -n "$lines" ]; then
        printf '%s\n%s\n\n' "$1" "$lines" >>"$work/report"
    fi
}

shaders=('*.comp' '*.vert' '*.frag' '*.task' '*.mesh' '*.rgen' '*.rmiss' '*.rahit' '*.glsl')
# files FOLDER... -- PATTERN...: sorted, one per line; folders that are not there yet count as empty.
files() {
    local folders=() patterns=()
    while [ "$1" != -- ]; do
        [ ! -e "$1" ] || folders+=("$1")
        shift
    done
    shift
    for pattern in "$@"; do
        patterns+=(-o -name "$pattern")
    done
    [ ${#folders[@]} -eq 0 ] || find "${folders[@]}" -type f \( "${patterns[@]:1}" \) | sort
}

# code FILES-ON-STDIN: prints "file:line: text" with comments blanked, to plain, and with the insides of strings
# blanked, too, to bare.
code() {
    xargs -d '\n' -r awk -v plain="$work/plain" -v bare="$work/bare" '
    FNR == 1 { comment = 0 }
    {
        with = without = ""
        rest = $0
        while (rest != "") {
            if (comment) {
                if (!(at = index(rest, "*/"))) break
                comment = 0
                rest = substr(rest, at + 2)
                with = with " "; without = without " "
            }
            if (!match(rest, /"|\x27|\/\*|\/\//)) { with = with rest; without = without rest; break }
            head = substr(rest, 1, RSTART - 1)
            mark = substr(rest, RSTART, RLENGTH)
            rest = substr(rest, RSTART + RLENGTH)
            with = with head; without = without head
            if (mark == "//") break
            if (mark == "/*") { comment = 1; continue }
            # A string or a character, to its end.
            with = with mark; without = without mark
            if (match(rest, mark == "\"" ? "^([^\"\\\\]|\\\\.)*\"" : "^([^\x27\\\\]|\\\\.)*\x27")) {
                with = with substr(rest, 1, RLENGTH)
                without = without mark
                rest = substr(rest, RLENGTH + 1)
            } else { with = with rest; break }
        }
        if (with ~ /[^ \t]/) {
            printf "%s:%d: %s\n", FILENAME, FNR, with > plain
            printf "%s:%d: %s\n", FILENAME, FNR, without > bare
        }
    }'
}

: >"$work/plain"
: >"$work/bare"
: >"$work/report"
{
    files harness bench tests main.c -- '*.c' '*.h' '*.h.in' '*.c.in'
    files kernels -- "${shaders[@]}"
} | tee "$work/files" | code

# find_in WHERE PATHS PATTERN: the lines of plain or bare in files whose path begins as PATHS, an extended regular
# expression, says, and whose text has PATTERN.
find_in() {
    grep -E "^($2)" "$work/$1" | grep -E "^[^:]*:[0-9]*:.*($3)" || true
}
word='(^|[^A-Za-z0-9_])'
include='#[[:space:]]*include[[:space:]]*'

# 1. Vulkan is seen in harness/engine/gpu/ only.
# Tests load layers and a driver of their own.
below='^(harness/engine/gpu/|tests/engine/gpu/(layer[.]h|[a-z]+_layer[.]c):|tests/icd/[a-z]+[.][ch]:)'
find_in plain 'harness/|bench/|tests/|main' "${include}[<\"](vulkan|volk)" | { grep -v -E "$below" || true; } |
    broken 'Only harness/engine/gpu/ includes Vulkan headers:'
find_in bare 'harness/|bench/|tests/|main' "[^A-Za-z0-9_](vk[A-Z]|Vk[A-Z]|VK_|PFN_vk|volk)[A-Za-z0-9_]*" | { grep -v -E "$below" || true; } |
    broken 'Only harness/engine/gpu/ uses Vulkan names:'
find_in bare 'harness/engine/gpu/(gpu|engine)[.]h:' "vulkan|volk|[^A-Za-z0-9_](Vk[A-Z]|VK_)" |
    broken 'The headers that harness/engine/gpu/ has for others: no Vulkan type passes them:'

# 2. Includes point one way: bench -> harness -> harness/engine/gpu. "file:line: header", headers in their marks.
sed -n -E "s/^([^:]*:[0-9]*: )[[:space:]]*${include}([<\"][^>\"]*[>\"]).*/\1\2/p" "$work/plain" >"$work/includes"
find_in includes 'harness/' '"' | awk -v rooms="$rooms" -v needs="^($gpu_needs)\$" -v implements="^($base_implements)\$" -v doors="^($doors)\$" -v leaves="^($leaves)\$" -v exceptions="$exceptions" '
    BEGIN {
        count = split(rooms, lines, "\n")
        for (i = 1; i <= count; i++) { colon = index(lines[i], ":"); below[substr(lines[i], 1, colon - 1)] = substr(lines[i], colon + 1) " " }
        count = split(exceptions, lines, "\n")
        for (i = 1; i <= count; i++) if (lines[i] != "") excepted[lines[i]] = 1
    }
    # room("harness/base/base.h") is base, that of harness/engine/gpu/gpu.h engine/gpu, of harness/bench.h empty.
    function room(path) {
        count = split(path, parts, "/")
        return count < 3 ? "" : parts[2] == "engine" ? "engine/" parts[3] : parts[2]
    }
    function may(from, to) { return from == to || to == "os" || index(below[from], " " to " ") || (to ~ /^engine\// && index(below[from], " engine ")) }
    {
        file = substr($1, 1, index($1, ":") - 1)
        header = substr($2, 2, length($2) - 2)
        from = room(file)
        to = room(header)
        if (header == "version.h" || header == "harness.kernels.h") next
        if (header !~ /^harness\//) bad = "harness/ knows nothing outside of itself"
        else if (from != "" && !(from in below)) bad = "no room of this name is known"
        else if (to != "" && !(to in below)) bad = "no room of this name is known"
        else if (from == "") bad = to == "" || header ~ doors || header ~ leaves ? "" : "the contract sees the doors alone"
        else if (to != "") bad = may(from, to) || (from == "engine/gpu" && header ~ needs) ? "" : from "/ includes nothing of " to "/"
        else if (from == "base") bad = header ~ implements ? "" : "base/ rests on nothing"
        else bad = from ~ /^(engine\/[a-z]+|cli)$/ && from != "engine/gpu" ? "" : from "/ does not see the contract"
        if (bad == "") next
        used[file " " header] = 1
        if (!(file " " header in excepted)) print $0 ": " bad
    }
    END {
        for (e in excepted) if (!(e in used)) print "tests/rules/layering.sh: the exception \"" e "\" is not needed any more"
    }' | broken "harness/: a room includes itself, what layering.sh lists for it, and harness/*.h where it measures:"
find_in includes '(harness|bench|main)' '"harness/[a-z_]+/' | awk -v apart="^($apart)\$" '
    {
        header = substr($2, 2, length($2) - 2)
        folder = header; sub("/[^/]*$", "", folder)
        if (index($1, folder "/") == 1 && $1 !~ "^" folder "/.*/" || header ~ apart) next
        if (!(folder in one)) one[folder] = header
        else if (one[folder] != header) print $0 ", and others include " one[folder]
    }' | broken 'A folder of harness/ has one header for the rest of the house:'
find_in includes 'main[.]c:' '"' | { grep -v -E '"(bench/registry|harness/cli/cli)[.]h"' || true; } |
    broken 'main.c joins bench/registry.h and harness/cli/cli.h, and knows no more:'
find_in includes 'bench/' '"harness/' | { grep -v -E "\"(harness/[a-z_]+[.]h|$doors)\"|^$declared\$|^$lent\$" || true; } |
    broken 'bench/ sees the contract, harness/*.h, and the doors of gpu/ and cpu/, not the harness behind them:'
find_in includes 'bench/' "\"($closed)\"" | broken 'bench/ has no clock:'
find_in includes 'bench/' '<' | { grep -v -E "<($libraries)[.]h>|^$lent\$|^$declared\$" || true; } |
    broken 'bench/ uses the C library and what is listed in layering.sh:'
find_in includes 'bench/' '"' | { grep -v -E ' "harness/' || true; } | awk -v floors="$floors" '
    BEGIN {
        count = split(floors, lines, "\n")
        for (i = 1; i <= count; i++) { colon = index(lines[i], ":"); below[substr(lines[i], 1, colon - 1)] = substr(lines[i], colon + 1) " " }
    }
    function folder(path) { count = split(path, part, "/"); return count > 3 ? part[2] "/" part[3] : part[2] }
    {
        file = substr($1, 1, index($1, ":") - 1)
        header = substr($2, 2, length($2) - 2)
        from = folder(file)
        technique = from; sub("/.*", "", technique)
        good = 0
        if (header ~ /^[a-z_0-9]+\.kernels\.h$/) good = header == technique ".kernels.h" || file header == "bench/common/quadtree.cstream_reduction.kernels.h"
        else if (file ~ /^bench\/registry\.(h|c\.in)$/) good = header ~ /^bench\/(registry|declared\/declared)\.h$/
        else if (header ~ /^bench\/common\// || header == "bench/declared/declared.h") good = 1
        else if (header ~ "^bench/" technique "/") good = !(from in below) || index(below[from], " " folder(header) " ")
        if (!good) print
    }' | broken "bench/: a technique includes bench/common, bench/declared/declared.h and itself, its folders what stands below them ($(tr '\n' ';' <<<"$floors")):"
find_in plain 'kernels/' "$include" | { grep -v -E '"([a-z_0-9]+/)?[a-z_0-9]+\.glsl"' || true; } |
    broken 'Kernels include only "<folder>/<file>.glsl" of kernels/:'
find_in includes 'kernels/' '"' | while read -r place name; do
    name=${name//\"/}
    [ -f "kernels/$name" ] || [ -f "$(dirname "${place%%:*}")/$name" ] || printf '%s %s\n' "$place" "$name"
done | broken 'What kernels include is in kernels/:'

# 3. No clock and no output in bench/; both belong to the harness.
find_in bare 'bench/' "${word}(clock|clock_[a-z_]+|gettimeofday|time|timespec_get|_*rdtscp?)[[:space:]]*\(" | broken 'bench/ has no clock:'
find_in bare 'bench/' "${word}((printf|fprintf|dprintf|vprintf|vfprintf|vdprintf|puts|putchar|perror)[[:space:]]*\(|(stdout|stderr)([^A-Za-z0-9_]|\$))" |
    broken 'bench/ prints nothing:'
find_in plain 'bench/' 'fopen[[:space:]]*\(.*/dev/(stdout|stderr|tty|fd)' | broken 'bench/ opens no terminal:'
find_in bare '(bench|harness)/[^:]*[.]c:' '(^|[^A-Za-z0-9_>.])(exit|_exit|abort|quick_exit)[[:space:]]*\(' |
    { grep -v -E '^harness/os/posix_(process|crash)\.c:[0-9]+:.*[^A-Za-z]_exit\(' || true; } | # planted; forked; crashed
    broken 'Nothing ends the process but the return of main():'

# 4. The system is asked in harness/os/ only, by files that begin with its name.
systems='unistd|fcntl|dirent|poll|sched|dlfcn|ftw|wordexp|endian|semaphore|spawn|termios|glob|sys/[a-z]+'
windows='windows|winsock2|io|direct|process|psapi|bcrypt|shlwapi|shellapi'
find_in includes '(harness|bench|main)' "<($systems|$windows)[.]h>" |
    { grep -v -E "^harness/os/|^harness/base/sha256[.]c:[0-9]+: <sys/types[.]h>\$" || true; } | # which libmd's header wants
    broken 'Only harness/os/ includes headers of a system:'
find_in includes 'harness/os/(posix|linux|mac)_' "<($windows)[.]h>" | broken 'posix_*.c is for POSIX:'
find_in includes 'harness/os/' "<($systems)[.]h>" | { grep -v -E '^harness/os/(posix|linux|mac|windows)_' || true; } |
    broken 'The headers of harness/os/ are the same for all systems:'
calls='fork|execvp?e?|waitpid|kill|sigaction|sigprocmask|pthread_sigmask|flock|fdopen|fileno|isatty|open|openat|pread|fsync|fdatasync'
calls+='|ftruncate|lstat|fstat|access|unlink|rmdir|mkdir|mkdtemp|mkostemp|renameat2|rename|realpath|readlink|getcwd|chdir|opendir|scandir|nftw'
calls+='|mmap|memfd_create|dlopen|sysconf|uname|setenv|unsetenv|pipe2?|socketpair|poll|dup2?|fcntl|open_memstream|fmemopen|fopencookie|nanosleep|clock_gettime'
find_in bare '(harness|bench|main)[^:]*[.]c:' "(^|[^A-Za-z0-9_>.*])($calls)[[:space:]]*[(]" | { grep -v -E '^harness/os/' || true; } |
    broken 'Only harness/os/ calls a system:'
find_in bare '(harness|bench|main)' '_WIN32|__linux__|__unix__|__APPLE__' | { grep -v -E '^harness/os/' || true; } |
    broken 'Only harness/os/ knows which system it is for:'
find_in bare '(harness|bench|main)[^:]*[.]c:' '(^|[^A-Za-z0-9_])std(in|out|err)[[:space:]]*=[^=]' | broken 'C assigns to no standard stream:'

# 5. Sizes. Columns are characters, not bytes.
grep '[.]c$' "$work/files" | xargs -d '\n' -r awk '
    FNR == 1001 { print FILENAME ":1001: more than 1000 lines" }' | broken 'A .c file has at most 1000 lines:'
# Two are lists: of structures that ask for features, and of faults.
grep -E '^(harness|bench|main).*[.]c$' "$work/files" | xargs -d '\n' -r awk '
    FNR == 1 { head = begin = "" }
    /^[a-z].*[(]/ { head = $0 }
    /^{/ { begin = FNR }
    /^}/ && begin && FNR - begin - 1 > 60 && head !~ / (device_create|keep_fault_is)[(]/ {
        printf "%s:%d: %d lines\n", FILENAME, begin, FNR - begin - 1
    }
    /^}/ { begin = "" }' | broken 'A function has at most 60 lines:'
grep -v '[.]in$' "$work/files" | xargs -d '\n' -r awk '
    { line = $0 }
    /[\200-\277]/ { gsub(/[\200-\277]/, "", line) }
    length(line) > 100 { printf "%s:%d: %d columns\n", FILENAME, FNR, length(line) }' | broken 'A line has at most 100 columns:'
{ grep -v '[.]in$' "$work/files"; files tests -- "${shaders[@]}"; } >"$work/texts"
xargs -d '\n' -r awk <"$work/texts" '
    /\t/ { printf "%s:%d: tab\n", FILENAME, FNR }
    /[ \t]$/ { printf "%s:%d: blank at the end\n", FILENAME, FNR }' | broken 'No tabs, no trailing blanks:'
# The last bytes of all files at once; only when one is no newline, file by file.
if [ -n "$(xargs -d '\n' -r tail -q -c 1 <"$work/texts" | tr -d '\n' | tr '\0' x)" ]; then
    while IFS= read -r file; do
        [ ! -s "$file" ] || [ -z "$(tail -c 1 "$file")" ] || printf '%s: no newline at the end\n' "$file"
    done <"$work/texts" | broken 'A newline at the end:'
fi

# 6. A test that no list names is not run, and nobody sees it.
listed=$(sed -n '/^\(unit\|device\)_tests = {/,/^}/p' tests/meson.build | tr -d ' \n')
files tests -- '*_test.c' | while IFS= read -r file; do
    path=${file#tests/}
    path=${path%_test.c}
    grep -q "'${path%/*}':\[[^]]*'${path##*/}'" <<<"$listed" || grep -q -F "'$path'" tests/meson.build ||
        printf '%s: not in tests/meson.build\n' "$file"
done | broken 'Every test is run:'

if [ -s "$work/report" ]; then
    cat "$work/report"
    exit 1
fi
