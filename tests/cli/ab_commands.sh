#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# ab_commands.sh: `claimcheck ab --read` of commands that are no builds: what it reads, what it says of commands that fail, hang,
# print nothing or what is no time, and change their rows or units. Their numbers are made up: no time is judged.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/faults.sh"
mkdir tmp
export TMPDIR=$work/tmp
samples=$root/tests/fuzz/corpus/foreign

# made SCALE: a command whose rows take so many times as long, each launch a bit differently.
cat >made <<'END'
#!/bin/sh
i=$(cat count 2>/dev/null || echo 0)
echo $((i + 1)) >count
awk -v s="$1" -v i="$i" 'BEGIN { for (k = 0; k < 6; k++) { n = 1 + ((i * 7 + k * 3) % 11) / 2000 + i / 1e6; printf "copy/4 %.8f us\nscan up/4 %.8f GB/s\n", 10 * s * n, 5 / s / n } }'
END
chmod +x made
gate() { cc "$1" ab --quiet --seed 3 "${@:2}"; }

# 1. Words and exit codes.
printed 'rows: 2 SAME' gate 0 --a './made 1' --b './made 1' --read lines
has out 'not verified' 'nobody checked their results'
printed '^  SLOWER +1\.[12]..? .*scan up' gate 1 --a './made 1' --b './made 1.2' --read lines --out ab.json --junit ab.xml
has out 'again to confirm' 'what is slower is confirmed'
has out "ab --a './made 1' --b './made 1.2' --read lines --filter '\^\(copy/4\|scan up/4\)\\$'" 'the command for what failed'
holds ab.json '{row["verdict"] for row in run["rows"]} == {"SLOWER"}'
gate 0 --a './made 1' --b './made 1.2' --read lines --gate advisory
printed 'rows: 2 FASTER' gate 0 --a './made 1' --b './made 0.8' --read lines
refused 'the filter selects no case' ab --quiet --a './made 1' --b './made 1.2' --read lines --filter '^none$'

# 2. The control: where A differs from A, nothing is believed. This command knows by the seed which of its calls is the control's.
cat >told <<'END'
#!/usr/bin/env python3
import os, sys
state, kinds = int(sys.argv[1]), []
def draw(bound):
    global state
    state = (state + 0x9e3779b97f4a7c15) % 2**64
    word = state
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9 % 2**64
    word = (word ^ word >> 27) * 0x94d049bb133111eb % 2**64
    return (word ^ word >> 31) % bound
for block in range(40):
    for turn in range(5):
        order = [0, 1, 2]
        for i in (2, 1):
            k = draw(i + 1)
            order[i], order[k] = order[k], order[i]
        if turn == 0:
            kinds += [side for side in order if side != 1]
calls = len(open("calls").read()) if os.path.exists("calls") else 0
open("calls", "a").write("x")
for k in range(5):
    print("copy %.6f us" % ((100 + k / 10 + calls / 1e5) * (1.2 if kinds[calls] == 2 else 1)))
END
chmod +x told
gate 99 --a './told 3' --b "sh -c 'printf \"copy 130.%s\$\$ us\n\" 0 1 2 3 4'" --read lines
has out 'result discarded: this machine is too noisy: the old side differed from itself' 'the control'
has err "warning: ab: 'copy' of A against itself: 1\.20" 'the control, by name'

# 3. Files, and forms. `anew` writes a result as if it had been measured again.
cat >anew <<'END'
#!/usr/bin/env python3
import random, re, sys
text = re.sub(r"\d+\.\d{3,}|\b\d{7,}\b", lambda m: "%.9g" % (float(m[0]) * random.uniform(0.9999, 1.0001)), open(sys.argv[1]).read())
(open(sys.argv[2], "w") if sys.argv[2:] else sys.stdout).write(text)
END
chmod +x anew
same() { gate "$1" --a "./anew $2" --b "./anew $2" --read "${@:3}"; }
gate 0 --a "./anew $samples/gbench {out}" --b "./anew $samples/gbench {out}" --read gbench --filter scan --theta 20%
same 77 "$samples/hyperfine" hyperfine
has out 'rows: 2 UNDECIDED' 'true takes 1 to 21 ms'
same 0 "$samples/llama" llama-bench
same 0 "$samples/tuner_open" kernel-tuner --filter '16,'
same 0 "$samples/csv" csv
echo '{"a": [{"t": 3, "n": "p"}, {"t": 4}], "r": {"s": [5, 5]}}' >numbers
printed 'rows: 2 SAME' gate 0 --a 'cat numbers' --b 'cat numbers' --read 'json:a[*].t'
gate 0 --a 'cat numbers' --b 'cat numbers' --read rate:r.s
shows '  wall$' ab --quiet --a 'true' --b 'true' --read wall --theta 100%

