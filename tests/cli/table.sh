#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# table.sh: the table of `run` as a person sees it: on terminals of 80, 120 and 200 columns, in a pipe, group by group, in
# colours or not. By the executable, on Mesa's CPU driver. Judges no time.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
unset NO_COLOR CLICOLOR_FORCE COLUMNS
export TERM=xterm

cases=(--filter 'tile_subdivision.subdivide/(per_level|subtree|host_loop|recursion)/' --axis top=4 --axis map=scene,spots
    --axis subtree_levels=1,2,3 --samples 3 --seed 1 --no-ceilings)

# terminal COLUMNS FILE COMMAND...: what a terminal of that width gets, stdout and stderr, into FILE.
terminal() {
    "$python" "$root/tests/cli/terminal.py" "$1" - "${@:3}" >"$2"
}

# widest FILE: columns of the widest line that stayed, without escape sequences, and of the widest that was drawn over.
widest() {
    "$python" - "$1" <<'END'
import re, sys
text = open(sys.argv[1], encoding="utf-8", newline="").read()
lines = [re.sub("\033\\[[0-9;]*[mK]", "", line) for line in re.split("\r*\n|\r", text)]
# Messages about what is doubtful are sentences, and the terminal may break them.
print(max(len(line) for line in lines if not line.startswith("claimcheck: ")))
END
}

# A terminal of any width has lines of its own width at most; one of 120 and more has all columns with --all.
for columns in 80 120 200; do
    all=()
    [ "$columns" -lt 120 ] || all=(--all)
    terminal "$columns" "tty$columns" "$claimcheck" run "${cases[@]}" "${all[@]}" --out "tty$columns.json" || fail "a terminal of $columns: exit code $?"
    [ "$(widest "tty$columns")" -le "$columns" ] || fail "a terminal of $columns: a line of $(widest "tty$columns")"
    grep -q $'\033\[1m' "tty$columns" || fail "a terminal of $columns has no colours"
    if [ "$columns" -ge 120 ]; then
        grep -q 'wall.*check' "tty$columns" || fail "a terminal of $columns has not all columns"
    else
        ! grep -q 'wall .*check' "tty$columns" || fail "a terminal of $columns has all columns"
    fi
done

# A pipe has 80 columns and no colours; what the environment says is heard.
"$claimcheck" run "${cases[@]}" --out pipe.json 2>err | cat >pipe
[ "$(widest pipe)" -le 80 ] || fail "a pipe: a line of $(widest pipe)"
! grep -q $'\033' pipe || fail 'a pipe has colours'
COLUMNS=130 CLICOLOR_FORCE=1 "$claimcheck" show pipe.json >forced
grep -q 'wall.*check' forced || fail 'COLUMNS is not heard'
grep -q $'\033\[1m' forced || fail 'CLICOLOR_FORCE is not heard'
NO_COLOR=1 CLICOLOR_FORCE=1 "$claimcheck" show pipe.json >plain
! grep -q $'\033' plain || fail 'NO_COLOR is not heard'
NO_COLOR=1 terminal 80 plain "$claimcheck" show pipe.json
! grep -q $'\033\[[0-9]*m' plain || fail 'NO_COLOR is not heard on a terminal'

# The plan comes first: how long, and what.
grep -q -x '  about [0-9]* \(s\|min\): 12 tile_subdivision' err || fail "no plan: $(sed -n 2,4p err)"

# The file prints as the run did, and so does a run that is whole, or is wide.
sed '/^wrote /,$d' pipe >table
"$claimcheck" show pipe.json >shown
cmp -s table shown || fail "show prints another table: $(diff table shown | head -n 3)"
"$claimcheck" run --resume pipe.json 2>err | grep -v 'is complete$' >resumed
cmp -s table resumed || fail "a run that is whole prints another table: $(diff table resumed | head -n 3)"
"$claimcheck" run --resume pipe.json --wide >wide 2>err
grep -q 'wall.*check' wide || fail 'run --resume --wide has not all columns'
"$claimcheck" run "${cases[@]}" --wide --out wide.json >wide 2>err
grep -q 'wall.*check' wide || fail 'run --wide has not all columns'
# Who reads no more than the first line has a run file all the same.
"$claimcheck" run "${cases[@]}" --out head.json 2>err | head -n 1 >first || true
"$claimcheck" show head.json >shown || fail 'a table that nobody reads to its end costs the run'

