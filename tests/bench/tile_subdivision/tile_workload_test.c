/* SPDX-License-Identifier: MIT */
/* The workload as the harness builds it: sources, facts, failures, and tiles_verify(). */
#include "bench/tile_subdivision/tiles.h"
#include "harness/base/base.h"
#include "harness/engine/measure/measure.h"

#include "tests/bench/tile_subdivision/tile_memory.h"
#include "tests/bench/tile_subdivision/tile_mesh_write.h"
#include "tests/context.h"
#include "tests/sanitized.h"

static const struct bench tiles_bench = {
    .name = "subdivide",
    .axes = tiles_axes,
    .workload_bytes = sizeof(struct tiles_workload),
    .workload = tiles_workload,
};

static const struct bench average_bench = {
    .name = "average",
    .axes = tiles_average_axes,
    .workload_bytes = sizeof(struct tiles_average_workload),
    .workload = tiles_average_load,
};

/* A point on the axes and the options given. */
struct request {
    const char *map, *top, *threshold, *falloff;
    const char *options[2];    /* of tiles_options, in their order; NULL: not given */
    const struct bench *bench; /* NULL: tiles_bench */
    uint64_t seed;             /* 0: 1 */
    struct plan_group group;
    struct plan_option_value given[2];
};

static struct bench_workload *request_try(struct request *request)
{
    const char *texts[4] = { request->map, request->top, request->threshold, request->falloff };
    struct plan_group *group = &request->group;
    *group = (struct plan_group){ .bench = request->bench ? request->bench : &tiles_bench,
                                  .options = request->given };
    for (int i = 0; i < 4; i++) {
        struct plan_axis_value *value = &group->values[group->value_count++];
        value->axis = &group->bench->axes[i];
        value->integer = strtoll(texts[i], NULL, 10);
        snprintf(value->text, sizeof(value->text), "%s", texts[i]);
    }
    for (int i = 0; i < 2; i++)
        if (request->options[i])
            request->given[group->option_count++] =
                (struct plan_option_value){ .option = &tiles_options[i],
                                            .value = request->options[i] };
    return workload_create(group, request->seed ? request->seed : 1, NULL);
}

/* The workload of a request; fails the test where there is none. */
static struct bench_workload *request_create(struct request *request)
{
    struct bench_workload *workload = request_try(request);
    assert_non_null(workload);
    return workload;
}

static void assert_fails(struct request request, const char *cause)
{
    assert_null(request_try(&request));
    assert_holds(trouble_text(), cause);
}

/* tiles_verify(), and the line of what differs. */
static bool verify(const struct tiles_workload *workload, const struct tile_list *tiles,
                   bool ordered, char message[CONTEXT_MESSAGE_BYTES])
{
    CLEANUP(context_finish) struct context context;
    context_init(&context, 1, (struct context_values){ .value_count = 0 });
    const bool good = tiles_verify(&context, workload, tiles, ordered);
    assert_int_equal(context_trouble(&context), good ? CONTEXT_OK : CONTEXT_MISMATCH);
    snprintf(message, CONTEXT_MESSAGE_BYTES, "%s", context_message(&context));
    return good;
}

TEST(test_every_map)
{
    static const char *const thresholds[] = { "own", "varying" };
    for (const char *const *map = tiles_axes[0].names; *map; map++) {
        for (int i = 0; i < 2; i++) {
            struct request request = { *map, "7", thresholds[i], "1" };
            CLEANUP(workload_destroy) struct bench_workload *workload = request_create(&request);
            const struct tiles_workload *tiles = workload->state;
            assert_int_equal(fact_of(workload, "tiles")->count, tiles->tiles.count);
            assert_int_equal(fact_of(workload, "tiles_per_level")->count, 8);
            assert_int_equal(tiles->digest.area, 1u << 14);
            char message[CONTEXT_MESSAGE_BYTES];
            assert_true(verify(tiles, &tiles->tiles, true, message));
            const char *tie = fact_of(workload, "tie")->text;
            assert_int_equal(strcmp(tie, "none") == 0, i != 1 && tiles->tiles.count == 1);
            CLEANUP(image_finish) struct image image;
            assert_true(tiles_picture(workload, &image));
            assert_int_equal(image.width, 2 * 512 + 3 * 16);
        }
    }
}

TEST(test_every_size)
{
    for (int top = 0; top <= (SANITIZED ? 9 : 11); top++) {
        char text[16];
        snprintf(text, sizeof(text), "%d", top);
        struct request request = { "teapot", text, "own", "1" };
        CLEANUP(workload_destroy) struct bench_workload *workload = request_create(&request);
        CLEANUP(image_finish) struct image image;
        assert_true(tiles_picture(workload, &image));
        assert_true(image.height <= 1024 + 2 * 16);
    }
}

