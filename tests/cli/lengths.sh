#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# lengths.sh: kernels that ask a buffer for its length get that of technique.json, and what is written past a buffer's end is
# seen, by the executable, on Mesa's CPU driver. Judges no time. Exit code: 0, 1, 77 (no CPU driver here, or no glslc).
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
wants glslc

mkdir lengths
cat >lengths/reference.py <<'END_OF_FILE'
import array
source = array.array("I", open("source.bin", "rb").read())
open("sums.bin", "wb").write(array.array("I", ((word + 1) & 0xFFFFFFFF for word in source)).tobytes())
END_OF_FILE

# kernel NAME LINE...: what main() does.
kernel() {
    {
        printf '%s\n' '#version 460' 'layout(local_size_x = 64) in;' \
            'layout(std430, binding = 0) readonly buffer Source { uint source[]; };' \
            'layout(std430, binding = 1) buffer Sums { uint sums[]; };' 'layout(push_constant) uniform Push { uint words; };' \
            'void main()' '{' '    const uint i = gl_GlobalInvocationID.x;' "${@:2}" '}'
    } >"lengths/$1.comp"
}
kernel told '    if (i < words)' '        sums[i] = source[i] + 1;'
kernel asked '    if (i < source.length())' '        sums[i] = source[i] + 1 + words - words;'
kernel both '    if (i < min(sums.length(), source.length()))' '        sums[i] = source[i] + 1 + words - words;'
kernel strided '    for (uint k = i; k < sums.length(); k += gl_NumWorkGroups.x * 64)' \
    '        sums[k] = source[k] + uint(sums.length() / words);'
kernel stray '    if (i <= words)' '        sums[i] = source[min(i, words - 1)] + 1;'
kernel asked_stray '    if (i <= source.length())' '        sums[i] = source[min(i, words - 1)] + 1;'

# folder VARIANT...: technique.json with those, of kernels of their names.
folder() {
    "$python" - "$@" >lengths/technique.json <<'PYTHON'
import json, sys
step = {"bind": ["source", "sums"], "push": ["words"], "groups": "ceil(words / 64)"}
suffix = lambda name: ".hlsl" if name == "dimensions" else ".comp"
json.dump({
    "schema_version": 1, "technique": "lengths", "bench": "words", "question": "How long is it?",
    "axes": {"words": {"quick": [1000], "paper": [1000], "full": [1000], "check": [1, 65, 255, 1025]}},
    "inputs": {"source": {"bytes": "4 * words", "fill": "random"}}, "outputs": {"sums": {"bytes": "4 * words"}},
    "reference": ["python3", "reference.py"],
    "variants": {name: {"steps": [dict(step, kernel=name + suffix(name))]} for name in sys.argv[1:]},
}, sys.stdout)
PYTHON
}
verified() {
    local case
    for case in "$@"; do
        has run.json "\"lengths.words/$case/words:1000\"" "$case is not there"
    done
    cc 0 show run.json
    lacks out 'failed_verify|error' "$*"
}

right=(told asked both strided)
if command -v dxc >/dev/null; then
    right+=(dimensions)
    cat >lengths/dimensions.hlsl <<'END_OF_FILE'
struct Push { uint words; };
[[vk::push_constant]] Push push;
[[vk::binding(0)]] StructuredBuffer<uint> source;
[[vk::binding(1)]] RWStructuredBuffer<uint> sums;
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint count, stride;
    source.GetDimensions(count, stride);
    if (id.x < count)
        sums[id.x] = source[id.x] + 1 + push.words - push.words;
}
END_OF_FILE
else
    printf 'no dxc here: GetDimensions is not tried\n'
fi

# Right ones are right at all sizes, awkward ones too, under validation as well.
folder "${right[@]}"
for words in 1000 1 65 1024 1025; do
    rm -f run.json
    cc 0 run --technique lengths --axis "words=$words" --no-ceilings --samples 2 --out run.json
done
rm -f run.json
cc 0 run --technique lengths --no-ceilings --samples 2 --out run.json --validate
verified "${right[@]}"
shows ' 0 survived; 0 wrong' check lengths

# A stray write is seen, also by a kernel that asks another buffer for its length.
for stray in stray asked_stray; do
    folder told "$stray"
    rm -f run.json
    cc 1 run --technique lengths --no-ceilings --samples 2 --out run.json
    has run.json "wrote outside of buffer sums" "$stray"
    cc 1 check lengths
done
