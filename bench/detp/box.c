/* SPDX-License-Identifier: MIT */
#include "bench/detp/detp.h"

#include <math.h>

/* Shares of the diagonal: some hundred times the rounding of positions and t. */
static const double SLACK = 1e-5, HEIGHT = 1e-3;

void detp_box_init(struct detp_box *box, const struct detp_input *input)
{
    double largest = 0, squares = 0;
    for (int k = 0; k < 3; k++)
        largest = fmax(largest, (double)input->upper[k] - input->lower[k]);
    for (int k = 0; k < 3; k++) {
        const double least = largest > 0 ? HEIGHT * largest : 1;
        box->lower[k] = input->lower[k];
        box->extent[k] = fmax((double)input->upper[k] - input->lower[k], least);
        squares += box->extent[k] * box->extent[k];
    }
    box->diagonal = sqrt(squares);
    box->t_pad = (float)(SLACK * box->diagonal);
    box->pad = (float)(input->discs.radius * (1 + SLACK) + SLACK * box->diagonal);
}
