#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# host.sh: `run` where there is no Vulkan device: cases of kind cpu run, others are left out. Judges no time.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/faults.sh"
export VK_DRIVER_FILES=/nonexistent VK_ICD_FILENAMES=/nonexistent
unset CLAIMCHECK_CPU_FEATURES || true

some=(--axis top=4 --axis map=scene,spots --samples 3 --seed 7 --no-ceilings)
both=(--filter 'tile_subdivision.subdivide/(recursion|subtree)/' "${some[@]}")

# whole FILE N: valid; N cases of the CPU alone, each with its time.
whole() {
    valid "$1"
    holds "$1" <<END
assert len(cases) == $2
assert run["device"]["kind"] == "host" and run["device"]["name"], run["device"]
assert not run["device"]["software"]
processor = run["context"]["processor"]
assert processor["usable_cpus"] >= 1 and processor["cpus"] >= processor["cores"] >= 1, processor
assert processor["model"] is None or processor["model"] == run["device"]["name"]
for case in cases:
    assert case["kind"] == "cpu" and case["status"] == "ok" and case["wall"]["median_ns"] > 0, case
    assert case["threads"]["count"] == 1 and case["threads"]["held"] <= 1
    assert len(case["samples"]["host_canary_ns"]) == 3
    assert case["time_ratio"] is None and case["gpu"] is None and case["kernels"] == []
END
}

# Cases that need a device are left out, in one line; the others are measured.
cc 0 run "${both[@]}" --out whole.json
[ "$(grep -c 'left out' err)" -eq 1 ] || fail 'one line says what is left out'
grep -q 'no Vulkan device found' err || fail 'why they are left out'
grep -q 'no Vulkan device' out || fail 'the table names the host'
whole whole.json 2

# In processes of their own, and swept.
cc 0 run "${both[@]}" --isolate --cache both --out isolated.json
whole isolated.json 4

# Nothing but what needs a device: as ever.
cc 77 run --filter 'tile_subdivision.subdivide/subtree/' "${some[@]}" --out none.json
[ "$(wc -l <err)" -eq 1 ] && grep -q 'no Vulkan device found' err || fail 'one line says why nothing is done'
grep -q 'VK_DRIVER_FILES=/nonexistent names all drivers: put that right, or unset it' err || fail 'the remedy'
# The loader would wait for another process.
mkfifo endless
for variable in VK_DRIVER_FILES VK_ICD_FILENAMES VK_ADD_DRIVER_FILES; do
    said "$variable=.* names something that is neither a file nor a folder" \
        ran 77 env "$variable=/nonexistent:$work/endless" timeout -k 5 60 "$claimcheck" devices
done
printf '{"file_format_version":"1.0.0","ICD":{"library_path":"./endless","api_version":"1.3.0"}}' >endless.json
said 'VK_DRIVER_FILES=.* names something that is neither a file nor a folder' \
    ran 77 env VK_DRIVER_FILES="$work/endless.json" timeout -k 5 60 "$claimcheck" devices
only . cc 77 run "${both[@]}" --device 0 --out none.json
cc 77 run "${both[@]}" --device all --out none.json
[ -z "$(find . -name 'none.json*' -print -quit)" ] || fail 'a run that did nothing left a file'

# A run that was cut short goes on without a device.
CLAIMCHECK_FAULT='exit:sample@map:spots' cc 3 run "${both[@]}" --out cut.json
cc 0 run --resume cut.json
whole cut.json 2
sed -i 's/"device":{"name":"/&another /' whole.json
changed whole.json other.json.journal 'run["device"]["name"] = "another CPU"
run = {key: value for key, value in run.items() if key not in ("workloads", "cases", "kernels")}'
printf '\n' >>other.json.journal
tells 99 "begun on 'another CPU'" run --resume other.json

# A list of features that cannot be read.
CLAIMCHECK_CPU_FEATURES=avx3 tells 99 "there is no feature 'avx3'" run "${both[@]}" --out none.json
CLAIMCHECK_CPU_FEATURES=none cc 0 run "${both[@]}" --out bare.json
valid bare.json
holds bare.json 'run["context"]["processor"]["features"] == [] and run["context"]["environment"]["CLAIMCHECK_CPU_FEATURES"] == "none"'

# Ceilings of an earlier run are this program's: another build measures its own, be it of the same commit.
export XDG_CACHE_HOME=$work/cache
kept=(--filter 'tile_subdivision.subdivide/recursion/' --axis top=4 --axis map=scene --seed 7)
cc 0 run "${kept[@]}" --out measured.json
tells 0 ', 1 case, to' run "${kept[@]}" --out taken.json
cp -- "$claimcheck" other
printf 'x' >>other
rm err
./other run "${kept[@]}" --out others.json >out 2>err </dev/null &
background=$!
awaits grep -q ' cases*, to' err
kills
grep -q ', [0-9][0-9] cases, to' err || fail 'another program takes ceilings that it has not measured'

# One CPU, and no right to be held on it, are no trouble.
if command -v taskset >/dev/null; then
    taskset -c "$(taskset -cp $$ | sed 's/.*: //; s/[,-].*//')" "$claimcheck" run "${both[@]}" --out one.json >out 2>err || fail 'one CPU'
    whole one.json 2
fi

# With a device, its cases come first in each round: its clock falls while the host computes.
ran '[0-9]+' env -u VK_DRIVER_FILES -u VK_ICD_FILENAMES "$claimcheck" run --axis n=64 --samples 6 --seed 3 --no-ceilings --out kinds.json \
    --filter 'stream_reduction.compact/(append|single_pass|branchless|simd)/'
if [ "$code" -eq 0 ] && grep -q '"kind": *"gpu"' kinds.json; then
    holds kinds.json <<'END'
orders = {kind: list(zip(*(case["samples"]["order"] for case in cases if case["kind"] == kind))) for kind in ("gpu", "cpu")}
assert len(orders["gpu"]) == len(orders["cpu"]) == 6, orders
assert all(max(device) < min(host) for device, host in zip(orders["gpu"], orders["cpu"])), orders
assert len(set(orders["gpu"])) > 1 or len(set(orders["cpu"])) > 1, "the order is the same in all rounds"
END
fi
