#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# baseline.sh: claimcheck ab --baseline on run files that a stand-in for a build makes up: what is accepted, what fails, and
# folders and files that cannot be used. Measures nothing.
#
#   tests/cli/baseline.sh CLAIMCHECK STAND_IN
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/runs.sh"
stand_in=$2

# make FILE PLANTED...: a run of 60 samples.
make() {
    "$stand_in" "${@:2}" run --samples 60 --seed 1 --filter '^t' --out "$1"
}
# gated CODE FOLDER PLANTED...: made.json, a new run, against what the folder has; accept FOLDER PLANTED...: that is accepted.
gated() {
    make made.json "${@:3}"
    cc "$1" ab --baseline "$2" made.json
}
accept() {
    make made.json "${@:2}"
    cc 0 ab --baseline "$1" made.json --accept --reason "of ${*:2}"
}
# flows PATTERN: stdout of the last cc has it, whatever its lines.
flows() {
    tr -s ' \n' ' ' <out >joined
    has joined "$1" "$asked"
}
# files: how many were accepted.
files() {
    find base -name '*.json.xz' | wc -l
}

make run.json
refused 'needs --reason' ab --baseline base run.json --accept
for option in --reason=x --by=x; do
    refused "${option%=x} is for --accept" ab --baseline base run.json "$option"
done
for option in --fail-on=missing --require-baseline; do
    refused "${option%=missing} is not for --accept" ab --baseline base run.json --accept --reason x "$option"
done
refused 'which run file' ab --baseline run.json
refused '--accept is for --baseline' ab --accept
refused '--filter is not for --baseline' ab --baseline base run.json --filter x
refused 'none.json' ab --baseline base none.json

# A device without one: nothing is told, and what may be accepted is written.
tells 77 "^'baseline FOLDER RUN.json' is now called 'ab --baseline FOLDER RUN.json'$" baseline base run.json
cp out old-name
cc 77 ab --baseline base run.json
cmp -s out old-name || fail 'the old name says something else'
has out 'nothing was decided: there is no baseline for GPU$' 'a new device'
has out '^  claimcheck ab --baseline base run.candidate.json.xz --accept --reason TEXT$' 'a new device'
red=$'r\e[31m\xc2\x9b.json'
cp run.json "$red"
cc 77 ab --baseline base "$red"
plain 'a candidate with control characters in its name'
cc 0 ab --baseline $'b\e[31m' "$red" --accept --reason x
plain 'a folder with control characters in its name'
refused 'has no baseline for GPU, and --require-baseline asks for one' ab --baseline base run.json --require-baseline
shows '^wrote base/gpu/[0-9]{8}.json.xz$' ab --baseline base run.candidate.json.xz --accept --reason 'the first one' --by someone
# Whichever file it is accepted from.
for again in run.candidate.json.xz run.json; do
    refused "'$again' was accepted before, as 'base/gpu/[0-9]{8}.json.xz'" ab --baseline base "$again" --accept --reason again
