/* SPDX-License-Identifier: MIT */
/* gate_test.c: the rule of the gate, on blocks made by hand. */
#include "harness/analysis/gate/gate.h"
#include "tests/unit.h"

static const struct gate_rule rule = { .theta = 0.03, .launches = GATE_LAUNCHES };

/* Blocks whose times lie within +-0.2 % of 100, and of ratio * 100 on the new side. */
static void fill(struct gate_block *blocks, size_t count, double ratio)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t pair = 0; pair < GATE_PAIRS; pair++) {
            const double noise = 0.1 * (double)((i * 3 + pair * 2) % 5) - 0.2;
            blocks[i].old[pair] = 100 + noise;
            blocks[i].new[pair] = ratio *(100 - noise);
        }
    }
}

TEST(ranks_are_those_of_the_exact_distribution)
{
    static const struct {
        size_t blocks, early, final, tenth;
    } rows[] = { { 2, 7, 8, 10 }, { 4, 24, 26, 28 }, { 6, 43, 45, 48 }, { 10, 83, 86, 90 } };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        assert_int_equal(gate_rank(rows[i].blocks, 0.0025), rows[i].early);
        assert_int_equal(gate_rank(rows[i].blocks, 0.005), rows[i].final);
        assert_int_equal(gate_rank(rows[i].blocks, 0.01), rows[i].tenth);
    }
    /* One block: 1 of 252 orders has U = 0, one U = 1, two U = 2. */
    assert_int_equal(gate_rank(1, 0.003), 0);
    assert_int_equal(gate_rank(1, 0.004), 1);
    assert_int_equal(gate_rank(1, 0.008), 2);
    assert_int_equal(gate_rank(1, 0.016), 3);
}

TEST(bounds_are_ratios_at_those_ranks)
{
    struct gate_block block = { { 1, 2, 4, 8, 16 }, { 32, 32, 32, 32, 32 } };
    const struct judge_ratio bounds = gate_bounds(&block, 1, 0.016);
    assert_float_equal(bounds.ratio, 8, 1e-9);
    assert_float_equal(bounds.low, 2, 1e-9); /* the third of five times 2, 4, 8, ... */
    assert_float_equal(bounds.high, 32, 1e-9);
    assert_true(isnan(gate_bounds(&block, 1, 0.003).low));
    assert_float_equal(gate_ratio_of_least(&block, 1), 32, 1e-9);
}

TEST(launches_are_not_held_against_one_another)
{
    struct gate_block blocks[GATE_LAUNCHES];
    fill(blocks, GATE_LAUNCHES, 1);
    for (size_t i = 0; i < GATE_LAUNCHES; i++) { /* a slower machine by 10 % a launch */
        for (size_t pair = 0; pair < GATE_PAIRS; pair++) {
            blocks[i].old[pair] *= 1 + 0.1 * (double)i;
            blocks[i].new[pair] *= 1 + 0.1 * (double)i;
        }
    }
    const struct gate_found found = gate_look(blocks, GATE_LAUNCHES, rule);
    assert_int_equal(found.look, JUDGE_SAME);
    assert_true(found.bounds.high < 1.005 && found.bounds.low > 0.995);
}

TEST(looks_pass_early_and_fail_late)
{
    struct gate_block blocks[GATE_LAUNCHES];
    static const struct {
        double ratio;
        enum judge_verdict early, late;
    } rows[] = {
        { 1.00, JUDGE_SAME, JUDGE_SAME },      { 1.10, JUDGE_OPEN, JUDGE_SLOWER },
        { 0.90, JUDGE_OPEN, JUDGE_FASTER }, /* to the end, to say so */
        { 1.03, JUDGE_OPEN, JUDGE_UNDECIDED }, { 1.02, JUDGE_SAME, JUDGE_SAME },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        fill(blocks, GATE_LAUNCHES, rows[i].ratio);
        assert_int_equal(gate_look(blocks, 2, rule).look, rows[i].early);
        assert_int_equal(gate_look(blocks, 3, rule).look, JUDGE_OPEN);
        assert_int_equal(gate_look(blocks, GATE_LAUNCHES, rule).look, rows[i].late);
    }
    assert_true(gate_look(blocks, GATE_LAUNCHES, rule).slower_small);
    assert_true(gate_looks(6, rule) && gate_looks(10, rule) && !gate_looks(8, rule));
    assert_true(gate_looks(20, (struct gate_rule){ 0.03, 20 }));
    assert_false(gate_looks(10, (struct gate_rule){ 0.03, 20 }));
}

