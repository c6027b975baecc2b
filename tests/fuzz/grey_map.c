/* SPDX-License-Identifier: MIT */
/* grey_map.c: PGM and PNG. */
#include "tests/fuzz/fuzz.h"

#include "harness/image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char message[512] = "", *bytes = fuzz_copy(data, size);
    struct grey_map map;
    if (grey_map_parse(&map, bytes, size, FUZZ_PATH, message, sizeof(message))) {
        for (size_t i = 0; i < (size_t)map.width * map.height; i++)
            if (map.values[i] > map.maximum)
                abort();
    } else {
        fuzz_check_line(message);
    }
    grey_map_finish(&map);
    free(bytes);
    return 0;
}
