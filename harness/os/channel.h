/* SPDX-License-Identifier: MIT */
/* channel.h: what processes say to each other. Descriptors, closed on exec unless a process_plan
 * hands them on. */
#ifndef CLAIMCHECK_HARNESS_OS_CHANNEL_H
#define CLAIMCHECK_HARNESS_OS_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* ends[0] reads what ends[1] writes. Returns 0 or an errno. */
int os_channel_pipe(int ends[2]);

/* Both ends read and write. Returns 0 or an errno. */
int os_channel_pair(int ends[2]);

/* True for an end of os_channel_pair(). */
bool os_channel_is_pair(int end);

/* Keeps an inherited end from the processes that this one starts. */
void os_channel_keep(int end);

/* Whether something can be read, or the end has come, after at most so long. */
bool os_channel_wait(int end, int wait_ms);

/* Reads as many bytes as there are, one at least; 0 at the end, or after an error. Goes on after a
 * signal. */
size_t os_channel_read(int end, void *bytes, size_t most);

/* Nothing more is said, in either direction. */
void os_channel_shut(int end);

void os_channel_close(int end);

/* A stream that owns the end, by fopen()'s mode; NULL with errno, and the end is open still. */
FILE *os_channel_stream(int end, const char *mode);

#endif
