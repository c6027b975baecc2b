#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# slurm.sh: scripts/maintain/slurm/claimcheck.sbatch under a real slurmctld and slurmd, which it starts with folders of their own and
# ends: an array of three tasks on two nodes of this machine, each with Mesa's CPU driver; one of the tasks is killed in the
# midst, and goes on; the last job merges them.
#
#   tests/release/slurm.sh [CLAIMCHECK]      the executable; unless given that of build/test, or one that it builds
#
# Exit code: 0, 1, 77 (no Slurm here, or not root), 99.
set -euo pipefail
export LC_ALL=C

. "$(dirname -- "${BASH_SOURCE[0]}")/../tree.sh"
claimcheck=${1:-$root/build/test/claimcheck}

for tool in slurmctld slurmd munged sbatch; do
    PATH=$PATH:/usr/sbin command -v "$tool" >/dev/null || skip "no $tool here: apt-get install slurmctld slurmd munge"
done
PATH=$PATH:/usr/sbin
[ "$(id -u)" -eq 0 ] || skip 'not root: slurmd starts no job for another user'
if [ ! -x "$claimcheck" ] && [ $# -eq 0 ]; then
    CLAIMCHECK_KERNELS=$root/build/kernels "$root/scripts/build" "$root/build/release" --buildtype=release -Dtests=false
    claimcheck=$root/build/release/claimcheck
fi
[ -x "$claimcheck" ] || { printf 'slurm.sh: no %s\n' "$claimcheck"; exit 99; }
driver=$(find /usr/share/vulkan/icd.d -name 'lvp_icd*.json' | sort | head -n 1)
[ -n "$driver" ] || skip 'no CPU driver of Mesa here'

# Ends what was started, by the numbers it wrote down.
# shellcheck disable=SC2317
end_all() {
    local file
    for file in "$work"/*.pid "$work"/*/slurmd.pid; do
        [ ! -s "$file" ] || kill "$(cat "$file")" 2>/dev/null || true
    done
    sleep 1
    rm -rf -- "$work"
}
trap end_all EXIT
chmod 755 "$work"
host=$(hostname -s)
head -c 64 /dev/urandom >"$work/key"
chmod 400 "$work/key"
chown munge: "$work/key" 2>/dev/null || true
mkdir "$work/munge"
chown munge: "$work/munge"
setpriv --reuid=munge --regid=munge --clear-groups munged --key-file="$work/key" --socket="$work/munge/socket" \
    --pid-file="$work/munge/pid" --log-file="$work/munge/log" --seed-file="$work/munge/seed" --force || { cat "$work/munge/log"; exit 99; }
ln -s munge/pid "$work/munged.pid"
cat >"$work/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CredType=cred/munge
MpiDefault=none
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/%n/slurmd.pid
SlurmdSpoolDir=$work/%n/spool
StateSaveLocation=$work/state
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/%n/slurmd.log
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
NodeName=one NodeHostname=$host NodeAddr=127.0.0.1 Port=17001 CPUs=1
NodeName=two NodeHostname=$host NodeAddr=127.0.0.1 Port=17002 CPUs=1
PartitionName=all Nodes=one,two Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$work/slurm.conf
mkdir -p "$work"/{state,one/spool,two/spool}
slurmctld -f "$SLURM_CONF" || { cat "$work/slurmctld.log"; exit 99; }
for node in one two; do
    slurmd -f "$SLURM_CONF" -N "$node" || { cat "$work/$node/slurmd.log"; exit 99; }
done

# wait_for SECONDS WORDS...: until the command says yes.
wait_for() {
    local left=$(($1 * 2))
    shift
    until "$@"; do
        ((left-- > 0)) || return 1
        sleep 0.5
    done
}
idle() { [ "$(sinfo --noheader --format=%D --states=idle 2>/dev/null)" = 2 ]; }
wait_for 60 idle || { fail "the nodes do not come up: $(sinfo 2>&1; tail -n 3 "$work/slurmctld.log")"; exit 1; }

# A stand-in that kills the second task once, in the midst of its run, and holds the third until the test lets it go.
mkdir "$work/bin" "$work/tree"
cat >"$work/bin/claimcheck" <<END
#!/usr/bin/env bash
case \$*,\${SLURM_ARRAY_TASK_ID:-} in
*--out\ *,3) until [ -e '$work/go' ]; do sleep 0.2; done ;;
*--out\ *,2) exec env CLAIMCHECK_FAULT=crash@branchless '$claimcheck' "\$@" ;;
esac
exec '$claimcheck' "\$@"
END
chmod +x "$work/bin/claimcheck"
cd -- "$work/tree"
export CLAIMCHECK=$work/bin/claimcheck VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver XDG_CACHE_HOME=/dev/null
unset CI
job=$(sbatch --parsable --array=1-3 --cpus-per-task=1 "$root/scripts/maintain/slurm/claimcheck.sbatch" out --profile quick \
    --filter '^stream_reduction.*/(pointer_walk|branchless)/' --ceilings none --samples 5) || exit 99
# With a node free and a task that goes on, the merge waits for that.
left() { squeue --noheader --name="$1" --format='%t %r' 2>/dev/null; }
one_runs() { [ "$(left claimcheck)" = 'R None' ]; }
wait_for 300 one_runs || fail "not one task is left: $(squeue; cat "$work"/tree/*.out)"
sleep 5
[ "$(left claimcheck-merge)" = 'PD Dependency' ] || fail "the merge does not wait for the last task: '$(left claimcheck-merge)'"
[ ! -e out/merge.log ] || fail "the merge began before the last task had ended: $(cat out/merge.log)"
touch "$work/go"
empty() { [ -z "$(squeue --noheader 2>/dev/null)" ]; }
wait_for 300 empty || fail "jobs do not end: $(squeue; cat "$work"/tree/*.out)"

for task in 1 2 3; do
    "$claimcheck" show "out/$task.json" >"$work/out" 2>&1 || fail "task $task: $(cat "$work/out" "claimcheck-$job-$task.out")"
    grep -q branchless "$work/out" || fail "task $task has not all cases"
    [ out/page/index.html -nt "out/$task.json" ] || fail "the page was made before task $task had ended"
done
grep -q 'task 2 died' out/2.log || fail 'task 2 was not killed'
! grep -q 'task 1 died' out/1.log || fail 'task 1 was killed, too'
[ -s out/page/index.html ] || fail "no page: $(ls out; cat out/merge.log)"
[ -s out/claims.txt ] || fail "no verdicts: $(cat out/merge.log)"
exit "$failed"
