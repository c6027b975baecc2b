#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# techniques.sh: a folder of techniques/ is right at its `check` sizes, with the driver's threads and without, its claims
# are valid and judged, and a bug at the end of its input is caught. Exit code: 0, 1, 77 (no driver).
#
#   tests/cli/techniques.sh CLAIMCHECK FOLDER
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
export XDG_CACHE_HOME=$work/cache # answers of the reference
folder=$root/techniques/$2 name=$2

# run CODE FOLDER CASES AXES...: one execution of each case; the run file is run.json.
run() {
    cc "$1" run --technique "$2" --filter "^${name}[.]$3" --no-ceilings --samples 1 --seed 1 --quiet --force --out run.json "${@:4}"
}

mapfile -t axes < <("$python" - "$folder/technique.json" <<'END'
import json, sys
for name, axis in json.load(open(sys.argv[1]))["axes"].items():
    print("--axis")
    print(name + "=" + ",".join(map(str, axis["check"])))
END
)
[ ${#axes[@]} -gt 0 ] || fail "$name has no sizes to check"

for threads in 0 4; do
    LP_NUM_THREADS=$threads run 0 "$folder" '' "${axes[@]}"
    holds run.json 'cases and all((case["status"], case.get("api")) == ("unsupported", "cuda") or case["status"] == "ok" for case in cases)'
done

# The folder takes the same kernel as the C that it is held against.
if [ "$name" = stream_append ]; then
    for file in append.comp element.glsl; do
        cmp "$(find "$folder" -name "$file")" "$root/kernels/stream_reduction/$file" || fail "$file is another kernel"
    done
    exit 0
fi

valid "$folder/claims.json" published
if [ "$name" = jump_flooding ]; then # its claim of errors is about a large grid
    run 0 "$folder" '.*/flooding/' --axis n=1024 --axis count=16
    shows 'claims? agrees?' show run.json --technique "$folder"
fi
shows 'CONFIRMED' claims run.json --technique "$folder"

# The last key, or the last element, edge, entry or row of a neighbourhood is left out.
point=(--axis elements=4097)
cp -r "$folder" bad
case $name in
attention_order) variant=head_first file=attend.comp from='asker < push.queries' to='asker + 1 < push.queries'
    point=(--axis keys=64 --axis heads=8 --axis queries=9) ;;
decoupled_fallback) variant=fallback file=store.glsl from='place < push.rows' to='place + 1 < push.rows' point=(--axis elements=4100) ;;
prefix_scan) variant=look_back file=store.glsl from='first + j < push.count' to='first + j + 1 < push.count' ;;
radix_sort) variant=onesweep file=tile.glsl from='i < valid' to='i + 1 < valid' ;;
jump_flooding) variant=flooding file=flood.comp from='y <= jump' to='y < jump' point=(--axis n=33 --axis count=9) ;;
graph_search) variant=frontier file=expand.comp from='; i < offsets.vertex + 1.' to='\0 - 1' point=(--axis vertices=1000) ;;
sparse_product) variant=padded_rows file=padded.comp from='; i < width' to='; i + 1 < width' point=(--axis rows=1001) ;;
linear_blur) variant=between_texels file=between_texels.comp from='i < 3' to='i < 2' point=(--axis n=33) ;;
*) fail "no bug is planted into $name" ;;
esac
sed -i "s/$from/$to/" "bad/$file"
! cmp -s "bad/$file" "$folder/$file" || fail "$file has no '$from'"
run 1 bad ".*/$variant/" "${point[@]}"
