/* SPDX-License-Identifier: MIT */
#include "bench/declared/private.h"

#include "bench/declared/declared.h"
#include "harness/base/need.h"
#include "harness/os/os.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Files ---------------------------------------------------------------------------------------- */

struct collector {
    struct declared_files *files;
    struct declared_spec *spec;
    const char *kernel; /* that includes are of */
};

/* Adds the file with its hash; true when it is in the list already. */
static bool add(struct collector *collector, const char *name)
{
    struct declared_files *files = collector->files;
    if (NAMED(files->files, files->count, name))
        return true;
    if (files->count == DECLARED_FILES_MAX)
        return trouble("'%s': a folder has at most %d files, and there is no room for more", name,
                       DECLARED_FILES_MAX);
    OWNED char *path = declared_reference_file(collector->spec, name);
    if (!path)
        return false;
    struct technique_file *file = &files->files[files->count];
    const int code = sha256_file(path, file->sha256);
    if (code != 0)
        return disk_say_unread(path, code);
    file->name = arena_text(&collector->spec->arena, name);
    files->count++;
    return true;
}

/* Includes ------------------------------------------------------------------------------------- */

static bool sources_add(struct collector *collector, const char *name);

/* "folder/" of a name; "" where it has none. */
static int folder_length(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? (int)(slash + 1 - name) : 0;
}

/* Reads the name behind #include, up to the end of its line. */
static bool include_add(struct collector *collector, const char *from, const char *at,
                        const char *end)
{
    while (at < end && isspace((unsigned char)*at))
        at++;
    const char close = at < end && *at == '<' ? '>' : '"';
    const char *last = at < end ? memchr(at + 1, close, (size_t)(end - at - 1)) : NULL;
    const bool quoted = at < end && (*at == '"' || *at == '<') && last;
    const int length = quoted ? (int)(last - at - 1) : 0;
    if (!quoted || length == 0 || at[1] == '/' || memmem(at + 1, (size_t)length, "..", 2))
        return trouble("'%s/%s' includes %.*s: kernels of a folder include files of it by name, "
                       "without '..'",
                       collector->spec->folder, from, (int)(end - at), at);
    /* The compiler looks beside the file, beside the kernel, then among shipped files. */
    const char *const sides[] = { from, collector->kernel };
    OWNED char *shipped = text_make("%.*s", length, at + 1);
    const bool is_shipped = shader_file_is_shipped(shipped);
    for (size_t i = 0; i < 2; i++) {
        OWNED char *beside = text_make("%.*s%s", folder_length(sides[i]), sides[i], shipped);
        if (declared_reference_has(collector->spec, beside) || (i == 1 && !is_shipped))
            return sources_add(collector, beside);
    }
    return true;
}

/* Adds the file of `import a.b;` in Slang, a/b.slang, where the folder has it: others are modules
 * of the compiler. */
static bool import_add(struct collector *collector, const char *from, const char *at,
                       const char *end)
{
    while (at < end && isspace((unsigned char)*at))
        at++;
    const char *last = at;
    while (last < end && (isalnum((unsigned char)*last) || *last == '_' || *last == '.'))
        last++;
    OWNED char *name = text_make("%.*s%.*s.slang", folder_length(from), from, (int)(last - at), at);
    for (char *dot = name + folder_length(from);
         (dot = strchr(dot, '.')) && strcmp(dot, ".slang") != 0;)
        *dot = '/';
    return last == at || !declared_reference_has(collector->spec, name) ||
           sources_add(collector, name);
}

/* The end of a line is that of the text, too. */
static bool lines_scan(struct collector *collector, const char *name, const char *text, size_t size)
{
    const char *end = text + size;
    for (const char *line = text; line < end;) {
        const char *newline = memchr(line, '\n', (size_t)(end - line)), *at = line;
        const char *line_end = newline ? newline : end;
        while (at < line_end && isspace((unsigned char)*at))
            at++;
        const bool slang = strlen(name) > 6 && strcmp(name + strlen(name) - 6, ".slang") == 0;
        if (slang && line_end - at > 7 && strncmp(at, "import ", 7) == 0 &&
            !import_add(collector, name, at + 7, line_end))
            return false;
        if (at < line_end && *at == '#') {
            for (at++; at < line_end && isspace((unsigned char)*at);)
                at++;
            if (line_end - at > 7 && strncmp(at, "include", 7) == 0 &&
                !include_add(collector, name, at + 7, line_end))
                return false;
        }
        line = line_end + 1;
    }
    return true;
}

