/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

uint32_t os_machine_cpus(void)
{
    const long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    return cpus > 0 ? (uint32_t)cpus : 0;
}

double os_machine_load(void)
{
    double load;
    return getloadavg(&load, 1) == 1 ? load : -1;
}

void os_machine_names_read(struct os_machine_names *names)
{
    struct utsname system = { .release = "" };
    uname(&system);
    snprintf(names->release, sizeof(names->release), "%s", system.release);
    snprintf(names->architecture, sizeof(names->architecture), "%s", system.machine);
}

bool os_machine_limit_read(enum os_machine_limit limit, uint64_t *most)
{
    static const int resources[] = {
        [OS_MACHINE_ADDRESSES] = RLIMIT_AS, [OS_MACHINE_PROCESSES] = RLIMIT_NPROC,
        [OS_MACHINE_FILES] = RLIMIT_NOFILE, [OS_MACHINE_STACK] = RLIMIT_STACK,
        [OS_MACHINE_DATA] = RLIMIT_DATA,    [OS_MACHINE_CPU_S] = RLIMIT_CPU
    };
    struct rlimit own;
    if (getrlimit(resources[limit], &own) != 0 || own.rlim_cur == RLIM_INFINITY)
        return false;
    *most = own.rlim_cur;
    return true;
}

/* Clock ---------------------------------------------------------------------------------------- */

const bool clock_counts_ticks = false;

double clock_count_ns(uint64_t count)
{
    return (double)count;
}

double clock_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

void clock_sleep_ns(double ns)
{
    const struct timespec wait = { .tv_sec = (time_t)(ns / 1e9), .tv_nsec = (long)fmod(ns, 1e9) };
    nanosleep(&wait, NULL);
}

/* Threads -------------------------------------------------------------------------------------- */

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
