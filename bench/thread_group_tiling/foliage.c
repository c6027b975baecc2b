/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/foliage.h"

#include "bench/common/hash.h"
#include "bench/common/vector.h"
#include "harness/base/need.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/random.h"

#include <stdio.h>
#include <stdlib.h>

enum { MORTON_BITS = 10, CHUNK = 1 << 12 };

/* The share of the ground that leaves would cover, lying flat and apart: a ray meets about 0.7. */
static const float cover = 1.2f;
static const float leaves_per_pixel = 0.8f; /* at most */
static const float pad = 0.0625f;           /* of boxes, triangles and shadows, pixels */
static const float grow = 1.05f;            /* of triangles */
static const float cosine_2 = 0.000244140625f;

/* Leaves --------------------------------------------------------------------------------------- */

void tiling_foliage_size(struct tiling_foliage *foliage, uint32_t width, uint32_t height)
{
    const uint32_t reach = width / 12 > 8 ? width / 12 : 8;
    const float ground = (float)(width + 2 * reach) * (float)(height + 2 * reach);
    uint32_t leaves = 2;
    while (2 * (float)leaves <= leaves_per_pixel * ground)
        leaves *= 2;
    *foliage =
        (struct tiling_foliage){ .width = width,
                                 .height = height,
                                 .reach = reach,
                                 .leaf_count = leaves,
                                 .radius = sqrtf(cover / 3.1415927f * ground / (float)leaves) };
}

/* Uniform in 0 .. 1, a multiple of 2^-24. */
static float uniform(uint64_t *random)
{
    return (float)(random_next(random) >> 40) * 0x1p-24f;
}

static struct tiling_leaf leaf_draw(const struct tiling_foliage *foliage, uint64_t *random)
{
    const float reach = (float)foliage->reach, margin = foliage->radius + 4 * pad;
    const float x = uniform(random) * ((float)foliage->width + 2 * reach) - reach;
    const float y = uniform(random) * ((float)foliage->height + 2 * reach) - reach;
    const float z = margin + uniform(random) * (reach - 2 * margin);
    /* A point of the ball, moved to the surface: of length 1, but for rounding. */
    struct vector at;
    float square;
    do {
        at.x = 2 * uniform(random) - 1;
        at.y = 2 * uniform(random) - 1;
        at.z = 2 * uniform(random) - 1;
        square = vector_dot(at, at);
    } while (!(square > 0.01f && square <= 1));
    const struct vector normal = vector_unit(at);
    return (struct tiling_leaf){ .centre = { x, y, z },
                                 .radius_2 = foliage->radius * foliage->radius,
                                 .normal = { normal.x, normal.y, normal.z } };
}

/* Cells of one size along all axes, as many as the longest side has. */
static uint32_t key_of(const struct tiling_foliage *foliage, const struct tiling_leaf *leaf)
{
    const uint32_t longest = foliage->width > foliage->height ? foliage->width : foliage->height;
    const float reach = (float)foliage->reach;
    const float scale = (float)(1 << MORTON_BITS) / ((float)longest + 2 * reach + 1);
    const uint32_t at[3] = { (uint32_t)((leaf->centre[0] + reach) * scale),
                             (uint32_t)((leaf->centre[1] + reach) * scale),
                             (uint32_t)(leaf->centre[2] * scale) };
    /* Bits of x, y and z in turns; each below 2^MORTON_BITS. */
    uint32_t key = 0;
    for (int bit = 0; bit < MORTON_BITS; bit++)
        for (int axis = 0; axis < 3; axis++)
            key |= (at[axis] >> bit & 1) << (3 * bit + axis);
    return key;
}

/* Moves keys in the order of MORTON_BITS bits above `shift`; equal ones keep their order. */
static void keys_move(const uint64_t *from, uint64_t *to, uint32_t count, int shift)
{
    enum { DIGITS = 1 << MORTON_BITS };
    uint32_t places[DIGITS] = { 0 };
    for (uint32_t i = 0; i < count; i++)
        places[from[i] >> shift & (DIGITS - 1)]++;
    for (uint32_t digit = 0, sum = 0; digit < DIGITS; digit++) {
        const uint32_t next = sum + places[digit];
        places[digit] = sum;
        sum = next;
    }
    for (uint32_t i = 0; i < count; i++)
        to[places[from[i] >> shift & (DIGITS - 1)]++] = from[i];
}