# scripts/run on a terminal has its width and its colours.
mkdir -p tree/scripts tree/build/release
cp -- "$root/scripts/run" tree/scripts/
printf '#!/bin/sh\n' | tee tree/scripts/setup >tree/scripts/build
# shellcheck disable=SC2016
printf '#!/bin/sh\nshift\nexec "%s" show "%s/pipe.json"\n' "$claimcheck" "$work" >tree/build/release/claimcheck
chmod +x tree/scripts/* tree/build/release/claimcheck
terminal 130 script "$work/tree/scripts/run" || fail "scripts/run on a terminal: exit code $?"
grep -q 'wall.*check' script || fail 'scripts/run does not pass the width of the terminal on'
grep -q $'\033\[1m' script || fail 'scripts/run loses the colours'
NO_COLOR=1 terminal 80 script "$work/tree/scripts/run"
! grep -q $'\033\[[0-9]*m' script || fail 'scripts/run has colours with NO_COLOR'
tree/scripts/run >script
! grep -q $'\033' script || fail 'scripts/run has colours in a pipe'
[ "$(widest script)" -le 80 ] || fail 'scripts/run is wider than 80 columns in a pipe'
# It has a page of each run, whatever that is called, and says where it has none.
# shellcheck disable=SC2016
printf '#!/bin/sh\nexec "%s" "$@"\n' "$claimcheck" >tree/build/release/claimcheck
mkdir tree/scripts/plot
printf '#!/bin/sh\n' >tree/scripts/plot/plot
chmod +x tree/scripts/plot/plot
tree/scripts/run "${cases[@]}" --out text.txt >script 2>err || fail "scripts/run --out text.txt: exit code $?"
[ -s text.txt.report/index.html ] || fail 'scripts/run --out text.txt makes no page'
for out in '--out quiet-1.json' '--out=quiet-2.json' '-oquiet-3.json'; do
    # shellcheck disable=SC2086
    tree/scripts/run -q "${cases[@]}" $out >script 2>err || fail "scripts/run -q $out: exit code $?"
done
for page in quiet-1 quiet-2 quiet-3; do
    [ -s "$page.report/index.html" ] || fail "scripts/run -q makes no page of $page.json"
done
tree/scripts/run -q "${cases[@]}" >script 2>err || fail "scripts/run -q: exit code $?"
grep -q '^run: no page, since claimcheck named no run file: ' err || fail 'scripts/run -q says nothing of a page'
tree/scripts/run "${cases[@]}" --list-cases >script 2>err
! grep -q 'no page' err || fail 'scripts/run --list-cases wants a page'

# One that failed, with a long reason; several that are alike.
cat >wrong.comp <<'END'
#version 460
layout(local_size_x = 64) in;
void main() {}
END
if "$claimcheck" run "${cases[@]}" --kernel tile_subdivision/subtree=wrong.comp --out wrong.json >wrong 2>err; then
    fail 'a wrong kernel is right'
fi
grep -q 'failed_verify$\|failed_verify  ' wrong || fail 'the row of a wrong kernel'
[ "$(widest wrong)" -le 80 ] || fail "a wrong kernel: a line of $(widest wrong)"
[ "$(widest wrong)" -ge 70 ] || fail 'lines of a wrong kernel are not filled'

# Each group stands there when it has ended, also where it is measured in another process: while the second hangs, the
# first is on stdout, in a pipe.
for mode in --isolate --no-isolate; do
    : >out # what the run before has left is none of this one's
    CLAIMCHECK_FAULT='hang@per_level/map:spots' begins run "${cases[@]}" "$mode" --out "hang$mode.json"
    awaits grep -q -E '^  (fastest|no winner)' out
    kill -0 "$background" 2>/dev/null || fail "$mode: the run that should hang has ended: $(tail -n 1 err)"
    grep -q '^tile_subdivision.subdivide/map:scene/' out || fail "$mode: the first group is not printed when it has ended"
    grep -q '^[ *~] per_level  ' out || fail "$mode: the first group has no rows"
    ! grep -q '^tile_subdivision.subdivide/map:spots/' out || fail "$mode: the second group is printed before it has ended"
    kills
done
