#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tables.sh: the tables and marked numbers of README.md and docs/ are what the kept runs say, no other number with a
# unit stands there but those of docs/tables/allowed.toml, and scripts/maintain/tables does as docs/maintaining.md says, on
# a tree of its own. What it must catch is planted by planted.sh. Exit code: 0, 1, 77 (Python has no tomllib).
#
#   tests/rules/tables.sh [TREE]
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/../tree.sh"
python3 -c 'import tomllib' 2>/dev/null || skip 'no Python with tomllib, 3.11 or later'
if [ $# -gt 0 ]; then
    "$root/scripts/maintain/tables" --check "$1"
    exit
fi
"$root/scripts/maintain/tables" --check || failed=1

mkdir -p "$work/docs/tables" "$work/results/runs" "$work/results/published"
case_of() { # NAME BASELINE MEDIAN RATIO
    printf '{"name": "t.b/%s/n:1", "workload": "t.b/n:1", "kind": "gpu", "baseline": %s, "status": "ok", "cache": "hot",
        "axes": {"n": 1}, "metrics": {}, "gpu": {"median_ns": %s, "interval_low_ns": %s, "interval_high_ns": %s}, "time_ratio": %s}' \
        "$1" "$2" "$3" "$(($3 - 10))" "$(($3 + 10))" "$4"
}
{
    printf '{"schema_version": "2.0", "device": {"name": "GPU", "driver_info": "1"}, "session": {"started": "2026-01-02T", "profile": "paper"},
        "tool": {"commit": "abc"}, "cases": [%s, %s, %s]}' "$(case_of slow true 3000 null)" \
        "$(case_of fast false 1000 '{"case_over_baseline": 0.34, "interval_low": 0.33, "interval_high": 0.35}')" \
        "$(case_of near false 1005 '{"case_over_baseline": 0.4, "interval_low": 0.39, "interval_high": 0.41}')"
} | gzip >"$work/results/runs/made.json.gz"
# Several launches: the interval between them counts, not that of one.
launches='"launches": {"time": {"median_ns": 1100, "interval_low_ns": 900, "interval_high_ns": 1300}, '
launches+='"time_ratio": {"case_over_baseline": 0.4, "interval_low": 0.3, "interval_high": 0.5}},'
zcat "$work/results/runs/made.json.gz" |
    sed "s/\"profile\": \"paper\"/&, \"launches\": 9/; s#\"name\": \"t.b/fast/n:1\",#& $launches#" >"$work/results/runs/nine.json"
printf '{"schema_version": "3.0", "cases": []}' >"$work/results/runs/later.json"
zcat "$work/results/runs/made.json.gz" | sed 's/"time_ratio": {[^}]*}/"time_ratio": 7/; s/"median_ns": 3000/"median_ns": "x"/' >"$work/results/runs/seven.json"
cat >"$work/results/published/paper.json" <<'END'
{"figures": [{"id": "paper.time", "value": 2.5, "unit": "ms"}]}
END
cat >"$work/docs/tables/made.toml" <<'END'
[runs]
made = "runs/made"
nine = "runs/nine"
[value]
fast = "t.b/fast/n:1 time made"
slow = "t.b/slow/n:1 time made"
near = "t.b/near/n:1 time made"
[table.times]
corner = "variant"
set = { few = "slow" }
columns = [{ head = "few", cell = "{t.b/$few/n:1 time made, us bare}" }, { head = "µs", cell = "{t.b/$row/n:1 time made, us bare}" }, { head = "×", column = "x", cell = "{t.b/$row/n:1 speedup made, x .2}" }]
rows = ["slow", { label = "fast", row = "fast", few = "near" }, { label = "near", row = "near", without = ["x"] }]
END
cat >"$work/docs/page.md" <<'END'
<!-- table times -->
<!-- /table -->
Ours: ?<!--{{fast}}-->, ?<!--{{fast, interval}}-->, ?<!--{{slow / fast}}--> paired, ?<!--{{near / fast, x .3}}--> not; theirs ?<!--{{paper.time}}-->.
The fastest: ?<!--{{t.b/*/n:1 time made, ns}}-->; ?<!--{{slow - fast / 2, us .3}}-->. It is faster<!--{{fast < slow}}-->, and meets the other<!--{{fast ~ near}}-->.
Of nine: ?<!--{{t.b/fast/n:1 time nine, interval}}-->, ?<!--{{t.b/fast/n:1 speedup nine}}-->.
END
printf 'Nothing.\n' >"$work/README.md"
cat >"$work/wanted.md" <<'END'
<!-- table times -->
| variant | few | µs | × |
|---|---|---|---|
| `slow` | 3.00 | 3.00 | 1.00 |
| fast | 1.00 | 1.00 | 2.94 |
| near | 3.00 | 1.00 | – |

GPU, driver 1: [made](../results/runs/made.json.gz).
<!-- /table -->
Ours: 1.00 µs<!--{{fast}}-->, 0.990 to 1.01 µs<!--{{fast, interval}}-->, 2.9 times<!--{{slow / fast}}--> paired, 1.005<!--{{near / fast, x .3}}--> not; theirs 2.50 ms<!--{{paper.time}}-->.
The fastest: 1,000 ns<!--{{t.b/*/n:1 time made, ns}}-->; 1.000 µs<!--{{slow - fast / 2, us .3}}-->. It is faster<!--{{fast < slow}}-->, and meets the other<!--{{fast ~ near}}-->.
Of nine: 0.900 to 1.30 µs<!--{{t.b/fast/n:1 time nine, interval}}-->, 2.5 times<!--{{t.b/fast/n:1 speedup nine}}-->.
END
"$root/scripts/maintain/tables" --check "$work" >/dev/null 2>&1 && fail 'an empty table passes'
"$root/scripts/maintain/tables" "$work" >/dev/null || fail 'pages are not written'
diff "$work/wanted.md" "$work/docs/page.md" || fail 'a page is written otherwise'
"$root/scripts/maintain/tables" --check "$work" || fail 'what was written differs'
"$root/scripts/maintain/tables" "$work" | grep -q . && fail 'what is right is written again'

