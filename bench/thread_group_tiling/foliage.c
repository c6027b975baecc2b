/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/foliage.h"

#include "bench/common/hash.h"
#include "bench/common/vector.h"
#include "harness/engine/cpu/cpu_pool.h"
#include "harness/random.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    CELL = 4,
    LAYER = 16 /* of the answer, pixels */,
    ROWS = 4 /* that a thread takes at once */,
    MORTON_BITS = 10
};

/* The share of the ground that leaves would cover, lying flat and apart: a ray meets about 0.7. */
static const float cover = 1.2f;
static const float leaves_per_pixel = 0.8f; /* at most */
static const float pad = 0.0625f;           /* of boxes and triangles, pixels */
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

/* Draws a point of the ball and moves it to the surface: of length 1, but for rounding. */
static struct vector normal_draw(uint64_t *random)
{
    for (;;) {
        const struct vector at = { 2 * uniform(random) - 1, 2 * uniform(random) - 1,
                                   2 * uniform(random) - 1 };
        const float square = vector_dot(at, at);
        if (square > 0.01f && square <= 1)
            return vector_unit(at);
    }
}

static struct tiling_leaf leaf_draw(const struct tiling_foliage *foliage, uint64_t *random)
{
    const float reach = (float)foliage->reach, margin = foliage->radius + 4 * pad;
    const float x = uniform(random) * ((float)foliage->width + 2 * reach) - reach;
    const float y = uniform(random) * ((float)foliage->height + 2 * reach) - reach;
    const float z = margin + uniform(random) * (reach - 2 * margin);
    const struct vector normal = normal_draw(random);
    return (struct tiling_leaf){ .centre = { x, y, z },
                                 .radius_2 = foliage->radius * foliage->radius,
                                 .normal = { normal.x, normal.y, normal.z } };
}

