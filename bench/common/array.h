/* SPDX-License-Identifier: MIT */
/* array.h: arrays that grow. */
#ifndef CLAIMCHECK_BENCH_COMMON_ARRAY_H
#define CLAIMCHECK_BENCH_COMMON_ARRAY_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* The array with room for one more entry of so many bytes; NULL without memory, and the array is
 * then as before. */
static inline void *array_room(void *array, size_t count, size_t *capacity, size_t bytes)
{
    if (count < *capacity)
        return array;
    const size_t grown = *capacity > 0 ? *capacity * 2 : 256;
    void *moved = grown > SIZE_MAX / 2 / bytes ? NULL : realloc(array, grown * bytes);
    if (moved)
        *capacity = grown;
    return moved;
}

#endif
