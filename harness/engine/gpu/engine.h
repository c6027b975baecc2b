/* SPDX-License-Identifier: MIT */
/* engine.h: what the engine has of a device, and benches have not. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_ENGINE_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_ENGINE_H

#include "harness/engine/gpu/gpu.h"

/* ---------------------------------------------------------------------------------------------- */

/*
 * executable: what a kernel is made of, to those who ask or decide: what its shader uses, read
 * from its SPIR-V, what stands in for it, and what the driver has made of it. Calls and objects are
 * as in gpu.h.
 */

/* Execution models; GPU_STAGE_COUNT is the count of those known here. */
enum gpu_stage {
    GPU_STAGE_COMPUTE,
    GPU_STAGE_VERTEX,
    GPU_STAGE_FRAGMENT,
    GPU_STAGE_TASK,
    GPU_STAGE_MESH,
    GPU_STAGE_RAY_GENERATION,
    GPU_STAGE_MISS,
    GPU_STAGE_ANY_HIT,
    GPU_STAGE_COUNT,
};

/* "compute", "raygen", "any_hit", ...; static storage. */
const char *gpu_stage_name(enum gpu_stage stage);

/* Most bindings, or constants, of a shader: more than a kernel may have. */
enum { GPU_INTERFACE_MAX = 63 };

/* The interface of a shader, read from its SPIR-V. Specialization constants 0..constant_count-1 are
 * set to `constants`, the others keep the values of the source. */
struct gpu_interface {
    enum gpu_stage stage;
    const char *entry_point;                       /* in the shader's words */
    uint32_t entry_points;                         /* compute ones that those have */
    uint32_t bindings;                             /* 1 + the highest binding; all in set 0 */
    struct gpu_binding binding[GPU_INTERFACE_MAX]; /* those of `bindings`, gaps included */
    uint32_t push_bytes;                           /* 0 without push constants */
    uint32_t push_floats;    /* bits: words of them that are floats, alone, in vectors or arrays */
    uint32_t constant_count; /* 1 + the highest id of one */
    uint32_t constants[GPU_INTERFACE_MAX]; /* their values; 0 for an id that is not used */
    uint32_t group_size[3];                /* 0 for stages without groups */
    uint32_t shared_bytes;                 /* by std430; padding between variables not counted */
};

/*
 * Reads the interface of the shader's entry point, and of nothing that it does not reach. False
 * with one line in message when the words are no SPIR-V, or the shader uses what claimcheck does
 * not: other stages, other sets than 0, other descriptors than storage and uniform buffers,
 * sampler2D of floats, image2D of enum gpu_format and accelerationStructureEXT, arrays of
 * descriptors. Needs no device. More constants than the shader uses are legal; NULL and 0 are the
 * source's values.
 */
bool gpu_shader_interface(const struct gpu_shader *shader, const uint32_t *constants,
                          uint32_t constant_count, struct gpu_interface *interface,
                          char message[GPU_MESSAGE_BYTES]);

/* One specialization constant. */
enum gpu_constant_kind { GPU_CONSTANT_UINT, GPU_CONSTANT_INT, GPU_CONSTANT_FLOAT };
struct gpu_constant {
    bool used;                   /* some instruction has this id */
    enum gpu_constant_kind kind; /* bool is UINT, 0 or 1 */
    char name[64];               /* in the source; "" where the SPIR-V has none */
    uint32_t branches;           /* and selections that this one decides, alone or with others */
};

/* Constants by their id, of the entry point and what it calls. False for what
 * gpu_shader_interface() refuses. Needs no device. */
bool gpu_shader_constants(const struct gpu_shader *shader,
                          struct gpu_constant constants[GPU_CONSTANTS_MAX]);

/* Kinds of instructions that are counted. */
enum gpu_count {
    GPU_COUNT_INSTRUCTIONS, /* of functions */
    GPU_COUNT_BRANCHES,
    GPU_COUNT_LOOPS,
    GPU_COUNT_LOADS,
    GPU_COUNT_STORES,
    GPU_COUNT_ATOMICS,
    GPU_COUNT_BARRIERS,
    GPU_COUNT_SUBGROUP,
    GPU_COUNT_COUNT,
};
extern const char *const gpu_count_names[GPU_COUNT_COUNT];

