/* SPDX-License-Identifier: MIT */
/*
 * bench.h: the contract of a benchmark. Read this file first.
 *
 * A technique holds benches; a bench asks one question and has variants, the answers to it. Axes
 * span the cases: the axes of the bench describe the workload, the axes of a variant only that
 * variant. The harness owns the loop, the clock, all clean-up and all output; a bench owns the
 * input, the reference's answer, and what is recorded.
 *
 *   workload  once per point on the bench's axes, on the host: the input, the reference's answer;
 *             where it is unsupported, all cases of the point are
 *   upload    once per point, on the device: buffers that all variants share
 *   method    how a variant comes to its answer: method.h has the functions, in their order
 *
 * Trouble: a wrong caller asserts; the rest is told by context.h, and a failing device call needs
 * no code at all. scripts/maintain/template/bench.c is a worked example: a technique with a GPU and
 * a CPU variant, of which `scripts/new NAME` makes one of yours.
 */
#ifndef CLAIMCHECK_HARNESS_BENCH_H
#define CLAIMCHECK_HARNESS_BENCH_H

#include "harness/method.h"
#include "harness/record/bench_kinds.h"

struct image;           /* harness/image.h */
struct inspection_kind; /* harness/inspection.h */

/* A parameter that is swept. */
struct bench_axis {
    const char *name;         /* lower_snake, as it stands in case names */
    const char *help;         /* one line */
    const char *const *names; /* legal values, NULL-terminated; NULL: decimal integers min..max */
    int64_t min, max;
    bool (*accepts)(const char *value); /* further legal values; may be NULL */
    const char *accepts_help;           /* what they look like */
    const char *default_value;          /* which case names leave out, so that an axis that comes
                                           later changes no older name; NULL: names have them all */
    bool parts; /* at all values but the default a part of the work is done: no answer to the
                   question, and not to be compared with those that are */
    const char *values[BENCH_PROFILE_COUNT]; /* comma-separated, per profile */
    const char *check; /* awkward values, comma-separated, whose cases are verified and never timed,
                          over other inputs, too: in each run the i-th values of all axes
                          together, with --validate all combinations; a variant that fails there
                          has no time; may be NULL */
};

/* Values that take the place of an axis's own, so that benches and variants can share a table of
 * axes. Those of a variant for an axis of its bench leave out its cases at the others, unless a
 * user asks for values of that axis. Lists end with a NULL axis. */
struct bench_values {
    const char *axis;
    const char *values[BENCH_PROFILE_COUNT];
    const char *check; /* of a bench or a variant, in place of the axis's; may be NULL */
};

/*
 * Points that variants join. A variant runs at its bench's base point, where each axis has the
 * first value of its smallest profile, and elsewhere only where a row says so. The baseline joins
 * every row, with its own axes at their base values: ratios need it.
 */
struct bench_join {
    const char *variants; /* names, comma-separated; "*": all */
    const char *at;  /* words with spaces between: `n` joins all values of that axis, `n:64,256` two
                        of them, `cache` hot and cold caches, `cache:cold` only these. An axis that
                        is not named stands at its base value, and caches hot */
    const char *why; /* what needs these cases: claims, figures, pages */
    enum bench_profile from; /* the smallest profile that has them */
};

/*
 * An option of a technique on the command line, `--name VALUE`, for `run` and `inspect`. With an
 * axis named, a value that is legal for that axis sets the axis; any other sets it to "file.<stem
 * of the value>", and context_option() returns the value itself.
 */
struct bench_option {
    const char *name, *argument, *help;
    const char *axis;             /* may be NULL */
    const char *fixes, *fixes_to; /* another axis that a file decides, and the value it then has */
};

