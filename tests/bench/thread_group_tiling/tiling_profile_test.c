/* SPDX-License-Identifier: MIT */
/* tiling_profile_test.c: profiles of devices: what is read, what is shipped, what is refused. */
#include "harness/base/base.h"
#include "tests/bench/thread_group_tiling/tiling_shipped.h"
#include "tests/files.h"

static const char good[] = "# a comment\n"
                           "name = \"made # up\" # and another\n"
                           "kind = \"device\"\n"
                           "units = 4\nunit_groups = 2\nunit_cache_bytes = 1024\n"
                           "unit_cache_ways = 2\n\n  cache_bytes=8192\ncache_bytes_reported = 0\n"
                           "cache_ways = 4\nreplacement = \"random\"\nindex = \"modulo\"\n"
                           "fetch_bytes = 64\nlaunch_window = 3\ndrift = 2\nwrites = \"none\"\n"
                           "seed = 7\n";

/* Reads `good` with `from` changed to `to`. */
static bool read_changed(struct tiling_profile *profile, const char *from, const char *to)
{
    const char *at = strstr(good, from);
    assert_non_null(at);
    CLEANUP(free_pointer)
    char *text = text_make("%.*s%s%s", (int)(at - good), good, to, at + strlen(from));
    const char *path = file_new(text, strlen(text));
    const bool read = tiling_profile_read(profile, file_open(path), path);
    remove(path);
    return read;
}

TEST(test_profile)
{
    struct tiling_profile profile;
    assert_true(read_changed(&profile, "seed", "seed"));
    assert_string_equal(profile.name, "made # up");
    assert_true(profile.kind == TILING_DEVICE && profile.fetch == TILING_FETCH_64);
    assert_true(profile.machine.units == 4 && profile.machine.unit_groups == 2);
    assert_true(profile.machine.unit_cache.bytes == 1024 && profile.machine.unit_cache.ways == 2);
    assert_true(profile.machine.window == 3 && profile.machine.drift == 2);
    assert_true(profile.cache.bytes == 8192 && profile.cache.ways == 4);
    assert_true(profile.cache.replacement == TILING_RANDOM && profile.cache.index == TILING_MODULO);
    assert_true(!profile.writes && profile.machine.seed == 7);
    assert_int_equal(profile_of("fixed").kind, TILING_PREDICTION);
    assert_int_equal(profile_of("h100").kind, TILING_DEVICE);
    assert_int_equal(profile_of("fit_63_86").kind, TILING_FIT);
}

TEST(test_bad_profiles)
{
    static const char *const changes[][3] = {
        { "units = 4\n", "", "no units" },
        { "units = 4\n", "units = 4\nunits = 4\n", "twice" },
        { "units = 4\n", "units = 0\n", "1 to 1024" },
        { "units = 4\n", "units = four\n", "'four'" },
        { "units = 4\n", "units = 4.5\n", "'4.5'" },
        { "units = 4\n", "units = -4\n", "'-4'" },
        { "units = 4\n", "units =\n", "1 to 1024" },
        { "units = 4\n", "units\n", "key = value" },
        { "units = 4\n", "unites = 4\n", "'unites'" },
        { "\"device\"", "\"guess\"", "\"prediction\", \"device\", \"fit\"" },
        { "\"device\"", "device", "double quotes" },
        { "\"device\"", "\"device", "double quotes" },
        { "\"made # up\"", "\"\"", "name has" },
        { "fetch_bytes = 64", "fetch_bytes = 48", "32 or 64" },
        { "cache_ways = 4\n", "cache_ways = 0\n", "1 to 1048576" },
        { "cache_ways = 4\n", "cache_ways = 5\n", "128 * cache_ways" },
        { "unit_cache_bytes = 1024", "unit_cache_bytes = 1000", "unit_cache_ways" },
        { "seed = 7", "seed = 99999999999999999999", "seed takes" },
    };
    for (size_t i = 0; i < sizeof(changes) / sizeof(*changes); i++) {
        struct tiling_profile profile;
        if (read_changed(&profile, changes[i][0], changes[i][1]) ||
            !strstr(trouble_text(), changes[i][2]) || strchr(trouble_text(), '\n'))
            fail_msg("%s: '%s'", changes[i][1], trouble_text());
    }
    struct tiling_profile profile;
    assert_false(tiling_profile_read(&profile, file_open("/no.toml"), "/no.toml"));
    assert_holds(trouble_text(), "/no.toml");
    assert_false(tiling_profile_read(&profile, file_open("/tmp"), "/tmp"));
}
