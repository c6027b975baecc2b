/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include "harness/inspection.h"

#include <ctype.h>
#include <string.h>

/* Parts ---------------------------------------------------------------------------------------- */

/* A command, or behind it a technique that it takes: what that alone has. */
struct documents_part {
    const struct command *command;
    const char *technique; /* NULL: the command itself */
    const char *summary;
    struct option_table table;
    size_t begin, own; /* options of the table that are the part's; from `own` on, of techniques */
};

struct documents_parts {
    struct documents_part *parts;
    size_t count;
    struct name_list techniques; /* as `list` and `inspect` take them */
};

/* The entry of --help and -h in every table. */
static const struct option_spec documents_parts_help = { .name = "help", .help = "this text" };

static struct documents_part *part_add(struct documents_parts *parts, const struct command *command)
{
    parts->parts = need_again(parts->parts, (parts->count + 1) * sizeof(*parts->parts));
    struct documents_part *part = &parts->parts[parts->count++];
    *part = (struct documents_part){ .command = command, .summary = command->summary };
    return part;
}

/* Its table, and --technique, which all commands take. */
static size_t own_count(const struct command *command)
{
    size_t count = 0;
    while (command->options[count].name)
        count++;
    return count + 1;
}

/* Adds the options that the command takes once the technique is named. */
static void technique_add(struct documents_parts *parts, const struct command *command,
                          const struct technique *const *techniques, const char *name,
                          const char *summary)
{
    struct documents_part *part = part_add(parts, command);
    const struct command_line line = {
        .command = command, .argc = 1, .argv = &name, .techniques = techniques
    };
    command_table(command, techniques, &part->table);
    command->extend(&line, &part->table); /* it knows each name */
    part->technique = name;
    part->summary = summary;
    part->begin = own_count(command);
    part->own = part->table.count;
}

/* The part whose table has the options of techniques, the same for all commands that take them;
 * NULL: none. */
static const struct documents_part *techniques_part(const struct documents_parts *parts)
{
    foreach (const struct documents_part, part, parts->parts, parts->count)
        if (part->own < part->table.count)
            return part;
    return NULL;
}

/* Bash ----------------------------------------------------------------------------------------- */

/* Sets `command`, `option`, which the word follows, such as --cache, and `current`, what is there
 * of the word. To readline --cache=hot is three words. Then each command says what it takes: in
 * `options`, in `valued` those that a value follows, in `choices` values that are words, in `names`
 * what is no option, in `files` whether that is a file. */
static const char head[] =
    "# bash completion for claimcheck, made from its tables of options   -*- shell-script -*-\n"
    "# SPDX-License-Identifier: MIT\n"
    "\n"
    "_claimcheck() {\n"
    "    local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} command=\n"
    "    local options= valued= choices= names= value= files=\n"
    "    COMPREPLY=()\n"
    "    ((COMP_CWORD == 1)) || command=${COMP_WORDS[1]}\n"
    "    if [[ $current == '=' ]]; then\n"
    "        current= value=yes\n"
    "    elif [[ $option == '=' ]]; then\n"
    "        option=${COMP_WORDS[COMP_CWORD - 2]} value=yes\n"
    "    fi\n";

/* Behind the commands. Where nothing is left to say, readline completes names of files. zsh
 * reads all of it, too, by bashcompinit: no mapfile. */
static const char tail[] =
    "    [[ $option != -* || \" $valued \" != *\" $option \"* ]] || value=yes\n"
    "    if [[ $value ]]; then\n"
    "        names=$choices\n"
    "    elif [[ $current == -* || ! $names ]]; then\n"
    "        names=$options\n"
    "    fi\n"
    "    if [[ $value || $current == -* || ! $files ]]; then\n"
    "        COMPREPLY=($(compgen -W \"$names\" -- \"$current\")) || :\n"
    "    fi\n"
    "}\n"
    "complete -o default -F _claimcheck claimcheck\n";

static void bash_options(const struct documents_part *part, const char *indent)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    const struct option_spec *own = part->table.specs + part->begin;
    const size_t count = part->table.count - part->begin;
    printf("%soptions+='", indent);
    foreach (const struct option_spec, spec, own, count)
        printf(" --%s", spec->name);
    printf("'\n%svalued+='", indent);
    foreach (const struct option_spec, spec, own, count) {
        const char letter = option_letter(spec->name);
        if (!spec->argument || spec->optional)
            continue;
        printf(" --%s", spec->name);
        if (letter)
            printf(" -%c", letter);
    }
    printf("'\n%scase $option in\n", indent);
    foreach (const struct option_spec, spec, own, count) {
        /* The words of an argument that is a choice, "hot|cold|both", with spaces between; what is
         * no word, such as FILE, is left out. */
        OWNED_TEXT struct text words = { 0 };
        const char *choice = spec->words ? spec->words : spec->argument;
        for (const char *at = choice ? choice : ""; *at != 0; at += *at == '|') {
            const size_t length = strcspn(at, "|");
            if (strspn(at, letters) == length)
                text_join(&words, " ", "%.*s", (int)length, at);
            at += length;
        }
        if (words.length > 0)
            printf("%s--%s) choices='%s' ;;\n", indent, spec->name, words.string);
    }
    printf("%sesac\n", indent);
}

