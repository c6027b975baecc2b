/* SPDX-License-Identifier: MIT */
/* sampler_probes_test.c: which cases have a probe beside them, of which bytes, and in which rounds.
 * Judges no time. Needs a device. */
#include "harness.kernels.h"

#include "tests/engine/measure/made_bench.h"
#include "tests/one_case.h"

enum { SAMPLES = 6 };

struct state {
    struct gpu_kernel *kernel;
    struct gpu_buffer *buffer;
};

static bool setup(struct bench_case *c)
{
    struct state *state = c->state;
    state->kernel = kernel_create(c->context.scope, &kernel_harness_sweep);
    state->buffer = buffer_create(c->context.scope, "any", 64, NULL);
    return true;
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct state *state = c->state;
    const uint32_t push[] = { 0, 4, 3 };
    kernel_dispatch(commands, state->kernel, .buffers = { state->buffer }, .groups = { 1, 1, 1 },
                    PUSH(push));
}

/* So many first checks from now the device has no memory for what is allocated next. */
static int checks_left;

static bool check(struct bench_case *c, enum bench_check kind)
{
    if (kind == BENCH_CHECK_FULL && checks_left > 0 && --checks_left == 0)
        gpu_fault_plant(gpu_scope_device(c->context.scope), GPU_OUT_OF_MEMORY);
    return true;
}

struct amounts {
    double read, written;
};

static void work(const struct bench_case *c, struct bench_work *w)
{
    const struct amounts *amounts = c->variant->data;
    *w = (struct bench_work){ .bytes_read = amounts->read,
                              .bytes_written = amounts->written,
                              .chain = 1 };
}

static const struct amounts some = { 100000, 5000 }, same = { 99999, 4999 }, others = { 64, 0 },
                            none = { 0, 0 }, huge = { 1e15, 0 };

#define VARIANT(word, amounts)                                                                     \
    {                                                                                              \
        .name = word, .kind = BENCH_GPU, .data = amounts                                           \
    }
static const struct bench_variant variants[] = {
    VARIANT("some", &some), VARIANT("same", &same), VARIANT("others", &others),
    VARIANT("none", &none), VARIANT("huge", &huge), { 0 },
};
static const struct bench bench = {
    .name = "bench",
    .variants = variants,
    .method = { .case_bytes = sizeof(struct state),
                .setup = setup,
                .record = record,
                .check = check,
                .work = work },
};
/* Runs all variants, hot and then cold. */
static struct sampler_results run(enum probe_wanted probes)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(false);
    struct sampler_params params = one_params(gpu, SAMPLES);
    params.probes = probes;
    const struct sampler_results outcome = one_sampler_of(
        &params, .technique = &made_technique, .bench = &bench, .cache = PLAN_CACHE_BOTH);
    assert_false(gpu_failed(gpu));
    for (size_t i = 0; i < outcome.count; i++) {
        assert_int_equal(outcome.results[i].c.status, BENCH_OK);
        assert_int_equal(outcome.results[i].c.sample_count, SAMPLES);
    }
    return outcome;
}

static const struct result *result_of(const struct sampler_results *outcome, const char *variant,
                                      bool cold)
{
    for (size_t i = 0; i < outcome->count; i++)
        if (strcmp(outcome->results[i].variant->name, variant) == 0 &&
            outcome->results[i].c.cache == (cold ? RUN_CACHE_COLD : RUN_CACHE_HOT))
            return &outcome->results[i];
    fail_msg("there is no %s", variant);
    return NULL;
}

static bool has_any(const struct result *result)
{
    const struct run_probe *probe = &result->c.probe;
    return probe->known || probe->sample_count + probe->time.count > 0 || *result->probe_reason;
}

/* The bytes that the case declares, behind a sweep, at least three times and never twice in a
 * round. */
static void assert_probed(const struct result *result, const struct amounts *amounts, bool cold)
{
    const struct run_probe *probe = &result->c.probe;
    assert_true(probe->bytes_read >= amounts->read && probe->bytes_read < amounts->read + 16);
    assert_true(probe->bytes_written >= amounts->written &&
                probe->bytes_written < amounts->written + 16);
    assert_string_equal(result->probe_reason, "");
    assert_int_equal(probe->preceded_by, cold ? RUN_PRECEDED_BY_SWEEP : RUN_PRECEDED_BY_ITSELF);
    assert_in_range(probe->sample_count, 3, SAMPLES);
    assert_int_equal(probe->time.count, probe->sample_count);
    assert_true(probe->time.median > 0 && isfinite(probe->time.median));
    for (size_t i = 0; i < probe->sample_count; i++) {
        assert_true(probe->samples[i].ns > 0 && probe->samples[i].round < SAMPLES);
        if (i > 0)
            assert_true(probe->samples[i].round > probe->samples[i - 1].round);
    }
}

