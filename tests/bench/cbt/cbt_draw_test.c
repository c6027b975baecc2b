/* SPDX-License-Identifier: MIT */
/* The scene of cbt.frame and cbt.draw, and the CPU's picture that draws are checked against. */
#include "bench/cbt/terrain/terrain.h"
#include "bench/cbt/tree/tree.h"
#include "tests/context.h"

enum { DEPTH = 18, FRAMES = 4 };

static struct fixture {
    struct context context; /* until the end of the group */
    struct frame_scene scene;
    struct draw_reference reference;
    size_t pixels;
} fixture;

static int setup(void **state)
{
    struct frame_scene *scene = &fixture.scene;
    struct context *context = &fixture.context;
    fixture.context = context_of(1, NULL);
    *state = &fixture;
    scene->depth = DEPTH;
    scene->flight_frame = 700;
    scene->target = (struct flight_target){ .height = 180, .pixels = 8, .meshlet = 2 };
    const struct draw_picture picture = { &scene->views[FRAME_START_VIEW], 320, 180 };
    if (!cbt_frame_map_init(context, &scene->map, NULL, 8) ||
        !cbt_frame_scene_init(context, scene, FRAMES) ||
        !cbt_draw_reference_init(context, &fixture.reference, scene, &scene->start, &picture,
                                 "picture"))
        return -1;
    fixture.pixels = (size_t)fixture.reference.picture.width * fixture.reference.picture.height;
    return 0;
}

static int teardown(void **state)
{
    context_finish(&fixture.context);
    return 0;
}

/* Scene --------------------------------------------------------------------------------------- */

/* Twice the area of all leaves, in units of tree.h: that of the square. */
static void assert_tiles(const struct frame_tree *tree)
{
    uint64_t area = 0;
    for (uint32_t i = 0; i < tree->leaf_count; i++) {
        const struct leb_triangle t = cbt_leb_node_triangle(tree->leaves[i]);
        const int64_t twice =
            (int64_t)(t.a.x - t.b.x) * (t.c.y - t.b.y) - (int64_t)(t.a.y - t.b.y) * (t.c.x - t.b.x);
        area += (uint64_t)llabs(twice);
    }
    assert_true(area == UINT64_C(2) * LEB_SIDE * LEB_SIDE);
}

static struct terrain_triangle terrain_triangle(uint32_t node)
{
    const struct leb_triangle t = cbt_leb_node_triangle(node);
    return (struct terrain_triangle){
        { (uint32_t)t.a.x << 4, (uint32_t)t.b.x << 4, (uint32_t)t.c.x << 4 },
        { (uint32_t)t.a.y << 4, (uint32_t)t.b.y << 4, (uint32_t)t.c.y << 4 }
    };
}

/* The tree follows the camera: of the leaves that could be divided, few still want it. */
TEST(test_scene)
{
    const struct frame_scene *scene = &((struct fixture *)*state)->scene;
    uint32_t wanting = 0;
    assert_in_range(scene->start.leaf_count, 100, 100000);
    assert_tiles(&scene->start);
    assert_tiles(&scene->end);
    assert_int_equal(scene->end.leaf_count, scene->states[FRAME_WARM_UP + FRAMES - 1].leaf_count);
    for (uint32_t i = 0; i < scene->start.leaf_count; i++) {
        const struct terrain_triangle t = terrain_triangle(scene->start.leaves[i]);
        wanting += cbt_heap_node_depth(scene->start.leaves[i]) < DEPTH &&
                   cbt_terrain_wants_division(&scene->map, &scene->views[FRAME_START_VIEW], &t);
    }
    assert_true(wanting < scene->start.leaf_count / 20);
    assert_int_equal(cbt_heap_leaf_count(&scene->start.heap), scene->start.leaf_count);
    assert_int_equal(cbt_frame_triangles(scene, 10), 160);
}

/* Even frames split, odd ones merge. */
TEST(test_frames)
{
    const struct frame_scene *scene = &((struct fixture *)*state)->scene;
    uint32_t before = scene->start.leaf_count;
    for (uint32_t i = 0; i < FRAMES; i++) {
        const struct reference_state *frame = &scene->states[FRAME_WARM_UP + i];
        const uint32_t after = frame->leaf_count;
        assert_int_equal(after, i % 2 == 0 ? before + frame->changed : before - frame->changed);
        assert_true(frame->tiles <= frame->changed && (frame->tiles > 0) == (frame->changed > 0));
        before = after;
    }
}

/* Picture ------------------------------------------------------------------------------------- */