/* Techniques behind a command, in the order in which they stand in the parts. Returns the part
 * behind them. */
static size_t print_techniques(const struct documents_parts *parts, size_t first)
{
    size_t end = first;
    while (end < parts->count && parts->parts[end].technique)
        end++;
    if (end == first)
        return end;
    printf("        if ((COMP_CWORD == 2)); then\n            names='");
    for (size_t i = first; i < end; i++)
        printf("%s%s", i > first ? " " : "", parts->parts[i].technique);
    printf("'\n        fi\n        case ${COMP_WORDS[2]} in\n");
    for (size_t i = first; i < end; i++) {
        printf("        %s)\n", parts->parts[i].technique);
        bash_options(&parts->parts[i], "            ");
        printf("            ;;\n");
    }
    printf("        esac\n");
    return end;
}

static void documents_bash_print(const struct documents_parts *parts)
{
    fputs(head, stdout);
    printf("    local commands='");
    foreach (const struct documents_part, part, parts->parts, parts->count)
        if (!part->technique)
            printf("%s ", part->command->name);
    printf("help'\n    case $command in\n"
           "    '') names=$commands options='--help --version' ;;\n"
           "    help) names=$commands ;;\n");
    for (size_t i = 0; i < parts->count;) {
        const struct command *command = parts->parts[i].command;
        printf("    %s)\n        options='--help'\n", command->name);
        bash_options(&parts->parts[i], "        ");
        if (command->technique_operands && !command->extend) {
            printf("        names='");
            for (size_t k = 0; k < parts->techniques.count; k++)
                printf("%s%s", k > 0 ? " " : "", parts->techniques.names[k]);
            printf("'\n");
        } else if (command->operands && !command->extend)
            printf("        files=yes\n");
        i = print_techniques(parts, i + 1);
        printf("        ;;\n");
    }
    printf("    esac\n");
    fputs(tail, stdout);
}

/* Manual page ---------------------------------------------------------------------------------- */

