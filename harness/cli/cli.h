/* SPDX-License-Identifier: MIT */
/*
 * cli.h: the command line: what its files share. A command is a table of options and a function:
 *
 *   NAME.c           the command of that name; ab/ has ab, and session/ measures for `run`
 *   cli.c            which commands there are, and help
 *   options.c        options by a table
 *   exports.c, file_options.c, published_option.c   options that several commands have
 *   technique_folders.c, selection.c   --technique, and which variants names mean
 *   operand_names.c  names in place of paths: devices, papers, claims, the last run
 *   kept_runs.c, run_list.c            what they mean, and the runs that were named
 *   devices.c        devices, and which one is chosen
 *   watch.c, run_once.c                run --watch and run --once
 *   trial.c          executions for `check`, in a process of their own
 *   kernels.c, kernels_print.c         list --kernels
 *   documents.c      the manual page and completions, from the same tables
 */
#ifndef CLAIMCHECK_HARNESS_CLI_CLI_H
#define CLAIMCHECK_HARNESS_CLI_CLI_H

#include "harness/analysis/claims/claims.h"
#include "harness/analysis/override/override.h"
#include "harness/cli/session/session.h"
#include "harness/views/card/card_view.h"

/* Runs one command and returns the exit code of the process. `techniques` is NULL-terminated;
 * `door` opens those of folders, and may be NULL: there are none then. */
int cli_main(int argc, char **argv, const struct technique *const *techniques,
             const struct technique_door *door, const struct measurer *measurer);

/* options.c ------------------------------------------------------------------------------------ */

/*
 * Options from a table: `--name value` or `--name=value`, and for names that everybody
 * types a letter, the same in every table that has the name: `-f value`, `-fvalue`, flags joined as
 * in `-qv`. `--help` and `-h` are known to every table; what follows `--` is no option.
 *
 * The table also says what a value may be: one of the words of a list, a number of a range, or what
 * a function of the row lets pass. options_check() sees to all three, so that a command only looks
 * up what was given.
 */

struct option_spec {
    const char *name;     /* without the dashes */
    const char *argument; /* as help shows it, "FILE"; NULL for a flag. Of small letters alone,
                             "hot|cold|both", it is the list of what the value may be */
    const char *help;     /* one line */
    const char *words;    /* "csv|svg": that list, where `argument` is none */
    uint64_t least, most; /* of a number; most is 0: it is none */
    /* Looks at the value before the list does. False with a message of base.h. May be NULL. */
    bool (*check)(const char *value);
    const char *head; /* of the options from this one on; NULL: none begins */
    bool repeated;    /* may be given more than once */
    bool optional;    /* may stand without a value, which then is behind `=` alone */
    bool file;        /* the value is a path; where `argument` has '=', what is behind it is */
    bool technique;   /* a technique's, which the command only hands on */
    bool resumes;     /* no part of the measurement: of a run that goes on, too */
    bool once;        /* says what is executed, and where: of one execution, too */
};

/* Entries of a table, which ends with OPTION_END: the help, and then what else the struct has; with
 * a number, and without a value. */
#define OPTION(name_, argument_, ...)                                                              \
    {                                                                                              \
        .name = (name_), .argument = (argument_), .help = __VA_ARGS__                              \
    }
#define OPTION_NUMBER(name_, argument_, help_, least_, most_)                                      \
    OPTION(name_, argument_, help_, .least = (least_), .most = (most_))
#define OPTION_FLAG(name_, help_) OPTION(name_, NULL, help_)
#define OPTION_END OPTION(NULL, NULL, NULL)

/* Entries that several commands have. */
#define FILTER_OPTION OPTION("filter", "REGEX", "only cases whose name matches", .once = true)
#define AXIS_OPTION                                                                                \
    OPTION("axis", "NAME=V,V", "values of an axis, in place of the profile's", .repeated = true,   \
           .once = true)
#define DEVICE_OPTION                                                                              \
    OPTION("device", "INDEX|UUID|REGEX", "the best one unless given", .once = true)
#define SEED_OPTION                                                                                \
    OPTION("seed", "N", "seed of inputs and order; from the date unless given", .most = INT64_MAX, \
           .once = true)

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