# refused CODE WHAT MARK: a page that says MARK; one line has WHAT.
refused() {
    printf '%s\n' "$3" >"$work/README.md"
    local code=0
    "$root/scripts/maintain/tables" "$work" >"$work/out" 2>&1 || code=$?
    [ "$code" -eq "$1" ] || fail "$3: exit code $code"
    [ "$(grep -c . "$work/out")" -eq 1 ] && grep -q -F -e "$2" "$work/out" || fail "$3: no '$2' in one line: $(cat "$work/out")"
    [ "$(cat "$work/README.md")" = "$3" ] || fail "$3: the page was changed"
}
refused 99 'README.md:1: made: no case t.b/none/n:1' '?<!--{{t.b/none/n:1 time made}}-->'
refused 99 'no run is named other' '?<!--{{t.b/fast/n:1 time other}}-->'
refused 99 'has no wall time' '?<!--{{t.b/fast/n:1 wall made}}-->'
refused 99 'no lost of metrics.lost' '?<!--{{t.b/fast/n:1 metrics.lost made}}-->'
refused 99 'no published figure paper.none' '?<!--{{paper.none}}-->'
refused 99 'no value is named none' '?<!--{{none}}-->'
refused 99 'no number' 'word<!--{{fast}}-->'
refused 99 'is in ns, not in MiB' '?<!--{{fast, MiB}}-->'
refused 99 'is not a format' '?<!--{{fast, furlong}}-->'
refused 99 'is not an operator' '?<!--{{fast slow}}-->'
refused 99 'not of one dimension' '?<!--{{slow + 3}}-->'
refused 99 'the runs say >' 'It is slower<!--{{slow < fast}}-->.'
refused 99 'the runs say ~' 'It is faster<!--{{fast < near}}-->.'
refused 99 'no table is named none' '<!-- table none -->
<!-- /table -->'
printf '[table.none]\ncolumns = [{ head = "none", cell = "{t.b/$n/n:1 time made}" }]\nrows = [{ n = "slow" }, { n = "lost" }]\n' >"$work/docs/tables/none.toml"
refused 99 'made: no case t.b/lost/n:1' '<!-- table none -->
<!-- /table -->'
rm "$work/docs/tables/none.toml"
refused 99 'begins its line' '<!--{{fast < slow}}--> is faster.'
refused 99 'has no counterpart' '<!-- table times -->'
sed -i 's#^made = .*#&\nlost = "runs/none"\nlater = "runs/later"\nseven = "runs/seven"#' "$work/docs/tables/made.toml"
refused 99 'no file' '?<!--{{t.b/fast/n:1 time lost}}-->'
refused 99 'time_ratio: no numbers case_over_baseline' '?<!--{{t.b/fast/n:1 speedup seven}}-->'
refused 99 'gpu time: no numbers median_ns' '?<!--{{t.b/slow/n:1 time seven}}-->'
refused 99 'a file has unexpected contents' '?<!--{{t.b/fast/n:1 workload seven / 2}}-->'
refused 99 'schema_version is not 2.x' '?<!--{{t.b/fast/n:1 time later}}-->'

# A twin: 2 multiprocessors of 4 groups, of which half read at a time; a row of 32 texels has 256 bytes.
gather_of() { # ORDER N [PITCH]
    local layout='"layout": "linear"'
    [ $# -lt 3 ] || layout="\"layout\": \"pitched\", \"pitch_bytes\": $3"
    printf '{%s, "order": "%s", "n": %s, "width": 32, "height": 128, "groups_per_sm": 4, "time_ns": {"median": 5}}' "$layout" "$1" "$2"
}
printf '{"twin_of": "t.g", "device": {"name": "GPU", "driver": "1", "multiprocessors": 2}, "recorded": "2026-01-02", "commit": "abc",
    "configurations": [%s, %s, %s, %s, %s]}' "$(gather_of row_major null)" "$(gather_of tiled_x 1)" "$(gather_of tiled_x 1 512)" \
    "$(gather_of tiled_x 4 4224)" "$(gather_of tiled_x 4 4224)" >"$work/results/runs/twin.json"
sed -i 's#^made = .*#&\ntwin = "runs/twin"#' "$work/docs/tables/made.toml"
of=width:32/layout
printf '?<!--{{t.g/row_major/%s:linear twin.spread_bytes twin, KiB .2}}--> ?<!--{{t.g/tiled_x/%s:linear/n:1 twin.spread_bytes twin, KiB .2}}--> ' $of $of >"$work/README.md"
printf '?<!--{{t.g/tiled_x/%s:pitched/pitch:512/n:1 twin.spread_bytes twin, KiB .2}}-->\n' $of >>"$work/README.md"
"$root/scripts/maintain/tables" "$work" >/dev/null || fail 'a twin is not read'
grep -q '^52.25 KiB.* 76.25 KiB.* 144.5. KiB' "$work/README.md" || fail "spreads are not 67 x 3 + 8, 91 x 3 + 32 and 91 x 6 + 32 rows: $(cat "$work/README.md")"
refused 99 'twin: no case t.g/tiled_x/width:32/layout:pitched/pitch:4224/n:4' "?<!--{{t.g/tiled_x/$of:pitched/pitch:4224/n:4 time twin}}-->"
refused 99 'twin.l2_percent is null' "?<!--{{t.g/row_major/$of:linear twin.l2_percent twin}}-->"