static const struct {
    const char *name, *text;
} variables[] = {
    { "CI", "set, and neither 0 nor false: run measures each bench in a process of its own" },
    { "CLAIMCHECK_SHADERC", "file of libshaderc.so.1, for run --kernel" },
    { "CLAIMCHECK_ROOT",
      "a folder in place of /, where --energy reads files, and a GPU is looked for that Vulkan "
      "lacks; for tests" },
    { "NVIDIA_DRIVER_CAPABILITIES",
      "of a container: the reason that is given where it lacks graphics" },
    { "CLAIMCHECK_CPU_FEATURES", "features of the CPU that are used, for tests" },
    { "CLAIMCHECK_TRUST", "1: programs of folders run, and nobody is asked" },
    { "CLAIMCHECK_ANSWERS", "how --answers reaches the processes that measure" },
    { "CLAIMCHECK_FAULT", "fault to plant, for tests" },
    { "NO_COLOR", "set: no colours; CLICOLOR_FORCE: colours in a pipe, too; TERM=dumb: none" },
    { "PAGER", "what show, claims, cite and compare go through with --all, on a terminal" },
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
static void man_text(const char *text)
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

static void man_line(const char *text)
{
    man_text(text);
    putchar('\n');
}

/* Prints text that is typed letter by letter. */
static void man_typed(const char *text)
{
    char one[2] = "";
    for (; *text != 0; text++) {
        one[0] = *text;
        if (*text == '-')
            fputs("\\-", stdout);
        else if (*text == '.')
            fputs("\\&.", stdout);
        else
            man_text(one);
    }
}

static void man_option(const struct option_spec *spec)
{
    const char letter = option_letter(spec->name);
    printf(".TP\n");
    if (letter)
        printf("\\fB\\-%c\\fR, ", letter);
    printf("\\fB\\-\\-");
    man_typed(spec->name);
    printf("\\fR");
    if (spec->argument) {
        printf(spec->optional ? "[=\\fI" : " \\fI");
        man_typed(spec->argument);
        printf(spec->optional ? "\\fR]" : "\\fR");
    }
    putchar('\n');
    man_line(spec->help);
}

static void man_typed_line(const char *before, const char *text, const char *behind)
{
    printf("%s", before);
    man_typed(text);
    printf("%s\n", behind);
}

/* Paragraphs of what help says behind the options: stdout takes them in memory. */
static void man_help(const struct command *command, const struct technique *const *techniques)
{
    OWNED_TEXT struct text text = { 0 };
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
    for (; line; line = strtok_r(NULL, "\n", &rest))
        man_line(line);
}

static void man_part(const struct documents_part *part, const struct technique *const *techniques)
{
    const struct command *command = part->command;
    printf(".SS \"claimcheck %s", command->name);
    man_typed_line(part->technique ? " " : "", part->technique ? part->technique : "", "\"");
    if (!part->technique)
        man_typed_line(".I ", command->arguments, "\n.PP");
    man_text(part->summary);
    printf(".\n");
    for (size_t i = part->begin; i < part->own; i++)
        man_option(&part->table.specs[i]);
    if (part->technique)
        return;
    man_option(&documents_parts_help);
    if (part->own < part->table.count)
        printf(".PP\nIt takes the options of techniques, too, below.\n");
    if (command->help && !command->extend)
        man_help(command, techniques);
    OWNED char *example = command_example(command, techniques);
    man_typed_line(".PP\nExample:\n.PP\n.RS 0\n.EX\n", example, "\n.EE\n.RE");
}

static void man_variable(const char *name, const char *text)
{
    printf(".TP\n.B %s\n", name);
    man_line(text);
}

static void man_tail(const struct technique *const *techniques)
{
    printf(".SH EXIT STATUS\n");
    for (size_t i = 0; i < COMMAND_EXIT_CODES; i++) {
        printf(".TP\n.B %d\n", command_exit_codes[i].code);
        man_line(command_exit_codes[i].text);
    }
    printf(".SH ENVIRONMENT\n");
    for (size_t i = 0; i < COUNT_OF(variables); i++)
        man_variable(variables[i].name, variables[i].text);
    for (const struct technique *const *t = techniques; *t; t++)
        for (const struct bench_variable *own = (*t)->variables; own && own->name; own++)
            man_variable(own->name, own->help);
    printf(".SH FILES\n");
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        man_typed_line(".TP\n.I ", files[i].name, "");
        man_line(files[i].text);
    }
    printf(".PP\n\\fIresults\\fR and \\fIscripts\\fR are looked for beside the executable, in the "
           "folders above it, in \\fIshare/claimcheck\\fR there, and in the working directory.\n");
    printf(".SH EXAMPLES\n");
    for (size_t i = 0; i < COUNT_OF(examples); i++) {
        const struct command command = { .example = examples[i].typed };
        OWNED char *typed = command_example(&command, techniques);
        char *rest = NULL;
        man_text(examples[i].text);
        printf(":\n.PP\n.RS 0\n.EX\n");
        for (char *line = strtok_r(typed, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
            man_typed_line("", line, "");
        printf(".EE\n.RE\n.PP\n");
    }
    printf(".SH SEE ALSO\n.BR vulkaninfo (1),\n.BR gnuplot (1)\n");
}

/* Markdown ------------------------------------------------------------------------------------- */

/* A cell of a table: a line break is a space, and a bar is escaped. Signs of HTML are escaped
 * outside of code. */
static void markdown_cell(const char *text, bool code)
{
    for (; *text != 0; text++)
        if (*text == '|')
            fputs("\\|", stdout);
        else if (*text == '<' && !code)
            fputs("&lt;", stdout);
        else if ((*text == '*' || *text == '_') && !code)
            printf("\\%c", *text);
        else
            putchar(*text == '\n' ? ' ' : *text);
}

static void markdown_options(const struct option_table *table, size_t begin, size_t end)
{
    if (begin < end)
        printf("\n| option | meaning |\n|---|---|\n");
    for (; begin < end; begin++) {
        const struct option_spec *spec = &table->specs[begin];
        const char letter = option_letter(spec->name);
        printf("| ");
        if (letter)
            printf("`-%c`, ", letter);
        printf("`--%s", spec->name);
        if (spec->argument) {
            printf(spec->optional ? "[=" : " ");
            markdown_cell(spec->argument, true);
            printf(spec->optional ? "]" : "");
        }
        printf("` | ");
        markdown_cell(spec->help, false);
        printf(" |\n");
    }
}

static void documents_markdown_print(const struct documents_parts *parts,
                                     const struct technique *const *techniques)
{
    printf("# Commands and exit codes\n\n"
           "Printed by `claimcheck documents markdown` from the option tables; `claimcheck help "
           "COMMAND` and the\nmanual page say the same. Every command takes `-h`, `--help`. "
           "`claimcheck "
           "help inspect\nTECHNIQUE` has the options of a technique.\n\n"
           "<!-- printed by claimcheck documents markdown -->\n"
           "## Exit codes\n\n| exit code | meaning |\n|---|---|\n");
    for (size_t i = 0; i < COMMAND_EXIT_CODES; i++) {
        printf("| %d | ", command_exit_codes[i].code);
        markdown_cell(command_exit_codes[i].text, false);
        printf(" |\n");
    }
    foreach (const struct documents_part, part, parts->parts, parts->count)
        if (!part->technique) {
            const struct command *command = part->command;
            OWNED char *example = command_example(command, techniques);
            printf("\n## claimcheck %s\n\n`claimcheck %s%s%s`: %s.\n\n    %s\n", command->name,
                   command->name, *command->arguments ? " " : "", command->arguments, part->summary,
                   example);
            markdown_options(&part->table, part->begin, part->own);
        }
    const struct documents_part *own = techniques_part(parts);
    if (own) {
        printf("\n## Options of techniques\n\n`run` and `trace` take these, too.\n");
        markdown_options(&own->table, own->own, own->table.count);
    }
    printf("<!-- /printed -->\n");
}

/* Schema --------------------------------------------------------------------------------------- */

enum { COLUMNS = 140 };

/* Writes a value on one line where it fits, or is no object; else each member on a line. */
static void value_write(FILE *out, const json_t *value, unsigned indent)
{
    OWNED char *line = json_value_dump(value, JSON_ENCODE_ANY);
    const char *key, *comma = "{";
    json_t *part;
    if (!json_is_object(value) || strlen(line) + indent <= COLUMNS) {
        fputs(line, out);
        return;
    }
    json_object_foreach((json_t *)value, key, part)
    {
        fprintf(out, "%s\n%*s\"%s\": ", comma, (int)indent + 2, "", key);
        value_write(out, part, indent + 2);
        comma = ",";
    }
    fprintf(out, "\n%*s}", (int)indent, "");
}

/* All ------------------------------------------------------------------------------------------ */

static void documents_man_print(const struct documents_parts *parts,
                                const struct technique *const *techniques)
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
           "follows it, or an equals sign; a value in brackets follows an equals sign alone.\n"
           ".SH COMMANDS\n");
    foreach (const struct documents_part, part, parts->parts, parts->count)
        man_part(part, techniques);
    const struct documents_part *own = techniques_part(parts);
    printf(".SH OPTIONS OF TECHNIQUES\n");
    for (size_t i = own ? own->own : 0; own && i < own->table.count; i++)
        man_option(&own->table.specs[i]);
    man_tail(techniques);
}

