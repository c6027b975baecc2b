/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/range.h"

#include "bench/common/hash.h"
#include "harness/base/need.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY_BITS = 32 + RANGE_DEPTH_MAX, /* of sort_key() */
    DIGIT_BITS = 11,
    DIGITS = 1 << DIGIT_BITS,
    RADIX_FROM = 4096, /* ranges: below that, counting digits takes longer than comparing */
};

static uint32_t splits_u(struct range range)
{
    return range.halves >> 27;
}

static uint32_t splits_v(struct range range)
{
    return range.halves >> 22 & 31u;
}

static uint32_t index_u(struct range range)
{
    return (range.halves & 0x3fffffu) >> splits_v(range);
}

static uint32_t index_v(struct range range)
{
    return range.halves & ((1u << splits_v(range)) - 1);
}

static uint32_t halves_pack(uint32_t a, uint32_t b, uint32_t i, uint32_t j)
{
    return a << 27 | b << 22 | i << b | j;
}

struct range reyes_range_whole(uint32_t patch)
{
    return (struct range){ patch, 0 };
}

bool reyes_range_is_valid(struct range range)
{
    return reyes_range_depth(range) <= RANGE_DEPTH_MAX && index_u(range) >> splits_u(range) == 0;
}

uint32_t reyes_range_depth(struct range range)
{
    return splits_u(range) + splits_v(range);
}

struct range_bounds reyes_range_bounds(struct range range)
{
    const float width = 1.0f / (float)(1u << splits_u(range));
    const float height = 1.0f / (float)(1u << splits_v(range));
    const float i = (float)index_u(range), j = (float)index_v(range);
    return (struct range_bounds){ i * width, j * height, (i + 1.0f) * width, (j + 1.0f) * height };
}

struct range reyes_range_child(struct range range, bool along_u, uint32_t child)
{
    const uint32_t a = splits_u(range), b = splits_v(range);
    const uint32_t i = index_u(range), j = index_v(range);
    assert(a + b < RANGE_DEPTH_MAX && child < 2);
    if (along_u)
        return (struct range){ range.patch, halves_pack(a + 1, b, 2 * i + child, j) };
    return (struct range){ range.patch, halves_pack(a, b + 1, i, 2 * j + child) };
}

bool reyes_range_within(struct range range, struct range outer)
{
    const uint32_t a = splits_u(range), b = splits_v(range);
    const uint32_t outer_a = splits_u(outer), outer_b = splits_v(outer);
    return range.patch == outer.patch && a >= outer_a && b >= outer_b &&
           index_u(range) >> (a - outer_a) == index_u(outer) &&
           index_v(range) >> (b - outer_b) == index_v(outer);
}

/* Sort ---------------------------------------------------------------------------------------- */

/* Orders the ranges of one patch: u0, v0, u1, v1. The last two grow as there are fewer splits. */
static uint64_t sort_key(struct range range)
{
    const uint32_t a = splits_u(range), b = splits_v(range);
    const uint64_t u0 = (uint64_t)index_u(range) << (RANGE_DEPTH_MAX - a);
    const uint64_t v0 = (uint64_t)index_v(range) << (RANGE_DEPTH_MAX - b);
    return u0 << 32 | v0 << 10 | (uint64_t)(RANGE_DEPTH_MAX - a) << 5 | (RANGE_DEPTH_MAX - b);
}

static int sort_compare(const void *left, const void *right)
{
    struct range a, b;
    memcpy(&a, left, sizeof(a));
    memcpy(&b, right, sizeof(b));
    const uint64_t key_a = sort_key(a), key_b = sort_key(b);
    return (key_a > key_b) - (key_a < key_b);
}

