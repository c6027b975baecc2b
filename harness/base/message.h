/* SPDX-License-Identifier: MIT */
/* message.h: one-line messages, on stderr but for the last. */
#ifndef CLAIMCHECK_HARNESS_BASE_MESSAGE_H
#define CLAIMCHECK_HARNESS_BASE_MESSAGE_H

#include <stdbool.h>

enum { MESSAGE_BYTES = 1024 };

/* "claimcheck: ..."; returns EXIT_CODE_UNTRIED. */
int message_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* message_error(), and false. */
bool message_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* "claimcheck: warning: ..." */
void message_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints a note without changes. */
void message_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Whether somebody is at a terminal; and whether he says yes. */
bool message_can_ask(void);
bool message_ask(const char *question);

/* "wrote PATH" on standard output. */
void message_wrote(const char *path);

#endif
