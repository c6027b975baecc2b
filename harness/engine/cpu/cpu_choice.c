/* SPDX-License-Identifier: MIT */
#include "harness/engine/cpu/cpu.h"

#include "harness/os/os.h"

#include <assert.h>
#include <math.h>

size_t cpu_choice_fastest(size_t ways, cpu_choice_fn *fn, void *context)
{
    double least_ns[CPU_CHOICE_MAX];
    size_t fastest = 0;
    assert(ways > 0 && ways <= CPU_CHOICE_MAX);
    for (size_t way = 0; way < ways; way++) {
        least_ns[way] = INFINITY;
        fn(context, way);
    }
    for (int turn = 0; turn < CPU_CHOICE_TURNS; turn++) {
        for (size_t way = 0; way < ways; way++) {
            const double begin_ns = clock_now_ns();
            fn(context, way);
            least_ns[way] = fmin(least_ns[way], clock_now_ns() - begin_ns);
        }
    }
    for (size_t way = 1; way < ways; way++)
        if (least_ns[way] < least_ns[fastest])
            fastest = way;
    return fastest;
}
