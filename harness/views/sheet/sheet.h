/* SPDX-License-Identifier: MIT */
/*
 * sheet.h: a document of headings, notes and typed tables, described once and written in one of
 * several styles. A view fills a sheet; the style decides how it looks:
 *
 *   text, Markdown, LaTeX          for people: columns with a title; headings, notes and groups
 *   CSV                            the columns with a key of the main table, one header for all
 *   JSON                           one object: a member for each table, with its rows
 *
 * People see numbers with a unit and three digits, data have all digits. A value that is not there
 * (NAN, or a text of NULL) is a dash for a number and nothing for a text, an empty cell in CSV, and
 * null in JSON. Texts may come from files: each style escapes them. A sheet goes through these
 * calls:
 *
 *   static const struct sheet_column columns[] = {
 *       { .key = "name", .title = "case", .width = 24 },
 *       { .key = "median_ns", .title = "median", .type = SHEET_NS, .width = 8 },
 *   };
 *   sheet_init(&sheet, out, &(struct sheet_look){ .style = SHEET_MARKDOWN });
 *   sheet_heading(&sheet, "Times");
 *   SHEET_TABLE(&sheet, columns, .name = "rows");
 *   SHEET_ROW(&sheet, sheet_words(c->name), sheet_number(run_case_median_ns(c)));
 *   sheet_foot(&sheet, "medians of %zu cases", count);
 *   return sheet_finish(&sheet);
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_SHEET_SHEET_H
#define CLAIMCHECK_HARNESS_VIEWS_SHEET_SHEET_H

#include "harness/base/base.h"
#include "harness/base/need.h"

#include <math.h>

enum sheet_style {
    SHEET_TEXT,
    SHEET_MARKDOWN,
    SHEET_LATEX,
    SHEET_CSV,
    SHEET_JSON,
    SHEET_STYLE_COUNT
};

/* "text", "markdown", and so on; ends with NULL. */
extern const char *const sheet_style_names[SHEET_STYLE_COUNT + 1];

/* Styles of a column, as a mask; 0 is all of them. */
#define SHEET_IN(style) (1u << (style))
enum {
    SHEET_PAGES = SHEET_IN(SHEET_MARKDOWN) | SHEET_IN(SHEET_LATEX),
    SHEET_DATA = SHEET_IN(SHEET_CSV) | SHEET_IN(SHEET_JSON),
    SHEET_WIDE = 1 << 16, /* as `from`: in wide texts alone */
};

enum sheet_type {
    SHEET_WORDS,
    SHEET_CODE,   /* words of a file, such as "@me": in Markdown code, where nothing is a mark, a
                     mention or a link */
    SHEET_FLAG,   /* true or false in JSON; its words elsewhere */
    SHEET_COUNT,  /* a whole number */
    SHEET_NUMBER, /* "0.083", "0.83", "8.3", "83" */
    SHEET_RATIO,  /* the same with its interval: "0.83 [0.82, 0.85]" */
    SHEET_NS,     /* nanoseconds: "12.3 µs" */
    SHEET_BYTES,  /* "16 KiB" */
};

/* Between two codes of one cell. */
#define SHEET_UNIT "\x1F"

/* Words between tables. */
enum sheet_block {
    SHEET_NOTHING,
    SHEET_TITLE, /* of the whole; in a text with an empty line behind it */
    SHEET_HEADING,
    SHEET_NOTE,
    SHEET_FOOT,
    SHEET_TABLE,
};

/* Where a cell of a text stands. */
enum sheet_place {
    SHEET_IN_COLUMN,
    SHEET_BEHIND,   /* in its column where the line has room; else behind what is there, or below */
    SHEET_OR_BELOW, /* in its column where the line has room; else below */
    SHEET_BELOW,    /* on a line of its own behind its title; no line where it is empty */
};

struct sheet_column {
    const char *key;   /* of data; in JSON a path, "a.time". NULL: people only */
    const char *title; /* NULL: data only */
    enum sheet_type type;
    unsigned width; /* of a text, in characters; 0: as wide as the widest cell. Behind a cell
                              that is wider the row goes on in the next line */
    unsigned in;    /* the styles that have it; 0: all */
    unsigned from;  /* texts narrower than this leave it out */
    enum sheet_place place;
    const char *path; /* in JSON, in place of the key */
    bool yields;      /* a dense text leaves it out where it would fold the first column */
    bool interval;    /* data have its ends, too: KEY_low and KEY_high before a unit of the key in
                              CSV; interval_low and interval_high beside it in JSON */
};

