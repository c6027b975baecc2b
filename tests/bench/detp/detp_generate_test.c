/* SPDX-License-Identifier: MIT */
/* detp_generate_test.c: random rays and discs against worked examples, bit by bit. */
#include "bench/detp/detp.h"

#include "harness/engine/cpu/cpu.h"

#include "tests/bench/detp/detp_context.h"

enum { NOT_STATED = 0x7fffffff };

struct example {
    enum detp_mode mode;
    uint32_t index, origin[3], direction[3], t_max;
};

static const struct example rays_of_seed_1[] = {
    { DETP_A,
      0,
      { 0x3f6e1133, 0x3e51a15c, 0x3f46b7d7 },
      { 0x3f20c4a2, 0x3eeb3ad6, 0xbf20cc92 },
      0x3de47181 },
    { DETP_A, 1, { NOT_STATED }, { NOT_STATED }, 0x3e9ba4ba },
    { DETP_A,
      2,
      { 0x3f763d49, 0x3f69f8cd, 0x3ead4362 },
      { 0x3e914e12, 0x3f6eb7eb, 0x3e64c669 },
      0x3dbcfb82 },
    { DETP_B,
      0,
      { 0x00000000, 0x3f6e1133, 0x3e51a15c },
      { 0x3f501243, 0x3ef0bbb2, 0x3eb01daa },
      0x3e188f85 },
    { DETP_B,
      1,
      { 0x3e66733c, 0x3f109825, 0x3f800000 },
      { 0xbf10c7f5, 0xbe9d4ba2, 0xbf43ee59 },
      0x3ecbbd4c },
    { DETP_B,
      2,
      { 0x00000000, 0x3f763d49, 0x3f69f8cd },
      { 0x3ec88f8e, 0x3e8928e2, 0x3f615635 },
      0x3dc8348a },
    { DETP_C,
      0,
      { 0x3f6e1133, 0x3e51a15c, 0x3f46b7d7 },
      { 0xbf5a69a9, 0x3ee05d85, 0x3e90df13 },
      0x3f496d8c },
    { DETP_C, 1, { NOT_STATED }, { 0x3f1ae2e2, 0x3eeecf90, 0x3f25314f }, 0x3ed68087 },
    { DETP_C, 2, { NOT_STATED }, { 0xbf4f8d9b, 0xbf00a6b7, 0x3e99b54b }, 0x3f7eed20 },
    { DETP_G, 0, { 0x3f700000, 0x3e400000, 0x3f500000 }, { 0x3f800000, 0, 0 }, 0x3d800000 },
    { DETP_G, 1, { 0x3e400000, 0x3f100000, 0x3e000000 }, { 0, 0, 0xbf800000 }, 0x3e000000 },
    { DETP_G, 2, { NOT_STATED }, { NOT_STATED }, 0 },
};

static const struct example discs_of_seed_1[] = {
    { DETP_B,
      0,
      { 0x3f3b05ff, 0x3eea1f2a, 0x3e2ef47c },
      { 0xbea8456f, 0x3ed64ec4, 0xbf58bcdd },
      0 },
    { DETP_B,
      1,
      { 0x3f2c20e3, 0x3c71f840, 0x3ead2d32 },
      { 0xbf4d2528, 0x3ec29b60, 0x3eec80f6 },
      0 },
    { DETP_B,
      2,
      { 0x3e856126, 0x3ebedb02, 0x3f13a6b5 },
      { 0xbedc3c47, 0xbf04bc4a, 0x3f3d2fa3 },
      0 },
    { DETP_G, 0, { 0x3f400000, 0x3ee00000, 0x3e000000 }, { 0, 0x3f800000, 0 }, 0 },
};

static void assert_vector(float *const arrays[3], uint32_t index, const uint32_t wanted[3])
{
    for (int k = 0; k < 3 && wanted[0] != NOT_STATED; k++)
        assert_int_equal(bits_of(arrays[k][index]), wanted[k]);
}

TEST(test_rays)
{
    struct context context = context_of(1, NULL);
    struct detp_rays rays;
    assert_true(detp_rays_create(&context, &rays, 3));
    for (size_t i = 0; i < sizeof(rays_of_seed_1) / sizeof(rays_of_seed_1[0]); i++) {
        const struct example *example = &rays_of_seed_1[i];
        detp_generate_rays(&rays, example->mode, 1, NULL);
        assert_vector(rays.origin, example->index, example->origin);
        assert_vector(rays.direction, example->index, example->direction);
        assert_int_equal(bits_of(rays.t_max[example->index]), example->t_max);
    }
    static const uint16_t energies[3][3] = { { 41, 65, 231 }, { 187, 185, 231 }, { 65, 2, 54 } };
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            assert_int_equal(rays.energy[k][i], energies[i][k]);
    context_finish(&context);
}

TEST(test_discs)
{
    struct context context = context_of(1, NULL);
    struct detp_discs discs;
    for (size_t i = 0; i < sizeof(discs_of_seed_1) / sizeof(discs_of_seed_1[0]); i++) {
        const struct example *example = &discs_of_seed_1[i];
        assert_true(detp_discs_create(&context, &discs, 3, 0.01f));
        detp_generate_discs(&discs, example->mode, 1, NULL);
        assert_vector(discs.centre, example->index, example->origin);
        assert_vector(discs.normal, example->index, example->direction);
    }
    assert_int_equal(bits_of(discs.radius), 0x3c23d70a);
    context_finish(&context);
}

/* Rays of mode C between equal points have a direction all the same; none is seen in 2^48, so that
 * what holds for all is looked at: directions of length 1, and a t_max that ends in the cube. */
TEST(test_stay_in_the_cube)
{
    struct context context = context_of(3, NULL);
    struct detp_rays rays;
    assert_true(detp_rays_create(&context, &rays, 20000));
    for (int mode = DETP_A; mode < DETP_MODES; mode++) {
        memset(rays.direction[1], 0, rays.count * sizeof(float));
        for (int k = 0; k < 3; k++)
            memset(rays.direction[k], 0, rays.count * sizeof(float));
        detp_generate_rays(&rays, (enum detp_mode)mode, 3, NULL);
        for (uint32_t i = 0; i < rays.count; i++) {
            double square = 0;
            for (int k = 0; k < 3; k++) {
                const double d = (double)rays.direction[k][i];
                const double end = (double)rays.origin[k][i] + (double)rays.t_max[i] * d;
                square += d * d;
                assert_true(end > -1e-6 && end < 1 + 1e-6);
                assert_in_range(rays.energy[k][i], 1, 256);
            }
            assert_true(fabs(square - 1) < 1e-6 && rays.t_max[i] >= 0);
        }
    }
    context_finish(&context);
}

TEST(test_threads_change_nothing)
{
    struct context context = context_of(5, NULL);
    struct cpu_pool *pool = cpu_pool_create(3);
    struct detp_rays alone, shared;
    assert_true(detp_rays_create(&context, &alone, 1001));
    assert_true(detp_rays_create(&context, &shared, 1001));
    detp_generate_rays(&alone, DETP_B, 5, NULL);
    detp_generate_rays(&shared, DETP_B, 5, pool);
    for (int k = 0; k < 3; k++)
        assert_memory_equal(alone.direction[k], shared.direction[k], 1001 * sizeof(float));
    assert_memory_equal(alone.t_max, shared.t_max, 1001 * sizeof(float));
    cpu_pool_destroy(&pool);
    context_finish(&context);
}
