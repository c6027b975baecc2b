/* SPDX-License-Identifier: MIT */
#include "harness/os/clock.h"

#include <math.h>
#include <windows.h>

double clock_now_ns(void)
{
    static double tick_ns;
    LARGE_INTEGER ticks;
    if (tick_ns <= 0) {
        LARGE_INTEGER per_second;
        QueryPerformanceFrequency(&per_second);
        tick_ns = 1e9 / (double)per_second.QuadPart;
    }
    QueryPerformanceCounter(&ticks);
    return (double)ticks.QuadPart * tick_ns;
}

void clock_sleep_ns(double ns)
{
    Sleep((DWORD)ceil(1e-6 * ns));
}
