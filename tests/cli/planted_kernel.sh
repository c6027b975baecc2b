#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# planted_kernel.sh: a kernel that is bad on purpose is caught, the shipped one beside it is right.
# Exit code: 0, 1, 77 (no driver, or nothing that compiles a kernel).
#
#   tests/cli/planted_kernel.sh CLAIMCHECK KERNEL FILTER FILE.comp
set -euo pipefail

claimcheck=$1
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
. "$root/tests/cli/lavapipe.sh"
command -v glslc >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

code=0
"$claimcheck" run --filter "$3" --kernel "$2=$4" --no-ceilings --samples 3 --quiet --out "$work/run.json" \
    >"$work/out" 2>&1 || code=$?
python3 - "$work/run.json" "$code" <<'END' || { cat "$work/out"; exit 1; }
import json, sys
cases = json.load(open(sys.argv[1]))["cases"]
twins = [c for c in cases if "@file/" in c["name"]]
bad = [c["name"] for c in twins if c["status"] != "failed_verify"]
bad += [c["name"] for c in cases if c not in twins and c["status"] != "ok"]
for name in bad:
    print(f"{name}: not as it must be")
if not twins or sys.argv[2] != "1":
    print(f"{len(twins)} twins, exit code {sys.argv[2]}, 1 is wanted")
sys.exit(bool(bad) or not twins or sys.argv[2] != "1")
END
