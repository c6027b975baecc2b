/* SPDX-License-Identifier: MIT */
#include "harness/analysis/keep/keep.h"
#include "harness/cli/cli.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

/* Git ------------------------------------------------------------------------------------------ */

enum { GIT_WHY_BYTES = 320, GIT_WORDS_MAX = 16, GIT_MS = 60000 };

/* The environment without what steers git: another repository, or its user's settings. The list is
 * malloc'ed, its entries are not. */
static char **environment_make(void)
{
    static char system[] = "GIT_CONFIG_NOSYSTEM=1", user[] = "GIT_CONFIG_GLOBAL=/dev/null",
                lazy[] = "GIT_NO_LAZY_FETCH=1";
    char *const own[] = { system, user, lazy };
    char **all = os_environment();
    size_t count = 0, kept = 0;
    while (all && all[count])
        count++;
    char **environment = need_zeroed(count + COUNT_OF(own) + 1, sizeof(*environment));
    for (size_t i = 0; i < count; i++)
        if (strncmp(all[i], "GIT_", strlen("GIT_")) != 0)
            environment[kept++] = all[i];
    memcpy(environment + kept, own, sizeof(own));
    return environment;
}

/* Runs the words, which end with NULL, with an input; the word that is `file` is then the input's
 * path. *text is what they print, malloc'ed. False with why they did not run, or how they ended. */
static bool tool_ask(const char **words, const char *file, const char *input, size_t input_bytes,
                     char **text, size_t *size, char why[GIT_WHY_BYTES])
{
    OWNED_BY(scratch_destroy) struct scratch scratch;
    OWNED char **environment = environment_make();
    const char *name = words[0];
    int code = scratch_create(&scratch), fds[2] = { -1, -1 };
    OWNED char *in = scratch_path(&scratch, "in"), *out = scratch_path(&scratch, "out"),
               *errors = scratch_path(&scratch, "errors");
    *text = NULL;
    if (code == 0)
        code = output_write(in, OUTPUT_NEW, input, input_bytes);
    if (code == 0 &&
        ((fds[0] = os_file_open(in, OS_FILE_READ)) < 0 ||
         (fds[1] = os_file_open(out, OS_FILE_WRITE | OS_FILE_CREATE | OS_FILE_PRIVATE)) < 0))
        code = errno;
    for (const char **word = words; *word; word++)
        *word = *word == file ? in : *word;
    struct process_run run = { .plan = { .words = (char *const *)words,
                                         .descriptors = { fds[0], fds[1] },
                                         .environment = environment },
                               .log = errors,
                               .wait_ms = GIT_MS,
                               .stop_ms = GIT_MS };
    const bool done = code == 0 && process_run(&run) == PROCESS_RUN_DONE;
    for (size_t i = 0; i < COUNT_OF(fds); i++)
        if (fds[i] >= 0)
            os_file_close(fds[i]);
    if (code == 0 && !done) {
        OWNED_TEXT struct text end = { 0 };
        process_run_say(&end, &run);
        snprintf(why, GIT_WHY_BYTES, "%s %.280s", name, text_string(&end));
        return false;
    }
    code = code == 0 ? disk_load(out, text, size) : code;
    if (code != 0)
        snprintf(why, GIT_WHY_BYTES, "%s was not asked: %s", name, output_error(code));
    return code == 0;
}

/*
 * Runs `git -C root WORDS...`, which end with NULL, with a text as its input. *text is what it
 * prints, malloc'ed. False with why git was not asked, or what its last line of errors says.
 */
static bool git_ask(const char *root, const char *const *words, const char *input, char **text,
                    size_t *size, char why[GIT_WHY_BYTES])
{
    OWNED char *safe = text_make("safe.directory=%s", root);
    const char *all[GIT_WORDS_MAX + 1] = { "git", "-c", safe, "-C", root };
    for (size_t count = 5; *words; words++) {
        assert(count < GIT_WORDS_MAX);
        all[count++] = *words;
    }
    return tool_ask(all, NULL, input, strlen(input), text, size, why);
}

