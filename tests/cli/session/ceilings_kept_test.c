/* SPDX-License-Identifier: MIT */
/* ceilings_kept_test.c: which runs take the ceilings of an earlier one, and what of a file that
 * cannot be used. */
#include <glob.h>
#include <jansson.h>

#include "tests/cli/session/made_command.h"

/* Runs the case t.b/a/n:1 with a cache in the folder. Whether it had ceilings of an earlier run. */
static bool runs_with_kept(const char *options)
{
    static int count;
    const char *path = unit_text("k%d.json", ++count);
    assert_int_equal(command(unit_text("run --filter t.b/a/n:1 --out %s %s", path, options)),
                     EXIT_CODE_OK);
    CLEANUP(run_destroy) struct run *run = load(path);
    const bool kept = run->ceilings.measured && *run->ceilings.measured;
    const bool none = strstr(options, "none");
    assert_int_equal(run->case_count, kept || none ? 1 : 4);
    assert_true(none || run->ceilings.dependent_ns == 5);
    assert_true(isnan(run->cases[0].floor_ns) == none);
    return kept;
}

/* The only file in the cache. */
static void kept_path(char path[512])
{
    glob_t found;
    snprintf(path, 512, "%s/cache/claimcheck/*", folder);
    assert_int_equal(glob(path, 0, NULL, &found), 0);
    assert_int_equal(found.gl_pathc, 1);
    snprintf(path, 512, "%s", found.gl_pathv[0]);
    globfree(&found);
}

/* Writes over the file, with `to` in place of `from`, which is as long. */
static void kept_change(const char *from, const char *to)
{
    char path[512], text[4096];
    kept_path(path);
    file_read_text(path, text, sizeof(text));
    char *at = strstr(text, from);
    assert_non_null(at);
    memcpy(at, to, strlen(from));
    file_write_text(path, text);
}

/* Fixtures: a folder with a cache, and device limits to keep there. */
static int set_cache(void **state)
{
    const int failed = set_up(state);
    setenv("XDG_CACHE_HOME", unit_text("%s/cache", folder), 1);
    techniques = with_ceilings;
    return failed;
}

static int unset_cache(void **state)
{
    setenv("XDG_CACHE_HOME", "/dev/null", 1);
    return folder_remove(state);
}

TEST_IN(test_ceilings_are_kept, set_cache, unset_cache)
{
    assert_false(runs_with_kept(""));
    assert_true(runs_with_kept(""));
    assert_true(runs_with_kept("--ceilings cached"));
    assert_false(runs_with_kept("--ceilings fresh"));
    assert_false(runs_with_kept("--ceilings none"));
    assert_false(runs_with_kept("--samples 3"));
    assert_false(runs_with_kept("--profile quick")); /* of another profile; leaves a second file */
    device_uuid[5] = 'f';
    assert_false(runs_with_kept(""));
    device_uuid[5] = '2';
    one_uuid = true;
    first_bus = 1; /* another device of that UUID */
    assert_false(runs_with_kept(""));
    one_uuid = false;
    first_bus = 0;
    assert_whole("run --filter u.s|t.b/a/n:1 --out all.json", "all.json",
                 4); /* asked for by name */
    assert_untried("run --ceilings always", "--ceilings takes cached, fresh or none, not 'always'");
    assert_untried("run --no-ceilings --ceilings=fresh", "choose one");
}

/* A driver or layers that the environment steers measure something else. */
TEST_IN(test_environment, set_cache, unset_cache)
{
    setenv("LP_NUM_THREADS", "1", 1);
    assert_false(runs_with_kept(""));
    assert_true(runs_with_kept(""));
    setenv("LP_NUM_THREADS", "2", 1);
    assert_false(runs_with_kept(""));
    unsetenv("LP_NUM_THREADS");
    assert_false(runs_with_kept(""));
    assert_true(runs_with_kept(""));
}

/* A request for none but kept ones has none where there are none, and measures none. */
TEST_IN(test_kept_alone, set_cache, unset_cache)
{
    struct gpu_info device = { .name = "GPU" };
    struct run_request request = { .plan.filter = "t.b/a/n:1", .again = true };
    struct ceilings_kept kept;
    assert_true(ceilings_kept_take(&kept, &request, techniques, &device));
    assert_null(kept.json);
    assert_int_equal(kept.plan.case_count, 1);
    ceilings_kept_finish(&kept);
    request.again = false;
    assert_false(ceilings_kept_take(&kept, &request, techniques, &device));
}