/* Counts instructions of a shader that gpu_shader_interface() takes, as they stand there. */
void gpu_shader_count(const struct gpu_shader *shader, uint32_t counts[GPU_COUNT_COUNT]);

/* Features that the shader declares to need, bits of enum gpu_feature; on a device without them a
 * driver may do anything with it. Needs no device. */
uint32_t gpu_shader_needs(const struct gpu_shader *shader);

/* True where the device may be given the shader. Otherwise `lacks` says what is missing: "the
 * device lacks subgroup_arithmetic", "the device lacks CooperativeMatrixKHR". */
bool gpu_shader_meets(const struct gpu_shader *shader, const struct gpu_info *info, char *lacks,
                      size_t bytes);

/* A shader that takes the place of another. */
struct gpu_replacement {
    const struct gpu_shader *original, *shader;
};

/*
 * From here on kernels of the scope that ask for an `original` are made of its replacement; the
 * list outlives the scope. A replacement that wants bindings, push constants or specialization
 * constants that it is not given fails with GPU_ERROR, as a shipped one would. Pipelines of
 * draws and rays are never replaced.
 */
void gpu_scope_replace(struct gpu_scope *scope, const struct gpu_replacement *replacements,
                       size_t count);

/* True when commands were recorded that write the buffer, or may: fills, copies, and dispatches of
 * a kernel that does not declare it readonly; of a replacement its original's declaration counts.
 * NULL: false. */
bool gpu_buffer_may_change(const struct gpu_buffer *buffer);

/* True when a kernel was asked for in the scope that is made of this shader, or of its replacement;
 * one that could not be made counts, too. */
bool gpu_scope_asked(const struct gpu_scope *scope, const struct gpu_shader *original);

/* Facts of a kernel. */
struct gpu_kernel_facts {
    const struct gpu_shader *asked_for, *shader; /* the second is what runs: its replacement */
    struct gpu_interface interface;
    uint32_t subgroup_size; /* that it runs at; 0: the driver does not say, and may choose */
};

/* Kernels made in the scope so far, in order of creation; at most `max` are written. Returns how
 * many there are. Half-built ones of a failed creation are left out. */
size_t gpu_scope_kernels(const struct gpu_scope *scope, struct gpu_kernel **kernels, size_t max);

/* All 0 for NULL. */
void gpu_kernel_facts(struct gpu_kernel *kernel, struct gpu_kernel_facts *facts);

/* One figure that the driver gives of what it compiled: VkPipelineExecutableStatisticKHR. */
enum gpu_statistic_kind { GPU_BOOL, GPU_INT64, GPU_UINT64, GPU_FLOAT64 };
struct gpu_statistic {
    char executable[256]; /* names as the driver gives them */
    char name[256];
    enum gpu_statistic_kind kind;
    union {
        bool truth;
        int64_t integer;
        uint64_t count;
        double number;
    };
};

/*
 * Statistics of the kernel's executables, from a pipeline of their own, since capturing them may
 * change what is compiled; that pipeline is never run nor cached. Read once per shader and
 * constants, at the first call, which compiles: not while anything is timed. The kernel's own.
 * NULL and *count 0 when the device lacks GPU_PIPELINE_EXECUTABLE_PROPERTIES or gives none: that is
 * no failure.
 */
const struct gpu_statistic *gpu_kernel_statistics(struct gpu_kernel *kernel, size_t *count);

/*
 * One form of a kernel on its way to the hardware, as the driver prints it:
 * VkPipelineExecutableInternalRepresentationKHR.
 */
struct gpu_representation {
    char executable[256]; /* names as the driver gives them */
    char name[256], description[256];
    char *text; /* malloc'ed */
};

/*
 * All textual representations of the kernel's executables, in the driver's order, in which the
 * hardware's own instructions come last where it gives them. Compiles a pipeline of its own at each
 * call, as gpu_kernel_statistics() does at the first. NULL and *count 0 where the driver gives
 * none: that is no failure. malloc'ed; gpu_representations_free() frees it.
 */
