#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# gather.sh: scripts/research/peers/gather without an NVIDIA GPU: its file and what it says in trouble, by stand-ins for nvcc and
# ncu; and with a real nvcc, for scripts/test --full, that the twin's orders are those of `claimcheck inspect order`.
# Exit code: 0, 1, 77 (no Python with jsonschema).
#
#   tests/peers/gather.sh CLAIMCHECK
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/stand_ins.sh"

# The twin that nvcc "builds": two configurations.
cat >"$work/program" <<'END'
#!/bin/sh
printf 'device\tNVIDIA Made 1\t132\t52428800\t85000000000\t9.0\t13000\t13000\n'
printf 'config\timage\t0\t64\t64\t32\t32\t3000\t1000\t2000\n'
printf 'config\timage\t16\t64\t64\t32\t32\t1000\t1500\t500\n'
END
nvcc_stand_in

cat >"$work/report" <<'END'
"ID","Kernel Name","dram__bytes_read.sum","lts__t_sectors_srcunit_tex_op_read.sum","lts__t_sectors_srcunit_tex_op_read_lookup_hit.sum"
"","","byte","sector","sector"
"0","void gather<0, 0>(planes, uint2, int2, uint2 *)","1,600","100","50"
"1","void gather<0, 16>(planes, uint2, int2, uint2 *)","800","100","75"
END
ncu_stand_in() {
    stand_in ncu <<END
case " \$* " in
*' --version '*) echo 'Version 2025.3.1.0 (build 1)' ;;
*' --query-metrics '*) printf 'dram__bytes_read  counter\nlts__t_sectors_srcunit_tex_op_read  x\nlts__t_sectors_srcunit_tex_op_read_lookup_hit  x\n' ;;
*' --import '*) cat "$work/report" ;;
*)
    $1
    while [ "\$1" != --export ]; do shift; done
    : >"\$2"
    ;;
esac
END
}

# 1. The file.
ncu_stand_in :
peer 0 --out "$work/twin.json"
is_twin "$work/twin.json"
grep -q '"median": 2000' "$work/twin.json" || fail 'no median'
grep -q '"reads_without_memory": 0.75' "$work/twin.json" || fail 'the share of tiled_x is not 1 - 800 / 3200'
grep -q '"replay": "application"' "$work/twin.json" || fail 'the program was not repeated'
grep -q '"gpu__time_duration.sum"' "$work/twin.json" || fail 'nothing is said of metrics that are not there'
grep -q '^image .*tiled_x 16 .* 75.0 %' "$work/out" || fail "no line of tiled_x: $(cat "$work/out")"

# ncu that cannot repeat the program repeats kernels.
ncu_stand_in 'case " $* " in *" application "*) echo "==ERROR== no"; exit 1 ;; esac'
peer 0 --out "$work/twin.json"
grep -q '"replay": "kernel"' "$work/twin.json" || fail 'kernels were not repeated'

# 2. Without counters.
rm "$work/bin/ncu"
peer 0 --no-counters --out "$work/twin.json"
is_twin "$work/twin.json"

# 3. Trouble.
if [ -z "$(PATH=$work/bin:/usr/bin:/bin type -P ncu)" ] && ! ls /usr/local/cuda*/bin/ncu /opt/nvidia/nsight-compute/*/ncu >/dev/null 2>&1; then
    peer 99 --out "$work/none.json"
    said 'no ncu: install'
fi
ncu_stand_in 'echo "==ERROR== ERR_NVGPUCTRPERM - no permission"; exit 1'
peer 99 --out "$work/none.json"
said 'ncu may not read the counters: run as root'
ncu_stand_in 'echo "==ERROR== Failed to initialize the profiler"; exit 1'
peer 99 --out "$work/none.json"
said 'ncu: Failed to initialize the profiler'
ncu_stand_in :
sed -i '$d' "$work/report"
peer 99 --out "$work/none.json"
said 'ncu has 1 executions, the CUDA port 2'
printf '==ERROR== nothing\n' >"$work/report"
peer 99 --out "$work/none.json"
said 'ncu: ==ERROR== nothing'
peer 99 --rounds few
said 'few'
stand_in nvcc <<'END'
echo 'gather.cu(1): error: no'
exit 2
END
peer 99 --host
said 'nvcc: gather.cu(1): error: no'
nvcc_stand_in
trouble_is_passed_on
[ ! -e "$work/none.json" ] || fail 'a file was written in trouble'
rm "$work/bin/nvcc"

# 4. The twin itself, where a compiler is.
itself_is_for_full
itself_is_built_here
printf 'exec %s "$@"
' "$(compiler)" | stand_in nvcc
peer 0 --host
[ "$(wc -l <"$work/out")" -eq 18 ] || fail "not 18 orders: $(cat "$work/out")"
while read -r grid n hash; do
    order=(--order tiled_x --n "$n")
    [ "$n" -ne 0 ] || order=(--order row_major)
    "$claimcheck" inspect order --grid "$grid" "${order[@]}" | grep -q "^order_hash $hash$" ||
        fail "tiled_x $n of $grid is not that of claimcheck"
done <"$work/out"
