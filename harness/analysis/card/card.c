/* SPDX-License-Identifier: MIT */
#include "harness/analysis/card/card.h"

#include "harness/base/need.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const card_unit_names[CARD_UNITS] = { "clock", "memory", "launch" };

static double speed_of(const struct row_units *units, enum card_unit unit)
{
    switch (unit) {
    case CARD_CLOCK: return units->operations_per_s;
    case CARD_MEMORY: return units->copy_bytes_per_s;
    default: return units->dependent_ns > 0 ? 1e9 / units->dependent_ns : 0;
    }
}

/* Student's quantile of 99.5 %, by the series of Fisher and Cornish (1960): within 4 % of it for 3
 * degrees of freedom, closer for more. */
static double student(double freedom)
{
    const double z = 2.5758293, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    return z + (z3 + z) / (4 * freedom) + (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom * freedom) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * freedom * freedom * freedom);
}

/* The speed of one unit in one row of evidence; a card's rows stand together. */
struct said {
    char card[ROW_CARD_BYTES];
    double speed;
};

static int said_compare(const void *a, const void *b)
{
    return strcmp(((const struct said *)a)->card, ((const struct said *)b)->card);
}

/* The speed of each other card. Returns how many there are. */
static size_t others_find(const struct run *run, struct run *const *rows, size_t row_count,
                          enum card_unit unit, double *speeds)
{
    OWNED struct said *said = need_zeroed(row_count + 1, sizeof(*said));
    const struct row_units own = row_units_of(run);
    OWNED double *values = stats_numbers(row_count + 1);
    char card[ROW_CARD_BYTES];
    size_t count = 0, cards = 0;
    row_card(run, card);
    for (size_t i = 0; i < row_count; i++) {
        const struct row_units units = row_units_of(rows[i]);
        row_card(rows[i], said[count].card);
        said[count].speed = speed_of(&units, unit);
        const bool wanted = strcmp(run->device.name, rows[i]->device.name) == 0 &&
                            strcmp(run->device.driver_name, rows[i]->device.driver_name) == 0 &&
                            strcmp(said[count].card, card) != 0 &&
                            (unit != CARD_MEMORY || units.copy_bytes == own.copy_bytes);
        count += wanted && said[count].speed > 0 ? 1 : 0;
    }
    qsort(said, count, sizeof(*said), said_compare);
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin; end < count && said_compare(&said[begin], &said[end]) == 0; end++)
            values[end - begin] = said[end].speed;
        speeds[cards++] = stats_median(values, end - begin);
    }
    return cards;
}

void card_find(const struct run *run, struct run *const *rows, size_t row_count,
               struct card_place places[CARD_UNITS])
{
    static const double least = 0.01; /* nobody is off by less */
    OWNED double *speeds = stats_numbers(row_count + 1);
    const struct row_units own = row_units_of(run);
    for (int unit = 0; unit < CARD_UNITS; unit++) {
        struct card_place *place = &places[unit];
        *place = (struct card_place){ .value = speed_of(&own, unit),
                                      .ratio = NAN,
                                      .interval = { NAN, NAN } };
        if (!(place->value > 0))
            continue;
        place->cards = others_find(run, rows, row_count, unit, speeds);
        if (place->cards == 0)
            continue;
        const double median = stats_median(speeds, place->cards);
        place->ratio = place->value / median;
        for (size_t i = 0; i < place->cards; i++)
            place->slower += speeds[i] < place->value;
        if (place->cards < CARD_LEAST)
            continue;
        for (size_t i = 0; i < place->cards; i++)
            speeds[i] = log(speeds[i] / median);
        const double mean = stats_mean(speeds, place->cards), n = (double)place->cards;
        const double half =
            student(n - 1) * stats_deviation(speeds, place->cards) * sqrt(1 + 1 / n);
        place->interval = (struct stats_interval){ fmin(exp(mean - half), 1 - least),
                                                   fmax(exp(mean + half), 1 + least) };
        place->off = place->ratio < place->interval.low || place->ratio > place->interval.high;
    }
}
