/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/benches.h"

#include "bench/thread_group_tiling/model/model.h"
#include "harness/file.h"
#include "harness/trouble.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    SIDE_MAX = 32768,
    PIXELS_MAX = 1 << 28,
    N_COUNT_MAX = 16,
    N_DEFAULT = 16,
};

const struct inspection_option tiling_inspect_cache_options[] = {
    { "image", "WxH", "pixels; 2560x1440 unless given" },
    { "group", "GWxGH", "pixels of a work-group; 8x8" },
    { "planes", "T", "planes that are read, one after another; 3" },
    { "texel", "BYTES", "texel of a plane: 1, 2, 4, 8 or 16; 8" },
    { "layout", "LAYOUT", "linear, or block (64 bytes by 8 rows); block" },
    { "taps", "KIND:R", "cross:R, grid:R, disc or wide; disc" },
    { "order", "NAME", "as for inspect order; a list with --predict" },
    { "n", "N", "groups of a tile; 16; a list with --predict" },
    { "cache", "BYTES", "size of the one cache; 4194304" },
    { "ways", "K", "lines of a set; 16" },
    { "profile", "FILE", "a device for these two: results/models/*.toml" },
    { "predict", NULL, "a table of orders, with --profile" },
    { "range", NULL, "with --predict: over what nobody publishes" },
    { .name = NULL },
};

struct request {
    struct tiling_footprint footprint;
    struct tiling_cache_shape cache; /* without a profile */
    struct tiling_profile profile;
    bool has_profile, predict, range;
    struct tiling_launch_order orders[TILING_PREDICTION_ORDERS];
    size_t order_count;
};

/* Options -------------------------------------------------------------------------------------- */

static bool refuse_together(struct inspection *inspection, const char *option, bool wrong,
                            const char *why)
{
    return !wrong || !inspection_flag(inspection, option) ||
           context_error(&inspection->context, "--%s %s", option, why);
}

static bool read_footprint(struct inspection *inspection, struct request *request)
{
    struct context *context = &inspection->context;
    struct tiling_footprint *footprint = &request->footprint;
    int64_t planes = 3, texel = 8;
    size_t layout = TILING_ADDRESSING_BLOCK;
    const char *taps = inspection_text(inspection, "taps");
    *footprint = (struct tiling_footprint){
        .width = 2560, .height = 1440, .group_width = 8, .group_height = 8
    };
    if (!inspection_size(inspection, "image", SIDE_MAX, &footprint->width, &footprint->height) ||
        !inspection_size(inspection, "group", TILING_GROUP_SIDE_MAX, &footprint->group_width,
                         &footprint->group_height) ||
        !inspection_integer(inspection, "planes", 1, TILING_FOOTPRINT_PLANES, &planes) ||
        !inspection_integer(inspection, "texel", 1, TILING_TEXEL_MAX, &texel))
        return false;
    if ((texel & (texel - 1)) != 0)
        return context_error(context, "--texel takes 1, 2, 4, 8 or 16 bytes, not %" PRId64, texel);
    if (!inspection_choice(inspection, "layout", tiling_addressing_names, &layout))
        return false;
    footprint->planes = (uint32_t)planes;
    footprint->texel_bytes = (uint32_t)texel;
    footprint->addressing = (enum tiling_addressing)layout;
    if (!tiling_footprint_read_taps(footprint, taps ? taps : "disc"))
        return context_error(
            context, "--taps takes cross:R, grid:R (R up to 4096), disc or wide, not '%s'", taps);
    if (request->has_profile && request->profile.writes)
        footprint->output_bytes = footprint->texel_bytes;
    if (footprint->group_width * footprint->group_height > TILING_GROUP_PIXELS_MAX)
        return context_error(context, "--group %" PRIu32 "x%" PRIu32 ": at most %d pixels",
                             footprint->group_width, footprint->group_height,
                             TILING_GROUP_PIXELS_MAX);
    return ((uint64_t)footprint->width * footprint->height <= PIXELS_MAX &&
            tiling_footprint_fits(footprint)) ||
           context_error(context,
                         "--image %" PRIu32 "x%" PRIu32 ": at most %d pixels, and fewer of "
                         "many planes",
                         footprint->width, footprint->height, PIXELS_MAX);
}

