/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
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
    for (size_t i = 0; i < COUNT_OF(letters); i++)
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
    for (size_t i = 0; i < COUNT_OF(lists); i++)
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
    OWNED_BY(name_list_finish) struct name_list names = { 0 };
    for (size_t i = 0; i < rules->spec_count; i++)
        name_list_add(&names, rules->specs[i].name);
    name_list_add(&names, "help");
    for (size_t i = 0; i < COUNT_OF(lists); i++)
        for (const struct option_habit *other = lists[i]; other && other->typed; other++)
            if (habit_find(parser, other->typed))
                name_list_add(&names, other->typed);
    const char *meant = nearest_find(bare, names.names, names.count);
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

/* Returns which word of the list it is; -1. */
static int word_find(const char *list, const char *word)
{
    return text_list_find(list, strlen(list), '|', word);
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

const char *options_any(const struct options *options, const char *names)
{
    const struct option_given *first = NULL;
    foreach (const struct option_given, given, options->given, options->given_count) {
        const int place = word_find(names, given->spec->name);
        if (place >= 0 && (!first || place < word_find(names, first->spec->name)))
            first = given;
    }
    return first ? first->spec->name : NULL;
}

/* Values --------------------------------------------------------------------------------------- */

/* The list of what the value may be, "hot|cold|both"; NULL where there is none. */
static const char *list_of(const struct option_spec *spec)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-|";
    const char *list = spec->words ? spec->words : spec->argument;
    return list && list[strspn(list, letters)] == 0 ? list : NULL;
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
        OWNED char *text = option_words(list), *parts = need_copy(list);
        OWNED_BY(name_list_finish) struct name_list names = { 0 };
        for (char *part = strtok(parts, "|"); part; part = strtok(NULL, "|"))
            name_list_add(&names, part);
        return trouble(spec->optional ? "--%s takes no value, or '%s', not '%s'%s"
                                      : "--%s takes %s, not '%s'%s",
                       spec->name, text, value, name_list_hint(&names, value));
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

void option_table_add(struct option_table *table, const struct option_spec *spec)
{
    if (NAMED(table->specs, table->count, spec->name))
        return;
    table->specs = need_again(table->specs, (table->count + 1) * sizeof(*table->specs));
    table->specs[table->count++] = *spec;
}

const char *option_table_add_technique(struct option_table *table,
                                       const struct technique *technique, const char *head)
{
    for (const struct bench_option *o = technique->options; o && o->name; o++, head = NULL)
        option_table_add(table,
                         &(struct option_spec){ .name = o->name,
                                                .argument = o->argument ? o->argument : "VALUE",
                                                .help = o->help,
                                                .head = head,
                                                .file = true,
                                                .technique = true });
    return head;
}

void option_table_finish(struct option_table *table)
{
    free(table->specs);
    *table = (struct option_table){ 0 };
}
