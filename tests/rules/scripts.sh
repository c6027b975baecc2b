#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# scripts.sh: the scripts without a GPU, a network or root: syntax, what setup does on machines that lack something
# (acted by stand-ins in a PATH of their own), the plots of a made-up table, and which kernels are compiled again (by a
# stand-in for glslc). Exit code: 0, 1.
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
    printf 'scripts.sh: %s\n' "$*"
    failed=1
}

# 1. Syntax, and the opening that all share.
while IFS= read -r -d '' file; do
    head -n 1 "$file" | grep -q '^#!.*bash' || continue
    bash -n "$file" || fail "$file: bash -n"
    grep -q '^set -euo pipefail$' "$file" || fail "$file: no set -euo pipefail"
    [ -x "$file" ] || fail "$file: not executable"
done < <(find "$root/scripts" "$root/.ci" "$root/tests" -type f -print0)

# 2. Help, without anything that is not there yet: nothing is installed, built or changed.
mkdir "$work/help"
for tool in meson ninja apt-get dpkg-query sudo; do
    printf '#!/bin/sh\necho "%s is called" >&2\nexit 1\n' "$tool" >"$work/help/$tool"
    chmod +x "$work/help/$tool"
done
for script in run bundle test new setup build plot/plot plot/pipeline; do
    for option in --help -h; do
        code=0
        PATH=$work/help:$PATH "$root/scripts/$script" "$option" >"$work/out" 2>"$work/err" </dev/null || code=$?
        [ "$code" -eq 0 ] || fail "$script $option: exit code $code"
        [ ! -s "$work/err" ] || fail "$script $option says on stderr: $(head -n 1 "$work/err")"
        head -n 1 "$work/out" | grep -q "^$(basename "$script"): " || fail "$script $option: no help: $(head -n 1 "$work/out")"
        grep -q "^  scripts/$script" "$work/out" || fail "$script $option does not say how it is called"
        ! grep -q -e '^#' -e 'set -euo' "$work/out" || fail "$script $option prints its source"
    done
done

# 3. setup. A folder with the few tools that it may use, and stand-ins for those that ask or change the system.
real_tools=(bash env cat grep head tail tr sed mktemp rm sleep dirname)
new_path() {
    rm -rf "${work:?}/bin"
    mkdir -p "$work/bin"
    : >"$work/calls"
    for tool in "${real_tools[@]}"; do
        ln -s "$(type -P "$tool")" "$work/bin/$tool"
    done
}

