# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# stand_ins.sh: what tests of a program of scripts/research/peers/ begin with, of the same name: `root`, `claimcheck` and a folder
# `work`, tools of CUDA that are acted, and what is asked of that program. Ends them with 77 where Python has no jsonschema.
. "$(dirname -- "${BASH_SOURCE[0]}")/../cli/executable.sh"
. "$(dirname -- "${BASH_SOURCE[0]}")/../tree.sh"
python3 -c 'import jsonschema' 2>/dev/null || skip 'python3-jsonschema is not installed'
program=$(basename -- "$0" .sh)
mkdir "$work/bin"

# itself_is_for_full: ends the test but for scripts/test --full: nvcc takes as long as all that is acted.
itself_is_for_full() {
    [ -z "${CLAIMCHECK_TEST_FULL:-}" ] || return 0
    printf 'the program itself is for scripts/test --full\n'
    exit "$failed"
}

# compiler: prints the path of a real nvcc; nothing where there is none.
compiler() {
    PATH=$PATH:/usr/local/cuda/bin type -P nvcc || ls /usr/local/cuda*/bin/nvcc 2>/dev/null | tail -n 1 || true
}

# itself_is_built_here: ends the test where there is no nvcc, which the program says.
itself_is_built_here() {
    [ -z "$(compiler)" ] || return 0
    peer 99 --host
    said 'no nvcc: install'
    printf 'no nvcc: the program was not built\n'
    exit "$failed"
}

# stand_in NAME: its body is read from stdin.
stand_in() {
    { printf '#!/bin/sh\n'; cat; } >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

# nvcc_stand_in: one that "builds" $work/program.
nvcc_stand_in() {
    stand_in nvcc <<END
while [ "\$1" != -o ]; do shift; done
cp "$work/program" "\$2" && chmod +x "\$2"
END
}

# peer CODE [arguments]: its output in out.
peer() {
    local wanted=$1 code=0
    shift
    PATH=$work/bin:/usr/bin:/bin "$root/scripts/research/peers/$program" "$@" >"$work/out" 2>&1 || code=$?
    [ "$code" -eq "$wanted" ] || fail "$program $*: exit code $code, not $wanted: $(cat "$work/out")"
}

# said TEXT: one line, and it has TEXT.
said() {
    if [ "$(wc -l <"$work/out")" -ne 1 ] || ! grep -q -e "$1" "$work/out"; then
        fail "no line '$1' alone in: $(cat "$work/out")"
    fi
}

# is_twin FILE: of the schema of such files.
is_twin() {
    "$root/tests/rules/schema.py" "$root/results/twin.schema.json" "$1" >"$work/schema" || fail "$(cat "$work/schema")"
}

# trouble_is_passed_on [arguments]: what the program says and ends with is the script's.
trouble_is_passed_on() {
    local code
    for code in 1 77; do
        printf '#!/bin/sh\necho "%s: as planted" >&2\nexit %d\n' "$program" $code >"$work/program"
        peer $code "$@"
        said "^$program: as planted$"
    done
}
