#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# plots.sh: claimcheck export --format figures and scripts/plot/plot on kept runs and on what is made of them: every figure of
# a run as SVG, PNG and PDF whose texts stay on the canvas (tests/cli/plot_canvas.py), the same bytes again and under a decimal
# comma, names that want to be commands, a software device, several devices, a trace, no gnuplot, and nothing to draw.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/runs.sh"
export CLAIMCHECK=$claimcheck

h100=$results/runs/nvidia-h100-80gb-hbm3
claims=$h100/20261128-paper.json.xz
small=$h100/20261121-tile-subdivision-paper.json.xz
h200=$results/runs/nvidia-h200
trace=$results/traces/nvidia-h100-80gb-hbm3/20261121-tile-subdivision.json.gz
has_gnuplot=$(command -v gnuplot || true)

# plotted CODE ARGUMENTS...: scripts/plot/plot, within `surroundings`.
surroundings=(env)
plotted() {
    ran "$1" "${surroundings[@]}" "$root/scripts/plot/plot" "${@:2}"
}

# scripts OUT_DIR RUN...: the scripts of what export writes, which is valid, without gnuplot.
scripts() {
    local to=$1
    shift
    cc 0 export "$@" --format figures --out figures.json
    valid figures.json figures
    PATH=$work/bin "$root/scripts/plot/plot" - "$to" <figures.json >"$work/out" || fail "no scripts of $*"
}
mkdir bin
for tool in bash env; do
    ln -s "$(type -P "$tool")" "bin/$tool"
done
ln -s "$("$python" -c 'import sys; print(sys.executable)')" bin/python3

# canvas WHAT PICTURE...
canvas() {
    "$python" "$root/tests/cli/plot_canvas.py" "${@:2}" >canvas.faults 2>&1 || fail "$1: $(head -n 3 canvas.faults)"
}

# small_png FROM TO: a script that draws a PNG of a quarter of the size.
small_png() {
    sed -e 's/2 \* width, 2 \* height)/width \/ 2, height \/ 2)/' -e 's/fontscale 1.5 linewidth 2 pointscale 2/fontscale 0.375 linewidth 0.5 pointscale 0.5/' \
        -e "s/'svg png pdf'/'png'/" -e "s/^name = .*/name = '$(basename "$2" .gp)'/" "$1" >"$2"
}

# The scripts, and the same bytes again, from a packed file and from a plain one.
printed 'gnuplot is not installed.* scripts with their data are in scripts/new$' scripts scripts/new "$claims"
for name in tokuyoshi-8-average-speedup-teapot tokuyoshi-8-average-teapot deliot-before deliot-kauai deliot-depth-quarter weber-table-2 \
    weber-5-6-hair weber-5-6-memory-hair weber-7-hair bavoil-width bavoil-rho lastra-10 lastra-table-1 \
    ceilings-bandwidth ceilings-latency weber-table-1 weber-frame weber-returns weber-memory deliot-speed-up deliot-frame deliot-mesh \
    benyoub-update tiling-reports-4k; do
    [ -s "scripts/new/$name.gp" ] || fail "no $name.gp"
done
scripts scripts/claims "$h100/20261127-claims-4.json.xz"
for name in lastra-table-2 tiling-reports-matmul tiling-reports-rate; do
    [ -s "scripts/claims/$name.gp" ] || fail "no $name.gp of a run of claims"
