#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# ab.sh: claimcheck ab on a stand-in for builds, whose times, faults and broken files are made up: verdicts, what is said,
# the document, and exit codes. Measures nothing, judges no real time.
#
#   tests/cli/ab.sh CLAIMCHECK STAND_IN
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/runs.sh"
stand_in=$2
export TMPDIR=$work/tmp STAND_IN_UUID=${work##*/} VK_DRIVER_FILES=/dev/null VK_ICD_FILENAMES=/dev/null # a device of its own
mkdir "$TMPDIR"

# ab CODE A B ARGUMENTS...: what is planted in the stand-ins of both sides, which count anew.
ab() {
    local wanted=$1 a=$2 b=$3
    shift 3
    rm -f count count-a count-b
    [[ " $* " == *' --filter '* ]] || set -- --filter '^t' "$@"
    cc "$wanted" ab --a "$stand_in side=a $a" --b "$stand_in side=b $b" --seed 7 --quiet --out ab.json "$@"
    grep -v '^  claimcheck ab' out >lines || true
    narrow lines "$*"
}

# says STATEMENT WHAT: of the document that was written, as `ab`, with its rows by name.
says() {
    "$python" - "$work/ab.json" "$1" <<'PYTHON' || fail "$2: the document is not what it should be"
import json, sys
ab = json.load(open(sys.argv[1]))
rows = {row["name"]: row for row in ab["rows"] if not row["built_in"]}
built_in = {row["name"]: row for row in ab["rows"] if row["built_in"]}
if not eval(sys.argv[2]):
    sys.exit(f"not so: {sys.argv[2]}\n{json.dumps(ab)[:1500]}")
PYTHON
}
# Unchanged, a kernel passes, early, and so does what is faster, at the end.
printed '^passes: no row is SLOWER; 3 of 3 rows compared$' ab 0 '' ''
has out '^rows: 3 SAME$' 'unchanged'
says 'all(row["verdict"] == "SAME" and row["first"]["launches"] == 2 for row in rows.values()) and len(rows) == 3' 'unchanged'
says 'len(built_in) == 2 and all(row["verdict"] == "SAME" for row in built_in.values())' 'built-in kernels'
lacks out 'what fails' 'unchanged'
valid ab.json ab
ab 0 '' 'slow=0.9'
says 'ab["counts"]["FASTER"] == 3 and all(row["first"]["launches"] == 10 for row in rows.values())' 'faster'
has out '^  FASTER +0.90[0-9] \[0.[0-9]+, 0.[0-9]+\] +[0-9.]+ % ' 'faster'

# A slowdown of 10 % fails, once processes of its own confirm it; 2 % is no failure, and is reported.
printed '^fails: the new side is slower; 3 of 3 rows compared$' ab 1 '' 'slow=1.1@second slow=1.02@first'
has out '^rows: 1 SLOWER, 2 SAME$' 'slower'
has out '^  SLOWER +1.[01][0-9]+ \[1.[01][0-9]+, 1.1[0-9]+\] +[0-9.]+ % ' 'slower'
has out '^  t/k: 1 row$' 'the cause'
has out "^  claimcheck ab --a '.*' --b '.*' --filter '.*t.*second/n:1.*'$" 'the command that measures it again'
says 'rows["t.b/second/n:1"]["verdict"] == "SLOWER" and rows["t.b/second/n:1"]["again"]["launches"] == 10' 'slower'
says 'rows["t.b/first/n:1"]["first"]["slower_small"] and rows["t.b/first/n:1"]["verdict"] == "SAME"' 'a little slower'
says 'abs(rows["t.b/second/n:1"]["first"]["ratio"] - 1.1) < 0.01' 'slower'
says 'ab["causes"] == [{"kernel": "t/k", "changed": False, "rows": ["t.b/second/n:1"]}]' 'the cause'
valid ab.json ab
eval "$(sed -n "s/^  claimcheck ab/cc 1 ab --quiet/p" out)"
has out '^rows: 1 SLOWER$' 'what failed alone'
printed '^  t/k, which was changed: 3 rows$' ab 1 asked=asked 'slow=1.1 spirv=cd asked=asked' --device 'GPU 1$'
has out "^  claimcheck ab .* --device 'GPU 1.' --filter " 'the device of what measures it again'
[ "$(LC_ALL=C sort -u asked)" = $'run GPU 1$\ntrace GPU 1$' ] || fail '--device: not that of each process'
printed '^advisory: the new side is slower, or fails' ab 0 '' 'slow=1.1@second' --gate=advisory
ab 0 '' 'slow=1.1' --theta 20%

# Thresholds of single rows, above and below that of all; an entry of another device, or one that has ended, is none.
limits() {
    printf '{"schema_version": "1.0", "thresholds": [%s], "quarantine": [%s]}' "$1" "$2" >limits.json
}
second='"case": "t.b/second/n:1", "reason": "it is noisy"'
limits "{$second, \"theta\": 0.2, \"device\": \"GPU\"}, {\"cases\": \"second\", \"theta\": 0.01, \"reason\": \"later\"}" ''
printed '; a threshold of 20 %: it is noisy$' ab 0 '' 'slow=1.1@second' --thresholds limits.json
says 'rows["t.b/second/n:1"]["theta"] == 0.2 and rows["t.b/second/n:1"]["threshold"] == "it is noisy"' 'a threshold above'
says 'rows["t.b/first/n:1"]["theta"] == 0.03 and rows["t.b/first/n:1"]["threshold"] is None' 'no threshold'
valid ab.json ab
valid limits.json thresholds
said 'would replace .limits.json., which is wanted' ab 99 '' '' --thresholds limits.json --markdown limits.json
printed '^rows: 1 SLOWER, 2 SAME$' ab 1 '' 'slow=1.1@first slow=1.1@second' --thresholds limits.json
has out '^  claimcheck ab .*--thresholds limits.json.*first/n:1' 'the command that measures it again'
limits '{"cases": "^t.b/s", "theta": 0.01, "reason": "it is quiet"}' ''
ab 1 '' 'slow=1.02@second' --thresholds limits.json
says 'rows["t.b/second/n:1"]["verdict"] == "SLOWER" and rows["t.b/second/n:1"]["theta"] == 0.01' 'a threshold below'
for none in '"device": "Other"' '"until": "2020-01-31"'; do
    limits "{$second, \"theta\": 0.2, $none}" ''
    ab 1 '' 'slow=1.1@second' --thresholds limits.json
done
has err "the threshold of 't.b/second/n:1' ended on 2020-01-31, and does not count: it is noisy" 'a threshold that has ended'
limits "{$second, \"theta\": 0.2}" ''
ab 99 '' '' --thresholds limits.json --theta 5%
has err 'theta 5% is tighter than the 20 % that the file of thresholds has for t.b/second/n:1: it is noisy' 'a tighter gate'
ab 0 '' '' --thresholds limits.json --theta 5% --filter first

# A measured threshold holds wherever it appears: neither an entry before it nor the option may be tighter.
for first in "$second" '"cases": "second", "reason": "what we sell"'; do
    measured="{$second, \"theta\": 0.06, \"least\": 0.05}, {$second, \"theta\": 0.04, \"least\": 0.04}"
    limits "{$first, \"theta\": 0.02}, $measured" ''
    ab 99 '' '' --thresholds limits.json
    [ "$(wc -l <err)" -eq 1 ] || fail 'a threshold below what was measured: not one line'
    has err 'the threshold of 2 % is tighter than the 5 % .* least for t.b/second/n:1: it is noisy$' 'below what was measured'
    ab 0 '' '' --thresholds limits.json --filter first
    limits "{$first, \"theta\": 0.05, \"least\": 0.01}, $measured" ''
    ab 99 '' '' --thresholds limits.json --theta 3%
    has err 'theta 3% is tighter than the 5 % that the file of thresholds has for t.b/second/n:1: it is noisy' 'a tighter gate'
    ab 0 '' '' --thresholds limits.json
    ab 0 '' '' --thresholds limits.json --theta 5%
done

# A row in quarantine is measured and told, whatever it is, and never fails; with no other there is nothing to tell.
limits '' "{$second, \"until\": \"2999-12-31\"}"
printed '^passes: no row is SLOWER; 3 of 4 rows compared$' ab 0 more=1 'more=1 slow=1.1@second' --thresholds limits.json
has out '^rows: 3 SAME, 1 in quarantine$' 'quarantine'
has out '^ +in quarantine until 2999-12-31: it is noisy$' 'quarantine'
lacks out 'what fails' 'quarantine'
says 'rows["t.b/second/n:1"]["verdict"] == "SLOWER" and rows["t.b/second/n:1"]["quarantine"] == "it is noisy"' 'quarantine'
says 'ab["exit"]["quarantined"] == 1 and ab["counts"]["SLOWER"] == 0 and ab["causes"] == []' 'quarantine'
valid ab.json ab
valid limits.json thresholds
printed '^undecided: too few rows are compared; 2 of 3 rows compared$' ab 77 '' 'slow=1.1@second' --thresholds limits.json
printed '^rows: 1 FAILED, 2 SAME$' ab 1 '' 'fail=second' --thresholds limits.json
has out '^ +failed_verify: wanted 1, got 2; in quarantine until 2999-12-31' 'a wrong result in quarantine'
ab 1 '' 'barriers=5' --thresholds limits.json
ab 0 more=1 'more=1 without=second' --thresholds limits.json --fail-on missing
ab 1 '' 'slow=1.1@first' --thresholds limits.json
ab 77 '' '' --thresholds limits.json --filter second
limits '' "{$second, \"until\": \"2020-12-31\"}"
said "the quarantine of 't.b/second/n:1' ended on 2020-12-31" ab 1 '' 'slow=1.1@second' --thresholds limits.json
for day in 2027-02-29 2027-02-31 2027-04-31 2100-02-29 2027-13-01 2027-00-10 2027-01-00 2027-01-32; do
    limits '' "{$second, \"until\": \"$day\"}"
    said "until is not a day of the calendar" ab 99 '' '' --thresholds limits.json
done
for day in 2996-02-29 2999-01-31 2999-08-31 2999-12-31 2400-02-29; do
    limits '' "{$second, \"until\": \"$day\"}"
    ab 77 '' '' --thresholds limits.json
done
# An entry that fits no row is named, but for what was not asked for, or is of another device or day.
accepts='"accepted": [{"cases": "nowhere", "counter": "barriers", "from": 4, "to": 5, "reason": "r"}]'
printf '{"schema_version": "1.0", "quarantine": [{"case": "t.b/secnod/n:1", "until": "2999-12-31", "reason": "typo"}],
    "thresholds": [{"cases": "^t.b/s", "theta": 0.2, "reason": "fits"}, {"case": "t.x/no", "theta": 0.2, "device": "B", "reason": "r"},
    {"case": "z/not", "theta": 0.2, "reason": "not asked for"}], %s}' "$accepts" >limits.json
