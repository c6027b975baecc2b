#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# memory.sh: valgrind over what reads runs and judges: no command and no unit test uses memory that nobody has written, which the
# sanitizers of scripts/test do not see. No kernel runs. It takes some minutes.
#
#   tests/release/memory.sh [BUILD]      the build folder; unless given build/test
#
# Exit code: 0, 1, 77 (no valgrind here), 99.
set -euo pipefail
export LC_ALL=C.UTF-8

. "$(dirname -- "${BASH_SOURCE[0]}")/../tree.sh"
command -v valgrind >/dev/null || skip 'no valgrind here: apt-get install valgrind'
build=${1:-$root/build/test}
[ -x "$build/claimcheck" ] || { printf 'memory.sh: no %s: scripts/test builds it\n' "$build/claimcheck"; exit 99; }
export VK_DRIVER_FILES=/dev/null VK_ICD_FILENAMES=/dev/null XDG_CACHE_HOME=/dev/null MALLOC_PERTURB_=0
export CLAIMCHECK_TEST_MODELS=$work
checked=0
# text_test asks for more memory than there is, to see what comes of it.
printf '{\n   asked for\n   Memcheck:FishyValue\n   realloc(size)\n   fun:realloc\n   fun:text_reserve\n   fun:text_add_bytes\n   fun:test_broken\n}\n' \
    >"$work/asked_for"

# seen WHAT PROGRAM ARGUMENTS...: whatever its exit code says, valgrind finds nothing; but a command that is not there is seen.
seen() {
    local what=$1 code=0
    shift
    checked=$((checked + 1))
    valgrind --quiet --suppressions="$work/asked_for" --error-exitcode=113 --track-origins=yes --leak-check=no --log-file="$work/log" "$@" >"$work/out" 2>&1 </dev/null || code=$?
    [ "$code" -ne 113 ] || fail "$what: $(head -n 20 "$work/log")"
    ! grep -q 'unknown command\|unknown option\|unexpected argument' "$work/out" || fail "$what: $(head -n 1 "$work/out")"
}

run=$root/tests/cli/export/run.json
for command in 'show' 'claims' 'cite' 'show --wide' 'claims --verbose' 'claims --json'; do
    # shellcheck disable=SC2086
    seen "$command" "$build/claimcheck" $command "$run"
done
seen why "$build/claimcheck" why slow "$run"
seen compare "$build/claimcheck" compare "$run" "$run"
seen report "$build/claimcheck" report "$run" --out "$work/page"
for format in csv tidy gbench bmf gha hyperfine markdown latex; do
    seen "export $format" "$build/claimcheck" export "$run" --format "$format"
done
for target in "$build"/tests/fuzz/replay_*; do
    name=${target##*/replay_}
    inputs=$root/tests/fuzz/corpus/$name
    case $name in
    obj_room) inputs=$root/tests/fuzz/corpus/obj ;;
    shown) inputs=$root/tests/fuzz/corpus/run ;;
    compared | exported | judged | page) inputs=$root/tests/fuzz/corpus/runs ;;
    esac
    [ ! -f "$target" ] || seen "fuzz $name" "$target" "$inputs"
done
# Valgrind takes fifty times as long: the sixteen smallest of the kept runs.
mkdir -p "$work/few/runs" "$work/few/baselines"
find "$root/results/runs" -name '*.json.xz' -printf '%s %p\n' | LC_ALL=C sort -n | head -n 16 | cut -d ' ' -f 2 |
    xargs -I '{}' cp -- '{}' "$work/few/runs/"
export CLAIMCHECK_TEST_RESULTS=$work/few
for name in field journal run run_file run_samples round_trip claims_cases claims_pairs claims_series compare gate keep why verdict table svg \
    sheet json_value text; do
    [ -x "$build/tests/${name}_test" ] || fail "no ${name}_test in $build: scripts/test builds it"
    seen "$name" "$build/tests/${name}_test"
done
[ "$failed" -ne 0 ] || printf "%d programs use no memory that nobody has written\n" "$checked"
