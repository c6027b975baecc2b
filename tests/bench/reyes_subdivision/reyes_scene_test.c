/* SPDX-License-Identifier: MIT */
/* Scenes of files: patches, cameras, meshes of quadrilaterals; and what is refused. */
#include "bench/reyes_subdivision/reference.h"
#include "bench/reyes_subdivision/reyes.h"
#include "tests/bench/reyes_subdivision/reyes_models.h"
#include "tests/files.h"

static char patches[128], camera[128], mesh[128];

static int files_make(void **state)
{
    assert_int_equal(folder_make(state), 0);
    snprintf(patches, sizeof(patches), "%s/a.patches.f32", folder);
    snprintf(camera, sizeof(camera), "%s/a.camera.txt", folder);
    snprintf(mesh, sizeof(mesh), "%s/a.obj", folder);
    return 0;
}

#define PLACE "camera_translation 0 5.99999905 1.99999988\n"
#define TURN "camera_quaternion_wxyz 0 0 0.646374881 0.763019979\n"
#define DEPTH(near) "near " near "\nfar 1000\n"
#define FOVY "fovy_degrees 60\n"
#define TEAPOT_CAMERA PLACE TURN DEPTH("0.00999999978")

static struct scene teapot_make(void)
{
    struct scene scene;
    assert_true(reyes_scene_teapot(&scene));
    return scene;
}

static void write_teapot(size_t bytes)
{
    CLEANUP(reyes_scene_finish) struct scene scene = teapot_make();
    file_write(patches, scene.patches, bytes);
    file_write_text(camera, "patches 32\n" TEAPOT_CAMERA "fovy_degrees 60\n"
                            "object_translation 0 0 0\nobject_quaternion_wxyz 1 0 0 0\n");
}

static void assert_refused(const char *cause)
{
    struct scene scene;
    assert_false(reyes_scene_read(&scene, patches, camera));
    assert_holds(trouble_text(), cause);
    assert_null(strchr(trouble_text(), '\n'));
    assert_null(scene.patches);
}

TEST(test_reads_files)
{
    CLEANUP(reyes_scene_finish) struct scene scene, teapot;
    write_teapot(32 * 192);
    assert_true(reyes_scene_read(&scene, patches, camera));
    assert_true(reyes_scene_teapot(&teapot));
    assert_int_equal(scene.count, 32);
    assert_memory_equal(scene.patches, teapot.patches, 32 * sizeof(struct bound_patch));
    const struct view a = reyes_view_init(&scene.camera, 1280, 1024, 8, 15);
    const struct view b = reyes_view_init(&teapot.camera, 1280, 1024, 8, 15);
    for (int i = 0; i < 12; i++)
        assert_true(fabsf(a.eye[i / 4][i % 4] - b.eye[i / 4][i % 4]) < 1e-5f);
    assert_true(fabsf(a.scale - 886.81f) < 0.01f);
}

/* The teapot as the report's program has it, where the folder with its files is there. */
TEST(test_teapot_is_the_reports)
{
    char paths[2][512];
    CLEANUP(reyes_scene_finish) struct scene scene, teapot;
    const char *models = reyes_models_have("hair") ? getenv("CLAIMCHECK_MODELS") : NULL;
    if (!models)
        skip();
    snprintf(paths[0], sizeof(paths[0]), "%s/teapot.patches.f32", models);
    snprintf(paths[1], sizeof(paths[1]), "%s/teapot.camera.txt", models);
    if (!reyes_scene_read(&scene, paths[0], paths[1])) {
        print_message("%s\n", trouble_text());
        skip();
    }
    assert_true(reyes_scene_teapot(&teapot));
    assert_int_equal(scene.count, 32);
    assert_memory_equal(scene.patches, teapot.patches, 32 * sizeof(struct bound_patch));
}

TEST(test_refuses_files)
{
    write_teapot(32 * 192 - 4);
    assert_refused("cut short");
    write_teapot(0);
    assert_refused("empty");
    write_teapot(31 * 192);
    assert_refused("another scene's");
    write_teapot(32 * 192);
    float point[48] = { 0 };
    point[20] = NAN;
    file_write(patches, point, sizeof(point));
    file_write_text(camera, TEAPOT_CAMERA "fovy_degrees 60\n");
    assert_refused("patch 0 has a coordinate that is not finite");
    point[20] = 1e20f;
    file_write(patches, point, sizeof(point));
    assert_refused("beyond 1e12");
    unlink(patches);
    assert_refused("cannot be read: No such file");
    unlink(camera);
    assert_refused("a.camera.txt: cannot be read: No such file");
}

