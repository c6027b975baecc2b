#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# export.sh: claimcheck export of a run made for it, tests/cli/export/run.json, byte by byte against the files beside it; its
# options; what is refused; and what programs that are installed make of it: Google Benchmark's compare.py, hyperfine. What
# readers want of all kept runs is for export_rules.py.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/runs.sh"

made=$root/tests/cli/export/run.json
formats='gbench gbench-summary bmf gha hyperfine csv tidy markdown latex testbed'
h100=$results/runs/nvidia-h100-80gb-hbm3
trace=$results/traces/nvidia-h100-80gb-hbm3/20261121-tile-subdivision.json.gz

# Every number of these files can be checked by hand against the run.
exported() {
    for format in $formats; do
        "$@" "$claimcheck" export "$made" --format "$format" >out 2>err || fail "$* export --format $format"
        cmp -s out "$root/tests/cli/export/$format.txt" || fail "$* export --format $format is not tests/cli/export/$format.txt"
    done
}
exported env
mkdir locale
if localedef -i de_DE -f UTF-8 locale/de_DE.UTF-8 >faults 2>&1; then
    exported env "LOCPATH=$work/locale" LC_ALL=de_DE.UTF-8 TZ=Asia/Tokyo
fi
# Packed, and cut short: the journal.
gzip -c "$made" >packed.json.gz
matches "$root/tests/cli/export/gha.txt" export packed.json.gz --format gha

# One format, one command: all that help names is there, and docs/reference/export.md has a row of it.
cc 0 export --help
for format in $formats figures; do
    has out "[ ;]$format(,|;|\$)" 'export --help'
    grep -q "^| \`$format\` |" "$root/docs/reference/export.md" || fail "docs/reference/export.md has no row of $format"
done

# Some of the cases.
cc 0 export "$made" --format bmf --filter '^t.b/(slow|host)/'
[ "$(grep -c latency out)" -eq 2 ] || fail 'bmf --filter'
refused 'no case is selected by the filter .nothing' export "$made" --format bmf -f nothing
refused 'not a regular expression' export "$made" --format bmf -f '('
refused "is a trace" export "$trace" --format csv --filter x

# Several runs: tables of rows, below one row of names.
changed "$made" other.json 'run["session"]["started"] = "2026-01-03T03:04:05Z"; run["cases"][0]["axes"] = {"other": 5}'
for format in csv tidy; do
    cc 0 export "$made" other.json --format "$format"
    rows=$(($(wc -l <"$root/tests/cli/export/$format.txt") - 1))
    [ "$(wc -l <out)" -eq $((2 * rows + 1)) ] || fail "$format of two runs: $(wc -l <out) lines"
    has out '""other"":""5""' "$format of two runs"
done
has out '^other.json,t.b/slow/n:1024,.*,2026-01-03T03:04:05Z,abc123def456,,,"[{]""other"":""5""[}]".$' 'tidy of two runs'
for format in gbench gbench-summary bmf gha hyperfine markdown latex testbed; do
    refused "one run file at a time for --format $format; csv, tidy, figures and view take several" export "$made" other.json --format "$format" --out x
done
refused 'name it once' export "$made" packed.json.gz --format tidy
refused 'replace other.json: choose another' export "$made" other.json --format tidy --out other.json
refused 'which run file' export --format tidy
refused 'which format' export "$made"
refused "no format 'jsn': a run file is JSON already" export "$made" --format jsn
refused "no format 'gbenc', did you mean gbench" export "$made" --format gbenc
for format in junit tap; do
    refused "no format '$format' of one run: claimcheck ab --$format FILE writes it" export "$made" --format $format
done
refused 'claimcheck plot RUN.json draws plots, from what --format figures writes' export "$made" --format plot

# No row, no file: nothing was measured.
changed "$made" untimed.json 'run["cases"] = [c for c in run["cases"] if c["status"] != "ok"]'
for format in gbench gbench-summary bmf gha hyperfine tidy; do
    tells 77 "^claimcheck: export: no case of 'untimed.json' has a time" export untimed.json --format "$format" --out nothing
    [ ! -e nothing ] || fail "$format without a time: a file"
done
cc 0 export untimed.json --format csv
cc 0 export untimed.json --format testbed
changed "$made" bare.json 'run["cases"] = []'
for format in gbench csv markdown latex testbed figures; do
    tells 77 "^claimcheck: export: 'bare.json' has no case" export bare.json --format "$format" --out nothing
    [ ! -e nothing ] || fail "$format without a case: a file"
done
# No figure, no file, either: the cases are of no paper.
for out in nothing -; do
    tells 77 "^claimcheck: export: '$made' has no case of a figure: nothing to draw" export "$made" --format figures --out $out
    [ ! -e nothing ] && [ ! -s out ] || fail 'no figure: a file'
done

# Names of which others make something.
for ending in _mean _median _stddev _cv -bencher-ignore _bencher_ignore BencherIgnore; do
    changed "$made" named.json "run['cases'][0]['name'] += '$ending'"
    for format in gbench gbench-summary bmf gha hyperfine; do
        refused "'t.b/slow/n:1024$ending' ends in '$ending'.*: leave it out by --filter" export named.json --format "$format"
    done
    cc 0 export named.json --format bmf --filter returns
