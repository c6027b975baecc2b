/* SPDX-License-Identifier: MIT */
#include "harness/analysis/keep/keep.h"
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/cli/cli.h"
#include "harness/os/os.h"
#include "harness/record/record.h"
#include "harness/record/run/run.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Git ------------------------------------------------------------------------------------------ */

enum { GIT_WHY_BYTES = 320, GIT_WORDS_MAX = 12 };

enum { GIT_MS = 60000 };

/* Files of a scratch folder for the input of a call, its output and its errors. */
struct git {
    struct scratch scratch;
    char *in, *out, *errors;
};

/* Runs the words, which end with NULL. */
static bool tool_run(const struct git *git, char **words, char why[GIT_WHY_BYTES])
{
    /* Ours, without what steers git: another repository, or its user's settings. */
    static char system[] = "GIT_CONFIG_NOSYSTEM=1", user[] = "GIT_CONFIG_GLOBAL=/dev/null",
                lazy[] = "GIT_NO_LAZY_FETCH=1";
    char *const own[] = { system, user, lazy };
    enum { OWN = sizeof(own) / sizeof(own[0]) };
    char **all = os_environment();
    size_t count = 0, kept = 0;
    while (all && all[count])
        count++;
    char **environment = need_zeroed(count + OWN + 1, sizeof(*environment));
    for (size_t i = 0; i < count; i++)
        if (strncmp(all[i], "GIT_", strlen("GIT_")) != 0)
            environment[kept++] = all[i];
    memcpy(environment + kept, own, sizeof(own));
    const int fds[] = { os_file_open(git->in, OS_FILE_READ),
                        os_file_open(git->out, OS_FILE_WRITE | OS_FILE_CREATE | OS_FILE_PRIVATE) };
    int code = errno;
    struct process_run run = {
        .plan = { .words = words, .descriptors = { fds[0], fds[1] }, .environment = environment },
        .log = git->errors,
        .wait_ms = GIT_MS,
        .stop_ms = GIT_MS
    };
    const bool opened = fds[0] >= 0 && fds[1] >= 0;
    run.end = PROCESS_RUN_UNSTARTED;
    run.failure = code;
    if (opened)
        process_run(&run);
    for (size_t i = 0; i < 2; i++)
        if (fds[i] >= 0)
            os_file_close(fds[i]);
    free(environment);
    struct text text = { 0 };
    process_run_say(&text, &run);
    if (run.end != PROCESS_RUN_DONE)
        snprintf(why, GIT_WHY_BYTES, "%s %.280s", words[0], text_string(&text));
    text_finish(&text);
    return run.end == PROCESS_RUN_DONE;
}

/* Runs the words with an input. The word that is `file` is then the input's path. */
static bool tool_ask(char **words, const char *file, const char *input, size_t input_bytes,
                     char **text, size_t *size, char why[GIT_WHY_BYTES])
{
    struct git git = { 0 };
    bool asked = false;
    *text = NULL;
    int code = scratch_create(&git.scratch);
    if (code == 0) {
        git.in = scratch_path(&git.scratch, "in");
        git.out = scratch_path(&git.scratch, "out");
        git.errors = scratch_path(&git.scratch, "errors");
        const int fd = os_file_open(git.in, OS_FILE_WRITE | OS_FILE_CREATE | OS_FILE_PRIVATE);
        code = fd < 0 ? errno : disk_write(fd, input, input_bytes);
        if (fd >= 0)
            os_file_close(fd);
    }
    for (char **word = words; code == 0 && *word; word++)
        if (*word == file)
            *word = git.in;
    if (code == 0 && tool_run(&git, words, why)) {
        code = disk_load(git.out, text, size);
        asked = code == 0;
    }
    if (code != 0)
        snprintf(why, GIT_WHY_BYTES, "%s was not asked: %s", words[0], strerror(code));
    free(git.in);
    free(git.out);
    free(git.errors);
    scratch_destroy(&git.scratch);
    return asked;
}

