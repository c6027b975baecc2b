/* SPDX-License-Identifier: MIT */
/*
 * fingerprint.h: what a run was measured on, and of what, in tiers that change for reasons of their
 * own, each with a hash. Pure.
 *
 *   device         the model; of a software device its driver and the width of its subgroups
 *   driver         name and version
 *   unit           which one of the model; of a software device the host's processor
 *   configuration  the host around it: system, kernel, governor, loader
 *   kernels        names and hashes of the SPIR-V
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_BASELINE_FINGERPRINT_H
#define CLAIMCHECK_HARNESS_ANALYSIS_BASELINE_FINGERPRINT_H

#include "harness/base/sha256.h"
#include "harness/record/run/run.h"

enum fingerprint_tier {
    FINGERPRINT_DEVICE,
    FINGERPRINT_DRIVER,
    FINGERPRINT_UNIT,
    FINGERPRINT_CONFIGURATION,
    FINGERPRINT_KERNELS,
    FINGERPRINT_TIERS,
};

enum { FINGERPRINT_FIELDS_MAX = 8, FINGERPRINT_VALUE_BYTES = 160 };

struct fingerprint_field {
    const char *name; /* static storage */
    char value[FINGERPRINT_VALUE_BYTES];
};

struct fingerprint {
    struct {
        char hash[SHA256_TEXT_BYTES];
        struct fingerprint_field fields[FINGERPRINT_FIELDS_MAX]; /* of kernels none: the run has
                                                                    them */
        size_t count;
    } tiers[FINGERPRINT_TIERS];
};

/* "device", "driver", ...; static storage. */
const char *fingerprint_tier_name(enum fingerprint_tier tier);

void fingerprint_make(struct fingerprint *fingerprint, const struct run *run);

bool fingerprint_same(const struct fingerprint *a, const struct fingerprint *b,
                      enum fingerprint_tier tier);

#endif
