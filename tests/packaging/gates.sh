#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# gates.sh: the composite action and the template of packaging/: their YAML is parsed and their steps are run, on two builds on Mesa's
# CPU driver and on the stand-in for builds of ab.sh. Judges no time. Exit code: 0, 1, 77 (no CPU driver or no YAML here).
#
#   tests/packaging/gates.sh CLAIMCHECK STAND_IN
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/../cli/lavapipe.sh"
stand_in=$2
export STAND_IN_UUID=${work##*/}
for python in "$python" python3; do
    "$python" -c 'import yaml' 2>/dev/null && break
done
"$python" -c 'import yaml' 2>/dev/null || skip 'no YAML in Python'

# Writes github.sh and gitlab.sh: the steps, behind their variables, as the runners set them: `given` has inputs of the action.
"$python" - "$root/packaging/github/action.yml" "$root/packaging/gitlab/claimcheck-gate.yml" <<'PYTHON'
import re, shlex, sys, yaml
action, gitlab = (yaml.safe_load(open(name, encoding="utf-8")) for name in sys.argv[1:])
assert action["runs"]["using"] == "composite" and action["description"]
inputs = action["inputs"]
assert all(given.get("required") or "default" in given for given in inputs.values()), inputs
steps = action["runs"]["steps"]
ran = [step for step in steps if "run" in step]
assert len(ran) == 1 and ran[0]["shell"] == "bash" and "${{" not in ran[0]["run"], "a script with an expression in it"
assert {output["value"] for output in action["outputs"].values()} <= {
    f"${{{{ steps.{ran[0]['id']}.outputs.{name} }}}}" for name in ("code", "verdict", "artifact")} | {"${{ inputs.folder }}"}
assert [step["uses"] for step in steps if "uses" in step] == ["actions/upload-artifact@v4"]
with open("github.sh", "w", encoding="utf-8") as file:
    for name, value in ran[0]["env"].items():
        key = re.fullmatch(r"\$\{\{ inputs\.([a-z-]+) \}\}", value)[1]
        own = inputs[key]  # one that is declared
        file.write(f"export {name}=\"${{{key.replace('-', '_')}-{own.get('default', '')}}}\"\n")
    file.write(ran[0]["run"])
job = gitlab[".claimcheck-gate"]
assert job["allow_failure"] == {"exit_codes": [77]} and job["artifacts"]["reports"]["junit"] == "gate.xml"
with open("gitlab.sh", "w", encoding="utf-8") as file:
    for name, value in job["variables"].items():
        file.write(f"export {name}=${{{name}-{shlex.quote(str(value))}}}\n")
    file.write("\n".join(job["script"]) + "\n")
PYTHON

# github CODE; gitlab, likewise: as the runners start a step, with `old`, `new`, `claimcheck`, `filter`, `budget` as inputs.
github() {
    rm -rf claimcheck-gate summary output
    GITHUB_STEP_SUMMARY=summary GITHUB_OUTPUT=output ran "$1" timeout 120 bash --noprofile --norc -eo pipefail github.sh
}
gitlab() {
    OLD=$old NEW=$new CLAIMCHECK=$claimcheck FILTER=$filter ran "$1" timeout 120 sh -e gitlab.sh
}

# Two builds that are one, on a software device: results are compared, times are not.
export old=$claimcheck new=$claimcheck claimcheck filter='tile_subdivision.subdivide/(per_level|flat)/map:scene' budget=2m
github 0 # the same build
has summary "^<!-- claimcheck ab .*$(device_word)" 'the summary'
has output '^code=0$' 'outputs'
has output '^verdict=results and counters unchanged; times not compared' 'outputs'
"$python" -c 'import xml.etree.ElementTree as x; assert len(x.parse("claimcheck-gate/gate.xml").getroot()[0].findall("testcase")) >= 2' ||
    fail 'the JUnit file'
"$python" -c 'import json; json.load(open("claimcheck-gate/ab.json"))' || fail 'the JSON file'
gitlab 0 # the same build

old="$stand_in side=a" filter='^t'
new="$stand_in side=b slow=1.1@second"
github 1 # slower
has output '^verdict=fails: the new side is slower' 'slower'
has summary 'SLOWER' 'slower'
gitlab 1 # slower
new="$stand_in side=b exit=77"
github 77 # nothing to compare
has out '^::warning::claimcheck gate: nothing was compared: ab: B: it ended with exit code 77' 'nothing to compare'
has output '^code=77$' 'nothing to compare'
has summary 'nothing was compared: ab: B: it ended with exit code 77' 'nothing to compare'
gitlab 99 # nothing to compare
allow_no_device=true github 0 # nothing to compare, which is allowed
ALLOW_NO_DEVICE=true gitlab 77 # nothing to compare, which is allowed
# A runner whose driver is gone.
(
    export VK_DRIVER_FILES=/none VK_ICD_FILENAMES=/none old=$claimcheck new=$claimcheck filter=^cbt
    github 77 # no driver
    has summary 'nothing was compared: .*no Vulkan device' 'no driver'
    gitlab 99 # no driver
    exit "$failed"
) || failed=$((failed + $?))
# Where fewer than 70 % of the rows are compared there is a file, and no green.
new="$stand_in side=b without=second"
allow_no_device=true github 77 # a third is missing
has output '^verdict=undecided: too few rows are compared; 2 of 3 rows compared' 'a third is missing'
folder=made/gate github 77 # a folder in another
has output '^artifact=made-gate$' 'a folder in another'
(
    export read=lines READ=lines filter= folder=claimcheck-gate old="printf 'copy 5.%s us\\n' 1 2 3 4 5"
    new=$old
    github 0 # any two commands
    has output '^verdict=passes: no row is SLOWER; 1 of 1 row compared' 'any two commands'
    gitlab 0 # any two commands
    new="printf 'copy 7.%s us\\n' 1 2 3 4 5"
    github 1 # any two commands, one slower
    gitlab 1 # any two commands, one slower
    new=true
    github 99 # a command that prints nothing
    exit "$failed"
) || failed=$((failed + $?))
new="$stand_in side=b crash"
github 99 # a crash
has output '^verdict=it could not be tried: ab: B: it was killed' 'a crash'
has summary 'it could not be tried: ab: B: it was killed' 'a crash'
gitlab 99 # a crash

# The templates for a folder of one's own: inputs that the action has, the same sides in both, and a folder in two versions.
"$python" - "$root/packaging" >sides.sh <<'PYTHON'
import shlex, sys, yaml
def read(name):
    return yaml.safe_load(open(f"{sys.argv[1]}/{name}", encoding="utf-8"))
given = next(step["with"] for step in read("github/own-kernels.yml")["jobs"]["gate"]["steps"] if "packaging/github" in step.get("uses", ""))
assert set(given) <= set(read("github/action.yml")["inputs"]), given
job = read("gitlab/own-kernels.yml")["gate"]
assert job["extends"] in read("gitlab/claimcheck-gate.yml")
for name, variable in (("old", "OLD"), ("new", "NEW"), ("claimcheck", "CLAIMCHECK"), ("filter", "FILTER")):
    assert given[name] == job["variables"][variable], name
    print(f"export {name}={shlex.quote(given[name])}")
PYTHON
mkdir -p bin old
ln -s "$claimcheck" bin/claimcheck
cc 0 new my_scan
cp -r my_scan old/
(
    failed=0
    . ./sides.sh
    export PATH=$work/bin:$PATH filter="$filter.*/elements:65536"
    github 0 # a folder as it was
    gitlab 0 # a folder as it was
    sed -i 's/source\[at\];/source[at] + (at == 5u ? 1u : 0u);/' my_scan/reverse.comp
    github 1 # a wrong kernel of a folder
    has summary 'FAILED' 'a wrong kernel of a folder'
    gitlab 1 # a wrong kernel of a folder
    exit "$failed"
) || failed=$((failed + $?))
