/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/os/os.h"
#include "harness/record/record.h"
#include "harness/views/formats/export.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct parser {
    const struct option_rules *rules;
    struct options *options;
};

char option_letter(const char *name)
{
    static const struct {
        char letter;
        const char *name;
    } letters[] = {
        { 'f', "filter" }, { 'o', "out" }, { 'q', "quiet" }, { 'v', "verbose" }, { 'h', "help" },
    };
    for (size_t i = 0; i < sizeof(letters) / sizeof(letters[0]); i++)
        if (strcmp(letters[i].name, name) == 0)
            return letters[i].letter;
    return 0;
}

static const struct option_spec *spec_find(const struct parser *parser, const char *name,
                                           size_t length)
{
    const struct option_rules *rules = parser->rules;
    for (size_t i = 0; i < rules->spec_count; i++)
        if (strlen(rules->specs[i].name) == length &&
            strncmp(rules->specs[i].name, name, length) == 0)
            return &rules->specs[i];
    return NULL;
}

/* Words of hyperfine, nvbench, Google Benchmark and of this program's past: each counts where the
 * command has the option that is meant. */
static const struct option_habit common_habits[] = {
    { "list", "list-cases", NULL },
    { "dry-run", "list-cases", NULL },
    { "output", "out", NULL },
    { "overwrite", "force", NULL },
    { "benchmark", "filter", NULL },
    { "benchmark_filter", "filter", NULL },
    { "b", "filter", NULL },
    { "d", "device", NULL },
    { "html", "out", NULL },
    { "paper", "claim", NULL },
    { "min-time", "samples", "rounds decide, by --samples" },
    { "benchmark_min_time", "samples", "rounds decide, by --samples" },
    { "kernels-of", "kernel", NULL },
    { "on-inconclusive", "on-undecided", NULL },
    { "threshold", "theta", NULL },
    { "runs", "samples", NULL },
    { "min-runs", "samples", NULL },
    { "min-samples", "samples", NULL },
    { "iterations", "samples", NULL },
    { "repetitions", "launches", NULL },
    { "benchmark-repetitions", "launches", NULL },
    { "gpu", "device", NULL },
    { "devices", "device", NULL },
    { "timeout", "case-timeout", NULL },
    { "compare", "with", NULL },
    { "baseline", "with", NULL },
    { "csv", "format csv", NULL },
    { "json", "format json", NULL },
    { "markdown", "format markdown", NULL },
    { "csv", "export-csv", NULL },
    { "json", "export-json", NULL },
    { "markdown", "export-markdown", NULL },
    { "warmup", "samples", "every case is warmed up until its time settles" },
    { NULL, NULL, NULL },
};

/* The habit of a word whose option the command has; NULL. */
static const struct option_habit *habit_find(const struct parser *parser, const char *word)
{
    const struct option_habit *const lists[] = { parser->rules->habits, common_habits };
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
        for (const struct option_habit *habit = lists[i]; habit && habit->typed; habit++)
            if (strcmp(habit->typed, word) == 0 &&
                (!habit->meant || spec_find(parser, habit->meant, strcspn(habit->meant, " "))))
                return habit;
    return NULL;
}

static bool fail_unknown(const struct parser *parser, const char *argument, size_t length)
{
    char word[128], hint[256] = "";
    snprintf(word, sizeof(word), "%.*s", (int)(length < 100 ? length : 100), argument);
    const char *bare = word + strspn(word, "-");
    const struct option_habit *habit = habit_find(parser, bare);
    /* An option's name, which a value may follow, is meant by a word that is none. */
    const struct option_rules *rules = parser->rules;
    const struct option_habit *const lists[] = { rules->habits, common_habits };
    struct name_list names = { 0 };
    for (size_t i = 0; i < rules->spec_count; i++)
        name_list_add(&names, rules->specs[i].name);
    name_list_add(&names, "help");
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
        for (const struct option_habit *other = lists[i]; other && other->typed; other++)
            if (habit_find(parser, other->typed))
                name_list_add(&names, other->typed);
    const char *meant = nearest_find(bare, names.names, names.count);
    name_list_finish(&names);
    if (meant && !spec_find(parser, meant, strlen(meant))) {
        const struct option_habit *other = habit_find(parser, meant);
        meant = other ? other->meant : meant;
    }
    if (habit && habit->says)
        snprintf(hint, sizeof(hint), ": %s", habit->says);
    else if (meant)
        snprintf(hint, sizeof(hint), " (did you mean '--%s'?)", meant);
    return trouble("unknown option '%s'%s; see --help", word, hint);
}

