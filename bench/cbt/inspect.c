/* SPDX-License-Identifier: MIT */
#include "bench/cbt/cbt.h"

#include "bench/cbt/tree/tree.h"
#include "harness/image.h"

#include <math.h>

enum { FRAMES_MAX = 256 };

struct request {
    bool reduction; /* sequence R */
    enum sequence_kind kind;
    uint32_t depth;
    bool wanted[FRAMES_MAX];
    uint32_t last; /* the last frame wanted */
};

static bool read_request(struct inspection *inspection, struct request *request)
{
    static const char *const names[] = { "P", "N", "L", "R", NULL };
    int64_t depth = 20;
    size_t sequence = SEQUENCE_P;
    if (!inspection_text(inspection, "sequence"))
        return context_error(&inspection->context, "which sequence? --sequence P, N, L or R");
    if (!inspection_choice(inspection, "sequence", names, &sequence) ||
        !inspection_integer(inspection, "depth", HEAP_DEPTH_MIN, HEAP_DEPTH_MAX, &depth))
        return false;
    request->depth = (uint32_t)depth;
    request->reduction = sequence == SEQUENCE_COUNT;
    if (!request->reduction) {
        request->kind = (enum sequence_kind)sequence;
        int64_t frames[FRAMES_MAX];
        size_t count = 0;
        const uint32_t last = cbt_sequence_frames(request->kind) - 1;
        if (!inspection_integers(inspection, "at", 0, last, frames, FRAMES_MAX, &count))
            return false;
        if (count == 0)
            frames[count++] = last;
        for (size_t i = 0; i < count; i++) {
            const uint32_t frame = (uint32_t)frames[i];
            request->wanted[frame] = true;
            request->last = frame > request->last ? frame : request->last;
        }
        return true;
    }
    if (inspection_text(inspection, "at"))
        return context_error(&inspection->context, "sequence R has one row and no frames: no --at");
    return true;
}

/* The mesh of a tree's leaves, coloured by depth ----------------------------------------------- */

enum { SIDE = 1024, HUES = 12 };

static uint32_t leaf_at(const struct heap *heap, double x, double y)
{
    uint32_t node = x + y < LEB_SIDE ? 2 : 3;
    while (cbt_heap_node_read(heap, node) > 1) {
        const struct leb_triangle t = cbt_leb_node_triangle(node);
        /* The child on the point's side of the line through b and the middle of a-c. */
        const double mx = (t.a.x + t.c.x) / 2.0, my = (t.a.y + t.c.y) / 2.0;
        const double side = (mx - t.b.x) * (y - t.b.y) - (my - t.b.y) * (x - t.b.x);
        const double side_a = (mx - t.b.x) * (t.a.y - t.b.y) - (my - t.b.y) * (t.a.x - t.b.x);
        node = 2 * node + (side * side_a < 0);
    }
    return node;
}

static double distance_to_line(struct leb_point p, struct leb_point q, double x, double y)
{
    const double dx = q.x - p.x, dy = q.y - p.y;
    return fabs(dx * (y - p.y) - dy * (x - p.x)) / hypot(dx, dy);
}

/* Leaves below the size of a pixel have no edges drawn: they would be all there is. */
static void colour(uint32_t leaf, double x, double y, uint8_t rgb[3])
{
    static const uint8_t hues[HUES][3] = {
        { 68, 1, 84 },    { 72, 36, 117 },  { 65, 68, 135 },  { 53, 95, 141 },
        { 42, 120, 142 }, { 33, 145, 140 }, { 34, 168, 132 }, { 68, 191, 112 },
        { 122, 209, 81 }, { 189, 223, 38 }, { 253, 231, 37 }, { 255, 246, 160 },
    };
    enum { DEPTH_OF_PIXELS = 17 };
    const uint32_t depth = cbt_heap_node_depth(leaf);
    const uint8_t *hue = hues[depth < 6 ? 0 : depth - 6 < HUES ? depth - 6 : HUES - 1];
    const double half_pixel = (double)LEB_SIDE / SIDE * 0.6;
    const struct leb_triangle t = cbt_leb_node_triangle(leaf);
    const bool dark = depth < DEPTH_OF_PIXELS && (distance_to_line(t.a, t.b, x, y) < half_pixel ||
                                                  distance_to_line(t.b, t.c, x, y) < half_pixel ||
                                                  distance_to_line(t.c, t.a, x, y) < half_pixel);
    for (int i = 0; i < 3; i++)
        rgb[i] = dark ? hue[i] / 3 : hue[i];
}

