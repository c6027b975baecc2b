/* SPDX-License-Identifier: MIT */
/* columns_test.c: cases by columns give their text again, and damaged ones are refused. */
#include "tests/record/run_document.h"

#include "harness/record/columns.h"
#include "harness/record/results_text.h"

#include <stdio.h>

/* Cases that differ in form; strings with what columns are made of; numbers of every kind. */
static const char rows[] =
    "{\n\"schema_version\":\"2.13\",\n\"cases\":[\n"
    "{\"name\":\"a 1\\\"],\",\"samples\":{\"gpu_total_ns\":[320,96,64],\"wall_total_ns\":[1000,900,"
    "801],\"order\":[0,1,2]},\"each\":[{\"n\":1},{\"n\":2}],\"none\":[],\"no\":{},\"k\":[\"a:1\"]},"
    "\n"
    "{\"name\":\"%s "
    "{\\\\\",\"samples\":{\"gpu_total_ns\":[32],\"wall_total_ns\":[7],\"order\":[0]},"
    "\"each\":[{\"n\":1}],\"none\":[],\"no\":{},\"k\":[\"a:1\"]},\n"
    "{\"name\":\"a\",\"samples\":{\"gpu_total_ns\":[],\"wall_total_ns\":[5],\"order\":[0.5,1e300,-"
    "0]},"
    "\"each\":[{\"n\":-1.5e-7}],\"none\":[],\"no\":{},\"k\":[\"a,1\",\"b\"]},\n"
    "{\"name\":\"b\",\"samples\":null,\"each\":null,\"none\":[],\"no\":{},\"k\":[\"a:1\"]}"
    "\n],\n\"sum\":\"00\"\n}\n";

static char *unpack(const char *text, size_t size, size_t bytes_max, size_t *bytes,
                    const char **fault)
{
    char *out = NULL;
    *fault = columns_unpack(text, size, bytes_max, &out, bytes);
    assert_int_equal(!out, !!*fault);
    return out;
}

static void assert_comes_back(const char *text)
{
    size_t bytes = 0, back_bytes = 0;
    const char *fault = NULL;
    char *packed = columns_pack(text, strlen(text), &bytes);
    assert_non_null(packed);
    assert_true(columns_are(packed, bytes) && !columns_are(text, strlen(text)));
    char *back = unpack(packed, bytes, strlen(text), &back_bytes, &fault);
    assert_null(fault);
    assert_int_equal(back_bytes, strlen(text));
    assert_memory_equal(back, text, back_bytes);
    assert_null(unpack(packed, bytes, strlen(text) - 1, &back_bytes, &fault));
    assert_string_equal(fault, "it would be too large");
    free(back);
    free(packed);
}

static void test_round(void **state)
{
    (void)state;
    assert_comes_back(rows);
    json_t *document = run_document_full();
    char *text = results_dump_summed(document);
    assert_comes_back(text);
    free(text);
    json_decref(document);
}

/* Numbers that are multiples are written as such, and what the host waited beyond the device. */
static void test_numbers(void **state)
{
    (void)state;
    size_t bytes = 0;
    char *packed = columns_pack(rows, strlen(rows), &bytes);
    assert_non_null(
        strstr(packed, "gpu_total_ns\",\"times\":32,\"items\":[\n[10,3,2],\n[1],\n[]\n]"));
    assert_non_null(strstr(packed, "\"plus\":1,\"items\":[\n[680,804,737],\n[-25],\n[5]\n]"));
    assert_non_null(strstr(packed, "order\",\"items\":[\n[0,1,2],\n[0],\n[0.5,1e300,-0]\n]"));
    assert_non_null(strstr(packed, "{\"member\":\"none\",\"items\":[\n[]\n]}"));
    free(packed);
}

/* Texts that are laid out otherwise come back, or stay as they are. */
static void test_others(void **state)
{
    enum { SPACED = 2 };
    (void)state;
    static const char *const texts[] = {
        "{\n\"cases\":[\n{\"a\": 1}\n]\n}\n",
        "{\n\"cases\":[\n{\"a\":[[1]]}\n]\n}\n",
        "",
        "{\"cases\":[]}",
        "{\n\"cases\":[\n]\n}\n",
        "{\n\"cases\":[\n{\"a\":1},\n7\n]\n}\n",
        "{\n\"cases\":[\n{\"a\":1}{\"a\":1}\n]\n}\n",
        "{\n\"cases\":[\n{\"\":{\"\":1}}\n]\n}\n",
        "{\n\"cases\":[\n{\"a\\u0041\":1}\n]\n}\n",
        "{\n\"cases\":[\n{\"a\":\"",
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        size_t bytes = 0, back_bytes = 0;
        const char *fault = NULL;
        char *packed = columns_pack(texts[i], strlen(texts[i]), &bytes);
        char *back = packed ? unpack(packed, bytes, 1 << 20, &back_bytes, &fault) : NULL;
        if (packed && (!back || back_bytes != strlen(texts[i]) || strcmp(back, texts[i]) != 0))
            fail_msg("text %zu does not come back", i);
        if (packed && i >= SPACED)
            fail_msg("text %zu is packed", i);
        free(back);
        free(packed);
    }
}

/* Any text cut short is refused, and each change that leaves too few items, or too many. */
static void test_damaged(void **state)
{
    (void)state;
    static const char *const changes[][2] = {
        { "\"order\":[0,", "\"order\":[9," },
        { "\"order\":[0,", "\"order\":[0,0," },
        { "\"order\":[0,", "\"order\":[" },
        { "\"times\":32", "\"times\":0" },
        { "\"times\":32", "\"times\":x" },
        { "\"plus\":1", "\"plus\":99" },
        { "\"plus\":1", "\"plus\":2" },
        { "[10,3,2]", "[10,3,x]" },
        { "[10,3,2]", "[10,3,2" },
        { "[10,3,2]", "[10,3,9999999999999999]" },
        { "[10,3,2],\n", "" },
        { "[1],\n", "[1],\n[1],\n" },
        { "{\"name\":0", "{\"name\":999" },
        { "{\"name\":0", "{\"name\":99999999999999999999" },
        { "{\"member\":\"name", "{\"meme\":" },
    };
    size_t bytes = 0, back_bytes = 0;
    const char *fault = NULL;
    char *packed = columns_pack(rows, strlen(rows), &bytes);
    const size_t end = (size_t)(strstr(packed, "]},\n\"sum\"") + 2 - packed);
    for (size_t cut = 0; cut < end; cut++) {
        char *part = malloc(cut + 1); /* of its own, so that a sanitizer sees what lies behind */
        memcpy(part, packed, cut);
        assert_null(unpack(part, cut, 1 << 20, &back_bytes, &fault));
        assert_string_equal(fault, "its columns are damaged");
        free(part);
    }
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        const char *at = strstr(packed, changes[i][0]);
        char changed[4096];
        assert_non_null(at);
        const int length = snprintf(changed, sizeof(changed), "%.*s%s%s", (int)(at - packed),
                                    packed, changes[i][1], at + strlen(changes[i][0]));
        assert_true(length > 0 && (size_t)length < sizeof(changed));
        if (unpack(changed, (size_t)length, 1 << 20, &back_bytes, &fault))
            fail_msg("'%s' for '%s' is taken", changes[i][1], changes[i][0]);
        assert_string_equal(fault, "its columns are damaged");
    }
    free(packed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_others),
        cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
