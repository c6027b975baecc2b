/* SPDX-License-Identifier: MIT */
#include "harness/cli/gate/ab_options.h"

#include "harness/plan/profile.h"
#include "harness/session/ab/ab_filter.h"
#include "harness/session/message.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LAUNCHES_MIN = 4 };

static const double theta_min = 0.001, theta_max = 1, budget_max_s = 7 * 86400;

/* A number above 0 with a unit of the list behind it, "" for none, and what each is worth. False
 * where it is none, or above `most`. */
static bool number_read(const char *text, const char *const *units, const double *worth,
                        double most, double *number)
{
    char *end;
    errno = 0;
    const double read = strtod(text, &end);
    while (*end == ' ')
        end++;
    for (size_t i = 0; units[i]; i++) {
        if (strcmp(end, units[i]) != 0)
            continue;
        *number = read * worth[i];
        return end != text && errno == 0 && *number > 0 && *number <= most;
    }
    return false;
}

static bool take_theta(const char *text, double *theta)
{
    static const char *const units[] = { "%", NULL };
    static const double worth[] = { 0.01 };
    if (!text)
        return true;
    if (number_read(text, units, worth, theta_max, theta) && *theta >= theta_min)
        return true;
    message_error("ab: --theta takes a share such as 3%%, from 0.1%% to 100%%, not '%s'", text);
    return false;
}

static bool take_budget(const char *text, double *seconds)
{
    static const char *const units[] = { "", "s", "m", "min", "h", NULL };
    static const double worth[] = { 1, 1, 60, 60, 3600 };
    if (!text || number_read(text, units, worth, budget_max_s, seconds))
        return true;
    message_error("ab: --budget takes a time such as 90s, 5m or 1h, not '%s'", text);
    return false;
}

/* True where the option is one of both words, or was not given. */
static bool take_word(const struct options *options, const char *name, const char *plain,
                      const char *set, bool *is_set)
{
    const char *value = options_value(options, name);
    *is_set = value && strcmp(value, set) == 0;
    if (!value || *is_set || (plain && strcmp(value, plain) == 0))
        return true;
    message_error("ab: --%s takes %s%s%s, not '%s'", name, plain ? plain : "", plain ? " or " : "",
                  set, value);
    return false;
}

static bool take_exit(const struct options *options, struct gate_exit *rule)
{
    return take_word(options, "on-inconclusive", "pass", "fail", &rule->inconclusive_fails) &&
           take_word(options, "fail-on", NULL, "missing", &rule->missing_fails) &&
           take_word(options, "gate", "strict", "advisory", &rule->advisory);
}

static bool take_params(const struct options *options, struct ab_params *params)
{
    char message[MESSAGE_BYTES];
    uint64_t launches = GATE_LAUNCHES;
    enum bench_profile profile;
    *params = (struct ab_params){
        .commands = { options_value(options, "a"), options_value(options, "b") },
        .filter = options_value(options, "filter"),
        .profile = options_value(options, "profile"),
        .rule = { .theta = gate_theta, .software_times = options_has(options, "times") },
        .seed = (uint64_t)time(NULL),
        .quiet = options_has(options, "quiet"),
    };
    if (!options_has(options, "old-kernels") && (!params->commands[0] || !params->commands[1])) {
        message_error("ab: which two builds? claimcheck ab --a CMD --b CMD, or --old-kernels "
                      "FOLDER");
        return false;
    }
    if (options_has(options, "old-kernels") && (params->commands[0] || params->commands[1])) {
        message_error("ab: --old-kernels is against this build: leave out --a and --b");
        return false;
    }
    if (params->profile && !profile_find(params->profile, &profile)) {
        message_error("ab: there is no profile '%s'; quick, paper or full", params->profile);
        return false;
    }
    if (!options_integer(options, "launches", LAUNCHES_MIN, GATE_LAUNCHES_MAX, &launches, message,
                         sizeof(message)) ||
        !options_integer(options, "seed", 0, INT64_MAX, &params->seed, message, sizeof(message))) {
        message_error("ab: %s", message);
        return false;
    }
    params->rule.launches = (size_t)launches;
    return take_theta(options_value(options, "theta"), &params->rule.theta) &&
           take_budget(options_value(options, "budget"), &params->budget_s);
}

/* A broken one is told before anything is read or measured. */
static bool take_filter(const char *filter)
{
    regex_t expression;
    if (!filter)
        return true;
    if (!ab_filter_compile(filter, &expression))
        return false;
    regfree(&expression);
    return true;
}

bool ab_options_take(const struct options *options, struct ab_params *params,
                     struct gate_exit *rule)
{
    return take_params(options, params) && take_exit(options, rule) && take_filter(params->filter);
}