/* The name of the first of a list, "json|format", that was given; NULL. */
const char *options_any(const struct options *options, const char *names);

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

/* Adds those of a technique; a head, NULL for none, stands over the first. Returns the head unless
 * it was used. */
const char *option_table_add_technique(struct option_table *table,
                                       const struct technique *technique, const char *head);
void option_table_finish(struct option_table *table);

/* cli.c ---------------------------------------------------------------------------------------- */

/* One command of the command line: a table and a function. A new one is a file and a
 * line in cli.c. */

struct command;
struct run_list;

/* The request: one command and its options. */
struct command_line {
    const struct command *command;
    const struct options *options;
    int argc; /* as given, without program and command */
    const char *const *argv;
    const struct technique *const *techniques; /* those of folders last */
    const struct technique_door *door;         /* to those of folders; may be NULL */
    const struct measurer *measurer;
    bool terminal; /* its command has `lines`, and they go to a terminal */
    /* The papers that names of operands were looked up in: published_option.c takes them over, and
     * reads them where there are none. */
    struct published_list *papers;
};

/* Files for which the name of a kept device stands. */
enum command_names {
    COMMAND_NAMES_NONE,
    COMMAND_NAMES_RUNS,    /* its newest kept run */
    COMMAND_NAMES_ROWS,    /* the rows of evidence of all its kept runs */
    COMMAND_NAMES_HISTORY, /* these rows, and the folder of its kept runs */
};

struct command {
    const char *name, *arguments;      /* "run", "[OPTIONS]" */
    const char *summary;               /* one line */
    const char *example;               /* command_example() fills it in */
    const struct option_spec *options; /* ends with a NULL name */
    const struct option_habit *habits; /* ends with NULL names; may be NULL */
    const char *choices;    /* lists of options of which one alone can be given, "a|b c|d";
                                          may be NULL */
    bool technique_options; /* takes those of all techniques, too */
    bool operands;          /* looks itself at what is no option; others refuse it */
    enum command_names names;
    bool pair;               /* of two runs: the last run is the second where one is named */
    bool takes_latest;       /* the last run where none is named */
    bool technique_operands; /* which are names of techniques; others are files */
    bool kernels;            /* compiles those of techniques of folders */
    bool programs;           /* runs programs of techniques of folders, too */
    bool fresh_answers;      /* never with answers that were kept */
    bool lines; /* prints a fact a line, however long: whole in a pipe, wrapped on a terminal */

    /* Adds options that depend on argc and argv; there are none yet. EXIT_CODE_OK, or that of the
     * process, with a message. May be NULL. */
    int (*extend)(const struct command_line *line, struct option_table *table);

    /* Prints what help says behind the options. May be NULL. */
    void (*help)(const struct command_line *line);

    /* Writes a hint for a surplus operand, such as " (did you mean ...?)". May be NULL. */
    void (*operand_hint)(const struct command_line *line, const char *operand, char *hint,
                         size_t hint_bytes);

    /* Returns the exit code. */
    int (*run)(const struct command_line *line);
};

extern const struct command command_run, command_list, command_devices, command_inspect;
extern const struct command command_trace, command_selftest, command_show, command_claims;
extern const struct command command_why, command_compare, command_report, command_plot;
extern const struct command command_export, command_cite, command_history, command_card;
extern const struct command command_new, command_check, command_keep, command_send;

/* Exit codes and what they mean, for the help, the manual page and docs/reference/commands.md. */
enum { COMMAND_EXIT_CODES = 4 };
struct command_exit_code {
    int code;
    const char *text;
};
extern const struct command_exit_code command_exit_codes[COMMAND_EXIT_CODES];

/* The options of a command as a table to add to, those of techniques where it takes them. */
void command_table(const struct command *command, const struct technique *const *techniques,
                   struct option_table *table);

/* A line that works as it stands: {technique}, {bench}, {variant} and {portrait} are those of the
 * first technique that has a portrait (bench.h). malloc'ed. */
char *command_example(const struct command *command, const struct technique *const *techniques);

/* Prints JSON for --json on stdout, with a newline; takes over the reference. Returns the exit
 * code. */
int command_print_json(json_t *value);

/* technique_folders.c -------------------------------------------------------------------------- */

