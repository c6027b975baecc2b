#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# compact.sh: scripts/peers/compact without an NVIDIA GPU: its file and what it says in trouble, by a stand-in for nvcc;
# and with a real nvcc, that its streams are those of `claimcheck inspect stream`.
# Exit code: 0, 1, 77 (no Python with jsonschema).
#
#   tests/peers/compact.sh CLAIMCHECK
set -euo pipefail

claimcheck=$1
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
python3 -c 'import jsonschema' 2>/dev/null || {
    printf 'python3-jsonschema is not installed\n'
    exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
failed=0

fail() {
    printf 'compact.sh: %s\n' "$*"
    failed=1
}

# stand_in NAME: its body is read from stdin.
stand_in() {
    { printf '#!/bin/sh\n'; cat; } >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

# peer CODE [arguments]: its output in out.
peer() {
    local wanted=$1 code=0
    shift
    PATH=$work/bin:/usr/bin:/bin "$root/scripts/peers/compact" "$@" >"$work/out" 2>&1 || code=$?
    [ "$code" -eq "$wanted" ] || fail "compact $*: exit code $code, not $wanted: $(cat "$work/out")"
}

# said TEXT: one line, and it has TEXT.
said() {
    if [ "$(wc -l <"$work/out")" -ne 1 ] || ! grep -q -e "$1" "$work/out"; then
        fail "no line '$1' alone in: $(cat "$work/out")"
    fi
}

# What nvcc "builds".
cat >"$work/program" <<'END'
#!/bin/sh
printf 'device\tNVIDIA Made 1\t132\t52428800\t85000000000\t9.0\t13000\t13000\ncub\t3.0.1\n'
printf 'config\tselect\ttuple\t64\t0.5\thot\t2026\t18f09ae0c2668aac\t767\t3000\t1000\t2000\n'
printf 'config\tcopy\ttuple\t64\t0.5\tcold\t2026\t18f09ae0c2668aac\t0\t1000\n'
END
stand_in nvcc <<END
while [ "\$1" != -o ]; do shift; done
cp "$work/program" "\$2" && chmod +x "\$2"
END

# 1. The file.
peer 0 --out "$work/peer.json"
"$root/tests/rules/schema.py" "$root/results/twin.schema.json" "$work/peer.json" >"$work/schema" || fail "$(cat "$work/schema")"
grep -q '"median": 2000' "$work/peer.json" || fail 'no median'
grep -q '"cub": "3.0.1"' "$work/peer.json" || fail 'no version of CUB'
grep -q '^select tuple n   64 p 0.5  hot *2.00 us *49.0 GB/s$' "$work/out" || fail "no line of select: $(cat "$work/out")"

# 2. Trouble.
peer 99 --rounds few
said 'few'
for code in 1 77; do
    printf '#!/bin/sh\necho "compact: as planted" >&2\nexit %d\n' $code >"$work/program"
    peer $code --out "$work/none.json"
    said '^compact: as planted$'
done
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