static bool read_cache(struct inspection *inspection, struct request *request)
{
    int64_t bytes = 4 << 20, ways = 16;
    if (!inspection_integer(inspection, "cache", TILING_LINE_BYTES, (int64_t)TILING_CACHE_BYTES_MAX,
                            &bytes) ||
        !inspection_integer(inspection, "ways", 1, TILING_WAYS_MAX, &ways))
        return false;
    request->cache = (struct tiling_cache_shape){ .bytes = (uint64_t)bytes,
                                                  .ways = (uint32_t)ways,
                                                  .written_from = UINT32_MAX };
    return bytes % (TILING_LINE_BYTES * ways) == 0 ||
           context_error(&inspection->context,
                         "--cache %" PRId64 " is not a multiple of 128 bytes * %" PRId64 " ways",
                         bytes, ways);
}

/* Orders --------------------------------------------------------------------------------------- */

static bool add_order(struct inspection *inspection, struct request *request,
                      enum tiling_order order, int64_t n)
{
    if (request->order_count == TILING_PREDICTION_ORDERS)
        return context_error(&inspection->context, "at most %d orders are predicted at once",
                             TILING_PREDICTION_ORDERS);
    request->orders[request->order_count++] = (struct tiling_launch_order){ order, (uint32_t)n };
    return true;
}

static bool read_order(struct inspection *inspection, struct request *request)
{
    size_t order = 0;
    int64_t n = N_DEFAULT;
    if (!inspection_text(inspection, "order"))
        return context_error(&inspection->context,
                             "which order? --order row_major, tiled_x, morton, ...");
    if (!inspection_choice(inspection, "order", tiling_order_names, &order) ||
        !inspection_integer(inspection, "n", 1, TILING_N_MAX, &n))
        return false;
    if (inspection_text(inspection, "n") && !tiling_order_has_n((enum tiling_order)order))
        return context_error(&inspection->context, "%s has no tiles: no --n",
                             tiling_order_names[order]);
    return add_order(inspection, request, (enum tiling_order)order, n);
}

/* row_major, which the ratios are over, and then those of the list, with every N. */
static bool read_orders(struct inspection *inspection, struct request *request)
{
    int64_t ns[N_COUNT_MAX] = { 1, 4, 8, 16, 32, 64 };
    size_t n_count = 6;
    const char *list = inspection_text(inspection, "order");
    if (!inspection_integers(inspection, "n", 1, TILING_N_MAX, ns, N_COUNT_MAX, &n_count) ||
        !add_order(inspection, request, TILING_ROW_MAJOR, 1))
        return false;
    for (const char *name = list ? list : "tiled_x,morton"; name;) {
        const size_t length = strcspn(name, ",");
        enum tiling_order order = TILING_ROW_MAJOR;
        while (order < TILING_ORDER_COUNT &&
               (strlen(tiling_order_names[order]) != length ||
                strncmp(tiling_order_names[order], name, length) != 0))
            order++;
        if (order == TILING_ORDER_COUNT)
            return context_error(&inspection->context,
                                 "--order takes names of launch orders, such as "
                                 "tiled_x,morton,hilbert, not '%s'",
                                 list);
        const size_t of_order = tiling_order_has_n(order) ? n_count : order != TILING_ROW_MAJOR;
        for (size_t i = 0; i < of_order; i++)
            if (!add_order(inspection, request, order, tiling_order_has_n(order) ? ns[i] : 1))
                return false;
        name = name[length] == ',' ? name + length + 1 : NULL;
    }
    return true;
}

