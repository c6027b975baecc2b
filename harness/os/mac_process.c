/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"
#include "harness/os/posix_parts.h"

#include <mach-o/dyld.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/sysctl.h>

/* A child learns from its channels, which end, that its parent has ended. */
void os_process_end_with_parent(int signal)
{
    (void)signal;
}

const char *os_process_self(void)
{
    static char path[4096];
    uint32_t bytes = sizeof(path);
    return _NSGetExecutablePath(path, &bytes) == 0 ? path : "";
}

const char *os_process_exit_file(void)
{
    return "";
}

/* Only a process itself can lower its limits. */
void process_limit(const struct process *process, uint64_t cpu_s, uint64_t memory_bytes)
{
    (void)process;
    (void)cpu_s;
    (void)memory_bytes;
}

/* A process without its parent becomes a child of process 1; process_rest_end() finds its group. */
void process_rest_adopt(void)
{
}

int64_t os_process_clock(void)
{
    return 1;
}

void os_process_each(os_process_each_fn *take, void *context)
{
    int all[] = { CTL_KERN, KERN_PROC, KERN_PROC_ALL };
    size_t bytes = 0;
    if (sysctl(all, 3, NULL, &bytes, NULL, 0) != 0)
        return;
    bytes += bytes / 8; /* some begin meanwhile */
    struct kinfo_proc *found = malloc(bytes);
    if (found && sysctl(all, 3, found, &bytes, NULL, 0) == 0)
        for (size_t i = 0; i < bytes / sizeof(*found); i++) {
            struct os_process_entry entry = { found[i].kp_proc.p_pid,
                                              found[i].kp_eproc.e_ppid,
                                              found[i].kp_eproc.e_pgid,
                                              found[i].kp_proc.p_stat == SZOMB,
                                              0,
                                              "" };
            snprintf(entry.name, sizeof(entry.name), "%s", found[i].kp_proc.p_comm);
            take(context, &entry);
        }
    free(found);
}
