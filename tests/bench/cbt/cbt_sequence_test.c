/* SPDX-License-Identifier: MIT */
/*
 * cbt_sequence_test.c: bisection and sequences. The reference works on the bit field by id
 * arithmetic; here a second formulation keeps an explicit set of triangles and finds neighbours by
 * comparing their corners. Both must have the same leaves after every frame.
 */
#include "bench/cbt/tree/tree.h"
#include "tests/bench/cbt/cbt_heap.h"
#include "tests/unit.h"

enum { DEPTH_MAX = 9, NODES_MAX = 2 << DEPTH_MAX };

static bool same(struct leb_point p, struct leb_point q)
{
    return p.x == q.x && p.y == q.y;
}

/* The edge p-q, in either direction. */
static bool has_edge(const struct leb_triangle *t, struct leb_point p, struct leb_point q,
                     bool *longest)
{
    const struct leb_point corners[4] = { t->a, t->b, t->c, t->a };
    for (int i = 0; i < 3; i++)
        if ((same(corners[i], p) && same(corners[i + 1], q)) ||
            (same(corners[i], q) && same(corners[i + 1], p))) {
            *longest = i == 2;
            return true;
        }
    return false;
}

static uint32_t node_with_edge(const uint32_t *nodes, size_t count, uint32_t except,
                               struct leb_point p, struct leb_point q, bool *longest)
{
    for (size_t i = 0; i < count; i++) {
        const struct leb_triangle t = cbt_leb_node_triangle(nodes[i]);
        if (nodes[i] != except && has_edge(&t, p, q, longest))
            return nodes[i];
    }
    return 0;
}

/* Triangles ------------------------------------------------------------------------------------ */

static int64_t twice_area(struct leb_triangle t)
{
    return llabs((int64_t)(t.b.x - t.a.x) * (t.c.y - t.a.y) -
                 (int64_t)(t.c.x - t.a.x) * (t.b.y - t.a.y));
}

static int64_t squared(struct leb_point p, struct leb_point q)
{
    return (int64_t)(p.x - q.x) * (p.x - q.x) + (int64_t)(p.y - q.y) * (p.y - q.y);
}

TEST(test_triangles)
{
    for (uint32_t node = 2; node < NODES_MAX; node++) {
        const struct leb_triangle t = cbt_leb_node_triangle(node);
        const uint32_t depth = cbt_heap_node_depth(node);
        assert_true(twice_area(t) == (int64_t)LEB_SIDE * LEB_SIDE >> (depth - 1));
        assert_true(squared(t.a, t.c) == 2 * squared(t.a, t.b));
        assert_true(squared(t.a, t.b) == squared(t.b, t.c));
        if (node >= NODES_MAX / 2)
            continue;
        const struct leb_triangle left = cbt_leb_node_triangle(2 * node);
        const struct leb_triangle right = cbt_leb_node_triangle(2 * node + 1);
        assert_true(same(left.b, right.b) && same(left.c, t.b) && same(right.a, t.b));
        assert_true(same(left.a, t.a) && same(right.c, t.c));
    }
}

/* Neighbours by ids and by corners, and back again. */
TEST(test_neighbours)
{
    for (uint32_t depth = 1; depth <= DEPTH_MAX; depth++) {
        const uint32_t count = 1u << depth;
        uint32_t nodes[1 << DEPTH_MAX];
        for (uint32_t i = 0; i < count; i++)
            nodes[i] = count + i;
        for (uint32_t node = count; node < 2 * count; node++) {
            const struct leb_neighbours n = cbt_leb_node_neighbours(node);
            const struct leb_triangle t = cbt_leb_node_triangle(node);
            bool longest;
            assert_int_equal(n.node, node);
            assert_int_equal(n.left, node_with_edge(nodes, count, node, t.b, t.c, &longest));
            assert_int_equal(n.right, node_with_edge(nodes, count, node, t.a, t.b, &longest));
            assert_int_equal(n.edge, node_with_edge(nodes, count, node, t.a, t.c, &longest));
            assert_true(n.edge == 0 || longest);
            assert_true(n.edge == 0 || cbt_leb_node_neighbours(n.edge).edge == node);
        }
    }
    assert_int_equal(cbt_leb_node_neighbours(1).edge, 0);
}

