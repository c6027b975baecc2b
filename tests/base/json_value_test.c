/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "tests/unit.h"

TEST(test_whole)
{
    char text[64] = "";
    json_t *list = json_array(), *object = json_object();
    json_value_append(&list, json_value_number(1.5));
    json_value_append(&list, json_value_text("two"));
    json_value_set(&object, "list", list);
    FILE *file = fmemopen(text, sizeof(text), "w");
    assert_true(json_value_write(file, object, JSON_COMPACT));
    fclose(file);
    assert_string_equal(text, "{\"list\":[1.5,\"two\"]}");
}

/* However deep a value is that could not be made, nothing of the document is written. */
TEST(test_broken)
{
    char text[64] = "";
    json_t *list = json_array(), *object = json_object();
    json_value_append(&list, json_value_count(1));
    json_value_append(&list, NULL);
    assert_null(list);
    json_value_append(&list, json_value_count(2));
    assert_null(list);
    json_value_set(&object, "list", list);
    assert_null(object);
    object = json_pack("{s:o}", "of", object);
    json_value_set(&object, "more", json_value_count(3));
    assert_null(object);
    FILE *file = fmemopen(text, sizeof(text), "w");
    assert_false(json_value_write(file, object, JSON_COMPACT));
    fclose(file);
    assert_string_equal(text, "");
}
