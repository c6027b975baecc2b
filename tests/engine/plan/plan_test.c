/* SPDX-License-Identifier: MIT */
#include "tests/engine/plan/made_plan.h"

static bool accepts_file(const char *value)
{
    return strncmp(value, "file.", 5) == 0;
}

static const char *const map_names[] = { "checker", "photo", "noise", NULL };
static const struct bench_axis subdivide_axes[] = {
    { .name = "map",
      .names = map_names,
      .accepts = accepts_file,
      .accepts_help = "file.STEM",
      .values = { "checker,photo", "noise", NULL } },
    { .name = "top", .min = 1, .max = 12, .values = { "8,10", NULL, NULL } },
    { .name = NULL },
};
static const struct bench_axis subtree_axes[] = {
    { .name = "levels", .min = 1, .max = 10, .values = { "2,4,2", NULL, NULL } },
    { .name = NULL },
};
static const struct bench_variant subdivide_variants[] = {
    { .name = "per_level" },
    { .name = "subtree", .axes = subtree_axes },
    { .name = NULL },
};
static const struct bench subdivide = { .name = "subdivide",
                                        .axes = subdivide_axes,
                                        .variants = subdivide_variants };

/* A first variant with an axis of its own, and an axis that another bench has with other values. */
static const struct bench_axis build_axes[] = {
    { .name = "top", .min = 1, .max = 4, .values = { "3", NULL, NULL } },
    { .name = NULL },
};
static const struct bench_variant build_variants[] = {
    { .name = "blocked", .axes = subtree_axes },
    { .name = "fused" },
    { .name = NULL },
};
static const struct bench build = { .name = "build",
                                    .axes = build_axes,
                                    .variants = build_variants };

static const struct bench_option tiles_options[] = {
    { .name = "map", .argument = "FILE", .axis = "map" },
    { .name = "mesh", .argument = "FILE", .axis = "map" },
    { .name = "top-of", .argument = "N", .axis = "top" },
    { .name = "direction", .argument = "X,Y,Z" },
    { .name = "picture", .argument = "FILE", .axis = "map", .fixes = "top", .fixes_to = "7" },
    { .name = NULL },
};
static const struct bench *const tiles_benches[] = { &subdivide, NULL };
static const struct bench *const pyramid_benches[] = { &build, NULL };
static const struct technique tiles = { .name = "tiles",
                                        .benches = tiles_benches,
                                        .options = tiles_options };
static const struct technique pyramid = { .name = "pyramid", .benches = pyramid_benches };
static const struct technique *const techniques[] = { &tiles, &pyramid, NULL };

/* Of a test, until the next is made. */
static struct plan plan;

static bool plan_by(const struct plan_request *request)
{
    plan_finish(&plan);
    trouble_clear();
    return plan_init(&plan, request);
}

static bool make(const char *filter, const struct plan_setting *axes, size_t axis_count,
                 const struct plan_setting *options, size_t option_count)
{
    return plan_by(&(struct plan_request){ .techniques = techniques,
                                           .filter = filter,
                                           .axes = axes,
                                           .axis_count = axis_count,
                                           .options = options,
                                           .option_count = option_count });
}

static void assert_message(const char *part)
{
    assert_int_equal(plan.group_count, 0);
    assert_null(strchr(trouble_text(), '\n'));
    assert_holds(trouble_text(), part);
}

TEST(test_expands_axes_in_order)
{
    assert_true(make(NULL, NULL, 0, NULL, 0));
    assert_int_equal(plan.group_count, 5);
    assert_int_equal(plan.case_count, 4 * 3 + 3);
    assert_string_equal(plan.groups[0].workload_name, "tiles.subdivide/map:checker/top:8");
    assert_string_equal(plan.groups[1].workload_name, "tiles.subdivide/map:checker/top:10");
    const struct plan_case *cases = plan.groups[3].cases;
    assert_string_equal(cases[0].name, "tiles.subdivide/per_level/map:photo/top:10");
    assert_string_equal(cases[1].name, "tiles.subdivide/subtree/map:photo/top:10/levels:2");
    assert_string_equal(cases[2].name, "tiles.subdivide/subtree/map:photo/top:10/levels:4");
    assert_true(cases[0].baseline && !cases[1].baseline && !cases[2].baseline);
    assert_int_equal(cases[2].value_count, 3);
    assert_int_equal(cases[2].values[0].integer, 0);
    assert_int_equal(cases[2].values[2].integer, 4);
}

