/* SPDX-License-Identifier: MIT */
/*
 * ceilings_kept.h: ceilings that a run has measured, kept for a day for the next runs on the same
 * device, in $XDG_CACHE_HOME/claimcheck or ~/.cache/claimcheck. Where there is no such place, or it
 * cannot be written to, none are kept, which is no error.
 *
 * They are taken for the same program (to the byte), profile, device, driver, host and environment
 * (as run files have it), by runs that have not asked for ceilings by name, nor for fixed samples,
 * validation or --ceilings fresh; they are left by the same runs, unless kernels of the user's ran
 * beside those of ceilings.
 * A file that is not whole, of something else, or old, is measured over.
 */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_CEILINGS_KEPT_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_CEILINGS_KEPT_H

#include "harness/cli/session/run_request.h"
#include "harness/record/run/run.h"

enum { CEILINGS_KEPT_S = 24 * 60 * 60 };

/* A run that takes them. */
struct ceilings_kept {
    struct run_request request; /* that leaves ceilings out; what it points to is the caller's */
    struct plan plan;           /* without them */
    json_t *json;               /* `ceilings` of the run file, with `cached` and `measured`; NULL
                                   where the request wants no others, and there are none */
};

/*
 * True where there are some for this run, or it wants none but those: to be finished. False where
 * they are to be measured, if the request is for any; why what is there is not taken is said, where
 * the request is verbose.
 */
bool ceilings_kept_take(struct ceilings_kept *kept, const struct run_request *request,
                        const struct technique *const *techniques, const struct gpu_info *device);
void ceilings_kept_finish(struct ceilings_kept *kept);

/* Leaves those of a run that is over to the next ones, if it has measured its own: all of them, and
 * none by throttled samples for want of others. */
void ceilings_kept_leave(const struct run_request *request, const struct plan *plan,
                         const struct gpu_info *device, const struct run *run);

#endif
