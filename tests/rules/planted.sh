#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# planted.sh: the rules can fail: violations planted into a copy of the tree are each seen to be caught by the rule they
# break, which names file and fault; the copy as it is passes. Exit code: 0, 1, 77 (a tool is missing).
#
#   tests/rules/planted.sh layering
#   tests/rules/planted.sh exports
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
rules=$root/tests/rules
cd -- "$root"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/tree
: >"$work/planted"
failed=0
count=0

fail() {
    printf 'planted.sh: %s\n' "$*"
    failed=1
}

copy() {
    mkdir -p "$tree"
    cp -r --parents "$@" "$tree"
}

# clean: $rule passes on the copy as it is; otherwise no planted fault shows anything.
clean() {
    local code=0
    "${rule[@]}" >"$work/out" 2>&1 || code=$?
    if [ "$code" -eq 77 ]; then
        cat "$work/out"
        exit 77
    elif [ "$code" -ne 0 ]; then
        cat "$work/out"
        fail "the tree as it is breaks ${rule[0]##*/}"
        exit 1
    fi
}

# caught: $rule fails, and for each line "FILE<tab>WHAT" of planted names the file in a line that has WHAT.
caught() {
    local code=0 file what
    "${rule[@]}" >"$work/out" 2>&1 || code=$?
    [ "$code" -eq 1 ] || fail "${rule[0]##*/}: exit code $code, not 1, with planted faults"
    while IFS=$'\t' read -r file what; do
        count=$((count + 1))
        grep -F -e "$file" "$work/out" | grep -q -F -e "$what" ||
            fail "${rule[0]##*/} does not name $file ($what): $(cat "$work/out")"
    done <"$work/planted"
    : >"$work/planted"
}

expect() {
    printf '%s\t%s\n' "$1" "$2" >>"$work/planted"
}

# plant FILE TEXT WHAT: adds lines to a file, a new one or not; caught is to find WHAT.
plant() {
    mkdir -p "$(dirname "$tree/$1")"
    printf '%s\n' "$2" >>"$tree/$1"
    expect "$1" "$3"
}

layering() {
    rule=("$rules/layering.sh" "$tree")
    # Strings and comments are no code. A part of the tree is enough: the rule itself is run on all of it.
    copy main.c harness/*.h harness/{base,judge,plan,session,show} harness/gpu/{gpu.h,buffer.c} bench/registry.[ch] \
        bench/{common,ceilings} bench/cbt/{tree,terrain} kernels/{cbt,common}
    printf '%s\n' '/* exit(1) */ // exit(2)' 'const char *table_word = "exit(1) /* ";' '#ifdef NONE // "' '#endif' \
        >>"$tree/harness/show/table.c"
    clean

    # F8: a bench that takes the clock of the harness, and calls it.
    plant bench/ceilings/planted.c '#include "harness/base/clock.h"' 'harness/base/clock.h'
    plant bench/ceilings/planted.c 'double ceilings_now(void) { return clock_now_ns(); }' clock_now_ns
    plant bench/ceilings/planted.c '#include "harness/cpu/cpu_clock.h"' cpu_clock
    plant bench/ceilings/planted.c '#include <time.h>' time.h
    plant bench/ceilings/planted.c '#include <jansson.h>' jansson
    plant bench/ceilings/planted.c '#include "harness/measure/case.h"' case.h
    plant bench/ceilings/planted.c '#include "harness/gpu/private.h"' private.h
    plant bench/ceilings/planted.c '#include "harness/gpu/trace.h"' trace.h
    plant bench/ceilings/planted.c '#include "bench/cbt/tree/heap.h"' heap.h
    plant bench/ceilings/planted.c '#include "cbt.kernels.h"' cbt.kernels.h
    plant bench/common/hash.c '#include "bench/ceilings/pattern.h"' pattern.h
    plant bench/registry.c '#include "bench/cbt/frame.h"' frame.h
    plant bench/cbt/tree/heap.c '#include "bench/cbt/leaves/update.h"' update.h
    plant bench/cbt/tree/heap.c '#include "bench/cbt/frame.h"' frame.h
    plant bench/cbt/terrain/terrain.c '#include "bench/cbt/leaves/pool.h"' pool.h
    plant bench/ceilings/planted.c 'void ceilings_say(void) { puts("x"); }' puts
    plant bench/ceilings/planted.c 'void ceilings_end(void) { exit(1); }' exit

    plant harness/base/disk.c '#include "harness/plan/plan.h"' plan.h
    plant harness/base/disk.c '#include "harness/bench.h"' bench.h
    plant harness/gpu/buffer.c '#include "harness/base/disk.h"' disk.h
    plant harness/judge/floor.c '#include "harness/show/table.h"' table.h
    plant harness/plan/plan.h '#include "harness/measure/result.h"' result.h
    plant harness/bench.h '#include "harness/measure/result.h"' result.h
    plant harness/bench.h '#include "harness/gpu/private.h"' private.h
    plant harness/attic/attic.c '#include "harness/base/disk.h"' attic.c
    plant harness/show/table.c '#include "harness/attic/attic.h"' attic.h
    plant harness/show/table.c '#include "bench/registry.h"' registry.h
    plant harness/show/table.c '#include "cbt.kernels.h"' cbt.kernels.h
    plant main.c '#include "harness/show/table.h"' table.h
    plant harness/show/table.c '#include <vulkan/vulkan.h>' vulkan
    plant harness/show/table.c 'VkDevice table_device;' VkDevice
    plant harness/gpu/gpu.h 'VkDevice gpu_device(void);' VkDevice
    plant kernels/cbt/act.comp '#include "bench/cbt/tree/heap.h"' heap.h
    plant kernels/cbt/act.comp '#include "cbt/none.glsl"' none.glsl

    plant harness/show/long.c "$(yes 'int x;' | head -n 501)" 500
    plant harness/show/wide.c "// $(printf '%0100d' 0)" columns
    plant harness/show/tab.c $'\t;' tab
    plant harness/show/blank.c '; ' blank
    printf 'int x;' >"$tree/harness/show/end.c"
    expect harness/show/end.c 'no newline'
    # An exception that is not needed any more.
    sed "s#^exceptions='#&harness/show/table.c harness/cli/cli.h\n#" "$rules/layering.sh" >"$work/layering.sh"
    chmod +x "$work/layering.sh"
    rule=("$work/layering.sh" "$tree")
    expect 'harness/show/table.c harness/cli/cli.h' 'not needed'
    caught
}

