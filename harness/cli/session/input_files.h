/* SPDX-License-Identifier: MIT */
/*
 * input_files.h: files that a run was given besides kernels: by options of techniques and by
 * --published. What they hold is part of what is measured; kernels are compared as SPIR-V, see
 * shaders/kernel.h.
 */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_INPUT_FILES_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_INPUT_FILES_H

#include "harness/base/file_stamp.h"
#include "harness/cli/session/run_request.h"

#include <jansson.h>

/* Array of {option, file, sha256}, files by their last name; values that lead to no file that can
 * be read are left out. A new reference. */
json_t *input_files_json(const struct run_request *request);

/* True when such an array says the same of these files as they are now, or is none: an older
 * claimcheck kept none. Otherwise a one-line message. */
bool input_files_same(const struct run_request *request, const json_t *list);

/* Stamps of the files when they were last seen to be the same; zero at the start. */
struct input_stamps {
    struct file_stamp *files;
    size_t count;
};

/* Compares as input_files_same(), which it calls only where a stamp has changed. */
bool input_files_still(struct input_stamps *stamps, const struct run_request *request,
                       const json_t *list);

void input_stamps_finish(struct input_stamps *stamps);

#endif