/* Sorts by one digit of the keys; stable. False, and nothing done, where all digits are equal. */
static bool digit_sort(const struct range *from, struct range *to, size_t count, int shift)
{
    size_t places[DIGITS] = { 0 }, sum = 0;
    for (size_t i = 0; i < count; i++)
        places[sort_key(from[i]) >> shift & (DIGITS - 1)]++;
    if (places[sort_key(from[0]) >> shift & (DIGITS - 1)] == count)
        return false;
    for (size_t d = 0; d < DIGITS; d++) {
        const size_t here = places[d];
        places[d] = sum;
        sum += here;
    }
    for (size_t i = 0; i < count; i++)
        to[places[sort_key(from[i]) >> shift & (DIGITS - 1)]++] = from[i];
    return true;
}

/* Sorts the ranges of one patch; room for as many more. */
static void patch_sort(struct range *ranges, struct range *room, size_t count)
{
    struct range *from = ranges, *to = room;
    if (count < RADIX_FROM) {
        qsort(ranges, count, sizeof(*ranges), sort_compare);
        return;
    }
    for (int shift = 0; shift < KEY_BITS; shift += DIGIT_BITS)
        if (digit_sort(from, to, count, shift)) {
            struct range *swap = from;
            from = to;
            to = swap;
        }
    if (from != ranges)
        memcpy(ranges, from, count * sizeof(*ranges));
}

bool reyes_range_sort(struct range *ranges, size_t count, uint32_t patch_count)
{
    if (count == 0)
        return true; /* ranges may be null */
    OWNED size_t *ends = calloc((size_t)patch_count + 1, sizeof(*ends));
    OWNED struct range *sorted = malloc(count * sizeof(*sorted));
    if (!ends || !sorted)
        return false;
    for (size_t i = 0; i < count; i++) {
        assert(ranges[i].patch < patch_count);
        ++ends[ranges[i].patch + 1];
    }
    for (uint32_t patch = 0; patch < patch_count; patch++)
        ends[patch + 1] += ends[patch];
    for (size_t i = 0; i < count; i++)
        sorted[ends[ranges[i].patch]++] = ranges[i];
    for (uint32_t patch = 0; patch < patch_count; patch++) {
        const size_t first = patch > 0 ? ends[patch - 1] : 0;
        patch_sort(sorted + first, ranges + first, ends[patch] - first);
    }
    memcpy(ranges, sorted, count * sizeof(*ranges));
    return true;
}

/* Fingerprints -------------------------------------------------------------------------------- */

uint64_t reyes_range_hash(const struct range *ranges, size_t count)
{
    uint64_t hash = HASH_START;
    for (size_t i = 0; i < count; i++) {
        const struct range_bounds bounds = reyes_range_bounds(ranges[i]);
        uint32_t words[4];
        memcpy(words, &bounds, sizeof(words));
        hash = hash_more_word(hash, ranges[i].patch);
        for (int k = 0; k < 4; k++)
            hash = hash_more_word(hash, words[k]);
    }
    return hash;
}

uint64_t reyes_range_digest(const struct range *ranges, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t word = (uint64_t)ranges[i].patch << 32 | ranges[i].halves;
        word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9u + 0x9e3779b97f4a7c15u;
        word = (word ^ word >> 27) * 0x94d049bb133111ebu;
        sum += word ^ word >> 31;
    }
    return sum;
}

double reyes_range_neighbour_distance(const struct range *ranges, size_t count)
{
    double sum = 0.0;
    struct range_bounds a = { 0 }, b = { 0 };
    for (size_t i = 0; i < count; i++) {
        a = b;
        b = reyes_range_bounds(ranges[i]);
        if (i == 0)
            continue;
        const double u = 0.5 * (((double)a.u0 + a.u1) - ((double)b.u0 + b.u1));
        const double v = 0.5 * (((double)a.v0 + a.v1) - ((double)b.v0 + b.v1));
        sum += ranges[i - 1].patch == ranges[i].patch ? sqrt(u * u + v * v) : 1.0;
    }
    return count > 1 ? sum / (double)(count - 1) : 0.0;
}
