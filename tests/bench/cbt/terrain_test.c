/* SPDX-License-Identifier: MIT */
/* The terrain of cbt.frame: heights, camera, and the criterion in integers, against the definition
 * in floating point and, where there is a device, against the kernels. */
#include "bench/cbt/terrain/terrain.h"
#include "bench/common/hash.h"
#include "device.h"
#include "tests/context.h"
#include "tests/files.h"

#include "planted.kernels.h"

enum { LEVELS = 8, TRIANGLES = 4096, SIDE = 1 << HEIGHTMAP_GRID_BITS };

static const struct flight_target target = { .height = 1080, .pixels = 7, .meshlet = 3 };

static struct context context; /* until the end of the group */

static int island_setup(void **state)
{
    static struct heightmap map;
    *state = &map;
    context = context_of(1, NULL);
    return cbt_heightmap_island(&context, &map, LEVELS, 1) ? 0 : -1;
}

static int island_teardown(void **state)
{
    context_finish(&context);
    return 0;
}

/* Heights ------------------------------------------------------------------------------------- */

TEST(test_island)
{
    const struct heightmap *map = *state;
    const size_t bytes = 2 * cbt_heightmap_height_count(LEVELS);
    struct heightmap same, other, finer;
    uint32_t highest = 0, sea = 0;
    for (uint32_t y = 0; y <= 1u << LEVELS; y++)
        for (uint32_t x = 0; x <= 1u << LEVELS; x++) {
            const uint32_t height = map->heights[y * cbt_heightmap_pitch(LEVELS) + x];
            const bool border = x == 0 || y == 0 || x == 1u << LEVELS || y == 1u << LEVELS;
            assert_true(!border || height == 0);
            highest = height > highest ? height : highest;
            sea += height == 0;
        }
    /* 1.2 to 2.2 km high, and between a third and two thirds are sea. */
    assert_in_range(highest, 24672, 45232);
    assert_in_range(sea, 1 << (2 * LEVELS - 2), 3 << (2 * LEVELS - 2));

    assert_true(cbt_heightmap_island(&context, &same, LEVELS, 1));
    assert_memory_equal(same.heights, map->heights, bytes);
    assert_true(cbt_heightmap_island(&context, &other, LEVELS, 2));
    assert_memory_not_equal(other.heights, map->heights, bytes);
    /* More samples, the same island: noise of 12.4 km to 200 m stays where it was. */
    assert_true(cbt_heightmap_island(&context, &finer, LEVELS + 1, 1));
    uint32_t off = 0;
    for (uint32_t at = 0; at < SIDE; at += SIDE / 64)
        off += abs((int)cbt_heightmap_height(map, at, at) -
                   (int)cbt_heightmap_height(&finer, at, at)) > 16 * 2000;
    assert_true(off < 4);
}

/* The island is part of the name of a case: it may not change. */
TEST(test_island_stays)
{
    const struct heightmap *map = *state;
    const uint64_t hash = hash_bytes(map->heights, 2 * cbt_heightmap_height_count(LEVELS));
    if (hash != UINT64_C(0xbe989c358a4ddf9f))
        fail_msg("the island's hash is %016llx", (unsigned long long)hash);
}

TEST(test_height)
{
    const struct heightmap *map = *state;
    const uint32_t cell = SIDE >> LEVELS, pitch = cbt_heightmap_pitch(LEVELS);
    for (uint32_t y = 0; y <= 1u << LEVELS; y += 5)
        for (uint32_t x = 0; x <= 1u << LEVELS; x += 3)
            assert_int_equal(cbt_heightmap_height(map, x * cell, y * cell),
                             16 * map->heights[y * pitch + x]);
    for (uint32_t i = 0; i < 1000; i++) {
        const uint32_t x = i * 2654435761u % SIDE, y = i * 2246822519u % SIDE;
        const uint16_t *at = map->heights + y / cell * pitch + x / cell;
        const double tx = (double)(x % cell) / cell, ty = (double)(y % cell) / cell;
        const double wanted = (at[0] * (1 - tx) + at[1] * tx) * (1 - ty) +
                              (at[pitch] * (1 - tx) + at[pitch + 1] * tx) * ty;
        const double got = cbt_heightmap_height(map, x, y) / 16.0;
        assert_true(got <= wanted && got > wanted - 0.125);
    }
}

