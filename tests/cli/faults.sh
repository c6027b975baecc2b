# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# faults.sh: what scripts begin with that say all that is wrong, plant faults or kill runs: executable.sh, where that has not
# begun it; `python`; `work`, the folder that they are in, which goes when they end; `background` for a process that is to end with
# them; `checks`, what these functions have tried, and how much has `failed`: a script that comes to its end says both, and ends
# with 1 where something has.
[ -n "${claimcheck+set}" ] || . "$(dirname -- "${BASH_SOURCE[0]}")/executable.sh"
unset CI CLAIMCHECK_FAULT || true

python=/usr/bin/python3
[ -x "$python" ] || python=python3
work=$(mktemp -d)
background=
failed=0
checks=0
asked=
finish() {
    local code=$?
    [ -z "$background" ] || kill -9 "$background" 2>/dev/null || true
    rm -rf "$work"
    if [ "$code" -eq 0 ]; then
        printf '%d checks, %d failed\n' "$checks" "$failed"
        exit $((failed > 0))
    fi
}
trap finish EXIT
trap 'exit 1' TERM INT
cd -- "$work"

fail() {
    printf 'FAIL %s\n' "$*"
    failed=$((failed + 1))
    { sed 's/^/  stdout: /' "$work/out" | tail -n 8; sed 's/^/  stderr: /' "$work/err" | tail -n 8; } 2>/dev/null || true
}

# skip WHAT: ends the script with 77.
skip() {
    printf '%s\n' "$*"
    exit 77
}

# wants TOOL...: ends a script with 77 where one of them is not.
wants() {
    local tool
    for tool in "$@"; do
        command -v "$tool" >/dev/null || skip "no $tool here"
    done
}

# ran CODES COMMAND...: ends with one of these, such as '0|77'; its output in out and err, and what was `asked` for is kept. `code`
# is how it ended. cc CODES ARGUMENTS...: the executable; limited OPTION LIMIT COMMAND...: below a limit of ulimit.
ran() {
    local wanted=$1
    shift
    asked=$*
    asked=${asked#"$claimcheck "}
    checks=$((checks + 1))
    code=0
    "$@" >"$work/out" 2>"$work/err" </dev/null || code=$?
    [[ $code =~ ^($wanted)$ ]] || fail "$asked: exit code $code, not $wanted"
}
cc() {
    ran "$1" "$claimcheck" "${@:2}"
}
limited() (
    ulimit "$1" "$2"
    exec "${@:3}"
)

# unwritten REDIRECTION CODES ARGUMENTS...: the executable, whose stdout is so, '>/dev/full' or '>&-'; cramped KIB CODES ARGUMENTS...:
# where files may be as large, and without its stdout.
unwritten() {
    ran "$2" bash -o pipefail -c "exec \"\$@\" $1" bash "$claimcheck" "${@:3}"
}
cramped() {
    # shellcheck disable=SC2016
    ran "$2" bash -o pipefail -c '(ulimit -f "$0" && exec "$@" 2>&1 >/dev/null) | cat >&2' "$1" "$claimcheck" "${@:3}"
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

# says PATTERN, prints PATTERN: stderr, or stdout, of the last cc has it.
says() {
    has err "$1" "$asked"
}
prints() {
    has out "$1" "$asked"
}

# single_line WHAT: stderr is one; one_line PATTERN WHAT: and has the pattern.
single_line() {
    checks=$((checks + 1))
    [ "$(wc -l <"$work/err")" -eq 1 ] || fail "$1: not one line on stderr"
}
one_line() {
    single_line "$2"
    has err "$1" "$2"
}

# said PATTERN COMMAND...: after the command, cc or a script's own that calls it, stderr has the pattern; printed: stdout has it;
# only: stderr is one line, which has it. refused PATTERN ARGUMENTS...: of cc 99.
said() {
    "${@:2}"
    has err "$1" "$asked"
}
printed() {
    "${@:2}"
    has out "$1" "$asked"
}
only() {
    "${@:2}"
    one_line "$1" "$asked"
}
refused() {
    only "$1" cc 99 "${@:2}"
}

# tells CODE PATTERN ARGUMENTS...: that exit code, and stderr has the pattern; shows PATTERN ARGUMENTS...: 0, and stdout has it.
tells() {
    said "$2" cc "$1" "${@:3}"
}
shows() {
    printed "$1" cc 0 "${@:2}"
}

# saved FILE ARGUMENTS...: 0, and FILE is what stands on stdout; matches FILE ARGUMENTS...: 0, and stdout is what FILE holds.
saved() {
    cc 0 "${@:2}"
    cp "$work/out" "$1"
}
matches() {
    cc 0 "${@:2}"
    cmp -s "$work/out" "$1" || fail "$asked: not what ${1##*/} holds"
}

# plain WHAT: nothing that was printed would move a terminal, or be shown as what it is not.
plain() {
    checks=$((checks + 1))
    ! LC_ALL=C grep -q -P '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8b\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]|\xef\xbb\xbf' \
        "$work/out" "$work/err" || fail "$1: a control character"
    cat "$work/out" "$work/err" | iconv -f UTF-8 -t UTF-8 >/dev/null 2>&1 || fail "$1: no UTF-8"
}

# narrow FILE WHAT: no line has more than 80 columns.
narrow() {
    checks=$((checks + 1))
    "$python" - "$work/$1" <<'PYTHON' || fail "$2: a line is longer than 80 columns"
import sys
wide = [line for line in open(sys.argv[1], encoding="utf-8").read().split("\n") if len(line) > 80]
if wide:
    sys.exit("\n".join(wide[:3]))
PYTHON
}

# valid FILE [NAME]: FILE is as results/NAME.schema.json has it; run.schema.json, where no other is named. What people write may
# have further members.
valid() {
    local code=0 strict=(--strict)
    checks=$((checks + 1))
    [[ ${2-run} != published && ${2-run} != technique ]] || strict=()
    "$root/tests/rules/schema.py" "${strict[@]}" "$root/results/${2-run}.schema.json" "$1" >"$work/schema.out" 2>&1 || code=$?
    case $code in
    0) ;;
    77) printf 'python3-jsonschema is not installed: %s is not validated\n' "$1" ;;
    *) fail "$1 is not valid: $(head -n 3 "$work/schema.out")" ;;
    esac
}

