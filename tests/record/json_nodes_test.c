/* SPDX-License-Identifier: MIT */
/* json_nodes_test.c: nodes are the values that jansson reads, and nothing else is read as nodes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/record/run/json_nodes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A node as jansson's value. */
static json_t *json_of(struct json_node *node)
{
    json_t *json;
    switch (node->type) {
    case JSON_OBJECT:
        json = json_object();
        for (uint32_t i = 0; i < node->count; i++) {
            struct json_node *member = &node->of.nodes[i];
            assert_ptr_equal(json_node_get(node, member->key), member);
            json_object_set_new(json, member->key, json_of(member));
        }
        return json;
    case JSON_ARRAY:
        json = json_array();
        for (uint32_t i = 0; i < node->count; i++)
            json_array_append_new(json, json_of(&node->of.nodes[i]));
        return json;
    case JSON_STRING: return json_string(node->of.text);
    case JSON_INTEGER: return json_integer(node->of.integer);
    case JSON_REAL: return json_real(node->of.real);
    case JSON_TRUE: return json_true();
    case JSON_FALSE: return json_false();
    case JSON_NULL: break;
    }
    return json_null();
}

/* Reads the values of a list without its brackets, into memory that `nodes` may have already; NULL
 * where they are not read. Bytes behind the text are none of it. */
static json_t *list_read(struct json_nodes *nodes, const char *text)
{
    const size_t size = strlen(text);
    char *copy = test_malloc(size); /* no zero at its end */
    memcpy(copy, text, size);
    nodes->at = copy;
    nodes->end = copy + size;
    nodes->read = 0;
    nodes->failed = false;
    json_t *list = json_array();
    struct json_node *node;
    while ((node = json_nodes_next(nodes)))
        json_array_append_new(list, json_of(node));
    if (nodes->failed) {
        json_decref(list);
        list = NULL;
    }
    test_free(copy);
    return list;
}

static json_t *list_of(const char *text)
{
    struct json_nodes nodes = { .at = NULL };
    json_t *list = list_read(&nodes, text);
    json_nodes_finish(&nodes);
    return list;
}

static json_t *jansson_of(const char *text)
{
    char bracketed[4096];
    snprintf(bracketed, sizeof(bracketed), "[%s]", text);
    return json_loads(bracketed, JSON_REJECT_DUPLICATES, NULL);
}

static void test_read(void **state)
{
    static const char *const texts[] = {
        "",
        " \n",
        "1",
        "{},[],\"\"",
        " { \"a\" : [ 1 , -2 , 3.5 ] , \"b\" : { } } , null,true,false ",
        "{\"a\":{\"b\":{\"c\":[[[{\"d\":[]}]]]}},\"e\":null}",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t~\"",
        "0,-0,0.0,-0.0,1e5,1E+5,1.25e-3,123456789012345678,0.1,2.0271314338746,266.58959999999996",
    };
    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        json_t *own = list_of(texts[i]), *other = jansson_of(texts[i]);
        assert_non_null(own);
        if (!json_equal(own, other))
            fail_msg("differs: %s", texts[i]);
        json_decref(own);
        json_decref(other);
    }
}

static void test_not_read(void **state)
{
    static const char *const texts[] = {
        ",",
        "1,",
        "1 2",
        ",1",
        "{\"a\":1,}",
        "[1,]",
        "[1 2]",
        "[",
        "{",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{a:1}",
        "{\"a\" 1}",
        "01",
        "-",
        "-a",
        "1.",
        ".5",
        "+1",
        "1e",
        "1e+",
        "1e999",
        "nul",
        "nulll",
        "True",
        "NaN",
        "\"",
        "\"\\",
        "\"\\\"",
        "\"\\x\"",
        "\"\\u0041\"",
        "\"\n\"",
        "\"\x01\"",
        "\"\xc3\xa4\"",
        "\"\x7f\"",
        "]",
        "}",
        "[}",
        "{]",
        "{\"a\":1,\"a\":2}",
        "1234567890123456789",
        "{\"a\":{\"b\":1,\"c\":2,\"b\":3}}",
        "'a'",
        "//",
        "0x1",
    };
    char deep[128];
    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        if (list_of(texts[i]))
            fail_msg("is read: %s", texts[i]);
    memset(deep, '[', 40);
    memset(deep + 40, ']', 40);
    deep[80] = 0;
    assert_null(list_of(deep));
}

/* Numbers of all sizes and lengths are those that jansson reads, bit by bit. */
static void test_numbers(void **state)
{
    uint64_t bits = 1;
    int read_count = 0;
    struct json_nodes nodes = { .at = NULL };
    (void)state;
    for (int i = 0; i < 200000; i++) {
        char text[64];
        double number;
        bits = bits * 6364136223846793005u + 1442695040888963407u;
        if (i % 2)
            memcpy(&number, &bits, sizeof(number));
        else
            number = (double)(bits >> 11) * pow(10, -(int)(bits % 16));
        if (!isfinite(number))
            continue;
        snprintf(text, sizeof(text), "%.*g", 1 + i % 18, number);
        json_t *own = list_read(&nodes, text), *other = jansson_of(text);
        const double read = json_number_value(json_array_get(own, 0));
        const double wanted = json_number_value(json_array_get(other, 0));
        /* An integer of 19 digits is none of nodes. */
        if (own && (memcmp(&read, &wanted, sizeof(read)) != 0 || !json_equal(own, other)))
            fail_msg("%s is read as %.17g", text, read);
        read_count += own != NULL;
        json_decref(own);
        json_decref(other);
    }
    json_nodes_finish(&nodes);
    assert_true(read_count > 190000);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_read),
                                        cmocka_unit_test(test_not_read),
                                        cmocka_unit_test(test_numbers) };
    return cmocka_run_group_tests_name("nodes", tests, NULL, NULL);
}
