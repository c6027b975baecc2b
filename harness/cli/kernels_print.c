/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include "harness/analysis/gate/gate.h"

#include <string.h>

/* Side by side --------------------------------------------------------------------------------- */

enum { NAME_WIDTH = 38, VALUE_WIDTH = 16, PAIRS_MAX = 1 << 24, SIDE_MIN = 16 };

static void value_text(char text[64], const json_t *value)
{
    text[0] = 0;
    if (value)
        text[json_dumpb(value, text, 63, JSON_ENCODE_ANY | JSON_COMPACT) % 64] = 0;
    if (!value)
        snprintf(text, 64, "-");
}

static void row_print(const char *name, const json_t *own, const json_t *mine)
{
    char left[64], right[64];
    value_text(left, own);
    value_text(right, mine);
    printf("%c %-*s %*s %*s\n", strcmp(left, right) == 0 ? ' ' : '|', NAME_WIDTH, name, VALUE_WIDTH,
           left, VALUE_WIDTH, right);
}

static void spirv_print(const json_t *own, const json_t *mine)
{
    static const char *const keys[][2] = {
        { "bytes", "SPIR-V bytes" },    { "bindings", "bindings" },
        { "push_bytes", "push bytes" }, { "constants", "constants" },
        { "group_size", "group size" }, { "shared_bytes", "shared bytes" },
    };
    const char *name;
    json_t *count;
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        row_print(keys[i][1], json_object_get(own, keys[i][0]), json_object_get(mine, keys[i][0]));
    json_object_foreach(json_object_get(mine, "spirv"), name, count)
        row_print(name, json_object_get(json_object_get(own, "spirv"), name), count);
}

/* The executable and the name of a statistic or representation. */
static void entry_print(const char *before, const json_t *entry, const char *behind)
{
    printf("%s%s, %s%s", before, json_value_text_of(entry, "executable"),
           json_value_text_of(entry, "name"), behind);
}

/* A row for each of the shipped kernel's, then those that the file alone has. */
static void statistics_print(const json_t *own, const json_t *mine)
{
    foreach_json (entry, own) {
        const json_t *other = kernel_costs_like(mine, entry);
        row_print(json_value_text_of(entry, "name"), json_object_get(entry, "value"),
                  json_object_get(other, "value"));
    }
    foreach_json (entry, mine)
        if (!kernel_costs_like(own, entry))
            row_print(json_value_text_of(entry, "name"), NULL, json_object_get(entry, "value"));
}

struct lines {
    const char **at;
    int *length;
    size_t count;
};

static void lines_init(struct lines *lines, const char *text)
{
    size_t most = 1;
    for (const char *c = text; *c; c++)
        most += *c == '\n';
    *lines =
        (struct lines){ need_zeroed(most, sizeof(*lines->at)), need_zeroed(most, sizeof(int)), 0 };
    for (const char *at = text; *at;) {
        const char *end = at + strcspn(at, "\n");
        lines->at[lines->count] = at;
        lines->length[lines->count++] = (int)(end - at);
        at = *end ? end + 1 : end;
    }
}

static void lines_finish(struct lines *lines)
{
    free(lines->at);
    free(lines->length);
}

static bool lines_same(const struct lines *a, size_t i, const struct lines *b, size_t k)
{
    return a->length[i] == b->length[k] && memcmp(a->at[i], b->at[k], (size_t)a->length[i]) == 0;
}

/* Prints a line's start, and fills its side; tabs are one space. */
static void side_print(const struct lines *lines, size_t index, bool has, int width, bool fill)
{
    int column = 0;
    for (; has && column < lines->length[index] && column < width; column++)
        putchar(lines->at[index][column] == '\t' ? ' ' : lines->at[index][column]);
    if (fill)
        printf("%*s", width - column, "");
}

/* Length of the longest common part from each pair of lines on, rows of mine->count + 1; NULL when
 * memory runs out, or for texts too long for it, which then stand side by side as they come. */
