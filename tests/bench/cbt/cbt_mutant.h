/* SPDX-License-Identifier: MIT */
/* cbt_mutant.h: a shipped kernel of the reduction without one of its instructions. */
#ifndef CLAIMCHECK_TESTS_BENCH_CBT_CBT_MUTANT_H
#define CLAIMCHECK_TESTS_BENCH_CBT_CBT_MUTANT_H

#include "harness/engine/gpu/engine.h"

#include "bench/cbt/tree/tree.h"
#include "tests/one_case.h"

enum { STORE = 62, BARRIER = 224, ATOMIC_ADD = 234, ATOMIC_AND = 240 };

/* The next case has it in place of the original. */
static struct gpu_shader mutant;
static struct gpu_replacement replacement = { .shader = &mutant };

static const struct reduction_method *mutant_method;

static inline void mutant_build(struct reduction *reduction)
{
    gpu_scope_replace(reduction->scope, &replacement, 1);
    mutant_method->build(reduction);
}

/* The method with a kernel in place of another. */
static inline struct reduction_method method_with(const struct reduction_method *method,
                                                  const struct gpu_shader *original,
                                                  const struct gpu_shader *planted)
{
    struct reduction_method bad = *method;
    mutant_method = method;
    replacement.original = original;
    mutant = *planted;
    mutant.name = original->name;
    bad.build = mutant_build;
    return bad;
}

/* How many there are; where there are words to be written, that of this number becomes OpNop in
 * them. */
static inline size_t instructions(const struct gpu_shader *shader, uint32_t opcode, uint32_t *words,
                                  size_t taken)
{
    enum { HEADER_WORDS = 5, NOP = 1 << 16 };
    size_t found = 0;
    for (size_t i = HEADER_WORDS; i < shader->bytes / 4; i += shader->words[i] >> 16) {
        if ((shader->words[i] & 0xffff) != opcode)
            continue;
        for (size_t k = 0; words && found == taken && k < shader->words[i] >> 16; k++)
            words[i + k] = NOP;
        found++;
    }
    return found;
}

/* A copy without one instruction, so many from the last one. Its words are to be freed. */
static inline uint32_t *words_without(const struct gpu_shader *shader, uint32_t opcode,
                                      size_t from_last)
{
    uint32_t *words = malloc(shader->bytes);
    assert_non_null(words);
    memcpy(words, shader->words, shader->bytes);
    const size_t all = instructions(shader, opcode, NULL, 0);
    assert_true(all > from_last);
    instructions(shader, opcode, words, all - 1 - from_last);
    return words;
}

#endif
