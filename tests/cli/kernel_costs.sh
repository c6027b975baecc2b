#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# kernel_costs.sh: this tree gates itself by what Mesa's RADV makes of all kernels for four chips of AMD (GCN, RDNA 1, 2 and 3),
# none of which needs to be here: registers, spills, scratch memory and instructions are those of results/kernel_costs/, at the
# constants of the sources and, in CHIP-cases, at those of a few cases. docs/devices/amd.md says what that is. Where Mesa is another
# than these are of, it skips.
#
#   tests/cli/kernel_costs.sh CLAIMCHECK [accept REASON]      accept: keeps what it makes of them now, for a commit
#
# CLAIMCHECK_CHIP names one other chip in their place, for a newer Mesa: tests/release/debian13.sh has GFX1201 of RDNA 4.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"

radv=$(find /usr/share/vulkan/icd.d /etc/vulkan/icd.d -name 'radeon_icd*.json' 2>/dev/null | LC_ALL=C sort | head -n 1 || true)
export VK_DRIVER_FILES=$radv VK_ICD_FILENAMES=$radv
# A device that cannot be timed ends `devices` with 77.
chips=(TAHITI NAVI10 GFX1100 NAVI21)
[ -z "${CLAIMCHECK_CHIP-}" ] || chips=("$CLAIMCHECK_CHIP")
if [ -z "$radv" ] || ! { RADV_FORCE_FAMILY=${chips[-1]} "$claimcheck" devices 2>/dev/null || true; } | grep -q "${chips[-1]}"; then
    printf 'no RADV here that compiles without its hardware\n'
    exit 77
fi
kept=$root/results/kernel_costs
# A point of each technique, small enough for its input to take no second.
cases='^(cbt[.]sum_reduction/[^/]*/depth:18/bits:quarter|tile_subdivision[.]average/[^/]*/map:teapot/top:6/threshold:own/falloff:1'
cases+='|stream_reduction[.]compact/[^/]*/n:64/p:0.5/element:tuple|thread_group_tiling[.]gather/[^/]*/width:640'
cases+='|reyes_subdivision[.]frame/[^/]*/scene:teapot/size:800x800/limit:16/max_depth:15|detp[.]estimate/[^/]*/size:10000x10000/mode:B)$'

# accept FOLDER REASON: what the gate looks at, in the place of the earlier listing, which git keeps.
accept() {
    local file
    mkdir -p -- "$kept/$1"
    find "$kept/$1" -name '*.json.gz' -delete
    file=$kept/$1/$(date +%Y%m%d)
    "$python" - "$work/out" "$2" <<'PYTHON' | gzip -9 -n >"$file.json.gz"
import json, sys
document = json.load(open(sys.argv[1]))
costs = ("SGPRs", "VGPRs", "Spilled SGPRs", "Spilled VGPRs", "Scratch size", "Instructions", "Subgroups per SIMD")
kernels = [{"name": kernel["name"], "sha256": kernel["sha256"],
            "statistics": [s for s in kernel["statistics"] or [] if s["name"] in costs] or None}
           for kernel in document["kernels"]]
json.dump({"reason": sys.argv[2], **{key: document[key] for key in ("device", "driver_name", "driver_info")},
           "kernels": kernels}, sys.stdout)
PYTHON
    printf 'accepted: %s\n' "${file#"$root"/}.json.gz"
}

# held FOLDER [OPTION]...: the device's listing is the newest of the folder; ends the script where it is not. Sets `newest`.
held() {
    newest=$(find "$kept/$1" -name '*.json.gz' | sed 's/\.json\.gz$//' | LC_ALL=C sort -V | tail -n 1).json.gz
    local code=0
    "$claimcheck" list --kernels --device "$chip" --against "$newest" "${@:2}" >out 2>err || code=$?
    cat out err
    if [ "$code" -eq 77 ]; then
        exit 77
    elif [ "$code" -ne 0 ] || ! grep -q -E '^kernels: 0 more, 0 lost, 0 fewer, [1-9][0-9]* same, 0 gone, 0 new$' out; then
        printf 'where that is meant: tests/cli/kernel_costs.sh CLAIMCHECK accept REASON, and commit the files\n'
        exit 1
    fi
}

# The last is the one that planted faults are shown by, below.
for chip in "${chips[@]}"; do
    export RADV_FORCE_FAMILY=$chip
    folder=$(printf '%s' "$chip" | tr '[:upper:]' '[:lower:]')
    if [ "${2-}" = accept ]; then
        cc 0 list --kernels --device "$chip" --json
        accept "$folder" "$3"
        cc 0 list --kernels --device "$chip" --as "$cases" --json
        accept "$folder-cases" "$3"
        continue
    fi
    held "$folder-cases" --as "$cases"
    held "$folder"
done
[ -z "${CLAIMCHECK_CHIP-}" ] || exit "$((failed > 0))"
if [ "${2-}" = accept ]; then
    "$root/scripts/maintain/amd_page"
