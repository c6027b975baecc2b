#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# card.sh: claimcheck card and send on kept runs: a card is normal, slow, or has too few others; what leaves the machine is
# said, and nothing else is in the files.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/runs.sh"
run=$(find "$results/runs/nvidia-h100-80gb-hbm3" -name '*[0-9]-paper.json.xz' | LC_ALL=C sort | tail -n 1)
cd -- "$work"

shows '^card: normal for its model, by [0-9]+ kept cards: clock [0-9.]+ %, memory' card "$run"
narrow out 'a card'
changed "$run" slow.json 'for p in run["ceilings"]["bandwidth"]["copy"]: p["bytes_per_s"] *= .9
run["device"]["uuid"] = "f" * 32'
cc 0 card slow.json
tr '\n' ' ' <out >joined
has out '^memory .*SLOW' 'memory at 0.9 of its clock'
has joined 'card: NOT NORMAL for its model.*memory (89|90)[.0-9]* % \(SLOW:' 'memory at 0.9 of its clock'
cc 0 card slow.json --format json
holds out <<'PYTHON'
rows = {row["unit"]: row for row in run["card"]}
assert 0.88 < rows["memory"]["ratio"] < 0.91 and rows["memory"]["word"] == "SLOW" and rows["clock"]["word"] == "normal"
PYTHON
changed "$run" new.json 'run["device"]["name"] = "A Card That Nobody Has"'
printed 'no other card of this model is kept' cc 77 card new.json
changed "$run" bare.json 'run["ceilings"] = None'
tells 77 'measured no device limits' card bare.json
changed "$run" soft.json 'run["device"]["software"] = True'
cc 77 card soft.json
cc 99 card
cc 99 card none.json
tells 0 'card: h100: .*-paper.json.xz$' card h100
cc 99 card "$run" "$run"

# send.
changed "$run" mine.json 'run["context"]["environment"] = {"VK_DRIVER_FILES": "/home/somebody/secret.json"}
run["session"]["arguments"] = ["run", "--out", "/home/somebody/x.json"]
run["context"]["host_hash"] = None'
shows '^Nothing was sent' send mine.json
has out '^card +[0-9a-f]{16} \(a hash' 'what leaves'
row=$(ls ./*.row.jsonl) issue=$(ls ./*.issue.md)
! grep -q 'somebody\|secret' "$row" "$issue" || fail 'a path or a variable is in what is to be sent'
grep -q 'NVIDIA H100' "$issue" || fail 'the issue names no device'
[ "$(sed '1,2d' "$issue" | grep -c .)" -le 21 ] || fail 'the block has more than 20 lines'
grep -q '^| card | normal' "$issue" || fail 'the issue does not say whether the card is normal'
cc 0 claims "$row" --brief
mkdir -p to
cc 0 send mine.json --out-dir to
[ "$(find to -type f | wc -l)" -eq 2 ] || fail '--out-dir'
cc 99 send mine.json --out-dir none
refused 'software device' send soft.json
changed "$run" host.json 'run["device"]["kind"] = "host"'
refused 'is of a CPU alone' send host.json
for commit in 0123456789ab-dirty unknown; do
    changed "$run" source.json "run['tool']['commit'] = '$commit'"
    refused 'source that nobody has|names no commit' send source.json
done
changed "$run" wrong.json 'run["cases"][50].update(status="failed_verify", reason="planted")'
cc 99 send wrong.json
cc 99 send
