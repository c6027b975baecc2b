/* SPDX-License-Identifier: MIT */
/*
 * gate_errors_test.c: how often the gate is wrong, on machines whose noise is known: what it says
 * of an unchanged kernel, and of one that is 2, 5 or 10 % slower. Prints a table of what it finds,
 * which docs/methods.md has. Exit code: 0, 1 where the gate is wrong too often.
 *
 *   gate_errors_test --print [TRIALS]
 */
#include "harness/analysis/gate/gate.h"
#include "tests/analysis/gate_machines.h"
#include "tests/unit.h"

enum { TRIALS = 1000, EFFECTS = 4 };

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
    struct gate_found found = { .look = JUDGE_OPEN };
    for (size_t count = 0; count < rule.launches && found.look == JUDGE_OPEN; count++) {
        block_draw(&moment, effect, &blocks[count]);
        if (gate_looks(count + 1, rule))
            found = gate_look(blocks, count + 1, rule);
    }
    return found;
}

struct errors {
    int trials, slower, confirmed, undecided;
    long launches;
    uint64_t random;
};

/* Adds so many trials. */
static void errors_add(struct errors *errors, const struct gate_machine *machine, double effect,
                       int trials)
{
    if (errors->trials == 0)
        errors->random = 7 + (uint64_t)(machine - gate_machines) + (uint64_t)(1000 * effect);
    errors->trials += trials;
    for (int trial = 0; trial < trials; trial++) {
        const struct gate_found first = session(machine, effect, random_next(&errors->random));
        errors->launches += (long)first.launches;
        errors->undecided += first.look == JUDGE_UNDECIDED;
        if (first.look != JUDGE_SLOWER)
            continue;
        const struct gate_found again = session(machine, effect, random_next(&errors->random));
        errors->slower++;
        errors->confirmed += gate_settle(&first, &again) == JUDGE_SLOWER;
    }
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
        const struct judge_ratio bounds = gate_look(blocks, GATE_LAUNCHES, rule).bounds;
        held += bounds.low <= 1 && 1 <= bounds.high;
    }
    return (double)held / trials;
}

static double percent(int count, int trials)
{
    return 100.0 * count / trials;
}

/*
 * Says where errors are more than they may be. Of unchanged kernels, twice as many as the others,
 * two in a thousand are SLOWER where launches differ by 3 %, none confirmed; elsewhere none.
 * Samples of two launches are never held against one another, so the bounds know nothing of what
 * differs from process to process.
 */
static bool errors_hold(const struct gate_machine *machine, const struct errors errors[EFFECTS],
                        double coverage)
{
    const int trials = errors[1].trials;
    const struct errors *unchanged = &errors[0], *five = &errors[2], *ten = &errors[3];
    const double slower_most = machine->launch > .01 ? .002 * unchanged->trials : 0;
    const struct {
        bool so;
        const char *otherwise;
    } rules[] = {
        { unchanged->slower <= slower_most && unchanged->confirmed == 0,
          "unchanged kernels are SLOWER" },
        { errors[1].confirmed <= .01 * trials, "a slowdown of 2 % is confirmed" },
        { five->slower >= machine->found_least * trials, "one of 5 % is not found" },
        { ten->slower >= .98 * trials, "one of 10 % is not found" },
        { machine->launch > 0 || coverage >= .98, "the bounds do not hold" },
    };
    bool hold = true;
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        if (!rules[i].so)
            fprintf(stderr, "%s: %s\n", machine->name, rules[i].otherwise);
        hold = hold && rules[i].so;
    }
    return hold;
}

int main(int count, char **arguments)
{
    const int trials = count > 2 ? atoi(arguments[2]) : TRIALS;
    bool hold = true;
    printf("| machine | unchanged: SLOWER, confirmed | launches | UNDECIDED | 2 %%: confirmed | "
           "5 %%: SLOWER, confirmed | 10 %%: SLOWER, confirmed | the bounds hold |\n"
           "|---|---|---|---|---|---|---|---|\n");
    for (size_t m = 0; m < GATE_MACHINES; m++) {
        const struct gate_machine *machine = &gate_machines[m];
        const double coverage = bounds_coverage(machine, trials);
        struct errors errors[EFFECTS] = { { 0 } };
        for (size_t e = 0; e < EFFECTS; e++)
            errors_add(&errors[e], machine, effects[e], trials);
        printf("| %s | %d, %d of %d | %.1f | %.1f %% | %.2f %% ", machine->name, errors[0].slower,
               errors[0].confirmed, trials, (double)errors[0].launches / trials,
               percent(errors[0].undecided, trials), percent(errors[1].confirmed, trials));
        for (size_t e = 2; e < EFFECTS; e++)
            printf("| %.1f, %.1f %% ", percent(errors[e].slower, trials),
                   percent(errors[e].confirmed, trials));
        printf("| %.1f %% |\n", 100 * coverage);
        errors_add(&errors[0], machine, effects[0], trials);
        hold = errors_hold(machine, errors, coverage) && hold;
    }
    return hold ? 0 : 1;
}