struct gpu_representation *gpu_kernel_representations(struct gpu_kernel *kernel, size_t *count);

/* Sets *representations to NULL; accepts NULL in it. */
void gpu_representations_free(struct gpu_representation **representations, size_t count);

/* Kernels of the scope will be asked for their statistics: those that are made from now on compile
 * both pipelines at a time. */
void gpu_scope_capture(struct gpu_scope *scope);

/* ---------------------------------------------------------------------------------------------- */

/*
 * trace: what a device did, command by command. A diagnostic mode: stamps and queries between
 * commands take time and flush, so no time taken while a trace is on is a measurement.
 *
 * While a trace is on, every submission of the device is kept. Those of commands that were begun or
 * restarted since carry spans: one per recorded command. With times, span i lasts from the moment
 * when all commands before it had ended until it had ended itself (stage ALL_COMMANDS), so the
 * spans of a submission follow each other without a gap, and a barrier's span is what lies between
 * the two commands that it keeps apart.
 *
 * Errors are those of gpu.h: on a failed device every call does nothing.
 */

/* Counters ------------------------------------------------------------------------------------- */

/* What a driver counts while commands run, by VK_KHR_performance_query (trace.c). Only devices
 * that were made with gpu_params.counters have any. */

enum { GPU_COUNTERS_TOGETHER_MAX = 8 };

struct gpu_counter {
    char name[256], category[256], description[256]; /* the driver's words */
    const char *unit; /* "", "%", "ns", "bytes", "bytes/s", "K", "W", "V", "A", "Hz", "cycles" */
    bool is_rate;     /* of several commands it has a mean, weighted by their times, and no sum */
    bool per_command; /* false: it counts whole render passes or submissions, and no trace has it */
};

/* All of the device's queue, in the driver's order; owned by the device. 0 without any. */
size_t gpu_counters(const struct gpu *gpu, const struct gpu_counter **counters);

/*
 * How many of these indices, from the first on, one execution counts: at most
 * GPU_COUNTERS_TOGETHER_MAX. 0 where the first alone needs several executions of the same commands,
 * which a case that writes its own input cannot have.
 */
size_t gpu_counters_together(struct gpu *gpu, const uint32_t *chosen, size_t count);

/* Traces --------------------------------------------------------------------------------------- */

struct gpu_trace;

enum gpu_trace_mode {
    GPU_TRACE_TIMES,       /* timestamps between commands */
    GPU_TRACE_INVOCATIONS, /* a pipeline-statistics query around each dispatch; needs
                              GPU_PIPELINE_STATISTICS */
    GPU_TRACE_COUNTERS,    /* a performance query around each command but barriers and stamps */
};

struct gpu_trace_params {
    enum gpu_trace_mode mode;
    double (*now_ns)(void);   /* the host's clock */
    bool estimate;            /* as on a device without calibrated timestamps */
    const uint32_t *counters; /* GPU_TRACE_COUNTERS: as gpu_counters_together() had them; outlive
                                 the trace */
    size_t counter_count;
};

enum gpu_span_kind {
    GPU_SPAN_DISPATCH,
    GPU_SPAN_DISPATCH_INDIRECT,
    GPU_SPAN_FILL,
    GPU_SPAN_COPY,
    GPU_SPAN_READ_BACK,
    GPU_SPAN_BARRIER,
    GPU_SPAN_DRAW,      /* all draws of one pass */
    GPU_SPAN_BUILD,     /* of an acceleration structure */
    GPU_SPAN_RAYS,      /* rays, traced */
    GPU_SPAN_TIMESTAMP, /* gpu_commands_timestamp(), which slot is in `slot` */
};

