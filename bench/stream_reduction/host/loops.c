/* SPDX-License-Identifier: MIT */
#include "bench/stream_reduction/host/loops.h"

#include <string.h>

enum { BLOCK_BYTES = 8192, BLOCK_WORDS = BLOCK_BYTES / 4 };

const struct stream_loops *const stream_loops[] = {
#if defined(__x86_64__)
    &stream_loops_avx512,
    &stream_loops_avx512_memory,
    &stream_loops_avx2,
#elif defined(__aarch64__)
    &stream_loops_neon,
#endif
    &stream_loops_plain,
};

const size_t stream_loops_count = sizeof(stream_loops) / sizeof(stream_loops[0]);

const struct stream_loops *stream_loops_best(uint32_t features)
{
    size_t i = 0;
    while (stream_loops[i]->needs & ~features)
        i++;
    return stream_loops[i];
}

const struct stream_loop *stream_loops_of(const struct stream_loops *loops, uint32_t words)
{
    return words == 1 ? &loops->index : &loops->tuple;
}

/* Words that are not yet in the output: words first.. of a line of it, and on. */
struct block {
    uint32_t words[STREAM_LINE_WORDS + BLOCK_WORDS] __attribute__((aligned(STREAM_LINE_BYTES)));
    size_t first, end;
    uint32_t *line; /* of the output, that words[0] goes to */
};

/* All whole lines; the first may begin with words of others, which stay as they are. */
static void block_flush(struct block *block, const struct stream_loops *loops)
{
    const size_t lines = block->end / STREAM_LINE_WORDS;
    size_t done = 0;
    if (lines == 0)
        return;
    if (block->first > 0) {
        memcpy(&block->line[block->first], &block->words[block->first],
               4 * (STREAM_LINE_WORDS - block->first));
        block->first = 0;
        done = 1;
    }
    loops->lines(&block->line[STREAM_LINE_WORDS * done], &block->words[STREAM_LINE_WORDS * done],
                 lines - done);
    block->line += STREAM_LINE_WORDS * lines;
    block->end -= STREAM_LINE_WORDS * lines;
    memcpy(block->words, &block->words[STREAM_LINE_WORDS * lines], 4 * block->end);
}

size_t stream_loops_compact_past(const struct stream_loops *loops, uint32_t words, uint32_t *to,
                                 size_t room, const uint32_t *from, size_t entries)
{
    const struct stream_loop *loop = stream_loops_of(loops, words);
    const size_t most = BLOCK_WORDS / words;
    struct block block;
    size_t count = 0;
    block.first = block.end = (uintptr_t)to % STREAM_LINE_BYTES / 4;
    block.line = to - block.first;
    for (size_t i = 0; i < entries && count < room; i += most) {
        const size_t here = entries - i < most ? entries - i : most;
        const size_t found = loop->compact(&block.words[block.end], here, &from[words * i], here);
        block.end += words * found;
        count += found;
        block_flush(&block, loops);
    }
    memcpy(&block.line[block.first], &block.words[block.first], 4 * (block.end - block.first));
    loops->lines_end();
    return count;
}
