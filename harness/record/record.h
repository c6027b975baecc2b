/* SPDX-License-Identifier: MIT */
/*
 * record.h: a run file, written and described: fields, journal, rows of evidence, schemas, names.
 * run/run.h has the structs; bench_kinds.h, which the contract has too, is apart.
 */
#ifndef CLAIMCHECK_HARNESS_RECORD_RECORD_H
#define CLAIMCHECK_HARNESS_RECORD_RECORD_H

#include "harness/base/base.h"
#include "harness/record/bench_kinds.h"
#include "harness/record/run/run.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---------------------------------------------------------------------------------------------- */

/*
 * field: structs of a run described by tables. A row is a member of the JSON object and a member
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

enum field_type {
    FIELD_NUMBER, /* double: any */
    FIELD_AMOUNT, /* double: 0 and more */
    FIELD_TIME,   /* double: above 0 */
    FIELD_COUNT,  /* double: whole, 0 and more, below 2^64 */
    FIELD_SIZE,   /* size_t or uint32_t; with FIELD_WANTED at least 1 */
    FIELD_SEED,   /* uint64_t, below 2^63; always wanted */
    FIELD_FLAG,   /* bool */
    FIELD_TEXT,   /* const char * */
    FIELD_WORD,   /* an enum, by `words` */
    FIELD_SAME,   /* no member: always the text `text` */
    FIELD_TEXTS,  /* const char *const *, and a size_t at `count` */
    FIELD_OBJECT, /* a struct, by `fields` */
    FIELD_LIST,   /* pointer to structs, and a size_t at `count` */
    FIELD_ROOM,   /* array of at most `most` structs, and a size_t at `count` */
    FIELD_MAP,    /* as FIELD_LIST: an object, whose keys are the first members, const char * */
    FIELD_JSON,   /* const char *: anything, as the text of it; NULL */
    FIELD_OWN,    /* what `own` makes of the whole struct */
    FIELD_MADE,   /* what `make` reads; never written */
    FIELD_KEYED, /* as FIELD_MAP, of values that `make` reads and `put` writes, where it is there */
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
 * asked whether an object is empty. read: NULL where others do. write: a new reference. */
struct field_own {
    void (*read)(const struct json_reader *part, void *record);
    json_t *(*write)(const void *record);
};

/* Reads a member of the object, or an entry of a list, for which `key` is NULL. */
typedef void field_make(const struct json_reader *part, const char *key, void *member);

/* Writes the value of an entry; a new reference. */
typedef json_t *field_put(const void *entry);

struct field {
    const char *key; /* NULL behind the last one */
    enum field_type type;
    unsigned flags; /* of enum field_flag */
    size_t offset;
    const struct field *fields;
    size_t bytes;             /* of the member; of an entry */
    size_t count;             /* offset */
    size_t most;              /* entries; words */
    const char *const *words; /* NULL for one that is null */
    field_make *make;
    field_put *put;
    const char *text;
    const struct field_own *own;
};

#define FIELD_AT(member_) .offset = offsetof(struct S, member_)
#define FIELD_MEMBER(member_) FIELD_AT(member_), .bytes = sizeof(((struct S *)NULL)->member_)
#define FIELD_ENTRIES(member_, count_)                                                             \
    FIELD_AT(member_), .bytes = sizeof(*((struct S *)NULL)->member_),                              \
                       .count = offsetof(struct S, count_)

#define FIELD_OF(type_, key_, flags_, ...)                                                         \
    {                                                                                              \
        .key = (key_), .type = FIELD_##type_, .flags = (flags_), __VA_ARGS__                       \
    }

/* A member `member_` of struct S under `key_`; under its own name. */
#define FIELD_AS(type_, key_, member_, flags_) FIELD_OF(type_, key_, flags_, FIELD_MEMBER(member_))
#define FIELD(type_, member_, flags_) FIELD_AS(type_, #member_, member_, flags_)
/* A word, or a text, of a list; a text that is not known is read as "". */
#define FIELD_OF_WORDS(type_, key_, member_, words_, flags_)                                       \
    FIELD_OF(type_, key_, flags_, .words = (words_), .most = COUNT_OF(words_),                     \
             FIELD_MEMBER(member_))
#define FIELD_IN(key_, member_, fields_, flags_)                                                   \
    FIELD_OF(OBJECT, key_, flags_, .fields = (fields_), FIELD_MEMBER(member_))