static bool options_add(const struct parser *parser, const struct option_spec *spec,
                        const char *value)
{
    struct options *options = parser->options;
    if (!spec->repeated && options_has(options, spec->name)) {
        const bool regex = spec->argument && strcmp(spec->argument, "REGEX") == 0;
        return trouble("option '--%s' is given twice%s%s%s", spec->name,
                       regex ? ": one expression matches both, --" : "", regex ? spec->name : "",
                       regex ? " 'A|B'" : "");
    }
    options->given[options->given_count++] = (struct option_given){ .spec = spec, .value = value };
    return true;
}

/* Adds an option whose value is the next argument, unless it has one: *index is then at the last
 * argument that belongs to it. */
static bool options_take(const struct parser *parser, const struct option_spec *spec,
                         const char *value, int argc, const char *const *argv, int *index)
{
    if (spec->argument && !value && !spec->optional) {
        value = *index + 1 < argc ? argv[*index + 1] : NULL;
        if (!value || strncmp(value, "--", 2) == 0)
            return trouble("option '--%s' needs a value: --%s=%s", spec->name, spec->name,
                           spec->argument);
        ++*index;
    }
    const char *behind = value && strchr(spec->argument, '=') ? strchr(value, '=') : NULL;
    if (spec->file && value && (!*value || (behind && !behind[1])))
        return trouble("option '--%s' has '%s', and needs a path: --%s=%s", spec->name, value,
                       spec->name, spec->argument);
    return options_add(parser, spec, value);
}

static bool long_read(const struct parser *parser, int argc, const char *const *argv, int *index)
{
    const char *argument = argv[*index];
    const size_t length = strcspn(argument, "=");
    const char *value = argument[length] == '=' ? argument + length + 1 : NULL;
    const struct option_spec *spec = spec_find(parser, argument + 2, length - 2);
    if (!spec)
        return fail_unknown(parser, argument, length);
    if (!spec->argument && value)
        return trouble("option '--%s' takes no value", spec->name);
    return options_take(parser, spec, value, argc, argv, index);
}

/* Letters of flags, then one whose value is what stands behind it, or the next argument. A whole
 * name behind one dash lacks the other. */
static bool letters_read(const struct parser *parser, int argc, const char *const *argv, int *index)
{
    const char *argument = argv[*index];
    const size_t length = strcspn(argument, "=");
    if (length > 2 && spec_find(parser, argument + 1, length - 1))
        return fail_unknown(parser, argument, length);
    for (const char *letter = argument + 1; *letter != 0; letter++) {
        const struct option_rules *rules = parser->rules;
        const struct option_spec *spec = NULL;
        for (size_t i = 0; i < rules->spec_count && !spec; i++)
            if (option_letter(rules->specs[i].name) == *letter)
                spec = &rules->specs[i];
        if (*letter == 'h') {
            parser->options->help = true;
            continue;
        }
        if (!spec)
            return fail_unknown(parser, argument, length);
        if (spec->argument)
            return options_take(parser, spec,
                                letter[1] != 0 ? letter + 1 + (letter[1] == '=') : NULL, argc, argv,
                                index);
        if (!options_add(parser, spec, NULL))
            return false;
    }
    return true;
}

bool options_init(struct options *options, const struct option_rules *rules, int argc,
                  const char *const *argv)
{
    const struct parser parser = { rules, options };
    *options = (struct options){ 0 };
    /* A letter each at most. */
    size_t most = 1;
    for (int i = 0; i < argc; i++)
        most += strlen(argv[i]) + 1;
    options->given = need_zeroed(most, sizeof(*options->given));
    options->positionals = need_zeroed((size_t)argc + 1, sizeof(*options->positionals));
    bool ended = false;
    for (int i = 0; i < argc; i++)
        if (ended || argv[i][0] != '-' || argv[i][1] == 0)
            options->positionals[options->positional_count++] = argv[i];
        else if (strcmp(argv[i], "--") == 0)
            ended = true;
        else if (strcmp(argv[i], "--help") == 0)
            options->help = true;
        else if (argv[i][1] == '-' ? !long_read(&parser, argc, argv, &i)
                                   : !letters_read(&parser, argc, argv, &i)) {
            options_finish(options);
            return false;
        }
    return true;
}

