# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# executable.sh: what scripts begin with that take the executable: sets `root`, the tree, and `claimcheck`, the whole path of
# the first argument. Ends them with 1, and how they are called by their own head, where that is none.
# shellcheck disable=SC2034
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
if [ $# -lt 1 ] || [ ! -x "$1" ]; then
    printf 'usage: %s\n' "$(sed -n -e 's/      .*//' -e '/^#   /{s///p;q;}' -- "$0")"
    exit 1
fi
claimcheck=$(cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")
# Tests make folders with programs of their own, which nobody is asked about; tests/cli/trust.sh takes it back.
export CLAIMCHECK_TRUST=1