ab 0 '' '' --thresholds limits.json
[ "$(wc -l <err)" -eq 2 ] || fail 'entries that fit no row: not two lines'
has err "the entry of 't.b/secnod/n:1' in the file of thresholds fits no row here" 'a typo in a quarantine'
has err "the entry of 'nowhere' in the file of thresholds fits no row here" 'a typo in an accepted count'

# A machine's resolution comes from launches of one build. The file that is written can be read.
selftest() {
    rm -f count
    cc "$1" selftest --gate --run "$stand_in $2" --seed 7 --quiet "${@:3}"
}
tells 77 '^claimcheck: selftest: no Vulkan device' selftest --gate
lacks err 'launch' 'no device'
selftest 99 'count=count stall=1' --budget 0.5s
has err 'a launch takes 1 s here: the 4 that are needed do not fit into 0 s, and 1 did; give --budget 2m' 'a budget that is too short'
rm -f limits.json
selftest 0 'count=count inputs=0.2' --write $'l\e[31m.json'
plain 'a file of thresholds with control characters in its name'
mv $'l\e[31m.json' limits.json
has out '^ +1 row, 20 launches in [0-9]+ s$' 'selftest'
has out 'of these unchanged rows, 0 would be called slower or faster by 3 %' 'selftest'
lacks out 'raised' 'selftest, of inputs that differ'
has out '^noise  [0-9.]+ %: a slow-down of so much is found in every row' 'the noise in one figure'
has out '^ +quiet enough for the 3 % of ab' 'a quiet machine'
valid limits.json thresholds
gate_row='cbt.sum_reduction/prepass/depth:24/bits:quarter'
ab 0 '' '' --thresholds limits.json --theta 2% --filter "$gate_row"
ab 99 '' '' --thresholds limits.json --theta 0.1% --filter "$gate_row"
has err 'theta 0.1% is tighter than the 0.[0-9]+ % .*: selftest: launches differ by' 'a tighter gate'
limits '{"case": "a", "theta": 0.1, "reason": "of a person"}' '{"case": "b", "reason": "x", "until": "2999-01-01"}'
printed '^ +noisier than the 3 % of ab: end what else uses' selftest 0 'count=count launches=0.03' --write limits.json
has out '^ +[0-9.]+ %  cbt.sum_reduction/prepass.*: launches differ by [0-9.]+ %' 'a raised threshold'
valid limits.json thresholds
selftest 0 'count=count launches=0.03' --write limits.json
holds limits.json <<'PYTHON'
assert [entry["case"] for entry in run["thresholds"]] == ["a", "cbt.sum_reduction/prepass/depth:24/bits:quarter"], run
entry = run["thresholds"][1]
assert 0.03 < entry["theta"] < 0.15 and entry["theta"] == entry["least"] and entry["launches"] == 20, entry
assert abs(entry["theta"] - 3 * entry["spread"]) < 0.0011 and entry["device"] == "GPU", entry
assert run["quarantine"][0]["case"] == "b", run
PYTHON
ab 99 '' '' --thresholds limits.json --theta 3% --filter "$gate_row"
said "^claimcheck: selftest: $gate_row: its result is wrong\$" selftest 1 'fail=prepass'
selftest 77 'wall=prepass'
selftest 77 'unsupported=prepass'
said '^claimcheck: selftest: it was killed' selftest 99 crash
selftest 99 '' --budget never
selftest 99 '' --json
printf '{' >limits.json
selftest 99 '' --write limits.json