/* Folders -------------------------------------------------------------------------------------- */

static const char techniques_folder[] = "techniques";

/* Takes the next answer off, "<name> <type> <bytes>", a line end, the bytes, a line end. False
 * where it is "<request> missing" or the like; *object is then left alone. */
static bool object_next(const char **at, const char *end, const char **object, size_t *bytes)
{
    const char *line = *at, *head = memchr(line, '\n', (size_t)(end - line));
    char type[16];
    unsigned long long size = 0;
    if (!head) {
        *at = end;
        return false;
    }
    *at = head + 1;
    if (sscanf(line, "%*40[0-9a-f] %15[a-z] %llu", type, &size) != 2 || size >= (size_t)(end - *at))
        return false;
    *object = *at;
    *bytes = (size_t)size;
    *at += size + 1;
    return true;
}

/* The first file that is not that of the commit, by what git wrote; NULL where all are. */
static const struct run_given_file *commit_differs(const struct run *run, const char *text,
                                                   size_t size, char why[GIT_WHY_BYTES])
{
    const char *at = text, *end = text + size, *object = NULL;
    size_t bytes = 0;
    if (!object_next(&at, end, &object, &bytes))
        snprintf(why, GIT_WHY_BYTES, "git has no commit %.40s here", run->tool.commit);
    foreach (const struct run_given_file, file, run->session.technique_files,
             run->session.technique_file_count) {
        char sha256[SHA256_TEXT_BYTES] = "";
        if (object_next(&at, end, &object, &bytes))
            sha256_text(object, bytes, sha256);
        if (strcmp(sha256, file->sha256) != 0)
            return file;
    }
    return NULL;
}

/*
 * True where all files of the folders are those of techniques/ beside the executable, or else all
 * are those of the run's commit there: one call of git reads them. A run without such folders
 * passes. False with a line that names the first file that differs, and says where git, or the
 * commit, is missing, so that techniques/ alone was read.
 */
static bool kept_folders_check(const struct run *run)
{
    static const char *const words[] = { "cat-file", "--batch", NULL };
    const struct run_session *session = &run->session;
    const struct run_given_file *given = session->technique_files;
    const size_t count = session->technique_file_count;
    OWNED char *root = count > 0 ? data_folder_find(techniques_folder) : NULL;
    const struct run_given_file *tree = NULL; /* the first file that is not that of techniques/ */
    foreach (const struct run_given_file, file, given, count) {
        char sha256[SHA256_TEXT_BYTES];
        OWNED char *path = root ? text_make("%s/%s/%s", root, file->name, file->file) : NULL;
        if (!tree && (!path || sha256_file(path, sha256) != 0 || strcmp(sha256, file->sha256) != 0))
            tree = file;
    }
    if (!tree)
        return true;
    char why[GIT_WHY_BYTES] = "";
    const struct run_given_file *differs = root ? given : tree;
    if (root) {
        OWNED_TEXT struct text requests = { 0 }; /* a line for the commit, and one for each file */
        OWNED char *text = NULL;
        size_t size = 0;
        bool are_lines = printable_is(run->tool.commit);
        text_add_format(&requests, "%s^{commit}\n", run->tool.commit);
        foreach (const struct run_given_file, file, given, count) {
            are_lines = are_lines && printable_is(file->name) && printable_is(file->file);
            text_add_format(&requests, "%s:%s/%s/%s\n", run->tool.commit, techniques_folder,
                            file->name, file->file);
        }
        if (!are_lines)
            snprintf(why, sizeof(why), "git was not asked: %s", strerror(EINVAL));
        else if (git_ask(root, words, requests.string, &text, &size, why))
            differs = commit_differs(run, text, size, why);
    }
    if (!differs)
        return true;
    if (text_ends(run->tool.commit, "-dirty"))
        return trouble("'%.100s' of technique '%.60s' differs from techniques/, and the build was "
                       "of files that no commit has (%.60s): commit them, build, and measure again",
                       differs->file, differs->name, run->tool.commit);
    return *why ? trouble("'%.100s' of technique '%.60s' differs from techniques/, and was "
                          "compared with no other: %s; keep it in a clone with commit %.40s (git "
                          "fetch --unshallow)",
                          tree->file, tree->name, why, run->tool.commit)
                : trouble("'%.100s' of technique '%.60s' matches neither techniques/ nor commit "
                          "%.40s: put its folder there, commit it, measure again by a build of "
                          "that commit",
                          differs->file, differs->name, run->tool.commit);
}

