/* SPDX-License-Identifier: MIT */
#include "harness/cli/runs/kept_run.h"

#include "harness/base/data_folder.h"
#include "harness/base/disk.h"
#include "harness/base/need.h"
#include "harness/base/text.h"
#include "harness/base/trouble.h"
#include "harness/cli/session/run_path.h"
#include "harness/os/path.h"
#include "harness/record/profile.h"
#include "harness/record/run/run_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names in a folder, sorted; malloc'ed, and each of them. Empty when it cannot be read. */
struct names {
    char **entries;
    size_t count;
};

static struct names names_read(const char *folder)
{
    struct names names = { NULL, 0 };
    size_t count = 0;
    names.entries = os_path_names(folder, &count);
    for (size_t i = 0; names.entries && i < count; i++) {
        char *name = names.entries[i];
        names.entries[i] = NULL;
        if (name[0] == '.')
            free(name);
        else
            names.entries[names.count++] = name;
    }
    return names;
}

static void names_finish(struct names *names)
{
    os_path_names_free(&names->entries);
}

/* Paths ---------------------------------------------------------------------------------------- */

/* A path from the root as it is seen from the working directory, where it is within that; else the
 * path. A part of it. */
static const char *path_here(const char *path)
{
    char *here = os_path_here();
    const size_t bytes = here ? strlen(here) : 0;
    const bool root = bytes == 1;
    const bool within =
        bytes > 0 && strncmp(path, here, bytes) == 0 &&
        (root ? path[1] != 0 : os_path_separates(path[bytes]) && path[bytes + 1] != 0);
    free(here);
    return !within ? path : path + bytes + (root ? 0 : 1);
}

/* Folders -------------------------------------------------------------------------------------- */

/* Adds the names, less their ending, that have the part: "nvidia-h100-80gb-hbm3, nvidia-h200". */
static void names_join(const struct names *names, const char *part, const char *ending,
                       struct text *text)
{
    for (size_t i = 0; i < names->count; i++)
        if (strstr(names->entries[i], part))
            text_join(text, ", ", "%.*s", (int)(strlen(names->entries[i]) - strlen(ending)),
                      names->entries[i]);
}

