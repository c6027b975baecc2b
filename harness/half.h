/* SPDX-License-Identifier: MIT */
/* half.h: numbers of 16 bits, binary16 of IEEE 754, as texels hold them. */
#ifndef CLAIMCHECK_HARNESS_HALF_H
#define CLAIMCHECK_HARNESS_HALF_H

#include <stdint.h>

/* The bits of the nearest half, ties to even; beyond the largest, infinity. A NaN stays one. */
uint16_t half_from_float(float value);

/* Exact. */
float half_to_float(uint16_t half);

/* The nearest half that every device takes as it is: values below the least normal one, 2^-14, are
 * 0, those beyond 65504 are that, with their sign. */
float half_round(float value);

#endif