/* Rows ----------------------------------------------------------------------------------------- */

/* The bytes of a file of rows, and its lines; both empty where there is no such file. */
struct lines {
    char *packed, *text;
    size_t packed_bytes, bytes;
};

static void packed_add(struct text *text, const char *line, size_t bytes)
{
    size_t packed_bytes = 0;
    OWNED char *packed = need(pack_text(line, bytes, &packed_bytes));
    text_add_bytes(text, packed, packed_bytes);
}

/* Where the line ends that begins there. */
static size_t line_end(const struct lines *lines, size_t at)
{
    const char *stop = memchr(lines->text + at, '\n', lines->bytes - at);
    return stop ? (size_t)(stop - lines->text) + 1 : lines->bytes;
}

/* The place of the first line that begins with these bytes; the end of all where none does. */
static size_t line_find(const struct lines *lines, const char *begin, size_t bytes)
{
    size_t at = 0;
    while (at < lines->bytes &&
           (lines->bytes - at < bytes || memcmp(lines->text + at, begin, bytes)))
        at = line_end(lines, at);
    return at;
}

/* Makes the file with a row behind the others, and those of its forms that are new; an earlier row
 * of the same run, which begins as the new one does up to the run's name, goes. False where the row
 * is there already. */
static bool line_put(const struct lines *lines, const char *line, const char *forms,
                     struct text *file)
{
    const size_t bytes = strlen(line);
    const size_t begin = (size_t)(strstr(line, ",\"sha256\"") - line) + 1;
    const size_t old = line_find(lines, line, begin), end = line_end(lines, old);
    if (old < lines->bytes && end - old == bytes && memcmp(lines->text + old, line, bytes) == 0)
        return false;
    if (old == lines->bytes)
        text_add_bytes(file, lines->packed ? lines->packed : "", lines->packed_bytes);
    for (size_t at = 0; old < lines->bytes && at < lines->bytes; at = line_end(lines, at))
        if (at != old)
            packed_add(file, lines->text + at, line_end(lines, at) - at);
    for (const char *end_of; *forms; forms = end_of) {
        end_of = strchr(forms, '\n') + 1;
        if (line_find(lines, forms, (size_t)(end_of - forms)) == lines->bytes)
            packed_add(file, forms, (size_t)(end_of - forms));
    }
    packed_add(file, line, bytes);
    return true;
}

struct run *row_file_make(const struct run *run, const char *kept, const char *name,
                          const struct published_list *list)
{
    char sha256[SHA256_TEXT_BYTES];
    const int code = sha256_file(kept, sha256);
    if (code != 0) {
        disk_say_unread(kept, code);
        return NULL;
    }
    const char *slug = run_path_slug(run->device.name, RUN_PATH_ROOM);
    struct run *row = claims_row_make(run, list->files, list->count);
    claims_row_fill(row, list->files, list->count);
    OWNED char *file = text_make("runs/%s/%s", slug, name);
    row->row->file = arena_text(&row->arena, file);
    row->row->sha256 = arena_text(&row->arena, sha256);
    return row;
}

/*
 * Makes the row of a run that is kept in the file `kept`, and puts it into
 * "<folder>/<model>.jsonl.xz" behind the others, or in the place of an earlier one of that file; a
 * folder of NULL is standard output. known: the user knows that the run was there. The exit code,
 * with a message.
 */
