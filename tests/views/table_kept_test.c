/* SPDX-License-Identifier: MIT */
/*
 * table_kept_test.c: the table of every kept run, narrow, and of each fifth (of all with
 * CLAIMCHECK_TEST_FULL) at several widths; and that each case of a GPU below half of its floor has
 * a sentence that says why.
 *
 *   table_kept_test                        checks all in $CLAIMCHECK_TEST_RESULTS/runs
 *   table_kept_test RUN.json COLUMNS|wide  prints one
 */
#include "harness/analysis/why/why.h"
#include "harness/base/base.h"
#include "harness/views/table/table.h"
#include "tests/output.h"

#include <ctype.h>
#include <glob.h>

enum { EVERY = 5 };

static int failed(const char *path, unsigned columns, const char *what, const char *line)
{
    printf("FAILED %s at %u columns: %s: '%.300s'\n", path, columns, what, line);
    return 1;
}

static int check_lines(const char *path, unsigned columns, char *text)
{
    int failures = 0;
    for (char *line = strtok(text, "\n"); line && failures < 5; line = strtok(NULL, "\n")) {
        const size_t bytes = strlen(line);
        if (table_text_width(line) > columns)
            failures += failed(path, columns, "too wide", line);
        if (bytes > 0 && isspace((unsigned char)line[bytes - 1]))
            failures += failed(path, columns, "a space at the end", line);
        if (strstr(line, "nan") || strstr(line, "inf "))
            failures += failed(path, columns, "no number", line);
    }
    return failures;
}

static int check_sentences(const char *path, const struct run *run)
{
    int failures = 0;
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i];
        struct why why;
        if (c->status != BENCH_OK || !(c->floor_percent < 50) || run->device.software)
            continue;
        why_find(&why, run, c);
        const size_t bytes = strlen(why.text);
        if (bytes < 20 || bytes + 1 >= WHY_TEXT_BYTES || why.text[bytes - 1] != '.')
            failures += failed(path, 0, c->name, why.text);
        if (strstr(why.text, "nan") || strstr(why.text, " inf"))
            failures += failed(path, 0, "no number", why.text);
    }
    return failures;
}

/* At the least width, or at all. */
static int check_run(const char *path, bool all)
{
    static const unsigned widths[] = { 60, 80, 100, 120, 200 };
    int failures = 0;
    CLEANUP(run_destroy) struct run *run = run_load(path);
    if (!run) {
        printf("FAILED %s\n", trouble_text());
        return 1;
    }
    for (size_t i = 0; i < (all ? sizeof(widths) / sizeof(widths[0]) : 1); i++) {
        FILE *out = output_begin();
        table_print(out, run, &(struct table_options){ .columns = widths[i] });
        fclose(out);
        failures += check_lines(path, widths[i], output);
    }
    failures += check_sentences(path, run);
    return failures;
}

static int print_run(const char *path, const char *columns)
{
    CLEANUP(run_destroy) struct run *run = run_load(path);
    if (!run) {
        fprintf(stderr, "%s\n", trouble_text());
        return 99;
    }
    table_print(stdout, run,
                &(struct table_options){ .columns = (unsigned)strtoul(columns, NULL, 10),
                                         .wide = strcmp(columns, "wide") == 0 });
    return 0;
}

int main(int argc, char **argv)
{
    const char *results = getenv("CLAIMCHECK_TEST_RESULTS");
    const char *full = getenv("CLAIMCHECK_TEST_FULL");
    glob_t found;
    int failures = 0;
    if (argc == 3)
        return print_run(argv[1], argv[2]);
    if (argc != 1 || !results)
        return 99;
    if (glob(unit_text("%s/runs/*/*.json.[gx]z", results), 0, NULL, &found) != 0 ||
        found.gl_pathc == 0) {
        printf("no kept runs in %s\n", results);
        return 99;
    }
    for (size_t i = 0; i < found.gl_pathc; i++)
        failures += check_run(found.gl_pathv[i], (full && *full) || i % EVERY == 0);
    printf("%zu kept runs, %d failures\n", found.gl_pathc, failures);
    globfree(&found);
    return failures ? 1 : 0;
}