# A file that is not one: one line, and 99.
deep=$(printf '[%.0s' $(seq 5000))
for bad in '' '[]' '{' "$deep" '{}' '{"schema_version": "2.0"}' '{"schema_version": "1.0", "rows": []}' \
    '{"schema_version": "1.0", "thresholds": {}}' '{"schema_version": "1.0", "thresholds": [1]}' \
    "{\"schema_version\": \"1.0\", \"thresholds\": [{$second}]}" \
    "{\"schema_version\": \"1.0\", \"thresholds\": [{$second, \"theta\": 5}]}" \
    "{\"schema_version\": \"1.0\", \"thresholds\": [{$second, \"theta\": -0.1}]}" \
    "{\"schema_version\": \"1.0\", \"thresholds\": [{$second, \"theta\": \"5%\"}]}" \
    "{\"schema_version\": \"1.0\", \"thresholds\": [{$second, \"theta\": 0.1, \"until\": \"2026-13-01\"}]}" \
    "{\"schema_version\": \"1.0\", \"thresholds\": [{$second, \"theta\": 0.1, \"note\": 1}]}" \
    "{\"schema_version\": \"1.0\", \"thresholds\": [{$second, \"theta\": 0.1, \"theta\": 0.2}]}" \
    "{\"schema_version\": \"1.0\", \"quarantine\": [{$second}]}" \
    '{"schema_version": "1.0", "thresholds": [{"case": "a", "theta": 0.1}]}' \
    '{"schema_version": "1.0", "thresholds": [{"theta": 0.1, "reason": "x"}]}' \
    '{"schema_version": "1.0", "thresholds": [{"case": "a", "cases": "b", "theta": 0.1, "reason": "x"}]}' \
    '{"schema_version": "1.0", "thresholds": [{"cases": "(", "theta": 0.1, "reason": "x"}]}' \
    '{"schema_version": "1.0", "thresholds": [{"cases": "((a{999}){999}){999}", "theta": 0.1, "reason": "x"}]}'; do
    printf '%s' "$bad" >limits.json
    only '^claimcheck: ab: --thresholds: ' ab 99 '' '' --thresholds limits.json
done
ab 99 '' '' --thresholds nothing.json
ab 99 '' '' --thresholds .
said "^claimcheck: ab: --thresholds: cannot read '/dev/zero': it is not a regular file" ab 99 '' '' --thresholds /dev/zero