TEST(test_varying_is_not_monotone)
{
    struct request request = { "scene", "8", "varying", "1" };
    CLEANUP(workload_destroy) struct bench_workload *workload = request_create(&request);
    assert_string_equal(fact_of(workload, "monotone")->text, "no");
}

TEST(test_picture_decides_size)
{
    static const char pgm[] = "P2\n5 3\n255\n0 0 0 0 200\n0 9 9 0 0\n0 9 9 0 1\n";
    const char *path = file_new(pgm, sizeof(pgm) - 1);
    struct request request = { "file.x", "10", "own", "1", { path } };
    struct bench_workload *workload = request_create(&request);
    const struct tiles_workload *tiles = workload->state;
    assert_int_equal(tiles->pyramid.top, 3);
    assert_int_equal(fact_of(workload, "top_used")->count, 3);
    assert_int_equal(fact_of(workload, "map_width")->count, 5);
    assert_int_equal(fact_of(workload, "map_height")->count, 3);
    assert_int_equal(fact_of(workload, "map_padding_pixels")->count, 64 - 15);
    workload_destroy(&workload);
    unlink(path);
}

TEST(test_mesh_is_the_teapot)
{
    const char *path = file_new("", 0);
    struct mesh mesh;
    tiles_teapot_scene_build(&mesh, 1);
    tile_mesh_write(&mesh, path);
    tiles_mesh_finish(&mesh);
    struct request shipped = { "teapot", "8", "varying", "1" };
    struct request read = { "file.x", "8", "varying", "1", { NULL, path } };
    struct bench_workload *first = request_create(&shipped), *second = request_create(&read);
    assert_int_equal(fact_of(first, "map_hash")->count, fact_of(second, "map_hash")->count);
    assert_int_equal(fact_of(second, "mesh_triangles")->count, 16386);
    workload_destroy(&first);
    workload_destroy(&second);
    unlink(path);
}

/* Each map is that of a direction of its own; the seed decides which. */
TEST(test_average)
{
    struct request one = { "teapot", "6", "own", "1", .bench = &average_bench };
    struct request same = one, other = one;
    other.seed = 2;
    CLEANUP(workload_destroy)
    struct bench_workload *first = request_create(&one), *second = request_create(&same),
                          *third = request_create(&other);
    const struct tiles_average_workload *average = first->state;
    uint64_t tiles = 0;
    for (uint32_t i = 0; i < TILES_DIRECTIONS; i++) {
        const struct tiles_workload *map = average->maps[i].state;
        char message[CONTEXT_MESSAGE_BYTES], place[32];
        struct tile_list lost = map->tiles;
        assert_int_equal(map->digest.area, 1u << 12);
        assert_true(map->threshold.base == 192.0f);
        assert_true(verify(map, &map->tiles, true, message));
        lost.count--;
        assert_false(verify(map, &lost, true, message));
        snprintf(place, sizeof(place), "direction %u of 16: ", i + 1);
        assert_int_equal(strncmp(message, place, strlen(place)), 0);
        tiles += map->tiles.count;
        for (uint32_t k = 0; k < i; k++) {
            const struct tiles_workload *before = average->maps[k].state;
            assert_memory_not_equal(map->pyramid.values, before->pyramid.values, 4 << 12);
        }
    }
    assert_int_equal(fact_of(first, "directions")->count, 16);
    assert_int_equal(fact_of(first, "tiles")->count, tiles);
    assert_int_equal(fact_of(first, "tiles_per_direction")->count, 16);
    assert_int_equal(fact_of(first, "map_hash")->count, fact_of(second, "map_hash")->count);
    assert_int_not_equal(fact_of(first, "map_hash")->count, fact_of(third, "map_hash")->count);
}

/* A map that is no mesh has no directions. */
TEST(test_average_of_meshes_alone)
{
    struct request picture = { "file.x", "5", "own", "1", { "a.pgm" }, &average_bench };
    struct bench_workload *workload = request_create(&picture);
    assert_int_equal(context_trouble(&workload->context), CONTEXT_UNSUPPORTED);
    assert_non_null(
        strstr(context_message(&workload->context), "map file.x is seen along no direction"));
    workload_destroy(&workload);
    assert_fails(
        (struct request){ "file.x", "5", "own", "1", { NULL, "/nowhere/a.obj" }, &average_bench },
        "/nowhere/a.obj: cannot be read");
}

TEST(test_failures)
{
    assert_fails((struct request){ "file.x", "5", "own", "1" }, "--map FILE or --mesh FILE");
    assert_fails((struct request){ "file.x", "5", "own", "1", { "a", "b" } }, "give one of them");
    assert_fails((struct request){ "file.x", "5", "own", "1", { "/nowhere/a.pgm" } },
                 "/nowhere/a.pgm");
    assert_fails((struct request){ "file.x", "5", "own", "1", { NULL, "/nowhere/a.obj" } },
                 "/nowhere/a.obj: cannot be read");
}