done
unpacked "$claims" >plain.json
scripts again/ plain.json
diff -r scripts/new again >faults || fail "the same run is other scripts: $(head -n 2 faults)"
for words in 'best\|fastest at 6' 'about 6 times' 'as fast as breadth-first at 250000' 'a dip just under 100' 'paper, Radeon HD 7970'; do
    grep -q -e "set label .*$words" scripts/new/*.gp || fail "no words of a paper: $words"
done
[ ! -e again/style.gp ] || fail 'a template by itself'

# The paper's point where it was measured; rows that nothing measures.
awk -F '\t' '$1 == 6 && $5 == 9 { found = 1 } END { exit !found }' scripts/new/tokuyoshi-8-average-speedup-teapot.gp || fail 'no point of the paper at 6'
grep -q 'rows have no case in these runs' scripts/new/lastra-table-1.gp || fail 'rows without a case are not said'

# The verdict of each device stands above a figure that has all of the claim's cases. A variant has one colour in all figures of a
# technique, and each device its shape.
scripts scripts/both "$h100/20261128-paper.json.xz" "$h200/20261128-paper.json.xz"
grep -q "set label 'NVIDIA H200: [A-Z ]*: subtree (6 levels) is faster than per level" scripts/both/tokuyoshi-8-speedup-scene.gp || fail 'no verdict'
for name in width rho n-2560 n-16384; do
    awk -F '\t' '/^# / { name = $0; sub(/, .*/, "", name) } NF == 8 && $5 != 9 && name !~ /^# N / { print name, $5 }' "scripts/both/bavoil-$name.gp"
done | sort -u >colours
[ "$(cut -d ' ' -f 2 colours | sort -u | wc -l)" -eq "$(wc -l <colours)" ] || fail "a variant has two colours: $(tr '\n' ';' <colours)"
[ "$(grep -c . colours)" -ge 6 ] || fail "few variants: $(tr '\n' ';' <colours)"
awk -F '\t' '/^# / { two = /H200/ } NF == 8 && $5 != 9 { shape[two] = shape[two] == "" || shape[two] == $6 ? $6 : "many" }
    END { exit !(shape[0] != shape[1] && shape[0] != "many" && shape[1] != "many") }' scripts/both/bavoil-width.gp || fail 'shapes are not those of devices'

# docs/reference/figures.md has a row of each whose numbers are written down, and one of these runs has cases of it.
scripts scripts/paper "$h200/20261128-paper.json.xz"
grep -q -x "rows = 4" scripts/paper/deliot-depth-update-split.gp || fail 'a sweep of two depths is no rows'
grep -q "set label 'depth of the tree 28'" scripts/paper/deliot-depth-update-split.gp || fail 'two depths without a legend'
grep -q "set label 'morton' at " scripts/paper/bavoil-width.gp || fail 'a line without its name'
python3 -c 'import json, sys
for paper in map(json.load, map(open, sys.argv[1:])):
    print(*(plot["id"] for plot in paper.get("plots", []) if paper["figures"]), sep="\n")' \
    "$root"/results/published/*.json | grep . >keys
[ "$(wc -l <keys)" -ge 31 ] || fail "figures that are not found: $(tr '\n' ' ' <keys)"
while IFS= read -r key; do
    grep -q -e "\`$key[-\`]" "$root/docs/reference/figures.md" || fail "docs/reference/figures.md has no $key"
    compgen -G "scripts/*/$key.gp" >/dev/null || compgen -G "scripts/*/$key-*.gp" >/dev/null || fail "no kept run has a case of $key"
done <keys

# Two devices stand beside each other, as on the page.
scripts two "$h200/20261128-paper.json.xz" "$h100/20261128-paper.json.xz"
for name in 'H200, driver' 'H100 80GB HBM3, driver' 'H200' 'H100 80GB HBM3'; do
    grep -q "^set label 'NVIDIA $name" two/weber-table-2.gp || fail "no $name beside another device"
done

# Nothing to draw.
changed "$small" nothing.json 'run["cases"] = []; run["ceilings"] = None'
said 'nothing to draw|has no case' plotted 77 nothing.json
[ ! -e nothing ] && [ ! -e nothing.plots ] || fail 'a folder of nothing'
said 'no such file' plotted 99 missing.json
plotted 99 "$root/README.md"