static bool read_request(struct inspection *inspection, struct request *request)
{
    const char *path = inspection_text(inspection, "profile");
    *request = (struct request){ .predict = inspection_flag(inspection, "predict"),
                                 .range = inspection_flag(inspection, "range"),
                                 .has_profile = path };
    if (path && !tiling_profile_read(&request->profile, file_open(path), path))
        return context_error(&inspection->context, "--profile: %s", trouble_text());
    /* Options that say the same, or nothing, in another mode. */
    const char *of_profile = "is in the profile: leave it out, or copy the file";
    if (!refuse_together(inspection, "cache", path, of_profile) ||
        !refuse_together(inspection, "ways", path, of_profile) ||
        !refuse_together(inspection, "predict", !path,
                         "needs --profile FILE, such as results/models/fixed.toml") ||
        !refuse_together(inspection, "range", !request->predict, "goes with --predict") ||
        !(request->predict ? read_orders(inspection, request) : read_order(inspection, request)) ||
        !read_footprint(inspection, request))
        return false;
    if (!request->has_profile)
        return read_cache(inspection, request);
    return !request->range ||
           request->profile.cache.bytes % (TILING_LINE_BYTES * TILING_RANGE_WAYS) == 0 ||
           context_error(&inspection->context,
                         "--range tries %d ways, which wants cache_bytes to be a multiple of %d",
                         TILING_RANGE_WAYS, TILING_LINE_BYTES * TILING_RANGE_WAYS);
}

/* One order ------------------------------------------------------------------------------------ */

static uint64_t group_count(const struct request *request)
{
    const struct tiling_grid grid = tiling_footprint_grid(&request->footprint);
    return (uint64_t)grid.width * grid.height;
}

static void state_counts(struct context *context, const struct tiling_cache_counts *counts,
                         const struct tiling_traffic *traffic)
{
    context_fact_count(context, "reads", counts->reads);
    context_fact_count(context, "hits", counts->hits);
    context_fact_number(context, "hit_rate", tiling_prediction_hit_rate(counts));
    context_fact_count(context, "distinct", traffic->distinct);
}

static void state_sequential(struct context *context, const struct request *request)
{
    const struct tiling_machine machine = { .units = 1, .unit_groups = 1, .window = 1, .drift = 1 };
    struct tiling_traffic traffic;
    struct tiling_cache *cache = tiling_cache_create(&request->cache);
    tiling_machine_run(&machine, &request->footprint, request->orders[0], &cache, 1, &traffic);
    const struct tiling_cache_counts counts = tiling_cache_counts(cache, TILING_FETCH_32);
    context_fact_count(context, "groups", group_count(request));
    state_counts(context, &counts, &traffic);
    tiling_cache_destroy(&cache);
}

static struct tiling_prediction_request prediction_request(const struct request *request)
{
    return (struct tiling_prediction_request){ .profile = &request->profile,
                                               .footprint = request->footprint,
                                               .orders = request->orders,
                                               .order_count = request->order_count,
                                               .range = request->range };
}

/* The profile, and how far the rows that a row of groups reads fill its cache. */
static void state_profile(struct context *context, const struct request *request)
{
    static const char *const kinds[] = { "prediction", "device", "fit" };
    const struct tiling_footprint *footprint = &request->footprint;
    const struct tiling_prediction_request asked = prediction_request(request);
    const struct tiling_machine machine = tiling_prediction_machine(&asked);
    const double rows = tiling_footprint_span(footprint) + footprint->group_height;
    const double row_bytes = (double)footprint->width * footprint->planes * footprint->texel_bytes;
    context_fact_text(context, "profile", request->profile.name);
    context_fact_text(context, "profile_kind", kinds[request->profile.kind]);
    context_fact_count(context, "groups", group_count(request));
    context_fact_count(context, "resident_groups", (uint64_t)machine.units * machine.unit_groups);
    context_fact_number(context, "rho", rows * row_bytes / (double)request->profile.cache.bytes);
}

static const char *const columns[] = {
    "order",
    "n",
    "reads",
    "hits",
    "hit_rate",
    "hit_rate_low",
    "hit_rate_high",
    "dram_read_bytes",
    "dram_write_bytes",
    "dram_bytes_low",
    "dram_bytes_high",
    "dram_ratio",
    "dram_ratio_low",
    "dram_ratio_high",
    NULL,
};

/* Predictions ---------------------------------------------------------------------------------- */

enum { NUMBERS = sizeof(columns) / sizeof(*columns) - 2 };