/* Members of struct S itself that the file has in an object. */
#define FIELD_PART(key_, fields_, flags_) FIELD_OF(OBJECT, key_, flags_, .fields = (fields_))
#define FIELD_SOME(type_, key_, member_, count_, fields_, flags_)                                  \
    FIELD_OF(type_, key_, flags_, .fields = (fields_), FIELD_ENTRIES(member_, count_))
#define FIELD_SOME_TEXTS(key_, member_, count_, flags_)                                            \
    FIELD_OF(TEXTS, key_, flags_, FIELD_MEMBER(member_), .count = offsetof(struct S, count_))
#define FIELD_ROOM_FOR(key_, member_, count_, most_, fields_, flags_)                              \
    FIELD_OF(ROOM, key_, flags_, .fields = (fields_), .most = (most_),                             \
             FIELD_ENTRIES(member_, count_))
#define FIELD_BY_ITSELF(key_, own_, flags_) FIELD_OF(OWN, key_, flags_, .own = (own_))
#define FIELD_ALWAYS(key_, text_) FIELD_OF(SAME, key_, 0, .text = (text_))
#define FIELD_BY(key_, make_, member_) FIELD_OF(MADE, key_, 0, .make = (make_), FIELD_AT(member_))
/* A list, or a map, each of whose entries `make_` reads. */
#define FIELD_SOME_BY(type_, key_, make_, member_, count_, flags_)                                 \
    FIELD_OF(type_, key_, flags_, .make = (make_), FIELD_ENTRIES(member_, count_))
/* A map whose values `make_` reads and `put_` writes. */
#define FIELD_VALUES(key_, make_, put_, member_, count_, flags_)                                   \
    FIELD_OF(KEYED, key_, flags_, .make = (make_), .put = (put_), FIELD_ENTRIES(member_, count_))
#define FIELD_KNOWN(key_) FIELD_OF(UNREAD, key_, 0, .most = 0)
#define FIELD_END_ALONE FIELD_OF(ALONE, NULL, 0, .most = 0)
#define FIELD_END FIELD_OF(NUMBER, NULL, 0, .most = 0)

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

/* ---------------------------------------------------------------------------------------------- */

/* case_fields: a case of a run file, read and written by one table of fields. */

/* Fields of struct run_case, of its ratio and counters, of one in a row of evidence, and of struct
 * run_sampling_case. */
extern const struct field case_fields[], case_ratio_fields[], case_counters_fields[],
    case_row_fields[], case_sampling_fields[];

/* `part` is the case; the reader has failed where it breaks a rule. */
void case_read(const struct json_reader *part, struct run_case *c);

/* New references. */
json_t *case_json(const struct run_case *c);
json_t *case_cache_proof_json(const struct run_cache_proof *proof); /* null where not known */

/* A case of which nothing is known. */
void case_clear(struct run_case *c);

/* Remove the times, the clock, or the ratio: of a case that is not ok, or no longer; of one for
 * which the clock was not raised; of one whose baseline is not ok. */
void case_drop_times(struct run_case *c);
void case_drop_clock(struct run_case *c);
void case_drop_ratio(struct run_case *c);

/* Hashes the name of a workload: run_case.workload_key. */
uint64_t case_workload_key(const char *workload);

/* ---------------------------------------------------------------------------------------------- */

/*
 * case_launches: a case of several launches, made of what each of them measured. Its samples are
 * those of all, a launch behind the other; `launches` says how many each has and what came of them,
 * time_between and ratio_between are the intervals between launches; gpu, wall and ratio are of all
 * samples, with the interval that one process typically has.
 */

/* Launches that the case has a time of; 0 for one that is not ok. */
size_t case_launches_count(const struct run_case *c);

/*
 * Adds launch `index` (from 0) of the case to those before, in memory of the arena. A case that is
 * not ok in any launch is not ok, and has no times. False where the case has not as many launches
 * as come before it.
 */
bool case_launches_add(struct arena *arena, struct run_case *c, const struct run_case *launch,
                       size_t index);

/* Finds the case of the ratio's baseline: of its own cache mode, or else of the workload. NULL when
 * the run does not have it. */
const struct run_case *case_launches_baseline(const struct run *run, const struct run_case *c);

/* Takes the ratios away from cases whose baseline has ended badly in any launch. */
void case_launches_close(struct run *run);

/* ---------------------------------------------------------------------------------------------- */

/* catalogue: facts about techniques for readers of runs, which see no bench. */

