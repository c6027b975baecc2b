#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bad_input.sh: files that are cut, foreign, huge, hostile or of a newer version, to every command that reads JSON: exit code
# 99 and one line, without control characters, and soon. All read by the same readers: each file goes to `show` and to a
# third of the other commands, which take turns; with CLAIMCHECK_TEST_FULL in the environment, as scripts/test --full sets
# it, to all. And expressions that would take all time or memory.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/runs.sh"

good=$results/runs/nvidia-h100-80gb-hbm3/20261122-stream-reduction-numbered-tuples.json.xz
unpacked "$good" >good.json
"$python" - <<'PYTHON'
import gzip, json, lzma, os
good = open("good.json", "rb").read()
run = json.loads(good)

def put(name, data):
    with open(name, "wb") as file:
        file.write(data)

def changed(name, **members):
    put(name, json.dumps({**run, **members}).encode())

os.mkdir("bad")
os.chdir("bad")
put("empty", b"")
put("blank", b" \n\n")
put("zeros", bytes(4096))
put("list", b"[]")
put("number", b"1")
put("foreign", b'{"name": "left-pad", "version": "1.0.0", "cases": 3}')
put("text", b"v 0 0 0\nf 1 1 1\n")
put("cut", good[: len(good) // 2])
put("cut.gz", gzip.compress(good)[:-9])
put("damaged.gz", gzip.compress(good)[:500] + bytes(500))
put("two.gz", gzip.compress(good) + b"rest")
put("cut.xz", lzma.compress(good, preset=0)[:-9])
put("damaged.xz", lzma.compress(good, preset=0)[:500] + bytes(500))
put("two.xz", lzma.compress(good, preset=0) + b"rest of it, as long as a header")
changed("newer", schema_version="3.0")
changed("newer_text", schema_version="newest\u001b[31m")
put("newer.journal", json.dumps({**{k: v for k, v in run.items() if k not in ("cases", "workloads", "kernels")},
                                 "schema_version": "3.0"}).encode() + b"\n" + b'{"workload": {"name": "w", "facts": {}}}\n')
put("deep", b"[" * 1000000)
put("deep_objects", b'{"a":' * 1000000)
put("deep.gz", gzip.compress(b"[" * 1000000))
changed("deep_within", cases=[])
put("deep_within", open("deep_within", "rb").read()[:-1] + b', "x": ' + b"[" * 5000 + b"]" * 5000 + b"}")
put("infinite", good.replace(b'"median_ns":', b'"median_ns":1e999,"x":', 1))
put("nan", good.replace(b'"median_ns":', b'"median_ns":NaN,"x":', 1))
put("integer", b'{"schema_version": 123456789012345678901234567890}')
put("twice", good.replace(b"{", b'{"schema_version": "2.0", "schema_version": "2.0", ', 1))
put("control", b'{"schema_version": "\x1b[31m2.0"}')
put("control_key", b'{"\x1b]0;title\x07": "\x1b[31m", \x9b31m}')
put("control_word", b"\x1b[31m\xc2\x9b31m")
put("not_utf8", b'{"schema_version": "\xff\xfe"}')
put("not_utf8_word", b"\xff\xfe{\x00}\x00")
put("zero_in_key", b'{"a\\u0000b": 1}')
put("no_surrogate", b'{"a": "\\ud800"}')
changed("names", cases=[{**c, "name": c["name"] + "\u001b[31m"} for c in run["cases"]])
with open("huge", "wb") as file:
    file.truncate(300 << 20)
with gzip.open("bomb.gz", "wb", compresslevel=1) as file:
    for _ in range(300):
        file.write(bytes(1 << 20))
put("\u001b[31mname", b"[]")
os.mkdir("folder")
os.mkfifo("fifo")
os.symlink("/dev/zero", "device")
os.symlink("nowhere", "nowhere")
PYTHON

# A side of `ab` that writes the bad file as its run.
cat >writer <<'WRITER'
#!/bin/sh
bad=$1
while [ $# -gt 1 ]; do
    [ "$1" != --out ] || out=$2
    shift
done
cat "$bad" >"$out"
WRITER
chmod +x writer

# tried COMMAND FILE ARGUMENTS...
tried() {
    local what="$1 $(printf %q "$2")" code=0
    place=$((place + 1))
    [ "$place" -eq 1 ] || [ -n "$full" ] || [ $(((place + number) % 3)) -eq 0 ] || return 0
    shift 2
    timeout 100 "$claimcheck" "$@" >out 2>err </dev/null || code=$?
    if [ "$code" -ne 99 ]; then
        fail "$what: exit code $code, not 99"
    elif [ "$(wc -l <err)" -ne 1 ] || [ -s out ]; then
        fail "$what: not one line, on standard error alone"
    elif LC_ALL=C grep -q -P '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' err; then
        fail "$what: a control character"
    elif [ "$(wc -c <err)" -gt 1000 ]; then
        fail "$what: a line of $(wc -c <err) bytes"
    fi
}

full=${CLAIMCHECK_TEST_FULL:-}
number=0
for file in bad/*; do
    number=$((number + 1))
    place=0
    tried show "$file" show "$file"
    [ "$file" != bad/bomb.gz ] || continue # the others read as `show` does, and it takes its time
    tried 'show, a case' "$file" show "$file" --case x
    tried claims "$file" claims "$file"
    tried report "$file" report "$file" --out page
    tried 'compare, first' "$file" compare "$file" "$good"
    tried 'compare, second' "$file" compare "$good" "$file"
    tried export "$file" export "$file" --format csv
    tried keep "$file" keep "$file" --out-dir kept
    tried cite "$file" cite "$file"
    tried 'run --resume' "$file" run --resume "$file"
    tried 'run --repetitions-of' "$file" run --repetitions-of "$file" --filter tile_subdivision --no-ceilings --out x.json
    tried 'claims --published' "$file" claims --published "$file" "$good"
    tried 'run --published' "$file" run --claims --published "$file" --list-cases
    tried 'claims --expect' "$file" claims --expect "$file" "$good"
    tried 'report --trace' "$file" report "$good" --trace "$file" --out page
    tried 'trace, two' "$file" trace "$file" "$file"
    tried 'ab --thresholds' "$file" ab --quiet --a ./nothing_there --b ./nothing_there --thresholds "$file"
    case $file in
    *fifo | *device | *folder | *nowhere | *huge | *$'\e'*) ;; # what a process has written is a file, by a name of ours
    *) tried ab "$file" ab --quiet --a "./writer $file" --b "./writer $file" ;;
    esac
done
[ ! -e kept ] || fail 'something bad was kept'

# Expressions: of 30,000 groups, of 2^40 characters, once that is written out, of stars alone, and back to groups.
deep=$(printf '%*s' 30000 '' | tr ' ' '(')
for expression in "$deep" "a$(printf '+%.0s' {1..40})" "a$(printf '%*s' 20000 '' | tr ' ' '*')" '(.*)(.*)(.*)\1\2\3z'; do
    refused 'too deep|repeats what|refers back' show "$good" --filter "$expression"
    refused 'too deep|repeats what|refers back' compare "$good" "$good" --filter "$expression"
    refused 'too deep|repeats what|refers back' export "$good" --format csv --filter "$expression"
    refused 'too deep|repeats what|refers back' history "${good%/*}" --case "$expression"
    refused 'too deep|repeats what|refers back' run --list-cases --filter "$expression"
    refused 'too deep|repeats what|refers back' run --list-cases --claims="$expression"
    [[ $expression == *1* ]] || refused 'not a valid regular expression' run --device "$expression"
    refused 'too deep|repeats what|refers back' ab --a ./nothing_there --b ./nothing_there --filter "$expression"
done
