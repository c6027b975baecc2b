#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# text_files.sh: files of users as editors of all systems save them: byte order marks, ends of lines, joined lines, comments. Each
# reads as the plain one, or is refused by name; what is left out of a mesh is said once.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"

# hash ARGUMENTS...: what `inspect` says of the scene.
hash() {
    cc 0 inspect "$@"
    sed -n 's/^.*hash  *//p' out | head -n 1
}

mark=$(printf '\357\273\277')
printf 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n' >plain.obj
{ printf '%s' "$mark"; cat plain.obj; } >mark.obj
sed 's/$/\r/' plain.obj >crlf.obj
tr '\n' '\r' <plain.obj >cr.obj
printf 'v 0 0 0\nv 1 0 \\\n0\nv 1 1 0\nv 0 1 0\nf 1 2 \\\r\n3 4\n' >joined.obj
printf '# from C:\\tmp\\\nv 0 0 0 # one\nv 1 0 0\nv 1 1 0\nv 0 1 0#\nf 1 2 3 4 # all\n' >comment.obj
plain=$(hash reyes --mesh plain.obj)
[ -n "$plain" ] || fail 'inspect says no hash'
for form in mark crlf cr joined comment; do
    [ "$(hash reyes --mesh "$form.obj")" = "$plain" ] || fail "$form.obj is another mesh"
    lacks out 'mesh_left_out' "$form.obj"
done
{ sed 's/^f.*//' plain.obj; printf 'vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n'; } >tiles.obj
{ printf '%s' "$mark"; cat tiles.obj; } >tiles-mark.obj
tiles=$(hash tiles --mesh tiles.obj)
[ -n "$tiles" ] && [ "$(hash tiles --mesh tiles-mark.obj)" = "$tiles" ] || fail 'tiles-mark.obj is another mesh'

{ cat plain.obj; printf 'curv 0 1 1 2\nsurf 0 1 0 1 1 2 3 4\n'; } >curves.obj
[ "$(hash reyes --mesh curves.obj)" = "$plain" ] || fail 'curves.obj is another mesh'
has out "mesh_left_out +line 6: 'curv' is not read .lines of such words: 2.$" 'curves.obj'
sed '$d' curves.obj >curve.obj
hash reyes --mesh curve.obj >/dev/null
has out "mesh_left_out +line 6: 'curv' is not read .lines of such words: 1.$" 'curve.obj'
printf '\377\376v\0' >wide.obj
refused 'wide.obj:1: it is UTF-16 or UTF-32: save it as UTF-8' inspect reyes --mesh wide.obj

printf '%scamera_translation 0 0 5 # ahead\r\ncamera_quaternion_wxyz 1 0 \\\r\n0 0\r\nnear 0.01\r\nfar 10\r\nfovy_degrees 60\r\n' "$mark" >camera
hash reyes --mesh plain.obj --camera camera >/dev/null
printf 'focal_length 3\n' >>camera
refused 'camera:7: not a line of a camera file: "focal_length 3"' inspect reyes --mesh plain.obj --camera camera

printf 'near 0.02\n' | cat camera - | grep -v focal >twice
refused 'twice:7: appears twice: "near 0.02"' inspect reyes --mesh plain.obj --camera twice
sed 's/^f/fo/' plain.obj >fo.obj
refused "fo.obj: no faces .f v v v v., and 'fo' is not read" inspect reyes --mesh fo.obj

tiny=(run --filter 'tile_subdivision.subdivide/per_level/' --axis top=3 --axis map=spots --samples 1 --no-ceilings)
cc 0 "${tiny[@]}" --out run.json
{ printf '%s' "$mark"; cat run.json; } >mark.json
cc 0 show mark.json
iconv -f UTF-8 -t UTF-16 run.json >wide.json
refused 'wide.json.: it is UTF-16 or UTF-32: save it as UTF-8' show wide.json
cc 0 list --source tile_subdivision/per_level
{ printf '%s' "$mark"; cat out; } >kernel.comp
cc 0 "${tiny[@]}" --kernel tile_subdivision/per_level=kernel.comp --out twin.json
[ "$(jq '[.cases[] | select(.replaced and .status == "ok")] | length' twin.json)" = 1 ] || fail 'the kernel with a mark did not run'
printf 'what\n' >>kernel.comp
tells 99 '^kernel.comp:[0-9]+: error: ' "${tiny[@]}" --kernel tile_subdivision/per_level=kernel.comp --out none.json
cc 0 new mine
printf 'what\n' >>mine/claims.json
refused "run: '.*claims.json' line [0-9]+: .*what" run --technique mine --profile quick --samples 1 --no-ceilings --out mine.json