struct sheet_value {
    const char *text; /* of a number: people see it in place of the number */
    double number, low, high;
    const char *colour; /* TABLE_RED and the like: of a text on a terminal; NULL: none */
    bool strong;        /* bold in Markdown */
};

struct sheet_table {
    const char *name; /* in JSON, a path */
    const struct sheet_column *columns;
    size_t column_count;
    bool main;        /* CSV has it; several have the same columns */
    bool single;      /* in JSON its only row is an object, not an array of one */
    unsigned indent;  /* of a text */
    unsigned gap;     /* between columns of a text, 1 for 0; one more between a number and words */
    const char *head; /* words above it: a heading; in a dense text on the line of the titles where
                         they fit. NULL: none */
    const char *note; /* below the head; NULL: none */
    bool dense; /* a text: words of the first column, two characters of a mark before them, fold
                         below the row */
    bool close; /* a text: no empty line before it */
};

#define SHEET_COLUMNS(array) .columns = (array), .column_count = sizeof(array) / sizeof(*(array))

/* Begins a table of these columns, an array, with further members of the struct. */
#define SHEET_TABLE(sheet, columns_, ...)                                                          \
    sheet_table((sheet), &(struct sheet_table){ SHEET_COLUMNS(columns_), __VA_ARGS__ })

struct sheet_look {
    enum sheet_style style;
    unsigned columns; /* of a text; 0: 80 */
    bool wide;        /* a text with all columns, in lines as long as they get */
    bool colours;     /* of a text */
};

struct sheet {
    FILE *out;
    struct sheet_look look;
    const struct sheet_table *table; /* that is open; NULL: none */
    struct sheet_table opened;
    bool hidden;                      /* the style has nothing of it */
    bool begun;                       /* its titles are written */
    bool marked;                      /* texts are printable, and may hold marks of table.h */
    unsigned hang;                    /* of the block that is written; 0: behind its head */
    unsigned block_lines;             /* of a text, that blocks take */
    unsigned blocks;                  /* headings, notes and tables that are written */
    enum sheet_block last;            /* the kind of the last one; for writers */
    json_t *document, *object, *rows; /* of JSON; tables go to the object */
    struct arena arena;               /* of a text: its lines and their cells */
    struct sheet_line **lines;        /* of a text, until the table ends */
    size_t line_count, line_room;
};

void sheet_init(struct sheet *sheet, FILE *out, const struct sheet_look *look);

void sheet_finish(struct sheet *sheet);

/* True for text, Markdown and LaTeX. */
bool sheet_is_for_people(const struct sheet *sheet);

/* Adds words of one of these kinds behind a head such as "rows: ", which further lines of a text
 * are indented by. In a text, notes one after the other have no empty line between them; a foot
 * belongs to the table before it, which it ends. */
__attribute__((format(printf, 4, 5))) void sheet_block(struct sheet *sheet, enum sheet_block kind,
                                                       const char *head, const char *format, ...);
#define sheet_heading(sheet, ...) sheet_block((sheet), SHEET_HEADING, "", __VA_ARGS__)
#define sheet_note(sheet, head, ...) sheet_block((sheet), SHEET_NOTE, (head), __VA_ARGS__)
#define sheet_foot(sheet, ...) sheet_block((sheet), SHEET_FOOT, "", __VA_ARGS__)

/* Adds words likewise. Further lines of a text begin at column `hang`,
 * which is above 0; in a wide text there are none. */
void sheet_line(struct sheet *sheet, enum sheet_block kind, const char *head, unsigned hang,
                const char *words);

/* Begins a table, and ends the one before. People see none that has no row. The columns outlive
 * it. */
void sheet_table(struct sheet *sheet, const struct sheet_table *table);

/* Ends it, where its columns do not live until the next call that would. */
void sheet_table_end(struct sheet *sheet);

/* A heading within the table, in text; the others have columns that say it. */
__attribute__((format(printf, 2, 3))) void sheet_group(struct sheet *sheet, const char *format,
                                                       ...);

