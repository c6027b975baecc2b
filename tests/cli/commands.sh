#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# commands.sh: what people type: help, short options, habits from elsewhere, and what `list` is narrowed to.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"

# Nothing asked for: five lines, which name commands that there are.
cc 99
[ "$(wc -l <"$work/err")" -eq 5 ] && [ ! -s "$work/out" ] || fail "claimcheck alone: $(wc -l <"$work/err") lines"
narrow err 'claimcheck alone'
cp "$work/err" "$work/start"
for command in $(sed -n -E 's/^  claimcheck ([a-z]+) .*/\1/p' "$work/start"); do
    cc 0 "$command" --help
done

# Help in groups, and of one command by either way.
shows 'help COMMAND' help
narrow out 'help'
[ "$(grep -E '^(measure|read|gate|make):$' "$work/out" | tr '\n' ' ')" = 'measure: read: gate: make: ' ] || fail 'help has no groups'
cc 0 run --help
for head in 'cases' 'your kernel, and profilers' 'output files' 'measurement' 'printing' 'techniques'; do
    has out "^$head:$" 'groups of options'
done
lacks out '^options:$' 'groups of options'
shows '^options:$' why --help
for command in list devices run inspect trace selftest export keep show compare ab baseline claims report cite history why plot; do
    saved "$work/help" "$command" --help
    matches "$work/help" help "$command"
    ! sed '1,/^examples\{0,1\}:/d' "$work/out" | grep -q -v '^  [^ ]' || fail "$command --help: an example breaks, and cannot be pasted"
    matches "$work/help" --help "$command"
done
shows 'help COMMAND' -h --json
saved "$work/help" inspect tiles --help
matches "$work/help" help inspect tiles
has out 'top' 'help inspect tiles'
refused "did you mean 'inspect'" help inspct
refused "did you mean 'list'" --list
saved "$work/named" --version
matches "$work/named" version
for word in -V -v; do
    refused "unknown command '$word' .did you mean '--version'" "$word"
done
refused "did you mean 'help'" hlep
refused "did you mean 'why'" wyh
refused "did you mean 'plot'" plto
refused "not 'jsn' .did you mean 'json'" list --format jsn
cc 0 inspect --help
for technique in tiles cbt reyes stream detp tiling; do
    has out "^  $technique " 'inspect --help names the techniques'
done
cc 0 inspect cbt --help
lacks out '^techniques' 'help of one technique'

# Nothing is advertised that does not work: every word of the help on --format is a format.
shows 'csv' export --help
for format in $(sed -n '/--format FORMAT/,/--filter/p' "$work/out" | tr '\n' ' ' | sed 's/.*FORMAT \([^;]*\);.*/\1/' | tr -s ', ' '  '); do
    refused 'none.json' export none.json --format "$format"
done
refused 'none.json' export none.json --format figures
for format in json junit htm; do
    refused "there is no format '$format'" export none.json --format "$format"
done

# Letters, the same wherever the name is.
cc 0 run --help
for option in 'f, --filter' 'o, --out' 'q, --quiet' 'v, --verbose' 'h, --help'; do
    has out "^  -$option" 'run --help has the short option'
done
saved "$work/names" run --list-cases --profile quick --filter detp
[ -s "$work/names" ] || fail 'no case of detp'
for short in '-f detp' '-fdetp' '-qfdetp' '-q -f=detp'; do
    # shellcheck disable=SC2086
    matches "$work/names" run --list-cases --profile quick $short
done
refused "unknown option '-z'" run -z
refused 'given twice' run -f a --filter b
refused 'needs a value' run -f
refused "did you mean '--filter'" run -filter detp

# Habits, and what is near; nothing where nothing is.
refused "did you mean '--list-cases'" run --list
refused "did you mean '--list-cases'" run --lst
refused "did you mean '--list-cases'" run --dry-run
refused "did you mean '--filter'" run --benchmark_filter=cbt
refused "did you mean '--device'" run -d 0
refused "did you mean '--claims=tokuyoshi.speed_up'" run tokuyoshi.speed_up
refused "did you mean '--claim'" claims --paper deliot
refused "did you mean '--out'" run --output x
refused "unknown option '--xyz'; see" run --xyz
refused "did you mean '--filter tile_subdivision'" run tile_subdivision
refused "did you mean '--filter tile_subdivision'" run tile_subdivison
refused "did you mean '--filter tile_subdivision'" run tiles
refused "did you mean '--filter subtree'" run subtree
refused "unexpected argument 'zzzzzz'; see" run zzzzzz
refused "did you mean '--profile quick'" run quick
refused "did you mean '--out out.json'" run --json out.json
refused "did you mean '--samples'" run --runs 10
refused "'--warmup': every case is warmed up" run --warmup 3
refused "did you mean '--device'" run --gpu 0
refused "did you mean '--case-timeout'" run --timeout 60
refused "did you mean '--with'" run --baseline before.json
refused "did you mean '--theta'" ab --threshold 5%
refused "the sides are options: claimcheck ab --a old --b new" ab old new
refused "one expression matches both, --filter 'A.B'" run --filter a --filter b
refused "as in claimcheck run --profile" --profile quick
refused "did you mean 'compare'" diff
refused "did you mean 'devices'" info
refused "did you mean 'claims tokuyoshi'" tokuyoshi
refused "did you mean 'list cbt'" cbt
refused "did you mean 'tile_subdivision/ancestors_first'" list --source ancestors_first
refused "writes a PNG, which 'x.jpg'" inspect terrain --picture x.jpg
refused "there is no '/nowhere/dir/?': make its folder" run --filter tile_subdivision --samples 1 --out /nowhere/dir/x.json
refused "there are gbench, .* figures" export --format pandas "$root/results/runs/nvidia-h200/20261128-paper.json.xz"
refused "written as SVG, PNG and PDF" plot --format eps x.json
refused "unexpected argument 'tokuyoshi' .did you mean '--claims=tokuyoshi'" run --claims tokuyoshi
refused "did you mean '--claims=cbt'" run --claims cbt
refused "did you mean '--filter cbt'" run --claims=tokuyoshi cbt