# Numbers of an earlier launch, all and in their order, are no measurement, on either side.
for side in A B; do
    sides=('./made 1' './made 1')
    ./made 1 >replayed
    [ "$side" = B ] && sides[1]='cat replayed' || sides[0]='cat replayed'
    said "$side: it gave numbers of an earlier launch again" gate 99 --a "${sides[0]}" --b "${sides[1]}" --read lines
done
# Two files in turns are none, either, nor is one file for both sides.
./made 1 >replayed1
printf '%s\n' '#!/bin/sh' 'i=$(cat turn 2>/dev/null || echo 0)' 'echo $((1 - i)) >turn' 'cat "replayed$i"' >turns
chmod +x turns
mv replayed replayed0
gate 99 --a './made 1' --b ./turns --read lines --theta 0.1%
has err 'B: it gave numbers of an earlier launch again' 'two files in turns'
gate 99 --a 'cat replayed0' --b 'cat replayed0 ' --read lines
has err '[AB]: it gave numbers of an earlier launch again' 'one file for both'

# 4. Commands that do not do it: one line, and never 0.
line() { refused "$1" ab --quiet --a './made 1' --b "$2" --read lines --budget 20s; }
line "'1,234.5' is not a number" "printf 'copy/4 1,234.5 us\nscan up/4 5 GB/s\n'"
line "B: 'false' ended with exit code 1" false
line "B: 'sh -c 'echo why >&2; exit 3'' ended with exit code 3: why" "sh -c 'echo why >&2; exit 3'"
line "B: './absent' cannot be started: No such file" ./absent
line 'ended with exit code 0 and wrote nothing' true
line 'it has no value of that form' 'echo hello'
line "a value of 'copy' is nan, and must be above 0" 'echo copy nan us'
line "a value of 'copy' is -3, and must be above 0" 'echo copy -3 us'
line "a value of 'copy' is 0, and must be above 0" 'echo copy 0 us'
line "is in one launch of a side, and not in another" "sh -c 'echo copy\$(date +%N) 5 us'"
line "has two units, 'a time' and 'GB/s'" "printf 'copy 5 us\ncopy 5 GB/s\n'"
line 'ended with exit code 0 and wrote no \{out\}' "sh -c 'echo copy 5 us >elsewhere; : {out}'"
line 'wrote more than 64 MiB' yes
refused "not valid JSON, line 1: duplicate object key near '\"s\"'" ab --quiet --a 'cat numbers' --b "echo '{\"r\": {\"s\": 9, \"s\": 5}}'" --read json:r.s
cc 99 ab --quiet --a 'sleep 1' --b "sh -c 'sleep 1 & exit 0'" --read wall
has err 'B: .* left work running, which its wall time lacks' 'a side whose work goes on'
printf '{"context": {}, "benchmarks": [{"name": "a", "real_time": NaN, "time_unit": "ns"}]}' >nan.json
refused "[AB]: what 'cat nan.json' wrote is not read as gbench: it is not valid JSON, line 1: .*'NaN'; it looks like a result of google" \
    ab --quiet --a 'cat nan.json' --b 'cat nan.json' --read gbench
tells 77 'the budget was used up' ab --quiet --a './made 1' --b 'sleep 300' --read lines --budget 2s
cc 77 ab --quiet --a './made 1' --b "sh -c 'exit 77'" --read lines
printed 'MISSING' cc 77 ab --quiet --a './made 1' --b 'echo scan 5 us' --read lines
cc 1 ab --quiet --a './made 1' --b 'echo scan 5 us' --read lines --fail-on missing
printed 'INCOMPARABLE' cc 77 ab --quiet --a 'echo copy 5 us' --b 'echo copy 5 GB/s' --read lines
printed 'FAILED' cc 1 ab --quiet --a "cat $samples/hyperfine" --b "sed s/0,/7,/ $samples/hyperfine" --read hyperfine
printed 'FAILED' cc 1 ab --quiet --a "cat $samples/hyperfine" --b "sed s/0,/null,/ $samples/hyperfine" --read hyperfine
line=('{"context": {}, "benchmarks": [{"name": "a", "real_time": 5.' '}]}')
refused "the unit '' of 'a' is neither a time" ab --quiet --a "echo '${line[0]}1${line[1]}'" --b "echo '${line[0]}2${line[1]}'" --read gbench
refused '--read takes gbench' ab --a x --b y --read parsecs
refused '--read takes gbench' ab --a x --b y --read json:
refused 'ab: --read and --device: choose one' ab --a x --b y --read lines --device 0
refused 'which two builds or commands' ab --a x --read lines
[ -z "$(ls tmp)" ] || fail "left in TMPDIR: $(ls tmp)"