# stand_in NAME: its body is read from stdin; $MISSING and $WORK are known to it.
stand_in() {
    { printf '#!%s\nWORK=%q\n' "$(command -v bash)" "$work"; cat; } >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

debian() {
    new_path
    printf '%s\n' "$1" >"$work/missing"
    stand_in dpkg-query <<'END'
name=${!#}
if grep -q -x -e "$name" "$WORK/missing"; then exit 1; fi
printf installed
END
    stand_in id <<END
echo $2
END
    stand_in apt-get <<'END'
printf '%s\n' "$*" >>"$WORK/calls"
case " $* " in
*' install '*) : >"$WORK/missing" ;;
esac
END
}

# setup_run CODE [arguments of setup]
setup_run() {
    local wanted=$1 code=0
    shift
    PATH=$work/bin CLAIMCHECK_DRIVER_MANIFESTS=$work/none "$root/scripts/setup" "$@" >"$work/out" 2>&1 || code=$?
    if [ "$code" -ne "$wanted" ]; then
        fail "setup $*: exit code $code, not $wanted: $(cat "$work/out")"
    fi
}

expect() {
    grep -q -e "$1" "$work/${2:-out}" || fail "no '$1' in: $(cat "$work/${2:-out}")"
}

for purpose in run test ci bundle; do
    debian '' 1000
    setup_run 0 "$purpose"
    [ ! -s "$work/out" ] || fail "setup $purpose is not silent when all is there: $(cat "$work/out")"
    [ ! -s "$work/calls" ] || fail "setup $purpose calls apt-get when all is there"
done

debian $'glslc\nlibpng-dev' 1000
setup_run 99 run
expect 'glslc.*SPIR-V'
expect '^apt-get update && apt-get install --yes --no-install-recommends glslc libpng-dev *$'
[ ! -s "$work/calls" ] || fail 'setup calls apt-get without root'

# Either compiler will do; what is only for plots does not stop a run.
debian $'gcc\ngnuplot-nox' 1000
setup_run 0 run
expect 'gnuplot-nox'
debian $'gcc\nclang' 1000
setup_run 99 run
expect 'install .* gcc *$'

# A vendor's driver is enough for a run, not for the tests.
mkdir -p "$work/icd"
: >"$work/icd/vendor.json"
debian 'mesa-vulkan-drivers' 1000
setup_run 99 run
PATH=$work/bin CLAIMCHECK_DRIVER_MANIFESTS=$work/icd "$root/scripts/setup" run >"$work/out" 2>&1 || fail 'a vendor driver is not enough'
PATH=$work/bin CLAIMCHECK_DRIVER_MANIFESTS=$work/icd "$root/scripts/setup" test >"$work/out" 2>&1 && fail 'tests need the CPU driver'

# Root installs; update comes first, both wait for a lock.
debian $'glslc\ngnuplot-nox' 0
setup_run 0 run
head -n 1 "$work/calls" | grep -q 'DPkg::Lock::Timeout=120.* update' || fail "no update first: $(cat "$work/calls")"
expect 'install --yes --no-install-recommends glslc gnuplot-nox$' calls

# sudo without a password does as well.
debian 'glslc' 1000
stand_in sudo <<'END'
printf 'sudo\n' >>"$WORK/calls"
[ "$1" != -n ] || shift
exec "$@"
END
ln -s "$(type -P true)" "$work/bin/true"
setup_run 0 run
expect '^sudo$' calls
expect 'install' calls

# No network: one line that says so.
debian 'glslc' 0
stand_in apt-get <<'END'
printf 'E: Failed to fetch http://deb.example/x  Could not resolve host\n' >&2
exit 100
END
setup_run 99 run
expect 'apt-get install failed.*Could not resolve'

# apt-get says that all went well and the package is still not there.
debian 'glslc' 0
stand_in apt-get </dev/null
setup_run 99 run
expect 'still not installed'

debian '' 0
setup_run 99 nonsense

# Not a Debian: the tools count, and what they are for is said.
new_path
setup_run 99 run
expect 'not a Debian system'
expect 'glslc.*SPIR-V'

# 4. Plots of a made-up table.
header=name,workload,technique,bench,variant,kind,baseline,status,reason,time,count,median_ns,low_ns,high_ns,min_ns,q1_ns
header+=,q3_ns,max_ns,mad_ns,wall_median_ns,speedup,speedup_low,speedup_high,inner_repetitions,dispatches,barriers
header+=,host_returns,peak_bytes,bytes_read,bytes_written,operations,chain,device,driver,started,commit,threads,host
header+=,axis.map,axis.top,axis.subtree_levels,axis.block,axis.passes,axis.group,axis.source
# row MAP VARIANT KIND STATUS REASON MEDIAN SPEEDUP LEVELS BLOCK [PASSES GROUP SOURCE]
row() {
    # The device's name has what CSV and gnuplot might take for their own.
    # shellcheck disable=SC2016
    local device='"GPU ""X"", it'"'"'s `odd`_name"'
    local workload=tile_subdivision.subdivide/map:$1/top:10 low='' high='' threads='' host=''
    if [ "$3" = cpu ]; then
        threads=1 host='"Some CPU, 8 CPUs, governor performance"'
    fi
    if [ -n "$6" ]; then
        low=$(($6 - 1000)) high=$(($6 + 1000))
    fi
    printf '%s,%s,tile_subdivision,subdivide,%s,%s,false,%s,%s,gpu,20,%s,%s,%s,,,,,,,%s,%s,%s,1,1,1,0,1,1,1,1,1,%s,driver_1,2026-01-02T03:04:05Z,abc,%s,%s,%s,10,%s,%s,%s,%s,%s\r\n' \
        "$workload/$2" "$workload" "$2" "$3" "$4" "$5" "$6" "$low" "$high" "$7" "$7" "$7" "$device" \
        "$threads" "$host" "$1" "$8" "$9" "${10-}" "${11-}" "${12-}"
}
cat >"$work/claimcheck" <<'END'
#!/bin/sh
cat "$TABLE"
END
chmod +x "$work/claimcheck"
run="$work/a folder/run.json"
mkdir -p "$work/a folder"
echo '{}' >"$run"
plots="$work/a folder/run.plots"

# plot_run TABLE: the plots are made anew; its output in out.
plot_run() {
    rm -rf "$plots"
    TABLE=$1 CLAIMCHECK=$work/claimcheck "$root/scripts/plot/plot" "$run" >"$work/out" 2>&1 || fail "plot fails: $(cat "$work/out")"
}

{
    printf '%s\r\n' "$header"
    row scene per_level gpu ok '' 90000 '' '' ''
    row scene subtree gpu ok '' 30000 3 3 ''
    row scene subtree gpu ok '' 15000 6 6 ''
    row scene ancestors_first gpu ok '' 10000 9 '' 5
    row scene recursion cpu ok '' 60000 1.5 '' ''
    row scene flat gpu failed_verify $'"one ""tile"",\nlost"' '' '' '' ''
    row spots per_level gpu ok '' 90000 '' '' ''
    row spots flat gpu ok '' 45000 2 '' ''
    row curve subtree gpu ok '' 15000 '' 6 ''
    row fovea per_level gpu ok '' 90000 '' '' '' '' 64 buffer
    row fovea per_level gpu ok '' 45000 2 '' '' '' 256 buffer
    row fovea subtree gpu ok '' 30000 3 5 '' published 8 buffer
    row fovea subtree gpu ok '' 25000 3.6 5 '' minimal 8 buffer
    row fovea subtree gpu ok '' 22500 4 5 '' published 8 image
} >"$work/table.csv"
stem=tile_subdivision.subdivide_map
plot_run "$work/table.csv"
for name in $stem-scene_top-10.subtree_levels $stem-scene_top-10.variants $stem-spots_top-10.variants $stem-curve_top-10.subtree_levels; do
    [ -s "$plots/$name.gp" ] || fail "no $name.gp: $(cat "$work/out")"
    if command -v gnuplot >/dev/null; then
        head -c 5 "$plots/$name.svg" 2>/dev/null | grep -q '<?xml' || fail "no $name.svg"
        [ "$(head -c 4 "$plots/$name.png" 2>/dev/null | tail -c 3)" = PNG ] || fail "no $name.png"
    fi
done
[ "$(find "$plots" -name '*.gp' | wc -l)" -eq 6 ] || fail 'not six plots'
[ -s "$plots/run.csv" ] || fail 'no run.csv'
for name in subtree_levels variants; do
    grep -q 'CPU: Some CPU, 8 CPUs, governor performance' "$plots/$stem-scene_top-10.$name.gp" || fail "$name does not name the host"
    ! grep -q 'CPU:' "$plots/$stem-spots_top-10.$name.gp" 2>/dev/null || fail "$name names a host that drew nothing"
done
grep -q 'on the host: 1.50 times as fast' "$plots/$stem-scene_top-10.variants.gp" || fail 'the host stands beside methods'
! sed -n '/^.CASES/,/^EOD/p' "$plots/$stem-scene_top-10.variants.gp" | grep -q '	1.5	' || fail 'the host has a point among methods'
grep -q 'one  tile , lost' "$plots/$stem-scene_top-10.variants.gp" || fail 'a failed case is not shown with its reason'
grep -q -x '6	15	14	16' "$plots/$stem-scene_top-10.subtree_levels.gp" || fail 'the point of 6 levels is not 15 us'
# One curve, of the published passes, against per_level as published; the table of variants tells all of them apart.
[ "$(grep -c '^5	' "$plots/$stem-fovea_top-10.subtree_levels.gp")" -eq 1 ] || fail 'passes or sources are mixed in one curve'
grep -q -x '5	30	29	31' "$plots/$stem-fovea_top-10.subtree_levels.gp" || fail 'the curve is not that of the published passes'
grep -q '^per_level	90	' "$plots/$stem-fovea_top-10.subtree_levels.gp" || fail 'the baseline is not the published per_level'
for words in 'per_level' 'per_level  group 256' 'subtree  S=5' 'subtree  S=5  minimal passes' 'subtree  S=5  image'; do
    grep '^set ytics' "$plots/$stem-fovea_top-10.variants.gp" | grep -q "'$words' " || fail "no row of '$words'"
done

# Bandwidth over the working set: sorted, GB/s with the interval turned over, failed cases left out, one plot for all.
ceiling() {
    printf 'ceilings.bandwidth/%s,ceilings.bandwidth/bytes:%s,ceilings,bandwidth,%s,gpu,false,%s,,gpu,20,%s,%s,%s,,,,,,,,,,1,1,1,0,1,%s,0,0,1,GPU,driver,2026-01-02T03:04:05Z,abc,,,,,,,,,,%s\r\n' \
        "$1" "$2" "$1" "$3" "$4" $((${4:-0} / 2)) $((${4:-0} * 2)) "$5" "$2"
}
{
    printf '%s,axis.bytes\r\n' "$header"
    ceiling read 1048576 ok 1000 4000
    ceiling read 65536 ok 1000 8000
    ceiling copy 65536 ok 2000 8000
    ceiling copy 1048576 failed_verify '' 8000
} >"$work/ceilings.csv"
plot_run "$work/ceilings.csv"
grep -q -x '65536	8	4	16' "$plots/ceilings.bandwidth.gp" || fail 'the point of 64 KiB is not 8 GB/s, 4 to 16'
[ "$(grep -c '^[0-9]*	' "$plots/ceilings.bandwidth.gp")" -eq 3 ] || fail 'not three points of bandwidth'
grep -q -x 'has_write = 0' "$plots/ceilings.bandwidth.gp" || fail 'a curve without a point'
[ "$(find "$plots" -name '*.gp' | wc -l)" -eq 1 ] || fail 'not one plot of ceilings'
if command -v gnuplot >/dev/null; then
    [ -s "$plots/ceilings.bandwidth.png" ] || fail "no ceilings.bandwidth.png: $(cat "$work/out")"
fi

# Time over memory: every variant that the run has is a curve, and the host's is none.
memory() {
    printf 'reyes_subdivision,bound_and_split,w,%s,%s,ok,%s,,,%s,GPU,driver,2026-01-02T03:04:05Z,abc\n' "$@"
}
{
    printf 'technique,bench,workload,variant,kind,status,median_ns,low_ns,high_ns,peak_bytes,device,driver,started,commit\n'
    memory some_scans host_driven 9000 2097152
    memory some gpu 5000 1048576
    memory some gpu 4000 2097152
    memory recursion cpu 7000 1048576
} >"$work/memory.csv"
plot_run "$work/memory.csv"
grep -q -x "titles = 'some_scans some'" "$plots/w.memory.gp" || fail 'not the curves of the variants that the run has'
[ "$(grep -c '^[0-9.]*	[45]	' "$plots/w.memory.gp")" -eq 2 ] || fail 'not two points of a curve over memory'
plot_run "$work/table.csv"

# Another folder for the plots, and another current folder.
(cd / && TABLE=$work/table.csv CLAIMCHECK=$work/claimcheck "$root/scripts/plot/plot" "$run" "$work/other plots" >"$work/out" 2>&1) ||
    fail "plot to another folder: $(cat "$work/out")"
[ -s "$work/other plots/$stem-scene_top-10.variants.gp" ] || fail 'no plots in the folder that was asked for'

# Without gnuplot: data and scripts, and a word about it.
new_path
for tool in awk cp mkdir cat; do
    ln -sf "$(type -P "$tool")" "$work/bin/$tool"
done
rm -rf "$plots"
TABLE=$work/table.csv CLAIMCHECK=$work/claimcheck PATH=$work/bin "$root/scripts/plot/plot" "$run" >"$work/out" 2>&1 ||
    fail "plot fails without gnuplot: $(cat "$work/out")"
expect 'gnuplot is not installed'
[ -s "$plots/run.csv" ] || fail 'without gnuplot no data'
[ -s "$plots/$stem-scene_top-10.variants.gp" ] || fail 'without gnuplot no script'

# Nothing to draw: another technique, no case at all, all failed.
{ printf '%s\n' "$header"; row scene per_level gpu ok '' 90000 '' '' '' | sed 's/,tile_subdivision,/,cbt,/'; } >"$work/other.csv"
plot_run "$work/other.csv"
expect 'nothing to draw'
printf '%s\n' "$header" >"$work/empty.csv"
plot_run "$work/empty.csv"
expect 'nothing to draw'
{ printf '%s\n' "$header"; row scene per_level gpu error 'x' '' '' '' ''; } >"$work/failed.csv"
plot_run "$work/failed.csv"
expect 'nothing to draw'
[ ! -e "$plots" ] || fail 'an empty folder of plots'

# Not a table, and no such run.
printf 'hello\n' >"$work/bad.csv"
TABLE=$work/bad.csv CLAIMCHECK=$work/claimcheck "$root/scripts/plot/plot" "$run" >"$work/out" 2>&1 && fail 'a bad table is drawn'
"$root/scripts/plot/plot" "$work/none.json" >"$work/out" 2>&1 && fail 'a missing run is drawn'
expect 'no such file'

# 5. Kernels: what is kept is taken as long as the text, its includes, theirs and the compiler are the same.
mkdir -p "$work/kernels/a" "$work/made"
# The stand-in for glslc includes as far as `read` goes, and says what it was called for.
cat >"$work/glslc" <<'END'
#!/usr/bin/env bash
set -euo pipefail
cat -- "$0.version"
[ "$1" != --version ] || exit 0
while [ $# -gt 0 ]; do
    case $1 in
    -MF | -I | -o) printf -v "of_${1#-}" %s "$2" && shift ;;
    -*) ;;
    *) input=$1 ;;
    esac
    shift
