#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bombs.sh: a technique.json that would never end, or that speaks to the terminal, by the executable, on Mesa's CPU driver: it
# ends in a line, and at a signal; what the schema allows is what is read. Judges no time: what takes forever is ended by the
# test's own limit. Exit code: 0, 1, 77 (no CPU driver here, or no glslc).
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
wants glslc

# bomb PYTHON: the folder `bomb`, whose technique.json is changed: `t` is its document, `step` its kernel.
bomb() {
    rm -rf bomb run.json run.json.journal
    mkdir bomb
    printf '%s\n' '#version 460' 'layout(local_size_x = 64) in;' \
        'layout(std430, binding = 0) readonly buffer Source { uint source[]; };' \
        'layout(std430, binding = 1) buffer Copied { uint copied[]; };' 'layout(push_constant) uniform Push { uint words; };' \
        'void main()' '{' '    if (gl_GlobalInvocationID.x < words)' \
        '        copied[gl_GlobalInvocationID.x] = source[gl_GlobalInvocationID.x];' '}' >bomb/copy.comp
    printf '%s\n' 'open("copied.bin", "wb").write(open("source.bin", "rb").read())' >bomb/reference.py
    "$python" - "$1" <<'PYTHON'
import json, sys
step = {"kernel": "copy.comp", "bind": ["source", "copied"], "push": ["words"], "groups": "ceil(words / 64)"}
def axis(values):
    return {"quick": values, "paper": values[:1], "full": values[:1]}
t = {"schema_version": 1, "technique": "bomb", "bench": "words", "question": "Does it end?", "axes": {"words": axis([256])},
     "let": {}, "inputs": {"source": {"bytes": "4 * words"}}, "outputs": {"copied": {"bytes": "4 * words"}},
     "reference": ["python3", "reference.py"], "variants": {"one": {"steps": [step]}}}
exec(sys.argv[1])
json.dump(t, open("bomb/technique.json", "w"), indent=1)
PYTHON
}
run=(run --technique bomb --filter '^bomb[.]' --no-ceilings --samples 2 --out run.json --quiet)

# valid: whether the schema takes the file; 77 where nothing can say.
valid() {
    "$root/tests/rules/schema.py" "$root/results/technique.schema.json" bomb/technique.json >/dev/null 2>&1
}

# bound WHAT N PYTHON: with n = N both schema and reader take it, with one more neither does.
bound() {
    local code=0
    bomb "n = $2; $3"
    valid || code=$?
    [ "$code" -eq 0 ] || [ "$code" -eq 77 ] || fail "$1: the schema refuses $2"
    cc 0 list --technique bomb
    bomb "n = $2 + 1; $3"
    code=0
    valid || code=$?
    [ "$code" -eq 1 ] || [ "$code" -eq 77 ] || fail "$1: the schema takes more than $2"
    refused "bomb/technique.json:[0-9]+: .*$2" list --technique bomb
    refused "bomb/technique.json:[0-9]+: .*$2" "${run[@]}"
}
bound axes 12 't["axes"].update({f"a{i}": axis([1]) for i in range(n - 1)})'
bound values 4096 't["axes"]["words"] = axis(list(range(1, n + 1)))'
bound names 4096 't["axes"]["name"] = axis([f"v{i}" for i in range(n)])'
bound examples 64 't["examples"] = [{"words": 1, "source": [7], "copied": [7]}] * n'
bound variants 64 't["variants"] = {f"v{i}": {"steps": [{"fill": "copied"}]} for i in range(n)}'
bound lets 64 't["let"] = {f"l{i}": i for i in range(n)}'
bound inputs 16 't["inputs"].update({f"i{i}": {"bytes": 4} for i in range(n - 1)})'
bound outputs 16 't["outputs"].update({f"o{i}": {"bytes": 4} for i in range(n - 1)})'
bound steps 256 't["variants"]["one"]["steps"] = [{"fill": "copied"}] * n'

# All values of all axes, in a plan and before; kernels for each of them.
bomb 't["axes"].update({f"a{i}": axis(list(range(1, 1001))) for i in range(6)})'
refused 'technique.json:[0-9]+: axes: make more than 100000 points of "quick": give "a1", or those before it, fewer' "${run[@]}"
bomb 't["axes"].update({f"a{i}": axis(list(range(1, 301))) for i in range(2)}); t["variants"]["two"] = t["variants"]["one"]'
refused 'more than 100000 cases with those of bomb.words: give its axes fewer values' run --technique bomb --list-cases
bomb 't["axes"].update({f"a{i}": dict(axis([f"v{k}" for k in range(40)]), define=f"T{i}") for i in range(2)})'
refused "technique.json:[0-9]+: 'copy.comp' makes more than 1024 kernels, .* give those fewer values" "${run[@]}"

