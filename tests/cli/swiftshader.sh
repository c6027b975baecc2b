#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# swiftshader.sh: techniques on SwiftShader, a CPU driver that is not Mesa's: subgroups of 4, groups of 256, no 64-bit integers and
# other code for floats. Each case is right, or unsupported with a reason.
#
#   tests/cli/swiftshader.sh CLAIMCHECK [REGEX...]      cases of the profile quick; unless some are named, a few of four techniques
#
# Debian's chromium-common has it. CLAIMCHECK_SWIFTSHADER names another libvk_swiftshader.so.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
shift
library=
for place in "${CLAIMCHECK_SWIFTSHADER-}" /usr/lib/chromium/libvk_swiftshader.so "$root/build/swiftshader/usr/lib/chromium/libvk_swiftshader.so"; do
    [ -n "$library" ] || [ ! -e "$place" ] || library=$place
done
if [ -z "$library" ]; then
    printf 'no SwiftShader here (Debian: chromium-common, or its path in CLAIMCHECK_SWIFTSHADER)\n'
    exit 77
fi
printf '{ "file_format_version": "1.0.0", "ICD": { "library_path": "%s", "api_version": "1.3.0" } }\n' "$library" >"$work/icd.json"
export VK_DRIVER_FILES=$work/icd.json VK_ICD_FILENAMES=$work/icd.json
filters=("$@")
if [ $# -eq 0 ]; then
    filters=('^tile_subdivision[.]average' '^stream_reduction[.]compact/.*/n:64/' '^reyes_subdivision[.]frame/(breadth|bounded)/'
        '^ceilings[.](atomics|launch)')
fi
failed=0
for filter in "${filters[@]}"; do
    code=0
    rm -f -- "$work/run.json"
    "$claimcheck" run --filter "$filter" --profile quick --samples 1 --no-ceilings --no-isolate --force --out "$work/run.json" >"$work/out" 2>&1 \
        </dev/null || code=$?
    printf '%s: ' "$filter"
    if [ ! -e "$work/run.json" ]; then
        printf 'exit code %s, and no run\n' "$code"
        tail -n 5 "$work/out"
        failed=1
        continue
    fi
    "$python" "$root/tests/cli/counted.py" "$work/run.json" || failed=1
done
exit "$failed"
