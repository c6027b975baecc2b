/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/cli/cli.h"
#include "tests/unit.h"

static bool even_check(const char *value)
{
    trouble("an even number, not '%s'", value);
    return strchr("02468", value[strlen(value) - 1]);
}

static const struct option_spec specs[] = {
    { .name = "filter", .argument = "REGEX" },
    { .name = "axis", .argument = "NAME=V,V", .repeated = true },
    { .name = "seed", .argument = "N", .least = 1, .most = 9 },
    { .name = "samples", .argument = "N", .most = INT64_MAX },
    { .name = "cache", .argument = "hot|cold|both" },
    { .name = "format", .argument = "FORMAT", .words = "csv|svg" },
    { .name = "isa", .argument = "all", .optional = true },
    { .name = "map", .argument = "FILE", .file = true },
    { .name = "kernel", .argument = "NAME=FILE.comp", .file = true },
    { .name = "quiet" },
    { .name = "verbose" },
    { .name = "list-cases" },
    { .name = "even", .argument = "N", .check = even_check },
    { .name = "own", .argument = "x|y", .technique = true },
};
enum { SPEC_COUNT = sizeof(specs) / sizeof(specs[0]) };

static const struct option_habit habits[] = {
    { "list", "list-cases", NULL },
    { "dry-run", "list-cases", NULL },
    { "warm", NULL, "it is warm" },
    { NULL, NULL, NULL },
};
static const struct option_rules rules = { specs, SPEC_COUNT, habits };

static struct options options;

/* Arguments end with NULL. */
static bool parse(const char *const *argv)
{
    int argc = 0;
    while (argv[argc])
        argc++;
    trouble_clear();
    return options_init(&options, &rules, argc, argv);
}

static void assert_refused(const char *const *argv, const char *part)
{
    assert_false(parse(argv));
    assert_null(strchr(trouble_text(), '\n'));
    assert_holds(trouble_text(), part);
}

/* The line is read, and its value refused. */
static void assert_unfit(const char *argument, const char *part)
{
    assert_true(parse((const char *const[]){ argument, NULL }));
    assert_false(options_check(&options));
    assert_null(strchr(trouble_text(), '\n'));
    assert_holds(trouble_text(), part);
    options_finish(&options);
}

TEST(test_both_forms)
{
    const char *const argv[] = { "--filter", "a=b", "--axis=top=1,2", "--axis", "map=x", "--quiet",
                                 "x",        NULL };
    assert_true(parse(argv));
    assert_string_equal(options_value(&options, "filter"), "a=b");
    assert_int_equal(options.given_count, 4);
    assert_string_equal(options.given[1].value, "top=1,2");
    assert_string_equal(options.given[2].value, "map=x");
    assert_true(options_has(&options, "quiet"));
    assert_null(options_value(&options, "quiet"));
    assert_false(options_has(&options, "seed"));
    assert_int_equal(options.positional_count, 1);
    assert_string_equal(options.positionals[0], "x");
    assert_false(options.help);
    options_finish(&options);
}

TEST(test_edges)
{
    assert_true(parse((const char *const[]){ NULL }));
    assert_int_equal(options.given_count + options.positional_count, 0);
    options_finish(&options);
    assert_true(parse((const char *const[]){ "--filter=", "-", "--", "--quiet", "--help", NULL }));
    assert_string_equal(options_value(&options, "filter"), "");
    assert_false(options_has(&options, "quiet"));
    assert_false(options.help);
    assert_int_equal(options.positional_count, 3);
    options_finish(&options);
    assert_true(parse((const char *const[]){ "--filter", "-x", "--help", NULL }));
    assert_string_equal(options_value(&options, "filter"), "-x");
    assert_true(options.help);
    options_finish(&options);
    assert_true(parse((const char *const[]){ "-h", NULL }));
    assert_true(options.help);
    options_finish(&options);
    assert_true(parse((const char *const[]){ "--filter=--quiet", NULL }));
    assert_string_equal(options_value(&options, "filter"), "--quiet");
    options_finish(&options);
}

TEST(test_refused)
{
    assert_refused((const char *const[]){ "--fliter", "x", NULL }, "did you mean '--filter'?");
    assert_refused((const char *const[]){ "--fliter=x", NULL }, "unknown option '--fliter'");
    assert_refused((const char *const[]){ "--zzzzzzzzzz", NULL }, "unknown option '--zzzzzzzzzz';");
    assert_refused((const char *const[]){ "--filt", "x", NULL }, "'--filter'");
    assert_refused((const char *const[]){ "---quiet", NULL }, "unknown option '---quiet'");
    assert_refused((const char *const[]){ "--=x", NULL }, "unknown option '--'");
    assert_refused((const char *const[]){ "--filter", NULL }, "--filter=REGEX");
    assert_refused((const char *const[]){ "--filter", "--quiet", NULL }, "needs a value");
    assert_refused((const char *const[]){ "--quiet=yes", NULL }, "takes no value");
    assert_refused((const char *const[]){ "--seed=1", "--seed=2", NULL }, "given twice");
    assert_refused((const char *const[]){ "--map", "", NULL }, "'--map' has '', and needs a path");
    assert_refused((const char *const[]){ "--map=", NULL }, "--map=FILE");
    assert_refused((const char *const[]){ "--kernel", "a=", NULL }, "'--kernel' has 'a='");
}

