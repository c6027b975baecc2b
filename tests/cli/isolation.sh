#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# isolation.sh: what one bad case costs, in one process and in several, by planted faults on Mesa's CPU driver.
#
#   tests/cli/isolation.sh CLAIMCHECK [SECTION...]      those of the functions section_SECTION, or all
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"

# run CODE FAULT FILE ARGUMENTS...: measures two groups of 4 cases with a fault planted ('' for none).
run() {
    CLAIMCHECK_FAULT=$2 cc "$1" run --filter 'tile_subdivision.subdivide/(per_level|subtree)/' --axis top=4 --no-ceilings \
        --axis map=scene,spots --axis subtree_levels=1,2,3 --samples 3 --seed 1 --out "$work/$3" "${@:4}"
}

# ends FILE STATUS REASON REGEX: the cases that match, and no others, have the status and a reason that matches; all
# others are as in whole.json, measured, and with a ratio to a baseline that is ok.
ends() {
    "$python" - "$work/whole.json" "$work/$1" "${@:2}" 2>"$work/held" <<'END' || fail "$1 is not as it should be: $(tail -n 1 "$work/held")"
import json, re, sys
whole, run = (json.load(open(path)) for path in sys.argv[1:3])
status, reason, guilty = sys.argv[3:]
names = [case["name"] for case in run["cases"]]
assert sorted(names) == sorted(case["name"] for case in whole["cases"]), "other cases"
broken = {case["workload"] for case in run["cases"] if case["baseline"] and case["status"] != "ok"}
ended = [case for case in run["cases"] if case["status"] != "ok"]
assert ended, "no case ended badly"
for case in run["cases"]:
    if re.search(guilty, case["name"]):
        assert case["status"] == status, (case["name"], case["status"], case["reason"])
        assert re.search(reason, case["reason"]), case["reason"]
        assert case["samples"] is None and case["gpu"] is None, case
    else:
        assert case["status"] == "ok", (case["name"], case["status"], case["reason"])
        assert len(case["samples"]["gpu_total_ns"]) == 3, case["samples"]
        assert (case["time_ratio"] is None) == (case["workload"] in broken), case["time_ratio"]
assert "CLAIMCHECK_FAULT" in run["context"]["environment"]
measured = {case["workload"] for case in run["cases"] if case["status"] == "ok"}
facts = {workload["name"]: workload for workload in run["workloads"]}
assert measured <= set(facts), facts
assert all(workload in whole["workloads"] for workload in run["workloads"])
END
}

# costs STATUS REASON FAULT FILE ARGUMENTS...: the fault costs the cases that its expression fits, and no others.
costs() {
    run 99 "${@:3}"
    ends "$4" "$1" "$2" "${3#*@}"
}

# workers: of the process $1, that live.
workers() {
    { ps -o pid= --ppid "$1" || true; } | tr -d ' '
}

# gone PID...: each has ended, within some seconds.
gone() {
    local pid
    for pid in "$@"; do
        for _ in $(seq 100); do
            [ -d "/proc/$pid" ] || continue 2
            # A zombie that nobody waits for has ended.
            ! grep -q -s '^State:.Z' "/proc/$pid/status" || continue 2
            sleep 0.1
        done
        fail "process $pid lives on"
    done
}

whole() {
    [ -e "$work/whole.json" ] || run 0 '' whole.json --no-isolate
}

guilty='subtree/map:scene/.*levels:2$'