/* --technique FOLDER, techniques beside those of the build. */

/* For commands that run programs of folders. */
#define TECHNIQUE_TRUST_OPTION                                                                     \
    OPTION("trust", NULL, "accepts a folder's programs as they are now: they run as you",          \
           .resumes = true)
#define TECHNIQUE_PROGRAM_OPTIONS                                                                  \
    TECHNIQUE_TRUST_OPTION,                                                                        \
        OPTION("answers", "kept|fresh",                                                            \
               "answers of references; kept unless given, fresh with --claims", .resumes = true)

/* All zero: none. */
struct technique_folders {
    const struct technique_door *door;
    const struct technique **all; /* those of the build, then those of folders; NULL-terminated */
    size_t built_in, count;
    struct kernel_entry *kernels; /* of folders */
};

/* Prints what a compiler says, which is for people, on stderr, and frees it; NULL: nothing. */
void log_print(char **log);

/*
 * Opens the folder and adds its technique; with `kernels` they are compiled. What the compiler says
 * goes to stderr. False with a one-line message: it cannot be read, or its name is that of another
 * technique.
 */
bool technique_folders_add(struct technique_folders *folders, const char *folder, bool kernels);

/* Adds those that arguments name, up to "--". False with a one-line message. */
bool technique_folders_take(struct technique_folders *folders, int argc, const char *const *argv,
                            bool kernels);

/* Returns the techniques that a command without names is about: those of folders, else all. */
const struct technique *const *technique_folders_meant(const struct technique *const *techniques);

/* `built_in` ends with NULL and outlives the folders. */
void technique_folders_init(struct technique_folders *folders, const struct technique_door *door,
                            const struct technique *const *built_in);

/* Whether answers are computed anew, as the options above say. False with a one-line message. */
bool technique_folders_answers(const struct options *options, bool *fresh);

/* Has references compute answers again, or take those that were kept; `begins` with the run, whose
 * own answers its later launches may take in any case. */
void technique_folders_answers_set(bool fresh, bool begins);

/* Whether the programs of all folders may run; has them compute answers again where that is wanted.
 * False with a message, printed, where one is not accepted. */
bool technique_folders_trust(const struct technique_door *door,
                             const struct technique *const *techniques,
                             const struct command *command, const struct options *options);

void technique_folders_finish(struct technique_folders *folders);

/* devices.c ------------------------------------------------------------------------------------ */

/* The device that --device names, or else the best. */

struct device_choice {
    struct gpu_info *infos; /* of all there are; malloc'ed */
    int count;
    int index;    /* of the one chosen; -1: none */
    int code;     /* the exit code then: a selector that fits nothing is a wrong argument, but only
                  where a device is */
    bool refused; /* none, as there is a GPU that cannot be used, and nobody asked for the CPU */
};

/* The selector where each device is meant: the best one is chosen, whatever else there is. */
extern const char device_choice_any[];

/* The selector as gpu_choose() has it. False with a one-line message when none was chosen. */
bool device_choice_init(struct device_choice *choice, const struct measurer *measurer,
                        const char *selector);

void device_choice_finish(struct device_choice *choice);

/* selection.c ---------------------------------------------------------------------------------- */

/* The technique of that name or alias; NULL. */
const struct technique *selection_technique(const struct technique *const *techniques,
                                            const char *name);

/* The technique of a case that is neither built in nor of a named folder; NULL: none is. */
const char *selection_technique_unknown(const struct technique *const *techniques,
                                        const struct run_list *runs);

/* The operands behind a command: " FILE --technique FOLDER", of the first technique that is
 * a folder's; each only where there is one. malloc'ed. */
char *selection_operands(const struct technique *const *techniques, const char *file);

/* The name of a technique, a bench or a variant that the word is or is near to, aliases written
 * out; NULL. */
const char *selection_name(const struct technique *const *techniques, const char *word);

/* Which variants are meant by names, such as those of a technique, its alias, a bench,
 * `technique.bench`, a variant, `bench/variant`, and by an expression on case names. */

/* Benches may share variants. */
struct selection_place {
    const struct technique *technique;
    const struct bench *bench;
    const struct bench_variant *variant;
};

