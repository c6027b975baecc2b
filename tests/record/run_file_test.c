/* SPDX-License-Identifier: MIT */
/* run_file_test.c: runs out of files: plain, packed, journals, too large. */
#include "tests/files.h"
#include "tests/record/run_document.h"

#include <lzma.h>
#include <zlib.h>

static const char path[] = "run.json"; /* in a folder of the test */

static size_t pack_gzip(const char *text, size_t size, unsigned char *packed, size_t room)
{
    z_stream stream = { .next_in = (z_const Bytef *)text, .avail_in = (uInt)size };
    assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY), Z_OK);
    stream.next_out = packed;
    stream.avail_out = (uInt)room;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    size_t packed_size = room - stream.avail_out;
    deflateEnd(&stream);
    return packed_size;
}

static size_t pack_xz(const char *text, size_t size, unsigned char *packed, size_t room)
{
    size_t packed_size = 0;
    assert_int_equal(lzma_easy_buffer_encode(0, LZMA_CHECK_CRC32, NULL, (const uint8_t *)text, size,
                                             packed, &packed_size, room),
                     LZMA_OK);
    return packed_size;
}

static size_t (*const packers[])(const char *, size_t, unsigned char *, size_t) = { pack_gzip,
                                                                                    pack_xz };
enum { PACKERS = sizeof(packers) / sizeof(packers[0]) };

static struct run *load(void)
{
    trouble_clear();
    return run_load(path);
}

static void assert_loads(void)
{
    RUN_AUTO *run = load();
    assert_done(run);
    assert_int_equal(run->case_count, 4);
    assert_string_equal(run->path, path);
}

static void assert_load_fails(const char *part)
{
    assert_null(load());
    run_document_assert_line(path);
    run_document_assert_line(part);
}

TEST(test_file)
{
    json_auto_t *document = run_document_full();
    CLEANUP(free_pointer) char *text = json_dumps(document, 0);
    file_write_text(path, text);
    assert_loads();
    json_t *c = json_array_get(json_object_get(document, "cases"), 1);
    json_object_set_new(json_object_get(c, "gpu"), "median_ns", json_integer(0));
    CLEANUP(free_pointer) char *wrong = json_dumps(document, 0);
    file_write_text(path, wrong);
    assert_load_fails("is not a valid run file: "
                      "case 't.b/a/n:1/cache:cold': gpu.median_ns is 0");
    for (size_t cut = 0; cut < strlen(text); cut += 97) {
        file_write(path, text, cut);
        assert_load_fails("is not valid JSON: line 1");
    }
    file_write_text(path, "{\"a\":\x7f\033");
    assert_load_fails("is not valid JSON: line 1");
    assert_null(strpbrk(trouble_text(), "\x7f\033"));
    file_write_text(path, "[]");
    assert_load_fails("it is not an object");
    json_t *paths = json_array();
    for (size_t i = 0; i <= RUN_FILE_PATHS_MAX; i++)
        json_array_append_new(paths, json_string("/x"));
    json_object_set_new(json_object_get(document, "session"), "paths", paths);
    CLEANUP(free_pointer) char *many = json_dumps(document, 0);
    file_write_text(path, many);
    assert_load_fails("session.paths has 1025 files, and 1024 at most are read");
    file_write_text(path, "{\n\"a\": 1,\n\"a\": 2\n}\n");
    assert_load_fails("line 3");
    unlink(path);
    assert_load_fails("No such file");
    assert_null(run_load("/dev/full"));
    run_document_assert_line("not a regular file");
    assert_null(run_load("/tmp"));
    run_document_assert_line("directory");
}

TEST(test_file_too_large)
{
    file_write_text(path, "{}");
    assert_int_equal(truncate(path, (off_t)RUN_FILE_BYTES_MAX + 1), 0);
    assert_load_fails("larger than 256 MiB");
    /* Zeros, packed a thousand to one. */
    const size_t room = RUN_FILE_BYTES_MAX / 256;
    CLEANUP(free_pointer) char *zeros = calloc(1, RUN_FILE_BYTES_MAX + 1);
    unsigned char *packed = malloc(room);
    assert_true(zeros && packed);
    for (int i = 0; i < PACKERS; i++) {
        file_write(path, packed, packers[i](zeros, RUN_FILE_BYTES_MAX + 1, packed, room));
        assert_load_fails("cannot unpack");
        run_document_assert_line("it would be too large");
    }
    free(packed);
}

