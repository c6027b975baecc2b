/* SPDX-License-Identifier: MIT */
/*
 * frame.h: the rest of the Reyes pipeline, on the host: drawn ranges are diced into micropolygons,
 * shaded and sampled. The picture's reference; kernels/reyes_subdivision/dice.comp, shade.comp and
 * sample.comp do the same.
 *
 * A range becomes dice x dice micropolygons, quadrilaterals with one colour and one depth each, the
 * mean of their corners' distances. A pixel takes the nearest micropolygon over its middle; of
 * equally near ones the lowest colour. Those with a corner nearer than `near` are left out.
 */
#ifndef CLAIMCHECK_BENCH_REYES_SUBDIVISION_FRAME_H
#define CLAIMCHECK_BENCH_REYES_SUBDIVISION_FRAME_H

#include "bench/reyes_subdivision/bound.h"

enum { FRAME_DICE_MAX = 32 };

/* Depth and colour where there is no micropolygon. Colours are 0xffRRGGBB. */
#define FRAME_NOTHING UINT32_MAX

struct frame {
    uint32_t width, height;
    uint32_t *depths;  /* bits of the distance, rows from the top */
    uint32_t *colours; /* likewise */
};

/* Micropolygons per side of a range that is at most `limit` pixels long: about a pixel each. */
uint32_t reyes_frame_dice(uint32_t limit);

/* Everything FRAME_NOTHING. False when memory runs out. */
bool reyes_frame_init(struct frame *frame, uint32_t width, uint32_t height);
void reyes_frame_finish(struct frame *frame); /* accepts NULL */

/* Draws a range; `colour` replaces the shaded one unless it is FRAME_NOTHING. */
void reyes_frame_draw(struct frame *frame, const struct view *view, const struct bound_patch *patch,
                      struct range range, uint32_t dice, uint32_t colour);

/* Takes what is nearer in the other picture, of the same size: the order does not matter. */
void reyes_frame_merge(struct frame *frame, const struct frame *other);

/*
 * Pixels of which one picture has a micropolygon and the other has not, or whose colours differ by
 * more than 2 of 255.
 */
uint64_t reyes_frame_differences(const uint32_t *colours, const uint32_t *other, uint64_t pixels);

/* A colour per number, told apart from its neighbours. */
uint32_t reyes_frame_palette(uint32_t number);

#endif