static int row_put(const struct run *run, const char *kept, bool known, const char *folder)
{
    OWNED_BY(published_list_finish) struct published_list list = { 0 };
    published_list_shipped(&list);
    OWNED_BY(run_destroy) struct run *row = row_file_make(run, kept, disk_base_name(kept), &list);
    if (!row)
        return message_error("keep: %s", trouble_text());
    OWNED char *forms = NULL, *line = row_lines(row, &forms);
    if (!folder) {
        printf("%s%s", forms, line); /* main() looks whether that came to anything */
        return EXIT_CODE_OK;
    }
    const char *slug = run_path_slug(run->device.name, RUN_PATH_ROOM);
    OWNED char *path = text_make("%s/%s" ROW_ENDING, folder, slug), *packed = NULL, *text = NULL;
    struct lines lines = { 0 };
    const int unread = disk_load(path, &packed, &lines.packed_bytes);
    const char *fault = unread == ENOENT ? NULL
                        : unread != 0    ? strerror(unread)
                                      : run_unpack(packed, lines.packed_bytes, RUN_FILE_BYTES_MAX,
                                                   &text, &lines.bytes);
    if (fault)
        return message_error("keep: cannot read '%s': %s", path, fault);
    lines.packed = packed;
    lines.text = text;
    OWNED_TEXT struct text file = { 0 };
    if (!line_put(&lines, line, forms, &file)) {
        if (!known)
            message_note("keep: '%s' has the row of '%s' already", path, kept);
        return EXIT_CODE_OK;
    }
    int code = disk_make_folders(path, 0777);
    if (code == 0)
        code = output_write(path, OUTPUT_REPLACE, file.string, file.length);
    if (code != 0)
        return message_error("keep: cannot write '%s': %s", path, output_error(code));
    message_wrote(path);
    return EXIT_CODE_OK;
}

/* Rows made anew ------------------------------------------------------------------------------- */

/* Reads the run of a row. NULL where these bytes are none of this version. */
static struct run *bytes_read(const struct run *row, const char *bytes, size_t size)
{
    json_auto_t *document = run_file_parse(bytes, size, row->path);
    return document ? run_read(document, row->path) : NULL;
}

/* The run in these bytes, if they are those that the row is of, also as an earlier version packed
 * it; NULL otherwise, with why where they are and cannot be read. */
static struct run *run_of_bytes(const struct run *row, const char *results, const char *bytes,
                                size_t size, char why[GIT_WHY_BYTES])
{
    char sha256[SHA256_TEXT_BYTES];
    sha256_text(bytes, size, sha256);
    if (strcmp(sha256, row->row->sha256) != 0)
        return NULL;
    struct run *run = bytes_read(row, bytes, size);
    if (run)
        return run;
    /* The clone's script prints the text of what an earlier version packed. */
    OWNED char *script = text_make("%s/../scripts/maintain/bounded.py", results), *text = NULL;
    const char *words[] = { "python3", "-B", script, bytes, NULL };
    if (tool_ask(words, bytes, bytes, size, &text, &size, why) &&
        !(run = bytes_read(row, text, size)))
        snprintf(why, GIT_WHY_BYTES, "scripts/maintain/bounded.py does not make a run of it");
    return run;
}

/* Of the commits that touched the file, newest first, the first that has it as the row knows it. */
static struct run *run_of_history(const struct run *row, const char *results,
                                  char why[GIT_WHY_BYTES])
{
    const char *const log[] = { "log", "--all", "--format=%H", "--", row->row->file, NULL };
    OWNED char *commits = NULL;
    struct run *run = NULL;
    size_t size = 0;
    snprintf(why, GIT_WHY_BYTES,
             "no commit here has it (in a shallow clone: git fetch --unshallow)");
    if (!git_ask(results, log, "", &commits, &size, why))
        return NULL;
    for (char *at = commits, *end; !run && (end = strchr(at, '\n')); at = end + 1) {
        char unread[GIT_WHY_BYTES];
        OWNED char *object = text_make("%.*s:./%s", (int)(end - at), at, row->row->file),
                   *bytes = NULL;
        const char *const show[] = { "cat-file", "blob", object, NULL };
        if (git_ask(results, show, "", &bytes, &size, unread))
            run = run_of_bytes(row, results, bytes, size, why);
        else
            snprintf(why, GIT_WHY_BYTES, "%s",
                     strstr(unread, "promisor")
                         ? "the filter of this clone left it out: git fetch --refetch --no-filter"
                         : unread);
    }
    return run;
}

