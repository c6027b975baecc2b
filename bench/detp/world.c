/* SPDX-License-Identifier: MIT */
#include "bench/detp/detp.h"

#include "harness/trouble.h"

static const float word_scale = 1.0f / (1 << 24);

/* Six walls that look inwards. */
static void init_furnace(struct scene *scene)
{
    const struct vector x = { 2, 0, 0 }, y = { 0, 1, 0 }, z = { 0, 0, 1.5f };
    const struct vector low = { 0, 0, 0 }, high = { 2, 1, 1.5f };
    const struct vector left = vector_scale(x, -1), down = vector_scale(y, -1),
                        back = vector_scale(z, -1);
    *scene = (struct scene){ .palette = { { { 0.5f, 0.5f, 0.5f }, { 1, 1, 1 }, 1 } } };
    scene_add_quad(scene, low, z, x, 0);
    scene_add_quad(scene, low, x, y, 0);
    scene_add_quad(scene, low, y, z, 0);
    scene_add_quad(scene, high, left, back, 0);
    scene_add_quad(scene, high, down, left, 0);
    scene_add_quad(scene, high, back, down, 0);
}

static bool scene_of(struct context *context, struct scene *scene, enum detp_world_kind kind,
                     const char *file)
{
    /* The wall between the room and its camera. */
    const struct vector corner = { 1.8f, 0, 2 }, along = { -3.6f, 0, 0 }, up = { 0, 2, 0 };
    switch (kind) {
    case DETP_WORLD_ROOM: scene_init_room(scene, context->seed); break;
    case DETP_WORLD_MESH:
        if (!scene_init_mesh(scene, file))
            return context_error(context, "%s", trouble_text());
        if (*trouble_text())
            context_fact_text(context, "mesh_left_out", trouble_text());
        break;
    case DETP_WORLD_EMPTY: scene_add_walls(scene); break;
    case DETP_WORLD_FURNACE: init_furnace(scene); break;
    }
    if (kind != DETP_WORLD_FURNACE)
        scene_add_quad(scene, corner, along, up, SCENE_GREY);
    return true;
}

bool detp_world_init(struct context *context, struct detp_world *world, enum detp_world_kind kind,
                     const char *file)
{
    *world = (struct detp_world){ .tree = NULL };
    if (!scene_of(context, &world->scene, kind, file))
        return false;
    struct vector low = world->scene.triangles[0].corners[0], high = low;
    for (uint32_t i = 0; i < world->scene.count; i++)
        for (int k = 0; k < 3; k++) {
            const struct vector a = world->scene.triangles[i].corners[k];
            low = (struct vector){ fminf(low.x, a.x), fminf(low.y, a.y), fminf(low.z, a.z) };
            high = (struct vector){ fmaxf(high.x, a.x), fmaxf(high.y, a.y), fmaxf(high.z, a.z) };
        }
    const struct vector extent = vector_sub(high, low);
    world->lower = low;
    world->upper = high;
    world->side = fmaxf(extent.x, fmaxf(extent.y, extent.z));
    world->diagonal = sqrtf(vector_dot(extent, extent));
    world->tree = ray_tree_create(world->scene.triangles, world->scene.count);
    return true;
}

void detp_world_finish(struct detp_world *world)
{
    ray_tree_destroy(&world->tree);
    scene_finish(&world->scene);
}

float detp_world_largest(struct vector colour)
{
    return fmaxf(colour.x, fmaxf(colour.y, colour.z));
}

bool detp_world_table_init(struct context *context, struct detp_world_table *table,
                           const struct detp_world *world, enum detp_world_weight weight)
{
    const uint32_t count = world->scene.count;
    *table = (struct detp_world_table){ context_alloc(context, count * sizeof(double)), count };
    double sum = 0;
    for (uint32_t i = 0; table->sums && i < count; i++) {
        const struct scene *scene = &world->scene;
        const struct vector *at = scene->triangles[i].corners;
        const struct vector product =
            vector_cross(vector_sub(at[1], at[0]), vector_sub(at[2], at[0]));
        const double area = sqrt((double)vector_dot(product, product)) / 2;
        const struct vector emission = scene->palette[scene->materials[i]].emission;
        sum += weight == DETP_WORLD_AREA ? area : area * (double)detp_world_largest(emission);
        table->sums[i] = sum;
    }
    return table->sums;
}

double detp_world_table_total(const struct detp_world_table *table)
{
    return table->sums[table->count - 1];
}

uint32_t detp_world_table_pick(const struct detp_world_table *table, uint32_t high, uint32_t low)
{
    const double part = ((double)high + (double)low / 4294967296.0) / 4294967296.0;
    const double wanted = part * detp_world_table_total(table);
    uint32_t first = 0, last = table->count - 1;
    while (first < last) {
        const uint32_t middle = first + (last - first) / 2;
        if (table->sums[middle] > wanted)
            last = middle;
        else
            first = middle + 1;
    }
    return first;
}

struct vector detp_world_point(const struct detp_world *world, uint32_t triangle, uint32_t s,
                               uint32_t t)
{
    const struct vector *at = world->scene.triangles[triangle].corners;
    float u = (float)(s >> 8) * word_scale, v = (float)(t >> 8) * word_scale;
    if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
    }
    return vector_add(at[0], vector_add(vector_scale(vector_sub(at[1], at[0]), u),
                                        vector_scale(vector_sub(at[2], at[0]), v)));
}
