/* SPDX-License-Identifier: MIT */
/*
 * inputs_test.c: who is blamed for an input that was written to, and who is not. Cases are driven
 * by the host, and write as the test asks for. Needs a device.
 */
#include "harness/engine/gpu/engine.h"
#include "harness/engine/shaders/shaders.h"

#include "tests/engine/measure/made_bench.h"
#include "tests/one_case.h"

enum { WORDS = 16, SAMPLES = 5 };
enum { ORIGINAL, TWIN, OTHER, CASES };

/* Buffers that all cases share: an input, and one that each of them writes. */
struct shared {
    struct gpu_buffer *input, *scratch;
};

struct driven {
    struct gpu_commands *commands;
    uint32_t number, executed;
};

static const struct gpu_shader *shader;
static uint32_t set_up;        /* cases so far */
static uint32_t writes[CASES]; /* the execution in which a case writes the input; 0: none */

static bool upload(struct bench_workload *workload)
{
    static const uint32_t words[WORDS] = { 1, 2, 3 };
    struct shared *shared = workload->state;
    shared->input = buffer_create(workload->context.scope, "input", sizeof(words), words);
    shared->scratch = buffer_create(workload->context.scope, "scratch", sizeof(words), NULL);
    return shared->scratch;
}

static bool setup(struct bench_case *c)
{
    struct driven *driven = c->state;
    driven->number = set_up++;
    driven->commands = gpu_commands_begin(c->context.scope);
    return kernel_create(c->context.scope, shader);
}

static bool drive(struct bench_case *c)
{
    struct driven *driven = c->state;
    const struct shared *shared = c->workload->state;
    bench_drive_begin(c, driven->commands);
    gpu_commands_fill(driven->commands, shared->scratch, 0, 4 * WORDS, driven->number);
    if (++driven->executed == writes[driven->number])
        gpu_commands_fill(driven->commands, shared->input, 4, 4, 99);
    return bench_drive_submit(c, driven->commands);
}

/* Checks that a kernel read the input. */
static bool check(struct bench_case *c, enum bench_check kind)
{
    const struct shared *shared = c->workload->state;
    uint32_t words[WORDS];
    return gpu_buffer_read(shared->input, 0, words, sizeof(words)) &&
           (words[1] == 2 || context_mismatch(&c->context, "word 1 is %u, wanted 2", words[1]));
}

static const struct bench_variant variants[] = {
    { .name = "a", .kind = BENCH_HOST_DRIVEN },
    { .name = "b", .kind = BENCH_HOST_DRIVEN },
    { 0 },
};
static const struct bench bench = {
    .name = "bench",
    .variants = variants,
    .workload_bytes = sizeof(struct shared),
    .upload = upload,
    .method = { .case_bytes = sizeof(struct driven),
                .setup = setup,
                .drive = drive,
                .check = check,
                .work = made_work },
};

/* One group: a case, its twin, another case. */
static struct sampler_results run(void)
{
    const struct kernel_entry *entry = kernel_set_find("harness/sweep");
    struct kernel_file file = { .entry = entry };
    struct gpu_replacement replacement = { entry->shader, entry->shader };
    const struct kernel_files files = { &file, &replacement, 1 };
    static struct plan_case cases[CASES] = {
        [ORIGINAL] = { .name = "original", .variant = &variants[0], .baseline = true },
        [TWIN] = { .name = "twin", .variant = &variants[0] },
        [OTHER] = { .name = "other", .variant = &variants[1] },
    };
    static const struct plan_group group = { .technique = &made_technique,
                                             .bench = &bench,
                                             .workload_name = "test",
                                             .cases = cases,
                                             .case_count = CASES };
    cases[TWIN].files = &files;
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    struct sampler_params params = one_params(gpu, SAMPLES);
    struct sampler_results outcome;
    params.seed = 1;
    shader = entry->shader;
    set_up = 0;
    sampler_group_run(&params, &group, &outcome);
    memset(writes, 0, sizeof(writes));
    return outcome;
}

static void assert_result(const struct result *result, enum bench_status status, const char *reason)
{
    assert_int_equal(result->c.status, status);
    if (!strstr(result->reason, reason))
        fail_msg("%s: no '%s' in '%s'", result->c.name, reason, result->reason);
    assert_int_equal(result->c.sample_count, status == BENCH_OK ? SAMPLES : 0);
}

/* A shipped kernel that does is found by its own check, and no twin is blamed for what its original
 * does, too. */
TEST(test_writes_at_once)
{
    for (int original = 0; original < 2; original++)
        for (int twin = original; twin < 2; twin++) {
            writes[ORIGINAL] = (uint32_t)original;
            writes[TWIN] = (uint32_t)twin;
            CLEANUP(sampler_results_finish) struct sampler_results outcome = run();
            const struct result *results = outcome.results;
            assert_result(&results[ORIGINAL], original ? BENCH_FAILED_VERIFY : BENCH_OK,
                          original ? "word 1 is 99" : "");
            assert_result(&results[TWIN], twin ? BENCH_FAILED_VERIFY : BENCH_OK,
                          twin ? "word 1 is 99" : "");
            assert_int_equal(!!strstr(results[TWIN].reason, "wrote its input, buffer input; "),
                             twin && !original);
            if (!original)
                assert_result(&results[OTHER], BENCH_OK, "");
        }
}

/* Before it is sampled, or while that is done, as it is looked at: others that had samples then had
 * another input than was asked for, and have no time. */
TEST(test_twin_writes_later)
{
    static const size_t others[] = { ORIGINAL, OTHER };
    bool skipped = false;
    for (int turn = 0; turn < 40 && !skipped; turn++) {
        writes[TWIN] = 4;
        CLEANUP(sampler_results_finish) struct sampler_results outcome = run();
        assert_result(&outcome.results[TWIN], BENCH_FAILED_VERIFY, "wrote its input, buffer input");
        for (size_t i = 0; i < 2; i++) {
            const struct result *other = &outcome.results[others[i]];
            const bool was_sampled = other->c.status == BENCH_SKIPPED;
            assert_result(other, was_sampled ? BENCH_SKIPPED : BENCH_OK,
                          was_sampled ? "input, was written" : "");
            skipped = skipped || was_sampled;
        }
    }
    assert_true(skipped);
}
