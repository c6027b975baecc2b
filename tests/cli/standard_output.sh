#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# standard_output.sh: run files on standard output (--out -, --json) and in place of others (--force), by the executable,
# on Mesa's CPU driver: nothing that was measured is lost on the way. Judges no time.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
mkdir "$work/tmp" "$work/place"
export TMPDIR=$work/tmp
cd -- "$work/place"

empty() {
    [ -z "$(ls -A "$1")" ] || fail "$2: left in ${1##*/}: $(ls -A "$1")"
}
# is_run FILE SAMPLES: a whole run file with so many samples of each case.
is_run() {
    holds "$1" 'session["complete"] is True and "replaces" not in session and set(by_variant) == {"per_level"}'
    holds "$1" "all(case['status'] == 'ok' and len(case['samples']['gpu_total_ns']) == $2 for case in cases)"
}

tiny=(--filter 'tile_subdivision.subdivide/per_level/' --axis top=4 --axis map=scene --no-ceilings)

# On standard output alone: nothing but the file there, what is for people on the other, nothing left in any folder.
for out in '--out -' '-o -' '-o-' '--json' '--out /dev/stdout' '--json -o -'; do
    # shellcheck disable=SC2086
    saved "$work/run.json" run "${tiny[@]}" --samples 3 $out
    has err 'per_level' "run $out: the table"
    has err ', to standard output$' "run $out: where to"
    lacks err "^wrote|$work/tmp" "run $out: a file that goes"
    is_run "$work/run.json" 3
    empty "$work/place" "run $out"
    empty "$work/tmp" "run $out"
done
cc 0 run "${tiny[@]}" --samples 3 --json -q
lacks err 'per_level' 'run --json -q'
tells 0 "^B  $(device_word)" run --filter 'ceilings.bandwidth/copy/bytes:65536' --no-ceilings --samples 2 --json --with h200
lacks err "$work/tmp" 'run --json --with: a file that goes'

# Where exports cannot go is said before anything is measured.
refused '--export-csv: cannot write .nowhere/x.csv.: No such file' run --export-csv nowhere/x.csv
refused '--export-json: cannot write .*/tmp.: Is a directory' run --export-json "$work/tmp"
refused 'standard output has the table: .*add --quiet' run --export-json -
refused '--export-json and --export-markdown: standard output takes one of them' run -q --export-json - --export-markdown -
refused 'standard output has the run file: name a file' run -q --json --export-csv -
refused '--quiet and --verbose: choose one' run -q -v
empty "$work/place" 'exports that cannot be'

# A file and standard output: the same.
matches file.json run "${tiny[@]}" --samples 3 --json --out file.json
has err '^wrote file.json$' 'run --json --out'
is_run file.json 3

# Standard output that takes nothing: the run is where the message says, whole.
for sink in '>/dev/full' '>&-'; do
    said "cannot write to standard output: .*; the run is in '" unwritten "$sink" 99 run "${tiny[@]}" --samples 3 --json
    kept=$(sed -n "s/.*the run is in '\(.*\)'.*/\1/p" "$work/err")
    [ -n "$kept" ] || continue
    is_run "$kept" 3
    rm -f -- "$kept"
    empty "$work/tmp" "standard output $sink"
done
# A reader that has seen enough is none of the reader's troubles; of a run the file is named.
for command in 'list' 'list --kernels' 'show file.json' '--help'; do
    # shellcheck disable=SC2086
    { sleep 0.1; code=0; "$claimcheck" $command 2>"$work/err" </dev/null || code=$?; echo "$code" >"$work/code"; } | :
    [ "$(cat "$work/code")" = 0 ] || fail "$command, a reader that leaves: exit code $(cat "$work/code")"
    [ ! -s "$work/err" ] || fail "$command, a reader that leaves: $(cat "$work/err")"
done
# A folder that is none.
TMPDIR=$work/run.json tells 99 "$work/run.json/" run "${tiny[@]}" --samples 3 --json
TMPDIR=$work/nowhere tells 99 "cannot write to '$work/nowhere/': No such .*: let TMPDIR" run "${tiny[@]}" --samples 3 --json
[ ! -e "$work/nowhere" ] || fail 'TMPDIR was made'

