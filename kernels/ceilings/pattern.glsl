/* SPDX-License-Identifier: MIT */
/* pattern.glsl: data that no memory compresses: a hash of the place, and odd multiples of it. */

/* The finalizer of MurmurHash3; hash_mix() in C. */
uint hash_mix(uint word)
{
    word ^= word >> 16;
    word *= 0x85ebca6bu;
    word ^= word >> 13;
    word *= 0xc2b2ae35u;
    word ^= word >> 16;
    return word;
}

/* Vector `index` of the set. */
uvec4 pattern_vector(uint index, uint seed)
{
    return hash_mix(index ^ seed) * uvec4(1u, 0x9e3779b1u, 0x85ebca77u, 0xc2b2ae3du);
}
