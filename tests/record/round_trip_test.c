/* SPDX-License-Identifier: MIT */
/* round_trip_test.c: every kept run, read into structs and written again, is what it was. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/record/run/run.h"
#include "harness/record/run/run_file.h"
#include "tests/sanitized.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES_MAX = 1000, OPEN_MAX = 16 };

static char *files[FILES_MAX];
static size_t file_count, differences;

/* Bytes of a packed run. Larger ones have the members of smaller ones, but for a few, and more
 * cases. */
enum { SANITIZED_BYTES_MAX = 200000 };

static int file_add(const char *path, const struct stat *status, int type, struct FTW *at)
{
    const char *dot = strstr(path, ".json");
    (void)at;
    if (SANITIZED && status->st_size > SANITIZED_BYTES_MAX)
        return 0;
    if (type == FTW_F && dot && !strstr(path, "/gate/") && file_count < FILES_MAX)
        files[file_count++] = strdup(path);
    return 0;
}

static void differ(const char *file, const char *path, const char *what)
{
    if (differences++ < 20)
        print_message("%s: %s %s\n", strstr(file, "results/"), path, what);
}

/* A key that an earlier version did not write is read, and written, as nothing. */
static bool is_nothing(const json_t *json)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)json, key, value)
    {
        if (!is_nothing(value))
            return false;
    }
    return !json || json_is_null(json) || json_is_false(json) || json_is_object(json) ||
           (json_is_array(json) && json_array_size(json) == 0);
}

/* A file that does not say of how many launches it is has one. */
static bool is_default(const char *key, const json_t *value)
{
    return strcmp(key, "launches") == 0 && json_integer_value(value) == 1;
}

/* Names of keys that no version reads any more. */
static bool is_gone(const char *key)
{
    return strcmp(key, "reset_in_sample") == 0;
}

static void compare(const char *file, const char *path, const json_t *was, const json_t *is)
{
    char inner[512];
    const char *key;
    json_t *value;
    size_t i;
    if (json_equal(was, is))
        return;
    if (!json_is_object(was) || !json_is_object(is)) {
        if (!json_is_array(was) || json_array_size(was) != json_array_size(is)) {
            if (!(is_nothing(was) && is_nothing(is)))
                differ(file, path, "differs");
            return;
        }
        json_array_foreach(was, i, value)
        {
            snprintf(inner, sizeof(inner), "%.400s[%zu]", path, i);
            compare(file, inner, value, json_array_get(is, i));
        }
        return;
    }
    json_object_foreach((json_t *)was, key, value)
    {
        snprintf(inner, sizeof(inner), "%.400s.%.80s", path, key);
        if (!is_gone(key))
            compare(file, inner, value, json_object_get(is, key));
    }
    json_object_foreach((json_t *)is, key, value)
    {
        snprintf(inner, sizeof(inner), "%.400s.%.80s", path, key);
        if (!json_object_get(was, key) && !is_nothing(value) && !is_default(key, value))
            differ(file, inner, "is added");
    }
}

static void file_check(const char *file)
{
    char message[512];
    json_t *document = run_file_json(file, message, sizeof(message));
    struct run *run = document ? run_load(file, message, sizeof(message)) : NULL;
    if (!run)
        fail_msg("%s", message);
    json_t *is = run_document(run);
    compare(file, "", document, is);
    json_decref(is);
    run_destroy(&run);
    json_decref(document);
}

static void test_kept_runs(void **state)
{
    static const char *const folders[] = { "runs", "baselines" };
    const char *results = getenv("CLAIMCHECK_TEST_RESULTS");
    (void)state;
    for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
        char path[4096];
        snprintf(path, sizeof(path), "%s/%s", results ? results : "results", folders[i]);
        assert_int_equal(nftw(path, file_add, OPEN_MAX, 0), 0);
    }
    assert_true(file_count > 0);
    for (size_t i = 0; i < file_count; i++) {
        file_check(files[i]);
        free(files[i]);
    }
    assert_int_equal(differences, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_kept_runs) };
    return cmocka_run_group_tests_name("round trip", tests, NULL, NULL);
}