/* Rows that one reason leaves as they were made. */
struct left_rows {
    const char *first; /* the file of the first */
    size_t count;
    char why[GIT_WHY_BYTES];
};

/* Says them in a line, and forgets them. */
static void left_say(struct left_rows *left)
{
    if (left->count > 1)
        message_note("claims: %zu rows stay as they were made, the first of '%s': %s", left->count,
                     left->first, left->why);
    else if (left->count == 1)
        message_note("claims: the row of '%s' stays as it was made: %s", left->first, left->why);
    left->count = 0;
}

/* The row made anew; NULL where its run is not here. */
static struct run *row_remake(const struct run *row, const char *results,
                              const struct published_list *list, struct run **full,
                              struct left_rows *left)
{
    char why[GIT_WHY_BYTES] = "";
    OWNED char *path = text_make("%s/%s", results, row->row->file), *bytes = NULL;
    size_t size = 0;
    *full =
        disk_load(path, &bytes, &size) == 0 ? run_of_bytes(row, results, bytes, size, why) : NULL;
    if (!*full && !why[0])
        *full = run_of_history(row, results, why);
    if (!*full) {
        if (strcmp(left->why, why) != 0)
            left_say(left);
        if (left->count++ == 0)
            left->first = row->row->file;
        memcpy(left->why, why, sizeof(why));
        return NULL;
    }
    struct run *made = claims_row_make(*full, list->files, list->count);
    claims_row_fill(made, list->files, list->count);
    made->row->file = row->row->file;
    made->row->sha256 = row->row->sha256;
    return made;
}

int row_file_rejudge(const char *path, const struct published_list *list)
{
    char today[SHA256_TEXT_BYTES];
    OWNED char *results = text_make("%.*s..", (int)(disk_base_name(path) - path), path);
    OWNED_BY(row_list_finish) struct row_list rows = { 0 };
    OWNED_TEXT struct text plain = { 0 }, packed = { 0 };
    size_t stale = 0, made = 0;
    struct left_rows left = { 0 };
    if (!row_list_load(&rows, path))
        return message_error("claims: %s", trouble_text());
    claims_hash(list->files, list->count, today);
    for (size_t i = 0; i < rows.count; i++) {
        OWNED_BY(run_destroy) struct run *full = NULL, *again = NULL;
        if (strcmp(rows.rows[i]->row->claims_sha256, today) != 0) {
            stale++;
            again = row_remake(rows.rows[i], results, list, &full, &left);
            made += again ? 1 : 0;
        }
        /* Adds the lines of a row to the text, and those of its forms that it lacks. */
        OWNED char *forms = NULL, *line = row_lines(again ? again : rows.rows[i], &forms);
        for (char *at = forms, *end; *at; at = end) {
            end = strchr(at, '\n') + 1;
            OWNED char *form = text_make("%.*s", (int)(end - at), at);
            if (!strstr(text_string(&plain), form))
                text_add(&plain, form);
        }
        text_add(&plain, line);
    }
    left_say(&left);
    if (made > 0) { /* all in one stream, which takes half as much as one for each line */
        packed_add(&packed, plain.string, plain.length);
        const int code = output_write(path, OUTPUT_REPLACE, packed.string, packed.length);
        if (code != 0)
            return message_error("claims: cannot write '%s': %s", path, output_error(code));
    }
    message_note("claims: '%s': %zu of %zu rows were made by other claims than today's; %zu made "
                 "again",
                 path, stale, rows.count, made);
    return made < stale ? EXIT_CODE_UNTRIED : EXIT_CODE_OK;
}

/* keep ----------------------------------------------------------------------------------------- */

/* Names all that is wrong; `other` has the ceilings that the run took over, `document` its texts as
 * they stand there, and both may be NULL. The exit code: EXIT_CODE_OK where nothing is. */