static void check_packed(const char *text,
                         size_t (*pack)(const char *, size_t, unsigned char *, size_t))
{
    static unsigned char packed[65536];
    size_t size = pack(text, strlen(text), packed, sizeof(packed));
    file_write(path, packed, size);
    assert_loads();
    for (size_t cut = 6; cut < size; cut += 41) {
        file_write(path, packed, cut);
        assert_load_fails("it is cut short, or bytes follow its end");
    }
    packed[size / 2] ^= 0x55;
    file_write(path, packed, size);
    assert_load_fails("cannot unpack");
    run_document_assert_line("it is damaged");
    /* Two members are one file. */
    size = pack(text, 1000, packed, sizeof(packed));
    size += pack(text + 1000, strlen(text) - 1000, packed + size, sizeof(packed) - size);
    file_write(path, packed, size);
    assert_loads();
    memset(packed + size, 'x', 16);
    file_write(path, packed, size + 16);
    assert_load_fails("it is damaged");
}

TEST(test_packed)
{
    json_auto_t *document = run_document_full();
    CLEANUP(free_pointer) char *text = json_dumps(document, 0);
    for (int i = 0; i < PACKERS; i++)
        check_packed(text, packers[i]);
    file_write(path, "\x1f\x8b", 2);
    assert_load_fails("it is cut short, or bytes follow its end");
}

/* A dictionary of 2 GiB is not made, though the file is small: its size is in the block's header,
 * which begins at 12 and ends in its CRC-32, behind two sizes, the filter and a length. */
TEST(test_dictionary)
{
    enum { HEADER = 12, DICTIONARY = HEADER + 6, TWO_GIB = 38 };
    unsigned char packed[256];
    const size_t size = pack_xz("{}", 2, packed, sizeof(packed));
    const size_t header_bytes = 4 * (size_t)packed[HEADER];
    packed[DICTIONARY] = TWO_GIB;
    const uint32_t sum = lzma_crc32(packed + HEADER, header_bytes, 0);
    for (int i = 0; i < 4; i++)
        packed[HEADER + header_bytes + (size_t)i] = (unsigned char)(sum >> 8 * i);
    file_write(path, packed, size);
    assert_load_fails("its dictionary is too large");
}

/* The document as the lines of a journal, without the last `cut` bytes. */
static size_t journal_text(char *text, size_t room, size_t cut)
{
    static const char *const lists[][2] = { { "workloads", "workload" },
                                            { "kernels", "kernel" },
                                            { "cases", "case" } };
    json_t *document = run_document_full(), *kept[3], *entry;
    FILE *out = fmemopen(text, room, "w");
    assert_non_null(out);
    for (int k = 0; k < 3; k++) {
        kept[k] = json_incref(json_object_get(document, lists[k][0]));
        json_object_del(document, lists[k][0]);
    }
    json_dumpf(document, out, JSON_COMPACT);
    for (int k = 0; k < 3; k++) {
        size_t i;
        json_array_foreach(kept[k], i, entry)
        {
            fprintf(out, "\n{\"%s\":", lists[k][1]);
            json_dumpf(entry, out, JSON_COMPACT);
            fputc('}', out);
        }
        json_decref(kept[k]);
    }
    fputc('\n', out);
    assert_int_equal(fclose(out), 0);
    json_decref(document);
    return strlen(text) - cut;
}

TEST(test_journal)
{
    static char text[65536];
    static unsigned char packed[65536];
    size_t size = journal_text(text, sizeof(text), 0);
    file_write(path, text, size);
    assert_loads();
    file_write(path, packed, pack_gzip(text, size, packed, sizeof(packed)));
    assert_loads();
    file_write(path, text, size - 3); /* the last case is cut short */
    RUN_AUTO *run = load();
    assert_non_null(run);
    assert_int_equal(run->case_count, 3);
    static const char *const lines[] = { "{\"case\":{}}\n", "{\"case\":3}\n{" };
    for (size_t i = 0; i < 2; i++) {
        file_write_text(path, unit_text("{\"schema_version\":\"2.0\",\"session\":{\"seed\":1,"
                                        "\"plan_arguments\":[]},\"device\":{\"uuid\":\"0\"}}\n%s",
                                        lines[i]));
        assert_load_fails("line 2");
    }
    char *ratio = strstr(text, "\"pairs\":3");
    assert_non_null(ratio);
    ratio[strlen("\"pairs\":")] = '0';
    file_write(path, text, size);
    assert_load_fails("case 't.b/a/n:1/cache:cold': time_ratio.pairs is 0");
}

int main(void)
{
    return unit_run(folder_enter, folder_remove);
}
