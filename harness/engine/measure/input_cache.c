/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/engine/measure/measure.h"
#include "harness/os/os.h"

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
    struct thing **at = &shelf->newest;
    while (*at && strcmp((*at)->key, key) != 0)
        at = &(*at)->next;
    struct thing *thing = *at;
    if (thing)
        *at = thing->next;
    else if (!(thing = thing_make(context, key, bytes, make, argument)))
        return NULL;
    thing->next = shelf->newest;
    shelf->newest = thing;
    return thing->state;
}

/* Input store ------------------------------------------------------------------------------- */

/*
 * Records one behind the other, each with a head, and nothing behind the last. A
 * head is written after its data, so that a process that dies leaves no half record.
 */

enum { CHUNK_BYTES = 1 << 20, WORTH_A_POOL = 4 };

struct head {
    uint64_t bytes; /* of the data behind it */
    char key[INPUT_STORE_KEY_BYTES];
    char sha256[SHA256_TEXT_BYTES]; /* of the chunks' SHA-256, as text */
};

static const char own_key[] = "claimcheck's store"; /* of the store's own head, its first */

struct input_store {
    char *memory;
    uint64_t bytes;
    int descriptor;
};

/* Life ---------------------------------------------------------------------------------------- */

/* Takes the memory and its descriptor. */
static struct input_store *store_of(void *memory, uint64_t bytes, int descriptor)
{
    struct input_store *store = need_zeroed(1, sizeof(*store));
    *store = (struct input_store){ memory, bytes, descriptor };
    return store;
}

uint64_t input_store_bytes(void)
{
    const uint64_t share = os_machine_memory_bytes() / 16, most = UINT64_C(4) << 30;
    return share < most ? share : most;
}

struct input_store *input_store_create(uint64_t bytes_max)
{
    int descriptor;
    struct head *first = os_shared_create(bytes_max, &descriptor);
    if (!first)
        return NULL;
    memcpy(first->key, own_key, sizeof(own_key));
    return store_of(first, bytes_max, descriptor);
}

struct input_store *input_store_attach(int descriptor, uint64_t bytes_max)
{
    struct head *first = os_shared_attach(descriptor, bytes_max);
    if (first && memcmp(first->key, own_key, sizeof(own_key)) == 0)
        return store_of(first, bytes_max, descriptor);
    os_shared_destroy(first, bytes_max);
    return NULL;
}

int input_store_descriptor(const struct input_store *store)
{
    return store ? store->descriptor : 0;
}

void input_store_destroy(struct input_store **store)
{
    if (*store) {
        os_shared_destroy((*store)->memory, (*store)->bytes);
        os_file_close((*store)->descriptor);
    }
    free(*store);
    *store = NULL;
}

/* Data ---------------------------------------------------------------------------------------- */

struct chunk {
    char *from, *to;
    size_t bytes;
};

struct transfer {
    struct chunk *chunks;
    char (*sums)[SHA256_TEXT_BYTES]; /* of each chunk */
};

static void move_chunks(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct transfer *transfer = context;
    (void)thread;
    for (size_t i = begin; i < end; i++) {
        const struct chunk *chunk = &transfer->chunks[i];
        memcpy(chunk->to, chunk->from, chunk->bytes);
        sha256_text(chunk->to, chunk->bytes, transfer->sums[i]);
    }
}

static uint64_t bytes_of(const struct context_part *parts, size_t count)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += parts[i].bytes;
    return bytes;
}

/* Copies the parts to the store or from it, on all CPUs where they are large. Sets their hash. */
static void move_parts(const struct context_part *parts, size_t count, char *kept, bool keeps,
                       char sha256[SHA256_TEXT_BYTES])
{
    size_t chunks = 0;
    for (size_t i = 0; i < count; i++)
        chunks += (parts[i].bytes + CHUNK_BYTES - 1) / CHUNK_BYTES;
    struct cpu_pool *pool =
        cpu_pool_create(bytes_of(parts, count) < WORTH_A_POOL * (uint64_t)CHUNK_BYTES ? 1 : 0);
    struct transfer transfer = { need_zeroed(chunks, sizeof(struct chunk)),
                                 need_zeroed(chunks, sizeof(*transfer.sums)) };
    struct chunk *chunk = transfer.chunks; /* in the store they lie one behind the other */
    for (size_t i = 0; i < count; i++)
        for (size_t at = 0; at < parts[i].bytes; at += CHUNK_BYTES, chunk++) {
            const size_t left = parts[i].bytes - at;
            char *own = (char *)parts[i].data + at;
            *chunk = (struct chunk){ keeps ? own : kept, keeps ? kept : own,
                                     left < CHUNK_BYTES ? left : CHUNK_BYTES };
            kept += chunk->bytes;
        }
    cpu_pool_run(pool, chunks, 1, move_chunks, &transfer);
    sha256_text(transfer.sums, chunks * sizeof(*transfer.sums), sha256);
    cpu_pool_destroy(&pool);
    free(transfer.chunks);
    free(transfer.sums);
}

/* Records ------------------------------------------------------------------------------------- */

/* Begins each record at a multiple of a head's alignment. */
static uint64_t padded(uint64_t bytes)
{
    return (bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t);
}

/* Finds the last record of that key; NULL when there is none. *end is then behind all records. */
static struct head *find(const struct input_store *store, const char *key, uint64_t *end)
{
    struct head *found = NULL;
    *end = sizeof(*found); /* behind the store's own */
    while (*end + sizeof(*found) <= store->bytes) {
        struct head *head = (struct head *)(store->memory + *end);
        if (*head->key == 0)
            break;
        if (strcmp(head->key, key) == 0)
            found = head;
        *end += sizeof(*head) + padded(head->bytes);
    }
    return found;
}

bool input_store_recall(const struct input_store *store, const char *key,
                        const struct context_part *parts, size_t count)
{
    char sha256[SHA256_TEXT_BYTES];
    uint64_t end;
    struct head *head = store ? find(store, key, &end) : NULL;
    if (!head || head->bytes != bytes_of(parts, count))
        return false;
    move_parts(parts, count, (char *)(head + 1), false, sha256);
    if (strcmp(sha256, head->sha256) == 0)
        return true;
    for (size_t i = 0; i < count; i++) /* as if nothing had been there */
        memset(parts[i].data, 0, parts[i].bytes);
    return false;
}

void input_store_keep(struct input_store *store, const char *key, const struct context_part *parts,
                      size_t count)
{
    uint64_t end;
    const uint64_t bytes = bytes_of(parts, count);
    if (!store || strlen(key) >= INPUT_STORE_KEY_BYTES)
        return;
    find(store, key, &end);
    struct head *head = (struct head *)(store->memory + end);
    if (end + sizeof(*head) + padded(bytes) > store->bytes)
        return; /* each launch makes its own */
    move_parts(parts, count, (char *)(head + 1), true, head->sha256);
    head->bytes = bytes;
    memcpy(head->key, key, strlen(key) + 1);
}
