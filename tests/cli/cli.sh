#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# cli.sh: the command line from end to end, by the executable, on Mesa's CPU driver. Judges no time.
#
#   tests/cli/cli.sh CLAIMCHECK [SECTION...]      those of the functions section_SECTION, or all
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
unset NO_COLOR CLICOLOR_FORCE || true

# has FILE PATTERN WHAT
has() {
    grep -q -i -E -e "$2" "$work/$1" || fail "$3: no '$2' on ${1/err/stderr}"
}

# json ARGUMENTS...: 0, and JSON on stdout.
json() {
    cc 0 "$@"
    "$python" -m json.tool "$work/out" >/dev/null 2>"$work/json.err" || fail "$asked: no JSON: $(head -n 1 "$work/json.err")"
}

# pictured FILE ARGUMENTS...: 0, and the file, which --picture names, is a PNG.
pictured() {
    cc 0 "${@:2}" --picture "$work/$1"
    head -c 8 "$work/$1" | cmp -s - <(printf '\211PNG\r\n\032\n') || fail "$asked: no PNG"
}

# names FILE: of its cases, sorted.
names() {
    "$python" -c 'import json, sys
for case in sorted(json.load(open(sys.argv[1]))["cases"], key=lambda case: case["name"]): print(case["name"])' "$1"
}

# All cases ended well, and only then have times.
all_ok() {
    holds "$1" 'all(case["status"] == "ok" for case in cases)'
}

tiny=(--filter 'tile_subdivision.subdivide/(per_level|subtree)/' --axis top=4 --axis map=scene --samples 3 --no-ceilings)

# Several small groups, so that the journal grows in steps.
groups=(--filter 'tile_subdivision.subdivide/(per_level|subtree)/' '--axis=top=4,5' '--axis=map=scene,spots,curve' --samples 3 --no-ceilings)

section_arguments() {
    for command in list devices run inspect export keep; do
        shows "claimcheck $command" "$command" --help
    done
    refused . run --filter 'no_such_bench_at_all'
    refused 'did you mean .*tile_subdivision.subdivide' run --filter 'tile_subdivision.subdivide/per_levle'
    refused . run --filter '('
    refused . run --axis no_such_axis=1
    refused 'map' run --axis mpa=scene
    refused 'scene' run --axis map=sceen
    refused . run --axis top=99
    cc 99 run --axis top
    refused 'quick' run --profile qiuck
    cc 99 run --samples 0
    cc 99 run --samples many
    cc 99 run --seed -1
    refused 'no/such/folder' run --out "$work/no/such/folder/x.json" "${tiny[@]}"
    cc 99 inspect
    refused 'tiles' inspect tilse
    cc 99 export
    refused 'none.json' export "$work/none.json" --format csv
    cc 99 run --resume "$work/none.json"
    has err "there is neither '$work/none.json' nor .*'$work/none.json.journal': .* claimcheck run --out $work/none.json" 'nothing to resume'
    single_line 'nothing to resume'
    refused "option '--resume' has '', and needs a path" run --resume ''
    [ -z "$(find . -name '*.json*' -print -quit)" ] || fail 'a run that could not be tried left a file'
}

section_device() {
    VK_DRIVER_FILES=/nonexistent VK_ICD_FILENAMES=/nonexistent cc 77 devices
    VK_DRIVER_FILES=/nonexistent VK_ICD_FILENAMES=/nonexistent only . cc 77 run "${tiny[@]}" --out "$work/nodevice.json"
    [ ! -e "$work/nodevice.json" ] || fail 'a run without a device left a file'
    shows '^0  [A-Za-z]' devices
    json devices --json
    shows 'subtree' list --all
    json list --json
    json list --kernels --json
    for kernel in cbt/decode tile_subdivision/subtree harness/canary; do
        matches "$root/kernels/$kernel.comp" list --source "$kernel"
        shows "$kernel " list --kernels
    done
    matches "$root/kernels/tile_subdivision/tile.glsl" list --source tile_subdivision/tile.glsl
    refused 'tile_subdivision/subtree' list --source tile_subdivision/subtre
    cc 0 list --kernels --device "$(device_word)"
    cc 99 list --kernels --device no_such_device
    # A device that is not there is like no device at all: nothing can be done here; or the argument is a bad one.
    said 'no_such_device' cc '77|99' run --device no_such_device "${tiny[@]}" --out "$work/nodevice.json"
    cc 0 run --device 0 "${tiny[@]}" --out "$work/device0.json"
    local word
    word=$(device_word)
    cc 0 run --device "${word^^}" "${tiny[@]}" --out "$work/device1.json"
}

