/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/orders.h"

#include "bench/common/hash.h"

#include <assert.h>

const char *const tiling_order_names[] = {
    "row_major",    "column_major", "boustrophedon", "tiled_x", "tiled_y", "serpentine_x",
    "serpentine_y", "morton",       "hilbert",       "reverse", NULL,
};

static struct tiling_group exchanged(struct tiling_group group)
{
    return (struct tiling_group){ group.y, group.x };
}

static struct tiling_grid transposed(struct tiling_grid grid)
{
    return (struct tiling_grid){ grid.height, grid.width };
}

static struct tiling_group tiled_x(uint32_t launch, struct tiling_grid grid, uint32_t n)
{
    n = tiling_least(n, grid.width);
    const uint32_t tile_groups = n * grid.height;
    const uint32_t tile = launch / tile_groups, local = launch % tile_groups;
    const uint32_t width = tiling_least(n, grid.width - tile * n);
    return (struct tiling_group){ tile * n + local % width, local / width };
}

static struct tiling_group serpentine_x(uint32_t launch, struct tiling_grid grid, uint32_t n)
{
    struct tiling_group group = tiled_x(launch, grid, n);
    if (group.x / tiling_least(n, grid.width) % 2 == 1)
        group.y = grid.height - 1 - group.y;
    return group;
}

/* Along curves of a square -------------------------------------------------------------------- */

static uint32_t square_side(struct tiling_grid grid)
{
    uint32_t side = 1;
    while (side < grid.width || side < grid.height)
        side *= 2;
    return side;
}

/* Cells of first, first+1, ..., first+side-1 that lie below `end`. */
static uint32_t clip(uint32_t first, uint32_t side, uint32_t end)
{
    return first < end ? tiling_least(side, end - first) : 0;
}

/* Groups of the grid in the square of that side whose least corner is given. */
static uint32_t groups_in(struct tiling_group corner, uint32_t side, struct tiling_grid grid)
{
    return clip(corner.x, side, grid.width) * clip(corner.y, side, grid.height);
}

static struct tiling_group morton(uint32_t launch, struct tiling_grid grid)
{
    struct tiling_group corner = { 0, 0 };
    for (uint32_t side = square_side(grid) / 2; side > 0; side /= 2) {
        const struct tiling_group children[4] = { { corner.x, corner.y },
                                                  { corner.x + side, corner.y },
                                                  { corner.x, corner.y + side },
                                                  { corner.x + side, corner.y + side } };
        uint32_t i = 0;
        for (; i < 3 && launch >= groups_in(children[i], side, grid); i++)
            launch -= groups_in(children[i], side, grid);
        corner = children[i];
    }
    return corner;
}

/*
 * How a square lies in the grid: its curve's cell (a, b) is the cell (x, y) with x = ox + a*xa +
 * b*xb and y = oy + a*ya + b*yb. The four factors are -1, 0 or 1.
 */
struct placement {
    int64_t ox, oy;
    int64_t xa, xb, ya, yb;
};

/* The placement of a child whose cell (a, b) is its parent's cell (u + a*ua + b*ub, v + a*va +
 * b*vb). */
static struct placement child_place(const struct placement *p, int64_t u, int64_t ua, int64_t ub,
                                    int64_t v, int64_t va, int64_t vb)
{
    return (struct placement){ .ox = p->ox + u * p->xa + v * p->xb,
                               .oy = p->oy + u * p->ya + v * p->yb,
                               .xa = ua * p->xa + va * p->xb,
                               .xb = ub * p->xa + vb * p->xb,
                               .ya = ua * p->ya + va * p->yb,
                               .yb = ub * p->ya + vb * p->yb };
}

