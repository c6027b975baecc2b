/* SPDX-License-Identifier: MIT */
/*
 * cbt_pool_test.c: the check of a pool of bisectors finds right what is made of the leaves of the
 * tree, after every frame of P, N and L, and sees each kind of fault that is planted in it.
 */
#include "bench/cbt/leaves/leaves.h"
#include "bench/cbt/tree/tree.h"
#include "tests/context.h"

enum { SLOTS_DEPTH = 15, SLOTS = 1 << SLOTS_DEPTH };

/* What cbt_pool_check() must find right; zeroed before it is made. */
static struct pool {
    uint64_t ids[SLOTS]; /* 0 where the slot is free */
    uint32_t neighbours[SLOTS][POOL_EDGES];
    uint32_t bits[SLOTS / 32]; /* of slots, least significant bit first */
    uint32_t tree[SLOTS];
    uint32_t leaves[SLOTS]; /* as the check gives them */
} pool;

/* A leaf and its slot. */
struct place {
    uint32_t leaf, slot;
};

static int compare_places(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    return x->leaf < y->leaf ? -1 : x->leaf > y->leaf;
}

/* The slot of the leaf at an edge of another one, beyond which lies the node `beyond` of its depth:
 * that node, its parent, or the half of it whose longest edge this is. */
static uint32_t slot_beyond(const struct place *places, size_t count, uint32_t leaf,
                            uint32_t beyond)
{
    const bool right = beyond != 0 && cbt_leb_node_neighbours(beyond).right == leaf;
    const struct place wanted[] = { { beyond, 0 }, { beyond / 2, 0 }, { 2 * beyond + !right, 0 } };
    for (int i = 0; beyond != 0 && i < 3; i++) {
        const struct place *found =
            bsearch(&wanted[i], places, count, sizeof(*places), compare_places);
        if (found)
            return found->slot;
    }
    return POOL_NONE;
}

/* Puts the leaves of a tree into slots here and there. */
static void pool_make(const struct reference *reference)
{
    const uint32_t count = reference->leaf_count;
    static struct place places[SLOTS];
    assert_true(count <= SLOTS && cbt_pool_tree_words(SLOTS_DEPTH) <= SLOTS);
    memset(&pool, 0, sizeof(pool));
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t slot = (i * 20261 + 7) % SLOTS;
        places[i] = (struct place){ reference->leaves[i], slot };
        pool.ids[slot] = reference->leaves[i];
        pool.bits[slot / 32] |= 1u << slot % 32;
    }
    qsort(places, count, sizeof(*places), compare_places);
    for (uint32_t i = 0; i < count; i++) {
        const struct leb_neighbours beyond = cbt_leb_node_neighbours(places[i].leaf);
        uint32_t *neighbours = pool.neighbours[places[i].slot];
        neighbours[POOL_LEFT] = slot_beyond(places, count, places[i].leaf, beyond.left);
        neighbours[POOL_RIGHT] = slot_beyond(places, count, places[i].leaf, beyond.right);
        neighbours[POOL_EDGE] = slot_beyond(places, count, places[i].leaf, beyond.edge);
    }
    cbt_pool_tree_reduce(pool.tree, pool.bits, SLOTS_DEPTH);
}

/* The message of the check; empty where it finds all right. */
static const char *check(const uint32_t *live)
{
    static char message[CONTEXT_MESSAGE_BYTES];
    CLEANUP(context_finish) struct context context = context_of(1, NULL);
    const struct pool_view view = { .depth = SLOTS_DEPTH,
                                    .slots = SLOTS,
                                    .ids = pool.ids,
                                    .neighbours = (const uint32_t(*)[POOL_EDGES])pool.neighbours,
                                    .bits = pool.bits,
                                    .tree = pool.tree,
                                    .live = live,
                                    .live_count = cbt_pool_tree_read(pool.tree, SLOTS_DEPTH, 1) };
    const bool right = cbt_pool_check(&context, &view, pool.leaves);
    assert_int_equal(context_trouble(&context), right ? CONTEXT_OK : CONTEXT_MISMATCH);
    snprintf(message, sizeof(message), "%s", context_message(&context));
    return message;
}

