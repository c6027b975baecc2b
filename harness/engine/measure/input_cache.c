/* SPDX-License-Identifier: MIT */
#include "harness/engine/measure/input_cache.h"

#include "harness/base/need.h"
#include "harness/engine/measure/context_life.h"

#include <stdlib.h>
#include <string.h>

struct thing {
    struct thing *next; /* asked for before this one was */
    char *key;
    struct context context; /* in whose memory it lies */
    void *state;
};

struct input_cache {
    size_t bytes_max;
    struct thing *newest;
    struct input_store *store;
};

struct input_cache *input_cache_create(size_t bytes_max)
{
    struct input_cache *shelf = need_zeroed(1, sizeof(*shelf));
    shelf->bytes_max = bytes_max;
    return shelf;
}

static void thing_destroy(struct thing *thing)
{
    context_finish(&thing->context);
    free(thing->key);
    free(thing);
}

void input_cache_destroy(struct input_cache **shelf)
{
    while (*shelf && (*shelf)->newest) {
        struct thing *thing = (*shelf)->newest;
        (*shelf)->newest = thing->next;
        thing_destroy(thing);
    }
    free(*shelf);
    *shelf = NULL;
}

void input_cache_evict(struct input_cache *shelf)
{
    size_t bytes = 0;
    struct thing **at = shelf ? &shelf->newest : NULL;
    while (at && *at) {
        struct thing *thing = *at;
        bytes += context_bytes(&thing->context);
        if (bytes <= shelf->bytes_max) {
            at = &thing->next;
            continue;
        }
        bytes -= context_bytes(&thing->context);
        *at = thing->next;
        thing_destroy(thing);
    }
}

void input_cache_set_store(struct input_cache *shelf, struct input_store *store)
{
    shelf->store = store;
}

struct input_store *input_cache_store(const struct input_cache *shelf)
{
    return shelf->store;
}

size_t input_cache_bytes(const struct input_cache *shelf)
{
    size_t bytes = 0;
    for (const struct thing *thing = shelf->newest; thing; thing = thing->next)
        bytes += context_bytes(&thing->context);
    return bytes;
}

/* Takes it from where it is; NULL where there is none. */
static struct thing *take(struct input_cache *shelf, const char *key)
{
    struct thing **at = &shelf->newest;
    while (*at && strcmp((*at)->key, key) != 0)
        at = &(*at)->next;
    struct thing *thing = *at;
    if (thing)
        *at = thing->next;
    return thing;
}

static void put(struct input_cache *shelf, struct thing *thing)
{
    thing->next = shelf->newest;
    shelf->newest = thing;
}

/* NULL: the context has the trouble. */
static struct thing *thing_make(struct context *context, const char *key, size_t bytes,
                                context_share_fn *make, const void *argument)
{
    struct thing *thing = need_zeroed(1, sizeof(*thing));
    thing->key = need_copy(key);
    context_init_like(&thing->context, context);
    thing->state = context_alloc(&thing->context, bytes);
    if (thing->state && (!make || make(&thing->context, thing->state, argument)))
        return thing;
    if (!context_ok(&thing->context))
        context_set_trouble(context, context_trouble(&thing->context),
                            context_message(&thing->context));
    else
        context_error(context, "not enough memory for '%s'", key);
    thing_destroy(thing);
    return NULL;
}

void *input_cache_share(struct input_cache *shelf, struct context *context, const char *key,
                        size_t bytes, context_share_fn *make, const void *argument)
{
    struct thing *thing = take(shelf, key);
    if (!thing)
        thing = thing_make(context, key, bytes, make, argument);
    if (!thing)
        return NULL;
    put(shelf, thing);
    return thing->state;
}
