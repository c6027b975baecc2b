#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# ab_outputs.sh: the files that claimcheck ab writes for other tools, read by such tools: XML by Python, TAP by meson; and the
# recipes of docs/guide/ci.md, whose YAML is parsed and whose scripts are run. On the stand-in for builds of ab.sh, and on ones
# for git, gh and scripts/build: measures nothing.
#
#   tests/cli/ab_outputs.sh CLAIMCHECK STAND_IN
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/runs.sh"
stand_in=$2
export STAND_IN_UUID=${work##*/} VK_DRIVER_FILES=/dev/null VK_ICD_FILENAMES=/dev/null

# ab CODE B ARGUMENTS...: what is planted in the new side.
ab() {
    local wanted=$1 b=$2
    shift 2
    [[ " $* " == *' --filter '* ]] || set -- --filter '^t' "$@"
    cc "$wanted" ab --a "${SIDE:-$stand_in} side=a" --b "${SIDE:-$stand_in} side=b $b" --seed 7 --quiet "$@"
}

# junit FILE STATEMENT WHAT: the rules of the schema that Jenkins and GitLab read, and a statement on `suite` and `tests`.
junit() {
    "$python" - "$1" "$2" <<'PYTHON' || fail "$3: the JUnit file is not what it should be"
import re, sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
assert root.tag == "testsuites" and len(root) == 1
suite = root[0]
order = ["properties", "testcase", "system-out", "system-err"]
places = [order.index(child.tag) for child in suite]
assert places == sorted(places) and places.count(0) <= 1, "the order of elements"
assert set(suite.attrib) <= {"name", "tests", "failures", "errors", "skipped", "time", "timestamp"}
assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", suite.get("timestamp"))
for prop in suite.find("properties"):
    assert prop.tag == "property" and set(prop.attrib) == {"name", "value"}
tests = suite.findall("testcase")
for test in tests:
    assert set(test.attrib) == {"classname", "name", "time"} and float(test.get("time")) >= 0
    assert len(test) <= 1 and all(c.tag in ("failure", "error", "skipped", "system-out") for c in test)
for name, count in ("failure", "failures"), ("error", "errors"), ("skipped", "skipped"):
    assert int(suite.get(count)) == len(suite.findall("testcase/" + name)), count
assert int(suite.get("tests")) == len(tests) == len({test.get("name") for test in tests})
failed = {test.get("name"): test.find("failure").get("message") for test in tests if test.find("failure") is not None}
skipped = {test.get("name"): test.find("skipped").get("message") for test in tests if test.find("skipped") is not None}
if not eval(sys.argv[2]):
    sys.exit(f"not so: {sys.argv[2]}: {failed} {skipped}")
PYTHON
}

# Files, of rows of all kinds.
ab 1 'slow=1.1@second without=third' --markdown gate.md --junit gate.xml --tap gate.tap --out ab.json
[ "$(head -n 1 gate.md)" = '<!-- claimcheck ab GPU -->' ] || fail 'the first line of the Markdown'
has gate.md '^\*\*fails: the new side is slower; 2 of 3 rows compared\.\*\* Rows: 1 SLOWER, 1 MISSING, 1 SAME\. FASTER, SLOWER beyond' 'Markdown'
has gate.md '^\| `t.b/second/n:1` \| 1.00 ms \| 1.1[0-9] ms \| 1.1[0-9]+ \\\[1.[0-9]+, 1.1[0-9]+\\\] \| \*\*SLOWER\*\* \| ' 'Markdown'
lacks gate.md "$work|$root" 'Markdown has no paths'
junit gate.xml 'list(failed) == ["t.b/second/n:1"] and skipped == {"t.c/third/n:1+2": "MISSING"}' 'rows of all kinds'
lacks gate.xml "$work|$root" 'JUnit has no paths'
[ "$(grep -c -E '^(not )?ok ' gate.tap)" -eq 4 ] || fail 'TAP: not as many tests as planned'
has gate.tap '^1\.\.4$' 'TAP'
has gate.tap '^not ok 2 - t.b/second/n:1$' 'TAP'
ab 1 'without=third' --fail-on missing --junit gate.xml
junit gate.xml 'failed == {"t.c/third/n:1+2": "MISSING"}' '--fail-on missing'
ab 0 'slow=1.1' --gate=advisory --junit gate.xml --tap gate.tap
junit gate.xml 'not failed and len(skipped) == 3' 'advisory'
has gate.tap '^not ok 1 - .* # TODO SLOWER: ' 'advisory'
ab 77 'noise=0.6 side=c' --filter second --junit gate.xml
junit gate.xml 'not failed and "UNDECIDED: B / A" in skipped["t.b/second/n:1"] and "session" in skipped' 'nothing told'
ab 99 throttled --junit gate.xml --tap gate.tap
junit gate.xml 'suite.get("errors") == "1"' 'not to be believed'
has gate.tap '^Bail out! ' 'not to be believed'

# Reasons for a slower row: the pass that has grown, by a timeline of either side, and the driver's statistics.
ab 1 'slow=1.1@second registers=64' --markdown gate.md --junit gate.xml --tap gate.tap --out ab.json
behind='most of it in t/k: 400 µs to 500 µs, of 1.00 ms to 1.10 ms in all; t/k: registers 32 to 64'
tr -s ' \n' ' ' <out >joined
has joined "$behind" 'the cause'
for file in gate.md gate.xml gate.tap; do
    has "$file" "$behind" "the cause in $file"
done
holds ab.json <<'PYTHON'
detail, = run["details"]
assert detail["row"] == "t.b/second/n:1" and [p["name"] for p in detail["passes"]] == ["t/k", "t/first"], detail
assert detail["kernels"] == [{"kernel": "t/k", "registers": {"old": 32, "new": 64}, "spills": None, "local_bytes": None}]
PYTHON
valid ab.json ab
ab 1 'slow=1.1@second cut-trace' --markdown gate.md --out ab.json
lacks gate.md 'most of it' 'half a timeline'
has ab.json '"passes": null' 'half a timeline'

# Names and reasons that would be marks.
cat >hostile <<'END'
#!/bin/bash
exec "$STAND_IN" 'named=<&>|`#' 'reason=]]>\"<!--\n|#\u001b\u202e SKIP' "$@"
END
chmod +x hostile
STAND_IN=$stand_in SIDE=./hostile ab 1 fail=second --markdown gate.md --junit gate.xml --tap gate.tap
junit gate.xml 'any("<&>|`#" in name for name in failed) and any("]]>\"<!--" in text for text in failed.values())' 'hostile'
[ "$(grep -c -E '^(not )?ok ' gate.tap)" -eq 4 ] || fail 'hostile TAP: not as many tests as planned'
lacks gate.tap '^ok.*second| # SKIP' 'hostile TAP'
"$python" - gate.md <<'PYTHON' || fail 'hostile Markdown: cells'
import re, sys
rows = [line for line in open(sys.argv[1], encoding="utf-8") if line.startswith("| ") and "FAILED" in line]
assert len(rows) == 2 and all(len(re.findall(r"(?<!\\)\|", row)) == 7 for row in rows), rows
PYTHON

# Standard output is for one of them, and what is printed makes way; nothing replaces another.
for option in out markdown junit tap; do
    said '^passes: no row is SLOWER; [0-9] of [0-9] rows compared$' ab 0 '' "--$option" -
    lacks out '^passes' "--$option -"
done
ab 0 '' --out -
holds out 'run["counts"]["SAME"] == 3'
refused 'standard output takes one' ab --a "$stand_in" --b "$stand_in" --tap - --junit -
refused 'would replace' ab --a "$stand_in" --b "$stand_in" --tap gate.x --junit gate.x
refused 'cannot write' ab --a "$stand_in" --b "$stand_in" --markdown /dev/null/x

# blocks WORD: the blocks of docs/guide/ci.md in that language, as 1.WORD, 2.WORD, ...
blocks() {
    awk -v word="$1" '/^```$/ { on = 0 } on { print >(n "." word) } $0 == "```" word { on = 1; n++ }' "$root/docs/guide/ci.md"
}
blocks sh
blocks meson
blocks yaml
printf '#!/bin/sh\n[ "$1" = ab ] && exec %s "$@"\nexec %s $PLANTED side=b "$@"\n' "$claimcheck" "$stand_in" >side-b
printf '#!/bin/sh\nexec %s side=a "$@"\n' "$stand_in" >side-a
chmod +x side-a side-b
export NEW=$work/side-b OLD=$work/side-a FILTER='^t'

# The recipe for meson, by meson: what it makes of the lines.
meson=$(type -P meson || true)
script=$(grep -l 'gate.tap' ./*.sh)
if [ -n "$meson" ]; then
    mkdir project
    cp "$script" project/gate.sh
    chmod +x project/gate.sh
    { echo "project('p')" && cat 1.meson; } >project/meson.build
    "$meson" setup project built >setup 2>&1 || fail "meson: $(tail -n 1 setup)"
    # consumed CODE RESULT PLANTED: of `meson test`.
    consumed() {
        PLANTED=$3 printed "gate +$2" ran "$1" "$meson" test -C built --no-rebuild
    }
    consumed 0 'OK .*4 subtests passed' ''
    consumed 1 'FAIL .*1/4 subtests? failed|FAIL ' 'slow=1.1@second'
    consumed 0 'SKIP' 'exit=77'
    consumed 1 'ERROR' 'crash'
    consumed 1 'ERROR' 'throttled'
else
    printf 'no meson: it does not read the TAP\n'
fi

# The recipes' programs: both builds, git, and gh, which prints its arguments.
mkdir bin scripts
cat >bin/git <<'END'
#!/bin/sh
[ "$1 $2" != 'worktree add' ] || { mkdir -p "$4/scripts" && cp scripts/build "$4/scripts/build"; }
END
cat >scripts/build <<END
#!/bin/sh
mkdir -p "\$1"
case \$PWD in */old) cp $work/side-a "\$1/claimcheck" ;; *) cp $work/side-b "\$1/claimcheck" ;; esac
END
cat >bin/gh <<'END'
#!/usr/bin/env bash
printf '%s\n' "$*" >>gh.calls
case "$1 $2" in
'run download') mkdir -p gate && cp gate.md gate/ 2>/dev/null ;;
'pr list') printf '%s\n' "$NUMBER" ;;
'api --paginate') printf '%s' "$COMMENTS" ;;
esac
exit 0
END
chmod +x bin/* scripts/build
# Scripts of the YAML, as FILE.sh: github-build.sh, github-gate.sh, github-comment.sh, gitlab.sh.
code=0
for python in "$python" python3; do
    "$python" -c 'import yaml' 2>/dev/null && break
done
"$python" - 1.yaml 2.yaml 3.yaml <<'PYTHON' || code=$?
import sys
try:
    import yaml
except ImportError:
    sys.exit(77)
gate, comment, gitlab = (yaml.safe_load(open(name, encoding="utf-8")) for name in sys.argv[1:])
assert set(gate["permissions"].items()) == {("contents", "read")} and gate[True] == "pull_request"
assert comment[True]["workflow_run"]["workflows"] == [gate["name"]]
assert "secrets" not in str(gate)
runs = {step["name"]: step["run"] for flow in (gate, comment) for job in flow["jobs"].values() for step in job["steps"] if "run" in step}
assert all("${{" not in text for text in runs.values()), "a script with an expression in it"
uploaded = [step for step in gate["jobs"]["gate"]["steps"] if "upload-artifact" in step.get("uses", "")]
assert uploaded[0]["with"]["path"].split() == ["ab.json", "gate.md", "gate.xml"]
job = gitlab["gate"]
assert job["allow_failure"] == {"exit_codes": [77]} and job["artifacts"]["reports"]["junit"] == "gate.xml"
for name, text in {"build": runs["build both sides"], "gate": runs["gate"], "comment": runs["comment"],
                   "gitlab": "\n".join(job["script"]) + "\n"}.items():
    open(name + ".script", "w", encoding="utf-8").write(text)
PYTHON
if [ "$code" -eq 77 ]; then
    printf 'no YAML in Python: its recipes are not tried\n'
elif [ "$code" -ne 0 ]; then
    fail 'the YAML of docs/guide/ci.md'
fi
# step CODE NAME: as the runners start it, by bash -e.
step() {
    PATH=$work/bin:$PATH ran "$1" timeout 60 bash -e "$2.script"
}
if [ "$code" -eq 0 ]; then
    export BASE=0123 GITHUB_STEP_SUMMARY=$work/summary CI_MERGE_REQUEST_DIFF_BASE_SHA=0123
    for recipe in github gitlab; do
        for planted in '0 0 ' '1 1 slow=1.1' '77 99 exit=77' '99 99 crash'; do
            read -r github gitlab PLANTED <<<"$planted"
            export PLANTED
            rm -rf old summary
            if [ $recipe = gitlab ]; then
                step "$gitlab" gitlab
                continue
            fi
            step 0 build
            step "$github" gate
            [ "$gitlab" -gt 1 ] || has summary '^<!-- claimcheck ab GPU -->$' 'the summary'
            [ "$gitlab" -ne 99 ] || has summary '^claimcheck: ab: B: it ' 'nothing told'
        done
    done
    # One comment, made once and then edited; none of a stranger's other files, none where the pull request is another.
    export REPO=o/r RUN=1 HEAD=abc NUMBER=5 COMMENTS=
    ab 1 'slow=1.1' --markdown gate.md
    step 0 comment
    has gh.calls '^api --method POST repos/o/r/issues/5/comments --field body=@body.md' 'a comment'
    cmp -s gate.md body.md || fail 'a comment: another text'
    COMMENTS=$'17\n'
    step 0 comment
    has gh.calls '^api --method PATCH repos/o/r/issues/comments/17 --field body=@body.md' 'the comment again'
    rm gh.calls
    NUMBER=
    step 0 comment
    lacks gh.calls 'method' 'another pull request'
    printf 'buy\n' >gate.md
    NUMBER=5
    step 1 comment
    lacks gh.calls 'method' 'a file of another kind'
    rm -rf gate gate.md
    step 0 comment
fi
