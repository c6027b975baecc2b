#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# programs.sh: variants that are programs: a planted fault each, honest ones beside them, what a folder may say of them, and what
# they leave. Exit code: 0, 1, 77 (no compiler of C++ here).
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/faults.sh"
wants g++ python3
python=$(command -v python3)
export VK_DRIVER_FILES=/dev/null VK_ICD_FILENAMES=/dev/null XDG_CACHE_HOME=$work/cache LEFT=$work/left
mkdir cache folder

# Each planted fault, and the status that it must have. Of those of `mark` the time tells: they go on, with a mark.
declare -A wanted
for kind in honest noise bad_end lingers stays child stamped bound plants; do wanted[$kind]=ok; done
for kind in wrong tail replay keyed done cached stale sampled in_place racy short long lazy known; do wanted[$kind]=failed_verify; done
for kind in nan text below fewer untimed late device enqueued no_file hang deaf crash mute flood log_flood version nameless elsewhere spy \
    array twice broken indented closed real ahead; do wanted[$kind]=error; done
for kind in gone sorry; do wanted[$kind]=unsupported; done
for kind in hashed pair once half first early pending one_ns tenth; do wanted[$kind]=mark; done

# folder KIND...: variants of these.
folder() {
    cp "$root/tests/cli/programs/lie.py" "$root/tests/bench/declared/scan_programs/reference.py" folder
    "$python" - "$root/tests/bench/declared/scan_programs/technique.json" "$@" <<'P' >folder/technique.json
import json, sys
spec = json.load(open(sys.argv[1]))
spec["technique"] = "lies"
spec["axes"]["elements"] = {"quick": [32768], "paper": [32768], "full": [32768]}
spec["axes"]["type"] = {"quick": ["uint"], "paper": ["uint"], "full": ["uint"]}
spec["variants"] = {kind: {"program": [sys.executable, "lie.py", kind], "environment": ["LEFT"],
                           "api": "opencl" if kind in ("tenth", "stamped", "bound") else "host"} for kind in sys.argv[2:]}
print(json.dumps(spec))
P
}
# try KIND...: runs them together, and says their status in `found`.
declare -A found
try() {
    folder "$@"
    rm -f run.json run.json.journal
    "$claimcheck" run --technique folder --profile quick --samples 5 --no-ceilings --out run.json >out 2>err || true
    while IFS=$'\t' read -r name status reason; do
        found[$name]=$status
        printf '%-12s %-14s %s\n' "$name" "$status" "$reason"
    done < <("$python" -c 'import json
for case in json.load(open("run.json"))["cases"]:
    mark = case.get("mark", "")
    print(case["variant"], "mark" if mark and case["status"] == "ok" else case["status"], case["reason"] or mark, sep="\t")')
}
: >left
try "${!wanted[@]}"
[ -z "$(alive left)" ] || fail "left running: $(alive left | tr '\n' ' ')"
has err "'.*' left 'sleep' \(process [0-9]+\)( and [0-9]+ more)? running; it was ended" 'stays, child'
has err "ended with exit code 9 after its work" bad_end
[ ! -e cache/claimcheck/answer-planted.bin ] || fail 'plants: the planted answer stays'
[ "$(ls cache/claimcheck/answer-* | wc -l)" -ge 2 ] || fail "kept answers that no program wrote: $(ls cache/claimcheck)"
has err "did not end within 5 s of 'end', and was killed" lingers
holds run.json <<'P'
why = {case["variant"]: case["reason"] for case in cases}
assert "no \"times\" that is a whole number" in why["real"], why["real"]
assert "closed its standard input or output (at '" in why["closed"], why["closed"]
assert "did not answer 'run' within 10 s; what it printed is not a reply" in why["indented"], why["indented"]
P
for kind in "${!wanted[@]}"; do
    # A load of the host's may hide a time twice.
    for turn in 1 2; do
        [ "${wanted[$kind]}" != mark ] || [ "${found[$kind]}" = mark ] || try "$kind" honest
    done
    [ "${found[$kind]:-none}" = "${wanted[$kind]}" ] || fail "$kind: ${found[$kind]:-none}, wanted ${wanted[$kind]}"
done
# A device's clock counts where the host does not only launch, and its slope stands beside ours.
try stamped bound honest
holds run.json <<'P'
of = {case["variant"]: {name: metric["value"] for name, metric in case["metrics"].items()}
      for case in cases}
assert 0.5 < of["stamped"]["device_slope_ns"] / of["stamped"]["slope_ns"] < 1.5, of
assert "device_slope_ns" not in of["bound"] and "device_slope_ns" not in of["honest"], of
P
# Another draw of an input shows an answer that is kept for it; where no word may be another, that is said.
for fill in '{"below": 4000000000}' '"generator"'; do
    for turn in 1 2 3; do
        folder hashed honest
        printf '%s\n' 'import array, os, random' 'random.seed(int(os.environ["CLAIMCHECK_SEED"]))' \
            'array.array("I", (random.getrandbits(32) for i in range(32768))).tofile(open("source.bin", "wb"))' >folder/make.py
        "$python" - "$fill" <<'P'
import json, sys
spec = json.load(open("folder/technique.json"))
spec["inputs"]["source"]["fill"] = json.loads(sys.argv[1])
if sys.argv[1] == '"generator"':
    spec["generator"] = ["python3", "make.py"]
json.dump(spec, open("folder/technique.json", "w"))
P
        rm -f run.json run.json.journal
        cc 0 run --technique folder --profile quick --samples 5 --no-ceilings --out run.json
        "$python" -c 'import json; assert any("mark" in c for c in json.load(open("run.json"))["cases"] if c["variant"] == "hashed")' 2>err || continue
        break
    done
    [ ! -s err ] || fail "hashed of $fill has no mark"
done
holds run.json 'all("no word of its input may be another" in by_variant[kind]["mark"] for kind in ("hashed", "honest"))'
# A build, and a helper of each language.
cp -r "$root/tests/bench/declared/scan_programs" scan
turn() {
    rm -f run.json run.json.journal
    cc "$1" run --technique scan --profile quick --axis elements=4097 --samples 2 --no-ceilings --out run.json "${@:2}"
}
library=0 # which the exit code is: a program of the host that was asked for and not run is no success
"$python" -c 'import numpy' 2>/dev/null || library=77
turn "$library" --filter '/(cpp|numpy)/'
holds run.json 'by_variant["cpp"]["status"] == "ok" and by_variant["cpp"]["api"] == "host" and "partial_sum" in by_variant["cpp"]["program"]'
holds run.json 'by_variant["numpy"]["status"] == ("ok" if by_variant["numpy"].get("program") else "unsupported")'
[ "$(ls cache/claimcheck/builds | wc -l)" -eq 1 ] || fail "builds: $(ls cache/claimcheck/builds)"
# A build that another user may change is made anew, and so is one of another compiler or content.
built=$(echo cache/claimcheck/builds/*)
printf '#!/bin/sh\nexit 3\n' >"$built/scan_cpu"
chmod 777 "$built"
turn 0 --filter '/cpp/'
has err "'.*builds/.*' is not used, since another user may write" 'a build that others may write'
mkdir other
printf '#!/bin/sh\nexec g++ "$@"\n' >"other/g++"
chmod +x other/g++
sed -i "s|exec g++|exec $(command -v g++)|" other/g++
PATH=$work/other:$PATH turn 0 --filter '/cpp/'
[ "$(ls cache/claimcheck/builds | wc -l)" -eq 2 ] || fail "builds of two compilers: $(ls cache/claimcheck/builds)"
# Another array in place of the output's own is named, for nothing was written into it.
sed -i 's/numpy.cumsum(c.source, out=c.sums)/c.sums = numpy.cumsum(c.source)/' scan/scan_numpy.py
if [ "$library" -eq 0 ]; then
    turn 99 --filter '/numpy/'
    holds run.json '"TypeError: execute() puts another array into c.sums: write c.sums[:] = " in by_variant["numpy"]["reason"]'
fi
sed -i 's/need("numpy")/need("no_such_module")/' scan/scan_numpy.py
turn 77 --filter '/numpy/'
holds run.json '": install it for Python 3" in by_variant["numpy"]["reason"]'
sed -i 's/"g++", "-O3"/"g++", "-O3", "-DBROKEN=(", "-include", "no_such_header.h"/' scan/technique.json
turn 99 --filter '/cpp/'
holds run.json 'by_variant["cpp"]["status"] == "error" and "the build g++ ended with exit code 1: " in by_variant["cpp"]["reason"]'
sed -i 's/"g++", "-O3"/"no_such_compiler"/' scan/technique.json
turn 77 --filter '/cpp/'
holds run.json 'by_variant["cpp"]["status"] == "unsupported" and "no_such_compiler" in by_variant["cpp"]["reason"]'
has err "[.]scan/cpp was not run: 'no_such_compiler' is not installed" 'a variant that was not run'
# Beside one that runs, too; of another interface it is no fault.
changed "$root/tests/bench/declared/scan_programs/technique.json" scan/technique.json '
run["variants"].update(gone={"program": ["no_such_program"]}, far={"api": "opencl", "program": ["no_such_program"]})'
turn 77 --filter '/(cpp|gone)/'
holds run.json 'by_variant["cpp"]["status"] == "ok" and by_variant["gone"]["status"] == "unsupported"'
has err "/gone was not run: 'no_such_program' is not installed" 'a program that is missing'
turn 0 --filter '/(cpp|far)/'
cp "$root/tests/bench/declared/scan_programs/technique.json" scan

# Beside kernels of Vulkan, in their rounds: what is said across APIs is by wall time, and marked.
lavapipe=$(ls /usr/share/vulkan/icd.d/lvp_icd*.json 2>/dev/null | head -n 1 || true)
if [ -n "$lavapipe" ] && command -v glslc >/dev/null; then
    cp "$root"/techniques/prefix_scan/*.comp "$root/techniques/prefix_scan/"*.glsl scan 2>/dev/null || true
    cp "$root/techniques/prefix_scan/technique.json" kernels.json
    changed "$root/tests/bench/declared/scan_programs/technique.json" scan/technique.json 'kernels = json.load(open("kernels.json"))
run.update(let=kernels["let"], variants={"chained": kernels["variants"]["chained"], "cpp": run["variants"]["cpp"]})'
    VK_DRIVER_FILES=$lavapipe VK_ICD_FILENAMES=$lavapipe turn 0
    holds run.json 'by_variant["cpp"]["status"] == by_variant["chained"]["status"] == "ok" and by_variant["cpp"]["time_ratio"]["pairs"] == 2'
    has out 'x vulkan, two' 'two APIs'
    # One of another device is held against all by wall time: a winner for each clock.
    cp "$root/tests/cli/programs/lie.py" scan
    changed scan/technique.json scan/technique.json 'run["axes"]["type"].pop("check")
run["variants"]["stamped"] = {"program": [sys.executable, "lie.py", "stamped"], "api": "opencl"}'
    VK_DRIVER_FILES=$lavapipe VK_ICD_FILENAMES=$lavapipe turn 0
    holds run.json 'all(by_variant[name]["status"] == "ok" for name in ("cpp", "chained", "stamped"))'
    has out 'fastest verified: chained, ' 'the winner by the device'
    has out '(fastest by wall time, of all APIs: |no winner: . within noise .*)(cpp|from)' 'the winner by wall time'
    # A time of its device counts where an execution more takes as long: 0.7 of that does not.
    for share in 1 0.7; do
        changed run.json "said$share.json" <<P
run.pop("sum", None)
stamped = case("/stamped/")
scale = $share * stamped["metrics"]["slope_ns"]["value"] / stamped["gpu"]["median_ns"]
for name in [name for name, ns in stamped["gpu"].items() if name.endswith("_ns") and ns]:
    stamped["gpu"][name] *= scale
P
    done
    shows 'opencl, wall time, device [0-9.]+ .s' show said1.json --technique scan
    cc 0 show said0.7.json --technique scan
    lacks out ', device [0-9.]' 'a device that says less than an execution takes'
fi

# The page of the guide, as far as there is no GPU.
if "$python" -c 'import numpy' 2>/dev/null; then
    mkdir bin typed
    ln -s "$claimcheck" bin/claimcheck
    PATH=$(dirname -- "$python"):$work/bin:$PATH "$root/tests/cli/tutorial.py" --all typed "$root/docs/guide/your-program.md" >out 2>err ||
        fail 'docs/guide/your-program.md'
fi

# Its command lines are shown, and nothing of it runs before it is accepted.
cp "$root/tests/bench/declared/scan_programs/technique.json" scan
(unset CLAIMCHECK_TRUST && export XDG_STATE_HOME=$work/state && cd "$work" &&
    ! "$claimcheck" run --technique scan --profile quick --no-ceilings </dev/null >out 2>err) || fail 'it was not refused'
has err "python3 reference.py; g\+\+ -O3 -o scan_cpu scan_cpu.cpp; scan_cpu; " 'trust'

# spoil OLD NEW PATTERN: technique.json with that in place is refused in a line.
spoil() {
    sed "s|$1|$2|" "$root/tests/bench/declared/scan_programs/technique.json" >scan/technique.json
    refused "$3" run --technique scan
}
spoil '"fill": "random", "type": "type"' '"fill": "random"' "a program needs the \"type\" of 'source'"
spoil '"api": "cuda", "program": \["scan_hand"\]' '"api": "abacus", "program": ["scan_hand"]' "'abacus' is not one of"
spoil '"program": \["scan_hand"\], ' '' '"api" are of a variant with "program"'
spoil '"program": \["scan_cpu"\]' '"program": []' 'is not a program and its arguments'
spoil '"program": \["scan_cpu"\]' '"program": ["scan_cpu"], "steps": []' 'either "program", or "steps"'
spoil '"program": \["scan_cpu"\]' '"program": ["scan_cpu"], "times": 3' "times"