void options_finish(struct options *options)
{
    free(options->given);
    free(options->positionals);
    *options = (struct options){ 0 };
}

static const struct option_given *given_find(const struct options *options, const char *name)
{
    for (size_t i = 0; i < options->given_count; i++)
        if (strcmp(options->given[i].spec->name, name) == 0)
            return &options->given[i];
    return NULL;
}

const char *options_value(const struct options *options, const char *name)
{
    const struct option_given *given = given_find(options, name);
    return !given ? NULL : given->value;
}

bool options_has(const struct options *options, const char *name)
{
    return given_find(options, name);
}

/* Values --------------------------------------------------------------------------------------- */

/* The list of what the value may be, "hot|cold|both"; NULL where there is none. */
static const char *list_of(const struct option_spec *spec)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-|";
    const char *list = spec->words ? spec->words : spec->argument;
    return list && list[strspn(list, letters)] == 0 ? list : NULL;
}

/* Returns which word of the list it is; -1. */
static int word_find(const char *list, const char *word)
{
    for (int i = 0; *list; i++) {
        const size_t length = strcspn(list, "|");
        if (strlen(word) == length && strncmp(list, word, length) == 0)
            return i;
        list += length + (list[length] == '|');
    }
    return -1;
}

char *option_words(const char *list)
{
    struct text words = { 0 };
    while (*list) {
        const size_t length = strcspn(list, "|"), next = length + (list[length] == '|');
        text_add_bytes(&words, list, length);
        list += next;
        if (*list)
            text_add(&words, strchr(list, '|') ? ", " : " or ");
    }
    return text_take(&words);
}

static bool value_check(const struct option_spec *spec, const char *value)
{
    if (!value || spec->technique)
        return true;
    if (spec->check && !spec->check(value))
        return false;
    if (spec->most == 0) {
        const char *list = list_of(spec);
        if (!list || word_find(list, value) >= 0)
            return true;
        char *text = option_words(list), *parts = need_copy(list), hint[MESSAGE_BYTES / 4];
        struct name_list names = { 0 };
        for (char *part = strtok(parts, "|"); part; part = strtok(NULL, "|"))
            name_list_add(&names, part);
        name_list_hint(&names, value, hint, sizeof(hint));
        trouble(spec->optional ? "--%s takes no value, or '%s', not '%s'%s"
                               : "--%s takes %s, not '%s'%s",
                spec->name, text, value, hint);
        name_list_finish(&names);
        free(parts);
        free(text);
        return false;
    }
    /* A decimal integer. */
    char *end = NULL;
    errno = 0;
    const unsigned long long number = strtoull(value, &end, 10);
    if (isdigit((unsigned char)*value) && *end == 0 && errno == 0 && number >= spec->least &&
        number <= spec->most)
        return true;
    return trouble("option '--%s' takes an integer from %" PRIu64 " to %" PRIu64 ", not '%s'",
                   spec->name, spec->least, spec->most, value);
}

bool options_check(const struct options *options)
{
    for (size_t i = 0; i < options->given_count; i++)
        if (!value_check(options->given[i].spec, options->given[i].value))
            return false;
    return true;
}

bool options_is(const struct options *options, const char *name, const char *word)
{
    const char *value = options_value(options, name);
    return value && strcmp(value, word) == 0;
}

int options_word(const struct options *options, const char *name)
{
    const struct option_given *given = given_find(options, name);
    return given && given->value ? word_find(list_of(given->spec), given->value) : -1;
}

uint64_t options_number(const struct options *options, const char *name, uint64_t otherwise)
{
    const char *value = options_value(options, name);
    return value ? strtoull(value, NULL, 10) : otherwise;
}

/* Tables --------------------------------------------------------------------------------------- */