TEST(test_refuses_cameras)
{
    static const struct {
        const char *text, *cause;
    } bad[] = {
        { TEAPOT_CAMERA, "no line fovy_degrees" },
        { "", "no line camera_translation" },
        { "v 1 2 3\n", ":1: not a line of a camera file: \"v 1 2 3\"" },
        { TEAPOT_CAMERA "fovy_degrees sixty\n", ":5: not a line" },
        { TEAPOT_CAMERA "fovy_degrees 60 1\n", ":5: not a line" },
        { TEAPOT_CAMERA "fovy_degrees nan\n", ":5: not a line" },
        { TEAPOT_CAMERA "fovy_degrees 0x3c\n", ":5: not a line" },
        { TEAPOT_CAMERA "fovy_degrees 180\n", "between 0 and 180" },
        { TEAPOT_CAMERA "near 0.1\n", ":5: appears twice: \"near 0.1\"" },
        { PLACE TURN DEPTH("1000") FOVY, "0 < near < far" },
        { PLACE TURN DEPTH("-1") FOVY, "0 < near < far" },
        { PLACE "camera_quaternion_wxyz 0 0 0 0\n" DEPTH("1") FOVY, "not a rotation" },
        { "camera_translation 0 1e13 0\n" TURN DEPTH("1") FOVY, "beyond 1e12" },
        { TEAPOT_CAMERA "fovy_degrees 60\nobject_translation 1 0 0\n", "must be the identity" },
    };
    write_teapot(32 * 192);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        file_write_text(camera, bad[i].text);
        assert_refused(bad[i].cause);
    }
}

/* Checks that a message names the file, the variable and the remedy, but no path. */
static void assert_missing(const char *name, const char *file)
{
    assert_true(reyes_scene_is_missing(name));
    assert_holds(trouble_text(), file);
    assert_holds(trouble_text(), "CLAIMCHECK_MODELS");
    assert_null(strchr(trouble_text(), '/'));
    assert_null(strchr(trouble_text(), '\n'));
}

TEST(test_missing)
{
    unsetenv("CLAIMCHECK_MODELS");
    assert_false(reyes_scene_is_missing("teapot"));
    assert_false(reyes_scene_is_missing("file.teapot"));
    assert_missing("bigguy", "bigguy.patches.f32");
    setenv("CLAIMCHECK_MODELS", "", 1);
    assert_missing("hair", "hair.patches.f32");
    setenv("CLAIMCHECK_MODELS", folder, 1);
    assert_missing("killeroo", "killeroo.patches.f32");
    /* Half of it is there; then all, and it is no scene: that is no longer missing, but wrong. */
    char model[2][128];
    snprintf(model[0], sizeof(model[0]), "%s/killeroo.patches.f32", folder);
    snprintf(model[1], sizeof(model[1]), "%s/killeroo.camera.txt", folder);
    file_write_text(model[0], "none");
    assert_missing("killeroo", "killeroo.camera.txt");
    file_write_text(model[1], "none");
    assert_false(reyes_scene_is_missing("killeroo"));
    struct scene scene;
    const struct scene_source source = { .scene = "killeroo" };
    assert_false(reyes_scene_load(&scene, &source));
    unsetenv("CLAIMCHECK_MODELS");
    assert_int_equal(unlink(model[0]) + unlink(model[1]), 0);
}

