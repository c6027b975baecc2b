/* SPDX-License-Identifier: MIT */
/* advice_print_test.c: advice in words, of advice made up here. */
#include "harness/views/claims/claims.h"
#include "tests/output.h"

/* Cases 0 and 1 of a workload, with an axis of their own each. */
static struct run_axis axes[2] = { { "n", "16", 16 }, { "rows", "2", 2 } };
static struct run_case cases[2] = {
    { .name = "x", .workload = "w", .variant = "tiled_x", .axes = &axes[0], .axis_count = 1 },
    { .name = "y", .workload = "w", .variant = "row_major", .axes = &axes[1], .axis_count = 1 },
};

static const struct recommendation plain = { .technique = "tiling",
                                             .bench = "gather",
                                             .fastest = &cases[0],
                                             .everywhere = true,
                                             .inputs = 7,
                                             .wins = 7,
                                             .baseline = &cases[1],
                                             .least = 1.234,
                                             .most = 12.34,
                                             .claim = "" };

/* Checks the line behind the first, and behind "  tiling.gather: " where it is of that. */
static void assert_printed(const struct recommendation *advice, const char *expected)
{
    static const char head[] = "on this device:\n", bench[] = "  tiling.gather: ";
    struct recommendation copy = *advice;
    const struct recommendation_list list = { .list = &copy,
                                              .count = 1,
                                              .whole = { .cases = cases, .case_count = 2 } };
    FILE *out = output_begin();
    recommendation_print(out, &list, 0, NULL);
    fclose(out);
    assert_memory_equal(output, head, strlen(head));
    const char *line = output + strlen(head);
    if (strcmp(advice->technique, "tiling") == 0) {
        assert_memory_equal(line, bench, strlen(bench));
        line += strlen(bench);
    }
    assert_string_equal(line, expected);
}

TEST(test_rules)
{
    struct recommendation advice = plain;
    assert_printed(&advice, "tiled_x n:16, 1.23 to 12.3 × as fast as row_major\n");
    advice.most = 1.2341;
    assert_printed(&advice, "tiled_x n:16, 1.23 × as fast as row_major\n");
    advice.rule = RECOMMENDATION_MOST;
    advice.wins = 5;
    advice.everywhere = false;
    assert_printed(&advice, "tiled_x in 5 of 7 inputs, 1.23 × as fast as row_major\n");
    advice.baseline = NULL;
    assert_printed(&advice, "tiled_x in 5 of 7 inputs\n");
    advice.rule = RECOMMENDATION_ONE;
    assert_printed(&advice, "tiled_x is the fastest\n");
    advice.baseline = &cases[0];
    assert_printed(&advice, "tiled_x, the baseline\n");
    advice.rule = RECOMMENDATION_SPLIT;
    advice.other = &cases[1];
    advice.axis = "width";
    advice.limit = "2560";
    assert_printed(&advice, "tiled_x up to width:2560, row_major above\n");
}

TEST(test_claims)
{
    struct recommendation advice = plain;
    advice.baseline = NULL;
    advice.consistent = 1;
    assert_printed(&advice, "tiled_x n:16 is the fastest; consistent with 1 claim\n");
    advice.consistent = 3;
    assert_printed(&advice, "tiled_x n:16 is the fastest; consistent with 3 claims\n");
    advice.contradicted = 1;
    advice.claim = "bavoil.gather";
    assert_printed(&advice, "tiled_x n:16 is the fastest; contradicts bavoil.gather\n");
    advice.contradicted = 2;
    assert_printed(&advice, "tiled_x n:16 is the fastest; contradicts 2 claims\n");
}

/* Parts that do not fit are left out: what claims say, words, axes. */
TEST(test_wide)
{
    struct recommendation advice = plain;
    advice.technique = "thread_group_tiling";
    advice.bench = "two_passes";
    advice.contradicted = 2;
    assert_printed(&advice, "  thread_group_tiling.two_passes: tiled_x n:16, 1.23 to 12.3 × "
                            "row_major\n");
    advice.bench = "two_passes_of_which_one_is_reversed_all_the_time";
    assert_printed(&advice,
                   "  thread_group_tiling.two_passes_of_which_one_is_reversed_all_the_time:"
                   " tiled_x\n");
}

TEST(test_none)
{
    const struct recommendation_list list = { .count = 0 };
    FILE *out = output_begin();
    recommendation_print(out, &list, 0, NULL);
    fclose(out);
    assert_string_equal(output, "");
}
