/* SPDX-License-Identifier: MIT */
/* table_cell.h: text of a table, cell by cell. */
#ifndef CLAIMCHECK_HARNESS_SHOW_TABLE_CELL_H
#define CLAIMCHECK_HARNESS_SHOW_TABLE_CELL_H

#include "harness/run/run_case.h"

enum { TABLE_CELL_BYTES = 640 };

/* Columns that a terminal needs: code points, of which UTF-8 has one per byte that starts one. */
size_t table_cell_width(const char *text);

/* Appends, behind the separator where the cell is not empty. What does not fit is cut off. */
void table_cell_add(char cell[TABLE_CELL_BYTES], const char *separator, const char *text);

/* Escape sequences and line ends in a document must not reach the terminal. */
void table_cell_clean(char *cell);

/* What a case is called beside others of its workload: its variant, the axes of its name that the
 * workload's name does not hold, and the cache mode unless it is hot. */
void table_cell_label(char cell[TABLE_CELL_BYTES], const struct run_case *c);

#endif