/* The greatest of all cells within, each by the definition. */
static double variance_wanted(const struct heightmap *map, uint32_t level, uint32_t column,
                              uint32_t row)
{
    const uint32_t size = 1u << level, pitch = cbt_heightmap_pitch(map->levels);
    double sum = 0, squares = 0, greatest = 0;
    for (uint32_t y = row * size; y < (row + 1) * size; y++)
        for (uint32_t x = column * size; x < (column + 1) * size; x++)
            for (uint32_t i = 0; i < 4; i++) {
                const double height = map->heights[(y + (i >> 1)) * pitch + x + (i & 1)];
                sum += height;
                squares += height * height;
            }
    const double count = 4.0 * size * size;
    for (uint32_t i = 0; level > 0 && i < 4; i++)
        greatest = fmax(greatest,
                        variance_wanted(map, level - 1, 2 * column + (i & 1), 2 * row + (i >> 1)));
    return fmax(greatest, squares / count - sum / count * (sum / count));
}

TEST(test_variance)
{
    const struct heightmap *map = *state;
    for (uint32_t i = 0; i < 300; i++) {
        const uint32_t x = i * 2654435761u % SIDE, y = i * 2246822519u % SIDE, level = i % 6;
        const uint32_t shift = HEIGHTMAP_GRID_BITS - LEVELS + level;
        const double wanted = variance_wanted(map, level, x >> shift, y >> shift);
        const double got = cbt_heightmap_variance(map, level, x, y);
        /* The mean has 8 bits of fraction, and squares of it are subtracted. */
        assert_true(fabs(got - wanted) <= 2 + 65536.0 / 128);
    }
    assert_int_equal(cbt_heightmap_variance(map, 0, 0, 0), 0);
}

TEST(test_file)
{
    /* 3 x 2 pixels: columns 0, 100, 200 of 200 above, black below. */
    static const char pgm[] = "P2\n3 2\n200\n0 100 200\n0 0 0\n";
    const char *path = file_new(pgm, sizeof(pgm) - 1);
    struct heightmap map;
    assert_true(cbt_heightmap_read(&context, &map, path));
    assert_int_equal(map.levels, HEIGHTMAP_LEVELS_MIN);
    assert_int_equal(cbt_heightmap_height(&map, 0, 0), 0);
    assert_int_equal(cbt_heightmap_height(&map, SIDE, 0) / 16, 65535);
    assert_in_range(cbt_heightmap_height(&map, SIDE / 2, 0) / 16, 32766, 32768);
    assert_in_range(cbt_heightmap_height(&map, SIDE, SIDE / 2) / 16, 32766, 32768);
    assert_in_range(cbt_heightmap_height(&map, SIDE / 4, SIDE / 2) / 16, 8190, 8192);
    assert_int_equal(cbt_heightmap_height(&map, SIDE, SIDE), 0);
    unlink(path);
    assert_false(cbt_heightmap_read(&context, &map, path));
    assert_int_equal(context_trouble(&context), CONTEXT_ERROR);
    assert_holds(context_message(&context), path);
}

/* Criterion ----------------------------------------------------------------------------------- */

/* A triangle of the bisection, by the rule itself. */
static struct terrain_triangle triangle_random(uint32_t i)
{
    struct terrain_triangle t = { { 0, 0, SIDE }, { SIDE, 0, 0 } };
    uint32_t bits = i * 2654435761u;
    if (bits & 1)
        t = (struct terrain_triangle){ { SIDE, SIDE, 0 }, { 0, SIDE, SIDE } };
    for (uint32_t depth = i % 27; depth > 0; depth--) {
        bits = bits * 1664525u + 1013904223u;
        const uint32_t mx = (t.x[0] + t.x[2]) / 2, my = (t.y[0] + t.y[2]) / 2;
        const uint32_t from = bits >> 31 ? 1 : 0, to = bits >> 31 ? 2 : 1;
        t = (struct terrain_triangle){ { t.x[from], mx, t.x[to] }, { t.y[from], my, t.y[to] } };
    }
    return t;
}

static void displaced(const struct heightmap *map, const struct terrain_triangle *t,
                      const struct flight_camera *camera, double at[3][3])
{
    for (int i = 0; i < 3; i++) {
        const double world[3] = { t->x[i], t->y[i],
                                  cbt_heightmap_height(map, t->x[i], t->y[i]) / 16.0 };
        for (int axis = 0; axis < 3; axis++)
            at[i][axis] = world[axis] - camera->position[axis];
    }
}