elif ! "$root/scripts/maintain/amd_page" --check; then
    exit 1
fi
[ "${2-}" != accept ] || exit "$((failed > 0))"

# Planted changes of the earlier listing are seen: fewer registers, more instructions, a missing kernel, an unknown one, one that
# the driver no longer compiles, another driver.
"$python" - "$newest" <<'PYTHON'
import copy, gzip, json, sys
kept = json.load(gzip.open(sys.argv[1]))
def write(name, change):
    document = copy.deepcopy(kept)
    change(document)
    json.dump(document, open(name, "w"))
def statistic(document, name, by):
    kernel = next(k for k in document["kernels"] if k["name"] == "cbt/decode")
    next(s for s in kernel["statistics"] if s["name"] == name)["value"] += by
def lost(document):
    kernel = next(k for k in document["kernels"] if k["name"] == "thread_group_tiling/matmul_coopmat")
    kernel["statistics"] = [{"executable": "Compute Shader", "name": "VGPRs", "value": 1}]
write("more.json", lambda d: statistic(d, "VGPRs", -8))
write("fewer.json", lambda d: statistic(d, "Instructions", 5))
write("gone.json", lambda d: d["kernels"].append(dict(d["kernels"][0], name="cbt/of_before")))
write("new.json", lambda d: d["kernels"].remove(next(k for k in d["kernels"] if k["name"] == "cbt/decode")))
write("lost.json", lost)
write("mesa.json", lambda d: d.update(driver_info="Mesa 99.0.0"))
write("none.json", lambda d: d.update(kernels=[]))
PYTHON
few=(list --kernels cbt/decode --device NAVI21 --against)
printed '^  more   cbt/decode, Compute Shader, VGPRs: [0-9]+ -> [0-9]+$' cc 1 "${few[@]}" more.json
shows '^  fewer  cbt/decode, Compute Shader, Instructions: [0-9]+ -> [0-9]+$' "${few[@]}" fewer.json
has out '^kernels: 0 more, 0 lost, 1 fewer, 0 same, 0 gone, 0 new$' 'fewer instructions'
printed '^  lost   thread_group_tiling/matmul_coopmat: the device lacks ' cc 1 list --kernels --device NAVI21 --against lost.json
shows '^  gone   cbt/of_before$' list --kernels --device NAVI21 --against gone.json
if command -v glslc >/dev/null; then
    "$claimcheck" list --source cbt/decode >mine.comp
    cc 0 list --kernels --kernel cbt/decode=mine.comp --device NAVI21 --against gone.json
    has out '^kernels: 0 more, 0 lost, 0 fewer, 1 same, 0 gone, 0 new$' 'a kernel with a file beside it'
fi
tells 77 'no kernel is compiled in both' "${few[@]}" new.json
tells 77 "is of '.*NAVI21.*' by radv Mesa 99.0.0, this is " "${few[@]}" mesa.json
cc 77 "${few[@]}" none.json
cc 1 "${few[@]}" more.json --json
holds out <<'PYTHON'
against = run["against"]
assert against["more"] == 1 and against["changes"][0]["statistic"] == "VGPRs", against
PYTHON
# The constants that a case sets: a group of 256 invocations where the source alone says 1. One that waits for an answer of the
# device is named, and ends with 99; one that the chip cannot run is named.
cc 0 list --kernels --device NAVI21 --as '^cbt[.]sum_reduction/prepass/depth:18/bits:quarter$' --json
holds out <<'PYTHON'
assert [c["reason"] for c in run["cases"]] == [None], run["cases"]
prepass = next(k for k in run["kernels"] if k["name"].startswith("cbt/reduce_prepass:18,"))
assert prepass["constants"][0] == 18 and prepass["statistics"] and prepass["case"] == run["cases"][0]["name"], prepass
PYTHON
cc 99 list --kernels --device NAVI21 --as '^cbt[.]update/packed/sequence:N/depth:20/frame:split$'
has err '1 of 1 cases failed, since nothing is run' 'a set-up that waits for the device'
cc 0 list --kernels --device NAVI21 --as '^detp[.]estimate/ray_(tracing|query)/size:10000x10000/mode:B$'
has out 'kernels, then: the device lacks ray_tracing_pipeline' 'a case that the device cannot run'
cc 77 list --kernels --device NAVI21 --as '^detp[.]estimate/ray_tracing/size:10000x10000/mode:B$'
refused 'they have no kernels' list --kernels --device NAVI21 --as '^ceilings[.]host_bandwidth/'
refused 'selects no case' list --kernels --device NAVI21 --as nothing_such
refused 'leave out names of kernels' list --kernels cbt/decode --device NAVI21 --as '^cbt[.]sum'
refused 'is a JSON schema' list --kernels --device NAVI21 --against "$root/results/run.schema.json"
refused 'cannot read' list --kernels --device NAVI21 --against nowhere.json
refused -- '--device D' list --kernels --against more.json
refused -- 'go with --kernels' list --against more.json
