/* SPDX-License-Identifier: MIT */
/* library.h: shared libraries, loaded at run time. */
#ifndef CLAIMCHECK_HARNESS_OS_LIBRARY_H
#define CLAIMCHECK_HARNESS_OS_LIBRARY_H

#include <stdbool.h>

/* Loads one by its path, or by its name where the system has libraries. NULL where it is not to be
 * had. */
void *os_library_open(const char *name);

/* What the system said of the last library or symbol that it did not give, of any thread's: one
 * line; "" for nothing. Until the next call. */
const char *os_library_error(void);

/* Opens a library of the folder "lib" beside the executable. global: later libraries find its
 * symbols. */
void *os_library_open_beside(const char *name, bool global);

/* One that this process has loaded already; NULL. */
void *os_library_find(const char *name);

/* Writes the address of a function to the pointer behind `function`. False where there is none. */
bool os_library_symbol(void *library, const char *name, void *function);

void os_library_close(void *library);

#endif
