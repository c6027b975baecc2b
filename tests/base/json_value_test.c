/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "tests/unit.h"

#include <math.h>

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

TEST(test_members)
{
    char text[256] = "";
    struct text word = { 0 }, empty = { 0 };
    text_add(&word, "made");
    json_t *object = json_value_object("t:t none:t w:w empty:w", "text", NULL, "word", "");
    json_value_add(&object, "x:x X:X n:n nan:n f:f", &word, &empty, 2.0, NAN, 2.0);
    json_value_add(&object, "c:c i:i b:b o:o", (size_t)3, -4, true, json_array());
    assert_null(word.string);
    FILE *file = fmemopen(text, sizeof(text), "w");
    assert_true(json_value_write(file, object, JSON_COMPACT));
    fclose(file);
    assert_string_equal(text, "{\"t\":\"text\",\"none\":null,\"w\":\"word\",\"empty\":null,"
                              "\"x\":\"made\",\"X\":null,\"n\":2,\"nan\":null,\"f\":2.0,"
                              "\"c\":3,\"i\":-4,\"b\":true,\"o\":[]}");
    object = json_value_object("one:i of:o", 1, NULL);
    assert_null(object);
    json_value_add(&object, "more:i", 2);
    assert_null(object);
}

/* Entries come in order; a break ends the loop, and what is no array has none. */
TEST(test_foreach)
{
    json_auto_t *list = json_pack("[i, i, i, i]", 0, 1, 2, 3);
    size_t seen = 0, sum = 0;
    foreach_json (entry, list) {
        assert_int_equal(json_integer_value(entry), entry_at);
        seen++;
        if (entry_at == 1)
            continue;
        if (entry_at == 3)
            break;
        sum += entry_at;
    }
    assert_int_equal(seen, 4);
    assert_int_equal(sum, 2);
    foreach_json (entry, NULL)
        assert_null(entry);
}
