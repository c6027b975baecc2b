/* SPDX-License-Identifier: MIT */
/* run_file.h: run files, their journals and traces as JSON, plain or packed by gzip or xz. */
#ifndef CLAIMCHECK_HARNESS_RECORD_RUN_RUN_FILE_H
#define CLAIMCHECK_HARNESS_RECORD_RUN_RUN_FILE_H

#include "harness/base/disk.h"
#include "harness/base/message.h"

#include <jansson.h>
#include <stddef.h>

struct run;

/* A file that is larger, as it is or unpacked, is not read. */
#define RUN_FILE_BYTES_MAX ((size_t)DISK_LOAD_BYTES_MAX)

/* Nor is one that has more in session.paths, as a journal may: each is looked for in every text. */
enum { RUN_FILE_PATHS_MAX = 1024 };

/* Length of a run file's name or path without its ending, .json, .json.gz or .json.xz; the whole
 * length where it has none of them. */
size_t run_file_stem_bytes(const char *name);

/*
 * The document in a file; a journal becomes the document that it was to be, without a last line
 * that was cut short, and without paths (record/paths.h). What the file is shows by its first
 * bytes, not by its name. Nothing is said of what the JSON holds;
 * a check sum that was looked at, and holds, is no member of it. NULL with a one-line message that
 * names the path, the line and what is wrong.
 */
json_t *run_file_json(const char *path);

/* Parses the bytes of a file, which messages call `path`. */
json_t *run_file_parse(const char *text, size_t size, const char *path);

/* Loads several run files, some at a time: of each path what run_load() gives, and its message. */
void run_load_all(const char *const *paths, size_t count, struct run **runs,
                  char (*messages)[MESSAGE_BYTES]);

#endif
