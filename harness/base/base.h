/* SPDX-License-Identifier: MIT */
/*
 * base.h: files, texts, numbers, hashes and pictures; no noun of benchmarks. Memory and lists are
 * in need.h, which the graphics room has too.
 */
#ifndef CLAIMCHECK_HARNESS_BASE_BASE_H
#define CLAIMCHECK_HARNESS_BASE_BASE_H

#include "harness/base/need.h"
#include "harness/os/os.h"
#include "harness/trouble.h"

#include <jansson.h>
#include <regex.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---------------------------------------------------------------------------------------------- */

/* data_folder: folders that travel with the executable. */

/*
 * The folder `name`, "results/runs" for one, that belongs to this executable; malloc'ed. Looked for
 *
 *   beside it and in the folders above it: a bundle, a build folder within the source tree
 *   as share/claimcheck/<name> in those: an installation, wherever it was moved to
 *   in the folder that was given to the build for data, where that is elsewhere
 *   in the working directory
 *
 * NULL where there is none.
 */
char *data_folder_find(const char *name);

/* ---------------------------------------------------------------------------------------------- */

/* disk: files read and written whole, with every error seen. */

/* Reads a regular file from its start to its end. *text is malloc'ed and ends with a 0 that size
 * does not count. Returns 0 or an errno; EINVAL for what is no regular file. */
int disk_read(int fd, char **text, size_t *size);

enum { DISK_LOAD_BYTES_MAX = 256 << 20 };

/* Loads the file at `path` in the same way; EFBIG where it is larger than DISK_LOAD_BYTES_MAX. */
int disk_load(const char *path, char **text, size_t *size);

/* Reads a file of text: a byte order mark before it is left out; EILSEQ where it is UTF-16
 * or UTF-32. */
int disk_load_text(const char *path, char **text, size_t *size);

/* Bytes of a byte order mark before a text; 0 without one. */
size_t disk_mark_bytes(const char *text, size_t size);

/* Says what is wrong with a text of UTF-16 or UTF-32, and what to do; NULL for another. */
const char *disk_wide_fault(const char *text, size_t size);

/* Loads a file; false with the message "cannot read 'PATH': why". */
bool disk_load_said(const char *path, char **text, size_t *size);

/* Leaves that message, of an errno of disk_read(); false. */
bool disk_say_unread(const char *path, int code);

/* Writes all of it. Returns 0 or an errno. The caller ignores SIGXFSZ and SIGPIPE. */
int disk_write(int fd, const void *data, size_t size);

/* Waits until what was written is on the disk. Returns 0 or an errno. */
int disk_sync(int fd);

/* Makes a new, a renamed or a removed name in the folder of `path` last. Returns 0 or an errno. */
int disk_sync_folder(const char *path);

/* Makes the folders above `path` that are missing, with the permissions that the umask leaves of
 * `mode`. Returns 0 or an errno: ENOTDIR where something else has the name of one. */
int disk_make_folders(const char *path, unsigned mode);

/* True when something is there, be it a link to nothing. */
bool disk_is_there(const char *path);

/* Whether the path still leads to the very file that was opened. */
bool disk_is_open(int fd, const char *path);

/* A path as one word of a shell, in quotes where it needs them. malloc'ed, as the others are. */
char *disk_shell_word(const char *path);

/* Quotes a path for a terminal: characters that printable_clean() would change are escaped, as in
 * bash and zsh. */
char *disk_shell_word_shown(const char *path);

/* Quotes a path as disk_shell_word_shown() does, from the current folder on where it lies in it. */
char *disk_shell_word_here(const char *path);

/* The last name of a path, with the slashes behind it if there are any. Part of the path. */
const char *disk_base_name(const char *path);

/* "path" and "suffix" joined, malloc'ed. */
char *disk_path(const char *path, const char *suffix);

/* Whether two paths lead to one file, there or not yet by the same name. */
bool disk_same_file(const char *a, const char *b);

/* ---------------------------------------------------------------------------------------------- */

/* exit_code: exit codes of the process, everywhere: meson's contract. */

enum exit_code {
    EXIT_CODE_OK = 0,
    EXIT_CODE_WRONG = 1,    /* a wrong result, or a confirmed regression */
    EXIT_CODE_NOTHING = 77, /* nothing could be done here: no device, nothing to compare */
    EXIT_CODE_UNTRIED = 99, /* it could not be tried: bad arguments, unreadable file, device lost,
                               full disk, interrupted */
};

/* ---------------------------------------------------------------------------------------------- */

/* expression: regular expressions, which are not to take all time and memory. */

enum { EXPRESSION_SIZE_MAX = 4096, EXPRESSION_DEPTH_MAX = 32 };

enum { EXPRESSION_BEGIN_BYTES = 96 };

/*
 * NULL, or why an extended regular expression is not to be compiled: it has, with all that is
 * repeated written out, more than EXPRESSION_SIZE_MAX characters, groups deeper than
 * EXPRESSION_DEPTH_MAX, what is repeated more than thrice in a row, or refers back to a group, for
 * which there is no bound of the time. Whether it is one at all is for regcomp() to say.
 */