/* Samples of one launch have in common what launches differ by. */
TEST(commands_whose_launches_scatter_are_undecided)
{
    struct gate_block blocks[GATE_LAUNCHES];
    struct gate_rule commands = rule;
    commands.commands = true;
    fill(blocks, GATE_LAUNCHES, 1.25);
    assert_int_equal(gate_look(blocks, GATE_LAUNCHES, commands).look, JUDGE_SLOWER);
    for (size_t pair = 0; pair < GATE_PAIRS; pair++)
        blocks[4].new[pair] *= 0.7;
    assert_int_equal(gate_look(blocks, GATE_LAUNCHES, rule).look, JUDGE_SLOWER);
    assert_int_equal(gate_look(blocks, GATE_LAUNCHES, commands).look, JUDGE_UNDECIDED);
    assert_true(gate_look(blocks, GATE_LAUNCHES, commands).scattered);
    fill(blocks, 4, 0.8);
    commands.launches = 4; /* of so few all */
    assert_int_equal(gate_look(blocks, 4, commands).look, JUDGE_FASTER);
}

TEST(smallest_effect_grows_with_the_noise)
{
    struct gate_block blocks[GATE_LAUNCHES];
    fill(blocks, GATE_LAUNCHES, 1);
    const double quiet = gate_look(blocks, GATE_LAUNCHES, rule).smallest;
    assert_true(quiet > 0.03 && quiet < 0.04);
    for (size_t i = 0; i < GATE_LAUNCHES * GATE_PAIRS; i++) /* by 2 % up and down */
        blocks[i / GATE_PAIRS].new[i % GATE_PAIRS] *= i % 2 ? 1.02 : 1 / 1.02;
    assert_true(gate_look(blocks, GATE_LAUNCHES, rule).smallest > quiet);
    blocks[3].new[4] = 10; /* the least time says 0.1 */
    assert_true(gate_look(blocks, GATE_LAUNCHES, rule).disagree);
}

TEST(slower_counts_when_it_is_slower_twice)
{
    const struct gate_found slower = { .look = JUDGE_SLOWER }, same = { .look = JUDGE_SAME },
                            faster = { .look = JUDGE_FASTER }, more = { .look = JUDGE_OPEN },
                            untold = { .look = JUDGE_UNDECIDED };
    assert_int_equal(gate_settle(&slower, &slower), JUDGE_SLOWER);
    assert_int_equal(gate_settle(&slower, &same), JUDGE_FLAKY);
    assert_int_equal(gate_settle(&slower, &untold), JUDGE_UNDECIDED);
    assert_int_equal(gate_settle(&slower, &faster), JUDGE_FLAKY);
    assert_int_equal(gate_settle(&slower, &more), JUDGE_UNDECIDED);
    assert_int_equal(gate_settle(&slower, NULL), JUDGE_UNDECIDED);
    assert_int_equal(gate_settle(&same, NULL), JUDGE_SAME);
    assert_int_equal(gate_settle(&more, NULL), JUDGE_UNDECIDED);
    assert_string_equal(judge_verdict_name(JUDGE_FLAKY), "SAME (SLOWER once)");
}

TEST(sessions_that_cannot_be_believed_are_told)
{
    struct judge_tally tally = { .counts = { [JUDGE_SAME] = 10 },
                                 .built_in = 2,
                                 .built_in_same = 2 };
    assert_null(judge_invalid(&tally));
    tally =
        (struct judge_tally){ .counts = { [JUDGE_SAME] = 10 }, .built_in = 2, .built_in_same = 1 };
    assert_holds(judge_invalid(&tally), "itself");
    tally.built_in_same = 2;
    tally.built_in_lost = 1;
    assert_holds(judge_invalid(&tally), "gone");
    tally = (struct judge_tally){ .counts = { [JUDGE_SAME] = 10 },
                                  .samples = 100,
                                  .samples_throttled = 21 };
    assert_holds(judge_invalid(&tally), "clock");
    tally = (struct judge_tally){ .counts = { [JUDGE_SAME] = 6, [JUDGE_UNDECIDED] = 3 } };
    assert_holds(judge_invalid(&tally), "undecided");
    tally.counts[JUDGE_SAME] = 7;
    assert_null(judge_invalid(&tally));
}

