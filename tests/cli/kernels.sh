#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# kernels.sh: what drivers make of kernels: `claimcheck list --kernels` with --device, --isa and --kernel, on devices that
# are not there: Mesa's RADV compiles for any chip of AMD, and needs none.
#
#   tests/cli/kernels.sh CLAIMCHECK RECORDER     RECORDER: tests/engine/gpu/recorder_layer.c, built
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
recorder=$2
. "$root/tests/cli/recorder.sh"

# A driver that says nothing of what it compiles is asked to make a device, and nothing else.
word=$(device_word)
recorded cc 0 list --kernels --device "$word"
has err 'reports no statistics of kernels: it lacks' 'a driver that says nothing'
has out 'tile_subdivision/subtree' 'a driver that says nothing'
lacks log '^(allocate|submit)$' 'a device that compiles alone'
refused "no device matches 'nothing'" list --kernels --device nothing
refused 'device 7 does not exist' list --kernels --device 7
VK_DRIVER_FILES=/nonexistent VK_ICD_FILENAMES=/nonexistent cc 77 list --kernels --device 7
saved untold.json list --kernels --device "$word" --json
refused "'untold.json' is of no device: its driver reported nothing" list --kernels --device "$word" --against untold.json
refused 'go with --kernels' list --isa
refused 'go with --kernels' list --kernel cbt/decode=x.comp
refused 'go with --kernels' list --diff cbt/decode=x.comp
refused "'all', not 'some'" list --kernels --isa=some
refused "did you mean 'tile_subdivision/subtree'" list --kernels tile_subdivision/subtre
refused 'name them' list --kernels --filter cbt
refused 'cannot|no such|not there' list --kernels --kernel cbt/decode=none.comp
cc 0 list --kernels cbt/decode tile_subdivision/subtree
[ "$(wc -l <out)" -eq 3 ] || fail 'other kernels than those named'
cc 0 list --kernels --format csv
grep -e '^cbt/' out >kernels-of-cbt
cc 0 list --kernels cbt tile_subdivision/subtree cbt/decode --format csv
[ "$(grep -c '^tile_subdivision/' out)" -eq 1 ] && grep -e '^cbt/' out | cmp -s - kernels-of-cbt || fail 'other kernels than those of a technique'
refused "there is no kernel 'cb'" list --kernels cb

radv=$(find /usr/share/vulkan/icd.d /etc/vulkan/icd.d -name 'radeon_icd*.json' 2>/dev/null | LC_ALL=C sort | head -n 1 || true)
export VK_DRIVER_FILES=$radv VK_ICD_FILENAMES=$radv
if [ -z "$radv" ] || ! { RADV_FORCE_FAMILY=NAVI21 "$claimcheck" devices 2>/dev/null || true; } | grep NAVI21 >/dev/null; then
    printf 'no RADV here that compiles without its hardware\n'
    exit $((failed > 0 ? 1 : 77))
fi

# Every kernel for the chip of the paper of 2024.
export RADV_FORCE_FAMILY=NAVI21
recorded cc 0 list --kernels --device NAVI21 --json
lacks log '^(allocate|submit)$' 'a device that compiles alone'
holds out <<'END'
assert "NAVI21" in run["device"], run["device"]
kernels = run["kernels"]
compute = [kernel for kernel in kernels if kernel["stage"] == "compute"]
assert len(compute) > 100
for kernel in compute:
    if kernel.get("reason"):
        assert kernel["reason"].startswith("the device lacks "), kernel
        assert kernel["statistics"] is None, kernel
        continue
    figures = {entry["name"]: entry["value"] for entry in kernel["statistics"]}
    for name in ("SGPRs", "VGPRs", "Spilled SGPRs", "Spilled VGPRs", "LDS size", "Code size", "Instructions",
                 "Subgroups per SIMD"):
        assert figures[name] >= 0, (kernel["name"], name)
    assert figures["VGPRs"] > 0 and figures["Instructions"] > 0, kernel["name"]
    # The driver counts in granules; what is declared is within them.
    assert figures["LDS size"] >= kernel["shared_bytes"] or figures["LDS size"] == 0, (kernel["name"], figures["LDS size"])
