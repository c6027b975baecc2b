/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/engine/gpu/gpu.h"
#include "harness/engine/gpu/loader.h"

#include <ctype.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* One that can be timed, and else one that at least compiles. */
static int choose_best(const struct gpu_info *infos, int count, char message[GPU_MESSAGE_BYTES])
{
    static const enum gpu_kind order[] = { GPU_DISCRETE, GPU_INTEGRATED, GPU_VIRTUAL, GPU_CPU,
                                           GPU_OTHER };
    for (int timed = 1; timed >= 0; timed--)
        for (size_t kind = 0; kind < sizeof(order) / sizeof(order[0]); kind++)
            for (int i = 0; i < count; i++)
                if (infos[i].usable && infos[i].kind == order[kind] &&
                    (!timed || !gpu_info_untimed(&infos[i])))
                    return i;
    if (count > 0)
        snprintf(message, GPU_MESSAGE_BYTES,
                 "no Vulkan device here can be used, '%s' because %s; see `claimcheck devices`",
                 infos[0].name, infos[0].unusable_reason);
    else if (!gpu_loader_say(message))
        snprintf(message, GPU_MESSAGE_BYTES,
                 "no Vulkan device found; install a driver (on Debian, mesa-vulkan-drivers has one "
                 "for the CPU)");
    if (count == 0)
        need_limits_say(message, GPU_MESSAGE_BYTES);
    return -1;
}

/* UUIDs are accepted with and without hyphens. */
static bool is_uuid(const char *selector)
{
    size_t digits = 0;
    for (; isxdigit((unsigned char)*selector) || *selector == '-'; selector++)
        digits += *selector != '-';
    return digits == 32 && *selector == '\0';
}

static bool uuid_equal(const char *selector, const char *uuid)
{
    for (; *selector; selector++) {
        if (*selector == '-')
            continue;
        if (tolower((unsigned char)*selector) != *uuid)
            return false;
        uuid++;
    }
    return *uuid == '\0';
}

/* The one device whose name has the expression, or whose UUID the selector is, where that is NULL.
 * Two devices may have one UUID. */
static int choose_only(const struct gpu_info *infos, int count, const char *selector,
                       const regex_t *expression, char message[GPU_MESSAGE_BYTES])
{
    int found = -1;
    size_t used = (size_t)snprintf(message, GPU_MESSAGE_BYTES, "no device matches '%.100s'; there ",
                                   selector);
    for (int i = 0; i < count && used < GPU_MESSAGE_BYTES; i++)
        used += (size_t)snprintf(message + used, GPU_MESSAGE_BYTES - used, "%s %d '%.60s'",
                                 i > 0       ? ","
                                 : count > 1 ? "are"
                                             : "is",
                                 i, infos[i].name);
    for (int i = 0; i < count; i++) {
        if (expression ? regexec(expression, infos[i].name, 0, NULL, 0) != 0
                       : !uuid_equal(selector, infos[i].uuid))
            continue;
        if (found >= 0) {
            snprintf(message, GPU_MESSAGE_BYTES,
                     "device '%s' fits several: %d '%.80s' and %d '%.80s'; give the index",
                     selector, found, infos[found].name, i, infos[i].name);
            return -1;
        }
        found = i;
    }
    return found;
}

/* Accepts an expression no longer than a name, with few enough repetitions for regcomp(), which
 * writes them out in memory. */
static bool is_modest(const char *expression)
{
    enum { LENGTH_MAX = 256, DOUBLED_MAX = 8 };
    size_t doubled = 0, counted = 0;
    for (const char *at = expression; *at; at++) {
        doubled += *at == '+';
        counted += *at == '{';
    }
    return strlen(expression) <= LENGTH_MAX && doubled <= DOUBLED_MAX && counted <= 1;
}

/* The one device of that name as `claimcheck devices` prints it, whatever it is as an expression;
 * -1 where none or several are. */
static int choose_named(const struct gpu_info *infos, int count, const char *selector)
{
    int found = -1, matches = 0;
    for (int i = 0; i < count; i++) {
        if (strcasecmp(infos[i].name, selector) != 0)
            continue;
        found = i;
        matches++;
    }
    return matches == 1 ? found : -1;
}

static int choose_matching(const struct gpu_info *infos, int count, const char *selector,
                           char message[GPU_MESSAGE_BYTES])
{
    regex_t regex;
    if (is_uuid(selector))
        return choose_only(infos, count, selector, NULL, message);
    const int named = choose_named(infos, count, selector);
    if (named >= 0)
        return named;
    if (!is_modest(selector) ||
        regcomp(&regex, selector, REG_EXTENDED | REG_ICASE | REG_NOSUB) != 0) {
        snprintf(message, GPU_MESSAGE_BYTES, "device '%.200s' is not a valid regular expression",
                 selector);
        return -1;
    }
    const int found = choose_only(infos, count, selector, &regex, message);
    regfree(&regex);
    return found;
}

static bool is_index(const char *selector)
{
    const size_t digits = strspn(selector, "0123456789");
    return digits > 0 && digits < 8 && selector[digits] == '\0';
}

int gpu_choose(const struct gpu_info *infos, int count, const char *selector,
               char message[GPU_MESSAGE_BYTES])
{
    int found;
    if (!selector || count == 0)
        return choose_best(infos, count, message);
    if (!*selector) {
        snprintf(message, GPU_MESSAGE_BYTES,
                 "the device '' is empty: name one, or leave --device out");
        return -1;
    }
    if (is_index(selector)) {
        found = atoi(selector) < count ? atoi(selector) : -1;
        if (found < 0)
            snprintf(message, GPU_MESSAGE_BYTES,
                     "device %s does not exist: there are %d, from 0; see `claimcheck devices`",
                     selector, count);
    } else {
        found = choose_matching(infos, count, selector, message);
    }
    if (found >= 0 && !infos[found].usable) {
        snprintf(message, GPU_MESSAGE_BYTES, "device %d '%.80s' cannot be used: %s", found,
                 infos[found].name, infos[found].unusable_reason);
        return -1;
    }
    return found;
}

bool gpu_info_is_software(const struct gpu_info *info)
{
    return info && info->kind == GPU_CPU;
}