TEST(exit_codes_are_the_documented_ones)
{
    const struct judge_exit plain = { 0 }, all = { JUDGE_UNDECIDED_FAIL, true, false },
                            mild = { .advisory = true },
                            warn = { JUDGE_UNDECIDED_WARN, false, false },
                            pass = { JUDGE_UNDECIDED_PASS, false, false };
    struct judge_tally tally = { .counts = {
                                     [JUDGE_SAME] = 9, [JUDGE_FLAKY] = 1, [JUDGE_NEW] = 3 } };
    assert_int_equal(judge_exit_code(&tally, plain), 0);
    tally.counts[JUDGE_MISSING] = 1;
    assert_int_equal(judge_exit_code(&tally, plain), 0);
    assert_int_equal(judge_exit_code(&tally, all), 1);
    tally = (struct judge_tally){ .counts = { [JUDGE_SAME] = 9, [JUDGE_UNDECIDED] = 1 } };
    assert_int_equal(judge_exit_code(&tally, plain), 0);
    assert_int_equal(judge_exit_code(&tally, all), 1);
    assert_int_equal(judge_exit_code(&tally, warn), 77);
    tally.undecided_beyond = 1; /* it may be slower: never green unless asked for */
    assert_int_equal(judge_exit_code(&tally, plain), 77);
    assert_int_equal(judge_exit_code(&tally, pass), 0);
    tally.counts[JUDGE_SLOWER] = 1;
    assert_int_equal(judge_exit_code(&tally, plain), 1);
    assert_int_equal(judge_exit_code(&tally, mild), 0);
    tally.built_in_lost = 1; /* 99 before 1 */
    assert_int_equal(judge_exit_code(&tally, mild), 99);
    /* Nothing compared is never green, whatever is asked for. */
    tally = (struct judge_tally){ .counts = { [JUDGE_NEW] = 4, [JUDGE_INCOMPARABLE] = 4 } };
    assert_int_equal(judge_exit_code(&tally, all), 77);
    tally = (struct judge_tally){ .counts = { [JUDGE_UNDECIDED] = 4 } };
    assert_int_equal(judge_exit_code(&tally, all), 77);
    tally.counts[JUDGE_FAILED] = 1; /* a wrong result is no question of times */
    assert_int_equal(judge_exit_code(&tally, plain), 1);
    tally = (struct judge_tally){ .counts = { [JUDGE_MISSING] = 2 } };
    assert_int_equal(judge_exit_code(&tally, all), 1);
    assert_int_equal(judge_exit_code(&tally, plain), 77);
}

/* Whatever keeps rows from being compared, over 30 % of them are too many. */
TEST(too_few_rows_are_nothing_that_passes)
{
    const struct judge_exit plain = { 0 }, mild = { .advisory = true },
                            fails = { .missing_fails = true },
                            pass = { JUDGE_UNDECIDED_PASS, false, false };
    assert_false(judge_lacks(&(struct judge_tally){ .old = 0, .compared = 0 }));
    assert_false(judge_lacks(&(struct judge_tally){ .old = 10, .compared = 7 }));
    assert_true(judge_lacks(&(struct judge_tally){ .old = 9, .compared = 6 }));
    assert_true(judge_lacks(&(struct judge_tally){ .old = 1, .compared = 0 }));
    struct judge_tally tally = { .counts = { [JUDGE_SAME] = 14, [JUDGE_MISSING] = 6 },
                                 .old = 20,
                                 .compared = 14 };
    assert_int_equal(judge_exit_code(&tally, plain), 0);
    assert_int_equal(judge_exit_code(&tally, fails), 1);
    static const enum judge_verdict reasons[] = { JUDGE_MISSING, JUDGE_INCOMPARABLE,
                                                  JUDGE_UNDECIDED };
    for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
        tally = (struct judge_tally){ .counts = { [JUDGE_SAME] = 18 }, .old = 26, .compared = 18 };
        tally.counts[reasons[i]] =
            reasons[i] == JUDGE_UNDECIDED ? 7 : 8; /* and one in quarantine */
        assert_int_equal(judge_exit_code(&tally, plain), 77);
        assert_int_equal(judge_exit_code(&tally, pass), 77);
        assert_int_equal(judge_exit_code(&tally, mild), 77);
        tally.counts[JUDGE_FAILED] = 1; /* a wrong result goes before */
        assert_int_equal(judge_exit_code(&tally, plain), 1);
        assert_int_equal(judge_exit_code(&tally, mild), 77);
    }
}
