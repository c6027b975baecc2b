#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# foreign.sh: results of other tools in place of run files. The inputs are those of tests/fuzz/corpus/foreign: google/benchmark
# 1.7.1 and hyperfine 1.15 wrote theirs, but for the ends of lines; the others are written after their tools' documentation.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/faults.sh"
cp "$root"/tests/fuzz/corpus/foreign/* .
marked='not verified, not in turns'

# 1. Each form is found, and says of each row that nobody here has checked it.
while read -r file rows words; do
    shows "$words" show "$file"
    lacks out 'fastest verified: [^n]' "$file: what nobody has checked is no winner"
    cc 0 export "$file" --format csv
    [ "$(grep -c "$marked" out)" -eq "$rows" ] || fail "$file: not $rows rows with their mark"
done <<'END'
gbench 3 broken +error +no device
hyperfine 2 env true
tuner_open 3 CompilationFailedConfig
llama 2 tg128@d512
llama_lines 2 tg128@d512
csv 2 a "b", c
END
shows 'error +its command ended with another exit code than 0' show hyperfine_failed
shows 'd/4,.*,2000*,.*a rate in GB/s|d/4,.*a rate in GB/s' export csv --format csv
shows "scan/65536.*$marked" export gbench --format tidy
cc 0 export gbench --format view --out view.json
has view.json "$marked" 'the page'

# 2. Samples of nvbench lie beside its file, and must be whole.
refused "its samples in 'nv.json-bin/0.bin' cannot be read: No such file" show nvbench
mkdir nv.json-bin
python3 -c 'import struct; open("nv.json-bin/0.bin", "wb").write(struct.pack("20f", *[1e-5 * (1 + i % 7 / 100) for i in range(20)]))'
shows 'copy +10.3 µs' show nvbench
has out 'scan +unsupported +too big' 'nvbench: a state that was skipped'
truncate -s 76 nv.json-bin/0.bin
refused 'has 76 bytes, and not its 20 samples' show nvbench

# 3. Words carry the mark; one number gives none.
cp gbench other
sed -i 's/"date": "20/"date": "19/; s/"real_time": /"real_time": 3/' other
shows "^      .*$marked" compare gbench other
has out '^  (FASTER|SLOWER|SAME|UNDECIDED) ' 'the words'
cp gbench gbench.json
shows "$marked" history . --case '^scan'
cat >claims.json <<'END'
{"schema_version": 2, "technique": "gbench", "recorded": "2026-11-26", "figures": [], "protocol": ["none"],
 "paper": {"id": "one", "title": "One", "authors": ["A B"], "kind": "technical report", "year": 2026, "doi": null, "doi_note": "none"},
 "hardware": [{"id": "unstated", "device": "not stated", "driver": null, "driver_note": "not stated"}],
 "defaults": {"hardware": null, "profile": "paper", "preconditions": [], "deviations": ["none"]},
 "claims": [{"id": "one.faster", "statement": "The scan is faster than the loop.", "says": "faster", "number": "paper",
  "value": 1.1, "word": "faster", "name_a": "the scan", "name_b": "the loop", "a": "^scan/65536$", "b": "^loop/65536$", "measure": "wall",
  "source": {"where": "abstract", "read": "text", "quote": "faster"},
  "registered": {"commit": "62cb26660cab", "date": "2026-11-26", "sha256": null}}]}
END
shows '^(CONFIRMED|STRONGER|UNDECIDED|WEAKER)' claims gbench --published claims.json
has out 'not verified' 'claims: the mark'
lacks out 'in the same rounds of' 'claims: no pairs'
cat >one.csv <<'END'
name,value,unit
scan/65536,1,us
loop/65536,9,us
END
tells 77 'no claim was measured' cite one.csv
cc 77 claims one.csv --published claims.json
has out '^NOT TESTABLE  one.faster' 'one number each'
has out '1 sample gives no interval' 'one number each: why'
lacks out '· NOT TESTABLE' 'one number each: the verdict once'

# 4. What is none says so by name, and no value passes that is no time.
printf '{"context":{},"benchmarks":[{"name":"a","real_time":0.0,"time_unit":"ns"}]}' >zero
refused "'zero' is not read as gbench: a value of 'a' is 0, and must be above 0" show zero
printf '{"context":{},"benchmarks":[{"name":"a","real_time":1.0,"time_unit":"parsecs"}]}' >unit
refused "the unit 'parsecs' of 'a' is neither a time .* nor a rate" show unit
printf '{"context":{},"benchmarks":[{"name":"a","real_time":1.0,"time_unit":"ns","skipped":true,"skip_message":"no room"},{"name":"b","real_time":1.0,"time_unit":"ns"}]}' >left_out
shows 'a +unsupported +no room' show left_out
printf '[{"model_filename":"m","n_prompt":4,"avg_ns":5,"build_commit":"a","samples_ns":[]},{"model_filename":"m","n_gen":4,"samples_ns":[5]}]' >empty
refused "'m' has no value" show empty
printf '{"context":{},"benchmarks":[{"run_type":"aggregate","real_time":1.0}]}' >none
refused 'it has no value of that form' show none
printf '{"context":{},"benchmarks":[{"name":"a","real_time":1.' >cut
refused 'not read as gbench' show cut
for line in 'a,nan,us' 'a,-1,us' 'a,1e999,us' 'a,x,us' 'a,1,J' 'a,1'; do
    printf 'name,value,unit\n%s\n' "$line" >bad.csv
    refused "'bad.csv' is not read as csv: " show bad.csv
done
printf 'name,value,unit\na,1,us\na,1,GB/s\n' >bad.csv
refused "'a' has two units, 'a time' and 'GB/s'" show bad.csv
printf 'name,value,unit,value\na,1,us,100\n' >bad.csv
refused "" show bad.csv
printf 'name,value,unit\n\033[2Ja,1,us\n' >strange.csv
cc 0 show strange.csv
plain 'a name that would move a terminal'

# 5. Packed ones are read; a value that is no text is a part of a name; devices are not mixed; tables of other columns are named.
gzip -c gbench >packed.gz && xz -c gbench >packed.xz
for file in packed.gz packed.xz; do shows "$marked" show "$file"; done
printf '{"results":[{"command":"a","times":[1,2],"exit_codes":[0,0],"parameters":{"n":4}}]}' >number
shows '^n=4 ' show number
sed 's/"id":0,"name":"[^"]*"}/&,{"id":1,"name":"Other"}/; s/"device":0/"device":1/; s|nv/json/bin:|x:|' nvbench >second
shows '^Other, ' show second
sed 's/"name":"Device=0 n=2^21"/&,"device":0/' second >mixed
refused 'it has states of several devices' show mixed
printf '{"context":{},"benchmarks":[{"run_type":"aggregate","name":"a_mean","real_time":1.0}]}' >aggregates
refused 'it has no value of that form, but aggregates: write it without --benchmark_report_aggregates_only' show aggregates
printf '{"context":{},"benchmarks":[{"name":"a","error_occurred":true,"error_message":"broken"}]}' >errors
shows 'a +error +broken' show errors
printf '{"device_name":"x","kernel_name":"k","tune_params_keys":["a"],"cache":{"1":{"time":1e20},"2":{"time":3.0}}}' >failures
shows 'a=1 +unsupported' show failures
printf '{"results":[{"command":"a","times":[%s1],"exit_codes":[0]}]}' "$(yes 1, | head -n 40000 | tr -d '\n')" >long
shows '^  a +1.00 s' show long
printf '{"meta":{"version":{"nvbench":{}}},"benchmarks":[{"name":"b","states":[{"name":"x","is_skipped":true,"skip_reason":"too big"}]}]}' >skipped
shows 'b +unsupported +too big' show skipped
printf 'name;value;unit\na;1,5;ms\n' >semicolons.csv
refused "of tables, a CSV is read whose first line names the columns name, value and unit" show semicolons.csv

# 6. Tens of thousands of rows, each of its own workload, take seconds: with a look at all cases for each one, minutes.
awk 'BEGIN { print "name,value,unit"; for (i = 0; i < 30000; i++) print "a/" i "," 9 + i % 7 ",us" }' >many.csv
ran 0 limited -t 30 "$claimcheck" show many.csv
has out '^30000 cases: 30000 ok' 'many rows'
ran 0 limited -t 30 "$claimcheck" report many.csv --out many
# shellcheck disable=SC2016
ran 0 bash -o pipefail -c '"$0" export many.csv --format csv | head -n 1' "$claimcheck" # whose reader has seen enough
