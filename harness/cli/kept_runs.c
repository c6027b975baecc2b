/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

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

static void names_finish(struct names *names)
{
    os_path_names_free(&names->entries);
}

/* A path from the root as it is seen from the working directory, where it is within that; else the
 * path. A part of it. */
static const char *path_here(const char *path)
{
    OWNED char *here = os_path_here();
    const size_t bytes = here ? strlen(here) : 0;
    const bool root = bytes == 1;
    if (bytes == 0 || strncmp(path, here, bytes) != 0 ||
        !(root ? path[1] != 0 : os_path_separates(path[bytes]) && path[bytes + 1] != 0))
        return path;
    return path + bytes + (root ? 0 : 1);
}

/* The one name that is wanted, or that has it as a part; NULL with a message. */
static const char *device_choose(const struct names *names, const char *ending, const char *device,
                                 const char *folder)
{
    const char *found = NULL;
    OWNED_TEXT struct text list = { 0 };
    int matches = 0;
    const char *slug = run_path_slug(device, RUN_PATH_ROOM);
    for (size_t i = 0; i < names->count; i++) {
        const char *name = names->entries[i];
        if (!strstr(name, slug))
            continue;
        found = name;
        matches++;
        if (strncmp(name, slug, strlen(slug)) == 0 && strcmp(name + strlen(slug), ending) == 0)
            return found;
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
    return NULL;
}

char *kept_device_find(const char *folder, const char *ending, const char *device)
{
    OWNED char *all = data_folder_find(folder);
    if (!all) {
        trouble("%.100s: no folder %s beside the executable, above it, or here", device, folder);
        return NULL;
    }
    OWNED_BY(names_finish) struct names names = names_read(all, ending);
    const char *name = device_choose(&names, ending, device, all);
    return name ? text_make("%s/%s", path_here(all), name) : NULL;
}

char *word_hint(const char *word)
{
    const bool claims = list_papers_has(word);
    OWNED char *rows = claims ? NULL : kept_device_find(ROW_FOLDER, ROW_ENDING, word);
    return !claims && !rows ? need_copy("")
                            : text_make("; of the %s: claimcheck claims %.96s",
                                        claims ? "paper or claim" : "kept device", word);
}

/* All cases of the profile. */
static bool is_whole(const struct run *run)
{
    static const char *const narrow[] = { "filter", "axis", "claims", "kernel" };
    for (size_t i = 0; i < COUNT_OF(narrow); i++)
        if (run_plan_argument(run, narrow[i]))
            return false;
    return true;
}

/* Loads a run for a comparison; NULL for another one, and with a message where it cannot be
 * read. */
static struct run *whole_load(const char *folder, const char *file)
{
    OWNED char *path = text_make("%s/%s", folder, file);
    struct run *run = run_load(path_here(path));
    if (run &&
        (!run->session.complete || strcmp(run->session.profile, profile_names[BENCH_PAPER]) != 0))
        run_destroy(&run);
    return run;
}

struct run *kept_run_find(const char *device)
{
    OWNED char *folder = kept_device_find(KEPT_RUN_FOLDER, "", device);
    if (!folder)
        return NULL;
    OWNED_BY(names_finish) struct names files = names_read(folder, "");
    struct run *best = NULL;
    trouble_clear();
    for (size_t i = 0; i < files.count; i++) {
        OWNED_BY(run_destroy) struct run *other = whole_load(folder, files.entries[i]);
        const bool whole = other && is_whole(other);
        if (!other || (best && (whole == is_whole(best)
                                    ? strcmp(other->session.started, best->session.started) <= 0
                                    : !whole)))
            continue;
        run_destroy(&best);
        best = other;
        other = NULL;
    }
    if (!best)
        trouble("'%s' has no run of the profile %s%s%s", path_here(folder),
                profile_names[BENCH_PAPER], *trouble_text() ? ": " : "", trouble_text());
    return best;
}

void kept_run_devices(struct text *text)
{
    OWNED char *runs = data_folder_find(KEPT_RUN_FOLDER);
    OWNED_BY(names_finish)
    struct names devices = runs ? names_read(runs, "") : (struct names){ 0 };
    for (size_t i = 0; i < devices.count; i++) {
        OWNED char *folder = text_make("%s/%s", runs, devices.entries[i]);
        OWNED_BY(names_finish) struct names files = names_read(folder, "");
        bool found = false; /* one to compare with */
        for (size_t k = 0; k < files.count && !found; k++) {
            OWNED_BY(run_destroy) struct run *run = whole_load(folder, files.entries[k]);
            found = run;
        }
        if (found)
            text_join(text, ", ", "%s", devices.entries[i]);
    }
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
    OWNED char *folder = data_folder_find(ROW_FOLDER);
    const char *slug = run_path_slug(run->device.name, RUN_PATH_ROOM);
    return text_make("%s/%s" ROW_ENDING, folder ? folder : ROW_FOLDER, slug);
}

bool card_find_kept(const struct run *run, struct card_shown *card)
{
    OWNED_BY(row_list_finish) struct row_list rows = { 0 };
    OWNED char *path = kept_rows_path(run);
    const bool read = !disk_is_there(path) || row_list_load(&rows, path);
    *card = (struct card_shown){ .device = run->device.name };
    card_find(run, rows.rows, rows.count, card->places);
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
