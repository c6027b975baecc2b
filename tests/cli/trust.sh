#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# trust.sh: programs of folders: who is asked before one runs, what it gets, what it leaves, and which of its answers are
# believed later, by the executable on Mesa's CPU driver. Judges no time. Exit code: 0, 1, 77 (no CPU driver here, or no glslc).
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
wants glslc
unset CLAIMCHECK_TRUST
mkdir tmp
export XDG_CACHE_HOME=$work/cache XDG_STATE_HOME=$work/state TMPDIR=$work/tmp
kept=$work/cache/claimcheck

# run CODE FOLDER ARGUMENTS...
run() {
    cc "$1" run --technique "$2" --no-ceilings --samples 2 --seed 1 --force --out run.json "${@:3}"
}

# folder NAME REFERENCE: a technique that copies eight words; the reference's text.
folder() {
    mkdir "$1"
    cat >"$1/technique.json" <<END
{ "schema_version": 1, "technique": "$1", "bench": "copy", "question": "Is it copied?", "paper": "none",
  "axes": {"words": {"quick": [8], "paper": [8], "full": [8]}}, "inputs": {"source": {"bytes": "4 * words", "fill": "ramp"}},
  "outputs": {"result": {"bytes": "4 * words", "check": "equal"}}, "reference": ["bash", "${named:-reference.sh}"],
  "variants": {"one": {"source": "contender", "summary": "a thread a word",
    "steps": [{"kernel": "copy.comp", "bind": ["source", "result"], "groups": 1}]}}}
END
    cat >"$1/copy.comp" <<'END'
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) readonly buffer Source { uint source[]; };
layout(binding = 1) writeonly buffer Result { uint result[]; };
void main()
{
    result[gl_LocalInvocationIndex] = source[gl_LocalInvocationIndex];
}
END
    printf '%s\n' "$2" >"$1/reference.sh"
}

# The question ------------------------------------------------------------------------------------------------------------

folder asked 'cp source.bin result.bin; touch "$HOME/ran"'
export HOME=$work
for command in 'run --no-ceilings --out run.json' 'inspect asked' trace; do
    # shellcheck disable=SC2086
    refused "'.*/asked' has a program that would run as you.*: bash reference.sh: .*--trust" $command --technique asked
done
refused '/asked.* has a program that would run as you' check asked
cc 0 run --technique asked --list-cases
cc 0 list --technique asked
[ ! -e ran ] || fail 'a program ran that nobody had accepted'
CLAIMCHECK_TRUST=1 run 0 asked
run 99 asked --answers fresh
run 0 asked --trust
run 0 asked --answers fresh
run 0 asked --answers fresh --isolate
printf '// another kernel\n' >>asked/copy.comp
run 0 asked
printf '# changed\n' >>asked/reference.sh
run 99 asked
run 0 asked --trust
echo 1 >asked/data
run 99 asked
rm asked/data
run 0 asked
mkdir lent
ln -s ../lent asked/lib
run 99 asked
run 0 asked --trust
run 0 asked
echo 1 >lent/model.sh
run 99 asked
ln -s ../asked lent/back
run 0 asked --trust
rm -r asked/lib lent
run 0 asked
chmod g+w state/claimcheck/trusted
said "'.*trusted' is not used, since another user may write" run 99 asked
chmod g-w state/claimcheck/trusted
if command -v script >/dev/null; then
    echo '# again' >>asked/reference.sh
    for answer in n y; do
        code=0
        printf '%s\n' "$answer" | script -qec "'$claimcheck' inspect asked --technique asked" /dev/null >out 2>err || code=$?
        [ "$code" -eq "$([ "$answer" = y ] && echo 0 || echo 99)" ] || fail "answered $answer: exit code $code"
        has out 'Run these programs as you\? \[y/N\]' 'the question'
    done
    run 0 asked
fi
cc 0 new made
run 0 made --filter 'elements:65536'
run 0 "$root/techniques/stream_append" --list-cases
cc 0 inspect stream_append --technique "$root/techniques/stream_append" --answers fresh --trust

# The environment, and what is left ---------------------------------------------------------------------------------------

export CLAIMCHECK_TRUST=1
folder clean 'env >"$HOME/env"; cp source.bin result.bin'
SECRET=1 CLAIMCHECK_SECRET=1 run 0 clean
[ "$(cut -d= -f1 env | grep -v -x -e PWD -e SHLVL -e _ -e OLDPWD | sort | tr '\n' ' ')" = \
    'CLAIMCHECK_SEED CLAIMCHECK_WORDS HOME LANG PATH PYTHONDONTWRITEBYTECODE TMPDIR ' ] ||
    [ "$(cut -d= -f1 env | grep -v -x -e PWD -e SHLVL -e _ -e OLDPWD | sort | tr '\n' ' ')" = \
        'CLAIMCHECK_SEED CLAIMCHECK_WORDS HOME PATH PYTHONDONTWRITEBYTECODE TMPDIR ' ] || fail "environment: $(cat env)"
if [ -d /proc/self ] && command -v setsid >/dev/null; then
    folder child 'setsid sleep 300 >/dev/null 2>&1 & echo $! >"$HOME/child.pid"; sleep 0.1; cp source.bin result.bin'
    folder joins 'python3 -c "import os, sys, time; os.setpgid(0, os.getpgid(int(sys.argv[1]))); time.sleep(300)" $PPID &
