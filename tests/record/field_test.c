/* SPDX-License-Identifier: MIT */
/* field_test.c: structs by tables: what is read, what is refused, what is written. */
#include "harness/base/base.h"
#include "harness/record/record.h"
#include "tests/unit.h"

enum color { COLOR_NONE, COLOR_RED, COLOR_BLUE };

static const char *const colors[] = { NULL, "red", "blue" };

struct leaf {
    const char *name;
    double ns;
};

struct thing {
    double number, amount, ns, count, zero;
    size_t size;
    uint64_t seed;
    bool flag;
    const char *text, *shape, *any;
    enum color color;
    const char *const *texts;
    size_t text_count;
    struct leaf one, room[2], *list, *map;
    size_t room_count, list_count, map_count;
};

#define S leaf
static const struct field leaf_fields[] = { FIELD_AS(TIME, "own_ns", ns, 0), FIELD_END };
#undef S

#define S thing
static const struct field thing_fields[] = {
    FIELD_ALWAYS("unit", "ns"),
    FIELD(NUMBER, number, FIELD_NULL),
    FIELD(AMOUNT, amount, FIELD_OMIT),
    FIELD(TIME, ns, FIELD_NULL),
    FIELD(COUNT, count, FIELD_NULL),
    FIELD(TIME, zero, FIELD_ZERO),
    FIELD(SIZE, size, 0),
    FIELD(SEED, seed, 0),
    FIELD(FLAG, flag, FIELD_OMIT),
    FIELD(TEXT, text, FIELD_NULL),
    FIELD_OF_WORDS(TEXT, "shape", shape, colors, FIELD_NULL),
    FIELD(JSON, any, 0),
    FIELD_OF_WORDS(WORD, "color", color, colors, 0),
    FIELD_SOME_TEXTS("texts", texts, text_count, 0),
    FIELD_IN("one", one, leaf_fields, FIELD_NULL),
    FIELD_ROOM_FOR("room", room, room_count, 2, leaf_fields, 0),
    FIELD_SOME(LIST, "list", list, list_count, leaf_fields, 0),
    FIELD_SOME(MAP, "map", map, map_count, leaf_fields, 0),
    FIELD_END,
};
#undef S

static struct arena arena;
static bool read_thing(const char *text, struct thing *thing)
{
    struct run_reading reader = { .arena = &arena, .path = "x.json", .what = "", .name = "" };
    json_auto_t *json = json_loads(text, 0, NULL);
    assert_non_null(json);
    const struct json_reader part = { .reader = &reader, .json = json };
    memset(thing, 0xff, sizeof(*thing));
    field_read(&part, thing_fields, thing);
    return !reader.failed;
}

/* Written again, it is `wanted`. */
static void assert_written(const char *text, const char *wanted)
{
    struct thing thing;
    assert_done(read_thing(text, &thing));
    json_auto_t *json = field_json(&thing, thing_fields);
    CLEANUP(free_pointer) char *written = json_dumps(json, JSON_COMPACT);
    assert_string_equal(written, wanted);
}

TEST(test_round)
{
    static const char full[] =
        "{\"unit\":\"ns\",\"number\":-1.5,\"amount\":0,\"ns\":2,\"count\":3,\"zero\":4,\"size\":5,"
        "\"seed\":6,\"flag\":true,\"text\":\"a\",\"shape\":\"blue\",\"any\":{\"b\":[null,1.25]},"
        "\"color\":\"red\",\"texts\":[\"x\",\"\"],\"one\":{\"own_ns\":7},\"room\":[{\"own_ns\":8}],"
        "\"list\":[{\"own_ns\":9},{\"own_ns\":10}],\"map\":{\"k\":{\"own_ns\":11}}}";
    assert_written(full, full);
    assert_written("{\"seed\":0,\"unknown\":[],\"shape\":\"round\"}",
                   "{\"unit\":\"ns\",\"number\":null,\"ns\":null,\"count\":null,\"zero\":null,"
                   "\"size\":0,\"seed\":0,\"text\":null,\"shape\":null,\"any\":null,"
                   "\"color\":null,\"texts\":[],\"one\":null,\"room\":[],\"list\":[],\"map\":{}}");
}

TEST(test_empty)
{
    struct thing thing;
    assert_true(read_thing("{\"seed\":0,\"map\":{\"k\":{}}}", &thing));
    assert_true(isnan(thing.number) && thing.zero == 0 && !thing.flag && thing.color == COLOR_NONE);
    assert_string_equal(thing.text, "");
    assert_string_equal(thing.map[0].name, "k");
    assert_false(field_is_empty(&thing, thing_fields));
    field_clear(&thing, thing_fields);
    assert_true(thing.map_count == 0 && !thing.any && isnan(thing.one.ns));
    thing.one.ns = 1;
    assert_false(field_is_empty(&thing.one, leaf_fields));
    field_clear(&thing.one, leaf_fields);
    assert_true(field_is_empty(&thing.one, leaf_fields));
}

