/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/bench.h"

#include <stdlib.h>

void bench_launch(struct bench_launches *launches, uint64_t groups)
{
    launches->groups = need_room(launches->groups, launches->count, &launches->capacity,
                                 sizeof(*launches->groups));
    launches->groups[launches->count++] = groups;
}
