#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# format.sh: all C is as clang-format 14 leaves it (other versions differ in details).
# Exit code: 0, 1, 77 (no clang-format 14 here).
set -euo pipefail

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
format=$(command -v clang-format-14 || command -v clang-format || true)
if [ -z "$format" ] || ! "$format" --version | grep -q 'version 14\.'; then
    printf 'no clang-format 14 here\n'
    exit 77
fi
find main.c harness bench tests -name '*.[ch]' -print0 | LC_ALL=C sort -z | xargs -0 "$format" --dry-run --Werror
printf 'all C is formatted\n'
