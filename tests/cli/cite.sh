#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# cite.sh: claimcheck cite on kept runs, and on names that want to be marks of LaTeX, BibTeX and Markdown; what it refuses; and
# that CITATION.cff is of this version. Where there is a LaTeX, it reads what is written.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/runs.sh"

all=$results/runs/nvidia-h100-80gb-hbm3/20261128-paper.json.xz
h200=$results/runs/nvidia-h200/20261127-claims-6.json.xz
passes=$results/runs/nvidia-h100-80gb-hbm3/20261122-tile-subdivision-passes.json.xz
lastra=$results/runs/nvidia-h100-80gb-hbm3/20261122-detp-paper-3.json.xz

# braces FILE WHAT: they come in pairs, as BibTeX counts them, in every entry.
braces() {
    "$python" - "$work/$1" <<'PYTHON' || fail "$2: braces"
import sys
depth = 0
for c in open(sys.argv[1], encoding="utf-8").read():
    depth += (c == "{") - (c == "}")
    assert depth >= 0
assert depth == 0
PYTHON
}

# A sentence with device, driver, commit, counts and the claim; the table; the bibliography.
cc 0 cite "$passes"
has out '^On NVIDIA H100 .*\(NVIDIA [0-9.]+\), claimcheck \(.*commit [0-9a-f]{12}; 2026-11-22\) found: of [0-9]+ claims of \[Tokuyoshi 2014\]' 'the sentence'
has out '[.] One of them, in our words "subtree \(6 levels\) is faster than per level": [0-9.]+ × faster .*[.] \[Tokuyoshi 2014\], on AMD Radeon HD 6990, says about 6 ×[.] The verdict is CONFIRMED \(same size: 4.33 to 8.5\): 1 run of 1 card; after data; one process; run 20261122-tile-subdivision-passes\.$' \
    'the claim of the sentence'
has out '^\| subtree \(6 levels\) is faster than per level \| about 6 × \| 6[0-9.]* × faster .* \| CONFIRMED \(same size: 4.33 to 8.5\) \| 1 run of 1 card; after data; one process \|$' 'the table'
shows ', [0-9]+ of them by our reading of the paper.s word, [0-9]+ (is|are) ' cite "$all"
has out '^\| [^|]* \(our reading of its word\) \| "' 'a reading in the table'
has out '^\| [^|]* \(by construction of our code\) \| ' 'a claim by construction in the table'
has out '^@misc\{claimcheck,$' 'the program'
has out '^@misc\{tokuyoshi2014,$' 'the paper'
cc 0 cite "$all" --claim tokuyoshi.speed_up
[ "$(grep -c '^| ' "$work/out")" -eq 2 ] || fail '--claim has other claims'
has out '[)] tested the claim, in our words "subtree \(6 levels\) is faster than per level": [0-9]' 'the sentence of one claim'
shows '[(][0-9]+ commits up to [0-9a-f]{12}; .*The verdict is NOT TESTABLE: The post' cite h100 --claim bavoil.speed_up
cc 0 cite h100 --claim weber.no_host_helps
has out 'gives no number[.] .*[0-9]+ and [0-9]+ round trips to the device, [0-9]+ % and [0-9]+ % of the times' 'round trips'
shows 'makes no such claim[.] The verdict is' cite h100 --claim bavoil.hits_high

# Two devices have a sentence each, and a bibliography together.
shows '^On NVIDIA H200' cite "$all" "$h200"
[ "$(grep -c '^@misc{tokuyoshi' "$work/out")" -eq 1 ] || fail 'a paper is there twice'

# Names that are no names of people stay in one piece; a paper without a date has none.
shows '^@misc\{lastra2008,$' cite "$lastra" --format bibtex
lacks out 'tokuyoshi' 'a paper that was not measured'
has out 'Estimación' 'UTF-8'
changed "$results/published/lastra.json" undated.json 'run["paper"]["year"] = None'
shows 'note .*= \{undated\}' cite "$lastra" --published undated.json --format bibtex
has out '^@misc\{lastra,$' 'the key of one without a date'

