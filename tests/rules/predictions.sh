#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# predictions.sh: a small part of each kept file of predictions is what the model says now; what scripts/research/predict must catch
# is planted into a copy; a made-up run is set beside made-up predictions. Exit code: 0, 1, 77 (Python has no tomllib).
#
#   tests/rules/predictions.sh CLAIMCHECK
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/../tree.sh"
if [ $# -ne 1 ] || [ ! -x "$1" ]; then
    printf 'usage: tests/rules/predictions.sh CLAIMCHECK\n'
    exit 1
fi
claimcheck=$1
python3 -c 'import tomllib' 2>/dev/null || skip 'no Python with tomllib, 3.11 or later'
"$root/scripts/research/predict" --claimcheck "$claimcheck" check || failed=1

# A tree of its own, with predictions that are made in no time.
tree=$work/tree
models=$tree/results/models
mkdir -p "$models" "$tree/scripts/research" "$tree/docs/papers"
cp -r "$root/scripts/research/predict" "$root/scripts/research/prediction" "$tree/scripts/research/"
cp -r "$root/scripts/plot" "$root/scripts/maintain" "$tree/scripts/"
cp "$root/results/models/fixed.toml" "$models/tiny.toml"
cat >"$models/predictions.toml" <<'END_TOML'
[tiny]
range = false
orders = [{ order = "tiled_x", n = "4,16" }, { order = "morton", n = "16" }]
workloads = [{ images = ["128x64", "640x64"], planes = 3, texel = 8, layout = "block", taps = "disc", group = "8x8" }]
END_TOML
# predict CODE ARGUMENTS...
predict() {
    local wanted=$1 code=0
    shift
    "$tree/scripts/research/predict" --claimcheck "$claimcheck" "$@" >"$work/out" 2>&1 || code=$?
    [ "$code" -eq "$wanted" ] || fail "predict $*: exit code $code, not $wanted: $(cat "$work/out")"
}
# says PATTERN WHAT: of the last one; tells CODE PATTERN ARGUMENTS...: predict says so.
says() {
    grep -q -E -e "$1" "$work/out" || fail "$2: no '$1' in: $(cat "$work/out")"
}
tells() {
    predict "$1" "${@:3}"
    says "$2" "${*:3}"
}
# planted FILE SED WHAT: a change that check must find.
planted() {
    cp "$models/$1" "$work/before"
    sed -i -E -e "$2" "$models/$1"
    ! cmp -s "$models/$1" "$work/before" || fail "'$2' changes nothing in $1"
    predict 1 check
    says "$3" "$1, $2"
    cp "$work/before" "$models/$1"
}

tells 99 'tiny.json' check
predict 0 make tiny
tells 99 'cache-model.md' check
printf '# A page\n<!-- printed by predictions_tiny -->\nold\n<!-- /printed -->\nand more\n' >"$tree/docs/papers/cache-model.md"
tells 1 'cache-model.md: a table' check
predict 0 page
predict 0 check
grep -q '^| `tiled_x` 4 | ' "$tree/docs/papers/cache-model.md" || fail "no table on the page: $(cat "$tree/docs/papers/cache-model.md")"
[ "$(grep -c '"order"' "$models/tiny.json")" -eq 8 ] || fail 'not a line for each of four orders and two images'
planted tiny.json '/128x64/,/tiled_x/ s/("order": "row_major".*"hits": )[0-9]+/\11/' 'row_major: hits 1, now'
planted tiny.json '0,/"distinct"/ s/"distinct": [0-9]+/"distinct": 7/' 'distinct 7'
planted tiny.toml 's/^drift = 4/drift = 5/' 'another profile'
planted predictions.toml 's/640x64/640x72/' 'other workloads'
tells 99 'no predictions are named tidy' make tidy
tells 99 'scripts/research/predict' make
printf 'units = \n' >"$models/tiny.toml.broken"
cp "$models/tiny.toml" "$work/whole.toml"
sed -i '/^drift/d' "$models/tiny.toml"
tells 99 'no drift' make tiny
cp "$work/whole.toml" "$models/tiny.toml"

# One order beside row_major: a table by what is read.
cp "$models/predictions.toml" "$work/whole.toml"
cat >>"$models/predictions.toml" <<'END_TOML'
[more]
profile = "tiny"
range = false
orders = [{ order = "tiled_x", n = "16" }]
workloads = [
    { images = ["128x64", "640x64"], planes = 1, texel = 8, layout = "linear", taps = "disc", group = "16x8" },
    { images = ["640x64"], planes = 2, texel = 16, layout = "block", taps = "disc", group = "8x8" },
]
END_TOML
printf '<!-- printed by predictions_more -->\n<!-- /printed -->\n' >>"$tree/docs/papers/cache-model.md"
tells 99 'more.json' page
predict 0 make more
predict 0 page
grep -q -E '^\| linear, 1 of 8 bytes, groups of 16x8 \| [0-9.]+ \([0-9.]+\) \| ' "$tree/docs/papers/cache-model.md" || fail 'no row of one order'
grep -q -E '^\| block, 2 of 16 bytes \| – \| [0-9.]+ \(' "$tree/docs/papers/cache-model.md" || fail 'no gap where nothing is predicted'

# A run: the model's ratios are replaced by 2, 1.01 and 3 for the one image, what was measured is 1.5, 1 and 4.
case_of() { # VARIANT N RATIO REST
    printf '{"name": "x", "workload": "w", "technique": "thread_group_tiling", "bench": "gather", "variant": "%s", "status": "ok",
        "cache": "hot", "baseline": false, "axes": {"width": 128, "planes": 3, "format": "rgba16f", "layout": "image", "group": "8x8",
        "launch": "id"%s}, "time_ratio": {"case_over_baseline": %s, "interval_low": %s, "interval_high": null}%s}' "$1" "$2" "$3" "$3" "${4-}"
}
run_of() { # CASES...
    local IFS=,
    printf '{"schema_version": "2.0", "workloads": [{"name": "w", "facts": {"pixels": 8192}}], "cases": [%s]}' "$*"
}
python3 - "$models/tiny.json" <<'END_PYTHON'
import json, sys
made = json.load(open(sys.argv[1]))
for row, ratio in zip(made["workloads"][0]["predictions"], (1, 2, 1.01, 3)):
    row["dram_ratio"] = ratio
