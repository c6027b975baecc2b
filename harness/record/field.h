/* SPDX-License-Identifier: MIT */
/*
 * field.h: structs of a run described by tables. A row is a member of the JSON object and a member
 * of the struct; the table reads the struct, checks it and writes it, and the schema is printed
 * from it.
 *
 *     #define S run_device
 *     static const struct field device_fields[] = {
 *         FIELD(TEXT, name, 0),
 *         FIELD(COUNT, subgroup_size, 0),
 *         FIELD_END,
 *     };
 *     #undef S
 *
 * An empty member is NAN, 0 (sizes, words), false, "", NULL or a list without entries. Null and a
 * missing key are both read as empty, and keys without a row are ignored. An object is empty where
 * all of its members are, or one that is wanted.
 */
#ifndef CLAIMCHECK_HARNESS_RECORD_FIELD_H
#define CLAIMCHECK_HARNESS_RECORD_FIELD_H

#include "harness/record/run/json_reader.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum field_type {
    FIELD_NUMBER, /* double: any */
    FIELD_AMOUNT, /* double: 0 and more */
    FIELD_TIME,   /* double: above 0 */
    FIELD_COUNT,  /* double: whole, 0 and more, below 2^64 */
    FIELD_SIZE,   /* size_t or uint32_t; with FIELD_WANTED at least 1 */
    FIELD_SEED,   /* uint64_t, below 2^63; always wanted */
    FIELD_FLAG,   /* bool */
    FIELD_TEXT,   /* const char * */
    FIELD_WORD,   /* an enum, by `name` */
    FIELD_SAME,   /* no member: always the text `text` */
    FIELD_TEXTS,  /* const char *const *, and a size_t at `count` */
    FIELD_OBJECT, /* a struct, by `fields` */
    FIELD_LIST,   /* pointer to structs, and a size_t at `count` */
    FIELD_ROOM,   /* array of at most `most` structs, and a size_t at `count` */
    FIELD_MAP,    /* as FIELD_LIST: an object, whose keys are the first members, const char * */
    FIELD_JSON,   /* const char *: anything, as the text of it; NULL */
    FIELD_OWN,    /* what `own` makes of the whole struct */
    FIELD_MADE,   /* what `make` reads; never written */
    FIELD_KEYED,  /* as FIELD_MAP, of values that `make` reads; never written */
    FIELD_UNREAD, /* no member: known, and left to others */
    FIELD_ALONE,  /* behind the last one: an object with further members is at fault */
};

enum field_flag {
    FIELD_WANTED = 1,  /* must be there, and not be empty, where its object is */
    FIELD_OMIT = 2,    /* left out where empty; others are null, "", false, 0 or [] then */
    FIELD_NULL = 4,    /* null where empty */
    FIELD_LATER = 8,   /* earlier files of this major version have none */
    FIELD_KEY = 16,    /* a text without control characters, by which things are joined */
    FIELD_OPEN = 32,   /* a word that is not known is read as 0: a later version may have more */
    FIELD_ZERO = 64,   /* a number that is empty at 0, not at NAN */
    FIELD_CUT = 128,   /* entries for which there is no room are ignored */
    FIELD_NAMED = 256, /* messages name an entry by its "id", in place of its index */
    FIELD_WHOLE = 512, /* a list in which something is wrong has no entries */
};

struct field;

/* A member that no type above describes, of the struct as a whole; it does not count where it is
 * asked whether an object is empty. write: a new reference. */
struct field_own {
    void (*read)(const struct json_reader *part, void *record);
    json_t *(*write)(const void *record);
};

/* Reads a member of the object, or an entry of a list, for which `key` is NULL. */
typedef void field_make(const struct json_reader *part, const char *key, void *member);

struct field {
    const char *key; /* NULL behind the last one */
    enum field_type type;
    unsigned flags; /* of enum field_flag */
    size_t offset;
    const struct field *fields;
    size_t bytes;                  /* of the member; of an entry */
    size_t count;                  /* offset */
    size_t most;                   /* entries; words */
    const char *(*name)(int word); /* NULL for one that is null */
    const char *const *words;      /* or a list of them */
    field_make *make;
    const char *text;
    const struct field_own *own;
};

#define FIELD_AT(member_) .offset = offsetof(struct S, member_)
#define FIELD_MEMBER(member_) FIELD_AT(member_), .bytes = sizeof(((struct S *)NULL)->member_)
#define FIELD_ENTRIES(member_, count_)                                                             \
    FIELD_AT(member_), .bytes = sizeof(*((struct S *)NULL)->member_),                              \
                       .count = offsetof(struct S, count_)

/* A member `member_` of struct S under `key_`; under its own name. */
#define FIELD_AS(type_, key_, member_, flags_)                                                     \
    {                                                                                              \
        .key = (key_), .type = FIELD_##type_, .flags = (flags_), FIELD_MEMBER(member_)             \
    }