static int refuse(const struct run *run, const struct run *other, const json_t *document)
{
    int code = EXIT_CODE_OK;
    if (document && keep_document_is_odd(document))
        code = message_error("keep: '%s': %s", run->path, trouble_text());
    for (int fault = 0; fault < KEEP_FAULT_COUNT; fault++) {
        const bool is = fault == KEEP_CACHED && other ? keep_ceilings_differ(run, other)
                                                      : keep_fault_is(run, (enum keep_fault)fault);
        if (!is)
            continue;
        message_error("keep: '%s': %s", run->path, trouble_text());
        if (code != EXIT_CODE_UNTRIED)
            code =
                fault == KEEP_WRONG || fault == KEEP_CLOCKS ? EXIT_CODE_WRONG : EXIT_CODE_UNTRIED;
    }
    return code;
}

/* Numbers the name where a row has it, of another run: its file may be in git's history alone. */
static void name_number(const struct run *run, const char *slug, char *name, size_t bytes)
{
    OWNED_BY(row_list_finish) struct row_list rows = { 0 };
    OWNED char *path = text_make(ROW_FOLDER "/%s" ROW_ENDING, slug);
    bool taken = disk_is_there(path) && row_list_load(&rows, path);
    for (unsigned number = 1; taken; number++) {
        OWNED char *wanted = number == 1 ? need_copy(name) : text_make("%s-%u", name, number);
        OWNED char *file = text_make("runs/%s/%s" PACK_ENDING, slug, wanted);
        taken = false;
        for (size_t i = 0; i < rows.count && !taken; i++)
            taken = strcmp(rows.rows[i]->row->file, file) == 0 &&
                    strcmp(rows.rows[i]->session.started, run->session.started) != 0;
        if (!taken)
            snprintf(name, bytes, "%s", wanted);
    }
}

/* Packs the text into the folder, and puts its row beside the others where that is the usual one;
 * the exit code. */
static int text_keep(const struct run *run, const char *text, const char *folder, size_t samples)
{
    char name[RUN_SLUG_BYTES];
    size_t bytes = 0;
    const char *slug = run_path_slug(run->device.name, RUN_PATH_ROOM);
    keep_name(run, name, sizeof(name));
    const bool usual = !folder && samples == 0;
    if (usual)
        name_number(run, slug, name, sizeof(name));
    OWNED char *data = need(pack_text(text, strlen(text), &bytes));
    const struct run_path_kept kept = { folder ? folder : "results/runs", slug, name,
                                        samples > 0 ? "-summary" PACK_ENDING : PACK_ENDING };
    OWNED char *path = run_path_keep(&kept, data, bytes);
    if (!path)
        return message_error("keep: %s", trouble_text());
    const bool known = *trouble_text();
    if (known) {
        message_warning("keep: %s", trouble_text());
    } else {
        if (run->device.software)
            message_warning("keep: '%s' runs on the CPU: its answers count, its times say "
                            "nothing about a GPU",
                            run->device.name);
        message_wrote(path);
        printf("%zu kB\n", (bytes + 999) / 1000);
    }
    const int code = usual ? row_put(run, path, known, ROW_FOLDER) : EXIT_CODE_OK;
    if (code != EXIT_CODE_OK || samples > 0)
        return code;
    /* Prints what its owner types to have it in the project: docs/maintaining.md, Kept runs. */
    enum { SUBJECT_LETTERS = 60 }; /* CONTRIBUTING.md, Commits */
    const char *file = disk_base_name(path);
    const int letters = (int)run_file_stem_bytes(file);
    char subject[SUBJECT_LETTERS + 1];
    const int wanted =
        snprintf(subject, sizeof(subject), "results: Add %.*s of %s", letters, file, slug);
    if (wanted > SUBJECT_LETTERS)
        snprintf(subject, sizeof(subject), "results: Add %.*s", letters, file);
    printf("To contribute it, copy the file into a clone of the project under the name\n"
           "below; scripts/test makes build/test:\n"
           "  scripts/maintain/contribution build/test/claimcheck \\\n    results/runs/%s/%s\n"
           "  git switch -c results-%.*s\n"
           "  scripts/maintain/devices\n"
           "  git add docs/devices results/cards \\\n    results/runs/%s/%s\n"
           "  git commit -e -m '%s'\n"
           "  git push -u origin HEAD\n"
           "Say below the first line what was run and why, and open a pull request of\n"
           "the branch. docs/maintaining.md says what is checked then.\n",
           slug, file, letters, file, slug, file, subject);
    return EXIT_CODE_OK;
}