done
changed "$made" named.json 'run["cases"][0]["name"] = "x" * 1025'
refused 'is longer than the 1024 bytes' export named.json --format bmf
changed "$made" named.json 'run["cases"][0]["name"] = "x" * 1024'
cc 0 export named.json --format bmf
# A case without a time may be called as it likes.
changed "$made" named.json 'case("wrong")["name"] += "_mean"'
cc 0 export named.json --format gbench

# The name of a testbed: of at most 64 bytes, with the driver; without a device.
testbed() {
    changed "$made" testbed.json "run['device'].update($1)"
    cc 0 export testbed.json --format testbed
    [ "$(cat out)" = "$2" ] || fail "testbed of $1: $(cat out)"
}
testbed "name='GPU ' * 40, driver_info='1.2 ' * 40" 'gpu-gpu-gpu-gpu-gpu-gpu-gpu-gpu-1-2-1-2-1-2-1-2-1-2-1-2-1-2-1-2'
testbed "name='', driver_name='', driver_info=''" host
testbed "name='!', driver_info=''" drv

# Bad input: one line, whatever is wanted, and no file.
head -c 2000 "$made" >cut.json
changed "$made" newer.json 'run["schema_version"] = "3.0"'
printf '{"context": {}, "benchmarks": []}' >foreign.json
printf '[]' >array.json
: >empty.json
changed "$made" nan.json 'run["cases"][0]["gpu"]["median_ns"] = float("nan")'
changed "$made" zero.json 'run["cases"][0]["samples"]["gpu_total_ns"][1] = 0'
changed "$made" twice.json 'run["cases"].append(run["cases"][0])'
for format in $formats; do
    for bad in cut newer foreign array empty nan zero twice none; do
        refused "$bad.json" export "$bad.json" --format "$format" --out nothing
    done
    [ "$format" = csv ] || refused 'is a trace' export "$trace" --format "$format"
done
refused 'newer.json' export "$made" newer.json --format tidy
[ ! -e nothing ] || fail 'a file of what cannot be read'

# A full disk.
if [ -w /dev/full ]; then
    for format in $formats; do
        refused 'cannot write ./dev/full' export "$made" --format "$format" --out /dev/full
    done
fi

# Google Benchmark's compare.py, of libbenchmark-tools: wants python3-scipy.
compare=/usr/share/benchmark/compare.py
if [ -f "$compare" ] && "$python" -c 'import scipy' 2>/dev/null; then
    changed "$made" slower.json 'case("slow")["samples"]["gpu_total_ns"] = [4000, 8000, 12000, 40000]; case("slow")["gpu"]["median_ns"] = 4000'
    for format in gbench gbench-summary; do
        cc 0 export "$made" --format "$format" --out old.json
        cc 0 export slower.json --format "$format" --out new.json
        "$python" "$compare" --no-color benchmarks old.json new.json >"$format.report" 2>err || fail "compare.py: $(tail -n 1 err)"
        has "$format.report" '^t.b/slow/n:1024 +\+1.0000 +\+1.0000 +[12]000 +[24]000 ' "compare.py of $format: twice as slow"
        has "$format.report" '^t.b/returns/n:1024/order:row +\+0.0000 ' "compare.py of $format: the same"
        lacks "$format.report" 'wrong|absent' "compare.py of $format: cases without a time"
    done
    has gbench.report '^t.b/slow/n:1024_pvalue .*U Test, Repetitions: 3 vs 3' 'compare.py tests repetitions'
    lacks gbench-summary.report '_pvalue' 'compare.py has no repetitions in a summary'
    # Two runs of one device.
    for i in 20261127-claims-4 20261128-paper; do
        cc 0 export "$h100/$i.json.xz" --format gbench --filter '^cbt' --out "kept-$i.json"
    done
    "$python" "$compare" --no-color benchmarks kept-20261127-claims-4.json kept-20261128-paper.json >report 2>err || fail "compare.py of kept runs: $(tail -n 1 err)"
    [ "$(grep -c _pvalue report)" -gt 20 ] || fail 'compare.py of kept runs: few cases'
    lacks report 'nan|Traceback' 'compare.py of kept runs'
else
    printf 'without compare.py: libbenchmark-tools and python3-scipy are not both here\n'
fi

# The output of hyperfine, key by key and type by type: with parameters and without, of one time and of several.
if [ -n "$(command -v hyperfine || true)" ]; then
    hyperfine -N --style none --runs 3 --parameter-list n 1,2 'sleep 0' --export-json several.json >faults 2>&1 || fail "hyperfine: $(tail -n 1 faults)"
    hyperfine -N --style none --runs 1 'sleep 0' --export-json one.json >faults 2>&1 || fail "hyperfine: $(tail -n 1 faults)"
    changed "$made" plain.json 'case("returns")["axes"] = {}'
    cc 0 export plain.json --format hyperfine --out ours.json
    "$python" - <<'PYTHON' || fail 'hyperfine writes something else'
import json
def shape(value):
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items()} if "command" in value else {shape(inner) for inner in value.values()}
    return sorted({repr(shape(inner)) for inner in value}) if isinstance(value, list) else type(value).__name__
def results(path):
    document = json.load(open(path))
    assert list(document) == ["results"], path
    return document["results"]
ours = results("ours.json")
for theirs, own in ((results("several.json")[0], ours[0]), (results("one.json")[0], ours[1])):
    assert list(theirs) == list(own), (list(theirs), list(own))
    assert shape(theirs) == shape(own), (shape(theirs), shape(own))
    assert theirs["stddev"] is None or len(theirs["times"]) == 3
PYTHON
else
    printf 'without hyperfine: it is not here\n'
fi