static uint16_t *common_make(const struct lines *own, const struct lines *mine)
{
    const size_t wide = mine->count + 1, rows = own->count + 1;
    uint16_t *common =
        rows > UINT16_MAX || rows > PAIRS_MAX / wide ? NULL : calloc(rows * wide, sizeof(*common));
    for (size_t i = own->count; common && i-- > 0;)
        for (size_t k = mine->count; k-- > 0;) {
            const uint16_t down = common[(i + 1) * wide + k], right = common[i * wide + k + 1];
            common[i * wide + k] = lines_same(own, i, mine, k)
                                       ? (uint16_t)(common[(i + 1) * wide + k + 1] + 1)
                                   : down > right ? down
                                                  : right;
        }
    return common;
}

static char mark_of(const struct lines *own, size_t i, const struct lines *mine, size_t k,
                    const uint16_t *common)
{
    const size_t wide = mine->count + 1;
    if (i == own->count || k == mine->count)
        return i == own->count ? '>' : '<';
    if (lines_same(own, i, mine, k))
        return ' ';
    const uint16_t here = common ? common[i * wide + k] : 0;
    if (!common || common[(i + 1) * wide + k + 1] == here)
        return '|';
    return common[(i + 1) * wide + k] == here ? '<' : '>';
}

static void texts_print(const char *left, const char *right, int width)
{
    OWNED_BY(lines_finish) struct lines own, mine;
    lines_init(&own, left);
    lines_init(&mine, right);
    OWNED uint16_t *common = common_make(&own, &mine);
    for (size_t i = 0, k = 0; i < own.count || k < mine.count;) {
        const char mark = mark_of(&own, i, &mine, k, common);
        side_print(&own, i, mark != '>', width, true);
        printf(" %c ", mark);
        side_print(&mine, k, mark != '<', width, false);
        putchar('\n');
        i += mark != '>';
        k += mark != '<';
    }
}

void kernel_diff_print(const json_t *kernels, unsigned columns)
{
    const int width = columns > 2 * SIDE_MIN + 3 ? (int)(columns - 3) / 2 : SIDE_MIN;
    foreach_json (mine, kernels) {
        const json_t *own =
            json_value_named(kernels, json_string_value(json_object_get(mine, "stands_in_for")));
        const json_t *mine_texts = json_object_get(mine, "representations");
        if (!own)
            continue;
        printf("%s, and\n%s:\n", json_value_text_of(own, "name"), json_value_text_of(mine, "name"));
        printf("  %-*s %*s %*s\n", NAME_WIDTH, "", VALUE_WIDTH, "shipped", VALUE_WIDTH, "yours");
        spirv_print(own, mine);
        statistics_print(json_object_get(own, "statistics"), json_object_get(mine, "statistics"));
        if (*json_value_text_of(mine, "reason"))
            printf("  not compiled: %s\n", json_value_text_of(mine, "reason"));
        if (json_array_size(mine_texts) == 0)
            printf("  the driver gives no representation\n");
        foreach_json (entry, mine_texts) {
            const json_t *other = kernel_costs_like(json_object_get(own, "representations"), entry);
            entry_print("\n", entry, ":\n");
            texts_print(json_value_text_of(other, "text"), json_value_text_of(entry, "text"),
                        width);
        }
    }
}

/* One after the other -------------------------------------------------------------------------- */