/* Whose method a variant is: of the paper that is judged, a library's, or another's. */
enum catalogue_origin {
    CATALOGUE_PAPER,
    CATALOGUE_LIBRARY,
    CATALOGUE_CONTENDER,
    CATALOGUE_ORIGINS
};

/* "paper", "library", "contender". Static storage. */
extern const char *const catalogue_origin_names[CATALOGUE_ORIGINS];

/* Texts are NULL where the variant is not known. */
struct catalogue_variant {
    const char *summary, *source;
    enum catalogue_origin origin;
};

/* Texts have static storage; NULL where the technique or the bench is not known. */
struct catalogue {
    const void *techniques; /* the first argument of each function */
    const char *(*question)(const void *techniques, const char *technique,
                            const char *bench); /* bench NULL: that of the technique */
    const char *(*title)(const void *techniques, const char *technique);
    const char *(*paper)(const void *techniques, const char *technique);
    /* True for a case that does a part of the work (bench_axis.parts): no answer to the question.
     * False where its variant is not known. */
    bool (*does_part)(const void *techniques, const struct run_case *c);
    struct catalogue_variant (*variant)(const void *techniques, const struct run_case *c);
};

/* ---------------------------------------------------------------------------------------------- */

/* facts_json: facts of a workload in run files. New references. */

/* An object of them. */
json_t *facts_json(const struct facts *facts);

/* An entry of workloads[]. */
json_t *facts_json_workload(const char *name, const struct facts *facts);

/* ---------------------------------------------------------------------------------------------- */

/* head_fields: a run beside its cases, as a table of fields. */

/* Fields of struct run_workload, run_kernel, run_context, run_device, of all of struct run but its
 * cases, and of a row of evidence (row.c). */
extern const struct field run_workload_fields[], run_kernel_fields[], head_context_fields[],
    head_device_fields[], head_fields[], row_fields[];

/* Reads it; the version is checked first. */
void head_read(const struct json_reader *document, struct run *run);

/* ---------------------------------------------------------------------------------------------- */

/* session: fields of struct run_session and run_overhead. */
extern const struct field session_fields[], session_overhead_fields[];

/* `ceilings` of the run file; null when nothing was measured. A new reference. */
json_t *ceilings_json(const struct run_ceilings *ceilings);

/* "workload", "setup", ...; static storage. */
const char *session_phase_name(enum overhead_phase phase);

/* ---------------------------------------------------------------------------------------------- */

/* journal: a run file while it is being written. */

/*
 * A run file while it is written. PATH.journal takes one JSON object per line: the header first,
 * then {"workload": ...}, {"kernel": ...} and {"case": ...} as groups end. At the end the whole
 * document is written beside PATH, flushed to disk and renamed into place, and the journal is
 * removed. Killed at any point, a run leaves what it measured. Paths that --resume needs are in the
 * journal alone: see paths.
 */

struct journal;

/*
 * Starts PATH.journal with the header. Fails when PATH or PATH.journal exists (the remedy in the
 * message), when the folder cannot be written to, or the disk is full. With OUTPUT_REPLACE a
 * journal that nobody writes to is begun anew, and a run file stays until journal_commit() puts the
 * new one in its place. NULL with a one-line message on failure.
 */
struct journal *journal_create(const char *path, enum output_kind kind, const json_t *header);

/* True when PATH.journal, of a path as for journal_resume(), is of a run that is to replace PATH:
 * what is there is then not what the journal was for. */
bool journal_replaces(const char *path);

/*
 * Opens the journal of a run that was cut short; `path` may name the run file or the journal
 * itself. A last line that was cut short is dropped from the file. The document read so far is
 * kept, see journal_run(), without the workloads whose samples an interrupt ended: they are to
 * be measured again, and what is added of them then takes the place of what the file has.
 */
struct journal *journal_resume(const char *path);

/* The header; and what the lines behind it hold: workloads, kernels and cases so far. Owned by the
 * journal. */
const json_t *journal_head(const struct journal *journal);
struct run *journal_run(const struct journal *journal);

/* Returns the document that journal_commit() writes; a new reference. */
json_t *journal_document(const struct journal *journal);

/* True when launch `index` (from 0) of the case of that name is already in it, or the case has
 * ended badly in an earlier one. */
bool journal_has_case(const struct journal *journal, const char *name, size_t index);

