/* SPDX-License-Identifier: MIT */
/* shared.h: memory that processes share, without a name. */
#ifndef CLAIMCHECK_HARNESS_OS_SHARED_H
#define CLAIMCHECK_HARNESS_OS_SHARED_H

#include <stddef.h>

/* Memory, all zero. The descriptor is for process_plan.descriptors, is closed on exec, and the
 * caller closes it by os_shared_forget(). NULL, with errno, when there is none. */
void *os_shared_create(size_t bytes, int *descriptor);

/* The memory behind a descriptor; NULL when it is none of that size, such as a file with a name. */
void *os_shared_attach(int descriptor, size_t bytes);

void os_shared_forget(int descriptor);

/* Accepts NULL. */
void os_shared_destroy(void *memory, size_t bytes);

#endif
