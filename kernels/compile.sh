#!/bin/sh
# SPDX-License-Identifier: MIT
# compile.sh: kernels as words of SPIR-V, and what they include as a depfile.
#
#   kernels/compile.sh GLSLC FOLDER DEPFILE [-DMACRO=TYPE] INPUT OUTPUT [INPUT OUTPUT]...      FOLDER: kernels/
#
# One process compiles all: what glslc does before the first takes as long as three kernels. Their paths are absolute, and
# the names of their files differ.
#
# Where CLAIMCHECK_KERNELS names a folder, what any build makes of the same text, the same includes and the same compiler
# is kept there and taken from there: SPIR-V does not depend on the compiler of C. An OUTPUT that is right is left alone.
set -eu
glslc=$1 folder=$2 depfile=$3
shift 3
macro=
case $1 in
-D*)
    macro=$1
    shift
    ;;
esac
first=$2
kept=${CLAIMCHECK_KERNELS:-}
new=$(mktemp -d)
trap 'rm -rf -- "$new"' EXIT

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

# needs INPUT NAMES: adds to the depfile what an output with these includes is made of.
needs() {
    printf ' %s' "$1"
    while IFS= read -r name; do
        printf ' %s/%s' "$folder" "$name"
    done <"$2"
} >>"$new/needs"

# take INPUT OUTPUT: what is kept of the same text; fails where nothing is. Says in `names` where its includes are named.
take() {
    text=$({ printf '%s\n' "$version"; cat -- "$1"; } | hash)
    names=$kept/$text.names
    [ -e "$names" ] || return 1
    made=$kept/$text.$(included "$names").inc
    [ -e "$made" ] || return 1
    needs "$1" "$names"
    cmp -s -- "$made" "$2" || cp -- "$made" "$2"
}

# compile INPUT OUTPUT [INPUT OUTPUT]...: into $new, each as the name of its file and .spv. glslc drops suffixes such as .mesh
# from that.
compile() {
    count=$#
    while [ "$count" -gt 0 ]; do
        input=$1
        shift 2
        set -- "$@" "$input"
        count=$((count - 2))
    done
    (cd -- "$new" && exec "$glslc" --target-env=vulkan1.3 -O -Werror -mfmt=num ${macro:+"$macro"} -MD -c -I "$folder" "$@")
}

# keep INPUT WORDS NAMES: each appears at once and whole, the words before the names.
keep() {
    text=$({ printf '%s\n' "$version"; cat -- "$1"; } | hash)
    mkdir -p -- "$kept"
    passing=$(mktemp -d -- "$kept/new.XXXXXX")
    cp -- "$2" "$3" "$passing"
    mv -- "$passing/${2##*/}" "$kept/$text.$(included "$3").inc"
    mv -- "$passing/${3##*/}" "$kept/$text.names"
    rmdir -- "$passing"
}

: >"$new/needs"
if [ -n "$kept" ]; then
    version=$("$glslc" --version && printf '%s\n' --target-env=vulkan1.3 -O -Werror -mfmt=num ${macro:+"$macro"})
    count=$#
    while [ "$count" -gt 0 ]; do
        input=$1 output=$2
        shift 2
        take "$input" "$output" || set -- "$@" "$input" "$output"
        count=$((count - 2))
    done
fi
[ $# -eq 0 ] || compile "$@"
while [ $# -gt 0 ]; do
    input=$1 output=$2 words=$new/${1##*/}.spv
    shift 2
    [ -e "$words" ] || words=${words%.*.spv}.spv
    for word in $(cat -- "$words.d"); do
        case $word in
        "$input") ;;
        "$folder"/*) printf '%s\n' "${word#"$folder"/}" ;;
        esac
    done >"$words.names"
    needs "$input" "$words.names"
    [ -z "$kept" ] || keep "$input" "$words" "$words.names"
    cmp -s -- "$words" "$output" || cp -- "$words" "$output"
done
{ printf '%s:' "$first" && cat -- "$new/needs" && printf '\n'; } >"$depfile"
