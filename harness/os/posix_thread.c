/* SPDX-License-Identifier: MIT */
#include "harness/os/thread.h"

#include <sched.h>
#include <signal.h>
#include <stddef.h>

int os_thread_start(pthread_t *thread, void *(*run)(void *context), void *context)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int code = pthread_create(thread, NULL, run, context);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code;
}

void os_thread_yield(void)
{
    sched_yield();
}