# Terms of names within names, of the workload and of a case; turns that record nothing, and many.
deep='t["let"] = dict({f"a{i}": "+".join([f"a{i + 1}"] * 12) for i in range(15)}, a15="1");'
terms="technique.json:[0-9]+: .*'a[0-9]+' makes the formulas of this case longer than 400000 terms: let the names in it"
bomb "$deep"' t["inputs"]["source"]["bytes"] = "4 * words + 0 * a0"'
refused "$terms" "${run[@]}"
printed 'longer than 400000 terms' cc 99 check bomb
bomb "$deep"' step["push"] = ["words + 0 * a0"]'
refused "$terms" "${run[@]}"
bomb 't["variants"]["one"]["steps"][:0] = [{"repeat": {"i": "0..1000000000000"}, "steps": [{"repeat": {"j": "1..0"},
    "steps": [{"fill": "copied"}]}]}]'
refused 'technique.json:[0-9]+: more than 1000000 turns, with those of loops within: make the loop shorter' "${run[@]}"
bomb 't["variants"]["one"]["steps"][:0] = [{"repeat": {"i": "0..1000000000000"}, "steps": [{"fill": "copied"}]}]'
refused 'technique.json:[0-9]+: more than 4096 steps' "${run[@]}"

# More bytes than any device binds: neither made nor given to the reference.
bomb 't["inputs"]["source"]["bytes"] = 2 ** 40 - 4'
tells 77 'unsupported: buffer source needs 1099511627772 bytes, no device binds over 4294967295' "${run[@]}"

# A signal ends what goes on, and the run can be resumed: no case has an end that it did not come to.
for signal in TERM INT; do
    bomb 't["reference"] = ["sh", "-c", "touch \"$0\"; while [ ! -e \"$1\" ]; do sleep 0.1; done; cp source.bin copied.bin", "'"$work"'/begun", "'"$work"'/goes_on"]'
    rm -f begun goes_on
    begins "${run[@]}"
    awaits [ -e begun ]
    stops "$signal" 99 "$signal while the reference runs"
    has err 'interrupted: continue with' "$signal"
    touch goes_on
    cc 0 run --resume run.json --technique bomb --quiet
    shows '1 ok' show run.json
    lacks out 'error' "$signal, resumed"
done

# So does one while a long input is sorted, or a loop goes on whose word is never 0.
for long in 't["inputs"]["source"].update(bytes=4 * 10 ** 8, fill={"below": 1000, "sorted": True}, type="uint")' \
    't["variants"]["one"].update(buffers={"on": 4}, steps=[{"until": "on", "at_most": 10 ** 6, "steps": [step, {"fill": "on", "value": 1}]}])'; do
    bomb "$long"
    begins "${run[@]}"
    sleep 4
    stops TERM 99 "TERM while $long"
    has err 'interrupted: continue with' "TERM while $long"
done

# A dispatch that takes hours is left behind, too.
bomb 'step["groups"] = [65535, 65535, 64]'
begins "${run[@]}"
sleep 3
stops TERM 99 'TERM while the device works'
has err 'interrupted: continue with' 'TERM while the device works'
shows '^0 cases' show run.json.journal

# Escape sequences, C1, BEL, CR and directions of writing, in every text, by every command.
bomb 'evil = "\u001b[31m\u009b31m\u0007\r\u202ex"
t["question"] = t["paper"] = evil; t["axes"]["words"]["help"] = evil
t["variants"]["one"].update(summary=evil, source=evil, why=evil)'
rm -f run.json
cc 0 "${run[@]}"
plain run
for command in 'list --technique bomb' 'list --technique bomb --all' 'list --technique bomb bomb' 'list --technique bomb --json' \
    'list --technique bomb --format markdown' 'list --technique bomb --kernels' 'run --technique bomb --list-cases' 'show run.json' \
    'show run.json --wide' 'cite run.json' 'check bomb' 'claims run.json' 'why run.json' 'compare run.json run.json' \
    'inspect bomb --technique bomb' 'export run.json --format csv'; do
    # shellcheck disable=SC2086
    "$claimcheck" $command >out.crlf 2>err </dev/null || true
    sed 's/\r$//' out.crlf >out # lines of CSV end so
    plain "$command"
done

# A folder's name is none of the build's.
refused "there is a technique 'tiles' in this build: name another folder" new tiles
[ ! -e tiles ] || fail 'new: it wrote the folder'