struct selection {
    struct selection_place *places; /* NULL: all there are */
    size_t count, room;
};

/*
 * Those that any of the names means, and of them those with a case in the profile `full` that the
 * expression matches; no names, or NULL: whatever they are. False with a one-line message (with
 * the nearest match) for a name that means nothing, and for an expression that is broken or
 * selects nothing; the selection is then empty.
 */
bool selection_init(struct selection *selection, const struct technique *const *techniques,
                    const char *const *names, size_t name_count, const char *filter);
void selection_finish(struct selection *selection);

/* True of a place that is selected; a bench or variant that is NULL: any of the technique's. */
bool selection_has(const struct selection *selection, const struct technique *technique,
                   const struct bench *bench, const struct bench_variant *variant);

/* kept_runs.c ---------------------------------------------------------------------------------- */

/* Names of devices for what is kept of them: runs in results/runs, rows of evidence in
 * results/cards. */

#define KEPT_RUN_FOLDER "results/runs"

/*
 * The file or folder "<folder>/<device><ending>" of a device, malloc'ed. `device` is its name there
 * or a part of it, or words that make one: "h100", "NVIDIA H100". The folder is the one that
 * belongs to the executable (harness/base/base.h); paths and messages have it as seen from
 * the working directory, where it is within that. NULL with a one-line message: nothing has the
 * name, or several do.
 */
char *kept_device_find(const char *folder, const char *ending, const char *device);

/* Returns "; of the kept device: claimcheck claims h100" for a word that names a device, a paper or
 * a claim, to end a message of a command that takes none of them; else "". malloc'ed. */
char *word_hint(const char *word);

/* Adds "nvidia-h100-80gb-hbm3, nvidia-h200": of which devices there are runs that kept_run_find()
 * takes; nothing without any. */
void kept_run_devices(struct text *text);

/*
 * The newest run of the profile `paper` in the folder of that device, by what the files say: a
 * whole one, or where there is none, one that was narrowed, such as to claims. NULL with a one-line
 * message: no folder matches, several do, none of its files can be compared with.
 */
struct run *kept_run_find(const char *device);

/* Returns where what is made of a run goes unless it is said, "x.plots" for x.json, malloc'ed:
 * beside the run, or in the working directory where the run is one of a KEPT_RUN_FOLDER. */
char *kept_run_output(const char *run_file, const char *ending);

/* The card of a run among the kept cards of its model. */

/* Returns the file of the kept rows of the run's model, which may be missing; malloc'ed. */
char *kept_rows_path(const struct run *run);

/* Reads the kept rows of the model, in the folder that belongs to the executable. False with a
 * one-line message where they cannot be read; without rows, there are no other cards. */
bool card_find_kept(const struct run *run, struct card_shown *card);

/* Adds the sentence on the card, "" of a software device and of a run that measured no unit.
 * Warns of rows that cannot be read. */
void card_find_say(const struct run *run, struct text *text);

/* run_list.c ----------------------------------------------------------------------------------- */

/* The run files that a command line names, in its order. */

/* Begins as zero; the runs are its own. */
struct run_list {
    struct run **runs;
    size_t count;
};

/* Reads all, with a message of `command` for each that cannot be read or is there twice. With
 * `rows`, files of rows of evidence are read, too. Returns the exit code; what was read stays for
 * run_list_finish() either way. */
int run_list_open(struct run_list *list, const struct options *options, const char *command,
                  bool rows);

/* The one run file that the line names; NULL with a message that begins with the command's name. */
struct run *run_list_one(const struct command_line *line);

void run_list_finish(struct run_list *list);

const struct run *const *run_list_runs(const struct run_list *list);

/* Runs that a command names, papers, and what the runs say of their claims. */
struct run_list_judged {
    struct run_list list;
    struct published_list published;
    struct claims *claims;
    const struct published_claim *claim; /* that --claim names; NULL: none, or a paper */
};

/* `rows` is that of run_list_open(). Returns the exit code, with a message that begins with the
 * command's name; what was open stays for run_list_judged_finish() either way. */
int run_list_judge(struct run_list_judged *judged, const struct command_line *line, bool rows);
void run_list_judged_finish(struct run_list_judged *judged);

/* operand_names.c ------------------------------------------------------------------------------ */

