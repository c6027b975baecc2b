#!/bin/sh
# SPDX-License-Identifier: MIT
# sources.sh: the sources of all kernels, and what they include, as one C file.
#
#   kernels/sources.sh FOLDER OUTPUT DEPFILE      FOLDER: kernels/
set -eu
folder=$1 output=$2 depfile=$3

suffixes='comp|vert|frag|task|mesh|rgen|rmiss|rahit|glsl'
files=$(cd "$folder" && LC_ALL=C ls -- */*.* | grep -E "\.($suffixes)\$")
{
    printf '/* Made by kernels/sources.sh. */\n#include "harness/engine/shaders/shaders.h"\n\n'
    number=0
    for file in $files; do
        printf 'static const unsigned char text_%d[] = {\n' "$number"
        od -An -v -tu1 -- "$folder/$file" | sed 's/\([0-9]\{1,\}\)/\1,/g'
        printf '0 };\n'
        number=$((number + 1))
    done
    printf '\nconst struct kernel_source kernel_set_sources[] = {\n'
    number=0
    for file in $files; do
        printf '    { "%s", (const char *)text_%d, sizeof(text_%d) - 1 },\n' "$file" "$number" "$number"
        number=$((number + 1))
    done
    printf '    { 0 },\n};\n'
} >"$output"

{
    printf '%s:' "$output"
    for file in $files; do
        printf ' %s/%s' "$folder" "$file"
    done
    printf '\n'
} >"$depfile"