static void documents_schema_print(json_t *schema)
{
    value_write(stdout, schema, 0);
    putchar('\n');
    json_decref(schema);
}

/* The parts of all commands, and of the techniques behind those that know them. */
static void parts_init(struct documents_parts *parts, const struct command *const *commands,
                       const struct technique *const *techniques)
{
    *parts = (struct documents_parts){ 0 };
    for (; *commands; commands++) {
        const struct command *command = *commands;
        struct documents_part *part = part_add(parts, command);
        command_table(command, techniques, &part->table);
        part->own = own_count(command);
        for (const struct technique *const *t = techniques; *t && command->extend; t++) {
            const char *word = (*t)->alias ? (*t)->alias : (*t)->name;
            technique_add(parts, command, techniques, word, (*t)->question);
            for (const struct inspection_kind *k = (*t)->inspections; k && k->name; k++)
                if (strcmp(k->name, word) != 0)
                    technique_add(parts, command, techniques, k->name, k->summary);
        }
    }
    for (const struct technique *const *t = techniques; *t; t++)
        name_list_add(&parts->techniques, (*t)->alias ? (*t)->alias : (*t)->name);
}

static void parts_finish(struct documents_parts *parts)
{
    for (size_t i = 0; i < parts->count; i++)
        option_table_finish(&parts->parts[i].table);
    free(parts->parts);
    name_list_finish(&parts->techniques);
}

int documents_print(const char *name, const struct command *const *commands,
                    const struct technique *const *techniques)
{
    OWNED_BY(parts_finish) struct documents_parts parts;
    parts_init(&parts, commands, techniques);
    name = name ? name : "";
    if (strcmp(name, "man") == 0)
        documents_man_print(&parts, techniques);
    else if (strcmp(name, "markdown") == 0)
        documents_markdown_print(&parts, techniques);
    else if (strcmp(name, "bash") == 0)
        documents_bash_print(&parts);
    else if (strcmp(name, "schema") == 0)
        documents_schema_print(schema_json());
    else if (strcmp(name, "rows") == 0)
        documents_schema_print(schema_rows_json());
    else
        return message_error(DOCUMENTS_COMMAND
                             " is what the build calls: man, markdown, bash, schema or rows");
    return EXIT_CODE_OK;
}
