/* SPDX-License-Identifier: MIT */
/* results_samples_test.c: what a summary keeps of samples; that what says nothing is left out. */
#include "harness/base/base.h"
#include "tests/record/run_document.h"

#include "harness/record/record.h"
#include "harness/record/run/run.h"

#include <stdio.h>

enum { LONG = 137, SHORT = 50, KEPT = 30 };

/* Samples whose every value tells its round; every third round only where `gaps`. */
static json_t *samples_made(size_t count, bool gaps)
{
    static const char *const names[] = { "gpu_total_ns", "wall_total_ns", "order", "core_hz",
                                         "canary_ns" };
    json_t *samples = json_object(), *rounds = json_array();
    for (size_t k = 0; k < sizeof(names) / sizeof(names[0]); k++) {
        json_t *values = json_array();
        for (size_t i = 0; i < count; i++)
            json_array_append_new(values, json_integer((json_int_t)(1000 * (k + 1) + i)));
        json_object_set_new(samples, names[k], values);
    }
    for (size_t i = 0; i < count; i++)
        json_array_append_new(rounds, json_integer((json_int_t)(3 * i)));
    if (gaps)
        json_object_set(samples, "round", rounds);
    json_decref(rounds);
    return samples;
}

/* Thins the document. */
static void thin(json_t **document, size_t samples_max)
{
    struct run *run = run_read(*document, "-");
    if (!run)
        fail_msg("%s", trouble_text());
    run_thin(run, samples_max);
    json_decref(*document);
    *document = run_document(run);
    run_destroy(&run);
}

/* A run of these cases, with all that a case must have. */
static json_t *run_made(json_t *cases)
{
    json_t *c;
    size_t i;
    json_array_foreach(cases, i, c)
    {
        json_t *rest = json_pack("{s:s, s:s, s:s, s:i}", "workload", "w", "kind", "gpu", "status",
                                 "ok", "inner_repetitions", 1);
        json_object_update_new(c, rest);
    }
    return json_pack("{s:s, s:{s:i, s:[]}, s:{s:s}, s:[], s:o}", "schema_version", "2.11",
                     "session", "seed", 1, "plan_arguments", "device", "uuid", "u", "workloads",
                     "cases", cases);
}

static json_t *document_made(void)
{
    return run_made(json_pack("[{s:s, s:o}, {s:s, s:o}, {s:s, s:o}, {s:s, s:n}, {s:s, s:o}]", //
                              "name", "long", "samples", samples_made(LONG, false),           //
                              "name", "short", "samples", samples_made(SHORT, false),         //
                              "name", "gaps", "samples", samples_made(LONG, true),            //
                              "name", "failed", "samples",                                    //
                              "name", "few", "samples", samples_made(KEPT, false)));
}

static json_int_t at(const json_t *document, size_t c, const char *name, size_t i)
{
    const json_t *samples =
        json_object_get(json_array_get(json_object_get(document, "cases"), c), "samples");
    return json_integer_value(json_array_get(json_object_get(samples, name), i));
}

static size_t length(const json_t *document, size_t c, const char *name)
{
    const json_t *samples =
        json_object_get(json_array_get(json_object_get(document, "cases"), c), "samples");
    return json_array_size(json_object_get(samples, name));
}

static void test_thinned(void **state)
{
    (void)state;
    json_t *document = document_made();
    thin(&document, KEPT);
    const json_t *summary = json_object_get(document, "summary");
    assert_int_equal(json_integer_value(json_object_get(summary, "samples_max")), KEPT);
    assert_int_equal(json_integer_value(json_object_get(summary, "samples")), 4 * KEPT);
    assert_int_equal(json_integer_value(json_object_get(summary, "of")), 2 * LONG + SHORT + KEPT);
    for (size_t c = 0; c < 2; c++)
        for (size_t i = 0; i < KEPT; i++) {
            const json_int_t round = at(document, c, "round", i);
            assert_true(at(document, c, "gpu_total_ns", i) == 1000 + round);
            assert_true(at(document, c, "wall_total_ns", i) == 2000 + round);
            assert_true(at(document, c, "order", i) == 3000 + round);
            assert_true(at(document, c, "core_hz", i) == 4000 + round);
            assert_true(i == 0 || round > at(document, c, "round", i - 1));
        }
    for (size_t c = 0; c < 5; c++) {
        assert_int_equal(length(document, c, "gpu_total_ns"), c == 3 ? 0 : KEPT);
        assert_int_equal(length(document, c, "canary_ns"), 0); /* core_hz says the same */
    }
    /* Cases with few samples keep all, and need no rounds. */
    assert_int_equal(length(document, 4, "round"), 0);
    for (size_t i = 0; i < KEPT; i++)
        assert_true(at(document, 2, "round", i) == 3 * (at(document, 2, "gpu_total_ns", i) - 1000));
    json_decref(document);
}