/* Returns the check's message about a picture; empty for a right one. */
static const char *check(const struct fixture *f, const uint32_t *leaves)
{
    static char message[CONTEXT_MESSAGE_BYTES];
    CLEANUP(context_finish) struct context context = context_of(1, NULL);
    const bool right = cbt_draw_reference_check(&context, &f->reference, &f->scene, leaves);
    assert_int_equal(context_trouble(&context), right ? CONTEXT_OK : CONTEXT_MISMATCH);
    strcpy(message, context_message(&context));
    return message;
}

static uint32_t *copy(struct fixture *f)
{
    uint32_t *leaves = context_alloc(&f->context, 4 * f->pixels);
    assert_non_null(leaves);
    memcpy(leaves, f->reference.leaves, 4 * f->pixels);
    return leaves;
}

TEST(test_picture)
{
    const struct fixture *f = *state;
    size_t ground = 0;
    for (size_t i = 0; i < f->pixels; i++)
        ground += f->reference.leaves[i] != 0;
    /* The horizon is in the upper half, and the top line is sky. */
    assert_true(ground > f->pixels / 2 && ground < f->pixels * 9 / 10);
    for (uint32_t x = 0; x < f->reference.picture.width; x++) {
        assert_int_equal(f->reference.leaves[x], 0);
        assert_int_not_equal(f->reference.leaves[f->pixels - 1 - x], 0);
    }
    assert_string_equal(check(f, f->reference.leaves), "");
}

/* A pixel in the middle of the ground that lies well inside its leaf. */
static size_t pixel_inside(const struct fixture *f)
{
    const uint32_t width = f->reference.picture.width;
    for (size_t at = f->pixels * 3 / 4; at < f->pixels - width; at++) {
        bool same = true;
        for (int dy = -2; dy <= 2; dy++)
            for (int dx = -2; dx <= 2; dx++)
                same = same && f->reference.leaves[at + (size_t)(dy * (int)width + dx)] ==
                                   f->reference.leaves[at];
        if (same && f->reference.solid[at] > 0)
            return at;
    }
    fail_msg("no such pixel");
    return 0;
}

static void assert_wrong(struct fixture *f, size_t at, uint32_t leaf)
{
    uint32_t *leaves = copy(f);
    leaves[at] = leaf;
    assert_holds(check(f, leaves), "and cannot");
}

/* Faults of a device: holes, leaves that are elsewhere, parents, no leaves at all. */
TEST(test_faults)
{
    struct fixture *f = *state;
    const size_t at = pixel_inside(f);
    const uint32_t leaf = f->reference.leaves[at];
    assert_wrong(f, at, 0);
    assert_wrong(f, at, f->scene.start.leaves[0]);
    assert_wrong(f, at, leaf >> 1);
    assert_wrong(f, at, 1);
    assert_wrong(f, at, 0xA5A5A5A5);
    assert_wrong(f, 0, leaf);
}

/* A hidden leaf that shows through: a depth test that fails. */
TEST(test_hidden)
{
    struct fixture *f = *state;
    const struct frame_scene *scene = &f->scene;
    struct draw_reference others;
    struct frame_tree some = scene->start;
    some.leaves = context_alloc(&f->context, 4 * (size_t)some.leaf_count);
    some.leaf_count = 0;
    /* All leaves but those that are seen to cover a pixel in the middle of the ground. */
    const size_t middle = pixel_inside(f) / f->reference.picture.width * f->reference.picture.width;
    for (uint32_t i = 0; i < scene->start.leaf_count; i++) {
        bool seen = false;
        for (uint32_t x = 0; x < f->reference.picture.width; x++)
            seen = seen || f->reference.leaves[middle + x] == scene->start.leaves[i];
        if (!seen)
            some.leaves[some.leaf_count++] = scene->start.leaves[i];
    }
    assert_true(
        cbt_draw_reference_init(&f->context, &others, scene, &some, &f->reference.picture, "some"));
    uint32_t hidden = 0;
    for (size_t i = middle; i < middle + f->reference.picture.width; i++) {
        if (f->reference.solid[i] < 1.02f * others.solid[i] || others.leaves[i] == 0)
            continue;
        assert_wrong(f, i, others.leaves[i]);
        hidden++;
        break;
    }
    assert_int_equal(hidden, 1);
}

/* Everything shifted by a pixel: each might be rounding, all together are not. */
TEST(test_shifted)
{
    struct fixture *f = *state;
    uint32_t *leaves = copy(f);
    memmove(leaves + 1, leaves, 4 * (f->pixels - 1));
    assert_string_not_equal(check(f, leaves), "");
}