const char *expression_refuse(const char *text);

/*
 * Compiles one of a command line, extended and without places, by further flags of regcomp(): it
 * may be as long as a line is, and what is repeated adds EXPRESSION_SIZE_MAX at most. False with a
 * message of trouble, which begins with `what`, such as "the filter ", and nothing to free.
 */
bool expression_compile(regex_t *expression, const char *what, const char *text, int flags);

/*
 * An extended expression that many names are held against, in two parts: the characters that all of
 * its matches begin with, and what follows them. Names without the former need no regexec(), and
 * that of the C library keeps 2 KiB for each character that it comes by.
 */
struct expression {
    regex_t rest;
    size_t begin_length; /* 0: the rest is the whole */
    char begin[EXPRESSION_BEGIN_BYTES];
};

/* Compiles it, without places. Returns what regcomp() does; only at 0 is it to be finished. */
int expression_init(struct expression *expression, const char *text);
bool expression_matches(const struct expression *expression, const char *name);
void expression_finish(struct expression *expression);

/* ---------------------------------------------------------------------------------------------- */

/* facts: deterministic facts of a workload or an inspection, in the order they were stated in. */

/* LINE, TABLE and RECORDS belong to inspections, and are in no run file. */
enum fact_kind {
    FACT_COUNT,
    FACT_NUMBER,
    FACT_HASH,
    FACT_TEXT,
    FACT_SERIES,
    FACT_LINE,
    FACT_TABLE,
    FACT_RECORDS,
};

struct fact {
    const char *name; /* static storage */
    enum fact_kind kind;
    uint64_t count; /* COUNT and HASH; length of a SERIES, values of a TABLE, rows of RECORDS */
    double number;
    char *text;                 /* TEXT and LINE, owned */
    uint64_t *series;           /* SERIES, and TABLE row by row, owned */
    const char *const *columns; /* TABLE, RECORDS: names, NULL-terminated, static storage */
    const char **labels;        /* RECORDS: of the first column, static storage; owned */
    double *numbers;            /* RECORDS: of the other columns, row by row; owned */
};

struct facts {
    struct fact *facts;
    size_t count, capacity;
};

/* Appends a zeroed fact. */
struct fact *facts_add(struct facts *facts, const char *name, enum fact_kind kind);

/* Append one with a copy of its text or series. */
void facts_add_text(struct facts *facts, const char *name, enum fact_kind kind, const char *text);
struct fact *facts_add_series(struct facts *facts, const char *name, enum fact_kind kind,
                              const uint64_t *values, size_t count);

/* Adds RECORDS: `numbers` has one for each row and each column but the first. */
void facts_add_records(struct facts *facts, const char *name, const char *const *columns,
                       const char *const *labels, const double *numbers, size_t rows);

void facts_finish(struct facts *facts);

/* ---------------------------------------------------------------------------------------------- */

/* file_stamp: what tells one state of a file from another, without a look inside. */

struct file_stamp {
    bool there;
    struct os_file_status status;
};

/* Stamps the file now; a file that cannot be examined counts as missing. */
struct file_stamp file_stamp_read(const char *path);

bool file_stamp_same(const struct file_stamp *a, const struct file_stamp *b);

/* ---------------------------------------------------------------------------------------------- */

/* json_line: JSON objects over a socket, a line each. */

/* Takes over the reference. False when the other side is gone. */
bool json_line_write(int fd, json_t *object);

struct json_line_reader {
    int fd;
    bool ended; /* the other side is gone; whole lines may still be there */
    char *text; /* read so far */
    size_t size, capacity;
};

enum { JSON_LINE_BYTES_MAX = 1 << 28 };

/* Reads what there is, and waits when there is nothing. The other side counts as gone once it has
 * sent LINE_BYTES_MAX without the end of a line. */
void json_line_fill(struct json_line_reader *reader);

/* The next whole line; NULL when there is none yet. */
json_t *json_line_take(struct json_line_reader *reader);

/* The next line, waited for; NULL when the other side is gone. */
json_t *json_line_wait(struct json_line_reader *reader);

/* Plain memory of a process of the same executable, as text. */
json_t *json_line_bytes(const void *data, size_t size);

/* Leaves *data as it is when the text is none of that size. */
void json_line_bytes_read(const json_t *text, void *data, size_t size);

/* Text, which need not be UTF-8, bytes for bytes. */
json_t *json_line_text(const char *text);

/* malloc'ed. NULL when it is none. The second takes the digits of one. */
char *json_line_text_read(const json_t *text);
char *json_line_text_decode(const char *digits);

void json_line_finish(struct json_line_reader *reader);

/* ---------------------------------------------------------------------------------------------- */

/* json_value: JSON values that are always legal in a run file: new references, never NULL. And
 * what is found in one that may be anything. */

