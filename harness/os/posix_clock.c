/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include <math.h>
#include <time.h>

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
