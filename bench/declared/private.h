/* SPDX-License-Identifier: MIT */
/* private.h: the folder's parts, for each other and for tests. */
#ifndef CLAIMCHECK_BENCH_DECLARED_PRIVATE_H
#define CLAIMCHECK_BENCH_DECLARED_PRIVATE_H

#include "bench/declared/declared.h"
#include "harness/base/base.h"
#include "harness/bench.h"
#include "harness/engine/gpu/gpu.h"
#include "harness/shader_file.h"

#include <jansson.h>

#include <stdatomic.h>

/* Before the declaration of names that os_path_names_free() frees at the end of its block. */
#define OWNED_NAMES __attribute__((cleanup(os_path_names_free)))

/* Formulas ------------------------------------------------------------------------------------- */
/*
 * Arithmetic in technique.json: < <= > >= == !=, which give 1 or 0, then << >>, + -,
 * * / %, ( ), ceil, floor, log2, exp2, min, max, sizeof(axis), names and decimal numbers, in C's
 * order. Whole numbers are exact, within 64 bits; a quotient that is not whole, and a logarithm or
 * a power that is not, is a double.
 */

struct declared_number {
    bool is_real;
    int64_t whole; /* unless it is real */
    double real;
};

/* Gives names their meaning. Both return false with a one-line message. */
struct declared_names {
    bool (*value)(const void *user, const char *name, struct declared_number *value);
    /* Bytes of the type that an axis names. */
    bool (*type_bytes)(const void *user, const char *axis, int64_t *bytes);
    const void *user;
    bool dry; /* what is written is checked, not what it gives: faults of the numbers are none */
    size_t *terms; /* numbers and names that it meets are added; NULL: they are not counted */
};

double declared_number_real(const struct declared_number *number);

/* Writes the shortest text that is read back as the number, for case names. */
void declared_number_print(double real, char text[32]);

/* Returns false with a one-line message that quotes the formula: it cannot be read, a name has no
 * meaning, a division by zero, a number that does not fit into 64 bits. */
bool declared_formula_value(const char *formula, const struct declared_names *names,
                            struct declared_number *value);

/* False with a message where so many bytes are no whole elements of a type; true of a NULL one, and
 * of a name that is none. */
bool declared_type_fits(const char *type, uint64_t bytes);

/* Specification -------------------------------------------------------------------------------- */
/*
 * technique.json as structs, checked: names lead to what they name, formulas can be read.
 * results/technique.schema.json describes the file.
 */

enum {
    DECLARED_JSON_BYTES_MAX = 1 << 20,
    DECLARED_VARIANTS_MAX = 64,
    DECLARED_STEPS_MAX = 256,     /* of a variant, those of loops once */
    DECLARED_ACTIONS_MAX = 4096,  /* of a variant, loops unrolled */
    DECLARED_TURNS_MAX = 1000000, /* of a variant's loops, with those that record nothing */
    DECLARED_TERMS_MAX = 400000,  /* of a case's formulas, those of names counted at each use */
    DECLARED_AXES_MAX = 12,       /* PLAN_AXES_MAX */
    DECLARED_VALUES_MAX = 4096,   /* of an axis, in one list */
    DECLARED_POINTS_MAX = 100000, /* of all axes, in one profile */
    DECLARED_EXAMPLES_MAX = 64,
    DECLARED_COMPILED_MAX = 1024, /* files of kernels, each with each macro's values */
    DECLARED_LETS_MAX = 64,
    DECLARED_BUFFERS_MAX = 64, /* inputs, outputs and a variant's own */
    DECLARED_JOINS_MAX = 64,   /* of a variant */
    DECLARED_WORDS_MAX = 32,   /* of a command */
    DECLARED_COMMANDS_MAX = 256,
    DECLARED_REFERENCE_S = 60,
};

/* A number of the file: itself, or a formula. */
struct declared_amount {
    const char *formula; /* NULL: the number */
    struct declared_number number;
    int line; /* of the file, for messages; 0: the file does not have it */
};

static inline bool declared_amount_is_there(const struct declared_amount *amount)
{
    return amount->line > 0;
}

