/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include <stddef.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted, urged, has_others, seen_by_person;

/* Signals that wish a process to stop. */
enum { NUMBERS = 3 };
static const int numbers[NUMBERS] = { SIGINT, SIGTERM, SIGHUP };

/* Written and read within the handler only: of the wish that came last. */
static struct timespec wish;

/* One wish to stop may come as several signals at once: timeout(1) signals a process and then its
 * group. One that comes a second later is another wish. */
static void interrupt_handle(int number)
{
    static const char wait[] = "\nthe execution that runs ends first; Ctrl-C again leaves it\n";
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const bool again = interrupted && now.tv_sec - wish.tv_sec > 1;
    if (again && (urged || !has_others)) {
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    if (again)
        urged = 1;
    if (again || !interrupted)
        wish = now;
    if (!interrupted && seen_by_person && write(STDERR_FILENO, wait, sizeof(wait) - 1) < 0)
        seen_by_person = 0;
    interrupted = 1;
}

void interrupt_install(void)
{
    seen_by_person = isatty(STDERR_FILENO);
    for (size_t i = 0; i < NUMBERS; i++) {
        struct sigaction before;
        struct sigaction action = { .sa_handler = interrupt_handle, .sa_flags = SA_RESTART };
        sigfillset(&action.sa_mask);
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
}

void interrupt_install_parent(void)
{
    has_others = 1;
    interrupt_install();
}

static void nothing_handle(int number)
{
    (void)number;
}

/* Signals that a worker leaves to its parent go to a handler: a program that it starts would
 * inherit that one is ignored, and could not be ended by it. */
void interrupt_install_worker(void)
{
    struct sigaction before, action = { .sa_handler = nothing_handle, .sa_flags = SA_RESTART };
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < NUMBERS; i++)
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    action.sa_handler = interrupt_handle;
    sigaction(SIGUSR1, &action, NULL);
}

const volatile sig_atomic_t *interrupt_flag(void)
{
    return &interrupted;
}

const volatile sig_atomic_t *interrupt_urged(void)
{
    return &urged;
}

/* Hold ---------------------------------------------------------------------------------------- */

_Static_assert(sizeof(sigset_t) <= sizeof(((struct interrupt_hold *)0)->before), "holds a set");

void interrupt_hold_begin(struct interrupt_hold *hold)
{
    struct sigaction action;
    sigset_t held, before;
    *hold = (struct interrupt_hold){ .came = 0 };
    sigemptyset(&held);
    for (size_t i = 0; i < NUMBERS; i++)
        if (sigaction(numbers[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(&held, numbers[i]);
    sigprocmask(SIG_BLOCK, &held, &before);
    memcpy(hold->held, &held, sizeof(held));
    memcpy(hold->before, &before, sizeof(before));
}

void interrupt_hold_end(const struct interrupt_hold *hold)
{
    sigset_t before;
    memcpy(&before, hold->before, sizeof(before));
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (hold->came != 0)
        raise(hold->came);
}

bool interrupt_hold_came(struct interrupt_hold *hold)
{
    const struct timespec now = { 0 };
    sigset_t held;
    memcpy(&held, hold->held, sizeof(held));
    const int number = sigtimedwait(&held, NULL, &now);
    if (number > 0)
        hold->came = number;
    return number > 0;
}

void interrupt_ignore_writes(void)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

void interrupt_hear_children(void)
{
    signal(SIGCHLD, SIG_DFL);
}
