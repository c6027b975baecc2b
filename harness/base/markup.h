/* SPDX-License-Identifier: MIT */
/*
 * markup.h: text within a document of marks, HTML or SVG. What is of a file must stay text there:
 * no mark, no entity, no end of an attribute, and nothing that turns the writing of its neighbours.
 */
#ifndef CLAIMCHECK_HARNESS_BASE_MARKUP_H
#define CLAIMCHECK_HARNESS_BASE_MARKUP_H

#include <stdint.h>
#include <stdio.h>

/* The character at *text, which then points behind it: U+FFFD in place of a byte that is no UTF-8,
 * of a control character, and of one that changes the direction of writing. 0 at the end. */
uint32_t markup_next(const char **text);

/* Write text for content and for quoted attributes of either kind, in UTF-8. */
void markup_put(FILE *out, uint32_t character);
void markup_text(FILE *out, const char *text);

/* In UTF-8, as it stands. */
void markup_put_plain(FILE *out, uint32_t character);

#endif