done
files=("$input")
for ((i = 0; i < ${#files[@]}; i++)); do
    while read -r word name; do [ "$word" != '#include' ] || files+=("$of_I/$name"); done <"${files[i]}"
done
! grep -q wrong -- "${files[@]}" || exit 1
cat -- "$0.version" "${files[@]}" >"$of_o"
printf '%s: %s\n' "$of_o" "${files[*]}" >"$of_MF"
echo call >>"$0.calls"
END
chmod +x "$work/glslc"
printf 'one\n' >"$work/glslc.version"
printf '#include a/outer\nmain\n' >"$work/kernels/a/k.comp"
printf '#include a/inner\n' >"$work/kernels/a/outer"
printf 'inner\n' >"$work/kernels/a/inner"

# compiles CALLS WHAT [OUTPUT]: of the compiler, for the kernel as it is; the output is what the compiler makes.
compiles() {
    local output=$work/made/${3:-k.inc} files=("$work/kernels/a/k.comp" "$work/kernels/a/outer" "$work/kernels/a/inner")
    : >"$work/glslc.calls"
    CLAIMCHECK_KERNELS=$work/kept "$root/kernels/compile.sh" "$work/glslc" "$work/kernels" "${files[0]}" "$output" "$output.d" \
        >/dev/null || fail "$2: does not compile"
    [ "$(wc -l <"$work/glslc.calls")" -eq "$1" ] || fail "$2: not compiled $1 times"
    cat -- "$work/glslc.version" "${files[@]}" | cmp -s - "$output" || fail "$2: another output"
    [ "$(cat "$output.d")" = "$output: ${files[*]}" ] || fail "$2: $(cat "$output.d")"
}
compiles 1 'a kernel'
compiles 0 'the same again'
touch -d '2020-01-01' "$work/made/k.inc"
compiles 0 'an output that is right'
[ "$work/kernels/a/k.comp" -nt "$work/made/k.inc" ] || fail 'an output that is right is written'
compiles 0 'the same in another build' other.inc
printf 'changed\n' >>"$work/kernels/a/inner"
compiles 1 'an include of an include'
printf '#include a/inner\nchanged\n' >"$work/kernels/a/outer"
compiles 1 'an include'
printf 'changed\n' >>"$work/kernels/a/k.comp"
compiles 1 'the text'
printf 'two\n' >"$work/glslc.version"
compiles 1 'another compiler'
compiles 0 'all of it again' third.inc
printf 'inner\n' >"$work/kernels/a/inner"
printf '#include a/inner\n' >"$work/kernels/a/outer"
printf '#include a/outer\nmain\n' >"$work/kernels/a/k.comp"
printf 'one\n' >"$work/glslc.version"
compiles 0 'all as it was at first'
printf 'wrong\n' >>"$work/kernels/a/outer"
CLAIMCHECK_KERNELS=$work/kept "$root/kernels/compile.sh" "$work/glslc" "$work/kernels" "$work/kernels/a/k.comp" \
    "$work/made/k.inc" "$work/made/k.d" >/dev/null && fail 'what does not compile is taken'

exit "$failed"