TEST(test_refused)
{
    static const struct {
        const char *text, *message;
    } faults[] = {
        { "{\"seed\":0,\"one\":{\"own_ns\":0}}", "one.own_ns is 0: it must be above 0" },
        { "{\"seed\":0,\"list\":[{},{\"own_ns\":true}]}", "list[1].own_ns is true or false" },
        { "{\"seed\":0,\"map\":{\"k\":{\"own_ns\":-1}}}", "map.k.own_ns is -1" },
        { "{\"seed\":0,\"map\":{\"k\":1}}", "map.k is a number, and not an object" },
        { "{\"seed\":0,\"room\":[{},{},{}]}", "room has 3 entries, and 2 is the most" },
        { "{\"seed\":0,\"amount\":-1}", "amount is -1: it cannot be below 0" },
        { "{\"seed\":0,\"count\":0.5}", "count is 0.5: it must be whole" },
        { "{\"seed\":0,\"size\":-1}", "size is -1" },
        { "{\"seed\":0,\"color\":\"green\"}", "color is 'green', which is not known" },
        { "{\"seed\":0,\"texts\":[1]}", "texts[0] is a number" },
        { "{}", "seed is missing" },
    };
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        struct thing thing;
        assert_false(read_thing(faults[i].text, &thing));
        assert_holds(trouble_text(), faults[i].message);
    }
}

struct pair {
    const char *key;
    double twice;
};

struct made {
    double twice;
    const struct pair *pairs;
    const struct pair *list;
    size_t pair_count, list_count;
};

static void twice_read(const struct json_reader *part, const char *key, void *member)
{
    *(double *)member = 2 * json_reader_number(part, key, RUN_ANY);
}

static void pair_read(const struct json_reader *part, const char *key, void *member)
{
    twice_read(part, key ? key : "n", &((struct pair *)member)->twice);
}

#define S made
static const struct field made_fields[] = {
    FIELD_BY("n", twice_read, twice),
    FIELD_SOME_BY(KEYED, "pairs", pair_read, pairs, pair_count, 0),
    FIELD_SOME_BY(LIST, "list", pair_read, list, list_count, FIELD_NAMED | FIELD_WHOLE),
    FIELD_KNOWN("other"),
    FIELD_END_ALONE,
};
#undef S

/* Reads members by functions; what is wrong is said of each, by the id of an entry. */
TEST(test_made)
{
    static const char wrong[] = "'m' is not a valid run file: othr is not known: did you mean "
                                "'other'?\n'm' is not a valid run file: n is a text, and not a "
                                "number\n'm' is not a valid run file: list[0] is a number, and not "
                                "an object\n'm' is not a valid run file: list 'x': n is true or "
                                "false, and not a number";
    CLEANUP(arena_finish) struct arena memory = { 0 };
    struct run_reading reader = {
        .arena = &memory, .path = "m", .what = "", .name = "", .goes_on = true
    };
    struct made made;
    struct json_reader part = { .reader = &reader };
    json_auto_t *good = json_pack("{s:i, s:{s:i, s:i}, s:[{s:s, s:i}], s:n}", "n", 1, "pairs", "a",
                                  2, "b", 3, "list", "id", "x", "n", 4, "other");
    part.json = good;
    field_read(&part, made_fields, &made);
    assert_false(reader.failed);
    assert_true(made.twice == 2 && made.pair_count == 2 && made.list_count == 1);
    assert_string_equal(made.pairs[1].key, "b");
    assert_true(made.pairs[1].twice == 6 && made.list[0].twice == 8);
    json_auto_t *bad = json_pack("{s:s, s:[i, {s:s, s:b}], s:i}", "n", "x", "list", 1, "id", "x",
                                 "n", 1, "othr", 1);
    part.json = bad;
    trouble_clear();
    field_read(&part, made_fields, &made);
    assert_string_equal(trouble_text(), wrong);
    assert_true(made.list_count == 0 && !made.list); /* whole, or none */
    assert_string_equal(reader.name, "");
}

/* Rows of a run's tables name members of their own type: as large as that is. */
static void assert_sizes(const struct field *fields)
{
    static const size_t bytes[] = {
        [FIELD_NUMBER] = sizeof(double), [FIELD_AMOUNT] = sizeof(double),
        [FIELD_TIME] = sizeof(double),   [FIELD_COUNT] = sizeof(double),
        [FIELD_SIZE] = sizeof(size_t),   [FIELD_SEED] = sizeof(uint64_t),
        [FIELD_FLAG] = sizeof(bool),     [FIELD_TEXT] = sizeof(char *),
        [FIELD_TEXTS] = sizeof(char *),  [FIELD_JSON] = sizeof(char *),
        [FIELD_WORD] = sizeof(unsigned),
    };
    for (const struct field *field = fields; field->key; field++) {
        const size_t wanted =
            field->type < sizeof(bytes) / sizeof(bytes[0]) ? bytes[field->type] : 0;
        if (wanted > 0 && field->bytes != wanted)
            fail_msg("%s has %zu bytes, and not %zu", field->key, field->bytes, wanted);
        if (field->type == FIELD_OBJECT || field->type == FIELD_LIST || field->type == FIELD_ROOM ||
            field->type == FIELD_MAP)
            assert_sizes(field->fields);
    }
}

TEST(test_sizes)
{
    assert_sizes(thing_fields);
    assert_sizes(case_fields);
}

int main(void)
{
    const int failed = unit_run(NULL, NULL);
    arena_finish(&arena);
    return failed;
}
