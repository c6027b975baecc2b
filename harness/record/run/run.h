/* SPDX-License-Identifier: MIT */
/*
 * run.h: a run file as structs, read once and checked once, before anything is computed from it.
 * Whoever reads a run reads these; harness/record/ alone writes the file. What texts and numbers
 * are where the file has none, run_case.h says.
 *
 * Checked: the version, types of all that is read, names that must be there and be unique, words
 * of closed lists, arrays of samples of one length, counts of at least 1, times above 0. Keys that
 * are not known are ignored. A run that breaks a rule is not read at all: one line says which file,
 * which case and what is wrong.
 */
#ifndef CLAIMCHECK_HARNESS_RECORD_RUN_RUN_H
#define CLAIMCHECK_HARNESS_RECORD_RUN_RUN_H

#include "harness/base/arena.h"
#include "harness/record/run/run_case.h"
#include "harness/record/run/run_session.h"

#include <jansson.h>

/* The program that measured. */
struct run_tool {
    const char *name, *version, *commit;
    bool optimized, slow; /* slow: built without optimisation, or with sanitizers; else not said */
};

/* The CPU, as any user may read it. */
struct run_processor {
    const char *model, *vendor, *revision, *microcode;
    const char *governor;            /* of its clock */
    double cpus, cores, usable_cpus; /* usable: by the process */
    double quota_cpus;               /* by its control group, at once; 0: without a limit */
    double base_hz, max_hz;
    struct run_cpu_cache {
        double level, bytes, shared_by;
    } * caches;
    const char *const *features;
    size_t cache_count, feature_count;
};

struct run_variable {
    const char *name, *value;
};

/* Where it was measured. */
struct run_context {
    const char *os, *kernel, *architecture, *cpu, *loader;
    const char *host_hash; /* "" where there is none; of one host or of two it proves nothing */
    double cores, load_average;
    struct run_processor processor;
    struct run_variable *environment; /* what is set of drivers' and our own */
    size_t variable_count;
    const char *fault;                /* that was planted: CLAIMCHECK_FAULT */
    const char *layers;               /* of Vulkan, that the environment asked for; "" for none */
    const char *const *active_layers; /* of Vulkan, that were between this program and the driver */
    size_t active_layer_count;
};

struct run_device {
    const char *name, *kind, *uuid, *driver_uuid, *driver_name, *driver_info, *api_version;
    double vendor_id, device_id, driver_version, subgroup_size, multiprocessors;
    double timestamp_bits, timestamp_period_ns;
    const char *const *features;
    size_t feature_count;
    const char *group_count_max, *group_size_max; /* arrays, as JSON; NULL */
    double group_invocations_max, shared_bytes_max, storage_buffers_max, storage_buffer_bytes_max;
    double memory_bytes;
    bool software;
};

/* A fact of a workload: a text, a number, or a series of numbers; the others are "", NAN, 0. */
struct run_fact {
    const char *name, *text;
    double number;
    const double *series;
    size_t series_count;
    const char *json; /* as the file has it, where these do not hold all of it; NULL */
};

struct run_workload {
    const char *name;
    const struct run_fact *facts;
    size_t fact_count;
};

/* A driver's statistic of a kernel, under the driver's own name. */
struct run_statistic {
    const char *executable, *name;
    const char *json; /* a number, or true or false; NULL */
    double number;    /* NAN where it is none */
};

struct run_kernel {
    const char *id, *name, *file, *sha256;
    double bytes, bindings, push_bytes, shared_bytes, subgroup_size;
    double group_threads;                               /* of a work-group */
    const char *binding_kinds, *constants, *group_size; /* arrays, as JSON; NULL */
    struct run_statistic *statistics;
    size_t statistic_count;
    const char *const *of; /* of a row, where it stands for all of a case: each one's name, and the
                              first digits of its hash */
    size_t of_count;
};

