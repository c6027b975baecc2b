/* SPDX-License-Identifier: MIT */
/*
 * renderdoc.h: RenderDoc's in-application API, where that program is in this process: put there by
 * `renderdoccmd capture`, or as the Vulkan layer that it installs. It is never loaded from here:
 * one that comes after the instance sees nothing.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_RENDERDOC_H
#define CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_RENDERDOC_H

#include <stdbool.h>
#include <stddef.h>

struct renderdoc;

/* Asks the Vulkan loader for RenderDoc's layer: before the first instance of the process. */
void renderdoc_ask(void);

/* After a device was made. NULL, with a one-line message that says what to do, where it is not in
 * the process or too old. */
struct renderdoc *renderdoc_open(void);
void renderdoc_close(struct renderdoc **renderdoc);

/* All that is submitted from here to the end is captured, into a file beside `path`. */
void renderdoc_begin(struct renderdoc *renderdoc, const char *path);
void renderdoc_end(struct renderdoc *renderdoc);

/* After the end: puts the capture to `path`, which is replaced. False with a one-line message when
 * there is none, or it cannot be put there. */
bool renderdoc_take(struct renderdoc *renderdoc, const char *path);

#endif