struct declared_axis {
    struct bench_axis axis;
    const char *define; /* macro that kernels have its value as; NULL: none */
    bool is_named;      /* its values are names */
    bool is_real;       /* its values are numbers, of which some are not whole */
    const char *sizes;  /* its values in the profile scale; NULL: the first of quick */
};

struct declared_let {
    const char *name;
    struct declared_amount amount;
};

/* A command line of the file. */
struct declared_command {
    const char *role; /* "word": the reference; the member's name of others */
    const char *const *words;
    size_t count;
};

enum declared_fill {
    DECLARED_RANDOM,
    DECLARED_ZERO,
    DECLARED_RAMP,
    DECLARED_GENERATED, /* by the generator */
    DECLARED_UNIFORM,   /* from fill_by[0] on, below fill_by[1] */
    DECLARED_NORMAL,    /* of the mean fill_by[0] and the deviation fill_by[1] */
    DECLARED_BELOW,     /* whole numbers below fill_by[0] */
    DECLARED_FILE
};
/* Whether each number is drawn by itself, unless they are sorted. */
bool declared_fill_is_drawn(enum declared_fill fill);

enum declared_check { DECLARED_EQUAL, DECLARED_MULTISET, DECLARED_NEAR, DECLARED_PROGRAM };

/* An image in place of a plain buffer: one mip level, with its texels as the bytes. */
struct declared_image {
    struct declared_amount size[2];
    enum gpu_format format;
    struct gpu_sampler_params sampler;
};

/* A buffer or an image: an input, an output, or a variant's own. */
struct declared_buffer {
    const char *name;
    struct declared_amount bytes;
    const struct declared_image *image; /* NULL: a buffer */
    bool is_state;                      /* of a variant: 0 at first, and at each end */
    const char *type; /* of its elements, or the axis that names it; NULL: words of 32 bits */
    enum declared_fill fill;
    struct declared_amount fill_by[2];
    bool is_sorted;
    bool takes_any;   /* of an input: any word of it may be another, so that checks change one */
    const char *file; /* of an input, with "{axis}" for values; NULL: none */
    int length;       /* output whose first word says how many elements count; -1: all do */
    enum declared_check check;
    double absolute, relative, share;
    struct declared_command program; /* of the check */
};

enum declared_step_kind {
    DECLARED_KERNEL,
    DECLARED_FILL_STEP,
    DECLARED_COPY,
    DECLARED_SWAP,
    DECLARED_REPEAT,
    DECLARED_UNTIL
};

/* A range of a buffer. */
struct declared_range {
    int buffer; /* -1: none */
    struct declared_amount offset;
};

struct declared_step {
    enum declared_step_kind kind;
    bool overlaps; /* no barrier between it and the step before */
    int line;
    const char *kernel; /* file */
    const struct declared_amount *constants, *push;
    size_t constant_count, push_count, bind_count;
    const int *bind;                  /* buffers; -1: none */
    struct declared_amount groups[3]; /* unless it is indirect: */
    struct declared_range at; /* words of `indirect`; filled or copied to; of `until` the word that
                                 is to be 0; of `swap` the first buffer */
    struct declared_range from;         /* that it is copied from; of `swap` the second buffer */
    struct declared_amount bytes;       /* that are filled or copied */
    struct declared_amount value, when; /* 0: the step is left out */
    const char *level; /* name that counts the turns, from `first` to `last`, both included */
    struct declared_amount first, last; /* of `until`: at most `last` turns */
    const struct declared_step *steps;
    size_t step_count;
};

