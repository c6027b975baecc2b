/* SPDX-License-Identifier: MIT */
/* claims_row_test.c: claims judged by rows of evidence from a file, and by the runs that they are
 * of. */
#include "tests/analysis/claims_made.h"
#include "tests/files.h"

enum { RUNS = 3 };

static struct made several[RUNS];
static const struct run *runs[RUNS];
static const char path[] = "rows.jsonl"; /* in a folder of the test */

/* Sweeps whose best places differ: of all together it is none that one run alone would ask for. */
static void sweeps_make(void)
{
    static const double factors[RUNS][4] = { { 1.6, 1, 1.3, 2 },
                                             { 1.6, 1.3, 1, 2 },
                                             { 1.2, 1.3, 1.1, 1 } };
    static const char *const values[] = { "1", "2", "4", "16" }, *const cards[] = { "a", "b", "b" };
    for (size_t i = 0; i < RUNS; i++) {
        made_init(&several[i]);
        for (size_t k = 0; k < 4; k++)
            made_add(&several[i], "w", "v", "n", values[k], factors[i][k]);
        several[i].run.device.uuid = cards[i];
        several[i].run.session.started = i == 1 ? "2026-11-24T00:00:00Z" : "2026-11-22T00:00:00Z";
        runs[i] = &several[i].run;
    }
}

/* The rows of all runs, as a file has them. */
static struct row_list rows_make(struct published *file)
{
    struct row_list list = { 0 };
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    for (size_t i = 0; i < RUNS; i++) {
        RUN_AUTO *row = claims_row_make(runs[i], &file, 1);
        claims_row_fill(row, &file, 1);
        CLEANUP(free_pointer) char *forms = NULL;
        CLEANUP(free_pointer) char *line = row_lines(row, &forms);
        fprintf(out, "%s%s", forms, line);
    }
    assert_int_equal(fclose(out), 0);
    assert_done(row_list_load(&list, path));
    assert_int_equal(list.count, RUNS);
    return list;
}

/* All is the same, whether a claim is judged by runs or by their rows. */
static void same(const char *members)
{
    struct published *file = made_claim(members);
    ROWS_AUTO list = rows_make(file);
    struct made_verdict of_runs = made_judge(runs, RUNS, file);
    MADE_AUTO of_rows = made_judge((const struct run *const *)list.rows, RUNS, file);
    const struct claims_reading *a = &of_runs.entry->readings[0], *b = &of_rows.entry->readings[0];
    assert_int_equal(of_runs.entry->marks, of_rows.entry->marks);
    assert_int_equal(of_runs.entry->reading_count, of_rows.entry->reading_count);
    assert_true(verdict_same(of_runs.entry->verdict, of_rows.entry->verdict));
    assert_true(verdict_same(of_runs.entry->short_trips, of_rows.entry->short_trips));
    for (int bit = 0; bit < CLAIMS_MARK_COUNT; bit++) {
        char of_run[CLAIMS_MARK_BYTES] = "", of_row[CLAIMS_MARK_BYTES] = "";
        claims_entry_mark(of_runs.entry, bit, of_run);
        claims_entry_mark(of_rows.entry, bit, of_row);
        assert_string_equal(of_run, of_row);
    }
    assert_string_equal(of_runs.entry->reason, of_rows.entry->reason);
    assert_int_equal(a->pair_count, b->pair_count);
    for (size_t i = 0; i < a->pair_count; i++) {
        const struct claims_pair *one = &a->pairs[i], *other = &b->pairs[i];
        assert_string_equal(one->label, other->label);
        assert_string_equal(one->a, other->a);
        assert_true(verdict_same(one->verdict, other->verdict));
        assert_memory_equal(&one->r, &other->r, sizeof(one->r));
        assert_memory_equal(&one->r_interval, &other->r_interval, sizeof(one->r_interval));
        assert_memory_equal(&one->a_plain, &other->a_plain, sizeof(one->a_plain));
        assert_int_equal(one->estimate.n, other->estimate.n);
        assert_int_equal(one->estimate.cards, other->estimate.cards);
    }
    claims_destroy(&of_runs.claims);
}

TEST(test_same)
{
    sweeps_make();
    same("'a':'n:1$','b':'n:4$','says':'faster'");
    same("'a':'/v/','says':'best_at','along':'n','value':1");
    same("'a':'/v/','says':'best_at','along':'n','value':2,'or_more':true");
    same("'a':'/v/','says':'falls','along':'n'");
    same("'a':'/v/','says':'peaks_within','along':'n','within':[2,4]");
    same("'a':'/v/','b':'/v/','says':'slower','extremes':true");
    same("'a':'/v/','measure':'peak_bytes','says':'at_most','value':100,'unit':'bytes'");
    same("'a':'/v/','measure':'wall','says':'at_most','value':1,'unit':'ms'");
}