static bool ends_in(const char *name, const char *ending)
{
    const size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

/* The one name that is wanted, or that has it as a part; NULL with a message. */
static const char *device_choose(const struct names *names, const char *ending, const char *device,
                                 const char *folder)
{
    char slug[RUN_SLUG_BYTES];
    const char *found = NULL;
    struct text list = { 0 };
    int matches = 0;
    run_path_slug(device, slug);
    for (size_t i = 0; i < names->count; i++) {
        const char *name = names->entries[i];
        if (!strstr(name, slug))
            continue;
        found = name;
        matches++;
        if (strncmp(name, slug, strlen(slug)) == 0 && strcmp(name + strlen(slug), ending) == 0) {
            matches = 1;
            break;
        }
    }
    if (matches == 1)
        return found;
    names_join(names, matches > 0 ? slug : "", ending, &list);
    if (matches > 1)
        trouble("%.100s: %d devices match: %s; give more of its name", device, matches,
                text_string(&list));
    else
        trouble("%.100s: no kept run of such a device in '%s'%s%s", device, path_here(folder),
                list.length > 0 ? "; there are: " : "", text_string(&list));
    text_finish(&list);
    return NULL;
}

char *kept_device_find(const char *folder, const char *ending, const char *device)
{
    char *all = data_folder_find(folder), *path = NULL;
    if (!all) {
        trouble("%.100s: no folder %s beside the executable, above it, or here", device, folder);
        return NULL;
    }
    struct names names = names_read(all);
    size_t count = 0;
    for (size_t i = 0; i < names.count; i++) {
        char *name = names.entries[i];
        names.entries[i] = NULL;
        if (ends_in(name, ending))
            names.entries[count++] = name;
        else
            free(name);
    }
    names.count = count;
    const char *name = device_choose(&names, ending, device, all);
    if (name)
        path = text_make("%s/%s", path_here(all), name);
    names_finish(&names);
    free(all);
    return path;
}

/* Files ---------------------------------------------------------------------------------------- */

/* All cases of the profile. */
static bool is_whole(const struct run *run)
{
    static const char *const narrow[] = { "--filter", "--axis", "--claims", "--kernel" };
    for (size_t i = 0; i < run->session.plan_argument_count; i++)
        for (size_t k = 0; k < sizeof(narrow) / sizeof(narrow[0]); k++)
            if (strncmp(run->session.plan_arguments[i], narrow[k], strlen(narrow[k])) == 0)
                return false;
    return true;
}

/* Whether a is the better one to compare with. */
static bool is_better(const struct run *a, const struct run *b)
{
    if (!b || is_whole(a) != is_whole(b))
        return !b || is_whole(a);
    return strcmp(a->session.started, b->session.started) > 0;
}

/* Loads the head of a run for a comparison; otherwise NULL, with a message for one that cannot be
 * read. */
static struct run *head_load(const char *folder, const char *file)
{
    char *path = text_make("%s/%s", folder, file);
    struct run *run = run_load_head(path_here(path));
    free(path);
    if (run &&
        (!run->session.complete || strcmp(run->session.profile, profile_names[BENCH_PAPER]) != 0))
        run_destroy(&run);
    return run;
}

/* The best of the heads, which it takes out of them; NULL once there is none left. */
static struct run *best_take(struct run **heads, size_t count)
{
    size_t best = count;
    for (size_t i = 0; i < count; i++)
        if (heads[i] && (best == count || is_better(heads[i], heads[best])))
            best = i;
    struct run *head = best < count ? heads[best] : NULL;
    if (head)
        heads[best] = NULL;
    return head;
}

/* The best of the folder's files that can be read; with a message for the last that cannot. */
static struct run *newest_find(const char *folder, const struct names *files)
{
    const size_t count = files->count;
    struct run **heads = need_zeroed(count + 1, sizeof(struct run *)), *head, *run = NULL;
    for (size_t i = 0; i < count; i++)
        heads[i] = head_load(folder, files->entries[i]);
    while (!run && (head = best_take(heads, count))) {
        run = run_load(head->path);
        run_destroy(&head);
    }
    for (size_t i = 0; i < count; i++)
        run_destroy(&heads[i]);
    free(heads);
    return run;
}

/* The newest run of a device's folder. NULL with a message. */
static struct run *kept_run_of(const char *folder)
{
    struct names files = names_read(folder);
    trouble_clear();
    struct run *run = newest_find(folder, &files);
    if (!run)
        trouble("'%s' has no run of the profile %s%s%s", path_here(folder),
                profile_names[BENCH_PAPER], *trouble_text() ? ": " : "", trouble_text());
    names_finish(&files);
    return run;
}

struct run *kept_run_find(const char *device)
{
    char *folder = kept_device_find(KEPT_RUN_FOLDER, "", device);
    struct run *run = folder ? kept_run_of(folder) : NULL;
    free(folder);
    return run;
}

/* Whether a device's folder has one to compare with. */
static bool has_any(const char *runs, const char *device)
{
    char *folder = text_make("%s/%s", runs, device);
    struct run *head = NULL;
    struct names files = names_read(folder);
    for (size_t i = 0; i < files.count && !head; i++)
        head = head_load(folder, files.entries[i]);
    const bool found = head;
    run_destroy(&head);
    names_finish(&files);
    free(folder);
    return found;
}

void kept_run_devices(struct text *text)
{
    char *runs = data_folder_find(KEPT_RUN_FOLDER);
    struct names devices = { NULL, 0 };
    if (runs)
        devices = names_read(runs);
    for (size_t i = 0; i < devices.count; i++)
        if (has_any(runs, devices.entries[i]))
            text_join(text, ", ", "%s", devices.entries[i]);
    names_finish(&devices);
    free(runs);
}

char *kept_run_output(const char *run_file, const char *ending)
{
    const size_t length = strlen(KEPT_RUN_FOLDER);
    const char *kept = strstr(run_file, KEPT_RUN_FOLDER);
    while (kept &&
           (!os_path_separates(kept[length]) || (kept > run_file && !os_path_separates(kept[-1]))))
        kept = strstr(kept + 1, KEPT_RUN_FOLDER);
    const char *path = kept ? disk_base_name(run_file) : run_file;
    return text_make("%.*s%s", (int)run_file_stem_bytes(path), path, ending);
}
