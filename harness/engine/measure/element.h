/* SPDX-License-Identifier: MIT */
/* element.h: one element that came, held against the one that is wanted. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_MEASURE_ELEMENT_H
#define CLAIMCHECK_HARNESS_ENGINE_MEASURE_ELEMENT_H

#include "harness/context.h"

/* Differences of the numbers of elements. Those that are not finite do not count. */
struct element_sum {
    double greatest, squares;
};

/* Says whether each number of an element that is not the same bit by bit is right, and adds the
 * differences. */
bool element_is_right(const struct context_element *element, const uint8_t *came,
                      const uint8_t *wanted, struct element_sum *sum);

/* A number of that many bytes, sign and all; of CONTEXT_FLOAT its value as a double. */
double element_real(const uint8_t *number, uint32_t bytes);
uint64_t element_whole(const uint8_t *number, uint32_t bytes, bool is_signed);

#endif