# Cases that ended badly are in a run, too; what could not be tried is none.
CLAIMCHECK_FAULT='alloc@per_level' cc 99 run "${tiny[@]}" --samples 3 --json
holds "$work/out" 'cases[0]["status"] == "error"'
cc 99 run "${tiny[@]}" --axis top=99 --json
[ ! -s "$work/out" ] || fail 'a run that could not be tried is on standard output'

# The list of cases.
saved "$work/names" run "${tiny[@]}" --list-cases
cc 0 run "${tiny[@]}" --list-cases --json --profile quick
holds "$work/out" <<'END'
assert run["profile"] == "quick", run
assert list(by_name) == open("../names").read().split(), run
assert cases[0]["baseline"] is True and cases[0]["cache"] == "hot", run
END

# The old file stays without --force, and until the new run is whole with it.
cp file.json before.json
refused 'file.json.*--force' run "${tiny[@]}" --samples 4 --out file.json
cc 99 run "${tiny[@]}" --axis top=99 --out file.json --force
cmp -s file.json before.json || fail 'a run that could not be tried replaced a file'
shows '^wrote file.json$' run "${tiny[@]}" --samples 4 --out file.json --force
is_run file.json 4
cc 0 run "${tiny[@]}" --samples 3 --out new.json --force
is_run new.json 3

# A name that ends like a journal would mean the run file without that ending, which nobody named.
cp new.json named
for force in '' --force; do
    # shellcheck disable=SC2086
    refused "run: 'named.journal' ends like a journal: name the run file, 'named', with --out" run "${tiny[@]}" --samples 3 --out named.journal $force
    refused "run: 'x.json.gz' ends like a packed file: name the run file, 'x.json', with --out" run "${tiny[@]}" --samples 3 --out x.json.gz $force
    refused "run: 'x.json.xz' ends like a packed file, .*: name the run file, 'x.json', with --out" run "${tiny[@]}" --samples 3 --out x.json.xz $force
    refused "the device '' is empty: name one, or leave --device out" run "${tiny[@]}" --samples 3 --device '' --out x.json $force
done
cmp -s new.json named || fail 'a file that nobody named was replaced'
mkdir folder.journal
cc 0 run "${tiny[@]}" --samples 3 --out folder.journal
rm -r new.json named folder.journal

# Interrupted: the old file and the new journal, which goes on to take its place.
long=(--filter 'tile_subdivision.subdivide/per_level/' --axis top=5,6 --axis 'map=scene,spots,curve,fbm' --no-ceilings --samples 40)
begins run "${long[@]}" --out file.json --force
awaits has_lines file.json.journal 3
# While it goes on, nobody else takes it, --force or not.
refused 'another claimcheck|already exists' run "${tiny[@]}" --samples 3 --out file.json --force
stops INT 99 SIGINT
is_run file.json 4
[ -s file.json.journal ] || fail 'SIGINT: no journal is left'
cc 0 run --resume file.json
is_run file.json 40
[ ! -e file.json.journal ] || fail 'a journal is left behind'
shows 'is complete' run --resume file.json

# Traces and tables go there, too.
cc 0 trace --filter 'tile_subdivision.subdivide/per_level/' --axis top=4 --axis map=scene --out -
"$python" -m json.tool "$work/out" >/dev/null || fail 'trace --out - is no JSON'
has err 'per_level' 'trace --out -: its table'
cc 0 trace --filter 'tile_subdivision.subdivide/per_level/' --axis top=4 --axis map=scene --out trace.json
refused 'trace.json.*--force' trace --filter 'tile_subdivision.subdivide/per_level/' --axis top=4 --axis map=scene --out trace.json
cc 0 trace --filter 'tile_subdivision.subdivide/per_level/' --axis top=4 --axis map=scene --out trace.json --force
saved "$work/csv" export file.json --format csv --out -
matches "$work/csv" export file.json --format csv
[ ! -e - ] || fail 'a file named - was written'
