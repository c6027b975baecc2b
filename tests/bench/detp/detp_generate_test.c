/* SPDX-License-Identifier: MIT */
/* detp_generate_test.c: random rays and discs against worked examples, bit by bit. */
#include "harness/engine/cpu/cpu.h"

#include "tests/bench/detp/detp_context.h"

/* One of the first three of seed 1, as floats bit by bit: origin or centre, direction or normal,
 * and the end of a ray. "-" is not stated. */
struct example {
    enum detp_mode mode;
    uint32_t index;
    const char *bits;
};

static const struct example rays_of_seed_1[] = {
    { DETP_A, 0, "3f6e1133 3e51a15c 3f46b7d7 3f20c4a2 3eeb3ad6 bf20cc92 3de47181" },
    { DETP_A, 1, "- - - - - - 3e9ba4ba" },
    { DETP_A, 2, "3f763d49 3f69f8cd 3ead4362 3e914e12 3f6eb7eb 3e64c669 3dbcfb82" },
    { DETP_B, 0, "00000000 3f6e1133 3e51a15c 3f501243 3ef0bbb2 3eb01daa 3e188f85" },
    { DETP_B, 1, "3e66733c 3f109825 3f800000 bf10c7f5 be9d4ba2 bf43ee59 3ecbbd4c" },
    { DETP_B, 2, "00000000 3f763d49 3f69f8cd 3ec88f8e 3e8928e2 3f615635 3dc8348a" },
    { DETP_C, 0, "3f6e1133 3e51a15c 3f46b7d7 bf5a69a9 3ee05d85 3e90df13 3f496d8c" },
    { DETP_C, 1, "- - - 3f1ae2e2 3eeecf90 3f25314f 3ed68087" },
    { DETP_C, 2, "- - - bf4f8d9b bf00a6b7 3e99b54b 3f7eed20" },
    { DETP_G, 0, "3f700000 3e400000 3f500000 3f800000 00000000 00000000 3d800000" },
    { DETP_G, 1, "3e400000 3f100000 3e000000 00000000 00000000 bf800000 3e000000" },
    { DETP_G, 2, "- - - - - - 00000000" },
};

static const struct example discs_of_seed_1[] = {
    { DETP_B, 0, "3f3b05ff 3eea1f2a 3e2ef47c bea8456f 3ed64ec4 bf58bcdd" },
    { DETP_B, 1, "3f2c20e3 3c71f840 3ead2d32 bf4d2528 3ec29b60 3eec80f6" },
    { DETP_B, 2, "3e856126 3ebedb02 3f13a6b5 bedc3c47 bf04bc4a 3f3d2fa3" },
    { DETP_G, 0, "3f400000 3ee00000 3e000000 00000000 3f800000 00000000" },
};

/* Compares three floats, whose bits are at *text, and moves it behind them. */
static void assert_vector(float *const arrays[3], uint32_t index, const char **text)
{
    for (int k = 0; k < 3; k++) {
        char *end;
        const uint32_t wanted = (uint32_t)strtoul(*text, &end, 16);
        if (end != *text)
            assert_int_equal(bits_of(arrays[k][index]), wanted);
        *text += strcspn(*text, " ");
        *text += **text == ' ';
    }
}

TEST(test_rays)
{
    CLEANUP(context_finish) struct context context = context_of(1, NULL);
    struct detp_rays rays;
    assert_true(detp_rays_create(&context, &rays, 3));
    for (size_t i = 0; i < sizeof(rays_of_seed_1) / sizeof(rays_of_seed_1[0]); i++) {
        const struct example *example = &rays_of_seed_1[i];
        detp_generate_rays(&rays, example->mode, 1, NULL);
        const char *text = example->bits;
        assert_vector(rays.origin, example->index, &text);
        assert_vector(rays.direction, example->index, &text);
        assert_int_equal(bits_of(rays.t_max[example->index]), strtoul(text, NULL, 16));
    }
    static const uint16_t energies[3][3] = { { 41, 65, 231 }, { 187, 185, 231 }, { 65, 2, 54 } };
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            assert_int_equal(rays.energy[k][i], energies[i][k]);
}

TEST(test_discs)
{
    CLEANUP(context_finish) struct context context = context_of(1, NULL);
    struct detp_discs discs;
    for (size_t i = 0; i < sizeof(discs_of_seed_1) / sizeof(discs_of_seed_1[0]); i++) {
        const struct example *example = &discs_of_seed_1[i];
        assert_true(detp_discs_create(&context, &discs, 3, 0.01f));
        detp_generate_discs(&discs, example->mode, 1, NULL);
        const char *text = example->bits;
        assert_vector(discs.centre, example->index, &text);
        assert_vector(discs.normal, example->index, &text);
    }
    assert_int_equal(bits_of(discs.radius), 0x3c23d70a);
}

/* Rays of mode C between equal points have a direction all the same; none is seen in 2^48, so that
 * what holds for all is looked at: directions of length 1, and a t_max that ends in the cube. */
TEST(test_stay_in_the_cube)
{
    CLEANUP(context_finish) struct context context = context_of(3, NULL);
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
}

TEST(test_threads_change_nothing)
{
    CLEANUP(context_finish) struct context context = context_of(5, NULL);
    CLEANUP(cpu_pool_destroy) struct cpu_pool *pool = cpu_pool_create(3);
    struct detp_rays alone, shared;
    assert_true(detp_rays_create(&context, &alone, 1001));
    assert_true(detp_rays_create(&context, &shared, 1001));
    detp_generate_rays(&alone, DETP_B, 5, NULL);
    detp_generate_rays(&shared, DETP_B, 5, pool);
    for (int k = 0; k < 3; k++)
        assert_memory_equal(alone.direction[k], shared.direction[k], 1001 * sizeof(float));
    assert_memory_equal(alone.t_max, shared.t_max, 1001 * sizeof(float));
}
