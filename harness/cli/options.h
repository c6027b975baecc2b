/* SPDX-License-Identifier: MIT */
/*
 * options.h: options from a table: `--name value` or `--name=value`, and for names that everybody
 * types a letter, the same in every table that has the name: `-f value`, `-fvalue`, flags joined as
 * in `-qv`. `--help` and `-h` are known to every table; what follows `--` is no option.
 *
 * The table also says what a value may be: one of the words of a list, a number of a range, or what
 * a function of the row lets pass. options_check() sees to all three, so that a command only looks
 * up what was given.
 */
#ifndef CLAIMCHECK_HARNESS_CLI_OPTIONS_H
#define CLAIMCHECK_HARNESS_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct option_spec {
    const char *name;     /* without the dashes */
    const char *argument; /* as help shows it, "FILE"; NULL for a flag. Of small letters alone,
                             "hot|cold|both", it is the list of what the value may be */
    const char *help;     /* one line */
    const char *words;    /* "csv|svg": that list, where `argument` is none */
    uint64_t least, most; /* of a number; most is 0: it is none */
    /* Looks at the value in place of the list. False with a message of trouble.h. May be NULL. */
    bool (*check)(const char *value);
    const char *head; /* of the options from this one on; NULL: none begins */
    bool repeated;    /* may be given more than once */
    bool optional;    /* may stand without a value, which then is behind `=` alone */
    bool file;        /* the value is a path; where `argument` has '=', what is behind it is */
    bool technique;   /* a technique's, which the command only hands on */
};

/* Entries of a table, which ends with OPTION_END: with a value, with more that the struct has, with
 * a number, and without a value. */
#define OPTION(name_, argument_, help_)                                                            \
    {                                                                                              \
        .name = (name_), .argument = (argument_), .help = (help_)                                  \
    }
#define OPTION_WITH(name_, argument_, help_, ...)                                                  \
    {                                                                                              \
        .name = (name_), .argument = (argument_), .help = (help_), __VA_ARGS__                     \
    }
#define OPTION_NUMBER(name_, argument_, help_, least_, most_)                                      \
    {                                                                                              \
        .name = (name_), .argument = (argument_), .help = (help_), .least = (least_),              \
        .most = (most_)                                                                            \
    }
#define OPTION_FLAG(name_, help_)                                                                  \
    {                                                                                              \
        .name = (name_), .help = (help_)                                                           \
    }
#define OPTION_END                                                                                 \
    {                                                                                              \
        .name = NULL                                                                               \
    }

/* Entries that several commands have. */
#define FILTER_OPTION OPTION("filter", "REGEX", "only cases whose name matches")
#define AXIS_OPTION                                                                                \
    OPTION_WITH("axis", "NAME=V,V", "values of an axis, in place of the profile's",                \
                .repeated = true)
#define DEVICE_OPTION OPTION("device", "INDEX|UUID|REGEX", "the best one unless given")
#define SEED_OPTION                                                                                \
    OPTION_NUMBER("seed", "N", "seed of inputs and order; from the date unless given", 0, INT64_MAX)

struct option_given {
    const struct option_spec *spec;
    const char *value; /* NULL for a flag, or where it is optional; part of argv */
};

/* The name that other programs give to an option, for hints. Those of all commands are in
 * options.c. */
struct option_habit {
    const char *typed, *meant; /* names without the dashes; `meant` may go on with a value */
    const char *says;          /* in place of "did you mean"; NULL: nothing */
};

struct options {
    struct option_given *given; /* in the order given */
    size_t given_count;
    const char **positionals;
    size_t positional_count;
    bool help;
};

/* 'f' of "filter", and so on; 0 when the name has none. */
char option_letter(const char *name);

/* The rules that options_init() takes. */
struct option_rules {
    const struct option_spec *specs;
    size_t spec_count;
    const struct option_habit *habits; /* ends with NULL names; may be NULL */
};

/*
 * Reads argv[0..argc-1], which holds neither program nor command. Specs and argv outlive the
 * options. False with a one-line message for an unknown option (with the nearest match), a value
 * that is missing or unexpected, or an option given twice.
 */
bool options_init(struct options *options, const struct option_rules *rules, int argc,
                  const char *const *argv);
void options_finish(struct options *options);

/* Value of the option; NULL when it was not given. */
const char *options_value(const struct options *options, const char *name);

bool options_has(const struct options *options, const char *name);

/* Checks what the values are, in the order given; a technique checks its own. False with a one-line
 * message. What is below asks for values that were checked. */
bool options_check(const struct options *options);

/* True where the option was given, and as this word. */
bool options_is(const struct options *options, const char *name, const char *word);

/* Which word of the list it is, from 0; -1 when it was not given. */
int options_word(const struct options *options, const char *name);

/* The number; `otherwise` when it was not given. */
uint64_t options_number(const struct options *options, const char *name, uint64_t otherwise);

/* "hot, cold or both" of "hot|cold|both"; malloc'ed. */
char *option_words(const char *list);

/* A table that grows: options of a command, then of techniques. */
struct option_table {
    struct option_spec *specs;
    size_t count;
};

/* Adds a spec; one of that name that is there already stays. */
void option_table_add(struct option_table *table, const struct option_spec *spec);
void option_table_finish(struct option_table *table);

#endif
