/* SPDX-License-Identifier: MIT */
/* A run file that is there, and a new one in its place. */
#include "tests/record/journal_scratch.h"

#include <unistd.h>

static bool commit(struct journal *journal)
{
    return journal_commit(journal, "2026-01-01T00:00:00Z");
}

/* Writes a run of so many cases over what is there. */
static void write_over(int cases)
{
    struct journal *journal = begin(OUTPUT_REPLACE);
    assert_non_null(journal);
    for (int i = 0; i < cases; i++)
        assert_true(add_case(journal, i));
    assert_true(commit(journal));
    assert_true(journal_is_committed(journal));
    journal_close(&journal);
}

static size_t count_cases(void)
{
    json_t *run = run_file_json(path);
    const size_t count = json_array_size(json_object_get(run, "cases"));
    assert_non_null(run);
    assert_null(json_object_get(json_object_get(run, "session"), "replaces"));
    json_decref(run);
    return count;
}

/* The old file stays until the new run is whole. */
static void test_replaced(void **state)
{
    (void)state;
    write_over(1); /* nothing is there */
    assert_false(journal_replaces(path));
    assert_int_equal(count_cases(), 1);
    assert_null(begin(OUTPUT_NEW));
    assert_message("--force");
    write_over(2);
    assert_int_equal(count_cases(), 2);

    struct journal *journal = begin(OUTPUT_REPLACE);
    assert_true(add_case(journal, 0));
    assert_null(begin(OUTPUT_REPLACE));
    assert_message("another claimcheck");
    journal_close(&journal);
    assert_int_equal(count_cases(), 2);
    assert_true(journal_replaces(path));
    assert_true(journal_replaces(journal_file));
    journal = resume();
    assert_non_null(journal);
    assert_true(journal_has_case(journal, "t.b/v/n:0", 0));
    assert_true(commit(journal));
    journal_close(&journal);
    assert_int_equal(count_cases(), 1);
    assert_int_equal(access(journal_file, F_OK), -1);
    assert_null(resume());
    assert_message("nothing to resume");
}

/* Damaged behind its first line, it is of that run still, and is not said to be left over. */
static void test_damaged_journal(void **state)
{
    (void)state;
    write_over(1);
    struct journal *journal = begin(OUTPUT_REPLACE);
    assert_true(add_case(journal, 0));
    journal_close(&journal);
    FILE *file = fopen(journal_file, "a");
    assert_non_null(file);
    fputs("\x01 no JSON\n{\"case\":{}}\n", file);
    assert_int_equal(fclose(file), 0);
    assert_true(journal_replaces(path));
    assert_true(journal_replaces(journal_file));
    assert_null(resume());
    assert_message("is damaged in line 3");
    assert_int_equal(truncate(journal_file, 20), 0); /* within the first line */
    assert_false(journal_replaces(path));
}

/* A journal that is left is begun anew; without a file there is nothing to replace. */
static void test_journal_replaced(void **state)
{
    (void)state;
    struct journal *journal = begin(OUTPUT_NEW);
    assert_true(add_case(journal, 0));
    journal_close(&journal);
    assert_null(begin(OUTPUT_NEW));
    assert_message("already exists");
    journal = begin(OUTPUT_REPLACE);
    assert_non_null(journal);
    assert_false(journal_has_case(journal, "t.b/v/n:0", 0));
    assert_false(journal_replaces(path));
    journal_discard_empty(&journal);
    assert_int_equal(access(journal_file, F_OK), -1);
    assert_int_equal(mkdir(journal_file, 0777), 0);
    assert_null(begin(OUTPUT_REPLACE));
    assert_message("directory");
    assert_int_equal(rmdir(journal_file), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_replaced),
        TEST(test_damaged_journal),
        TEST(test_journal_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
