/* SPDX-License-Identifier: MIT */
#include "harness/record/schema_version.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

const char *schema_version_fault(const json_t *version, char text[SCHEMA_VERSION_BYTES])
{
    static const char remedy[] = "and this claimcheck reads 2: ";
    static const char older[] = "read it by the claimcheck that wrote it, or measure again";
    static const char newer[] = "it was written by a newer claimcheck, use that one";
    int major = 0, minor = 0, used = 0;
    const char *word = json_string_value(version);
    if (json_integer_value(version) == 1) {
        snprintf(text, SCHEMA_VERSION_BYTES, "is 1, %s%s", remedy, older);
        return text;
    }
    const bool numbered = word && strspn(word, "0123456789.") == strlen(word) &&
                          sscanf(word, "%4d.%4d%n", &major, &minor, &used) == 2 && !word[used];
    if (!version)
        snprintf(text, SCHEMA_VERSION_BYTES, "is missing");
    else if (!numbered || major == 0)
        snprintf(text, SCHEMA_VERSION_BYTES, "is not a version that any claimcheck wrote");
    else if (major != SCHEMA_VERSION_MAJOR)
        snprintf(text, SCHEMA_VERSION_BYTES, "is %s, %s%s", word, remedy,
                 major < SCHEMA_VERSION_MAJOR ? older : newer);
    else
        return NULL;
    return text;
}
