/* SPDX-License-Identifier: MIT */
/* judge_test.c: the judge, on rows made by hand: of no run, no device and no unit of its own. */
#include "harness/analysis/judge/judge.h"
#include "tests/unit.h"

TEST(test_statuses)
{
    static const enum judge_verdict open = JUDGE_OPEN, none = JUDGE_INCOMPARABLE,
                                    lost = JUDGE_MISSING, failed = JUDGE_FAILED, new = JUDGE_NEW;
    /* The old side: absent, well, left out, broken, wrong. */
    static const enum judge_verdict wanted[5][5] = {
        { lost, new, new, failed, failed },  { lost, open, lost, failed, failed },
        { lost, new, none, failed, failed }, { lost, new, none, none, failed },
        { lost, new, none, none, failed },
    };
    for (int old = JUDGE_ABSENT; old <= JUDGE_WRONG; old++)
        for (int now = JUDGE_ABSENT; now <= JUDGE_WRONG; now++)
            assert_int_equal(judge_statuses((enum judge_status)old, (enum judge_status)now),
                             wanted[old][now]);
}

TEST(test_values)
{
    static const struct {
        double low, high;
        enum judge_verdict gate, both;
    } rows[] = {
        { 1.11, 1.2, JUDGE_SLOWER, JUDGE_SLOWER },
        { 0.8, 0.9, JUDGE_FASTER, JUDGE_FASTER },
        { 0.95, 1.05, JUDGE_SAME, JUDGE_SAME },
        { 0.8, 1.05, JUDGE_SAME, JUDGE_UNDECIDED },
        { 0.95, 1.2, JUDGE_UNDECIDED, JUDGE_UNDECIDED },
        { NAN, NAN, JUDGE_UNDECIDED, JUDGE_UNDECIDED },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct judge_ratio ratio = { 1, rows[i].low, rows[i].high };
        assert_int_equal(judge_values(ratio, 0.1, true), rows[i].gate);
        assert_int_equal(judge_values(ratio, 0.1, false), rows[i].both);
    }
}

/* The code and the words of some rows that the old side measured. */
static int code_of(const struct judge_row *rows, size_t count, bool stored, const char *words)
{
    struct judge_tally tally = { .stored = stored };
    char text[JUDGE_WORDS_BYTES];
    for (size_t i = 0; i < count; i++)
        judge_add(&tally, &rows[i]);
    const int code = judge_exit_code(&tally, (struct judge_exit){ JUDGE_UNDECIDED_BEYOND });
    judge_words(&tally, code, text);
    assert_holds(text, words);
    return code;
}

static struct judge_row row_of(enum judge_verdict verdict, double ratio)
{
    return (struct judge_row){
        .old = JUDGE_WELL, .theta = 0.03, .ratio = { ratio, ratio, ratio }, .verdict = verdict
    };
}

TEST(test_codes)
{
    const struct judge_row same = row_of(JUDGE_SAME, 1), slower = row_of(JUDGE_SLOWER, 1.1),
                           failed = row_of(JUDGE_FAILED, NAN), lost = row_of(JUDGE_MISSING, NAN);
    struct judge_row quarantined = slower, wrong = failed, may = row_of(JUDGE_UNDECIDED, 0.9);
    quarantined.quarantined = wrong.quarantined = true;
    assert_int_equal(code_of(&same, 1, false, "passes: no row is SLOWER; 1 of 1 row compared"), 0);
    assert_int_equal(code_of(&slower, 1, false, "fails: the new side is slower"), 1);
    assert_int_equal(code_of(NULL, 0, false, "nothing was decided"), 77);
    assert_int_equal(code_of((struct judge_row[]){ same, same, wrong }, 3, true, "is wrong"), 1);
    assert_int_equal(
        code_of((struct judge_row[]){ same, quarantined }, 2, true, "; 1 of 2 rows compared"), 77);
    assert_int_equal(code_of((struct judge_row[]){ same, same, lost }, 3, true, "too few"), 77);
    const struct judge_row sames[] = { same, same, same, may };
    assert_int_equal(code_of(sames, 4, true, "passes"), 0);
    may.ratio.ratio = 1.1;
    const struct judge_row beyond[] = { same, same, same, may };
    assert_int_equal(code_of(beyond, 4, true, "may be slower"), 77);
    /* Over 30 % undecided: a session is measured once more, what is stored cannot be. */
    const struct judge_row half[] = { same, may };
    assert_int_equal(code_of(half, 2, false, "discarded: too many rows are undecided"), 99);
    assert_int_equal(code_of(half, 2, true, "too few rows are compared"), 77);
}

