/* SPDX-License-Identifier: MIT */
#include "bench/cbt/inspect_private.h"

#include "bench/cbt/frame_inspect.h"
#include "bench/cbt/picture.h"
#include "bench/cbt/sum_reduction.h"
#include "bench/cbt/tree/reference.h"
#include "bench/cbt/tree/row.h"

static const struct inspection_option options[] = {
    { "sequence", "P|N|L|R", "point, noise, terrain; R: the reduction of one bit field" },
    { "depth", "D", "greatest depth of the tree, 5 to 30; 20 unless given" },
    { "variant", "VARIANT", "computed on the device by this variant of cbt.sum_reduction" },
    { "at", "F,F,...", "rows of these frames; the last one unless given" },
    FRAME_INSPECT_OPTIONS,
    { 0 },
};

static bool read_frames(struct inspection *inspection, struct inspect_request *request)
{
    int64_t frames[INSPECT_FRAMES_MAX];
    size_t count = 0;
    const uint32_t last = cbt_sequence_frames(request->kind) - 1;
    if (!inspection_integers(inspection, "at", 0, last, frames, INSPECT_FRAMES_MAX, &count))
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

static bool read_request(struct inspection *inspection, struct inspect_request *request)
{
    static const char *const names[] = { "P", "N", "L", "R", NULL };
    int64_t depth = 20;
    size_t sequence = SEQUENCE_P;
    if (!inspection_text(inspection, "sequence"))
        return context_error(&inspection->context, "which sequence? --sequence P, N, L or R");
    if (!inspection_choice(inspection, "sequence", names, &sequence) ||
        !inspection_integer(inspection, "depth", HEAP_DEPTH_MIN, HEAP_DEPTH_MAX, &depth) ||
        !inspection_variant(inspection, "variant", &cbt_sum_reduction, &request->variant))
        return false;
    request->depth = (uint32_t)depth;
    request->reduction = sequence == SEQUENCE_COUNT;
    if (!request->reduction) {
        request->kind = (enum sequence_kind)sequence;
        return read_frames(inspection, request);
    }
    if (inspection_text(inspection, "at"))
        return context_error(&inspection->context, "sequence R has one row and no frames: no --at");
    return true;
}

static bool no_memory(struct inspection *inspection, const struct inspect_request *request)
{
    return context_error(&inspection->context, "no memory is left for a tree of depth %u",
                         request->depth);
}

static bool state_r(struct inspection *inspection, const struct inspect_request *request)
{
    struct heap heap;
    char text[ROW_TEXT_BYTES];
    if (!cbt_heap_init(&heap, request->depth))
        return no_memory(inspection, request);
    for (uint32_t i = 0; i < cbt_heap_bitfield_words(heap.depth); i++)
        heap.words[cbt_heap_bitfield_word(heap.depth) + i] = cbt_sequence_r_word(i);
    cbt_heap_reduce(&heap);
    cbt_row_text_r(text, &heap);
    inspection_line(inspection, "%s", text);
    cbt_heap_finish(&heap);
    return true;
}

static bool state_rows(struct inspection *inspection, const struct inspect_request *request)
{
    struct reference reference;
    char text[ROW_TEXT_BYTES];
    bool ok = cbt_reference_init(&reference, request->kind, request->depth);
    for (uint32_t frame = 0; ok && frame <= request->last; frame++) {
        ok = cbt_reference_step(&reference);
        if (!ok || !request->wanted[frame])
            continue;
        ok = cbt_row_text(text, cbt_sequence_names[request->kind], frame, &reference.heap,
                          reference.leaves, reference.leaf_count);
        inspection_line(inspection, "%s", text);
    }
    struct image *picture = inspection_picture(inspection);
    if (ok && picture)
        ok = cbt_picture_mesh(picture, &reference.heap);
    cbt_reference_finish(&reference);
    return ok || no_memory(inspection, request);
}

static bool cbt_inspect(struct inspection *inspection)
{
    struct inspect_request request = { 0 };
    if (inspection_text(inspection, "view"))
        return cbt_frame_inspect(inspection);
    if (!read_request(inspection, &request))
        return false;
    if (request.variant)
        return request.reduction ? cbt_inspect_device_row_r(inspection, &request)
                                 : cbt_inspect_device_rows(inspection, &request);
    return request.reduction ? state_r(inspection, &request) : state_rows(inspection, &request);
}

const struct inspection_kind cbt_inspections[] = {
    { .name = "cbt",
      .summary = "rows of a sequence of trees, or the terrain over one",
      .options = options,
      .inspect = cbt_inspect },
    { 0 },
};