/* Bits of x, y and z in turns; each below 2^MORTON_BITS. */
static uint32_t morton(const uint32_t at[3])
{
    uint32_t key = 0;
    for (int bit = 0; bit < MORTON_BITS; bit++)
        for (int axis = 0; axis < 3; axis++)
            key |= (at[axis] >> bit & 1) << (3 * bit + axis);
    return key;
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
    return morton(at);
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

static bool leaves_make(struct context *context, const struct tiling_foliage *foliage,
                        struct tiling_leaf *leaves)
{
    const uint32_t count = foliage->leaf_count;
    struct tiling_leaf *drawn = malloc(count * sizeof(*drawn));
    uint64_t *keys = calloc(count, sizeof(*keys)), *room = malloc(count * sizeof(*room));
    uint64_t random = context->seed;
    if (drawn && keys && room) {
        for (uint32_t i = 0; i < count; i++) {
            drawn[i] = leaf_draw(foliage, &random);
            keys[i] = (uint64_t)key_of(foliage, &drawn[i]) << 32 | i;
        }
        keys_move(keys, room, count, 32);
        keys_move(room, keys, count, 32 + MORTON_BITS);
        keys_move(keys, room, count, 32 + 2 * MORTON_BITS);
        for (uint32_t i = 0; i < count; i++)
            leaves[i] = drawn[(uint32_t)room[i]];
    } else {
        context_error(context, "not enough memory for %u leaves", count);
    }
    free(drawn);
    free(keys);
    free(room);
    return context_ok(context);
}

/* The steps to the side over the whole height are whole pixels and a half. */
static void directions_fill(struct tiling_foliage *foliage, uint64_t seed)
{
    const float reach = (float)foliage->reach;
    uint64_t random = seed ^ UINT64_C(0x9e3779b97f4a7c15);
    for (int i = 0; i < TILING_FOLIAGE_DIRECTIONS; i++)
        for (int axis = 0; axis < 2; axis++) {
            const uint32_t step = (uint32_t)random_below(&random, 2 * foliage->reach);
            const float side = ((float)step + 0.5f - reach) / reach;
            foliage->directions[i].side[axis] = side;
            foliage->directions[i].inverse[axis] = 1 / side;
        }
}

/* Tree ----------------------------------------------------------------------------------------- */

static struct tiling_leaf_box box_around(const struct tiling_leaf *leaf, float radius)
{
    struct tiling_leaf_box box = { .low = { 0 } };
    for (int axis = 0; axis < 3; axis++) {
        box.low[axis] = leaf->centre[axis] - (radius + pad);
        box.high[axis] = leaf->centre[axis] + (radius + pad);
    }
    return box;
}

static struct tiling_leaf_box box_of(const struct tiling_foliage *foliage,
                                     const struct tiling_leaf_box *nodes, uint32_t child)
{
    return child < foliage->leaf_count
               ? nodes[child]
               : box_around(&foliage->leaves[child - foliage->leaf_count], foliage->radius);
}

static void tree_make(const struct tiling_foliage *foliage, struct tiling_leaf_box *nodes)
{
    for (uint32_t i = foliage->leaf_count - 1; i > 0; i--) {
        const struct tiling_leaf_box other = box_of(foliage, nodes, 2 * i + 1);
        nodes[i] = box_of(foliage, nodes, 2 * i);
        for (int axis = 0; axis < 3; axis++) {
            nodes[i].low[axis] = fminf(nodes[i].low[axis], other.low[axis]);
            nodes[i].high[axis] = fmaxf(nodes[i].high[axis], other.high[axis]);
        }
    }
}

void tiling_foliage_triangles(const struct tiling_foliage *foliage, float *vertices)
{
    const float inner = foliage->radius * grow + pad;
    for (uint32_t i = 0; i < foliage->leaf_count; i++) {
        const struct tiling_leaf *leaf = &foliage->leaves[i];
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
            vertices[9 * (size_t)i + 3 * k] = corners[k].x;
            vertices[9 * (size_t)i + 3 * k + 1] = corners[k].y;
            vertices[9 * (size_t)i + 3 * k + 2] = corners[k].z;
        }
    }
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

/* Leaves by the cell that their centre is in: those of cell i are leaves[begins[i]] ..
 * leaves[begins[i + 1] - 1]. Cells lie in rows of columns of layers. */
struct cells {
    const struct tiling_foliage *foliage;
    uint32_t across, down, layers;
    uint32_t *begins, *answer;
    struct tiling_leaf *leaves;
};

/* Returns the nearest of so many cells that a place `at` behind the first one's beginning is in. */
static uint32_t cell_along(float at, float size, uint32_t count)
{
    const float cell = at / size;
    return cell < 0 ? 0 : cell >= (float)count ? count - 1 : (uint32_t)cell;
}

static uint32_t row_of(const struct cells *cells, float y)
{
    return cell_along(y + (float)cells->foliage->reach, CELL, cells->down);
}

static uint32_t column_of(const struct cells *cells, float x)
{
    return cell_along(x + (float)cells->foliage->reach, CELL, cells->across);
}

static uint32_t layer_of(const struct cells *cells, float z)
{
    return cell_along(z, LAYER, cells->layers);
}

static uint32_t cell_of(const struct cells *cells, const struct tiling_leaf *leaf)
{
    const uint32_t column =
        row_of(cells, leaf->centre[1]) * cells->across + column_of(cells, leaf->centre[0]);
    return column * cells->layers + layer_of(cells, leaf->centre[2]);
}

static void cells_fill(const struct cells *cells)
{
    const struct tiling_foliage *foliage = cells->foliage;
    const uint32_t count = cells->across * cells->down * cells->layers;
    for (uint32_t i = 0; i <= count; i++)
        cells->begins[i] = 0;
    for (uint32_t i = 0; i < foliage->leaf_count; i++)
        cells->begins[cell_of(cells, &foliage->leaves[i])]++;
    for (uint32_t i = 0, sum = 0; i <= count; i++) {
        sum += cells->begins[i];
        cells->begins[i] = sum; /* the end of its cell, until the leaves are in */
    }
    for (uint32_t i = 0; i < foliage->leaf_count; i++)
        cells->leaves[--cells->begins[cell_of(cells, &foliage->leaves[i])]] = foliage->leaves[i];
}

/* Says whether the ray meets any leaf of a row whose centre is about as far along x as from a to
 * b, and about as high as from low to high. */
static bool row_blocks(const struct cells *cells, uint32_t row, const float a_b[2],
                       const float low_high[2], const float from[2], const float side[2])
{
    const float beside = cells->foliage->radius + 4 * pad;
    const uint32_t last = column_of(cells, fmaxf(a_b[0], a_b[1]) + beside);
    const uint32_t bottom = layer_of(cells, low_high[0] - beside);
    const uint32_t top = layer_of(cells, low_high[1] + beside);
    for (uint32_t i = column_of(cells, fminf(a_b[0], a_b[1]) - beside); i <= last; i++) {
        const uint32_t *begins = &cells->begins[(row * cells->across + i) * cells->layers];
        for (uint32_t k = begins[bottom]; k < begins[top + 1]; k++)
            if (tiling_foliage_meets(&cells->leaves[k], from, side))
                return true;
    }
    return false;
}

/* Goes through the rows of cells that the ray is above, or by less than a leaf beside; in each row
 * through the cells that it is in, or nearly, while it is above that row. */
static bool is_blocked(const struct cells *cells, const float from[2], const float side[2])
{
    const float reach = (float)cells->foliage->reach;
    const float beside = cells->foliage->radius + 4 * pad;
    const float end = from[1] + side[1] * reach;
    const uint32_t last = row_of(cells, fmaxf(from[1], end) + beside);
    for (uint32_t row = row_of(cells, fminf(from[1], end) - beside); row <= last; row++) {
        const float near = (float)(row * CELL) - reach - beside;
        const float far = (float)((row + 1) * CELL) - reach + beside;
        const float enter = (near - from[1]) / side[1], leave = (far - from[1]) / side[1];
        const float heights[2] = { fmaxf(0, fminf(enter, leave)),
                                   fminf(reach, fmaxf(enter, leave)) };
        const float along[2] = { from[0] + side[0] * heights[0], from[0] + side[0] * heights[1] };
        if (heights[0] <= heights[1] && row_blocks(cells, row, along, heights, from, side))
            return true;
    }
    return false;
}

static void answer_rows(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct cells *cells = context;
    const struct tiling_foliage *foliage = cells->foliage;
    (void)thread;
    for (size_t y = begin; y < end; y++)
        for (uint32_t x = 0; x < foliage->width; x++) {
            const float from[2] = { (float)x + 0.5f, (float)y + 0.5f };
            uint32_t word = 0;
            for (uint32_t ray = 0; ray < TILING_FOLIAGE_RAYS; ray++)
                if (is_blocked(cells, from,
                               tiling_foliage_direction(foliage, x, (uint32_t)y, ray)->side))
                    word |= 1u << ray;
            cells->answer[y * foliage->width + x] = word;
        }
}

static bool answer_make(struct context *context, const struct tiling_foliage *foliage,
                        uint32_t *answer)
{
    struct cells cells = { .foliage = foliage, .answer = answer };
    cells.across = (foliage->width + 2 * foliage->reach) / CELL + 1;
    cells.down = (foliage->height + 2 * foliage->reach) / CELL + 1;
    cells.layers = foliage->reach / LAYER + 1;
    cells.begins =
        malloc(((size_t)cells.across * cells.down * cells.layers + 1) * sizeof(uint32_t));
    cells.leaves = malloc(foliage->leaf_count * sizeof(*cells.leaves));
    struct cpu_pool *pool = cpu_pool_create(0);
    if (cells.begins && cells.leaves && pool) {
        cells_fill(&cells);
        cpu_pool_run(pool, foliage->height, ROWS, answer_rows, &cells);
    } else {
        context_error(context, "not enough memory for the answer, or its threads");
    }
    cpu_pool_destroy(&pool);
    free(cells.begins);
    free(cells.leaves);
    return context_ok(context);
}

/* All of it ------------------------------------------------------------------------------------ */

static bool make(struct context *context, void *state, const void *argument)
{
    struct tiling_foliage *foliage = state;
    const uint32_t *size = argument;
    tiling_foliage_size(foliage, size[0], size[1]);
    directions_fill(foliage, context->seed);
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
    if (!leaves_make(context, foliage, own))
        return false;
    tree_make(foliage, nodes);
    if (!answer_make(context, foliage, answer))
        return false;
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
