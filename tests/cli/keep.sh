#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# keep.sh: claimcheck keep, by the executable, on a run of Mesa's CPU driver: what is refused, and why; where a kept run
# goes; what a summary has of it. Judges no time.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"

# edited FROM TO PYTHON: as changed; `case` is one that has a time.
edited() {
    changed "$1" "$2" 'run.pop("sum", None)
case = next(case for case in run["cases"] if case["status"] == "ok" and not case["baseline"])
'"$3"
}

cc 0 run --filter 'tile_subdivision.subdivide/(per_level|subtree|recursion)/' --axis top=4 --axis map=scene --samples 40 \
    --seed 1 --no-ceilings --out measured.json
# Run of a release build: with a commit, and optimised. Load is not the subject: throttled samples.
edited measured.json run.json 'run["tool"].update(commit="0123456789ab", optimized=True); run["session"]["started"] = "2026-01-02T03:04:05Z"
for case in run["cases"]:
    case["samples"].pop("throttled", None)
    if case["clock"]: case["clock"].pop("throttled_count", None)'

# Laid out anew, whatever was changed.
jq . measured.json >anew.json
tells 99 'another program has rewritten it' keep anew.json

# A kept run: the same document, packed, under its name; never over another one.
cc 0 keep run.json
file=$(find results -name '*-tile-subdivision-quick.json.xz')
grep -q "^wrote $file\$" out || fail 'keep does not say where to'
grep -q 'docs/maintaining.md' out || fail 'keep does not say how to contribute'
has err "runs on the CPU: its answers count" "keep: a software device"
cp out said
cc 0 keep run.json --out-dir -
"$root/scripts/maintain/bounded.py" "$file" | cmp -s - out || fail 'the text on standard output is another'
[[ $file =~ ^results/runs/[a-z0-9-]+/20260102-tile-subdivision-quick.json.xz$ ]] || fail "the name is $file"
valid "$file"
unpacked "$file" >kept.json
holds kept.json 'run.pop("sum") and run == document("run.json")' # of a text of its own
# Its row of evidence, which another build of the same claims would make, too; another run has one of its own.
cards=results/cards/$(basename "$(dirname "$file")").jsonl.xz
grep -q "^wrote $cards\$" said || fail 'keep does not say where the row is'
cc 0 keep --rows "$file" --out-dir -
xz -dc "$cards" | cmp -s - out || fail 'the row is another'
jq -e --arg sum "$(sha256sum "$file" | cut -d' ' -f1)" 'select(.row_version) | .sha256 == $sum and .file == "'"${file#results/}"'"
    and (.device | has("uuid") | not)' out >/dev/null || fail "the row holds: $(head -c 400 out)"