/* Summary of a file whose samples were thinned; otherwise all counts are 0. */
struct run_summary {
    size_t samples_max, samples, of; /* of a case; in the file; of those that were taken */
};

/* Record of a baseline, or of a candidate for one. */
struct run_baseline {
    const char *accepted, *reason, *by;
    const char *fingerprint; /* as JSON; NULL where the run is neither */
};

struct run_row;

struct run {
    const char *path, *schema_version;
    struct run_tool tool;
    struct run_session session;
    struct run_context context;
    struct run_device device;
    struct run_ceilings ceilings; /* as the file has them */
    struct run_summary summary;
    struct run_baseline baseline;
    struct run_workload *workloads;
    struct run_kernel *kernels;
    struct run_case *cases; /* in the order in which they ended */
    const char *sum; /* as the file has it; what is written gets one of its own: results_text.h */
    size_t workload_count, kernel_count, case_count;
    size_t case_capacity, kernel_room;
    struct run_row *row; /* of a row of evidence, which has less of all this (row.h); NULL */
    struct arena arena;  /* holds all that the above point to, but for the cases */
};

/* Reads a run file or the journal of a run that was cut short, plain or packed by gzip or xz. NULL
 * with a one-line message. */
struct run *run_load(const char *path);

/* Reads a run document; `path` is what messages call it. NULL with a one-line message. */
struct run *run_read(const json_t *document, const char *path);

/*
 * Adds one more case, which pointers to cases do not outlive: what it points to lives in the run's
 * arena. NULL with a one-line message where the run has one of its name.
 */
struct run_case *run_add_case(struct run *run, const struct run_case *c);

/* Reads a case, into the run's arena. False with a one-line message. */
bool run_read_case(struct run *run, const json_t *json, struct run_case *c);

/* Reads one more entry of kernels[], unless the run has one of its id: that one, then. NULL with a
 * one-line message. */
const struct run_kernel *run_add_kernel(struct run *run, const json_t *entry);

/* The run as a document. */
json_t *run_document(const struct run *run);

/* The case of that name, which is the run's; NULL. */
struct run_case *run_find_case(const struct run *run, const char *name);

/* Reads one more workload, with its facts, unless the run has one of its name. False with a
 * one-line message. */
bool run_add_workload(struct run *run, const json_t *workload);

/* The text of a fact; "" where the workload or the fact is not there. */
const char *run_fact_text(const struct run *run, const char *workload, const char *fact);

/* The number of a fact; NAN where the workload or the fact is not there. */
double run_fact_number(const struct run *run, const char *workload, const char *fact);

/* A copy that lives as long as the run. */
const char *run_keep_text(struct run *run, const char *text);

/* Accepts NULL, sets *run to NULL. */
void run_destroy(struct run **run);

/* True of the technique whose cases measure the limits of a device: `ceilings` of a run file. */
bool run_measures_limits(const char *technique);

/* True where the device's queue has no timestamps: times of kind GPU are the host's. */
bool run_device_lacks_stamps(const struct run *run);

/* ---------------------------------------------------------------------------------------------- */

/* Entries of kernels[]. */

/* The kernel of that id; NULL where the run has none. */
const struct run_kernel *run_kernel_find(const struct run *run, const char *id);

/* Finds the kernel that another case has in place of kernel `index` of this case. If several have
 * its name, the positions among them must agree. With `file`, only a user's files count. NULL where
 * there is none. */
const struct run_kernel *run_kernel_instead(const struct run *run, const struct run_case *c,
                                            size_t index, const struct run *other_run,
                                            const struct run_case *other, bool file);

/*
 * The SHA-256 of the SPIR-V that this build has of a shipped kernel; "" where it has that one no
 * more; NULL where it is none of its own. Whoever knows the build sets it; NULL: nobody does.
 */
extern const char *(*run_kernel_built)(const char *name);

/* Whether a kernel is another one in this build, by a hash of which some digits may be left. */
bool run_kernel_changed(const char *name, const char *sha256);

#endif
