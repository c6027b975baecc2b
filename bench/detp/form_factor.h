/* SPDX-License-Identifier: MIT */
/* form_factor.h: what a rectangle of light does to a point below it, in closed form. */
#ifndef CLAIMCHECK_BENCH_DETP_FORM_FACTOR_H
#define CLAIMCHECK_BENCH_DETP_FORM_FACTOR_H

/*
 * A rectangle at `height` above a point, parallel to its surface, reaches from low[] to high[] of
 * it along two axes, measured from the point: the part of what leaves the point by the cosine that
 * arrives at the rectangle. Times pi and the rectangle's radiance it is the point's irradiance.
 */
double detp_form_factor(const double low[2], const double high[2], double height);

#endif