TEST(test_sources)
{
    static const struct {
        struct scene_source source;
        const char *cause;
    } bad[] = {
        { { .scene = "file.a" }, "--patches FILE or --mesh FILE" },
        { { .scene = "file.a", .patches = "a.f32" }, "--camera FILE" },
        { { .scene = "file.a", .patches = "a", .mesh = "b" }, "one of them" },
        { { .scene = "teapot", .camera = "c" }, "has its own" },
        { { .scene = "killeroo" }, "or take killeroo_standin" },
        { { .scene = "hair" }, "or take hair_generated" },
    };
    unsetenv("CLAIMCHECK_MODELS");
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct scene scene;
        assert_false(reyes_scene_load(&scene, &bad[i].source));
        assert_holds(trouble_text(), bad[i].cause);
        assert_null(scene.patches);
    }
    assert_true(reyes_scene_accepts("hair_generated.0") &&
                reyes_scene_accepts("hair_generated.100000"));
    assert_false(reyes_scene_accepts("hair_generated.") ||
                 reyes_scene_accepts("hair_generated.01"));
    assert_false(reyes_scene_accepts("hair_generated.5x") ||
                 reyes_scene_accepts("hair_generated.99999999"));
    assert_false(reyes_scene_accepts("hair_generated.-5") || reyes_scene_accepts("file."));
}

/* A picture that several threads have drawn is that of one. */
TEST(test_frame_merge)
{
    CLEANUP(reyes_scene_finish) struct scene scene = teapot_make();
    CLEANUP(reyes_reference_finish) struct reyes_reference reference;
    struct frame frames[3];
    const struct view view = reyes_view_init(&scene.camera, 120, 90, 16, 15);
    assert_true(reyes_reference_subdivide(&reference, &view, scene.patches, 32, 1000));
    for (int i = 0; i < 3; i++)
        assert_true(reyes_frame_init(&frames[i], 120, 90));
    for (size_t i = 0; i < reference.drawn.count; i++) {
        const struct range range = reference.drawn.ranges[i];
        const size_t into[] = { 0, 1 + i % 2 };
        for (int k = 0; k < 2; k++)
            reyes_frame_draw(&frames[into[k]], &view, &scene.patches[range.patch], range, 16,
                             FRAME_NOTHING);
    }
    reyes_frame_merge(&frames[1], &frames[2]);
    assert_memory_equal(frames[1].depths, frames[0].depths, 120 * 90 * sizeof(uint32_t));
    assert_memory_equal(frames[1].colours, frames[0].colours, 120 * 90 * sizeof(uint32_t));
    assert_int_equal(reyes_frame_differences(frames[1].colours, frames[0].colours, 120 * 90), 0);
    for (int i = 0; i < 3; i++)
        reyes_frame_finish(&frames[i]);
}

TEST(test_empty_scene)
{
    CLEANUP(reyes_scene_finish) struct scene scene;
    CLEANUP(reyes_reference_finish) struct reyes_reference reference;
    assert_true(reyes_scene_hair(&scene, 0));
    const struct view view = reyes_view_init(&scene.camera, 1280, 1024, 8, 15);
    assert_true(reyes_reference_subdivide(&reference, &view, scene.patches, 0, 1));
    assert_int_equal(reference.counts.n_out + reference.counts.bounds, 0);
    assert_int_equal(reference.counts.level_count, 0);
}

TEST(test_ranges_limit)
{
    CLEANUP(reyes_scene_finish) struct scene scene = teapot_make();
    CLEANUP(reyes_reference_finish) struct reyes_reference reference;
    const struct view view = reyes_view_init(&scene.camera, 1280, 1024, 8, 15);
    assert_false(reyes_reference_subdivide(&reference, &view, scene.patches, 32, 5000));
    assert_holds(trouble_text(), "more ranges than");
}

/* Meshes -------------------------------------------------------------------------------------- */

static void read_mesh(struct scene *scene, const char *text)
{
    file_write_text(mesh, text);
    if (!reyes_scene_read_mesh(scene, mesh, NULL))
        fail_msg("%s", trouble_text());
}

static void assert_point(const struct bound_patch *patch, int k, float x, float y, float z)
{
    const float *point = patch->points[k];
    if (fabsf(point[0] - x) + fabsf(point[1] - y) + fabsf(point[2] - z) > 1e-5f)
        fail_msg("point %d: %g %g %g, wanted %g %g %g", k, (double)point[0], (double)point[1],
                 (double)point[2], (double)x, (double)y, (double)z);
}

