/* SPDX-License-Identifier: MIT */
/* shelf_test.c: what groups share is made once, kept within a bound, and never under two keys. */
#include "harness/engine/measure/measure.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { THING_BYTES = 1000 };

static int made;

static bool make_thing(struct context *context, void *state, const void *argument)
{
    made++;
    assert_true(context->seed == 7);
    assert_null(context->scope);
    *(int *)state = *(const int *)argument;
    return context_alloc(context, THING_BYTES - sizeof(int));
}

static bool make_nothing(struct context *context, void *state, const void *argument)
{
    (void)state, (void)argument;
    return context_unsupported(context, "of no use");
}

static struct context context_on(struct input_cache *shelf)
{
    struct context context;
    context_init(&context, 7, (struct context_values){ 0 });
    context_set_shelf(&context, shelf);
    return context;
}

/* Returns the value that another group finds under a key, or makes of `value`. */
static int share(struct input_cache *shelf, const char *key, int value)
{
    struct context context = context_on(shelf);
    input_cache_evict(shelf);
    const int *state = context_share(&context, key, sizeof(*state), make_thing, &value);
    assert_non_null(state);
    const int found = *state;
    context_finish(&context);
    return found;
}

static void test_made_once(void **state)
{
    (void)state;
    struct input_cache *shelf = input_cache_create(10 * THING_BYTES);
    made = 0;
    assert_int_equal(share(shelf, "a", 1), 1);
    assert_int_equal(share(shelf, "b", 2), 2);
    assert_int_equal(share(shelf, "a", 3), 1);
    assert_int_equal(made, 2);
    assert_int_equal(input_cache_bytes(shelf), 2 * THING_BYTES);
    input_cache_destroy(&shelf);
    assert_null(shelf);
    input_cache_destroy(&shelf);
}

/* The most recently used value stays. */
static void test_bound(void **state)
{
    (void)state;
    struct input_cache *shelf = input_cache_create(2 * THING_BYTES);
    made = 0;
    share(shelf, "a", 1);
    share(shelf, "b", 2);
    share(shelf, "a", 1);
    share(shelf, "c", 3);
    assert_int_equal(input_cache_bytes(shelf), 3 * THING_BYTES); /* until the next group begins */
    assert_int_equal(share(shelf, "a", 4), 1);
    assert_int_equal(share(shelf, "b", 5), 5);
    assert_int_equal(made, 4);
    input_cache_evict(shelf);
    assert_int_equal(input_cache_bytes(shelf), 2 * THING_BYTES);
    input_cache_destroy(&shelf);
}

static void test_without_shelf(void **state)
{
    (void)state;
    made = 0;
    assert_int_equal(share(NULL, "a", 1), 1);
    assert_int_equal(share(NULL, "a", 2), 2);
    assert_int_equal(made, 2);
}

/* Trouble is the owner's, as made; the next that asks tries again. */
static void test_trouble(void **state)
{
    (void)state;
    struct input_cache *shelf = input_cache_create(THING_BYTES);
    for (int on_shelf = 0; on_shelf < 2; on_shelf++) {
        struct context context = context_on(on_shelf ? shelf : NULL);
        assert_null(context_share(&context, "a", 4, make_nothing, NULL));
        assert_int_equal(context_trouble(&context), CONTEXT_UNSUPPORTED);
        assert_string_equal(context_message(&context), "of no use");
        context_finish(&context);
    }
    assert_int_equal(input_cache_bytes(shelf), 0);
    assert_int_equal(share(shelf, "a", 1), 1);
    input_cache_destroy(&shelf);
}

/* Without make() it is zeroed, and who changes it is found to have done so. */
static void test_zeroed(void **state)
{
    (void)state;
    struct input_cache *shelf = input_cache_create(THING_BYTES);
    for (uint32_t i = 0; i < 3; i++) {
        struct context context = context_on(shelf);
        uint32_t *count = context_share(&context, "count", sizeof(*count), NULL, NULL);
        assert_non_null(count);
        assert_int_equal((*count)++, i);
        context_finish(&context);
    }
    input_cache_destroy(&shelf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_made_once),     cmocka_unit_test(test_bound),
        cmocka_unit_test(test_without_shelf), cmocka_unit_test(test_trouble),
        cmocka_unit_test(test_zeroed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