/* Path of the run file that will be written; of the journal. */
const char *journal_path(const struct journal *journal);
const char *journal_journal_path(const struct journal *journal);

/* Closes; a journal that holds no case yet is removed: there is nothing in it to resume. Accepts
 * NULL, sets *journal to NULL. */
void journal_discard_empty(struct journal **journal);

/* Appends {"workload": ...}, flushed to disk. A workload that is already in it must be the same.
 * False with a message; nothing can be added after that. */
bool journal_add_workload(struct journal *journal, const json_t *workload);

/* Appends {"kernel": ...}, an entry (session.h), unless its id is there. Errors as above. */
bool journal_add_kernel(struct journal *journal, const json_t *kernel);

/* Appends {"case": ...}, after its kernels. The data it points to must live as long as
 * journal_run(), as in that run's arena. Errors as above. */
bool journal_add_case(struct journal *journal, const struct run_case *c);

/* For launches but the first: {"launch": index, "case": ...}; the case of the run is then one of
 * several launches, see case_launches. Nothing of `c` is kept. */
bool journal_add_launch(struct journal *journal, const struct run_case *c, size_t index);

/* Once no case follows: leaves those out with files in place of kernels that use none of them, and
 * takes ratios away by case_launches_close(). The journal on disk keeps what it has. */
void journal_end(struct journal *journal);

/* Writes the run file without paths, adds session.ended, renames it into place, removes the
 * journal. False with a message: the journal is then still there. */
bool journal_commit(struct journal *journal, const char *ended);

/* True once a line could not be written: the message of that has the remedy. */
bool journal_failed(const struct journal *journal);

/* True once journal_commit() has put the run file in its place. */
bool journal_is_committed(const struct journal *journal);

/* Closes; what is on disk stays. Accepts NULL, sets *journal to NULL. */
void journal_close(struct journal **journal);

/* Results of a run that was cut short, moved out of the way of a new one. */

/*
 * Where PATH.journal is in nobody's hands and holds a case beyond ceilings, it becomes the journal
 * of another run file beside PATH: of x.json that is x-1.json, or the first number that is free.
 * *aside is then that run file, malloc'ed; NULL where there was nothing to keep, or what is there
 * cannot be read. False with a one-line message.
 */
bool journal_set_aside(const char *path, char **aside);

/* ---------------------------------------------------------------------------------------------- */

/* The text of a journal. */

enum journal_part {
    JOURNAL_ALL,
    JOURNAL_ENDED, /* for a run that goes on: without workloads whose samples were interrupted */
};

/*
 * Reads the text of a journal: header, then a workload, a kernel or a case per line; of several
 * lines of one case, or of one of its launches, the last counts. *whole_bytes is where a last line
 * that was cut short begins, or `size`. *head is the header, a new reference. NULL with a one-line
 * message when any other line cannot be read, or is not that of its check sum (results_text): it
 * names the line, or what the run cannot have.
 */
struct run *journal_lines_read(const char *path, const char *text, size_t size,
                               enum journal_part part, size_t *whole_bytes, json_t **head);

/* The run of a header, without any line behind it. NULL with a one-line message. */
struct run *journal_lines_begin(const char *path, const json_t *header);

/* True when the text is a journal's: its first line is a header and nothing more. */
bool journal_lines_are(const char *text, size_t size);

/* ---------------------------------------------------------------------------------------------- */

/*
 * paths: run files without paths of the machine: of a file that was named, its last name stays.
 *
 * A journal keeps the arguments as they were given, since --resume needs them, and beside them in
 * session.paths those files that the arguments name, in session.folder where they were given, in
 * session.argument_bytes what is no text, and in session.device_identity which of several devices
 * it was. The run file has none of that.
 */

/*
 * Takes what is a journal's alone out of a run document, and context.host, which files of before
 * 2.0 had. In arguments, reasons and facts the last name of each path takes its place; in reasons
 * and facts that of any other absolute path, too.
 */
void paths_strip(json_t *document);

/* A text in which absolute paths are their last names, as reasons are in a run document. New
 * reference. */
json_t *paths_strip_text(const char *text);

/* The value of an environment variable: words between ':', ';', ',' and '=' lose what is before
 * their last '/'. New reference. */
json_t *paths_strip_value(const char *value);

/* ---------------------------------------------------------------------------------------------- */

/* profile: names of the profiles. */

/* "quick", "paper", "full"; indexed by enum bench_profile. */
extern const char *const profile_names[BENCH_PROFILE_COUNT];