# holds FILE [EXPRESSION]: the Python expression is true of FILE, a run, or another document: `run`; its `session`, `kernels` and
# `cases`; these by_name, by_variant, and their `state`s. Without an expression, statements of the same are read. document(PATH) is
# another file of JSON, table(PATH) the rows of one of CSV.
holds() {
    checks=$((checks + 1))
    "$python" -c 'import csv, json, re, sys
def document(path):
    return json.load(open(path, encoding="utf-8"))
def table(path):
    return list(csv.DictReader(open(path, encoding="utf-8", newline="")))
run = document(sys.argv[1])
session, kernels, cases = (run.get(member) for member in ("session", "kernels", "cases"))
if not isinstance(cases, list):
    cases = [case for workload in run.get("workloads", []) for case in workload.get("cases", [])]
by_name, by_variant = ({case[key]: case for case in cases if key in case} for key in ("name", "variant"))
state = {name: (case.get("status"), case.get("reason")) for name, case in by_name.items()}
if len(sys.argv) > 2:
    assert eval(sys.argv[2]), state
else:
    exec(sys.stdin.read())' "$@" 2>"$work/held" || fail "$1: not true: ${2-}: $(tail -n 1 "$work/held")"
}

# unpacked FILE: prints its text.
unpacked() {
    PYTHONDONTWRITEBYTECODE=1 "$python" "$root/scripts/maintain/bounded.py" "$1"
}

# changed FROM TO [CHANGE]: TO is FROM, packed or not, with the Python statements done to `run`, which are read where none are given;
# `case` finds a case by a part of its name.
changed() {
    unpacked "$1" >"$work/.unpacked"
    "$python" -c 'import copy, json, sys
source, target, *change = sys.argv[1:]
run = json.load(open(source, encoding="utf-8"))
def case(part):
    return next(c for c in run["cases"] if part in c["name"])
exec(change[0] if change else sys.stdin.read())
json.dump(run, open(target, "w", encoding="utf-8"))' "$work/.unpacked" "${@:2}"
}

# replaced FILE OLD NEW...: each OLD in it, which is there, becomes its NEW, where it stands first.
replaced() {
    "$python" -c 'import sys
path, *pairs = sys.argv[1:]
text = open(path, encoding="utf-8").read()
for old, new in zip(pairs[::2], pairs[1::2]):
    assert old in text, old
    text = text.replace(old, new, 1)
open(path, "w", encoding="utf-8").write(text)' "$@" 2>"$work/held" || fail "$1 is no longer what this test changes: $(tail -n 1 "$work/held")"
}

# lines FILE: whole lines of it, 0 where it is not there.
lines() {
    if [ -e "$1" ]; then wc -l <"$1"; else echo 0; fi
}

# sections [NAME...]: the script's functions section_NAME, or all of them.
sections() {
    local section
    for section in ${*:-$(declare -F | sed -n 's/^declare -f section_//p')}; do
        "section_$section"
    done
}

# begins ARGUMENTS...: the executable in the background, as cc. SIGINT ends it: a script's shell has its children ignore that.
begins() {
    env --default-signal=INT "$claimcheck" "$@" >"$work/out" 2>"$work/err" </dev/null &
    background=$!
}

# awaits COMMAND...: until it succeeds, or what is in the background has ended; has_lines FILE N is such a command.
awaits() {
    while kill -0 "$background" 2>/dev/null && ! "$@" 2>/dev/null; do
        sleep 0.01
    done
}
has_lines() {
    [ "$(lines "$1")" -ge "$2" ]
}

# stops SIGNAL CODE WHAT: sends it to what is in the background, which is to end with the code; kills: ends it at once.
stops() {
    local code=0
    kill "-$1" "$background" 2>/dev/null || true
    wait "$background" || code=$?
    background=
    checks=$((checks + 1))
    [ "$code" -eq "$2" ] || fail "$3: exit code $code, not $2"
}
kills() {
    kill -9 "$background" 2>/dev/null || true
    wait "$background" 2>/dev/null || true
    background=
}

# alive FILE: prints the processes of those in it that live.
alive() {
    local pid
    while read -r pid; do
        ! grep -s -q '^State:[[:space:]]*[^Z]' "/proc/$pid/status" || echo "$pid"
    done <"$1"
}

# interrupted FILE N WHAT: SIGINT for what is in the background once the file has N lines.
interrupted() {
    awaits has_lines "$1" "$2"
    stops INT 99 "$3"
}

# layer FILE NAME LIBRARY [MEMBERS]: the manifest of VK_LAYER_CLAIMCHECK_NAME, with further members.
layer() {
    mkdir -p -- "$(dirname -- "$1")"
    printf '{ "file_format_version": "1.2.0",
  "layer": { "name": "VK_LAYER_CLAIMCHECK_%s", "type": "GLOBAL", "library_path": "%s", "api_version": "1.3.239",
             "implementation_version": "1", "description": "of a test"%s } }\n' "$2" "$3" "${4-}" >"$1"
}