struct gpu_span {
    enum gpu_span_kind kind;
    const char *name;   /* of the kernel, of a trace's ray generation shader, or of what is written
                           (a read-back: read); "" for the rest. Lives as long as that */
    uint32_t groups[3]; /* of a direct dispatch; of rays, how many */
    uint32_t group_invocations; /* of a dispatch: invocations of one work-group */
    uint32_t slot;
    uint64_t bytes;          /* filled or copied */
    double begin_ns, end_ns; /* GPU_TRACE_TIMES: on the host's clock */
    uint64_t invocations;    /* GPU_TRACE_INVOCATIONS: of a dispatch, as the device counted */
    double counts[GPU_COUNTERS_TOGETHER_MAX]; /* GPU_TRACE_COUNTERS: as the driver counted */
};

struct gpu_submission {
    double submit_ns, submitted_ns, done_ns; /* host: before and after the call, after the wait */
    /*
     * True: spans were put on the host's clock by calibrated timestamps, to deviation_ns at best.
     * False: by the host's alone, in the middle between submit_ns and done_ns.
     */
    bool calibrated;
    double deviation_ns;
    size_t first_span, span_count; /* none for transfers of buffers' contents */
};

/* One trace per device at a time. NULL on a failed device, or when it lacks what the mode needs
 * (GPU_UNSUPPORTED). */
struct gpu_trace *gpu_trace_begin(struct gpu *gpu, const struct gpu_trace_params *params);

/* Nothing is kept from here on. Accepts NULL. */
void gpu_trace_end(struct gpu_trace *trace);

/* Ends it and frees what it kept. Before the device. Accepts NULL. */
void gpu_trace_destroy(struct gpu_trace **trace);

/* In the order of submission; owned by the trace. 0 for NULL. */
size_t gpu_trace_submissions(const struct gpu_trace *trace,
                             const struct gpu_submission **submissions);
size_t gpu_trace_spans(const struct gpu_trace *trace, const struct gpu_span **spans);

/* Writes the title of a pass: the kernel, "fill control", "read back sums", "barrier". */
void gpu_span_title(enum gpu_span_kind kind, const char *name, char *text, size_t bytes);

/* "dispatch", "dispatch_indirect", "fill", "copy", "read_back", "barrier", "draw", "build", "rays",
 * "timestamp". Static. */
const char *gpu_span_kind_name(enum gpu_span_kind kind);

/*
 * All that is submitted between the two is one region for profilers, with that name; regions may
 * nest. On a device without gpu_params.labels both do nothing. Valid: as many ends as begins, in
 * pairs (layers).
 */
void gpu_region_begin(struct gpu *gpu, const char *name);
void gpu_region_end(struct gpu *gpu);

/* ---------------------------------------------------------------------------------------------- */

/* fault: failures and changed steps, planted for tests of checks. */

/* Makes the next call of its kind fail so, for tests: GPU_OUT_OF_MEMORY an allocation of device
 * memory, GPU_LOST a submission, GPU_TIMEOUT the wait for one. Others never strike; GPU_OK takes an
 * earlier one back. */
void gpu_fault_plant(struct gpu *gpu, enum gpu_result result);

/* Changes one step of those that are recorded from now on, for tests of checks. SKIP leaves out the
 * step-th dispatch, fill or copy, read-backs not counted; SHORT takes one group from the step-th
 * dispatch that is not indirect, along the first dimension that has several. Steps count from 1.
 * LIST changes none, and notes each. */
enum gpu_step_fault { GPU_STEP_NONE, GPU_STEP_SKIP, GPU_STEP_SHORT, GPU_STEP_LIST };
void gpu_fault_step(struct gpu *gpu, enum gpu_step_fault fault, uint32_t step);

/* Takes the fault back. Returns how many steps of its kind were recorded meanwhile: less than the
 * step where it changed nothing. */
uint32_t gpu_fault_step_end(struct gpu *gpu);

/* The kernel or buffer of the last step that was changed; "" where none was. */
const char *gpu_fault_step_name(const struct gpu *gpu);

/* The steps that GPU_STEP_LIST has seen, one a line: "+" for a dispatch that is not indirect, else
 * "-", then the kernel or buffer. Valid until the next gpu_fault_step(). */
const char *gpu_fault_steps(const struct gpu *gpu);

#endif