section_run() {
    shows 'per_level' run "${tiny[@]}" --out "$work/x.json"
    has out 'subtree' 'the table'
    [ "$(tail -n 3 "$work/out" | head -n 1)" = "wrote $work/x.json" ] || fail 'no "wrote FILE" before the next commands'
    ! grep -q $'\033' "$work/out" "$work/err" || fail 'colours where there is no terminal'
    valid "$work/x.json"
    all_ok "$work/x.json"
    [ ! -e "$work/x.json.journal" ] || fail 'a journal is left'
    holds x.json <<'END'
variants = {case["variant"] for case in cases}
assert variants == {"per_level", "subtree"}, variants
for case in cases:
    assert case["name"].startswith("tile_subdivision.subdivide/" + case["variant"] + "/map:scene/top:4/"), case["name"]
    assert len(case["samples"]["gpu_total_ns"]) == 3, case["samples"]
    assert case["counters"]["dispatches"] + case["counters"]["indirect_dispatches"] > 0, case["counters"]
END
    # Every variant of every bench gives the right tiles.
    cc 0 run --filter '^tile_subdivision' --no-ceilings --axis top=5 --axis map=scene,uniform_high --samples 2 --out "$work/all.json"
    valid "$work/all.json"
    holds all.json 'all(case["status"] in ("ok", "unsupported") for case in cases)'
    # Ceilings come last, and floors from them; a filter does not keep them away, --no-ceilings does.
    cc 0 run --filter 'tile_subdivision.subdivide/per_level/' --axis top=4 --axis map=scene --samples 2 --wide --out "$work/ceilings.json"
    has out '^shares of the device limits' 'run --wide'
    sed -n '/^shares/,$p' out | grep -q '% of limit' || fail 'run --wide has no shares'
    has out '^device limits: about [0-9.]* .B/s of memory, ' 'the table'
    [ "$(grep -n -m 1 '^[ *~] per_level ' out | cut -d: -f1)" -lt "$(grep -n '^device limits' out | cut -d: -f1)" ] ||
        fail 'limits stand before what was asked for'
    shows '^ *working set  *copy ' show "$work/ceilings.json" --limits
    lacks out per_level 'show --limits'
    tells 77 'has no device limits: claimcheck run --ceilings fresh measures them' show "$work/x.json" --limits
    valid "$work/ceilings.json"
    holds ceilings.json <<'END'
without = document("x.json")
kinds = [case["ceiling"] for case in run["cases"]]
assert kinds[0] is None and None not in kinds[1:], kinds
assert set(kinds[1:]) == {"copy", "read", "write", "texture", "operations", "single", "integer", "special", "atomic_one",
                           "atomic_many", "atomic_shared", "atomic", "latency", "dispatch", "dependent", "indirect", "fill",
                           "copy_step", "round", "groups", "vertices", "pixels", "round_trip"}, kinds
ceilings, case = run["ceilings"], run["cases"][0]
assert all(len(curve) >= 2 for curve in ceilings["bandwidth"].values())
steps = ceilings["step_ns"]
counters, left, chain = case["counters"], case["work"]["chain"], 0
transfers = counters["fills"] + counters["copies"] - counters["read_backs"]
assert 0 < transfers < left and counters["indirect_dispatches"] > 0
dispatch = min(steps["dependent"], steps["indirect"])
prices = [(min(steps["fill"], steps["dependent"]), counters["fills"]), (min(steps["copy"], steps["dependent"]), counters["copies"]),
          (dispatch, counters["dispatches"] + counters["indirect_dispatches"])]
for ns, count in sorted(prices):
    chain, left = chain + min(count, left) * ns, left - min(count, left)
chain += left * dispatch
# On a machine that is busy another bound may have been measured as the higher one.
bound = case["floor"]["bound"]
assert (abs(case["floor"]["ns"] / chain - 1) < 1e-9) if bound == "chain" else case["floor"]["ns"] >= chain, (case["floor"], chain)
assert abs(case["floor_percent"] / (100 * case["floor"]["ns"] / case["gpu"]["median_ns"]) - 1) < 1e-9
assert all(case["floor"] is None and case["floor_percent"] is None for case in run["cases"][1:])
assert without["ceilings"] is None and all(case["floor"] is None for case in without["cases"])
END
    # Equal seeds give equal work: all but times, order and dates.
    cc 0 run "${tiny[@]}" --seed 7 --out "$work/seed1.json"
    cc 0 run "${tiny[@]}" --seed 7 --out "$work/seed2.json"
    holds seed1.json <<'END'
other = document("seed2.json")
assert run["workloads"] == other["workloads"]
for key in ("name", "status", "counters", "work"):
    assert [case.get(key) for case in cases] == [case.get(key) for case in other["cases"]], key
END
    # An existing file is never overwritten.
    cp x.json before.json
    refused 'x.json' run "${tiny[@]}" --out "$work/x.json"
    cmp -s x.json before.json || fail 'a file that exists was changed'
    # A folder: the tool names the file.
    mkdir -p "$work/a folder"
    cc 0 run "${tiny[@]}" --out "$work/a folder/"
    file=$(sed -n 's/^wrote //p' "$work/out")
    case $file in
    "$work/a folder/"*.json) [ -s "$file" ] || fail "$file was not written" ;;
    *) fail "the file is not in the folder asked for: $file" ;;
    esac
    # The plan when no device does what the filter asks for, as one bench and one workload each.
    cc 0 run --filter 'tile_subdivision.subdivide/flat/' --axis top=4 --axis map=spots --samples 2 --no-ceilings --out "$work/baseline.json"
    names baseline.json | grep -q '/per_level/' || fail 'the baseline was not added to the filter'
}