section_faults() {
    local kind mode
    whole
    run 0 '' isolated.json --isolate
    holds whole.json <<'END'
other = document("isolated.json")
assert run["workloads"] == other["workloads"]
for case in cases + other["cases"]:
    case["check"] = {key: value for key, value in case["check"].items() if not key.endswith("_ns") and key != "looks"}
for key in ("name", "status", "counters", "work", "check", "peak_bytes"):
    assert [case[key] for case in cases] == [case[key] for case in other["cases"]], key
assert [case["samples"]["order"] for case in cases] == [case["samples"]["order"] for case in other["cases"]]
END
    valid isolated.json
    for mode in --isolate --no-isolate; do
        said 'plants a fault' costs error 'out_of_memory' "alloc@$guilty" "alloc$mode.json" "$mode"
        costs error 'no host memory' "hostalloc@$guilty" "hostalloc$mode.json" "$mode"
        costs error 'not enough memory' "hostalloc:check@$guilty" "check$mode.json" "$mode"
        said 'the device was lost in' costs device_lost 'vkQueueSubmit2' "lost@$guilty" "lost$mode.json" "$mode"
        costs timeout '' "timeout:setup@$guilty" "timeout$mode.json" "$mode"
    done
    for kind in crash crash:setup; do
        said 'signal 11' costs error 'killed by signal 11 \(Segmentation fault\)' "$kind@$guilty" "$kind.json" --isolate
    done
    costs error 'exit code 3' "exit@$guilty" exit.json --isolate
    valid exit.json
    # Several of a group, and of both groups: each costs itself.
    costs error 'signal 11' 'crash@subtree/.*levels:[12]$' several.json --isolate
    costs device_lost '' 'lost@subtree/.*levels:[12]$' several_lost.json --no-isolate
    # The default where CI is set.
    CI=true costs error 'signal 11' "crash@$guilty" ci.json
}

section_hang() {
    whole
    costs timeout 'no sign of life for 4 s' "hang@$guilty" hang.json --isolate --case-timeout 4
}

section_baseline() {
    local mode
    whole
    costs error 'signal 11' 'crash@per_level/map:scene' baseline.json --isolate
    valid baseline.json
    for mode in --isolate --no-isolate; do
        costs device_lost '' 'lost:setup@per_level/map:spots/top:4' "baseline$mode.json" "$mode"
    done
    # All of them: each try ends one case, and the run comes to its end.
    costs error 'signal 11' 'crash@' all.json --isolate
}

# A crash in one bench, and the next one runs.
section_benches() {
    CLAIMCHECK_FAULT='crash@[.]subdivide/' cc 99 run --filter 'tile_subdivision.*/per_level/' --axis top=4 --no-ceilings --axis map=scene \
        --samples 2 --isolate --out benches.json
    holds benches.json <<'END'
assert {case["bench"] for case in cases if case["status"] == "error"} == {"subdivide"}, cases
assert len({case["bench"] for case in cases if case["status"] == "ok"}) >= 1, cases
END
}

# long FILE ARGUMENTS...: a run that goes on for a while, in the background.
long() {
    begins run --filter 'tile_subdivision.subdivide/(per_level|subtree)/' --axis top=5,6 --no-ceilings \
        --axis 'map=scene,spots,curve,fbm' --samples 40 --isolate --out "$work/$1" "${@:2}"
}