/* LOD of the demo, in view space; more than 1 wants division. */
static double lod(double at[3][3])
{
    double edge = 0, away = 0;
    for (int axis = 0; axis < 3; axis++) {
        const double e = at[2][axis] - at[0][axis], m = at[2][axis] + at[0][axis];
        edge += e * e;
        away += m * m;
    }
    const double longest = 2 * flight_tangent_y / target.height * (1 << target.meshlet);
    return log2(edge / away) + 2 - 2 * log2(longest * target.pixels);
}

/* How far the box reaches into the frustum, in units: negative outside. */
static double reach(const struct flight_camera *camera, double at[3][3])
{
    double least = INFINITY;
    for (int plane = 0; plane < 5; plane++) {
        double normal[3], most = 0, length = 0;
        for (int axis = 0; axis < 3; axis++) {
            const double side = plane < 3 ? camera->right[axis] : camera->down[axis];
            const double sign = plane == 0 ? 0 : plane % 2 ? 1 : -1;
            const double tangent = plane == 0 ? 1 : plane < 3 ? flight_tangent_x : flight_tangent_y;
            normal[axis] = camera->forward[axis] * tangent + sign * side;
            length += normal[axis] * normal[axis];
        }
        for (int axis = 0; axis < 3; axis++)
            most += fmax(fmax(normal[axis] * at[0][axis], normal[axis] * at[1][axis]),
                         normal[axis] * at[2][axis]);
        least = fmin(least, most / sqrt(length));
    }
    return least;
}

static double distance(double at[3][3])
{
    double most = 0;
    for (int i = 0; i < 3; i++)
        most = fmax(most, sqrt(at[i][0] * at[i][0] + at[i][1] * at[i][1] + at[i][2] * at[i][2]));
    return most;
}

TEST(test_criterion)
{
    const struct heightmap *map = *state;
    const struct flight_camera camera = cbt_flight_at(map, 700);
    const struct flight_view view = cbt_flight_view_of(&camera, &target);
    int seen[2][2] = { { 0 } }, close = 0;
    for (uint32_t i = 0; i < 20000; i++) {
        const struct terrain_triangle t = triangle_random(i);
        double at[3][3];
        displaced(map, &t, &camera, at);
        const double excess = lod(at) - 1, into = reach(&camera, at);
        const bool is_long = cbt_terrain_edge_is_long(map, &view, &t);
        const bool outside = cbt_terrain_is_outside(map, &view, &t);
        /* Rounding to units and to 14 bits can change this much. */
        const double slack = 4 + distance(at) / 8192;
        if (is_long != (excess > 0)) {
            assert_true(fabs(excess) < 0.01);
            close++;
        }
        if (outside != (into < 0)) {
            assert_true(fabs(into) < slack);
            close++;
        }
        seen[is_long][outside]++;
        assert_int_equal(cbt_terrain_wants_division(map, &view, &t),
                         is_long && !outside && !cbt_terrain_is_flat(map, &view, &t));
    }
    assert_true(seen[0][0] > 100 && seen[0][1] > 100 && seen[1][0] > 100 && seen[1][1] > 10);
    assert_true(close < 20);
}

TEST(test_flat)
{
    const struct heightmap *map = *state;
    const struct flight_camera camera = cbt_flight_at(map, 0);
    const struct flight_view view = cbt_flight_view_of(&camera, &target);
    const struct terrain_triangle all = { { 0, 0, SIDE }, { SIDE, 0, 0 } };
    const struct terrain_triangle sea = { { 0, 0, SIDE / 64 }, { SIDE / 64, 0, 0 } };
    assert_false(cbt_terrain_is_flat(map, &view, &all));
    assert_true(cbt_terrain_is_flat(map, &view, &sea));
    assert_false(cbt_terrain_wants_division(map, &view, &sea));
}

/* Flight -------------------------------------------------------------------------------------- */

