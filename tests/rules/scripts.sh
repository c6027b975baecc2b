#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# scripts.sh: the scripts without a GPU, a network or root: syntax, what setup does on machines that lack something
# (acted by stand-ins in a PATH of their own), and which kernels are compiled again (by a stand-in for glslc).
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/../tree.sh"

# 1. Syntax, and the opening that all share.
while IFS= read -r -d '' file; do
    head -n 1 "$file" | grep -q '^#!.*bash' || continue
    bash -n "$file" || fail "$file: bash -n"
    grep -q '^set -euo pipefail$' "$file" || fail "$file: no set -euo pipefail"
    [ -x "$file" ] || fail "$file: not executable"
done < <(find "$root/scripts" "$root/.ci" "$root/tests" -type f -print0)

# What a user calls lies in scripts/; what else there is has its folder.
here=$(cd -- "$root/scripts" && printf '%s ' *)
[ "$here" = 'build maintain new plot research run setup test ' ] ||
    fail "scripts/ has $here: what maintains the project goes to scripts/maintain, what was studied to scripts/research"

# 2. Help, without anything that is not there yet: nothing is installed, built or changed.
mkdir "$work/help"
for tool in meson ninja apt-get dpkg-query sudo; do
    printf '#!/bin/sh\necho "%s is called" >&2\nexit 1\n' "$tool" >"$work/help/$tool"
    chmod +x "$work/help/$tool"
done
for script in run test new setup build plot/plot maintain/{bundle,release,sysroot,fuzz,coverage}; do
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

# 3. What CI runs: what the change since the last green commit touches, and all where that is not known.
# touches WANTED [OPTION...]
touches() {
    local wanted=$1 found
    shift
    found=$(PATH=$work/touched/bin:$PATH "$work/touched/scripts/maintain/touched" "$work/touched/build" "$@" 2>"$work/err" | tr '\n' ' ') || found="code $?"
    [ "$found" = "$wanted" ] || fail "touched $*: '$found', not '$wanted': $(head -n 1 "$work/err")"
}
at=$work/touched
mkdir -p "$at/scripts/maintain" "$at/tests" "$at/.ci" "$at/bin" "$at/build"
cp "$root/scripts/maintain/touched" "$at/scripts/maintain/"
cp "$root/tests/touched.toml" "$at/tests/"
printf '#!/bin/sh\ncat <<END\n[%s]\nEND\n' "$(printf '{"name": "%s", "suite": ["claimcheck:%s"]}, ' cli_run cli cbt_heap unit planted_size rules |
    sed 's/, $//')" >"$at/bin/meson"
chmod +x "$at/bin/meson"
git -C "$at" init -q
printf 'bin\nbuild\n' >"$at/.gitignore"
git -C "$at" add -A
git -C "$at" -c user.name=x -c user.email=x@x commit -q -m x
git -C "$at" rev-parse HEAD >"$at/.ci/green"
touches 'cli_run '
# What all kernels are measured by, and a name that git would quote.
for path in harness/record/new.h kernels/harness/new.comp 'kernels/cbt/é.comp'; do
    mkdir -p "$work/touched/${path%/*}"
    : >"$work/touched/$path"
    touches 'cli_run cbt_heap '
    rm "$work/touched/$path"
done
mkdir -p "$work/touched/kernels/cbt" "$work/touched/tests/rules"
: >"$work/touched/kernels/cbt/new.comp"
touches 'cli_run cbt_heap '
touches 'cbt_heap ' --no-suite cli
: >"$work/touched/tests/rules/size.sh"
touches 'cli_run cbt_heap planted_size wine ' --also wine --since "$(printf '%040d' 0)"
touches 'cli_run cbt_heap planted_size '
printf '%040d\n' 1 >"$work/touched/.ci/green"
rm -r "$work/touched/kernels" "$work/touched/tests/rules"
touches 'cli_run cbt_heap planted_size '
printf '[' >"$work/touched/tests/touched.toml"
touches 'code 99'

# 4. setup. A folder with the few tools that it may use, and stand-ins for those that ask or change the system.
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

expect() {
    grep -q -e "$1" "$work/${2:-out}" || fail "no '$1' in: $(cat "$work/${2:-out}")"
}

# setup_run CODE [arguments of setup]; setup_lacks PATTERN: setup run ends with 99, and says so.
setup_run() {
    local wanted=$1 code=0
    shift
    PATH=$work/bin CLAIMCHECK_DRIVER_MANIFESTS=$work/none "$root/scripts/setup" "$@" >"$work/out" 2>&1 || code=$?
    if [ "$code" -ne "$wanted" ]; then
        fail "setup $*: exit code $code, not $wanted: $(cat "$work/out")"
    fi
}
setup_lacks() {
    setup_run 99 run
    expect "$1"
}

