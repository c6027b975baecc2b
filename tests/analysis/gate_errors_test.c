/* SPDX-License-Identifier: MIT */
/*
 * gate_errors_test.c: how often the gate is wrong, on machines whose noise is known: what it says
 * of an unchanged kernel, and of one that is 2, 5 or 10 % slower.
 *
 *   gate_errors_test --print [TRIALS]     a table of what it finds
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/analysis/gate/gate.h"
#include "tests/analysis/gate_machines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIALS = 1000, PRINTED_TRIALS = 1000, EFFECTS = 4 };

static const double effects[EFFECTS] = { 1, 1.02, 1.05, 1.10 };
static const struct gate_rule rule = { .theta = 0.03, .launches = GATE_LAUNCHES };

/* A launch of --old-kernels, one process: pairs, in each of which a coin says which side comes
 * first. */
static void block_draw(struct gate_moment *moment, double effect, struct gate_block *block)
{
    const double old = moment->machine->launch * draw_normal(&moment->random);
    const double new = moment->machine->launch *draw_normal(&moment->random) + log(effect);
    for (size_t pair = 0; pair < GATE_PAIRS; pair++) {
        const bool new_first = draw_uniform(&moment->random) < 0.5;
        const double first = gate_sample_draw(moment), second = gate_sample_draw(moment);
        block->old[pair] = exp(old + (new_first ? second : first));
        block->new[pair] = exp(new + (new_first ? first : second));
    }
}

/* A session of one row. */
static struct gate_found session(const struct gate_machine *machine, double effect, uint64_t seed)
{
    struct gate_block blocks[GATE_LAUNCHES];
    struct gate_moment moment = gate_moment_first(machine, seed);
    struct gate_found found = { .look = GATE_LOOK_MORE };
    for (size_t count = 0; count < rule.launches && found.look == GATE_LOOK_MORE; count++) {
        block_draw(&moment, effect, &blocks[count]);
        if (gate_looks(count + 1, rule))
            found = gate_look(blocks, count + 1, rule);
    }
    return found;
}

struct errors {
    int trials, slower, confirmed, undecided;
    long launches;
};

static struct errors errors_measure(const struct gate_machine *machine, double effect, int trials)
{
    struct errors errors = { .trials = trials };
    uint64_t random = 7 + (uint64_t)(machine - gate_machines) + (uint64_t)(1000 * effect);
    for (int trial = 0; trial < trials; trial++) {
        const struct gate_found first = session(machine, effect, random_next(&random));
        errors.launches += (long)first.launches;
        errors.undecided += first.look == GATE_LOOK_UNDECIDED;
        if (first.look != GATE_LOOK_SLOWER)
            continue;
        const struct gate_found again = session(machine, effect, random_next(&random));
        errors.slower++;
        errors.confirmed += gate_settle(&first, &again) == GATE_SLOWER;
    }
    return errors;
}

/* Returns how often the bounds of all launches hold the ratio of an unchanged kernel. */
static double bounds_coverage(const struct gate_machine *machine, int trials)
{
    struct gate_block blocks[GATE_LAUNCHES];
    uint64_t random = 11;
    int held = 0;
    for (int trial = 0; trial < trials; trial++) {
        struct gate_moment moment = gate_moment_first(machine, random_next(&random));
        for (size_t count = 0; count < GATE_LAUNCHES; count++)
            block_draw(&moment, 1, &blocks[count]);
        const struct gate_bounds bounds = gate_look(blocks, GATE_LAUNCHES, rule).bounds;
        held += bounds.low <= 1 && 1 <= bounds.high;
    }
    return (double)held / trials;
}

static double percent(int count, int trials)
{
    return 100.0 * count / trials;
}

static void table_print(int trials)
{
    printf("| machine | unchanged: SLOWER, confirmed | launches | UNDECIDED | 2 %%: confirmed | "
           "5 %%: SLOWER, confirmed | 10 %%: SLOWER, confirmed | the bounds hold |\n"
           "|---|---|---|---|---|---|---|---|\n");
    for (size_t m = 0; m < GATE_MACHINES; m++) {
        struct errors errors[EFFECTS];
        for (size_t e = 0; e < EFFECTS; e++)
            errors[e] = errors_measure(&gate_machines[m], effects[e], trials);
        printf("| %s | %d, %d of %d | %.1f | %.1f %% | %.2f %% ", gate_machines[m].name,
               errors[0].slower, errors[0].confirmed, trials, (double)errors[0].launches / trials,
               percent(errors[0].undecided, trials), percent(errors[1].confirmed, trials));
        for (size_t e = 2; e < EFFECTS; e++)
            printf("| %.1f, %.1f %% ", percent(errors[e].slower, trials),
                   percent(errors[e].confirmed, trials));
        printf("| %.1f %% |\n", 100 * bounds_coverage(&gate_machines[m], trials));
    }
}

/* Two in a thousand where launches differ by 3 %, none confirmed; none at all elsewhere. */
static void unchanged_kernels_do_not_fail(void **state)
{
    (void)state;
    for (size_t m = 0; m < GATE_MACHINES; m++) {
        const struct errors errors = errors_measure(&gate_machines[m], 1, 2 * TRIALS);
        assert_in_range(errors.slower, 0, gate_machines[m].launch > .01 ? 4 : 0);
        assert_int_equal(errors.confirmed, 0);
    }
}

static void slower_kernels_are_found(void **state)
{
    (void)state;
    for (size_t m = 0; m < GATE_MACHINES; m++) {
        const struct errors five = errors_measure(&gate_machines[m], 1.05, TRIALS);
        const struct errors ten = errors_measure(&gate_machines[m], 1.10, TRIALS);
        if (five.slower < gate_machines[m].found_least * TRIALS)
            fail_msg("%s: %d of %d that are 5 %% slower are found", gate_machines[m].name,
                     five.slower, TRIALS);
        assert_true(ten.slower >= .98 * TRIALS);
    }
}

/* A slowdown below the threshold is no failure, nor often an early pass. */
static void small_changes_seldom_fail(void **state)
{
    (void)state;
    for (size_t m = 0; m < GATE_MACHINES; m++)
        assert_true(errors_measure(&gate_machines[m], 1.02, TRIALS).confirmed <= .01 * TRIALS);
}

/* Samples of two launches are never held against one another, so the bounds know nothing of what
 * differs from process to process. */
static void bounds_hold_where_launches_are_alike(void **state)
{
    (void)state;
    for (size_t m = 0; m < GATE_MACHINES; m++)
        if (gate_machines[m].launch == 0)
            assert_true(bounds_coverage(&gate_machines[m], TRIALS) >= .98);
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unchanged_kernels_do_not_fail),
        cmocka_unit_test(slower_kernels_are_found),
        cmocka_unit_test(small_changes_seldom_fail),
        cmocka_unit_test(bounds_hold_where_launches_are_alike),
    };
    if (count >= 2 && strcmp(arguments[1], "--print") == 0) {
        table_print(count > 2 ? atoi(arguments[2]) : PRINTED_TRIALS);
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