# A single case: the paper's rows stand beside it. One that went wrong is none.
changed "$claims" one.json '
run["cases"] = [c for c in run["cases"] if "/meshlet:4/" in c["name"] and "/pass:gbuffer/" in c["name"] and c["variant"] == "indexed"]
run["ceilings"] = None
'
plotted 0 one.json
[ "$(cd one.plots && echo *.gp)" = deliot-frame.gp ] || fail "other figures of one case: $(cd one.plots && echo *.gp)"
[ "$(sed -n '/^[$]SERIES/,/^END/p' one.plots/deliot-frame.gp | grep -c '^[0-9]')" -eq 4 ] || fail 'a case is not beside three published numbers'
changed one.json wrong.json 'run["cases"][0].update(status="error", reason="planted", gpu=None, wall=None, samples=None, time_ratio=None)'
plotted 77 wrong.json

# Names that want to be something else, in every place that a figure has for one.
mkdir hostile
changed "$small" hostile/run.json '
bad = "'"'"'`touch pwned`\n!touch pwned\nEND\n\" . system(\"touch pwned\") @x $0 {/Bold} \\"
run["device"]["name"] = run["device"]["driver_info"] = run["tool"]["commit"] = run["context"]["cpu"] = bad + "W" * 300
for c in run["cases"]:
    c["axes"]["map"] = bad + c["axes"].get("map", "")
    if "passes" in c["axes"]:
        c["axes"]["passes"] = bad + c["axes"]["passes"]
run["device"]["software"] = True
'
plotted 0 hostile/run.json
[ -z "$(find . -name pwned)" ] || fail 'a name was executed'
grep -q "'software device: times are artefacts'" hostile/run.plots/*.gp || fail 'a software device is not said'
! grep -q 'artefacts' scripts/new/*.gp || fail 'an H100 is said to be software'
# Words stand in one pair of quotes, and are in no other line than those of words and comments.
! grep -h '^set label' hostile/run.plots/*.gp | grep -v -E "^set label '[^'\"\`]*' at screen [^'\"\`]*\$" >faults || fail "a name leaves its quotes: $(head -n 1 faults)"
! grep -h pwned hostile/run.plots/*.gp | grep -v -E "^(#|name = '|set label '|set [xy]tics \(')" >faults || fail "a name as a command: $(head -n 1 faults)"
scripts software "$results/runs/llvmpipe-llvm-15-0-6-256-bits/20261127-quick.json.xz"
grep -q 'artefacts' software/weber-table-2.gp && ! grep -q 'artefacts' software/weber-table-1.gp || fail 'counts of a software device are said to be artefacts'

if [ -n "$has_gnuplot" ]; then
    # Every figure; its texts stay on the canvas, hostile ones too.
    printed 'figures, as SVG, PNG and PDF, in drawn here$' plotted 0 "$claims" 'drawn here'
    for script in 'drawn here'/*.gp; do
        stem=${script%.gp}
        [ -s "$stem.svg" ] && [ "$(head -c 5 "$stem.pdf")" = %PDF- ] && [ "$(head -c 4 "$stem.png" | tail -c 3)" = PNG ] || fail "$stem is not drawn"
    done
    canvas 'texts of figures' 'drawn here'/*.svg
    canvas 'texts of hostile names' hostile/run.plots/*.svg
    canvas 'texts of one case' one.plots/*.svg
    small_png "$(find hostile/run.plots -name '*.gp' | LC_ALL=C sort | head -n 1)" long.gp
    small_png scripts/new/weber-table-2.gp rows.gp
    gnuplot long.gp && gnuplot rows.gp
    canvas 'the edge of a PNG' long.png rows.png

    # A planted label is seen.
    sed "s/^set lmargin/set label 'a label that is too long' at screen 0.95,0.5 left font text_font\n&/" scripts/new/weber-table-2.gp >planted.gp
    sed -i "s/^name = .*/name = 'planted'/" planted.gp
    gnuplot planted.gp
    small_png planted.gp edge.gp
    gnuplot edge.gp
    for picture in planted.svg edge.png; do
        ! "$python" "$root/tests/cli/plot_canvas.py" "$picture" >faults || fail "a label that leaves the canvas is not seen in $picture"
    done

    # The passes of a trace.
    scripts of-passes "$trace"
    plotted 0 "$trace" passes
    cmp -s of-passes/pipeline.gp passes/pipeline.gp || fail 'figures of a trace are other figures'
    canvas 'passes' passes/pipeline.svg

    # A percent sign, which gnuplot would take for a format, is a word.
    changed "$trace" percent.json '