section_interrupt() {
    local code=0 children
    # With a fault before, which the resumed run does not meet again.
    CLAIMCHECK_FAULT='crash@per_level/map:scene/top:5' long interrupted.json
    awaits has_lines interrupted.json.journal 14
    children=$(workers "$background")
    stops INT 99 SIGINT
    has err '--resume' 'SIGINT'
    # shellcheck disable=SC2086
    gone $children
    [ "$(wc -l <interrupted.json.journal)" -ge 14 ] || fail 'SIGINT: what was measured is gone'
    cc 99 run --resume interrupted.json
    holds interrupted.json <<'END'
names = [case["name"] for case in run["cases"]]
assert len(names) == len(set(names)) and sum("/per_level/" in name for name in names) == 8, names
bad = [case["name"] for case in run["cases"] if case["status"] != "ok"]
assert len(bad) == 1 and "per_level/map:scene/top:5" in bad[0], bad
assert "--isolate" in run["session"]["plan_arguments"]
END
    valid interrupted.json
    # Signals as timeout(1) sends them: twice at once.
    long twice.json
    awaits has_lines twice.json.journal 3
    kill -TERM "$background" 2>/dev/null || true
    sleep 0.05
    stops TERM 99 'SIGTERM twice'
    has err 'interrupted: continue with' 'SIGTERM twice'
    # To all of a terminal's processes at once, as Ctrl-C is, in the midst of a group: what it has is kept.
    local wait kept=0
    for wait in 1 2 5 8 20 40; do
        rm -f group.json*
        code=0
        set -m
        env --default-signal=INT "$claimcheck" run --filter 'tile_subdivision.subdivide/(per_level|subtree)/' --samples 100000 \
            --no-ceilings --axis top=4 --axis map=scene --isolate --out "$work/group.json" >"$work/out" 2>"$work/err" </dev/null &
        background=$!
        set +m
        awaits has_lines group.json.journal 1
        sleep "$wait"
        kill -INT -- "-$background" 2>/dev/null || true
        wait "$background" || code=$?
        background=
        [ "$code" -ne 0 ] || continue
        [ "$code" -eq 99 ] || fail "Ctrl-C: exit code $code, not 99"
        has err 'interrupted: continue with' 'Ctrl-C'
        kept=$(grep -c '"stop":"interrupted"' group.json.journal || true)
        [ "$kept" -eq 0 ] || break
    done
    [ "$kept" -gt 0 ] || fail 'Ctrl-C: the samples of the group are gone'
}

# Whatever ends the parent, and whatever the worker is doing, it ends, too.
section_orphans() {
    local children
    long killed.json
    awaits has_lines killed.json.journal 3
    children=$(workers "$background")
    kills
    [ -n "$children" ] || fail 'there was no worker'
    # shellcheck disable=SC2086
    gone $children
    CLAIMCHECK_FAULT='hang@subtree' long hung.json
    awaits has_lines hung.json.journal 1
    for _ in $(seq 100); do
        children=$(workers "$background")
        [ -z "$children" ] || break
        sleep 0.1
    done
    sleep 0.5
    kills
    # shellcheck disable=SC2086
    gone $children
}

section_verbose() {
    local mode
    for mode in --isolate --no-isolate; do
        said 'outside of samples' run 0 '' "verbose$mode.json" "$mode" --verbose
        has err '^all: .*workload .*upload .*setup .*first_checks .* µs per sample$' '--verbose'
        has err '^first number after' '--verbose'
        valid "verbose$mode.json"
        holds "verbose$mode.json" <<'END'
overhead = run["session"]["overhead"]
groups = overhead["groups"]
assert [group["workload"] for group in groups] == [workload["name"] for workload in run["workloads"]]
for part in groups + [overhead]:
    phases = part["phases_ns"]
    assert all(phases[name] > 0 for name in ("workload", "upload", "setup", "first_checks", "warmup", "rounds", "checks")), phases
    assert 0 < part["sampled_ns"] < phases["rounds"] < part["wall_ns"], part
    assert 0 < part["aside_ns"] < phases["rounds"], part
    between = phases["rounds"] - part["sampled_ns"] - part["aside_ns"]
    assert abs(between - part["per_sample_ns"] * part["samples"]) < 10, part
    assert abs(sum(phases.values()) + part["rest_ns"] - part["wall_ns"]) < 10, part
    assert abs(part["sampled_ns"] + part["outside_ns"] - part["wall_ns"]) < 10, part
assert sum(group["samples"] for group in groups) == overhead["samples"] == 3 * len(run["cases"])
assert 0 < overhead["first_number_ns"] < overhead["wall_ns"]
assert run["tool"]["optimized"] != any("debug build" in line for line in open("err"))
END
    done
    run 0 '' silent.json --isolate
    ! grep -q 'outside of samples' "$work/err" || fail 'the overhead is printed without --verbose'
}

