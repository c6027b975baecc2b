#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# sum_reduction.sh: scripts/research/peers/sum_reduction without an NVIDIA GPU: its file and what it says in trouble, by stand-ins
# for nvcc and ncu; and with a real nvcc, that its passes, done on the host, leave the heap of `claimcheck inspect cbt`.
# Exit code: 0, 1, 77 (no Python with jsonschema).
#
#   tests/peers/sum_reduction.sh CLAIMCHECK
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/stand_ins.sh"

# The program that nvcc "builds": a pass.
cat >"$work/program" <<'END'
#!/bin/sh
printf 'device\tNVIDIA Made 1\t132\t52428800\t85000000000\t9.0\t13000\t13000\n'
printf 'config\tnaive\t28\t0\t27\t27\t20\n'
END
stand_in nvcc <<END
case " \$* " in *' -DCBT_DEPTH=28 '*) ;; *) echo "error: \$*"; exit 2 ;; esac
while [ "\$1" != -o ]; do shift; done
cp "$work/program" "\$2" && chmod +x "\$2"
END
cat >"$work/report" <<'END'
"ID","Kernel Name","lts__throughput.avg.pct_of_peak_sustained_elapsed","l1tex__throughput.avg.pct_of_peak_sustained_elapsed"
"","","%","%"
"0","reduce_naive(unsigned int *, unsigned int)","45.5","12"
END
stand_in ncu <<END
case " \$* " in
*' --version '*) echo 'Version 2025.3.1.0 (build 1)' ;;
*' --query-metrics '*) printf 'lts__throughput  x\nl1tex__throughput  x\n' ;;
*' --import '*) cat "$work/report" ;;
*)
    while [ "\$1" != --export ]; do shift; done
    : >"\$2"
    ;;
esac
END

# 1. The file.
peer 0 --out "$work/twin.json"
is_twin "$work/twin.json"
grep -q '"pass": 1' "$work/twin.json" || fail 'no pass'
grep -q '"smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio"' "$work/twin.json" ||
    fail 'nothing is said of metrics that are not there'
grep -q '^naive  *pass 1  *levels 27 to 27 .* top lts  *45.5 %' "$work/out" || fail "no line of the pass: $(cat "$work/out")"

# 2. Trouble.
sed -i 's/reduce_naive/sweep/' "$work/report"
peer 99 --out "$work/none.json"
said 'sweep(unsigned int \*, unsigned int) is not a kernel of the CUDA port'
peer 99 --depth 31
said '10 to 28 are possible'
trouble_is_passed_on --out "$work/none.json"
[ ! -e "$work/none.json" ] || fail 'a file was written in trouble'
rm "$work/bin/nvcc"

# 3. The passes, where a compiler is: at the least depth, and of many groups.
itself_is_built_here
printf 'exec %s "$@"\n' "$(compiler)" | stand_in nvcc
for depth in 10 17; do
    peer 0 --host --depth "$depth"
    "$claimcheck" inspect cbt --sequence R --depth "$depth" >"$work/row"
    read -r _ root_value hash <"$work/out"
    grep -q " root=$root_value .* fullheap=$hash$" "$work/row" || fail "$(cat "$work/out") is not $(cat "$work/row")"
done