#define FIELD(type_, member_, flags_) FIELD_AS(type_, #member_, member_, flags_)
#define FIELD_A_WORD(key_, member_, name_, most_, flags_)                                          \
    {                                                                                              \
        .key = (key_), .type = FIELD_WORD, .flags = (flags_), .name = (name_), .most = (most_),    \
        FIELD_MEMBER(member_)                                                                      \
    }
#define FIELD_OF_WORDS(key_, member_, words_, flags_)                                              \
    {                                                                                              \
        .key = (key_), .type = FIELD_WORD, .flags = (flags_), .words = (words_),                   \
        .most = sizeof(words_) / sizeof((words_)[0]), FIELD_MEMBER(member_)                        \
    }
/* A text of a list; one that is not known is read as "". */
#define FIELD_TEXT_OF(key_, member_, name_, most_)                                                 \
    {                                                                                              \
        .key = (key_), .type = FIELD_TEXT, .flags = FIELD_NULL, .name = (name_), .most = (most_),  \
        FIELD_MEMBER(member_)                                                                      \
    }
#define FIELD_IN(key_, member_, fields_, flags_)                                                   \
    {                                                                                              \
        .key = (key_), .type = FIELD_OBJECT, .flags = (flags_), .fields = (fields_),               \
        FIELD_MEMBER(member_)                                                                      \
    }
/* Members of struct S itself that the file has in an object. */
#define FIELD_PART(key_, fields_, flags_)                                                          \
    {                                                                                              \
        .key = (key_), .type = FIELD_OBJECT, .flags = (flags_), .fields = (fields_)                \
    }
#define FIELD_SOME(type_, key_, member_, count_, fields_, flags_)                                  \
    {                                                                                              \
        .key = (key_), .type = FIELD_##type_, .flags = (flags_), .fields = (fields_),              \
        FIELD_ENTRIES(member_, count_)                                                             \
    }
#define FIELD_SOME_TEXTS(key_, member_, count_, flags_)                                            \
    {                                                                                              \
        .key = (key_), .type = FIELD_TEXTS, .flags = (flags_), FIELD_MEMBER(member_),              \
        .count = offsetof(struct S, count_)                                                        \
    }
#define FIELD_ROOM_FOR(key_, member_, count_, most_, fields_, flags_)                              \
    {                                                                                              \
        .key = (key_), .type = FIELD_ROOM, .flags = (flags_), .fields = (fields_),                 \
        .most = (most_), FIELD_ENTRIES(member_, count_)                                            \
    }
#define FIELD_BY_ITSELF(key_, own_, flags_)                                                        \
    {                                                                                              \
        .key = (key_), .type = FIELD_OWN, .flags = (flags_), .own = (own_)                         \
    }
#define FIELD_ALWAYS(key_, text_)                                                                  \
    {                                                                                              \
        .key = (key_), .type = FIELD_SAME, .text = (text_)                                         \
    }
#define FIELD_BY(key_, make_, member_)                                                             \
    {                                                                                              \
        .key = (key_), .type = FIELD_MADE, .make = (make_), FIELD_AT(member_)                      \
    }
/* A list, or a map, each of whose entries `make_` reads. */
#define FIELD_SOME_BY(type_, key_, make_, member_, count_, flags_)                                 \
    {                                                                                              \
        .key = (key_), .type = FIELD_##type_, .flags = (flags_), .make = (make_),                  \
        FIELD_ENTRIES(member_, count_)                                                             \
    }
#define FIELD_KNOWN(key_)                                                                          \
    {                                                                                              \
        .key = (key_), .type = FIELD_UNREAD                                                        \
    }
#define FIELD_END_ALONE                                                                            \
    {                                                                                              \
        .key = NULL, .type = FIELD_ALONE                                                           \
    }
#define FIELD_END                                                                                  \
    {                                                                                              \
        .key = NULL                                                                                \
    }

/* Reads every member, into memory of the reader's arena; the reader has failed where one breaks a
 * rule. */
void field_read(const struct json_reader *part, const struct field *fields, void *record);

/* Any member, as a FIELD_JSON has it. */
const char *field_json_text(const struct json_reader *part, const char *key);

/* True when every member is empty. */
bool field_is_empty(const void *record, const struct field *fields);

/* Sets every member to be empty. */
void field_clear(void *record, const struct field *fields);

/* Finds a member by its path, "work.bytes_read"; *record becomes the struct that it is in. NULL
 * where no table has it. */
const struct field *field_find(const struct field *fields, const char *path, const void **record);

/* Returns a member that is a number, NAN where it is none; one that is words. */
bool field_is_number(const struct field *field);
double field_number(const void *record, const struct field *field);
const char *field_text(const void *record, const struct field *field);

/* An object, an array; new references. */
json_t *field_json(const void *record, const struct field *fields);

/* One member of the record, by its key; a new reference. NULL where it is empty. */
json_t *field_member_json(const void *record, const struct field *fields, const char *key);
json_t *field_texts_json(const char *const *texts, size_t count);

#endif