/* Names in place of paths of run files: of kept devices, of papers, of claims. */

/* Options in place of a command's own; they outlive it. */
struct operand_names {
    struct options options;
    char **paths; /* that were found, malloc'ed */
    size_t path_count;
    struct published_list papers; /* where a word was looked up in them */
};

/*
 * Puts the file that is meant in the place of each operand that is a word and no file: a device's
 * newest kept run, its kept rows or its folder of runs, as the command reads them. The name of a
 * paper or claim becomes --claim, where the command has that; without a run file it is then about
 * the last run, or else about the rows of all kept devices. Where no operand is left, the last run
 * is one, if the command takes it. Notes say which files were taken. The exit code, with a message
 * for a word that is none of these.
 */
int operand_names_take(struct operand_names *names, const struct command_line *line,
                       const struct options *given);

/* The path of the kept run that a word means, or the word where it is a file or no device;
 * malloc'ed. NULL with a one-line message where no run can be taken. */
char *operand_names_run(const char *word);

void operand_names_finish(struct operand_names *names);

/* file_options.c ------------------------------------------------------------------------------- */

/*
 * Standard output for a document alone. While it is open, all that a command
 * prints there for people goes to standard error.
 */

struct document_stream {
    int fd; /* what standard output was; -1: it is not open */
};

/* True for what --out means by standard output: "-". */
bool document_stream_is(const char *out);

/* Not open. */
struct document_stream document_stream_none(void);

/* Returns 0 or an errno; it is then not open. */
int document_stream_open(struct document_stream *stream);

/* Standard output is what it was. Accepts one that is not open. */
void document_stream_close(struct document_stream *stream);

/* Options that name a file to be written, or standard output by "-". */

/* The options of a command that name files. */
struct file_options {
    const char *command;
    const char *const *names;
    size_t count;
    const char *input; /* an option whose file is read; NULL: none */
};

bool file_options_take_stdout(const struct file_options *files, const struct options *options);

/* Before anything is done. False, with a message that begins with the command's name, where one of
 * them would replace a file that is read, what --out names, or another of them; cannot be written;
 * or is the second on standard output. */
bool file_options_check(const struct file_options *files, const struct options *options);

/* Writes what the option of that index asks for, if it was given; a file that is there is replaced,
 * whole or not at all. `write` returns false where not all was written. The exit code, with a
 * message that begins with the command's name. */
int file_options_write(const struct file_options *files, const struct options *options,
                       size_t index, void (*write)(FILE *out, const void *of), const void *of);

/* exports.c ------------------------------------------------------------------------------------ */

/* --export-json, --export-csv, --export-markdown FILE, of commands that print something:
 * the same in files. */

/* Entries of a table of options. */
#define EXPORTS_OPTIONS                                                                            \
    OPTION("export-json", "FILE", "the results as JSON; - for standard output", .file = true,      \
           .resumes = true),                                                                       \
        OPTION("export-csv", "FILE", "the results as CSV", .file = true, .resumes = true),         \
        OPTION("export-markdown", "FILE", "the results as Markdown, for a pull request",           \
               .file = true, .resumes = true)

/* True when any of the options was given. */
bool exports_wanted(const struct options *options);

/* True when one of them writes to standard output. */
bool exports_take_stdout(const struct options *options);

/* Before anything is done. False, with a message that begins with the command's name, where one of
 * them would replace a file that is read, the run file that is measured, or another of them; cannot
 * be written; or is the second on standard output. */
bool exports_check(const struct options *options, const char *command);

/* A run, of which some cases may have been chosen (run.h). */
struct exports_run {
    const struct run *run;
    const struct run *whole; /* all cases: those of the document get `speedup`, `top_unit` and `why`
                                (why.h); NULL: they get none */
    const struct catalogue *catalogue; /* as in table.h */
};

/* Writes a struct exports_run in that style: its document, its rows, or the table of a run. */
void exports_run_write(FILE *out, const void *run, enum sheet_style style);

/* Its document; CSV and tables of the same. */
int exports_write_run(const struct options *options, const char *command,
                      const struct exports_run *run);

/* The option of commands that print a sheet, and sheets in files: --format, and
 * --export-json, --export-csv, --export-markdown FILE. */

