# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# faults.sh: what scripts begin with, behind lavapipe.sh, that say all that is wrong, plant faults or kill runs: in the
# folder `work`, with `background` for a process that is to end with the script, and counts of checks.
unset CI CLAIMCHECK_FAULT || true

background=
finish() {
    [ -z "$background" ] || kill -9 "$background" 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' TERM INT
cd -- "$work"
failed=0
checks=0

fail() {
    printf 'FAIL %s\n' "$*"
    failed=$((failed + 1))
    sed 's/^/  stdout: /' "$work/out" 2>/dev/null | tail -n 8
    sed 's/^/  stderr: /' "$work/err" 2>/dev/null | tail -n 8
}

# cc CODE ARGUMENTS...: runs the executable; its output in out and err.
cc() {
    local wanted=$1 code=0
    shift
    checks=$((checks + 1))
    "$claimcheck" "$@" >"$work/out" 2>"$work/err" </dev/null || code=$?
    [ "$code" -eq "$wanted" ] || fail "claimcheck $*: exit code $code, not $wanted"
}

# has FILE PATTERN WHAT; lacks, likewise. FILE is out, err or a file of the folder.
has() {
    checks=$((checks + 1))
    grep -q -E -e "$2" "$work/$1" || fail "$3: no '$2' on ${1/err/stderr}"
}
lacks() {
    checks=$((checks + 1))
    ! grep -q -E -e "$2" "$work/$1" || fail "$3: '$2' on ${1/err/stderr}"
}

# refused PATTERN ARGUMENTS...: 99, and one line that has the pattern.
refused() {
    local pattern=$1
    shift
    cc 99 "$@"
    [ "$(wc -l <"$work/err")" -eq 1 ] || fail "$*: not one line on stderr"
    has err "$pattern" "$*"
}

# plain WHAT: nothing that was printed would move a terminal, or be shown as what it is not.
plain() {
    checks=$((checks + 1))
    ! LC_ALL=C grep -q -P '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8b\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]|\xef\xbb\xbf' \
        "$work/out" "$work/err" || fail "$1: a control character"
    cat "$work/out" "$work/err" | iconv -f UTF-8 -t UTF-8 >/dev/null 2>&1 || fail "$1: no UTF-8"
}

# lines FILE: whole lines of it, 0 where it is not there.
lines() {
    if [ -e "$1" ]; then wc -l <"$1"; else echo 0; fi
}

# interrupted FILE N WHAT: SIGINT for what is in the background once the file has N lines; it is to end with 99.
interrupted() {
    local code=0
    while kill -0 "$background" 2>/dev/null && [ "$(lines "$1")" -lt "$2" ]; do
        sleep 0.01
    done
    kill -INT "$background" 2>/dev/null || true
    wait "$background" || code=$?
    background=
    checks=$((checks + 1))
    [ "$code" -eq 99 ] || fail "$3: exit code $code, not 99"
}
