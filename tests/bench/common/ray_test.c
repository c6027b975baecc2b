/* SPDX-License-Identifier: MIT */
/*
 * ray_test.c: what rays hit through the tree is, bit by bit, what they hit of all triangles one
 * after another; edges let nothing through; triangles without area, rays along axes and an empty
 * scene do no harm.
 */
#include "bench/common/ray.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/random.h"
#include "tests/unit.h"

/* In [-1, 1]. */
static float number(uint64_t *random)
{
    return (float)(random_next(random) >> 40) / 8388608 - 1;
}

static struct vector point(uint64_t *random)
{
    const float x = number(random), y = number(random), z = number(random);
    return (struct vector){ x, y, z };
}

/* Near each other, `size` apart. */
static struct ray_triangle triangle(uint64_t *random, float size)
{
    const struct vector at = point(random);
    struct ray_triangle made;
    for (int i = 0; i < 3; i++)
        made.corners[i] = vector_add(at, vector_scale(point(random), size));
    return made;
}

static void assert_like_all(const struct ray_tree *tree, const struct ray_triangle *triangles,
                            uint32_t count, const struct ray *ray)
{
    struct ray_hit wanted = { .t = -1 }, got = { .t = -1 };
    struct ray_frame frame;
    bool found = false;
    ray_frame_init(&frame, ray);
    for (uint32_t i = 0; i < count; i++) {
        struct ray_hit hit = { .triangle = i };
        if (ray_frame_hits(&frame, &triangles[i], &hit) && (!found || hit.t < wanted.t)) {
            wanted = hit;
            found = true;
        }
    }
    assert_true(ray_tree_closest(tree, ray, &got) == found);
    assert_true(ray_tree_any(tree, ray) == found);
    assert_memory_equal(&got, &wanted, sizeof(got));
}

/* Small and large triangles, some twice, some in the plane of an axis, some without area. */
static void make_soup(struct ray_triangle *triangles, uint32_t count, uint64_t *random)
{
    for (uint32_t i = 0; i < count; i++) {
        triangles[i] = triangle(random, i % 7 == 0 ? 0.8f : 0.1f);
        if (i % 11 == 3)
            triangles[i] = triangles[i / 2];
        for (int k = 0; k < 3 && i % 5 == 1; k++)
            triangles[i].corners[k].y = 0.25f * (float)(i % 3);
        if (i % 13 == 5)
            triangles[i].corners[2] = triangles[i].corners[i % 2];
        if (i % 13 == 6)
            triangles[i].corners[2] =
                vector_scale(vector_add(triangles[i].corners[0], triangles[i].corners[1]), 0.5f);
    }
}

static struct ray some_ray(uint64_t *random, uint32_t i)
{
    struct ray ray = { .origin = vector_scale(point(random), 1.5f),
                       .direction = vector_scale(point(random), i % 2 ? 0.01f : 3),
                       .farthest = INFINITY };
    if (i % 4 == 0) { /* along an axis, either way */
        const float sign = i % 8 ? 1 : -1;
        ray.direction =
            (struct vector){ i % 3 == 0 ? sign : 0, i % 3 == 1 ? sign : 0, i % 3 == 2 ? sign : 0 };
    }
    if (i % 12 == 4) /* in the plane of flat triangles and of their boxes */
        ray.origin.y = 0.25f;
    if (i % 5 == 0) {
        ray.nearest = 0.2f;
        ray.farthest = 0.9f;
    }
    return ray;
}

TEST(test_against_all)
{
    enum { TRIANGLES = 600, RAYS = 6000 };
    static struct ray_triangle triangles[TRIANGLES];
    uint64_t random = 1;
    make_soup(triangles, TRIANGLES, &random);
    for (uint32_t count = 1; count <= TRIANGLES; count = 3 * count + 1) {
        struct ray_tree *tree = ray_tree_create(triangles, count);
        assert_non_null(tree);
        for (uint32_t i = 0; i < RAYS; i++) {
            const struct ray ray = some_ray(&random, i);
            assert_like_all(tree, triangles, count, &ray);
        }
        ray_tree_destroy(&tree);
        assert_null(tree);
    }
}

TEST(test_empty)
{
    CLEANUP(ray_tree_destroy) struct ray_tree *tree = ray_tree_create(NULL, 0);
    const struct ray ray = { .direction = { 0, 0, 1 }, .farthest = INFINITY };
    struct ray_hit hit = { .triangle = 77 };
    assert_non_null(tree);
    assert_false(ray_tree_closest(tree, &ray, &hit));
    assert_false(ray_tree_any(tree, &ray));
    assert_int_equal(hit.triangle, 77);
    ray_tree_destroy(&tree); /* and NULL at the end */
}

