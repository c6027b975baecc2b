/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"
#include "harness/os/posix_parts.h"

#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

void os_process_end_with_parent(int signal)
{
    prctl(PR_SET_PDEATHSIG, signal);
}

const char *os_process_self(void)
{
    return "/proc/self/exe";
}

/* Frames are of this program, of the C library, and then of who called exit(). */
const char *os_process_exit_file(void)
{
    enum { FRAMES = 32 };
    void *frames[FRAMES];
    Dl_info own, system = { 0 }, info;
    const int count = backtrace(frames, FRAMES);
    for (int i = 0; i < count && dladdr("", &own); i++) {
        if (!dladdr(frames[i], &info) || !info.dli_fname)
            continue;
        if (system.dli_fbase && info.dli_fbase != system.dli_fbase)
            return info.dli_fname;
        if (info.dli_fbase != own.dli_fbase)
            system = info;
    }
    return "";
}

void process_limit(const struct process *process, uint64_t cpu_s, uint64_t memory_bytes)
{
    const struct {
        int resource;
        rlim_t most;
    } limits[] = { { RLIMIT_CPU, cpu_s }, { RLIMIT_AS, memory_bytes } };
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        struct rlimit limit;
        if (prlimit((pid_t)process->pid, limits[i].resource, NULL, &limit) != 0)
            continue;
        if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > limits[i].most)
            limit.rlim_cur = limits[i].most;
        prlimit((pid_t)process->pid, limits[i].resource, &limit, NULL);
    }
}

void process_rest_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

int64_t os_process_clock(void)
{
    struct timespec now;
    const long ticks = sysconf(_SC_CLK_TCK);
    clock_gettime(CLOCK_BOOTTIME, &now);
    return (int64_t)now.tv_sec * ticks + now.tv_nsec / (1000000000 / ticks);
}

void os_process_each(os_process_each_fn *take, void *context)
{
    DIR *all = opendir("/proc");
    const struct dirent *found;
    while (all && (found = readdir(all))) {
        char path[64], text[512], state;
        if (!isdigit((unsigned char)found->d_name[0]))
            continue;
        const pid_t pid = (pid_t)strtol(found->d_name, NULL, 10);
        snprintf(path, sizeof(path), "/proc/%ld/stat", (long)pid);
        FILE *file = fopen(path, "re");
        const size_t size = file ? fread(text, 1, sizeof(text) - 1, file) : 0;
        if (file)
            fclose(file);
        text[size] = 0;
        char *open = strchr(text, '('), *closed = strrchr(text, ')'); /* a name may hold either */
        long numbers[2];
        long long began;
        if (!open || !closed ||
            sscanf(closed + 1,
                   " %c %ld %ld %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s "
                   "%lld",
                   &state, &numbers[0], &numbers[1], &began) != 4)
            continue; /* it is gone */
        struct os_process_entry entry = {
            pid, (pid_t)numbers[0], (pid_t)numbers[1], state == 'Z', began, ""
        };
        snprintf(entry.name, sizeof(entry.name), "%.*s", (int)(closed - open - 1), open + 1);
        take(context, &entry);
    }
    if (all)
        closedir(all);
}
