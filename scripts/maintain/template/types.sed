# types.sed: elements of several types in what scripts/new makes. @NAMES@, @TYPES@ and @WORDS@ are put in later.
# The bench.
/^#include "example.kernels.h"/a\
\
#include <string.h>
/^enum { GROUP_SIZE/a\
\
static const char *const type_names[] = { @NAMES@, NULL };\
static const uint32_t type_words[] = { @WORDS@ };
s|^    uint32_t count;$|    size_t type;    /* in type_names */\
    uint32_t each;  /* words of an element */\
    uint32_t count; /* of all words */|
s|^    input->count = (uint32_t)\(context_integer.*\);$|    while (strcmp(type_names[input->type], context_text(context, "type")) != 0)\
        input->type++;\
    input->each = type_words[input->type];\
    input->count = input->each * (uint32_t)\1;|
s/input->words, input->count);/input->words, input->count, input->each);/
s/input_of(c)->words, input_of(c)->count);/input_of(c)->words, input_of(c)->count, input_of(c)->each);/
s/(input_of(c)->count + GROUP_SIZE/(input_of(c)->count \/ input_of(c)->each + GROUP_SIZE/
s/^    const uint32_t count = input_of(c)->count;/    const uint32_t count = input_of(c)->count \/ input_of(c)->each;/
s/c->variant->data/((const struct gpu_shader *const *)c->variant->data)[input_of(c)->type]/
/^static const struct bench_axis axes/a\
    { .name = "type", .help = "of an element", .names = type_names,\
      .values = { "@TYPES@", "@TYPES@", "@TYPES@" }, .check = "@TYPES@" },
# The reference and its test.
s/uint32_t count)/uint32_t count, uint32_t each)/
s|answer\[i\] = words\[count - 1 - i\]; both|Elements of `each` words, the last one first; both|
s/= words\[count - 1 - i\];/= words[count - each - i + 2 * (i % each)];/
s|^\( *example_reference(.*, [13]\));|\1, 1);|
# Kernels.
s/uint \(source\|destination\)\[\]/T \1[]/
s/4 bytes per word/each element once/
