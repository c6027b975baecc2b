/* SPDX-License-Identifier: MIT */
#include "harness/cli/runs/row_file.h"

#include "harness/analysis/claims/claims.h"
#include "harness/base/data_folder.h"
#include "harness/base/disk.h"
#include "harness/base/exit_code.h"
#include "harness/base/message.h"
#include "harness/base/need.h"
#include "harness/base/output.h"
#include "harness/base/sha256.h"
#include "harness/base/text.h"
#include "harness/base/trouble.h"
#include "harness/cli/runs/git.h"
#include "harness/cli/session/run_path.h"
#include "harness/os/path.h"
#include "harness/record/pack.h"
#include "harness/record/row.h"
#include "harness/record/run/run_file.h"
#include "harness/record/run/run_unpack.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The bytes of a file of rows, and its lines; both empty where there is no such file. */
struct lines {
    char *packed, *text;
    size_t packed_bytes, bytes;
};

static bool lines_load(struct lines *lines, const char *path)
{
    const int code = disk_load(path, &lines->packed, &lines->packed_bytes);
    if (code == ENOENT)
        return true;
    const char *fault = code != 0 ? strerror(code)
                                  : run_unpack(lines->packed, lines->packed_bytes,
                                               RUN_FILE_BYTES_MAX, &lines->text, &lines->bytes);
    if (fault)
        trouble("cannot read '%s': %s", path, fault);
    return !fault;
}

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

static enum row_put file_put(const char *path, const char *line, const char *forms)
{
    struct lines lines = { 0 };
    struct text file = { 0 };
    enum row_put put = ROW_FAILED;
    int code = 0;
    if (lines_load(&lines, path)) {
        put = line_put(&lines, line, forms, &file);
        code = put == ROW_THERE ? 0 : disk_make_folders(path, 0777);
        if (code == 0 && put != ROW_THERE)
            code = output_write(path, OUTPUT_REPLACE, file.string, file.length);
    }
    if (code != 0) {
        put = ROW_FAILED;
        trouble("cannot write '%s': %s", path, output_error(code));
    }
    free(lines.packed);
    free(lines.text);
    text_finish(&file);
    return put;
}

enum row_put row_file_put(const struct run *run, const char *kept,
                          const struct published_list *list, const char *folder, char **path)
{
    char slug[RUN_SLUG_BYTES], sha256[SHA256_TEXT_BYTES];
    enum row_put put = ROW_ADDED;
    const int code = sha256_file(kept, sha256);
    *path = NULL;
    if (code != 0) {
        disk_say_unread(kept, code);
        return ROW_FAILED;
    }
    run_path_slug(run->device.name, slug);
    struct run *row = claims_row_make(run, list->files, list->count);
    claims_row_fill(row, list->files, list->count);
    char *file = text_make("runs/%s/%s", slug, disk_base_name(kept));
    row->row->file = file;
    row->row->sha256 = sha256;
    char *forms, *line = row_lines(row, &forms);
    if (folder) {
        *path = text_make("%s/%s" ROW_ENDING, folder, slug);
        put = file_put(*path, line, forms);
    } else {
        printf("%s%s", forms, line); /* main() looks whether that came to anything */
    }
    free(line);
    free(forms);
    free(file);
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
    if (!run && git_old_text(results, bytes, size, &text, &size, why) &&
        !(run = bytes_read(row, text, size)))
        snprintf(why, GIT_WHY_BYTES, "scripts/maintain/bounded.py does not make a run of it");
    free(text);
    return run;
}

static struct run *run_of_tree(const struct run *row, const char *results, char why[GIT_WHY_BYTES])
{
    char *path = text_make("%s/%s", results, row->row->file), *bytes = NULL;
    size_t size = 0;
    struct run *run =
        disk_load(path, &bytes, &size) == 0 ? run_of_bytes(row, results, bytes, size, why) : NULL;
    free(bytes);
    free(path);
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
        free(bytes);
        free(object);
    }
    free(commits);
    return run;
}

/* Adds the lines of a row to the text, and those of its forms that it lacks. */
static void row_add(struct text *plain, struct text *packed, const struct run *row)
{
    char *forms, *line = row_lines(row, &forms), *end;
    for (char *at = forms; *at; at = end) {
        end = strchr(at, '\n') + 1;
        char *form = text_make("%.*s", (int)(end - at), at);
        if (!strstr(text_string(plain), form)) {
            text_add(plain, form);
            packed_add(packed, form, strlen(form));
        }
        free(form);
    }
    packed_add(packed, line, strlen(line));
    free(forms);
    free(line);
}

/* The row made anew; NULL where its run is not here. */
static struct run *row_remake(const struct run *row, const char *results,
                              const struct published_list *list, struct run **full)
{
    char why[GIT_WHY_BYTES] = "";
    *full = run_of_tree(row, results, why);
    if (!*full && !why[0])
        *full = run_of_history(row, results, why);
    if (!*full) {
        message_note("claims: the row of '%s' stays as it was made: %s", row->row->file, why);
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
    int code = row_list_load(&rows, path) ? (int)EXIT_CODE_OK
                                          : message_error("claims: %s", trouble_text());
    claims_hash(list->files, list->count, today);
    for (size_t i = 0; code == EXIT_CODE_OK && i < rows.count; i++) {
        struct run *full = NULL, *again = NULL;
        if (strcmp(rows.rows[i]->row->claims_sha256, today) != 0) {
            stale++;
            again = row_remake(rows.rows[i], results, list, &full);
            made += again ? 1 : 0;
        }
        row_add(&plain, &packed, again ? again : rows.rows[i]);
        run_destroy(&again);
        run_destroy(&full);
    }
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
