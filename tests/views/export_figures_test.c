/* SPDX-License-Identifier: MIT */
/* Figures as data: numbers of a made run are in them as they are in the run, texts as they are. */
#include "harness/views/figure/figure.h"
#include "harness/views/formats/export.h"
#include "tests/record/run_document.h"

/* In JSON: quotes of all kinds, an end of a line, a command behind it. */
static const char hostile[] = "\\u0027`touch pwned`\\n!touch pwned\\u0022 $X \\\\ ";

/* A run of one map; its cases are none without a map. Those of subtree_levels have a ratio, that
 * without is the baseline. */
static struct run *run_make(const char *device, const char *started, bool software, const char *map)
{
    static const struct {
        unsigned top, levels;
        double ratio;
    } cases[] = { { 10, 0, 1 },
                  { 10, 3, 0.5 },
                  { 10, 1, 0.25 },
                  { 8, 2, 0.01 }, /* not of the greatest top */
                  { 10, 2, 0.125 } };
    CLEANUP(text_finish) struct text text = { 0 };
    text_add_format(&text,
                    "{'tool':{'commit':'abc123'},'session':{'started':'%s'},'context':{'cpu':'Host'"
                    "},'device':{'name':'%s','driver_info':'1.2','software':%s},'cases':[",
                    started, device, software ? "true" : "false");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]) && map; i++) {
        const unsigned top = cases[i].top, levels = cases[i].levels;
        const double ratio = cases[i].ratio;
        const char *variant = levels ? "subtree" : "per_level";
        text_add_format(
            &text,
            "%s{'name':'tile_subdivision.subdivide/%s/map:%s/top:%u/levels:%u',"
            "'workload':'tile_subdivision.subdivide/map:%s','technique':'tile_subdivision',"
            "'bench':'subdivide','variant':'%s','kind':'gpu','status':'ok','reason':'',"
            "'time':'gpu','gpu':{'count':20,'median_ns':%u},'wall':{'count':20,'median_ns':99000},"
            "'check':{'before':true,'after':true},'peak_bytes':1048576,'axes':{'map':'%s','top':%u",
            i > 0 ? "," : "", variant, map, top, levels, map, variant, 90000 / (levels + 1), map,
            top);
        if (levels)
            text_add_format(&text,
                            ",'subtree_levels':%u},'baseline':false,'time_ratio':{'pairs':9,"
                            "'case_over_baseline':%g,'interval_low':%g,'interval_high':%g}}",
                            levels, ratio, ratio / 2, ratio);
        else
            text_add(&text, "},'baseline':true,'time_ratio':null}");
    }
    text_add(&text, "]}");
    return run_document_run(text_string(&text));
}

/* The document of these runs, which it ends. */
static json_t *exported(struct run **runs, size_t count)
{
    struct published_list published = { 0 };
    published_list_shipped(&published);
    json_t *document = export_figures((const struct run *const *)runs, count, &published);
    published_list_finish(&published);
    for (size_t i = 0; i < count; i++)
        run_destroy(&runs[i]);
    assert_non_null(document);
    return document;
}

static json_t *exported_one(const char *device, bool software, const char *map)
{
    struct run *run = run_make(device, "2026-01-02T03:04:05Z", software, map);
    return exported(&run, 1);
}

static const json_t *figure_of(const json_t *document)
{
    const json_t *figures = json_object_get(document, "figures");
    assert_int_equal(json_array_size(figures), 1);
    return json_array_get(figures, 0);
}

/* Checks the JSON under the key. */
static void assert_member(const json_t *object, const char *key, const char *wanted)
{
    json_auto_t *value = run_document_json(wanted);
    if (!json_equal(json_object_get(object, key), value))
        fail_msg("%s: %s, not %s", key,
                 json_dumps(json_object_get(object, key), JSON_COMPACT | JSON_ENCODE_ANY), wanted);
}

/* The points of a series, whatever their cases. */
static void assert_points(const json_t *series, size_t index, const char *points)
{
    const json_t *own = json_object_get(json_array_get(series, index), "points");
    json_auto_t *wanted = run_document_json(points);
    for (size_t i = 0; i < json_array_size(wanted); i++)
        json_object_set(json_array_get(wanted, i), "case",
                        json_object_get(json_array_get(own, i), "case"));
    assert_true(json_equal(wanted, own));
}

TEST(test_numbers)
{
    json_auto_t *document = exported_one("GPU", false, "scene");
    const json_t *figure = figure_of(document), *series = json_object_get(figure, "series");
    assert_member(document, "schema_version", "'1.0'");
    assert_member(document, "devices",
                  "[{'name':'GPU','driver':'1.2','started':'2026-01-02T03:04:05Z','commit':'abc123'"
                  ",'host':'Host','software':false}]");
    assert_member(figure, "key", "'tokuyoshi-8-speedup'");
    assert_member(figure, "split", "{'map':'scene'}");
    assert_member(figure, "held", "{'top':'10'}");
    assert_member(figure, "warning", "null");
    assert_member(
        json_object_get(figure, "x"), "ticks",
        "[{'at':1,'text':'1'},{'at':2,'text':'2'},{'at':3,'text':'3'},{'at':6,'text':'6'}]");
    assert_member(json_array_get(json_object_get(figure, "rules"), 0), "text",
                  "'paper: fastest at 6, HD 6990'");
    assert_int_equal(json_array_size(series), 3);
    assert_member(json_array_get(series, 0), "line", "'dashed'");
    assert_points(series, 0,
                  "[{'x':1,'y':1,'low':null,'high':null},{'x':3,'y':1,'low':null,'high':null}]");
    assert_member(json_array_get(series, 1), "line", "'solid'");
    assert_points(series, 1,
                  "[{'x':1,'y':4,'low':4,'high':8},{'x':2,'y':8,'low':8,'high':16},"
                  "{'x':3,'y':2,'low':2,'high':4}]");
    assert_points(series, 2, "[{'x':6,'y':6,'low':null,'high':null}]");
    assert_member(json_array_get(series, 2), "device", "null");
    assert_member(figure, "technique", "'tile_subdivision'");
    assert_member(figure, "verdicts", "[]");
}

