/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

/* How a mark is looked for. */
enum place {
    AT_START,   /* behind blanks, whatever its case */
    LINE_START, /* of any line */
    ANYWHERE,   /* in the first bytes */
};

enum { LOOKED_AT = 1 << 16 };

#define LFS "a Git LFS pointer: fetch the file with git lfs pull"
#define CONFLICT "a file with conflict markers of a merge: choose one side"
#define PAGE "a web page, perhaps one to log in: download the file itself"
#define GOOGLE "a result of google/benchmark, or an export in its form"
#define NVBENCH "a result of nvbench"

static const struct mark {
    enum place place;
    const char *text, *kind;
} marks[] = {
    { AT_START, "version https://git-lfs.github.com/spec/", LFS },
    { AT_START, "<!doctype", PAGE },
    { AT_START, "<html", PAGE },
    { AT_START, "<head", PAGE },
    { AT_START, "<?xml", "XML" },
    { AT_START, "<svg", "an SVG picture" },
    { AT_START, "%PDF-", "a PDF" },
    { AT_START, "diff --git ", "a patch" },
    { AT_START, "{\\rtf", "rich text: save it as plain text" },
    { AT_START, "\x1f\x8b", "packed by gzip: unpack it" },
    { AT_START, "BZh", "packed by bzip2: unpack it" },
    { AT_START, "\x28\xb5\x2f\xfd", "packed by zstd: unpack it" },
    { AT_START, "PK\x03\x04", "a zip archive: unpack it" },
    { AT_START, "SQLite format 3", "an SQLite database, such as an export of Nsight Systems" },
    { AT_START,
      "\x7f"
      "ELF",
      "an executable or library" },
    { AT_START, "\x89PNG", "a PNG picture" },
    { AT_START, "DXBC", "compiled for Direct3D (DXIL): compile it with dxc -spirv" },
    { AT_START, "BC\xc0\xde", "LLVM bitcode" },
    { AT_START, "\x03\x02\x23\x07", "SPIR-V, whose files end in .spv" },
    { AT_START, "\x07\x23\x02\x03", "SPIR-V of the other byte order" },
    { AT_START, "; SPIR-V", "a listing of SPIR-V: make SPIR-V of it with spirv-as" },
    { LINE_START, "<<<<<<< ", CONFLICT },
    { LINE_START, ">>>>>>> ", CONFLICT },
    { ANYWHERE, "\"library_build_type\"", GOOGLE },
    { ANYWHERE, "\"real_time\"", GOOGLE },
    { ANYWHERE, "\"nv/cold/", NVBENCH },
    { ANYWHERE, "\"nvbench\"", NVBENCH },
    { ANYWHERE, "\"axis_values\"", NVBENCH },
    { ANYWHERE, "\"median_abs_dev\"", "a result of criterion" },
    { ANYWHERE, "\"standard_error\"", "a result of criterion" },
    { ANYWHERE, "\"pytest_version\"", "a result of pytest-benchmark" },
    { ANYWHERE, "\"commit_info\"", "a result of pytest-benchmark" },
    { ANYWHERE, "\"exit_codes\"", "a result of hyperfine, or an export in its form" },
    { ANYWHERE, "\"invalidity\"",
      "a T4 file of an autotuner; of Kernel Tuner, the cache file is read" },
    { ANYWHERE, "\"primaryMetric\"", "a result of JMH" },
    { ANYWHERE, "\"traceEvents\"", "a trace of Chrome's form" },
    { ANYWHERE, "\"customBiggerIsBetter\"",
      "a result for github-action-benchmark, or an export in its form" },
    { ANYWHERE, "\"customSmallerIsBetter\"",
      "a result for github-action-benchmark, or an export in its form" },
    { ANYWHERE, "\"benches\"", "a result for github-action-benchmark, or an export in its form" },
    { ANYWHERE, "\"$schema\"", "a JSON schema" },
    { ANYWHERE, "\"ICD\"", "a manifest of a Vulkan driver" },
};

/* Of texts in place of a shader; a word of each language that GLSL, HLSL and Slang lack. */
static const struct mark languages[] = {
    { ANYWHERE, "__global__", "CUDA or HIP" },
    { ANYWHERE, "<<<", "CUDA or HIP" },
    { ANYWHERE, "@compute", "WGSL" },
    { ANYWHERE, "@group(", "WGSL" },
    { ANYWHERE, "@workgroup_size", "WGSL" },
    { ANYWHERE, "__kernel", "OpenCL C" },
    { ANYWHERE, "get_global_id", "OpenCL C" },
    { ANYWHERE, "#include <metal_", "Metal" },
    { ANYWHERE, "[[kernel]]", "Metal" },
    { ANYWHERE, "thread_position_in_grid", "Metal" },
    { ANYWHERE, "@triton.jit", "Triton" },
    { ANYWHERE, "#include <sycl", "SYCL" },
    { ANYWHERE, "sycl::", "SYCL" },
    { LINE_START, ".version ", "PTX" },
    { LINE_START, ".target sm_", "PTX" },
    { ANYWHERE, "#[spirv(", "Rust: compile it with rust-gpu" },
    { LINE_START, "import ", "a module of Python, Slang or another language" },
    { LINE_START, "#!", "a script" },
    { LINE_START, "OpCapability ", "a listing of SPIR-V: make SPIR-V of it with spirv-as" },
};

static bool begins(const char *text, size_t size, const char *mark, bool folded)
{
    const size_t length = strlen(mark);
    return size >= length &&
           (folded ? strncasecmp(text, mark, length) == 0 : memcmp(text, mark, length) == 0);
}

static bool has(const char *text, size_t size, const struct mark *mark)
{
    size_t blank = 0;
    while (blank < size && isspace((unsigned char)text[blank]))
        blank++;
    if (mark->place == AT_START)
        return begins(text + blank, size - blank, mark->text, true);
    for (size_t at = 0; at < size; at++)
        if ((mark->place == ANYWHERE || at == 0 || text[at - 1] == '\n') &&
            begins(text + at, size - at, mark->text, false))
            return true;
    return false;
}

static const char *find(const struct mark *list, size_t count, const char *text, size_t size)
{
    for (size_t i = 0; i < count; i++)
        if (has(text, size < LOOKED_AT ? size : LOOKED_AT, &list[i]))
            return list[i].kind;
    return NULL;
}

const char *text_kind(const char *text, size_t size)
{
    return size == 0 ? "empty" : find(marks, sizeof(marks) / sizeof(marks[0]), text, size);
}

const char *text_kind_source(const char *text, size_t size)
{
    const char *kind = text_kind(text, size);
    return kind ? kind : find(languages, sizeof(languages) / sizeof(languages[0]), text, size);
}