for purpose in run test ci bundle wine release; do
    debian '' 1000
    setup_run 0 "$purpose"
    [ ! -s "$work/out" ] || fail "setup $purpose is not silent when all is there: $(cat "$work/out")"
    [ ! -s "$work/calls" ] || fail "setup $purpose calls apt-get when all is there"
done

debian $'glslc\nlibpng-dev' 1000
setup_lacks 'glslc.*SPIR-V'
expect '^apt-get update && apt-get install --yes --no-install-recommends glslc libpng-dev *$'
[ ! -s "$work/calls" ] || fail 'setup calls apt-get without root'

# Either compiler will do; what is only for plots does not stop a run.
debian $'gcc\ngnuplot-nox' 1000
setup_run 0 run
expect 'gnuplot-nox'
debian $'gcc\nclang' 1000
setup_lacks 'install .* gcc *$'

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
setup_lacks 'apt-get install failed.*Could not resolve'

# apt-get says that all went well and the package is still not there.
debian 'glslc' 0
stand_in apt-get </dev/null
setup_lacks 'still not installed'

debian '' 0
setup_run 99 nonsense

# Not a Debian: the tools count, and what they are for is said.
new_path
setup_lacks 'no apt-get here'
expect 'glslc.*SPIR-V'

# Package managers of others: nothing is installed, and the line that would names what the tests need where they are asked for.
for manager in 'dnf libcmocka-devel' 'pacman cmocka' 'brew cmocka'; do
    new_path
    stand_in "${manager% *}" </dev/null
    setup_lacks "${manager% *} .* spirv-headers"
    setup_run 99 test
    expect "${manager% *} .* ${manager#* } "
done
# A header that no pkg-config names.
stand_in cc <<'END'
! grep -q spirv
END
setup_lacks 'Missing: .*spirv/unified1/spirv.h'

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
    -I) folder=$2 && shift ;;
    -*) ;;
    *) inputs+=("$1") ;;
    esac
    shift
done
for input in "${inputs[@]}"; do
    files=("$input")
    for ((i = 0; i < ${#files[@]}; i++)); do
        while read -r word name; do [ "$word" != '#include' ] || files+=("$folder/$name"); done <"${files[i]}"
    done
    ! grep -q wrong -- "${files[@]}" || exit 1
    cat -- "$0.version" "${files[@]}" >"${input##*/}.spv"
    printf '%s: %s\n' "${input##*/}.spv" "${files[*]}" >"${input##*/}.spv.d"
done
echo "${#inputs[@]}" >>"$0.calls"
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
    CLAIMCHECK_KERNELS=$work/kept "$root/kernels/compile.sh" "$work/glslc" "$work/kernels" "$output.d" "${files[0]}" "$output" >/dev/null || fail "$2: does not compile"
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
CLAIMCHECK_KERNELS=$work/kept "$root/kernels/compile.sh" "$work/glslc" "$work/kernels" "$work/made/k.d" "$work/kernels/a/k.comp" \
    "$work/made/k.inc" >/dev/null && fail 'what does not compile is taken'

# Several at once: one call compiles those that are not kept, and the depfile names what all need.
printf '#include a/outer\nmain\n' >"$work/kernels/a/k.comp"
printf '#include a/inner\n' >"$work/kernels/a/outer"
printf 'another\n' >"$work/kernels/a/l.comp"
printf 'a third\n' >"$work/kernels/a/m.comp"
three=("$work/kernels/a/k.comp" "$work/made/4" "$work/kernels/a/l.comp" "$work/made/5" "$work/kernels/a/m.comp" "$work/made/6")
for kept in '' "$work/kept" "$work/kept"; do
    : >"$work/glslc.calls"
    rm -f -- "$work"/made/[456]
    CLAIMCHECK_KERNELS=$kept "$root/kernels/compile.sh" "$work/glslc" "$work/kernels" "$work/made/d" "${three[@]}" >/dev/null ||
        fail 'three do not compile'
    calls=${calls-}$(cat "$work/glslc.calls"),
    [ "$(tail -n 1 "$work/made/4") $(tail -n 1 "$work/made/5") $(tail -n 1 "$work/made/6")" = 'inner another a third' ] ||
        fail 'three kernels have the words of others'
    [ "$(tr ' ' '\n' <"$work/made/d" | grep -c '^/.*/a/\(k.comp\|l.comp\|m.comp\|outer\|inner\)$')" -eq 5 ] ||
        fail "three kernels: $(cat "$work/made/d")"
done
[ "$calls" = '3,2,,' ] || fail "three kernels: the compiler was called for $calls not 3,2,,"
