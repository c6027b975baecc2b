/* SPDX-License-Identifier: MIT */
/* environment.h: variables of the environment, for this process and those that it starts. */
#ifndef CLAIMCHECK_HARNESS_OS_ENVIRONMENT_H
#define CLAIMCHECK_HARNESS_OS_ENVIRONMENT_H

#include <stddef.h>

/* Sets it; NULL takes it away. */
void os_environment_set(const char *name, const char *value);

/* All of them, "NAME=value", NULL-terminated; the system's. */
char **os_environment(void);

/*
 * Splits a list into words as a shell does, with its variables and quotes; runs no command. Each is
 * malloc'ed, as is their array, which has room for so many more and ends with NULL. NULL, and why,
 * where that cannot be done, or there is none.
 */
char **os_environment_words(const char *list, size_t more, size_t *count, const char **why);

#endif
