/* SPDX-License-Identifier: MIT */
/* gate_outputs_test.c: sessions of `ab` as Markdown, JUnit XML and TAP, letter by letter; and names
 * that would be marks of those. */
#include "harness/views/gate/gate.h"
#include "tests/output.h"
#include "tests/views/gate_made.h"

static struct gate_made made;
static const char *written(void (*write)(FILE *out, const void *outcome))
{
    FILE *out = output_begin();
    write(out, gate_made_end(&made));
    fclose(out);
    return output;
}

/* One row of each kind. */
static void fill(void)
{
    gate_made_init(&made);
    gate_made_row(&made, "t.b/same", JUDGE_SAME, 1);
    gate_made_row(&made, "t.b/slower", JUDGE_SLOWER, 1.1);
    gate_made_row(&made, "t.b/failed", JUDGE_FAILED, 0)->reason = "error: /tmp/x/y is gone";
    gate_made_row(&made, "t.b/faster", JUDGE_FASTER, 0.5);
    gate_made_row(&made, "t.b/gone", JUDGE_MISSING, 0)->new = NULL;
    gate_made_row(&made, "t.b/flaky", JUDGE_FLAKY, 1.1);
    made.list[made.rows.count] = (struct gate_row){
        .name = "c/c", .built_in = true, .cut = true, .verdict = JUDGE_UNDECIDED
    };
    made.rows.count++;
    made.outcome.retest = "claimcheck ab --a /tmp/x/old --b new --filter '^(t\\.b/slower)$'";
}

/* The rows that are not the same, what is worst first. */
#define NOTABLE                                                                                    \
    "| row | old | new | B / A, bounds | verdict | why |\n"                                        \
    "|:---|---:|---:|---:|:---|:---|\n"                                                            \
    "| `t.b/failed` | - | - |  | **FAILED** | `error: y is gone` |\n"                              \
    "| `t.b/slower` | 1.00 µs | 1.10 µs | 1.100 \\[1.100, 1.100\\] | **SLOWER** |  |\n"          \
    "| `t.b/gone` | - | - |  | MISSING |  |\n"                                                     \
    "| `t.b/flaky` | 1.00 µs | 1.10 µs | 1.100 \\[1.100, 1.100\\] | SAME (SLOWER once) | "       \
    "`slower at first, not when it was measured again` |\n"                                        \
    "| `t.b/faster` | 1.00 µs | 500 ns | 0.500 \\[0.500, 0.500\\] | FASTER |  |\n"

TEST(test_markdown)
{
    fill();
    assert_string_equal(
        written(gate_markdown),
        "<!-- claimcheck ab GPU -->\n"
        "**fails: a result is wrong or missing, or a count has grown; 5 of 6 rows compared.** "
        "Rows: 1 FAILED, "
        "1 SLOWER, 1 MISSING, 1 SAME (SLOWER once), 1 FASTER, 1 SAME. FASTER, SLOWER beyond the "
        "threshold, SAME within it, UNDECIDED: may be either\n"
        "\n" NOTABLE "\n"
        "The failed rows alone, once more, with your own paths:\n"
        "\n"
        "```sh\n"
        "claimcheck ab --a old --b new --filter '^(t\\.b/slower)$'\n"
        "```\n"
        "\n"
        "|  | old | new |\n"
        "|:---|:---|:---|\n"
        "| device | `GPU` | `GPU` |\n"
        "| driver | `drv 1` | `drv 1` |\n"
        "| build | `0.1.0 abc` | `0.1.0 def` |\n"
        "\n"
        "10 launches of either side, seed 7, threshold 3 %; 2026-01-02T03:04:05Z.\n"
        "\n"
        "<details><summary>all 6 rows</summary>\n"
        "\n" NOTABLE "| `t.b/same` | 1.00 µs | 1.00 µs | 1.000 \\[1.000, 1.000\\] | SAME |  |\n"
        "\n"
        "</details>\n");
}

