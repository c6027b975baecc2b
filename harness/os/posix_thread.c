/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include <sched.h>
#include <signal.h>
#include <stddef.h>

/* A blocked one would end the process without its handler. */
static const int crashes[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT };

int os_thread_start(pthread_t *thread, void *(*run)(void *context), void *context)
{
    sigset_t all, before;
    sigfillset(&all);
    for (size_t i = 0; i < sizeof(crashes) / sizeof(crashes[0]); i++)
        sigdelset(&all, crashes[i]);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int code = pthread_create(thread, NULL, run, context);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code;
}

void os_thread_yield(void)
{
    sched_yield();
}
