#!/bin/sh
# SPDX-License-Identifier: MIT
# install.sh: what the Phoronix Test Suite calls in a folder that has the bundle: unpacks it, and writes the script that is
# the test. That writes a line for each claim to $LOG_FILE, "claim ID: RATIO", where this device has the ratio, which reads
# as the claim's statement does: 2 of "faster" is twice as fast.
tar -xzf claimcheck-1.0.0-linux-x86_64.tar.gz || { echo 2 >~/install-exit-status; exit 2; }
cat >claimcheck <<'END_OF_TEST'
#!/bin/sh
cd "$(dirname "$0")" || exit 1
bundle=claimcheck-1.0.0-linux-x86_64
run=$(mktemp -d)
"$bundle/claimcheck" run --claims --quiet --out "$run/run.json" "$@" >"$LOG_FILE" 2>&1
code=$?
# Columns by their names in the first line; what is in quotes is text alone.
"$bundle/claimcheck" claims --csv "$run/run.json" 2>>"$LOG_FILE" |
    awk -F, '{ gsub(/"[^"]*"/, "") } NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        NR > 1 && $at["r"] > 0 { print "claim " $at["claim"] ": " $at["r"] }' >>"$LOG_FILE"
rm -rf "$run"
echo "$code" >~/test-exit-status
END_OF_TEST
chmod +x claimcheck
echo 0 >~/install-exit-status
