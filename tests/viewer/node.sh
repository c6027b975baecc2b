# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# node.sh: what scripts begin with that run node: ends them with 77, saying so, where there is none of 18 or newer.
version=$(node --version 2>/dev/null || true)
version=${version#v}
if [ -z "$version" ] || [ "${version%%.*}" -lt 18 ]; then
    printf 'viewer: skipped, node is %s, and 18 is needed: apt-get install nodejs\n' "${version:-not here}"
    exit 77
fi
