#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# planted.sh: the rules can fail: violations planted into a copy of the tree are each seen to be caught by the rule they
# break, which names file and fault; the copy as it is passes, which the rule's own test says where it reads the same of the
# tree. Exit code: 0, 1, 77 (a tool is missing).
#
#   tests/rules/planted.sh layering|exports|kernel_headers|precise|published|amendments|observed|long_claims|statements|claims|profiles|run_schema|tables|verdicts|gates|coverage|tutorial|version|contribution|devices|drivers|evidence|pictures|size|strangers BUILD
set -euo pipefail

build=$(cd -- "${2:-.}" && pwd)
. "$(dirname -- "${BASH_SOURCE[0]}")/../tree.sh"
rules=$root/tests/rules
cd -- "$root"
tree=$work/tree
: >"$work/planted"
count=0

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
        grep -F -e "$file" "$work/out" | grep -F -e "$what" >/dev/null ||
            fail "${rule[0]##*/} does not name $file ($what): $(cat "$work/out")"
    done <"$work/planted"
    : >"$work/planted"
}

# untried WHAT ARGUMENTS...: called so, $rule says WHAT in the one line on stderr, and exits with 99.
untried() {
    local code=0 what=$1
    shift
    "${rule[0]}" "$@" 2>"$work/err" >"$work/out" || code=$?
    count=$((count + 1))
    if [ "$code" -ne 99 ] || [ "$(wc -l <"$work/err")" -ne 1 ] || ! grep -q -F -e "$what" "$work/err"; then
        fail "${rule[0]##*/} $*: exit code $code, not 99, or another line: $(cat "$work/err")"
    fi
}

# unread FILE ARGUMENTS...: called so, $rule says in one line that FILE, which is each of these in turn, cannot be read.
unread() {
    local packed=$1 file=${1##*/} content
    shift
    for content in cut '[]' '7' '{"schema_version": "2.0", "cases": [7]}' deep; do
        case $content in
        cut) head -c 500 -- "$root/$packed" ;;
        deep) head -c 100000 /dev/zero | tr '\0' '[' | gzip ;;
        *) printf '%s' "$content" | gzip ;;
        esac >"$work/unread"
        cp "$work/unread" "$tree/$packed"
        untried "${file%.[gx]z}" "$@"
    done
    cp "$root/$packed" "$tree/$packed"
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

# change FILE SED WHAT: the same by a sed script, which must change something.
change() {
    cp "$tree/$1" "$work/before"
    sed -i -E -e "$2" "$tree/$1"
    ! cmp -s "$tree/$1" "$work/before" || fail "$1: '$2' changes nothing"
    expect "$1" "$3"
}

layering() {
    rule=("$rules/layering.sh" "$tree")
    # Strings and comments are no code. A part of the tree is enough: the rule itself is run on all of it.
    copy main.c harness/*.h harness/{os,base,record,analysis,views,cli} harness/engine bench/registry.{h,c.in} \
        bench/{common,ceilings} bench/cbt/{tree,terrain} kernels/{cbt,common} \
        tests/meson.build tests/base
    printf '%s\n' '/* exit(1) */ // exit(2)' 'const char *table_word = "exit(1) /* ";' '#ifdef NONE // "' '#endif' \
        >>"$tree/harness/views/table/table.c"
    clean

    # F8: a bench that takes the clock of the harness, and calls it.
    plant bench/ceilings/planted.c '#include "harness/os/os.h"' 'harness/os/os.h'
    plant bench/ceilings/planted.c 'double ceilings_now(void) { return clock_now_ns(); }' clock_now_ns
    plant bench/ceilings/planted.c '#include "harness/engine/cpu/cpu_clock.h"' cpu_clock
    plant bench/ceilings/planted.c '#include <time.h>' time.h
    plant bench/ceilings/planted.c '#include <jansson.h>' jansson
    plant bench/ceilings/planted.c '#include <dlfcn.h>' dlfcn.h
    # A technique from a folder has no system, no clock, no library to load and no door of the engine.
    plant bench/declared/planted.c '#include <unistd.h>
#include <time.h>' time.h
    plant bench/declared/planted.c '#include <dlfcn.h>' dlfcn.h
    plant bench/declared/planted.c '#include "harness/engine/measure/measure.h"' harness/engine/measure/measure.h
    plant bench/ceilings/planted.c '#include <unistd.h>' unistd.h
    plant bench/ceilings/planted.c '#include <embree3/rtcore.h>' rtcore.h
    plant bench/ceilings/planted.c '#include "harness/engine/measure/measure.h"' measure.h
    plant bench/ceilings/planted.c '#include "harness/engine/gpu/private.h"' private.h
    plant bench/ceilings/planted.c '#include "harness/engine/gpu/engine.h"' engine.h
    plant bench/ceilings/planted.c '#include "bench/cbt/tree/heap.h"' heap.h
    plant bench/ceilings/planted.c '#include "cbt.kernels.h"' cbt.kernels.h
    plant bench/common/hash.c '#include "bench/ceilings/pattern.h"' pattern.h
    plant bench/registry.c.in '#include "bench/cbt/frame.h"' frame.h
    plant bench/cbt/tree/heap.c '#include "bench/cbt/leaves/update.h"' update.h
    plant bench/cbt/tree/heap.c '#include "bench/cbt/frame.h"' frame.h
    plant bench/cbt/terrain/terrain.c '#include "bench/cbt/leaves/pool.h"' pool.h
    plant bench/ceilings/planted.c 'void ceilings_say(void) { puts("x"); }' puts
    plant bench/ceilings/planted.c 'void ceilings_end(void) { exit(1); }' exit

    # The system is asked in harness/os/ alone, and each of its files knows one.
    plant harness/views/table/table.c '#include <fcntl.h>' fcntl.h
    plant harness/views/table/table.c 'int table_open(void) { return open("x", 0); }' 'open("'
    plant harness/views/table/table.c '#ifdef _WIN32
#endif' _WIN32
    plant harness/views/table/table.c 'void table_turn(FILE *to) { stdout = to; }' 'stdout ='
    plant harness/cli/cli.c '#include <windows.h>' windows.h
    plant harness/os/posix_path.c '#include <windows.h>' windows.h
    plant harness/os/os.h '#include <unistd.h>' unistd.h
    plant harness/os/os.h '#include "harness/base/base.h"' base.h
    plant harness/base/disk.c '#include "harness/engine/plan/plan.h"' plan.h
    plant harness/base/disk.c '#include "harness/bench.h"' bench.h
    plant harness/engine/gpu/buffer.c '#include "harness/base/base.h"' base.h
    plant harness/analysis/limits/floor.c '#include "harness/views/table/table.h"' table.h
    plant harness/engine/plan/plan.h '#include "harness/engine/measure/measure.h"' measure.h
    plant harness/bench.h '#include "harness/engine/measure/measure.h"' measure.h
    plant harness/bench.h '#include "harness/engine/gpu/private.h"' private.h
    plant harness/analysis/limits/floor.c '#include "harness/engine/gpu/gpu.h"' gpu.h
    plant harness/views/table/table.c '#include "harness/engine/measure/measure.h"' measure.h
    plant harness/views/table/table.c '#include "harness/bench.h"' bench.h
    plant harness/record/paths.c '#include "harness/analysis/keep/keep.h"' keep.h
    plant harness/engine/measure/case.c '#include "harness/analysis/keep/keep.h"' keep.h
    plant harness/engine/measure/case.c '#include "harness/cli/cli.h"' cli.h
    plant harness/attic/attic.c '#include "harness/base/base.h"' attic.c
    plant harness/views/table/table.c '#include "harness/attic/attic.h"' attic.h
    plant harness/views/table/table.c '#include "bench/registry.h"' registry.h
    plant harness/views/table/table.c '#include "cbt.kernels.h"' cbt.kernels.h
    plant main.c '#include "harness/views/table/table.h"' table.h
    plant harness/views/table/table.c '#include <vulkan/vulkan.h>' vulkan
    plant harness/views/table/table.c 'VkDevice table_device;' VkDevice
    plant harness/engine/gpu/gpu.h 'VkDevice gpu_device(void);' VkDevice
    plant harness/engine/gpu/engine.h 'VkDevice gpu_device(void);' VkDevice
    # A second header of a folder for the rest of the house.
    plant harness/views/table/table.c '#include "harness/record/fields.h"' fields.h
    plant kernels/cbt/act.comp '#include "bench/cbt/tree/heap.h"' heap.h
    plant kernels/cbt/act.comp '#include "cbt/none.glsl"' none.glsl

    plant harness/views/long.c "$(yes 'int x;' | head -n 1001)" 1000
    plant harness/views/lines.c "$(printf 'static int lines(void)\n{\n' && printf '    x++;\n%.0s' {1..61} && printf '}')" 'lines.c:2: 61 lines'
    plant harness/views/wide.c "// $(printf '%0100d' 0)" columns
    plant harness/views/tab.c $'\t;' tab
    plant harness/views/blank.c '; ' blank
    printf 'int x;' >"$tree/harness/views/end.c"
    expect harness/views/end.c 'no newline'
    plant tests/base/lost_test.c '' tests/meson.build
    # An exception that is not needed any more.
    sed "s#^exceptions='#&harness/views/table/table.c harness/cli/cli.h\n#" "$rules/layering.sh" >"$work/layering.sh"
    chmod +x "$work/layering.sh"
    rule=("$work/layering.sh" "$tree")
    expect 'harness/views/table/table.c harness/cli/cli.h' 'not needed'
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
    printf 'int bench_planted;\n' >"$tree/harness/bench.h"
    copy meson.build
    printf 'int bench_threads;\nint reference_planted;\n' >"$tree/harness/method.h"
    mkdir -p "$tree/harness/analysis/keep"
    printf 'int run_status_exit(void);\n' >"$tree/harness/analysis/keep/keep.h"
    mkdir -p "$tree/harness/record"
    printf '/* rest: of a file. */\n/* %s */\n\n/* sum: of a text. */\n' "$(printf -- '-%.0s' {1..94})" >"$tree/harness/record/text.h"
    objects <<'END'
bench/cbt/reference.c cbt_reference_run
bench/cbt/tree/cbt.c cbt
bench/reyes_subdivision/reference.c reyes_run
bench/tile_subdivision/input/map.c tiles_map
bench/stream_reduction/scan.c stream_reduction_scan
bench/common/hash.c hash_bytes
bench/registry.c registry
harness/engine/gpu/queue.c gpu_submit
harness/engine/measure/case_execute.c case_execute_all
harness/engine/measure/case_execute.c case_sample
harness/engine/shaders/kernel_file.c kernel_files_add
harness/cli/options.c option_table_add
harness/engine/measure/context.c bench_planted
harness/engine/measure/context.c bench_threads
harness/analysis/keep/times.c run_status_exit
harness/record/text.c sum_text
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
harness/engine/gpu/queue.c queue_submit
harness/engine/gpu/queue.c vkQueueSubmit
harness/engine/measure/case_execute.c execute_case
harness/engine/measure/case_execute.c casework
harness/engine/measure/context.c bench_other
harness/engine/measure/context.c reference_planted
harness/analysis/keep/times.c run_status
harness/analysis/limits/times.c run_status_exit
harness/record/text.c pack_text
harness/record/text.c rest_text
harness/record/row.c sum_text
END
    objects <"$work/pairs"
    sed 's/ /\t/' "$work/pairs" >"$work/planted"
    caught
}

