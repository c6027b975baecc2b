#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# variants.sh: every variant of every bench of a technique, through the command line, on Mesa's CPU driver: maps at TOP 0
# to 7, two of them at each, thresholds that vary by pixel, and a ragged picture. Judges answers, no time. A PART is a
# function below; meson.build runs them side by side. With CLAIMCHECK_TEST_FULL in the environment, as scripts/test --full
# sets it, sizes that take the most time, too: TOP 8 to 10, deep trees, larger pictures.
#
#   tests/cli/variants.sh CLAIMCHECK PART
set -euo pipefail

part=$2
. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
# With the driver's threads, so that work-groups meet; the other parts have few kernels where that matters.
[ "$part" != tiles_maps ] || unset LP_NUM_THREADS
full=${CLAIMCHECK_TEST_FULL:-}

# run ARGUMENTS...: every case must be ok; only histopyramid on a map of one pixel, mesh shaders and rays
# may be unsupported.
run() {
    checks=$((checks + 1))
    if ! "$claimcheck" run --samples 1 --seed 1 --no-ceilings --out "$work/$checks.json" "$@" >"$work/$checks.txt" 2>&1; then
        printf 'FAILED: claimcheck run %s\n' "$*"
        grep -E 'FAILED|failed_verify|error|claimcheck:' "$work/$checks.txt" | cut -c1-240 | head -n 20
        exit 1
    fi
    "$claimcheck" export "$work/$checks.json" --format csv --out "$work/$checks.csv"
    [ -s "$work/$checks.csv" ]
    if grep -E ',(unsupported|skipped),' "$work/$checks.csv" | grep -v -E 'histopyramid.*top:0/|lacks (mesh_shader|ray_)|takes trees of depth' >"$work/odd"; then
        printf 'NOT RUN by claimcheck run %s\n' "$*"
        head -n 5 "$work/odd"
        exit 1
    fi
    printf 'ok: %s (%s)\n' "$*" "$(tail -n 2 "$work/$checks.txt" | head -n 1)"
}

# 37 x 21 pixels, 16 bit, as plain PGM: padded to 64 x 64.
ragged_make() {
    printf 'P2\n37 21\n65535\n'
    for ((i = 0; i < 37 * 21; i++)); do printf '%d ' $((i * 7919 % 65536)); done
}

tiles_maps() {
    run --filter '^tile_subdivision\.(subdivide|build)' --axis map=scene,fbm,fovea,spots,uniform_low,uniform_high,checker,curve,teapot --axis "top=6${full:+,3,9}" --axis threshold=own
}

tiles_tops() {
    run --filter '^tile_subdivision\.(subdivide|build)' --axis map=scene,uniform_high --axis "top=0,1,3,7${full:+,2,4,5,8,10}" --axis threshold=own
}

tiles_limits() {
    # More groups than the device takes in one dimension: 65,536.
    run --filter 'n\.subdivide/per_level/' --axis map=uniform_high --axis top=10 --axis group=16
    [ -z "$full" ] || run --filter 'n\.subdivide/(per_level|per_level_lean|host_loop)/' --axis map=uniform_high --axis top=12
    run --filter '^tile_subdivision\.average' --axis "top=3${full:+,0,8}" --axis threshold=own,varying
    run --filter 'n\.subdivide/(per_level|subtree)/' --axis map=scene,uniform_high --axis "top=2,6${full:+,9}" --axis source=image --axis group=64,16,256,4,8
    run --filter '^tile_subdivision' --axis map=scene,spots,uniform_high --axis "top=6${full:+,3}" --axis threshold=varying
    run --filter '^tile_subdivision' --axis "map=fovea${full:+,scene}" --axis top=6 --axis falloff=0,2 --axis threshold=own
    run --filter '^tile_subdivision' --axis map=scene,curve --axis top=5 --validate
    ragged_make >"$work/ragged.pgm"
    run --filter '^tile_subdivision\.(subdivide|build)' --map "$work/ragged.pgm" --axis threshold=own,varying
    grep -q 'padded with zeros to 64 x 64' "$work/$checks.txt"
}

# The scenes of Reyes subdivision, and its limits: an empty scene, no depth at all, and an eye plane, which
# reyes_variants_test.c has as well, with both rules for it.
reyes() {
    run --filter '^reyes_subdivision.bound_and_split/' --axis "scene=teapot${full:+,hair_generated.0,hair_generated.300}" --axis "eye_rule=2014${full:+,larger}"
    if [ -n "$full" ]; then
        run --filter '^reyes_subdivision.bound_and_split/' --axis scene=eye_plane --axis eye_rule=2014,larger
        run --filter '^reyes_subdivision.bound_and_split/' --axis scene=teapot --axis limit=64 --axis max_depth=1,4
    fi
    run --filter '^reyes_subdivision.frame' --axis scene=teapot --axis limit=8 --axis size=72x56
    [ -z "$full" ] || run --filter '^reyes_subdivision.frame' --axis scene=bigguy_standin --axis size=200x160
}

# Every way to know the depth, whatever the profile has of it; every level of meshlets, and a flight over the coast; a
# heightmap of one's own.
cbt() {
    run --filter '^cbt.(sum_reduction|first_passes|first_levels)/' --axis depth=18 --axis bits=quarter --axis depth_from=constant,push,length,header --validate
    run --filter '^cbt.frame' --axis depth=18 --axis flight=100 --validate
    [ -z "$full" ] || run --filter '^cbt.frame' --axis depth=21 --axis flight=1500
    run --filter '^cbt.frame/.*ocbt' --axis "slots=32K${full:+,1M}" --axis frames=16 --validate
    run --filter '^cbt.draw' --axis "meshlet=0,1,3,5${full:+,4,6}" --axis flight=100 --validate
    run --filter '^cbt.draw' --axis pass=gbuffer,shadow,cascades --axis "meshlet=3${full:+,0,5}" --axis flight=100 --validate
    ragged_make >"$work/ragged.pgm"
    run --filter '^cbt.draw' --heightmap "$work/ragged.pgm" --axis depth=10,28
}

# Wide kernels, on planes that groups do not divide.
tiling() {
    run --filter '^thread_group_tiling\.(gather|atrous|disc)/' --axis width=61 --axis height=43 --axis n=3
}

case $part in
tiles_maps | tiles_tops | tiles_limits | reyes | cbt | tiling) "$part" ;;
*)
    printf 'no part %s\n' "$part"
    exit 1
    ;;
esac
