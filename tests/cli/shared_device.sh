#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# shared_device.sh: a run warns where another session measures on its device, whatever the environment says. Judges no time.
#
#   tests/cli/shared_device.sh CLAIMCHECK ICD      ICD: what tests/icd/icd.c was built into
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
icd=$2
. "$root/tests/icd/icd.sh"
icd_use "$icd" v3d
unset CLAIMCHECK_LOCKED
uuid=$("$claimcheck" devices --json | sed -n 's/.*"uuid": *"\([0-9a-f]*\)".*/\1/p' | head -n 1)
name=claimcheck-$(printf '%s' "$uuid" | sha256sum | cut -c 1-16).lock
tiny=(--filter tile_subdivision.subdivide/per_level/ --axis top=3 --axis map=spots)
run=(run "${tiny[@]}" --no-ceilings --force --samples)
there() { [ -e "/run/lock/$name" ] || [ -e "/dev/shm/$name" ] || [ -e "/tmp/$name" ]; }
warned='^claimcheck: warning: run: another session measures on '

# One that has begun is held, and has its lock, while another one measures.
XDG_RUNTIME_DIR=$work TMPDIR=$work "$claimcheck" "${run[@]}" 100 --out first.json >first.out 2>first.err &
background=$!
taken() { for path in /run/lock /dev/shm /tmp; do [ ! -e "$path/$name" ] || flock -n "$path/$name" true || return 0; done; return 1; }
while kill -0 "$background" 2>/dev/null && ! taken; do sleep 0.05; done
kill -STOP "$background" 2>/dev/null || true
there || fail 'a run: no lock'
cc 0 "${run[@]}" 2 --quiet --out second.json
[ "$(grep -c -E "$warned.*: times may be disturbed$" err)" -eq 1 ] || fail 'a second run: not one warning'
CLAIMCHECK_LOCKED=1 cc 0 "${run[@]}" 2 --quiet --out second.json
lacks err "$warned" 'a run of a session that has the lock'
refused 'another session measures on' ab --a "$claimcheck" --b "$claimcheck" "${tiny[@]:0:2}" --no-wait
kill -CONT "$background"
wait "$background" || fail 'the first run failed'
! grep -q -E "$warned" first.err || fail 'the first run warns'
background=
! there || fail 'a lock was left behind'