TEST(test_junit)
{
    fill();
    assert_string_equal(
        written(gate_junit),
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites>\n"
        "  <testsuite name=\"claimcheck ab\" tests=\"7\" failures=\"2\" errors=\"0\" "
        "skipped=\"1\" time=\"1.500\" timestamp=\"2026-01-02T03:04:05\">\n"
        "    <properties>\n"
        "      <property name=\"device\" value=\"GPU\"/>\n"
        "      <property name=\"device.uuid\" value=\"0123\"/>\n"
        "      <property name=\"old.build\" value=\"0.1.0 abc\"/>\n"
        "      <property name=\"old.driver\" value=\"drv 1\"/>\n"
        "      <property name=\"new.build\" value=\"0.1.0 def\"/>\n"
        "      <property name=\"new.driver\" value=\"drv 1\"/>\n"
        "      <property name=\"profile\" value=\"paper\"/>\n"
        "      <property name=\"protocol\" value=\"10 launches of either side, seed 7, "
        "threshold 3 %\"/>\n"
        "      <property name=\"seed\" value=\"7\"/>\n"
        "      <property name=\"exit_code\" value=\"1\"/>\n"
        "    </properties>\n"
        "    <testcase classname=\"t.b\" name=\"t.b/same\" time=\"0.000001000\">\n"
        "      <system-out>SAME: B / A 1.000 [1.000, 1.000]</system-out>\n"
        "    </testcase>\n"
        "    <testcase classname=\"t.b\" name=\"t.b/slower\" time=\"0.000001100\">\n"
        "      <failure message=\"SLOWER: B / A 1.100 [1.100, 1.100]\" type=\"SLOWER\"/>\n"
        "    </testcase>\n"
        "    <testcase classname=\"t.b\" name=\"t.b/failed\" time=\"0.000000000\">\n"
        "      <failure message=\"FAILED: error: y is gone\" type=\"FAILED\"/>\n"
        "    </testcase>\n"
        "    <testcase classname=\"t.b\" name=\"t.b/faster\" time=\"0.000000500\">\n"
        "      <system-out>FASTER: B / A 0.500 [0.500, 0.500]</system-out>\n"
        "    </testcase>\n"
        "    <testcase classname=\"t.b\" name=\"t.b/gone\" time=\"0.000000000\">\n"
        "      <skipped message=\"MISSING\"/>\n"
        "    </testcase>\n"
        "    <testcase classname=\"t.b\" name=\"t.b/flaky\" time=\"0.000001100\">\n"
        "      <system-out>SAME (SLOWER once): B / A 1.100 [1.100, 1.100]; slower at first, not "
        "when it was measured again</system-out>\n"
        "    </testcase>\n"
        "    <testcase classname=\"claimcheck.ab\" name=\"session\" time=\"0\">\n"
        "    </testcase>\n"
        "    <system-out>fails: a result is wrong or missing, or a count has grown; 5 of 6 rows "
        "compared. "
        "Rows: 1 FAILED, 1 SLOWER, 1 MISSING, 1 SAME (SLOWER once), 1 FASTER, 1 SAME. The failed "
        "rows alone, once more: "
        "claimcheck ab --a old --b new --filter &#39;^(t\\.b/slower)$&#39;</system-out>\n"
        "  </testsuite>\n"
        "</testsuites>\n");
}

