#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# sabotage.sh: what users and machines do to a run, on Mesa's CPU driver: kills at random points, which SABOTAGE_SEED
# decides, calls that fail, odd paths, files without an end, limits, surroundings. Without root where that can be had.
#
#   tests/sabotage/sabotage.sh CLAIMCHECK FAIL_CALLS [SECTION...]      those of the functions section_SECTION, or all
# FAIL_CALLS: tests/sabotage/fail_calls.c, built.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/../cli/executable.sh"
if [ $# -lt 2 ]; then
    printf 'usage: tests/sabotage/sabotage.sh CLAIMCHECK FAIL_CALLS [SECTION...]\n'
    exit 1
fi
fail_calls=$2

# If this is root, the tests run as nobody, in a folder of nobody's, since nobody may not read the
# tree.
nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --)
if [ "$(id -u)" -eq 0 ] && [ -z "${SABOTAGE_HOME:-}" ]; then
    SABOTAGE_HOME=$(mktemp -d)
    export SABOTAGE_HOME
    chmod 755 "$SABOTAGE_HOME"
    mkdir -m 700 "$SABOTAGE_HOME/tmp"
    mkdir -p "$root/build/shaders"
    cp -r "$root/build/shaders" "$SABOTAGE_HOME/shaders"
    code=0
    if chown -R 65534:65534 "$SABOTAGE_HOME" && "${nobody[@]}" test -x "$claimcheck" -a -r "$fail_calls" -a -r "$root/tests/cli/faults.sh"; then
        TMPDIR=$SABOTAGE_HOME/tmp HOME=$SABOTAGE_HOME "${nobody[@]}" "$0" "$@" || code=$?
    else
        printf 'as root: nobody may read %s\n' "$root"
        "$0" "$@" || code=$?
    fi
    rm -rf -- "$SABOTAGE_HOME"
    exit "$code"
fi
shift 2
. "$root/tests/cli/lavapipe.sh"
[ -z "${SABOTAGE_HOME:-}" ] || export MESA_SHADER_CACHE_DIR=$SABOTAGE_HOME/shaders
export NO_COLOR=1
RANDOM=${SABOTAGE_SEED:-17}
sanitized=
! grep -q -a __asan_init "$claimcheck" || sanitized=yes

# Several small groups, so that the journal grows in steps.
cases=(--filter "tile_subdivision.subdivide/(per_level|subtree)/" --axis=top=3 "--axis=map=scene,spots,curve" --axis=subtree_levels=2
    --samples 3 --seed 5 --no-ceilings)
tiny=(--filter tile_subdivision.subdivide/per_level/ --axis=top=3 --axis=map=spots --samples 2 --no-ceilings)

# ended CODES WHAT: `code` is one of these, such as '0|77'.
ended() {
    [[ $code =~ ^($1)$ ]] || fail "$2: exit code $code, not $1"
}

# Parts that every run of `cases` must share.
reference() {
    [ -e "$work/whole.json" ] || cc 0 run "${cases[@]}" --out "$work/whole.json"
}

# struck SABOTAGE ARGUMENTS...: runs the executable by fail_calls.c; its exit code in `code`.
struck() {
    code=0
    LD_PRELOAD=$fail_calls SABOTAGE=$1 ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0 "$claimcheck" "${@:2}" --quiet \
        >"$work/out" 2>"$work/err" </dev/null &
    background=$!
    wait "$background" 2>/dev/null || code=$?
    background=
    sed -i '/^claimcheck: warning: /d' "$work/err"
}

# resume FILE: goes on with a run in the environment that began it; the exit code in `code`.
preloaded=
resume() {
    env ${preloaded:+"LD_PRELOAD=$preloaded" "ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0"} \
        "$claimcheck" run --resume "$1" --quiet >"$work/out" 2>"$work/err" </dev/null || code=$?
}

