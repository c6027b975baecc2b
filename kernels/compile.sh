#!/bin/sh
# SPDX-License-Identifier: MIT
# compile.sh: a kernel as words of SPIR-V, and what it includes as a depfile.
#
#   kernels/compile.sh GLSLC FOLDER INPUT OUTPUT DEPFILE [-DMACRO=TYPE]      FOLDER: kernels/
#
# Where CLAIMCHECK_KERNELS names a folder, what any build makes of the same text, the same includes and the same compiler
# is kept there and taken from there: SPIR-V does not depend on the compiler of C. Then an OUTPUT that is right is left
# alone.
set -eu
glslc=$1 folder=$2 input=$3 output=$4 depfile=$5
kept=${CLAIMCHECK_KERNELS:-}
set -- --target-env=vulkan1.3 -O -Werror -mfmt=num ${6+"$6"}

hash() {
    sha256sum | cut -c1-40
}

# included FILE: hash of the files that FILE names, one to a line, and of their names.
included() {
    while IFS= read -r name; do
        printf '%s\n' "$name"
        cat -- "$folder/$name" 2>/dev/null || true
    done <"$1" | hash
}

# needs NAMES: the depfile of an output with these includes.
needs() {
    printf '%s: %s' "$output" "$input"
    while IFS= read -r name; do
        printf ' %s/%s' "$folder" "$name"
    done <"$1"
    printf '\n'
}

compile() {
    "$glslc" "$@" -MD -MF "$depfile" -I "$folder" "$input" -o "$output"
}

if [ -z "$kept" ]; then
    compile "$@"
    exit
fi

text=$({ "$glslc" --version; printf '%s\n' "$@"; cat -- "$input"; } | hash)
names=$kept/$text.names
if [ -e "$names" ]; then
    made=$kept/$text.$(included "$names").inc
    if [ -e "$made" ]; then
        needs "$names" >"$depfile"
        cmp -s -- "$made" "$output" || cp -- "$made" "$output"
        exit
    fi
fi

# The kept file appears at once and whole, before its names.
compile "$@"
mkdir -p -- "$kept"
new=$(mktemp -- "$kept/new.XXXXXX")
trap 'rm -f -- "$new" "$new.names"' EXIT
for word in $(cat -- "$depfile"); do
    case $word in
    "$input") ;;
    "$folder"/*) printf '%s\n' "${word#"$folder"/}" ;;
    esac
done >"$new.names"
cp -- "$output" "$new"
mv -- "$new" "$kept/$text.$(included "$new.names").inc"
mv -- "$new.names" "$names"
