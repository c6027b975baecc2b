/* SPDX-License-Identifier: MIT */
#include "harness/os/process_rest.h"

#include "harness/os/clock.h"

#include <ctype.h>
#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { POLL_MS = 10, GRACE_MS = 300, TERM_MS = 1000, KILL_MS = 5000 };

void process_rest_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* Parent, group and state of a process, and its name; false where it is gone. */
static bool look(pid_t pid, pid_t *parent, pid_t *group, char *state, char *name, size_t bytes)
{
    char path[64], text[512];
    snprintf(path, sizeof(path), "/proc/%ld/stat", (long)pid);
    FILE *file = fopen(path, "re");
    const size_t size = file ? fread(text, 1, sizeof(text) - 1, file) : 0;
    if (file)
        fclose(file);
    text[size] = 0;
    char *open = strchr(text, '('), *closed = strrchr(text, ')'); /* a name may hold either */
    long numbers[2];
    if (!open || !closed || sscanf(closed + 1, " %c %ld %ld", state, &numbers[0], &numbers[1]) != 3)
        return false;
    snprintf(name, bytes, "%.*s", (int)(closed - open - 1), open + 1);
    *parent = (pid_t)numbers[0];
    *group = (pid_t)numbers[1];
    return true;
}

/* Signals (0: none) all that is left, and takes leave of what has ended; returns how many live. The
 * first of them is in *rest. */
static size_t each(pid_t of_group, int signal, struct process_rest *rest)
{
    DIR *all = opendir("/proc");
    const struct dirent *entry;
    size_t count = 0;
    while (all && (entry = readdir(all))) {
        const pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
        pid_t parent, group;
        char state, name[sizeof(rest->name)];
        if (!isdigit((unsigned char)entry->d_name[0]) ||
            !look(pid, &parent, &group, &state, name, sizeof(name)) ||
            (parent != getpid() && group != of_group))
            continue;
        if (state == 'Z') {
            waitpid(pid, NULL, WNOHANG);
            continue;
        }
        if (signal != 0) {
            kill(pid, signal);
            kill(pid, SIGCONT);
        }
        if (count++ == 0) {
            rest->pid = pid;
            memcpy(rest->name, name, sizeof(name));
        }
    }
    if (all)
        closedir(all);
    return count;
}

/* True when none is left before so long. */
static bool gone(pid_t group, int signal, double wait_ms, struct process_rest *rest)
{
    const double until_ns = clock_now_ns() + 1e6 * wait_ms;
    while (each(group, signal, rest) > 0) {
        if (clock_now_ns() >= until_ns)
            return false;
        poll(NULL, 0, POLL_MS);
    }
    return true;
}

size_t process_rest_end(const struct process *process, struct process_rest *rest)
{
    struct process_rest later;
    if (gone((pid_t)process->pid, 0, GRACE_MS, rest))
        return 0;
    const size_t count = each((pid_t)process->pid, SIGTERM, rest);
    if (!gone((pid_t)process->pid, 0, TERM_MS, &later))
        gone((pid_t)process->pid, SIGKILL, KILL_MS, &later); /* what it starts meanwhile, too */
    return count;
}
