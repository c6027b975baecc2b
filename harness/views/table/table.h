/* SPDX-License-Identifier: MIT */
/*
 * table.h: results for people, from a run as its file has it, so that a file prints as the run did.
 *
 * Cases are grouped by workload; what all of a group have in common stands in its head. Ceilings
 * stand in a line at the end; their cases have rows only in a run of nothing else, or where
 * something went wrong. Behind each group stands what its notes mean, where no group before it had
 * them, and which case is the fastest. Its row is marked '*'; where there is none, '~' marks those
 * within noise. What is well is not said, and what the file does not say is empty.
 *
 *   case            variant, and the axes that differ
 *   median          of the time that the case is judged by; GPU time, or wall time where the notes
 *                   say so
 *   +- (one sign)   how far the ends of its 95 % interval are from it, in percent; between launches
 *                   where there are several
 *   speed-up        baseline's time / case's time, with its 95 % interval; ~ where there is none
 *   rate            bytes that are declared to be moved, or else operations, over the median; left
 *                   out where labels want the room
 *   items           keys, rays or the like that are declared, a second; left out before the rate
 *   notes           what to know before trusting the row (table_note.h); below it where they do not
 *                   fit
 *
 * In wide tables, and where there is room:
 *   wall            median of the wall time
 *   % of limit      the floor (limits.h) over the median GPU time, and what bounds it: bytes,
 *                   operations, chain
 *   % of probe      the time of a kernel that reads and writes the case's bytes and does nothing
 *                   else (instruments.h), over the median GPU time
 *   check           ok, FAILED, or a dash when there was none
 *
 * In wide tables alone:
 *   top unit        what the largest share of the time goes into, and how much (judge/why/why.h)
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_H
#define CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_H

#include "harness/record/record.h"
#include "harness/record/run/run.h"
#include "harness/views/sheet/sheet.h"

enum { TABLE_COLUMNS_MIN = 60 };

struct attempts; /* harness/analysis/override/override.h */

/* How it is printed; base/terminal.h knows what a terminal has. */
struct table_options {
    enum sheet_style style; /* a page has titles of columns in each table; data is export.h's */
    unsigned columns;       /* no line is longer, unless wide; 0: TERMINAL_COLUMNS; at least
                         TABLE_COLUMNS_MIN */
    bool wide;              /* all columns, and a line per case, however long */
    bool colours;
    const regex_t *filter; /* only cases whose name it matches; NULL: all */
    const struct catalogue
        *catalogue;   /* cases that do a part of the work are not the fastest; NULL: all may be */
    const char *file; /* the run file as a word of a shell, for commands that are named; NULL: the
                         last run's */
    const struct attempts *attempts; /* before this run, of the files in it; NULL: none */
    bool part;                       /* the file has more cases: none is said to be the fastest */
    bool no_limits;                  /* what the device can do at most was said before */
    bool brief;                      /* the end without host and core clock */
    bool only_limits;                /* rows with their share of the limits alone */
};

void table_print(FILE *out, const struct run *run, const struct table_options *options);

/* Prints the limits of the device, with all working sets. False where the run does not know
 * them. */
bool table_limits_print(FILE *out, const struct run *run, const struct table_options *options);

/* A table that is printed piece by piece, of a run that is still measured; zero at the start. */
struct table {
    struct sheet sheet;
    struct table_options options;
    bool others;        /* there is, or will be, more than ceilings */
    unsigned explained; /* notes whose meaning is printed; table_notes.c's */
};

void table_begin(struct table *table, FILE *out, const struct table_options *options,
                 const struct run *run, bool others);

/* A workload that has ended, once each, in the order of the run. */
void table_add(struct table *table, const struct run *run, const char *workload);

/* Prints the notes on all groups. */
void table_end(struct table *table, const struct run *run);

/* ---------------------------------------------------------------------------------------------- */

/* Text of a table: cells, and lines that end where the terminal does. */

/* Marks within a text: what follows is so, up to the end mark. They take no room. */
#define TABLE_BOLD "\x01"
#define TABLE_RED "\x02"
#define TABLE_GREEN "\x03"
#define TABLE_YELLOW "\x04"
#define TABLE_PLAIN "\x05"

/* A space at which no line breaks. */
#define TABLE_TIE "\x06"