/* A finite number, or else null; a whole one as an integer, as long as a double can tell it. */
json_t *json_value_number(double number);

/* The whole number that is nearest. */
json_t *json_value_whole(double number);

/* At most 2^63 - 1: what is larger becomes that. */
json_t *json_value_count(uint64_t count);

/* 16 lower-case hexadecimal digits. */
json_t *json_value_hash(uint64_t hash);

/* Text; every byte that is not UTF-8 becomes '?'. NULL gives null. */
json_t *json_value_text(const char *text);

/*
 * Documents. Setters take the value over. Where it is NULL, or the key no UTF-8, the document is
 * destroyed and becomes NULL, as does in turn each one that it is put into. json_pack() does so,
 * too.
 */
void json_value_set(json_t **object, const char *key, json_t *value);
void json_value_append(json_t **array, json_t *value);

/*
 * Sets members by a list of "key:type", a space between two, from the arguments in their order:
 *
 *   t   const char *    a text, NULL as null        n   double      a finite number, or null
 *   w   const char *    likewise, "" as null, too   f   double      a number with a fraction
 *   x   struct text *   which it finishes           c   size_t      a count
 *   X   struct text *   as x, "" as null            i   int         a whole number
 *   o   json_t *        which it takes over         b   bool        true, false
 */
void json_value_add(json_t **object, const char *members, ...);

/* A new object with these. */
json_t *json_value_object(const char *members, ...);

/* In the object, and to the array, that the document has under a key. */
void json_value_set_in(json_t **document, const char *object, const char *key, json_t *value);
void json_value_append_in(json_t **document, const char *array, json_t *value);

/* Sets all members of another object. */
void json_value_update(json_t **object, json_t *members);

/* The text of a document, by the flags of jansson, malloc'ed. NULL when it is NULL, or the flags do
 * not allow it. */
char *json_value_dump(const json_t *document, size_t flags);

/* Writes a document, by the flags of jansson, and takes it over. False, with nothing written, when
 * it is NULL. Whether the stream took it, the caller asks the stream. */
bool json_value_write(FILE *out, json_t *document, size_t flags);

/* The text of that key, which lives as long as the object; "" where there is none. */
const char *json_value_text_of(const json_t *object, const char *key);

/* Finds the first object of an array with that "name", borrowed; NULL, as for a name of NULL. */
json_t *json_value_named(const json_t *array, const char *name);

/* Goes over the entries of an array, each of which `item` points to in turn; `item_at` is its
 * place: foreach_json (kernel, json_object_get(document, "kernels")) */
