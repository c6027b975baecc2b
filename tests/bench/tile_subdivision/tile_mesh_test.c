/* SPDX-License-Identifier: MIT */
/* Wavefront OBJ, texel densities, the shipped teapot. */
#include "bench/common/teapot.h"
#include "harness/base/base.h"

#include "tests/bench/tile_subdivision/tile_mesh_write.h"

static const char *path;

static bool read_text(struct mesh *mesh, const char *text)
{
    path = file_new(text, strlen(text));
    bool good = tiles_mesh_read_obj(mesh, path);
    unlink(path);
    return good;
}

static struct mesh mesh_of(const char *text)
{
    struct mesh mesh;
    if (!read_text(&mesh, text))
        fail_msg("%s", trouble_text());
    return mesh;
}

static void assert_refused(const char *text, const char *where, const char *cause)
{
    struct mesh mesh;
    char wanted[128];
    assert_false(read_text(&mesh, text));
    snprintf(wanted, sizeof(wanted), "%s%s", path, where);
    assert_memory_equal(trouble_text(), wanted, strlen(wanted));
    assert_holds(trouble_text(), cause);
    assert_null(strchr(trouble_text(), '\n'));
    assert_null(mesh.positions);
}

TEST(test_reads_obj)
{
    struct mesh mesh = mesh_of("# a comment\r\nmtllib x.mtl\no thing\n"
                               "v 0 0 0\r\nv 1 0 0 1.0\n  v\t1 1 0\nv 0 1e0 -.5\n"
                               "vt 0 0\nvt 1 0 0\nvt 1 1\nvt 0 1\nvn 0 0 1\ns off\nusemtl a\n"
                               "f 1/1 2/2 3/3 4/4\n"
                               "f -4/-4/-1 -2/-2/1 -1/-1\n"
                               "f 1/1/1 2/2/1 3/3/1");
    assert_int_equal(mesh.position_count, 4);
    assert_int_equal(mesh.texcoord_count, 4);
    assert_int_equal(mesh.triangle_count, 4);
    static const uint32_t wanted[4][3] = { { 0, 1, 2 }, { 0, 2, 3 }, { 0, 2, 3 }, { 0, 1, 2 } };
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 3; k++) {
            assert_int_equal(mesh.triangles[i].corners[k].position, wanted[i][k]);
            assert_int_equal(mesh.triangles[i].corners[k].texcoord, wanted[i][k]);
        }
    }
    assert_true(mesh.positions[3][2] == -0.5f);
    tiles_mesh_finish(&mesh);
    tiles_mesh_finish(&mesh);
    tiles_mesh_finish(NULL);
}

/* Area in the plane of x and y, of all triangles; none is turned round. */
static double area_of(const struct mesh *mesh)
{
    double sum = 0.0;
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        const float *p[3];
        for (int k = 0; k < 3; k++)
            p[k] = mesh->positions[mesh->triangles[i].corners[k].position];
        const double area = ((p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) -
                             (p[1][1] - p[0][1]) * (p[2][0] - p[0][0])) /
                            2.0;
        assert_true(area >= 0.0);
        sum += area;
    }
    return sum;
}

/* Faces that are not convex are cut into what they cover, from whichever corner they are listed. */
TEST(test_cuts_concave_faces)
{
    static const struct {
        double area;
        const char *corners; /* each "X,Y " */
    } faces[] = {
        { 7, "0,0 4,0 4,1 1,1 1,4 0,4 " },                         /* an L */
        { 8, "0,0 4,4 0,2 -4,4 " },                                /* an arrow */
        { 10, "0,0 4,0 4,4 3,4 3,1 1,1 1,4 0,4 " },                /* a U */
        { 5, "1,0 2,0 2,1 3,1 3,2 2,2 2,3 1,3 1,2 0,2 0,1 1,1 " }, /* a plus */
        { 12, "0,0 4,0 4,4 0,4 0,0 1,1 1,3 3,3 3,1 1,1 " },        /* a hole, by a bridge */
        { 16, "0,0 4,0 4,4 2,4 0,4 " },                            /* convex, a flat corner */
    };
    for (size_t f = 0; f < sizeof(faces) / sizeof(faces[0]); f++)
        for (int first = 0, count = 1; first < count; first++) {
            CLEANUP(text_finish) struct text text = { 0 };
            struct mesh mesh;
            int x, y;
            text_add(&text, "vt 0 0\n");
            count = 0;
            for (const char *at = faces[f].corners; sscanf(at, "%d,%d", &x, &y) == 2; count++) {
                text_add_format(&text, "v %d %d 0\n", x, y);
                at += strcspn(at, " ") + 1;
            }
            text_add(&text, "f");
            for (int i = 0; i < count; i++)
                text_add_format(&text, " %d/1", 1 + (first + i) % count);
            if (!read_text(&mesh, text_string(&text)))
                fail_msg("face %zu from corner %d: %s", f, first, trouble_text());
            assert_int_equal(mesh.triangle_count, count - 2);
            assert_true(area_of(&mesh) == faces[f].area);
            tiles_mesh_finish(&mesh);
        }
    assert_refused("v 0 0 0\nv 4 4 0\nv 4 0 0\nv 0 4 0\nv 2 9 0\nvt 0 0\nf 1/1 2/1 3/1 4/1 5/1\n",
                   ":7: ", "outline crosses itself");
}