# gone_on FILE: --resume until it is whole, with what the journal held before in FILE.before; nothing else is left.
gone_on() {
    local file=$1 code=0 left
    if [ ! -e "$file" ] && [ -e "$file.journal" ]; then
        cp "$file.journal" "$file.before"
        resume "$file"
        if [ "$code" -eq 99 ] && grep -q 'was cut short in line 1, so that nothing can be resumed' "$work/err"; then
            rm "$file.journal"
            code=0
        fi
    elif [ ! -e "$file" ]; then
        return 0 # it had not begun
    elif [ -e "$file.journal" ]; then
        resume "$file"
        has err 'is left over' 'a journal beside its finished run'
        rm "$file.journal"
    fi
    [ "$code" -eq 0 ] || fail "$file: --resume: exit code $code"
    left=$(find "$(dirname -- "$file")" -name 'claimcheck-*.tmp' -o -name '*.journal')
    [ -z "$left" ] || fail "$file: --resume left $left"
}

# whole FOLDER: no sample that a journal held is another one now, each case is there once, all files are valid.
whole() {
    local code=0
    "$python" - "$work/whole.json" "$1" 2>"$work/err" <<'END' || fail "$1: $(tail -n 1 "$work/err")"
import glob, json, os, sys
wanted = sorted(case["name"] for case in json.load(open(sys.argv[1]))["cases"])
for path in glob.glob(os.path.join(sys.argv[2], "*.json")):
    run = json.load(open(path))
    cases = {case["name"]: case for case in run["cases"]}
    assert sorted(case["name"] for case in run["cases"]) == wanted, (path, "other cases")
    assert all(case["status"] == "ok" for case in run["cases"]), (path, "a case did not end well")
    assert not {"folder", "paths", "argument_bytes", "program"} & set(run["session"]), (path, "what is the journal's alone")
    if not os.path.exists(path + ".before"):
        continue
    with open(path + ".before", "rb") as file:
        lines = file.read().split(b"\n")[:-1]
    for number, line in enumerate(lines):
        try:
            kept = json.loads(line).get("case")
        except ValueError:
            assert number == len(lines) - 1, (path, "torn within")
            continue
        assert not kept or cases[kept["name"]]["samples"] == kept["samples"], (path, kept["name"], "samples are lost")
END
    [ -z "$(find "$1" -name '*.json' -print -quit)" ] && return
    valid "$1"
}

