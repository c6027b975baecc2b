/* SPDX-License-Identifier: MIT */
#include "bench/declared/trust.h"

#include "bench/declared/content.h"
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/os/os.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char variable[] = "CLAIMCHECK_TRUST";

/* Hashes what the folder's programs are made of. */
static bool hash_make(const struct declared_spec *spec, char hash[SHA256_TEXT_BYTES], char *message,
                      size_t message_bytes)
{
    struct text text = { 0 };
    for (size_t i = 0; i < spec->command_count; i++)
        for (size_t k = 0; k < spec->commands[i].count; k++)
            text_add_format(&text, "%s %s\n", spec->commands[i].role, spec->commands[i].words[k]);
    const bool good = declared_content_add(&text, spec, true);
    if (good)
        sha256_text(text.string, text.length, hash);
    else
        snprintf(message, message_bytes,
                 "'%.300s' has programs, and not all of its files can be read (of at most 4096)",
                 spec->folder);
    text_finish(&text);
    return good;
}

/* Lines of hashes that the user has accepted, malloc'ed; "" where there are none. */
static char *accepted_load(const char *path)
{
    char *text = NULL;
    size_t size = 0;
    return path && kept_file_load(path, &text, &size) == 0 ? text : need_copy("");
}

static bool is_known(const char *hash)
{
    const char *said = getenv(variable);
    if (said && (strcmp(said, "1") == 0 || strstr(said, hash)))
        return true;
    for (const char *const *known = declared_trust_known; *known; known++)
        if (strcmp(*known, hash) == 0)
            return true;
    char *path = kept_file_state_path("trusted"), *accepted = accepted_load(path);
    const bool found = strstr(accepted, hash);
    free(accepted);
    free(path);
    return found;
}

/* Has later processes know it, and those that this one starts. */
static void accept(const struct declared_spec *spec, const char *hash)
{
    char *path = kept_file_state_path("trusted"), *accepted = accepted_load(path);
    const char *said = getenv(variable);
    char *both = text_make("%s:%s", said ? said : "", hash);
    char *lines = text_make("%s%s %s\n", accepted, hash, disk_base_name(spec->folder));
    os_environment_set(variable, both);
    if (path)
        kept_file_write(path, lines, strlen(lines));
    free(lines);
    free(both);
    free(accepted);
    free(path);
}

/* It has names of variables. */
static bool is_environment(const struct declared_command *command)
{
    return strcmp(command->role, "environment") == 0;
}

/* The command lines as they are declared. */
static char *programs_text(const struct declared_spec *spec)
{
    struct text text = { 0 };
    for (size_t i = 0; i < spec->command_count; i++)
        for (size_t k = 0; k < spec->commands[i].count && !is_environment(&spec->commands[i]);
             k++) {
            char word[256];
            disk_shell_word_shown(spec->commands[i].words[k], word, sizeof(word));
            text_add_format(&text, "%s%s", k > 0 ? " " : text.length > 0 ? "; " : "", word);
        }
    return text_take(&text);
}

static bool refuse(const struct declared_spec *spec, char *message, size_t message_bytes)
{
    char *programs = programs_text(spec);
    snprintf(message, message_bytes,
             "'%.300s' has a program that would run as you, and was not accepted as it is now: "
             "%.300s: read it, then accept it with --trust or CLAIMCHECK_TRUST=1",
             spec->folder, programs);
    printable_clean(message);
    free(programs);
    return false;
}

bool declared_trust_holds(const struct declared_spec *spec, char *message, size_t message_bytes)
{
    char hash[SHA256_TEXT_BYTES];
    return hash_make(spec, hash, message, message_bytes) &&
           (is_known(hash) || refuse(spec, message, message_bytes));
}

static bool answered_yes(const struct declared_spec *spec)
{
    if (!message_can_ask())
        return false;
    char *programs = programs_text(spec);
    message_note("claimcheck: '%s' has a program that you have not accepted as it is now:",
                 spec->folder);
    message_note("  %s", programs);
    const bool yes = message_ask("Run these programs as you?");
    free(programs);
    return yes;
}

bool declared_trust_ask(const struct declared_spec *spec, bool given, char *message,
                        size_t message_bytes)
{
    char hash[SHA256_TEXT_BYTES];
    if (!hash_make(spec, hash, message, message_bytes))
        return false;
    if (is_known(hash))
        return true;
    if (!given && !answered_yes(spec))
        return refuse(spec, message, message_bytes);
    accept(spec, hash);
    return true;
}
