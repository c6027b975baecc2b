# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# tree.sh: what scripts about the tree begin with, that start no device; to be sourced after `set`. Sets `root`, the tree, and
# `work`, a folder that goes when the script ends; a script that comes to its end ends with `failed`.
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
failed=0
finish() {
    local code=$?
    rm -rf -- "$work"
    [ "$code" -ne 0 ] || exit "$failed"
}
trap finish EXIT

fail() {
    printf '%s: %s\n' "$(basename -- "$0")" "$*"
    failed=1
}

skip() {
    printf '%s: %s\n' "$(basename -- "$0")" "$*"
    exit 77
}

# copy FOLDER: what was committed last, as a clone of its own.
copy() {
    git clone --quiet --no-hardlinks --shared -- "$root" "$1"
    [ -z "$(git -C "$root" status --porcelain)" ] || printf 'what is not committed is not tried\n'
}
