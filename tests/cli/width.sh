#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# width.sh: what people read fits 80 columns: every command on a terminal of so many and in a pipe, messages too; and what
# stands in whole lines in a pipe, for scripts. On Mesa's CPU driver. Judges no time. Exit code: 0, 1, 77 (no CPU driver
# here).
#
#   tests/cli/width.sh CLAIMCHECK
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/executable.sh"
. "$root/tests/cli/lavapipe.sh"
. "$root/tests/cli/faults.sh"
export TERM=xterm-256color
unset NO_COLOR CLICOLOR_FORCE COLUMNS || true

: >err
cat >measure.py <<'PYTHON'
"""measure.py terminal|pipe COMMAND...: the lines of more than 80 columns, without colours; `out` has all of them."""
import fcntl, os, pty, re, struct, subprocess, sys, termios, unicodedata

COLUMNS = 80

def on_terminal(command):
    reader, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=terminal, stderr=terminal)
    os.close(terminal)
    text = b""
    while True:
        try:
            more = os.read(reader, 65536)
        except OSError:
            break
        if not more:
            break
        text += more
    process.wait()
    return text

def in_pipe(command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout

def width(line):
    return sum(0 if unicodedata.combining(c) else 1 for c in line)

text = (on_terminal if sys.argv[1] == "terminal" else in_pipe)(sys.argv[2:]).decode("utf-8")
text = re.sub("\x1b\\[[0-9;]*[A-Za-z]", "", text)
open("out", "w").write(text.replace("\r\n", "\n"))
if not text:
    print("nothing is printed")
# A word is never broken, so that it can be copied: a long one alone in its line may stick out.
for line in re.split("\r\n|\n|\r", text):
    if width(line) > COLUMNS and len(line.split()) > 1:
        print(line)
PYTHON

# fits WHERE ARGUMENTS...
fits() {
    local where=$1
    shift
    checks=$((checks + 1))
    "$python" measure.py "$where" "$claimcheck" "$@" >wide 2>&1 || fail "$*: $(tail -n 1 wide)"
    [ ! -s wide ] || fail "$where: $* has $(wc -l <wide) lines of more than 80 columns: $(head -n 2 wide)"
}
both() {
    fits terminal "$@"
    fits pipe "$@"
}

h100=$root/results/runs/nvidia-h100-80gb-hbm3/20261122-tile-subdivision-passes.json.gz
paper=$root/results/runs/nvidia-h100-80gb-hbm3/20261122-paper-2.json.gz
h200=$root/results/runs/nvidia-h200/20261121-tile-subdivision-paper.json.gz
ln -s "$h100" h100.json.gz
ln -s "$paper" paper.json.gz
ln -s "$h200" h200.json.gz

# Help.
both help
for command in list devices run inspect trace selftest show compare claims export keep; do
    both help "$command"
done
for technique in tiles cbt reyes stream detp tiling order; do
    both inspect "$technique" --help
done

# What reads runs.
both show paper.json.gz
both show paper.json.gz --case cbt.sum_reduction/packed_snapshot/depth:20/bits:quarter
both compare h100.json.gz h200.json.gz
both claims h100.json.gz h200.json.gz
both claims --brief paper.json.gz
both claims --verbose paper.json.gz
both keep paper.json.gz --out-dir kept --samples 3

# Facts a line each: whole in a pipe, where scripts read them, wrapped on a terminal; and nothing of it is lost.
same() {
    checks=$((checks + 1))
    "$claimcheck" "$@" 2>/dev/null | tr -s ' \n' '\n\n' | sed '/^$/d' >whole
    tr -s ' \n' '\n\n' <out | sed '/^$/d' | cmp -s - whole || fail "$*: another text on a terminal"
}
for arguments in list 'list --kernels' 'list cbt.sum_reduction' devices 'inspect tiles --top 8' 'inspect order --order morton'; do
    # shellcheck disable=SC2086
    fits terminal $arguments
    # shellcheck disable=SC2086
    same $arguments
done
fits terminal selftest
"$claimcheck" list cbt.sum_reduction >out
[ "$(grep -c '^    variant ' out)" -eq "$(grep -c '\[.*\]$' out)" ] || fail 'list in a pipe: a variant is not one line'

# What measures: warnings, the plan, progress, table, verdicts, and several launches.
tiny=(--filter 'tile_subdivision.subdivide/(per_level|subtree)/' --axis top=4 --axis map=scene --no-ceilings --samples 3)
both run "${tiny[@]}" --out "$work/a.json" --force
both run "${tiny[@]}" --launches 2 --out "$work/b.json" --force --verbose
both run --claims=tokuyoshi.three_synchronizations --no-ceilings --samples 2 --out "$work/c.json" --force
both trace --filter 'build_and_subdivide/per_level/' --axis top=4 --axis map=scene --out "$work/t.json" --force

# Messages: wrapped on a terminal, one line in a pipe.
for arguments in 'run --filter nothing_of_that_name_is_to_be_found_in_any_plan' 'claims h100.json.gz h100.json.gz' \
    'show paper.json.gz --case cbt.sum_reduction/packed_snapshots/depth:20/bits:quarter' 'run tile_subdivison' \
    'compare paper.json.gz paper.json.gz' 'keep nowhere.json' 'run -q --export-json - --export-csv -'; do
    # shellcheck disable=SC2086
    fits terminal $arguments
    # shellcheck disable=SC2086
    "$claimcheck" $arguments >/dev/null 2>err </dev/null || true
    [ "$(grep -c -v '^claimcheck: ' err || true)" -eq 0 ] || fail "$arguments: a message in a pipe is more than a line"
done

printf 'width: %d checks, %d failed\n' "$checks" "$failed"
exit "$((failed > 0))"