# A claim that cannot be tested is none that was measured.
changed "$lastra" cpu.json 'run["device"]["software"] = True'
cc 0 cite cpu.json
has out 'Lastra et al\. 2008\]( can be tested here: [0-9]+ (is|are) NOT TESTABLE|, .*(is|are) [A-Z].*; [0-9]+ more cannot be tested here)' \
    'what cannot be tested'
lacks out 'measured, .* NOT TESTABLE' 'a claim that cannot be tested is not measured'

# Texts that LaTeX, BibTeX and Markdown would take for marks.
changed "$all" hostile.json '
run["device"]["name"] = "a_b & 50% \\input{x} }{ ~^ #1 $x$ <b> | \"q\" \u202e \x01 caf\u00e9"
run["tool"]["commit"] = "x_y}%"
'
cc 0 cite hostile.json --format latex
has out 'On a\\_b \\& 50\\% \\textbackslash\{\}input\\textbraceleft\{\}x\\textbraceright\{\} \\textbraceright\{\}\\textbraceleft\{\} \\textasciitilde\{\}\\textasciicircum\{\} \\#1 \\\$x\\\$ \\textless\{\}b\\textgreater\{\} \\textbar\{\} ' 'LaTeX'
has out "''q'' \?.*café" 'LaTeX: quotes, what is no character, an accent'
braces out 'LaTeX'
cp "$work/out" "$work/claims.tex"
shows 'commit x\\_y\\textbraceright\{\}\\%\}$' cite hostile.json --format bibtex
braces out 'BibTeX'
cp "$work/out" "$work/claims.bib"
shows '^On a_b & 50% \\\\input\{x\} \}\{ \\~\^ #1 \$x\$ \\<b\\> \\\| "q"' cite hostile.json
if command -v pdflatex >/dev/null && command -v bibtex >/dev/null; then
    printf '%s\n' '\documentclass{article}' '\begin{document}' '\input{claims}' '\bibliographystyle{plain}' '\bibliography{claims}' \
        '\end{document}' >"$work/text.tex"
    (cd "$work" && pdflatex -interaction=batchmode text && bibtex text && pdflatex -interaction=batchmode text) >latex.log 2>&1 ||
        fail "LaTeX: $(grep -h -m 1 '^!' "$work/text.log" || tail -n 1 latex.log)"
fi

# Claims that rest on counters, arithmetic or construction are counted, too.
cc 0 cite h100 --claim deliot
has out 'by other evidence than runs [0-9]+ (is|are) .*[0-9]+ CONTRADICTED.*; by construction of our code [0-9]+ (is|are) ' 'other evidence'

# A run that is not one to keep says so, and what there is nothing of.
changed "$all" dirty.json 'run["tool"]["commit"] += "-dirty"'
tells 0 'cite: .*dirty' cite dirty.json
changed "$all" nothing.json 'run["cases"] = []'
printed '[)] measured no case of a claim[.]' cc 77 cite nothing.json
has err 'cite: no claim was measured; claimcheck run --claims' 'what would measure one'
tells 77 'no case of the claim' cite nothing.json --claim weber.table1

refused 'which run file' cite
refused 'missing.json' cite missing.json
refused 'README' cite "$root/README.md"
refused 'one run' cite "$all" "$all"
refused "did you mean 'latex'" cite "$all" --format latx
refused "did you mean 'tokuyoshi.speed_up'" cite "$all" --claim tokuyoshi.sped_up

# CITATION.cff: as its schema, 1.2.0, wants the keys that there are, and of this version.
"$python" - "$root" <<'PYTHON' || fail 'CITATION.cff'
import re, sys
root = sys.argv[1]
lines = open(root + "/CITATION.cff", encoding="utf-8").read().splitlines()
keys = dict(re.fullmatch(r'([a-z-]+): *"?(.*?)"?', line).groups() for line in lines if line[0] != " ")
assert list(keys) == ["cff-version", "message", "type", "title", "abstract", "authors", "version", "date-released", "license", "keywords"], keys
assert keys["cff-version"] == "1.2.0" and keys["type"] == "software" and keys["license"] == "MIT"
assert [line for line in lines if line[0] == " "][0] == "  - name: the claimcheck authors"
version = re.search(r"version: '([^']+)'", open(root + "/meson.build", encoding="utf-8").read())[1]
assert keys["version"] == version, f"version {keys['version']}, of meson.build {version}"
PYTHON