struct bench_variant {
    const char *name;
    const char *summary; /* one line: what it does */
    const char *source;  /* paper and section, or "contender" */
    enum bench_kind kind;
    const char *api; /* of a program that is driven: "cuda", "host", ...; NULL: claimcheck runs the
                        variant itself. One of a built-in technique runs only where a filter has
                        this word, and caches are hot */
    uint32_t needs;  /* bits of enum gpu_feature */
    uint32_t needs_cpu;                /* bits of enum cpu_feature: harness/engine/cpu/cpu.h */
    const struct bench_axis *axes;     /* ends with a NULL name; may be NULL */
    const struct bench_values *values; /* before the bench's, which come before the axes' own */
    enum bench_ceiling ceiling;
    const char *steps;   /* its list in technique.steps; NULL: the method is in C alone */
    bool at_some_points; /* unsupported at others, check points perhaps: verified over other inputs
                            where it is timed */
    bool yardstick; /* no answer to the question but what answers are held against, such as a copy:
                       never the fastest */
    const struct bench_method *method; /* NULL: the bench's alone */
    const void *data;                  /* the bench's own */
};

/* Whether it works on the host alone, by its kind and, of a program, by its api. */
bool bench_variant_is_on_host(const struct bench_variant *variant);

struct bench {
    const char *name; /* within the technique: "subdivide" */
    const char *question;
    const struct bench_axis *axes;     /* ends with a NULL name */
    const struct bench_values *values; /* of its axes and of those of its variants; may be NULL */
    const struct bench_values *const *more_values; /* tables that span points of their own beside
                                                      those of `values`, and come before the
                                                      variants' own; at a point that is there
                                                      already they add the cases that are not; ends
                                                      with NULL; may be NULL */
    const struct bench_join *joins;       /* ends with NULL variants; NULL: all join all points */
    const struct bench_variant *variants; /* ends with a NULL name; the first is the baseline */
    const void *data;                     /* the bench's own */
    bool cache_matters;    /* full runs measure with cold caches, too, at the points of `values` */
    bool cold_in_paper;    /* so do paper runs, of kind GPU */
    bool alters;           /* workload() heeds bench_workload.altered */
    bool sizes_fixed;      /* by axes: no buffer's size depends on the seed */
    size_t workload_bytes; /* of the workload's state, zeroed by the harness */
    bool (*workload)(struct bench_workload *workload);
    bool (*upload)(struct bench_workload *workload);                              /* may be NULL */
    bool (*same)(const struct bench_workload *a, const struct bench_workload *b); /* whether two
                                        seeds gave the same input at a point; may be NULL */
    struct bench_method method;        /* what the variants' methods leave NULL */
    const struct bench_method *around; /* may be NULL: its members come first, and call those of
                                          c->method; for a bench that times more around them */
    /* For inspect, of a workload without upload; may be NULL. False after trouble, which is
     * memory's if the context has none. */
    bool (*picture)(struct bench_workload *workload, struct image *image);
};

/* A variable of the environment that benches of a technique read, for the manual page. */
struct bench_variable {
    const char *name, *help;
};

/* A file of a folder that declares a technique. */
struct technique_file {
    const char *name; /* within the folder: "kernels/scan.comp" */
    char sha256[65];  /* lower-case hexadecimal digits */
};

/* A kernel of a folder, or a shipped one of several types. */
enum { TECHNIQUE_DEFINES_MAX = 8 };
struct technique_kernel {
    const char *file; /* within the folder */
    const struct gpu_shader *shader;
    struct {
        const char *name, *value;
    } defines[TECHNIQUE_DEFINES_MAX]; /* macros that it was compiled with */
    size_t define_count;
};

/* The folder that declares a technique: `--technique FOLDER`. */
struct technique_folder {
    const char *path;                   /* absolute */
    const struct technique_file *files; /* technique.json first */
    size_t file_count;
    const struct technique_kernel *kernels; /* that were compiled */
    size_t kernel_count;
    const char *picture;        /* path of a PNG; NULL: it has none */
    const char *const *metrics; /* that its cases may have; NULL: a program may print others */
    /* The folder's claims.json as text, with its figures among the plots, in the form of
     * results/published/; and the path that messages print. NULL: it has neither. */
    const char *published, *published_path;
};

