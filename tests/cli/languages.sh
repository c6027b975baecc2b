#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# languages.sh: kernels in HLSL, Slang and SPIR-V, of --kernel and of folders, by the executable, on Mesa's CPU driver. dxc and
# slangc are stand-ins, first in PATH, that hold how they are called and give SPIR-V in the form of the real ones.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
wants glslc spirv-as
unset CLAIMCHECK_SHADERC || true
cp "$root"/tests/cli/languages/*.spvasm .
# Two entry points of one module: copy, which turns nothing around, and turn.
{
    sed -E '/^Op(EntryPoint|ExecutionMode) /{h; s/turn/copy/g; G}' dxc.spvasm
    sed -n '/^%turn = /,$p' dxc.spvasm |
        sed -E 's/^(%to = .*)%at$/\1%x/; s/%turn/%copy/; s/%(entry|id|x|elements(_at)?|inside|merge|true|last|at|from|word|to)\b/%copy_\1/g'
} >two.spvasm
for form in dxc two slang; do
    spirv-as --target-env vulkan1.3 "$form.spvasm" -o "$form.spv"
done

# check CODE ARGUMENTS...: its output in `out` and `err`; `path` may be its PATH.
check() {
    PATH=${path-$PATH} cc "$@"
}

# folder KERNEL: `folder`, whose only variant has that kernel of here, which must turn the input around.
folder() {
    rm -rf folder
    cp -r "$root/tests/cli/technique" folder
    rm folder/reverse.comp
    cp "${1%%:*}" folder
    changed folder/technique.json folder/technique.json <<PYTHON
direct = run["variants"]["direct"]
direct["steps"][0].update(kernel="$1")
del direct["steps"][0]["constants"]
run.update(axes={"elements": run["axes"]["elements"]}, let={"bytes": "4 * elements", "size": 256}, variants={"direct": direct})
PYTHON
    sed -i 's/os.environ\["CLAIMCHECK_TYPE"\]/"uint"/' folder/reference.py
}

run() {
    rm -f run.json
    check "$1" run --technique folder --no-ceilings --samples 2 --seed 1 --out run.json "${@:2}"
}

# One of several entry points, by its name.
folder two.spv:turn
run 0
valid folder/technique.json technique
grep -q '"file": *"two.spv"' run.json || fail 'the file of an entry point is not among those of the run'
check 0 list --technique folder --kernels reverse/two_turn
folder two.spv:copy
run 1
folder two.spv:none
said 'none' run 99
folder two.spv
said 'compute entry points are copy, turn; choose one by FILE.spv:NAME' run 99
folder two.spv:copy
printed 'direct@file  *[0-9]' run 1 --kernel reverse/two_copy=two.spv:turn

# A byte order mark before the source, or before what it includes, in either way to shaderc; errors name the file.
mkdir below
printf '\xef\xbb\xbf#define LAST(n) ((n) - 1)\n' >below/last.glsl
printf '#include "below/last.glsl"\n#define AT(n, i) (LAST(n) - (i))\n' >at.glsl
{
    printf '\xef\xbb\xbf#version 460\n#extension GL_GOOGLE_include_directive : require\n#include "at.glsl"\n'
    sed -e '/#version/d; /#extension/d; s/local_size_x_id = 0/local_size_x = 256/; s/ T / uint /' \
        -e 's/reversed\[push.elements - 1 - i\]/reversed[AT(push.elements, i)]/' "$root/tests/cli/technique/reverse.comp"
} >marked.comp
folder marked.comp
for library in '' /nonexistent.so; do
    [ -z "$library" ] || export CLAIMCHECK_SHADERC=$library
    for place in "$work/folder" folder/below/..; do
        cp -r at.glsl below marked.comp folder
        run 0
        [ "$place" = folder ] || check 0 list --technique folder --kernels --kernel reverse/marked="$place/marked.comp"
    done
    printf '\xef\xbb\xbfnothing\n' >folder/below/last.glsl
    said 'folder/below/last.glsl:[0-9]*: error' run 99
    ! grep -q '/own/' err || fail 'a copy is named'
done
unset CLAIMCHECK_SHADERC

# Stand-ins: words of the command into `called`, the SPIR-V to where -Fo or -o says.
mkdir bin
for name in dxc slangc; do
    cat >"bin/$name" <<STAND
#!/bin/sh
printf '%s\n' "\$@" >"$work/called.$name"
[ ! -e "$work/refuse" ] || { echo "x.hlsl:1:1: error: not today" >&2; exit 5; }
[ ! -e "$work/nothing" ] || exit 0
while [ \$# -gt 1 ]; do
    case \$1 in -Fo | -o) cp "$work/${name%c}.spv" "\$2" ;; esac
    shift
done
STAND
    chmod +x "bin/$name"
done
cp dxc.spv dx.spv

# called NAME WORDS...: its command has them, in that order.
called() {
    local name=$1
    shift
    tr '\n' ' ' <"called.$name" | grep -q -e "$*" || fail "$name was called with: $(tr '\n' ' ' <"called.$name")"
    rm "called.$name"
}

cp "$root/tests/cli/technique_steps/turn.hlsl" turn.hlsl
{
    printf 'import below.last;\n'
    sed 's/^\[numthreads/[shader("compute")]\n&/' turn.hlsl
} >turn.slang
printf '// nothing\n' >below/last.slang
folder turn.hlsl
run 0
[ ! -e called.dxc ] || fail 'a stand-in that is not in PATH was called'
path=$work/bin:$PATH run 0
called dxc '-I.*folder/ .*-spirv -fspv-target-env=vulkan1.3 -O3 -T cs_6_6 -E turn -Fo .*folder/turn.hlsl'
says "turn.hlsl' was compiled by dxc"
path=$work/bin:$PATH run 0 --kernel reverse/turn=turn.hlsl:turn
called dxc '-E turn'
# HLSL by slangc where there is nothing else.
mkdir alone
cp bin/slangc alone
ln -s "$python" alone/python3
ln -s "$(command -v cp)" alone
ln -s /bin/sh alone/sh
path=$work/alone CLAIMCHECK_SHADERC=/nonexistent.so run 0
called slangc '-target spirv -O2 -entry turn -stage compute -o .*turn.hlsl'
says "turn.hlsl' was compiled by slangc"
folder turn.slang:turn
cp -r below folder
path=$work/bin:$PATH run 0
called slangc '-target spirv -O2 -entry turn -stage compute -o .*turn.slang'
grep -q '"file": *"below/last.slang"' run.json || fail 'an imported file is not among those of the run'
path=$work/bin:$PATH run 0 --kernel reverse/turn_turn=turn.slang
[ ! -e called.dxc ] || fail 'dxc was called for Slang'

# A compiler that refuses, that writes nothing, or is not there.
: >refuse
path=$work/bin:$PATH run 99
says 'error: not today'
says "turn.slang' does not compile by slangc"
rm refuse
: >nothing
path=$work/bin:$PATH run 99
says "slangc ended well and wrote no SPIR-V of .*turn.slang'"
rm nothing
said "there is no slangc in PATH to compile .*slangc .*turn.slang -target spirv -entry turn -stage compute -o FILE.spv" run 99
folder turn.hlsl
rm alone/slangc
path=$work/alone CLAIMCHECK_SHADERC=/nonexistent.so run 99
says 'apt-get install glslc\), or give the SPIR-V of dxc -spirv -T cs_6_6 -E turn .*turn.hlsl -Fo FILE.spv'

# A text that is not GLSL is not asked for a version of GLSL.
for name in kernel.cu kernel.comp kernel.wgsl; do
    cp turn.hlsl "$name"
    said "'$name' has no #version, so it is not GLSL" run 99 --kernel "reverse/turn=$name"
    ! grep -q 'begin it with' err || fail "$name: begin it with #version"
done
printf 'void main() {}\n' >kernel.comp
said 'begin it with #version 460' run 99 --kernel reverse/turn=kernel.comp
{
    cat turn.hlsl
    printf '[numthreads(1, 1, 1)]\nvoid other() {}\n'
} >two.slang
said 'entry points turn, other; choose one by FILE.slang:NAME' run 99 --kernel reverse/turn=two.slang