static int keep(struct run *run, json_t *document, const char *folder, size_t samples)
{
    /* The text of the file, before it is packed. */
    if (samples > 0)
        run_thin(run, samples);
    json_auto_t *kept = samples > 0 ? run_document(run) : json_incref(document);
    paths_strip(kept);
    OWNED char *text = results_dump_summed(kept);
    if (!folder || !document_stream_is(folder))
        return text_keep(run, text, folder, samples);
    fputs(text, stdout); /* main() looks whether that came to anything */
    return EXIT_CODE_OK;
}

/* Rows of runs that are kept already. */
static int rows_keep(const struct options *options, const char *folder)
{
    int code = EXIT_CODE_OK;
    if (options->positional_count == 0)
        return message_error("keep: which run file? claimcheck keep --rows FILE.json.xz...");
    for (size_t i = 0; i < options->positional_count; i++) {
        const char *kept = options->positionals[i];
        OWNED_BY(run_destroy) struct run *run = run_load(kept);
        const int own =
            run ? row_put(run, kept, false, folder) : message_error("keep: %s", trouble_text());
        code = code == EXIT_CODE_OK ? own : code;
    }
    return code;
}

static int keep_run(const struct command_line *line)
{
    const struct options *options = line->options;
    const char *folder = options_value(options, "out-dir");
    const char *of = options_value(options, "ceilings-of");
    folder = folder && *folder ? folder : NULL;
    if (options_has(options, "rows"))
        return rows_keep(options, document_stream_is(folder) ? NULL : folder ? folder : ROW_FOLDER);
    if (options->positional_count != 1)
        return message_error("keep: %s claimcheck keep RUN.json", options->positional_count == 0
                                                                      ? "which run file?"
                                                                      : "one run file at a time:");
    json_auto_t *document = run_file_json(options->positionals[0]);
    OWNED_BY(run_destroy)
    struct run *run = document ? run_read(document, options->positionals[0]) : NULL;
    OWNED_BY(run_destroy) struct run *other = run && of ? run_load(of) : NULL;
    int code = EXIT_CODE_OK;
    if (!run || (of && !other))
        code = message_error("keep: %s", trouble_text());
    if (!run)
        return code;
    if (code == EXIT_CODE_OK && other)
        code = refuse(other, NULL, NULL);
    if (code == EXIT_CODE_OK)
        code = refuse(run, other, document);
    if (!kept_folders_check(run)) {
        const int folders = message_error("keep: '%s': %s", run->path, trouble_text());
        code = code == EXIT_CODE_OK ? folders : code;
    }
    return code == EXIT_CODE_OK
               ? keep(run, document, folder, (size_t)options_number(options, "samples", 0))
               : code;
}

static const struct option_spec keep_options[] = {
    OPTION("out-dir", "DIR",
           "in place of results/runs; made when missing; - for the text on standard output"),
    OPTION("ceilings-of", "RUN.json",
           "the run whose device limits this one took over (--ceilings cached); it is kept, too"),
    OPTION_NUMBER("samples", "N",
                  "keeps a summary: N samples of each case, with the statistics of all samples", 1,
                  1000000),
    OPTION_FLAG("rows", "only rows of evidence, of kept runs"),
    OPTION_END,
};

const struct command command_keep = {
    .name = "keep",
    .arguments = "RUN.json [--out-dir DIR] [--ceilings-of RUN.json] [--samples N]",
    .summary = "checks a run, and packs it for results/runs/<device>/, named by date and content",
    .example = "claimcheck keep run.json",
    .options = keep_options,
    .operands = true,
    .run = keep_run,
};