# A filter may select the kernels that are built in as rows, too. Without one, cases of the profile `gate` are compared, by
# their names.
shows '^rows: 6 SAME$' ab --a "$stand_in side=a" --b "$stand_in side=b" --seed 7 --filter .
has err '^ab: launch 2 of at most 10: 8 rows need it$' 'how far it is'
for gate in '' '--profile gate' '--profile gate --filter prepass'; do
    # shellcheck disable=SC2086
    shows '^rows: 1 SAME$' ab --a "$stand_in side=a" --b "$stand_in side=b" --seed 7 --quiet $gate --out ab.json
    says 'ab["session"]["gate"] and list(rows) == ["cbt.sum_reduction/prepass/depth:24/bits:quarter"]' "the gate: $gate"
done
says 'ab["session"]["filter"] == "prepass"' 'the filter, as given'
refused 'selects no case of the profile gate' ab --a "$stand_in side=a" --b "$stand_in side=b" --profile gate --filter '^nothing'

# For git bisect run what cannot be judged is 125.
ab 0 '' '' --bisect
ab 1 '' slow=1.1 --bisect
ab 125 '' crash --bisect
ab 125 '' '' --filter nothing --bisect

# Slower at first, and not again.
printed '^rows: 1 SAME \(SLOWER once\), 2 SAME$' ab 0 '' 'slow=1.1@second count=count until=10'
valid ab.json ab

# The command that measures it again has each word as it was, however long, and with quotes.
long=$(printf 'x%.0s' $(seq 1500))
# shellcheck disable=SC2016
cc 1 ab --a "$stand_in said='it is $long'" --b "$stand_in slow=1.1@second \"said=it's\"" --filter '^t' --seed 7 --quiet
eval "set -- $(sed -n 's/^  claimcheck ab//p' out)"
[ "$2" = "$stand_in said='it is $long'" ] || fail "the command that measures it again: $2"
[ "$4" = "$stand_in slow=1.1@second \"said=it's\"" ] || fail "the command that measures it again: $4"

# Results: wrong now, gone, come, and neither.
printed '^fails: a result is wrong' ab 1 '' 'fail=second'
has out '^ +failed_verify: wanted 1, got 2$' 'failed'
valid ab.json ab
printed '^rows: 1 NEW, 2 SAME$' ab 0 'fail=second' ''
printed '^rows: 1 FAILED, 2 SAME$' ab 1 'without=second' 'fail=second'
has out '^ +failed_verify: wanted 1, got 2$' 'new, and wrong'
printed '^rows: 1 FAILED, 2 SAME$' ab 1 'unsupported=second' 'fail=second'
printed '; 2 of 2 rows compared$' ab 0 'unsupported=second' 'unsupported=second'
printed '^rows: 1 FAILED, 2 SAME$' ab 1 'fail=second' 'fail=second'
printed '^passes: no row is SLOWER; 3 of 4 rows compared$' ab 0 more=1 'more=1 without=second'
has out '^rows: 1 MISSING, 3 SAME$' 'missing'
says 'ab["exit"]["old_rows"] == 4 and ab["exit"]["compared"] == 3' 'missing'
printed '^undecided: too few rows are compared; 2 of 3 rows compared$' ab 77 '' 'without=second'
valid ab.json ab
# Over 30 % that were not compared are nothing that passes, for any reason.
few() {
    local wanted=$1 share=$2
    shift 2
    ab "$wanted" "$@"
    says "'{compared} of {old_rows}'.format(**ab['exit']) == '$share'" "$*"
    has out '^undecided: too few rows are compared|^nothing was decided|^fails' "$*"
    lacks out '^passes' "$*"
}
few 77 '3 of 20' more=17 'more=17 without=t.m'
few 77 '3 of 20' more=17 'more=17 unsupported=t.m'
few 77 '3 of 20' more=17 'more=17 cold=t.m'
few 77 '1 of 20' more=17 'more=17 without=t.m without=t.b' --on-undecided pass
few 77 '3 of 20' more=17 more=0
few 77 '1 of 2' 'without=third' 'without=third named=s'
few 77 '2 of 4' more=1 'more=1 without=more uncounted=second wall=second'
few 1 '3 of 20' more=17 'more=17 without=t.m' --fail-on missing
few 1 '3 of 20' more=17 'more=17 without=t.m fail=second'
few 77 '3 of 20' more=17 'more=17 without=t.m fail=second' --gate=advisory
ab 0 more=17 'more=17 unsupported=n:2 unsupported=n:3 unsupported=n:4 unsupported=n:5 unsupported=n:6 unsupported=n:7'
has out '^passes: no row is SLOWER; 14 of 20 rows compared$' '30 %'
printed '^fails: rows are MISSING or UNDECIDED' ab 1 '' 'without=second' --fail-on missing
ab 1 '' 'unsupported=second' --fail-on missing
printed '^rows: 1 NEW, 2 SAME$' ab 0 'without=second' ''
printed '^ +settings: cache mode$' ab 0 more=4 'more=4 cold=second wall=third'
printed '^passes: no row is SLOWER; 3 of 3 rows compared, some by their counters alone$' ab 0 'wall=third' 'wall=third'
says 'rows["t.c/third/n:1+2"]["reason"] == "wall times do not gate" and rows["t.c/third/n:1+2"]["first"] is None' 'wall times'