# The kernels, and a build folder with their SPIR-V. Headers are changed, the SPIR-V is not.
kernel_tree() {
    rule=("$rules/$1" "$work/build" "$tree")
    mkdir -p "$work/build/kernels"
    ln -s "$build/claimcheck" "$work/build/claimcheck"
    cp "$build"/kernels/*.inc "$work/build/kernels"
    copy kernels tests/planted bench/cbt bench/common bench/detp bench/thread_group_tiling harness/engine/measure harness/engine/instruments
    clean
}

kernel_headers() {
    kernel_tree kernel_headers.py
    # F8: another technique has a 'copy' in its list.
    cp "$tree/kernels/ceilings/copy.comp" "$tree/kernels/cbt/copy.comp"
    expect kernels/cbt/copy.comp 'not in kernels/cbt/meson.build'
    cp "$tree/kernels/ceilings/copy.comp" "$tree/kernels/cbt/new.comp"
    sed -i "s/^    'ocbt_allocate',/    'new',\n&/" "$tree/kernels/cbt/meson.build"
    expect kernels/cbt/new.comp 'not built'
    change kernels/ceilings/meson.build "s/^    'step',/&\n    'stop',/" 'there is no stop'
    change kernels/common/meson.build "s/^    'scan_spine',/&\n    'scan_apply',/" 'not sorted'

    cp "$tree/tests/planted/planted.comp" "$tree/tests/planted/lost.comp"
    expect tests/planted/lost.comp 'not in kernels/meson.build'
    change tests/planted/changes 's/^@ chase_short = /@ chase_long = /' 'chase_long: not in'

    change kernels/cbt/decode.comp '1d' SPDX
    change kernels/cbt/frame_id.frag '/^ \* Work/d' 'no Work'
    change kernels/cbt/frame_decode.comp 's/^( \* Error).*/\1/' 'Error says nothing'
    change kernels/cbt/frame_shade.frag 's/^ \* Dispatch/ * Despatch/' 'no Dispatch'

    change kernels/cbt/act.comp 's/; 2 marks//' 'Bindings: nothing of 2'
    change kernels/cbt/reduce_words.comp 's/^( \* Bindings    0 heap)/\1; 1 marks/' 'Bindings: there is no 1'
    change kernels/cbt/frame_update.comp 's/1 decisions \(unused\)/1 decisions/' 'Bindings: 1 is not in its SPIR-V'
    change kernels/cbt/restore.comp 's/1 pairs/1 (unused) pairs/' 'Bindings: 1 is used'
    change kernels/cbt/ocbt_prepare.comp 's/^( \* Bindings    )0 state/\1none/' 'Bindings: nothing of 0'
    change kernels/ceilings/mark.comp 's/0 words/0 words; 0 more/' 'Bindings: 0 stands twice'
    change kernels/cbt/reduce_level.comp 's/1 LAYOUT, //' 'Constants: nothing of 1'
    change kernels/cbt/reduce_prepass.comp 's/2 DEPTH_FROM/2 DEPTH_FROM, 3 MARKED/' 'Constants: there is no 3'
    change kernels/cbt/reduce_tile_aligned.comp 's/0 DEPTH/0 LAYOUT/' 'Constants: 0 is DEPTH'
    change kernels/cbt/ocbt_index.comp 's/10 POOL_DEPTH \(unused\)/10 POOL_DEPTH/' 'Constants: 10 is not in its SPIR-V'
    change kernels/cbt/reduce_naive.comp 's/; push.level, push.depth//' 'push constants'
    change kernels/harness/canary.comp 's/^( \* Constants .*)push.steps/\1push.turns/' 'no push.turns'
    change kernels/harness/canary_clock.comp 's/^( \* Constants .*)push.steps/\1push.turns/' 'nothing of push.steps'
    change kernels/cbt/frame_task.task 's/^( \* Constants .*)\./\1; push.view_index./' 'there are no push constants'
    change kernels/cbt/frame_decide.comp 's/^ \*             frame_rule.glsl/ *             frame_view.glsl/' 'frame_view.glsl'
    change kernels/cbt/ocbt_split.comp 's/^( \* Needs       ).*/\1nothing beyond Vulkan 1.3./' 'Needs: nothing of shader_int64'
    change kernels/ceilings/fma.comp 's/^( \* Needs       ).*/\1shader_int64./' 'Needs: shader_int64'
    change kernels/cbt/frame_draw.vert 's/^( \* Needs       ).*/\1nothing beyond Vulkan 1.3./' 'Needs: nothing of graphics'
    change kernels/detp/rays_start.rgen 's/^( \* Needs       ).*/\1ray_query./' 'Needs: nothing of ray_tracing_pipeline'
    change kernels/detp/rays_query.comp 's/^( \* Needs       ).*/\1ray_tracing_pipeline./' 'Needs: nothing of ray_query'
    change kernels/detp/rays_hit.rahit 's/; 4 tests,/, the tests,/' 'Bindings: nothing of 4'
    change kernels/tile_subdivision/flat.comp 's/subgroup_ballot/subgroup_shuffle/' 'Needs: subgroup_shuffle'

    change kernels/ceilings/write.comp 's/ceilings.bandwidth/ceilings.bandwith/' 'no bench ceilings.bandwith'
    change kernels/ceilings/copy.comp 's/variant copy/variant copied/' 'no variant copied'
    change kernels/ceilings/atomics.comp 's/and many_addresses/and few_addresses/' 'no variant few_addresses'
    change kernels/ceilings/read.comp 's/is copy/is read/' 'read is the baseline of none'
    change kernels/ceilings/step.comp 's/ceilings.launch, /the launches, /' 'names no bench'
    change kernels/harness/sweep.comp 's#harness/engine/instruments/cache.c#harness/engine/measure/caches.c#' 'no file harness/engine/measure/caches.c'
    change kernels/tile_subdivision/digest.comp 's/every bench of tile_subdivision/every bench of tiles/' 'no technique tiles'

    # Not the capability Shader, but Matrix alone.
    sed -i 's/0x00020011,0x00000001/0x00020011,0x00000000/' "$work/build/kernels/ceilings_int32.inc"
    expect kernels/ceilings/int32.comp 'no valid SPIR-V'
    caught
}

precise() {
    kernel_tree precise.py
    plant kernels/ceilings/fma.comp 'precise float planted;' 'may be contracted'
    plant kernels/reyes_subdivision/shade.comp '#include "reyes_subdivision/range.glsl"' 'may be contracted'
    change kernels/reyes_subdivision/bound.comp 's/^( \* Error       )/\1not precise: all; /' 'all is precise'
    change kernels/reyes_subdivision/sample.comp 's/; not precise:/;/' 'may be contracted'
    cp "$tree/kernels/reyes_subdivision/bound.comp" "$tree/kernels/reyes_subdivision/new.comp"
    expect kernels/reyes_subdivision/new.comp 'not built'
    caught
}