/* A picture that is kept, as harness/base/embed.sh writes it. */
struct technique_picture {
    const char *name; /* of its file in docs/images; NULL ends the list */
    const char *png;
    size_t bytes;
};

/* Lists of steps, in the form of technique.json, of variants that are dispatches, fills and copies:
 * bench/declared/declared.h. As harness/base/embed.sh writes it. */
struct technique_steps {
    const char *name, *text; /* "bench/stream_reduction/technique.json" */
    size_t bytes;
};

/* Sizes of a technique's best variant, for the profile `scale`: from what a cache holds to what
 * indices or the largest cards allow. A run takes those that fit its device. */
enum { TECHNIQUE_SCALE_FIXED = 6, TECHNIQUE_SIZES_BYTES = 256 };
struct technique_scale {
    const char *bench, *variant; /* of kind GPU; its work() declares bytes */
    const char *axis;            /* of the bench: the size */
    const char *sizes;           /* values of that axis, ascending: TECHNIQUE_SIZES_BYTES of text */
    /* of device memory that a case needs, its check included */
    double (*bytes)(const struct technique_scale *scale, const char *size);
    struct {
        const char *axis, *value;
    } fixed[TECHNIQUE_SCALE_FIXED]; /* the other axes; ends with NULL where it is shorter */
};

struct technique {
    const char *name;  /* the folder: "tile_subdivision" */
    const char *title; /* for people: "Adaptive tile subdivision"; NULL: the name */
    const char *alias; /* for `claimcheck inspect`: "tiles" */
    const char *question;
    const char *paper;
    const struct bench *const *benches; /* NULL-terminated */
    const char *const *gate; /* cases of the profile `gate`, most important first, by their whole
                                names in the profile `full`; of kind GPU, and their workloads take
                                the host less than 0.1 s. Ends with NULL; may be NULL */
    /* Two cases of the profile `full` that every session of the gate measures against themselves,
     * one that the memory bounds and one that arithmetic does, and the kernel of each. Those of the
     * first technique that has any count. Both end with NULL; may be NULL */
    const char *const *controls, *const *control_kernels;
    const struct technique_scale *scale;    /* NULL: it has no cases in the profile `scale` */
    const struct bench_option *options;     /* ends with a NULL name; may be NULL */
    const struct bench_variable *variables; /* ends with a NULL name; may be NULL */
    double group_s; /* seconds that a point on a bench's axes takes on a GPU beside its cases, such
                       as to make its input, for the guess of plan_time_s() */
    double full_scale; /* for the same guess: a case of full runs takes so many times what one of
                          paper runs does; 0: 0.75 */
    /*
     * What `claimcheck inspect NAME` does; the first of them for the technique's own name, too,
     * when no --bench is given. Without any, `inspect` states the facts of a bench's workload.
     * Ends with a NULL name; may be NULL. See inspection.h.
     */
    const struct inspection_kind *inspections;

    /*
     * What shows on a page what it computes: `claimcheck inspect` with these words, such as "tiles
     * --top 7", each option with a value, and with --picture. It takes at most 60 KiB, and the host
     * a moment and no device, unless it is kept. May be NULL.
     */
    const char *portrait;
    const struct technique_picture *portrait_kept; /* as maintain/pictures drew it; may be NULL */

    const struct technique_steps *steps;   /* NULL: no variant has any */
    const struct technique_folder *folder; /* NULL: built in */
};

/* Reads techniques from folders of the user's. */
struct technique_door {
    /*
     * A technique, to be closed. With `kernels` its kernels are compiled, for what measures. NULL
     * with trouble(); *log is what the compiler said, lines, malloc'ed, NULL when it said nothing.
     */
    const struct technique *(*open)(const char *folder, bool kernels, char **log);
    void (*close)(const struct technique **technique); /* accepts NULL in it, and sets it */

    /* Whether the technique's programs may run: known, accepted before, or accepted now, where that
     * is `given` or the answer of whoever is at the terminal. False with trouble(). */
    bool (*trust)(const struct technique *technique, bool given);
};

#endif
