#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# strange.sh: strange machines and files, by kind: calls that fail, words of other tools, inputs without information, GPUs that
# cannot be used, settings of the user's programs, links, and files of others. All that is written lies in a folder of its own.
#
#   tests/cli/strange.sh CLAIMCHECK ICD FAIL_ERRNO      ICD: what tests/icd/icd.c was built into; tests/sabotage/fail_errno.c
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
icd=$2 fail_errno=$3
. "$root/tests/icd/icd.sh"
icd_use "$icd"
export CLAIMCHECK_ICD_SET=
run=(run --filter 'tile_subdivision.subdivide/flat/' --profile quick --axis top=3 --axis map=spots --no-ceilings --samples 2 --force --quiet)

# broken CALL:ERRNO CODE ARGUMENTS...: cc, where that call fails.
broken() {
    LD_PRELOAD=$fail_errno FAIL_ERRNO=$1 FAIL_ERRNO_BELOW=$work/ ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0 cc "${@:2}"
}

# 1. A message has the errno of what failed, and a remedy only where that is its cause.
"$claimcheck" list --source tile_subdivision/flat >own.comp
printf 'no library\n' >not.so
export CLAIMCHECK_SHADERC=$work/not.so
compile=(list --kernels --kernel tile_subdivision/flat=own.comp)
while IFS='|' read -r how words; do
    [ -n "$(PATH=${PATH#*compilers:} command -v glslc)" ] || continue
    FAIL_ERRNO_BELOW='' said "cannot start glslc to compile 'own.comp': $words" broken "$how" 99 "${compile[@]}"
    lacks err 'install' "$how"
done <<'END'
fork:EAGAIN|Resource temporarily unavailable
fork:ENOMEM|Cannot allocate memory
pipe2:EMFILE|Too many open files
pipe2:ENFILE|Too many open files in system
END
cc 0 new forks
FAIL_ERRNO_BELOW='' broken fork:EAGAIN:3 0 check forks # the third is to try the layers
has out 'not checked: no process can be started: Resource' 'the third process of check'
said 'neither glslc nor a libshaderc.so.1 that loads .*not.so: .*install glslc' ran 99 env "PATH=$work" "$claimcheck" "${compile[@]}"
CLAIMCHECK_SHADERC=$work/gone.so PATH=$work cc 99 "${compile[@]}"
lacks err 'gone.so' 'a library that is not there'
if command -v gcc >/dev/null; then # one that is there, and lacks another
    printf 'int lent(void) { return 1; }\n' | gcc -shared -fPIC -x c -o liblent.so -
    printf 'int lent(void); int own(void) { return lent(); }\n' | gcc -shared -fPIC -x c -o needs.so - -L. -llent
    rm liblent.so
    CLAIMCHECK_SHADERC=$work/needs.so said 'libshaderc.so.1 that loads .*\(liblent[.]so: ' ran 99 env "PATH=$work" "$claimcheck" "${compile[@]}"
fi
unset CLAIMCHECK_SHADERC
said 'no thread can be started here: Resource temporarily unavailable' broken pthread_create:EAGAIN 99 "${run[@]}" --out "$work/r.json"
broken unlink:EPERM 0 "${run[@]}" --out "$work/left.json"
has err "left.json' is whole; its journal .* cannot be removed: Operation not permitted" 'a journal that stays'
lacks err 'cannot write' 'a journal that stays'
rm -f left.json.journal
for how in getrandom:EPERM getrandom:ENOSYS flock:ENOLCK flock:EOPNOTSUPP fsync:EINVAL fsync:ENOSYS fsync:EOPNOTSUPP fdatasync:EINVAL \
    fdatasync:ENOSYS fdatasync:EOPNOTSUPP fchmod:EPERM link:EPERM; do
    rm -f r.json
    broken "$how" 0 "${run[@]}" --out "$work/r.json"
    [ -s r.json ] || fail "$how: no run file"
done
for how in fdatasync:EIO fdatasync:ENOSPC; do
    rm -f w.json
    said "cannot write '$work/w.json.*'" broken "$how" 99 "${run[@]}" --out "$work/w.json"
    rm -f w.json.journal
done

