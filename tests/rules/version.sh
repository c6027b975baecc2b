#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# version.sh: every place that names the version names that of meson.build.
#
#   tests/rules/version.sh [ROOT]      ROOT: another tree to look at, for the test of this test
set -euo pipefail
export LC_ALL=C

root=${1:-$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)}
cd -- "$root"
failed=0
version=$(sed -n "s/^ *version: '\([0-9.]*\)',$/\1/p" meson.build)
[ -n "$version" ] || { printf 'meson.build: no version\n'; exit 1; }

# says FILE SED: what the script prints of the file's first line that has it is the version.
says() {
    local said
    said=$(sed -n "$2" "$1" | head -n 1)
    if [ "$said" != "$version" ]; then
        printf "%s: says '%s', and meson.build %s\n" "$1" "$said" "$version"
        failed=1
    fi
}
says CHANGELOG.md 's/^## \([0-9.]*\),.*/\1/p'
says CITATION.cff 's/^version: \(.*\)/\1/p'
says .zenodo.json 's/^  "version": "\(.*\)",/\1/p'
for profile in packaging/phoronix/claimcheck-*; do
    says "$profile/test-definition.xml" 's|.*<AppVersion>\(.*\)</AppVersion>|\1|p'
    says "$profile/downloads.xml" 's|.*<FileName>claimcheck-\(.*\)-linux-x86_64.tar.gz</FileName>|\1|p'
    says "$profile/install.sh" 's/^bundle=claimcheck-\(.*\)-linux-x86_64$/\1/p'
    says "$profile/install.sh" 's/^tar -xzf claimcheck-\(.*\)-linux-x86_64.tar.gz .*/\1/p'
done
says packaging/debian/changelog '1s/^claimcheck (\(.*\)-[^-]*) .*/\1/p'
exit "$failed"