TEST(test_letters)
{
    static const char *const filters[][4] = { { "-f", "a=b", NULL },
                                              { "-fa=b", NULL },
                                              { "-f=a=b", NULL },
                                              { "-qfa=b", NULL },
                                              { "-qf", "a=b", NULL } };
    for (size_t i = 0; i < sizeof(filters) / sizeof(filters[0]); i++) {
        assert_true(parse(filters[i]));
        assert_string_equal(options_value(&options, "filter"), "a=b");
        assert_int_equal(options_has(&options, "quiet"), i >= 3);
        assert_int_equal(options.positional_count, 0);
        options_finish(&options);
    }
    assert_true(parse((const char *const[]){ "-vq", "x", NULL }));
    assert_true(options_has(&options, "quiet") && options_has(&options, "verbose"));
    assert_int_equal(options.positional_count, 1);
    options_finish(&options);
    assert_true(parse((const char *const[]){ "-qh", NULL }));
    assert_true(options.help && options_has(&options, "quiet"));
    options_finish(&options);
    assert_true(parse((const char *const[]){ "-f", "-x", NULL }));
    assert_string_equal(options_value(&options, "filter"), "-x");
    options_finish(&options);
    assert_true(parse((const char *const[]){ "--", "-q", NULL }));
    assert_int_equal(options.positional_count, 1);
    options_finish(&options);
}

TEST(test_letters_refused)
{
    assert_refused((const char *const[]){ "-o", "x", NULL }, "unknown option '-o';");
    assert_refused((const char *const[]){ "-x", NULL }, "unknown option '-x';");
    assert_refused((const char *const[]){ "-qx", NULL }, "unknown option '-qx';");
    assert_refused((const char *const[]){ "-f", NULL }, "--filter=REGEX");
    assert_refused((const char *const[]){ "-f", "--quiet", NULL }, "needs a value");
    assert_refused((const char *const[]){ "-q", "--quiet", NULL }, "given twice");
    assert_refused((const char *const[]){ "-qq", NULL }, "'--quiet' is given twice");
    assert_refused((const char *const[]){ "-fx", "--filter=y", NULL }, "given twice");
    assert_refused((const char *const[]){ "-filter", "x", NULL }, "did you mean '--filter'?");
    assert_refused((const char *const[]){ "-filter=x", NULL }, "did you mean '--filter'?");
}

/* Names of options in other programs, and similar ones. */
TEST(test_habits)
{
    static const char *const typed[] = { "--list", "--lst", "--dry-run", "--dryrun",
                                         "--list-case" };
    for (size_t i = 0; i < sizeof(typed) / sizeof(typed[0]); i++)
        assert_refused((const char *const[]){ typed[i], NULL }, "did you mean '--list-cases'?");
    assert_refused((const char *const[]){ "--xyz", NULL }, "unknown option '--xyz';");
    assert_refused((const char *const[]){ "--warm", NULL }, "unknown option '--warm': it is warm;");
}

TEST(test_integers)
{
    assert_true(parse((const char *const[]){ NULL }));
    assert_true(options_check(&options));
    assert_int_equal(options_number(&options, "seed", 5), 5);
    options_finish(&options);
    static const char *const wrong[] = { "--seed=0",   "--seed=10",
                                         "--seed=",    "--seed=-1",
                                         "--seed= 3",  "--seed=3x",
                                         "--seed=0x3", "--seed=99999999999999999999999" };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        assert_unfit(wrong[i], "an integer from 1 to 9");
    assert_true(parse((const char *const[]){ "--samples=9223372036854775807", NULL }));
    assert_true(options_check(&options));
    assert_true(options_number(&options, "samples", 5) == INT64_MAX);
    options_finish(&options);
}

TEST(test_words)
{
    assert_true(parse((const char *const[]){ "--cache=cold", "--format=svg", "--isa", NULL }));
    assert_true(options_check(&options));
    assert_int_equal(options_word(&options, "cache"), 1);
    assert_int_equal(options_word(&options, "format"), 1);
    assert_int_equal(options_word(&options, "isa"), -1);
    assert_int_equal(options_word(&options, "seed"), -1);
    assert_true(options_is(&options, "cache", "cold"));
    assert_false(options_is(&options, "cache", "hot"));
    assert_false(options_is(&options, "isa", "all"));
    options_finish(&options);
    assert_unfit("--cache=col", "--cache takes hot, cold or both, not 'col'");
    assert_unfit("--cache=hot|cold", "not 'hot|cold'");
    assert_unfit("--cache=", "not ''");
    assert_unfit("--format=FORMAT", "--format takes csv or svg, not 'FORMAT'");
    assert_unfit("--isa=x", "--isa takes no value, or 'all', not 'x'");
    assert_unfit("--even=3", "an even number");
    assert_true(parse((const char *const[]){ "--even=4", "--own=any", NULL }));
    assert_true(options_check(&options));
    options_finish(&options);
}

TEST(test_table)
{
    struct option_table table = { 0 };
    for (size_t i = 0; i < SPEC_COUNT; i++)
        option_table_add(&table, &specs[i]);
    struct option_spec same = { .name = "seed", .argument = "OTHER" };
    option_table_add(&table, &same);
    assert_int_equal(table.count, SPEC_COUNT);
    assert_string_equal(table.specs[2].argument, "N");
    option_table_finish(&table);
    assert_int_equal(table.count, 0);
}