/* A device that was too slow throughout says nothing of its next runs. */
TEST_IN(test_throttled_ceilings_are_not_kept, set_cache, unset_cache)
{
    all_throttled = true;
    assert_false(runs_with_kept(""));
    all_throttled = false;
    assert_false(runs_with_kept(""));
    assert_true(runs_with_kept(""));
}

/* A file that cannot be used is measured over; the next run finds it right. */
TEST_IN(test_kept_ceilings_that_are_wrong, set_cache, unset_cache)
{
    static const char *const changes[][3] = {
        { "\"dependent\":5", "\"dependent\":1", "is not whole" },
        { "\"key\":\"", "\"Key\":\"", "is not whole" },
        { "{\"ceilings", "?\"ceilings", "is not whole" },
    };
    assert_false(runs_with_kept(""));
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        kept_change(changes[i][0], changes[i][1]);
        assert_false(runs_with_kept("--verbose"));
        assert_error(changes[i][2]);
        assert_true(runs_with_kept(""));
    }
    char path[512];
    kept_path(path);
    assert_int_equal(truncate(path, 20), 0);
    assert_false(runs_with_kept(""));
    assert_true(runs_with_kept(""));
}

/* The hash of what was changed is put right, as another program would have it. */
TEST_IN(test_kept_ceilings_that_are_old, set_cache, unset_cache)
{
    char path[512], hash[SHA256_TEXT_BYTES];
    assert_false(runs_with_kept(""));
    kept_path(path);
    static const struct {
        const char *key, *date, *reason;
    } changes[] = { { NULL, "2024-05-06T07:08:09Z", "is more than a day old" },
                    { NULL, "2924-05-06T07:08:09Z", "is more than a day old" },
                    { NULL, "yesterday", "is more than a day old" },
                    { "0", NULL, "was measured by another build, or on another machine" } };
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        json_auto_t *document = json_load_file(path, 0, NULL);
        json_t *kept = json_object_get(document, "ceilings");
        if (changes[i].date)
            json_object_set_new(kept, "measured", json_string(changes[i].date));
        if (changes[i].key)
            json_object_set_new(document, "key", json_string(changes[i].key));
        CLEANUP(free_pointer) char *text = json_dumps(kept, JSON_COMPACT | JSON_SORT_KEYS);
        sha256_text(text, strlen(text), hash);
        json_object_set_new(document, "sha256", json_string(hash));
        assert_int_equal(json_dump_file(document, path, 0), 0);
        assert_false(runs_with_kept("--verbose"));
        assert_error(changes[i].reason);
        assert_true(runs_with_kept(""));
    }
}

/* No place for it is no error. */
TEST_IN(test_no_place_for_ceilings, set_cache, unset_cache)
{
    setenv("XDG_CACHE_HOME", "relative", 1);
    CLEANUP(free_pointer) char *home = strdup(getenv("HOME") ? getenv("HOME") : "/");
    unsetenv("HOME");
    assert_false(runs_with_kept(""));
    assert_false(runs_with_kept(""));
    setenv("HOME", folder, 1);
    assert_false(runs_with_kept(""));
    assert_true(runs_with_kept(""));
    setenv("HOME", home, 1);
    setenv("XDG_CACHE_HOME", "/dev/null", 1);
    assert_false(runs_with_kept("--verbose"));
    assert_false(runs_with_kept("--verbose"));
}

/* The journal has them, so that a run that was cut short ends with those that it began with. */
TEST_IN(test_resumed, set_cache, unset_cache)
{
    assert_false(runs_with_kept(""));
    assert_mishap(KILL, 1, -SIGKILL, "run --quiet --filter t.b/[ab] --out x.json");
    setenv("XDG_CACHE_HOME", "/dev/null", 1);
    assert_int_equal(command("run --quiet --resume x.json"), EXIT_CODE_OK);
    CLEANUP(run_destroy) struct run *run = load("x.json");
    assert_int_equal(run->case_count, 2 * GROUPS);
    assert_true(run->ceilings.dependent_ns == 5 && *run->ceilings.measured);
    for (size_t i = 0; i < run->case_count; i++)
        assert_true(run->cases[i].floor_ns == 5);
}