#define TRIANGLE "v 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\nvt 1 0\nvt 1 1\n"

TEST(test_refuses_bad_obj)
{
    assert_refused("", ": ", "no faces");
    assert_refused("v 0 0 0\n", ": ", "no faces");
    assert_refused("v 0 0\n", ":1: ", "3 numbers wanted, 2 found");
    assert_refused("\nv 0 0x 1\n", ":2: ", "malformed number \"0x\"");
    assert_refused("v 0 0x1p3 1\n", ":1: ", "malformed number \"0x1p3\"");
    assert_refused("v 0 nan 1\n", ":1: ", "malformed number \"nan\"");
    assert_refused("v 0 1e99 1\n", ":1: ", "malformed number");
    assert_refused("vt 1\n", ":1: ", "2 numbers wanted");
    assert_refused(TRIANGLE "f 1 2 3\n", ":7: ", "without texture coordinates");
    assert_refused(TRIANGLE "f 1//1 2//2 3//3\n", ":7: ", "without texture coordinates");
    assert_refused(TRIANGLE "f 1/1 2/2 4/3\n", ":7: ", "position index 4/3 is out of range");
    assert_refused(TRIANGLE "f 1/1 2/2 3/4\n", ":7: ", "texture coordinate index 4 is out of");
    assert_refused(TRIANGLE "f 1/1 2/2 0/3\n", ":7: ", "out of range");
    assert_refused(TRIANGLE "f 1/1 2/2 -4/3\n", ":7: ", "out of range");
    assert_refused(TRIANGLE "f 1/1 2/2 99999999999999999999/3\n", ":7: ", "out of range");
    assert_refused(TRIANGLE "f 1/1 2/2 a/3\n", ":7: ", "malformed position index \"a/3\"");
    assert_refused(TRIANGLE "f 1/1 2/2 3/ 3\n", ":7: ", "malformed texture coordinate index");
    assert_refused(TRIANGLE "f 1/1 2/2 3/3x\n", ":7: ", "malformed face");
    assert_refused(TRIANGLE "f 1/1 2/2\n", ":7: ", "a face of 2 corners");
    assert_refused(TRIANGLE "f\n", ":7: ", "a face of 0 corners");
    struct mesh mesh;
    assert_false(tiles_mesh_read_obj(&mesh, "/nowhere/a.obj"));
    assert_string_equal(trouble_text(),
                        "/nowhere/a.obj: cannot be read: No such file or directory");
    assert_false(tiles_mesh_read_obj(&mesh, "/tmp"));
    assert_holds(trouble_text(), "/tmp: cannot be read");
}

TEST(test_density)
{
    CLEANUP(tiles_mesh_finish)
    struct mesh mesh = mesh_of("v 0 0 0\nv 4 0 0\nv 4 0 4\nv 8 0 0\n"
                               "vt 0 0\nvt .5 0\nvt .5 .5\nf 1/1 2/2 3/3\nf 1/1 2/2 4/3\n"
                               "f 1/1 2/1 3/1\n");
    /* 1/8 of the light map over 8 square units. */
    assert_true(tiles_texel_density_of_triangle(&mesh, 0, 1.0) ==
                TEXEL_DENSITY_LIGHT_MAP_TEXELS / 64.0);
    assert_true(tiles_texel_density_of_triangle(&mesh, 0, 0.5) ==
                TEXEL_DENSITY_LIGHT_MAP_TEXELS / 256.0);
    assert_true(tiles_texel_density_of_triangle(&mesh, 1, 1.0) == 0.0);
    assert_true(tiles_texel_density_of_triangle(&mesh, 2, 1.0) == 0.0);
    assert_true(fabs(tiles_texel_density_unit(&mesh) * 1024.0 - sqrt(80.0)) < 1e-9);
}