extern const char profile_gate[];  /* "gate": the cases that techniques name for it */
extern const char profile_scale[]; /* "scale": their best variants over sizes */

/* False when there is no such profile. */
bool profile_find(const char *name, enum bench_profile *profile);

/* ---------------------------------------------------------------------------------------------- */

/* results_text: run documents as text. */

/*
 * The whole document as text, malloc'ed: a line per key, workload and case, so that a difference
 * between two files names them.
 */
char *results_dump(const json_t *document);

/* Dumps the document with a check sum at its end, as run files have it: below. */
char *results_dump_summed(const json_t *document);

/* ---------------------------------------------------------------------------------------------- */

/*
 * sum: check sums of run files and of lines of journals, by which a changed byte is found. The sum
 * is the last member of the object, "sum": of all of its text before the comma.
 */

enum { SUM_TEXT_BYTES = 17 };

/* The first 64 bits of SHA-256, as 16 lower-case hexadecimal digits. */
void sum_text(const char *text, size_t size, char digits[SUM_TEXT_BYTES]);

enum sum_form {
    SUM_OF_LINE, /* of a journal, without its line feed */
    SUM_OF_FILE, /* a run file as results_dump_summed() has it, with any ends of lines */
};

enum sum_state {
    SUM_NONE, /* it has no sum, or is laid out otherwise: written by another program */
    SUM_HOLDS,
    SUM_DIFFERS, /* it was changed since it was written */
};

enum sum_state sum_look(enum sum_form form, const char *text, size_t size);

/* Text before and after the digits. Static storage. */
const char *sum_before(enum sum_form form);
const char *sum_behind(enum sum_form form);

/* ---------------------------------------------------------------------------------------------- */

/* pack: texts packed by xz; run_unpack() is the way back. */

/* Ending of the name of a run file that pack_text() made. */
#define PACK_ENDING ".json.xz"

/* Packs a text: the same text, the same bytes by the same liblzma. *bytes is their number.
 * malloc'ed; NULL when liblzma runs out of memory. */
char *pack_text(const char *text, size_t size, size_t *bytes);

/* ---------------------------------------------------------------------------------------------- */

/* run_unpack: what gzip or xz has packed, in memory; the first bytes say which. */

/* The unpacker takes at most so much memory beside the text; xz -9 asks for 65 MiB. */
#define RUN_UNPACK_MEMORY_MAX (UINT64_C(256) << 20)

/* True when the first bytes are gzip's or xz's. */
bool run_unpack_is_packed(const char *packed, size_t size);

/* Unpacks all members, one behind the other, into *text, malloc'ed, of at most `bytes_max`. NULL,
 * or what is wrong; *text is then NULL. */
const char *run_unpack(const char *packed, size_t size, size_t bytes_max, char **text,
                       size_t *text_bytes);

/* ---------------------------------------------------------------------------------------------- */

/*
 * row: rows of evidence: what one run of one card says to claims, a line of JSON each.
 *
 *   results/cards/<model>.jsonl.xz        a stream of xz for each line: xz -dc FILE | jq .
 *
 * Rows have much in common: the claims, and by one build names, axes and kernels. These are lines
 * of their own before them, the forms, which rows name by hashes. A row is laid over its forms,
 * and so is each entry of its lists.
 *
 * A row is a run (run.h) with less in it: the cases that claims select, their medians and what
 * preconditions ask, and in place of samples the times of each process as they are compared. Of
 * the card it has a hash of the UUID; kernels of a case are one hash. Times have seven digits.
 * harness/analysis/claims/claims.h makes rows, and judges nothing else.
 */

enum { ROW_TERMS_MAX = 4, ROW_BY_BYTES = 24, ROW_HASH_BYTES = 13, ROW_CLAIM_HASH_BYTES = 9 };

/* Of one process: a median of ns, of a quotient, or of a share. */
struct row_point {
    double value;
    struct stats_interval interval; /* 95 %; NAN: too few samples */
    size_t n;                       /* samples of the least term */
};

/* The time of a case, or a quotient of several: the first over the second; of four, times the
 * fourth over the third. */
struct row_times {
    size_t cases[ROW_TERMS_MAX], case_count; /* places in cases[] */
    const char *by;                          /* "gpu", "gpu/wall", ...; "share" of the host */
    struct row_point *points;                /* of each process that has one */
    size_t point_count;
};