/* An entry of a table of options. */
#define SHEET_OPTIONS                                                                              \
    OPTION("format", "FORMAT", "text, markdown, latex, csv or json; text unless given",            \
           .words = "text|markdown|latex|csv|json")

/* For commands that have this as a flag, too. */
#define SHEET_MARKDOWN_OPTION                                                                      \
    OPTION_FLAG("markdown", "--format markdown: tables for a pull request")

/* The style that the options ask for, by --format or by a flag of its name, where the command has
 * one. */
enum sheet_style sheet_options_style(const struct options *options);

/* Prints on standard output; a text in colours where that is a terminal which has them. Returns
 * EXIT_CODE_OK: write errors are seen by cli_main() when it flushes. */
int sheet_options_print(void (*view)(struct sheet *sheet, const void *of), const void *of,
                        enum sheet_style style, bool wide);

/* Writes the files that the --export options ask for; `view` is NULL: exports_write_run(). The exit
 * code, with a message. */
int sheet_options_export(const struct options *options, const char *command,
                         void (*view)(struct sheet *sheet, const void *of), const void *of);

/* published_option.c --------------------------------------------------------------------------- */

/* --published FILE, the papers of one's own. */

/* An entry of a table of options. */
#define PUBLISHED_OPTION                                                                           \
    OPTION("published", "FILE", "a paper's file in place of results/published/; may be repeated",  \
           .repeated = true, .file = true)

/* Reads the papers that the options name and those of folders that declare techniques, or those of
 * results/published/. Returns the exit code, with a message for each fault; the list is to be
 * finished either way. */
int published_option_open(struct published_list *list, const struct command_line *line);

/* Claims of folders, or of results/published/, for commands without the option; a warning says
 * what cannot be read. */
void published_option_own(struct published_list *list, const struct command_line *line);

/* Holds the names in papers of the user against the techniques and the runs.
 * Returns the exit code, with a message. */
int published_option_check(const struct published_list *list, const struct command_line *line,
                           const struct run *const *runs, size_t run_count);

/* Adds the ids of papers and of their claims, as candidates for a word that is none. */
void published_option_names(const struct published_list *list, struct name_list *names);

/* Finds the claim of that id in the first file that has it. Of a paper's id *claim is NULL, and the
 * list then has that paper alone; of NULL nothing changes. False with a message of `command`. */
bool published_option_claim(struct published_list *list, const char *word, const char *command,
                            const struct published_claim **claim);

/* run.c ---------------------------------------------------------------------------------------- */

/* The options of `run`, and of what plans as it does, as a request. */

/*
 * Of options that were checked. The arguments that they were read from outlive the request. Without
 * --seed the seed comes from the date. False with a one-line message.
 */
bool run_options_request(struct run_request *request, const struct options *options,
                         const struct technique *const *techniques);

/* Reads arguments that outlive the request as the line's command, `run`, takes them. False
 * likewise. */
bool run_options_read(struct run_request *request, const struct command_line *line, int argc,
                      const char *const *argv);

/* Whether the variable CI is set, and is neither 0 nor false. */
bool run_options_ci(void);

/* watch.c -------------------------------------------------------------------------------------- */

/* `run --kernel NAME=FILE --watch`: again, each time that a file is saved. */

/* One run of several. What it sets outlives its process, however that ends. */
struct run_turn {
    uint32_t index;     /* from 0 */
    uint64_t seed;      /* of all, unless the user gives one */
    const char *folder; /* with a '/' at its end: what lies in it goes when the turn has ended */
    bool begun;         /* set by the turn: what is wrong can be put right by saving a file */
    bool owned;         /* set by a turn: the run file is ours, not one that was there before */
    bool whole;         /* set by a turn: one has gone to its end */
    struct attempts attempts; /* of the turns before */
};

/*
 * Runs turns, each in a process of its own, so that no crash ends them: the first one at once, each
 * other when a file of --kernel, or one that it includes, has been saved and is whole; a turn that
 * goes on then is stopped. Returns
 * EXIT_CODE_OK after SIGINT or SIGTERM; the turn's own exit code when it has not begun; or
 * EXIT_CODE_UNTRIED with a message where the options leave nothing to watch.
 */