# 2. Names that we print are taken back: entry points with colons.
if command -v spirv-as >/dev/null; then
    glslc -fshader-stage=comp --target-env=vulkan1.3 -I"$root/kernels" own.comp -o own.spv
    spirv-dis own.spv >own.asm
    for entry in tonemapping::other_cs a:b a.spv:main 'x.spv::y' ::z; do
        sed "/OpEntryPoint/s/\"main\"/\"$entry\"/" own.asm | spirv-as --target-env vulkan1.3 - -o named.spv
        cc 0 list --kernels tile_subdivision/flat --kernel "tile_subdivision/flat=named.spv:$entry"
        cc 0 "${run[@]}" --out r.json --kernel "tile_subdivision/flat=named.spv:$entry"
        refused 'has no such entry point' list --kernels --kernel "tile_subdivision/flat=named.spv:$entry::none"
    done
fi

# 4. Inputs without information are refused, and a face covers the same from each of its corners.
for value in 0 7 255; do
    { printf 'P2 16 16 255\n' && for _ in $(seq 256); do printf '%s\n' "$value"; done; } >flat.pgm
    refused "flat.pgm: each of its 16 x 16 pixels is $value: a picture of one value" inspect tiles --map "$work/flat.pgm"
    refused "pixels is $value: a picture of one value" inspect terrain --heightmap "$work/flat.pgm"
done
corners='v 0 0 0\nv 4 0 0\nv 4 1 0\nv 1 1 0\nv 1 4 0\nv 0 4 0\n'
while IFS='|' read -r what coordinates; do
    printf "$corners$coordinates" >flat.obj
    refused 'flat.obj: none of its [0-9]+ triangles has an area' inspect tiles --mesh flat.obj
    cc 99 "${run[@]}" --mesh flat.obj --out none.json --filter 'tile_subdivision.subdivide/(per_level|flat)/' --axis map=mesh.flat
done <<'END'
one vt|vt 0.5 0.5\nf 1/1 2/1 3/1 4/1 5/1 6/1\n
vt on a line|vt 0 0\nvt 1 1\nvt 0.5 0.5\nf 1/1 2/2 3/3\nf 1/1 3/2 5/3\n
corners on a line|vt 0 0\nvt 1 0\nvt 0 1\nf 1/1 2/2 1/3\nf 5/1 6/2 5/3\n
END
for corners_on in '0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0' '1 1 1\nv 1 1 1\nv 1 1 1\nv 1 1 1'; do
    printf "v $corners_on\nf 1 2 3 4\n" >line.obj
    refused 'line.obj: none of its 1 patches has an area' inspect reyes --mesh line.obj
done
first=
for at in 0 1 2 3 4 5; do
    {
        printf "$corners"'vt 0 0\nvt 1 0\nvt 1 .25\nvt .25 .25\nvt .25 1\nvt 0 1\nf'
        for i in 0 1 2 3 4 5; do printf ' %d/%d' $((1 + (at + i) % 6)) $((1 + (at + i) % 6)); done
        printf '\n'
    } >l.obj
    cc 0 inspect tiles --mesh l.obj --json
    hash=$(grep -o '"map_hash": *"[0-9a-f]*"' out)
    [ "${first:=$hash}" = "$hash" ] || fail "an L from corner $((at + 1)) is another map"
done

# 5. A GPU that cannot be used: named with the reason, asked nothing that it does not know, and no CPU in its place unasked.
export VK_DRIVER_FILES=$work/icd.json:$driver VK_ICD_FILENAMES=$work/icd.json:$driver
while IFS='|' read -r lines why; do
    export CLAIMCHECK_ICD_SET="deviceType 2;deviceName Some GPU;$lines"
    cc 0 devices
    [ "$(sed -n '/Some GPU/,/^[1-9]/p' out | tail -n 2 | grep -c 'NOT USABLE')" -eq 1 ] || fail "$lines: devices goes on behind NOT USABLE"
    has err "the GPU 'Some GPU' cannot be used: .*$why" "devices, $lines"
    tells 77 "the GPU 'Some GPU' cannot be used: .*$why.*--device cpu" "${run[@]}" --out r.json
    cc 0 "${run[@]}" --out r.json --device cpu
    CI=true tells 0 "the GPU 'Some GPU' cannot be used" "${run[@]}" --out r.json
    tells 77 "cannot be used: .*$why" trace --filter 'tile_subdivision.subdivide/flat/' --axis top=3 --axis map=spots --out t.json --force
