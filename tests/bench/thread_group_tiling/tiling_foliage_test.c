/* SPDX-License-Identifier: MIT */
/* tiling_foliage_test.c: the answer is that of all leaves tried one by one; no box of the tree
 * hides a leaf that a ray meets; the triangle of each leaf has room around it. */
#include "bench/thread_group_tiling/foliage.h"

#include "tests/context.h"

enum { WIDTH = 37, HEIGHT = 21 };

static bool enters(const struct tiling_leaf_box *box, const float from[2], const float side[2])
{
    double low = box->low[2], high = box->high[2];
    for (int axis = 0; axis < 2; axis++) {
        const double a = ((double)box->low[axis] - from[axis]) / side[axis];
        const double b = ((double)box->high[axis] - from[axis]) / side[axis];
        low = fmax(low, fmin(a, b));
        high = fmin(high, fmax(a, b));
    }
    return low <= high;
}

/* A leaf that the ray meets is below boxes that it enters. Returns whether it meets any. */
static bool meets_any(const struct tiling_foliage *foliage, const float from[2],
                      const float side[2])
{
    bool any = false;
    for (uint32_t i = 0; i < foliage->leaf_count; i++)
        if (tiling_foliage_meets(&foliage->leaves[i], from, side)) {
            any = true;
            for (uint32_t node = (i + foliage->leaf_count) / 2; node > 0; node /= 2)
                assert_true(enters(&foliage->nodes[node], from, side));
        }
    return any;
}

TEST(test_every_leaf)
{
    CLEANUP(context_finish) struct context context = context_of(7, NULL);
    const struct tiling_foliage *foliage = tiling_foliage_make(&context, WIDTH, HEIGHT);
    assert_non_null(foliage);
    uint32_t blocked = 0;
    for (uint32_t y = 0; y < HEIGHT; y++)
        for (uint32_t x = 0; x < WIDTH; x++) {
            const float from[2] = { (float)x + 0.5f, (float)y + 0.5f };
            uint32_t word = 0;
            for (uint32_t ray = 0; ray < TILING_FOLIAGE_RAYS; ray++)
                if (meets_any(foliage, from, tiling_foliage_direction(foliage, x, y, ray)->side))
                    word |= 1u << ray, blocked++;
            assert_int_equal(word, foliage->answer[y * WIDTH + x]);
        }
    /* Neither all nor none of them. */
    assert_in_range(blocked, WIDTH * HEIGHT, 3 * WIDTH * HEIGHT);
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* How far the middle of the leaf is from the line through two corners. */
static double line_distance(const float *middle, const float *corner, const float *next)
{
    double along[3], to[3];
    for (int axis = 0; axis < 3; axis++) {
        along[axis] = (double)next[axis] - corner[axis];
        to[axis] = (double)middle[axis] - corner[axis];
    }
    const double part = dot(to, along) / dot(along, along);
    for (int axis = 0; axis < 3; axis++)
        to[axis] -= part * along[axis];
    return sqrt(dot(to, to));
}

TEST(test_triangles)
{
    CLEANUP(context_finish) struct context context = context_of(8, NULL);
    const struct tiling_foliage *foliage = tiling_foliage_make(&context, WIDTH, HEIGHT);
    assert_non_null(foliage);
    CLEANUP(free_pointer) float *vertices = malloc(foliage->leaf_count * 9 * sizeof(*vertices));
    assert_non_null(vertices);
    tiling_foliage_triangles(foliage, vertices);
    for (uint32_t i = 0; i < foliage->leaf_count; i++) {
        const struct tiling_leaf *leaf = &foliage->leaves[i];
        const double radius = sqrt((double)leaf->radius_2);
        assert_true(leaf->centre[2] > radius);
        for (int k = 0; k < 3; k++) {
            const float *corner = &vertices[9 * i + 3 * k];
            const double off = leaf->normal[0] * (corner[0] - leaf->centre[0]) +
                               leaf->normal[1] * (corner[1] - leaf->centre[1]) +
                               leaf->normal[2] * (corner[2] - leaf->centre[2]);
            assert_true(fabs(off) < 1e-4);
            assert_true(line_distance(leaf->centre, corner, &vertices[9 * i + 3 * ((k + 1) % 3)]) >
                        radius + 0.06);
        }
    }
}

TEST(test_sizes)
{
    struct tiling_foliage foliage;
    tiling_foliage_size(&foliage, 2560, 1440);
    assert_int_equal(foliage.leaf_count, 1 << 22);
    assert_int_equal(foliage.reach, 213);
    tiling_foliage_size(&foliage, 16, 9);
    assert_int_equal(foliage.reach, 8);
}