TEST(test_one_baseline_of_a_first_variant_with_axes)
{
    assert_true(make("pyramid.*fused", NULL, 0, NULL, 0));
    assert_int_equal(plan.group_count, 1);
    assert_int_equal(plan.groups[0].case_count, 2);
    assert_string_equal(plan.groups[0].cases[0].name, "pyramid.build/blocked/top:3/levels:2");
    assert_true(plan.groups[0].cases[0].baseline);
    assert_string_equal(plan.groups[0].cases[1].name, "pyramid.build/fused/top:3");
    assert_false(plan.groups[0].cases[1].baseline);
}

TEST(test_profile_falls_back)
{
    assert_true(plan_by(&(struct plan_request){ .techniques = techniques, .profile = BENCH_FULL }));
    assert_string_equal(plan.groups[0].workload_name, "tiles.subdivide/map:noise/top:8");
}

TEST(test_axis_replaces_everywhere)
{
    const struct plan_setting axes[] = { { "top", "9,3" }, { "levels", "1,7,1" }, { "top", "3" } };
    assert_true(make(NULL, axes, 3, NULL, 0));
    /* 9 is not legal for pyramid.build: it has the 3 only. */
    assert_int_equal(plan.group_count, 2 * 2 + 1);
    assert_string_equal(plan.groups[0].workload_name, "tiles.subdivide/map:checker/top:9");
    assert_string_equal(plan.groups[1].workload_name, "tiles.subdivide/map:checker/top:3");
    assert_string_equal(plan.groups[4].workload_name, "pyramid.build/top:3");
    assert_int_equal(plan.groups[0].case_count, 3);
    assert_int_equal(plan.groups[0].cases[2].values[2].integer, 7);
}

TEST(test_axis_errors)
{
    assert_false(make(NULL, &(struct plan_setting){ "levles", "1" }, 1, NULL, 0));
    assert_message("did you mean 'levels'?");
    assert_false(make(NULL, &(struct plan_setting){ "zzzzzzzz", "1" }, 1, NULL, 0));
    assert_message("no bench has an axis 'zzzzzzzz'; ");
    static const char *const illegal[] = { "13", "0",  "-1", "+3", "03",
                                           "",   "8,", "x",  "8x", "99999999999999999999" };
    for (size_t i = 0; i < sizeof(illegal) / sizeof(illegal[0]); i++) {
        assert_false(make(NULL, &(struct plan_setting){ "top", illegal[i] }, 1, NULL, 0));
        assert_message("integers from 1 to 12");
    }
    assert_false(make(NULL, &(struct plan_setting){ "map", "cheker" }, 1, NULL, 0));
    assert_message("did you mean 'checker'?");
    assert_message("checker, photo, noise, file.STEM");
    char longest[200];
    memset(longest, 'a', sizeof(longest) - 1);
    longest[199] = 0;
    memcpy(longest, "file.", 5);
    assert_false(make(NULL, &(struct plan_setting){ "map", longest }, 1, NULL, 0));
    assert_message("is not a value of the axis 'map'");
}

TEST(test_option_sets_axis)
{
    assert_true(make("tiles", NULL, 0, &(struct plan_setting){ "map", "photo" }, 1));
    assert_string_equal(plan.groups[0].workload_name, "tiles.subdivide/map:photo/top:8");
    assert_int_equal(plan.group_count, 2);
    assert_int_equal(plan.groups[0].option_count, 1);
    assert_string_equal(plan.groups[0].options[0].value, "photo");

    const struct plan_setting options[] = { { "map", "/a/b c/my pic.v2.pgm" },
                                            { "direction", "1,2,3" } };
    assert_true(make(NULL, NULL, 0, options, 2));
    assert_string_equal(plan.groups[0].workload_name, "tiles.subdivide/map:file.my_pic.v2/top:8");
    assert_int_equal(plan.groups[0].option_count, 2);
    assert_string_equal(plan.groups[0].options[0].value, "/a/b c/my pic.v2.pgm");
    assert_string_equal(plan.groups[0].options[1].value, "1,2,3");
    assert_int_equal(plan.groups[2].option_count, 0);

    char path[300];
    memset(path, 'x', sizeof(path) - 1);
    path[299] = 0;
    assert_true(make("tiles", NULL, 0, &(struct plan_setting){ "map", path }, 1));
    assert_int_equal(strlen(plan.groups[0].values[0].text), PLAN_VALUE_BYTES - 1);

    assert_true(make("tiles", NULL, 0, &(struct plan_setting){ "top-of", "4,5" }, 1));
    assert_int_equal(plan.group_count, 4);
}

