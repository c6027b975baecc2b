/* SPDX-License-Identifier: MIT */
/* input_cache_test.c: what groups share is made once, kept within a bound, and never under two
 * keys; and what one launch kept, another has whole, in memory of its own, or not at all. */
#include "tests/context.h"

#include <fcntl.h>
#include <unistd.h>

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
    struct context context = context_of(7, NULL);
    context_set_shelf(&context, shelf);
    return context;
}

/* Returns the value that another group finds under a key, or makes of `value`. */
static int share(struct input_cache *shelf, const char *key, int value)
{
    CLEANUP(context_finish) struct context context = context_on(shelf);
    input_cache_evict(shelf);
    const int *state = context_share(&context, key, sizeof(*state), make_thing, &value);
    assert_non_null(state);
    return *state;
}

/* Without a shelf each makes its own. */
TEST(test_made_once)
{
    CLEANUP(input_cache_destroy) struct input_cache *shelf = input_cache_create(10 * THING_BYTES);
    made = 0;
    assert_int_equal(share(shelf, "a", 1), 1);
    assert_int_equal(share(shelf, "b", 2), 2);
    assert_int_equal(share(shelf, "a", 3), 1);
    assert_int_equal(made, 2);
    assert_int_equal(input_cache_bytes(shelf), 2 * THING_BYTES);
    input_cache_destroy(&shelf);
    assert_null(shelf);
    assert_int_equal(share(NULL, "a", 1), 1);
    assert_int_equal(share(NULL, "a", 2), 2);
    assert_int_equal(made, 4);
}

/* The most recently used value stays. */
TEST(test_bound)
{
    CLEANUP(input_cache_destroy) struct input_cache *shelf = input_cache_create(2 * THING_BYTES);
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
}

/* Trouble is the owner's, as made; the next that asks tries again. */
TEST(test_trouble)
{
    CLEANUP(input_cache_destroy) struct input_cache *shelf = input_cache_create(THING_BYTES);
    for (int on_shelf = 0; on_shelf < 2; on_shelf++) {
        CLEANUP(context_finish) struct context context = context_on(on_shelf ? shelf : NULL);
        assert_null(context_share(&context, "a", 4, make_nothing, NULL));
        assert_int_equal(context_trouble(&context), CONTEXT_UNSUPPORTED);
        assert_string_equal(context_message(&context), "of no use");
    }
    assert_int_equal(input_cache_bytes(shelf), 0);
    assert_int_equal(share(shelf, "a", 1), 1);
}

/* Without make() it is zeroed, and who changes it is found to have done so. */
TEST(test_zeroed)
{
    CLEANUP(input_cache_destroy) struct input_cache *shelf = input_cache_create(THING_BYTES);
    for (uint32_t i = 0; i < 3; i++) {
        CLEANUP(context_finish) struct context context = context_on(shelf);
        uint32_t *count = context_share(&context, "count", sizeof(*count), NULL, NULL);
        assert_non_null(count);
        assert_int_equal((*count)++, i);
    }
}

/* What launches share ------------------------------------------------------------------------- */

enum { LARGE_BYTES = (5 << 20) + 3, STORE_BYTES = 16 << 20 };

TEST(test_kept)
{
    struct input_store *store = input_store_create(STORE_BYTES);
    /* Another process has it so. */
    struct input_store *other =
        input_store_attach(fcntl(input_store_descriptor(store), F_DUPFD_CLOEXEC, 0), STORE_BYTES);
    unsigned char *large = malloc(LARGE_BYTES), *found = calloc(1, LARGE_BYTES);
    uint32_t count = 7, found_count = 0;
    assert_non_null(other);
    for (size_t i = 0; i < LARGE_BYTES; i++)
        large[i] = (unsigned char)(i * 131 >> 3);
    const struct context_part from[] = { { &count, sizeof(count) }, { large, LARGE_BYTES } };
    const struct context_part to[] = { { &found_count, sizeof(count) }, { found, LARGE_BYTES } };
    assert_false(input_store_recall(other, "key", to, 2));
    input_store_keep(store, "key", from, 2);
    assert_false(input_store_recall(other, "ke", to, 2));
    assert_false(input_store_recall(other, "key", to, 1)); /* as much is not there */
    assert_true(input_store_recall(other, "key", to, 2));
    assert_int_equal(found_count, 7);
    assert_memory_equal(found, large, LARGE_BYTES);
    count = 8; /* the last one counts */
    input_store_keep(other, "key", from, 1);
    assert_true(input_store_recall(store, "key", to, 1));
    assert_int_equal(found_count, 8);
    free(large);
    free(found);
    input_store_destroy(&store);
    input_store_destroy(&other);
    assert_null(store);
    input_store_destroy(&store);
}

