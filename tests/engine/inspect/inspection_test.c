/* SPDX-License-Identifier: MIT */
/* inspection_test.c: what a technique with a callback of its own sees and states. */
#include "harness/cli/cli.h"
#include "harness/engine/inspect/inspect.h"
#include "harness/record/record.h"
#include "tests/unit.h"

static bool (*callback)(struct inspection *inspection);

static const struct bench_variant variants[] = { { .name = "naive" }, { .name = "packed" }, { 0 } };
static const struct bench bench = { .name = "bench", .variants = variants };

static struct inspection *inspect(const struct inspection_value *given, size_t count,
                                  bool (*inspect_callback)(struct inspection *inspection))
{
    static struct inspection_kind kind;
    static struct inspection_params params;
    kind = (struct inspection_kind){ .name = "planted", .inspect = inspect_callback };
    params = (struct inspection_params){ .kind = &kind,
                                         .values = given,
                                         .value_count = count,
                                         .seed = 7,
                                         .gpu = { .selector = "no such device" },
                                         .picture = true };
    struct inspection *inspection = inspection_create(&params);
    assert_non_null(inspection);
    return inspection;
}

static int64_t depth, frames[3];
static double limit;
static uint32_t width, height;
static size_t frame_count, sequence;
static const struct bench_variant *variant;

static bool read_all(struct inspection *inspection)
{
    static const char *const sequences[] = { "P", "N", NULL };
    depth = 20, limit = 8, width = height = 16, frame_count = 0, sequence = 0, variant = NULL;
    return inspection_integer(inspection, "depth", 5, 30, &depth) &&
           inspection_number(inspection, "limit", 0.5, 64, &limit) &&
           inspection_size(inspection, "size", 4096, &width, &height) &&
           inspection_integers(inspection, "at", 0, 255, frames, 3, &frame_count) &&
           inspection_choice(inspection, "sequence", sequences, &sequence) &&
           inspection_variant(inspection, "variant", &bench, &variant);
}

static void assert_refused(const char *name, const char *value, const char *part)
{
    const struct inspection_value given = { name, value };
    CLEANUP(inspection_destroy) struct inspection *inspection = inspect(&given, 1, read_all);
    if (context_trouble(&inspection->context) != CONTEXT_ERROR ||
        !strstr(context_message(&inspection->context), part) ||
        !strstr(context_message(&inspection->context), name))
        fail_msg("--%s %s: '%s'", name, value, context_message(&inspection->context));
    assert_null(strchr(context_message(&inspection->context), '\n'));
}

TEST(test_values_are_read)
{
    const struct inspection_value given[] = { { "depth", "28" },   { "limit", "2.5" },
                                              { "size", "80x60" }, { "at", "0,17,255" },
                                              { "sequence", "N" }, { "variant", "packed" } };
    CLEANUP(inspection_destroy) struct inspection *inspection = inspect(given, 6, read_all);
    assert_int_equal(context_trouble(&inspection->context), CONTEXT_OK);
    assert_int_equal(depth, 28);
    assert_true(limit == 2.5);
    assert_true(width == 80 && height == 60);
    assert_int_equal(frame_count, 3);
    assert_true(frames[0] == 0 && frames[1] == 17 && frames[2] == 255);
    assert_int_equal(sequence, 1);
    assert_ptr_equal(variant, &variants[1]);
    inspection_destroy(&inspection);
    assert_null(inspection);
    inspection = inspect(NULL, 0, read_all); /* defaults stay */
    assert_int_equal(context_trouble(&inspection->context), CONTEXT_OK);
    assert_true(depth == 20 && limit == 8 && width == 16 && frame_count == 0 && !variant);
}

TEST(test_bad_values)
{
    static const char *const bad_integers[] = { "",    "4",   "31",
                                                "x",   "20x", " 20",
                                                "2e1", "-7",  "99999999999999999999" };
    for (size_t i = 0; i < sizeof(bad_integers) / sizeof(*bad_integers); i++)
        assert_refused("depth", bad_integers[i], "5 to 30");
    assert_refused("limit", "nan", "0.5 to 64");
    assert_refused("limit", "65", "0.5 to 64");
    assert_refused("limit", "8px", "0.5 to 64");
    assert_refused("size", "80", "WIDTHxHEIGHT");
    assert_refused("size", "0x60", "WIDTHxHEIGHT");
    assert_refused("size", "80x4097", "4096");
    assert_refused("at", "1,", "commas");
    assert_refused("at", "1,256", "255");
    assert_refused("at", "1;2", "commas");
    assert_refused("at", "1,2,3,4", "at most 3");
    assert_refused("sequence", "Q", "P, N");
    assert_refused("variant", "paked", "did you mean 'packed'");
}

static bool state_all(struct inspection *inspection)
{
    static const char *const columns[] = { "in", "drawn", NULL };
    const uint64_t series[] = { 3, 1, 4 }, table[] = { 8, 2, 24, 24 };
    inspection_line(inspection, "P D=%d f=%d", 8, 63);
    context_fact_count(&inspection->context, "leaves", inspection->context.seed);
    context_fact_number(&inspection->context, "ratio", 0.5);
    context_fact_hash(&inspection->context, "hash", 0xabc);
    context_fact_text(&inspection->context, "scene", "hair");
    context_fact_series(&inspection->context, "per_level", series, 3);
    inspection_fact_table(inspection, "levels", columns, table, 2);
    static const char *const fields[] = { "order", "n", "rate", NULL };
    static const char *const orders[] = { "plain", "tiled" };
    const double numbers[] = { NAN, 0.5, 16, 0.75 };
    inspection_records(inspection, "predictions", fields, orders, numbers, 2);
    inspection_line(inspection, "P D=%d f=%d", 8, 64);
    image_init(inspection_picture(inspection), 4, 4);
    return context_alloc(&inspection->context, 100);
}

