/* SPDX-License-Identifier: MIT */
/* terminal.h: what text for people is written to. */
#ifndef CLAIMCHECK_HARNESS_BASE_TERMINAL_H
#define CLAIMCHECK_HARNESS_BASE_TERMINAL_H

#include "harness/os/console.h"

#include <stdbool.h>

enum { TERMINAL_COLUMNS = 80 };

/* Returns the columns of the descriptor's terminal. The fallbacks are COLUMNS of the environment,
 * then TERMINAL_COLUMNS. At least 1. */
unsigned terminal_columns(int fd);

/* True for a terminal that understands more than text: TERM is not dumb. */
bool terminal_moves(int fd);

/* True when colours are wanted: never with NO_COLOR, always with CLICOLOR_FORCE unless that is 0,
 * else where the descriptor is a terminal that is not dumb. A variable that is empty is not set. */
bool terminal_colours(int fd);

#endif