/* Sequences ------------------------------------------------------------------------------------ */

/* The second formulation. */
struct mesh {
    uint32_t leaves[1 << DEPTH_MAX];
    size_t count;
};

static void mesh_replace(struct mesh *mesh, uint32_t node, uint32_t first, uint32_t second)
{
    size_t i = 0;
    while (mesh->leaves[i] != node)
        assert_true(++i < mesh->count);
    mesh->leaves[i] = first;
    if (second != 0)
        mesh->leaves[mesh->count++] = second;
}

static bool mesh_has(const struct mesh *mesh, uint32_t node)
{
    for (size_t i = 0; i < mesh->count; i++)
        if (mesh->leaves[i] == node)
            return true;
    return false;
}

/* A coarser neighbour is split first; then the two halves of the longest edge are split at once. */
static void mesh_split(struct mesh *mesh, uint32_t node)
{
    const struct leb_triangle t = cbt_leb_node_triangle(node);
    bool longest = true;
    uint32_t across = node_with_edge(mesh->leaves, mesh->count, node, t.a, t.c, &longest);
    if (across != 0 && !longest) {
        mesh_split(mesh, across);
        across = node_with_edge(mesh->leaves, mesh->count, node, t.a, t.c, &longest);
        assert_true(across != 0 && longest);
    }
    mesh_replace(mesh, node, 2 * node, 2 * node + 1);
    if (across != 0)
        mesh_replace(mesh, across, 2 * across, 2 * across + 1);
}

static size_t leaves_below(const struct mesh *mesh, uint32_t node)
{
    size_t count = 0;
    for (size_t i = 0; i < mesh->count; i++)
        for (uint32_t up = mesh->leaves[i]; up > 0; up >>= 1)
            count += up == node;
    return count;
}

static uint32_t across_longest_edge(uint32_t node)
{
    uint32_t nodes[1 << DEPTH_MAX];
    const uint32_t first = 1u << cbt_heap_node_depth(node);
    const struct leb_triangle t = cbt_leb_node_triangle(node);
    bool longest;
    for (uint32_t i = 0; i < first; i++)
        nodes[i] = first + i;
    return node_with_edge(nodes, first, node, t.a, t.c, &longest);
}

static void mesh_step(struct mesh *mesh, const struct sequence_frame *frame)
{
    const struct mesh before = *mesh;
    for (size_t i = 0; i < before.count; i++) {
        const uint32_t leaf = before.leaves[i], base = leaf >> 1;
        if (!frame->merges) {
            if (cbt_heap_node_depth(leaf) < frame->depth && cbt_sequence_splits(frame, leaf) &&
                mesh_has(mesh, leaf))
                mesh_split(mesh, leaf);
        } else if (cbt_heap_node_depth(leaf) >= 2 && mesh_has(mesh, leaf)) {
            const uint32_t across = across_longest_edge(base), top = across == 0 ? base : across;
            if (!cbt_sequence_merges(frame, base, top) || leaves_below(&before, base) > 2 ||
                leaves_below(&before, top) > 2)
                continue;
            mesh_replace(mesh, leaf, base, 0);
            mesh_replace(mesh, leaf ^ 1, mesh->leaves[mesh->count - 1], 0);
            mesh->count--;
        }
    }
}

/* Every edge is of two leaves, or on the border; edge neighbours differ by a level at most. */
static void assert_conforming(const struct mesh *mesh)
{
    int64_t area = 0;
    for (size_t i = 0; i < mesh->count; i++) {
        const struct leb_triangle t = cbt_leb_node_triangle(mesh->leaves[i]);
        const struct leb_point corners[4] = { t.a, t.b, t.c, t.a };
        area += twice_area(t);
        for (int edge = 0; edge < 3; edge++) {
            const struct leb_point p = corners[edge], q = corners[edge + 1];
            bool longest;
            const uint32_t across =
                node_with_edge(mesh->leaves, mesh->count, mesh->leaves[i], p, q, &longest);
            const bool border =
                (p.x == q.x && p.x % LEB_SIDE == 0) || (p.y == q.y && p.y % LEB_SIDE == 0);
            assert_true((across == 0) == border);
            if (across != 0)
                assert_true(abs((int)cbt_heap_node_depth(across) -
                                (int)cbt_heap_node_depth(mesh->leaves[i])) <= 1);
        }
    }
    assert_true(area == 2 * (int64_t)LEB_SIDE * LEB_SIDE);
}

