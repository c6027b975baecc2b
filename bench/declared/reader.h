/* SPDX-License-Identifier: MIT */
/* reader.h: what the readers of parts of technique.json share. */
#ifndef CLAIMCHECK_BENCH_DECLARED_READER_H
#define CLAIMCHECK_BENCH_DECLARED_READER_H

#include "bench/declared/place.h"
#include "bench/declared/spec.h"
#include "harness/base/base.h"

enum { DECLARED_LEVELS_MAX = 4 };

struct declared_reader {
    struct declared_spec *spec;
    const char *text;
    size_t size;
    struct declared_place place;             /* of what is read */
    struct declared_found found;             /* and of what a line was wanted for last */
    const struct declared_variant *variant;  /* whose steps are read; NULL: none */
    const char *levels[DECLARED_LEVELS_MAX]; /* of loops around the step */
    size_t level_count, step_count;
    bool is_before, is_until; /* where the step is that is read */
    bool failed;
    char *message;
    size_t message_bytes;
};

/* Keeps the first message, with file, line and place; returns false. */
bool declared_reader_fail(struct declared_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Steps into a member, or into an entry, and out of it again. */
void declared_reader_enter(struct declared_reader *reader, const char *key, size_t index);
void declared_reader_leave(struct declared_reader *reader);

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

/* A number or a formula whose names are known. */
bool declared_reader_amount(struct declared_reader *reader, const json_t *value,
                            struct declared_amount *amount);

/* Reads an amount from a member; true where an optional member is missing. */
bool declared_reader_amount_of(struct declared_reader *reader, const json_t *object,
                               const char *key, bool required, struct declared_amount *amount);

/* read_buffers.c, read_variant.c: parts of the file, false after a failure. */
bool declared_read_inputs(struct declared_reader *reader, const json_t *inputs);
bool declared_read_outputs(struct declared_reader *reader, const json_t *outputs);
bool declared_read_variants(struct declared_reader *reader, const json_t *variants);

#endif
