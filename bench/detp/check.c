/* SPDX-License-Identifier: MIT */
#include "bench/detp/detp.h"

enum { SPARE_PAIRS = 16, SHARE = 4 };

static bool mismatch(struct context *context, const struct detp_input *input, const uint32_t *sums,
                     size_t at)
{
    static const char *const names[DETP_WORDS] = { "red", "green", "blue", "hits" };
    const size_t j = at / DETP_WORDS;
    return context_mismatch(
        context, "disc %zu: %s %u, wanted %u (%u to %u, with %u borderline pairs)", j,
        names[at % DETP_WORDS], sums[at], input->sums[at], input->sums[at] - input->losable[at],
        input->sums[at] + input->gainable[at], input->borderline[j]);
}

/* Where none of the borderline pairs hit, or all of them do, the energies follow from that. */
static bool check_disc(struct context *context, const struct detp_input *input,
                       const uint32_t *sums, size_t j)
{
    const size_t first = DETP_WORDS * j, count = first + 3;
    const bool none = sums[count] == input->sums[count] - input->losable[count];
    const bool all = sums[count] == input->sums[count] + input->gainable[count];
    for (size_t at = first; at < first + DETP_WORDS; at++) {
        const uint32_t least = input->sums[at] - input->losable[at];
        const uint32_t most = input->sums[at] + input->gainable[at];
        if (sums[at] < least || sums[at] > most || (none && sums[at] > least) ||
            (all && sums[at] < most))
            return mismatch(context, input, sums, at);
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
