/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* That the median lies between the values of ranks `low` and launches - 1 - low. */
static double confidence_of(size_t launches, size_t low)
{
    double probability = exp2(-(double)launches), miss = 0;
    for (size_t rank = 0; rank <= low; rank++) {
        miss += 2 * probability;
        probability *= (double)(launches - rank) / (double)(rank + 1);
    }
    return 1 - miss;
}

struct launch_stats launch_stats_launches(const double *values, size_t launches)
{
    struct launch_stats between = { launches, NAN, { NAN, NAN }, NAN, false };
    size_t low = 0, high = launches - 1;
    if (launches == 0)
        return between;
    double *sorted = stats_numbers(launches);
    memcpy(sorted, values, launches * sizeof(*sorted));
    stats_sort(sorted, launches);
    between.median = stats_quantile_sorted(sorted, launches, 0.5);
    if (launches > 1) {
        stats_median_ranks(launches, 0.95, &low, &high);
        between.interval = (struct stats_interval){ sorted[low], sorted[high] };
        between.confidence = confidence_of(launches, low);
    }
    between.bimodal = stats_bimodal_few(sorted, launches);
    free(sorted);
    return between;
}
