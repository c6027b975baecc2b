/* SPDX-License-Identifier: MIT */
#include "bench/detp/cpu/cpu.h"

enum { AXIS_BITS = 10, DIGIT_BITS = 10, DIGITS = 1 << DIGIT_BITS, PASSES = 3 };

/* abc -> a00b00c */
static uint32_t spread(uint32_t x)
{
    x = (x | x << 16) & 0x030000ff;
    x = (x | x << 8) & 0x0300f00f;
    x = (x | x << 4) & 0x030c30c3;
    return (x | x << 2) & 0x09249249;
}

void detp_discs_sort(const struct detp_cpu_packed *packed, struct detp_cpu_key *keys,
                     struct detp_cpu_disc *out)
{
    const uint32_t count = packed->disc_count;
    struct detp_cpu_key *from = keys, *to = keys + count;
    for (uint32_t j = 0; j < count; j++) {
        keys[j] = (struct detp_cpu_key){ 0, j };
        for (int k = 0; k < 3; k++) {
            const float extent = packed->upper[k] - packed->lower[k];
            const float off = packed->discs[j].centre[k] - packed->lower[k];
            const float cell = (extent > 0 ? off / extent : 0) * (1 << AXIS_BITS);
            const float last = (1 << AXIS_BITS) - 1;
            keys[j].code |= spread((uint32_t)(cell < 0 ? 0 : cell > last ? last : cell)) << k;
        }
    }
    /* By one digit of the codes, lowest first; stable. */
    for (int shift = 0; shift < PASSES * DIGIT_BITS; shift += DIGIT_BITS) {
        uint32_t places[DIGITS] = { 0 }, sum = 0;
        for (uint32_t i = 0; i < count; i++)
            places[from[i].code >> shift & (DIGITS - 1)]++;
        for (uint32_t d = 0; d < DIGITS; d++) {
            const uint32_t here = places[d];
            places[d] = sum;
            sum += here;
        }
        for (uint32_t i = 0; i < count; i++)
            to[places[from[i].code >> shift & (DIGITS - 1)]++] = from[i];
        struct detp_cpu_key *swap = from;
        from = to;
        to = swap;
    }
    for (uint32_t j = 0; j < count; j++)
        out[j] = packed->discs[from[j].index];
}