static json_int_t integer_of(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static void print_value(const json_t *entry)
{
    char value[64] = "";
    json_dumpb(json_object_get(entry, "value"), value, sizeof(value) - 1, JSON_ENCODE_ANY);
    fputs(value, stdout);
}

/* A file against what it stands in for --------------------------------------------------------- */

static size_t print_changes(const json_t *before, const json_t *after)
{
    size_t count = 0;
    foreach_json (entry, after) {
        const json_t *other = kernel_costs_like(before, entry);
        if (!other || json_equal(json_object_get(other, "value"), json_object_get(entry, "value")))
            continue;
        entry_print("    ", entry, ": ");
        print_value(other);
        fputs(" -> ", stdout);
        print_value(entry);
        putchar('\n');
        count++;
    }
    return count;
}

static void print_texts(const json_t *before, const json_t *after)
{
    foreach_json (entry, after) {
        const json_t *other = kernel_costs_like(before, entry);
        const char *text = json_value_text_of(entry, "text"),
                   *from = json_value_text_of(other, "text");
        if (!other)
            continue;
        entry_print("    ", entry, ": ");
        const unsigned before_lines = table_text_lines(from), lines = table_text_lines(text);
        if (strcmp(text, from) == 0)
            printf("the same, %u line%s\n", COUNTED(lines));
        else
            printf("%u -> %u line%s\n", before_lines, COUNTED(lines));
    }
}

void kernel_view(struct sheet *sheet, const void *kernels)
{
    static const struct sheet_column columns[] = {
        { .key = "name", .title = "kernel" },
        { .key = "stage", .title = "stage" },
        { .key = "bytes", .title = "bytes", .type = SHEET_COUNT },
        { .key = "bindings", .title = "bindings", .type = SHEET_COUNT },
        { .key = "push_bytes", .title = "push", .type = SHEET_COUNT },
        { .key = "constants", .title = "constants", .type = SHEET_COUNT },
        { .key = "sha256", .title = "SHA-256" },
        { .key = "stands_in_for", .title = "substitutes" },
        { .key = "reason", .title = "not compiled" },
    };
    SHEET_TABLE(sheet, columns, .name = "kernels", .main = true);
    foreach_json (kernel, kernels)
        SHEET_ROW(sheet, sheet_words(json_value_text_of(kernel, "name")),
                  sheet_words(json_value_text_of(kernel, "stage")),
                  sheet_number((double)integer_of(kernel, "bytes")),
                  sheet_number((double)integer_of(kernel, "bindings")),
                  sheet_number((double)integer_of(kernel, "push_bytes")),
                  sheet_number((double)json_array_size(json_object_get(kernel, "constants"))),
                  sheet_words(json_value_text_of(kernel, "sha256")),
                  sheet_words(json_value_text_of(kernel, "stands_in_for")),
                  sheet_words(json_value_text_of(kernel, "reason")));
}

void kernel_names_print(const json_t *kernels, unsigned columns)
{
    size_t folder_bytes = 0;
    const char *folder = "";
    OWNED_TEXT struct text line = { 0 };
    foreach_json (kernel, kernels) {
        const char *name = json_value_text_of(kernel, "name"), *slash = strrchr(name, '/');
        const size_t bytes = slash ? (size_t)(slash - name) : 0;
        if (bytes != folder_bytes || strncmp(name, folder, bytes) != 0) {
            if (line.length > 0)
                wrap_print(stdout, &(struct wrap){ .columns = columns, .indent = 2 }, line.string);
            text_finish(&line);
            text_add_format(&line, "%.*s/", (int)bytes, name);
        }
        folder = name;
        folder_bytes = bytes;
        text_add_format(&line, " %s", slash ? slash + 1 : name);
    }
    if (line.length > 0)
        wrap_print(stdout, &(struct wrap){ .columns = columns, .indent = 2 }, line.string);
    printf(
        "bindings, constants and SHA-256: claimcheck list --kernels FOLDER/NAME; of all: | cat\n");
}

void kernel_print(const json_t *kernels)
{
    printf("%-36s %-8s %6s  %8s %5s %9s  %s\n", "kernel", "stage", "bytes", "bindings", "push",
           "constants", "SHA-256");
    foreach_json (kernel, kernels) {
        const json_t *original =
            json_value_named(kernels, json_string_value(json_object_get(kernel, "stands_in_for")));
        printf("%-36s %-8s %6lld  %8lld %5lld %9zu  %s\n", json_value_text_of(kernel, "name"),
               json_value_text_of(kernel, "stage"), (long long)integer_of(kernel, "bytes"),
               (long long)integer_of(kernel, "bindings"),
               (long long)integer_of(kernel, "push_bytes"),
               json_array_size(json_object_get(kernel, "constants")),
               json_value_text_of(kernel, "sha256"));
        if (*json_value_text_of(kernel, "case"))
            printf("    first in %s\n", json_value_text_of(kernel, "case"));
        if (*json_value_text_of(kernel, "reason"))
            printf("    not compiled: %s\n", json_value_text_of(kernel, "reason"));
        foreach_json (entry, json_object_get(kernel, "statistics")) {
            entry_print("    ", entry, ": ");
            print_value(entry);
            putchar('\n');
        }
        foreach_json (entry, json_object_get(kernel, "representations")) {
            const char *text = json_value_text_of(entry, "text");
            const size_t length = strlen(text);
            entry_print("    -- ", entry, ": ");
            printf("%s\n%s%s", json_value_text_of(entry, "description"), text,
                   length > 0 && text[length - 1] == '\n' ? "" : "\n");
        }
        if (original) {
            const json_t *before = json_object_get(original, "statistics"),
                         *after = json_object_get(kernel, "statistics");
            printf("  against %s:\n", json_value_text_of(original, "name"));
            if (json_equal(json_object_get(original, "sha256"), json_object_get(kernel, "sha256")))
                printf("    the same SPIR-V\n");
            else
                printf("    SPIR-V: %lld -> %lld bytes\n", (long long)integer_of(original, "bytes"),
                       (long long)integer_of(kernel, "bytes"));
            if (print_changes(before, after) == 0 && json_array_size(after) > 0)
                printf("    no statistic differs\n");
            print_texts(json_object_get(original, "representations"),
                        json_object_get(kernel, "representations"));
        }
    }
}

json_t *kernel_against_load(const char *path)
{
    json_auto_t *document = run_file_json(path);
    const json_t *device = json_object_get(document, "device");
    const bool listing = json_is_array(json_object_get(document, "kernels"));
    if (listing && json_is_string(device))
        return json_incref(document);
    if (listing && json_is_null(device))
        message_error(
            "list: '%s' is of no device: its driver reported nothing when it was written, or "
            "--device was left out: nothing can be compared with it",
            path);
    else if (document)
        message_error(
            "list: '%s' is not a listing of kernels of a device: list --kernels --device D "
            "--json writes one",
            path);
    else
        message_error("list: %s", trouble_text());
    return NULL;
}

/* Prints a word of the file, which may come from anybody. */
static void print_word(const json_t *change, const char *key, const char *before)
{
    const char *word = json_value_text_of(change, key);
    if (!*word)
        return;
    fputs(before, stdout);
    printable_write(stdout, word);
}

int kernel_against_judge(const char *path, const json_t *before, json_t *document, bool whole,
                         bool json)
{
    if (!kernel_costs_comparable(before, document)) {
        message_warning(
            "'%s' is of '%s' by %s %s, this is '%s' by %s %s: not compared", path,
            json_value_text_of(before, "device"), json_value_text_of(before, "driver_name"),
            json_value_text_of(before, "driver_info"), json_value_text_of(document, "device"),
            json_value_text_of(document, "driver_name"),
            json_value_text_of(document, "driver_info"));
        return EXIT_CODE_NOTHING;
    }
    json_t *compared = kernel_costs_compare(before, document, whole);
    json_object_set_new(document, "against", compared);
    if (!json) {
        static const char *const keys[] = { "more", "lost", "fewer", "same", "gone", "new" };
        fputs("against ", stdout);
        printable_write(stdout, path);
        putchar('\n');
        foreach_json (change, json_object_get(compared, "changes")) {
            printf("  %-5s  ", json_value_text_of(change, "change"));
            print_word(change, "kernel", "");
            print_word(change, "executable", ", ");
            print_word(change, "statistic", ", ");
            print_word(change, "reason", ": ");
            if (json_object_get(change, "to"))
                printf(": %.17g -> %.17g", json_number_value(json_object_get(change, "from")),
                       json_number_value(json_object_get(change, "to")));
            putchar('\n');
        }
        printf("kernels:");
        for (size_t i = 0; i < COUNT_OF(keys); i++)
            printf("%s %lld %s", i > 0 ? "," : "",
                   (long long)json_integer_value(json_object_get(compared, keys[i])), keys[i]);
        putchar('\n');
    }
    if (kernel_costs_fail(compared))
        return EXIT_CODE_WRONG;
    if (kernel_costs_held(compared) > 0)
        return EXIT_CODE_OK;
    message_warning("no kernel is compiled in both '%s' and this listing", path);
    return EXIT_CODE_NOTHING;
}

/* Constants ------------------------------------------------------------------------------------ */

enum { VALUE_BYTES = 32, HANG = 4 };

/* Values that measured cases have given to the constants of one file. */
struct values {
    bool seen[GPU_CONSTANTS_MAX], differs[GPU_CONSTANTS_MAX];
    uint32_t value[GPU_CONSTANTS_MAX];
};

/* Takes the kernels of a name that are the user's files, or else those that are not. */
static void cases_take(struct values *values, const struct run *run, const char *name, bool file)
{
    foreach (const struct run_case, c, run->cases, run->case_count) {
        for (size_t k = 0; c->status == BENCH_OK && k < c->kernel_count; k++) {
            const struct run_kernel *kernel = run_kernel_find(run, c->kernels[k]);
            if (kernel && !*kernel->file == !file && strcmp(kernel->name, name) == 0) {
                json_auto_t *list =
                    kernel->constants ? json_loads(kernel->constants, 0, NULL) : NULL;
                for (size_t m = 0; m < json_array_size(list) && m < GPU_CONSTANTS_MAX; m++) {
                    const uint32_t value = (uint32_t)json_integer_value(json_array_get(list, m));
                    values->differs[m] |= values->seen[m] && values->value[m] != value;
                    values->value[m] = value;
                    values->seen[m] = true;
                }
            }
        }
    }
}

static void constant_text(char text[VALUE_BYTES], enum gpu_constant_kind kind, uint32_t value)
{
    float number;
    memcpy(&number, &value, sizeof(number));
    if (kind == GPU_CONSTANT_FLOAT)
        snprintf(text, VALUE_BYTES, "%g", (double)number);
    else if (kind == GPU_CONSTANT_INT)
        snprintf(text, VALUE_BYTES, "%d", (int)value);
    else
        snprintf(text, VALUE_BYTES, "%u", value);
}

/* A line of constants that had one value, those with branches first; of `deciding`, no others. */
static void values_view(struct sheet *sheet, const char *file, const struct values *values,
                        const struct gpu_constant constants[GPU_CONSTANTS_MAX], bool deciding)
{
    OWNED_TEXT struct text text = { 0 };
    char line[TABLE_CELL_BYTES];
    for (int branches = 1; branches >= (deciding ? 1 : 0); branches--)
        for (uint32_t i = 0; i < GPU_CONSTANTS_MAX; i++)
            if (constants[i].used && values->seen[i] && !values->differs[i] &&
                (constants[i].branches > 0) == branches) {
                const struct gpu_constant *constant = &constants[i];
                const uint32_t value = values->value[i];
                char number[VALUE_BYTES], name[VALUE_BYTES];
                constant_text(number, constant->kind, value);
                snprintf(name, sizeof(name), "constant %u", i);
                text_join(&text, "; ", "%s was always %s", *constant->name ? constant->name : name,
                          number);
                if (constant->branches > 0)
                    text_add_format(
                        &text, ": %u %s on it", constant->branches,
                        plural(constant->branches, "branch depends", "branches depend"));
            }
    if (text.length > 0) {
        snprintf(line, sizeof(line), "%s: %s", disk_base_name(file), text_string(&text));
        printable_clean(line);
        sheet_line(sheet, SHEET_FOOT, "  ", HANG, line);
    }
}

void kernel_constants_view(struct sheet *sheet, const struct run *run,
                           const struct kernel_files *files)
{
    foreach (const struct kernel_file, file, files->files, files->count) {
        struct gpu_constant constants[GPU_CONSTANTS_MAX];
        struct values values = { 0 };
        cases_take(&values, run, file->entry->shader->name, true);
        if (kernel_file_constants(file, constants))
            values_view(sheet, file->path, &values, constants, false);
    }
}

void kernel_constants_folder_view(struct sheet *sheet, const struct run *run,
                                  const struct technique_folder *folder)
{
    for (size_t i = 0; i < folder->kernel_count; i++) {
        const struct technique_kernel *kernel = &folder->kernels[i];
        struct gpu_constant constants[GPU_CONSTANTS_MAX];
        struct values values = { 0 };
        bool again = false; /* a file that is compiled for several types stands there once */
        for (size_t k = 0; k < folder->kernel_count; k++)
            if (strcmp(folder->kernels[k].file, kernel->file) == 0) {
                again = again || k < i;
                cases_take(&values, run, folder->kernels[k].shader->name, false);
            }
        if (!again && gpu_shader_constants(kernel->shader, constants))
            values_view(sheet, kernel->file, &values, constants, true);
    }
}
