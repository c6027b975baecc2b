# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# icd.sh: gives a script the driver of icd.c, which is Mesa's CPU driver as another GPU; to be sourced after lavapipe.sh.
#
#   icd_use ICD [GPU]      ICD: what tests/icd/icd.c was built into; GPU: a file of tests/icd/gpus/, without .txt
#   as LINES CODE ARGUMENTS...      cc of faults.sh, on the GPU of these lines (gpu.h), which stay
#
# CLAIMCHECK_ICD_SET='line;line' changes what the description says, gpu.h has the lines. `lanes` of a description, a comment
# there, are the lanes of a subgroup that really run: 4, 8 or 16. The driver keeps what it compiles without saying for how many
# lanes, so each number has a folder of its own. With 16, Debian's LLVM 15 crashes as soon as something is drawn.
icd_use() {
    # shellcheck disable=SC2154
    CLAIMCHECK_ICD_DRIVER=$(sed -n 's/.*"library_path" *: *"\(.*\)".*/\1/p' "$driver")
    CLAIMCHECK_ICD_GPU=
    unset LP_NATIVE_VECTOR_WIDTH
    if [ -n "${2-}" ]; then
        # shellcheck disable=SC2154
        CLAIMCHECK_ICD_GPU=$root/tests/icd/gpus/$2.txt
        local lanes
        lanes=$(sed -n 's/^# lanes \([0-9]*\)$/\1/p' "$CLAIMCHECK_ICD_GPU")
        [ -z "$lanes" ] || export LP_NATIVE_VECTOR_WIDTH=$((32 * lanes)) MESA_SHADER_CACHE_DIR=$root/build/shaders-$lanes
        mkdir -p -- "$MESA_SHADER_CACHE_DIR"
    fi
    # Tests share a device: none warns of another.
    export CLAIMCHECK_ICD_DRIVER CLAIMCHECK_ICD_GPU CLAIMCHECK_LOCKED=1
    # shellcheck disable=SC2154
    printf '{ "file_format_version": "1.0.0", "ICD": { "library_path": "%s", "api_version": "1.3.230" } }\n' \
        "$(realpath -- "$1")" >"$work/icd.json"
    export VK_DRIVER_FILES=$work/icd.json VK_ICD_FILENAMES=$work/icd.json
}
as() {
    export CLAIMCHECK_ICD_SET=$1
    cc "${@:2}"
}