cp "$cards" cards.xz
only "has the row of '$file' already" cc 0 keep --rows "$file"
cmp -s "$cards" cards.xz || fail 'a row that is there was written again'
# The printed commands, typed in a repository with a place to push to.
git init -q --bare origin.git
git init -q clone
mkdir -p "clone/$(dirname "$file")" clone/scripts/maintain clone/docs/devices
# In place of scripts that want all of results/.
mkdir -p clone/build/test
ln -s "$claimcheck" clone/build/test/claimcheck
printf '#!/bin/sh\ndate >docs/devices/README.md\n' >clone/scripts/maintain/devices
# shellcheck disable=SC2016
printf '#!/bin/sh\n"$1" keep --rows "$2"\n' >clone/scripts/maintain/contribution
chmod +x clone/scripts/maintain/devices clone/scripts/maintain/contribution
cp "$file" "clone/$file"
(
    cd clone
    export GIT_CONFIG_GLOBAL=/dev/null GIT_EDITOR=true
    git config user.name somebody
    git config user.email somebody@example.org
    git remote add origin ../origin.git
    grep '^  ' ../said >../typed.sh
    bash -e ../typed.sh >../typed.out 2>&1
) || fail "what keep says to type fails: $(tail -n 3 typed.out)"
[ "$(git -C origin.git log --format='%D: %s' results-20260102-tile-subdivision-quick --name-only)" = \
    "results-20260102-tile-subdivision-quick: results: Add 20260102-tile-subdivision-quick

docs/devices/README.md
$cards
$file" ] || fail "the branch holds: $(git -C origin.git log results-20260102-tile-subdivision-quick --name-only)"
cp "$file" first.json.xz
only "'$file' holds this run already: nothing is written" cc 0 keep run.json
cmp -s "$file" first.json.xz || fail 'a kept run was changed'
[ ! -e "${file%.json.xz}-2.json.xz" ] || fail 'the same run is kept twice'
printf 'another\n' >"$file"
cc 0 keep run.json
cmp -s "${file%.json.xz}-2.json.xz" first.json.xz || fail 'the second one has no number, or other bytes'
cp first.json.xz "$file"
# A run whose file is in git's history alone keeps its name, which its row has.
rm "$file" "${file%.json.xz}-2.json.xz"
edited run.json later.json 'run["session"]["started"] = "2026-01-02T03:04:09Z"'
cc 0 keep later.json
[ ! -e "$file" ] && ls "${file%.json.xz}"-[23].json.xz >later || fail "the name of another run's row: $(find results/runs)"
rm -f "${file%.json.xz}"-*
cp first.json.xz "$file"
cc 0 keep --out-dir "$work/a new/folder" "$file"
cmp -s "$work/a new/folder/${file#results/runs/}" first.json.xz || fail '--out-dir, or a kept run kept again'
diff <(sed '1,/^To contribute/d' out) <(sed '1,/^To contribute/d' said) >&2 || fail 'what to type in a clone is another thing of a file elsewhere'
# Steps of docs/maintaining.md.
sed -n '/^claimcheck run --profile paper/,/^```$/{/^claimcheck/d;/^```/d;p;}' "$root/docs/maintaining.md" | cut -d' ' -f1-2 >steps
grep '^  [a-z]' said | sed 's/^  //' | cut -d' ' -f1-2 | diff - steps >&2 || fail 'other steps than those of docs/maintaining.md'
cc 0 keep --out-dir $'red\e[31m' "$file"
plain 'a folder with control characters in its name'
saved run.csv export run.json --format csv
matches run.csv export "$file" --format csv

# Several at once: each is written whole, under a number of its own, or says where it is already.
for i in 1 2 3 4 5 6 7 8; do
    "$claimcheck" keep run.json --out-dir several >"out-$i" 2>"err-$i" &
done
wait
written=$(cat out-? | grep -c '^wrote several/')
[ "$(find several -name '*.json.xz' | wc -l)" -eq "$written" ] || fail "of eight at once $written say that they wrote"
[ "$((written + $(cat err-? | grep -c 'holds this run already')))" -eq 8 ] || fail "eight at once: $(sort -u err-?)"
find several -name '*.json.xz' -exec cmp -s {} first.json.xz ';' || fail 'eight at once: another file'

# A summary: fewer samples, all else as it was, read like any run.
cc 0 keep run.json --samples 7 --out-dir less
! grep -q 'git ' out || fail 'a summary is said to be contributed'
summary=$(find less -name '*-summary.json.xz')
[ "$summary" = "less/${file:13:-8}-summary.json.xz" ] || fail "the summary is called $summary"
valid "$summary"
unpacked "$summary" >summary.json
holds run.json <<'END'
summary = document("summary.json")
assert summary.pop("sum")
taken = sum(len(case["samples"]["wall_total_ns"]) for case in run["cases"])
assert summary.pop("summary") == {"samples_max": 7, "samples": 7 * len(run["cases"]), "of": taken}
for whole, thin in zip(run["cases"], summary["cases"]):
    every, few = whole.pop("samples"), thin.pop("samples")
    assert len(few["wall_total_ns"]) == 7, few
    rounds = every.get("round", range(len(every["wall_total_ns"])))
    stay = sorted(sorted(range(len(rounds)), key=lambda i: f"{rounds[i]:032b}"[::-1])[:7])
    assert few["round"] == [rounds[i] for i in stay], few["round"]
    for name in ("gpu_total_ns", "wall_total_ns", "order"):
        if name in every:
            assert few[name] == [every[name][i] for i in stay], name
assert run == summary
END
matches run.csv export "$summary" --format csv
shows 'is complete' run --resume "$summary"
cc 0 keep run.json --samples 1000000 --out-dir more
refused 'summary already, [0-9]* of [0-9]* samples: keep the run that it is of' keep "$summary"

# unfit CODE PYTHON PATTERN
unfit() {
    edited run.json fault.json "$2"
    rm -rf none
    only "^claimcheck: keep: 'fault.json': .*$3" cc "$1" keep fault.json --out-dir none
    [ ! -e none ] || fail "$2: something was written"
}
unfit 99 'run["tool"]["commit"] = "0123456789ab-dirty"' 'measured by 0123456789ab-dirty, a source that nobody has: commit it'
unfit 99 'run["tool"]["commit"] = "unknown"' 'names no commit: build it in a clone'
unfit 99 'run["tool"]["optimized"] = False' 'without optimisation, or with sanitizers: build with scripts/run'
unfit 99 'run["session"]["validate"] = True' 'measure again without --validate'
unfit 99 'run["context"]["environment"]["CLAIMCHECK_FAULT"] = "lost@x"' "CLAIMCHECK_FAULT was 'lost@x': unset it"
unfit 99 'run["session"].update(complete=False, ended=None)' 'not complete: claimcheck run --resume'
unfit 1 'case.update(status="failed_verify", reason="wanted 1")' "'tile_subdivision.*' is failed_verify: wanted 1; put that right"
unfit 1 'case.update(status="suspect", reason="too fast")' 'is suspect: too fast'
unfit 1 'case.pop("check")' 'is check failed'
unfit 99 'case.update(status="error", reason="no memory")' 'is error: no memory; find out why'
unfit 99 'case.update(status="timeout", reason="hung")' 'is timeout'
unfit 99 'case.update(status="device_lost", reason="gone")' 'is device_lost'
unfit 99 'case["clock"] = dict(raises=1, raise_ns=1, probe_ns=1, best_ns=1, throttled_count=True)' 'throttled samples count in'
unfit 99 'case["samples"]["throttled"] = [True] * 40' '40 of [0-9]* samples are throttled: let the device rest'
unfit 99 'run["ceilings"] = {"cached": True, "measured": "2026-01-01T00:00:00Z"}' 'its device limits are of an earlier run, begun 2026-01-01T00:00:00Z: keep that one, too, and name it by --ceilings-of'
unfit 99 'run["session"]["started"] = "yesterday"' "session.started is 'yesterday', not a date such as 2026-01-02T03:04:05Z"
unfit 99 'run["device"]["name"] += "\n## x"' "device.name is '.* ## x': a name has no control characters"
unfit 99 'run["device"]["features"].append("\u001b[31m")' 'device.features is .*control characters'
unfit 99 'run["context"]["environment"]["VK_\u0007"] = "x"' 'context.environment.VK_.: a name has no control characters'
unfit 99 'run["session"]["profile"] = "quick\u202e"' 'session.profile is .*control characters'
unfit 99 'run["session"]["started"] = "2026-02-30T00:00:00Z"' "session.started is '2026-02-30T00:00:00Z', not a date"
unfit 99 'run["session"]["ended"] = "2026-02-30T00:00:00Z"' "session.ended is '2026-02-30T00:00:00Z', not a date"
unfit 99 'run["session"]["started"] = None' "session.started is ''"
unfit 99 '[case.update(status="unsupported", reason="no device") for case in run["cases"]]' 'no case has a time'

# Ceilings that a run took over are kept with the run that measured them, or not at all.
edited run.json cached.json 'run["ceilings"] = {"cached": True, "measured": "2026-01-02T03:04:05Z"}'
cc 0 keep cached.json --ceilings-of run.json --out-dir cached
edited run.json later.json 'run["session"]["started"] = "2026-01-02T03:04:06Z"'
cc 99 keep cached.json --ceilings-of later.json --out-dir none
one_line "keep: 'cached.json': its device limits differ from those of 'later.json': name the run that was begun 2026-01-02T03:04:05Z" 'another run'
edited run.json unfit.json 'run["session"]["validate"] = True'
refused "keep: 'unfit.json': .*without --validate" keep cached.json --ceilings-of unfit.json --out-dir none
refused "nowhere.json" keep cached.json --ceilings-of nowhere.json --out-dir none
refused "its device limits are its own: leave out --ceilings-of" keep run.json --ceilings-of run.json --out-dir none
[ ! -e none ] || fail 'ceilings of another run: something was written'

# A folder is that of techniques/ or, whole, that of the run's commit; git says where that is not here.
mkdir -p repository/build repository/techniques/words
cp "$claimcheck" repository/build/claimcheck
hold() {
    (
        cd repository
        printf '%s\n' "$1" >techniques/words/technique.json
        printf '%s\n' "$2" >techniques/words/words.comp
    )
}
hold one one
git init -q repository
git -C repository add techniques
git -C repository -c user.name=x -c user.email=x@example.org commit -q -m x
commit=$(git -C repository rev-parse --short=12 HEAD)
# folders COMMIT TEXT TEXT: a run of a folder with those files.
folders() {
    edited run.json folder.json "import hashlib
run['tool']['commit'] = '$1'
run['session']['technique_files'] = [dict(technique='words', file=name, sha256=hashlib.sha256((text + chr(10)).encode()).hexdigest())
                                     for name, text in (('technique.json', '$2'), ('words.comp', '$3'))]"
}
own() {
    ran "$1" repository/build/claimcheck keep folder.json --out-dir folders
}
folders "$commit" one one
own 0
hold one two
own 0
mv repository/.git away.git
own 99
one_line "'words.comp' of technique 'words' differs from techniques/, and was compared with no other: git ended with exit code 128: .*not a git repository.*keep it in a clone with commit $commit" 'without a repository'
folders "$commit" one two
own 0
mv away.git repository/.git
GIT_DIR=$work/nowhere own 0
folders "$commit" two one
own 99
one_line "'technique.json' of technique 'words' matches neither techniques/ nor commit $commit: put its folder there" 'a folder of nobody'
hold two two
own 99
one_line "matches neither" 'one file of the tree, one of the commit'
folders 0123456789ab one one
own 99
one_line "was compared with no other: git has no commit 0123456789ab here" 'a commit that is not here'
folders "$commit" one one
edited folder.json folder.json 'run["session"]["technique_files"][0]["file"] = "none.json"'
own 99
one_line "'none.json' of technique 'words' matches neither" 'a file that nobody has'

# All that is wrong is said, a line each; what could not be tried counts more than what is wrong.
edited run.json fault.json 'run["session"]["validate"] = True; case.update(status="suspect", reason="x")'
cc 99 keep fault.json
[ "$(wc -l <err)" -eq 2 ] || fail 'two faults are not two lines'

# Files that are no run, and unwritable ones.
refused 'which run file\?' keep
refused 'one run file at a time' keep run.json run.json
refused 'none.json' keep none.json
refused "'--samples' takes an integer" keep run.json --samples 0
printf '{"schema_version": 1}' >old.json
refused 'schema_version is 1, and this claimcheck reads 2: read it by' keep old.json
: >taken
refused "cannot make the folder 'taken/[a-z0-9-]*': " keep run.json --out-dir taken

# A file of an older tool that names its machine, and folders in what it says.
edited run.json named.json 'run["context"]["host"] = "secret_host"
run["workloads"][0]["facts"]["map_file"] = "/home/secret_me/x.pgm"
run["session"]["arguments"] += ["--out", "/home/secret_me/run.json"]
run["session"]["paths"] = ["/home/secret_me/run.json"]'
cc 0 keep named.json --out-dir clean
"$root/scripts/maintain/bounded.py" clean/*/*.json.xz >clean.json
! grep -o '.\{40\}secret_.*' clean.json >err || fail 'a kept run names its machine'
grep -q '"--out","run.json"' clean.json || fail 'the last name of a file is gone'
