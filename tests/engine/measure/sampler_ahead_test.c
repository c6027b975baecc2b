/* SPDX-License-Identifier: MIT */
/* sampler_ahead_test.c: set-ups that come before the first check of the case in front of them.
 * Cases of kind CPU, without any device. */
#include "tests/engine/measure/made_bench.h"
#include "tests/one_case.h"

enum { CASES = 5, EVENTS = 256 };

/* Behaviour of the variants of the test's bench. */
enum behaviour {
    GOOD,
    WRONG,       /* its first check fails, and it gives back what it took */
    UNSUPPORTED, /* its set-up says so */
    BROKEN,      /* its set-up fails each time */
    TIGHT,       /* so does its first check, while any case behind it is set up */
};

static const enum behaviour *behaviours;
static const struct bench_variant *variants_used;
static bool taken[CASES]; /* by cases that live; a set-up takes one */
static size_t room;       /* so many can be taken */
static int setups[CASES];
static char events[EVENTS]; /* "s0 p0 c0 ": set-up and first check of case 0; "e0": told as ended */

static size_t index_of(const struct bench_case *c)
{
    return (size_t)(c->variant - variants_used);
}

static void note(char what, size_t i)
{
    const size_t used = strlen(events);
    snprintf(events + used, sizeof(events) - used, "%c%zu ", what, i);
}

static bool setup(struct bench_case *c)
{
    const size_t i = index_of(c);
    size_t count = 0;
    note('s', i);
    setups[i]++;
    for (size_t k = 0; k < CASES; k++)
        count += taken[k] && k != i;
    if (behaviours[i] == UNSUPPORTED)
        return context_unsupported(&c->context, "not on a Tuesday");
    if (behaviours[i] == BROKEN || count >= room)
        return context_error(&c->context, "not enough memory for case %zu", i);
    taken[i] = true;
    return true;
}

static bool prepare(struct bench_case *c)
{
    note('p', index_of(c));
    return true;
}

static bool compute(struct bench_case *c)
{
    volatile double x = 1;
    for (int i = 0; i < 2000; i++)
        x = x * 1.0000001;
    return true;
}

static bool check(struct bench_case *c, enum bench_check kind)
{
    const size_t i = index_of(c);
    if (kind == BENCH_CHECK_FULL)
        note('c', i);
    const bool tight = behaviours[i] == TIGHT && kind == BENCH_CHECK_FULL && setups[i] == 1;
    for (size_t k = i + 1; tight && k < CASES; k++)
        if (taken[k])
            return context_error(&c->context, "not enough memory for the check of case %zu", i);
    if (behaviours[i] != WRONG)
        return true;
    taken[i] = false;
    return context_mismatch(&c->context, "7 instead of 42");
}

static void ended(void *context, const struct result *result)
{
    note('e', (size_t)(result->variant - variants_used));
}

static sig_atomic_t interrupted;

static void interrupt_at_2(void *context, const char *name, uint32_t round)
{
    (void)context, (void)round;
    if (strcmp(name, "test.bench/2") == 0)
        interrupted = 1;
}

static struct sampler_results run(const enum behaviour wanted[CASES], size_t wanted_room,
                                  struct sampler_params *params)
{
    static const char *const names[CASES] = { "0", "1", "2", "3", "4" };
    struct bench_variant variants[CASES + 1] = { { 0 } };
    for (size_t i = 0; i < CASES; i++)
        variants[i] = (struct bench_variant){ .name = names[i], .kind = BENCH_CPU };
    const struct bench bench = {
        .name = "bench",
        .variants = variants,
        .method = { .setup = setup,
                    .prepare = prepare,
                    .compute = compute,
                    .check = check,
                    .work = made_work },
    };
    behaviours = wanted;
    variants_used = variants;
    room = wanted_room;
    interrupted = 0;
    memset(taken, 0, sizeof(taken));
    memset(setups, 0, sizeof(setups));
    events[0] = 0;
    params->rules = one_params(NULL, 2).rules;
    params->ended = ended;
    const struct sampler_results outcome =
        one_sampler_of(params, .technique = &made_technique, .bench = &bench);
    assert_int_equal(outcome.count, CASES);
    return outcome;
}

static void assert_ok(const struct sampler_results *outcome, size_t i)
{
    assert_int_equal(outcome->results[i].c.status, BENCH_OK);
    assert_int_equal(outcome->results[i].c.sample_count, 2);
    assert_true(outcome->results[i].c.check_before && outcome->results[i].c.check_after);
}

