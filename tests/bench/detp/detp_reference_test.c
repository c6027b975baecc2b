/* SPDX-License-Identifier: MIT */
/* detp_reference_test.c: the reference against worked examples, cases by hand, and the loop over
 * all pairs; the check against answers that are wrong on purpose. */
#include "bench/common/hash.h"

#include "tests/bench/detp/detp_context.h"
#include "tests/sanitized.h"

TEST(test_worked_examples)
{
    static const struct {
        uint64_t hits, energy[3], sums_hash, counts_hash;
    } wanted[DETP_MODES] = {
        { 101, { 13519, 12428, 12550 }, 0x8ec596abde981470, 0x7e1d4c80b78eb126 },
        { 136, { 17344, 16991, 15845 }, 0xf0660961971338be, 0xf958465410d53fa1 },
        { 166, { 22512, 21039, 19584 }, 0xc87355275bb22c61, 0xfb4f00b597cf9813 },
        { 22, { 2971, 2871, 2850 }, 0x9571fe1adbf86aff, 0x64e2483b3bab59a5 },
    };
    for (int mode = 0; mode < DETP_MODES; mode++) {
        CLEANUP(context_finish) struct context context = context_of(1, NULL);
        const struct detp_input input = input_of(&context, (enum detp_mode)mode, 200, 300, 0.05f);
        uint32_t energies[900], counts[300];
        uint64_t totals[3] = { 0 };
        for (size_t j = 0; j < 300; j++) {
            counts[j] = input.sums[4 * j + 3];
            for (size_t k = 0; k < 3; k++) {
                energies[3 * j + k] = input.sums[4 * j + k];
                totals[k] += input.sums[4 * j + k];
            }
        }
        assert_int_equal(input.hits, wanted[mode].hits);
        assert_memory_equal(totals, wanted[mode].energy, sizeof(totals));
        assert_true(hash_bytes(energies, sizeof(energies)) == wanted[mode].sums_hash);
        assert_true(hash_bytes(counts, sizeof(counts)) == wanted[mode].counts_hash);
    }
}

/* A ray along x through the origin, a disc across it at x = 1. */
struct one_pair {
    float direction_y, t_max, centre_y, normal_x, normal_z, t_min, t_slack;
    uint32_t front_only;
    bool hit, borderline;
};

TEST(test_by_hand)
{
    static const struct one_pair pairs[] = {
        { .t_max = 2, .normal_x = 1, .hit = true },
        { .t_max = 2, .normal_x = -1, .hit = true },
        { .t_max = 0.5f, .normal_x = 1 },
        { .t_max = 1, .normal_x = 1, .hit = true, .borderline = true },
        { .t_max = 0.9999999f, .normal_x = 1, .borderline = true },
        { .t_max = 2, .centre_y = 0.099f, .normal_x = 1, .hit = true },
        { .t_max = 2, .centre_y = 0.101f, .normal_x = 1 },
        { .t_max = 2, .centre_y = 0.0999999f, .normal_x = 1, .hit = true, .borderline = true },
        /* Along the disc's plane: none, and farther than any rounding. */
        { .t_max = 2, .normal_z = 1 },
        /* Grazing: the bounds are wide, but the centre is out of reach. */
        { .t_max = 2, .centre_y = 0.3f, .normal_x = 1e-6f, .normal_z = 1 },
        { .t_max = 2,
          .centre_y = 0.05f,
          .normal_x = 1e-6f,
          .normal_z = 1,
          .hit = true,
          .borderline = true },
        { .t_max = 2, .normal_x = 1, .front_only = 1 },
        { .t_max = 2, .normal_x = -1, .front_only = 1, .hit = true },
        { .t_max = 2, .normal_x = 1, .t_min = 1.5f },
        { .t_max = 0.9f, .normal_x = 1, .t_slack = 0.2f, .hit = true },
    };
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        CLEANUP(context_finish) struct context context = context_of(0, NULL);
        const struct one_pair *pair = &pairs[i];
        struct detp_input input = { .rule = { pair->t_min, pair->t_slack, pair->front_only },
                                    .upper = { 1, 1, 1 } };
        assert_true(detp_rays_create(&context, &input.rays, 1));
        assert_true(detp_discs_create(&context, &input.discs, 1, 0.1f));
        input.rays.direction[0][0] = 1;
        input.rays.t_max[0] = pair->t_max;
        for (int k = 0; k < 3; k++)
            input.rays.energy[k][0] = (uint16_t)(10 + k);
        input.discs.centre[0][0] = 1;
        input.discs.centre[1][0] = pair->centre_y;
        input.discs.normal[0][0] = pair->normal_x;
        input.discs.normal[2][0] = pair->normal_z;
        assert_true(detp_input_answer(&context, &input));
        if (input.hits != pair->hit || input.borderline[0] != pair->borderline)
            fail_msg("pair %zu: %d hits, %u borderline", i, (int)input.hits, input.borderline[0]);
        assert_int_equal(input.sums[0], pair->hit ? 10 : 0);
        assert_int_equal(input.losable[2], pair->hit && pair->borderline ? 12 : 0);
        assert_int_equal(input.gainable[1], !pair->hit && pair->borderline ? 11 : 0);
    }
}

