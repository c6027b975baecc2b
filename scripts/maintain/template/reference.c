/* SPDX-License-Identifier: MIT */
#include "bench/example/reference.h"

void example_reference(uint32_t *answer, const uint32_t *words, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        answer[i] = words[count - 1 - i];
}
