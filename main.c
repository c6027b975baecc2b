/* SPDX-License-Identifier: MIT */
#include "bench/registry.h"
#include "harness/cli/cli.h"

int main(int argc, char **argv)
{
    return cli_main(argc, argv, registry_techniques, registry_door, &measurer_sampler);
}
