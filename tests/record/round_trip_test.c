/* SPDX-License-Identifier: MIT */
/*
 * round_trip_test.c: every kept run is read, has times, and the device limits that its file has;
 * written again, it is what it was.
 */
#include "harness/analysis/limits/limits.h"
#include "harness/base/base.h"
#include "harness/record/run/run.h"
#include "tests/unit.h"

#include <ftw.h>
#include <malloc.h>

/* Every file is read. Every fourth run is written again, and with CLAIMCHECK_TEST_FULL each: the
 * test of kept runs has claimcheck keep write all of them. */
enum { FILES_MAX = 1000, OPEN_MAX = 16, KEPT_MIN = 12, RETURNED_EVERY = 4 };

static struct kept_file {
    char *path;
    bool measures, /* it is of runs, and is looked at */
        returns;   /* it is written again */
} files[FILES_MAX];
static size_t file_count, run_count, differences;

static int file_add(const char *path, const struct stat *status, int type, struct FTW *at)
{
    const char *dot = strstr(path, ".json");
    if (type != FTW_F || !dot)
        return 0;
    assert_true(file_count < FILES_MAX);
    const char *full = getenv("CLAIMCHECK_TEST_FULL");
    const bool is_run = strstr(path, "/runs/");
    const bool left_out = is_run && !(full && *full) && run_count++ % RETURNED_EVERY > 0;
    files[file_count++] = (struct kept_file){
        .path = strdup(path),
        .measures = is_run,
        .returns = !left_out && !strstr(path, "/gate/"),
    };
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

static void compare(const char *file, const char *path, const json_t *was, const json_t *is)
{
    char inner[512]; /* not lent: paths nest */
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
        if (strcmp(key, "reset_in_sample") != 0) /* which no version reads any more */
            compare(file, inner, value, json_object_get(is, key));
    }
    json_object_foreach((json_t *)is, key, value)
    {
        snprintf(inner, sizeof(inner), "%.400s.%.80s", path, key);
        /* A file that does not say of how many launches it is has one. */
        const bool one = strcmp(key, "launches") == 0 && json_integer_value(value) == 1;
        if (!json_object_get(was, key) && !is_nothing(value) && !one)
            differ(file, inner, "is added");
    }
}

static void measures_check(const struct run *run)
{
    struct run_ceilings found;
    size_t timed = 0;
    assert_true(run->case_count > 0 && run->workload_count > 0);
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i];
        timed += run_case_median_ns(c) > 0;
        assert_true(c->status != BENCH_OK || run_case_median_ns(c) > 0);
    }
    assert_true(timed > 0);
    ceilings_find(&found, run);
    if (ceilings_known(&run->ceilings))
        assert_memory_equal(&found, &run->ceilings, sizeof(found));
}

TEST(test_kept_runs)
{
    static const char *const folders[] = { "runs", "baselines" };
    const char *results = getenv("CLAIMCHECK_TEST_RESULTS");
    for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
        const char *path = unit_text("%s/%s", results ? results : "results", folders[i]);
        assert_int_equal(nftw(path, file_add, OPEN_MAX, 0), 0);
    }
    size_t kept = 0;
    for (const struct kept_file *file = files; file < files + file_count; file++) {
        CLEANUP(free_pointer) char *path = file->path;
        if (!file->measures && !file->returns)
            continue;
        CLEANUP(run_destroy) struct run *run = run_load(path);
        json_auto_t *document = run && file->returns ? run_file_json(path) : NULL;
        if (!run || (file->returns && !document))
            fail_msg("%s", trouble_text());
        if (file->measures)
            measures_check(run);
        json_auto_t *is = file->returns ? run_document(run) : NULL;
        if (file->returns)
            compare(path, "", document, is);
        kept += file->measures;
    }
    assert_true(kept >= KEPT_MIN);
    assert_int_equal(differences, 0);
}

int main(void)
{
#ifdef M_MXFAST
    /* Documents of millions of small parts are freed, which glibc would join again and again. */
    mallopt(M_MXFAST, 0);
    mallopt(M_TRIM_THRESHOLD, 1 << 29);
    mallopt(M_MMAP_THRESHOLD, 1 << 29);
#endif
    return unit_run(NULL, NULL);
}