# exported NUMBER FILE NAME: an object of a source with one global name; a line for compile_commands.json.
exported() {
    mkdir -p "$(dirname "$tree/$2")"
    printf 'int %s;\n' "$3" >"$work/build/planted.c"
    "$compiler" -c "$work/build/planted.c" -o "$work/build/$1.o"
    [ "$1" -eq 0 ] || printf ',\n'
    printf '{"directory": "%s", "file": "%s", "output": "%s.o", "command": ""}\n' "$work/build" "../tree/$2" "$1"
}

# objects FILE-NAME-PAIRS-ON-STDIN
objects() {
    local number=0 file name
    {
        printf '['
        while read -r file name; do
            exported "$number" "$file" "$name"
            number=$((number + 1))
        done
        printf ']\n'
    } >"$work/build/compile_commands.json"
}

exports() {
    rule=("$rules/exports.py" "$work/build" "$tree")
    compiler=$(command -v gcc || command -v clang || command -v cc) || exit 77
    mkdir -p "$tree/harness" "$work/build"
    printf 'int bench_planted;\nint reference_planted;\n' >"$tree/harness/bench.h"
    objects <<'END'
bench/cbt/reference.c cbt_reference_run
bench/cbt/tree/cbt.c cbt
bench/reyes_subdivision/reference.c reyes_run
bench/tile_subdivision/input/map.c tiles_map
bench/stream_reduction/scan.c stream_reduction_scan
bench/common/hash.c hash_bytes
bench/registry.c registry
harness/gpu/queue.c gpu_submit
harness/measure/case_execute.c case_execute_all
harness/measure/case_execute.c case_sample
harness/shaders/kernel_file.c kernel_files_add
harness/cli/options.c option_table_add
harness/measure/launches.c bench_planted
END
    clean
    cat >"$work/pairs" <<'END'
bench/cbt/reference.c reference_run
bench/cbt/reference.c cbtreference
bench/cbt/tree/heap.c heap_init
bench/reyes_subdivision/bound.c bound
bench/tile_subdivision/tile.c tile_x
bench/stream_reduction/scan.c scan_create
bench/common/hash.c obj_read
harness/gpu/queue.c queue_submit
harness/gpu/queue.c vkQueueSubmit
harness/measure/case_execute.c execute_case
harness/measure/case_execute.c casework
harness/measure/launches.c bench_other
harness/measure/launches.c reference_planted
END
    objects <"$work/pairs"
    sed 's/ /\t/' "$work/pairs" >"$work/planted"
    caught
}

case ${1:-} in
layering | exports) "$1" ;;
*)
    sed -n '/^# planted.sh/,/^set/p' "${BASH_SOURCE[0]}"
    exit 1
    ;;
esac
printf '%d planted faults\n' "$count"
exit "$failed"