/* A claim as it was when the row was made. */
struct row_claim {
    const char *id, *sha256; /* the latter's first eight digits */
    bool planned;            /* the run was planned by it as it is */
};

/* What the run measured of the card itself: its clock, its memory, by copies of so many bytes, and
 * a launch that waits for another, and a round trip to the host. 0 where it did not. */
struct row_units {
    double operations_per_s, copy_bytes_per_s, copy_bytes, dependent_ns, round_trip_ns;
};

struct run_row {
    const char *file;          /* of the run, below results/: "runs/<model>/<name>.json.xz"; "" */
    const char *sha256;        /* of that file; "" */
    const char *claims_sha256; /* of all of `claims` */
    struct row_claim *claims;
    const char *const *techniques; /* of all cases of the run */
    struct row_units units;
    struct row_times *times;
    size_t claim_count, technique_count, times_count, times_room;

    /* Of a row made from a run in memory, which outlives it; NULL, or those of its cases. */
    const struct run *full;
    const struct run_case *const *full_cases;
};

/* The times of these cases, by those clocks; NULL where the row has none. */
struct row_times *row_times_find(const struct run *row, const size_t *cases, size_t case_count,
                                 const char *by);
struct row_times *row_times_add(struct run *row, const size_t *cases, size_t case_count,
                                const char *by);

/* A number as a row's file keeps it: of times; of all others. */
double row_time(double ns);
double row_number(double number);

/* Of a run or a row, what is known of its card; and the hash of the card, as rows have it. */
struct row_units row_units_of(const struct run *run);
enum { ROW_CARD_BYTES = 17 };
void row_card(const struct run *run, char hash[ROW_CARD_BYTES]);

/* A row with the head of a run, which outlives it, or NULL; without cases and times. What it holds
 * lies in its arena; run_destroy() frees it. */
struct run *row_create(const struct run *full);

/* Its line, and those of its forms, with their ends; malloc'ed. */
char *row_lines(const struct run *row, char **forms);

/* Reads all rows of a file, packed or not, and adds them to the list. False with a message. */
struct row_list {
    struct run **rows;
    size_t count, room;
};
bool row_list_load(struct row_list *list, const char *path);
void row_list_finish(struct row_list *list);

/* True of a name that ends as files of rows do: .jsonl, .jsonl.xz. */
bool row_file_is(const char *path);

/* ---------------------------------------------------------------------------------------------- */

/* saved_kernels: what is known of kernels that an earlier build saved for a later one to be
 * compared with; shaders.h reads and writes them. */

/* All texts are malloc'ed. */
struct saved_kernels {
    char *commit; /* of the build that saved them */
    char *path;   /* of the folder, as given */
    char **cases; /* that were saved; NULL: an early index does not say */
    size_t case_count;
    size_t count; /* kernels whose SPIR-V is another one in this build */
    size_t same;  /* kernels that are the same */
    size_t gone;  /* kernels that this build has not */
    size_t other; /* kernels that differ and are no compute shaders, which alone can be replaced */
};

/* Whether the case was saved; true for each where the index does not say. */
static inline bool saved_kernels_has_case(const struct saved_kernels *saved, const char *name)
{
    return !saved->cases || NAMED(saved->cases, saved->case_count, name);
}

/* ---------------------------------------------------------------------------------------------- */

/* schema: the JSON Schemas of run files and of rows of evidence, made of the tables of fields. */

/* results/run.words.json: keywords that no table has, by the path of a member. An entry's keywords
 * replace those of the table, null removes one, and `properties` are added. */
extern const struct schema_words {
    const char *name; /* NULL behind the last one */
    const char *text;
    size_t bytes;
} schema_words[];

/* Makes results/run.schema.json, and results/row.schema.json; new references. */
json_t *schema_json(void);
json_t *schema_rows_json(void);

/* ---------------------------------------------------------------------------------------------- */

/*
 * The version of run files, MAJOR.MINOR, as results/run.schema.json has the rule:
 * what a later version adds is a minor, and readers ignore keys that they do not know; all else is
 * a major, and another one is not read.
 */

#define SCHEMA_VERSION "2.15"
enum { SCHEMA_VERSION_MAJOR = 2, SCHEMA_VERSION_BYTES = 160 };

/* NULL when a document of that schema_version can be read; otherwise what is wrong, with the
 * remedy: "is 1, and ...". */
const char *schema_version_fault(const json_t *version, char text[SCHEMA_VERSION_BYTES]);

#endif