json.dump(made, open(sys.argv[1], "w"))
END_PYTHON
all=("$(case_of tiled_x ', "n": 4' 0.6667)" "$(case_of tiled_x ', "n": 16' 1)" "$(case_of morton '' 0.25)")
run_of "${all[@]}" "$(case_of hilbert '' 0.5)" "$(case_of tiled_x ', "n": 8' 0.5)" >"$work/run.json"
config() { # ORDER N BYTES
    printf '{"layout": "image", "width": 128, "height": 64, "order": "%s", "n": %s, "metrics": {"dram__bytes_read.sum": %s, "dram__bytes_write.sum": 10}}' "$@"
}
printf '{"twin_of": "thread_group_tiling.gather", "configurations": [%s, %s, %s]}' "$(config row_major null 90)" \
    "$(config tiled_x 4 40)" "$(config tiled_x 16 90)" >"$work/twin.json"
# The table in the page, by the run's alias.
mkdir -p "$tree/docs/tables" "$tree/results/runs"
gzip <"$work/run.json" >"$tree/results/runs/made.json.gz"
cp "$work/twin.json" "$tree/results/runs/twin.json"
printf '[runs]\nmade = "runs/made"\ntwin = "runs/twin"\n' >"$tree/docs/tables/runs.toml"
cat >"$models/comparisons.toml" <<'END_TOML'
[all]
kind = "ranks"
profile = "tiny"
rows = [
    { what = "made", run = "made", twin = "twin", layouts = ["image", "block"] },
    { what = "less", run = "made", layouts = ["image"], without = ["morton"] },
]
[by_width]
kind = "widths"
profile = "tiny"
widths = [128, 640]
rows = [{ what = "made", run = "made", layout = "image" }]
[side]
kind = "ratios"
profile = "tiny"
run = "made"
order = "tiled_x"
n = 4
widths = [128, 640]
END_TOML
cp "$tree/docs/papers/cache-model.md" "$work/page.md"
for name in all by_width side; do
    printf '<!-- printed by comparison_%s -->\n<!-- /printed -->\n' "$name" >>"$tree/docs/papers/cache-model.md"
done
predict 0 page
while IFS= read -r line; do
    grep -q -F -x -e "$line" "$tree/docs/papers/cache-model.md" || fail "the page has no line '$line': $(cat "$tree/docs/papers/cache-model.md")"
done <<'END_LINES'
| made | image | 1.00 (3) | 1.00 (2) | 1.00 (2) |
|  | block | – | – | – |
| less | image | 1.00 (2) | – | – |
| made | 1.00 (3) | – |
| image, 3 of RGBA16F | 2.00 | 1.50 | – | – |
Of [made](../../results/runs/made.json.gz), [twin](../../results/runs/twin.json).
END_LINES
sed -i 's/2\.00 | 1\.50/2.00 | 1.60/' "$tree/docs/papers/cache-model.md"
tells 1 'cache-model.md: a table' check
sed -i 's/^made = .*/made = "runs\/gone"/' "$tree/docs/tables/runs.toml"
tells 99 'runs/gone' page
sed -i '/^made = /d' "$tree/docs/tables/runs.toml"
tells 99 'has no made' page
cp "$work/page.md" "$tree/docs/papers/cache-model.md"
printf '<!-- printed by comparison_none -->\n<!-- /printed -->\n' >>"$tree/docs/papers/cache-model.md"
tells 99 'there is no none' page
cp "$work/page.md" "$tree/docs/papers/cache-model.md"