section_kills() {
    local i file mode total=12
    reference
    mkdir -p killed
    # The length is measured on this machine.
    local begin=${EPOCHREALTIME//[!0-9]/} length
    cc 0 run "${cases[@]}" --out length.json
    length=$((${EPOCHREALTIME//[!0-9]/} - begin))
    for i in $(seq "$total"); do
        file=$work/killed/$i.json
        mode=--no-isolate
        [ $((RANDOM % 3)) -ne 0 ] || mode=--isolate
        begins run "${cases[@]}" "$mode" --out "$file"
        sleep "$(printf '0.%06d' $((length * (RANDOM % 105) / 100 % 1000000)))"
        kills
        # Once more while it is gone on with.
        if [ -e "$file.journal" ] && [ ! -e "$file" ] && [ $((RANDOM % 2)) -eq 0 ]; then
            begins run --resume "$file" --quiet
            sleep "$(printf '0.%06d' $((length * (RANDOM % 100) / 100 % 1000000)))"
            kills
        fi
        gone_on "$file"
    done
    whole killed
}

# A call of a run goes wrong, and one of --resume.
section_calls() {
    local i at writes kind file code hits=0 kinds=(kill torn short EIO ENOSPC EINTR) preloaded=$fail_calls
    reference
    mkdir -p called
    # A line each, the header's too, and the run file.
    writes=$("$python" -c 'import json, sys
run = json.load(open(sys.argv[1]))
print(sum(len(run[key]) for key in ("workloads", "kernels", "cases")) + 2)' whole.json)
    for i in $(seq 12); do
        kind=${kinds[i % 6]}
        at=$((1 + RANDOM % 36))
        case $kind in
        torn | short | EINTR) at=$((1 + RANDOM % writes)) ;; # of those the writes alone are counted
        esac
        [ "$i" -ne 2 ] || at=$writes # short
        file=$work/called/$i.json
        struck "$kind:$at:$work/called/" run "${cases[@]}" --out "$file"
        case $kind in
        kill | torn) ended '0|137' "$kind at call $at" ;;
        short | EINTR) ended 0 "$kind at call $at" ;;
        *) ended '0|99' "$kind at call $at" ;;
        esac
        if [ "$code" -eq 99 ]; then
            single_line "$kind at call $at"
        fi
        [ "$code" -eq 0 ] || hits=$((hits + 1))
        if [ -e "$file.journal" ] && [ ! -e "$file" ]; then
            struck "kill:$((1 + RANDOM % 12)):$work/called/" run --resume "$file"
        fi
        gone_on "$file"
    done
    [ "$hits" -ge 3 ] || fail "of 8 calls that were to cost something $hits did"
    whole called
}

# begun FILE ARGUMENTS...: killed once the journal holds a case.
begun() {
    begins run --filter 'tile_subdivision.subdivide/(per_level|flat)/' --samples 20 --seed 5 --no-ceilings "${@:2}" --out "$1"
    awaits grep -q -a '"case"' "$1.journal"
    kills
}

# ramp FROM: a map of 4 x 4.
ramp() {
    printf 'P2\n4 4 255\n%s\n' "$(seq -s ' ' "$1" $(($1 + 15)))"
}

# A run goes on with its inputs, from whichever folder.
section_changed() {
    local name=$'m\xff.pgm' mode
    mkdir -p given/deep
    cd given
    for mode in --no-isolate --isolate; do
        rm -f ./*.json*
        ramp 0 >"$name"
        begun changed.json --map "$name" --axis falloff=0,1,2 "$mode"
        [ -e changed.json.journal ] || continue # it was faster
        has given/changed.json.journal '"input_files"' 'the journal'
        cp changed.json.journal before
        ramp 100 >"$name"
        refused 'of --map has changed since the run was begun' run --resume changed.json
        cmp -s changed.json.journal before || fail 'a map that was changed: so was the journal'
        rm "$name"
        refused "--map: cannot read 'm.*pgm': No such file" run --resume changed.json
        ramp 0 >"$name"
        cd deep
        cc 0 run --resume ../changed.json
        cd ..
        valid changed.json
        has given/changed.json '"sha256": *"[0-9a-f]{64}"' 'the run file'
        lacks given/changed.json 'given|folder|argument_bytes' 'the run file'
    done
    # While it is measured: no group of it is kept, none follows, and those before it go on, unless it was faster.
    local code=0 maps='import json, sys
text = open(sys.argv[1]).read()
lists = [line["workload"] for line in map(json.loads, text.splitlines()) if "workload" in line] if sys.argv[1].endswith("journal") else json.loads(text)["workloads"]
print("\n".join(sorted(workload["name"] + " " + workload["facts"]["map_hash"] for workload in lists)))'
    local meanwhile=(--filter 'tile_subdivision.subdivide/(per_level|flat)/' --samples 20 --no-ceilings --map "$name" --axis falloff=0,1,2)
    ramp 0 >"$name"
    cc 0 run "${meanwhile[@]}" --out untouched.json --quiet
    "$python" -c "$maps" untouched.json >untouched.txt
    for _ in {1..5}; do
        rm -f meanwhile.json*
        ramp 0 >"$name"
        begins run "${meanwhile[@]}" --out meanwhile.json
        awaits grep -q -a '"case"' meanwhile.json.journal
        ramp 100 >changed.pgm
        mv changed.pgm "$name" # at once: half a map is another trouble
        code=0
        wait "$background" || code=$?
        background=
        [ "$code" -eq 0 ] || break
    done
    ended 99 'a map that is changed meanwhile'
    has err 'has changed since the run was begun' 'a map that is changed meanwhile'
    has err 'what was measured is kept: ' 'a map that is changed meanwhile'
    [ ! -e meanwhile.json ] || fail 'a map that is changed meanwhile: there is a run file'
    "$python" -c "$maps" meanwhile.json.journal >kept.txt
    [ "$(wc -l <kept.txt)" -lt "$(wc -l <untouched.txt)" ] || fail 'a map that is changed meanwhile: no group was left out'
    [ -z "$(comm -23 kept.txt untouched.txt)" ] || fail "a map that is changed meanwhile: kept $(comm -23 kept.txt untouched.txt)"
    ramp 0 >"$name"
    cc 0 run --resume meanwhile.json --quiet
    "$python" -c "$maps" meanwhile.json | cmp -s - untouched.txt || fail 'a map that was changed and put back: another run'
    cd "$work"
}

# altered FILE CODE: FILE.journal with its first line, `head`, changed by Python.
altered() {
    "$python" - "$1.journal" "$2" <<'END'
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1]).read().splitlines()]
for line in lines:
    line.pop("sum", None)  # as journals before check sums
head = lines[0]
exec(sys.argv[2])
open(sys.argv[1], "w").write("".join(json.dumps(line) + "\n" for line in lines))
END
}

# A journal goes on under the conditions that it was begun under, and is lost to nothing but a hand.
section_resumed() {
    local change remedy
    mkdir -p resumed
    cd resumed
    begun cut.json
    if [ ! -e cut.json.journal ]; then # it was faster
        cd "$work"
        return 0
    fi
    cp cut.json.journal cut.journal
    while IFS='|' read -r change remedy; do
        cp cut.journal cut.json.journal
        altered cut.json "$change"
        cp cut.json.journal before
        refused "$remedy" run --resume cut.json
        cmp -s cut.json.journal before || fail "$change: the journal is another"
    done <<'END'
head["device"]["driver_info"] = "Mesa 1"|the driver.s version has changed since the run was begun
head["device"]["driver_uuid"] = "0" * 32|the driver.s version has changed since the run was begun
head["context"]["processor"]["model"] = "Z80"|begun on a host with 'Z80', and this is
head["session"]["program"] = "0" * 64|begun by another build of claimcheck
head["session"]["seed"] = 6|seed, launches or profile of its head differ from its arguments
head["session"]["launches"] = 3|seed, launches or profile of its head differ from its arguments
END
    # --force: a run file may be replaced, what no file has may not.
    cp cut.journal cut.json.journal
    cc 0 run "${tiny[@]}" --force --out cut.json --quiet
    has err "'cut.json.journal' is of a run that was cut short, and is kept: go on with: claimcheck run --resume cut-1.json" '--force'
    cmp -s cut-1.json.journal cut.journal || fail '--force: the journal set aside is another'
    cp cut.journal cut.json.journal
    mv cut.json aside.json
    tells 0 'claimcheck run --resume cut-2.json' run "${tiny[@]}" --force --out cut.json --quiet
    cc 0 run --resume cut-1.json --quiet
    [ ! -e cut-1.json.journal ] || fail 'set aside and resumed: the journal is there'
    # A journal beside the file of another run.
    mv cut-2.json.journal aside.json.journal
    cc 99 run --resume aside.json --quiet
    has err "'aside.json.journal' is of another run than 'aside.json': move that file away, then: claimcheck run --resume aside.json" \
        'a journal beside another run'
    cmp -s aside.json.journal cut.journal || fail 'a journal beside another run: it is another'
    # A file that is not there is said before ceilings are measured, and nothing is left.
    refused "--map: cannot read 'nowhere.pgm': No such file or directory" run "${tiny[@]}" --map nowhere.pgm --out map.json
    [ ! -e map.json.journal ] || fail 'a map that is not there: there is a journal'
    cd "$work"
}

section_paths() {
    local name word code=0
    # shellcheck disable=SC2016
    local names=('a b.json' "it's.json" '$(id)`id`;id.json' -x.json $'line\nend.json' $'\e[31mred.json' $'no\xff\x9bUTF-8.json' $'\xe2\x80\xaenosj.json'
        "$(printf 'x%.0s' {1..240}).json" .json 'ünï.json')
    mkdir -p odd
    for name in "${names[@]}"; do
        cc 0 run "${tiny[@]}" --out "$work/odd/$name"
        plain "$(printf %q "$name")"
        [ -s "odd/$name" ] || fail "no $(printf %q "$name")"
        cc 0 export "$work/odd/$name" --format csv --out "$work/odd/$name.csv"
        plain "$(printf %q "$name"), exported"
        [ -s "odd/$name.csv" ] || fail "no $(printf %q "$name").csv"
        cc 0 run --resume "$work/odd/$name"
        plain "$(printf %q "$name"), resumed"
        cc 99 run "${tiny[@]}" --out "$work/odd/$name"
        plain "$(printf %q "$name"), there already"
    done
    [ "$(find odd -type f -printf . | wc -c)" -eq $((2 * ${#names[@]})) ] || fail "other files than those asked for: $(find odd -type f)"
    # The printed command that goes on is one that a shell runs.
    mkdir -p again
    # shellcheck disable=SC2016
    for name in 'a b.json' "it's.json" '$(id)`id`;id.json'; do
        struck "ENOSPC:20:$work/again/" run "${cases[@]}" --out "$work/again/$name"
        ended 99 'no space'
        word=$(sed -n 's/.*with: claimcheck \(run --resume .*\)/\1/p' "$work/err")
        eval "set -- $word"
        ran 0 env LD_PRELOAD="$fail_calls" ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0" "$claimcheck" "$@" --quiet
        [ -s "again/$name" ] || fail "$word: no $name"
    done
    # Unless nothing was measured: then there is nothing to go on with.
    struck "ENOSPC:4:$work/again/" run "${cases[@]}" --out "$work/again/x.json"
    ended 99 'no space at once'
    has err 'then run again$' 'no space at once'
    [ ! -e again/x.json.journal ] || fail 'no space at once: a journal of nothing is left'
    # Another run's journal is nobody else's.
    begun_beside
}

# A run that goes on, and another one that is to go to the same file. Where both choose names, each has one.
begun_beside() {
    mkdir dated
    struck "taken:1:$work/dated/" run "${tiny[@]}" --out "$work/dated/"
    ended 0 'a dated name that another process took'
    [ "$(find dated -name '*-2.json' | wc -l)" -eq 1 ] || fail 'a dated name that another process took: there is no second one'
    struck "stolen:1:$work/dated/" run "${tiny[@]}" --out "$work/dated/x.json"
    ended 99 'a journal that another process took'
    has err 'another claimcheck' 'a journal that another process took'
    [ -e dated/x.json.journal ] || fail 'a journal that another process took is gone'
    CLAIMCHECK_FAULT='hang@per_level' "$claimcheck" run "${cases[@]}" --isolate --out "$work/beside.json" >out.beside 2>&1 </dev/null &
    background=$!
    awaits [ -s beside.json.journal ]
    for word in --samples=2 --force; do
        refused 'another claimcheck' run "${tiny[@]:0:3}" --no-ceilings "$word" --out "$work/beside.json"
        lacks err 'remove' 'a run beside another'
    done
    kills
}

# endless ARGUMENTS...: 99, one line, and soon.
endless() {
    ran 99 timeout -k 5 20 "$claimcheck" "$@"
    single_line "$*"
    plain "$*"
}

section_inputs() {
    local file
    mkfifo pipe
    ramp 0 >good.pgm
    for file in pipe /dev/zero /dev/tty .; do
        endless inspect tiles --map "$file"
        endless inspect tiles --mesh "$file"
        endless inspect reyes --patches "$file" --camera good.pgm
        endless inspect reyes --mesh good.pgm --camera "$file"
        endless inspect detp --scene "./$file" --rays 10 --discs 10
        endless inspect cache --profile "$file"
        ran 99 timeout -k 5 60 "$claimcheck" run "${tiny[@]:0:2}" "${tiny[@]:4}" --map "$file" --out none.json
        plain "run --map $file"
        rm -f none.json none.json.journal
        endless run "${tiny[@]}" --kernel tile_subdivision/per_level="$file" --out none.json
        endless run --claims --published "$file" --list-cases
        endless export "$file" --format csv
    done
    # glslc has an end, too; what it leaves when it has none, the next one removes.
    if command -v glslc >/dev/null; then
        section_compiler
    fi
}

# A glslc of the test takes the place of libshaderc.
section_compiler() {
    local word
    export CLAIMCHECK_SHADERC=/nonexistent.so
    mkdir -p bin temporary
    printf '#version 460\nvoid main()\n{\n}\n' >-MD
    printf '#version 460\nvoid main()\n{\n}\n' >mine.comp
    word=tile_subdivision/per_level
    TMPDIR=$work/temporary cc 1 run "${tiny[@]}" --kernel $word=-MD --out option.json
    has option.json '"file": *"-MD"' 'a file that is called as an option'
    TMPDIR=$work/nowhere said 'TMPDIR' endless run "${tiny[@]}" --kernel $word=mine.comp --out none.json
    lacks err 'install' 'no folder to compile in'
    printf '#!/bin/sh\nkill -SEGV $$\n' >bin/glslc
    chmod +x bin/glslc
    PATH=$work/bin:$PATH said 'glslc was killed by signal 11' endless run "${tiny[@]}" --kernel $word=mine.comp --out none.json
    # A shader that includes itself: its resources are limited.
    printf '#!/bin/bash\nfor i in {1..100}; do\n[ "$(ulimit -t)" = unlimited ] || [ "$(ulimit -v)" = unlimited ] || kill -XCPU $$\nsleep 0.1\ndone\n' >bin/glslc
    PATH=$work/bin:$PATH said 'does it include itself' endless run "${tiny[@]}" --kernel $word=mine.comp --out none.json
    printf '#!/bin/sh\nexec sleep 60\n' >bin/glslc
    PATH=$work/bin:$PATH TMPDIR=$work/temporary begins run "${tiny[@]}" --kernel $word=mine.comp --out none.json
    awaits eval '[ -n "$(find temporary -name log)" ]'
    # Another one leaves it alone as long as it lives.
    TMPDIR=$work/temporary cc 1 run "${tiny[@]}" --kernel $word=mine.comp --out beside.json
    [ "$(find temporary -name log | wc -l)" -eq 1 ] || fail 'a folder that is in use was removed'
    pkill -P "$background" sleep || true
    kills
    TMPDIR=$work/temporary cc 1 run "${tiny[@]}" --kernel $word=mine.comp --out after.json
    [ -z "$(ls temporary)" ] || fail "left of a killed one: $(ls temporary)"
    unset CLAIMCHECK_SHADERC
}

section_limits() {
    local limit
    # Folders of another process, and of none.
    ramp 0 >small.pgm
    : >claimcheck-0123456789abcdef.tmp
    : >claimcheck-fedcba9876543210.tmp
    : >claimcheck-fedcba98.tmp
    exec 9<claimcheck-fedcba9876543210.tmp
    flock -s 9
    cc 0 inspect tiles --map small.pgm --picture picture.png
    exec 9<&-
    [ "$(echo claimcheck-*.tmp)" = 'claimcheck-fedcba98.tmp claimcheck-fedcba9876543210.tmp' ] ||
        fail "of what killed outputs leave: $(echo claimcheck-*.tmp)"
    # Few descriptors: one line, which names the limit, or all is well.
    for limit in 3 4 5 6 8 10 12 16; do
        ran '0|99|127' limited -n "$limit" "$claimcheck" inspect tiles --map small.pgm --json
        ran '0|77|99|127' limited -n "$limit" "$claimcheck" run "${tiny[@]}" --isolate --out "$work/few$limit.json"
        lacks err 'exit code 127|Bad file' "run with $limit descriptors"
    done
    # Little memory: an address sanitizer wants more.
    for limit in 8000 16000 32000 64000 128000; do
        [ -z "$sanitized" ] || continue
        for word in 'inspect tiles --map small.pgm' 'list --json' 'inspect tiles --mesh /dev/zero'; do
            # Split on purpose: the words have no blanks.
            # shellcheck disable=SC2086
            ran '0|99|126|127|139' limited -v "$limit" "$claimcheck" $word
            [ "$code" -ne 99 ] || single_line "$word in $limit kB"
            # A process that the kernel or the loader ends before main() has no memory to report it.
            [ "$code" -ne 139 ] || [ "$limit" -lt 16000 ] || fail "$word in $limit kB crashed"
        done
    done
    # Too little for a driver: the line names the limit. LLVM, in Mesa's, ends the process where it is almost enough.
    for limit in 100000 200000 220000 250000; do
        [ -z "$sanitized" ] || continue
        rm -f narrow.json*
        ran '0|77|99|134|139' limited -v "$limit" "$claimcheck" run "${tiny[@]}" --quiet --out "$work/narrow.json"
        sed -i '/^claimcheck: warning: /d' "$work/err"
        if [ "$code" -eq 77 ] || [ "$code" -eq 99 ]; then
            has err 'may have [0-9]+ MiB of addresses alone.*raise ulimit -v' "run in $limit kB"
            single_line "run in $limit kB"
        fi
    done
}

section_surroundings() {
    local locale count=0
    cc 0 run "${tiny[@]}" --out "$work/here.json"
    saved here.csv export "$work/here.json" --format csv
    for locale in $(locale -a 2>/dev/null | grep -v -i -E '^(C|POSIX)' | head -n 3 || true); do
        count=$((count + 1))
        LC_ALL=$locale matches here.csv export "$work/here.json" --format csv
    done
    [ "$count" -gt 0 ] || printf 'no locale but C is installed\n'
    # A terminal that is dumb, by script(1).
    if command -v script >/dev/null; then
        for locale in dumb xterm; do
            rm -f tty.json typed
            TERM=$locale script -q -e -c "$(printf '%q ' "$claimcheck" run "${tiny[@]}" --out tty.json)" typed >"$work/out" 2>"$work/err" </dev/null ||
                fail "on a terminal: exit code $?"
            if [ "$locale" = dumb ]; then
                ! grep -q $'\e' "$work/out" || fail 'a dumb terminal is told to move'
            else
                grep -q $'\e\[K' "$work/out" || fail 'a terminal has no progress'
            fi
        done
    fi
    # A device that compiles and cannot run: that of a driver for another one.
    local other
    other=$(find /usr/share/vulkan/icd.d -name 'radeon_icd*.json' 2>/dev/null | head -n 1 || true)
    if [ -n "$other" ]; then
        export VK_DRIVER_FILES=$other VK_ICD_FILENAMES=$other RADV_FORCE_FAMILY=gfx1100
        for locale in --isolate --no-isolate; do
            said 'claimcheck: ' cc '77|99' run "${tiny[@]}" "$locale" --quiet --out none.json
            [ ! -e none.json.journal ] || fail "a device that cannot run, $locale: a journal is left"
        done
        cc '0|77|99' list --kernels --device 0 cbt/decode
        unset RADV_FORCE_FAMILY
        export VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver
    fi
    # Layers of the environment are warned of, kept in the file, and no run is kept that had them.
    VK_INSTANCE_LAYERS=VK_LAYER_none_such cc 0 run "${tiny[@]}" --out "$work/layers.json"
    has err 'warning: VK_INSTANCE_LAYERS=VK_LAYER_none_such loads layers' 'a layer of the environment'
    has layers.json '"VK_INSTANCE_LAYERS": *"VK_LAYER_none_such"' 'the run file'
    tells 99 'the layers that the environment asked for' keep "$work/layers.json" --out-dir "$work/kept"
    # Standard output that takes nothing: the run is there, and that is said.
    said "the run is in '.*unread.json'" unwritten '>/dev/full' 99 run "${tiny[@]}" --out "$work/unread.json"
    # A worker by hand writes to no file.
    printf 'precious' >page
    truncate -s 4096 page
    cp page page.before
    code=0
    "$claimcheck" worker 3</dev/null 4<>page >"$work/out" 2>"$work/err" </dev/null || code=$?
    ended 99 'a worker by hand'
    cmp -s page page.before || fail 'a worker by hand wrote into a file'
}

sections "$@"