TEST(test_order)
{
    struct judge_tally tally = { .quarantined = 2 };
    char text[JUDGE_WORDS_BYTES];
    for (int verdict = 0; verdict < JUDGE_VERDICT_COUNT; verdict++)
        tally.counts[verdict] = 1;
    judge_counts(&tally, text);
    assert_string_equal(text, "1 FAILED, 1 SLOWER, 1 MISSING, 1 UNDECIDED, 1 INCOMPARABLE, 1 SAME "
                              "(SLOWER once), 1 NEW, 1 FASTER, 1 SAME, 1 RATIO, 2 in quarantine");
}

/* Nearly normal, of deviation 1. */
static double noise(uint64_t *state)
{
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        *state = *state * 6364136223846793005u + 1442695040888963407u;
        sum += (double)(*state >> 40) / (1 << 24);
    }
    return sum;
}

enum { DAY = 86400 };

/* A value after so many seconds, of this kernel. */
static struct judge_point point(double value, double seconds, const char *kernel)
{
    return (struct judge_point){ value, seconds, "c", "d", kernel, "1" };
}

/* Six runs of each sitting, two minutes apart, differ less than sittings do: fewer than 1 % of
 * series of 20 sittings have a movement, and a step of 10 % is one. */
TEST(test_sittings)
{
    enum { SITTINGS = 20, RUNS = 6, COUNT = SITTINGS * RUNS, SERIES = 500, AT = 10 };
    struct judge_point points[COUNT];
    struct judge_move moves[COUNT];
    uint64_t random = 1;
    size_t alarms = 0, seen = 0;
    for (int series = 0; series < SERIES; series++) {
        for (size_t i = 0; i < SITTINGS; i++) {
            const double value = 100 + noise(&random);
            for (size_t k = 0; k < RUNS; k++)
                points[i * RUNS + k] =
                    point(value + 0.1 * noise(&random), DAY * (double)i + 120 * (double)k, "k");
        }
        alarms += judge_moves(points, COUNT, moves) > 0;
        for (size_t i = AT * RUNS; i < COUNT; i++)
            points[i].value *= 1.1;
        const size_t found = judge_moves(points, COUNT, moves);
        seen += found == 1 && moves[0].at == AT * RUNS && strcmp(moves[0].cause, "noise") == 0;
    }
    assert_true(100 * alarms < SERIES);
    assert_true(100 * seen > 99 * SERIES);
}

/* Moves of `count` sittings, the second half a fifth faster, by another kernel or by nothing. */
static size_t halves_moves(size_t count, bool kernel, struct judge_move *moves)
{
    struct judge_point points[20];
    const size_t at = count / 2;
    for (size_t i = 0; i < count; i++)
        points[i] = point((i < at ? 100 : 80) + 0.01 * (double)(i * 5 % count), DAY * (double)i,
                          kernel && i >= at ? "another k" : "k");
    return judge_moves(points, count, moves);
}

/* Fourteen sittings suffice where kernels changed, and nineteen elsewhere. */
TEST(test_known)
{
    struct judge_move moves[20];
    assert_int_equal(halves_moves(13, true, moves) + halves_moves(18, false, moves), 0);
    assert_int_equal(halves_moves(14, true, moves), 1);
    assert_int_equal(moves[0].at, 7);
    assert_int_equal(moves[0].verdict, JUDGE_FASTER);
    assert_string_equal(moves[0].cause, "kernel");
    assert_int_equal(halves_moves(19, false, moves), 1);
    assert_int_equal(moves[0].at, 9);
    assert_string_equal(moves[0].cause, "noise");
}

/* Fewer than 1 % of series of 58 points with 0.5 % of noise have a movement; a step of 3 % is
 * one, where it is, with what changed there; a few points have none. */
TEST(test_moves)
{
    enum { COUNT = 58, SERIES = 500, AT = 40 };
    struct judge_point points[COUNT];
    struct judge_move moves[COUNT];
    uint64_t random = 1;
    size_t alarms = 0;
    for (int series = 0; series < SERIES; series++) {
        for (size_t i = 0; i < COUNT; i++)
            points[i] =
                point(100 + 0.5 * noise(&random), DAY * (double)i, i < AT ? "k" : "another k");
        alarms += judge_moves(points, COUNT, moves) > 0;
        for (size_t i = AT; i < COUNT; i++)
            points[i].value *= 1.03;
        assert_int_equal(judge_moves(points, COUNT, moves), 1);
        assert_int_equal(moves[0].at, AT);
        assert_int_equal(moves[0].verdict, JUDGE_SLOWER);
        assert_string_equal(moves[0].cause, "kernel");
    }
    assert_true(100 * alarms < SERIES);
    for (size_t i = 0; i < 8; i++)
        points[i] = point(i < 4 ? 1 : 2, DAY * (double)i, "k");
    assert_int_equal(judge_moves(points, 8, moves), 0);
    assert_int_equal(judge_moves(points, 1, moves) + judge_moves(points, 0, moves), 0);
}