TEST(test_flight)
{
    const struct heightmap *map = *state;
    double before[3] = { 0 };
    for (uint32_t frame = 0; frame < FLIGHT_FRAMES; frame++) {
        const struct flight_camera camera = cbt_flight_at(map, frame);
        const double *p = camera.position;
        const double ground = cbt_heightmap_height(map, (uint32_t)p[0], (uint32_t)p[1]) / 16.0;
        double step = 0;
        for (int axis = 0; axis < 3; axis++) {
            step += (p[axis] - before[axis]) * (p[axis] - before[axis]);
            before[axis] = p[axis];
        }
        assert_true(p[0] > 0 && p[0] < SIDE && p[1] > 0 && p[1] < SIDE);
        /* 100 m clear, and no jump: less than 40 m a frame. */
        assert_true(p[2] > ground + 2056);
        assert_true(frame == 0 || sqrt(step) < 823);
    }
    const struct flight_camera camera = cbt_flight_at(map, 100);
    for (int axis = 0; axis < 3; axis++)
        assert_true(fabs(camera.forward[axis]) < 1);
    /* North-east, with the south-east to the right, and down. */
    assert_true(camera.forward[0] > 0 && camera.forward[1] < 0 && camera.forward[2] < 0);
    assert_true(camera.right[0] > 0 && camera.right[1] > 0 && camera.right[2] == 0);
    assert_true(camera.down[2] < -0.9);
}

TEST(test_factor)
{
    const struct flight_camera camera = cbt_flight_at(*state, 0);
    for (uint32_t height = 180; height <= 2160; height += 180)
        for (uint32_t meshlet = 0; meshlet <= 6; meshlet++)
            for (uint32_t pixels = 2; pixels <= 16; pixels++) {
                const struct flight_view view =
                    cbt_flight_view_of(&camera, &(struct flight_target){ height, pixels, meshlet });
                const double wanted =
                    2.0 * height * height / (pixels * pixels) / (1 << 2 * meshlet);
                const double got = ldexp(view.edge_factor, -(int)view.edge_shift);
                assert_true(fabs(got / wanted - 1) < (wanted > 1 ? 1e-5 : 1e-3));
                /* The product with the longest edge of all fits 64 bits. */
                assert_true(view.edge_factor < 1 << 22 && view.edge_shift <= 16);
            }
}

/* Device -------------------------------------------------------------------------------------- */

static void shader_test(const struct heightmap *map, struct gpu *gpu,
                        const struct gpu_shader *shader)
{
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    static struct terrain_triangle triangles[TRIANGLES];
    static uint32_t answers[TRIANGLES];
    const struct flight_camera camera = cbt_flight_at(map, 700);
    const struct flight_view views[2] = { { { 0 } }, cbt_flight_view_of(&camera, &target) };
    for (uint32_t i = 0; i < TRIANGLES; i++)
        triangles[i] = triangle_random(i);
    /* Rows are even, so an odd number of rows still fills whole words. */
    struct gpu_buffer *out = buffer_create(scope, "answers", sizeof(answers), NULL);
    const struct gpu_dispatch dispatch = {
        .kernel = kernel_create_with(scope, shader, LEVELS, TRIANGLES),
        .buffers = { buffer_create(scope, "heights", 2 * cbt_heightmap_height_count(LEVELS),
                                   map->heights),
                     buffer_create(scope, "variances", 4 * cbt_heightmap_variance_count(LEVELS),
                                   map->variances),
                     buffer_create(scope, "views", sizeof(views), views),
                     buffer_create(scope, "triangles", sizeof(triangles), triangles), out },
        .groups = { TRIANGLES / 64, 1, 1 },
    };
    struct gpu_commands *commands = gpu_commands_begin(scope);
    gpu_commands_dispatch(commands, &dispatch);
    assert_true(gpu_commands_submit(commands));
    assert_true(gpu_buffer_read(out, 0, answers, sizeof(answers)));
    for (uint32_t i = 0; i < TRIANGLES; i++) {
        const struct terrain_triangle *t = &triangles[i];
        const uint32_t wanted = cbt_terrain_is_flat(map, &views[1], t) |
                                cbt_terrain_is_outside(map, &views[1], t) << 1 |
                                cbt_terrain_edge_is_long(map, &views[1], t) << 2 |
                                cbt_terrain_wants_division(map, &views[1], t) << 3 |
                                cbt_heightmap_height(map, t->x[0], t->y[0]) << 8;
        if (answers[i] != wanted)
            fail_msg("triangle %u: %08x, wanted %08x", i, answers[i], wanted);
    }
    assert_null(gpu_scope_broken_guard(scope));
}

/* In 64-bit integers where the device has them, and always in pairs of words. */
TEST(test_device)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    if (gpu_info(gpu)->features & GPU_SHADER_INT64)
        shader_test(*state, gpu, &kernel_planted_frame_terrain);
    shader_test(*state, gpu, &kernel_planted_frame_terrain_uvec2);
}

int main(void)
{
    return unit_run(island_setup, island_teardown);
}
