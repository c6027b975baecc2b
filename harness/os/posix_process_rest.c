/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include "harness/os/posix_parts.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { POLL_MS = 10, GRACE_MS = 300, TERM_MS = 1000, KILL_MS = 5000 };

enum { SPARED_MAX = 256 };
static int64_t spared[SPARED_MAX];

void process_rest_spare(const struct process *process, bool stays)
{
    const int64_t from = stays ? 0 : process->pid, to = stays ? process->pid : 0;
    for (size_t i = 0; i < SPARED_MAX; i++)
        if (spared[i] == from) {
            spared[i] = to;
            return;
        }
}

static bool is_spared(pid_t group)
{
    for (size_t i = 0; i < SPARED_MAX; i++)
        if (spared[i] != 0 && spared[i] == group)
            return true;
    return false;
}

struct search {
    pid_t of_group;
    int signal; /* 0: none */
    size_t count, reaped;
    struct process_rest *rest; /* the first that lives */
};

static void search_take(void *context, const struct os_process_entry *entry)
{
    struct search *search = context;
    const bool adopted =
        entry->parent == getpid() && entry->group != getpgrp() && !is_spared(entry->group);
    if (!adopted && entry->group != search->of_group)
        return;
    if (entry->ended) {
        search->reaped += waitpid(entry->pid, NULL, WNOHANG) == entry->pid;
        return;
    }
    if (search->signal != 0) {
        kill(entry->pid, search->signal);
        kill(entry->pid, SIGCONT);
    }
    if (search->count++ == 0) {
        search->rest->pid = entry->pid;
        memcpy(search->rest->name, entry->name, sizeof(search->rest->name));
    }
}

/* Signals (0: none) all that is left, and takes leave of what has ended; counts both. The first
 * that lives is in *rest. */
static struct search each(pid_t of_group, int signal, struct process_rest *rest)
{
    struct search search = { .of_group = of_group, .signal = signal, .rest = rest };
    os_process_each(search_take, &search);
    return search;
}

/* True when none is left before so long. Where one has ended, a child of it may have become ours
 * behind the eyes of that search. */
static bool gone(pid_t group, int signal, double wait_ms, struct process_rest *rest)
{
    const double until_ns = clock_now_ns() + 1e6 * wait_ms;
    while (true) {
        const struct search found = each(group, signal, rest);
        if (found.count + found.reaped == 0)
            return true;
        if (clock_now_ns() >= until_ns)
            return found.count == 0;
        if (found.reaped == 0)
            poll(NULL, 0, POLL_MS);
    }
}

size_t process_rest_end(const struct process *process, struct process_rest *rest)
{
    struct process_rest later;
    if (gone((pid_t)process->pid, 0, GRACE_MS, rest))
        return 0;
    const size_t count = each((pid_t)process->pid, SIGTERM, rest).count;
    if (!gone((pid_t)process->pid, 0, TERM_MS, &later))
        gone((pid_t)process->pid, SIGKILL, KILL_MS, &later); /* what it starts meanwhile, too */
    return count;
}
