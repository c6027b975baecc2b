/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/engine/gpu/gpu.h"
#include "harness/engine/gpu/private.h"

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

/* Reads the digits of a UUID behind what other tools put before it: "GPU-" and "MIG-" of NVIDIA's,
 * "{" and "UUID: ". Hyphens are for the reader alone. False for what is none. */
static bool uuid_read(const char *selector, char digits[33])
{
    static const char *const before[] = { "GPU-",      "MIG-", "uuid:", "urn:uuid:",
                                          "vulkan://", "{",    " " };
    size_t count = 0;
    for (size_t i = 0; i < COUNT_OF(before); i++)
        if (strncasecmp(selector, before[i], strlen(before[i])) == 0)
            return uuid_read(selector + strlen(before[i]), digits);
    for (; isxdigit((unsigned char)*selector) || *selector == '-'; selector++)
        if (*selector != '-' && count++ < 32)
            digits[count - 1] = (char)tolower((unsigned char)*selector);
    digits[count < 32 ? count : 32] = 0;
    return count == 32 && strspn(selector, "} ") == strlen(selector);
}

static bool uuid_is(const struct gpu_info *info, const char *selector)
{
    char digits[33];
    return uuid_read(selector, digits) && strcmp(digits, info->uuid) == 0;
}

/* The begin of a UUID behind "GPU-" or "MIG-", as CUDA_VISIBLE_DEVICES takes it. */
static bool short_uuid_is(const struct gpu_info *info, const char *selector)
{
    enum { DIGITS_LEAST = 8 };
    const char *digit = selector + strlen("GPU-");
    size_t digits = 0;
    if (strncasecmp(selector, "GPU-", 4) != 0 && strncasecmp(selector, "MIG-", 4) != 0)
        return false;
    for (; isxdigit((unsigned char)*digit) || *digit == '-'; digit++)
        if (*digit != '-' && tolower((unsigned char)*digit) != info->uuid[digits++])
            return false;
    return !*digit && digits >= DIGITS_LEAST;
}

/* Parses a place on the PCI bus as devices, lspci and nvidia-smi print it: with or without the
 * domain, which has 4 to 8 digits; and as DRI_PRIME has it. */
static bool bus_parse(const char *text, unsigned place[4])
{
    int used = 0;
    if (sscanf(text, "pci-%x_%x_%x_%x%n", &place[0], &place[1], &place[2], &place[3], &used) == 4 &&
        text[used] == 0)
        return true;
    place[0] = 0;
    if (sscanf(text, "%x:%x:%x.%x%n", &place[0], &place[1], &place[2], &place[3], &used) == 4 &&
        text[used] == 0)
        return true;
    used = 0;
    place[0] = 0;
    return sscanf(text, "%x:%x.%x%n", &place[1], &place[2], &place[3], &used) == 3 &&
           text[used] == 0;
}

static bool bus_is(const struct gpu_info *info, const char *selector)
{
    unsigned wanted[4], has[4];
    return bus_parse(selector, wanted) && bus_parse(info->pci_bus, has) &&
           memcmp(wanted, has, sizeof(has)) == 0;
}

/* The numbers of vendor and device, as Mesa's and DXVK's choice of a device prints them. */
static bool numbers_are(const struct gpu_info *info, const char *selector)
{
    unsigned vendor, device;
    int used = 0;
    return sscanf(selector, "%x:%x%n", &vendor, &device, &used) == 2 &&
           (selector[used] == 0 || strcmp(selector + used, "!") == 0) &&
           vendor == info->vendor_id && device == info->device_id;
}

/* A number of at least three digits in a name, whole: "4090" of "RTX 4090", and no index. */
static bool model_is(const struct gpu_info *info, const char *selector)
{
    const size_t length = strlen(selector);
    const char *at = info->name;
    while (length >= 3 && *(at += strcspn(at, "0123456789"))) {
        const size_t digits = strspn(at, "0123456789");
        if (digits == length && strncmp(at, selector, length) == 0)
            return true;
        at += digits;
    }
    return false;
}

static bool kind_is(const struct gpu_info *info, const char *selector)
{
    return strcasecmp(gpu_kind_name(info->kind), selector) == 0;
}

/* The letter or digit at or behind *at, in lower case; ' ' for all that is between two, 0 at the
 * end. */
static int letter_next(const char **at)
{
    const char *begin = *at;
    while (**at && !isalnum((unsigned char)**at) && (unsigned char)**at < 128)
        (*at)++;
    if (!**at)
        return 0;
    return *at > begin ? ' ' : tolower((unsigned char)*(*at)++);
}

static bool letters_equal(const char *name, const char *selector)
{
    int a, b;
    do {
        a = letter_next(&name);
        b = letter_next(&selector);
    } while (a == b && a != 0);
    return a == b;
}

