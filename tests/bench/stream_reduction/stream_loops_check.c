/* SPDX-License-Identifier: MIT */
#include "tests/bench/stream_reduction/stream_loops_check.h"

#include "bench/stream_reduction/source.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { GUARD_WORDS = 32 };
static const uint32_t guard = 0xA5A5A5A5;

/* Whose last byte lies before a page that may not be touched. */
struct area {
    char *memory, *end;
    size_t bytes; /* with that page */
};

static bool area_make(struct area *area, size_t bytes)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    area->bytes = (bytes + page - 1) / page * page + page;
    area->memory =
        mmap(NULL, area->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (area->memory == MAP_FAILED)
        return false;
    area->end = area->memory + area->bytes - page;
    return mprotect(area->end, page, PROT_NONE) == 0;
}

/* The last `words` words of it. */
static uint32_t *area_words(const struct area *area, size_t words)
{
    return (uint32_t *)(void *)area->end - words;
}

struct stream {
    uint32_t words; /* of an entry */
    size_t entries, count;
    const uint32_t *from;
    const uint32_t *answer;
};

static uint32_t hash(uint32_t word)
{
    word = (word ^ word >> 16) * 0x7feb352du;
    word = (word ^ word >> 15) * 0x846ca68bu;
    return word ^ word >> 16;
}

/* Fills 1024 entries, so many of them valid, by size; a valid tuple has a null component now and
 * then. */
static void stream_fill(struct stream *stream, uint32_t *from, uint32_t *answer)
{
    static const uint32_t fractions[] = { 0, 10, 102, 512, 922, 1024 };
    const uint32_t null = stream->words == 1 ? STREAM_NULL_INDEX : STREAM_NULL_COMPONENT;
    const uint32_t fraction = fractions[stream->entries % 6];
    stream->count = 0;
    for (uint32_t i = 0; i < stream->entries; i++) {
        const uint32_t draw = hash(i ^ hash((uint32_t)stream->entries));
        uint32_t *entry = &from[stream->words * i];
        for (uint32_t k = 0; k < stream->words; k++)
            entry[k] = null;
        if (draw % 1024 >= fraction)
            continue;
        for (uint32_t k = 0; k < stream->words; k++)
            if (stream->words == 1 || k == (draw >> 10) % 4 || draw >> (20 + k) & 1)
                entry[k] = 4 * i + k;
        entry[draw >> 12 & (stream->words - 1)] = i;
        memcpy(&answer[stream->words * stream->count++], entry, 4 * stream->words);
    }
    stream->from = from;
    stream->answer = answer;
}

static bool output_is_right(const struct stream *stream, const uint32_t *to, size_t guards,
                            size_t count, const char **what)
{
    *what = "the count is wrong";
    if (count != stream->count)
        return false;
    *what = "the output is wrong";
    if (memcmp(to, stream->answer, 4 * stream->words * count) != 0)
        return false;
    *what = "words before the output were written";
    for (size_t i = 0; i < guards; i++)
        if (to[-1 - (long)i] != guard)
            return false;
    return true;
}

static bool check_room(const struct stream_loops *loops, const struct stream *stream,
                       const struct area *output, size_t room, const char **what)
{
    const struct stream_loop *loop = stream_loops_of(loops, stream->words);
    for (int past = 0; past < 2; past++) {
        uint32_t *to = area_words(output, stream->words * room);
        for (size_t i = 0; i < GUARD_WORDS + stream->words * room; i++)
            to[(long)i - GUARD_WORDS] = guard;
        const size_t count = past ? stream_loops_compact_past(loops, stream->words, to, room,
                                                              stream->from, stream->entries)
                                  : loop->compact(to, room, stream->from, stream->entries);
        if (!output_is_right(stream, to, GUARD_WORDS, count, what))
            return false;
    }
    return true;
}

bool stream_loops_check(const struct stream_loops *loops, size_t most,
                        char message[STREAM_LOOPS_CHECK_MESSAGE])
{
    struct area areas[3] = { { 0 } };
    bool ok = true;
    for (int i = 0; i < 3 && ok; i++)
        ok = area_make(&areas[i], 16 * most + 4 * GUARD_WORDS);
    if (!ok)
        snprintf(message, STREAM_LOOPS_CHECK_MESSAGE, "no memory");
    for (uint32_t words = 1; words <= 4 && ok; words += 3) {
        for (size_t entries = 0; entries <= most && ok; entries++) {
            struct stream stream = { .words = words, .entries = entries };
            const char *what;
            stream_fill(&stream, area_words(&areas[0], words * entries),
                        area_words(&areas[1], words * entries));
            what = "the entries are counted wrongly";
            ok = stream_loops_of(loops, words)->count(stream.from, entries) == stream.count &&
                 check_room(loops, &stream, &areas[2], stream.count, &what) &&
                 check_room(loops, &stream, &areas[2], entries, &what);
            if (!ok)
                snprintf(message, STREAM_LOOPS_CHECK_MESSAGE, "%s, %zu entries of %u words: %s",
                         loops->name, entries, words, what);
        }
    }
    for (int i = 0; i < 3; i++)
        if (areas[i].end)
            munmap(areas[i].memory, areas[i].bytes);
    return ok;
}