/* Rows of frames ------------------------------------------------------------------------------ */

static void state_row(struct inspection *inspection, const struct request *request, uint32_t frame,
                      const struct heap *heap, const uint32_t *leaves, size_t count)
{
    char text[ROW_TEXT_BYTES];
    cbt_row_text(text, cbt_sequence_names[request->kind], frame, heap, leaves, count);
    inspection_line(inspection, "%s", text);
    struct image *picture = frame == request->last ? inspection_picture(inspection) : NULL;
    if (!picture)
        return;
    image_init(picture, SIDE, SIDE);
    for (int64_t row = 0; row < SIDE; row++)
        for (int64_t column = 0; column < SIDE; column++) {
            const double x = ((double)column + 0.5) * LEB_SIDE / SIDE;
            const double y = ((double)(SIDE - 1 - row) + 0.5) * LEB_SIDE / SIDE;
            uint8_t rgb[3];
            colour(leaf_at(heap, x, y), x, y, rgb);
            image_set(picture, column, row, rgb);
        }
}

static bool state_rows(struct inspection *inspection, const struct request *request)
{
    struct reference reference;
    if (!cbt_reference_init(&reference, request->kind, request->depth))
        return context_error(&inspection->context, "not enough memory for a tree of depth %u",
                             request->depth);
    for (uint32_t frame = 0; frame <= request->last; frame++) {
        cbt_reference_step(&reference);
        if (request->wanted[frame])
            state_row(inspection, request, frame, &reference.heap, reference.leaves,
                      reference.leaf_count);
    }
    cbt_reference_finish(&reference);
    return true;
}

/* The row of R -------------------------------------------------------------------------------- */

static bool state_r(struct inspection *inspection, const struct request *request)
{
    struct heap heap;
    char text[ROW_TEXT_BYTES];
    if (!cbt_heap_create(&inspection->context, &heap, request->depth))
        return false;
    for (uint32_t i = 0; i < cbt_heap_bitfield_words(heap.depth); i++)
        heap.words[cbt_heap_bitfield_word(heap.depth) + i] = cbt_sequence_r_word(i);
    cbt_heap_reduce(&heap, NULL);
    cbt_row_text_r(text, &heap);
    inspection_line(inspection, "%s", text);
    return true;
}

/* Inspections --------------------------------------------------------------------------------- */

static bool inspect(struct inspection *inspection)
{
    struct request request = { 0 };
    return read_request(inspection, &request) &&
           (request.reduction ? state_r : state_rows)(inspection, &request);
}

static const struct inspection_option options[] = {
    { "sequence", "P|N|L|R", "point, noise, terrain; R: the reduction of one bit field" },
    { "depth", "D", "greatest depth of the tree, 5 to 30; 20 unless given" },
    { "at", "F,F,...", "rows of these frames; the last one unless given" },
    { 0 },
};

static const struct inspection_option terrain_options[] = {
    { "view", "terrain|wireframe|leaves", "the terrain of cbt.frame, drawn by the device" },
    { "depth", "D", "greatest depth of the tree, 8 to 28; 27 unless given" },
    { "flight", "F", "frame of the flight, 0 to 2047; 700 unless given" },
    { "meshlet", "S", "level of the meshlets, 0 to 6; 2 unless given" },
    { "pixels", "N", "how long edges may be, 2 to 16; 8 unless given" },
    { "height", "N", "lines of the picture, 180 to 1440; 720 unless given" },
    { "heightmap", "FILE", "terrain from a grey picture (PGM or PNG)" },
    { "map", "N", "log2 of the island's heights per side; 11 unless given" },
    { 0 },
};

const struct inspection_kind cbt_inspections[] = {
    { .name = "cbt",
      .summary = "rows of a sequence of trees",
      .options = options,
      .inspect = inspect },
    { .name = "terrain",
      .summary = "the terrain of cbt.frame and the tree over it",
      .options = terrain_options,
      .inspect = cbt_inspect_terrain },
    { 0 },
};
