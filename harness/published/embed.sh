#!/bin/sh
# SPDX-License-Identifier: MIT
# embed.sh: the files of results/published/ as one C file.
#
#   harness/published/embed.sh FOLDER OUTPUT DEPFILE      FOLDER: results/published
set -eu
folder=$1 output=$2 depfile=$3

files=$(cd "$folder" && LC_ALL=C ls -- *.json)
{
    printf '/* Made by harness/published/embed.sh. */\n#include "harness/published/published_shipped.h"\n\n'
    number=0
    for file in $files; do
        printf 'static const unsigned char text_%d[] = {\n' "$number"
        od -An -v -tu1 -- "$folder/$file" | sed 's/\([0-9]\{1,\}\)/\1,/g'
        printf '};\n'
        number=$((number + 1))
    done
    printf '\nconst struct published_shipped published_shipped[] = {\n'
    number=0
    for file in $files; do
        printf '    { "results/published/%s", (const char *)text_%d, sizeof(text_%d) },\n' "$file" "$number" "$number"
        number=$((number + 1))
    done
    printf '    { 0 },\n};\n'
} >"$output"

{
    printf '%s: %s' "$output" "$folder"
    for file in $files; do
        printf ' %s/%s' "$folder" "$file"
    done
    printf '\n'
} >"$depfile"