static struct tiling_group hilbert(uint32_t launch, struct tiling_grid grid)
{
    struct placement place = { .xa = 1, .yb = 1 };
    for (uint32_t side = square_side(grid) / 2; side > 0; side /= 2) {
        const int64_t s = side;
        const struct placement children[4] = {
            child_place(&place, 0, 0, 1, 0, 1, 0),
            child_place(&place, 0, 1, 0, s, 0, 1),
            child_place(&place, s, 1, 0, s, 0, 1),
            child_place(&place, 2 * s - 1, 0, -1, s - 1, -1, 0),
        };
        uint32_t i = 0;
        for (; i < 3; i++) {
            /* Cells (0, 0) and (side-1, side-1) of the square are in opposite corners. */
            const struct placement *p = &children[i];
            const int64_t x = p->ox + (int64_t)(side - 1) * (p->xa + p->xb);
            const int64_t y = p->oy + (int64_t)(side - 1) * (p->ya + p->yb);
            const uint32_t groups =
                groups_in((struct tiling_group){ (uint32_t)(x < p->ox ? x : p->ox),
                                                 (uint32_t)(y < p->oy ? y : p->oy) },
                          side, grid);
            if (launch < groups)
                break;
            launch -= groups;
        }
        place = children[i];
    }
    return (struct tiling_group){ (uint32_t)place.ox, (uint32_t)place.oy };
}

struct tiling_group tiling_order_map(enum tiling_order order, uint32_t launch,
                                     struct tiling_grid grid, uint32_t n)
{
    assert(grid.width >= 1 && grid.width <= TILING_SIDE_MAX && grid.height >= 1 &&
           grid.height <= TILING_SIDE_MAX && launch < (uint64_t)grid.width * grid.height && n >= 1);
    const uint32_t x = launch % grid.width, y = launch / grid.width, last = grid.width - 1;
    switch (order) {
    case TILING_ROW_MAJOR: return (struct tiling_group){ x, y };
    case TILING_COLUMN_MAJOR:
        return (struct tiling_group){ launch / grid.height, launch % grid.height };
    case TILING_BOUSTROPHEDON: return (struct tiling_group){ y % 2 == 1 ? last - x : x, y };
    case TILING_TILED_X: return tiled_x(launch, grid, n);
    case TILING_TILED_Y: return exchanged(tiled_x(launch, transposed(grid), n));
    case TILING_SERPENTINE_X: return serpentine_x(launch, grid, n);
    case TILING_SERPENTINE_Y: return exchanged(serpentine_x(launch, transposed(grid), n));
    case TILING_MORTON: return morton(launch, grid);
    case TILING_HILBERT: return hilbert(launch, grid);
    case TILING_REVERSE: return (struct tiling_group){ last - x, grid.height - 1 - y };
    case TILING_ORDER_COUNT: break;
    }
    assert(!"no order");
    return (struct tiling_group){ 0, 0 };
}

bool tiling_order_has_n(enum tiling_order order)
{
    return order >= TILING_TILED_X && order <= TILING_SERPENTINE_Y;
}

static uint32_t tile_of(enum tiling_order order, struct tiling_group group, uint32_t n)
{
    const bool along_x = order == TILING_TILED_X || order == TILING_SERPENTINE_X;
    return (along_x ? group.x : group.y) / n;
}

struct tiling_steps tiling_order_steps(enum tiling_order order, struct tiling_grid grid, uint32_t n)
{
    const bool tiled = tiling_order_has_n(order);
    const uint32_t groups = grid.width * grid.height;
    struct tiling_steps steps = { .tiles = 1 };
    struct tiling_group last = tiling_order_map(order, 0, grid, n);
    uint64_t sum = 0;
    for (uint32_t launch = 1; launch < groups; launch++) {
        const struct tiling_group group = tiling_order_map(order, launch, grid, n);
        const uint32_t step = tiling_distance(group.x, last.x) + tiling_distance(group.y, last.y);
        const bool inside = tiled && tile_of(order, group, n) == tile_of(order, last, n);
        steps.tiles += tiled && !inside;
        steps.largest = step > steps.largest ? step : steps.largest;
        if (inside && step > steps.largest_in_tile)
            steps.largest_in_tile = step;
        sum += step;
        last = group;
    }
    steps.mean = groups > 1 ? (double)sum / (groups - 1) : 0;
    return steps;
}

uint64_t tiling_order_hash(enum tiling_order order, struct tiling_grid grid, uint32_t n)
{
    uint64_t hash = HASH_START;
    for (uint32_t launch = 0; launch < grid.width * grid.height; launch++) {
        const struct tiling_group group = tiling_order_map(order, launch, grid, n);
        hash = hash_more_word(hash_more_word(hash, group.x), group.y);
    }
    return hash;
}