/* The file, and all that it includes. */
static bool sources_add(struct collector *collector, const char *name)
{
    size_t size = 0;
    if (NAMED(collector->files->files, collector->files->count, name))
        return true;
    if (!add(collector, name))
        return false;
    const char *suffix = strrchr(name, '.');
    if (suffix && strcmp(suffix, ".spv") == 0)
        return true;
    OWNED char *text = NULL, *path = text_make("%s/%s", collector->spec->folder, name);
    return disk_load_said(path, &text, &size) && lines_scan(collector, name, text, size);
}

static bool kernel_add(struct collector *collector, const struct declared_step *step)
{
    OWNED char *file =
        text_make("%.*s", (int)(shader_file_path_end(step->kernel) - step->kernel), step->kernel);
    collector->kernel = file;
    if (sources_add(collector, file))
        return true;
    if (declared_reference_has(collector->spec, file))
        return trouble("technique.json:%d: '%s': %s", step->line, file, trouble_text());
    return trouble("technique.json:%d: the folder has no file '%s': put it there, or mend "
                   "\"kernel\"",
                   step->line, file);
}

/* Programs ------------------------------------------------------------------------------------- */

/* Files beside a file of a program that end as it does: a program of several files. */
static bool beside_add(struct collector *collector, const char *word)
{
    const char *suffix = strrchr(word, '.');
    size_t count = 0;
    OWNED char *folder = text_make("%s/%.*s", collector->spec->folder, folder_length(word), word);
    const bool wanted = suffix && !strchr(suffix, '/');
    OWNED_NAMES char **names = wanted ? os_path_names(folder, &count) : NULL;
    bool good = names || !wanted;
    for (size_t i = 0; i < count; i++) {
        const char *own = strrchr(names[i], '.');
        OWNED char *name = text_make("%.*s%s", folder_length(word), word, names[i]);
        if (good && own && own != names[i] && strcmp(own, suffix) == 0)
            good = add(collector, name);
    }
    return good;
}

/* A file of each combination of values of the axes that its name has. */
static bool input_add(struct collector *collector, const char *file)
{
    const struct declared_spec *spec = collector->spec;
    const char *brace = strchr(file, '{');
    bool good = brace || add(collector, file);
    for (size_t i = 0; brace && i < spec->axis_count && good; i++) {
        const struct bench_axis *axis = &spec->axes[i].axis;
        const size_t length = strlen(axis->name);
        if (strncmp(axis->name, brace + 1, length) != 0 || brace[1 + length] != '}')
            continue;
        for (int profile = 0; profile <= BENCH_PROFILE_COUNT && good; profile++) {
            const char *value = profile < BENCH_PROFILE_COUNT ? axis->values[profile] : axis->check;
            while (value && *value && good) {
                const int own = (int)strcspn(value, ",");
                OWNED char *name = text_make("%.*s%.*s%s", (int)(brace - file), file, own, value,
                                             brace + length + 2);
                good = input_add(collector, name);
                value += own + (value[own] == ',');
            }
        }
    }
    return good;
}

/*
 * technique.json first; then kernels with all that they include, files of the commands of the
 * reference and of checks, those beside them of the same suffix, files of inputs, claims.json where
 * it is there, and the picture. False with a one-line message: a file is not there, leads out of
 * the folder, or includes what does.
 */
