/* SPDX-License-Identifier: MIT */
/* ray.c: does a ray hit one triangle? */
#include "bench/common/ray.h"

#include "bench/common/ray_frame.h"

#include <assert.h>

void ray_frame_init(struct ray_frame *frame, const struct ray *ray)
{
    const float direction[3] = { ray->direction.x, ray->direction.y, ray->direction.z };
    const float x = fabsf(direction[0]), y = fabsf(direction[1]), z = fabsf(direction[2]);
    const int greatest = x > y ? (x > z ? 0 : 2) : (y > z ? 1 : 2);
    assert(direction[greatest] != 0);
    frame->z = greatest;
    frame->x = (greatest + 1) % 3;
    frame->y = (greatest + 2) % 3;
    frame->origin[0] = ray->origin.x;
    frame->origin[1] = ray->origin.y;
    frame->origin[2] = ray->origin.z;
    frame->shear_x = direction[frame->x] / direction[greatest];
    frame->shear_y = direction[frame->y] / direction[greatest];
    frame->scale_z = 1 / direction[greatest];
    frame->nearest = ray->nearest;
    frame->farthest = ray->farthest;
}

/* A corner in the frame's space. */
static struct vector seen(const struct ray_frame *frame, const struct vector *corner)
{
    const float from[3] = { corner->x - frame->origin[0], corner->y - frame->origin[1],
                            corner->z - frame->origin[2] };
    const float z = from[frame->z];
    return (struct vector){ from[frame->x] - frame->shear_x * z,
                            from[frame->y] - frame->shear_y * z, frame->scale_z * z };
}

/* On which side of the edge from a to b the ray passes: its sign turns with the edge, so that two
 * triangles agree on a shared one. */
static float side_of(struct vector a, struct vector b)
{
    const float side = b.x * a.y - b.y * a.x;
    return side != 0 ? side : (float)((double)b.x * a.y - (double)b.y * a.x);
}

bool ray_frame_hits(const struct ray_frame *frame, const struct ray_triangle *triangle,
                    struct ray_hit *hit)
{
    const struct vector a = seen(frame, &triangle->corners[0]);
    const struct vector b = seen(frame, &triangle->corners[1]);
    const struct vector c = seen(frame, &triangle->corners[2]);
    const float u = side_of(b, c), v = side_of(c, a), w = side_of(a, b);
    if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0))
        return false;
    const float area = u + v + w;
    if (area == 0)
        return false;
    const float t = (u * a.z + v * b.z + w * c.z) / area;
    if (!(t > frame->nearest && t < frame->farthest))
        return false;
    hit->t = t;
    hit->u = v / area;
    hit->v = w / area;
    return true;
}