# Counters need one launch to decide: more fails, fewer is a note; results may not change at all.
printed '^fails: a result is wrong or missing, or a count has grown; 3 of 3 rows compared$' ab 1 '' 'barriers=5'
has out '^rows: 3 FAILED$' 'more barriers'
has out '^ +counters: barriers 5, was 4$' 'more barriers'
says 'all(row["verdict"] == "FAILED" and row["first"] is None for row in rows.values())' 'more barriers'
says 'all(row["counters"] == [{"name": "barriers", "old": "4", "new": "5", "change": "more", "accepted": None}] for row in rows.values())' 'more barriers'
valid ab.json ab
ab 0 '' 'barriers=5' --gate=advisory
ab 1 'wall=third' 'wall=third barriers=5' --filter third

# A counter that was changed on purpose, exactly so, is a note; another row, counter or number is a failure.
accepted() {
    printf '{"schema_version": "1.0", "accepted": [{%s, "reason": "two phases"}]}' "$1" >limits.json
}
accepted '"cases": "^t", "counter": "barriers", "from": 4, "to": 5'
printed '^ +barriers 5, was 4 \(accepted: two phases\)$' ab 0 '' 'barriers=5' --thresholds limits.json
has out '^rows: 3 SAME$' 'an accepted counter'
says 'all(row["counters"][0]["accepted"] == "two phases" for row in rows.values())' 'an accepted counter'
valid ab.json ab
valid limits.json thresholds
ab 0 software 'software barriers=5' --thresholds limits.json
ab 1 '' 'barriers=6' --thresholds limits.json
ab 1 'barriers=3' 'barriers=5' --thresholds limits.json
printed '^rows: 1 SLOWER, 2 SAME$' ab 1 '' 'barriers=5 slow=1.1@second' --thresholds limits.json
accepted '"case": "t.b/second/n:1", "counter": "barriers", "from": 4, "to": 5'
printed '^rows: 2 FAILED, 1 SAME$' ab 1 '' 'barriers=5' --thresholds limits.json
accepted '"cases": "^t", "counter": "metrics.hits", "from": "7", "to": 6'
ab 0 '' 'hits=6' --thresholds limits.json
ab 1 '' 'barriers=5' --thresholds limits.json
accepted '"cases": "^t", "counter": "barriers", "from": 4, "to": 5, "until": "2020-12-31"'
said "the accepted count of '\^t' ended on 2020-12-31, and does not count: two phases" ab 1 '' 'barriers=5' --thresholds limits.json
accepted '"cases": "^t", "counter": "barriers", "from": 4, "to": 5, "device": "Other"'
ab 1 '' 'barriers=5' --thresholds limits.json
for bad in '"cases": "^t", "counter": "barriers", "from": 4' '"counter": "barriers", "from": 4, "to": 5' \
    '"cases": "^t", "counter": "barriers", "from": 4, "to": []' '"cases": "^t", "from": 4, "to": 5' \
    '"cases": "^t", "counter": "barriers", "from": 4, "to": 5, "theta": 0.1'; do
    accepted "$bad"
    only '^claimcheck: ab: --thresholds: ' ab 99 '' '' --thresholds limits.json
done
printed '^ +barriers 3, was 4; peak_bytes 60, was 64$' ab 0 '' 'barriers=3 peak=60'
has out '^rows: 3 SAME$' 'fewer barriers'
printed '^ +counters: metrics.hits 6, was 7$' ab 1 '' 'hits=6'
printed '^rows: 2 FAILED, 1 SAME$' ab 1 '' 'nodes=10'
has out '^ +counters: facts.nodes 10, was 9$' 'another input'
printed '^rows: 3 SAME$' ab 0 'file=/a/scene.obj' 'file=../b/scene.obj'
printed '^ +counters: facts.file other.obj, was scene.obj$' ab 1 'file=/a/scene.obj' 'file=/a/other.obj'
printed '^ +counters: peak_bytes 65, was 64$' ab 1 '' 'peak=65'
ab 0 '' 'peak=65 driver=2'
lacks out 'peak_bytes' 'more memory of another driver'

# On a software device that is all that gates: one launch, whatever the times.
printed '^results and counters unchanged; times not compared; 3 of 3 rows compared$' ab 0 'software' 'software slow=1.5'
has out 'A software device: results and counters are judged, times only with --times' 'a software device'
says 'ab["session"]["launches"] == 1 and not built_in and not ab["rule"]["software_times"]' 'a software device'
says 'all(row["verdict"] == "SAME" and row["reason"] == "software device: times do not gate" for row in rows.values())' 'a software device'
valid ab.json ab
printed '^rows: 3 FAILED$' ab 1 'software' 'software barriers=5'
printed '^rows: 1 FAILED, 2 SAME$' ab 1 'software' 'software fail=second'
ab 77 'software' 'software without=second'
printed '^rows: 1 INCOMPARABLE, 2 SAME$' ab 77 'software' 'software uncounted=second'
says 'rows["t.b/second/n:1"]["reason"].endswith("times do not gate, and nothing is counted on both sides")' 'nothing counted'
ab 77 'software' 'software uncounted=second' --filter second
printed '^rows: 3 SLOWER$' ab 1 'software' 'software slow=1.5' --times
has out '^  claimcheck ab .* --times' 'times of a software device'