int run_watch(const struct command_line *line,
              int (*turn_run)(const struct command_line *line, struct run_turn *turn));

/* run_once.c ----------------------------------------------------------------------------------- */

/* `run --once CASE`. Returns the exit code: EXIT_CODE_OK when the case was executed, whatever came
 * of it; EXIT_CODE_NOTHING when the device lacks what it needs. */
int run_once_case(const struct command_line *line);

/* The same under RenderDoc, `trace --renderdoc FILE`: EXIT_CODE_NOTHING also without that. */
int run_once_captured(const struct command_line *line);

/* kernels.c ------------------------------------------------------------------------------------ */

/* `list --kernels`, --source and what goes with them: kernels without a case. */

/* Returns the exit code. */
int list_kernels_run(const struct command_line *line);

/* `--against FILE`: what a driver makes of kernels, held against an earlier listing of its own. */

/* An earlier document, packed or not; NULL, with a message. A new reference. */
json_t *kernel_against_load(const char *path);

/* Sets `against` of the new document, and prints it unless that is what is printed (`json`). The
 * exit code: 1 where something costs more, 77 where nothing can be compared, with a message. */
int kernel_against_judge(const char *path, const json_t *before, json_t *document, bool whole,
                         bool json);

/* Kernels for people: what they are, what the driver makes of them, and how a file differs from
 * what it stands in for. Entries of `kernels` of `claimcheck list --kernels --json`; one that
 * `stands_in_for` another is set against it, where that is there. */
void kernel_print(const json_t *kernels);

/* Names alone, a paragraph for each folder. */
void kernel_names_print(const json_t *kernels, unsigned columns);

/* A row each, without what a driver says. */
void kernel_view(struct sheet *sheet, const void *kernels);

/* kernels_print.c ------------------------------------------------------------------------------ */

/* `list --kernels --diff NAME=FILE`: a kernel and the user's, side by side. */

/* Prints each entry of `kernels` that stands in for another beside that one: what the SPIR-V has,
 * the driver's statistics, and its representations line by line. Lines are cut at `columns`. */
void kernel_diff_print(const json_t *kernels, unsigned columns);

/* Constants of the user's kernels that no measured case sets otherwise. */

/* Adds a line for each file with such constants: their value, and the branches that they decide,
 * which have gone one way only. */
void kernel_constants_view(struct sheet *sheet, const struct run *run,
                           const struct kernel_files *files);

/* Adds the same for kernels of a technique's folder, of constants that decide branches. Constants
 * go by their place in "constants" where the SPIR-V has no names. */
void kernel_constants_folder_view(struct sheet *sheet, const struct run *run,
                                  const struct technique_folder *folder);

/* list.c --------------------------------------------------------------------------------------- */

/* The papers and the claims that there are, without a run. */

/* True of the id of a paper or of a claim. */
bool list_papers_has(const char *word);

/* claims.c ------------------------------------------------------------------------------------- */

/* Names in a user's claims and plots, held against what there is. */

/* Where names are known from. */
struct claims_names {
    const struct technique *const *techniques; /* ends with NULL */
    const struct run *const *runs;             /* that are judged */
    size_t run_count;                          /* 0: none is there yet */
};

/*
 * False, with a one-line message that has the nearest match, for the first name of those files that
 * is none:
 *   - a technique, bench or variant that an expression begins with, as far as it is a plain name,
 *     and an axis in it
 *   - an axis that the relation joins on or goes along
 *   - a counter
 *   - a technique, bench, variant or axis of a plot
 * and, where runs are judged that have cases of the claim, for a range that is of no axis and of no
 * fact, and for a metric or a fact that none of these cases has.
 */
bool claims_names_check(const struct claims_names *names, const struct published_list *list);

/* compare.c ------------------------------------------------------------------------------------ */

/* Runs that were read, compared, printed and exported. */

/* The parts of a comparison to print. */
struct comparison_wanted {
    const char *command; /* that messages begin with */
    const char *filter;  /* extended regular expression on names of cases; NULL: all */
    enum sheet_style style;
    bool wide;                     /* a text with all columns */
    bool changed;                  /* only rows that have: compare_view.h */
    bool brief;                    /* no rows, in a text of many */
    const struct options *exports; /* NULL: none */
    const struct published_list
        *published; /* whose claims are compared, unless `filter` is there */
};

