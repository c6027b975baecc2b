/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/answer.h"

#include "bench/common/hash.h"

#include <assert.h>

uint32_t tiles_tile_key(uint32_t level, uint32_t x, uint32_t y)
{
    assert(level <= TILE_TOP_MAX && x < 4096 && y < 4096);
    return level << 24 | y << 12 | x;
}

uint32_t tiles_tile_level(uint32_t key)
{
    return key >> 24;
}

uint32_t tiles_tile_x(uint32_t key)
{
    return key & 0xfff;
}

uint32_t tiles_tile_y(uint32_t key)
{
    return key >> 12 & 0xfff;
}

/* Spreads 12 bits to the even bits of a word. */
static uint32_t tile_spread(uint32_t bits)
{
    bits = (bits | bits << 8) & 0x00ff00ff;
    bits = (bits | bits << 4) & 0x0f0f0f0f;
    bits = (bits | bits << 2) & 0x33333333;
    return (bits | bits << 1) & 0x55555555;
}

uint32_t tiles_tile_first_pixel(uint32_t key)
{
    assert(tiles_tile_level(key) <= TILE_TOP_MAX);
    return (tile_spread(tiles_tile_x(key)) | tile_spread(tiles_tile_y(key)) << 1)
           << 2 * tiles_tile_level(key);
}

bool tiles_tile_list_add(struct tile_list *list, uint32_t key, uint32_t importance,
                         uint32_t threshold)
{
    if (list->count >= list->capacity)
        return false;
    list->keys[list->count] = key;
    list->importances[list->count] = importance;
    list->thresholds[list->count] = threshold;
    list->count++;
    return true;
}

/*
 * Two words of a record: equal on CPU and GPU (tile_hash() in tile.glsl). Three rounds of
 * MurmurHash3's finalizer over the three words, from two different starts.
 */
static void tile_hash(uint32_t key, uint32_t importance, uint32_t threshold, uint32_t hash[2])
{
    static const uint32_t starts[2] = { 0x9e3779b9u, 0x7f4a7c15u };
    for (int word = 0; word < 2; word++) {
        uint32_t mixed = hash_mix(key + starts[word]);
        mixed = hash_mix(mixed ^ importance);
        hash[word] = hash_mix(mixed + threshold);
    }
}

struct tile_digest tiles_tile_list_digest(const struct tile_list *list)
{
    struct tile_digest digest = { .count = (uint32_t)list->count };
    for (size_t i = 0; i < list->count; i++) {
        uint32_t hash[2];
        tile_hash(list->keys[i], list->importances[i], list->thresholds[i], hash);
        uint32_t level = tiles_tile_level(list->keys[i]);
        digest.area += level <= TILE_TOP_MAX ? 1u << 2 * level : 0;
        for (int word = 0; word < 2; word++) {
            digest.sum[word] += hash[word];
            digest.exclusive_or[word] ^= hash[word];
        }
    }
    return digest;
}