/* Leaves as they are drawn, their keys with their numbers, and leaves in the order of keys. */
struct sorting {
    const struct tiling_foliage *foliage;
    struct tiling_leaf *drawn, *sorted;
    uint64_t *keys, *room;
};

static void key_set(void *context, size_t i)
{
    const struct sorting *sorting = context;
    sorting->keys[i] = (uint64_t)key_of(sorting->foliage, &sorting->drawn[i]) << 32 | i;
}

static void leaf_sort(void *context, size_t i)
{
    const struct sorting *sorting = context;
    sorting->sorted[i] = sorting->drawn[(uint32_t)sorting->room[i]];
}

static bool leaves_make(struct context *context, const struct tiling_foliage *foliage,
                        struct tiling_leaf *leaves, struct cpu_pool *pool)
{
    const uint32_t count = foliage->leaf_count;
    OWNED struct tiling_leaf *drawn = malloc(count * sizeof(*drawn));
    OWNED uint64_t *keys = calloc(count, sizeof(*keys)), *room = malloc(count * sizeof(*room));
    struct sorting sorting = { foliage, drawn, leaves, keys, room };
    uint64_t random = context->seed;
    if (!drawn || !keys || !room)
        return context_error(context, "not enough memory for %u leaves", count);
    for (uint32_t i = 0; i < count; i++)
        drawn[i] = leaf_draw(foliage, &random);
    cpu_pool_each(pool, count, CHUNK, key_set, &sorting);
    keys_move(keys, room, count, 32);
    keys_move(room, keys, count, 32 + MORTON_BITS);
    keys_move(keys, room, count, 32 + 2 * MORTON_BITS);
    cpu_pool_each(pool, count, CHUNK, leaf_sort, &sorting);
    return true;
}

/* Tree ----------------------------------------------------------------------------------------- */

static struct tiling_leaf_box box_of(const struct tiling_foliage *foliage,
                                     const struct tiling_leaf_box *nodes, uint32_t child)
{
    if (child < foliage->leaf_count)
        return nodes[child];
    const struct tiling_leaf *leaf = &foliage->leaves[child - foliage->leaf_count];
    struct tiling_leaf_box box = { .low = { 0 } };
    for (int axis = 0; axis < 3; axis++) {
        box.low[axis] = leaf->centre[axis] - (foliage->radius + pad);
        box.high[axis] = leaf->centre[axis] + (foliage->radius + pad);
    }
    return box;
}

/* The nodes of a level, which lie one behind the other; their children are there. */
struct level {
    const struct tiling_foliage *foliage;
    struct tiling_leaf_box *nodes;
    uint32_t first;
};

static void node_make(void *context, size_t at)
{
    const struct level *level = context;
    const uint32_t i = level->first + (uint32_t)at;
    const struct tiling_leaf_box other = box_of(level->foliage, level->nodes, 2 * i + 1);
    struct tiling_leaf_box *node = &level->nodes[i];
    *node = box_of(level->foliage, level->nodes, 2 * i);
    for (int axis = 0; axis < 3; axis++) {
        node->low[axis] = fminf(node->low[axis], other.low[axis]);
        node->high[axis] = fmaxf(node->high[axis], other.high[axis]);
    }
}

struct triangles {
    const struct tiling_foliage *foliage;
    float *vertices;
};