static int compare_leaves(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* The heap after a frame is that of a full reduction, and its handles go both ways. */
static void assert_reduced(const struct reference *reference)
{
    const struct heap *heap = &reference->heap;
    CLEANUP(cbt_heap_finish) struct heap full;
    uint32_t ones = 0;
    assert_true(cbt_heap_init(&full, heap->depth));
    memcpy(full.words, heap->words, 4 * cbt_heap_words(heap->depth));
    cbt_heap_reduce(&full, NULL);
    assert_memory_equal(full.words, heap->words, 4 * cbt_heap_words(heap->depth));
    for (size_t i = 0; i < cbt_heap_bitfield_words(heap->depth); i++)
        ones += (uint32_t)__builtin_popcount(heap->words[cbt_heap_bitfield_word(heap->depth) + i]);
    assert_int_equal(cbt_heap_leaf_count(heap), ones);
    for (uint32_t handle = 0; handle < ones; handle++) {
        assert_int_equal(cbt_heap_decode(heap, handle), reference->leaves[handle]);
        assert_int_equal(heap_encode(heap, reference->leaves[handle]), handle);
    }
}

static void check_sequence(enum sequence_kind kind, uint32_t depth)
{
    CLEANUP(cbt_reference_finish) struct reference reference;
    struct mesh mesh = { .leaves = { 2, 3 }, .count = 2 };
    assert_true(cbt_reference_init(&reference, kind, depth));
    for (uint32_t f = 0; f < cbt_sequence_frames(kind); f++) {
        const struct sequence_frame frame = cbt_sequence_frame(kind, depth, f);
        assert_int_equal(frame.merges, f % 2);
        mesh_step(&mesh, &frame);
        cbt_reference_step(&reference);
        struct mesh sorted = { .count = reference.leaf_count };
        assert_int_equal(reference.leaf_count, mesh.count);
        memcpy(sorted.leaves, reference.leaves, 4 * sorted.count);
        qsort(sorted.leaves, sorted.count, 4, compare_leaves);
        qsort(mesh.leaves, mesh.count, 4, compare_leaves);
        assert_memory_equal(sorted.leaves, mesh.leaves, 4 * mesh.count);
        assert_reduced(&reference);
        if (f % 8 >= 6)
            assert_conforming(&mesh);
    }
}

TEST(test_sequences)
{
    check_sequence(SEQUENCE_P, 5);
    check_sequence(SEQUENCE_P, 9);
    check_sequence(SEQUENCE_N, 5);
    check_sequence(SEQUENCE_N, 8);
    check_sequence(SEQUENCE_L, 6);
    check_sequence(SEQUENCE_L, 8);
}

static void run_to(struct reference *reference, uint32_t frame)
{
    while (reference->frame <= frame)
        cbt_reference_step(reference);
}

/* L is steady from frame 95 on; P ends with few leaves; N goes on changing. */
TEST(test_convergence)
{
    CLEANUP(cbt_reference_finish) struct reference reference;
    assert_true(cbt_reference_init(&reference, SEQUENCE_L, 14));
    run_to(&reference, 95);
    while (reference.frame < 128) {
        cbt_reference_step(&reference);
        assert_int_equal(reference.changed_count, 0);
    }
    cbt_reference_finish(&reference);
    assert_true(cbt_reference_init(&reference, SEQUENCE_N, 14));
    run_to(&reference, 61);
    for (int i = 0; i < 2; i++) {
        cbt_reference_step(&reference);
        assert_true(reference.changed_count > 100);
    }
}
