/* SPDX-License-Identifier: MIT */
/* box.h: the box of rays and centres, as octrees divide it. */
#ifndef CLAIMCHECK_BENCH_DETP_BOX_H
#define CLAIMCHECK_BENCH_DETP_BOX_H

#include "bench/detp/input.h"

struct detp_box {
    float lower[3];
    double extent[3]; /* a flat box is given some height */
    double diagonal;
    float pad;   /* by which parts of it are grown, so that all hits on discs with their centre in
                    one lie in it: the radius, and room for rounding */
    float t_pad; /* room for rounding in t */
};

void detp_box_init(struct detp_box *box, const struct detp_input *input);

#endif
