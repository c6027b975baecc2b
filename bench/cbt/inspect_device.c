/* SPDX-License-Identifier: MIT */
/* inspect_device.c: rows of sequences, computed on the device. */
#include "bench/cbt/inspect_private.h"

#include "bench/cbt/leaves/device_rows.h"
#include "bench/cbt/picture.h"
#include "bench/cbt/tree/row.h"

#include <stdlib.h>

/* No sequence has more leaves than the bit field has bits, nor, at any depth, than this. */
enum { LEAVES_MAX = 1 << 22 };

static uint32_t leaves_max(uint32_t depth)
{
    return depth < 22 ? 1u << depth : LEAVES_MAX;
}

static struct gpu_scope *open_scope(struct inspection *inspection,
                                    const struct inspect_request *request)
{
    const struct reduction_method *method = request->variant->data;
    if (request->depth < method->depth_min) {
        context_unsupported(&inspection->context, "%s takes trees of depth %u and more, not %u",
                            method->name, method->depth_min, request->depth);
        return NULL;
    }
    return inspection_scope(inspection, method->needs);
}

static bool state_row(struct inspection *inspection, const struct inspect_request *request,
                      struct device_tree *tree, uint32_t frame, struct heap *words)
{
    char message[256], text[ROW_TEXT_BYTES];
    size_t count = 0;
    uint32_t *leaves = cbt_device_tree_leaves(tree, &count, message, sizeof(message));
    if (!leaves)
        return context_mismatch(&inspection->context, "frame %u: %s", frame, message);
    const bool ok =
        cbt_device_tree_read(tree, words) &&
        cbt_layout_expand(tree->update.reduction.method->layout, words) &&
        cbt_row_text(text, cbt_sequence_names[request->kind], frame, words, leaves, count);
    if (ok)
        inspection_line(inspection, "%s", text);
    free(leaves);
    return ok;
}

bool cbt_inspect_device_rows(struct inspection *inspection, const struct inspect_request *request)
{
    struct gpu_scope *scope = open_scope(inspection, request);
    struct device_tree tree;
    struct heap words = { 0 };
    bool ok = scope &&
              cbt_device_tree_init(&tree, request->variant->data, scope, request->depth,
                                   leaves_max(request->depth)) &&
              cbt_heap_init(&words, request->depth);
    for (uint32_t f = 0; ok && f <= request->last; f++) {
        const struct sequence_frame frame = cbt_sequence_frame(request->kind, request->depth, f);
        ok = cbt_device_tree_step(&tree, &frame, sizeof(frame)) &&
             (!request->wanted[f] || state_row(inspection, request, &tree, f, &words));
    }
    struct image *picture = inspection_picture(inspection);
    if (ok && picture)
        ok = cbt_picture_mesh(picture, &words);
    cbt_heap_finish(&words);
    return ok;
}

/* All tiles, for a method that reduces marked ones. */
static struct gpu_buffer *all_marked(struct gpu_scope *scope, uint32_t depth)
{
    const uint32_t tiles = cbt_reduction_tiles(depth);
    uint32_t *marks = calloc(cbt_reduction_marks_words(depth), sizeof(*marks));
    if (!marks)
        return NULL;
    marks[0] = tiles;
    marks[1] = marks[2] = 1;
    for (uint32_t i = 0; i < tiles; i++)
        marks[MARKS_LIST_WORD + i] = i;
    struct gpu_buffer *buffer = gpu_buffer_create(
        scope, &(struct gpu_buffer_params){
                   .name = "marks", .bytes = 4 * cbt_reduction_marks_words(depth), .data = marks });
    free(marks);
    return buffer;
}

static bool reduce_r(struct inspection *inspection, const struct inspect_request *request,
                     struct heap *words)
{
    const struct reduction_method *method = request->variant->data;
    struct gpu_scope *scope = open_scope(inspection, request);
    struct reduction reduction;
    if (!scope || !cbt_heap_init(words, request->depth))
        return false;
    for (uint32_t i = 0; i < cbt_heap_bitfield_words(words->depth); i++)
        words->words[cbt_heap_bitfield_word(words->depth) + i] = cbt_sequence_r_word(i);
    struct gpu_buffer *heap = gpu_buffer_create(
        scope, &(struct gpu_buffer_params){ .name = "heap",
                                            .bytes = 4 * cbt_heap_words(words->depth),
                                            .data = words->words });
    struct gpu_buffer *marks = method->marked ? all_marked(scope, words->depth) : NULL;
    if (!heap || (method->marked && !marks))
        return false;
    cbt_reduction_init(&reduction, method, scope, words->depth, heap, marks);
    struct gpu_commands *commands = gpu_commands_begin(scope);
    cbt_reduction_record(&reduction, commands, UINT32_MAX);
    return gpu_commands_submit(commands) &&
           gpu_buffer_read(heap, 0, words->words, 4 * cbt_heap_words(words->depth)) &&
           cbt_layout_expand(method->layout, words);
}

bool cbt_inspect_device_row_r(struct inspection *inspection, const struct inspect_request *request)
{
    struct heap words = { 0 };
    char text[ROW_TEXT_BYTES];
    const bool ok = reduce_r(inspection, request, &words);
    if (ok) {
        cbt_row_text_r(text, &words);
        inspection_line(inspection, "%s", text);
    }
    cbt_heap_finish(&words);
    return ok;
}