static void triangle_make(void *context, size_t i)
{
    const struct triangles *triangles = context;
    const float inner = triangles->foliage->radius * grow + pad;
    const struct tiling_leaf *leaf = &triangles->foliage->leaves[i];
    const struct vector n = { leaf->normal[0], leaf->normal[1], leaf->normal[2] };
    const struct vector c = { leaf->centre[0], leaf->centre[1], leaf->centre[2] };
    const struct vector other =
        fabsf(n.x) < 0.5f ? (struct vector){ 1, 0, 0 } : (struct vector){ 0, 1, 0 };
    const struct vector u = vector_unit(vector_cross(n, other)), v = vector_cross(n, u);
    const struct vector foot = vector_sub(c, vector_scale(v, inner));
    const struct vector half = vector_scale(u, 1.7320508f * inner);
    const struct vector corners[3] = { vector_add(c, vector_scale(v, 2 * inner)),
                                       vector_add(foot, half), vector_sub(foot, half) };
    for (int k = 0; k < 3; k++) {
        triangles->vertices[9 * i + 3 * k] = corners[k].x;
        triangles->vertices[9 * i + 3 * k + 1] = corners[k].y;
        triangles->vertices[9 * i + 3 * k + 2] = corners[k].z;
    }
}

void tiling_foliage_triangles(const struct tiling_foliage *foliage, float *vertices)
{
    struct triangles triangles = { foliage, vertices };
    OWNED_BY(cpu_pool_destroy) struct cpu_pool *pool = cpu_pool_create(0);
    cpu_pool_each(pool, foliage->leaf_count, CHUNK, triangle_make, &triangles);
}

/* Answer --------------------------------------------------------------------------------------- */

bool tiling_foliage_meets(const struct tiling_leaf *leaf, const float from[2], const float side[2])
{
    const float *n = leaf->normal;
    const float fx = from[0] - leaf->centre[0], fy = from[1] - leaf->centre[1];
    const float fz = -leaf->centre[2];
    const float below = (n[0] * side[0] + n[1] * side[1]) + n[2];
    const float above = -((n[0] * fx + n[1] * fy) + n[2] * fz);
    const float px = side[0] * above + fx * below, py = side[1] * above + fy * below;
    const float pz = above + fz * below;
    const float square = below * below;
    return square >= cosine_2 && (px * px + py * py) + pz * pz <= leaf->radius_2 * square;
}

const struct tiling_direction *tiling_foliage_direction(const struct tiling_foliage *foliage,
                                                        uint32_t x, uint32_t y, uint32_t ray)
{
    return &foliage->directions[hash_mix(x | y << 16) >> 6 * ray & 63];
}

/* The input and output of threads, each for directions of its own: a byte for each ray, so that no
 * two of them write the same one. */
struct shadows {
    const struct tiling_foliage *foliage;
    bool *blocked; /* ray by ray of each pixel */
    uint32_t *answer;
};

/* The rays of one direction. A point of a leaf that is (x, z) off its centre casts its shadow
 * x - side * z off the centre's. */
struct beam {
    const struct tiling_direction *direction;
    float half[2]; /* a shadow reaches so far along x and y, at most */
};

/* Returns how many of so many pixels in a line have their centre before a place along it. */
static uint32_t pixels_before(float place, uint32_t count)
{
    const float pixel = place + 0.5f;
    return pixel < 0 ? 0 : pixel >= (float)count ? count : (uint32_t)pixel;
}

/* Marks the rays of a beam that a leaf blocks: those that begin where its shadow falls. */
static void leaf_mark(const struct shadows *shadows, const struct beam *beam,
                      const struct tiling_leaf *leaf)
{
    const struct tiling_foliage *foliage = shadows->foliage;
    const uint32_t counts[2] = { foliage->width, foliage->height };
    uint32_t begin[2], end[2];
    for (int axis = 0; axis < 2; axis++) {
        const float middle = leaf->centre[axis] - beam->direction->side[axis] * leaf->centre[2];
        begin[axis] = pixels_before(middle - beam->half[axis], counts[axis]);
        end[axis] = pixels_before(middle + beam->half[axis], counts[axis]);
    }
    for (uint32_t y = begin[1]; y < end[1]; y++)
        for (uint32_t x = begin[0]; x < end[0]; x++) {
            const float from[2] = { (float)x + 0.5f, (float)y + 0.5f };
            const size_t first = ((size_t)y * foliage->width + x) * TILING_FOLIAGE_RAYS;
            for (uint32_t ray = 0; ray < TILING_FOLIAGE_RAYS; ray++)
                if (tiling_foliage_direction(foliage, x, y, ray) == beam->direction &&
                    tiling_foliage_meets(leaf, from, beam->direction->side))
                    shadows->blocked[first + ray] = true;
        }
}