section_files() {
    [ -e "$work/x.json" ] || cc 0 run "${tiny[@]}" --out "$work/x.json"
    saved x.csv export "$work/x.json" --format csv
    holds x.json <<'END'
rows = table("x.csv")
wanted = ("name,workload,technique,bench,variant,kind,cache,baseline,status,reason,time,count,median_ns,low_ns,high_ns,min_ns,"
          "q1_ns,q3_ns,max_ns,mad_ns,wall_median_ns,speedup,speedup_low,speedup_high,inner_repetitions,dispatches,barriers,"
          "host_returns,peak_bytes,bytes_read,bytes_written,operations,chain,device,driver,started,commit").split(",")
header = list(rows[0])
assert header[:len(wanted)] == wanted, header
assert header[-1] == "axes" and all(set(json.loads(row["axes"])) >= {"map"} for row in rows), header
assert [row["name"] for row in rows] == [case["name"] for case in cases]
assert all(float(row["median_ns"]) > 0 for row in rows if row["status"] == "ok")
END
    refused 'csv' export "$work/x.json" --format cvs
    # Packed, it is the same run.
    gzip -c x.json >packed.json.gz
    matches x.csv export "$work/packed.json.gz" --format csv
    shows 'is complete' run --resume "$work/packed.json.gz"
    # A time of 0, and an array for an object: one line that names the file and the case.
    changed x.json zero.json 'case("/")["gpu"]["median_ns"] = 0'
    changed x.json array.json 'case("/")["samples"] = []'
    for file in zero array; do
        for command in "export $work/$file.json --format csv" "run --resume $work/$file.json"; do
            # shellcheck disable=SC2086
            tells 99 "$file.json" $command
            has err "case 'tile_subdivision" "a run file with a fault ($file)"
            single_line "a run file with a fault ($file)"
        done
    done
}

section_full() {
    # A journal on a full device. Whether it is refused since it exists or since nothing can be written: one line, 99.
    ln -s /dev/full "$work/full.json.journal"
    refused . run "${tiny[@]}" --out "$work/full.json"
    [ ! -e "$work/full.json" ] || fail 'a full device left a run file'
    # A limit on the size of files.
    for blocks in 0 1 8; do
        said 'too large' cramped "$blocks" 99 run "${groups[@]}" --out "$work/limit$blocks.json"
        [ ! -e "$work/limit$blocks.json" ] || fail 'a limit on files left a run file'
    done
    # A full file system, where one can be mounted without root.
    mkdir -p "$work/small"
    if unshare --user --map-root-user --mount true 2>/dev/null; then
        for size in 4k 16k; do
            # shellcheck disable=SC2016
            said 'space' ran 99 unshare --user --map-root-user --mount bash -c \
                'mount -t tmpfs -o "size=$1" tmpfs "$2" && shift 2 && exec "$@"' bash "$size" "$work/small" \
                "$claimcheck" run "${groups[@]}" --out "$work/small/x.json"
        done
    fi
    # A folder that cannot be written to; root may write everywhere.
    if [ "$(id -u)" -ne 0 ]; then
        mkdir -p "$work/locked"
        chmod a-w "$work/locked"
        refused . run "${tiny[@]}" --out "$work/locked/x.json"
    fi
}