/*
 * Runs `git -C root WORDS...`, which end with NULL, with a text as its input. *text is what it
 * prints, malloc'ed. False with why git was not asked, or what its last line of errors says.
 */
static bool git_ask(const char *root, const char *const *words, const char *input, char **text,
                    size_t *size, char why[GIT_WHY_BYTES])
{
    char *copies[GIT_WORDS_MAX + 6] = { need_copy("git"), need_copy("-c"),
                                        text_make("safe.directory=%s", root), need_copy("-C"),
                                        need_copy(root) };
    size_t count = 5;
    for (; *words; words++) {
        assert(count < GIT_WORDS_MAX + 5);
        copies[count++] = need_copy(*words);
    }
    const bool asked = tool_ask(copies, NULL, input, strlen(input), text, size, why);
    for (size_t i = 0; i < count; i++)
        free(copies[i]);
    return asked;
}

/* Folders -------------------------------------------------------------------------------------- */

enum { WHY_BYTES = GIT_WHY_BYTES };

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
                                                   size_t size, char why[WHY_BYTES])
{
    const struct run_session *session = &run->session;
    const char *at = text, *end = text + size, *object = NULL;
    size_t bytes = 0;
    if (!object_next(&at, end, &object, &bytes))
        snprintf(why, WHY_BYTES, "git has no commit %.40s here", run->tool.commit);
    for (size_t i = 0; i < session->technique_file_count; i++) {
        const struct run_given_file *file = &session->technique_files[i];
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
    char why[WHY_BYTES] = "";
    char *root = run->session.technique_file_count > 0 ? data_folder_find(techniques_folder) : NULL;
    const struct run_given_file *tree = NULL; /* the first file that is not that of techniques/ */
    for (size_t i = 0; i < run->session.technique_file_count && !tree; i++) {
        const struct run_given_file *file = &run->session.technique_files[i];
        char sha256[SHA256_TEXT_BYTES];
        char *path = root ? text_make("%s/%s/%s", root, file->name, file->file) : NULL;
        if (!path || sha256_file(path, sha256) != 0 || strcmp(sha256, file->sha256) != 0)
            tree = file;
        free(path);
    }
    const struct run_given_file *differs = tree;
    if (tree && root) {
        static const char *const words[] = { "cat-file", "--batch", NULL };
        const struct run_session *session = &run->session;
        differs = session->technique_files;
        struct text requests = { 0 }; /* a line for the commit, and one for each file */
        char *text = NULL;
        size_t size = 0;
        bool are_lines = printable_is(run->tool.commit);
        text_add_format(&requests, "%s^{commit}\n", run->tool.commit);
        for (size_t i = 0; i < session->technique_file_count; i++) {
            const struct run_given_file *file = &session->technique_files[i];
            are_lines = are_lines && printable_is(file->name) && printable_is(file->file);
            text_add_format(&requests, "%s:%s/%s/%s\n", run->tool.commit, techniques_folder,
                            file->name, file->file);
        }
        if (!are_lines)
            snprintf(why, WHY_BYTES, "git was not asked: %s", strerror(EINVAL));
        else if (git_ask(root, words, requests.string, &text, &size, why))
            differs = commit_differs(run, text, size, why);
        text_finish(&requests);
        free(text);
    }
    free(root);
    if (differs && *why)
        trouble("'%.100s' of technique '%.60s' differs from techniques/, and was compared with no "
                "other: %s; keep it in a clone with commit %.40s (git fetch --unshallow)",
                tree->file, tree->name, why, run->tool.commit);
    else if (differs)
        trouble("'%.100s' of technique '%.60s' matches neither techniques/ nor commit %.40s: put "
                "its folder there, commit it, measure again by a build of that commit",
                differs->file, differs->name, run->tool.commit);
    return !differs;
}

/* Rows ----------------------------------------------------------------------------------------- */

/* The fate of a row in its file. */
enum row_put { ROW_ADDED, ROW_REPLACED, ROW_THERE, ROW_FAILED };

/* The bytes of a file of rows, and its lines; both empty where there is no such file. */
struct lines {
    char *packed, *text;
    size_t packed_bytes, bytes;
};

static void packed_add(struct text *text, const char *line, size_t bytes)
{
    size_t packed_bytes = 0;
    char *packed = need(pack_text(line, bytes, &packed_bytes));
    text_add_bytes(text, packed, packed_bytes);
    free(packed);
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
 * of the same run, which begins as the new one does up to the run's name, goes. */
static enum row_put line_put(const struct lines *lines, const char *line, const char *forms,
                             struct text *file)
{
    const size_t bytes = strlen(line);
    const size_t begin = (size_t)(strstr(line, ",\"sha256\"") - line) + 1;
    const size_t old = line_find(lines, line, begin), end = line_end(lines, old);
    if (old < lines->bytes && end - old == bytes && memcmp(lines->text + old, line, bytes) == 0)
        return ROW_THERE;
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
    return old < lines->bytes ? ROW_REPLACED : ROW_ADDED;
}

struct run *row_file_make(const struct run *run, const char *kept, const char *name,
                          const struct published_list *list)
{
    char slug[RUN_SLUG_BYTES], sha256[SHA256_TEXT_BYTES];
    const int code = sha256_file(kept, sha256);
    if (code != 0) {
        disk_say_unread(kept, code);
        return NULL;
    }
    run_path_slug(run->device.name, slug);
    struct run *row = claims_row_make(run, list->files, list->count);
    claims_row_fill(row, list->files, list->count);
    char *file = text_make("runs/%s/%s", slug, name);
    row->row->file = arena_text(&row->arena, file);
    row->row->sha256 = arena_text(&row->arena, sha256);
    free(file);
    return row;
}

/*
 * Makes the row of a run that is kept in the file `kept`, and puts it into
 * "<folder>/<model>.jsonl.xz" behind the others, or in the place of an earlier one of that file.
 * *path is that file, malloc'ed. ROW_FAILED has a one-line message. `folder` is NULL: the line goes
 * to standard output.
 */
static enum row_put row_file_put(const struct run *run, const char *kept,
                                 const struct published_list *list, const char *folder, char **path)
{
    char slug[RUN_SLUG_BYTES];
    enum row_put put = ROW_ADDED;
    *path = NULL;
    struct run *row = row_file_make(run, kept, disk_base_name(kept), list);
    if (!row)
        return ROW_FAILED;
    run_path_slug(run->device.name, slug);
    char *forms, *line = row_lines(row, &forms);
    if (folder) {
        *path = text_make("%s/%s" ROW_ENDING, folder, slug);
        struct lines lines = { 0 };
        struct text file = { 0 };
        put = ROW_FAILED;
        int code = disk_load(*path, &lines.packed, &lines.packed_bytes);
        const char *fault = NULL;
        if (code == 0)
            fault = run_unpack(lines.packed, lines.packed_bytes, RUN_FILE_BYTES_MAX, &lines.text,
                               &lines.bytes);
        else if (code != ENOENT)
            fault = strerror(code);
        code = 0;
        if (fault) {
            trouble("cannot read '%s': %s", *path, fault);
        } else {
            put = line_put(&lines, line, forms, &file);
            code = put == ROW_THERE ? 0 : disk_make_folders(*path, 0777);
            if (code == 0 && put != ROW_THERE)
                code = output_write(*path, OUTPUT_REPLACE, file.string, file.length);
        }
        if (code != 0) {
            put = ROW_FAILED;
            trouble("cannot write '%s': %s", *path, output_error(code));
        }
        free(lines.packed);
        free(lines.text);
        text_finish(&file);
    } else {
        printf("%s%s", forms, line); /* main() looks whether that came to anything */
    }
    free(line);
    free(forms);
    run_destroy(&row);
    return put;
}

/* Rows made anew ------------------------------------------------------------------------------- */

/* Reads the run of a row. NULL where these bytes are none of this version. */
static struct run *bytes_read(const struct run *row, const char *bytes, size_t size)
{
    json_t *document = run_file_parse(bytes, size, row->path);
    struct run *run = document ? run_read(document, row->path) : NULL;
    json_decref(document);
    return run;
}

/* The run in these bytes, if they are those that the row is of, also as an earlier version packed
 * it; NULL otherwise, with why where they are and cannot be read. */
static struct run *run_of_bytes(const struct run *row, const char *results, const char *bytes,
                                size_t size, char why[GIT_WHY_BYTES])
{
    char sha256[SHA256_TEXT_BYTES], *text = NULL;
    sha256_text(bytes, size, sha256);
    if (strcmp(sha256, row->row->sha256) != 0)
        return NULL;
    struct run *run = bytes_read(row, bytes, size);
    if (!run) { /* the clone's script prints the text of what an earlier version packed */
        static char python[] = "python3", bare[] = "-B", file[] = "FILE";
        char *script = text_make("%s/../scripts/maintain/bounded.py", results);
        char *words[] = { python, bare, script, file, NULL };
        if (tool_ask(words, file, bytes, size, &text, &size, why) &&
            !(run = bytes_read(row, text, size)))
            snprintf(why, GIT_WHY_BYTES, "scripts/maintain/bounded.py does not make a run of it");
        free(script);
    }
    free(text);
    return run;
}

/* Of the commits that touched the file, newest first, the first that has it as the row knows it. */
static struct run *run_of_history(const struct run *row, const char *results,
                                  char why[GIT_WHY_BYTES])
{
    const char *const log[] = { "log", "--all", "--format=%H", "--", row->row->file, NULL };
    char *commits = NULL, *bytes = NULL;
    struct run *run = NULL;
    size_t size = 0;
    snprintf(why, GIT_WHY_BYTES,
             "no commit here has it (in a shallow clone: git fetch --unshallow)");
    if (!git_ask(results, log, "", &commits, &size, why))
        return NULL;
    for (char *at = commits, *end; !run && (end = strchr(at, '\n')); at = end + 1) {
        char unread[GIT_WHY_BYTES],
            *object = text_make("%.*s:./%s", (int)(end - at), at, row->row->file);
        const char *const show[] = { "cat-file", "blob", object, NULL };
        if (git_ask(results, show, "", &bytes, &size, unread))
            run = run_of_bytes(row, results, bytes, size, why);
        else if (strstr(unread, "promisor"))
            snprintf(why, GIT_WHY_BYTES,
                     "the filter of this clone left it out: git fetch --refetch --no-filter");
        else
            snprintf(why, GIT_WHY_BYTES, "%s", unread);
        free(bytes);
        free(object);
    }
    free(commits);
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
    char *path = text_make("%s/%s", results, row->row->file), *bytes = NULL;
    size_t size = 0;
    struct run *run =
        disk_load(path, &bytes, &size) == 0 ? run_of_bytes(row, results, bytes, size, why) : NULL;
    free(bytes);
    free(path);
    *full = run;
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
    char *results = text_make("%.*s..", (int)(disk_base_name(path) - path), path);
    struct row_list rows = { 0 };
    struct text plain = { 0 }, packed = { 0 };
    size_t stale = 0, made = 0;
    struct left_rows left = { 0 };
    int code = row_list_load(&rows, path) ? (int)EXIT_CODE_OK
                                          : message_error("claims: %s", trouble_text());
    claims_hash(list->files, list->count, today);
    for (size_t i = 0; code == EXIT_CODE_OK && i < rows.count; i++) {
        struct run *full = NULL, *again = NULL;
        if (strcmp(rows.rows[i]->row->claims_sha256, today) != 0) {
            stale++;
            again = row_remake(rows.rows[i], results, list, &full, &left);
            made += again ? 1 : 0;
        }
        /* Adds the lines of a row to the text, and those of its forms that it lacks. */
        char *forms, *line = row_lines(again ? again : rows.rows[i], &forms), *end;
        for (char *at = forms; *at; at = end) {
            end = strchr(at, '\n') + 1;
            char *form = text_make("%.*s", (int)(end - at), at);
            if (!strstr(text_string(&plain), form))
                text_add(&plain, form);
            free(form);
        }
        text_add(&plain, line);
        free(forms);
        free(line);
        run_destroy(&again);
        run_destroy(&full);
    }
    left_say(&left);
    if (made > 0) /* all in one stream, which takes half as much as one for each line */
        packed_add(&packed, plain.string, plain.length);
    const int written =
        made > 0 ? output_write(path, OUTPUT_REPLACE, packed.string, packed.length) : 0;
    if (written != 0)
        code = message_error("claims: cannot write '%s': %s", path, output_error(written));
    else if (code == EXIT_CODE_OK)
        message_note(
            "claims: '%s': %zu of %zu rows were made by other claims than today's; %zu made "
            "again",
            path, stale, rows.count, made);
    for (size_t i = 0; i < rows.count; i++)
        run_destroy(&rows.rows[i]);
    free(rows.rows);
    free(results);
    text_finish(&plain);
    text_finish(&packed);
    return code == EXIT_CODE_OK && made < stale ? (int)EXIT_CODE_UNTRIED : code;
}

/* keep ----------------------------------------------------------------------------------------- */

/* Names all that is wrong; `other` has the ceilings that the run took over, `document` its texts as
 * they stand there, and both may be NULL. The exit code: EXIT_CODE_OK where nothing is. */
static int refuse(const struct run *run, const struct run *other, const json_t *document)
{
    char text[KEEP_TEXT_BYTES];
    int code = EXIT_CODE_OK;
    if (document && keep_document_is_odd(document, text))
        code = message_error("keep: '%s': %s", run->path, text);
    for (int fault = 0; fault < KEEP_FAULT_COUNT; fault++) {
        const bool is = fault == KEEP_CACHED && other
                            ? keep_ceilings_differ(run, other, text)
                            : keep_fault_is(run, (enum keep_fault)fault, text);
        if (!is)
            continue;
        message_error("keep: '%s': %s", run->path, text);
        if (code != EXIT_CODE_UNTRIED)
            code =
                fault == KEEP_WRONG || fault == KEEP_CLOCKS ? EXIT_CODE_WRONG : EXIT_CODE_UNTRIED;
    }
    return code;
}

/* The row of a run that is kept in the file; the exit code. */
static int row_put(const struct run *run, const char *kept, bool known, const char *folder)
{
    char *path = NULL;
    struct published_list list = { 0 };
    published_list_shipped(&list);
    const enum row_put put = row_file_put(run, kept, &list, folder, &path);
    int code = EXIT_CODE_OK;
    if (put == ROW_FAILED)
        code = message_error("keep: %s", trouble_text());
    else if (path && put != ROW_THERE)
        message_wrote(path);
    else if (path && !known) /* else the user knows that the run was there */
        message_note("keep: '%s' has the row of '%s' already", path, kept);
    published_list_finish(&list);
    free(path);
    return code;
}

/* Numbers the name where a row has it, of another run: its file may be in git's history alone. */
static void name_number(const struct run *run, const char *slug, char *name, size_t bytes)
{
    struct row_list rows = { 0 };
    char *path = text_make(ROW_FOLDER "/%s" ROW_ENDING, slug);
    bool taken = disk_is_there(path) && row_list_load(&rows, path);
    for (unsigned number = 1; taken; number++) {
        char *wanted = number == 1 ? need_copy(name) : text_make("%s-%u", name, number);
        char *file = text_make("runs/%s/%s" PACK_ENDING, slug, wanted);
        taken = false;
        for (size_t i = 0; i < rows.count && !taken; i++)
            taken = strcmp(rows.rows[i]->row->file, file) == 0 &&
                    strcmp(rows.rows[i]->session.started, run->session.started) != 0;
        if (!taken)
            snprintf(name, bytes, "%s", wanted);
        free(wanted);
        free(file);
    }
    for (size_t i = 0; i < rows.count; i++)
        run_destroy(&rows.rows[i]);
    free(rows.rows);
    free(path);
}

/* Packs the text into the folder, and puts its row beside the others where that is the usual one;
 * the exit code. */
static int text_keep(const struct run *run, const char *text, const char *folder, size_t samples)
{
    char slug[RUN_SLUG_BYTES], name[RUN_SLUG_BYTES];
    size_t bytes = 0;
    run_path_slug(run->device.name, slug);
    keep_name(run, name, sizeof(name));
    const bool usual = !folder && samples == 0;
    if (usual)
        name_number(run, slug, name, sizeof(name));
    char *data = need(pack_text(text, strlen(text), &bytes));
    const struct run_path_kept kept = { folder ? folder : "results/runs", slug, name,
                                        samples > 0 ? "-summary" PACK_ENDING : PACK_ENDING };
    char *path = run_path_keep(&kept, data, bytes);
    const int code = path ? EXIT_CODE_OK : message_error("keep: %s", trouble_text());
    if (path && *trouble_text())
        message_warning("keep: %s", trouble_text());
    else if (path)
        message_wrote(path);
    if (code == EXIT_CODE_OK && !*trouble_text())
        printf("%zu kB\n", (bytes + 999) / 1000);
    const int rows =
        path && usual ? row_put(run, path, *trouble_text() != 0, ROW_FOLDER) : (int)EXIT_CODE_OK;
    if (code == EXIT_CODE_OK && rows == EXIT_CODE_OK && samples == 0) {
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
    }
    free(path);
    free(data);
    return code == EXIT_CODE_OK ? rows : code;
}

static int keep(struct run *run, json_t *document, const char *folder, size_t samples)
{
    /* The text of the file, before it is packed. */
    if (samples > 0)
        run_thin(run, samples);
    json_t *kept = samples > 0 ? run_document(run) : json_incref(document);
    paths_strip(kept);
    char *text = results_dump_summed(kept);
    json_decref(kept);
    int code = EXIT_CODE_OK;
    if (folder && document_stream_is(folder))
        fputs(text, stdout); /* main() looks whether that came to anything */
    else
        code = text_keep(run, text, folder, samples);
    free(text);
    return code;
}

static int keep_run(const struct command_line *line)
{
    const struct options *options = line->options;
    const char *folder = options_value(options, "out-dir");
    const char *of = options_value(options, "ceilings-of");
    if (options_has(options, "rows")) {
        /* Rows of runs that are kept already. */
        int code = EXIT_CODE_OK;
        folder = folder && *folder ? folder : ROW_FOLDER;
        if (options->positional_count == 0)
            return message_error("keep: which run file? claimcheck keep --rows FILE.json.xz...");
        for (size_t i = 0; i < options->positional_count; i++) {
            const char *kept = options->positionals[i];
            struct run *run = run_load(kept);
            const int own =
                run ? row_put(run, kept, false, document_stream_is(folder) ? NULL : folder)
                    : message_error("keep: %s", trouble_text());
            code = code == EXIT_CODE_OK ? own : code;
            run_destroy(&run);
        }
        return code;
    }
    if (options->positional_count != 1)
        return message_error("keep: %s claimcheck keep RUN.json", options->positional_count == 0
                                                                      ? "which run file?"
                                                                      : "one run file at a time:");
    json_t *document = run_file_json(options->positionals[0]);
    struct run *run = document ? run_read(document, options->positionals[0]) : NULL;
    struct run *other = run && of ? run_load(of) : NULL;
    int code = EXIT_CODE_OK;
    if (!run || (of && !other))
        code = message_error("keep: %s", trouble_text());
    if (code == EXIT_CODE_OK && other)
        code = refuse(other, NULL, NULL);
    if (code == EXIT_CODE_OK)
        code = refuse(run, other, document);
    if (run && !kept_folders_check(run)) {
        const int folders = message_error("keep: '%s': %s", run->path, trouble_text());
        code = code == EXIT_CODE_OK ? folders : code;
    }
    if (code == EXIT_CODE_OK)
        code = keep(run, document, folder && *folder ? folder : NULL,
                    (size_t)options_number(options, "samples", 0));
    run_destroy(&other);
    run_destroy(&run);
    json_decref(document);
    return code;
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
