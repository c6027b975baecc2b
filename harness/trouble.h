/* SPDX-License-Identifier: MIT */
/*
 * trouble.h: the last error of a thread: one line, which names the thing and the remedy. Whoever
 * sees it writes it; a function that ends "with a message" has left it here. It stays until the
 * thread's next trouble.
 */
#ifndef CLAIMCHECK_HARNESS_TROUBLE_H
#define CLAIMCHECK_HARNESS_TROUBLE_H

#include <stdbool.h>
#include <stddef.h>

enum { TROUBLE_BYTES = 4096 };

/* Sets the text, and is false. Its arguments may be parts of the text that it replaces:
 * trouble("'%s': %s", path, trouble_text()). */
bool trouble(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The text, "" where there was none since the last trouble_clear(). */
const char *trouble_text(void);
void trouble_clear(void);

/* The border to the engine and to benches, which carry a message of their own with each case: the
 * text as TROUBLE_BYTES that they may fill, and a copy of it for them, which is false. */
char *trouble_buffer(void);
bool trouble_give(char *message, size_t message_bytes);

#endif