/* The name, or as files of runs have it: "nvidia-h100"; and with the kind behind it that
 * `claimcheck devices` prints. */
static bool name_is(const struct gpu_info *info, const char *selector)
{
    char line[sizeof(info->name) + 64];
    snprintf(line, sizeof(line), "%s (%s%s)", info->name, gpu_kind_name(info->kind),
             gpu_info_is_software(info) ? ", software" : "");
    return letters_equal(info->name, selector) || letters_equal(line, selector);
}

/* A part of the name as it is printed, "Radeon Graphics (RADV", which is another expression. */
static bool part_is(const struct gpu_info *info, const char *selector)
{
    return strcasestr(info->name, selector);
}

typedef bool is_meant_fn(const struct gpu_info *info, const char *selector);

/* The one device that is meant by it, or whose name has the expression where `is_meant` is NULL.
 * Two devices may have one UUID. */
static int choose_only(const struct gpu_info *infos, int count, const char *selector,
                       is_meant_fn *is_meant, const regex_t *expression,
                       char message[GPU_MESSAGE_BYTES])
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
        if (is_meant ? !is_meant(&infos[i], selector)
                     : regexec(expression, infos[i].name, 0, NULL, 0) != 0)
            continue;
        if (found >= 0) {
            snprintf(message, GPU_MESSAGE_BYTES,
                     "device '%.100s' fits several: %d '%.80s' and %d '%.80s'; give the index",
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

static int choose_matching(const struct gpu_info *infos, int count, const char *selector,
                           char message[GPU_MESSAGE_BYTES])
{
    /* A name, whatever it is as an expression, and what else `devices` and other tools print. */
    static is_meant_fn *const words[] = { name_is, bus_is, numbers_are, short_uuid_is, part_is };
    char digits[33];
    regex_t regex;
    if (uuid_read(selector, digits))
        return choose_only(infos, count, selector, uuid_is, NULL, message);
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        const int found = choose_only(infos, count, selector, words[i], NULL, message);
        if (found >= 0 || strstr(message, "fits several"))
            return found;
    }
    if (!is_modest(selector) ||
        regcomp(&regex, selector, REG_EXTENDED | REG_ICASE | REG_NOSUB) != 0) {
        snprintf(message, GPU_MESSAGE_BYTES, "device '%.200s' is not a valid regular expression",
                 selector);
        return -1;
    }
    int found = choose_only(infos, count, selector, NULL, &regex, message);
    regfree(&regex);
    if (found < 0 && !strstr(message, "fits several")) {
        char other[GPU_MESSAGE_BYTES];
        found = choose_only(infos, count, selector, kind_is, NULL, other);
        if (strstr(other, "fits several"))
            memcpy(message, other, sizeof(other));
    }
    return found;
}

int gpu_choose(const struct gpu_info *infos, int count, const char *selector,
               char message[GPU_MESSAGE_BYTES])
{
    int found;
    char uuid[33];
    if (!selector || count == 0)
        return choose_best(infos, count, message);
    if (!*selector) {
        snprintf(message, GPU_MESSAGE_BYTES,
                 "the device '' is empty: name one, or leave --device out");
        return -1;
    }
    /* An index, also behind the words that tools put before it: "GPU 0", "GPU0", "Vulkan0",
     * "device 0", "cuda:0", "#0". */
    static const char *const before[] = { "GPU", "Vulkan", "device", "cuda", "#" };
    const char *number = selector;
    for (size_t i = 0; i < sizeof(before) / sizeof(before[0]) && number == selector; i++)
        if (strncasecmp(selector, before[i], strlen(before[i])) == 0)
            number += strlen(before[i]) + strspn(selector + strlen(before[i]), " :#/");
    const size_t digits = strspn(number, "0123456789");
    const int index = digits > 0 && digits < 8 && number[digits] == '\0' ? atoi(number) : -1;
    if (index >= 0 && index < count)
        found = index;
    else if (strspn(selector, "0123456789") == strlen(selector) && !uuid_read(selector, uuid))
        found = choose_only(infos, count, selector, model_is, NULL, message);
    else
        found = choose_matching(infos, count, selector, message);
    if (found < 0 && index >= 0 && !strstr(message, "fits several"))
        snprintf(message, GPU_MESSAGE_BYTES,
                 "device %.100s does not exist: there %s %d, from 0, and no name has that number; "
                 "see `claimcheck devices`",
                 selector, count == 1 ? "is" : "are", count);
    if (found >= 0 && found == index && strncasecmp(selector, "cuda", 4) == 0 &&
        gpu_info_is_software(&infos[found])) {
        snprintf(message, GPU_MESSAGE_BYTES,
                 "device %d is '%.80s', which CUDA does not have; --device %d takes it, and "
                 "`claimcheck devices` has all",
                 found, infos[found].name, found);
        return -1;
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