# Nothing told is never green, nor is a single row untold a failure unless that is asked for.
ab 77 'noise=0.6' 'noise=0.6' --on-undecided=fail --filter second
has out '^nothing was decided: no row is SAME, SLOWER or FASTER; 0 of 1 row compared$' 'undecided'
valid ab.json ab
ab 77 '' 'without=second' --filter second
ab 1 '' 'without=second' --filter second --fail-on missing
ab 77 '' 'without=second' --filter second --fail-on missing --gate=advisory
said 'the filter selects no case' ab 99 '' '' --filter nothing
said 'the budget was used up' ab 77 '' '' --budget 0.000001
# A process that does not end is ended; what is told by then stands, and kernels that are not say nothing.
printed '^rows: 3 SAME$' ab 0 'count=count stall=4' 'count=count stall=4' --budget 3s
printed '^ +the budget was used up$' ab 77 'count=count stall=6 noise=0.6' 'count=count stall=6 noise=0.6' --budget 3s
# A decision of the second measurement stands, too: of two slower rows, one fails then.
ab 1 'count=count stall=30' 'count=count stall=30 slow=1.1@first slow=1.1@second fail=first from=20' --budget 4s --filter .
has out '^rows: 1 FAILED, 1 UNDECIDED, 4 SAME$' 'the budget, when it was measured again'
said '^claimcheck: ab: B: it ended with exit code 77: no-device$' ab 77 '' 'exit=77 said=no-device'

# Blocks in which the clocks of both sides lie apart are measured again, as often as there are launches.
printed '^ +the clocks of the sides differed by more than 1 % in 11 launches$' ab 77 'hz=1e9' 'hz=1.02e9'
ab 0 'hz=1e9' 'hz=1.005e9'
# A clock that comes and goes: what is 30 % slower is found; where too few blocks are left to say so, it is not green.
ab 1 'hz=1e9' 'hz=1e9 count=count flap=2 slow=1.3@second'
says 'rows["t.b/second/n:1"]["verdict"] == "SLOWER" and rows["t.b/second/n:1"]["first"]["replaced"] >= 9' 'a clock that flaps'
ab 77 'hz=1e9' 'hz=1e9 count=count flap=3 slow=1.3@second' --filter .
has out '^undecided: 1 row may be slower by more than the threshold; [0-9]+ of [0-9]+ rows compared$' 'a clock that flaps more'
has out '^rows: 1 UNDECIDED, 5 SAME$' 'a clock that flaps more'
says 'ab["exit"]["undecided_beyond"] == 1 and ab["exit"]["on_undecided"] == "beyond"' 'a clock that flaps more'
for word in 'pass 0' 'warn 77' 'fail 1'; do
    ab "${word#* }" 'hz=1e9' 'hz=1e9 count=count flap=3 slow=1.3@second' --filter . --on-undecided "${word% *}"
done
ab 0 'hz=1e9' 'hz=1e9 count=count flap=3 slow=1.3@second' --filter . --on-undecided pass
has out '^passes by --on-undecided: no row is SLOWER, but 1 row may be; ' 'a pass that was asked for'
# A side whose file has a planted fault, or validation layers, is not judged, though the other side has the same.
said 'CLAIMCHECK_FAULT was' ab 99 planted planted
said 'validation layers' ab 99 validated validated

# The recipe of docs/guide/ci.md: what each code becomes.
awk '/^```$/ { on = 0 } on { print } /^```sh$/ { on = ++blocks == 4 }' "$root/docs/guide/ci.md" >recipe.sh
# With a seed: by some of them one of the noisy rows is decided.
printf '#!/bin/sh\n[ "$1" = ab ] && exec %s "$@" --seed 1\nexec %s $PLANTED "$@"\n' "$claimcheck" "$stand_in" >new
printf '#!/bin/sh\nexec %s "$@"\n' "$stand_in" >old
chmod +x new old
recipe() {
    OLD=$work/old NEW=$work/new FILTER='^t' PLANTED=$2 printed "^gate: $3" ran "$1" sh recipe.sh
}
recipe 0 '' passed
recipe 1 slow=1.1 'slower, or wrong'
recipe 77 exit=77 'nothing was compared'
recipe 77 noise=1.6 undecided
recipe 99 crash discarded

# Drivers: manifests that are there, of paths as they come, and a side that has a manifest alone is this build.
mkdir 'with space'
printf '{}\n' | tee 'with space/old.json' >'with space/new.json'
refused 'cannot read .*nowhere.json' ab --a x --b y --icd-a nowhere.json
refused 'leave out --a and --b' ab --old-kernels . --icd-a 'with space/old.json'
refused 'which two builds or commands' ab --icd-a 'with space/old.json'

