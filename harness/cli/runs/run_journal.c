/* SPDX-License-Identifier: MIT */
#include "harness/cli/runs/run_after.h"

#include "harness/base/disk.h"
#include "harness/base/message.h"
#include "harness/record/journal.h"

#include <stdlib.h>

bool run_journal_keep(const char *path)
{
    char message[MESSAGE_BYTES], word[MESSAGE_BYTES / 2], *aside;
    if (!journal_set_aside(path, &aside, message, sizeof(message)))
        return message_refuse("run: %s", message);
    if (aside) {
        disk_shell_word_shown(aside, word, sizeof(word));
        message_warning("'%s.journal' is of a run that was cut short, and is kept: go on with: "
                        "claimcheck run --resume %s",
                        path, word);
    }
    free(aside);
    return true;
}
