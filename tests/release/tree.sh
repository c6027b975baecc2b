# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# tree.sh: what scripts that are tried before a tag begin with; to be sourced after `set`. Sets `root`, the tree, `work`, a
# folder that goes when the script ends, and `failed`, its exit code.
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
# shellcheck disable=SC2034
failed=0

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