#define foreach_json(item, array)                                                                  \
    for (size_t item##_at = 0, item##_ended = 1;                                                   \
         item##_ended && item##_at < json_array_size(array); item##_at++)                          \
        for (json_t *item = (item##_ended = 0, json_array_get((array), item##_at)); !item##_ended; \
             item##_ended = 1) /* stays 0 after a break, which ends both */

/* Ends the process, with a line and exit code 99, when memory runs out for anything of jansson's:
 * its lexer reads and writes behind a text that it had no memory for. */
void json_value_guard_memory(void);

/* ---------------------------------------------------------------------------------------------- */

/*
 * kept_file: files that claimcheck keeps between runs, in the user's folder for that. They are
 * believed as ssh believes a key: the file is this user's alone, and so is each folder above it,
 * or root's. They are written as a new file that takes the name, so never through a link.
 */

/* "<cache>/claimcheck/<name>", and "<state>/claimcheck/<name>" of what is no cache, malloc'ed. NULL
 * where there is no such folder, or no memory. */
char *kept_file_path(const char *name);
char *kept_file_state_path(const char *name);

/* Opens a file to read it. A descriptor, or -1 with errno where it is not there, or is not to be
 * believed (EPERM): a warning then names the path and the remedy, once in a process. */
int kept_file_open(const char *path);

/* Whether a folder, and each file in it, is to be believed; a warning as above. */
bool kept_file_is_believed(const char *folder);

/* Reads a whole file so. Returns 0 or an errno, EPERM for what is not to be believed. */
int kept_file_load(const char *path, char **data, size_t *size);

/* The time now, in nanoseconds since 1970. */
int64_t kept_file_now_ns(void);

/* Begins a file that takes the place of what is at the path once it is whole. A descriptor, or -1;
 * *made is the path on the way there, malloc'ed. */
int kept_file_begin(const char *path, char **made);

/* Ends it, `good` or not: closes, gives it its name, or removes it; frees *made. False where the
 * path holds no new file. */
bool kept_file_end(int fd, char **made, const char *path, bool good);

/* Both at once. */
bool kept_file_write(const char *path, const void *data, size_t size);

/* ---------------------------------------------------------------------------------------------- */

/*
 * stats: pure functions on arrays of double. No input or output, no allocation that outlives a
 * call. No value may be NAN.
 *
 * Samples are never deleted: outliers are counted. Nothing here assumes a distribution, nor
 * intervals that samples are independent: stats_ranks_factor(). What an interval covers is what
 * varied while these very values were taken, within one process.
 */

struct stats_interval {
    double low, high; /* both NAN when the sample is too small for the confidence asked for */
};

struct stats_summary {
    size_t count;
    double minimum, quartile1, median, quartile3, maximum;
    struct stats_interval interval; /* of the median, 95 %; see stats_median_interval() */
    double trimmed_mean;            /* of the middle: 3 of 20 left out at either end */
    double mad;                     /* median absolute deviation from the median, unscaled */
    /* Relative change from the first sample to the last, by Theil and Sen: the median of the slopes
     * between all pairs (of at most 200 evenly spaced values), times count - 1, over the median. 0
     * for fewer than 3 values or a median of 0. */
    double drift;
    size_t outliers; /* |x - median| > 10 * 1.4826 * mad, with mad at least 0.1 % of the median */
    bool bimodal;    /* see stats_bimodal() */
};

/* Room for so many numbers, malloc'ed. */
double *stats_numbers(size_t count);

/* Sorts ascending. Asserts that no value is NAN. */
void stats_sort(double *values, size_t count);

/* The value that sorting would put at `rank`, in time linear in count; values change places. */
double stats_select(double *values, size_t count, size_t rank);

/* Quantile 0..1 of sorted values, linear between order statistics (type 7 of Hyndman and Fan 1996).
 * NAN for count 0. */
double stats_quantile_sorted(const double *sorted, size_t count, double quantile);

/* Median of values in any order. NAN for count 0. */
double stats_median(const double *values, size_t count);

/*
 * Ranks (0-based, both inclusive) of the narrowest symmetric pair of order statistics that covers
 * the median of independent values with at least `confidence`, from the binomial distribution with
 * p = 1/2. False when no pair does (6 values are needed for 95 %).
 */
bool stats_median_ranks(size_t count, double confidence, size_t *low, size_t *high);

/*
 * By how much the correlation of the values in time draws the ranks of an interval of the median
 * apart: 1 at least. values are in the order of sampling; gaps in it count as none.
 *
 * The interval rests on how many values lie below the median. That number has the variance n / 4
 * when values are independent, and n / 4 * (1 + 2 sum r_l) when they are not, r_l being the
 * correlation of sign(x_i - median) and sign(x_(i+l) - median): so the factor is the square root of
 * that (Sen 1968, of the quantiles of m-dependent processes; Gastwirth and Rubin 1975). r_l is
 * estimated about the values' own median, which makes it too small by 1 / n (Marriott and Pope
 * 1954), so 1 / n is added to each; the sum goes over the first lags, up to the first whose r_l is
 * not positive. Values that equal the median have no sign.
 *
 * tests/base/coverage_test.c measures its coverage, which docs/methods.md shows: of
 * 30 values at least 93 % when they are independent, 90 % with a correlation of .5 from one to the
 * next, 83 % with .8. Values that stay on one side for longer than the series lasts look like a
 * median, and nothing in them says otherwise; a drift makes the interval wide.
 */
double stats_ranks_factor(const double *values, size_t count, double median);

/* Widens the ranks of stats_median_ranks() by the factor, away from the centre to whole ranks, at
 * most to the extremes. The extremes may hold the median with less than `confidence`. */
bool stats_widened_ranks(size_t count, double confidence, double factor, size_t *low, size_t *high);

/* Distribution-free interval of the median, of values in the order of sampling: widened by their
 * own factor. Both ends NAN when there is none. */
struct stats_interval stats_median_interval(const double *values, size_t count, double confidence);

/* The mean, NAN for count 0, and the standard deviation of a sample, over count - 1, NAN for fewer
 * than 2 values: for programs that compare by them. Nothing here judges by either. */
double stats_mean(const double *values, size_t count);
double stats_deviation(const double *values, size_t count);

/*
 * True when the values fall into two groups, as times do when the clock changes half-way. The
 * values are cut in two where the variance within the groups is least; they are bimodal when all of
 * this holds:
 *
 *   each group has at least 20 % of the values;
 *   Ashman's D = |m1 - m2| / sqrt((s1^2 + s2^2) / 2) is above 4 * (1 + 10 / count), m and s being
 *   mean and standard deviation of a group, s at least 0.1 % of the overall median, so that a
 * coarse timer does not make every step a group; the means differ by more than 2 % of the overall
 * median.
 *
 * Ashman's limit is 4; but the cut is chosen to look good, which in small samples of one group
 * alone lifts D above 4 (in 19 % of normal samples of 10, 39 % of uniform ones). With the term in
 * count it is 1 % at most for either, whatever the count. False for fewer than 10 values.
 */
bool stats_bimodal(const double *values, size_t count);

/*
 * The same of few values, of which each is the median of many samples: one per launch, say. The
 * values are cut in two at the widest gap that leaves a fifth of them on either side, and 2 at
 * least; they are bimodal when that gap is
 *
 *   more than 27 / count times as wide as the wider of the two groups, from end to end;
 *   more than 0.5 % of the overall median.
 *
 * With the term in count it is 1 % at most of normal and of uniform samples, and about that of
 * exponential ones (count 6 to 30). False for fewer than 6 values.
 */
bool stats_bimodal_few(const double *values, size_t count);

/* All of the above. values are in the order of sampling. */
struct stats_summary stats_summarize(const double *values, size_t count);

struct stats_ratio {
    size_t pairs;
    double ratio;                   /* exp of the median of log(a[i] / b[i]) */
    struct stats_interval interval; /* 95 %, as stats_median_interval() of those logarithms */
};

/* Paired ratio of two series that were sampled in the same rounds, in the order of rounds. Asserts
 * that all values are > 0. ratio is NAN for 0 pairs. */
struct stats_ratio stats_paired_ratio(const double *a, const double *b, size_t pairs);

/* ---------------------------------------------------------------------------------------------- */

/* launch_stats: what several launches, a process each, say together of one number. Within a
 * process samples share what it was dealt: where its buffers lie, how its driver compiled. */

struct launch_stats {
    size_t launches;
    double median;                  /* of theirs; NAN for 0 launches */
    struct stats_interval interval; /* of what many launches would have as their median; both ends
                                       NAN for fewer than 2 */
    double confidence;              /* of the interval; NAN where there is none */
    bool bimodal;                   /* the launches fall into two groups: stats_bimodal_few() */
};

/*
 * Launches are independent, so their order means nothing. The interval goes from one order
 * statistic to another: the narrowest symmetric pair with at least 95 %, from 6 launches on (10:
 * the 2nd to the 9th, 97.9 %); below that from the least to the greatest, with what those have (5:
 * 93.8 %, 2: 50 %).
 */
struct launch_stats launch_stats_launches(const double *values, size_t launches);

/* ---------------------------------------------------------------------------------------------- */

/*
 * markup: text within a document of marks, HTML or SVG. What is of a file must stay text there:
 * no mark, no entity, no end of an attribute, and nothing that turns the writing of its neighbours.
 */

/* The character at *text, which then points behind it: U+FFFD in place of a byte that is no UTF-8,
 * of a control character, and of one that changes the direction of writing. 0 at the end. */
uint32_t markup_next(const char **text);

/* Writes text for content and for quoted attributes of either kind, in UTF-8. */
void markup_text(FILE *out, const char *text);

/* In UTF-8, as it stands. */
void markup_put_plain(FILE *out, uint32_t character);

/* ---------------------------------------------------------------------------------------------- */

/* message: one-line messages, on stderr but for the last. */

enum { MESSAGE_BYTES = 1024 };

/* "claimcheck: ..."; returns EXIT_CODE_UNTRIED. */
int message_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* message_error(), and EXIT_CODE_NOTHING. */
int message_nothing(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* message_error(), and false. */
bool message_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* "claimcheck: warning: ..." */
void message_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints a note without changes. */
void message_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Whether somebody is at a terminal; and whether he says yes. */
bool message_can_ask(void);
bool message_ask(const char *question);

/* "wrote PATH" on standard output. */
void message_wrote(const char *path);

/* ---------------------------------------------------------------------------------------------- */

/* name_list: a growing list of strings that somebody else owns; candidates for nearest_find(). */

struct name_list {
    const char **names;
    size_t count, capacity;
};

/* Appends. */
void name_list_add(struct name_list *list, const char *name);

/* Returns " (did you mean 'x'?)" for the name nearest to `word`, "" when none is near. It stays
 * until the thread's next hint. */
const char *name_list_hint(const struct name_list *list, const char *word);

void name_list_finish(struct name_list *list);

/* ---------------------------------------------------------------------------------------------- */

/* Finds the entry of that name in an array of names, or of structs whose first member is their
 * name, some NULL. NULL where there is none. */
void *named_find(const void *entries, size_t count, size_t bytes, const char *name);
#define NAMED(entries_, count_, name_)                                                             \
    named_find((entries_), (count_), sizeof(*(entries_)), (name_))

/* Compares two of these, for qsort(). */
int named_compare(const void *a, const void *b);

/* nearest: the name that somebody meant. */

/*
 * The one of `names` (count of them) nearest to `word` by edit distance, an edit in three letters
 * at most; or else the shortest that begins with it. NULL when none is near.
 */
const char *nearest_find(const char *word, const char *const *names, size_t count);

/* ---------------------------------------------------------------------------------------------- */

/*
 * output: a file that is written whole or not at all: by way of a temporary one beside it, whose
 * name nobody can guess, and a rename. What a process has left of such that was killed meanwhile,
 * the next output in the folder removes.
 *
 *   nothing there       the file is made
 *   a file              it is replaced (REPLACE), or left alone: EEXIST (NEW); one that holds a
 *                       run, or is a journal, is EMEDIUMTYPE (DERIVED)
 *   a link              stays, and what it leads to is written; one to nothing is ENOLINK
 *   a pipe, a device    is written to as it stands: there is no whole or not at all; a pipe that
 *                       nobody reads within seconds is ENXIO
 *   standard output or  by whatever name: is gone on with
 *   standard error
 */

enum output_kind {
    OUTPUT_REPLACE,
    OUTPUT_DERIVED, /* of what was measured, which it does not replace */
    OUTPUT_NEW,     /* whatever is there, a link to nothing too, is EEXIST */
};

struct output {
    FILE *file;      /* to write to; NULL when it is not open */
    char *path;      /* the rest is output.c's: what is replaced */
    char *temporary; /* NULL when it is written to as it stands */
    int lock;        /* descriptor, that holds the temporary file; -1 */
    enum output_kind kind;
};

/* Returns 0 or an errno; the output is then not open. */
int output_open(struct output *output, const char *path, enum output_kind kind);

/* Whether the path can be opened to be replaced, as far as that is to be seen: 0, or an errno, such
 * as ENOLINK, ELOOP or EISDIR. */
int output_look(const char *path);

/* Takes a link away that has a name of ours, in a folder that a user names: what it leads to is
 * nobody's to write. */
void output_drop_link(const char *path);

/* Has all of it on the disk, under its name, and closes. Returns 0 or an errno, of earlier writes
 * too; what was there is then there still. */
int output_commit(struct output *output);

/* All three at once, of a text that is there. Returns 0 or an errno. */
int output_write(const char *path, enum output_kind kind, const void *data, size_t size);

/* Closes, and leaves what was there as it was. Accepts an output that is not open. */
void output_drop(struct output *output);

/* strerror() of what these return. */
const char *output_error(int code);

/* The errno of a stream that has failed at some time: it is written to again, but no terminal. */
int output_failure(FILE *file);

/* ---------------------------------------------------------------------------------------------- */

/* plural: the word or ending that goes with a count: plural(n, "is", "are"). */

static inline const char *plural(size_t count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

/* Two arguments for "%zu case%s". */
#define COUNTED(count) (count), plural((count), "", "s")

/* ---------------------------------------------------------------------------------------------- */

/*
 * printable: text of files and of drivers, for people. What a terminal would take for a command,
 * or show otherwise than it stands there, must not reach it: control characters, those that turn
 * the direction of writing or are not seen, and bytes that are no UTF-8. Texts are cleaned where
 * they are read (run.h: json_reader), messages where they are printed (message).
 */

/* In place: white space becomes a space, every other of these characters and bytes '?'. */
void printable_clean(char *text);

/* Cleans a log: ends of lines and tabs stay. */
void printable_clean_lines(char *text);

/* Writes it as printable_clean() makes it. */
void printable_write(FILE *out, const char *text);

/* False where the above would change something. */
bool printable_is(const char *text);

/* ---------------------------------------------------------------------------------------------- */

/*
 * text: a string that grows. All zero is an empty one. Without memory the process ends: need.h.
 */

struct text {
    char *string; /* with a zero at its end; NULL before anything is added */
    size_t length, capacity;
};

void text_add(struct text *text, const char *string);
void text_add_bytes(struct text *text, const void *bytes, size_t count);
void text_add_format(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_add_values(struct text *text, const char *format, va_list values)
    __attribute__((format(printf, 2, 0)));

/* Adds an entry of a list: behind the separator, unless the text is empty. */
void text_join(struct text *text, const char *separator, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Does so in a buffer of so many bytes; what does not fit is cut off, between characters. */
void text_join_cut(char *buffer, size_t bytes, const char *separator, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A stream that adds to the text, at the latest when text_stream_close() closes it; the text must
 * live as long. */
FILE *text_stream(struct text *text);
void text_stream_close(FILE *stream);

/* Ends os_stream_output_begin(): the text gets what was printed. */
struct os_stream_output;
void text_output_end(struct text *text, struct os_stream_output *output);

/* Marks a stream that is only written to as failed: ferror() says so. */
void text_stream_break(FILE *stream);

/* The string, "" for an empty text; it lives until something is added. */
const char *text_string(const struct text *text);

/* Hands the string over, malloc'ed, and leaves an empty text. */
char *text_take(struct text *text);

/* A string as printf() would print it, malloc'ed. */
char *text_make(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* True of a string that ends so, and is longer. */
bool text_ends(const char *string, const char *ending);

/* Which word it is of a list of so many bytes, with `between` between its words; -1: none. */
int text_list_find(const char *list, size_t length, char between, const char *word);

/* Frees, and leaves an empty text. */
void text_finish(struct text *text);

/* ---------------------------------------------------------------------------------------------- */

/* process_run: a child of this process: started, watched until its deadline, ended with all that
 * it started, and in words how it ended. Every child of claimcheck is one. */

enum process_run_end {
    PROCESS_RUN_DONE,      /* exit code 0 */
    PROCESS_RUN_FAILED,    /* another exit code, or a signal */
    PROCESS_RUN_LATE,      /* stopped at its deadline */
    PROCESS_RUN_GIVEN_UP,  /* stopped before */
    PROCESS_RUN_FLOODED,   /* stopped, for its files are too large */
    PROCESS_RUN_UNSEEN,    /* somebody else has waited for it */
    PROCESS_RUN_UNSTARTED, /* `failure` is the errno */
};

struct process_run {
    struct process_plan plan;
    const char *log;        /* the path of a file for what it says on standard error; NULL: none */
    bool logs_all;          /* standard output goes there, too */
    const char *out;        /* the path of another file that it writes; NULL: none */
    uint64_t written_bytes; /* the most that either may have; 0: any */
    double wait_ms;         /* at most; INFINITY */
    process_given_up_fn *given_up; /* NULL: once this process is interrupted */
    const void *context;
    enum process_wish wish; /* to one that is late, which has stop_ms to heed it */
    double stop_ms;
    uint64_t cpu_s, memory_bytes; /* limits; 0: none */
    /* What must end all that it starts, "a side", and its words: a warning names what was left and
     * ended. NULL: only its group is ended. */
    const char *who, *words;

    struct process process; /* from here on how it went */
    double begin_ns, ns;    /* clock_now_ns() at its start; how long it ran, with what it started */
    size_t left;            /* so many went on, and were ended */
    enum process_run_end end;
    int failure;
};

/* Starts it and opens its log. Returns 0, or the errno for which there is no process: a log that
 * cannot be written, too. */
int process_run_start(struct process_run *run);

/* Waits for its end, or stops it. */
enum process_run_end process_run_wait(struct process_run *run);

/* Starts it, and waits. */
enum process_run_end process_run(struct process_run *run);

/* Stops one that was started, with all that it has started; `wish` has wait_ms to be heeded. */
void process_run_stop(struct process_run *run, enum process_wish wish, double wait_ms);

/* Whether one of its files has more than written_bytes. */
bool process_run_floods(const struct process_run *run);

/* Adds "ended with exit code 3", or "was killed by signal 9 (Killed)". */
void process_run_end_add(struct text *text, const struct process *process);

/* The last line of a log, without what is not printable; of a compiler its first error instead, and
 * of a traceback of Python its place, too. malloc'ed, "" where there is none. */
char *process_run_last_line(const char *log);

/* Adds how it ended, and ": " with the last line of its log, where it has one. */
void process_run_say(struct text *text, const struct process_run *run);

/* ---------------------------------------------------------------------------------------------- */

/*
 * scratch: a folder of a process's own for what nobody keeps, below TMPDIR or /tmp. Its process
 * holds a lock on it, and a file in it, `.claimcheck-scratch`, says that it may go: what is left of
 * a process that was killed is removed by the next scratch, and no other folder is.
 */

enum { SCRATCH_PATH_BYTES = 512, SCRATCH_PARENT_MAX = 400 }; /* MAX: in characters */

struct scratch {
    char path[SCRATCH_PATH_BYTES]; /* "" when there is none; it does not end in '/' */
    int lock;
};

/* Where it is made: TMPDIR, or /tmp. */
const char *scratch_parent(void);

/* Returns 0 or an errno: ENAMETOOLONG where TMPDIR is too long. */
int scratch_create(struct scratch *scratch);

/* "cannot make a folder in 'TMPDIR'", why, and what to do; of such an errno; false with it as
 * the message of trouble. */
bool scratch_say_failure(int code);

/* "<folder>/<name>", malloc'ed. */
char *scratch_path(const struct scratch *scratch, const char *name);

/* Removes all that is in it, and leaves it as it was made. */
void scratch_clear(const struct scratch *scratch);

/* Removes it with all that is in it. Accepts what was not created, or could not be. */
void scratch_destroy(struct scratch *scratch);

/* ---------------------------------------------------------------------------------------------- */

/* sha256: SHA-256 (FIPS 180-4) as text. */

enum { SHA256_TEXT_BYTES = 65 };

/* 64 lower-case hexadecimal digits. */
void sha256_text(const void *bytes, size_t count, char text[SHA256_TEXT_BYTES]);

/* HMAC-SHA-256 (RFC 2104); a key has at most 64 bytes. */
void sha256_hmac_text(const void *key, size_t key_bytes, const void *bytes, size_t count,
                      char text[SHA256_TEXT_BYTES]);

/* Hashes a regular file. Returns 0 or an errno, as file_open() has them. */
int sha256_file(const char *path, char text[SHA256_TEXT_BYTES]);

/* ---------------------------------------------------------------------------------------------- */

/* slug: names as parts of paths and of addresses. */

/* The name in lower case, with single dashes for everything but letters and digits of ASCII, and
 * none at either end; as much of it as fits. Empty where the name has neither. */
void slug_make(const char *name, char *slug, size_t slug_bytes);

/* ---------------------------------------------------------------------------------------------- */

/* terminal: what text for people is written to. */

enum { TERMINAL_COLUMNS = 80 };

/* Returns the columns of the descriptor's terminal. The fallbacks are COLUMNS of the environment,
 * then TERMINAL_COLUMNS. At least 1. */
unsigned terminal_columns(int fd);

/* True for a terminal that understands more than text: TERM is not dumb. */
bool terminal_moves(int fd);

/* True when colours are wanted: never with NO_COLOR, always with CLICOLOR_FORCE unless that is 0,
 * else where the descriptor is a terminal that is not dumb. A variable that is empty is not set. */
bool terminal_colours(int fd);

/* ---------------------------------------------------------------------------------------------- */

/* text_kind: what a file holds that was given in place of a run, a kernel or a picture. */

/* A phrase that goes behind "is ": "a Git LFS pointer: fetch the file with git lfs pull". NULL for
 * what has no mark of another kind. Static storage. */
const char *text_kind(const char *text, size_t size);

/* text_kind() of what is to be a shader's source: other languages, too. */
const char *text_kind_source(const char *text, size_t size);

/* ---------------------------------------------------------------------------------------------- */

/* units: numbers for people, with a unit that fits and three or four significant digits. Each
 * returns its text. */

/* Room for one that lives as long as the block: units_format_ns(ns, UNITS_ROOM). */
#define UNITS_ROOM ((char[32]){ 0 })

/* A time: "12.3 µs". A dash unless finite. */
char *units_format_ns(double ns, char text[32]);

/* Formats a time with enough digits to distinguish it from one that is `step_ns` away, three or
 * four at least. */
char *units_format_ns_to(double ns, double step_ns, char text[32]);

/* A number per second: "3.02 T" before `unit`. A dash unless it is finite and above 0. */
char *units_format_rate(double per_s, const char *unit, char text[32]);

/* An energy: "12.3 mJ". A dash unless finite. */
char *units_format_joules(double joules, char text[32]);

/* "16 KiB": working sets are powers of two. */
char *units_format_bytes(double bytes, char text[32]);

/* Seconds since 1970 of "2024-05-06T07:08:09Z"; NAN for anything else, such as
 * a day that its month has not, and NULL. */
double units_parse_date(const char *text);

/* ---------------------------------------------------------------------------------------------- */

/*
 * wrap: lines as wide as what they are read on. A character takes the columns that a terminal
 * gives it: none for what combines with the character before, two for wide ones, one for all
 * others; none for control characters below WRAP_MARKS, which whoever prints may give a meaning.
 */

enum { WRAP_MARKS = 6 };

/* Columns of so many bytes, or of the text where it ends before. */
unsigned wrap_width(const char *text, size_t bytes);

/* The width by which printf pads a text to so many columns, as it counts bytes. */
int wrap_pad(const char *text, int columns);

/* Bytes that fit into so many columns: up to a space, or else behind a slash, or else as many as
 * there is room for, one character at least. */
size_t wrap_fit(const char *text, unsigned columns);

struct wrap {
    unsigned columns; /* of a line; 0: it is as long as it gets */
    unsigned used;    /* columns of the line that are printed already */
    unsigned indent;  /* spaces before further lines */
    bool cuts;        /* breaks words that are wider than a line, too */
    bool begun;       /* the line may break before the next word */
};

/* The next output: as many spaces, or an end of line and the indent, and then these bytes. */
struct wrap_piece {
    const char *text;
    size_t bytes;
    unsigned spaces;
    bool breaks;
};

/* Takes the next word off the text, which has no ends of lines, or as much of it as fits. Lines
 * break between words, whose spaces go there. False at the end. */
bool wrap_next(struct wrap *wrap, const char **text, struct wrap_piece *piece);

/* The text, and the end of the line. Unless words are cut, a path can be copied, and a line is
 * longer where a word is. */
void wrap_print(FILE *out, const struct wrap *wrap, const char *text);

/* Lines, each wrapped for itself; what is further lines of one stands below its second column,
 * behind the first gap of two spaces, or a little further in than it. */
void wrap_lines(FILE *out, unsigned columns, char *text);

/* The most lines that a command prints on a terminal, unless it was asked for all. */
enum { TERMINAL_LINES = 60 };

/* Prints a text of lines: lines_most of them unless that is 0; the last one then says how many more
 * there are. */
void wrap_cut_print(const char *text, size_t lines_most);

/* Standard output of a part of the program, in lines of so many columns. */
struct wrap_output {
    struct os_stream_output output;
    unsigned columns; /* 0: nothing is wrapped */
};

/* Until wrap_output_end(), stdout takes what is printed in memory. columns 0: stdout is as it
 * was. */
void wrap_output_begin(struct wrap_output *wrapped, unsigned columns);

/* Prints what there is: all lines, or lines_most of them unless that is 0; the last one then says
 * how many more there are. */
void wrap_output_end(struct wrap_output *wrapped, size_t lines_most);

#endif