TEST(test_tap)
{
    fill();
    assert_string_equal(
        written(gate_tap),
        "TAP version 13\n"
        "1..7\n"
        "# on GPU\n"
        "# A: 0.1.0 abc\n"
        "# A: driver drv 1\n"
        "# B: 0.1.0 def\n"
        "# B: driver drv 1\n"
        "# 10 launches of either side, seed 7, threshold 3 %\n"
        "ok 1 - t.b/same\n"
        "# SAME: B / A 1.000 [1.000, 1.000]\n"
        "not ok 2 - t.b/slower\n"
        "# SLOWER: B / A 1.100 [1.100, 1.100]\n"
        "not ok 3 - t.b/failed\n"
        "# FAILED: error: y is gone\n"
        "ok 4 - t.b/faster\n"
        "# FASTER: B / A 0.500 [0.500, 0.500]\n"
        "ok 5 - t.b/gone # SKIP MISSING\n"
        "ok 6 - t.b/flaky\n"
        "# SAME (SLOWER once): B / A 1.100 [1.100, 1.100]; slower at first, not "
        "when it was measured again\n"
        "# the failed rows alone, once more: claimcheck ab --a old --b new --filter "
        "'^(t\\.b/slower)$'\n"
        "ok 7 - session\n"
        "# fails: a result is wrong or missing, or a count has grown; 5 of 6 rows compared\n");
}

/* A failed row is one that makes the exit code 1; a recommendation never does. */
TEST(test_rules)
{
    fill();
    made.outcome.rule.missing_fails = true;
    assert_holds(written(gate_junit), "<failure message=\"MISSING\" type=\"MISSING\"/>");
    assert_holds(written(gate_tap), "\nnot ok 5 - t.b/gone\n# MISSING\n");
    made.outcome.rule.advisory = true;
    assert_null(strstr(written(gate_junit), "<failure"));
    assert_holds(output, "failures=\"0\" errors=\"0\" skipped=\"3\"");
    assert_holds(output, "<skipped message=\"advisory: SLOWER: B / A 1.100 [");
    assert_holds(written(gate_tap), "\nnot ok 2 - t.b/slower # TODO SLOWER: B / A 1.1");
    assert_holds(written(gate_markdown), "**advisory: ");
    fill();
    const struct gate_limit limit = { .reason = "known", .until = "2027-01-01" };
    made.list[1].quarantine = &limit;
    assert_holds(written(gate_tap), "\nok 2 - t.b/slower # SKIP SLOWER: B / A 1.100 [");
    assert_holds(output, "; in quarantine until 2027-01-01: known\n");
    made.outcome.rule.missing_fails = true;
    made.list[4].quarantine = &limit;
    assert_holds(written(gate_tap), "\nok 5 - t.b/gone # SKIP MISSING: in quarantine");
}

/* A session that is not to be believed, or told nothing, is never green. */
TEST(test_sessions)
{
    fill();
    made.list[6].verdict = JUDGE_UNDECIDED; /* the kernel against itself: nothing was told */
    assert_null(strstr(written(gate_tap), "\nBail out!"));
    made.list[6].cut = false; /* though there was time for it */
    assert_holds(written(gate_junit), "name=\"session\" time=\"0\">\n      <error ");
    assert_holds(output, "failures=\"2\" errors=\"1\" skipped=\"1\"");
    assert_holds(written(gate_tap), "\nBail out! result discarded: this machine ");
    assert_null(strstr(output, "- session"));
    gate_made_init(&made);
    gate_made_row(&made, "t.b/untold", JUDGE_UNDECIDED, 1.03);
    assert_holds(written(gate_tap), "\nok 2 - session # SKIP nothing was decided");
    assert_holds(output, "\nok 1 - t.b/untold # SKIP UNDECIDED: B / A 1.030 [");
    assert_holds(written(gate_junit), "<skipped message=\"nothing was decided");
    assert_holds(output, "<skipped message=\"UNDECIDED: B / A 1.030 [");
    assert_holds(output, "failures=\"0\" errors=\"0\" skipped=\"2\"");
    assert_null(strstr(written(gate_markdown), "<details>")); /* it would say the same again */
}

/* Kernels that are gone, of a folder of which nothing could be measured. */
TEST(test_no_row)
{
    gate_made_init(&made);
    struct gate_result outcome = made.outcome;
    outcome.code = 1;
    FILE *out = output_begin();
    gate_tap(out, &outcome);
    gate_junit(out, &outcome);
    gate_markdown(out, &outcome);
    fclose(out);
    assert_holds(output, "\nnot ok 1 - session\n# fails: ");
    assert_holds(output, "tests=\"1\" failures=\"1\"");
    assert_holds(output, "<failure message=\"fails: ");
    assert_holds(output, ".** Rows: none.\n\n|  | old |");
}