TEST(test_by_hand)
{
    const struct ray_triangle square[2] = {
        { { { 0, 0, 2 }, { 4, 0, 2 }, { 0, 4, 2 } } },
        { { { 0, 0, 2 }, { 4, 0, 2 }, { 0, 4, 2 } } },
    };
    CLEANUP(ray_tree_destroy) struct ray_tree *tree = ray_tree_create(square, 2);
    struct ray ray = { .origin = { 1, 2, 0 }, .direction = { 0, 0, 4 }, .farthest = INFINITY };
    struct ray_hit hit;
    assert_true(ray_tree_closest(tree, &ray, &hit));
    assert_true(hit.t == 0.5f && hit.triangle == 0 && hit.u == 0.25f && hit.v == 0.5f);
    ray.farthest = 0.5f; /* outside, and so is nearest */
    assert_false(ray_tree_any(tree, &ray));
    ray.farthest = 1;
    ray.nearest = 0.5f;
    assert_false(ray_tree_any(tree, &ray));
    ray.nearest = 0.25f;
    assert_true(ray_tree_any(tree, &ray));
    ray.origin.x = -1;
    assert_false(ray_tree_any(tree, &ray));
}

/* All in one place: no split tells them apart. */
TEST(test_deep)
{
    enum { COUNT = 5000 };
    CLEANUP(free_pointer) struct ray_triangle *triangles = calloc(COUNT, sizeof(*triangles));
    uint64_t random = 9;
    assert_non_null(triangles);
    for (uint32_t i = 0; i < COUNT; i++) {
        triangles[i] = (struct ray_triangle){ { { -1, -1, 1 }, { 1, -1, 1 }, { 0, 1, 1 } } };
        if (i % 2) /* ever smaller, towards one corner */
            for (int k = 0; k < 3; k++)
                triangles[i].corners[k] =
                    vector_scale(triangles[i].corners[k], ldexpf(1, -(int)(i % 100)));
    }
    CLEANUP(ray_tree_destroy) struct ray_tree *tree = ray_tree_create(triangles, COUNT);
    assert_non_null(tree);
    for (uint32_t i = 0; i < 50; i++) {
        const struct ray ray = some_ray(&random, i);
        assert_like_all(tree, triangles, COUNT, &ray);
    }
}

enum { CELLS = 12 };

/* A bent sheet over [-1, 1]^2 of triangles that share their corners bit by bit. */
static uint32_t make_sheet(struct ray_triangle *triangles)
{
    static struct vector points[CELLS + 1][CELLS + 1];
    uint64_t random = 5;
    for (int y = 0; y <= CELLS; y++)
        for (int x = 0; x <= CELLS; x++)
            points[y][x] = (struct vector){ (float)x * 2 / CELLS - 1, (float)y * 2 / CELLS - 1,
                                            0.1f * number(&random) };
    uint32_t count = 0;
    for (int y = 0; y < CELLS; y++)
        for (int x = 0; x < CELLS; x++) {
            triangles[count++] =
                (struct ray_triangle){ { points[y][x], points[y][x + 1], points[y + 1][x] } };
            triangles[count++] = (struct ray_triangle){ { points[y + 1][x + 1], points[y + 1][x],
                                                          points[y][x + 1] } };
        }
    return count;
}

/* Rays at points of inner edges, and at their ends, from anywhere above: none gets through. */
TEST(test_edges)
{
    static struct ray_triangle triangles[2 * CELLS * CELLS];
    const uint32_t count = make_sheet(triangles);
    CLEANUP(ray_tree_destroy) struct ray_tree *tree = ray_tree_create(triangles, count);
    uint64_t random = 3;
    assert_non_null(tree);
    for (uint32_t i = 0; i < 50000; i++) {
        const struct ray_triangle *of = &triangles[random_below(&random, count)];
        const struct vector a = of->corners[i % 3], b = of->corners[(i + 1) % 3];
        const float along = i % 5 == 0 ? 0 : 0.5f + number(&random) / 2;
        const struct vector at = vector_add(a, vector_scale(vector_sub(b, a), along));
        if (fabsf(at.x) > 0.9f || fabsf(at.y) > 0.9f)
            continue;
        struct ray ray = { .origin = { 0.5f * number(&random), 0.5f * number(&random), 1.5f },
                           .farthest = INFINITY };
        if (i % 7 == 0)
            ray.origin = (struct vector){ at.x, at.y, 1 };
        ray.direction = vector_sub(at, ray.origin);
        assert_true(ray_tree_any(tree, &ray));
    }
}

struct queries {
    const struct ray_tree *tree;
    const struct ray *rays;
    struct ray_hit *hits;
};

static void ask(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct queries *queries = context;
    for (size_t i = begin; i < end; i++)
        ray_tree_closest(queries->tree, &queries->rays[i], &queries->hits[i]);
}

TEST(test_threads)
{
    enum { TRIANGLES = 300, RAYS = 20000, POOLS = 3 };
    static struct ray_triangle triangles[TRIANGLES];
    static struct ray rays[RAYS];
    static struct ray_hit hits[POOLS][RAYS];
    uint64_t random = 2;
    make_soup(triangles, TRIANGLES, &random);
    for (uint32_t i = 0; i < RAYS; i++)
        rays[i] = some_ray(&random, i);
    CLEANUP(ray_tree_destroy) struct ray_tree *tree = ray_tree_create(triangles, TRIANGLES);
    for (uint32_t i = 0; i < POOLS; i++) {
        struct cpu_pool *pool = cpu_pool_create(i + 1);
        struct queries queries = { tree, rays, hits[i] };
        assert_non_null(pool);
        cpu_pool_run(pool, RAYS, 64, ask, &queries);
        cpu_pool_destroy(&pool);
        assert_memory_equal(hits[i], hits[0], sizeof(hits[0]));
    }
}
