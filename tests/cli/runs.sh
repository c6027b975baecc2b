# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# runs.sh: what scripts begin with that read runs, and measure nothing: faults.sh, where that has not begun
# them, and `results`, the kept runs.
[ -n "${checks+set}" ] || . "$(dirname -- "${BASH_SOURCE[0]}")/faults.sh"
# shellcheck disable=SC2154
results=${CLAIMCHECK_TEST_RESULTS:-$root/results}
unset COLUMNS CLICOLOR_FORCE || true
export NO_COLOR=1
