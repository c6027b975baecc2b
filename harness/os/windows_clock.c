/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include <math.h>
#include <windows.h>

const bool clock_counts_ticks = true;

double clock_count_ns(uint64_t count)
{
    static double tick_ns;
    if (tick_ns <= 0) {
        LARGE_INTEGER per_second;
        QueryPerformanceFrequency(&per_second);
        tick_ns = 1e9 / (double)per_second.QuadPart;
    }
    return (double)count * tick_ns;
}

double clock_now_ns(void)
{
    LARGE_INTEGER ticks;
    QueryPerformanceCounter(&ticks);
    return clock_count_ns((uint64_t)ticks.QuadPart);
}

void clock_sleep_ns(double ns)
{
    Sleep((DWORD)ceil(1e-6 * ns));
}
