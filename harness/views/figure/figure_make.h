/* SPDX-License-Identifier: MIT */
/* figure_make.h: how figures come to be; for the files of figure/ alone. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_FIGURE_FIGURE_MAKE_H
#define CLAIMCHECK_HARNESS_VIEWS_FIGURE_FIGURE_MAKE_H

#include "harness/views/figure/figure.h"

/* Who draws. */
struct figure_maker {
    const struct figure_source *source;
    figure_draw *draw;
    void *user;
    const struct published *paper; /* whose plot it is; NULL: none's */
};

/* Each draws nothing where no run has a case of it. */
void figure_sweep_make(const struct figure_maker *maker, const struct published_plot *sweep);
void figure_rows_make(const struct figure_maker *maker, const struct published_plot *rows);
void figure_ceilings_make(const struct figure_maker *maker); /* of all devices */

/* figure_stamp() of the devices. */
const char *figure_source_stamp(const struct figure_source *source);

/* Returns y of a case's point and the ends of its interval; NAN where it has none. The measure is
 * that of a row; NULL where the quantity has none. */
struct figure_point figure_quantity_of(const struct run_latest_case *it,
                                       enum published_plotted quantity,
                                       const struct published_measure *measure);

/* The axis that it stands on. */
struct figure_axis figure_quantity_axis(enum published_plotted quantity);

#endif