published() {
    copy results/published results/published.schema.json
    rule=("$rules/schema.py" "$tree/results/published.schema.json" "$tree/results/published")
    clean
    printf '{}\n' >"$tree/results/published/new.json"
    expect results/published/new.json 'is a required property'
    printf '{' >"$tree/results/published/cut.json"
    expect results/published/cut.json 'Expecting'
    caught
    change results/published/tokuyoshi.json '0,/"measure": "judged"/s//"measure": "time"/' "'time' does not match"
    change results/published/tokuyoshi.json '0,/"says": "faster"/s//"says": "fast"/' "'fast' is not one of"
    change results/published/tokuyoshi.json 's/"word": "[^"]*",//' "'word' is a required property"
    change results/published/deliot.json '0,/"b": "/s//"b": null, "measure_b": "/' 'does not match'
    change results/published/weber.json '0,/"along": "batch"/s//"extremes": false/' "'along' is a required property"
    change results/published/weber.json '0,/"value": 0.5, "unit": "share"/s//"value": 50, "unit": "share"/' '50 is greater than'
    change results/published/weber.json '0,/"denies": "loss"/s//"denies": "less"/' "'less' is not one of"
    caught
    rm -r "$tree/results/published"
    mkdir "$tree/results/published"
    expect results/published directory
    caught
}

# A claim that was changed in silence, one without its first version, and one whose last change has no hash. Since the freeze:
# a claim, a kernel, a file that kernels include, a kernel that is gone; a comment is no change, and a reason excuses one.
amendments() {
    copy results/published results/frozen.json techniques kernels
    rule=("$root/scripts/maintain/amendments" --check "$tree")
    sed -i '1s|$|\n/* other words */|' "$tree/kernels/tile_subdivision/subtree.comp"
    clean
    sed -i 's/^void main/uint unused;\n&/' "$tree/kernels/cbt/decode.comp"
    sed -i 's|"amended": \[|&{"date": "9999-01-01", "kernel": "cbt/decode", "why": "wrong", "sha256": null},|; s|},\]|}]|' \
        "$tree/results/frozen.json"
    "$root/scripts/maintain/amendments" --fill "$tree" >"$work/out"
    clean
    change kernels/tile_subdivision/subtree.comp '$s/$/\nuint unused;/' ''
    change kernels/detp/octree_walk.glsl '1s/$/\nuint unused;/' ''
    change results/frozen.json 's/("adinets.faster": ")./\1z/' 'adinets.faster: what it is judged by has changed since the freeze'
    rm "$tree/techniques/radix_sort/copy.comp"
    for name in 'tile_subdivision/subtree: its code has changed' 'detp/octree_count: its code' 'radix_sort/copy: it is gone'; do
        expect results/frozen.json "kernel $name"
    done
    sed -i -E '/^kernels/d' "$work/planted"
    caught
    cp results/frozen.json "$tree/results/"
    cp -r kernels techniques "$tree/"
    change techniques/radix_sort/claims.json 's/"says": "as_fast"/"says": "faster"/' 'adinets.near_copies: what it is judged by has changed'
    change results/published/weber.json '0,/"teapot": 25234/s//"teapot": 25235/' 'weber.table1: what it is judged by has changed'
    change results/published/lastra.json 's/^  "defaults": [{]/&"range": {"n": [1, 2]}, /' 'what it is judged by has changed'
    change results/published/benyoub.json '0,/"registered": [{][^}]*[}],?/s///' 'benyoub.update: no `registered`'
    change results/published/dolp.json 's/"sha256": "[0-9a-f]+"/"sha256": null/' 'dolp.dilation_costs: its last entry has no hash'
    caught
    printf '{"schema_version": 1}' >"$tree/results/published/old.json"
    untried 'it is not of schema 2' --check "$tree"
}

observed() {
    rule=("$rules/observed.py" "$tree")
    copy results/published results/twins results/traces results/pages tests/bench/thread_group_tiling tests/bench/detp
    clean
    change results/published/bavoil.json 's/"a": 322199543/"a": 322299543/' 'fewer_misses (width 32000): a is 322299543, and comes out as 322199543'
    change results/published/deliot.json 's/"a": 463232/"a": 473232/' 'first_pass_slowest (prepass): a is 473232'
    change results/published/weber.json 's/"b": 5615124480/"b": 5615124/' 'less_memory (BIGGUY): b is 5615124'
    change results/published/tokuyoshi.json 's/, "from": [{]"a": "64 \* 64"[}]//' 'threads_at_least: nothing says how'
    change tests/bench/thread_group_tiling/tiling_order_test.c 's/(wrong, 2052)/(wrong, 2053)/' 'has no 2052'
    change tests/bench/detp/detp_photons_test.c 's/PHOTONS_ERROR = 977/PHOTONS_ERROR = 978/' 'has no 977'
    caught
}

long_claims() {
    rule=("$rules/long_claims.py" "$tree")
    copy results/published results/cards
    clean
    change results/published/lastra.json '/"id": "lastra.chunk"/,/"deviations"/s/"takes_minutes": true,//' \
        'chunk: detp.estimate/octree_paper/size:100000x1000000/mode:B/chunk:none takes 3'
    change results/published/lastra.json '/"id": "lastra.gpu_loses_small_best"/,/"measure"/s/"measure"/"takes_minutes": true, &/' \
        'takes_minutes is false'
    change results/published/lastra.json '/"id": "lastra.octree_beats_brute_tests"/,/"measure"/s/"measure"/"takes_minutes": true, &/' \
        'octree_beats_brute_tests: detp.estimate/octree_paper'
    caught
    xz </dev/null >"$tree/results/cards/nvidia-h100-80gb-hbm3.jsonl.xz"
    printf 'results/cards\tnone of them has a time\n' >>"$work/planted"
    caught
}

statements() {
    rule=("$rules/statements.py" "$tree")
    copy results/published
    clean
    change results/published/statements.toml 's/ claims = \["speed_up", "speed_up_average"\]/ claims = ["speed_up"]/' \
        'tokuyoshi.speed_up_average: no statement has it'
    change results/published/statements.toml 's/claims = \["fewer_synchronizations"\]/why = "none"/' 'none is no key of [why]'
    change results/published/statements.toml 's/, claims = \["ray_query"\]/, claims = ["rays_walk"]/' 'bavoil.rays_walk is no claim of the paper'
    change results/published/statements.toml 's/, claims = \["chunk"\]//' 'it needs claims, or a reason'
    change results/published/statements.toml 's/says = "N_out"/says = "N_in"/' 'it stands there twice'
    caught
}

claims() {
    copy results/published bench harness kernels scripts main.c
    rule=("$rules/claims.py" "$build/claimcheck" "$tree/results/published" "$tree")
    change results/published/tokuyoshi.json 's/subdivide\/per_level\/map:scene/subdivide\/per_row\/map:scene/' \
        'tokuyoshi.speed_up: b selects no case'
    change results/published/weber.json 's/"id": "weber.table1",/&"profile": "full",/' 'weber.table1: profile full is named'
    change results/published/weber.json '0,/"teapot": 25234/s//"teapod": 25234/' 'weber.table1: values has'
    change results/published/weber.json '/"id": "weber.local_beats_breadth"/,/"join"/s/"scene"\]/"scenery"]/' \
        'weber.local_beats_breadth: no axis scenery to join on'
    change results/published/weber.json '/"id": "weber.local_beats_bounded"/,/"b"/s/batch:10000/batch:20000/' \
        'weber.local_beats_bounded: profile paper'
    change results/published/weber.json '/"id": "weber.bounded_near_breadth"/,/"a"/s/killeroo\)/hair)/' \
        'weber.bounded_near_breadth: no b is joined with'
    change results/published/weber.json \
        '/"id": "weber.smooth_tradeoff"/,/"number"/s/"says": "falls"/"says": "peaks_within", "within": [50000, 60000]/' \
        'weber.smooth_tradeoff: no cases within 50000 to 60000'
    change results/published/weber.json 's/metric:neighbour_distance/metric:distance/' 'weber.locality: no source has a metric'
    change results/published/bavoil.json 's/"width": \[1280, 4096\]/"widht": [1280, 4096]/' 'bavoil.hits_high: range widht is no axis'
    change results/published/bavoil.json 's/24576\|32000\)\/layout:block\$/24577|32000)\/layout:block$/' \
        'bavoil.closing_rule_blocks: a names 24577'
    change results/published/bavoil.json 's/"fact:rho", "at_most": 0.5/"fact:rhoo", "at_most": 0.5/' 'no source has a fact rhoo'
    change results/published/deliot.json 's/"profile": "full"/"profile": "paper"/' 'deliot.meshlets_free: profile paper is named'
    change results/published/deliot.json 's/both are measured in one run/& and the same rounds/' \
        'deliot.first_four_most: no rounds are the same of cbt.first_passes and cbt.sum_reduction'
    change results/published/lastra.json 's/both are measured in one run/& and the same rounds/' \
        'lastra.p_does_not_matter.gpu: no rounds are the same of several points'
    change results/published/tokuyoshi.json '/"id": "tokuyoshi.more_cores_more_levels"/,/"unit"/s/"value": 7/"value": 11/' \
        'tokuyoshi.more_cores_more_levels: 11 is published'
    plant harness/analysis/planted.c 'static const char id[] = "deliot.doubles";' 'has the id of a claim: deliot.doubles'
    plant kernels/cbt/planted.glsl '/* as weber.asymptote has it */' 'has the id of a claim: weber.asymptote'
    plant scripts/planted.sh 'claims bavoil.speed_up' 'has the id of a claim: bavoil.speed_up'
    caught

    # A program whose plan of --claims has one case in place of another.
    rm -r "$tree"
    copy results/published bench harness kernels scripts main.c
    rule=("$rules/claims.py" "$tree/claimcheck" "$tree/results/published" "$tree")
    printf '#!/bin/sh\n"%s/claimcheck" "$@" | case $* in *--claims*) sed "%s" ;; *) cat ;; esac\n' "$build" \
        's,first_passes/naive/,first_passes/packed/,' >"$tree/claimcheck"
    chmod +x "$tree/claimcheck"
    expect 'run --claims leaves out' cbt.first_passes/naive/depth:28/bits:quarter
    expect 'run --claims has' cbt.first_passes/packed/depth:28/bits:quarter
    caught
}

