#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# scale.sh: the profile `scale` in small, on Mesa's CPU driver, and its sizes on a GPU of 8 GiB and one of 80. Judges no time.
#
#   tests/cli/scale.sh CLAIMCHECK ICD      ICD: what tests/icd/icd.c was built into
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
icd=$2

cc 0 run --profile scale --memory 3000000 --filter '^(cbt|stream_reduction)' --samples 2 --no-ceilings --isolate --out small.json
has out 'n:256/p:0.5/element:index' 'the table'
has err '^run: without sizes that need more than 2[.]861 MiB \(--memory\): cbt depth:22,[0-9,]*; stream_reduction n:[0-9,]*$' 'sizes left out'
holds small.json 'session["profile"] == "scale" and "--memory=3000000" in session["plan_arguments"]'
holds small.json 'all(case["status"] == "ok" for case in cases) and len(cases) > 4 and set(by_variant) == {"prefix_aligned", "single_pass"}'
valid small.json
cc 0 export small.json --format view --out view.json
has view.json '"title":"Speed over size","text":"(The rate falls|The rate has no knee|The rate is highest)' 'the sentence on the page'

refused 'has its own points' run --profile scale --axis top=3
refused 'choose one' run --profile scale --claims
refused 'memory is for --profile scale' run --profile paper --memory 5
refused 'give more by --memory' run --profile scale --memory 5

# A folder: sizes that fit, the first quick values of other axes, and what is wrong with the file.
cp -r "$root/techniques/prefix_scan" .
rm prefix_scan/claims.json
cc 0 run --technique prefix_scan --trust --profile scale --memory 9000000 --samples 2 --no-ceilings --out folder.json
holds folder.json '[case["name"] for case in cases] == ["prefix_scan.scan/look_back/elements:65536/type:uint"]'
cc 0 run --technique prefix_scan --trust --profile scale --memory 20000000000 --list-cases
[ "$(wc -l <out)" -eq 7 ] || fail "of seven sizes there are: $(cat out)"
sed -i 's/"scale": "look_back"/"scale": "cub"/' prefix_scan/technique.json
refused 'names a variant of steps' run --technique prefix_scan --trust --profile scale
refused 'the profile scale has no case of these techniques' run --technique "$root/techniques/linear_blur" --trust --profile scale

. "$root/tests/icd/icd.sh"
icd_use "$icd"
# sizes GIBIBYTES: how many cases a GPU of so much memory has.
sizes() {
    export CLAIMCHECK_ICD_SET="deviceType 2;heap $(($1 << 30)) device;memory 0 device visible coherent"
    cc 0 run --profile scale --list-cases
    wc -l <out
}
eight=$(sizes 8) eighty=$(sizes 80)
[ "$eight" -gt 30 ] && [ "$eight" -lt "$eighty" ] || fail "a GPU of 8 GiB has $eight cases, one of 80 GiB $eighty"
