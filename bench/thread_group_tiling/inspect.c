/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/benches.h"

#include "bench/thread_group_tiling/orders.h"
#include "bench/thread_group_tiling/picture/picture.h"

enum { GROUPS_MAX = 1 << 24, LISTED_GROUPS_MAX = 1 << 20, N_DEFAULT = 16 };

static const struct inspection_option options[] = {
    { "grid", "WxH", "work-groups; 320x180 unless given" },
    { "order", "NAME", "row_major, tiled_x, ... as the variants of map_alone" },
    { "n", "N", "groups of a tile along its direction, of tiled and serpentine orders; 16" },
    { "measured", NULL, "in place of an order, that in which the device runs the groups" },
    { "csv", NULL, "launch,x,y of each group in place of facts" },
    { .name = NULL },
};

/* The request. */
struct request {
    bool measured;
    enum tiling_order order;
    struct tiling_grid grid;
    uint32_t n;
};

static bool read_order(struct inspection *inspection, struct request *request)
{
    struct context *context = &inspection->context;
    size_t order = 0;
    int64_t n = N_DEFAULT;
    if (request->measured && inspection_text(inspection, "order"))
        return context_error(context, "--measured shows what the device does: no --order");
    if (!request->measured && !inspection_text(inspection, "order"))
        return context_error(context, "which order? --order row_major, tiled_x, morton, ..., or "
                                      "--measured");
    if (!inspection_choice(inspection, "order", tiling_order_names, &order) ||
        !inspection_integer(inspection, "n", 1, TILING_N_MAX, &n))
        return false;
    request->order = (enum tiling_order)order;
    request->n = (uint32_t)n;
    return !inspection_text(inspection, "n") || tiling_order_has_n(request->order) ||
           context_error(context, "%s has no tiles: no --n",
                         request->measured ? "--measured" : tiling_order_names[order]);
}

static bool read_request(struct inspection *inspection, struct request *request)
{
    *request = (struct request){ .measured = inspection_flag(inspection, "measured"),
                                 .grid = { 320, 180 } };
    if (!read_order(inspection, request) ||
        !inspection_size(inspection, "grid", TILING_SIDE_MAX, &request->grid.width,
                         &request->grid.height))
        return false;
    const bool csv = inspection_flag(inspection, "csv");
    const uint64_t groups = (uint64_t)request->grid.width * request->grid.height;
    const uint64_t most = csv || request->measured ? LISTED_GROUPS_MAX : GROUPS_MAX;
    return groups <= most ||
           context_error(&inspection->context, "--grid %ux%u: at most %llu groups are %s",
                         request->grid.width, request->grid.height, (unsigned long long)most,
                         request->measured ? "measured"
                         : csv             ? "shown as CSV"
                                           : "shown");
}

static struct tiling_group group_at(const struct request *request, uint32_t launch)
{
    return tiling_order_map(request->order, launch, request->grid, request->n);
}

/* launches NULL: those of the order. */
static bool draw(struct inspection *inspection, const struct request *request,
                 const uint32_t *launches)
{
    struct context *context = &inspection->context;
    struct image *image = inspection_picture(inspection);
    if (!image)
        return true;
    if (request->grid.width > TILING_PICTURE_SIDE || request->grid.height > TILING_PICTURE_SIDE)
        return context_error(context, "--picture: at most %d groups a side are drawn",
                             TILING_PICTURE_SIDE);
    if (!launches) {
        const uint32_t groups = request->grid.width * request->grid.height;
        uint32_t *own = context_alloc(context, 4 * (size_t)groups); /* row by row */
        for (uint32_t launch = 0; own && launch < groups; launch++) {
            const struct tiling_group group = group_at(request, launch);
            own[group.y * request->grid.width + group.x] = launch;
        }
        launches = own;
    }
    if (launches)
        tiling_picture_draw(image, request->grid, launches);
    return launches;
}

static bool inspect_order(struct inspection *inspection)
{
    struct context *context = &inspection->context;
    const bool csv = inspection_flag(inspection, "csv");
    struct tiling_measured measured;
    struct request request;
    if (!read_request(inspection, &request) ||
        (request.measured && !tiling_measured_init(&measured, inspection, request.grid)))
        return false;
    if (request.measured) {
        (csv ? tiling_measured_state_csv : tiling_measured_state)(&measured, inspection);
        return draw(inspection, &request, measured.launches);
    }
    if (csv) {
        inspection_line(inspection, "launch,x,y");
        for (uint32_t launch = 0; launch < request.grid.width * request.grid.height; launch++) {
            const struct tiling_group group = group_at(&request, launch);
            inspection_line(inspection, "%u,%u,%u", launch, group.x, group.y);
        }
    } else {
        context_fact_count(context, "groups", (uint64_t)request.grid.width * request.grid.height);
        context_fact_hash(context, "order_hash",
                          tiling_order_hash(request.order, request.grid, request.n));
        const struct tiling_steps steps =
            tiling_order_steps(request.order, request.grid, request.n);
        context_fact_count(context, "largest_step", steps.largest);
        context_fact_number(context, "mean_step", steps.mean);
        if (tiling_order_has_n(request.order)) {
            context_fact_count(context, "tiles", steps.tiles);
            context_fact_count(context, "largest_step_in_tile", steps.largest_in_tile);
        }
    }
    return draw(inspection, &request, NULL);
}

const struct inspection_kind tiling_inspections[] = {
    { .name = "order",
      .summary = "the groups of a grid in launch order: hash, steps, CSV, colour map",
      .options = options,
      .inspect = inspect_order },
    { .name = "denoise",
      .summary = "the planes denoised on the CPU: error before and after each pass, picture",
      .options = tiling_denoise_options,
      .inspect = tiling_denoise_inspect },
    { .name = "cache",
      .summary = "prints what a model of caches says about a launch order: hits, bytes from memory",
      .options = tiling_inspect_cache_options,
      .inspect = tiling_inspect_cache },
    { 0 },
};
