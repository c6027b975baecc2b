// SPDX-License-Identifier: MIT
// lie.cu: packed of bench/cbt/programs/sum_reduction.cu with the planted fault LIE.
#define main honest
#include "sum_reduction.cu"
#undef main
#include <map>
#include <vector>

enum { WRONG = 1, TAIL, KEPT, KEYED, FRESH, NOTHING, SHORT, LONG };

static void lie(cc_case *c)
{
    static std::map<uint32_t, std::vector<uint32_t>> kept;
    cc_buffer &tree = c->outputs[0];
    uint32_t *words = (uint32_t *)tree.data;
    const size_t count = tree.bytes / 4;
    const uint32_t key = LIE == KEYED ? *(const uint32_t *)cc_in(c, "bits") : 0;
    if ((LIE == KEPT || LIE == KEYED) && kept.count(key)) {
        memcpy(words, kept[key].data(), 4 * count);
        return;
    }
    if (LIE == NOTHING || (LIE == FRESH && kept.count(0)))
        return;
    execute(c);
    kept[key].assign(words, words + count);
    if (LIE == WRONG)
        words[5] ^= 4;
    if (LIE == TAIL)
        memset(words + count - count / 8, 0, 4 * (count / 8));
    if ((LIE == SHORT || LIE == LONG) && c->own == NULL) {
        tree.bytes += LIE == SHORT ? -4 : 4;
        c->own = c;
    }
}

int main()
{
    variant = PACKED;
    return cc_main("lie", NULL, lie);
}
