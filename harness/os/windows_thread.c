/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include <stddef.h>
#include <windows.h>

int os_thread_start(pthread_t *thread, void *(*run)(void *context), void *context)
{
    return pthread_create(thread, NULL, run, context);
}

void os_thread_yield(void)
{
    SwitchToThread();
}
