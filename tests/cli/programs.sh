#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# programs.sh: variants that are programs: a planted fault each, honest ones beside them, what a folder may say of them, and what
# they leave. Exit code: 0, 1, 77 (no compiler of C++ here).
#
#   tests/cli/programs.sh CLAIMCHECK
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/executable.sh"
if ! command -v g++ >/dev/null; then
    printf 'no g++ here\n'
    exit 77
fi
python=$(command -v python3) || python=
if [ -z "$python" ]; then
    printf "no python3 here\n"
    exit 77
fi
work=$(mktemp -d)
. "$root/tests/cli/faults.sh"
export CLAIMCHECK_TRUST=1 VK_DRIVER_FILES=/dev/null VK_ICD_FILENAMES=/dev/null XDG_CACHE_HOME=$work/cache LEFT=$work/left
mkdir cache folder

# What is planted, and the status that it must have. Of those of `mark` the time tells: they go on, with a mark.
declare -A wanted
for kind in honest noise bad_end stays child; do wanted[$kind]=ok; done
for kind in wrong tail replay keyed done cached stale sampled in_place racy short long; do wanted[$kind]=failed_verify; done
for kind in nan text below fewer untimed late device no_file hang deaf crash mute flood log_flood version nameless elsewhere spy \
    array twice broken; do wanted[$kind]=error; done
for kind in gone sorry; do wanted[$kind]=unsupported; done
for kind in hashed pair once half first early one_ns; do wanted[$kind]=mark; done

# folder KIND...: variants of these.
folder() {
    cp "$root/tests/cli/programs/lie.py" "$root/tests/bench/declared/scan_programs/reference.py" folder
    "$python" - "$root/tests/bench/declared/scan_programs/technique.json" "$@" <<'P' >folder/technique.json
import json, sys
spec = json.load(open(sys.argv[1]))
spec["technique"] = "lies"
spec["axes"]["elements"] = {"quick": [32768], "paper": [32768], "full": [32768]}
spec["axes"]["type"] = {"quick": ["uint"], "paper": ["uint"], "full": ["uint"]}
spec["variants"] = {kind: {"program": [sys.executable, "lie.py", kind], "environment": ["LEFT"]} for kind in sys.argv[2:]}
print(json.dumps(spec))
P
}
# try KIND...: runs them together, and says their status in `found`.
declare -A found
try() {
    folder "$@"
    rm -f run.json run.json.journal
    "$claimcheck" run --technique folder --profile quick --samples 5 --no-ceilings --out run.json >out 2>err || true
    while IFS=$'\t' read -r name status reason; do
        found[$name]=$status
        printf '%-12s %-14s %s\n' "$name" "$status" "$reason"
    done < <("$python" -c 'import json
for case in json.load(open("run.json"))["cases"]:
    mark = case.get("mark", "")
    print(case["variant"], "mark" if mark and case["status"] == "ok" else case["status"], case["reason"] or mark, sep="\t")')
}
# alive: processes whose numbers are in the file `left`.
alive() {
    local pid
    while read -r pid; do
        [ ! -e "/proc/$pid" ] || grep -q '^State:[[:space:]]*Z' "/proc/$pid/status" || echo "$pid"
    done <left
}

: >left
try "${!wanted[@]}"
checks=$((checks + 1))
[ -z "$(alive)" ] || fail "left running: $(alive | tr '\n' ' ')"
has err "'.*' left 'sleep' \(process [0-9]+\)( and [0-9]+ more)? running; it was ended" 'stays, child'
has err "ended with exit code 9 after its work" bad_end
for kind in "${!wanted[@]}"; do
    checks=$((checks + 1))
    # A load of the host's may hide a time twice.
    for turn in 1 2; do
        [ "${wanted[$kind]}" != mark ] || [ "${found[$kind]}" = mark ] || try "$kind" honest
    done
    [ "${found[$kind]:-none}" = "${wanted[$kind]}" ] || fail "$kind: ${found[$kind]:-none}, wanted ${wanted[$kind]}"
done
[ "$failed" -eq 0 ] || exit 1
printf '%d checks\n' "$checks"
