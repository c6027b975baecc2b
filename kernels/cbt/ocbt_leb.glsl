/* SPDX-License-Identifier: MIT */
/* ocbt_leb.glsl: leb.glsl for kernels of the pool, which have no heap to read. */
#ifndef CBT_OCBT_LEB_GLSL
#define CBT_OCBT_LEB_GLSL

uint heap_word(uint index)
{
    return 0;
}

#include "cbt/heap.glsl"
#include "cbt/leb.glsl"

#endif
