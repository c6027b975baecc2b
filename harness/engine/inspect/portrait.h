/* SPDX-License-Identifier: MIT */
/* portrait.h: the picture that stands for a technique, which `inspect` draws of its words, too. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_INSPECT_PORTRAIT_H
#define CLAIMCHECK_HARNESS_ENGINE_INSPECT_PORTRAIT_H

#include "harness/bench.h"
#include "harness/engine/measure/measure.h"
#include "harness/image.h"

/* Draws by technique->portrait, which is there. Trouble comes with a one-line message; the image is
 * then empty. */
enum context_trouble portrait_draw(const struct technique *technique, struct image *image);

#endif
