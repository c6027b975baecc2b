/* SPDX-License-Identifier: MIT */
/*
 * json_reader.h: values of a run document, typed and checked as they are read. The first one that
 * breaks a rule leaves a message of trouble.h; after that every call gives nothing, so that callers
 * look once, at the end. A reader that goes on has a line for each, as far as there is room.
 */
#ifndef CLAIMCHECK_HARNESS_RECORD_RUN_JSON_READER_H
#define CLAIMCHECK_HARNESS_RECORD_RUN_JSON_READER_H

#include "harness/base/arena.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_READER_NAME_BYTES = 96 };

struct run_reading {
    struct arena *arena; /* of texts and arrays */
    const char *path;
    const char *what, *name; /* "case", its name; "" outside of them */
    bool failed;
    size_t faults;      /* said so far */
    const char *format; /* what the document should be; NULL: "run file" */
    bool goes_on;       /* reads on behind a fault */
    bool stopped;       /* nothing more is read */
    void *of;           /* what its document's own readers need (field.h: make) */
};

/* An object or an array of the document; json is NULL for one that is not there, which has no
 * members. */
struct json_reader {
    struct run_reading *reader;
    const json_t *json;
    char name[JSON_READER_NAME_BYTES]; /* "samples", "ceilings.bandwidth.copy[3]"; "" for a whole */
};

/* The range that a number must have. */
enum run_range {
    RUN_ANY,
    RUN_AMOUNT, /* 0 and more */
    RUN_TIME,   /* above 0 */
    RUN_COUNT,  /* whole, 0 and more, below 2^64 */
    RUN_TOTAL,  /* the same, above 0 */
};

/* Says what is wrong with a member; `key` may be NULL, for the part itself. */
void json_reader_fault(const struct json_reader *part, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Says that a member is missing, unless it is there: then what is wrong with it has been said. */
void json_reader_missing(const struct json_reader *part, const char *key);

/* A fault for each member that is none of `known`, with the one that was meant. */
void json_reader_known(const struct json_reader *part, const char *const *known, size_t count);

/* True where the object or array is there. */
bool json_reader_is_there(const struct json_reader *part);

/* True where there is a member of that name, null or not; true where it is a text. */
bool json_reader_has(const struct json_reader *part, const char *key);
bool json_reader_is_text(const struct json_reader *part, const char *key);

/* The names of all members, as the document has them, in its order. NULL once something
 * has failed. */
const char *const *json_reader_keys(const struct json_reader *part, size_t *count);

/* Members; null is as good as none. */
struct json_reader json_reader_object(const struct json_reader *part, const char *key);
struct json_reader json_reader_array(const struct json_reader *part, const char *key);
double json_reader_number(const struct json_reader *part, const char *key, enum run_range range);
/* A count of at least 1 that must be there where the part is; 0 where that is not. */
size_t json_reader_total(const struct json_reader *part, const char *key);
uint64_t json_reader_seed(const struct json_reader *part, const char *key);
bool json_reader_flag(const struct json_reader *part, const char *key);
const char *json_reader_text(const struct json_reader *part, const char *key);

/* A text that must be there, and not be empty. */
const char *json_reader_name(const struct json_reader *part, const char *key);

/* A name by which things of the document are joined: one that is not printable is a fault. */
const char *json_reader_key(const struct json_reader *part, const char *key);

/* The index of a text in a list with possible gaps; `otherwise` where there is none. */
int json_reader_choice(const struct json_reader *part, const char *key, const char *const *words,
                       int count, int otherwise);

/* Reads a word of a list that later versions may extend: an unknown word is `otherwise`, too. */
int json_reader_word(const struct json_reader *part, const char *key, const char *const *words,
                     int count, int otherwise);

/* Entries of an array; `if_any` takes null, and gives NAN for it. */
size_t json_reader_count(const struct json_reader *array);
struct json_reader json_reader_entry(const struct json_reader *array, size_t i); /* an object */
double json_reader_value(const struct json_reader *array, size_t i, enum run_range range);
double json_reader_value_if_any(const struct json_reader *array, size_t i, enum run_range range);
bool json_reader_truth(const struct json_reader *array, size_t i);

/* All entries, which must be texts. */
const char *const *json_reader_texts(const struct json_reader *array, size_t *count);

/* Memory and texts of the run, these cleaned (printable.h). NULL and "" once something has
 * failed. */
void *json_reader_alloc(struct run_reading *reader, size_t count, size_t bytes);
const char *json_reader_keep(struct run_reading *reader, const char *text);

#endif