/* Over all rounds, without a gap of more than twice the mean one. */
static void test_even(void **state)
{
    (void)state;
    for (size_t kept = 1; kept < 64; kept++) {
        json_t *document = document_made();
        thin(&document, kept);
        json_int_t last = -1;
        for (size_t i = 0; i <= kept; i++) {
            const json_int_t round = i < kept ? at(document, 0, "gpu_total_ns", i) - 1000 : LONG;
            assert_true(round > last);
            assert_true((double)(round - last) <= 1 + 2.0 * LONG / (double)kept);
            last = round;
        }
        json_decref(document);
    }
}

/* Two cases share those rounds that come first in either. */
static void test_pairs_stay(void **state)
{
    (void)state;
    json_t *document = document_made();
    size_t shared = 0;
    thin(&document, KEPT);
    for (size_t i = 0; i < KEPT; i++)
        for (size_t k = 0; k < KEPT; k++)
            shared += at(document, 0, "round", i) == at(document, 1, "round", k) ? 1 : 0;
    size_t within = 0;
    for (size_t i = 0; i < KEPT; i++)
        within += at(document, 0, "round", i) < SHORT ? 1 : 0;
    assert_int_equal(shared, within);
    assert_true(shared >= 10);
    json_decref(document);
}

/* A summary of a summary is that of the whole. */
static void test_nested(void **state)
{
    (void)state;
    json_t *once = document_made(), *twice = document_made();
    thin(&once, 7);
    thin(&twice, KEPT);
    thin(&twice, 7);
    assert_true(json_equal(json_object_get(once, "cases"), json_object_get(twice, "cases")));
    json_decref(once);
    json_decref(twice);
}

/* Each launch has its share, by its own rounds, and says how many it keeps. */
static void test_launches(void **state)
{
    (void)state;
    enum { LAUNCHES = 3 };
    json_t *samples = samples_made(SHORT, true), *own = samples_made(SHORT, true);
    json_t *each = json_array(), *values;
    const char *name;
    for (int i = 1; i < LAUNCHES; i++)
        json_object_foreach(samples, name, values)
            json_array_extend(values, json_object_get(own, name));
    json_decref(own);
    for (int i = 0; i < LAUNCHES; i++)
        json_array_append_new(each, json_pack("{s:i}", "samples", SHORT));
    json_t *document = run_made(json_pack("[{s:s, s:o, s:{s:o}}]", "name", "c", "samples", samples,
                                          "launches", "each", each));
    assert_int_equal(length(document, 0, "round"), LAUNCHES * SHORT);
    thin(&document, KEPT);
    assert_int_equal(length(document, 0, "wall_total_ns"), KEPT);
    for (size_t i = 0; i < KEPT; i++) {
        const size_t first = i % (KEPT / LAUNCHES);
        assert_true(at(document, 0, "round", i) == at(document, 0, "round", first));
    }
    each = json_object_get(
        json_object_get(json_array_get(json_object_get(document, "cases"), 0), "launches"), "each");
    for (int i = 0; i < LAUNCHES; i++)
        assert_int_equal(
            json_integer_value(json_object_get(json_array_get(each, (size_t)i), "samples")),
            KEPT / LAUNCHES);
    /* One of each launch at least. */
    thin(&document, 1);
    assert_int_equal(length(document, 0, "wall_total_ns"), LAUNCHES);
    json_decref(document);
}

/* Equal text packs to equal bytes, and unpacks to the text. */
static void test_pack(void **state)
{
    (void)state;
    json_t *document = document_made();
    char *text = json_dumps(document, 0), *back;
    size_t bytes, again_bytes, back_bytes;
    char *packed = pack_text(text, strlen(text), &bytes);
    char *again = pack_text(text, strlen(text), &again_bytes);
    assert_true(packed && again && bytes == again_bytes && bytes < strlen(text));
    assert_memory_equal(packed, again, bytes);
    assert_true(run_unpack_is_packed(packed, bytes));
    assert_null(run_unpack(packed, bytes, 1 << 20, &back, &back_bytes));
    assert_int_equal(back_bytes, strlen(text));
    assert_memory_equal(back, text, back_bytes);
    free(back);
    free(packed);
    free(again);
    packed = pack_text("", 0, &bytes);
    assert_null(run_unpack(packed, bytes, 1 << 20, &back, &back_bytes));
    assert_int_equal(back_bytes, 0);
    free(back);
    free(packed);
    free(text);
    json_decref(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_thinned),    cmocka_unit_test(test_even),
        cmocka_unit_test(test_pairs_stay), cmocka_unit_test(test_nested),
        cmocka_unit_test(test_launches),   cmocka_unit_test(test_pack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