/* A file decides another axis, whatever was asked for there; a name decides nothing. */
TEST(test_option_fixes_axis)
{
    const struct plan_setting axis = { "top", "9,11" };
    const struct plan_setting file = { "picture", "/tmp/hill.pgm" }, name = { "picture", "photo" };
    assert_true(make("per_level", &axis, 1, &file, 1));
    assert_int_equal(plan.group_count, 1);
    assert_string_equal(plan.groups[0].workload_name, "tiles.subdivide/map:file.hill/top:7");
    assert_true(make("per_level", &axis, 1, &name, 1));
    assert_int_equal(plan.group_count, 2);
    assert_string_equal(plan.groups[0].workload_name, "tiles.subdivide/map:photo/top:9");
}

TEST(test_option_errors)
{
    assert_false(make(NULL, NULL, 0, &(struct plan_setting){ "mapp", "x" }, 1));
    assert_message("did you mean 'map'?");
    const struct plan_setting twice[] = { { "map", "a" }, { "map", "b" } };
    assert_false(make(NULL, NULL, 0, twice, 2));
    assert_message("given twice");
    const struct plan_setting both[] = { { "map", "a" }, { "mesh", "b" } };
    assert_false(make(NULL, NULL, 0, both, 2));
    assert_message("both set the axis 'map'");
    assert_false(make(NULL, NULL, 0, &(struct plan_setting){ "top-of", "many" }, 1));
    assert_message("integers from 1 to 12");
}

TEST(test_filter)
{
    assert_true(make("levels:4$", NULL, 0, NULL, 0));
    assert_int_equal(plan.group_count, 5);
    assert_int_equal(plan.case_count, 10);
    assert_true(plan.groups[0].cases[0].baseline);
    assert_false(make("(", NULL, 0, NULL, 0));
    assert_message("not a regular expression");
    assert_false(make("per_levle", NULL, 0, NULL, 0));
    assert_message("did you mean 'per_level'?");
    assert_false(make("tiles.subdivde", NULL, 0, NULL, 0));
    assert_message("did you mean 'tiles.subdivide'?");
    assert_false(make("tiles.subdivide/per_levle", NULL, 0, NULL, 0));
    assert_message("did you mean '");
    char longest[4000];
    memset(longest, 'q', sizeof(longest) - 1);
    longest[3999] = 0;
    assert_false(make(longest, NULL, 0, NULL, 0));
    assert_message("selects no case");
    /* Legal for another axis of that name. */
    const struct plan_setting top = { "top", "7,8" };
    assert_false(make("^pyramid", &top, 1, NULL, 0));
    assert_message("'8' is not a value of the axis 'top'; it takes integers from 1 to 4");
    assert_false(make("^tiles.*top:9", &top, 1, NULL, 0));
    assert_message("selects no case");
}

/* A variant's values come before the bench's, and those before the axis's own. */
TEST(test_values_of_bench_and_variant)
{
    static const struct bench_values of_bench[] = { { "top", { "5", "6", NULL } }, { 0 } };
    static const struct bench_values of_variant[] = { { "levels", { "3", NULL, NULL } }, { 0 } };
    static const struct bench_variant variants[] = {
        { .name = "own", .axes = subtree_axes },
        { .name = "other", .axes = subtree_axes, .values = of_variant },
        { .name = NULL },
    };
    static const struct bench bench = {
        .name = "b", .axes = build_axes, .values = of_bench, .variants = variants
    };
    const struct bench_axis *levels = subtree_axes;
    struct plan_request request = { .techniques = made_techniques(&bench, NULL),
                                    .filter = "other" };
    assert_false(plan_by(&request));
    assert_message("'5' is not a value of the axis 'top'");
    const struct plan_setting top = { "top", "4" };
    request.axes = &top;
    request.axis_count = 1;
    assert_true(plan_by(&request));
    assert_int_equal(plan.groups[0].case_count, 2);
    assert_string_equal(plan.groups[0].cases[0].name, "t.b/own/top:4/levels:2");
    assert_string_equal(plan.groups[0].cases[1].name, "t.b/other/top:4/levels:3");
    const struct plan_axis_owner owner = { &bench, NULL }, other = { &bench, &variants[1] };
    assert_string_equal(plan_axis_profile_values(owner, build_axes, BENCH_QUICK), "5");
    assert_string_equal(plan_axis_profile_values(other, build_axes, BENCH_FULL), "6");
    assert_string_equal(plan_axis_profile_values(owner, levels, BENCH_FULL), "2,4,2");
    assert_string_equal(plan_axis_profile_values(other, levels, BENCH_FULL), "3");
}

