/* SPDX-License-Identifier: MIT */
/*
 * gate_limits.h: what a file says of single rows: thresholds of their own; rows in quarantine,
 * which are measured and told, and never fail; counters that were changed on purpose.
 * results/thresholds.schema.json has the format.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_GATE_GATE_LIMITS_H
#define CLAIMCHECK_HARNESS_ANALYSIS_GATE_GATE_LIMITS_H

#include "harness/analysis/gate/gate_rows.h"

#include <jansson.h>
#include <regex.h>

/* Range of a threshold, as a share. */
extern const double gate_limits_theta_min, gate_limits_theta_max;

struct gate_limit {
    const char *name;   /* of the case; "": of those that the expression matches */
    const char *text;   /* the expression */
    const char *device; /* on that one alone; "": on any */
    const char *reason;
    const char *until; /* the last day it counts, "2027-01-31"; "": no last one */
    regex_t expression;
    double theta; /* NAN: it is in quarantine */
    double least; /* measured: the least that somebody may ask for, who then gets that; NAN: he
                        may ask for no less than theta, and gets theta */
    bool expression_made, expired;
};

/* A counter that may change so, and no otherwise. */
struct gate_acceptance {
    struct gate_limit of; /* the rows, and why; its theta is NAN */
    const char *counter;  /* as in struct gate_counter, and likewise: */
    const char *from, *to;
};

struct gate_limits {
    struct gate_limit *list;
    size_t count;
    struct gate_acceptance *accepted;
    size_t accepted_count;
    struct arena arena;
};

/* today: as `until`, in UTC. `path` is what messages call it. False with a one-line message;
 * gate_limits_finish() is due either way. */
bool gate_limits_read(struct gate_limits *limits, const json_t *document, const char *path,
                      const char *today, char *message, size_t message_bytes);
void gate_limits_finish(struct gate_limits *limits);

/*
 * Gives each row the first threshold that is for it, and the first quarantine; what has expired
 * counts for nothing. To be done before any row has been looked at. theta: that somebody asked for;
 * 0: nobody did. False with a one-line message where that is tighter than a row's own, or the row's
 * threshold than the largest `least` of all that are for it. The limits outlive the rows.
 */
bool gate_limits_apply(const struct gate_limits *limits, struct gate_rows *rows, const char *device,
                       double theta, char message[GATE_ROWS_MESSAGE_BYTES]);

/* False where the entry is for this day and device, and no row of the session fits it. */
bool gate_limit_fits(const struct gate_limit *limit, const struct gate_rows *rows,
                     const char *device);

/* Marks those counters of a case that are accepted, each by the first entry that is for it; before
 * they are judged. The limits outlive them. */
void gate_limits_accept(const struct gate_limits *limits, const char *name, const char *device,
                        struct gate_counters *counters);

#endif