void option_table_add(struct option_table *table, const struct option_spec *spec)
{
    for (size_t i = 0; i < table->count; i++)
        if (strcmp(table->specs[i].name, spec->name) == 0)
            return;
    table->specs = need_again(table->specs, (table->count + 1) * sizeof(*table->specs));
    table->specs[table->count++] = *spec;
}

void option_table_finish(struct option_table *table)
{
    free(table->specs);
    *table = (struct option_table){ 0 };
}

/* Standard output for a document --------------------------------------------------------------- */

bool document_stream_is(const char *out)
{
    return out && (strcmp(out, "-") == 0 || strcmp(out, "/dev/stdout") == 0);
}

struct document_stream document_stream_none(void)
{
    return (struct document_stream){ .fd = -1 };
}

int document_stream_open(struct document_stream *stream)
{
    fflush(stdout);
    stream->fd = os_file_again(CONSOLE_OUTPUT);
    if (stream->fd < 0)
        return errno;
    if (os_file_place(CONSOLE_ERROR, CONSOLE_OUTPUT))
        return 0;
    const int code = errno;
    os_file_close(stream->fd);
    *stream = document_stream_none();
    return code;
}

void document_stream_close(struct document_stream *stream)
{
    if (stream->fd < 0)
        return;
    fflush(stdout);
    os_file_place(stream->fd, CONSOLE_OUTPUT);
    os_file_close(stream->fd);
    *stream = document_stream_none();
}

/* Options that name files ---------------------------------------------------------------------- */

static bool is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

bool file_options_take_stdout(const struct file_options *files, const struct options *options)
{
    bool taken = false;
    for (size_t i = 0; i < files->count; i++)
        taken = taken || is_stdout(options_value(options, files->names[i]));
    return taken;
}

/* Finds the file that a file at `path`, of the option, would replace; NULL: none that is needed. */
static const char *replaced_find(const struct file_options *files, const struct options *options,
                                 size_t index, const char *path)
{
    const char *out = options_value(options, "out");
    const char *input = files->input ? options_value(options, files->input) : NULL;
    if (input && !is_stdout(path) && disk_same_file(input, path))
        return input;
    for (size_t i = 0; i < options->positional_count && !is_stdout(path); i++)
        if (disk_same_file(options->positionals[i], path))
            return options->positionals[i];
    for (size_t i = 0; i < index; i++) {
        const char *other = options_value(options, files->names[i]);
        if (other && disk_same_file(other, path))
            return other;
    }
    const bool is_out = strcmp(files->names[index], "out") == 0;
    return out && !is_out && !is_stdout(path) && disk_same_file(out, path) ? out : NULL;
}

/* A part of a run may take the place of an earlier one. */
static enum output_kind kind_of(const char *name)
{
    return strcmp(name, "export-json") == 0 ? OUTPUT_REPLACE : OUTPUT_DERIVED;
}

bool file_options_check(const struct file_options *files, const struct options *options)
{
    for (size_t i = 0; i < files->count; i++) {
        const char *name = files->names[i], *path = options_value(options, name);
        const char *lost = path ? replaced_find(files, options, i, path) : NULL;
        for (size_t k = 0; k < i && is_stdout(path); k++)
            if (is_stdout(options_value(options, files->names[k])))
                return message_refuse("%s: --%s and --%s: standard output takes one of them",
                                      files->command, files->names[k], name);
        if (lost)
            return message_refuse("%s: --%s %s would replace '%s', which is wanted: choose another "
                                  "file",
                                  files->command, name, path, lost);
        if (!path || is_stdout(path))
            continue;
        /* The file is written as it will be, and nothing of it stays. What is no file, such as a
         * pipe, is not touched. */
        struct os_file_status status;
        struct output output;
        if (os_path_look(path, &status) && status.kind == OS_FILE_IS_OTHER)
            continue;
        const int code = output_open(&output, path, kind_of(name));
        if (code != 0)
            return message_refuse("%s: --%s: cannot write '%s': %s", files->command, name, path,
                                  output_error(code));
        output_drop(&output);
    }
    return true;
}

