/* SPDX-License-Identifier: MIT */
/*
 * session.h: what a session keeps of what it measures: where it ran, on what, what came of each
 * group, and what its processes share.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SESSION_SESSION_H
#define CLAIMCHECK_HARNESS_ENGINE_SESSION_SESSION_H

#include "harness/base/base.h"
#include "harness/engine/gpu/engine.h"
#include "harness/engine/gpu/gpu.h"
#include "harness/engine/measure/measure.h"
#include "harness/engine/plan/plan.h"
#include "harness/engine/shaders/shaders.h"
#include "harness/record/run/run.h"

#include <jansson.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Attempt ----------------------------------------------------------------------------------- */

/* One try at the cases of a group, and what came of it, as the run file has it. */

enum { ATTEMPT_MESSAGE_BYTES = PLAN_NAME_BYTES + RESULT_REASON_BYTES + 8 };

enum attempt_end {
    ATTEMPT_WHOLE,       /* every case is there */
    ATTEMPT_CUT,         /* the device or the process was lost: other cases want another try */
    ATTEMPT_INTERRUPTED, /* by SIGINT: other cases are for a resumed run */
    ATTEMPT_FAILED,      /* the run cannot go on; message says why */
};

struct attempt {
    enum attempt_end end;
    char message[ATTEMPT_MESSAGE_BYTES];
    bool unsupported;             /* FAILED, since nothing can be done on this device */
    json_t *workload;             /* as facts_json_workload(); NULL when there is none */
    struct run_overhead overhead; /* its phases and samples */
    bool timed;                   /* overhead is known: it was not cut short */
    struct arena *arena;          /* of what the cases point to */
    struct run_case *cases;       /* that have ended */
    size_t case_count, case_room;
    json_t *kernels; /* theirs, as kernel_json() has them, some more than once */
};

/* The cases live as long as the arena. */
void attempt_init(struct attempt *attempt, struct arena *arena);
void attempt_finish(struct attempt *attempt);

/* Adds a case and its kernels, unless it is there already. */
void attempt_add(struct attempt *attempt, const struct result *result);

/* Adds what the sampler yielded, and says how it ended. */
void attempt_take(struct attempt *attempt, const struct plan_group *group,
                  const struct sampler_results *outcome);

/* The first name in it, of workload or case, that is not the group's; NULL when all are. */
const char *attempt_strange(const struct attempt *attempt, const struct plan_group *group);

/* Writes the attempt as one object, for another process. */
json_t *attempt_json(const struct attempt *attempt);

/* Adds what such an object holds. False when it cannot be read. */
bool attempt_read(struct attempt *attempt, const json_t *object);

/* Ends a case that yielded nothing in a status. */
void attempt_fail_case(struct attempt *attempt, const struct plan_group *group, size_t index,
                       enum bench_status status, const char *reason);

/* Result case ------------------------------------------------------------------------------- */

/* The end of a result: its case, with texts and samples in memory of the run. */

/* Takes the case of a result, rounded, in memory of the arena and without a lower bound of its
 * time. `kernels` is what kernel_json_list() makes of the result's. */
void result_case(const struct result *result, const json_t *kernels, struct arena *arena,
                 struct run_case *c);

/* Pinned sampling --------------------------------------------------------------------------- */

/*
 * How cases are sampled, as decided before: in this run, which is resumed or has
 * lost a process, or in another one, `run --repetitions-of`, which its journal then keeps.
 */

/*
 * For the session of a new journal: what run `of` has of the plan's workloads, in memory of that
 * run. False with a one-line message when it has none of them.
 */
bool pinned_sampling_find(struct run *of, const struct plan *plan, struct run_sampling *sampling);

/*
 * Sets plan_case.sampling where it is known: by the case itself, in the run and then in
 * session.sampling of it; else, of kind GPU, by another one of its workload, kind and cache mode,
 * whose number of repetitions is that of all.
 */
void pinned_sampling_apply(struct plan_group *group, const struct run *run);

/* Time breakdown ---------------------------------------------------------------------------- */

/* Where the wall time of a run went, for session.overhead of the run file and for
 * --verbose. */

struct time_breakdown {
    double begin_ns;           /* of the command */
    double first_ns;           /* from there to the first case measured; 0: there is none yet */
    struct arena *arena;       /* of the groups */
    struct run_overhead total; /* its groups are in the order of the tries */
    size_t group_room;
};

/* A case has been measured. */
void time_breakdown_number(struct time_breakdown *spending);

/* One try at a group took wall_ns; `overhead` is NULL when it was cut short. The name is kept as it
 * is. */
void time_breakdown_add(struct time_breakdown *spending, const char *workload_name, double wall_ns,
                        const struct run_overhead *overhead);

/* session.overhead so far. */
struct run_overhead time_breakdown_so_far(const struct time_breakdown *spending);

/* A line per group and one for all, on stderr. */
void time_breakdown_print(const struct time_breakdown *spending);

/* Host -------------------------------------------------------------------------------------- */

/* Where a run took place: system, processor, Vulkan loader, environment; no name of the
 * machine, and no path. */

/* The object `context` of a run file, with `environment`. New reference. */
json_t *host_json(void);

/* The object `context.environment` of a run file: every set variable that steers a Vulkan driver,
 * loader or layer, see results/run.schema.json. New reference. */
json_t *host_environment_json(void);

/* Appends the names of set variables that loaders, layers, drivers or compilers may read. */
void host_variables_add(struct text *names);