done
[ "$(files)" -eq 1 ] || fail 'a run was accepted twice'
shows '^passes: .*; 3 of 3 rows compared$' ab --baseline base run.json
has out '^rows: 3 SAME$' 'the same run'
has out '^A   [0-9]+.json.xz, accepted .*: the first one$' 'the same run'
# A run beside it that is not packed.
cp run.json base/gpu/20200101.json
tells 0 "'base/gpu/20200101.json' is not read: entries are packed" ab --baseline base run.json
rm base/gpu/20200101.json
narrow out 'the same run'
unpacked base/gpu/*.json.xz >accepted.json
holds accepted.json <<'PYTHON'
said = run["baseline"]
assert said["reason"] == "the first one" and said["by"] == "someone", said
assert set(said["fingerprint"]) == {"device", "driver", "unit", "configuration", "kernels"}
assert said["fingerprint"]["device"]["name"] == "GPU" and said["fingerprint"]["driver"]["name"] == "drv"
assert run["summary"]["samples_max"] == 30 and all(len(c["samples"]["gpu_total_ns"]) == 30 for c in run["cases"])
assert run["summary"]["of"] == 60 * len(run["cases"]), run["summary"]  # that were taken, before the candidate was made, too
PYTHON

# Times: 10 %, and 15 % on another driver; counters are exact, and memory is judged on one driver alone.
make slow.json slow=1.13@second
printed '^fails: the new side is slower; 3 of 3 rows compared$' cc 1 ab --baseline base slow.json
has out '^rows: 1 SLOWER, 2 SAME$' 'slower'
has out '^  SLOWER +1[.]1[0-9]+ \[1[.]1[0-9]+, 1[.]1[0-9]+\] +10[.][0-9] %  v$' 'slower'
printed '^rows: 1 UNDECIDED, 2 SAME$|^rows: 3 SAME$' gated 0 base slow=1.13@second driver=2 peak=99
flows 'the first one; another driver'
make more.json barriers=5
printed '^rows: 3 FAILED$' cc 1 ab --baseline base more.json
has out 'counters: barriers 5, was 4$' 'more barriers'
printed 'barriers 3, was 4$' gated 0 base barriers=3
gated 1 base fail=second
cc 1 ab --baseline base made.json --accept --reason no
accept fewer without=third
printed '^rows: 1 FAILED, 2 SAME$' gated 1 fewer fail=third
has out 'failed_verify: wanted 1, got 2$' 'new, and wrong'
accept left unsupported=third
printed '^rows: 1 FAILED, 2 SAME$' gated 1 left fail=third
said 'failed_verify' gated 1 base fail=third device=Another
lacks out 'to accept it' 'a new device, and wrong'
gated 77 base software slow=3
cc 0 ab --baseline base made.json --accept --reason 'counters alone'
printed 'results and counters are judged, and no times$' gated 0 base software slow=9
printed '^rows: 1 INCOMPARABLE, 2 SAME$' gated 77 base software uncounted=second
has out 'software device: times do not gate, and nothing is counted on both sides$' 'nothing is counted'
gated 1 base software nodes=8
make other.json device=Other
cc 77 ab --baseline base other.json

# The files, thresholds and exit codes are those of ab.
cc 1 ab --baseline base slow.json --out gate.json --markdown gate.md --junit gate.xml --tap gate.tap --quiet
has gate.md '^\*\*fails: the new side is slower; 3 of 3 rows compared\.\*\* Rows: 1 SLOWER, 2 SAME\.' 'Markdown'
has gate.xml '<failure message="SLOWER: B / A 1[.]1' 'JUnit'
has gate.tap '^not ok [0-9] - t[.]b/second/n:1$' 'TAP'
valid gate.json ab
[ "$(jq -r '.stored[0], .exit.code, (.rows[] | select(.verdict == "SLOWER").theta)' gate.json | tail -n 2 | tr '\n' ' ')" = '1 0.1 ' ] ||
    fail 'the JSON is not what it should be'
shows '^advisory: the new side is slower, or fails; 3 of 3 rows compared$' ab --baseline base slow.json --gate advisory
shows '^by  runs that share no rounds, threshold 20 %$' ab --baseline base slow.json --theta 20%
cc 125 ab --baseline base other.json --bisect
limits() {
    printf '{"schema_version": "1.0", "%s": [{"case": "t.b/second/n:1", %s"reason": "why", "until": "2099-01-01"}]}' "$1" "${2-}" >limits.json
}
limits thresholds '"theta": 0.2, '
shows '^ +a threshold of 20 %: why$' ab --baseline base slow.json --thresholds limits.json
sed -i s/second/nowhere/ limits.json
tells 1 "the entry of 't.b/nowhere/n:1' in the file of thresholds fits no row here" ab --baseline base slow.json --thresholds limits.json
limits quarantine
printed '^undecided: too few rows are compared; 2 of 3 rows compared$' cc 77 ab --baseline base slow.json --thresholds limits.json
make bad.json fail=second
printed '^rows: 1 FAILED, 2 SAME$' cc 1 ab --baseline base bad.json --thresholds limits.json
# No default passes a row that may be slower; another seed is said.
gated 77 base noise=0.9 slow=1.13@second
"$stand_in" run --samples 60 --seed 2 --filter '^t' --out seed.json
cc 0 ab --baseline base seed.json
flows 'another seed, and so no counters: run --seed N judges them'

# A run that is not whole, or not as others are measured, is not judged: one line, and 99.
for bad in 'planted CLAIMCHECK_FAULT' 'validated validation layers' 'incomplete is not complete'; do
    make bad.json "${bad%% *}"
    refused "${bad#* }" ab --baseline base bad.json
    refused "${bad#* }" ab --baseline base bad.json --accept --reason no
done

# A run that `keep` refuses is not accepted, either: an impossible day, a layer, an edited time.
make good.json
for bad in '.session.started = "../../../x"|not a date' '.session.started = "9999-99-99T00:00:00Z"|not a date' \
    '.session.ended = "2001-02-03T00:00:00Z"|is before session.started' \
    '.context.environment = {VK_INSTANCE_LAYERS: "VK_LAYER_a"}|VK_LAYER_a: unset' '.device.name = "GPU\u001b[31m"|control characters' \
    '.cases[0].samples.gpu_total_ns[3] *= 9|for which the host waited' '.cases[0].gpu.median_ns *= 0.5|and by its samples it is'; do
    jq "${bad%|*}" good.json >bad.json
    "$claimcheck" ab --baseline base bad.json --accept --reason no >out 2>err && fail "accepted: $bad"
    has err "${bad##*|}" 'what keep refuses'
done
# A case that was accepted, and is no longer there.
make gone.json without=second
printed '^undecided: too few rows are compared; 2 of 3 rows compared$' cc 77 ab --baseline base gone.json
has out '^rows: 1 MISSING, 2 SAME$' 'missing'
printed '^fails: rows are MISSING or UNDECIDED, and the options make that a failure' cc 1 ab --baseline base gone.json --fail-on missing
# Ceilings come along with others, or are of an earlier run: nobody misses them.
changed run.json ceilings.json 'limit = dict(name="ceilings.b/v/n:1", workload="ceilings.b/n:1", technique="ceilings", ceiling="copy")
run["cases"].insert(0, {**run["cases"][0], **limit})'
cc 0 ab --baseline ceilings ceilings.json --accept --reason 'with ceilings'
cc 0 ab --baseline ceilings run.json --fail-on missing
gated 0 ceilings spirv=cd
flows 'with ceilings; other kernels'
gated 77 base unsupported=second
cc 1 ab --baseline base made.json --fail-on missing
cc 0 ab --baseline base run.json --fail-on missing
refused 'takes missing' ab --baseline base run.json --fail-on new
# Over 30 % that were not compared are nothing that passes; what was left out before is none of these.
accept share more=17
for few in without=t.m unsupported=t.m cold=t.m without=n:1; do
    gated 77 share more=17 "$few"
done
printed '^passes: .*; 17 of 20 rows compared$' gated 0 share more=17 without=n:2 without=n:3 unsupported=n:4
accept left more=17 unsupported=t.m
cc 0 ab --baseline left made.json
cp -r base without
cc 0 ab --baseline without gone.json --accept --reason 'the second is gone'
cc 0 ab --baseline without gone.json --fail-on missing
lacks out 'MISSING' 'gone on purpose'

# A deliberate change is accepted, beside the older baseline; the newest is taken.
before=$(files)
cc 0 ab --baseline base more.json --accept --reason 'two phases'
shows 'two phases' ab --baseline base more.json
[ "$(files)" -eq $((before + 1)) ] || fail 'the file that was there is not'
# Counters are those that were accepted last on the driver, whatever the host; times are those of the host.
accept hosts barriers=4
accept hosts barriers=5 cpu=other slow=2
accept hosts barriers=6 driver=2
printed '^rows: 3 SAME$' gated 0 hosts barriers=5
has out 'of barriers=5 cpu=other$' 'accepted on another host'
has out 'of barriers=4$' 'the time of the same host'
lacks out 'of barriers=6' 'another driver'
printed 'counters: barriers 6, was 5$' gated 1 hosts barriers=6
printed 'barriers 4, was 6$' gated 0 hosts barriers=4 driver=3

# Paths of the machine are not in what is accepted, and do not tell a run from it.
accept files file=/home/a/scene.obj
shows '^rows: 3 SAME$' ab --baseline files made.json
gated 1 files file=/home/a/other.obj

# At once, both are there.
before=$(files)
for i in 1 2 3 4; do
    make "at.$i.json" "barriers=$((10 + i))"
    "$claimcheck" ab --baseline base "at.$i.json" --accept --reason "at once $i" >"at.$i" 2>&1 &
done
wait
[ "$(files)" -eq $((before + 4)) ] || fail "of four at once: $(cat at.?)"

# Unusable input: one line, and 99.
refused 'cannot read the folder' ab --baseline /dev/null/base run.json --accept --reason x
refused 'cannot make the folder' ab --baseline /proc/base run.json --accept --reason x
refused 'cannot read the folder' ab --baseline /dev/null/base run.json
cp run.json base/gpu/plain.json && gzip base/gpu/plain.json
refused 'was never accepted' ab --baseline base run.json
printf 'x' >base/gpu/plain.json.gz
refused 'plain.json.gz' ab --baseline base run.json
rm base/gpu/plain.json.gz
printf 'A page.\n' >base/README.md
mkdir base/.hidden
cc 0 ab --baseline base run.json
if [ "$(id -u)" -ne 0 ]; then
    chmod a-w base/gpu
    refused 'cannot write' ab --baseline base run.json --accept --reason x
    chmod u+w base/gpu
fi
ln -s /dev/null/no link.json
refused 'link.json' ab --baseline base link.json