# Ranks of other runs: no likeness, too few cases, one of other taps; a run that is none; a run and predictions that are not there.
printf '[runs]\nmade = "runs/made"\n' >"$tree/docs/tables/runs.toml"
printf '[all]\nkind = "ranks"\nprofile = "tiny"\nrows = [{ what = "made", run = "made", layouts = ["image"] }]\n' >"$models/comparisons.toml"
printf '<!-- printed by comparison_all -->\n<!-- /printed -->\n' >"$tree/docs/papers/cache-model.md"
ranked() { # WANTED CASES...
    run_of "${@:2}" | gzip >"$tree/results/runs/made.json.gz"
    predict 0 page
    grep -q -F -x -e "| made | image | $1 | – | – |" "$tree/docs/papers/cache-model.md" || fail "no rank $1: $(cat "$tree/docs/papers/cache-model.md")"
}
ranked '0.00 (3)' "$(case_of tiled_x ', "n": 4' 1)" "$(case_of tiled_x ', "n": 16' 0.6667)" "$(case_of morton '' 0.6600)"
ranked – "$(case_of morton '' 0.5)"
ranked – "$(case_of morton ', "taps": "cross"' 0.5)" "$(case_of morton '' 0.5)"
ranked '1.00 (2)' "$(case_of morton ', "taps": "cross"' 0.5)" "$(case_of morton '' 0.25)" "$(case_of tiled_x ', "n": 4' 0.6667)"
printf '{"schema_version": "3.0"}' | gzip >"$tree/results/runs/made.json.gz"
tells 99 'schema 2' page
sed -i 's/"tiny"/"none"/' "$models/comparisons.toml"
run_of "${all[@]}" | gzip >"$tree/results/runs/made.json.gz"
tells 99 'none.json' page

# Curves over rho: one value of rho draws nothing, two do.
run_of "${all[@]}" >"$work/run.json"
tells 99 'nothing to draw' plot "$work/run.json" tiny --out "$work/plots"
tells 99 'none.json' plot "$work/none.json" tiny
tells 99 'no file of a CUDA port' plot "$work/run.json" tiny --twin "$work/run.json"
sed 's/gather/other/' "$work/twin.json" >"$work/other.json"
tells 99 'a CUDA port of' plot "$work/run.json" tiny --twin "$work/other.json"
tells 99 'scripts/research/predict' plot "$work/run.json" tiny --twin
tells 99 'scripts/research/predict' plot "$work/run.json" tiny --tiwn
printf '{"schema_version": "2.2", "device": {"name": "G", "driver_info": "1"}, "session": {"started": "2026-01-02T"}, "tool": {"commit": "c"},
    "workloads": [{"name": "w", "facts": {"pixels": 8192}}, {"name": "v", "facts": {"pixels": 40960}}], "cases": [%s, %s]}' "${all[1]}" \
    "$(case_of tiled_x ', "n": 16' 0.5 | sed 's/"w"/"v"/; s/128/640/')" >"$work/run.json"
predict 0 plot "$work/run.json" tiny --out "$work/plots"
grep -q '^\$SERIES << END$' "$work/plots/tiling-rho-image-3-rgba16f-8x8-disc.gp" || fail 'no data in the script of a plot'
[ ! -e "$work/plots/bavoil-hit-rates-image.gp" ] || fail 'hit rates of no twin'

# The twin's hit rates stand behind the paper's; of one order alone, or of another group, nothing.
rate_of() { # WIDTH ORDER N RATE [MORE]
    printf '{"layout": "image", "width": %s, "height": 64, "order": "%s", "n": %s, "l2_read_hit_rate": %s%s}' "$1" "$2" "$3" "$4" "${5-}"
}
printf '{"twin_of": "thread_group_tiling.gather", "device": {"name": "it'"'"'s `odd`", "driver": "1"}, "recorded": "2026-01-02", "commit": "c",
    "configurations": [%s, %s, %s, %s]}' "$(rate_of 128 row_major null 0.5)" "$(rate_of 128 tiled_x 16 0.75)" "$(rate_of 256 row_major null 0.5)" \
    "$(rate_of 256 tiled_x 16 0.25 ', "group": "8x4"')" >"$work/rates.json"
mkdir -p "$tree/results/published"
cp "$root/results/published/bavoil.json" "$tree/results/published/"
predict 0 plot "$work/run.json" tiny --twin "$work/rates.json" --out "$work/plots"
sed -n '/^[$]SERIES/,/^END/p' "$work/plots/bavoil-hit-rates-image.gp" | grep -v '^#' | cut -f 1,2,5 | tr '\t\n' ' ;' >"$work/out"
says '^[$]SERIES << END;63 -0\.178571429 1;50 0\.821428571 1;;86 0\.178571429 2;75 1\.17857143 2;;END;$' 'hit rates'
! grep '^set label' "$work/plots/bavoil-hit-rates-image.gp" | grep -q '`' || fail 'a name of a twin is a command'
