/* SPDX-License-Identifier: MIT */
/* run_end_test.c: the end of kept runs, in few lines and in many: what surprises stands first. */
#include "harness/views/claims/claims.h"

#include "harness/views/table/table.h"
#include "tests/output.h"

enum { COLUMNS = 80 };

static struct published_list published;
static struct run *run;

static int open_run(void **state)
{
    const char *results = getenv("CLAIMCHECK_TEST_RESULTS");
    run = run_load(unit_text("%s/runs/nvidia-h100-80gb-hbm3/20261127-claims-4.json.xz",
                             results ? results : "results"));
    published_list_shipped(&published);
    return run ? 0 : -1;
}

static int close_run(void **state)
{
    run_destroy(&run);
    published_list_finish(&published);
    return 0;
}

static char *end_text(unsigned lines, const char *before)
{
    FILE *out = output_begin();
    const struct run_end end = {
        .run = run, .published = &published, .before = before, .columns = COLUMNS, .lines = lines
    };
    run_end_print(out, &end);
    fclose(out);
    return output;
}

/* Returns how many lines there are, none of them too wide. */
static unsigned lines_check(char *text)
{
    unsigned count = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"), count++)
        assert_true(table_text_width(line) <= COLUMNS);
    return count;
}

/* Few lines have the counts and the sentence on the run before whatever else there is room for. */
TEST(test_few)
{
    for (unsigned lines = 3; lines <= 12; lines++) {
        char *text = end_text(lines, "this run is as fast as the last run over 291 cases");
        assert_holds(text, " claims agree");
        assert_holds(text, "\nthis run is as fast as the last run over 291 cases\n");
        assert_int_equal(!!strstr(text, "\n  and "), !!strstr(text, "on this device:\n"));
        assert_true(lines_check(text) <= lines);
    }
}

/* Claims off the paper stand before advice and counts: of the papers' own GPU claims the farthest
 * first, then theirs of the CPU. */
TEST(test_order)
{
    char *text = end_text(0, "");
    const char *contradicted = strstr(text, "CONTRADICTED"), *stronger = strstr(text, "STRONGER");
    const char *near = strstr(text, "LOCAL is faster than BREADTH"),
               *far = strstr(text, "batch of");
    const char *host = strstr(text, "entries on the CPU");
    const char *advice = strstr(text, "\non this device:\n");
    const char *counts = strstr(text, " claims agree, ");
    assert_ptr_equal(strstr(text, "surprising:\n"), text);
    assert_true(contradicted && stronger && advice && counts);
    assert_true(contradicted < advice && stronger < advice && advice < counts);
    assert_true(far && far < near && near < host);
    assert_null(strstr(text, " CONFIRMED\n"));
    assert_null(strstr(text, "\n  and "));
    lines_check(text);
    text = end_text(12, NULL);
    assert_holds(text, "STRONGER");
    assert_holds(text, "\non this device:\n");
}

/* A claim that was asked for by name comes first, whatever its verdict. */
TEST(test_asked)
{
    struct run_planned_claim asked[] = { { .id = "weber.worst_case_memory", .sha256 = "" } };
    struct run *own = (struct run *)run;
    const struct run_session session = own->session;
    own->session.claims = asked;
    own->session.claim_count = 1;
    char *text = end_text(0, "");
    own->session = session;
    assert_ptr_equal(strstr(text, "claims:\n  BOUNDED with p = 10 000 holds as many"), text);
    assert_holds(text, "STRONGER"); /* and what else was measured */
}

/* That times are not judged is said of a software device, and not of programs of the host. */
TEST(test_software)
{
    static const char words[] = "claims about the device's times are not judged: it is software";
    run->device.software = true;
    assert_holds(end_text(0, ""), words);
    foreach (struct run_case, c, run->cases, run->case_count)
        c->kind = BENCH_CPU;
    assert_null(strstr(end_text(0, ""), words));
    close_run(NULL);
    assert_int_equal(open_run(NULL), 0);
}

int main(void)
{
    return unit_run(open_run, close_run);
}