lacking = {kernel["reason"] for kernel in compute if kernel.get("reason")}
assert len(lacking) <= 2, lacking
assert all(kernel["statistics"] is None for kernel in kernels if kernel["stage"] != "compute")
END

# Its instructions, and all that comes before them.
shows 'VGPRs: [0-9]+' list --kernels cbt/decode --isa --device NAVI21
has out 's_endpgm' '--isa'
lacks out 'OpenGL|shader: MESA_SHADER|^impl main' '--isa without all'
cc 0 list --kernels cbt/decode --isa=all --json
holds out <<'END'
(kernel,) = run["kernels"]
texts = kernel["representations"]
assert len(texts) >= 2 and all(entry["text"] and entry["name"] for entry in texts), [entry["name"] for entry in texts]
assert "s_endpgm" in texts[-1]["text"] and "s_endpgm" not in texts[0]["text"]
END

# A file beside the kernel that it is to stand in for.
if command -v glslc >/dev/null; then
    "$claimcheck" list --source cbt/decode >same.comp
    shows 'against cbt/decode:' list --kernels --kernel cbt/decode=same.comp --isa --device NAVI21
    has out 'the same SPIR-V' 'a file'
    has out 'no statistic differs' 'a file'
    has out 'Assembly: the same, [0-9]+ lines' 'a file'
    sed 's/^void main()$/void main_before()/' same.comp >more.comp
    printf 'shared float more[1024];\nvoid main()\n{\n    more[gl_LocalInvocationIndex] = sin(float(gl_GlobalInvocationID.x));\n' >>more.comp
    printf '    barrier();\n    if (more[1023 - gl_LocalInvocationIndex] != 7.0)\n        main_before();\n}\n' >>more.comp
    shows 'LDS size: 0 -> 4096' list --kernels --kernel cbt/decode=more.comp --isa --device NAVI21
    has out 'Assembly: [0-9]+ -> [0-9]+ lines' 'a file that differs'
    lacks out 'the same' 'a file that differs'
    # Side by side: numbers, then lines that both have, that differ, and that one alone has.
    shows '^\| barriers +0 +1$' list --kernels --diff cbt/decode=more.comp --device NAVI21
    has out '^\| LDS size +0 +4096$' '--diff'
    has out '^  push bytes +0 +0$' '--diff'
    has out '^ s_endpgm .* s_endpgm' '--diff, a line of both'
    has out '^ {37}  >  s_barrier' '--diff, a line of the file alone'
    [ "$(grep -c ' [|] ' out)" -gt 5 ] || fail '--diff: no lines that differ'
    [ "$(awk '{ if (length > most) most = length } END { print most }' out)" -le 80 ] || fail '--diff: a line of more than 80'
    cc 0 list --kernels --diff cbt/decode=same.comp --device NAVI21
    lacks out '^[|]| [|<>] ' '--diff of the same'
    refused 'diff' list --kernels --diff cbt/decode=same.comp --kernel cbt/decode=same.comp
fi

# The report's chip. This driver says that it has a clock there, which the chip has not, and ends itself on it: that costs
# the kernel alone.
export RADV_FORCE_FAMILY=TAHITI
few=(cbt/decode cbt/reduce_tile reyes_subdivision/local thread_group_tiling/measured_clock tile_subdivision/subtree)
cc 0 list --kernels "${few[@]}" --device TAHITI --json
holds out <<'END'
kernels = {kernel["name"]: kernel for kernel in run["kernels"]}
assert len(kernels) == 5, kernels.keys()
clock = kernels.pop("thread_group_tiling/measured_clock")
assert clock["statistics"] or clock["reason"].startswith(("the driver crashed: ", "the device lacks ")), clock
for name, kernel in kernels.items():
    figures = {entry["name"]: entry["value"] for entry in kernel["statistics"]}
    assert figures["VGPRs"] > 0 and figures["Instructions"] > 0, name
END
