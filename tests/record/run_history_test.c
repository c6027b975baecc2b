/* SPDX-License-Identifier: MIT */
/* run_history_test.c: times over runs made by hand: order, lines, what is left out. */
#include "tests/record/run_document.h"

#define SAMPLES(ns)                                                                                \
    "'status':'ok','reason':'','inner_repetitions':1,'samples':{'gpu_total_ns':[" #ns "," #ns      \
    "],'wall_total_ns':[" #ns "," #ns "]},'check':{'before':true,'after':true},"                   \
    "'gpu':{'count':2,'median_ns':" #ns ",'interval_low_ns':" #ns ",'interval_high_ns':" #ns "},"  \
    "'wall':{'count':2,'median_ns':" #ns "}"

static struct run_history history;
static const char *uuid = "ffeeddcc-0", *sha256 = "0";

static bool all(const void *context, const char *name)
{
    return strstr(name, context) != NULL;
}

static bool add(const char *date, const char *driver, const char *case_b, const char *part)
{
    RUN_AUTO *run = run_document_run(unit_text(
        "{'tool':{'commit':'abc'},'session':{'started':%s},'context':{'cpu':'host'},"
        "'device':{'name':'GPU','uuid':'%s','driver_name':'drv','driver_info':'%s'},"
        "'kernels':[{'id':'k1','name':'k','sha256':'%s'}],"
        "'cases':[{'name':'t.b/a','workload':'t.b','variant':'a','kernels':['k1'],'kind':'gpu',%s},"
        "{'name':'t.b/b','workload':'t.b','variant':'b',%s}]}",
        date, uuid, driver, sha256, SAMPLES(100), case_b));
    return run_history_add(&history, run, all, part);
}

TEST(test_lines)
{
    assert_true(add("'2026-01-03T00:00:00Z'", "2", "'kind':'gpu'," SAMPLES(300), "t.b"));
    assert_true(add("'2026-01-02T00:00:00Z'", "1", "'kind':'gpu','status':'skipped'", "t.b"));
    assert_true(add("'2026-01-01T00:00:00Z'", "2", "'kind':'gpu'," SAMPLES(400), "t.b"));
    run_history_end(&history);
    assert_int_equal(history.runs, 3);
    assert_int_equal(history.point_count, 5);
    assert_int_equal(history.line_count, 2); /* a by 1 and 2, b by 2 */
    assert_string_equal(history.points[0].driver,
                        "drv 1"); /* points are by driver, lines by date */
    assert_int_equal(history.lines[0].count, 3);
    assert_string_equal(history.lines[0].points[0]->driver, "drv 2");
    assert_string_equal(history.lines[0].points[1]->driver, "drv 1");
    const struct run_history_line *b = &history.lines[1];
    assert_string_equal(b->points[0]->name, "t.b/b");
    assert_int_equal(b->count, 2);
    assert_string_equal(b->points[0]->date, "2026-01-01T00:00:00Z");
    assert_float_equal(b->points[0]->median_ns, 400, 0);
    assert_float_equal(b->points[1]->median_ns, 300, 0);
    assert_float_equal(b->points[1]->seconds - b->points[0]->seconds, 2 * 86400, 0);
    assert_float_equal(b->points[0]->low_ns, 400, 0);
    assert_int_equal(b->points[0]->samples, 2);
    assert_string_equal(b->points[0]->device, "GPU");
    run_history_finish(&history);
}

TEST(test_cards)
{
    static const char *const cards[] = { "00112233-44", "99887766-55", "00112233-44" },
                             *const kernels[] = { "ab", "ab", "cd" },
                             *const dates[] = { "'2026-01-01T00:00:00Z'", "'2026-01-02T00:00:00Z'",
                                                "'2026-01-03T00:00:00Z'" };
    for (size_t i = 0; i < 3; i++) {
        uuid = cards[i];
        sha256 = kernels[i];
        assert_true(add(dates[i], "1", "'kind':'gpu'," SAMPLES(300), "/a"));
    }
    uuid = "ffeeddcc-0";
    run_history_end(&history);
    assert_int_equal(history.line_count, 1); /* of one model */
    assert_int_equal(history.lines[0].count, 3);
    assert_string_equal(history.lines[0].points[1]->card, "eaad9aaf");
    const struct run_history_point *points = history.points;
    assert_string_equal(points[0].card, "7090a5ea"); /* of a hash of its UUID, as rows have it */
    assert_string_equal(points[2].card, "eaad9aaf");
    assert_string_equal(points[0].kernels, points[2].kernels);
    assert_string_not_equal(points[0].kernels, points[1].kernels);
    assert_int_equal(strlen(points[0].kernels), 8);
    run_history_finish(&history);
}

TEST(test_host)
{
    assert_true(
        add("'2026-01-03T00:00:00Z'", "2", "'kind':'cpu','time':'wall'," SAMPLES(300), "/b"));
    run_history_end(&history);
    assert_int_equal(history.point_count, 1);
    assert_string_equal(history.points[0].device, "host");
    assert_string_equal(history.points[0].driver, "");
    run_history_finish(&history);
}

TEST(test_none)
{
    assert_false(add("''", "2", "'kind':'gpu'," SAMPLES(300), "t.b"));
    assert_string_equal(trouble_text(), "'run.json' has no date");
    assert_true(add("'2026-01-03T00:00:00Z'", "2", "'kind':'gpu'," SAMPLES(300), "other"));
    run_history_end(&history);
    assert_int_equal(history.point_count, 0);
    assert_int_equal(history.line_count, 0);
    assert_int_equal(history.runs, 1);
    run_history_finish(&history);
}