# listing PROFILE PYTHON: a program whose list of that profile is changed by a statement about `cases`.
listing() {
    cat >"$tree/claimcheck" <<END_PROGRAM
#!/usr/bin/env python3
import json, subprocess, sys
document = json.loads(subprocess.run(["$build/claimcheck"] + sys.argv[1:], stdout=subprocess.PIPE, check=True).stdout)
cases = document["cases"]
if "$1" in sys.argv:
    $2
print(json.dumps({**document, "cases": cases}))
END_PROGRAM
    chmod +x "$tree/claimcheck"
}

profiles() {
    mkdir -p "$tree"
    rule=("$rules/profiles.py" "$tree/claimcheck")
    listing none pass
    clean
    listing full 'cases = [c for c in cases if not c["name"].startswith("cbt.first_levels/naive_lean/depth:28/")]'
    expect 'paper has cbt.first_levels/naive_lean/depth:28/bits:quarter' 'and full has not'
    caught
    listing paper 'cases = [c for c in cases if c["technique"] != "detp"]'
    expect 'quick has detp.estimate/' 'and paper has not'
    expect 'paper' 'has no case of detp'
    caught
    listing full 'cases.insert(1, cases[0])'
    expect 'full has ceilings.bandwidth/' ' 2 times'
    caught
    listing quick 'cases.append(cases.pop(0))'
    expect 'quick comes to ceilings.bandwidth/' ' 2 times'
    caught
    listing paper 'cases[1]["baseline"] = True'
    expect 'paper' 'has 2 baselines of ceilings.bandwidth/'
    caught

    # A value that nobody asked for: a case that no claim, figure or page needs.
    rule=("$root/scripts/maintain/needs" "$tree/claimcheck" paper --unneeded)
    listing none pass
    clean
    listing paper 'cases.append({**cases[-1], "name": "cbt.sum_reduction/naive/depth:19/bits:quarter"})'
    expect cbt.sum_reduction/naive/depth:19 bits:quarter
    caught
}

tables() {
    rule=("$rules/tables.sh" "$tree")
    copy README.md docs results
    plant docs/methods.md 'In all 3.6 µs.' '3.6 µs is neither marked nor'
    change docs/papers/tile-subdivision.md 's/^(\| `per_level` \| )[0-9]/\19/' 'table tiles.scene: the runs say'
    change docs/papers/tile-subdivision.md 's/[0-9.]+( µs<!--\{\{single_10)/9.9\1/' '9.9 µs should be'
    change docs/papers/tile-subdivision.md 's/\{\{passes_10_minimal\}\}/{{tile.none\/first time h100}}/' 'tile.none/first is not in its file of results/pages'
    change docs/papers/tile-subdivision.md 's/\{\{subtree_8 < subtree_6/{{subtree_6 < subtree_8/' 'the page says subtree_6 < subtree_8'
    change docs/papers/tile-subdivision.md 's/<!--\{\{per_level_low\}\}-->//' 'µs is neither marked nor'
    plant docs/papers/tile-subdivision.md 'It takes 12.5 µs.' '12.5 µs is neither marked nor'
    plant docs/papers/tile-subdivision.md 'It moves 3 to 4 TB/s.' '3 to 4 TB/s is neither marked nor'
    plant docs/papers/tile-subdivision.md 'It is 7 times as fast, 14.5× in fact, or ×1.98 a level.' '7 times is neither'
    expect docs/papers/tile-subdivision.md '14.5× is neither marked nor'
    expect docs/papers/tile-subdivision.md '×1.98 is neither marked nor'
    plant docs/papers/tile-subdivision.md $'\n| D | µs |\n|---|---|\n| `naive` | 5690 |\n' 'the table with the row | `naive` | 5690 |'
    change docs/papers/tile-subdivision.md 's/«About 6 times faster»/«about six times»/' "does not say '**«About 6 times faster»**'"
    change docs/papers/thread-group-tiling.md 's/^(\| image, 8192, `row_major` \| )[0-9]/\19/' 'table tiling.twin: the runs say'
    change docs/papers/thread-group-tiling.md 's/^(\| rho \| )[0-9]/\19/' 'table tiling.gather: the runs say'
    sed -i 's/^\[value\]/&\nlone = "per_level"/' "$tree/docs/tables/tile-subdivision.toml"
    expect docs/tables 'lone is used by no page'
    caught
    # A run that is not there, in place of one that is.
    sed -i 's#^h200 = .*#h200 = "runs/none"#' "$tree/docs/tables/runs.toml"
    expect docs/papers/tile-subdivision.md 'no file'
    caught
    rule[0]=$root/scripts/maintain/tables
    unread results/pages/nvidia-h100-80gb-hbm3/20261123-paper.json --check "$tree"
    projected
}

# The file of a run in results/pages: a number, a hash, and a file that no page rests on.
projected() {
    local quick=llvmpipe-llvm-15-0-6-256-bits/20261127-quick
    local file=results/pages/$quick.json case
    rm -r "$tree"
    mkdir -p "$tree"/{docs/tables,results/published}
    copy "results/runs/$quick.json.xz"
    printf '[runs]\nquick = "pages/%s"\n' "$quick" >"$tree/docs/tables/runs.toml"
    case=$("$root/scripts/maintain/bounded.py" "results/runs/$quick.json.xz" | jq -r 'first(.cases[] | select(.baseline and .status == "ok")).name')
    printf 'It takes ?<!--{{%s time quick}}-->.\n' "$case" >"$tree/README.md"
    "$root/scripts/maintain/project" "$build/claimcheck" "$tree" >"$work/out" || fail "nothing is projected: $(cat "$work/out")"
    rule=("$root/scripts/maintain/project" --check "$build/claimcheck" "$tree")
    clean
    change "$file" 's/"median_ns": [0-9]/&1/' 'not what scripts/maintain/project makes'
    plant results/pages/none.json '{}' 'no page rests on it'
    caught
    rm "$tree/results/runs/$quick.json.xz"
    "${rule[@]}" >"$work/out" 2>&1 && fail 'a run that is gone is projected'
    grep -q 'neither in the tree nor in its history' "$work/out" || fail "not said: $(cat "$work/out")"
}

# Pages of two kept runs, in each format: a verdict, a number and a count that are others, and a run that is new.
verdicts() {
    local model=nvidia-h100-80gb-hbm3
    local keep=("$build/claimcheck" keep --rows --out-dir "$tree/results/cards")
    copy results/published/tokuyoshi.json
    "${keep[@]}" results/runs/$model/{20261122-tile-subdivision-passes,20261121-tile-subdivision-paper}.json.xz >"$work/out"
    mkdir "$tree/docs"
    printf '<!-- printed by scripts/maintain/verdicts %s '"$model"' -->\n<!-- /printed -->\n' counts >"$tree/README.md"
    printf '<!-- printed by scripts/maintain/verdicts %s '"$model"' -->\n<!-- /printed -->\n' all each some:tokuyoshi.speed_up moves >"$tree/docs/own.md"
    "$root/scripts/maintain/verdicts" "$build/claimcheck" "$tree" >"$work/out"
    rule=("$root/scripts/maintain/verdicts" --check "$build/claimcheck" "$tree")
    clean
    cp "$tree/docs/own.md" "$work/page"
    "$root/scripts/maintain/verdicts" --page "$work/all.md" "$build/claimcheck" "$tree"
    [ "$(grep -c -e '^| the papers' -e '^| tokuyoshi.speed_up |' -e ' verdicts of single runs; ' -e '| wall, host-driven' "$work/all.md")" -ge 4 ] ||
        fail "the page of all verdicts lacks a part: $(grep '^#' "$work/all.md")"
    change README.md "s/^(\\| the papers' .*\\| )[0-9]/\\19/" 'README.md: its verdicts are not those'
    change docs/own.md '0,/CONFIRMED [(]/s//CONTRADICTED (/' 'docs/own.md: its verdicts are not those'
    caught
    for change in 's/6[.][0-9]+ × faster [[]/7 × faster [/' 's/[0-9]+ verdicts of single runs/1 verdict of single runs/'; do
        cp "$work/page" "$tree/docs/own.md"
        change docs/own.md "$change" 'docs/own.md: its verdicts are not those'
        caught
    done
    cp "$work/page" "$tree/docs/own.md"
    "${keep[@]}" "results/runs/$model/20261127-claims-4.json.xz" >"$work/out"
    expect docs/own.md 'its verdicts are not those'
    caught
}

