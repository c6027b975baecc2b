#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# planted_kernel.sh: a kernel that is bad on purpose is caught, the shipped one beside it is right.
#
#   tests/cli/planted_kernel.sh CLAIMCHECK KERNEL FILTER FILE.comp
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
wants glslc

cc 1 run --filter "$3" --kernel "$2=$4" --no-ceilings --samples 3 --quiet --out run.json
holds run.json 'any("@file/" in name for name in by_name)'
holds run.json 'all(case["status"] == ("failed_verify" if "@file/" in case["name"] else "ok") for case in cases)'
