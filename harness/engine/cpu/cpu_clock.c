/* SPDX-License-Identifier: MIT */
#include "harness/engine/cpu/cpu_clock.h"

#include "harness/os/os.h"

#include <stdint.h>
#include <stdio.h>

enum { STEPS = 4096, LOOPS = 4 };

static volatile uint64_t sink;

/* A multiplication and an addition per step, 4 cycles on most. */
static double loop_ns(void)
{
    const double begin_ns = clock_now_ns();
    uint64_t x = (uint64_t)begin_ns;
    for (int i = 0; i < STEPS; i++) {
        x = x * UINT64_C(6364136223846793005) + 1;
        __asm__ volatile("" : "+r"(x)); /* no two steps as one */
    }
    sink = x;
    return clock_now_ns() - begin_ns;
}

struct cpu_clock_reading cpu_clock_probe(void)
{
    struct cpu_clock_reading reading = { .probe_ns = loop_ns() };
    for (int i = 1; i < LOOPS; i++) {
        const double ns = loop_ns();
        reading.probe_ns = ns < reading.probe_ns ? ns : reading.probe_ns;
    }
    char path[128];
    double kilohertz = 0;
    snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_cur_freq",
             os_machine_cpu());
    FILE *file = fopen(path, "re");
    if (file && fscanf(file, "%lf", &kilohertz) == 1)
        reading.core_hz = 1e3 * kilohertz;
    if (file)
        fclose(file);
    return reading;
}
