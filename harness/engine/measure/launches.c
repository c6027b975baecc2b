/* SPDX-License-Identifier: MIT */
#include "harness/bench.h"

#include <stdlib.h>

void bench_launch(struct bench_launches *launches, uint64_t groups)
{
    if (launches->count == launches->capacity) {
        const size_t capacity = launches->capacity ? 2 * launches->capacity : 64;
        uint64_t *grown = realloc(launches->groups, capacity * sizeof(*grown));
        launches->failed = launches->failed || !grown;
        if (!grown)
            return;
        launches->groups = grown;
        launches->capacity = capacity;
    }
    launches->groups[launches->count++] = groups;
}
