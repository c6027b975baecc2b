/* SPDX-License-Identifier: MIT */
/* source_watch.h: whether shaders of the user's, or what they include of the user's, were saved. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SHADERS_SOURCE_WATCH_H
#define CLAIMCHECK_HARNESS_ENGINE_SHADERS_SOURCE_WATCH_H

#include <stdbool.h>
#include <stddef.h>

struct source_watch; /* what the files were when it was made */

/*
 * The files, and all that they include by name, as far as it lies where compiler.h looks for it
 * beside them; a place where nothing lies yet counts, too.
 */
struct source_watch *source_watch_create(const char *const *paths, size_t count);
void source_watch_destroy(struct source_watch **watch);

/* One of them is another file now, also where an editor has put a new one in its place, was written
 * to, has come or gone. */
bool source_watch_changed(const struct source_watch *watch);

/* The path of each file, be it there or not; NULL behind the last. */
const char *source_watch_path(const struct source_watch *watch, size_t index);

/* All of the files that were named are there. */
bool source_watch_whole(const struct source_watch *watch);

#endif
