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

/* Reads words, apart by blanks; '' is an empty one. Ends what was read before. */
static bool parse(const char *line)
{
    static char text[256];
    static const char *argv[16];
    int argc = 0;
    options_finish(&options);
    snprintf(text, sizeof(text), "%s", line);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        argv[argc++] = strcmp(word, "''") == 0 ? "" : word;
    trouble_clear();
    return options_init(&options, &rules, argc, argv);
}

/* The one line of trouble has the part. */
static void assert_trouble(const char *part)
{
    assert_null(strchr(trouble_text(), '\n'));
    assert_holds(trouble_text(), part);
}

static void assert_refused(const char *line, const char *part)
{
    assert_false(parse(line));
    assert_trouble(part);
}

/* The line is read, and its value refused. */
static void assert_unfit(const char *line, const char *part)
{
    assert_true(parse(line));
    assert_false(options_check(&options));
    assert_trouble(part);
}

TEST(test_both_forms)
{
    assert_true(parse("--filter a=b --axis=top=1,2 --axis map=x --quiet x"));
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
}

TEST(test_edges)
{
    assert_true(parse(""));
    assert_int_equal(options.given_count + options.positional_count, 0);
    assert_true(parse("--filter= - -- --quiet --help"));
    assert_string_equal(options_value(&options, "filter"), "");
    assert_false(options_has(&options, "quiet"));
    assert_false(options.help);
    assert_int_equal(options.positional_count, 3);
    assert_true(parse("--filter -x --help"));
    assert_string_equal(options_value(&options, "filter"), "-x");
    assert_true(options.help);
    assert_true(parse("-h"));
    assert_true(options.help);
    assert_true(parse("--filter=--quiet"));
    assert_string_equal(options_value(&options, "filter"), "--quiet");
}

TEST(test_refused)
{
    assert_refused("--fliter x", "did you mean '--filter'?");
    assert_refused("--fliter=x", "unknown option '--fliter'");
    assert_refused("--zzzzzzzzzz", "unknown option '--zzzzzzzzzz';");
    assert_refused("--filt x", "'--filter'");
    assert_refused("---quiet", "unknown option '---quiet'");
    assert_refused("--=x", "unknown option '--'");
    assert_refused("--filter", "--filter=REGEX");
    assert_refused("--filter --quiet", "needs a value");
    assert_refused("--quiet=yes", "takes no value");
    assert_refused("--seed=1 --seed=2", "given twice");
    assert_refused("--map ''", "'--map' has '', and needs a path");
    assert_refused("--map=", "--map=FILE");
    assert_refused("--kernel a=", "'--kernel' has 'a='");
}

TEST(test_letters)
{
    static const char *const filters[] = { "-f a=b", "-fa=b", "-f=a=b", "-qfa=b", "-qf a=b" };
    for (size_t i = 0; i < sizeof(filters) / sizeof(filters[0]); i++) {
        assert_true(parse(filters[i]));
        assert_string_equal(options_value(&options, "filter"), "a=b");
        assert_int_equal(options_has(&options, "quiet"), i >= 3);
        assert_int_equal(options.positional_count, 0);
    }
    assert_true(parse("-vq x"));
    assert_true(options_has(&options, "quiet") && options_has(&options, "verbose"));
    assert_int_equal(options.positional_count, 1);
    assert_true(parse("-qh"));
    assert_true(options.help && options_has(&options, "quiet"));
    assert_true(parse("-f -x"));
    assert_string_equal(options_value(&options, "filter"), "-x");
    assert_true(parse("-- -q"));
    assert_int_equal(options.positional_count, 1);
}

TEST(test_letters_refused)
{
    assert_refused("-o x", "unknown option '-o';");
    assert_refused("-x", "unknown option '-x';");
    assert_refused("-qx", "unknown option '-qx';");
    assert_refused("-f", "--filter=REGEX");
    assert_refused("-f --quiet", "needs a value");
    assert_refused("-q --quiet", "given twice");
    assert_refused("-qq", "'--quiet' is given twice");
    assert_refused("-fx --filter=y", "given twice");
    assert_refused("-filter x", "did you mean '--filter'?");
    assert_refused("-filter=x", "did you mean '--filter'?");
}

/* Names of options in other programs, and similar ones. */
TEST(test_habits)
{
    static const char *const typed[] = { "--list", "--lst", "--dry-run", "--dryrun",
                                         "--list-case" };
    for (size_t i = 0; i < sizeof(typed) / sizeof(typed[0]); i++)
        assert_refused(typed[i], "did you mean '--list-cases'?");
    assert_refused("--xyz", "unknown option '--xyz';");
    assert_refused("--warm", "unknown option '--warm': it is warm;");
}

TEST(test_integers)
{
    assert_true(parse(""));
    assert_true(options_check(&options));
    assert_int_equal(options_number(&options, "seed", 5), 5);
    static const char *const wrong[] = { "--seed=0",   "--seed=10",
                                         "--seed=",    "--seed=-1",
                                         "--seed=\t3", "--seed=3x",
                                         "--seed=0x3", "--seed=99999999999999999999999" };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        assert_unfit(wrong[i], "an integer from 1 to 9");
    assert_true(parse("--samples=9223372036854775807"));
    assert_true(options_check(&options));
    assert_true(options_number(&options, "samples", 5) == INT64_MAX);
}

TEST(test_words)
{
    assert_true(parse("--cache=cold --format=svg --isa"));
    assert_true(options_check(&options));
    assert_int_equal(options_word(&options, "cache"), 1);
    assert_int_equal(options_word(&options, "format"), 1);
    assert_int_equal(options_word(&options, "isa"), -1);
    assert_int_equal(options_word(&options, "seed"), -1);
    assert_true(options_is(&options, "cache", "cold"));
    assert_false(options_is(&options, "cache", "hot"));
    assert_false(options_is(&options, "isa", "all"));
    assert_unfit("--cache=col", "--cache takes hot, cold or both, not 'col'");
    assert_unfit("--cache=hot|cold", "not 'hot|cold'");
    assert_unfit("--cache=", "not ''");
    assert_unfit("--format=FORMAT", "--format takes csv or svg, not 'FORMAT'");
    assert_unfit("--isa=x", "--isa takes no value, or 'all', not 'x'");
    assert_unfit("--even=3", "an even number");
    assert_true(parse("--even=4 --own=any"));
    assert_true(options_check(&options));
}

/* The first of a list is meant, in whatever order they were given. */
TEST(test_any)
{
    assert_true(parse("--verbose --seed 3 --quiet"));
    assert_string_equal(options_any(&options, "list-cases|quiet|seed"), "quiet");
    assert_string_equal(options_any(&options, "seed|quiet"), "seed");
    assert_null(options_any(&options, "list-cases|verb|quie"));
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