/* Names are of a file, and of whoever wrote that. */
TEST(test_hostile)
{
    static const char name[] = "a|b\\|c``d` <x> & \"q\" 'p' # SKIP \x01\x1b[31m\xff @me\n| z |";
    gate_made_init(&made);
    gate_made_row(&made, name, JUDGE_FAILED, 0)->reason = "]]> --> \"";
    made.new.device.name = "G --> <b>";
    assert_int_equal(strncmp(written(gate_markdown), "<!-- claimcheck ab G______b_ -->\n", 33), 0);
    assert_holds(output, "| ```a\\|b\\\xC2\xA6"
                         "c``d` <x> & \"q\" 'p' # SKIP "
                         "\xEF\xBF\xBD\xEF\xBF\xBD[31m\xEF\xBF\xBD @me \\| z \\|``` |");
    assert_holds(written(gate_junit),
                 "name=\"a|b\\|c``d` &lt;x&gt; &amp; &quot;q&quot; &#39;p&#39; # SKIP "
                 "\xEF\xBF\xBD\xEF\xBF\xBD[31m\xEF\xBF\xBD @me | z |\"");
    assert_holds(output, "message=\"FAILED: ]]&gt; --&gt; &quot;\"");
    assert_holds(written(gate_tap), "\nnot ok 1 - a|b\\|c``d` <x> & \"q\" 'p' "
                                    "\xEF\xBC\x83 SKIP \xEF\xBF\xBD");
}

/* A comment has room for so much; what is left out is said, and nothing is cut in two. */
TEST(test_room)
{
    static char names[7][16000];
    gate_made_init(&made);
    for (size_t i = 0; i < 7; i++) {
        memset(names[i], 'a' + (int)i, sizeof(names[i]) - 1);
        gate_made_row(&made, names[i], i == 6 ? JUDGE_SAME : JUDGE_SLOWER, i == 6 ? 1 : 1.1);
    }
    written(gate_markdown);
    assert_true(output_bytes <= GATE_MARKDOWN_BYTES && output_bytes > 60000);
    assert_holds(output, "\n2 rows are left out, for lack of room.\n");
    assert_holds(output, "\n7 rows are left out, for lack of room.\n\n</details>\n");
    for (const char *at = strstr(output, "\n| `"); at; at = strstr(at + 1, "\n| `"))
        if (at[4] >= 'a' && at[4] <= 'g' && at[5] == at[4])
            assert_int_equal(strspn(at + 4, (const char[]){ at[4], 0 }), sizeof(names[0]) - 1);
    gate_made_init(&made);
    static char command[20000];
    memset(command, 'x', sizeof(command) - 1);
    made.outcome.retest = command;
    gate_made_row(&made, "t.b/slower", JUDGE_SLOWER, 1.1);
    assert_holds(written(gate_markdown), "is too long for here");
    assert_true(output_bytes < 2000);
}

static size_t count_of(const char *text)
{
    size_t count = 0;
    for (const char *at = strstr(output, text); at; at = strstr(at + 1, text))
        count++;
    return count;
}

/* Both sides stand below more rows than there is room for, however little these leave. */
TEST(test_many)
{
    for (int length = 20; length < 120; length++) {
        const char *name = unit_text("t.b/%0*d", length, 7);
        gate_made_init(&made);
        for (size_t i = 0; i < GATE_MADE_ROWS; i++)
            gate_made_row(&made, name, i > 0 ? JUDGE_SLOWER : JUDGE_SAME, i > 0 ? 1.1 : 1);
        written(gate_markdown);
        assert_true(output_bytes <= GATE_MARKDOWN_BYTES);
        assert_int_equal(count_of("| device |"), 1);
        assert_int_equal(count_of("<details>"), count_of("</details>"));
        assert_holds(output, " left out, for lack of room.\n");
    }
}
