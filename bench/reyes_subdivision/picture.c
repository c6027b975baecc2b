/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/reyes.h"

#include "bench/reyes_subdivision/batches.h"
#include "harness/image.h"

#include <stdlib.h>

static const uint32_t background = 0xff202020;

static void draw_range(struct frame *frame, const struct reyes_workload *workload,
                       struct range range, uint32_t colour)
{
    const struct view *view = &workload->view;
    reyes_frame_draw(frame, view, &workload->scene.patches[range.patch], range,
                     reyes_frame_dice((uint32_t)view->limit), colour);
}

static bool to_image(const struct frame *frame, struct image *image)
{
    if (!image_init(image, frame->width, frame->height))
        return false;
    for (uint32_t y = 0; y < frame->height; y++) {
        for (uint32_t x = 0; x < frame->width; x++) {
            uint32_t colour = frame->colours[(size_t)y * frame->width + x];
            if (colour == FRAME_NOTHING)
                colour = background;
            const uint8_t rgb[3] = { (uint8_t)(colour >> 16), (uint8_t)(colour >> 8),
                                     (uint8_t)colour };
            image_set(image, x, y, rgb);
        }
    }
    return true;
}

static bool frame_of(const struct reyes_workload *workload, struct frame *frame)
{
    return reyes_frame_init(frame, (uint32_t)workload->view.width, (uint32_t)workload->view.height);
}

bool reyes_picture_draw_shaded(const struct reyes_workload *workload, struct image *image)
{
    const struct range_list *drawn = &workload->reference.drawn;
    struct frame frame;
    if (!frame_of(workload, &frame))
        return false;
    for (size_t i = 0; i < drawn->count; i++)
        draw_range(&frame, workload, drawn->ranges[i], FRAME_NOTHING);
    const bool good = to_image(&frame, image);
    reyes_frame_finish(&frame);
    return good;
}

bool reyes_picture_draw_iterations(const struct reyes_workload *workload, uint64_t batch,
                                   struct image *image)
{
    const struct batches_params params = { .batch = batch,
                                           .noninterleaved = workload->noninterleaved };
    struct range_list drawn;
    uint64_t *ends, iterations, i = 0;
    struct frame frame;
    bool good = reyes_batches_subdivide(&workload->view, workload->scene.patches,
                                        workload->scene.count, &params, &drawn, &ends, &iterations);
    if (good && frame_of(workload, &frame)) {
        for (uint64_t iteration = 0; iteration < iterations; iteration++)
            for (; i < ends[iteration]; i++)
                draw_range(&frame, workload, drawn.ranges[i],
                           reyes_frame_palette((uint32_t)iteration));
        good = to_image(&frame, image);
        reyes_frame_finish(&frame);
    } else {
        good = false;
    }
    reyes_range_list_finish(&drawn);
    free(ends);
    return good;
}