first = run["cases"][0]["name"]
run = json.loads(json.dumps(run).replace(first, first + "/50 % of %s"))
'
    plotted 0 percent.json percent
    grep -q -e '50 % of %s' percent/pipeline.svg || fail 'a name with a per cent sign is not drawn as it is'

    # The bytes are equal where numbers have a decimal comma, on another day.
    mkdir locale
    if localedef -i de_DE -f UTF-8 locale/de_DE.UTF-8 >faults 2>&1; then
        surroundings=(env "LOCPATH=$work/locale" LC_ALL=de_DE.UTF-8 TZ=Asia/Tokyo)
        "${surroundings[@]}" "$python" -c 'import locale; locale.setlocale(locale.LC_ALL, ""); assert locale.str(0.5) == "0,5"' ||
            fail 'no locale with a decimal comma'
        plotted 0 "$claims" comma
        diff -r 'drawn here' comma >faults || fail "a decimal comma, other pictures: $(head -n 2 faults)"
    fi
fi

# The command: a figure of several, names of all, two devices, and what is refused.
shows '^tokuyoshi-8-speedup-scene +Tokuyoshi' plot "$small" --list
if [ -n "$has_gnuplot" ]; then
    shows '^plot: 1 figure, as SVG, PNG and PDF, in one$' plot "$small" --figure tokuyoshi-8-speedup-scene --out one
    [ "$(cd one && echo *)" = "$(echo tokuyoshi-8-speedup-scene.{gp,pdf,png,svg})" ] || fail "plot --figure: $(ls one)"
    cc 0 plot "$small" "$h200/20261121-tile-subdivision-paper.json.xz" --figure tokuyoshi-8-speedup-scene --out two
    grep -q 'H200' two/tokuyoshi-8-speedup-scene.svg || fail 'plot of two devices has one'
    cc 0 plot "$trace" --out of_trace
    [ -s of_trace/pipeline.svg ] || fail 'plot of a trace'
fi
refused "no figure 'tokuyoshi-8-sped-up-scene' .did you mean 'tokuyoshi-8-speedup-scene'" plot "$small" --figure tokuyoshi-8-sped-up-scene
refused 'which run file' plot
refused 'plot: which folder' plot "$small" "$claims"
refused "plot: .*cannot read 'none.json'" plot none.json
tells 77 'nothing to draw|no case' plot "$small" --filter '/per_level/.*teapot' --out nothing
[ ! -e nothing ] || fail 'plot of nothing makes a folder'
PATH_WAS=$PATH PATH=$work/bin
cc 77 plot "$small" --figure tokuyoshi-8-speedup-scene --out scripts_alone
PATH=$PATH_WAS
has err 'no pictures: gnuplot cannot be started: No such file or directory .Debian: apt-get install gnuplot-nox' 'plot without gnuplot'
[ -s scripts_alone/tokuyoshi-8-speedup-scene.gp ] || fail 'plot without gnuplot writes no script'
mkdir empty
PATH=$work/empty
cc 99 plot "$small" --out no_python || true
PATH=$PATH_WAS
has err 'python3 draws the figures, and cannot be started: .*apt-get install python3' 'plot without Python'
cp -- "$claimcheck" lone
in_tree=$claimcheck claimcheck=$work/lone
refused 'the templates, scripts/plot, are not beside the executable' plot "$small" --out no_templates
claimcheck=$in_tree
