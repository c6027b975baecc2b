/* SPDX-License-Identifier: MIT */
#include "bench/common/device.h"
#include "bench/thread_group_tiling/benches.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Variants ------------------------------------------------------------------------------------- */

enum tiling_order tiling_variant_order(const struct bench_case *c)
{
    const enum tiling_order *order = c->variant->data;
    return order ? *order : TILING_ROW_MAJOR;
}

uint32_t tiling_variant_n(const struct bench_case *c)
{
    return (uint32_t)context_integer_or(&c->context, "n", 1);
}

const struct bench_axis tiling_variant_tiles[] = {
    AXIS("n", "groups of a tile along its direction", .min = 1, .max = 65535,
         .values = { "16", "4,16,64", "1,2,4,8,16,32,64,128" }),
    { 0 },
};

static const struct bench_values serpentine[] = {
    { "n", { "16", "16", "4,16,64" } },
    { 0 },
};

const struct bench_variant tiling_variants[] = {
    TILING_ROW_MAJOR_VARIANT,
    TILING_VARIANT("column_major", COLUMN_MAJOR, "column by column", "contender", .axes = NULL),
    TILING_VARIANT("boustrophedon", BOUSTROPHEDON, "row by row, odd rows backwards", "contender",
                   .axes = NULL),
    TILING_TILED_X_VARIANT,
    TILING_TILED_Y_VARIANT,
    TILING_VARIANT("serpentine_x", SERPENTINE_X, "tiled_x, odd tiles from the last row up",
                   "contender", .axes = tiling_variant_tiles, .values = serpentine),
    TILING_VARIANT("serpentine_y", SERPENTINE_Y, "tiled_y, odd tiles from the last column back",
                   "contender", .axes = tiling_variant_tiles, .values = serpentine),
    TILING_MORTON_VARIANT,
    TILING_HILBERT_VARIANT,
    TILING_VARIANT("reverse", REVERSE, "row_major from the last group back", "contender",
                   .axes = NULL),
    { 0 },
};

bool tiling_sides_read(const char *text, size_t count, uint32_t most, uint32_t *sides)
{
    for (size_t i = 0; i < count; i++) {
        char *end;
        const unsigned long side = strtoul(text, &end, 10);
        if (*text < '1' || *text > '9' || side > most || *end != (i + 1 < count ? 'x' : 0))
            return false;
        sides[i] = (uint32_t)side;
        text = end + 1;
    }
    return true;
}

/* Layout --------------------------------------------------------------------------------------- */

enum { BLOCK_BYTES = 64, BLOCK_ROWS = 8 };

const char *const tiling_layout_names[] = { "image", "linear", "block", NULL };

static uint32_t blocks_across(uint32_t texel_bytes, uint32_t width)
{
    return (width * texel_bytes + BLOCK_BYTES - 1) / BLOCK_BYTES;
}

uint64_t tiling_layout_texels(enum tiling_layout layout, uint32_t texel_bytes, uint32_t width,
                              uint32_t height)
{
    if (layout == TILING_LINEAR)
        return (uint64_t)width * height;
    const uint64_t rows = (height + BLOCK_ROWS - 1) / BLOCK_ROWS;
    return rows * blocks_across(texel_bytes, width) * (BLOCK_BYTES * BLOCK_ROWS / texel_bytes);
}

uint64_t tiling_layout_index(enum tiling_layout layout, uint32_t texel_bytes, uint32_t width,
                             uint32_t x, uint32_t y)
{
    if (layout == TILING_LINEAR)
        return (uint64_t)y * width + x;
    const uint32_t byte = x * texel_bytes % BLOCK_BYTES, row = y % BLOCK_ROWS;
    const uint64_t block = (uint64_t)(y / BLOCK_ROWS) * blocks_across(texel_bytes, width) +
                           x * texel_bytes / BLOCK_BYTES;
    const uint32_t line = byte / 32 + row / 4 * 2;
    const uint32_t sector = byte % 32 / 16 + row % 4 / 2 * 2;
    const uint32_t within = byte % 16 + row % 2 * 16;
    return (block * (BLOCK_BYTES * BLOCK_ROWS) + line * 128 + sector * 32 + within) / texel_bytes;
}