# The recipe for a new driver: what it does, and what the code does, stand apart.
awk '/^```$/ { on = 0 } on { print } /^```sh$/ { on = ++blocks == 7 }' "$root/docs/guide/ci.md" >driver.sh
# shellcheck disable=SC2016
{
    printf '#!/bin/sh\ncase $VK_DRIVER_FILES in */new.json) set -- slow=1.1 driver=2 "$@" ;; *) set -- driver=1 "$@" ;; esac\n'
    printf 'exec %s "$@"\n' "$stand_in"
} >old
printf '#!/bin/sh\n[ "$1" = ab ] && exec %s "$@"\nexec %s/old $PLANTED "$@"\n' "$claimcheck" "$work" >new
for planted in '0 ' '1 slow=1.2'; do
    OLD=$work/old NEW=$work/new FILTER='^t' PLANTED=${planted#* } OLD_DRIVER="$work/with space/old.json" \
        NEW_DRIVER="$work/with space/new.json" printed "^gate: the driver: 1, the code: ${planted%% *}\$" ran "${planted%% *}" sh driver.sh
done

# The recipe for bisecting, on a history of which one commit cannot be built, one crashes, and the fifth is slower.
if command -v git >/dev/null; then
    awk '/^```$/ { on = 0 } on { print } /^```sh$/ { on = ++blocks == 5 }' "$root/docs/guide/ci.md" >bisect.sh
    chmod +x bisect.sh
    export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
    git init -q tree
    commit() {
        printf '%s\n' "$1" >tree/planted
        git -C tree add planted
        git -C tree -c user.name=t -c user.email=t@t commit -q -m "$1"
    }
    for planted in number=1 number=2 broken crash 'slow=1.1 number=5' 'slow=1.1 number=6'; do
        commit "$planted"
    done
    mapfile -t commits < <(git -C tree rev-list HEAD)
    printf '#!/bin/sh\n[ "$1" = ab ] && exec %s "$@"\nexec %s "$@"\n' "$claimcheck" "$stand_in" >good
    chmod +x good
    # shellcheck disable=SC2016
    build='! grep -q broken planted && printf "#!/bin/sh\nexec %s $(cat planted) \"\$@\"\n" "$STAND_IN" >"$NEW" && chmod +x "$NEW"'
    (
        cd tree
        export OLD=$work/good NEW=$work/tested FILTER='^t' BUILD=$build STAND_IN=$stand_in
        git bisect start HEAD HEAD~5 && git bisect run ../bisect.sh
    ) >bisect.out 2>&1 || true
    # A commit that cannot be judged may be it, as well as the fifth; no other may.
    grep -q 'first bad commit could be any of' bisect.out || fail "bisecting: $(tail -3 bisect.out)"
    for bad in 1 2 3; do
        grep -q "^${commits[bad]}$" bisect.out || fail "bisecting: HEAD~$bad is left out"
    done
    for good in 0 4; do
        ! grep -q "^${commits[good]}$" bisect.out || fail "bisecting: HEAD~$good is none"
    done
fi

# Where nothing can be kept.
TMPDIR=$work/nowhere said "^claimcheck: ab: cannot make a folder in '$work/nowhere': No such .*: let TMPDIR" ab 99 '' ''
[ ! -e nowhere ] || fail 'TMPDIR was made'
long=$work/$(printf 'x%.0s' $(seq 200))/$(printf 'y%.0s' $(seq 200))
mkdir -p "$long"
TMPDIR=$long said "^claimcheck: ab: TMPDIR has [0-9]* characters, and may have 400: '$work/x.*let it name another" ab 99 '' ''
TMPDIR=$long tells 99 '^claimcheck: selftest: TMPDIR has' selftest --gate --run "$stand_in" --quiet
[ -z "$(ls "$long")" ] || fail 'a long TMPDIR: something is left'

# A session whose result is discarded.
for lost in fail=arithmetic without=arithmetic unsupported=arithmetic; do
    printed '^result discarded: a kernel that is measured against itself fails, or is gone$' ab 99 '' "$lost"
done
ab 0 'without=arithmetic' ''
printed '^result discarded: this machine is too noisy: a kernel differed from' ab 99 'drift=1.05 count=count' 'drift=1.05 count=count'
says 'ab["exit"]["code"] == 99 and ab["exit"]["invalid"] and ab["counts"]["SAME"] == 3' 'a kernel against itself'
printed 'the clock was throttled' ab 99 throttled throttled

# A session that cannot be tried: one line, and 99.
for broken in cut none crash exit=99 exit=3 after=3 after=1 samples=4 device=Other incomplete seed=5; do
    only . ab 99 '' "$broken"
    ab 99 "$broken" ''
done
for lost in 1 5 12; do # of a later launch, of both sides: no row of a host passes for one of the device
    said "all launches need one device: 'GPU' and 'CPU'" ab 99 "count=count-a lost=$lost" "slow=1.3 count=count-b lost=$lost"
done
ab 99 '' 'none said=so-it-is'
has err "B: '.* none said=so-it-is' ended with exit code 0 and wrote no file: it must .* claimcheck run, or --read must say what it prints; it said: so-it-is\$" 'no file'
tells 99 "A: 'false' ended with exit code 1 and wrote no file: it must take the options of claimcheck run, or --read must say what it prints\$" ab --a false --b "$stand_in"
# Where no file may be larger than nothing, not even what a side says is kept.
said "A: it ended with exit code 99; its output could not be saved in '.*/errors': File too large: let TMPDIR " \
    cramped 0 99 ab --a "$claimcheck" --b "$stand_in" --quiet
said 'B: it ended with exit code 99 and said nothing: run the command by itself, or let TMPDIR' ab 99 '' 'exit=99'
said 'B: it was killed by signal 9 .*: so-it-is$' ab 99 '' 'crash said=so-it-is'
# Nor where the caller ignores the ends of its children; and what a side's process has started ends with it.
code=0
"$python" - "$claimcheck" ab --a "$stand_in" --b "$stand_in after=3" --filter '^t' --quiet <<'PYTHON' >out 2>err || code=$?
import os, signal, sys
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
os.execv(sys.argv[1], sys.argv[1:])
PYTHON
[ "$code" -eq 99 ] || fail "children that nobody waits for: exit code $code"
printf '#!/bin/sh\n%s pid=pid stall=0 "$@"\ntrue\n' "$stand_in" >wrapped
chmod +x wrapped
alive() {
    [ -s pid ] && grep -q '^State:[[:space:]]*[^Z]' "/proc/$(cat pid)/status" 2>/dev/null
}
cc 77 ab --a ./wrapped --b "$stand_in" --filter '^t' --budget 0.5s --quiet
[ -s pid ] || fail 'no process was started'
! alive || fail 'a process that a side started lives on'
# begun SIDE WORD...: a session of it, with WORD before it, whose side has begun; its number in `ab_pid`.
begun() {
    rm -f pid
    "${@:2}" "$claimcheck" ab --a "$1" --b "$stand_in" --filter '^t' --quiet >out 2>err &
    ab_pid=$!
    for _ in $(seq 500); do
        [ ! -s pid ] || break
        sleep 0.01
    done
}
# ended_by SIGNAL WHAT: the session ends by it, and says so.
ended_by() {
    local code=0
    kill "-$1" "$ab_pid"
    wait "$ab_pid" || code=$?
    [ "$code" -eq 99 ] || fail "$2: exit code $code"
    has err 'ab: interrupted' "$2"
}
# A terminal that goes ends it as well, in good order.
begun ./wrapped env --default-signal=HUP
ended_by HUP SIGHUP
! alive || fail 'SIGHUP: a process lives on'
dies() {
    for _ in $(seq 500); do
        alive || return 0
        sleep 0.01
    done
    return 1
}
# A process that ignores the first signal is killed by a second one, seconds later.
printf '#!/bin/sh\ntrap "" TERM\n%s pid=pid stall=0 "$@"\ntrue\n' "$stand_in" >stubborn
chmod +x stubborn
begun ./stubborn env --default-signal=INT
kill -INT "$ab_pid"
sleep 2.1
alive || fail 'SIGINT: a process that ignores SIGTERM does not live on'
ended_by TERM 'SIGINT and SIGTERM'
dies || fail 'SIGINT and SIGTERM: a process lives on'
! compgen -G "$TMPDIR/claimcheck.*" >/dev/null || fail 'SIGINT and SIGTERM: a folder was left behind'
! alive || kill -9 "$(cat pid)"
# Nor does a side outlive a session that is killed; the next one removes its folder.
begun "$stand_in pid=pid stall=0" env
kill -KILL "$ab_pid"
wait "$ab_pid" 2>/dev/null || true
dies || fail 'SIGKILL: a side lives on'
! alive || kill -9 "$(cat pid)"
# Nor is anything told once it came while a timeline was taken.
"$claimcheck" ab --a "$stand_in stall-trace" --b "$stand_in slow=1.1" --filter '^t' >out 2>err &
ab_pid=$!
for _ in $(seq 3000); do
    ! grep -q 'a timeline of A' err || break
    sleep 0.01
done
ended_by TERM 'a timeline that is interrupted'
lacks out 'slower' 'a timeline that is interrupted'

# Two sessions on one device take turns; on software devices nobody waits.
"$claimcheck" ab --a "$stand_in side=a count=held stall=2" --b "$stand_in" --filter '^t' --quiet >holds 2>&1 &
holder=$!
for _ in $(seq 500); do
    [ "$(stat -c %s held 2>/dev/null || echo 0)" -lt 3 ] || break
    sleep 0.01
done
only . ab 99 '' '' --no-wait
XDG_RUNTIME_DIR=$work TMPDIR=$work ab 99 '' '' --no-wait # another login of the same machine
held="another session measures on 'GPU' \\(process [0-9]+ of user [0-9]+, since [0-9-]+ [0-9:]+\\): "
has err "^claimcheck: ab: ${held}leave out --no-wait to wait\$" '--no-wait'
refused "^claimcheck: selftest: another session measures on 'GPU'" selftest --gate --run "$stand_in" --quiet --no-wait
ab 0 software software --no-wait
said "ab: ${held}this one waits for its end\$" ab 77 '' '' --budget 0.3s
has err 'the budget was used up before both sides had measured once: give a larger --budget' 'a session that waits for too long'
(sleep 2 && kill "$holder") &
said "ab: ${held}this one waits for its end\$" ab 0 '' ''
wait
lock=claimcheck-$(printf '%s' "$STAND_IN_UUID" | sha256sum | cut -c 1-16).lock
[ ! -e "/run/lock/$lock" ] && [ ! -e "/dev/shm/$lock" ] && [ ! -e "/tmp/$lock" ] || fail 'a lock was left behind'
one="--a $stand_in --quiet"
# shellcheck disable=SC2086
{
    refused "cannot be started" ab $one --b ./nothing_there
    refused "'\\.' is a folder: of a technique, --b 'claimcheck --technique \\.'" ab $one --b .
    refused "--b has a folder: .* --filter" ab $one --b "$stand_in --technique x"
    refused "not quoted, and no shell runs it: write sh -c '...'\$" ab $one --b "$stand_in; true"
    refused 'begins with a variable, and no shell runs it: write env X=1 ' ab $one --b "X=1 $stand_in"
    refused "a command substitution, and no shell runs it" ab $one --b "\$(true)"
    refused "which two builds or commands" ab $one
    refused "not a regular expression" ab $one --b "$stand_in" --filter '('
    refused "takes a share" ab $one --b "$stand_in" --theta 3
    refused "takes a share" ab $one --b "$stand_in" --theta 0x5%
    refused "takes a share" ab $one --b "$stand_in" --theta ' 5%'
    refused "takes a time" ab $one --b "$stand_in" --budget 5x
    refused "pass, warn or fail" ab $one --b "$stand_in" --on-undecided=perhaps
    refused "on-undecided" ab $one --b "$stand_in" --on-inconclusive=fail
    refused "not a regular expression" ab --old-kernels nothing --filter '('
    refused "takes one device, not 'all'" ab $one --b "$stand_in" --device all
    refused "takes quick, paper, full or gate" ab $one --b "$stand_in" --profile slow
    refused "cannot write" ab $one --b "$stand_in" --out /dev/null/ab.json
}
if compgen -G "$TMPDIR/claimcheck.*" >/dev/null; then
    fail 'a folder was left behind'
fi
