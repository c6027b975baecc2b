/* SPDX-License-Identifier: MIT */
#include "bench/cbt/terrain/terrain.h"

struct corners {
    int64_t at[3][3]; /* a, b, c: x, y, z */
};

static struct corners displaced(const struct heightmap *map,
                                const struct terrain_triangle *triangle)
{
    struct corners corners;
    for (int i = 0; i < 3; i++) {
        corners.at[i][0] = triangle->x[i];
        corners.at[i][1] = triangle->y[i];
        corners.at[i][2] =
            cbt_heightmap_height(map, triangle->x[i], triangle->y[i]) >> HEIGHTMAP_FRACTION_BITS;
    }
    return corners;
}

static uint32_t least(const uint32_t v[3])
{
    const uint32_t ab = v[0] < v[1] ? v[0] : v[1];
    return ab < v[2] ? ab : v[2];
}

static uint32_t greatest(const uint32_t v[3])
{
    const uint32_t ab = v[0] > v[1] ? v[0] : v[1];
    return ab > v[2] ? ab : v[2];
}

/*
 * The box around a triangle of the bisection is a square that is aligned to its size, or half of
 * one, so one cell of the pyramid holds it.
 */
bool cbt_terrain_is_flat(const struct heightmap *map, const struct flight_view *view,
                         const struct terrain_triangle *triangle)
{
    const uint32_t left = least(triangle->x), right = greatest(triangle->x);
    const uint32_t top = least(triangle->y), bottom = greatest(triangle->y);
    const uint32_t extent = right - left > bottom - top ? right - left : bottom - top;
    uint32_t level = 0;
    while (1u << (HEIGHTMAP_GRID_BITS - map->levels + level) < extent)
        level++;
    return cbt_heightmap_variance(map, level, (left + right) / 2, (top + bottom) / 2) <
           view->flat_variance;
}

bool cbt_terrain_is_outside(const struct heightmap *map, const struct flight_view *view,
                            const struct terrain_triangle *triangle)
{
    const struct corners corners = displaced(map, triangle);
    for (int plane = 0; plane < FLIGHT_PLANES; plane++) {
        int64_t farthest = 0; /* of the box, along the normal */
        for (int axis = 0; axis < 3; axis++) {
            const int64_t normal = view->planes[plane][axis];
            int64_t most = INT64_MIN;
            for (int i = 0; i < 3; i++) {
                const int64_t along = normal * (corners.at[i][axis] - view->position[axis]);
                most = along > most ? along : most;
            }
            farthest += most;
        }
        if (farthest < 0)
            return true;
    }
    return false;
}

bool cbt_terrain_edge_is_long(const struct heightmap *map, const struct flight_view *view,
                              const struct terrain_triangle *triangle)
{
    const struct corners corners = displaced(map, triangle);
    uint64_t edge = 0, twice_away = 0; /* squares */
    for (int axis = 0; axis < 3; axis++) {
        const int64_t a = corners.at[0][axis], c = corners.at[2][axis];
        const int64_t from_eye = a + c - 2 * (int64_t)view->position[axis];
        edge += (uint64_t)((c - a) * (c - a));
        twice_away += (uint64_t)(from_eye * from_eye);
    }
    return edge * view->edge_factor > twice_away << view->edge_shift;
}

bool cbt_terrain_wants_division(const struct heightmap *map, const struct flight_view *view,
                                const struct terrain_triangle *triangle)
{
    return !cbt_terrain_is_flat(map, view, triangle) &&
           !cbt_terrain_is_outside(map, view, triangle) &&
           cbt_terrain_edge_is_long(map, view, triangle);
}