/* Size of the cache ---------------------------------------------------------------------------- */

static const char half[] = "assumed: half of the cache, which has two parts";

/* Cache sizes by the numbers of vendor and device. */
static const struct {
    uint32_t vendor, device;
    uint64_t bytes;
    const char *source;
} known[] = {
    { 0x10de, 0x2330, 25 << 20, half },       /* H100 SXM */
    { 0x10de, 0x2331, 25 << 20, half },       /* H100 PCIe */
    { 0x10de, 0x2335, 25 << 20, half },       /* H200 SXM */
    { 0x10de, 0x1e82, 4 << 20, "published" }, /* RTX 2080, the post's */
    { 0x10de, 0x1e87, 4 << 20, "published" },
};

bool tiling_cache_size_find(struct context *context, const struct gpu_info *info,
                            struct tiling_cache_size *size)
{
    const char *option = context_option(context, "cache-bytes");
    if (option) {
        char *end;
        errno = 0;
        *size = (struct tiling_cache_size){ strtoull(option, &end, 10), "--cache-bytes" };
        return (*option >= '0' && *option <= '9' && !*end && !errno && size->bytes > 0) ||
               context_error(context, "--cache-bytes %s: a whole number of bytes above 0 is wanted",
                             option);
    }
    *size = (struct tiling_cache_size){ 0, "not known of this device: see --cache-bytes" };
    if (gpu_info_is_software(info))
        size->source = "a software device shares the caches of its host";
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (known[i].vendor == info->vendor_id && known[i].device == info->device_id)
            *size = (struct tiling_cache_size){ known[i].bytes, known[i].source };
    return true;
}

double tiling_cache_size_state(struct context *context, const struct tiling_cache_size *size,
                               double bytes)
{
    const double rho = size->bytes ? bytes / (double)size->bytes : NAN;
    context_fact_number(context, "cache_bytes", size->bytes ? (double)size->bytes : NAN);
    context_fact_text(context, "cache_source", size->source);
    context_fact_number(context, "rho", rho);
    return rho;
}

/* Technique ------------------------------------------------------------------------------------ */

static const struct bench *const benches[] = {
    &tiling_gather,    &tiling_two_passes, &tiling_atrous, &tiling_disc, &tiling_dense,
    &tiling_pointwise, &tiling_map_alone,  &tiling_matmul, &tiling_rays, NULL,
};

static const struct bench_option options[] = {
    { .name = "cache-bytes",
      .argument = "BYTES",
      .help = "last-level cache that a work-group sees, for the fact rho" },
    { 0 },
};

/* Set-up and reference take less than 0.1 s; the paper's own first. */
static const char *const gate[] = {
    "thread_group_tiling.gather/row_major/width:2560",
    "thread_group_tiling.gather/tiled_x/width:2560/n:16",
    "thread_group_tiling.gather/hilbert/width:2560",
    "thread_group_tiling.disc/row_major/width:2560",
    "thread_group_tiling.disc/tiled_x/width:2560/n:16",
    NULL,
};

/* Four planes, the result, and what it is compared with. */
static double scale_bytes(const struct technique_scale *own, const char *size)
{
    (void)own;
    return 16384 * 48.0 * strtod(size, NULL);
}

static const struct technique_scale scale = {
    .bench = "gather",
    .variant = "tiled_y",
    .axis = "height",
    .sizes = "8,16,32,64,128,256,512,1024,2048,4096,8192,16384,28672",
    .bytes = scale_bytes,
    .fixed = { { "width", "16384" }, { "planes", "4" }, { "n", "16" } }
};

const struct technique tiling_technique = {
    .name = "thread_group_tiling",
    .title = "Launch order of thread groups",
    .alias = "tiling",
    .question = "In which order should the work-groups of a wide 2D kernel run?",
    .paper = "Bavoil: Optimizing Compute Shaders for L2 Locality using Thread-Group ID Swizzling, "
             "2020",
    .benches = benches,
    .gate = gate,
    .scale = &scale,
    .group_s = 0.4,
    .options = options,
    .inspections = tiling_inspections,
    .portrait = "tiling --grid 80x48 --order tiled_x --n 16",
};