static bool declared_files_collect(struct declared_files *files, struct declared_spec *spec)
{
    struct collector collector = { files, spec, NULL };
    files->count = 0;
    bool good = add(&collector, "technique.json");
    for (size_t i = 0; i < spec->variant_count; i++)
        for (size_t k = 0; k < spec->variants[i].kernel_count && good; k++)
            good = kernel_add(&collector, spec->variants[i].kernels[k]);
    for (size_t i = 0; i < spec->command_count && good; i++)
        for (size_t k = 0; k < spec->commands[i].count && good; k++) {
            const char *word = spec->commands[i].words[k];
            good = !declared_reference_has(spec, word) ||
                   (add(&collector, word) && beside_add(&collector, word));
        }
    for (size_t i = 0; i < spec->input_count && good; i++)
        good = !spec->inputs[i].file || input_add(&collector, spec->inputs[i].file);
    if (good && declared_reference_has(spec, "claims.json"))
        good = add(&collector, "claims.json");
    return good && (!spec->picture || add(&collector, spec->picture));
}

/* Technique ------------------------------------------------------------------------------------ */

/* All that a folder declares; the technique is its first member. */
struct declared {
    struct technique technique;
    struct technique_folder folder;
    struct declared_bench bench;
    struct declared_files files;
    struct bench description;
    const struct bench *benches[2];
};

static void declared_close(const struct technique **technique)
{
    struct declared *declared = (struct declared *)(uintptr_t)*technique;
    *technique = NULL;
    if (!declared)
        return;
    declared_kernels_finish(&declared->bench.kernels);
    declared_spec_finish(&declared->bench.spec);
    free(declared);
}

static bool spec_open(struct declared *declared, const char *folder)
{
    OWNED char *absolute = os_path_whole(folder), *text = NULL;
    size_t size = 0;
    if (!absolute)
        return trouble("cannot read the folder '%s': %s", folder, strerror(errno));
    OWNED char *path = text_make("%s/technique.json", absolute);
    return disk_load_said(path, &text, &size) &&
           declared_spec_read(&declared->bench.spec, text, size, absolute);
}

/* Rows of the variants; one that gives none joins all points. NULL where none gives any. */
static const struct bench_join *joins_make(struct declared_spec *spec)
{
    OWNED_TEXT struct text all = { 0 };
    size_t count = 0, given = 0;
    for (size_t i = 0; i < spec->variant_count; i++) {
        given += spec->variants[i].joins != NULL;
        count += spec->variants[i].joins ? spec->variants[i].join_count : 1;
    }
    if (given == 0)
        return NULL;
    for (size_t i = 0; i < spec->axis_count; i++)
        text_join(&all, " ", "%s", spec->axes[i].axis.name);
    const char *whole = arena_text(&spec->arena, text_string(&all));
    struct bench_join *joins = arena_alloc(&spec->arena, (count + 1) * sizeof(*joins));
    struct bench_join *join = joins;
    for (size_t i = 0; i < spec->variant_count; i++) {
        const struct declared_variant *variant = &spec->variants[i];
        if (!variant->joins)
            *join++ = (struct bench_join){ variant->name, whole, "all points" };
        for (size_t k = 0; k < variant->join_count; k++)
            *join++ = (struct bench_join){ variant->name, variant->joins[k], "joins" };
    }
    *join = (struct bench_join){ 0 };
    return joins;
}

static const struct bench_axis *axes_make(struct declared_spec *spec,
                                          const struct declared_axis *axes, size_t count)
{
    struct bench_axis *made = arena_alloc(&spec->arena, (count + 1) * sizeof(*made));
    for (size_t i = 0; i < count; i++)
        made[i] = axes[i].axis;
    return count > 0 ? made : NULL;
}

/* Axes and variants as bench.h has them. */
static void tables_make(struct declared *declared)
{
    static const struct bench_method none = { .setup = NULL };
    struct declared_spec *spec = &declared->bench.spec;
    struct bench_variant *variants =
        arena_alloc(&spec->arena, (spec->variant_count + 1) * sizeof(*variants));
    for (size_t i = 0; i < spec->variant_count; i++)
        variants[i] = (struct bench_variant){
            .name = spec->variants[i].name,
            .summary = spec->variants[i].summary,
            .source = spec->variants[i].source,
            .kind = spec->variants[i].api         ? BENCH_CPU
                    : spec->variants[i].is_driven ? BENCH_HOST_DRIVEN
                                                  : BENCH_GPU,
            .axes = axes_make(spec, spec->variants[i].axes, spec->variants[i].axis_count),
            .api = spec->variants[i].api,
            .needs = declared_kernels_needs(&declared->bench.kernels, &spec->variants[i]),
            .at_some_points = declared_amount_is_there(&spec->variants[i].when),
            .yardstick = spec->variants[i].is_yardstick,
            .method = spec->variants[i].api            ? &declared_program_method
                      : spec->variants[i].before_count ? &declared_before_method
                                                       : &none,
            .data = &spec->variants[i],
        };
    declared->description.axes = axes_make(spec, spec->axes, spec->axis_count);
    declared->description.joins = joins_make(spec);
    declared->description.variants = variants;
}