/* A view in one call: of a text, a file, a part of a page. */
void sheet_write(FILE *out, const struct sheet_look *look,
                 void (*view)(struct sheet *sheet, const void *of), const void *of);

/* Adds a row: one value for each column, in their order; they are copied. */
#define SHEET_ROW(sheet, ...)                                                                      \
    sheet_row((sheet), (const struct sheet_value[]){ __VA_ARGS__ },                                \
              sizeof((const struct sheet_value[]){ __VA_ARGS__ }) / sizeof(struct sheet_value))
void sheet_row(struct sheet *sheet, const struct sheet_value *values, size_t count);

/* Adds a row of words alone: a text has them one behind the other; pages have the first in the
 * first column, and the others in the last. */
void sheet_row_words(struct sheet *sheet, const struct sheet_value *values, size_t count);

/* A member of the document in JSON, by its path. */
void sheet_member(struct sheet *sheet, const char *path, enum sheet_type type,
                  struct sheet_value value);

/* In JSON, what follows belongs to a new object at the end of the array at that path. */
void sheet_element(struct sheet *sheet, const char *path);

/* Formats a value for people; in `cell` unless the value is such a text already. */
enum { SHEET_CELL_BYTES = 128 };
const char *sheet_shown(enum sheet_type type, const struct sheet_value *value,
                        char cell[SHEET_CELL_BYTES]);

static inline struct sheet_value sheet_words(const char *text)
{
    return (struct sheet_value){ .text = text, .number = NAN, .low = NAN, .high = NAN };
}

static inline struct sheet_value sheet_interval(double number, double low, double high)
{
    return (struct sheet_value){ .number = number, .low = low, .high = high };
}

static inline struct sheet_value sheet_number(double number)
{
    return sheet_interval(number, NAN, NAN);
}

static inline struct sheet_value sheet_count(uint64_t count)
{
    return sheet_number((double)count);
}

/* Its words where it is true; nothing where it is not. */
static inline struct sheet_value sheet_flag(bool is, const char *words)
{
    return (struct sheet_value){ .text = is ? words : "", .number = is };
}

/* ---------------------------------------------------------------------------------------------- */

/* A text of a file's or of ours within a document: what the style would take for a
 * mark is text again. What is no UTF-8, and what is not seen, becomes U+FFFD, but in CSV, which
 * holds what there is. */

/* Within a line or a cell. An underscore within a word is no mark. */
void sheet_escape_markdown(FILE *out, const char *text);

/* A block of code in a language, which no mark of the text can end. */
void sheet_escape_fence(FILE *out, const char *language, const char *text);

/* Braces come in pairs, as BibTeX counts them. */
void sheet_escape_latex(FILE *out, const char *text);

/* RFC 4180: a field, in quotes where it needs them. */
void sheet_escape_csv(FILE *out, const char *text);

/* With all its digits; nothing unless it is finite. */
void sheet_escape_csv_number(FILE *out, double number);

/* ---------------------------------------------------------------------------------------------- */

/* How one style writes a sheet; for the files of sheet/ alone. */

/* Each may be NULL: nothing is to be done. */
struct sheet_writer {
    void (*open)(struct sheet *sheet);
    void (*block)(struct sheet *sheet, enum sheet_block kind, const char *head, const char *text);
    void (*begin)(struct sheet *sheet); /* a table: for people not before its first row */
    void (*group)(struct sheet *sheet, const char *name);
    void (*row)(struct sheet *sheet, const struct sheet_value *values);
    void (*words)(struct sheet *sheet, const struct sheet_value *values, size_t count);
    void (*end)(struct sheet *sheet); /* a table that has begun */
    void (*close)(struct sheet *sheet);
    void (*element)(struct sheet *sheet, const char *path);
    void (*member)(struct sheet *sheet, const char *path, enum sheet_type type,
                   struct sheet_value value);
};

extern const struct sheet_writer sheet_writer_text;

/* True where the style has the column. */
bool sheet_has(const struct sheet *sheet, const struct sheet_column *column);

/* Columns of a line of text; 0: as long as it gets. */
unsigned sheet_columns(const struct sheet *sheet);

/* Words are aligned to the left. */
static inline bool sheet_is_words(const struct sheet_column *column)
{
    return column->type <= SHEET_FLAG;
}

#endif
