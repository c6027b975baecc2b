/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include "harness/os/posix_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

const char process_self[] = "";

enum { POLL_MS = 10, KILLED_MS = 20000, REST_MS = 2000 };

static const int signals[] = { [PROCESS_KILL] = SIGKILL,
                               [PROCESS_END] = SIGTERM,
                               [PROCESS_INTERRUPT] = SIGINT,
                               [PROCESS_FINISH] = SIGUSR1,
                               [PROCESS_ALONE] = 0 };

/* Start --------------------------------------------------------------------------------------- */

/* The descriptor at a number above those that a process gets; -1 with errno. */
static int descriptor_raise(int descriptor)
{
    const bool nowhere = descriptor == PROCESS_NOWHERE;
    const int from = nowhere ? open("/dev/null", O_RDWR | O_CLOEXEC) : descriptor;
    const int raised = from < 0 ? -1 : fcntl(from, F_DUPFD_CLOEXEC, PROCESS_DESCRIPTORS);
    const int code = errno == EINVAL ? EMFILE : errno; /* none so high is allowed */
    if (nowhere && from >= 0)
        close(from);
    errno = code;
    return raised;
}

static bool descriptors_place(const int *raised)
{
    for (int i = 0; i < PROCESS_DESCRIPTORS; i++)
        if (raised[i] > 0 && dup2(raised[i], i) < 0)
            return false;
    return true;
}

/* Between fork and exec: calls that are safe there only. */
static void child_begin(const struct process_plan *plan, const int *raised, pid_t parent,
                        int failures)
{
    os_process_end_with_parent(signals[plan->death]);
    const bool ready =
        getppid() == parent && (!plan->is_group || setpgid(0, 0) == 0) &&
        descriptors_place(raised) &&
        (!plan->hold || sigprocmask(SIG_SETMASK, (const void *)plan->hold->before, NULL) == 0) &&
        (!plan->folder || chdir(plan->folder) == 0);
    if (ready && plan->run) {
        close(failures);
        crash_follow_fork();
        _exit(plan->run(plan->context));
    }
    if (ready) {
        signal(SIGPIPE, SIG_DFL);
        signal(SIGXFSZ, SIG_DFL);
        if (plan->environment)
            environ = (char **)plan->environment;
        execvp(plan->program == process_self ? os_process_self()
               : plan->program               ? plan->program
                                             : plan->words[0],
               plan->words);
    }
    const int code = errno;
    _exit(write(failures, &code, sizeof(code)) < 0 ? 126 : 127);
}

/* 0 once it runs, or an errno. */
static int child_make(struct process *process, const struct process_plan *plan, const int *raised)
{
    int ends[2], code = 0;
    const pid_t parent = getpid();
    if (pipe2(ends, O_CLOEXEC) != 0)
        return errno;
    fflush(NULL);
    const int failures = descriptor_raise(ends[1]);
    close(ends[1]);
    process->pid = failures < 0 ? -1 : fork();
    if (process->pid == 0)
        child_begin(plan, raised, parent, failures);
    if (process->pid < 0)
        code = errno;
    if (failures >= 0)
        close(failures);
    if (process->pid > 0 && read(ends[0], &code, sizeof(code)) == sizeof(code))
        waitpid((pid_t)process->pid, NULL, 0);
    close(ends[0]);
    return code;
}

int process_start(struct process *process, const struct process_plan *plan)
{
    int raised[PROCESS_DESCRIPTORS] = { 0 }, code = 0;
    *process = (struct process){ .is_group = plan->is_group, .began = os_process_clock() };
    for (int i = 0; i < PROCESS_DESCRIPTORS && code == 0; i++) {
        raised[i] = plan->descriptors[i] == 0 ? 0 : descriptor_raise(plan->descriptors[i]);
        code = raised[i] < 0 ? errno : 0;
    }
    if (code == 0)
        code = child_make(process, plan, raised);
    for (int i = 0; i < PROCESS_DESCRIPTORS; i++)
        if (raised[i] > 0)
            close(raised[i]);
    if (code != 0)
        *process = (struct process){ 0 };
    return code;
}

/* End ----------------------------------------------------------------------------------------- */

enum process_state process_wait(struct process *process, double wait_ms,
                                process_given_up_fn *given_up, const void *context)
{
    const double begin_ns = clock_now_ns(), until_ns = begin_ns + 1e6 * wait_ms;
    while (true) {
        const pid_t got = waitpid((pid_t)process->pid, &process->status, WNOHANG);
        if (got == process->pid)
            return PROCESS_ENDED;
        if (got < 0 && errno != EINTR)
            return PROCESS_UNSEEN;
        if (clock_now_ns() >= until_ns || (given_up && given_up(context)))
            return PROCESS_LIVES;
        /* seen within half a per cent of the time that it took, for who times it */
        const double step_ns = (clock_now_ns() - begin_ns) / 200;
        clock_sleep_ns(step_ns < 5e4 ? 5e4 : step_ns > 1e6 * POLL_MS ? 1e6 * POLL_MS : step_ns);
    }
}