/* Whoever is sampled in a round of the mode has a position of its own. */
static void assert_apart(const struct sampler_results *outcome, bool cold)
{
    for (uint32_t round = 0; round < SAMPLES; round++) {
        uint32_t taken = 0;
        for (size_t i = 0; i < outcome->count; i++) {
            const struct result *result = &outcome->results[i];
            const struct run_probe *probe = &result->c.probe;
            if ((result->c.cache == RUN_CACHE_COLD) != cold)
                continue;
            assert_false(taken & 1u << result->c.samples[round].order);
            taken |= 1u << result->c.samples[round].order;
            /* A shared probe is counted once. */
            for (size_t k = 0; k < probe->sample_count && result->variant != &variants[1]; k++)
                if (probe->samples[k].round == round) {
                    assert_false(taken & 1u << probe->samples[k].order);
                    taken |= 1u << probe->samples[k].order;
                }
        }
        assert_int_equal(taken & (taken + 1), 0); /* and none is left free */
    }
}

TEST(test_cold)
{
    CLEANUP(sampler_results_finish) struct sampler_results outcome = run(PROBE_COLD);
    for (size_t i = 0; i < outcome.count; i++)
        if (outcome.results[i].c.cache == RUN_CACHE_HOT)
            assert_false(has_any(&outcome.results[i]));
    const struct result *first = result_of(&outcome, "some", true);
    const struct result *second = result_of(&outcome, "same", true);
    assert_probed(first, &some, true);
    assert_probed(second, &same, true);
    assert_probed(result_of(&outcome, "others", true), &others, true);
    /* One probe for both. */
    assert_int_equal(first->c.probe.sample_count, second->c.probe.sample_count);
    for (size_t i = 0; i < first->c.probe.sample_count; i++)
        assert_true(first->c.probe.samples[i].ns == second->c.probe.samples[i].ns &&
                    first->c.probe.samples[i].order == second->c.probe.samples[i].order);
    assert_apart(&outcome, true);
    assert_false(has_any(result_of(&outcome, "none", true)));
    const struct result *without = result_of(&outcome, "huge", true);
    const struct run_probe *refused = &without->c.probe;
    assert_holds(without->probe_reason, "than an eighth of the device's memory");
    assert_int_equal(refused->sample_count + refused->time.count, 0);
    assert_true(refused->bytes_read >= huge.read);
}

TEST(test_hot)
{
    CLEANUP(sampler_results_finish) struct sampler_results outcome = run(PROBE_HOT);
    for (size_t i = 0; i < outcome.count; i++)
        if (outcome.results[i].c.cache == RUN_CACHE_COLD)
            assert_false(has_any(&outcome.results[i]));
    assert_probed(result_of(&outcome, "some", false), &some, false);
    assert_probed(result_of(&outcome, "others", false), &others, false);
    assert_apart(&outcome, false);
}

TEST(test_both)
{
    CLEANUP(sampler_results_finish) struct sampler_results outcome = run(PROBE_BOTH);
    assert_probed(result_of(&outcome, "some", false), &some, false);
    assert_probed(result_of(&outcome, "some", true), &some, true);
    sampler_results_finish(&outcome);
    outcome = run(PROBE_NONE);
    for (size_t i = 0; i < outcome.count; i++)
        assert_false(has_any(&outcome.results[i]));
}

/* Where there is no memory for all, the largest goes without. */
TEST(test_memory)
{
    enum { CASES = 10 };
    checks_left = CASES;
    CLEANUP(sampler_results_finish) struct sampler_results outcome = run(PROBE_COLD);
    assert_int_equal(outcome.count, CASES);
    const struct result *without = result_of(&outcome, "some", true);
    const struct run_probe *refused = &without->c.probe;
    assert_holds(without->probe_reason, "memory");
    assert_int_equal(refused->sample_count + refused->time.count, 0);
    assert_probed(result_of(&outcome, "others", true), &others, true);
}