TEST(test_axes_accept)
{
    assert_true(tiles_axes[0].accepts("file.a"));
    assert_true(tiles_axes[0].accepts("mesh.a"));
    assert_false(tiles_axes[0].accepts("file."));
    assert_false(tiles_axes[0].accepts("nothing"));
}

static void swap_tiles(struct tile_list *tiles, size_t a, size_t b)
{
    uint32_t *arrays[3] = { tiles->keys, tiles->importances, tiles->thresholds };
    for (int i = 0; i < 3; i++) {
        uint32_t word = arrays[i][a];
        arrays[i][a] = arrays[i][b];
        arrays[i][b] = word;
    }
}

enum spoil {
    SPOIL_SWAP,
    SPOIL_LOSE,
    SPOIL_REPEAT,
    SPOIL_REPLACE,
    SPOIL_IMPORTANCE,
    SPOIL_THRESHOLD,
    SPOIL_LEVEL,
    SPOIL_OUTSIDE,
    SPOIL_POISON,
    SPOIL_OVERFLOW,
    SPOIL_EMPTY,
    SPOIL_COUNT,
};

static void spoil_tiles(struct tile_list *tiles, enum spoil spoil, uint32_t top)
{
    size_t last = tiles->count - 1;
    switch (spoil) {
    case SPOIL_SWAP: swap_tiles(tiles, 0, last); break;
    case SPOIL_LOSE:
        swap_tiles(tiles, 5, last);
        --tiles->count;
        break;
    case SPOIL_REPEAT:
        tiles_tile_list_add(tiles, tiles->keys[5], tiles->importances[5], tiles->thresholds[5]);
        break;
    case SPOIL_REPLACE:
        tiles->keys[5] = tiles->keys[6];
        tiles->importances[5] = tiles->importances[6];
        tiles->thresholds[5] = tiles->thresholds[6];
        break;
    case SPOIL_IMPORTANCE: tiles->importances[5] ^= 1; break;
    case SPOIL_THRESHOLD: tiles->thresholds[5] ^= 1; break;
    case SPOIL_LEVEL: tiles->keys[0] ^= 1u << 24; break;
    case SPOIL_OUTSIDE: tiles->keys[5] = tiles_tile_key(top, 1, 0); break;
    case SPOIL_POISON: tiles->keys[last] = 0xa5a5a5a5u; break;
    case SPOIL_OVERFLOW: tiles->count = tiles->capacity + 1; break;
    case SPOIL_EMPTY: tiles->count = 0; break;
    case SPOIL_COUNT: break;
    }
}

static void assert_differences_named(const char *map, const char *top)
{
    static const char *const causes[SPOIL_COUNT] = {
        [SPOIL_SWAP] = "",
        [SPOIL_LOSE] = "lost: tile 5, level",
        [SPOIL_REPEAT] = "came twice: tile",
        [SPOIL_REPLACE] = "came twice: tile 6",
        [SPOIL_IMPORTANCE] = "tile 5 is level",
        [SPOIL_THRESHOLD] = "tile 5 is level",
        [SPOIL_LEVEL] = "tile 0 is level",
        [SPOIL_OUTSIDE] = "a node of the map (top ",
        [SPOIL_POISON] = "a node of the map (top ",
        [SPOIL_OVERFLOW] = "more than the room",
        [SPOIL_EMPTY] = "0 tiles, wanted",
    };
    struct request request = { map, top, "own", "1" };
    CLEANUP(workload_destroy) struct bench_workload *workload = request_create(&request);
    const struct tiles_workload *tiles = workload->state;
    for (int spoil = 0; spoil < SPOIL_COUNT; spoil++) {
        CLEANUP(tile_list_finish) struct tile_list copy;
        char message[CONTEXT_MESSAGE_BYTES];
        tile_list_init(&copy, tiles->tiles.count + 1);
        for (size_t i = 0; i < tiles->tiles.count; i++)
            assert_true(tiles_tile_list_add(&copy, tiles->tiles.keys[i],
                                            tiles->tiles.importances[i],
                                            tiles->tiles.thresholds[i]));
        spoil_tiles(&copy, (enum spoil)spoil, tiles->pyramid.top);
        bool good = verify(tiles, &copy, false, message);
        assert_int_equal(good, spoil == SPOIL_SWAP);
        assert_holds(message, causes[spoil]);
        assert_false(verify(tiles, &copy, true, message));
        assert_true(strlen(message) > 10 && strlen(message) < sizeof(message) - 1);
    }
}

/* Differences among few tiles, and among enough for several threads. */
TEST(test_verify_names_the_difference)
{
    assert_differences_named("scene", "7");
    assert_differences_named("uniform_high", "9");
}
