#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# compact.sh: scripts/research/peers/compact without an NVIDIA GPU: its file and what it says in trouble, by a stand-in for nvcc;
# and with a real nvcc, for scripts/test --full, that its streams are those of `claimcheck inspect stream`.
# Exit code: 0, 1, 77 (no Python with jsonschema).
#
#   tests/peers/compact.sh CLAIMCHECK
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/stand_ins.sh"

# The program that nvcc "builds".
cat >"$work/program" <<'END'
#!/bin/sh
printf 'device\tNVIDIA Made 1\t132\t52428800\t85000000000\t9.0\t13000\t13000\ncub\t3.0.1\n'
printf 'config\tselect\ttuple\t64\t0.5\thot\t2026\t18f09ae0c2668aac\t767\t3000\t1000\t2000\n'
printf 'config\tcopy\ttuple\t64\t0.5\tcold\t2026\t18f09ae0c2668aac\t0\t1000\n'
END
nvcc_stand_in

# 1. The file.
peer 0 --out "$work/peer.json"
is_twin "$work/peer.json"
grep -q '"median": 2000' "$work/peer.json" || fail 'no median'
grep -q '"cub": "3.0.1"' "$work/peer.json" || fail 'no version of CUB'
grep -q '^select tuple n   64 p 0.5  hot *2.00 us *49.0 GB/s$' "$work/out" || fail "no line of select: $(cat "$work/out")"

# 2. Trouble.
peer 99 --rounds few
said 'few'
trouble_is_passed_on --out "$work/none.json"
stand_in nvcc <<'END'
echo 'compact.cu(1): error: no'
exit 2
END
peer 99 --out "$work/none.json"
said 'nvcc: compact.cu(1): error: no'
stand_in cc <<'END'
echo 'source.c:1: error: no'
exit 1
END
peer 99 --out "$work/none.json"
said 'cc: source.c:1: error: no'
[ ! -e "$work/none.json" ] || fail 'a file was written in trouble'
rm "$work/bin/nvcc" "$work/bin/cc"

# 3. The program itself, where a compiler is: built once, the second time it is copied.
itself_is_for_full
compiler=$(type -P nvcc || ls /usr/local/cuda*/bin/nvcc 2>/dev/null | tail -n 1 || true)
if [ -z "$compiler" ]; then
    peer 99 --host
    said 'no nvcc: install'
    printf 'no nvcc: the peer was not built\n'
    exit "$failed"
fi
stand_in nvcc <<END
first=
[ -e "$work/built" ] || first=yes
[ -z "\$first" ] || "$compiler" "\$@" || exit
while [ "\$1" != -o ]; do shift; done
if [ "\$first" ]; then cp "\$2" "$work/built"; else cp "$work/built" "\$2"; fi
END
peer 0 --host --seed 7 --streams tuple:64:0.5,index:100:0.01,tuple:33:0,index:1:1
[ "$(wc -l <"$work/out")" -eq 4 ] || fail "not 4 streams: $(cat "$work/out")"
while read -r element n p count hash; do
    hash_of=tuples_hash
    [ "$element" = tuple ] || hash_of=indices_hash
    "$claimcheck" inspect stream --n "$n" --p "$p" --seed 7 --json >"$work/facts"
    if ! grep -q "\"count\": $count," "$work/facts" || ! grep -q "\"$hash_of\": \"$hash\"" "$work/facts"; then
        fail "$element $n $p is not that of claimcheck: $(cat "$work/facts")"
    fi
done <"$work/out"
peer 99 --host --streams tuple:0:0.5
said 'tuple:0:0.5 is no stream'
exit "$failed"