section_kill() {
    cc 0 run "${groups[@]}" --seed 5 --out "$work/whole.json"
    names whole.json >whole.names
    total=$(wc -l <whole.names)
    step=$((total / 3))
    # Killed as soon as the journal has that many lines: at once, after the header, and in the midst of the groups.
    for at in 0 1 2 $((step)) $((2 * step)) $((total - 1)); do
        file=$work/killed$at.json
        begins run "${groups[@]}" --seed 5 --out "$file"
        awaits has_lines "$file.journal" "$at"
        kills
        if [ -e "$file" ]; then
            # It was faster. Killed after the renaming, it may leave its journal, which the tool tells.
            if [ -e "$file.journal" ]; then
                tells 0 'left over' run --resume "$file"
                rm -f "$file.journal"
            fi
        elif [ -e "$file.journal" ]; then
            if [ "$(lines "$file.journal")" -eq 0 ]; then
                # Not even a header: there is nothing to go on with.
                cc 99 run --resume "$file"
                rm -f "$file.journal"
                continue
            fi
            # A half-written line at the end, as a crash of the machine leaves it.
            [ "$at" -ne "$step" ] || printf '{"case": {"name": "half' >>"$file.journal"
            # A new run does not trample on what the killed one left.
            cp "$file.journal" kept.journal
            refused 'resume' run "${groups[@]}" --out "$file"
            cmp -s "$file.journal" kept.journal || fail 'a journal that is there was changed'
            # Nor is a journal under another name a run that is complete.
            cp kept.journal other.json
            refused "'other.json' is the journal of a run under another name: rename it" run --resume other.json
            if [ "$at" -eq 2 ]; then
                cc 0 run --resume "$file.journal"
            else
                cc 0 run --resume "$file"
            fi
        else
            continue # killed before it began
        fi
        valid "$file"
        all_ok "$file"
        names "$file" >killed.names
        cmp -s killed.names whole.names || fail "killed at $at lines and resumed: not each case exactly once"
        [ ! -e "$file.journal" ] || fail 'a journal is left after --resume'
    done
}

section_interrupt() {
    local at file
    # At once, and when the first cases are done; far from the end either way.
    for at in 1 3; do
        file=$work/interrupted$at.json
        env --default-signal=INT "$claimcheck" run --filter 'tile_subdivision.subdivide/(per_level|subtree)/' --axis top=5,6 --no-ceilings \
            --axis 'map=scene,spots,curve,fbm' --samples 40 --out "$file" >"$work/out" 2>"$work/err" </dev/null &
        background=$!
        interrupted "$file.journal" "$at" 'SIGINT'
        has err '--resume' 'SIGINT'
        [ ! -e "$file" ] || fail 'SIGINT: a whole run file is there'
        [ -s "$file.journal" ] || fail 'SIGINT: no journal is left'
        [ "$(lines "$file.journal")" -ge "$at" ] || fail 'SIGINT: what was measured is gone'
    done
    refused 'takes what is measured from the file: leave out --samples' run --resume "$file" --samples 3
    # Exports are requested anew, of a resumed run as of a whole one.
    cc 0 run --resume "$file" --export-csv "$work/resumed.csv"
    cc 0 run --resume "$file" --quiet --export-csv "$work/again.csv"
    matches "$work/resumed.csv" export "$file" --format csv
    cmp -s out "$work/again.csv" || fail 'the CSV of a run that is whole'
    valid "$file"
    all_ok "$file"
    # Each of per_level and subtree with 10 values, on 2 sizes of 4 maps, once.
    [ "$(names "$file" | sort -u | wc -l)" -eq "$(names "$file" | wc -l)" ] || fail 'resumed after SIGINT: a case twice'
    [ "$(names "$file" | grep -c '/per_level/')" -eq 8 ] || fail 'resumed after SIGINT: a workload is missing'
}

