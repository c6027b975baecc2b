#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# papers.sh: a paper of a user's own by --published: its verdicts, figure, page, citation and comparison, on a kept run,
# in place of those of results/published/. Names that are none are refused. Needs no device.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/faults.sh"

h100=$root/results/runs/nvidia-h100-80gb-hbm3/20261122-tile-subdivision-passes.json.xz
h200=$root/results/runs/nvidia-h200/20261121-tile-subdivision-paper.json.xz
cat >own.json <<'END'
{
  "schema_version": 2,
  "paper": {"id": "mine", "title": "Tiles at once", "authors": ["A. Somebody"], "kind": "report", "year": 2030, "doi": null},
  "technique": "tile_subdivision",
  "recorded": "2030-01-01",
  "hardware": [],
  "figures": [
    {"id": "mine.time", "quantity": "time of six levels at once", "value": 21.5, "unit": "us", "hardware": null, "parameters": {},
     "source": {"where": "Section 1", "quote": "21.5 us", "read": "text"}},
    {"id": "mine.speed_up", "quantity": "speed-up by six levels at once", "value": 5, "unit": "ratio", "hardware": null, "parameters": {},
     "source": {"where": "Section 1", "quote": "five times", "read": "text"}}
  ],
  "claims": [
    {"id": "mine.twice", "statement": "Six levels at once are at least twice as fast as one.",
     "source": {"where": "Section 1", "quote": "twice", "read": "text"}, "figures": ["mine.time"],
     "a": "^tile_subdivision[.]subdivide/per_level/map:scene/top:10/",
     "b": "^tile_subdivision[.]subdivide/subtree/map:scene/top:10/threshold:own/falloff:1/(passes:published/)?subtree_levels:6$",
     "name_a": "a level at a time", "name_b": "+six levels at once", "measure": "gpu", "says": "at_least", "value": 2}
  ],
  "plots": [
    {"id": "mine-levels", "title": "Somebody, Figure 1: a level and six", "quantity": "gpu", "published": "paper, device unstated",
     "cases": "tile_subdivision.subdivide/{variant}/map:scene/top:10/threshold:own/passes:published/subtree_levels:6",
     "rows": [{"label": "a level at a time", "variant": "per_level"}, {"label": "six at once", "variant": "subtree", "figure": "mine.time"}]},
    {"id": "mine-sweep", "title": "Somebody, Figure 2: by levels", "quantity": "speedup",
     "cases": "tile_subdivision.subdivide/per_level|subtree/map:scene/top:10", "along": "subtree_levels", "label": "levels at once",
     "lines": [{"figure": "mine.speed_up", "text": "paper: {} times at six"}, {"figure": "mine.speed_up", "text": "paper, at six", "at": 6}]}
  ]
}
END
valid own.json published

shows '^CONFIRMED  mine.twice$' claims "$h100" --published own.json
cc 0 report "$h100" --out page --published own.json
cc 0 export "$h100" --format view --published own.json --out page.json
for words in 'Somebody, Figure 1: a level and six' 'six at once' 'paper, device unstated' 'Somebody, Figure 2' 'paper: 5 times at six' \
    'paper, at six' 'mine.twice' 'Tiles at once'; do
    grep -q -e "$words" page.json || fail "the page has no '$words'"
done
! grep -q -e 'Tokuyoshi, Figure' page.json || fail 'figures of another paper'
shows 'Somebody 2030' cite "$h100" --published own.json
has out 'mine.twice|Six levels at once' 'the claim cited'
shows 'title *= .*Tiles at once' cite "$h100" --published own.json --claim mine.twice --format bibtex
shows '"key": *"mine-levels"' export "$h100" --format figures --published own.json
has out '"key": *"mine-sweep"' 'a figure of the paper'
lacks out '"key": *"tokuyoshi' 'a figure of another paper'
cc 0 compare "$h100" "$h200" --published own.json --export-json compared.json
grep -q '"id": *"mine.twice"' compared.json || fail 'the claim is not compared'
! grep -q '"id": *"tokuyoshi' compared.json || fail 'claims of another paper are compared'

# Each of several files has its figures.
sed -e 's/mine/its/g' own.json >its.json
cc 0 export "$h100" --format view --out both.json --published own.json --published its.json
grep -q -e 'its.twice' both.json && grep -q -e 'mine.twice' both.json || fail 'not both papers'
refused "both have a claim 'mine.twice'" report "$h100" --out page --published own.json --published own.json

# Refusals by each command: a name that does not exist, and parts that the file lacks.
refused "'none.json'" cite "$h100" --published none.json
wrong() {
    local pattern=$1 command
    shift
    sed -e "$@" own.json >bad.json
    ! cmp -s own.json bad.json || fail "nothing is planted by $*"
    for command in 'report --out page' cite 'export --format figures' "compare $h200" claims; do
        # shellcheck disable=SC2086
        refused "$pattern" $command "$h100" --published bad.json
    done
}
wrong "'bad.json': plot 'mine-levels': there is no variant 'subtrees' .did you mean 'subtree'" 's/"variant": "subtree"/"variant": "subtrees"/'
wrong "plot 'mine-levels': there is no axis 'maps' .did you mean 'map'" 's/{variant}.map:/{variant}\/maps:/'
wrong "plot 'mine-sweep': there is no bench 'divide'" 's/subdivide.per_level|/divide\/per_level|/'
wrong "plot 'mine-sweep': there is no technique 'tiles'" 's/tile_subdivision.subdivide.per_level|/tiles.subdivide\/per_level|/'
wrong "plot 'mine-sweep': there is no axis 'row'" 's/"along"/"follows": "row", "along"/'
wrong "rows.1..figure is 'mine.times', which the document lacks" 's/"figure": "mine.time"}\]}/"figure": "mine.times"}]}/'
refused 'choose one' compare "$h100" "$h200" --filter cbt --published own.json
refused 'format figures' export "$h100" --format csv --published own.json