static void group_signal(const struct process *process, int signal)
{
    const pid_t pid = (pid_t)process->pid;
    kill(process->is_group ? -pid : pid, signal);
}

void process_signal(const struct process *process, enum process_wish wish)
{
    group_signal(process, signals[wish]);
}

bool process_stop(struct process *process, enum process_wish wish, double wait_ms,
                  process_given_up_fn *given_up, const void *context)
{
    process_signal(process, wish);
    group_signal(process, SIGCONT); /* what is stopped gets no signal before */
    enum process_state state = process_wait(process, wait_ms, given_up, context);
    if (state == PROCESS_LIVES) {
        process_signal(process, PROCESS_KILL);
        state = process_wait(process, KILLED_MS, NULL, NULL);
    }
    const double until_ns = clock_now_ns() + 1e6 * REST_MS;
    while (process->is_group && kill(-(pid_t)process->pid, 0) == 0 && clock_now_ns() < until_ns &&
           !(given_up && given_up(context)))
        poll(NULL, 0, POLL_MS); /* what it has started ends, or is killed */
    if (process->is_group)
        kill(-(pid_t)process->pid, SIGKILL);
    return state != PROCESS_LIVES;
}

int process_exit_code(const struct process *process)
{
    return WIFEXITED(process->status) ? WEXITSTATUS(process->status) : -1;
}

int process_end_signal(const struct process *process)
{
    return WIFSIGNALED(process->status) ? WTERMSIG(process->status) : 0;
}

const char *process_signal_name(int number)
{
    return strsignal(number);
}

void process_give_up(int code, const char *line)
{
    const ssize_t written = write(STDERR_FILENO, line, strlen(line));
    (void)written; /* the code tells it, too */
    _exit(code);
}

/* Rest ----------------------------------------------------------------------------------------- */

enum { GRACE_MS = 300, TERM_MS = 1000, KILL_MS = 5000 };

enum { SPARED_MAX = 256 };
static _Atomic int64_t spared[SPARED_MAX];

void process_rest_spare(const struct process *process, bool stays)
{
    const int64_t from = stays ? 0 : process->pid, to = stays ? process->pid : 0;
    bool done = false;
    for (size_t i = 0; i < SPARED_MAX && !done; i++)
        done = atomic_compare_exchange_strong(&spared[i], &(int64_t){ from }, to);
}

static bool is_spared(pid_t pid)
{
    for (size_t i = 0; i < SPARED_MAX; i++)
        if (spared[i] != 0 && spared[i] == pid)
            return true;
    return false;
}

struct search {
    const struct process *of;
    int signal; /* 0: none */
    size_t count, reaped;
    struct process_rest *rest; /* the first that lives */
};

static void search_take(void *context, const struct os_process_entry *entry)
{
    struct search *search = context;
    const struct process *of = search->of;
    /* A child that is in our own group, and was there before, is the driver's, or the shell's. */
    const bool adopted = entry->parent == getpid() && !is_spared(entry->group) &&
                         !is_spared(entry->pid) &&
                         (entry->group != getpgrp() || entry->began >= of->began);
    if (!adopted && (entry->group != of->pid))
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
static struct search each(const struct process *of, int signal, struct process_rest *rest)
{
    struct search search = { .of = of, .signal = signal, .rest = rest };
    os_process_each(search_take, &search);
    return search;
}

/* True when none is left before so long. Where one has ended, a child of it may have become ours
 * behind the eyes of that search. */
static bool gone(const struct process *of, int signal, double wait_ms, struct process_rest *rest)
{
    const double until_ns = clock_now_ns() + 1e6 * wait_ms;
    while (true) {
        const struct search found = each(of, signal, rest);
        if (found.count + found.reaped == 0)
            return true;
        if (clock_now_ns() >= until_ns)
            return found.count == 0;
        if (found.reaped == 0)
            poll(NULL, 0, signal == 0 ? 1 : POLL_MS); /* who times it wants to know */
    }
}

size_t process_rest_end(const struct process *process, struct process_rest *rest)
{
    struct process_rest later;
    *rest = (struct process_rest){ 0 };
    if (gone(process, 0, GRACE_MS, rest))
        return 0;
    const size_t count = each(process, SIGTERM, rest).count;
    if (!gone(process, 0, TERM_MS, &later))
        gone(process, SIGKILL, KILL_MS, &later); /* what it starts meanwhile, too */
    return count;
}