/* Names that checks and loops give; NULL where a program may print others. */
static const char *const *metrics_make(struct declared_spec *spec)
{
    static const char *const errors[] = { "wrong_share", "max_error", "rms_error" };
    const char **names = arena_alloc(&spec->arena, (3 * spec->output_count + 3) * sizeof(*names));
    size_t count = 0;
    names[count++] = "turns";
    names[count++] = "untimed_steps";
    for (size_t i = 0; i < 3 * spec->output_count; i++) {
        OWNED char *own = text_make("%s_%s", spec->outputs[i / 3].name, errors[i % 3]);
        names[count++] = spec->output_count > 1 ? arena_text(&spec->arena, own) : errors[i % 3];
    }
    names[count] = NULL;
    for (size_t i = 0; i < spec->command_count; i++)
        if (strcmp(spec->commands[i].role, "program") == 0)
            return NULL;
    return names;
}

/* Sizes of a folder; the axes in `fixed` have the first values of quick. */
struct scale {
    struct technique_scale technique; /* first: scale_bytes() is given it */
    const struct declared_spec *spec;
    struct declared_scope scope; /* but for the size */
};

/* Inputs lie there twice where a word of them is changed, and each output has a copy. 0 where a
 * formula has no value: its case says so. */
static double scale_bytes(const struct technique_scale *technique, const char *size)
{
    const struct scale *scale = (const struct scale *)technique;
    const struct declared_spec *spec = scale->spec;
    struct declared_scope scope = scale->scope;
    double total = 0;
    scope.values[spec->sized - spec->axes] = size;
    for (size_t i = 0; i < spec->input_count + spec->output_count + spec->scaled->buffer_count;
         i++) {
        uint64_t bytes;
        if (!declared_scope_bytes(&scope, declared_spec_buffer(spec, spec->scaled, (int)i),
                                  UINT64_MAX, &bytes))
            return 0;
        total += (i < spec->input_count + spec->output_count ? 2 : 1) * (double)bytes;
    }
    return total;
}

static const struct technique_scale *scale_make(struct declared_spec *spec)
{
    struct scale *scale = arena_alloc(&spec->arena, sizeof(*scale));
    size_t fixed = 0;
    *scale = (struct scale){ .technique = { .bench = spec->bench,
                                            .variant = spec->scaled->name,
                                            .axis = spec->sized->axis.name,
                                            .sizes = spec->sized->sizes,
                                            .bytes = scale_bytes },
                             .spec = spec,
                             .scope = { .spec = spec, .variant = spec->scaled } };
    for (size_t i = 0; i < spec->axis_count + spec->scaled->axis_count; i++) {
        const bool own = i >= spec->axis_count;
        const struct declared_axis *axis =
            own ? &spec->scaled->axes[i - spec->axis_count] : &spec->axes[i];
        OWNED char *first = text_make("%.*s", (int)strcspn(axis->axis.values[BENCH_QUICK], ","),
                                      axis->axis.values[BENCH_QUICK]);
        const char *value = arena_text(&spec->arena, first);
        *(own ? &scale->scope.own[i - spec->axis_count] : &scale->scope.values[i]) = value;
        if (axis != spec->sized && fixed < TECHNIQUE_SCALE_FIXED) {
            scale->technique.fixed[fixed].axis = axis->axis.name;
            scale->technique.fixed[fixed++].value = value;
        }
    }
    return &scale->technique;
}