enum { TABLE_CELL_BYTES = 1024 };
#define TABLE_ROOM ((char[TABLE_CELL_BYTES]){ 0 }) /* for one that lives as long as the block */

/* Lines that are printed; zero at the start but for the first three. */
struct table_text {
    FILE *out;
    unsigned columns; /* 0: a line is as long as it gets */
    bool colours;     /* else marks print as nothing */
    unsigned column;  /* where the next character stands */
    unsigned lines;   /* that have ended */
};

/* Columns that a terminal needs: wrap_width() of all of it. */
unsigned table_text_width(const char *text);

/* Counts the lines that end in it. */
unsigned table_text_lines(const char *text);

/* Appends to a cell. */
#define table_text_add(cell, ...) text_join_cut((cell), TABLE_CELL_BYTES, __VA_ARGS__)

/* Number and unit stay together: its spaces are tied. Returns it. */
char *table_text_tie(char *cell);

/* Takes the marks out, and unties spaces. */
void table_text_unmark(char *cell);

/* As it stands. */
void table_text_put(struct table_text *text, const char *string);
void table_text_pad(struct table_text *text, unsigned column); /* up to that column */
void table_text_end(struct table_text *text);                  /* of the line */

/* Word by word, from the column where it is, or behind a space there where the text begins with
 * one; further lines begin at column `indent`. */
void table_text_wrap(struct table_text *text, const char *words, unsigned indent);

enum { TABLE_TEXT_COLUMNS = 80 };

/* Sentences in lines of 80 columns: the words behind `head`, which is not broken, further lines
 * indented as far as the head goes. At most TABLE_CELL_BYTES of either, even of a document. */
void table_text_print(FILE *out, const char *head, const char *words);

/* ---------------------------------------------------------------------------------------------- */

/* Lines that stand below a table. */

enum { CLOCK_NOTE_BYTES = 96 };

/*
 * On one case: "throttled 3 of 20", "throttled 18 of 20, all count", or "4 count" where a launch
 * counts its own and another does not; "clock 91 %" of the highest of the run when the median over
 * the samples is more than 5 % below what the load before the group came to, or 10 % below the
 * highest. Empty when all is well, or when less than a tenth of the samples was throttled, and left
 * out.
 */
void clock_note_case(const struct run_case *c, char text[CLOCK_NOTE_BYTES]);

/*
 * Cases whose clock did not come up in the load before their group: by the core clock, more than
 * 5 % below the highest that loads of the run came to, but for those of a tenth of the cases, or
 * 10 % below that of any work; or else by the canary's time against other probes that were alone.
 * None where neither is known.
 */
size_t clock_note_count_low(const struct run *run);

/* On the run: "core clock up to 1.98 GHz". Empty where no core clock was read. Returns it. */
const char *clock_note_run(const struct run *run, char text[CLOCK_NOTE_BYTES]);

enum { HOST_NOTE_BYTES = 256 };

/* "AMD EPYC 9654, 8 CPUs, governor performance, load 0.5"; empty when the run does not name it. */
void host_note(const struct run *run, char text[HOST_NOTE_BYTES]);

enum { LAUNCHES_NOTE_BYTES = 128 };

/* "intervals: 95 %, within one process", "intervals: 97.9 %, between 10 launches"; empty without a
 * case that has one. Returns it. */
const char *launches_note_run(const struct run *run, char text[LAUNCHES_NOTE_BYTES]);

/* A line per case that has metrics: its name, then `name value unit`, separated by commas. */
void metrics_print(FILE *out, const struct run *run);

/* ---------------------------------------------------------------------------------------------- */

/* Parts of the run table. */

enum { TABLE_LABEL_AXES_MAX = 12 };

/* Common parts of a group's cases, beyond those in the workload's name. */
struct table_label_common {
    const char *variant; /* of all; NULL: they differ */
    bool cold;           /* all of them */
    const struct run_axis
        *axes[TABLE_LABEL_AXES_MAX]; /* of all that have this axis, and two have */
    size_t axis_count;
};

/*
 * What a case is called beside others of its workload: its variant, the axes of its name that the
 * workload's name does not hold, and the cache mode unless it is hot; without what is common (NULL:
 * nothing is). The variant where nothing is left. Returns it.
 */
const char *table_label(char cell[TABLE_CELL_BYTES], const struct run_case *c,
                        const struct table_label_common *common);