/* An axis at its default is in no name, of a case or of a workload; its value is there. */
TEST(test_default_left_out)
{
    static const struct bench_axis of_bench[] = {
        { .name = "pass",
          .names = map_names,
          .values = { "photo,noise" },
          .default_value = "photo" },
        { .name = NULL },
    };
    static const struct bench_axis of_variant[] = {
        { .name = "levels", .min = 1, .max = 10, .values = { "1,10" }, .default_value = "10" },
        { .name = NULL },
    };
    static const struct bench_variant variants[] = {
        { .name = "v", .axes = of_variant },
        { .name = NULL },
    };
    static const struct bench bench = { .name = "b", .axes = of_bench, .variants = variants };
    const struct plan_request request = { .techniques = made_techniques(&bench, NULL) };
    assert_true(plan_by(&request));
    assert_int_equal(plan.group_count, 2);
    assert_string_equal(plan.groups[0].workload_name, "t.b");
    assert_string_equal(plan.groups[0].cases[0].name, "t.b/v/levels:1");
    assert_string_equal(plan.groups[0].cases[1].name, "t.b/v");
    assert_string_equal(plan.groups[0].cases[1].values[0].text, "photo");
    assert_int_equal(plan.groups[0].cases[1].values[1].integer, 10);
    assert_string_equal(plan.groups[1].workload_name, "t.b/pass:noise");
    assert_string_equal(plan.groups[1].cases[1].name, "t.b/v/pass:noise");
}

/* Values of a variant leave out points of its bench, unless somebody asks for them; a point that no
 * variant takes is none. */
TEST(test_variant_leaves_out_points)
{
    static const struct bench_axis axes[] = {
        { .name = "size", .min = 1, .max = 99, .values = { "1", "1,10,99" } },
        { .name = NULL },
    };
    static const struct bench_values few[] = { { "size", { "1", "1,10" } }, { .axis = NULL } };
    static const struct bench_values fewer[] = { { "size", { "1" } }, { .axis = NULL } };
    static const struct bench_variant variants[] = {
        { .name = "slow", .values = few },
        { .name = "slower", .values = fewer },
        { .name = NULL },
    };
    static const struct bench bench = { .name = "b", .axes = axes, .variants = variants };
    const struct plan_setting asked[] = { { "size", "99" } };
    struct plan_request request = { .techniques = made_techniques(&bench, NULL),
                                    .profile = BENCH_PAPER };
    assert_true(plan_by(&request));
    assert_int_equal(plan.group_count, 2);
    assert_int_equal(plan.case_count, 3);
    assert_string_equal(plan.groups[0].cases[1].name, "t.b/slower/size:1");
    assert_string_equal(plan.groups[1].cases[0].name, "t.b/slow/size:10");
    request.axes = asked;
    request.axis_count = 1;
    assert_true(plan_by(&request));
    assert_int_equal(plan.case_count, 2);
    assert_string_equal(plan.groups[0].cases[1].name, "t.b/slower/size:99");
}

TEST(test_nothing)
{
    const struct technique *const none[] = { NULL };
    struct plan_request request = { .techniques = none };
    assert_false(plan_by(&request));
    assert_message("no case");
}

/* A plan has a bound, and below it each point once, joined with those of the other profiles: by a
 * search through all of them for each this would take minutes. */
TEST(test_many)
{
    static char values[4000];
    static const struct bench_axis axes[] = {
        { .name = "a", .min = 1, .max = 1000, .values = { values, values, "1" } },
        { .name = "b", .min = 1, .max = 1000, .values = { values, NULL, "1,2" } },
        { .name = NULL },
    };
    static const struct bench_variant variants[] = { { .name = "one" }, { .name = NULL } };
    static const struct bench bench = { .name = "b", .axes = axes, .variants = variants };
    static const struct bench *const benches[] = { &bench, NULL };
    static const struct technique many = { .name = "many", .benches = benches };
    static const struct technique *const list[] = { &many, NULL };
    const struct plan_request request = { .techniques = list, .profile = BENCH_PAPER };
    size_t length = 0;
    for (int i = 1; i <= 400; i++) {
        length +=
            (size_t)snprintf(values + length, sizeof(values) - length, "%s%d", i > 1 ? "," : "", i);
        if (i == 300) {
            assert_true(plan_by(&request));
            assert_int_equal(plan.case_count, 90000);
            assert_string_equal(plan.groups[89999].cases[0].name, "many.b/one/a:300/b:300");
        }
    }
    assert_false(plan_by(&request));
    assert_message("more than 100000 cases with those of many.b: give its axes fewer values");
}
