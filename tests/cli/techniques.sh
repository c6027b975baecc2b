#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# techniques.sh: a folder of techniques/ is right at its `check` sizes, with the driver's threads and without, its claims
# are valid and judged, and a bug at the end of its input is caught. Exit code: 0, 1, 77 (no driver).
#
#   tests/cli/techniques.sh CLAIMCHECK FOLDER
set -euo pipefail
export CLAIMCHECK_TRUST=1

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
. "$root/tests/cli/lavapipe.sh"
export XDG_CACHE_HOME=$work/cache # answers of the reference
claimcheck=$1 folder=$root/techniques/$2 name=$2

fail() {
    printf 'FAILED: %s\n' "$*"
    exit 1
}

# run FOLDER CASES AXES...: one execution of each case; the run file is $work/run.json.
run() {
    "$claimcheck" run --technique "$1" --filter "^${name}[.]$2" --no-ceilings --samples 1 --seed 1 --quiet --force \
        --out "$work/run.json" "${@:3}" >"$work/out" 2>&1
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
    LP_NUM_THREADS=$threads run "$folder" '' "${axes[@]}" || fail "$threads threads: $(cat "$work/out")"
    "$python" - "$work/run.json" <<'END' || fail "$threads threads: not all cases are ok: $(cat "$work/out")"
import json, sys
cases = json.load(open(sys.argv[1]))["cases"]
bad = [c["name"] for c in cases if c["status"] != "ok" and not (c["status"] == "unsupported" and c.get("api") == "cuda")]
print("\n".join(bad))
sys.exit(bool(bad) or not cases)
END
done

# The folder takes the same kernel as the C that it is held against.
if [ "$name" = stream_append ]; then
    for file in append.comp element.glsl; do
        cmp "$(find "$folder" -name "$file")" "$root/kernels/stream_reduction/$file" || fail "$file is another kernel"
    done
    exit 0
fi

"$root/tests/rules/schema.py" "$root/results/published.schema.json" "$folder/claims.json" || fail 'claims.json'
if [ "$name" = jump_flooding ]; then # its claim of errors is about a large grid
    run "$folder" '.*/flooding/' --axis n=1024 --axis count=16 || fail "a large grid: $(cat "$work/out")"
fi
"$claimcheck" claims "$work/run.json" --technique "$folder" >"$work/out" 2>&1 || fail "claims: $(cat "$work/out")"
grep -q 'CONFIRMED' "$work/out" || fail "no claim is judged: $(cat "$work/out")"

# The last key, or the last element, edge, entry or row of a neighbourhood is left out.
point=(--axis elements=4097)
cp -r "$folder" "$work/bad"
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
sed -i "s/$from/$to/" "$work/bad/$file"
! cmp -s "$work/bad/$file" "$folder/$file" || fail "$file has no '$from'"
code=0
run "$work/bad" ".*/$variant/" "${point[@]}" || code=$?
[ "$code" -eq 1 ] || fail "a bug at the end is not caught: exit code $code, $(cat "$work/out")"
printf 'all well\n'