/* Notes that differ between places. */
struct table_note_options {
    bool outliers;  /* how many there are, as well */
    bool wall_said; /* the head of the group says that all are judged by wall time */
};

/*
 * "wall time, drift +3.1 %, only 7 samples" of a case that is ok, or nothing. `apart` is its ratio
 * between device and host, in the same words, or "". Of a run on a software device neither drift
 * nor two speeds: those table_note_software_view() tells once.
 */
void table_note(char cell[TABLE_CELL_BYTES], const struct run *run, const struct run_case *c,
                const char *apart, struct table_note_options options);

/* A line for each kind of note that one of the cases has, but for those in *explained, a bit each,
 * to which it adds them. `apart`: ratios between device and host are among them. */
void table_note_legend_view(struct sheet *sheet, const struct run *run,
                            const struct run_case *const *cases, size_t count, bool apart,
                            unsigned *explained);

/* On a software device, how many of the cases drift or have two speeds. */
void table_note_software_view(struct sheet *sheet, const struct run *run,
                              const struct run_case *const *cases, size_t count);

enum table_column {
    TABLE_MEDIAN,
    TABLE_INTERVAL, /* half of it, in percent of the median */
    TABLE_SPEEDUP,
    TABLE_RATE,  /* of the work declared, where labels leave room */
    TABLE_ITEMS, /* of the items declared, likewise */
    TABLE_WALL,  /* from here on where there is room */
    TABLE_FLOOR,
    TABLE_PROBE,
    TABLE_CHECK,
    TABLE_UNIT, /* in wide tables alone */
    TABLE_COLUMN_COUNT,
};

enum { TABLE_NUMBER_BYTES = 64 };

struct table_row {
    const struct run_case *c;
    char mark; /* of the best, see table_fastest_mark(); ' ': none */
    char label[TABLE_CELL_BYTES];
    char cells[TABLE_COLUMN_COUNT][TABLE_NUMBER_BYTES]; /* "" where there is nothing to say */
    char note[TABLE_CELL_BYTES];                        /* the reason, of a case that is not ok */
};

/* True when one of the two is of the device and one of the host: then the ratio is no speed-up of a
 * method, and stands in the notes. */
bool table_row_is_apart(const struct run *run, const struct run_case *c);

/*
 * Of each kind and cache mode that has a verified case; one host-driven case beside those of the
 * GPU is not the fastest of anything. One case is named, and set bold, only where paired ratios put
 * it before all others (analysis/limits/limits.h); else it says how many are within noise, and
 * names those that have too few rounds in common with it to tell. The time is the median of the
 * first. Cases of the host have a line of their own, where there are several, when the GPU has any.
 * `common` is not named, as in the rows. `catalogue` as in the options.
 */
void table_fastest_view(struct sheet *sheet, const struct run *run, const char *workload,
                        const struct table_label_common *common, const struct catalogue *catalogue);

/* Marks the rows: '*' the one that is named, '~' those within noise. */
void table_fastest_mark(struct table_row *rows, size_t count, const struct run *run,
                        const char *workload, const struct catalogue *catalogue);

/* For each twin, a user's kernel, of the workload its time over its original's, with the interval
 * and what that says (override.h), and below it what differs between the kernels, those that are
 * alike in several cases once. Nothing for a workload without twins. */
void table_override_view(struct sheet *sheet, const struct run *run, const char *workload,
                         const struct attempts *attempts);

/*
 * A few lines: bandwidth of the largest working set, and the highest of all; rates, costs of steps;
 * the same of threads of the host. `all`: a line per working set instead. Nothing of what was not
 * measured.
 */
void table_ceilings_view(struct sheet *sheet, const struct run_ceilings *ceilings, bool all);

/* Adds as data the numbers of `ceilings` of the run file, a row each. */
void table_limits_data_view(struct sheet *sheet, const struct run_ceilings *ceilings);

/* Adds "device limits, measured 3 h ago: about 3.00 TB/s of memory, 63.5 TFLOP/s";
 * "device limits: neither memory nor arithmetic" of others; nothing where none is known. */
void table_limits_text(struct text *line, const struct run *run,
                       const struct run_ceilings *ceilings);

/* Adds ", measured 3 h ago" before the run began, where an earlier one has measured them. */
void table_ceilings_age(struct text *line, const struct run *run);

#endif