/* Two runs, or COMPARE_SEVERAL_MAX at most, all held against the first. Prints on stdout. The exit
 * code: EXIT_CODE_OK whatever it finds, EXIT_CODE_NOTHING with a message where no case is in both,
 * EXIT_CODE_UNTRIED with a message. */
int comparison_run(const struct run *const *runs, size_t count,
                   const struct comparison_wanted *wanted);

/* keep.c --------------------------------------------------------------------------------------- */

/* Rows of evidence of kept runs (harness/record/record.h), in results/cards. */

#define ROW_FOLDER "results/cards"
#define ROW_ENDING ".jsonl.xz"

/* The row of a run whose file is `kept`, under that name below its device; run_destroy() frees it,
 * and the run outlives it. NULL with a one-line message. */
struct run *row_file_make(const struct run *run, const char *kept, const char *name,
                          const struct published_list *list);

/*
 * Makes anew the rows of a file that were made by other claims than these, from the runs that they
 * are of: in results/runs beside the folder of rows, or as a commit of that clone has it; it must
 * have the row's SHA-256. Says how many, and names each that it could not make; that stays as it
 * is. The exit code.
 */
int row_file_rejudge(const char *path, const struct published_list *list);

/* export.c, report.c --------------------------------------------------------------------------- */

/* Makes the figures of the runs, or the trace, that the line names: a document of
 * results/figures.schema.json. Returns the exit code, with a message. */
int export_figures_take(const struct command_line *line, json_t **document);

/* Makes the document of a page of the runs that the line names, which are of one device. Returns
 * the exit code, with a message. */
int report_document(const struct command_line *line, json_t **document);

/* documents.c ---------------------------------------------------------------------------------- */

/* The manual page, docs/reference/commands.md, and completions for bash, made
 * from the same tables as --help; and the schema of run files. The build calls the executable for
 * them; users do not. */

#define DOCUMENTS_COMMAND "documents"

/* Prints the document of that name, "man", "markdown", "bash" or "schema"; NULL is none
 * of them. `commands` and `techniques` end with NULL. Returns the exit code. */
int documents_print(const char *name, const struct command *const *commands,
                    const struct technique *const *techniques);

/* trial.c -------------------------------------------------------------------------------------- */

/* Executions of all small cases of a technique in a process of its own, which a mutant may crash or
 * hang: each pass with one fault, up to the first case that finds it. */

struct check_trial {
    const struct measurer *measurer;
    const struct technique *technique;
    const char *device;  /* selector; NULL: the best */
    const char *variant; /* the only one; NULL: all */
    const char *threads; /* of a driver on the CPU; NULL: as it likes */
    const char *const
        *faults; /* one pass each, as fault_plant() has them; NULL: one that lists steps */
    bool validate;
    bool probe;    /* nothing is executed: whether the device opens so */
    double wait_s; /* for the end of one case */
};

enum check_end {
    CHECK_DONE,    /* the cases say how they ended */
    CHECK_HUNG,    /* it was ended when its time was up */
    CHECK_CRASHED, /* it ended by itself before it was done */
    CHECK_UNTRIED, /* there is a message */
};

/* The outcome of one pass. To be finished. */
struct check_report {
    enum check_end end;
    json_t *head;  /* software, step (what was changed), or message and unsupported; may be NULL */
    json_t *cases; /* array: name, variant, status, reason, and steps of gpu_fault_steps() */
    double longest_s; /* of the first pass of a process: the longest time of any case */
};

/* Runs the passes, in one process as long as none ends it. A report for each fault of the trial, or
 * the one. What cannot be tried is CHECK_UNTRIED. */
void check_trial_run(const struct check_trial *trial, struct check_report *reports, size_t count);
void check_trial_finish(struct check_report *report);

/* `claimcheck trial JOB`: the process of a trial where the system has no fork(). Nobody else calls
 * it. Returns the exit code. */
#define CHECK_TRIAL_COMMAND "trial"
int check_trial_main(const char *job, const struct technique *const *techniques,
                     const struct technique_door *door, const struct measurer *measurer);

#endif