static void run_sequence(enum sequence_kind kind, uint32_t depth)
{
    CLEANUP(cbt_reference_finish) struct reference reference;
    assert_true(cbt_reference_init(&reference, kind, depth));
    for (uint32_t f = 0; f < cbt_sequence_frames(kind); f++) {
        cbt_reference_step(&reference);
        pool_make(&reference);
        if (*check(NULL))
            fail_msg("%s D=%u f=%u: %s", cbt_sequence_names[kind], depth, f, check(NULL));
        assert_memory_equal(pool.leaves, reference.leaves, 4 * reference.leaf_count);
    }
}

TEST(test_right)
{
    for (uint32_t depth = 6; depth <= 14; depth += 4) {
        run_sequence(SEQUENCE_P, depth);
        run_sequence(SEQUENCE_N, depth);
        run_sequence(SEQUENCE_L, depth);
    }
    run_sequence(SEQUENCE_P, 28);
}

/* Bytes that the paper's tree takes. */
TEST(test_tree_size)
{
    assert_int_equal(4 * cbt_pool_tree_words(17), 3324);
    assert_int_equal(4 * cbt_pool_tree_words(18), 6396);
    assert_int_equal(4 * cbt_pool_tree_words(19), 12540);
    assert_int_equal(4 * cbt_pool_tree_words(20), 24828);
}

/* Nodes of all widths, full to the brim. */
TEST(test_tree_full)
{
    for (uint32_t depth = POOL_DEPTH_MIN; depth <= POOL_DEPTH_MAX; depth++) {
        const size_t words = (size_t)1 << (depth - 5);
        CLEANUP(free_pointer)
        uint32_t *bits = malloc(4 * words), *tree = calloc(cbt_pool_tree_words(depth), 4);
        assert_true(bits && tree);
        memset(bits, 0xff, 4 * words);
        cbt_pool_tree_reduce(tree, bits, depth);
        for (uint32_t level = 0; level <= depth - POOL_LOWEST; level++)
            for (uint32_t node = 1u << level; node < 2u << level; node++)
                assert_int_equal(cbt_pool_tree_read(tree, depth, node), 1u << (depth - level));
    }
}

TEST(test_faults_are_seen)
{
    static uint32_t live[SLOTS];
    CLEANUP(cbt_reference_finish) struct reference reference;
    uint32_t count = 0, inner = 0;
    assert_true(cbt_reference_init(&reference, SEQUENCE_N, 12));
    for (uint32_t f = 0; f < 21; f++)
        cbt_reference_step(&reference);
    pool_make(&reference);
    for (uint32_t slot = 0; slot < SLOTS; slot++)
        if (pool.ids[slot] != 0) {
            live[count++] = slot;
            inner = pool.neighbours[slot][POOL_LEFT] == POOL_NONE ? inner : slot;
        }
    assert_string_equal(check(live), "");
    const struct {
        uint32_t *word, wrong;
    } faults[] = {
        { &live[0], live[1] },
        { &pool.neighbours[inner][POOL_LEFT],
          live[pool.neighbours[inner][POOL_LEFT] == live[5] ? 6 : 5] },
        { &pool.neighbours[inner][POOL_RIGHT],
          live[pool.neighbours[inner][POOL_RIGHT] == live[5] ? 6 : 5] },
        { &pool.neighbours[inner][POOL_EDGE],
          live[pool.neighbours[inner][POOL_EDGE] == live[5] ? 6 : 5] },
        { &pool.bits[inner / 32], pool.bits[inner / 32] ^ 1u << inner % 32 },
        { &pool.tree[cbt_pool_tree_words(SLOTS_DEPTH) - 1],
          pool.tree[cbt_pool_tree_words(SLOTS_DEPTH) - 1] ^ 0x01000000 },
    };
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        const uint32_t right = *faults[i].word;
        *faults[i].word = faults[i].wrong;
        assert_string_not_equal(check(live), "");
        *faults[i].word = right;
    }
    pool.ids[inner] *= 2;
    assert_string_not_equal(check(live), "");
    pool.ids[inner] /= 2;
    assert_string_equal(check(live), "");
}
