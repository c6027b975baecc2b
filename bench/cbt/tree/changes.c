/* SPDX-License-Identifier: MIT */
#include "bench/cbt/tree/tree.h"

/* Bit positions that differ, ascending. */
struct positions {
    uint32_t *at;
    size_t count;
};

static uint32_t word_change(const struct heap *before, const struct heap *after, size_t index)
{
    return before->words[index] ^ after->words[index];
}

static bool positions_list(struct context *context, struct positions *positions,
                           const struct heap *before, const struct heap *after)
{
    const size_t first = cbt_heap_bitfield_word(before->depth);
    const size_t end = first + cbt_heap_bitfield_words(before->depth);
    size_t count = 0;
    for (size_t i = first; i < end; i++)
        for (uint32_t bits = word_change(before, after, i); bits != 0; bits &= bits - 1)
            count++; /* few words have changed; a call for each would cost more */
    *positions = (struct positions){ context_alloc(context, count * sizeof(uint32_t)), 0 };
    for (size_t i = first; positions->at && positions->count < count && i < end; i++)
        for (uint32_t bits = word_change(before, after, i); bits != 0; bits &= bits - 1)
            positions->at[positions->count++] =
                (uint32_t)(32 * (i - first)) + (uint32_t)__builtin_ctz(bits);
    return positions->at;
}

/* A list of words from the first to the last. */
struct listing {
    enum layout layout;
    const struct heap *before, *after;
    struct changes *changes;
    size_t next; /* words before this one are done */
};

static void list_words(struct listing *listing, struct layout_range range)
{
    const size_t end = range.first + range.count;
    size_t i = range.first > listing->next ? range.first : listing->next;
    for (; i < end; i++) {
        const uint32_t old = cbt_layout_word(listing->layout, listing->before, i);
        listing->next = i + 1;
        if (old == cbt_layout_word(listing->layout, listing->after, i))
            continue;
        struct changes *changes = listing->changes;
        changes->pairs[2 * (size_t)changes->count] = (uint32_t)i;
        changes->pairs[2 * (size_t)changes->count++ + 1] = old;
    }
}

/* The words that hold what has changed, the bit field from a word on. */
static void list_bits(struct listing *listing, const struct positions *positions, size_t bitfield)
{
    for (size_t i = 0; i < positions->count; i++)
        list_words(listing, (struct layout_range){ bitfield + positions->at[i] / 32, 1 });
}

bool cbt_changes_list(struct context *context, struct changes *changes, enum layout layout,
                      const struct heap *before, const struct heap *after)
{
    const uint32_t depth = before->depth;
    const size_t bitfield = cbt_heap_bitfield_word(depth);
    struct positions positions;
    *changes = (struct changes){ 0 };
    if (!positions_list(context, &positions, before, after))
        return false;
    /* No more words than this can differ: a node lies in two words at most. */
    const uint32_t last = cbt_layout_stored_level(layout, depth);
    size_t max = 2 * positions.count; /* bits, and their copy */
    for (uint32_t level = 0; level <= last; level++) {
        const size_t words = ((size_t)1 << level) + 1;
        max += words < 2 * positions.count ? words : 2 * positions.count;
    }
    changes->pairs = context_alloc(context, 2 * max * sizeof(uint32_t));
    if (!changes->pairs)
        return false;
    struct listing listing = { layout, before, after, changes, 0 };
    /* The words that hold the ancestors of what has changed, level by level. */
    for (uint32_t level = 0; level <= last; level++)
        for (size_t i = 0; i < positions.count; i++) {
            const uint32_t node = ((1u << depth) + positions.at[i]) >> (depth - level);
            list_words(&listing, cbt_layout_node(listing.layout, depth, node));
        }
    if (cbt_layout_copies(layout))
        list_bits(&listing, &positions, bitfield - cbt_heap_bitfield_words(depth));
    list_bits(&listing, &positions, bitfield);
    return true;
}
