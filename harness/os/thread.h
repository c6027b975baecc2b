/* SPDX-License-Identifier: MIT */
/* thread.h: threads that no signal comes to but that of a crash of their own. */
#ifndef CLAIMCHECK_HARNESS_OS_THREAD_H
#define CLAIMCHECK_HARNESS_OS_THREAD_H

#include <pthread.h>

/* Returns 0 or an errno. Signals are for the thread that calls this. */
int os_thread_start(pthread_t *thread, void *(*run)(void *context), void *context);

/* Lets others run. */
void os_thread_yield(void);

#endif
