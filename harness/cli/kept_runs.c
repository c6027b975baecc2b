/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/cli/cli.h"
#include "harness/os/os.h"
#include "harness/record/record.h"
#include "harness/record/run/run.h"

#include <stdlib.h>
#include <string.h>

/* Names in a folder that end so, sorted; malloc'ed, and each of them. Empty when it cannot be
 * read. */
struct names {
    char **entries;
    size_t count;
};

static struct names names_read(const char *folder, const char *ending)
{
    struct names names = { NULL, 0 };
    size_t count = 0;
    names.entries = os_path_names(folder, &count);
    for (size_t i = 0; names.entries && i < count; i++) {
        char *name = names.entries[i];
        names.entries[i] = NULL;
        if (name[0] == '.' || !text_ends(name, ending))
            free(name);
        else
            names.entries[names.count++] = name;
    }
    return names;
}

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
    /* "nvidia-h100-80gb-hbm3, nvidia-h200", less their ending. */
    const char *part = matches > 0 ? slug : "";
    for (size_t i = 0; i < names->count; i++)
        if (strstr(names->entries[i], part))
            text_join(&list, ", ", "%.*s", (int)(strlen(names->entries[i]) - strlen(ending)),
                      names->entries[i]);
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
    struct names names = names_read(all, ending);
    const char *name = device_choose(&names, ending, device, all);
    if (name)
        path = text_make("%s/%s", path_here(all), name);
    os_path_names_free(&names.entries);
    free(all);
    return path;
}

void word_hint(const char *word, char *hint, size_t hint_bytes)
{
    char *rows = NULL;
    *hint = 0;
    if (list_papers_has(word))
        snprintf(hint, hint_bytes, "; of the paper or claim: claimcheck claims %.96s", word);
    else if ((rows = kept_device_find(ROW_FOLDER, ROW_ENDING, word)))
        snprintf(hint, hint_bytes, "; of the kept device: claimcheck claims %.96s", word);
    free(rows);
}

/* All cases of the profile. */
static bool is_whole(const struct run *run)
{
    static const char *const narrow[] = { "filter", "axis", "claims", "kernel" };
    for (size_t i = 0; i < sizeof(narrow) / sizeof(narrow[0]); i++)
        if (run_plan_argument(run, narrow[i]))
            return false;
    return true;
}

/* Loads a run for a comparison; NULL for another one, and with a message where it cannot be
 * read. */
static struct run *whole_load(const char *folder, const char *file)
{
    char *path = text_make("%s/%s", folder, file);
    struct run *run = run_load(path_here(path));
    free(path);
    if (run &&
        (!run->session.complete || strcmp(run->session.profile, profile_names[BENCH_PAPER]) != 0))
        run_destroy(&run);
    return run;
}

/* The newest run of a device's folder. NULL with a message. */
static struct run *kept_run_of(const char *folder)
{
    struct names files = names_read(folder, "");
    struct run *best = NULL;
    trouble_clear();
    for (size_t i = 0; i < files.count; i++) {
        struct run *other = whole_load(folder, files.entries[i]);
        const bool whole = other && is_whole(other);
        if (other && (!best || (whole == is_whole(best)
                                    ? strcmp(other->session.started, best->session.started) > 0
                                    : whole))) {
            run_destroy(&best);
            best = other;
            other = NULL;
        }
        run_destroy(&other);
    }
    if (!best)
        trouble("'%s' has no run of the profile %s%s%s", path_here(folder),
                profile_names[BENCH_PAPER], *trouble_text() ? ": " : "", trouble_text());
    os_path_names_free(&files.entries);
    return best;
}

struct run *kept_run_find(const char *device)
{
    char *folder = kept_device_find(KEPT_RUN_FOLDER, "", device);
    struct run *run = folder ? kept_run_of(folder) : NULL;
    free(folder);
    return run;
}

void kept_run_devices(struct text *text)
{
    char *runs = data_folder_find(KEPT_RUN_FOLDER);
    struct names devices = { NULL, 0 };
    if (runs)
        devices = names_read(runs, "");
    for (size_t i = 0; i < devices.count; i++) {
        char *folder = text_make("%s/%s", runs, devices.entries[i]);
        struct names files = names_read(folder, "");
        bool found = false; /* one to compare with */
        for (size_t k = 0; k < files.count && !found; k++) {
            struct run *run = whole_load(folder, files.entries[k]);
            found = run;
            run_destroy(&run);
        }
        if (found)
            text_join(text, ", ", "%s", devices.entries[i]);
        os_path_names_free(&files.entries);
        free(folder);
    }
    os_path_names_free(&devices.entries);
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

/* Cards ---------------------------------------------------------------------------------------- */

char *kept_rows_path(const struct run *run)
{
    char slug[RUN_SLUG_BYTES], *folder = data_folder_find(ROW_FOLDER);
    run_path_slug(run->device.name, slug);
    char *path = text_make("%s/%s" ROW_ENDING, folder ? folder : ROW_FOLDER, slug);
    free(folder);
    return path;
}

bool card_find_kept(const struct run *run, struct card_shown *card)
{
    struct row_list rows = { 0 };
    char *path = kept_rows_path(run);
    const bool read = !disk_is_there(path) || row_list_load(&rows, path);
    *card = (struct card_shown){ .device = run->device.name };
    card_find(run, rows.rows, rows.count, card->places);
    for (size_t i = 0; i < rows.count; i++)
        run_destroy(&rows.rows[i]);
    free(rows.rows);
    free(path);
    return read;
}

void card_find_say(const struct run *run, struct text *text)
{
    struct card_shown card;
    const struct row_units units = row_units_of(run);
    if (run->device.software || !(units.operations_per_s > 0 || units.copy_bytes_per_s > 0))
        return;
    if (!card_find_kept(run, &card))
        message_warning("the card has no place among others: %s", trouble_text());
    else if (card_measured(&card))
        card_sentence(&card, text);
}
