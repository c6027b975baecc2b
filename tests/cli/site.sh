#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# site.sh: scripts/maintain/site of runs of two devices and of one with a hostile name: its pages link to each other and to nothing else,
# none is large, each has its device's words, and they hold in Chromium (tests/cli/browser.py). What it refuses. Exit code: 0, 1,
# 77 (no Chromium here; the rest was well).
#
#   tests/cli/site.sh CLAIMCHECK
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/executable.sh"
. "$root/tests/cli/runs.sh"

small=$results/runs/nvidia-h100-80gb-hbm3/20261122-tile-subdivision-passes.json.xz
h200=$results/runs/nvidia-h200/20261121-tile-subdivision-paper.json.xz
changed "$small" bad.json '
run["device"]["name"] = "</td></script><script>alert(1)</script>\"\u0027&amp;<!-- W"
run["device"]["uuid"], run["session"]["started"] = "0" * 32, "2026-11-20T01:02:03Z"
'

# site CODE ARGUMENT...
site() {
    local wanted=$1 code=0
    shift
    checks=$((checks + 1))
    "$root/scripts/maintain/site" "$@" >out 2>err || code=$?
    [ "$code" -eq "$wanted" ] || fail "site $*: exit code $code, not $wanted: $(tail -n 2 err)"
}

site 0 made/site "$claimcheck" "$small" "$h200" bad.json
has out '^site: [0-9]* pages of at most [0-9]* KB, in made/site' 'the sum'
checks=$((checks + 1))
"$python" -B - made/site "$root/scripts/maintain" <<'PYTHON' >faults || fail "$(head -n 5 faults)"
import re, sys
from html import unescape
from pathlib import Path
from urllib.parse import unquote
root = Path(sys.argv[1]).resolve()
pages = {path: path.read_text(encoding="utf-8") for path in root.rglob("*.html")}
faults = [f"{path.name}: {len(text.encode())} bytes" for path, text in pages.items() if len(text.encode()) > 400_000]
for path, text in pages.items():
    for link in re.findall(r'(?:href|src)="([^"]*)"', text):
        target, _, place = unescape(link).partition("#")
        to = (path.parent / unquote(target)).resolve() if target else path
        if link.startswith("data:image/png;base64,"):
            continue
        if to not in pages:
            faults.append(f"{path.name}: {link[:80]} leads nowhere")
        elif place and not place.startswith("a=") and f'id="{place}"' not in pages[to]:
            faults.append(f"{path.name}: no place {link}")
    if "<script>alert" in text:
        faults.append(f"{path.name}: a name is markup")
claim = pages[root / "claims" / "tokuyoshi.speed_up.html"]
faults += [f"tokuyoshi.speed_up: no {word}" for word in ("NVIDIA H100 80GB HBM3", "NVIDIA H200", "paper about 6", "CONFIRMED",
           "<circle", 'class="paper"', "Figure 8") if word not in claim]
if "Tokuyoshi 2014" not in pages[root / "compare.html"]:
    faults.append("compare: no paper with its year")
sys.path.insert(0, sys.argv[2])
from site_figure import lanes_of
if lanes_of([10, 10, 10, 40]) != [0, 1, -1, 0]:
    faults.append(f"dots of one place lie on each other: {lanes_of([10, 10, 10, 40])}")
faults += [f"index: no {word}" for word in ("an AMD RDNA card", "claimcheck keep", "compare.html") if word not in pages[root / "index.html"]]
print("\n".join(faults))
sys.exit(bool(faults))
PYTHON

site 99
has err 'usage: scripts/maintain/site OUT CLAIMCHECK' 'no argument'
printf '{' >broken.json
site 99 other "$claimcheck" broken.json
has err '^site: .*broken.json' 'a broken run'
changed "$small" none.json 'run["cases"] = [c for c in run["cases"] if c["technique"] == "ceilings"][:1] or run["cases"][:0]'
site 77 other "$claimcheck" none.json
[ ! -e other ] || fail 'a refusal leaves a folder'
[ "$failed" -eq 0 ] || exit 1

code=0
"$python" "$root/tests/cli/browser.py" made/site/{index,compare,claims/tokuyoshi.speed_up,techniques/tile_subdivision,devices/nvidia-h200}.html >faults 2>&1 || code=$?
[ "$code" -ne 77 ] || exit 77
checks=$((checks + 1))
[ "$code" -eq 0 ] || fail "in a browser: $(head -n 5 faults)"

printf 'site: %d checks, %d failed\n' "$checks" "$failed"
exit "$((failed > 0))"