/* Normals and depths -------------------------------------------------------------------------- */

static uint32_t word_of(const double normal[3])
{
    uint32_t word = 0xFF000000;
    for (int i = 0; i < 3; i++)
        word |= (uint32_t)((normal[i] + 1) / 2 * 255 + 0.5) << 8 * i;
    return word;
}

static bool normals_right(const struct fixture *f, const uint32_t *normals)
{
    CLEANUP(context_finish) struct context context = context_of(1, NULL);
    return cbt_draw_reference_check_normals(&context, &f->reference, &f->scene, f->reference.leaves,
                                            normals);
}

/* On level ground all normals point up; on the island they do not. */
TEST(test_normals)
{
    struct fixture *f = *state;
    const double up[3] = { 0, 0, 1 }, east[3] = { 1, 0, 0 };
    const size_t heights = cbt_heightmap_height_count(f->scene.map.levels);
    uint32_t *normals = context_alloc(&f->context, 4 * f->pixels);
    uint16_t *kept = context_alloc(&f->context, 2 * heights);
    assert_true(normals && kept);
    for (size_t i = 0; i < f->pixels; i++)
        normals[i] = word_of(up);
    assert_false(normals_right(f, normals));
    memcpy(kept, f->scene.map.heights, 2 * heights);
    memset(f->scene.map.heights, 0, 2 * heights);
    assert_true(normals_right(f, normals));
    for (size_t i = 0; i < f->pixels; i++)
        normals[i] = word_of(east);
    assert_false(normals_right(f, normals));
    memcpy(f->scene.map.heights, kept, 2 * heights);
}

static bool depths_right(const struct draw_reference *reference, const float *depths)
{
    CLEANUP(context_finish) struct context context = context_of(1, NULL);
    return cbt_draw_reference_check_depths(&context, reference, depths);
}

/* The light sees ground in each cascade, and all of its own ground in the second. */
TEST(test_light)
{
    enum { SIDE = 64, PIXELS = SIDE * SIDE };
    struct fixture *f = *state;
    struct draw_reference light;
    float depths[PIXELS];
    for (uint32_t i = 0; i < FLIGHT_CASCADES; i++) {
        const struct draw_picture picture = { &f->scene.lights[i], SIDE, SIDE };
        uint32_t covered = 0;
        assert_true(cbt_draw_reference_init(&f->context, &light, &f->scene, &f->scene.start,
                                            &picture, "light"));
        for (uint32_t k = 0; k < PIXELS; k++) {
            covered += light.leaves[k] != 0;
            assert_int_equal(light.leaves[k] != 0, light.nearest[k] > 0);
            assert_true(light.nearest[k] < 1 && light.solid[k] <= light.nearest[k]);
        }
        assert_true(covered > PIXELS / 4);
        assert_true(i > 1 || covered == PIXELS);
        assert_true(depths_right(&light, light.nearest));
    }
    /* Faults in the last: a hole, a pixel where nothing is, ground that is farther, all of it
     * nearer. */
    uint32_t solid = 0, empty = 0;
    while (light.solid[solid] == 0)
        solid++;
    while (light.nearest[empty] > 0 || light.nearest[empty + 1] > 0 || empty % SIDE < 2)
        empty++;
    memcpy(depths, light.nearest, sizeof(depths));
    depths[solid] = 0;
    assert_false(depths_right(&light, depths));
    depths[solid] = light.solid[solid] * 0.99f;
    assert_false(depths_right(&light, depths));
    memcpy(depths, light.nearest, sizeof(depths));
    depths[empty] = 0.5f;
    assert_false(depths_right(&light, depths));
    for (uint32_t k = 0; k < PIXELS; k++)
        depths[k] = light.nearest[k] * 1.01f;
    assert_false(depths_right(&light, depths));
}

/* 1 in a colour is taken over, 2 is not, and neither is coverage, nor alpha. */
TEST(test_colours_settle)
{
    const uint32_t clear = 0xFFE6D2B4;
    const uint32_t came[] = { 0xFF6F8D97, 0xFF6E8D97, 0xFFE6D2B4, 0xFFE6D2B5, 0xFE708D97 };
    uint32_t wanted[] = { 0xFF708D97, 0xFF708D97, 0xFFE6D2B5, 0xFFE6D2B4, 0xFF708D97 };
    cbt_draw_colours_settle(wanted, came, 5, clear);
    assert_int_equal(wanted[0], came[0]);
    for (int i = 1; i < 5; i++)
        assert_int_not_equal(wanted[i], came[i]);
}

int main(void)
{
    return unit_run(setup, teardown);
}