/*
 * A hash of ROOT/etc/machine-id that this program alone makes: HMAC-SHA-256 of a fixed id of the
 * program, with that of the machine as the key, so that neither is found from it. Images of one
 * container may share it, and one host may have several. False where there is none; text is "".
 */
bool host_hash(const char *root, char text[SHA256_TEXT_BYTES]);

/* False for a build whose host side is slow: without optimisation, or with sanitizers. */
bool host_build_is_optimized(void);

/* Program ----------------------------------------------------------------------------------- */

/* Which program this is. */

/* Begins to hash this program beside other work; program_json() then waits for it. Both are for one
 * thread. */
void program_hash_begin(void);

/* SHA-256 of this program's bytes, a text: sources that are not committed and options of the
 * compiler, too, decide what is measured. A new reference; NULL where it cannot be read. */
json_t *program_json(void);

/* Head -------------------------------------------------------------------------------------- */

/* What a run file says beside workloads, kernels and cases, as the run begins. New
 * references. */

/* A journal's: it holds session.paths. */
json_t *head_json(const struct run_session *session, const struct gpu_info *device);

json_t *head_json_device(const struct gpu_info *info);
json_t *head_json_features(uint32_t features); /* names of bits of enum gpu_feature */

/* Kernels ----------------------------------------------------------------------------------- */

/* Kernels in run files. New references. */

/* An entry of kernels[]. Its id, "<name>:<16 hexadecimal digits>", is of the SPIR-V, the
 * constants, and whether a file of the user's holds it: equal ids are equal kernels. */
json_t *kernel_json(const struct kernel_facts *facts);

/* Entries of the kernels of a case, each once, in order of creation. */
json_t *kernel_json_list(const struct kernel_facts *facts, size_t count);

/* The part of an entry that needs no device, of a shader that stands in place of `name`. */
json_t *kernel_json_shader(const struct gpu_shader *shader, const char *name,
                           const struct gpu_interface *interface);

/* `statistics` of an entry; null where there are none. */
json_t *kernel_json_statistics(const struct kernel_facts *facts);

/* Device lock ------------------------------------------------------------------------------- */

/*
 * One session at a time on one device: two would measure one another. Held by a file
 * in the one folder that all users share, named for the UUID, which goes when the session ends; one
 * that a killed process has left is nobody's, and is taken over. Where no file can be made there,
 * nobody waits for anybody.
 */

enum { DEVICE_LOCK_UUID_BYTES = 64 };

/* The variable that a session sets for the processes which it starts: the lock is theirs, too. */
#define DEVICE_LOCK_VARIABLE "CLAIMCHECK_LOCKED"

/* All 0 at first. */
struct device_lock {
    char uuid[DEVICE_LOCK_UUID_BYTES]; /* "": it is not held */
    char *path;                        /* of its file; NULL: none could be made */
    int fd;
};

struct device_lock_wish {
    const char *who;    /* begins messages: "ab: " */
    const char *device; /* what they call it */
    bool wait;
    double deadline_ns; /* of clock_now_ns() */
    bool warns;         /* in place of waiting, and goes on without it */
};

enum device_lock_end {
    DEVICE_LOCK_HELD,
    DEVICE_LOCK_WAITED,      /* likewise, after another session had ended, which was said */
    DEVICE_LOCK_REFUSED,     /* with a message, or a warning: another session has it, and nobody is
                                to wait */
    DEVICE_LOCK_LATE,        /* it was not free before the deadline */
    DEVICE_LOCK_INTERRUPTED, /* as this process was to end */
};

/* Takes the lock of the device, and gives up that of another one. */
enum device_lock_end device_lock_take(struct device_lock *lock, const char *uuid,
                                      const struct device_lock_wish *wish);

void device_lock_give(struct device_lock *lock);

/* Heartbeat --------------------------------------------------------------------------------- */

/*
 * A page that a worker and its parent share: that the worker lives, and at which case
 * it is. Beating is no system call, so that it disturbs no sample.
 */

struct heartbeat {
    _Atomic uint32_t beats;       /* changes with every step */
    _Atomic uint32_t case_number; /* from 1, within the group; 0: at no case */
    _Atomic uint32_t round;       /* as sampler_params.progress has it */
    _Atomic uint32_t throttled;   /* the last round held a throttled sample */
};

/* NULL when there is no memory. The descriptor is closed on exec, and closed by
 * os_file_close(). */
struct heartbeat *heartbeat_create(int *fd);

/* The page behind a descriptor; NULL when it is none, such as a file that has a name. */
struct heartbeat *heartbeat_attach(int fd);

void heartbeat_beat(struct heartbeat *pulse, uint32_t case_number, uint32_t round);

/* Accepts NULL, sets *pulse to NULL. */
void heartbeat_destroy(struct heartbeat **pulse);

/* Pipeline store ---------------------------------------------------------------------------- */

/*
 * Compiled pipelines kept between processes, in $XDG_CACHE_HOME/claimcheck or
 * ~/.cache/claimcheck, a file for each device and version of its driver. A file that is not whole,
 * or larger than 64 MiB, is not read, and the next process writes it anew.
 */

/* Loads what is kept, before anything is compiled. Without it kernels are compiled. */
void pipeline_store_load(struct gpu *gpu);

/* Keeps what has been compiled, when nothing compiles any more. Reports nothing where it cannot:
 * the next process compiles again. */
void pipeline_store_save(struct gpu *gpu);

#endif
