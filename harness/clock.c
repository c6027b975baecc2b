/* SPDX-License-Identifier: MIT */
#include "harness/clock.h"

#include <time.h>

double clock_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}
