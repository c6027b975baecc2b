/* SPDX-License-Identifier: MIT */
/* reyes_models.h: the report's own scenes, which bear no licence to ship: tests of them skip where
 * they are not. */
#ifndef CLAIMCHECK_TESTS_BENCH_REYES_SUBDIVISION_REYES_MODELS_H
#define CLAIMCHECK_TESTS_BENCH_REYES_SUBDIVISION_REYES_MODELS_H

#include "bench/reyes_subdivision/scene/scene.h"
#include "harness/trouble.h"
#include "tests/unit.h"

/* Takes the folder of CLAIMCHECK_TEST_MODELS where CLAIMCHECK_MODELS names none. False, having said
 * so, where the scene is not there. */
static inline bool reyes_models_have(const char *name)
{
    const char *folder = getenv("CLAIMCHECK_TEST_MODELS");
    if (!getenv("CLAIMCHECK_MODELS") && folder)
        setenv("CLAIMCHECK_MODELS", folder, 1);
    if (!reyes_scene_is_missing(name))
        return true;
    print_message("%s\n", trouble_text());
    return false;
}

#endif
