/* SPDX-License-Identifier: MIT */
#include "harness/base/text.h"
#include "harness/cli/documents/documents_parts.h"
#include "harness/os/stream.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *text;
} variables[] = {
    { "CI", "set, and neither 0 nor false: run measures each bench in a process of its own" },
    { "CLAIMCHECK_SHADERC", "file of libshaderc.so.1, for run --kernel" },
    { "CLAIMCHECK_ROOT",
      "a folder in place of /, where a GPU is looked for that Vulkan lacks; for tests" },
    { "NVIDIA_DRIVER_CAPABILITIES",
      "of a container: the reason that is given where it lacks graphics" },
    { "CLAIMCHECK_CPU_FEATURES", "features of the CPU that are used, for tests" },
    { "CLAIMCHECK_TRUST", "1: programs of folders run, and nobody is asked" },
    { "CLAIMCHECK_ANSWERS", "how --answers reaches the processes that measure" },
    { "CLAIMCHECK_FAULT", "fault to plant, for tests" },
    { "NO_COLOR", "set: no colours; CLICOLOR_FORCE: colours in a pipe, too; TERM=dumb: none" },
    { "PAGER", "what show, claims and compare go through with --all, on a terminal" },
    { "COLUMNS", "width of tables where the output is not a terminal" },
    { "TMPDIR", "folder of temporary files" },
    { "XDG_RUNTIME_DIR", "folder of the locks that keep two gates from measuring at once" },
    { "XDG_CACHE_HOME",
      "folder of device limits and compiled pipelines, claimcheck/; ~/.cache unless set" },
    { "TEMP", "on Windows, in place of TMPDIR" },
    { "XDG_STATE_HOME", "folder for what was accepted by --trust; ~/.local/state unless set" },
    { "PATH", "where programs are looked for" },
    { "LOCALAPPDATA", "on Windows, in place of both" },
};

/* The most common tasks: words, and the command for each. */
static const struct {
    const char *text, *typed;
} examples[] = {
    { "Measure what the papers claim, and judge it",
      "claimcheck run --claims --out run.json\nclaimcheck report run.json --out page" },
    { "Measure some cases, and explain the time of one",
      "claimcheck run --filter {technique} --out run.json\n"
      "claimcheck why {technique}.{bench}/{variant} run.json" },
    { "Compare two runs, or one with the newest kept run of another device",
      "claimcheck compare before.json after.json\nclaimcheck compare run.json --with DEVICE" },
    { "Put a kernel of yours in place of a shipped one, at each save",
      "claimcheck list --kernels\nclaimcheck run --kernel NAME=mine.comp --watch" },
    { "Compare a new build with an old one, as a gate",
      "claimcheck ab --a old/claimcheck --b new/claimcheck" },
    { "Draw the papers' figures with this device on them", "claimcheck plot run.json --out plots" },
};

static const struct {
    const char *name, *text;
} files[] = {
    { "results/local", "folder of run files whose name is not given, below the working directory" },
    { "results/runs", "kept runs, for --with" },
    { "results/published", "statements of papers: figures, claims and plots" },
    { "results/models", "inputs of techniques" },
    { "scripts/plot", "templates of claimcheck plot" },
    { "~/.cache/claimcheck", "limits of the devices of this machine, for a day" },
};

/* Prose. A line break is a space; words that begin with a dash keep theirs. */
static void print_text(const char *text)
{
    bool option = false;
    for (const char *at = text; *at != 0; at++) {
        const bool begins = at == text || isspace((unsigned char)at[-1]) || at[-1] == '(';
        option = begins ? *at == '-' : option && !isspace((unsigned char)*at);
        if (at == text && (*at == '.' || *at == '\''))
            fputs("\\&", stdout);
        switch (*at) {
        case '\\': fputs("\\e", stdout); break;
        case '\'': fputs("\\(aq", stdout); break;
        case '`': fputs("\\(ga", stdout); break;
        case '^': fputs("\\(ha", stdout); break;
        case '~': fputs("\\(ti", stdout); break;
        case '-': fputs(option ? "\\-" : "-", stdout); break;
        case '\n': putchar(' '); break;
        default: putchar(*at);
        }
    }
}

/* Prints text that is typed letter by letter. */
static void print_typed(const char *text)
{
    char one[2] = "";
    for (; *text != 0; text++) {
        one[0] = *text;
        if (*text == '-')
            fputs("\\-", stdout);
        else if (*text == '.')
            fputs("\\&.", stdout);
        else
            print_text(one);
    }
}

static void print_option(const struct option_spec *spec)
{
    const char letter = option_letter(spec->name);
    printf(".TP\n");
    if (letter)
        printf("\\fB\\-%c\\fR, ", letter);
    printf("\\fB\\-\\-");
    print_typed(spec->name);
    printf("\\fR");
    if (spec->argument) {
        printf(spec->optional ? "[=\\fI" : " \\fI");
        print_typed(spec->argument);
        printf(spec->optional ? "\\fR]" : "\\fR");
    }
    putchar('\n');
    print_text(spec->help);
    putchar('\n');
}

static void print_typed_line(const char *before, const char *text, const char *behind)
{
    printf("%s", before);
    print_typed(text);
    printf("%s\n", behind);
}