# A bound that is another one, and a session that is gone.
gates() {
    rule=("$root/scripts/maintain/gates" --check "$tree")
    copy docs/methods.md results/gates results/thresholds
    clean
    change docs/methods.md 's/\| 320 \| 320 \|/| 320 | 319 |/' 'docs/methods.md: its sessions are not those'
    caught
    copy docs/methods.md
    rm -- "$tree"/results/gates/*/*-unchanged-8.json.gz
    expect docs/methods.md 'its sessions are not those'
    caught
    unread "$(printf '%s\n' results/gates/*/*-unchanged-7.json.gz | head -n 1)" --check "$tree"
}

pictures() {
    copy docs/images/{stream-reduction.png,detp-h100.svg,report-h100.png} results/pages/figures/detp-h100.json \
        results/runs/nvidia-h100-80gb-hbm3/{20261128-paper,20261127-claims-4}.json.xz
    awk -v RS= -v ORS='\n\n' '/stream-reduction|detp-h100|report-h100/' docs/images/pictures.toml >"$tree/docs/images/pictures.toml"
    rule=("$root/scripts/maintain/pictures" --check "$build/claimcheck" "$tree")
    clean
    change docs/images/detp-h100.svg '0,/stroke-width=.0\.5./s//stroke-width="0.6"/' 'not what scripts/maintain/pictures draws'
    change docs/images/pictures.toml 's/--cluster 3/--cluster 4/' 'docs/images/stream-reduction.png: not what'
    if command -v chromium chromium-browser >/dev/null; then
        change docs/images/pictures.toml 's/20261128-paper/20261127-claims-4/' 'docs/images/report-h100.png: not what'
    fi
    plant docs/images/planted.svg '<svg/>' 'does not say how it is made'
    caught
    rm -- "$tree/docs/images/detp-h100.svg"
    expect docs/images/pictures.toml 'no docs/images/detp-h100.svg'
    caught
}

coverage() {
    copy docs/methods.md
    # The test takes seconds to print, and its output is in the page: coverage_table says so.
    awk '/<!-- .printed -->/ { on = 0 } on { print } /<!-- printed by coverage_test -->/ { on = 1 }' docs/methods.md >"$work/said"
    printf '#!/bin/sh\n[ "$1" = --print ] && cat "%s"\n' "$work/said" >"$work/coverage_test"
    chmod +x "$work/coverage_test"
    rule=("$rules/printed.sh" docs/methods.md "$work/coverage_test" "$tree")
    clean
    cp "$tree/docs/methods.md" "$work/page"
    # A figure that is another one, a row that is gone, and a page without the tables.
    change docs/methods.md 's/^(\| correlation \.5 \| )[0-9]/\17/' '> | correlation .5'
    caught
    cp "$work/page" "$tree/docs/methods.md"
    change docs/methods.md '/^\| drift /d' '> | drift'
    caught
    cp "$work/page" "$tree/docs/methods.md"
    change docs/methods.md '/printed by coverage_test/d' '> | series'
    caught
}

# Keys that the schema does not know: --strict finds them in what this version writes, readers ignore them.
run_schema() {
    local schema=results/run.schema.json key
    copy "$schema"
    mkdir "$tree/runs"
    RESULTS_TEST_DOCUMENT=$tree/runs/run.json "$build/tests/results_test" >"$work/out" 2>&1 || fail 'no run to plant keys into'
    rule=("$rules/schema.py" --strict "$tree/$schema" "$tree/runs")
    clean
    for key in planted session.planted context.host device.planted workloads.0.planted cases.0.planted cases.0.gpu.planted \
        cases.0.samples.planted cases.0.check.planted session.rules.planted context.environment.planted; do
        python3 - "$tree/runs/run.json" "$tree/runs/$key.json" "$key" <<'END'
import json, sys
document = part = json.load(open(sys.argv[1]))
*way, last = sys.argv[3].split(".")
for step in way:
    part = part[int(step) if isinstance(part, list) else step]
part[last] = "x"
json.dump(document, open(sys.argv[2], "w"))
END
        expect "$key.json" "'${key##*.}'"
    done
    # A packed file is damaged behind its head, which no block begins with, and at its end.
    gzip -nc "$tree/runs/run.json" >"$work/whole.gz"
    { head -c 10 "$work/whole.gz" && head -c 500 /dev/zero | tr '\0' '\377' && tail -c 8 "$work/whole.gz"; } >"$tree/runs/damaged.json.gz"
    head -c 500 "$work/whole.gz" >"$tree/runs/cut.json.gz"
    python3 -c 'import lzma, sys
sys.stdout.buffer.write(lzma.compress(open(sys.argv[1], "rb").read(), preset=0))' "$tree/runs/run.json" >"$work/whole.xz"
    { head -c 500 "$work/whole.xz" && head -c 500 /dev/zero; } >"$tree/runs/broken.json.xz"
    head -c 500 "$work/whole.xz" >"$tree/runs/short.json.xz"
    # One case, and a column of two items.
    printf '{"a":1,\n"packed_cases":{"forms":[\n{"name":0}\n],\n"columns":[\n{"member":"name","items":[\n"a",\n"b"\n]}\n],\n"order":[0]}\n}\n' \
        >"$tree/runs/columns.json.xz"
    # A third of a megabyte, which is 300 MiB of blanks, and nothing else wrong.
    head -c 50M /dev/zero | tr '\0' ' ' | gzip -1 >"$work/blanks.gz"
    for key in 0 1 2 3 4 5 6; do
        [ "$key" -gt 0 ] || gzip -c "$tree/runs/run.json"
        [ "$key" -eq 0 ] || cat "$work/blanks.gz"
    done >"$tree/runs/bomb.json.gz"
    expect bomb.json.gz 'it is larger than 256 MiB'
    expect damaged.json.gz decompress
    expect columns.json.xz 'its columns are damaged'
    expect cut.json.gz 'ended before'
    expect broken.json.xz 'Corrupt input data'
    expect short.json.xz 'ended before'
    caught
    # A schema that is none, which the library is asked about where schemas are looked at themselves.
    sed 's/"type": "object"/"type": "thing"/' "$tree/$schema" >"$tree/broken.schema.json"
    expect broken.schema.json "'thing' is not valid"
    rule=("$rules/schema.py" --schemas "$tree/broken.schema.json")
    caught
    rm "$tree/runs/context.host.json" "$tree"/runs/*.[gx]z
    "$rules/schema.py" "$tree/$schema" "$tree/runs" >"$work/out" 2>&1 || fail "readers do not ignore keys: $(cat "$work/out")"
}

# A command, an option and a script that are not there, and an output that is another.
tutorial() {
    rule=("$root/tests/cli/tutorial.py" "$build/claimcheck" "$tree/docs/start.md")
    copy docs/start.md
    clean
    change docs/start.md 's/mine.json --with h100/mine.json --beside h100/' 'compare has no --beside'
    change docs/start.md 's/claimcheck trace /claimcheck tracing /' 'no command tracing'
    change docs/start.md 's/^scripts\/run /scripts\/runner /' 'no scripts/runner'
    change docs/start.md 's/^(CONFIRMED +tokuyoshi.speed_up +about )6/\17/' 'it does not print there: CONFIRMED'
    change docs/start.md 's/^  why .*/  why           no/' 'it does not print there:   why           no'
    change docs/start.md 's/^sed -i .*count \+ 1.*/sed -i "s,atomicNone,2," mine.comp/' 'it changes nothing: sed -i'
    caught
}

version() {
    copy meson.build CHANGELOG.md CITATION.cff .zenodo.json packaging/debian packaging/phoronix
    rule=("$rules/version.sh" "$tree")
    clean
    change CHANGELOG.md '0,/^## [0-9.]+,/s//## 0.9.9,/' "'0.9.9'"
    change CITATION.cff 's/^version: .*/version: 0.9.8/' "'0.9.8'"
    change .zenodo.json 's/^  "version": .*/  "version": "0.9.5",/' "'0.9.5'"
    change packaging/debian/changelog '1s/\(.*-/(0.9.7-/' "'0.9.7'"
    for file in "$tree"/packaging/phoronix/claimcheck-*/*; do
        file=${file#"$tree/"}
        [[ $file == */results-definition.xml ]] || change "$file" 's/[0-9]+[.][0-9]+[.][0-9]+(-linux|<.AppVersion)/0.9.6\1/' "'0.9.6'"
    done
    caught
}

# A clone that is small, a large file in it, and a page. What git does not track takes no room.
size() {
    copy meson.build
    rule=("$rules/size.sh" "$tree")
    [ "$("${rule[@]}" || printf ' %d' "$?")" = $'no clone of git here\n 77' ] || fail 'it says something outside of a clone'
    git -C "$tree" init -q 2>"$work/err" && git -C "$tree" add meson.build || skip 'no git here'
    truncate -s 43000000 "$tree/untracked"
    clean
    truncate -s 19500000 "$tree/large"
    expect large 19500000
    plant docs/devices/gpu/planted.html '<p>' 'written by a script'
    git -C "$tree" add large docs
    caught
    git -C "$tree" rm -q --cached docs/devices/gpu/planted.html
    rm "$tree/large"
    clean
}