struct declared_variant {
    const char *name, *summary, *source, *why;
    bool waits_for_groups, is_yardstick;
    bool is_driven;              /* it has an `until`: the host reads the word after each turn */
    struct declared_amount when; /* 0: it does not run at that point */
    struct declared_axis *axes;  /* its own, numbers alone */
    size_t axis_count;
    const struct declared_buffer *buffers; /* its own */
    size_t buffer_count;
    const struct declared_step *steps, *before; /* none of a program; those before are untimed */
    size_t step_count, before_count;
    const struct declared_step **kernels; /* those of its steps that are, then those before */
    size_t kernel_count;
    const char *const *joins; /* as bench_join.at; NULL: all points */
    size_t join_count;
    struct declared_command program, build, environment; /* the last has names of variables that it
                                                            gets; no words: no program */
    const char *api;                                     /* of a program; NULL: none */
    const char *const *inputs, *const *outputs; /* of one of a built-in technique: arrays of C */
    size_t input_count, output_count;
    struct declared_amount read, written, operations, items, intermediate;
    int line;
};

struct declared_example {
    const json_t *values; /* axes, arrays of inputs and outputs, by name */
    int line;
};

struct declared_spec {
    struct arena arena;
    json_t *root;       /* owned */
    const char *folder; /* absolute, no slash at its end */
    const char *technique, *bench, *question, *paper, *picture;
    struct declared_axis *axes;
    struct declared_let *lets;
    struct declared_buffer *inputs, *outputs;
    struct declared_variant *variants;
    struct declared_example *examples;
    const struct declared_variant *scaled; /* in the profile scale, over the one axis with sizes;
                                              NULL: none */
    const struct declared_axis *sized;
    size_t axis_count, let_count, input_count, output_count, variant_count, example_count;
    struct declared_command reference, generator;            /* no words: there is no generator */
    struct declared_command commands[DECLARED_COMMANDS_MAX]; /* all, those too */
    size_t command_count;
    uint32_t reference_s;
    const json_t *figures; /* borrowed; NULL: none */
    bool is_shipped;       /* steps of a built-in technique: C gives numbers and outputs by name */
    const char *const *numbers;
    size_t number_count;
};

/*
 * Reads a file from memory; `path` and `folder` are what messages call it, and where it lies.
 * No file is opened. False with a message of one line: file, line, and what to do. The spec is to
 * be finished either way.
 */
bool declared_spec_read(struct declared_spec *spec, const char *text, size_t size,
                        const char *folder);

/* Reads steps of a built-in technique: "given" has the names of numbers and buffers that C gives,
 * and stands for axes, inputs, outputs and a reference. Otherwise the same. */
bool declared_spec_read_shipped(struct declared_spec *spec, const char *text, size_t size,
                                const char *folder);
void declared_spec_finish(struct declared_spec *spec);

/* The buffer of that index as steps have it: inputs, outputs, then the variant's own. */
const struct declared_buffer *declared_spec_buffer(const struct declared_spec *spec,
                                                   const struct declared_variant *variant,
                                                   int index);

/* Places --------------------------------------------------------------------------------------- */
/* Lines of a JSON text. */

enum { DECLARED_PLACE_DEPTH = 20 };

/* The way to a value: keys of objects, indices of arrays where the key is NULL. */
struct declared_place {
    struct declared_step_into {
        const char *key;
        size_t index;
    } steps[DECLARED_PLACE_DEPTH];
    size_t depth;
};

/* The value that was looked up last in a text; zeroed at first. What is read next is mostly near,
 * and a long text is not gone through anew for each value. */
struct declared_found {
    struct declared_place place;
    const char *at[DECLARED_PLACE_DEPTH]; /* where the value of each step begins */
    const char *counted;                  /* the newlines before it are: */
    int newlines;
};

/* The line, from 1, that the value begins on, in JSON that was read; that of what holds it where it
 * is not there. */
int declared_place_line(const struct declared_place *place, const char *text, size_t size,
                        struct declared_found *last);

/* Reader --------------------------------------------------------------------------------------- */
/* Tools that the readers of parts of technique.json share. */

enum { DECLARED_LEVELS_MAX = 4 };

struct declared_reader {
    struct declared_spec *spec;
    const char *text;
    size_t size;
    struct declared_place place;             /* of what is read */
    struct declared_found found;             /* and of what a line was wanted for last */
    struct declared_variant *variant;        /* whose steps are read; NULL: none */
    const char *levels[DECLARED_LEVELS_MAX]; /* of loops around the step */
    size_t level_count, step_count;
    bool is_before, is_until; /* where the step is that is read */
    bool failed;
};

