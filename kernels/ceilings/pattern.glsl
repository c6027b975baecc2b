/* SPDX-License-Identifier: MIT */
/* pattern.glsl: data that no memory compresses: a hash of the place, and odd multiples of it. */

#include "common/hash.glsl"

/* Vector `index` of the set. */
uvec4 pattern_vector(uint index, uint seed)
{
    return hash_mix(index ^ seed) * uvec4(1u, 0x9e3779b1u, 0x85ebca77u, 0xc2b2ae3du);
}
