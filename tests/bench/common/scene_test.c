/* SPDX-License-Identifier: MIT */
/* scene_test.c: the room is closed but towards the camera, the same for the same seed, and takes a
 * mesh in; files that are no mesh are told by name. */
#include "bench/common/scene.h"
#include "harness/trouble.h"
#include "tests/files.h"

static const struct vector room_low = { -1.8f, 0, -2 }, room_high = { 1.8f, 2, 2 };

static void assert_inside(const struct scene *scene)
{
    const float slack = 1e-5f;
    for (uint32_t i = 0; i < scene->count; i++)
        for (int k = 0; k < 3; k++) {
            const struct vector at = scene->triangles[i].corners[k];
            assert_true(at.x >= room_low.x - slack && at.x <= room_high.x + slack);
            assert_true(at.y >= room_low.y - slack && at.y <= room_high.y + slack);
            assert_true(at.z >= room_low.z - slack && at.z <= room_high.z + slack);
        }
}

TEST(test_room)
{
    struct scene a, b, c;
    scene_init_room(&a, 1);
    scene_init_room(&b, 1);
    scene_init_room(&c, 2);
    assert_int_equal(a.count, 3468);
    assert_int_equal(c.count, a.count);
    assert_memory_equal(a.triangles, b.triangles, a.count * sizeof(*a.triangles));
    assert_true(memcmp(a.triangles, c.triangles, a.count * sizeof(*a.triangles)) != 0);
    for (uint64_t seed = 3; seed < 40; seed++) {
        scene_finish(&c);
        scene_init_room(&c, seed);
        assert_inside(&c);
    }
    for (uint32_t i = 0; i < a.count; i++) {
        const struct vector normal = scene_normal(&a, i);
        assert_true(fabsf(vector_dot(normal, normal) - 1) < 1e-5f);
    }
    scene_finish(&a);
    scene_finish(&b);
    scene_finish(&c);
    assert_null(c.triangles);
}

/* A picture of 16:9 sees the room alone. */
TEST(test_camera)
{
    CLEANUP(scene_finish) struct scene scene;
    scene_init_room(&scene, 1);
    CLEANUP(ray_tree_destroy) struct ray_tree *tree = ray_tree_create(scene.triangles, scene.count);
    assert_non_null(tree);
    for (int y = 0; y <= 18; y++)
        for (int x = 0; x <= 32; x++) {
            const struct ray ray =
                scene_camera_ray(&scene.camera, 16.0f / 9, (float)x / 32, (float)y / 18);
            assert_true(ray_tree_any(tree, &ray));
        }
    const struct ray middle = scene_camera_ray(&scene.camera, 1, 0.5f, 0.5f);
    assert_memory_equal(&middle.direction, &scene.camera.forward, sizeof(middle.direction));
    const struct ray outside = scene_camera_ray(&scene.camera, 4, 0, 0.5f);
    assert_false(ray_tree_any(tree, &outside));
}

/* The light shines down, and is among the triangles. */
TEST(test_light)
{
    CLEANUP(scene_finish) struct scene scene;
    scene_init_room(&scene, 1);
    const struct vector across = vector_cross(scene.light.edges[0], scene.light.edges[1]);
    assert_true(fabsf(sqrtf(vector_dot(across, across)) - scene.light.area) < 1e-6f);
    assert_true(vector_dot(across, scene.light.normal) > 0);
    uint32_t shining = 0;
    for (uint32_t i = 0; i < scene.count; i++)
        shining += scene_emits(&scene, i);
    assert_int_equal(shining, 2);
}

TEST(test_mesh)
{
    static const char text[] = "v 100 7 0\nv 140 7 0\nv 140 27 10\nv 100 27 10\nf 1 2 3 4\n";
    struct scene scene;
    const char *path = file_new(text, strlen(text));
    assert_true(scene_init_mesh(&scene, path));
    assert_int_equal(scene.count, 14);
    assert_inside(&scene);
    const struct ray_triangle *last = &scene.triangles[13];
    assert_true(fabsf(last->corners[0].x + 1.4f) < 1e-5f && last->corners[0].y == 0);
    assert_true(fabsf(last->corners[1].x - 1.4f) < 1e-5f);
    assert_true(fabsf(last->corners[1].y - 1.4f) < 1e-5f);
    assert_true(fabsf(last->corners[1].z - 0.35f) < 1e-5f);
    scene_finish(&scene);
    remove(path);
}

static void assert_refused(const char *text, const char *wanted)
{
    struct scene scene;
    const char *path = file_new(text, strlen(text));
    assert_false(scene_init_mesh(&scene, path));
    assert_holds(trouble_text(), path);
    assert_holds(trouble_text(), wanted);
    assert_null(scene.triangles);
    assert_null(strchr(trouble_text(), '\n'));
    remove(path);
}

TEST(test_not_a_mesh)
{
    struct scene scene;
    assert_refused("", "no faces");
    assert_refused("v 0 0 0\nv 1 0 0\nf 1 2 3\n", "out of range");
    assert_refused("v 1 1 1\nf 1 1 1\n", "no extent");
    assert_refused("v -3e38 0 0\nv 3e38 0 0\nv 0 1 0\nf 1 2 3\n", "no extent");
    assert_false(scene_init_mesh(&scene, "/nowhere/there.obj"));
    assert_holds(trouble_text(), "/nowhere/there.obj");
}