/* Keeps the first message, with file, line and place; returns false. */
bool declared_reader_fail(struct declared_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Steps into a member, or into an entry, and out of it again: false after a failure. */
void declared_reader_enter(struct declared_reader *reader, const char *key, size_t index);
bool declared_reader_leave(struct declared_reader *reader);

/* A member of an object or an entry of an array, `of`; zeroed but for that at first. */
struct declared_entry {
    const json_t *of, *value;
    const char *name; /* of a member */
    size_t index;
    void *member;
};

/* Steps out of the one and into the next: false at the end, and after a failure. */
bool declared_reader_next(struct declared_reader *reader, struct declared_entry *entry);

int declared_reader_line(struct declared_reader *reader);

/* False unless it is an object that has no members but those, "a b c". */
bool declared_reader_members(struct declared_reader *reader, const json_t *object,
                             const char *known);

/* The member's text; `fallback` where it is not there, and a failure where that is NULL. */
const char *declared_reader_text(struct declared_reader *reader, const json_t *object,
                                 const char *key, const char *fallback);

/* The member's truth; false where it is not there. */
bool declared_reader_truth(struct declared_reader *reader, const json_t *object, const char *key);

/* False unless the text is a name: lower-case letters, digits and '_', a letter first. */
bool declared_reader_name(struct declared_reader *reader, const char *name);

/* The names of a member; false without any where they are needed. */
bool declared_reader_names(struct declared_reader *reader, const json_t *object, const char *key,
                           bool needed, const char *const **names, size_t *count);

/* False unless the text names a file within the folder: no "..", no leading '/'. */
bool declared_reader_file(struct declared_reader *reader, const char *file);

/* A program and its arguments, at most DECLARED_WORDS_MAX, which go among the commands, too. */
bool declared_reader_command(struct declared_reader *reader, const json_t *object, const char *key,
                             struct declared_command *command);

/* The place of the member's text among `names`, which end with NULL; 0 where it is not there. */
size_t declared_reader_choice(struct declared_reader *reader, const json_t *object, const char *key,
                              const char *const *names);

/* Axes of the bench, or of the variant that is read. */
bool declared_read_axes(struct declared_reader *reader, const json_t *axes,
                        struct declared_axis **list, size_t *count);

/* The image of an object with "image"; true with NULL where it has none. */
bool declared_read_image(struct declared_reader *reader, const json_t *object,
                         const struct declared_image **image);

/* Whether a number of the list is not whole. */
bool declared_list_is_real(const json_t *list);

/* A number or a formula whose names are known. */
bool declared_reader_amount(struct declared_reader *reader, const json_t *value,
                            struct declared_amount *amount);

/* A formula whose names are known, which lives as long as the spec. */
bool declared_reader_formula(struct declared_reader *reader, const char *formula,
                             struct declared_amount *amount);

/* Reads an amount from a member; true where an optional member is missing. */
bool declared_reader_amount_of(struct declared_reader *reader, const json_t *object,
                               const char *key, bool required, struct declared_amount *amount);

/* read.c, read_variant.c: parts of the file, false after a failure. */
bool declared_read_variants(struct declared_reader *reader, const json_t *variants);

/* Scope ---------------------------------------------------------------------------------------- */
/* The meaning of names at one point on the axes, within loops. */

struct declared_scope {
    const struct declared_spec *spec;
    const char *values[DECLARED_AXES_MAX];  /* of the axes, in their order */
    const struct declared_variant *variant; /* whose own axes count, too; NULL: none do */
    const char *own[DECLARED_AXES_MAX];     /* their values */
    uint64_t seed;                          /* of the input */
    const int64_t *numbers;                 /* that C gives, in the order of the spec's names */
    struct declared_level {
        const char *name;
        int64_t value;
    } levels[DECLARED_LEVELS_MAX];
    size_t level_count;
    int depth;     /* of names that stand for formulas */
    size_t *terms; /* of all formulas so far; NULL: each is counted by itself */
};

/* The point of a workload or, with its variant, of a case. */
struct declared_scope declared_scope_of(const struct declared_spec *spec,
                                        const struct declared_variant *variant,
                                        const struct context *context);

/* Bytes of a buffer or an image there, 0..most. False with such a message. */
bool declared_scope_bytes(const struct declared_scope *scope, const struct declared_buffer *buffer,
                          uint64_t most, uint64_t *bytes);

/* Width and height of an image there. False with such a message. */
bool declared_scope_size(const struct declared_scope *scope, const struct declared_image *image,
                         uint32_t size[2]);

/* The file of an input there: its name with values in place of "{axis}". Malloc'ed. */
char *declared_scope_file(const struct declared_scope *scope, const char *file);

/* False with a one-line message that names file and line. */
bool declared_scope_number(const struct declared_scope *scope, const struct declared_amount *amount,
                           struct declared_number *number);

/* A whole number within 0..most. `what` is for the message. */
bool declared_scope_whole(const struct declared_scope *scope, const struct declared_amount *amount,
                          const char *what, uint64_t most, uint64_t *whole);

/* Value of the axis at that point; NULL where there is no such axis. */
const char *declared_scope_axis(const struct declared_scope *scope, const char *axis);

/* The name of the type of a buffer's elements at that point; "uint" where it has none. */
const char *declared_scope_type(const struct declared_scope *scope,
                                const struct declared_buffer *buffer);

/* How elements of the buffer are compared there. */
struct context_element declared_scope_element(const struct declared_scope *scope,
                                              const struct declared_buffer *buffer);

/* Kernels -------------------------------------------------------------------------------------- */
/* Kernels of a folder, compiled for each value of the axes that are macros. */

struct declared_kernels {
    struct declared_kernel **kernels;
    struct technique_kernel *described; /* as bench.h has them */
    size_t count, room;
    struct text log;
};

/* Compiles the kernels of all variants. False with a one-line message; *log is what the compiler
 * said, malloc'ed, NULL when it said nothing. */
bool declared_kernels_init(struct declared_kernels *kernels, const struct declared_spec *spec,
                           char **log);
void declared_kernels_finish(struct declared_kernels *kernels);

/* The kernel of that file at that point; NULL where no point of the profiles has those values. */
const struct shader_file *declared_kernels_find(const struct declared_kernels *kernels,
                                                const struct declared_scope *scope,
                                                const char *file);

/* Features that the variant needs at every point, bits of enum gpu_feature. */
uint32_t declared_kernels_needs(const struct declared_kernels *kernels,
                                const struct declared_variant *variant);

/* Files ---------------------------------------------------------------------------------------- */
/* Files of a folder that a technique is made of, each within it, with their hashes. */

enum { DECLARED_FILES_MAX = 256 };

struct declared_files {
    struct technique_file files[DECLARED_FILES_MAX]; /* names in the spec's memory */
    size_t count;
};

/* Content -------------------------------------------------------------------------------------- */
/* A folder as a text that changes with all that it holds. */

/*
 * Adds "NAME SHA256" of each file in the folder and below it, in order, links followed, and of
 * files elsewhere that a command's word names by its whole path; ".git" is left out, and so are
 * kernels that steps name: the compiler alone reads them, unless a build includes them. Of programs
 * and builds technique.json and claims.json are left out, too. False where a file cannot be read,
 * or there are more than 4096.
 */
enum declared_content { DECLARED_OF_ANSWERS, DECLARED_OF_PROGRAMS, DECLARED_OF_BUILDS };
bool declared_content_add(struct text *text, const struct declared_spec *spec,
                          enum declared_content of);

/* Trust ---------------------------------------------------------------------------------------- */
/*
 * Whether the programs of a folder may run as the user. They may where what they are made
 * of, words and files, is known: it is of the build, the user has accepted it once, or
 * CLAIMCHECK_TRUST says so.
 */

/* Hashes of programs that come with the build, made by known.py; NULL-terminated. */
extern const char *const declared_trust_known[];

/* Whether the programs may run now; nobody is asked. False with a one-line message. */
bool declared_trust_holds(const struct declared_spec *spec);

/* Accepts the programs where `given`, else asks whoever is at the terminal; what is accepted is
 * remembered, and known to processes that this one starts. False with a one-line message. */
bool declared_trust_ask(const struct declared_spec *spec, bool given);

/* Confinement ---------------------------------------------------------------------------------- */
/*
 * Keeps programs of folders out of what claimcheck keeps for the user. Where bwrap works
 * they cannot write its folders; elsewhere what changes in the cache while one runs, or in the list
 * of folders that are trusted, is removed.
 */

enum { DECLARED_CONFINE_WORDS = 16 };

struct declared_confine {
    /* bwrap and its arguments, then the program's; NULL-terminated. */
    const char *words[DECLARED_CONFINE_WORDS + DECLARED_WORDS_MAX + 1];
    char *cache, *state, *bwrap;
    bool is_by_bwrap;   /* it works here */
    struct text before; /* the files, unless bwrap is used */
};

/* Prepares for a program of these words that works in the scratch folder. */
void declared_confine_begin(struct declared_confine *confine, char *const *program,
                            const char *scratch);

/* Once it has ended: removes what has changed in the cache, with a warning. `words`: the program,
 * for messages. */
void declared_confine_end(struct declared_confine *confine, const char *words);

/* Says that this process has just made or used a file of the cache, which no program did. */
void declared_confine_note(const char *path);

void declared_confine_finish(struct declared_confine *confine);

/* Programs ------------------------------------------------------------------------------------- */
/*
 * Programs of the folder: the one that gives the right answer, and those that check
 * one. They run in a scratch folder, without a shell, find the inputs as NAME.bin and the point as
 * CLAIMCHECK_NAME in their environment, and write outputs as NAME.bin. Answers of the reference are
 * kept in the user's cache.
 */

/* Bytes of an input or an output. */
struct declared_bytes {
    const char *name;
    void *data;
    uint64_t count;
    bool is_wanted; /* for a check: the reference's answer, NAME.wanted.bin */
};

/* A program, and what its folder has. */
struct declared_program {
    const char *role; /* for messages: "the reference" */
    const struct declared_command *command;
    const struct declared_command *passed; /* names of variables of ours that it gets besides the
                                              usual ones; NULL: none */
    size_t input_count, output_count;
    const char *folder; /* that it works in, and that stays; NULL: a scratch */
    bool builds;        /* it is of no point, and may take as long as a reference */
    const struct declared_bytes *inputs, *outputs; /* that it finds, and that it must write */
    bool judges; /* exit code 1 is an answer of it, too, and `said` is wanted */
    int code;    /* with which it ended */
    char *said;  /* malloc'ed */
};

/* Runs it, and fills the outputs in. False with a one-line message that has what it said last. */
bool declared_program_run(const struct declared_scope *scope, struct declared_program *program);

/* Fills the outputs in. *kept_s: since when the answer was kept, in seconds since 1970; 0: the run
 * has computed it; NULL: none is taken or kept. False with a one-line message that says what the
 * program said last. */
bool declared_reference_run(const struct declared_scope *scope, const struct declared_bytes *inputs,
                            const struct declared_bytes *outputs, int64_t *kept_s);

/* The words of a program as it is started: one that names a file of the build's folder (NULL: there
 * is none), or of the technique's, is its path. NULL-terminated, os_path_names_free(); NULL with a
 * one-line message where one leads out of the folder. */
char **declared_program_words(const struct declared_spec *spec,
                              const struct declared_command *command, const char *build);

/* The environment of a program. passed: names of further variables that it gets, beside the one
 * that says where the helpers are; NULL: neither. scope: the point that it finds in CLAIMCHECK_*
 * variables; NULL: none. Ends and fails likewise. */
char **declared_program_environment(const struct declared_scope *scope,
                                    const struct declared_command *passed);

/* Writes what a program reads to a file of its scratch folder. False with a one-line message. */
bool declared_input_write(const char *path, const void *data, uint64_t bytes);

/* Whether the folder has a file of that name. */
bool declared_reference_has(const struct declared_spec *spec, const char *name);

/* The path of a file of the folder, links resolved, malloc'ed; NULL with a one-line message where
 * it is not there, or leads out of the folder. */
char *declared_reference_file(const struct declared_spec *spec, const char *name);

/* Answers -------------------------------------------------------------------------------------- */
/*
 * Answers of references that were computed before, in the user's cache: a file each,
 * named by the hash of all that the answer depends on.
 */

/* Fills the outputs in, and when they were computed, in seconds since 1970. False where no answer
 * is kept, it is not whole, or not to be taken; 0 where this run has computed it. */
bool declared_answers_load(const char *key, const struct declared_spec *spec,
                           const struct declared_bytes *outputs, int64_t *since_s);

/* Keeps an answer of at most 1 GiB. Where there is no room or no cache none is kept: that is no
 * trouble. Removes answers unused for 90 days, and those unused longest beyond 4 GiB. */
void declared_answers_keep(const char *key, const struct declared_spec *spec,
                           const struct declared_bytes *outputs);

/* Method --------------------------------------------------------------------------------------- */
/* A technique of a folder at work as a bench. */

/* The bench's data. */
struct declared_bench {
    struct declared_spec spec;
    struct declared_kernels kernels;
    atomic_bool examples_held;              /* the reference gave what the examples say */
    atomic_bool checks_held;                /* programs that check refuse something */
    atomic_bool kept_held, kept_stale;      /* a kept answer was, or was not, the reference's */
    const char *metrics[BENCH_METRICS_MAX]; /* names that checks have; in the spec's memory */
    size_t metric_count;
};

static inline const struct declared_spec *declared_spec_of(const struct bench_case *c)
{
    return &((const struct declared_bench *)c->bench->data)->spec;
}

/* A buffer on the device, or an image with its sampler. */
struct declared_memory {
    struct gpu_buffer *buffer; /* NULL: an image */
    struct gpu_image *image;
    struct gpu_sampler *sampler;
};

/* The workload's state: inputs, and what the reference makes of them. */
struct declared_workload {
    struct declared_bytes list[DECLARED_BUFFERS_MAX];    /* inputs, then outputs */
    struct declared_memory memory[DECLARED_BUFFERS_MAX]; /* of inputs */
};

/* A step with its numbers in place. */
struct declared_action {
    const struct declared_step *step;
    const struct shader_file *shader;
    struct gpu_kernel *kernel;
    uint32_t constants[GPU_CONSTANTS_MAX], push[GPU_PUSH_BYTES_MAX / 4], groups[3], word;
    uint64_t offset, from_offset, bytes; /* of a step's ranges */
    uint64_t turns;                      /* of an `until`: at most so many, of the */
    size_t within;                       /* actions behind it */
    bool waits;                          /* for what was recorded before */
};

struct declared_actions {
    struct declared_action *list;
    size_t count;
};

/* Buffers that the steps bind. */
struct declared_bound {
    bool is_read[DECLARED_BUFFERS_MAX], is_written[DECLARED_BUFFERS_MAX];
    double read, written; /* bytes of all that is bound, at each step anew */
};

/* The case's state. */
struct declared_case {
    struct declared_process *process; /* of a program; NULL: it is steps */
    const struct declared_kernels *kernels;
    const struct declared_memory *inputs; /* of the workload that is executed */
    size_t input_count;
    struct declared_memory memory[DECLARED_BUFFERS_MAX]; /* by the indices of steps */
    struct declared_actions steps, before;
    int slots[DECLARED_BUFFERS_MAX]; /* which of `memory` a name stands for, swaps behind it */
    struct declared_bound bound;
    struct gpu_commands *commands; /* of a variant that is driven */
    uint64_t turns;                /* of its loops, in the last execution */
    char right[SHA256_TEXT_BYTES]; /* of all that programs found right last; "": nothing */
};

/* Implement workload(), upload() and the members of a method: bench.h and method.h. */
bool declared_workload(struct bench_workload *workload);
bool declared_upload(struct bench_workload *workload);

bool declared_same(const struct bench_workload *a, const struct bench_workload *b);
extern const struct bench_method declared_method, declared_before_method, declared_program_method;

/* Bytes of a buffer at that point. False with a context_error(): no whole words, or elements. */
bool declared_bytes_take(struct context *context, const struct declared_scope *scope,
                         const struct declared_buffer *buffer, uint64_t *bytes);

/* Fills inputs as the file says: those of `bytes` whose name is not NULL. False with a
 * context_error(). */
bool declared_inputs_fill(struct context *context, const struct declared_scope *scope,
                          const struct declared_bytes *bytes);

/* Makes a buffer or an image; NULL data: poison. False where the device has failed. */
bool declared_memory_make(struct gpu_scope *scope, const struct declared_scope *point,
                          const struct declared_buffer *buffer, uint64_t bytes, const void *data,
                          struct declared_memory *memory);
/* Makes an output or a buffer of the case's own; a "state" is declared as one. */
bool declared_buffer_make(struct bench_case *c, const struct declared_scope *scope,
                          const struct declared_buffer *buffer, uint64_t bytes,
                          struct declared_memory *memory);
uint64_t declared_memory_bytes(const struct declared_memory *memory);

/* False, with the case unsupported or an error, where its variant does not run at its point. */
bool declared_when(const struct declared_scope *scope, struct context *context);

/* checker.c: states a metric of the case; the name is copied. False after trouble. */
bool declared_metric(struct bench_case *c, const char *name, const char *unit, double value);

/* Writes a number of so many bytes: of CONTEXT_FLOAT the real one, of others the whole one. */
void declared_number_write(void *at, enum context_form form, uint32_t bytes, double real,
                           int64_t whole);

/* checker.c: checks what a case gave of each output; NULL data: nothing. States the errors, and
 * what programs print, as metrics. False after trouble. */
bool declared_check(struct bench_case *c, const struct declared_bytes *given);

/* checker.c: whether the checks of outputs refuse one number everywhere and up to four in turns,
 * and have an element to compare where cases are `timed`; where it `asks`, whether those that are
 * programs refuse anything. `bytes` has inputs, then right outputs. False with a
 * context_error(). */
bool declared_checks_hold(struct context *context, const struct declared_scope *scope,
                          const struct declared_bytes *bytes, bool timed, bool asks);

/* checker.c: holds the reference to the examples. False with a context_error(). */
bool declared_examples_hold(struct context *context, const struct declared_spec *spec);

/* actions.c: the steps of a variant at a point, loops unrolled, with kernels, and what they bind;
 * the state has its kernels and memory. False with a context_error(). */
bool declared_actions_make(struct declared_case *state, const struct declared_scope *scope,
                           struct context *context);

/* Record one execution of the steps, or of those before them, with the barriers between. */
void declared_steps_record(struct declared_case *state, struct gpu_commands *commands);
void declared_before_record(struct declared_case *state, struct gpu_commands *commands);

/* workload.c: draws a word of an input that is random, whose elements do not depend on each other,
 * in place of one. False where there is no such input. */
struct declared_word {
    size_t input;
    uint64_t at, bytes; /* of the input */
    uint64_t data;
};
bool declared_word_draw(const struct declared_scope *scope, const struct declared_bytes *inputs,
                        uint64_t drawn, struct declared_word *word);

/* steps.c: the spec of a file of the executable, read once. NULL with a context_error(). */
struct declared_spec *declared_steps_spec(struct bench_case *c, const struct technique_steps *file);
/* The entry of that name. NULL with a context_error(). */
const struct declared_variant *
declared_steps_find(struct bench_case *c, const struct declared_spec *spec, const char *name);
/* Finds what C gives by that name; NULL: nothing. */
const struct declared_given *declared_given_find(const struct declared_given *given,
                                                 const char *name);
/* The device's limits, and numbers that C gives. False with a context_error(). */
bool declared_numbers_take(struct bench_case *c, const struct declared_spec *spec,
                           const struct declared_given *given, int64_t *numbers);

/* method.c: an amount as a number, 0 where it has none. */
double declared_amount_real(const struct declared_scope *scope,
                            const struct declared_amount *amount);

#endif