static void technique_make(struct declared *declared)
{
    struct declared_spec *spec = &declared->bench.spec;
    struct bench *bench = &declared->description;
    bench->name = spec->bench;
    bench->question = spec->question;
    bench->data = &declared->bench;
    bench->sizes_fixed = true;
    bench->workload_bytes = sizeof(struct declared_workload);
    for (size_t i = 0; i < spec->input_count; i++)
        bench->alters = bench->alters || spec->inputs[i].takes_any;
    bench->workload = declared_workload;
    bench->upload = declared_upload;
    bench->same = declared_same;
    bench->method = declared_method;
    declared->benches[0] = bench;
    declared->folder = (struct technique_folder){ .path = spec->folder,
                                                  .files = declared->files.files,
                                                  .file_count = declared->files.count,
                                                  .kernels = declared->bench.kernels.described,
                                                  .kernel_count = declared->bench.kernels.count,
                                                  .metrics = metrics_make(spec) };
    declared->technique = (struct technique){ .name = spec->technique,
                                              .alias = spec->technique,
                                              .question = spec->question,
                                              .paper = spec->paper,
                                              .benches = declared->benches,
                                              .scale = spec->scaled ? scale_make(spec) : NULL,
                                              .folder = &declared->folder };
}

static const char *path_make(struct declared *declared, const char *name)
{
    struct declared_spec *spec = &declared->bench.spec;
    OWNED char *path = text_make("%s/%s", spec->folder, name);
    return arena_text(&spec->arena, path);
}

/* The figures of technique.json go among the plots, of a published file without claims where there
 * is none. False with a message. */
static bool figures_add(struct declared *declared, char **text)
{
    const struct declared_spec *spec = &declared->bench.spec;
    json_error_t error;
    json_auto_t *document =
        *text
            ? json_loads(*text, JSON_REJECT_DUPLICATES, &error)
            : json_pack("{s:i, s:{s:s, s:s, s:[s], s:s, s:n, s:n}, s:s, s:s, s:[], s:[], s:[]}",
                        "schema_version", 2, "paper", "id", spec->technique, "title", spec->paper,
                        "authors", "unknown", "kind", "technique.json", "year", "doi", "technique",
                        spec->technique, "recorded", "1970-01-01", "hardware", "figures", "claims");
    if (!document)
        return trouble("%s/claims.json:%d:%d: is not valid JSON: %s", spec->folder, error.line,
                       error.column, error.text);
    json_t *plots = json_object_get(document, "plots");
    if (json_is_array(plots))
        json_array_extend(plots, (json_t *)(uintptr_t)spec->figures);
    else
        json_object_set(document, "plots", (json_t *)(uintptr_t)spec->figures);
    free(*text);
    *text = json_dumps(document, JSON_INDENT(2));
    return true;
}

/* Reads claims.json and the paths that other modules need. False with a message. */
static bool folder_complete(struct declared *declared)
{
    struct declared_spec *spec = &declared->bench.spec;
    struct technique_folder *folder = &declared->folder;
    OWNED char *text = NULL;
    size_t size = 0;
    const char *claims = NAMED(declared->files.files, declared->files.count, "claims.json")
                             ? path_make(declared, "claims.json")
                             : NULL;
    if (claims && !disk_load_said(claims, &text, &size))
        return false;
    const bool good = !spec->figures || figures_add(declared, &text);
    folder->published_path = claims ? claims : path_make(declared, "technique.json");
    folder->published = good && text ? arena_text(&spec->arena, text) : NULL;
    folder->picture = spec->picture ? path_make(declared, spec->picture) : NULL;
    return good;
}

static const struct technique *declared_open(const char *folder, bool kernels, char **log)
{
    struct declared *declared = need_zeroed(1, sizeof(*declared));
    *log = NULL;
    const struct technique *technique = &declared->technique;
    bool good =
        spec_open(declared, folder) &&
        declared_files_collect(&declared->files, &declared->bench.spec) &&
        (!kernels || declared_kernels_init(&declared->bench.kernels, &declared->bench.spec, log));
    if (good) {
        tables_make(declared);
        technique_make(declared);
        good = folder_complete(declared);
    }
    if (!good)
        declared_close(&technique);
    return technique;
}

static bool declared_trust(const struct technique *technique, bool given)
{
    return declared_trust_ask(&((const struct declared *)technique)->bench.spec, given);
}

const struct technique_door declared_door = { declared_open, declared_close, declared_trust };