done <<'END'
apiVersion 1.2.200|Vulkan 1.2.200, 1.3 is needed
apiVersion 1.1.0|Vulkan 1.1.0, 1.3 is needed
subgroupSize 0|a subgroup size of 0
maxComputeWorkGroupCount 65535 0 65535|a limit of work-groups of 0
END
export CLAIMCHECK_ICD_SET='deviceType 2;deviceName Some GPU;apiVersion 1.2.200'
cc 0 devices --json
holds out <<'PYTHON'
gpu = next(d for d in run["devices"] if d["device"]["name"] == "Some GPU")
assert gpu["lacking"] is None and not gpu["usable"], gpu
PYTHON
cc 0 devices --format csv
! grep 'Some GPU' out | grep -q ',0,' || fail 'a size of subgroups that nobody asked for'
export VK_DRIVER_FILES=$work/icd.json VK_ICD_FILENAMES=$work/icd.json CLAIMCHECK_ICD_SET=

# 6. Programs that are started do not read what their user has set.
kept=$(find "$root/results/runs" -name '*-paper.json.xz' | LC_ALL=C sort | head -n 1)
figure=
[ -z "$kept" ] || figure=$("$claimcheck" plot "$kept" --list 2>/dev/null | head -n 1 | cut -d' ' -f1) || true
if [ -n "$figure" ] && command -v gnuplot >/dev/null; then
    mkdir -p home path
    printf 'raise SystemExit("a module of the user")\n' >path/json.py
    for rc in 'set term x11 persist' 'load "gone.gp"' 'set terminal dumb' 'exit'; do
        printf '%s\n' "$rc" >home/.gnuplot
        for term in '' x11 qt dumb; do
            rm -rf plots
            HOME=$work/home GNUTERM=$term PYTHONPATH=$work/path cc 0 plot "$kept" --figure "$figure" --out plots
            [ "$(find plots -name '*.svg' -size +1k | wc -l)" -ge 1 ] || fail "plot with '$rc' and GNUTERM=$term"
        done
    done
    printf '#!/bin/sh\nexit 0\n' >path/gnuplot
    chmod +x path/gnuplot
    PATH=$work/path:$PATH said 'gnuplot ended well and wrote no .*svg' cc 99 plot "$kept" --figure "$figure" --out plots-none
    printf '#!/bin/sh\ncase $1 in --version) exit 3 ;; esac\nexec %s "$@"\n' "$(command -v gnuplot)" >path/gnuplot
    PATH=$work/path:$PATH said 'gnuplot does not say its version: it ended with exit code 3' cc 77 plot "$kept" --figure "$figure" --out plots-none
    rm path/gnuplot
    mv plots/*.gp script
    printf 'mine\n' >mine.txt
    for file in plots/*.*; do ln -sf "$work/mine.txt" "$file"; done
    ln -s "$work/mine.txt" "plots/$(basename -- "$(find plots -name '*.svg')" .svg).gp"
    cc 0 plot "$kept" --figure "$figure" --out plots
    grep -q '^mine$' mine.txt || fail 'plot wrote through a link'
fi

# 7. Nothing is written through a link that nobody named; lines that are missing are seen; what is kept is kept once.
cc 0 "${run[@]}" --out r.json --save-kernels kernels
cc 0 report r.json --out page
for file in kernels/kernels.json kernels/tile_subdivision/flat.spv page/index.html; do
    printf 'mine\n' >mine.txt
    ln -sf "$work/mine.txt" "$file"
done
rm -f r.json
cc 0 "${run[@]}" --out r.json --save-kernels kernels
cc 0 report r.json --out page
grep -q '^mine$' mine.txt || fail 'a page or a kernel was written through a link'
[ ! -L page/index.html ] || fail 'the link is there still'
printf 'mine\n' >mine.txt
rm -f r.json
ln -s "$work/mine.txt" r.json.journal
"$claimcheck" run "${run[@]:1}" --out r.json >out 2>err </dev/null || true
grep -q '^mine$' mine.txt || fail 'a journal was written through a link'
rm -f r.json.journal
CLAIMCHECK_FAULT='exit@falloff:0' cc 3 run --filter 'tile_subdivision.subdivide/flat/' --axis top=3 --axis map=spots --axis falloff=1,2,0 --no-ceilings \
    --no-isolate --samples 2 --quiet --out cut.json
lines=$(wc -l <cut.json.journal)
sed '2d' cut.json.journal >gap.json.journal
cc 0 show cut.json.journal
lacks err 'lacks 1 line' 'a whole journal'
"$claimcheck" show gap.json.journal >out 2>err </dev/null || true
has err "gap.json.journal' lacks 1 line that was written" "a journal of $lines lines without its second"
for name in tiles cbt tile_subdivision; do
    refused "there is a technique '$name' in this build" new "$name"
done

ln -s gone.json broken.json
refused "cannot read 'broken.json': it is a link to nothing" show broken.json

# 8. What is no run, kernel or picture is named.
printf 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n' >lfs
printf '{\n<<<<<<< HEAD\n"a": 1\n=======\n"a": 2\n>>>>>>> b\n}\n' >conflict
printf '<!DOCTYPE html>\n<html><title>Sign in</title></html>\n' >page.html
printf '{"mean":{"standard_error":1.0}}' >criterion
printf '{"machine_info":{},"commit_info":{},"benchmarks":[]}' >pytest
printf '\037\213\010' >cut.gz
printf '__global__ void k(float *a) { a[0] = 1; }\n' >cuda
printf '@group(0) @binding(0) var<storage> a: array<u32>;\n@compute @workgroup_size(64) fn main() {}\n' >wgsl
printf '__kernel void k(__global float *a) { a[get_global_id(0)] = 1; }\n' >opencl
printf '#include <metal_stdlib>\nkernel void k() {}\n' >metal
printf '.version 8.0\n.target sm_90\n' >ptx
while IFS='|' read -r file words; do
    cp "$file" "$file.json"
    refused "'$file.json' is $words" show "$file.json"
done <<'END'
lfs|a Git LFS pointer: fetch the file with git lfs pull
conflict|a file with conflict markers of a merge
page.html|a web page
criterion|a result of criterion
pytest|a result of pytest-benchmark
END
while IFS='|' read -r file words; do
    cp "$file" "$file.comp"
    cp "$file" "$file.spv"
    for ending in comp spv; do
        cc 99 list --kernels --kernel "tile_subdivision/flat=$file.$ending"
        lacks err 'begin it with' "$file.$ending"
        [ "$ending" = spv ] && [[ "cuda wgsl opencl metal ptx" == *"$file"* ]] || has err "'$file.$ending' is $words" "$file.$ending"
    done
done <<'END'
lfs|a Git LFS pointer
conflict|a file with conflict markers
page.html|a web page
cuda|CUDA or HIP
wgsl|WGSL
opencl|OpenCL C
metal|Metal
ptx|PTX
END
cp cuda cuda.hlsl
refused "'cuda.hlsl' is CUDA or HIP" list --kernels --kernel tile_subdivision/flat=cuda.hlsl
printf 'subroutine x\n' >other.comp
refused "'other.comp' has no #version, so it is not GLSL" list --kernels --kernel tile_subdivision/flat=other.comp
sed 's/^#version/ #  version/' own.comp >blanks.comp
cc 0 list --kernels tile_subdivision/flat --kernel tile_subdivision/flat=blanks.comp
if command -v spirv-as >/dev/null; then
    { cat own.spv && printf x; } >odd.spv
    refused "'odd.spv' has [0-9]+ bytes: SPIR-V has whole words" list --kernels --kernel tile_subdivision/flat=odd.spv
    : >none.spv
    refused "'none.spv' is empty" list --kernels --kernel tile_subdivision/flat=none.spv
    entries=$(sed -n '/OpEntryPoint/p' own.asm)
    { sed '/OpEntryPoint/q' own.asm && for i in $(seq 40); do printf '%s\n' "${entries/\"main\"/\"e$i\"}"; done && sed '1,/OpEntryPoint/d' own.asm; } |
        spirv-as --target-env vulkan1.3 - -o many.spv
    cc 0 list --kernels tile_subdivision/flat --kernel tile_subdivision/flat=many.spv:e40
fi

# 9. Variables that bear on drivers and layers are recorded.
rm -f r.json
NVK_DEBUG=none TU_DEBUG=none INTEL_DEBUG=no AMD_DEBUG=no DXVK_HUD=0 MANGOHUD=0 MANGOHUD_CONFIG=x ENABLE_VKBASALT=0 DISABLE_LAYER_X=1 \
    VKD3D_DEBUG=none LD_PRELOAD=$fail_errno ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0 SECRET_WORD=x \
    cc 0 "${run[@]}" --out r.json
holds r.json <<'PYTHON'
has = run["context"]["environment"]
for name in ("NVK_DEBUG", "TU_DEBUG", "INTEL_DEBUG", "AMD_DEBUG", "DXVK_HUD", "MANGOHUD", "MANGOHUD_CONFIG", "ENABLE_VKBASALT",
             "DISABLE_LAYER_X", "VKD3D_DEBUG", "LD_PRELOAD"):
    assert name in has, (name, has)
assert "SECRET_WORD" not in has and "/" not in has["LD_PRELOAD"], has
PYTHON