int file_options_write(const struct file_options *files, const struct options *options,
                       size_t index, void (*write)(FILE *out, const void *of), const void *of)
{
    const char *name = files->names[index], *path = options_value(options, name);
    struct output output;
    int code = path && !is_stdout(path) ? output_open(&output, path, kind_of(name)) : 0;
    if (is_stdout(path)) {
        write(stdout, of);
    } else if (path && code == 0) {
        write(output.file, of);
        code = output_commit(&output);
    }
    return code == 0 ? EXIT_CODE_OK
                     : message_error("%s: --%s: cannot write '%s': %s", files->command, name, path,
                                     output_error(code));
}

/* Exports -------------------------------------------------------------------------------------- */

enum { FORMATS = 3 };
static const char *const export_names[FORMATS] = { "export-json", "export-csv", "export-markdown" };

static struct file_options exports_of(const char *command)
{
    return (struct file_options){ command, export_names, FORMATS, NULL };
}

bool exports_wanted(const struct options *options)
{
    const struct file_options files = exports_of("");
    bool any = false;
    for (size_t i = 0; i < files.count; i++)
        any = any || options_has(options, files.names[i]);
    return any;
}

bool exports_take_stdout(const struct options *options)
{
    const struct file_options files = exports_of("");
    return file_options_take_stdout(&files, options);
}

bool exports_check(const struct options *options, const char *command)
{
    const struct file_options files = exports_of(command);
    return file_options_check(&files, options);
}

/* A writer, what it writes, and in which style. */
struct styled {
    void (*write)(FILE *out, const void *of, enum sheet_style style);
    const void *of;
    enum sheet_style style;
};

static void styled_write(FILE *out, const void *of)
{
    const struct styled *styled = of;
    styled->write(out, styled->of, styled->style);
}

/* Writes what was asked for; a file that is there is replaced, whole or not at all. The exit code,
 * with a message that begins with the command's name. */
static int exports_write(const struct options *options, const char *command,
                         void (*write)(FILE *out, const void *of, enum sheet_style style),
                         const void *of)
{
    static const enum sheet_style styles[FORMATS] = { SHEET_JSON, SHEET_CSV, SHEET_MARKDOWN };
    const struct file_options files = exports_of(command);
    int worst = EXIT_CODE_OK;
    for (size_t i = 0; i < FORMATS; i++) {
        const struct styled styled = { write, of, styles[i] };
        if (file_options_write(&files, options, i, styled_write, &styled) != EXIT_CODE_OK)
            worst = EXIT_CODE_UNTRIED;
    }
    return worst;
}

/* Runs ----------------------------------------------------------------------------------------- */

/* Makes the document of the selected cases, whose summary counts only their samples. */
static json_t *document_make(const struct exports_run *of)
{
    struct run run = *of->run;
    json_t *cases = json_array();
    run.summary.samples = 0;
    for (size_t i = 0; i < run.case_count; i++) {
        const struct run_case *c = &run.cases[i];
        run.summary.samples += run.summary.of > 0 ? c->sample_count : 0;
        json_t *json = case_json(c);
        if (of->whole)
            export_case_explain(&json, of->whole, c);
        json_value_append(&cases, json);
    }
    run.case_count = 0;
    json_t *document = run_document(&run);
    json_value_set(&document, "cases", cases);
    return document;
}

void exports_run_write(FILE *out, const void *run, enum sheet_style style)
{
    const struct exports_run *of = run;
    const bool part = of->whole && of->whole->case_count > of->run->case_count;
    if (style == SHEET_JSON) {
        json_t *document = document_make(of);
        char *text = results_dump_summed(document);
        if (console_is_stream(out))
            printable_clean_lines(text);
        fputs(text, out);
        free(text);
        json_decref(document);
    } else if (style == SHEET_CSV)
        export_csv(out, of->run);
    else
        table_print(
            out, of->run,
            &(struct table_options){ .style = style, .catalogue = of->catalogue, .part = part });
}

int exports_write_run(const struct options *options, const char *command,
                      const struct exports_run *run)
{
    return exports_write(options, command, exports_run_write, run);
}

/* Sheets --------------------------------------------------------------------------------------- */

enum sheet_style sheet_options_style(const struct options *options)
{
    for (int i = 0; i < SHEET_STYLE_COUNT; i++)
        if (options_is(options, "format", sheet_style_names[i]) ||
            options_has(options, sheet_style_names[i]))
            return (enum sheet_style)i;
    return SHEET_TEXT;
}