/* Rows keep the returns to the host and the round trip that wall times are tried without. */
TEST(test_trips)
{
    sweeps_make();
    for (size_t i = 0; i < RUNS; i++) {
        several[i].run.ceilings.round_trip_ns = 300;
        several[i].cases[0].kind = BENCH_HOST_DRIVEN;
        several[i].cases[0].by_wall = true;
        several[i].cases[0].counters.host_returns = 3;
    }
    MADE_AUTO verdict = made_judge(
        runs, RUNS, made_claim("'a':'n:1$','b':'n:4$','measure':'wall','says':'slower'"));
    assert_non_null(verdict.entry->trips);
    assert_true(verdict.entry->trips->a_trips.count == 3);
    assert_true(verdict.entry->trips->a_trips.share > 0);
    same("'a':'n:1$','b':'n:4$','measure':'wall','says':'slower'");
}

/* A row says by which version of a claim it was made; what it has no times for does not count. */
TEST(test_other_claims)
{
    sweeps_make();
    struct published *file = made_claim("'a':'n:1$','b':'n:4$','says':'faster'");
    ROWS_AUTO list = rows_make(file);
    published_destroy(&file);
    const struct run *const *rows = (const struct run *const *)list.rows;
    MADE_AUTO slower = made_judge(rows, RUNS, made_claim("'a':'n:1$','b':'n:4$','says':'slower'"));
    made_hold(&slower, .runs = RUNS, .marks = CLAIMS_EARLIER, .no_marks = CLAIMS_LACKING);
    MADE_AUTO wall = made_judge(
        rows, RUNS, made_claim("'a':'n:1$','b':'n:4$','measure':'wall','says':'faster'"));
    made_hold(&wall, .words = "NOT TESTABLE", .marks = CLAIMS_LACKING, .reason = "--rejudge");
    assert_int_equal(wall.entry->runs, 0);
    assert_int_equal(wall.entry->readings[0].pairs[0].estimate.lacking, RUNS);
}

/* A number that was changed changes the verdict: nothing is taken from anywhere else. */
TEST(test_changed)
{
    sweeps_make();
    struct published *file = made_claim("'a':'n:4$','b':'n:1$','says':'faster'");
    ROWS_AUTO list = rows_make(file);
    for (size_t i = 0; i < RUNS; i++)
        for (size_t k = 0; k < list.rows[i]->row->times_count; k++)
            list.rows[i]->row->times[k].points[0] =
                (struct row_point){ 3, { 2.9, 3.1 }, MADE_ROUNDS };
    MADE_AUTO verdict = made_judge((const struct run *const *)list.rows, RUNS, file);
    made_words(verdict.entry->verdict, "CONTRADICTED");
}

static const char *built(const char *name)
{
    return strcmp(name, "t/k") == 0 ? "0123456789abcdef" : strcmp(name, "t/gone") == 0 ? "" : NULL;
}

/* A verdict by kernels that this build has not says of which day they are, by runs and by rows. */
static void kernels_check(const char *name, const char *sha256, bool changed)
{
    static const char *const ids[] = { "t/k:1" };
    struct run_kernel kernel = {
        .id = ids[0], .name = name, .file = "", .sha256 = sha256, .shared_bytes = NAN
    };
    struct published *file = made_claim("'a':'n:1$','b':'n:4$','says':'faster'");
    sweeps_make();
    for (size_t i = 0; i < RUNS; i++) {
        several[i].run.kernels = &kernel;
        several[i].run.kernel_count = several[i].cases[0].kernel_count = 1;
        several[i].cases[0].kernels = ids;
    }
    ROWS_AUTO list = rows_make(file);
    const struct run *const *const both[] = { runs, (const struct run *const *)list.rows };
    for (size_t i = 0; i < 2; i++) {
        char text[CLAIMS_MARK_BYTES] = "";
        struct made_verdict verdict = made_judge(both[i], RUNS, file);
        assert_int_equal(verdict.entry->runs, RUNS);
        for (int bit = 0; bit < CLAIMS_MARK_COUNT; bit++)
            if (1u << bit == (unsigned)CLAIMS_CHANGED)
                assert_int_equal(claims_entry_mark(verdict.entry, bit, text) != NULL, changed);
        assert_string_equal(text, changed ? "by kernels of 2026-11-24" : "");
        assert_string_equal(verdict.entry->kernels_date, changed ? "2026-11-24T00:00:00Z" : "");
        claims_destroy(&verdict.claims);
    }
    published_destroy(&file);
}

TEST(test_kernels)
{
    kernels_check("t/k", "ffff456789abcdef", false); /* nobody knows the build */
    run_kernel_built = built;
    kernels_check("t/k", "0123456789abcdef", false);
    kernels_check("t/k", "ffff456789abcdef", true);
    kernels_check("t/k", "", true); /* a row that does not say which */
    kernels_check("t/gone", "0123456789abcdef", true);
    kernels_check("folder/k", "ffff456789abcdef", false);
    run_kernel_built = NULL;
}

int main(void)
{
    return unit_run(folder_enter, folder_remove);
}