/* Paragraphs of what help says behind the options: stdout takes them in memory. */
static void print_help(const struct command *command, const struct technique *const *techniques)
{
    struct text text = { 0 };
    char *rest = NULL;
    struct os_stream_output output;
    if (os_stream_output_begin(&output) != 0) {
        text_stream_break(stdout);
        return;
    }
    command->help(&(struct command_line){ .command = command, .techniques = techniques });
    text_output_end(&text, &output);
    char *line = text.string ? strtok_r(text.string, "\n", &rest) : NULL;
    printf("%s", line ? ".PP\n" : "");
    for (; line; line = strtok_r(NULL, "\n", &rest)) {
        print_text(line);
        putchar('\n');
    }
    text_finish(&text);
}

static void print_part(const struct documents_part *part, const struct technique *const *techniques)
{
    const struct command *command = part->command;
    printf(".SS \"claimcheck %s", command->name);
    print_typed_line(part->technique ? " " : "", part->technique ? part->technique : "", "\"");
    if (!part->technique)
        print_typed_line(".I ", command->arguments, "\n.PP");
    print_text(part->summary);
    printf(".\n");
    for (size_t i = part->begin; i < part->own; i++)
        print_option(&part->table.specs[i]);
    if (part->technique)
        return;
    print_option(&documents_parts_help);
    if (part->own < part->table.count)
        printf(".PP\nIt takes the options of techniques, too, below.\n");
    if (command->help && !command->extend)
        print_help(command, techniques);
    char *example = command_example(command, techniques);
    print_typed_line(".PP\nExample:\n.PP\n.RS 0\n.EX\n", example, "\n.EE\n.RE");
    free(example);
}

/* Once for all commands that take them. */
static void print_technique_options(const struct documents_parts *parts)
{
    printf(".SH OPTIONS OF TECHNIQUES\n");
    for (size_t i = 0; i < parts->count; i++) {
        const struct documents_part *part = &parts->parts[i];
        if (part->own == part->table.count)
            continue;
        for (size_t k = part->own; k < part->table.count; k++)
            print_option(&part->table.specs[k]);
        return;
    }
}

static void print_head(void)
{
    printf(".\\\" SPDX-License-Identifier: MIT\n"
           ".\\\" Made from the tables of options.\n"
           ".TH CLAIMCHECK 1 \"\" \"claimcheck " CLAIMCHECK_VERSION
           "\" \"User Commands\"\n.SH NAME\nclaimcheck \\- re-measures published GPU techniques, "
           "and checks the answers first\n.SH SYNOPSIS\n.B claimcheck\n.I "
           "COMMAND\n[\\fIOPTIONS\\fR]\n.br\n.B claimcheck help\n[\\fICOMMAND\\fR]\n.br\n.B "
           "claimcheck \\-\\-version\n.SH DESCRIPTION\nclaimcheck runs techniques of published "
           "papers on this machine's GPU by Vulkan, beside faster ones found since, from the same "
           "input in the same rounds. It checks each answer before and after it is timed, and "
           "writes a run file in JSON, which the other commands read: as a table, a page, a "
           "comparison, and as verdicts on what the papers claim.\n.PP\nThe value of an option "
           "follows it, or an equals sign; a value in brackets follows an equals sign alone.\n");
}

static void print_variable(const char *name, const char *text)
{
    printf(".TP\n.B %s\n", name);
    print_text(text);
    putchar('\n');
}

static void print_examples(const struct technique *const *techniques)
{
    printf(".SH EXAMPLES\n");
    for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); i++) {
        const struct command command = { .example = examples[i].typed };
        char *typed = command_example(&command, techniques), *rest = NULL;
        print_text(examples[i].text);
        printf(":\n.PP\n.RS 0\n.EX\n");
        for (char *line = strtok_r(typed, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
            print_typed_line("", line, "");
        printf(".EE\n.RE\n.PP\n");
        free(typed);
    }
}

static void print_tail(const struct technique *const *techniques)
{
    printf(".SH EXIT STATUS\n");
    for (size_t i = 0; i < COMMAND_EXIT_CODES; i++) {
        printf(".TP\n.B %d\n", command_exit_codes[i].code);
        print_text(command_exit_codes[i].text);
        putchar('\n');
    }
    printf(".SH ENVIRONMENT\n");
    for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++)
        print_variable(variables[i].name, variables[i].text);
    for (const struct technique *const *t = techniques; *t; t++)
        for (const struct bench_variable *own = (*t)->variables; own && own->name; own++)
            print_variable(own->name, own->help);
    printf(".SH FILES\n");
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        print_typed_line(".TP\n.I ", files[i].name, "");
        print_text(files[i].text);
        putchar('\n');
    }
    printf(".PP\n\\fIresults\\fR and \\fIscripts\\fR are looked for beside the executable, in the "
           "folders above it, in \\fIshare/claimcheck\\fR there, and in the working directory.\n");
    print_examples(techniques);
    printf(".SH SEE ALSO\n.BR vulkaninfo (1),\n.BR gnuplot (1)\n");
}

void documents_man_print(const struct documents_parts *parts,
                         const struct technique *const *techniques)
{
    print_head();
    printf(".SH COMMANDS\n");
    for (size_t i = 0; i < parts->count; i++)
        print_part(&parts->parts[i], techniques);
    print_technique_options(parts);
    print_tail(techniques);
}