/* Fills in one prediction, by `columns`; NAN: there is none. */
static void fill_numbers(const struct tiling_prediction *prediction, bool range,
                         double numbers[NUMBERS])
{
    const struct tiling_cache_counts *counts = &prediction->counts;
    const double all[NUMBERS] = {
        tiling_order_has_n(prediction->order.order) ? prediction->order.n : NAN,
        (double)counts->reads,
        (double)counts->hits,
        tiling_prediction_hit_rate(counts),
        range ? prediction->hit_range.low : NAN,
        range ? prediction->hit_range.high : NAN,
        (double)counts->memory_reads * TILING_SECTOR_BYTES,
        (double)counts->memory_writes * TILING_SECTOR_BYTES,
        range ? prediction->bytes_range.low : NAN,
        range ? prediction->bytes_range.high : NAN,
        prediction->ratio,
        range ? prediction->ratio_range.low : NAN,
        range ? prediction->ratio_range.high : NAN,
    };
    memcpy(numbers, all, sizeof(all));
}

/* Hits in per cent, memory in MB, and how many times fewer bytes than row_major's. */
static void state_table(struct inspection *inspection, const struct tiling_prediction *predictions,
                        size_t count, bool range)
{
    inspection_line(inspection, "%s",
                    range ? "order           n  hit %       range  DRAM MB           range   fewer"
                            "     range"
                          : "order           n  hit %  DRAM MB   fewer");
    for (size_t row = 0; row < count; row++) {
        const struct tiling_prediction *p = &predictions[row];
        char n[16] = "-", hits[32] = "", bytes[32] = "", ratios[32] = "";
        if (tiling_order_has_n(p->order.order))
            snprintf(n, sizeof(n), "%" PRIu32, p->order.n);
        if (range) {
            snprintf(hits, sizeof(hits), " %5.1f-%5.1f", 100 * p->hit_range.low,
                     100 * p->hit_range.high);
            snprintf(bytes, sizeof(bytes), " %7.0f-%7.0f", 1e-6 * p->bytes_range.low,
                     1e-6 * p->bytes_range.high);
            snprintf(ratios, sizeof(ratios), " %4.2f-%4.2f", p->ratio_range.low,
                     p->ratio_range.high);
        }
        inspection_line(inspection, "%-12s %4s  %5.1f%s  %7.0f%s  %6.2f%s",
                        tiling_order_names[p->order.order], n,
                        100 * tiling_prediction_hit_rate(&p->counts), hits,
                        1e-6 * tiling_prediction_bytes(&p->counts), bytes, p->ratio, ratios);
    }
}

static bool state_predictions(struct inspection *inspection, const struct request *request,
                              struct tiling_prediction *predictions)
{
    const size_t count = request->order_count;
    const char **labels = context_alloc(&inspection->context, count * sizeof(*labels));
    double *numbers = context_alloc(&inspection->context, count * NUMBERS * sizeof(*numbers));
    if (!labels || !numbers)
        return false;
    for (size_t i = 0; i < count; i++) {
        labels[i] = tiling_order_names[predictions[i].order.order];
        fill_numbers(&predictions[i], request->range, numbers + i * NUMBERS);
    }
    state_profile(&inspection->context, request);
    context_fact_count(&inspection->context, "distinct", predictions[0].traffic.distinct);
    state_table(inspection, predictions, count, request->range);
    inspection_records(inspection, "predictions", columns, labels, numbers, count);
    return true;
}

bool tiling_inspect_cache(struct inspection *inspection)
{
    struct context *context = &inspection->context;
    struct request *request = context_alloc(context, sizeof(*request));
    struct tiling_prediction *predictions =
        context_alloc(context, TILING_PREDICTION_ORDERS * sizeof(*predictions));
    if (!request || !predictions || !read_request(inspection, request))
        return false;
    if (!request->has_profile) {
        state_sequential(context, request);
        return true;
    }
    const struct tiling_prediction_request asked = prediction_request(request);
    tiling_predict(&asked, predictions);
    if (request->predict)
        return state_predictions(inspection, request, predictions);
    const struct tiling_cache_counts *counts = &predictions[0].counts;
    state_profile(context, request);
    context_fact_count(context, "asked", predictions[0].traffic.asked);
    state_counts(context, counts, &predictions[0].traffic);
    context_fact_count(context, "dram_read_bytes", counts->memory_reads * TILING_SECTOR_BYTES);
    context_fact_count(context, "dram_write_bytes", counts->memory_writes * TILING_SECTOR_BYTES);
    return true;
}
