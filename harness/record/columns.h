/* SPDX-License-Identifier: MIT */
/*
 * columns.h: the cases of a run's text by columns, which pack a fifth smaller. `packed_cases` then
 * stands where `cases` stood, and the rest of the text is as it was:
 *
 *   "packed_cases":{"forms":[
 *   {"name":0,"samples":{"gpu_total_ns":1,"wall_total_ns":2}}
 *   ],
 *   "columns":[
 *   {"member":"name","items":[
 *   "a",
 *   "b"
 *   ]},
 *   {"member":"samples.gpu_total_ns","times":32,"items":[
 *   [10,12],
 *   [9,8]
 *   ]},
 *   {"member":"samples.wall_total_ns","plus":1,"items":[
 *   [40,41],
 *   [38,40]
 *   ]}
 *   ],
 *   "order":[0,0]}
 *
 * `order` has the form of each case. A number in a form stands for the next item of that column. A
 * column with one item has it for every case. The numbers of an array are multiplied by `times`;
 * then those of column `plus` in this case, if they are as many, are added.
 */
#ifndef CLAIMCHECK_HARNESS_RECORD_COLUMNS_H
#define CLAIMCHECK_HARNESS_RECORD_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

/* Greatest `times`, and one more than the greatest number of an array that is multiplied. */
#define COLUMNS_TIMES_MAX 1000000000
#define COLUMNS_NUMBER_END 1000000000000000

/* The text by columns, malloc'ed, which columns_unpack() makes this text of again. NULL where the
 * text is not laid out as results_dump() does it. */
char *columns_pack(const char *text, size_t size, size_t *bytes);

/* True for a text whose cases are in columns. */
bool columns_are(const char *text, size_t size);

/* Makes a text of at most `bytes_max` with its cases, malloc'ed, of one with columns. NULL, or what
 * is wrong; *out is then NULL. */
const char *columns_unpack(const char *text, size_t size, size_t bytes_max, char **out,
                           size_t *out_bytes);

#endif
