/* SPDX-License-Identifier: MIT */
/*
 * hash.glsl: a bijection of words in which every input bit reaches every output bit, the finalizer
 * of MurmurHash3; hash_mix() in C, bench/common/hash.h.
 */
uint hash_mix(uint word)
{
    word ^= word >> 16;
    word *= 0x85ebca6bu;
    word ^= word >> 13;
    word *= 0xc2b2ae35u;
    word ^= word >> 16;
    return word;
}

uvec2 hash_mix(uvec2 words)
{
    return uvec2(hash_mix(words.x), hash_mix(words.y));
}
