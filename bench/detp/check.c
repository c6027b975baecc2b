/* SPDX-License-Identifier: MIT */
#include "bench/detp/estimate.h"

enum { SPARE_PAIRS = 16, SHARE = 4 };

static bool check_disc(struct context *context, const struct detp_input *input,
                       const uint32_t *sums, size_t j)
{
    static const char *const names[DETP_WORDS] = { "red", "green", "blue", "hits" };
    for (int k = 0; k < DETP_WORDS; k++) {
        const size_t at = DETP_WORDS * j + (size_t)k;
        const uint32_t wanted = input->sums[at];
        const uint32_t least = wanted - input->losable[at], most = wanted + input->gainable[at];
        if (sums[at] < least || sums[at] > most)
            return context_mismatch(context,
                                    "disc %zu: %s %u, wanted %u (%u to %u, with %u "
                                    "borderline pairs)",
                                    j, names[k], sums[at], wanted, least, most,
                                    input->borderline[j]);
    }
    return true;
}

static bool check_total(struct context *context, const struct detp_input *input,
                        const uint32_t *sums)
{
    const uint64_t borderline = detp_input_borderline(input);
    uint64_t hits = 0;
    for (size_t j = 0; j < input->discs.count; j++)
        hits += sums[DETP_WORDS * j + 3];
    const uint64_t off = hits < input->hits ? input->hits - hits : hits - input->hits;
    return off <= borderline / SHARE + SPARE_PAIRS ||
           context_mismatch(context, "%llu hits, wanted %llu, of which %llu are borderline pairs",
                            (unsigned long long)hits, (unsigned long long)input->hits,
                            (unsigned long long)borderline);
}

bool detp_check_sums(struct context *context, const struct detp_input *input, const uint32_t *sums)
{
    for (size_t j = 0; j < input->discs.count; j++)
        if (!check_disc(context, input, sums, j))
            return false;
    return check_total(context, input, sums);
}