echo $! >"$HOME/joins.pid"; sleep 0.3; cp source.bin result.bin' # our own group
    for kind in child joins; do
        said "left '(sleep|python3)' \(process [0-9]+\) running; it was ended" run 0 "$kind"
        [ -z "$(alive "$kind.pid")" ] || fail "$kind: the process lives"
    done
fi
folder deep 'for i in {1..40}; do p=; for k in {1..75}; do p+=d/; done; mkdir -p $p; cd -P $p; touch x; done
cd "$OLDPWD" 2>/dev/null; cp "$TOP/source.bin" "$TOP/result.bin"'
sed -i '1i TOP=$PWD' deep/reference.sh
run 0 deep
[ -z "$(ls -A tmp)" ] || fail "left in TMPDIR: $(ls -A tmp)"

# Kept answers ------------------------------------------------------------------------------------------------------------

# stale NAME REFERENCE FILE [TO]: a file that the reference reads is changed, and so is its answer. Its lib leads to TO.
stale() {
    folder "$1" "$2"
    [ $# -lt 4 ] || ln -s "$4" "$1/lib"
    mkdir -p "$(dirname -- "$1/$3")"
    printf 'cp source.bin result.bin\n' >"$1/$3"
    run 0 "$1"
    printed "kept since 20..-..-..; --answers fresh" run 0 "$1"
    has run.json '"answer_kept_s"' 'a kept answer in the file'
    tells 99 'measure again with --answers fresh' keep run.json
    run 0 "$1" --answers fresh --launches 2
    lacks out 'kept since' 'a fresh answer'
    lacks run.json '"answer_kept_s"' 'a fresh answer in the file'
    printf 'head -c 32 /dev/zero >result.bin\n' >"$1/$3"
    run 1 "$1"
}
stale helper '. "$(dirname "$0")/model.sh"' model.sh
stale helper2 '. "$(dirname "$0")/lib/model.data"' lib/model.data
stale helper3 'eval "$(cat "$(dirname "$0")/table.txt")"' table.txt
stale linked '. "$(dirname "$0")/lib/model.sh"' ../lent/model.sh ../lent
named=$work/named.sh stale named '' ../named.sh
# What lies elsewhere is in no key: where no altered input asks the reference, a kept answer is computed once more.
mkdir away
folder outside '. "$(dirname "$0")/../away/model.sh"'
echo 'cp source.bin result.bin' >away/model.sh
run 0 outside
printed 'kept since' run 0 outside
lacks err 'another answer now' 'the same answer'
echo 'head -c 32 /dev/zero >result.bin' >away/model.sh
said "outside': the reference gives another answer now than the one that was kept" run 1 outside
lacks out 'kept since' 'an answer that is stale'
folder first 'cp source.bin result.bin'
run 0 first
cp -r first second
sed -i 's/"technique": "first"/"technique": "second"/' second/technique.json
run 0 second
lacks out 'kept since' "another folder's answer"
printed 'kept since' run 0 first
refused 'leave out --answers kept' run --technique first --claims --answers kept
refused 'kept or fresh' run --technique first --answers old

# not_believed PATH WHAT
not_believed() {
    run 0 first
    lacks out 'kept since' "$2"
    has err "'$kept/.*' is not used, since another user may write '$1'" "$2"
}
answer=$(ls -t "$kept"/answer-* | head -n 1)
chmod g+w "$answer"
not_believed "$answer" 'an answer that others may write'
chmod o+w "$kept"
not_believed "$kept" 'a folder that others may write'
chmod o-w "$kept"
if [ "$(id -u)" -eq 0 ]; then
    answer=$(ls -t "$kept"/answer-* | head -n 1)
    chown 65534 "$answer"
    not_believed "$answer" "another user's answer"
fi

# Links: what they lead to stays as it is.
run 0 first
echo precious >precious
for file in "$kept"/pipelines-* "$kept"/answer-*; do
    ln -sf "$work/precious" "$file"
done
run 0 first
[ "$(cat precious)" = precious ] || fail 'a cache was written through a link'
[ -f "$(ls "$kept"/pipelines-* | head -n 1)" ] && [ ! -L "$(ls "$kept"/pipelines-* | head -n 1)" ] || fail 'the link stays'

# A reference that writes into the cache.
run 0 first
mkdir bin
printf '#!/bin/sh\nexit 1\n' >bin/bwrap
chmod +x bin/bwrap
mkdir -p "$kept/builds/0123"
echo built >"$kept/builds/0123/program"
folder writer "echo planted | tee '$kept/answer-planted.bin' '$work/state/claimcheck/trusted' >'$kept/builds/0123/program'
cp source.bin result.bin"
PATH=$work/bin:$PATH said "'.*answer-planted.bin' changed while '.*bash' ran" run 0 writer
[ ! -e "$kept/answer-planted.bin" ] || fail 'the planted answer stays'
[ ! -e "$kept/builds/0123" ] || fail 'the build that was changed stays'
[ ! -e state/claimcheck/trusted ] || fail 'the list of trusted folders that was changed stays'
cat >bin/bwrap <<'END'
#!/bin/sh
echo "$*" >>"$HOME/bwrap"
while [ "$1" != -- ]; do shift; done
shift
exec "$@"
END
PATH=$work/bin:$PATH run 0 first --answers fresh
has bwrap "--ro-bind $kept $kept .* -- .*bash .*reference.sh" 'bwrap where it works'