int sheet_options_print(const struct sheet_source *source, enum sheet_style style, bool wide)
{
    const struct sheet_look look = { .style = style,
                                     .wide = wide,
                                     .colours = terminal_colours(CONSOLE_OUTPUT) };
    sheet_write(stdout, &look, source->view, source->of);
    return EXIT_CODE_OK;
}

static void source_write(FILE *out, const void *of, enum sheet_style style)
{
    const struct sheet_source *source = of;
    sheet_write(out, &(struct sheet_look){ .style = style }, source->view, source->of);
}

int sheet_options_export(const struct options *options, const char *command,
                         const struct sheet_source *source)
{
    return exports_write(options, command, source_write, source);
}

/* Papers --------------------------------------------------------------------------------------- */

int published_option_open(struct published_list *list, const struct options *options,
                          const struct technique *const *techniques, const char *command)
{
    const char **files = need_zeroed(options->given_count + 1, sizeof(*files));
    size_t count = 0;
    int code = EXIT_CODE_OK;
    for (size_t i = 0; i < options->given_count; i++)
        if (strcmp(options->given[i].spec->name, "published") == 0)
            files[count++] = options->given[i].value;
    if (!published_papers_open(list, files, count, techniques))
        for (char *line = strtok(trouble_buffer(), "\n"); line; line = strtok(NULL, "\n"))
            code = message_error("%s: %s", command, line);
    free(files);
    return code;
}

/* The file of a run's folder that the folder has otherwise now; NULL: none. */
static const char *changed_file(const struct run *run, const struct technique *technique)
{
    const struct run_session *session = &run->session;
    for (size_t i = 0; i < session->technique_file_count; i++) {
        const struct run_given_file *then = &session->technique_files[i];
        bool same = strcmp(then->name, technique->name) != 0;
        for (size_t k = 0; k < technique->folder->file_count && !same; k++)
            same = strcmp(technique->folder->files[k].name, then->file) == 0 &&
                   strcmp(technique->folder->files[k].sha256, then->sha256) == 0;
        if (!same)
            return then->file;
    }
    return NULL;
}

int published_option_check(const struct published_list *list, const struct command_line *line,
                           const struct run *const *runs, size_t run_count)
{
    const struct claims_names names = { line->techniques, runs, run_count };
    if ((options_has(line->options, "published") ||
         published_papers_in_folders(line->techniques)) &&
        !claims_names_check(&names, list))
        return message_error("%s: %s", line->command->name, trouble_text());
    /* Says which runs measured other files than their folders have now. */
    for (const struct technique *const *t = line->techniques; t && *t; t++)
        for (size_t i = 0; i < run_count && (*t)->folder; i++) {
            const char *file = changed_file(runs[i], *t);
            if (file)
                message_note("%s: %s has changed since the run of %s: it was measured with another "
                             "%s, and its claims and figures are those of now",
                             line->command->name, (*t)->folder->path, runs[i]->session.started,
                             file);
        }
    return EXIT_CODE_OK;
}

bool published_option_claim(struct published_list *list, const char *word, const char *command,
                            const struct published_claim **claim)
{
    struct name_list names = { 0 };
    struct published *paper = NULL;
    char hint[MESSAGE_BYTES / 2] = "";
    *claim = NULL;
    for (size_t i = 0; i < list->count && word; i++) {
        name_list_add(&names, list->files[i]->id);
        if (strcmp(list->files[i]->id, word) == 0)
            paper = list->files[i];
        for (size_t k = 0; k < list->files[i]->claim_count; k++) {
            name_list_add(&names, list->files[i]->claims[k].id);
            if (!*claim && strcmp(list->files[i]->claims[k].id, word) == 0)
                *claim = &list->files[i]->claims[k];
        }
    }
    for (size_t i = 0; i < list->count && paper; i++)
        if (list->files[i] != paper)
            published_destroy(&list->files[i]);
    if (paper) {
        list->files[0] = paper;
        list->count = 1;
    }
    const bool found = paper || *claim || !word;
    if (!found) {
        name_list_hint(&names, word, hint, sizeof(hint));
        message_error("%s: there is no claim or paper '%s'%s; claimcheck list --claims has them",
                      command, word, hint);
    }
    name_list_finish(&names);
    return found;
}