TEST(test_raster)
{
    CLEANUP(tiles_mesh_finish)
    struct mesh mesh = mesh_of("v 0 0 0\nv 8 0 0\nv 8 4 0\nv 0 4 0\n"
                               "v 4 0 -1\nv 8 0 -1\nv 8 4 -1\nv 4 4 -1\n"
                               "vt 0 0\nvt .5 0\nvt .5 .5\nvt 0 .5\n"
                               "f 1/1 2/2 3/3 4/4\nf 5/1 6/2 7/3 8/4\nf 1/1 1/2 1/3\n");
    float values[64];
    size_t degenerate;
    const double down[3] = { 0.0, 0.0, -2.0 };
    /* A quad of 8 x 4 units seen from +z: the middle four rows of an 8x8 map; in its right half a
     * denser one behind it. */
    assert_true(tiles_texel_density_draw(&mesh, down, 3, values, &degenerate));
    assert_int_equal(degenerate, 1);
    float sparse = values[2 * 8], dense = values[2 * 8 + 7];
    assert_true(sparse > 0.0f && fabsf(dense / sparse - 2.0f) < 0.01f);
    for (int i = 0; i < 64; i++) {
        float wanted = i % 8 < 4 ? sparse : dense;
        assert_true(values[i] == (i / 8 >= 2 && i / 8 < 6 ? wanted : 0.0f));
        assert_true(values[i] * 64.0f == floorf(values[i] * 64.0f));
    }
    const double edge_on[3] = { 0.0, 1.0, 0.0 };
    assert_true(tiles_texel_density_draw(&mesh, edge_on, 0, values, &degenerate));
    assert_true(values[0] == dense);
}

TEST(test_tiny_triangles_stay)
{
    CLEANUP(tiles_mesh_finish)
    struct mesh mesh = mesh_of("v 0 0 0\nv .01 0 0\nv 0 .01 0\nv 4 4 0\nv 3.99 4 0\nv 4 3.99 0\n"
                               "vt 0 0\nvt 1 0\nvt 1 1\nf 1/1 2/2 3/3\nf 4/1 5/2 6/3\n");
    float values[16];
    size_t degenerate, marked = 0;
    const double down[3] = { 0.0, 0.0, -1.0 };
    assert_true(tiles_texel_density_draw(&mesh, down, 2, values, &degenerate));
    for (int i = 0; i < 16; i++)
        marked += values[i] > 0.0f;
    assert_int_equal(marked, 2);
    assert_true(values[12] > 0.0f && values[3] > 0.0f);
}

TEST(test_no_extent)
{
    CLEANUP(tiles_mesh_finish) struct mesh mesh = mesh_of("v 1 1 1\nvt 0 0\nf 1/1 1/1 1/1\n");
    float value;
    size_t degenerate;
    const double down[3] = { 0.0, 0.0, -1.0 };
    assert_false(tiles_texel_density_draw(&mesh, down, 0, &value, &degenerate));
}

TEST(test_teapot_data)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < TEAPOT_PATCHES * 16; k++) {
        float point[3];
        teapot_control_point(k / 16, k / 4 % 4, k % 4, point);
        sum += fabs((double)point[0]) + fabs((double)point[1]);
        assert_true(fabsf(point[0]) <= 3.525f && fabsf(point[1]) <= 2.0f);
        assert_true(point[2] >= 0.0f && point[2] <= 3.15f);
    }
    assert_true(sum > 100.0);
    float point[3];
    teapot_control_point(0, 0, 1, point);
    assert_true(point[0] == 1.4f && point[1] == -0.784f && point[2] == 2.4f);
}

TEST(test_teapot_scene)
{
    CLEANUP(tiles_mesh_finish) struct mesh mesh;
    tiles_teapot_scene_build(&mesh, 1);
    assert_int_equal(mesh.triangle_count, 32 * 16 * 16 * 2 + 2);
    double low = INFINITY, high = 0.0;
    for (size_t i = 0; i < mesh.texcoord_count; i++)
        for (int axis = 0; axis < 2; axis++)
            assert_true(mesh.texcoords[i][axis] >= 0.0f && mesh.texcoords[i][axis] <= 1.0f);
    double unit = tiles_texel_density_unit(&mesh);
    for (size_t patch = 0; patch < 32; patch++) {
        double density =
            tiles_texel_density_of_triangle(&mesh, 2 + patch * 512 + 8 * 32 + 16, unit);
        low = fmin(low, density);
        high = fmax(high, density);
    }
    assert_true(high / low > 50.0);
    assert_true(tiles_texel_density_of_triangle(&mesh, 0, unit) < low);
}

TEST(test_export_and_import)
{
    CLEANUP(tiles_mesh_finish) struct mesh mesh, other;
    tiles_teapot_scene_build(&mesh, 7);
    path = file_new("", 0);
    tile_mesh_write(&mesh, path);
    assert_true(tiles_mesh_read_obj(&other, path));
    unlink(path);
    assert_int_equal(mesh.position_count, other.position_count);
    assert_int_equal(mesh.texcoord_count, other.texcoord_count);
    assert_int_equal(mesh.triangle_count, other.triangle_count);
    assert_memory_equal(mesh.positions, other.positions, mesh.position_count * 12);
    assert_memory_equal(mesh.texcoords, other.texcoords, mesh.texcoord_count * 8);
    assert_memory_equal(mesh.triangles, other.triangles,
                        mesh.triangle_count * sizeof(struct mesh_triangle));
}
