/* SPDX-License-Identifier: MIT */
#include "harness/cli/runs/card_find.h"

#include "harness/base/data_folder.h"
#include "harness/base/disk.h"
#include "harness/base/message.h"
#include "harness/base/trouble.h"
#include "harness/cli/runs/row_file.h"
#include "harness/cli/session/run_path.h"

#include <stdlib.h>

bool card_find_kept(const struct run *run, struct card_shown *card)
{
    struct row_list rows = { 0 };
    char slug[RUN_SLUG_BYTES], *folder = data_folder_find(ROW_FOLDER);
    run_path_slug(run->device.name, slug);
    char *path = text_make("%s/%s" ROW_ENDING, folder ? folder : ROW_FOLDER, slug);
    const bool read = !disk_is_there(path) || row_list_load(&rows, path);
    *card = (struct card_shown){ .device = run->device.name };
    card_find(run, rows.rows, rows.count, card->places);
    for (size_t i = 0; i < rows.count; i++)
        run_destroy(&rows.rows[i]);
    free(rows.rows);
    free(path);
    free(folder);
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