section_arguments() {
    said 'CLAIMCHECK_FAULT' run 99 'crash@(' x.json
    said 'crahs@x' run 99 'crahs@x' x.json
    run 99 'crash:sampel@x' x.json
    said 'choose one' run 99 '' x.json --isolate --no-isolate
    run 99 '' x.json --case-timeout 0
    refused '--isolate' worker 3<&- 4<&-
    [ -z "$(find . -name 'x.json*' -print -quit)" ] || fail 'a run that could not be tried left a file'
}

# twice NAME WANTED ARGUMENTS...: the same cases with the same ends, whether in this process or in another.
twice() {
    local name=$1 wanted=$2 mode
    shift 2
    for mode in --isolate --no-isolate; do
        cc "$wanted" run --samples 2 --seed 1 --no-ceilings --out "$name$mode.json" "$mode" "$@"
    done
    holds "$name--isolate.json" <<'END'
other = document(sys.argv[1].replace("--", "--no-"))
assert run["workloads"] == other["workloads"], (run["workloads"], other["workloads"])
a, b = ({case["name"]: [case[key] for key in ("status", "reason", "counters")] for case in one["cases"]} for one in (run, other))
assert a == b, (a, b)
END
}

# Arguments are bytes, and need not be UTF-8.
section_bytes() {
    local only=(--axis top=3 --axis map=spots)
    printf 'P2\n8 8 255\n%s\n' "$(seq -s ' ' 64)" >$'m\xff.pgm'
    twice map 0 --filter 'tile_subdivision.subdivide/per_level/' --map $'m\xff.pgm'
    grep -q 'map:file' map--isolate.json || fail 'a map whose name is no UTF-8: another one was measured'
    twice filter 0 --filter $'tile_subdivision.subdivide/flat/|\xff' "${only[@]}"
    ! command -v glslc >/dev/null && return
    printf '#version 450\nvoid main()\n{\n}\n' >$'k\xff.comp'
    twice kernel 1 --filter 'tile_subdivision.subdivide/per_level/' "${only[@]}" --kernel "tile_subdivision/per_level="$'k\xff.comp'
    # An unreadable file is reported, too, by a name that the message can hold.
    rm $'m\xff.pgm'
    tells 99 'm.\.pgm' run --isolate --filter 'tile_subdivision.subdivide/per_level/' --map $'m\xff.pgm' --no-ceilings --out none.json
}

# A worker opens no other device than that of the job, which it knows by harness/engine/gpu/info.c.
section_worker() {
    local place
    for place in '1 of 2' '0 of 1'; do
        "$python" - "$claimcheck" "$place" >"$work/out" 2>"$work/err" <<'END' || fail "a worker for the device $place"
import json, os, socket, subprocess, sys
claimcheck, place = sys.argv[1:]
listed = json.loads(subprocess.run([claimcheck, "devices", "--json"], stdout=subprocess.PIPE, check=True).stdout)["devices"][0]
device = listed["device"]
identity = (f"{device['uuid']}, bus {listed['pci_bus'] or ''}, driver {device['driver_name']}, "
            f"{device.get('multiprocessors', 0)} multiprocessors, {device['name']}, {place}")
mine, other = socket.socketpair()
page = os.memfd_create("pulse")
os.ftruncate(page, 4096)
def descriptors():
    a, b = os.dup(other.fileno()), os.dup(page)
    a, b = os.dup2(a, 30), os.dup2(b, 31)
    os.dup2(30, 3), os.dup2(31, 4)
worker = subprocess.Popen([claimcheck, "worker"], close_fds=False, preexec_fn=descriptors)
other.close()
lines = mine.makefile("rw")
def say(line):
    lines.write(json.dumps(line) + "\n")
    lines.flush()
say({"job": {"device": identity.encode().hex(), "kernel_files": []}})
ready = json.loads(lines.readline())
assert ready == {"ready": True} if place == "0 of 1" else "no longer there" in ready["failed"], ready
mine.shutdown(socket.SHUT_RDWR)
worker.wait()
END
    done
}

sections "${@:2}"