TEST(test_json_of_what_was_stated)
{
    CLEANUP(inspection_destroy) struct inspection *inspection = inspect(NULL, 0, state_all);
    json_t *json = facts_json(context_facts(&inspection->context));
    char *text = json_dumps(json, JSON_COMPACT);
    assert_string_equal(text, "{\"lines\":[\"P D=8 f=63\",\"P D=8 f=64\"],\"leaves\":7,"
                              "\"ratio\":0.5,\"hash\":\"0000000000000abc\",\"scene\":\"hair\","
                              "\"per_level\":[3,1,4],"
                              "\"levels\":[{\"in\":8,\"drawn\":2},{\"in\":24,\"drawn\":24}],"
                              "\"predictions\":[{\"order\":\"plain\",\"n\":null,\"rate\":0.5},"
                              "{\"order\":\"tiled\",\"n\":16,\"rate\":0.75}]}");
    free(text);
    json_decref(json);
    assert_int_equal(inspection_image(inspection)->width, 4);
}

static bool state_after_failure(struct inspection *inspection)
{
    inspection_line(inspection, "before");
    context_mismatch(&inspection->context, "%d came, 4 were wanted", 3);
    context_error(&inspection->context, "and more");
    inspection_line(inspection, "after");
    context_fact_count(&inspection->context, "after", 1);
    assert_null(inspection_picture(inspection));
    assert_null(inspection_scope(inspection, 0));
    return true;
}

static bool want_device(struct inspection *inspection)
{
    return inspection_scope(inspection, 0);
}

static bool give_up(struct inspection *inspection)
{
    return false;
}

/* The first one is kept; false is one. */
TEST(test_failures)
{
    static const struct {
        bool (*inspect)(struct inspection *inspection);
        enum context_trouble trouble;
        const char *says;
        size_t facts;
    } rows[] = { { state_after_failure, CONTEXT_MISMATCH, "3 came, 4 were wanted", 1 },
                 { want_device, CONTEXT_UNSUPPORTED, "", 0 },
                 { give_up, CONTEXT_ERROR, "", 0 } };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        CLEANUP(inspection_destroy)
        struct inspection *inspection = inspect(NULL, 0, rows[i].inspect);
        const char *message = context_message(&inspection->context);
        assert_int_equal(context_trouble(&inspection->context), rows[i].trouble);
        assert_true(strlen(message) > 0);
        if (*rows[i].says)
            assert_string_equal(message, rows[i].says);
        assert_int_equal(context_facts(&inspection->context)->count, rows[i].facts);
    }
}

/* The command line around it: which options go where, and the exit codes. */
static int run_cli(const char *const *arguments)
{
    static const struct bench_axis axes[] = { { .name = "bits", .min = 0, .max = 1 }, { 0 } };
    static const struct inspection_option options[] = { { "depth", "D", "depth" },
                                                        { "fast", NULL, "a flag" },
                                                        { 0 } };
    static const struct bench planted = { .name = "planted", .axes = axes, .variants = variants };
    static const struct bench *const benches[] = { &planted, NULL };
    const struct inspection_kind kinds[] = {
        { .name = "planted", .options = options, .inspect = callback }, { 0 }
    };
    const struct technique technique = { .name = "planted",
                                         .benches = benches,
                                         .inspections = kinds };
    const struct technique *const techniques[] = { &technique, NULL };
    char *argv[8] = { (char *)"claimcheck", (char *)"inspect", (char *)"planted" };
    int argc = 3;
    for (; *arguments; arguments++)
        argv[argc++] = (char *)*arguments;
    return cli_main(argc, argv, techniques, NULL, &measurer_sampler);
}

static bool expect_depth(struct inspection *inspection)
{
    depth = 0;
    inspection_integer(inspection, "depth", 1, 9, &depth);
    return depth == 7 && inspection_flag(inspection, "fast");
}

TEST(test_command_line)
{
    callback = expect_depth;
    assert_int_equal(run_cli((const char *[]){ "--depth", "7", "--fast", NULL }), EXIT_CODE_OK);
    assert_int_equal(run_cli((const char *[]){ "--depth", "10", "--fast", NULL }),
                     EXIT_CODE_UNTRIED);
    assert_int_equal(run_cli((const char *[]){ "--bits", "1", NULL }), EXIT_CODE_UNTRIED);
    assert_int_equal(run_cli((const char *[]){ "--bench", "planted", "--fast", NULL }),
                     EXIT_CODE_UNTRIED);
    callback = state_after_failure;
    assert_int_equal(run_cli((const char *[]){ NULL }), EXIT_CODE_WRONG);
    callback = want_device;
    assert_int_equal(run_cli((const char *[]){ "--device", "no such device", NULL }),
                     EXIT_CODE_NOTHING);
}