# Facts of streams as another program has them, the picture, and what is refused.
inspect_stream() {
    printed '"tuples_hash": "d72b3bcc2781b55c"' json inspect stream --n 6 --p 0.5 --cluster 5 --seed 2 --json
    printed '^indices_hash 006aefade732a03f$' pictured stream.png inspect stream --n 4 --seed 1
    has out '^rows 2$' 'an almost square output'
    shows '^columns 0$' inspect stream --n 3 --p 0
    cc 99 inspect stream --n 0
    refused '0 to 1' inspect stream --p 1.5
    refused '2048' inspect stream --n 2049 --picture "$work/large.png"
}

# Rows of sequences: their form, which frames, and what is refused.
inspect_cbt() {
    local hash='[0-9a-f]{16}'
    cc 0 inspect cbt --sequence N --depth 8 --at 63,0
    has out "^N D=8 f=0 leaves=[0-9]+ dmin=[0-9]+ dmax=[0-9]+ sum=$hash xor=$hash fnv_sorted=$hash fnv_decode=$hash heap=$hash\$" 'a row of N'
    [ "$(wc -l <out)" -eq 2 ] || fail 'two frames asked for, not two rows'
    shows '^P D=20 f=255 ' inspect cbt --sequence P --depth 20
    shows "^R D=12 bytes=2048 root=[0-9]+ values_0\.\.D-5=$hash fullheap=$hash\$" inspect cbt --sequence R --depth 12
    json inspect cbt --sequence L --depth 9 --json
    refused '--sequence' inspect cbt
    cc 99 inspect cbt --sequence Q
    refused '5 to 30' inspect cbt --sequence P --depth 31
    cc 99 inspect cbt --sequence N --at 64
    printed '^leaves [0-9]+$' pictured leaves.png inspect terrain --view leaves --depth 16 --map 8 --height 180
    json inspect terrain --depth 10 --map 8 --json
    refused 'wireframe' inspect terrain --view wires
    refused 'none.pgm' inspect terrain --heightmap "$work/none.pgm"
    cc 99 inspect cbt --sequence R --at 0
    pictured mesh.png inspect cbt --sequence L --depth 12
    cc 99 inspect cbt --sequence R --depth 12 --picture "$work/bits.png"
}

# Launch orders: facts, a picture, and what is refused.
inspect_order() {
    shows '^order_hash d0387d1037d0fdf2$' inspect order --grid 5x3 --order hilbert
    shows '^largest_step_in_tile 16$' inspect order --grid 320x180 --order tiled_x --n 16
    has out '^tiles 20$' 'the tiles'
    json inspect order --grid 9x5 --order morton --json --picture "$work/order.png"
    head -c 8 "$work/order.png" | cmp -s - <(printf '\211PNG\r\n\032\n') || fail 'the order is no PNG'
    refused '--order' inspect order
    refused 'row_major' inspect order --order spiral
    refused 'no --n' inspect order --order hilbert --n 4
    cc 99 inspect order --order tiled_x --n 0
    cc 99 inspect order --order tiled_x --grid 0x3
    refused 'at most' inspect order --order tiled_x --grid 65536x65536
    refused '1024' inspect order --order tiled_x --grid 2000x2 --picture "$work/wide.png"
    inspect_order_measured
}

# That of the device: each group once, and nothing of the map's options.
inspect_order_measured() {
    printed '^groups 153$' pictured measured.png inspect order --measured --grid 17x9 --validate
    has out '^row_major_launch (yes|no)$' 'how it launches'
    has out '^resident_most [1-9]' 'groups side by side'
    refused 'no --order' inspect order --measured --order morton
    refused 'no --n' inspect order --measured --n 4
    refused 'at most 1048576 groups are measured' inspect order --measured --grid 2000x2000
    only . cc 77 inspect order --measured --device 'no such device'
}

