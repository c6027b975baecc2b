# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# executable.sh: what scripts begin with that take the executable: sets `root`, the tree, `claimcheck`, the first argument.
# Arguments that name files are whole paths from here on. Ends a script with 1, and how it is called, where the first is no
# executable: by the line of its head that says so, for scripts that take more than that one.
# shellcheck disable=SC2034
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
if [ $# -lt 1 ] || [ ! -x "$1" ]; then
    usage=$(sed -n -e 's/      .*//' -e '/^#   /{s///p;q;}' -- "$0")
    printf 'usage: %s\n' "${usage:-$0 CLAIMCHECK}"
    exit 1
fi
for argument in "$@"; do
    shift
    [[ $argument != */* || ! -e $argument ]] || argument=$(cd -- "$(dirname -- "$argument")" && pwd)/$(basename -- "$argument")
    set -- "$@" "$argument"
done
claimcheck=$1
# Tests make folders with programs of their own, which nobody is asked about; tests/cli/trust.sh takes it back.
export CLAIMCHECK_TRUST=1