# A kept run under other names, each with one fault: `case` is one of the GPU, `gpu` its time by it.
contribution() {
    local name what change folder=nvidia-h100-80gb-hbm3
    local kept=$folder/20261122-thread-group-tiling-spacing.json.xz head
    head=$(git rev-parse --short=12 HEAD 2>/dev/null) || skip 'no history here'
    export LOGNAME=planteduser
    # A few kept runs are enough to be held against, with the whole history: the rule itself is run on all of them.
    local held=$work/held
    mkdir "$held"
    cp -r --parents scripts tests/rules/s*.py results/run.schema.json "results/runs/$kept" \
        results/runs/nvidia-h200/20261121-tile-subdivision-paper.json.xz results/runs/llvmpipe-llvm-15-0-6-256-bits/20261127-quick.json.xz "$held"
    ln -s "$root/bench" "$held/bench"
    printf 'gitdir: %s\n' "$(git rev-parse --absolute-git-dir)" >"$held/.git"
    rule=("$held/scripts/maintain/contribution" "$build/claimcheck" "$tree")
    mkdir -p "$tree/h100" "$tree/amd-radeon-rx-7900-xtx" "$tree/$folder"
    cp "results/runs/$kept" "$tree/$folder/"
    # One of the gate, whose cases are of full, is called so.
    "$root/scripts/maintain/bounded.py" "$tree/$kept" | sed 's/"--profile=full"/"--profile=gate"/' | gzip >"$tree/${kept/spacing/gate}"
    clean
    rm "$tree/${kept/spacing/gate}"
    # A run by its name gets the row that keep makes; those of a folder, and a broken one, get none.
    count=$((count + 3))
    [ ! -e "$held/results/cards" ] || fail 'contribution: a row of a folder'
    "$build/claimcheck" keep --rows "$tree/$kept" --out-dir - >"$work/row"
    "${rule[@]:0:2}" "$tree/$kept" >"$work/out" || fail "contribution: no row of a good run: $(cat "$work/out")"
    xz -dc "$held/results/cards/$folder.jsonl.xz" | cmp -s - "$work/row" || fail 'contribution: another row than that of keep'
    rm -r "$held/results/cards"
    "$root/scripts/maintain/bounded.py" "$tree/$kept" | sed -E 's/("commit": ?"[0-9a-f]+)"/\1-dirty"/' | gzip >"$tree/${kept%.xz}.gz"
    "${rule[@]:0:2}" "$tree/${kept%.xz}.gz" >"$work/out" && fail 'contribution: a run of changed source passes'
    grep -q 'keep: measured by' "$work/out" && [ ! -e "$held/results/cards" ] || fail 'contribution: a row of a broken run'
    rm "$tree/${kept%.xz}.gz"
    "$root/scripts/maintain/bounded.py" "$tree/$kept" >"$work/run.json"
    while IFS='|' read -r name what change; do
        python3 - "$work/run.json" "$tree/${name/#./$folder}.json.gz" "$change" "$head" <<'END'
import gzip, json, statistics, sys
run = json.load(open(sys.argv[1]))
case = next(case for case in run["cases"] if case["status"] == "ok" and case["gpu"] and case["floor"])
gpu, samples, kernel = case["gpu"], case["samples"], run["kernels"][0]

def scale(factor):
    """Of every time of the case by the GPU, samples too."""
    samples["gpu_total_ns"] = [int(value * factor) for value in samples["gpu_total_ns"]]
    for key, value in gpu.items():
        if key.endswith("_ns") and value:
            gpu[key] = value * factor
    ordered = sorted(samples["gpu_total_ns"])
    gpu["min_ns"], gpu["max_ns"] = ordered[0] / case["inner_repetitions"], ordered[-1] / case["inner_repetitions"]
    gpu["median_ns"] = (ordered[len(ordered) // 2] + ordered[(len(ordered) - 1) // 2]) / 2 / case["inner_repetitions"]

def launches(time, ratio):
    """Two of the case, a baseline; between them so many times what the samples say."""
    half, totals = len(samples["gpu_total_ns"]) // 2, samples["gpu_total_ns"]
    ends = dict(interval_low=1, interval_high=1)
    medians = [statistics.median(part) / case["inner_repetitions"] for part in (totals[:half], totals[half:])]
    case["launches"] = {
        "each": [dict(samples=count, median_ns=value, time_ratio=dict(ends, pairs=count, case_over_baseline=1), stop="time",
                      throttled_count=False) for count, value in zip((half, len(totals) - half), medians)],
        "time": dict(launches=2, median_ns=time * sum(medians) / 2, interval_low_ns=1, interval_high_ns=1, confidence=0.5),
        "time_ratio": dict(launches=2, case_over_baseline=ratio, interval_low=1, interval_high=1, confidence=0.5)}

exec(sys.argv[3])
with gzip.open(sys.argv[2], "wt") as file:
    json.dump(run, file)
END
        expect "${name/#./$folder}.json.gz: " "$what"
    done <<'END'
./20261122-thread-group-tiling-a|schema: cases/0: 'status' is a required|del run["cases"][0]["status"]
./20261122-thread-group-tiling-b|keep: it is not complete|run["session"].update(complete=False, ended=None)
./20261122-thread-group-tiling-c|keep: measured by|run["tool"]["commit"] += "-dirty"
./20261122-thread-group-tiling-x|keep: its device limits are of an earlier run, begun 2026-11-22T01|run["ceilings"].update(cached=True, measured="2026-11-22T01:01:01Z")
./20261122-thread-group-tiling-y|keep: its device limits differ from those of|run["ceilings"].update(cached=True, measured=run["session"]["started"], operations_per_s=1)
./20261122-thread-group-tiling-d|keep: it is not what claimcheck keep writes|run["workloads"][0]["facts"]["map"] = "~/map.png"
h100/20261122-thread-group-tiling|name: it lies in the folder h100|pass
./20261121-words|name: its name has the date 20261121|pass
./20261122-detp-a|name: its name is of detp, and it holds thread_group_tiling|pass
./20261122-thread-group-tiling-quick|name: its name is of the profile quick|pass
./20261122-thread-group-tiling-full|name: its name is of the profile full, and it is of gate|run["session"]["plan_arguments"][0] = "--profile=gate"
./Sweep|name: it is not called DATE|pass
./20261122-thread-group-tiling-e|has no kernel|case["kernels"] = []
./20261122-thread-group-tiling-f|has two hashes|run["kernels"].append(dict(kernel, id="x:" + "0" * 16, sha256="0" * 64))
./20261122-thread-group-tiling-g|and in other runs of commit|kernel["sha256"] = "0" * 64
./20261122-thread-group-tiling-h|a user's own|kernel["file"] = "mine.comp"
./20261122-thread-group-tiling-i|is not above 0|samples["gpu_total_ns"][1] = 0
./20261122-thread-group-tiling-j|are not in order|gpu["q1_ns"] = gpu["max_ns"] * 2
./20261122-thread-group-tiling-k|is not in its interval|gpu["interval_low_ns"] = gpu["max_ns"]
./20261122-thread-group-tiling-l|, and by its samples it is|samples["gpu_total_ns"] = [int(gpu["max_ns"] * case["inner_repetitions"])] * len(samples["gpu_total_ns"])
./20261122-thread-group-tiling-aa|, and by its samples it is|half = len(samples["gpu_total_ns"]) // 2; samples["throttled"] = [True] * (half + 4) + [False] * (len(samples["gpu_total_ns"]) - half - 4); case["clock"]["throttled_count"] = True; case["launches"] = {"each": [dict(samples=part, median_ns=1, time_ratio=None, stop="time", throttled_count=all_count) for part, all_count in ((half, True), (len(samples["gpu_total_ns"]) - half, False))], "time": dict(launches=2, median_ns=1, interval_low_ns=1, interval_high_ns=1, confidence=0.5), "time_ratio": None}
./20261122-thread-group-tiling-ab|its ratio to the baseline is|[other["time_ratio"].update({key: other["time_ratio"][key] / 10 for key in ("case_over_baseline", "interval_low", "interval_high")}) for other in run["cases"] if other["time_ratio"] and not other["baseline"]]
./20261122-thread-group-tiling-ac|its ratio to the baseline is None|case["time_ratio"] = None
./20261122-thread-group-tiling-ad|ratio to the baseline is not in its interval|case["time_ratio"]["interval_high"] = case["time_ratio"]["interval_low"] = case["time_ratio"]["case_over_baseline"] / 2
./20261122-thread-group-tiling-ae|between launches its ratio to the baseline is|launches(1, 0.01)
./20261122-thread-group-tiling-af|time between launches is not the median|launches(0.1, 1)
./20261122-thread-group-tiling-ah|kernels: tool.commit is '--help', and no commit|run["tool"]["commit"] = "--help"
./20261122-thread-group-tiling-ai|kernels: tool.commit is '-', and no commit|run["tool"]["commit"] = "-"
./20261122-thread-group-tiling-aj|kernels: commit 0123456789ab is not in the history|run["tool"]["commit"] = "0123456789ab"
./20261122-thread-group-tiling-ag|plausibility|launches(1, 1); case["launches"]["each"][0]["samples"] = 10**12
./20261122-thread-group-tiling-m|, and by its samples it is|samples["gpu_total_ns"][samples["gpu_total_ns"].index(max(samples["gpu_total_ns"]))] *= 2
./20261122-thread-group-tiling-n|of the least time that the device limits allow|scale(case["floor_percent"] / 120)
./20261122-thread-group-tiling-z|takes 0.83 of the least time that the device limits allow|case.update(kind="cpu", time="wall", gpu=None, floor={"ns": 1.2 * case["wall"]["interval_high_ns"], "bound": "bytes"}); del samples["gpu_total_ns"]
./20261122-thread-group-tiling-o|floor_percent is|case["floor_percent"] /= 2
./20261122-thread-group-tiling-p|GB/s at most|case["work"]["bytes_read"] = 10**15
./20261122-thread-group-tiling-q|its samples take|samples["wall_total_ns"][0] = 10**15
./20261122-thread-group-tiling-r|, for which the host waited|samples["wall_total_ns"] = [1000 for value in samples["wall_total_ns"]]; case["wall"].update(dict.fromkeys(["min_ns", "q1_ns", "median_ns", "q3_ns", "max_ns", "interval_low_ns", "interval_high_ns"], 1000 / case["inner_repetitions"]))
./20261122-thread-group-tiling-s|context.environment has HOME|run["context"]["environment"]["HOME"] = "x"
./20261122-thread-group-tiling-t|'/home/me/x' is a path|run["context"]["os"] = "Debian, /home/me/x"
./20261122-thread-group-tiling-u|'me@example.org' is an address|run["session"]["arguments"].append("me@example.org")
./20261122-thread-group-tiling-v|'planteduser' is a name of this machine|run["session"]["arguments"].append("for planteduser")
./20261122-thread-group-tiling-ak|x ::set-env name=A::b? is a user's own, c ::error::d: results/runs has|kernel.update(name="x\n::set-env name=A::b\x1b", file="c\n::error::d")
./20261122-thread-group-tiling-al|formula: device.name is '=HYPERLINK("http://x","y")'|run["device"]["name"] = '=HYPERLINK("http://x","y")'
./20261122-thread-group-tiling-am|formula: context.cpu is ' @SUM(1)'|run["context"]["cpu"] = " @SUM(1)"
./20261122-thread-group-tiling-an|formula: cases/0.variant is '-1+1'|run["cases"][0]["variant"] = "-1+1"
./20261122-thread-group-tiling-w|has no such kernel|run["tool"]["commit"], kernel["name"] = sys.argv[4], "ceilings/none"
amd-radeon-rx-7900-xtx/20261122-thread-group-tiling|known: its device is 'AMD Radeon RX 7900 XTX', and that UUID is known as 'NVIDIA H100|run["device"]["name"] = "AMD Radeon RX 7900 XTX"
./20261122-thread-group-tiling-ba|known: its vendor_id is 0x1002|run["device"]["vendor_id"] = 0x1002
./20261122-thread-group-tiling-bb|known: its device is of kind discrete, and software is True|run["device"]["software"] = True
./20261122-thread-group-tiling-bi|known: its device has kind integrated, and in kept runs|run["device"]["kind"] = "integrated"
./20261122-thread-group-tiling-bj|known: its device has timestamp_period_ns 2|run["device"]["timestamp_period_ns"] = 2
./20261122-thread-group-tiling-bk|known: the UUID of its device is of zeros alone|run["device"]["uuid"] = "0" * 32
./20200101-thread-group-tiling|before its commit|run["session"].update(started="2020-01-01T00:00:00Z")
./20261123-thread-group-tiling|its samples are those of|run["session"].update(started="2026-11-23T00:00:00Z", ended="2026-11-23T01:00:00Z")
./20261122-thread-group-tiling-bc|of the same seed|facts = next(w["facts"] for w in run["workloads"] if "vectors" in w["facts"]); facts["vectors"] += 1
./20261122-thread-group-tiling-bd|its work.bytes_|case["work"] = dict.fromkeys(case["work"], 0)
./20261122-thread-group-tiling-be|the same run, has it|run["cases"].pop()
./20261122-thread-group-tiling-bl|known: its device.driver_info is '999.99', and 20261122-thread-group-tiling-spacing.json|run["device"]["driver_info"] = "999.99"
./20261122-thread-group-tiling-bm|session.launches is 6, and its cases have those of one|run["session"]["launches"] = 6
./20261122-thread-group-tiling-bn|known: its schema_version is 2.99, and its commit|run["schema_version"] = "2.99"
./20261122-thread-group-tiling-bo|its peak_bytes is 4096, and in 20261122-thread-group-tiling-spacing.json|case["peak_bytes"] = 4096
./20261122-thread-group-tiling-bp|its barriers is 77, and in 20261122-thread-group-tiling-spacing.json|case["counters"]["barriers"] = 77
./20261122-thread-group-tiling-bq|spacing.json.xz, of the same driver|run["device"]["limits"]["memory_bytes"] -= 1
./20261122-thread-group-tiling-br|one submission, and has 9 submits|case["counters"]["submits"] = 9
./20261122-thread-group-tiling-bs|, and the device has 8|run["device"]["limits"]["memory_bytes"] = 8
./20261122-thread-group-tiling-bu|it has 5 dispatches, and work.groups is 4|case["counters"]["dispatches"] = 5; case["work"]["groups"] = 4
./20261122-thread-group-tiling-bv|plausibility: thread_group_tiling.atrous/row_major/width:8192/spacing:1: axes.width is 4096, and by its name 8192|case["axes"]["width"] = 4096
./20261122-thread-group-tiling-bw|is not among the workloads|case["workload"] += "/x:1"
./20261122-thread-group-tiling-bt|read_backs, which are copies|case["counters"].update(read_backs=9, copies=0)
./20261122-thread-group-tiling-bf|has an axis x|[(other.update(name=other["name"] + "/x:1"), other["axes"].update(x=1)) for other in run["cases"]]
./20261122-thread-group-tiling-bg|of technique 'prefix_scan' matches neither techniques/ nor commit|run["session"]["technique_files"] = [dict(technique="prefix_scan", file="technique.json", sha256="0" * 64)]
./20261122-thread-group-tiling-bh|keep: 'none' of technique 'prefix_scan' matches neither|run["session"]["technique_files"] = [dict(technique="prefix_scan", file="none", sha256="0" * 64)]
./20261122-thread-group-tiling-ck|kernels: techniques/prefix_scan/technique.json: commit|import hashlib; run["session"]["technique_files"] = [dict(technique="prefix_scan", file="technique.json", sha256=hashlib.sha256(open("techniques/prefix_scan/technique.json", "rb").read()).hexdigest())]
./20260230-words|keep: session.started is '2026-02-30T00:00:00Z', not a date|run["session"].update(started="2026-02-30T00:00:00Z")
./20991122-words|keep: session.started is 2099-11-22T00:00:00Z, in the future|run["session"].update(started="2099-11-22T00:00:00Z", ended="2099-11-22T01:00:00Z")
END
    [ "$(git rev-parse --is-shallow-repository)" = false ] || sed -i '/-\(aj\|bg\|bh\|ck\)[.]json/d' "$work/planted"
    printf 'no JSON' >"$tree/$folder/20261122-text.json.gz"
    expect 20261122-text.json.gz 'schema: cannot be read'
    # A head of gzip with nothing true behind it, before others: those are looked at all the same.
    printf '\x1f\x8b\x08\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' >"$tree/$folder/20261121-damaged.json.gz"
    expect 20261121-damaged.json.gz 'schema: cannot be read'
    caught
    ! grep -q '^::' "$work/out" || fail "what a file says is a line of its own: $(grep '^::' "$work/out")"
    # A shallow history allows no conclusion, and runs of no history allow none.
    git clone -q --bare --depth 1 "file://$root" "$work/shallow.git"
    GIT_DIR=$work/shallow.git "${rule[@]}" >"$work/out" 2>"$work/err" || true
    [ "$(grep -c 'no whole history is here' "$work/err")" -eq 1 ] || fail "a shallow clone is not said to be one, once: $(cat "$work/err")"
    ! grep -q 'is not in the history' "$work/out" || fail 'in a shallow clone a commit is missed'
    count=$((count + 1))
    for change in '[7]' '7' '[{"name": 7, "file": null, "sha256": "x"}]'; do
        printf '{"tool": {"commit": "%s"}, "kernels": %s}' "$head" "$change" | gzip >"$work/other.json.gz"
        PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$root/scripts/maintain python3 -c 'import sys
from pathlib import Path
from contributed.kernels import Known
assert Known(Path("."), [Path(sys.argv[1])]).hashes_of(sys.argv[2]) == {}' "$work/other.json.gz" "$head" 2>"$work/err" ||
            fail "another run whose kernels are $change: $(tail -n 1 "$work/err")"
        count=$((count + 1))
    done
    untried "/nowhere.json.gz' is neither a file" "$build/claimcheck" "$tree" /nowhere.json.gz
    untried "'/bin/true keep' neither wrote" /bin/true "$tree/$kept"
    untried "'/bin/false keep' neither wrote" /bin/false "$tree/$kept"
    untried /nowhere/claimcheck /nowhere/claimcheck "$tree/$kept"
}

# The page of two kept runs; a number that is another, a run that is new, and a page that is not there.
devices() {
    local run=results/runs/nvidia-h100-80gb-hbm3/20261122-detp-paper-3.json.xz
    local keep=("$build/claimcheck" keep --rows --out-dir "$tree/results/cards") other=results/runs/nvidia-h200/20261121-tile-subdivision-paper.json.xz
    copy results/published "$run" "$other"
    "${keep[@]}" "$run" "$other" >"$work/out"
    mkdir -p "$tree/docs/devices"
    "$root/scripts/maintain/devices" "$tree" >"$work/out"
    grep -q '^| AMD Radeon |' "$tree/docs/devices/README.md" || fail 'nothing is wanted'
    rule=("$root/scripts/maintain/devices" --check "$tree")
    clean
    change docs/devices/README.md 's/^(\| NVIDIA H200 \|.*\| )1 \| 1 \|/\12 | 1 |/' 'not what the kept runs say'
    caught
    "$root/scripts/maintain/devices" "$tree" >"$work/out"
    "${keep[@]}" results/runs/nvidia-h200/20261127-claims-6.json.xz >"$work/out"
    expect docs/devices/README.md 'not what the kept runs say'
    caught
    rm "$tree/docs/devices/README.md"
    expect docs/devices/README.md 'not what the kept runs say'
    caught
    # The newest whole runs by a profile stand together.
    local quick=results/runs/llvmpipe-llvm-15-0-6-256-bits/20261127-quick
    copy "$quick.json.xz"
    "$root/scripts/maintain/bounded.py" "$other" >"$work/run.json"
    python3 - "$work/run.json" "$tree/results/runs/nvidia-h200" <<'END'
import json, lzma, sys
run = json.load(open(sys.argv[1]))
for technique in ("detp", "stream_reduction"):
    for case in run["cases"]:
        case["technique"] = technique
    run["session"].update(profile="full", started=f"2026-11-24T0{9 - len(technique) // 3}:00:00Z", plan_arguments=["--profile=full", f"--filter=^{technique}"])
    lzma.open(f"{sys.argv[2]}/20261124-{technique.replace('_', '-')}-full.json.xz", "wt").write(json.dumps(run))
END
    "${keep[@]}" "$quick.json.xz" "$tree"/results/runs/nvidia-h200/20261124-*-full.json.xz >"$work/out"
    "$root/scripts/maintain/devices" "$tree" >"$work/out"
    grep -q '`full`: .20261124-detp-full.*, .20261124-stream-reduction-full.* s) |$' "$tree/docs/devices/README.md" ||
        fail 'runs of techniques by full do not stand together'
    clean
    unread "$run" --check "$tree"
    # A stranger's name of a device is no row and no markup of the page.
    "$root/scripts/maintain/bounded.py" "$run" >"$work/run.json"
    python3 - "$work/run.json" "$tree/$other" <<'END'
import json, lzma, sys
run = json.load(open(sys.argv[1]))
run["device"].update(name="A\n\n# B | <img src=x> [c](http://d) *e* `f` _g_", driver_info="1\n## 2 <b>")
run["session"]["profile"] = "quick"
lzma.open(sys.argv[2], "wt").write(json.dumps(run))
END
    "${keep[@]}" "$tree/$other" >"$work/out"
    "$root/scripts/maintain/devices" "$tree" >"$work/out"
    count=$((count + 1))
    local page=$tree/docs/devices/README.md name='A  \# B \| \<img src=x\> \[c\](http://d) \*e\* \`f\` \_g\_'
    { grep -q -F "| $name |" "$page" && grep -q -F ' 1 \#\# 2 \<b\> |' "$page"; } ||
        fail "what a stranger calls a device is markup: $(grep -n -e 'img' "$page")"
    "$root/scripts/maintain/bounded.py" "$run" | sed 's/"started":"2026-11-22/"started":"2026-02-30/' | gzip >"$tree/$run"
    untried "$run: " --check "$tree"
}

# Two rows of runs in the tree; a row that is another file's, none, one twice, of another model, and with a folder's name.
evidence() {
    local model=nvidia-h100-80gb-hbm3
    local file=results/cards/$model.jsonl runs=("$model/20261122-"{tile-subdivision-passes,detp-paper-3})
    copy "results/runs/${runs[0]}.json.xz" "results/runs/${runs[1]}.json.xz"
    printf '[runs]\n"%s" = "a test"\n"%s" = "a test"\n' "${runs[@]}" >"$tree/results/kept.toml"
    "$build/claimcheck" keep --rows --out-dir "$tree/results/cards" "$tree"/results/runs/$model/*.json.xz >"$work/out"
    rule=("$rules/evidence.py" "$tree")
    clean
    cp "$tree/$file.xz" "$work/kept.xz"
    xz -dc "$work/kept.xz" >"$work/rows"
    # planted WORDS SED: the rows changed by it.
    planted() {
        count=$((count + 1))
        sed -E "$2" "$work/rows" | xz >"$tree/$file.xz"
        printf '%s\t%s\n' "$file" "$1" >"$work/planted"
        caught
    }
    planted 'two rows of it' '${p}'
    planted 'another model' 's#"file":"runs/nvidia-h100-80gb-hbm3/#"file":"runs/nvidia-h200/#'
    planted 'is not of type' 's#"seed":1,#"seed":"1",#'
    planted 'names a folder' 's#"commit":"#"commit":"/home/x/#'
    printf 'results/runs\tits row is that of another file\n' >"$work/planted"
    sed -E 's#"sha256":"[0-9a-f]#"sha256":"g#' "$work/rows" | xz >"$tree/$file.xz"
    caught
    printf 'results/runs\tit has no row\n' >"$work/planted"
    sed '/detp-paper-3/d' "$work/rows" | xz >"$tree/$file.xz"
    caught
    cp "$work/kept.xz" "$tree/$file.xz"
    sed -i 's/-passes/-other/' "$tree/results/kept.toml"
    printf 'results/kept.toml\tsubdivision-other: no such run\nresults/kept.toml\tsubdivision-passes: say why it stays\n' >"$work/planted"
    caught
    head -c 1000 "$work/kept.xz" >"$tree/$file.xz"
    untried 'evidence: ' "$tree"
}

drivers() {
    rule=("$rules/drivers.sh" "$tree")
    copy tests/cli
    # Comments and names of kept runs are no faults.
    printf '%s\n' '# llvmpipe' 'results/runs/llvmpipe-llvm-15-0-6-256-bits/20261127-quick' >>"$tree/tests/cli/cli.sh"
    clean
    plant tests/cli/cli.sh "has out '^0  LLVMpipe'" LLVMpipe
    plant tests/new.sh 'cc 0 run --device "SwiftShader Device"' SwiftShader
    caught
}

strangers() {
    local file=harness/views/table/table.c
    rule=("$rules/strangers.py" "$tree")
    copy meson.build harness viewer results/published
    # Comments, file names, words that hold such a name, and vendors are no faults.
    printf '%s\n' '/* "cbt" */ // "weber"' '#include "bench/cbt/tree/heap.h"' "const char *a = \"a\" /* 'cbt' */ \"cbts NVIDIA #b00020\";" \
        "const char b = '\"', *c = \"ceilings, weberian, lastrada\";" >>"$tree/$file"
    clean

    plant "$file" 'const char *d = "of tile_subdivision";' "the technique 'tile_subdivision'"
    plant "$file" 'const char *d = "what is cbt";' "the technique 'cbt'"
    plant "$file" 'const char *d = "a" /* b */ "detp";' "the technique 'detp'"
    plant "$file" 'const char *e = "tiles.subdivide";' "the case 'tiles.subdivide'"
    plant "$file" 'const char *e = "ceilings/copy";' "the case 'ceilings/copy'"
    plant "$file" 'const char *e = "prepass/depth:27";' "the case 'prepass/depth:2'"
    plant "$file" 'const char *f = "Weber, Table 2";' "the paper 'Weber'"
    plant "$file" 'const char *f = "tiling_reports.fkl";' "the paper 'tiling_reports'"
    plant "$file" 'const char *g = "such as h100";' "the device 'h100'"
    plant "$file" 'const char *g = "paper, Radeon HD 7970";' "the device 'HD 7970'"
    plant "$file" 'const char *g = "an RTX" " 4090";' "the device 'RTX 4090'"
    plant "$file" 'bool h(const char *t) { return strcmp(t, "ceilings") == 0; }' "asks for the technique 'ceilings'"
    plant harness/engine/new.h '#define NEW "RX 6800 XT"' "the device 'RX 6800'"
    plant viewer/overview.js '// as in weber' "the paper 'weber'"
    plant viewer/style.css '.cbt { color: red; }' "the technique 'cbt'"
    caught
    cp "$root/$file" "$tree/$file"
    cp "$root"/viewer/{overview.js,style.css} "$tree/viewer"
    rm "$tree/harness/engine/new.h"
    # A technique or a paper that is added is known at once.
    sed -i "s/^    \['cbt', 'cbt'\],/&\n    ['bandwidths', 'bandwidths'],/" "$tree/meson.build"
    cp "$tree/results/published/weber.json" "$tree/results/published/somebody.json"
    plant "$file" 'const char *d = "bandwidths", *e = "x";' "the technique 'bandwidths'"
    plant "$file" 'const char *f = "Somebody, Figure 3";' "the paper 'Somebody'"
    caught
}

case ${1:-} in
layering | exports | kernel_headers | precise | published | amendments | observed | long_claims | statements | claims | profiles | run_schema | tables | verdicts | gates | coverage | tutorial | version | contribution | devices | drivers | evidence | pictures | size | strangers) "$1" ;;
*)
    sed -n '/^# planted.sh/,/^set/p' "${BASH_SOURCE[0]}"
    exit 1
    ;;
esac
printf '%d planted faults\n' "$count"