# The model of caches: exact counts, tables of predictions, and what is refused.
inspect_cache() {
    local fixed=$root/results/models/fixed.toml option name
    local tiny_image=(--image 64x32 --planes 1 --taps cross:16)
    cc 0 inspect cache "${tiny_image[@]}" --group 8x8 --texel 8 --layout linear --order row_major --cache 4096 --ways 4
    [ "$(tr '\n' ' ' <out)" = 'groups 32 reads 3744 hits 990 hit_rate 0.2644230769230769 distinct 512 ' ] ||
        fail 'the model does not count as worked by hand'
    printed '"hits": 1488' json inspect cache "${tiny_image[@]}" --order tiled_x --n 2 --cache 4096 --ways 4 --json
    cc 0 inspect cache "${tiny_image[@]}" --order morton --cache 4096 --ways 32
    shows '^profile_kind prediction$' inspect cache "${tiny_image[@]}" --order hilbert --profile "$fixed"
    has out '^dram_write_bytes 16384$' 'what is written'
    cc 0 inspect cache "${tiny_image[@]}" --profile "$fixed" --predict --range
    [ "$(tail -n 8 out | awk '{ print $1, $2 }' | tr '\n' ' ')" = \
        'row_major - tiled_x 1 tiled_x 4 tiled_x 8 tiled_x 16 tiled_x 32 tiled_x 64 morton - ' ] || fail 'not the orders that are predicted'
    [ "$(wc -L <out)" -le 80 ] || fail 'the table of predictions is wider than 80 columns'
    cc 0 inspect cache "${tiny_image[@]}" --profile "$fixed" --predict --order tiled_y,row_major,hilbert --n 2,3
    [ "$(tail -n 4 out | awk '{ print $1, $2 }' | tr '\n' ' ')" = 'row_major - tiled_y 2 tiled_y 3 hilbert - ' ] ||
        fail 'the table has not the orders asked for'
    printed '"dram_ratio_low": null' json inspect cache "${tiny_image[@]}" --profile "$fixed" --predict --order hilbert --json

    refused '--order' inspect cache
    refused 'row_major' inspect cache --order spiral
    refused 'no --n' inspect cache --order morton --n 4
    # The option that is wrong comes last.
    for option in '--n 0' '--image 5' '--image 32769x1' '--image 32768x32768' '--group 65x1' '--group 64x64' '--group 8' '--planes 0' \
        '--planes 9' '--texel 3' '--texel 32' '--layout image' '--taps ring:4' '--taps cross' '--cache 100' '--cache 2100' \
        '--ways x' '--predict' '--range' "--profile $work/none.toml" \
        "--profile $fixed --cache 4096" "--profile $fixed --ways 4" "--profile $fixed --predict --n 1,0"; do
        # shellcheck disable=SC2086
        cc 99 inspect cache --order tiled_x $option
        name=${option##*--}
        has err "--${name%% *}" "inspect cache $option"
        single_line "inspect cache $option"
    done
    refused 'multiple of 128 bytes' inspect cache --order row_major --ways 3
    refused 'spiral' inspect cache --profile "$fixed" --predict --order tiled_x,spiral
    cc 99 inspect cache "${tiny_image[@]}" --order row_major --picture "$work/cache.png"
    sed 's/^writes = .*/writes = "none"/; s/^cache_bytes = .*/cache_bytes = 4183040/; s/^cache_ways = .*/cache_ways = 19/' "$fixed" >odd.toml
    refused '4096' inspect cache --profile "$work/odd.toml" --predict --range
    printf 'units = 4\n' >short.toml
    refused 'short.toml: no name' inspect cache --profile "$work/short.toml" --order row_major
}

# Rays and discs: the facts of a mode, a method beside the reference, photons of a scene, and what is refused.
inspect_detp() {
    shows '^hits 166$' inspect detp --rays 200 --discs 300 --mode C --seed 1 --radius 0.05
    has out '^counts_hash fb4f00b597cf9813$' 'the counts of mode C'
    json inspect detp --rays 200 --discs 300 --mode G --seed 1 --radius 0.05 --method sphere_cache --json
    has out '"sums_hash": "9571fe1adbf86aff"' 'the sums of mode G by a method'
    has out '"differing_pairs": 0' 'no pair that differs'
    printed '"error_photons": ' json inspect detp --scene empty --edges --rays 5000 --discs 500 --json
    printed '^discs 1000$' pictured room.png inspect detp --scene room --rays 2000 --pixels 40x25
    shows '^irradiance_red ' inspect detp --scene room --rays 2000 --discs 50 --estimator photons
    json inspect detp --rays 2000 --discs 2000 --mode G --radius 0.05 --method octree_literal --depth 0 --json
    has out '"counted_by_boxes": 1(.0)?,' 'each hit once in one leaf'
    refused 'octree_literal' inspect detp --depth 2
    refused 'A, B, C' inspect detp --mode D
    cc 99 inspect detp --rays 0
    cc 99 inspect detp --radius 2
    refused "did you mean 'sphere_cache'" inspect detp --method sphere_cahce
    refused '--scene' inspect detp --estimator photons
    refused '--scene' inspect detp --picture "$work/rays.png"
    cc 99 inspect detp --scene room --mode B
    refused 'empty' inspect detp --scene room --edges
    cc 99 inspect detp --scene room --bounces 64
    refused 'none.obj' inspect detp --scene "$work/none.obj"
    cc 99 inspect detp --scene room --pixels 9x9 --discs 3 --picture "$work/room.png"
    cc 99 inspect detp --scene empty --edges --method sphere_cache
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' >"$work/corner.obj"
    cc 0 inspect detp --scene "$work/corner.obj" --rays 500 --discs 50
    cc 0 run --filter '^detp.estimate/sphere_cache/size:100x500/' --axis size=100x500 --scene "$work/corner.obj" \
        --samples 3 --no-ceilings --out "$work/photons.json"
    has photons.json '"detp.estimate/sphere_cache/size:100x500/mode:file.corner"' 'a run of photons in a mesh'
    cc 99 run --filter '^detp.estimate/sphere_cache/' --axis mode=file.corner --axis size=10x10 --no-ceilings --out "$work/lost.json"
    has err 'for --scene FILE.obj' 'a mesh that is not given'
}

section_inspect() {
    shows 'tiles' inspect tiles --map scene --top 6 --picture "$work/tiles.png"
    "$python" - "$work/tiles.png" 2>"$work/err" <<'END' || fail 'the picture is no PNG'
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
assert data[:8] == b"\x89PNG\r\n\x1a\n"
width, height = struct.unpack(">II", data[16:24])
assert width >= 64 and height >= 64, (width, height)
at, pixels = 8, b""
while at < len(data):
    length, kind = struct.unpack(">I4s", data[at:at + 8])
    assert zlib.crc32(data[at + 4:at + 8 + length]) == struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0]
    pixels += data[at + 8:at + 8 + length] if kind == b"IDAT" else b""
    at += 12 + length
assert len(set(zlib.decompress(pixels))) > 4, "one colour only"
END
    json inspect tiles --map scene --top 6 --json
    cp out first.json
    matches first.json inspect tiles --map scene --top 6 --json
    # It needs no device.
    VK_DRIVER_FILES=/nonexistent VK_ICD_FILENAMES=/nonexistent cc 0 inspect tiles --map scene --top 6 --json
    # A map from a file: a ramp of 5 x 3 pixels.
    printf 'P2\n5 3\n255\n0 50 100 150 200\n10 60 110 160 210\n20 70 120 170 220\n' >ramp.pgm
    cc 0 inspect tiles --map "$work/ramp.pgm"
    printf 'P5\n5 3\n255\n01' >cut.pgm
    refused 'cut.pgm' inspect tiles --map "$work/cut.pgm"
    refused 'none.pgm' inspect tiles --map "$work/none.pgm"
    local empty
    for empty in 'tiles --map' 'tiles --mesh' 'reyes --patches' 'reyes --mesh' 'reyes --camera' 'terrain --heightmap' \
        'detp --scene' 'cache --profile'; do
        # shellcheck disable=SC2086
        refused "option '${empty#* }' has '', and needs a (path|value): ${empty#* }=" inspect $empty ''
    done
    cc 99 inspect tiles --map scene --top 6 --picture "$work/no/such/folder.png"
    refused 'device' inspect tiles --device 0
    inspect_order
    inspect_cache
    refused 'no picture' inspect tiling --bench map_alone --grid 79x45 --maps 1 --picture "$work/map.png"
    inspect_cbt
    inspect_stream
    inspect_detp
}

section_output() {
    local code command
    [ -e "$work/x.json" ] || cc 0 run "${tiny[@]}" --out "$work/x.json"
    for command in 'list' 'list --json' 'devices' 'devices --json' '--help' "export $work/x.json --format csv" 'inspect tiles --top 4'; do
        # Split on purpose: the temporary folder has no blanks.
        # shellcheck disable=SC2086
        only . unwritten '>/dev/full' 99 $command
    done
    # A table that nobody reads does not cost the run.
    unwritten '>/dev/full' 99 run "${tiny[@]}" --out "$work/unread.json"
    valid "$work/unread.json"
    # Closed and broken pipes do not kill it either.
    unwritten '| true' '0|99' list --all
}

sections "${@:2}"
