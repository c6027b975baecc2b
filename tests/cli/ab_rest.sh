#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# ab_rest.sh: sides of `claimcheck ab`, a stand-in, that leave processes running or stop themselves: what is left is ended and named,
# and one that is stopped keeps no budget waiting. Judges no time.
#
#   tests/cli/ab_rest.sh CLAIMCHECK STAND_IN
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/faults.sh"
stand_in=$2
mkdir tmp
export TMPDIR=$work/tmp STAND_IN_UUID=${work##*/} VK_DRIVER_FILES=/dev/null VK_ICD_FILENAMES=/dev/null

# side NAME LINE: a side that does what LINE says before it is the stand-in.
side() {
    printf '#!/bin/sh\n%s\nexec "%s" "$@"\n' "$2" "$stand_in" >"$1"
    chmod +x "$1"
}

side group 'sleep 300 & echo $! >>'"$work/left"
side session 'setsid sh -c '\''echo $$ >>'"$work/left"'; exec sleep 300'\'' & sleep 0.1'
side deaf 'setsid sh -c '\''trap "" TERM; echo $$ >>'"$work/left"'; while :; do sleep 0.2; done'\'' & sleep 0.1'
for kind in group session deaf; do
    : >left
    cc 0 ab --a "$stand_in" --b "$work/$kind" --filter '^t' --seed 7 --quiet
    [ "$(wc -l <left)" -gt 1 ] || fail "$kind: no process was left"
    [ -z "$(alive left)" ] || fail "$kind: left running: $(alive left | tr '\n' ' ')"
    has err "^claimcheck: warning: '$work/$kind' left '(sleep|sh)' \(process [0-9]+\)( and [0-9]+ more)? running; it was ended" "$kind"
done
cc 0 ab --a "$stand_in" --b "$stand_in" --filter '^t' --seed 7 --quiet
lacks err 'left' 'sides that leave nothing'

# Sides know that the lock of the device is held for them.
side locked 'echo "$CLAIMCHECK_LOCKED" >>'"$work/locks"
cc 0 ab --a "$work/locked" --b "$work/locked" --filter '^t' --seed 7 --quiet
[ "$(tail -n 1 locks)" = 1 ] || fail 'sides: not told that the device is locked'

# A stopped side gets its signal.
side stopped 'trap "echo term >>'"$work/term"'; exit 143" TERM; kill -STOP $$'
: >term
cc 77 ab --a "$stand_in" --b "$work/stopped" --filter '^t' --seed 7 --quiet --budget 2s
has term 'term' 'a stopped side'