# list, narrowed by a name of any kind, or by what a filter of run would select.
variants() {
    sed -n -E 's/^    variant ([a-z0-9_]+) .*/\1/p' "$work/out"
}
benches() {
    sed -n -E 's/^  ([a-z_]+\.[a-z0-9_]+)$/\1/p' "$work/out"
}
cc 0 list
narrow out 'list'
[ "$(wc -l <"$work/out")" -le 24 ] || fail 'list is longer than a screen'
for technique in tile_subdivision thread_group_tiling reyes_subdivision cbt stream_reduction detp; do
    has out "^$technique +[A-Z]" 'list has a line for each technique'
done
head -1 "$work/out" | grep -q -v '^ceilings' || fail 'list begins with what is no technique'
while read -r words; do
    # shellcheck disable=SC2086
    cc 0 ${words/-f NAME/--profile quick -f cbt}
done < <(sed -n -E 's/^claimcheck ([a-zA-Z -]*[a-zA-Z])  .*/\1/p' "$work/out" | sed 's/TECHNIQUE/cbt/')
saved "$work/all" list --all
shows '^technique,bench,variant,kind,baseline,summary,source' list cbt.sum_reduction --format csv
has out '^cbt,sum_reduction,prepass,gpu,baseline,' 'list as CSV'
shows '^cbt ' list cbt
lacks out '^(detp|ceilings|tile_subdivision) ' 'list cbt'
[ "$(benches | wc -l)" -gt 5 ] || fail 'list cbt lacks benches'
shows '^      kernels: tile_subdivision/flat$' list tile_subdivision
cp "$work/out" "$work/technique"
matches "$work/technique" list tiles
for name in sum_reduction cbt.sum_reduction; do
    cc 0 list "$name"
    [ "$(benches)" = cbt.sum_reduction ] || fail "list $name: $(benches)"
    [ "$(variants | wc -l)" -gt 5 ] || fail "list $name lacks variants"
done
for name in cbt.sum_reduction/packed sum_reduction/packed; do
    cc 0 list "$name"
    [ "$(benches) $(variants)" = 'cbt.sum_reduction packed' ] || fail "list $name: $(benches) $(variants)"
done
cc 0 list subtree
[ "$(variants | sort -u)" = subtree ] || fail "list subtree: $(variants)"
[ "$(benches | wc -l)" = 2 ] || fail 'list subtree is not of every bench that has it'
shows '^detp ' list cbt detp
has out '^cbt ' 'list of two names'
cc 0 list --filter 'sum_reduction/packed/depth:27'
[ "$(benches) $(variants)" = 'cbt.sum_reduction packed' ] || fail "list --filter: $(benches) $(variants)"
cc 0 list -f '^detp' --json
holds out <<'END'
techniques = run["techniques"]
assert [t["name"] for t in techniques] == ["detp"], techniques
assert all(b["variants"] for b in techniques[0]["benches"])
origins = {v["origin"] for b in techniques[0]["benches"] for v in b["variants"]}
assert origins == {"paper", "library", "contender"}, origins
assert {a["name"] for b in techniques[0]["benches"] for v in b["variants"] for a in v["axes"] if a["parts"]} == {"part", "phase"}
END
cc 0 list cbt --filter packed
[ "$(benches | grep -c -v '^cbt')" -eq 0 ] && [ -n "$(benches)" ] || fail 'list of a name and a filter'
matches "$work/all" list --filter .
refused "did you mean 'sum_reduction'" list sum_reductoin
refused "did you mean 'sum_reduction'" list cbt.sum_reductoin
refused "there is no technique, bench or variant 'zzzzzzzz'; claimcheck list has" list zzzzzzzz
refused "no technique, bench or variant 'zzzzzzzz'" list cbt zzzzzzzz
refused 'no_such' list --filter no_such_case
refused 'filter' list --filter '('
refused "no variant has that name and matches" list detp --filter '^cbt'
refused "there is no kernel 'zzzzzzzz'" list zzzzzzzz --kernels
refused 'not for kernels' list --kernels --filter cbt

# A device by the name that `devices` prints, by a part of it, and one that is not there.
cc 0 devices
device=$(sed -n -E '1s/^0  (.*) \(cpu, software\)$/\1/p' "$work/out")
[ -n "$device" ] || fail 'devices names none'
cc 0 list --kernels cbt/decode --device "$device"
refused "unknown option|no device matches 'h100'; there is 0 '${device//[()]/.}'" list --kernels cbt/decode --device h100
