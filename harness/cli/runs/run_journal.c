/* SPDX-License-Identifier: MIT */
#include "harness/base/trouble.h"
#include "harness/cli/runs/run_after.h"

#include "harness/base/disk.h"
#include "harness/base/message.h"
#include "harness/record/journal.h"

#include <stdlib.h>

bool run_journal_keep(const char *path)
{
    char word[MESSAGE_BYTES / 2], *aside;
    if (!journal_set_aside(path, &aside))
        return message_refuse("run: %s", trouble_text());
    if (aside) {
        disk_shell_word_shown(aside, word, sizeof(word));
        message_warning("'%s.journal' is of a run that was cut short, and is kept: go on with: "
                        "claimcheck run --resume %s",
                        path, word);
    }
    free(aside);
    return true;
}
