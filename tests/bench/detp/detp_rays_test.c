/* SPDX-License-Identifier: MIT */
/* detp_rays_test.c: ray_tracing and ray_query in each mode and part, a planted fault, and a device
 * that has neither. */
#include "bench/detp/detp.h"

#include "detp.kernels.h"
#include "planted.kernels.h"

#include "tests/one_case.h"

/* With a kernel in place of that of the vertices; NULL: as it is. */
static struct result run(const struct bench_variant *variant, const char *mode, const char *part,
                         const struct gpu_shader *planted)
{
    return one_case_of(.technique = &detp_technique, .bench = &detp_estimate, .variant = variant,
                       .planted = { { &kernel_detp_rays_vertices, planted } },
                       .at = unit_text("size:300x700/mode:%s/radius:0.05/part:%s", mode, part),
                       .validate = true);
}

static void check_variant(const char *name, const char *lacks)
{
    const struct bench_variant *variant = one_variant(&detp_estimate, name);
    if (!device_has(variant->needs)) {
        assert_case_ended(run(variant, "B", "all", NULL), BENCH_UNSUPPORTED, lacks);
        return;
    }
    for (int mode = 0; mode < DETP_MODES; mode++) {
        static const char *const parts[] = { "all", "build", "trace" };
        for (int part = 0; part < 3; part++)
            assert_case_ended(run(variant, detp_mode_names[mode], parts[part], NULL), BENCH_OK,
                              NULL);
    }
    assert_case_ended(run(variant, "B", "all", &kernel_planted_detp_rays_points),
                      BENCH_FAILED_VERIFY, "red 0, wanted");
}

TEST(test_variants)
{
    check_variant("ray_tracing", "lacks ray_tracing_pipeline");
    check_variant("ray_query", "lacks ray_query");
}