TEST(test_order)
{
    static const enum behaviour all_good[CASES] = { GOOD };
    static const struct {
        uint32_t ahead;
        const char *events;
    } orders[] = {
        { 0, "s0 p0 c0 s1 p1 c1 s2 p2 c2 s3 p3 c3 s4 p4 c4 " },
        { 1, "s0 s1 p0 c0 s2 p1 c1 s3 p2 c2 s4 p3 c3 p4 c4 " },
        { 2, "s0 s1 s2 p0 c0 s3 p1 c1 s4 p2 c2 p3 c3 p4 c4 " },
        { 16, "s0 s1 s2 s3 s4 p0 c0 p1 c1 p2 c2 p3 c3 p4 c4 " },
    };
    for (size_t k = 0; k < sizeof(orders) / sizeof(orders[0]); k++) {
        struct sampler_params params = { .ahead = orders[k].ahead };
        CLEANUP(sampler_results_finish)
        struct sampler_results outcome = run(all_good, CASES, &params);
        assert_string_equal(events, orders[k].events);
        for (size_t i = 0; i < CASES; i++)
            assert_ok(&outcome, i);
    }
}

/* Together they do not fit; one after the other they do, as the first gives back what it took. */
TEST(test_room)
{
    static const enum behaviour wanted[CASES] = { WRONG, GOOD, GOOD, GOOD, UNSUPPORTED };
    for (uint32_t ahead = 0; ahead <= CASES; ahead++) {
        struct sampler_params params = { .ahead = ahead };
        CLEANUP(sampler_results_finish) struct sampler_results outcome = run(wanted, 3, &params);
        assert_int_equal(outcome.results[0].c.status, BENCH_FAILED_VERIFY);
        for (size_t i = 1; i < 4; i++)
            assert_ok(&outcome, i);
        assert_int_equal(outcome.results[4].c.status, BENCH_UNSUPPORTED);
        if (ahead >= 3)
            assert_string_equal(events, "s0 s1 s2 s3 p0 c0 e0 s1 p1 c1 s2 p2 c2 s3 p3 c3 s4 e4 ");
    }
}

/* Cases are told as ended in their order, and with what they end with in their turn. */
TEST(test_faults)
{
    static const enum behaviour wanted[CASES] = { GOOD, UNSUPPORTED, WRONG, BROKEN, GOOD };
    for (uint32_t ahead = 0; ahead <= CASES; ahead++) {
        struct sampler_params params = { .ahead = ahead };
        CLEANUP(sampler_results_finish)
        struct sampler_results outcome = run(wanted, CASES, &params);
        const char *told = strstr(events, "e1");
        assert_ok(&outcome, 0);
        assert_int_equal(outcome.results[1].c.status, BENCH_UNSUPPORTED);
        assert_int_equal(outcome.results[2].c.status, BENCH_FAILED_VERIFY);
        assert_int_equal(outcome.results[3].c.status, BENCH_ERROR);
        assert_string_equal(outcome.results[3].reason, "not enough memory for case 3");
        assert_ok(&outcome, 4);
        assert_true(told && strstr(told, "e2") && strstr(strstr(told, "e2"), "e3"));
        assert_int_equal(setups[0], 1);
        assert_int_equal(setups[3], ahead > 0 ? 2 : 1);
    }
}

/* A check that wants what lies ahead starts once more without that. */
TEST(test_tight)
{
    static const enum behaviour wanted[CASES] = { GOOD, TIGHT, GOOD, GOOD, GOOD };
    for (uint32_t ahead = 0; ahead <= CASES; ahead++) {
        struct sampler_params params = { .ahead = ahead };
        CLEANUP(sampler_results_finish)
        struct sampler_results outcome = run(wanted, CASES, &params);
        for (size_t i = 0; i < CASES; i++)
            assert_ok(&outcome, i);
        assert_int_equal(setups[1], ahead > 0 ? 2 : 1);
        if (ahead == CASES)
            assert_string_equal(events,
                                "s0 s1 s2 s3 s4 p0 c0 p1 c1 s1 p1 c1 s2 p2 c2 s3 p3 c3 s4 p4 c4 ");
    }
}

TEST(test_interrupted)
{
    static const enum behaviour all_good[CASES] = { GOOD };
    struct sampler_params params = { .ahead = 16,
                                     .interrupted = &interrupted,
                                     .progress = interrupt_at_2 };
    CLEANUP(sampler_results_finish) struct sampler_results outcome = run(all_good, CASES, &params);
    assert_true(outcome.interrupted);
    assert_string_equal(events, "s0 s1 s2 ");
    for (size_t i = 0; i < CASES; i++) {
        assert_int_equal(outcome.results[i].c.status, BENCH_OK);
        assert_int_equal(outcome.results[i].c.sample_count, 0);
    }
}