/* A byte that has changed, wherever it is, costs the whole record. */
TEST(test_broken)
{
    CLEANUP(input_store_destroy) struct input_store *store = input_store_create(STORE_BYTES);
    uint32_t words[64], found[64];
    for (uint32_t i = 0; i < 64; i++)
        words[i] = i + 1;
    const struct context_part from = { words, sizeof(words) }, to = { found, sizeof(found) };
    input_store_keep(store, "key", &from, 1);
    char *memory = os_shared_attach(input_store_descriptor(store), STORE_BYTES), *kept = memory;
    while (memcmp(kept, words, sizeof(words)) != 0)
        kept += sizeof(uint32_t);
    assert_true(input_store_recall(store, "key", &to, 1));
    kept[sizeof(words) - 1]++;
    assert_false(input_store_recall(store, "key", &to, 1));
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(found[i], 0);
    input_store_keep(store, "key", &from, 1); /* and another is kept behind it */
    assert_true(input_store_recall(store, "key", &to, 1));
    assert_memory_equal(found, words, sizeof(words));
    os_shared_destroy(memory, STORE_BYTES);
}

TEST(test_full)
{
    CLEANUP(input_store_destroy) struct input_store *store = input_store_create(1 << 20);
    CLEANUP(free_pointer) unsigned char *large = calloc(1, LARGE_BYTES);
    uint32_t small = 5;
    const struct context_part whole = { large, LARGE_BYTES }, little = { &small, sizeof(small) };
    input_store_keep(store, "large", &whole, 1);
    input_store_keep(store, "small", &little, 1);
    assert_false(input_store_recall(store, "large", &whole, 1));
    assert_true(input_store_recall(store, "small", &little, 1));
    assert_false(input_store_recall(NULL, "small", &little, 1));
    input_store_keep(NULL, "small", &little, 1);
}

/* Files of somebody's are no store. */
TEST(test_attached)
{
    char path[] = "/tmp/input_store_XXXXXX";
    const int file = mkstemp(path);
    assert_null(input_store_attach(file, 1));
    assert_null(input_store_attach(-1, 1));
    assert_int_equal(ftruncate(file, STORE_BYTES), 0);
    unlink(path);
    assert_null(input_store_attach(file, STORE_BYTES));
    close(file);
}

/* A context recalls its own workload alone, by name. */
TEST(test_context)
{
    CLEANUP(input_store_destroy) struct input_store *store = input_store_create(STORE_BYTES);
    CLEANUP(input_cache_destroy) struct input_cache *cache = input_cache_create(0);
    const char *const names[] = { "t.b/n:1", "t.b/n:2", NULL };
    struct context contexts[3];
    uint32_t word = 9;
    const struct context_part part = { &word, sizeof(word) };
    input_cache_set_store(cache, store);
    for (int i = 0; i < 3; i++) {
        context_init(&contexts[i], 1, (struct context_values){ .name = names[i] });
        context_set_shelf(&contexts[i], cache);
        if (i != 1)
            context_keep(&contexts[i], "answer", &part, 1);
    }
    assert_true(context_recall(&contexts[0], "answer", &part, 1));
    assert_false(context_recall(&contexts[1], "answer", &part, 1));
    assert_false(context_recall(&contexts[2], "answer", &part, 1));
    for (int i = 0; i < 3; i++)
        context_finish(&contexts[i]);
}
