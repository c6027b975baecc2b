/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/benches.h"

#include "harness/image.h"

enum { GROUPS_MAX = 1 << 24, MEASURED_GROUPS_MAX = 1 << 20, N_DEFAULT = 16 };
enum { PICTURE_SIDE = 1024 }; /* most groups a side that are drawn, and about the longer side */

static const struct inspection_option options[] = {
    { "grid", "WxH", "work-groups; 320x180 unless given" },
    { "order", "NAME", "row_major, tiled_x, ... as the variants of map_alone" },
    { "n", "N", "groups of a tile along its direction, of tiled and serpentine orders; 16" },
    { "measured", NULL, "in place of an order, that in which the device runs the groups" },
    { .name = NULL },
};

struct request {
    bool measured;
    enum tiling_order order;
    struct tiling_grid grid;
    uint32_t n;
};

static bool read_request(struct inspection *inspection, struct request *request)
{
    struct context *context = &inspection->context;
    const bool measured = inspection_flag(inspection, "measured");
    const char *name = inspection_text(inspection, "order");
    size_t order = 0;
    int64_t n = N_DEFAULT;
    *request = (struct request){ .measured = measured, .grid = { 320, 180 } };
    if (measured && name)
        return context_error(context, "--measured shows what the device does: no --order");
    if (!measured && !name)
        return context_error(context, "which order? --order row_major, tiled_x, morton, ..., or "
                                      "--measured");
    if (!inspection_choice(inspection, "order", tiling_order_names, &order) ||
        !inspection_integer(inspection, "n", 1, TILING_N_MAX, &n))
        return false;
    request->order = (enum tiling_order)order;
    request->n = (uint32_t)n;
    if (inspection_text(inspection, "n") && !tiling_order_has_n(request->order))
        return context_error(context, "%s has no tiles: no --n",
                             measured ? "--measured" : tiling_order_names[order]);
    if (!inspection_size(inspection, "grid", TILING_SIDE_MAX, &request->grid.width,
                         &request->grid.height))
        return false;
    const uint64_t groups = (uint64_t)request->grid.width * request->grid.height;
    const int most = measured ? MEASURED_GROUPS_MAX : GROUPS_MAX;
    return groups <= (uint64_t)most ||
           context_error(context, "--grid %ux%u: at most %d groups are %s", request->grid.width,
                         request->grid.height, most, measured ? "measured" : "shown");
}

/* A square per group, dark blue for the first launched to yellow for the last; launches are those
 * of the groups row by row. */
static void colour_map(struct image *image, struct tiling_grid grid, const uint32_t *launches)
{
    const uint32_t longer = grid.width > grid.height ? grid.width : grid.height;
    const uint32_t side = PICTURE_SIDE / longer > 32 ? 32 : PICTURE_SIDE / longer;
    const uint32_t groups = grid.width * grid.height;
    image_init(image, grid.width * side, grid.height * side);
    for (uint32_t group = 0; group < groups; group++) {
        const uint32_t x = group % grid.width, y = group / grid.width;
        uint8_t rgb[3];
        /* From dark blue over green to yellow, lighter throughout. */
        enum { STOPS = 5 };
        static const uint8_t stops[STOPS][3] = {
            { 30, 10, 90 }, { 40, 80, 150 }, { 30, 150, 140 }, { 120, 205, 80 }, { 255, 235, 60 }
        };
        const double spot = (groups > 1 ? (double)launches[group] / (groups - 1) : 0) * (STOPS - 1);
        const int stop = spot < STOPS - 2 ? (int)spot : STOPS - 2;
        for (int channel = 0; channel < 3; channel++) {
            const double from = stops[stop][channel], to = stops[stop + 1][channel];
            rgb[channel] = (uint8_t)(from + (to - from) * (spot - stop) + 0.5);
        }
        for (uint32_t i = 0; i < side * side; i++)
            image_set(image, (int64_t)x * side + i % side, (int64_t)y * side + i / side, rgb);
    }
}

/* launches NULL: those of the order. */
static bool draw(struct inspection *inspection, const struct request *request,
                 const uint32_t *launches)
{
    struct context *context = &inspection->context;
    struct image *image = inspection_picture(inspection);
    if (!image)
        return true;
    if (request->grid.width > PICTURE_SIDE || request->grid.height > PICTURE_SIDE)
        return context_error(context, "--picture: at most %d groups a side are drawn",
                             PICTURE_SIDE);
    if (!launches) {
        const uint32_t groups = request->grid.width * request->grid.height;
        uint32_t *own = context_alloc(context, 4 * (size_t)groups); /* row by row */
        for (uint32_t launch = 0; own && launch < groups; launch++) {
            const struct tiling_group group =
                tiling_order_map(request->order, launch, request->grid, request->n);
            own[group.y * request->grid.width + group.x] = launch;
        }
        launches = own;
    }
    if (launches)
        colour_map(image, request->grid, launches);
    return launches;
}

static bool inspect_order(struct inspection *inspection)
{
    struct context *context = &inspection->context;
    struct tiling_measured measured;
    struct request request;
    if (!read_request(inspection, &request) ||
        (request.measured && !tiling_measured_init(&measured, inspection, request.grid)))
        return false;
    if (request.measured) {
        tiling_measured_state(&measured, context);
        return draw(inspection, &request, measured.launches);
    }
    const struct tiling_steps steps = tiling_order_steps(request.order, request.grid, request.n);
    context_fact_count(context, "groups", (uint64_t)request.grid.width * request.grid.height);
    context_fact_hash(context, "order_hash",
                      tiling_order_hash(request.order, request.grid, request.n));
    context_fact_count(context, "largest_step", steps.largest);
    context_fact_number(context, "mean_step", steps.mean);
    if (tiling_order_has_n(request.order)) {
        context_fact_count(context, "tiles", steps.tiles);
        context_fact_count(context, "largest_step_in_tile", steps.largest_in_tile);
    }
    return draw(inspection, &request, NULL);
}

const struct inspection_kind tiling_inspections[] = {
    { .name = "order",
      .summary = "the groups of a grid in launch order: hash, steps, colour map",
      .options = options,
      .inspect = inspect_order },
    { .name = "cache",
      .summary = "prints what a model of caches says about a launch order: hits, bytes from memory",
      .options = tiling_inspect_cache_options,
      .inspect = tiling_inspect_cache },
    { 0 },
};