static void direction_mark(void *context, size_t i)
{
    const struct shadows *shadows = context;
    const struct tiling_foliage *foliage = shadows->foliage;
    struct beam beam = { .direction = &foliage->directions[i] };
    for (int axis = 0; axis < 2; axis++) {
        const float side = beam.direction->side[axis];
        beam.half[axis] = foliage->radius * sqrtf(1 + side * side) + pad;
    }
    for (uint32_t leaf = 0; leaf < foliage->leaf_count; leaf++)
        leaf_mark(shadows, &beam, &foliage->leaves[leaf]);
}

static void row_pack(void *context, size_t row)
{
    const struct shadows *shadows = context;
    const size_t width = shadows->foliage->width;
    for (size_t i = row * width; i < (row + 1) * width; i++)
        for (size_t ray = 0; ray < TILING_FOLIAGE_RAYS; ray++)
            shadows->answer[i] |= (uint32_t)shadows->blocked[i * TILING_FOLIAGE_RAYS + ray] << ray;
}

static bool make(struct context *context, void *state, const void *argument)
{
    struct tiling_foliage *foliage = state;
    const uint32_t *size = argument;
    tiling_foliage_size(foliage, size[0], size[1]);
    /* The steps to the side over the whole height are whole pixels and a half. */
    const float reach = (float)foliage->reach;
    uint64_t random = context->seed ^ UINT64_C(0x9e3779b97f4a7c15);
    for (int i = 0; i < TILING_FOLIAGE_DIRECTIONS; i++)
        for (int axis = 0; axis < 2; axis++) {
            const uint32_t step = (uint32_t)random_below(&random, 2 * foliage->reach);
            const float side = ((float)step + 0.5f - reach) / reach;
            foliage->directions[i].side[axis] = side;
            foliage->directions[i].inverse[axis] = 1 / side;
        }
    const size_t leaves = foliage->leaf_count, pixels = (size_t)size[0] * size[1];
    struct tiling_leaf *own = context_alloc(context, leaves * sizeof(*own));
    struct tiling_leaf_box *nodes = context_alloc(context, leaves * sizeof(*nodes));
    uint32_t *answer = context_alloc(context, pixels * sizeof(*answer));
    if (!context_ok(context))
        return false;
    foliage->leaves = own;
    foliage->nodes = nodes;
    foliage->answer = answer;
    const struct context_part parts[] = { { own, leaves * sizeof(*own) },
                                          { nodes, leaves * sizeof(*nodes) },
                                          { answer, pixels * sizeof(*answer) } };
    if (context_recall(context, "foliage", parts, 3))
        return true;
    OWNED_BY(cpu_pool_destroy) struct cpu_pool *pool = cpu_pool_create(0);
    if (!leaves_make(context, foliage, own, pool))
        return false;
    for (uint32_t first = foliage->leaf_count / 2; first > 0; first /= 2)
        cpu_pool_each(pool, first, CHUNK, node_make, &(struct level){ foliage, nodes, first });
    OWNED bool *blocked = calloc(pixels * TILING_FOLIAGE_RAYS, sizeof(*blocked));
    struct shadows shadows = { foliage, blocked, answer };
    if (!blocked)
        return context_error(context, "not enough memory for the answer");
    cpu_pool_each(pool, TILING_FOLIAGE_DIRECTIONS, 1, direction_mark, &shadows);
    cpu_pool_each(pool, foliage->height, 1, row_pack, &shadows);
    context_keep(context, "foliage", parts, 3);
    return true;
}

const struct tiling_foliage *tiling_foliage_make(struct context *context, uint32_t width,
                                                 uint32_t height)
{
    const uint32_t size[2] = { width, height };
    char key[80];
    snprintf(key, sizeof(key), "thread_group_tiling foliage %ux%u", width, height);
    return context_share(context, key, sizeof(struct tiling_foliage), make, size);
}