/* A single quadrilateral keeps its corners and straight sides. */
TEST(test_mesh_of_one)
{
    CLEANUP(reyes_scene_finish) struct scene scene;
    read_mesh(&scene, "v 0 0 0\nv 3 0 0\nv 3 3 0\nv 0 3 0\nf 1/1/1 2//2 3 4/2\nvt 1 1\n");
    assert_int_equal(scene.count, 1);
    const struct bound_patch *patch = &scene.patches[0];
    assert_point(patch, 0, 0, 0, 0);
    assert_point(patch, 4, 1, 0, 0);
    assert_point(patch, 8, 2, 0, 0);
    assert_point(patch, 12, 3, 0, 0);
    assert_point(patch, 15, 3, 3, 0);
    assert_point(patch, 3, 0, 3, 0);
    assert_point(patch, 1, 0, 1, 0);
    assert_point(patch, 14, 3, 2, 0);
    const struct view view = reyes_view_init(&scene.camera, 64, 64, 64, 15);
    assert_int_equal(reyes_bound(&view, patch, reyes_range_whole(0), NULL), BOUND_DRAW);
}

/* A regular grid: the uniform B-spline, whose flat interior keeps the grid's spacing. */
TEST(test_mesh_grid)
{
    enum { SIDE = 5 };
    char text[8192];
    int length = 0;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            length += snprintf(text + length, sizeof(text) - (size_t)length, "v %d %d %d\n", x, y,
                               x == 2 && y == 2 ? 36 : 0);
    for (int y = 0; y + 1 < SIDE; y++) {
        for (int x = 0; x + 1 < SIDE; x++) {
            const int a = y * SIDE + x + 1;
            /* Every other face the other way round: the neighbours are found all the same. */
            const int b = (x + y) % 2 ? a + 1 : a + SIDE, c = (x + y) % 2 ? a + SIDE : a + 1;
            length += snprintf(text + length, sizeof(text) - (size_t)length, "f %d %d %d %d\n", a,
                               b, a + SIDE + 1, c);
        }
    }
    CLEANUP(reyes_scene_finish) struct scene scene;
    read_mesh(&scene, text);
    assert_int_equal(scene.count, 16);
    /* Around (2, 2), which is raised by 36: its limit is at 16, its neighbours' at 4 and 1. */
    float highest = 0;
    for (uint32_t i = 0; i < scene.count; i++) {
        for (int k = 0; k < 16; k += k % 4 == 0 ? 3 : (k == 3 ? 9 : 1)) {
            const float *point = scene.patches[i].points[k];
            const float dx = fabsf(point[0] - 2), dy = fabsf(point[1] - 2);
            const float wanted = (dx < 0.5f   ? 4.0f
                                  : dx < 1.5f ? 1.0f
                                              : 0.0f) *
                                 (dy < 0.5f   ? 4.0f
                                  : dy < 1.5f ? 1.0f
                                              : 0.0f);
            if (k == 0 || k == 3 || k == 12 || k == 15)
                assert_true(fabsf(point[2] - wanted) < 1e-4f);
            highest = fmaxf(highest, point[2]);
        }
    }
    assert_true(fabsf(highest - 16) < 1e-4f);
}

/* A cube: all corners of valence 3, no border; the corners of patches meet. */
TEST(test_mesh_cube)
{
    CLEANUP(reyes_scene_finish) struct scene scene;
    read_mesh(&scene, "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
                      "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
    assert_int_equal(scene.count, 6);
    /* Interior: (3 a + 2 b + c + 2 d) / 8; corner: mean of the three around it. */
    assert_point(&scene.patches[0], 5, 3.0f / 8, 3.0f / 8, 0);
    assert_point(&scene.patches[0], 0, 0.25f, 0.25f, 0.25f);
    assert_point(&scene.patches[2], 0, 0.25f, 0.25f, 0.25f);
    assert_point(&scene.patches[1], 15, 0.75f, 0.75f, 0.75f);
}

TEST(test_refuses_meshes)
{
    static const struct {
        const char *text, *cause;
    } bad[] = {
        { "", "no faces" },
        { "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n", ":4: a face without 4 corners" },
        { "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 3\n", "uses a corner twice" },
        { "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 5\n", "out of range" },
        { "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\nf 1 2 3 4\nf 1 2 3 4\n",
          "more than two faces" },
        { "v 0 0 1e13\n", "beyond 1e12" },
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct scene scene;
        file_write_text(mesh, bad[i].text);
        assert_false(reyes_scene_read_mesh(&scene, mesh, NULL));
        assert_holds(trouble_text(), bad[i].cause);
        assert_null(scene.patches);
    }
}

int main(void)
{
    return unit_run(files_make, folder_remove);
}
