#!/bin/sh
# SPDX-License-Identifier: MIT
# embed.sh: files of a folder as one C file: an array of { name, text, bytes } that ends with a name of NULL.
#
#   harness/base/embed.sh HEADER ARRAY FOLDER PREFIX SUFFIX OUTPUT DEPFILE
#
# HEADER declares the array, of the struct of its name; ARRAY may be `STRUCT ARRAY` where they differ. A name is PREFIX and the file's; the files are those that end with SUFFIX.
set -eu
header=$1 array=$2 folder=$3 prefix=$4 suffix=$5 output=$6 depfile=$7

files=$(cd "$folder" && LC_ALL=C ls -- *"$suffix")
{
    printf '/* Made by harness/base/embed.sh. */\n#include "%s"\n\n' "$header"
    number=0
    for file in $files; do
        printf 'static const unsigned char text_%d[] = {\n' "$number"
        od -An -v -tu1 -- "$folder/$file" | sed 's/\([0-9]\{1,\}\)/\1,/g'
        printf '};\n'
        number=$((number + 1))
    done
    printf '\nconst struct %s %s[] = {\n' "${array%% *}" "${array##* }"
    number=0
    for file in $files; do
        printf '    { "%s%s", (const char *)text_%d, sizeof(text_%d) },\n' "$prefix" "$file" "$number" "$number"
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