/* Runs of one device are one; another device has series of its own. */
TEST(test_devices)
{
    struct run *runs[] = { run_make("B", "2026-01-02T03:04:05Z", false, "scene"),
                           run_make("A", "2026-01-02T03:04:05Z", false, "scene"),
                           run_make("A", "2026-01-03T03:04:05Z", false, NULL) };
    json_auto_t *document = exported(runs, 3);
    const json_t *devices = json_object_get(document, "devices");
    assert_int_equal(json_array_size(devices), 2);
    assert_member(json_array_get(devices, 1), "started", "'2026-01-03T03:04:05Z'");
    const json_t *series = json_object_get(figure_of(document), "series");
    assert_int_equal(json_array_size(series), 5);
    for (size_t i = 0; i < 4; i++) {
        assert_member(json_array_get(series, i), "variant", i % 2 ? "'subtree'" : "'per_level'");
        assert_member(json_array_get(series, i), "device", i < 2 ? "0" : "1");
    }
}

TEST(test_software)
{
    json_auto_t *document = exported_one("llvmpipe", true, "scene");
    assert_member(figure_of(document), "warning", "'software device: times are artefacts'");
}

TEST(test_hostile)
{
    json_auto_t *document = exported_one(hostile, false, "scene");
    const json_t *device = json_array_get(json_object_get(document, "devices"), 0);
    assert_string_equal(json_string_value(json_object_get(device, "name")),
                        "'`touch pwned` !touch pwned\" $X \\ ");
}

TEST(test_nothing)
{
    json_auto_t *document = exported_one("GPU", false, NULL);
    assert_member(document, "figures", "[]");
}

/* Charts: axes have ticks, and one wide interval does not press all points together. */

TEST(test_axes)
{
    static const struct {
        struct figure_axis axis;
        double values[2];
    } cases[] = {
        { { "", FIGURE_NS, NULL, true, 0, 0, false }, { 2e3, 9e6 } },
        { { "", FIGURE_NS, NULL, true, 0, 0, false }, { 5000, 5001 } },
        { { "", FIGURE_BYTES, NULL, true, 0, 0, false }, { 65536, 134217728 } },
        { { "", FIGURE_WHOLE, NULL, false, 0, 0, false }, { 1, 10 } },
        { { "", FIGURE_PLAIN, NULL, false, 0, 0, false }, { 0.4, 5.78 } },
        { { "", FIGURE_PLAIN, NULL, false, 0, 0, false }, { -3, 12 } },
        { { "", FIGURE_RATE, "B/s", true, 0, 0, false }, { 1e9, 3e12 } },
        { { "", FIGURE_PLAIN, NULL, true, 0, 0, false }, { 7, 7 } },
        { { "", FIGURE_PLAIN, NULL, false, 0, 0, false }, { NAN, INFINITY } },
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct figure_axis axis = cases[i].axis;
        double ticks[FIGURE_AXIS_TICKS_MAX];
        char text[32];
        for (int k = 0; k < 2; k++)
            figure_axis_hold(&axis, cases[i].values[k]);
        figure_axis_round(&axis);
        assert_true(axis.low < axis.high);
        const size_t count = figure_axis_ticks(&axis, 6, ticks);
        if (count < 2 || count > 14)
            fail_msg("axis %zu has %zu ticks", i, count);
        for (size_t k = 0; k < count; k++) {
            figure_axis_format(&axis, ticks[k], text);
            assert_true(ticks[k] >= axis.low && ticks[k] <= axis.high * 1.0001);
            assert_true(*text && strlen(text) < 16);
            assert_true(k == 0 || ticks[k] > ticks[k - 1]);
        }
    }
    struct figure_axis log = { .log = true };
    assert_false(figure_axis_shows(&log, 0));
    assert_false(figure_axis_shows(&log, -1));
    assert_false(figure_axis_shows(&log, NAN));
}

TEST(test_wide_whisker)
{
    static const struct figure_point points[] = {
        { 1, 100, 90, 110, NULL },
        { 2, 120, 110, 130, NULL },
        { 3, 110, 100, 9000, NULL },
    };
    const struct figure_series series = { .name = "s", .points = points, .count = 3 };
    const struct figure_chart chart = { .x = { .label = "x", .unit = FIGURE_WHOLE },
                                        .y = { .label = "y", .unit = FIGURE_NS, .log = true },
                                        .series = &series,
                                        .series_count = 1 };
    struct figure_axis x, y;
    figure_axes(&chart, &x, &y);
    assert_true(y.low < 90 && y.high > 130 && y.high < 300);
}