TEST(test_tree_loses_nothing)
{
    static const struct {
        uint32_t rays, discs;
        float radius;
    } sizes[] = { { 3000, 2000, 0.01f },
                  { 500, 700, 0.3f },
                  { 1, 1, 0.5f },
                  { 7, 9, 0.9f },
                  { 2000, 3000, 0.0625f } };
    const uint32_t divisor = SANITIZED ? 5 : 1;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        for (int mode = 0; mode < DETP_MODES; mode++) {
            CLEANUP(context_finish) struct context context = context_of(40 + i, NULL);
            struct detp_input input =
                input_of(&context, (enum detp_mode)mode, (sizes[i].rays + divisor - 1) / divisor,
                         (sizes[i].discs + divisor - 1) / divisor, sizes[i].radius);
            struct detp_input other = all_pairs(&context, &input);
            assert_same_answers(&input, &other);
            /* The rule of a scene: one face, from a nearest distance on, beyond the end. */
            struct detp_input scene = input;
            scene.rule = (struct detp_rule){ 0.01f, sizes[i].radius, 1 };
            assert_true(detp_input_answer(&context, &scene));
            other = all_pairs(&context, &scene);
            assert_same_answers(&scene, &other);
        }
}

/* Floats of mode G have no rounding: float32 gives equal hits, and no pair is borderline. */
TEST(test_grid_is_exact)
{
    CLEANUP(context_finish) struct context context = context_of(8, NULL);
    const struct detp_input input = input_of(&context, DETP_G, 3000, 2000, 0.0625f);
    uint64_t hits = 0;
    for (size_t j = 0; j < input.discs.count; j++) {
        const struct detp_disc disc = detp_disc_load(&input.discs, j);
        uint32_t sums[DETP_WORDS] = { 0 };
        for (size_t i = 0; i < input.rays.count; i++) {
            const struct detp_ray ray = detp_ray_load(&input.rays, i);
            if (detp_hit(&ray, &disc, &input.rule))
                detp_add(sums, &input.rays, i);
        }
        hits += sums[3];
        assert_memory_equal(sums, &input.sums[DETP_WORDS * j], sizeof(sums));
        assert_int_equal(input.borderline[j], 0);
    }
    assert_true(hits > 100 && hits == input.hits);
}

static const char *mismatch_of(struct detp_input *input, const uint32_t *sums)
{
    static char message[512];
    CLEANUP(context_finish) struct context context = context_of(0, NULL);
    const bool right = detp_check_sums(&context, input, sums);
    assert_int_equal(right, context_trouble(&context) == CONTEXT_OK);
    snprintf(message, sizeof(message), "%s", right ? "" : context_message(&context));
    return message;
}

TEST(test_check_sees_faults)
{
    CLEANUP(context_finish) struct context context = context_of(2, NULL);
    struct detp_input input = input_of(&context, DETP_B, 2000, 300, 0.05f);
    const size_t words = DETP_WORDS * input.discs.count;
    uint32_t *sums = context_alloc(&context, words * sizeof(*sums));
    memcpy(sums, input.sums, words * sizeof(*sums));
    assert_string_equal(mismatch_of(&input, sums), "");
    /* A disc with hits, and without borderline pairs. */
    size_t j = 0;
    while (input.borderline[j] > 0 || sums[DETP_WORDS * j + 3] == 0)
        j++;
    for (size_t k = 0; k < DETP_WORDS; k++) {
        sums[DETP_WORDS * j + k]++;
        assert_holds(mismatch_of(&input, sums), "disc ");
        sums[DETP_WORDS * j + k] -= 2;
        assert_holds(mismatch_of(&input, sums), "wanted ");
        sums[DETP_WORDS * j + k]++;
    }
    /* The contribution of a borderline pair may be there or not, and nothing else. */
    input.borderline[j] = 1;
    input.losable[DETP_WORDS * j + 3] = 1;
    input.losable[DETP_WORDS * j] = 20;
    sums[DETP_WORDS * j + 3]--;
    assert_holds(mismatch_of(&input, sums), "red"); /* lost, and its energy is there */
    sums[DETP_WORDS * j] -= 20;
    assert_string_equal(mismatch_of(&input, sums), "");
    sums[DETP_WORDS * j + 3]--;
    assert_holds(mismatch_of(&input, sums), "1 borderline");
}

/* Rounding would not lose all pairs that it might. */
TEST(test_check_sees_a_direction)
{
    CLEANUP(context_finish) struct context context = context_of(2, NULL);
    struct detp_input input = input_of(&context, DETP_B, 2000, 2000, 0.05f);
    uint32_t *sums = context_alloc(&context, DETP_WORDS * 2000 * sizeof(*sums));
    for (size_t j = 0; j < 2000; j++) {
        input.borderline[j] = input.sums[DETP_WORDS * j + 3] > 0;
        memcpy(&input.losable[DETP_WORDS * j], &input.sums[DETP_WORDS * j],
               DETP_WORDS * sizeof(*sums));
    }
    assert_holds(mismatch_of(&input, sums), "0 hits, wanted ");
}
