/* SPDX-License-Identifier: MIT */
/*
 * paths.h: run files without paths of the machine: of a file that was named, its last name stays.
 *
 * A journal keeps the arguments as they were given, since --resume needs them, and beside them in
 * session.paths those files that the arguments name, in session.folder where they were given, in
 * session.argument_bytes what is no text, and in session.device_identity which of several devices
 * it was. The run file has none of that.
 */
#ifndef CLAIMCHECK_HARNESS_RECORD_PATHS_H
#define CLAIMCHECK_HARNESS_RECORD_PATHS_H

#include <jansson.h>

/*
 * Takes what is a journal's alone out of a run document, and context.host, which files of before
 * 2.0 had. In arguments, reasons and facts the last name of each path takes its place; in reasons
 * and facts that of any other absolute path, too.
 */
void paths_strip(json_t *document);

/* A text in which absolute paths are their last names, as reasons are in a run document. New
 * reference. */
json_t *paths_strip_text(const char *text);

/* The value of an environment variable: words between ':', ';', ',' and '=' lose what is before
 * their last '/'. New reference. */
json_t *paths_strip_value(const char *value);

#endif
