/* SPDX-License-Identifier: MIT */
#include "harness/engine/cpu/cpu.h"
#include "harness/engine/cpu/cpu_clock.h"
#include "harness/engine/session/session.h"
#include "harness/os/os.h"
#include "tests/made_tree.h"

static void write_sys(const char *path, const char *text)
{
    char whole[256];
    snprintf(whole, sizeof(whole), "/sys/devices/system/cpu/%s", path);
    made_file(whole, text);
}

static void write_cache(int index, const char *type, const char *level, const char *size,
                        const char *shared)
{
    static const char *const names[] = { "type", "level", "size", "shared_cpu_list" };
    const char *const texts[] = { type, level, size, shared };
    for (int i = 0; i < 4; i++) {
        char path[128];
        snprintf(path, sizeof(path), "cpu0/cache/index%d/%s", index, names[i]);
        write_sys(path, texts[i]);
    }
}

TEST_IN(test_host_is_read, folder_make, folder_remove)
{
    struct cpu_host host;
    made_file("/proc/cpuinfo",
              "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 143\n"
              "model name\t: Intel(R) Xeon(R) Processor\nstepping\t: 8\nmicrocode\t: 0x2b\n"
              "flags\t\t: fpu model name : no\n\n"
              "processor\t: 1\nmodel name\t: Another\nstepping\t: 9\n\n");
    write_sys("online", "0-7,16-23\n");
    write_sys("cpu0/topology/thread_siblings_list", "0,16\n");
    write_sys("cpu0/cpufreq/scaling_governor", "powersave\n");
    write_sys("cpu0/cpufreq/base_frequency", "2000000\n");
    write_sys("cpu0/cpufreq/cpuinfo_max_freq", "3500000\n");
    write_cache(0, "Data\n", "1\n", "48K\n", "0,16\n");
    write_cache(1, "Instruction\n", "1\n", "32K\n", "0,16\n");
    write_cache(2, "Unified\n", "2\n", "2048K\n", "0,16\n");
    write_cache(3, "Unified\n", "3\n", "30M\n", "0-3,16-19\n");
    cpu_host_read(&host, folder);
    assert_string_equal(host.model, "Intel(R) Xeon(R) Processor");
    assert_string_equal(host.vendor, "GenuineIntel");
    assert_string_equal(host.revision, "family 6 model 143 stepping 8");
    assert_string_equal(host.microcode, "0x2b");
    assert_string_equal(host.governor, "powersave");
    assert_int_equal(host.cpus, 16);
    assert_int_equal(host.cores, 8);
    assert_true(host.usable >= 1);
    assert_true(host.base_hz == 2e9 && host.max_hz == 3.5e9);
    assert_int_equal(host.data[0].bytes, 48 << 10);
    assert_int_equal(host.data[1].bytes, 2 << 20);
    assert_int_equal(host.data[2].bytes, 30 << 20);
    assert_int_equal(host.data[2].shared, 8);
    assert_int_equal(host.data[3].bytes, 0);
    assert_int_equal(cpu_host_last_level_bytes(&host), 2 * (30 << 20));
}

TEST_IN(test_host_of_arm_is_read, folder_make, folder_remove)
{
    struct cpu_host host;
    made_file("/proc/cpuinfo", "processor\t: 0\nBogoMIPS\t: 50.00\nCPU implementer\t: 0x41\n"
                               "CPU variant\t: 0x3\nCPU part\t: 0xd0c\nCPU revision\t: 1\n");
    cpu_host_read(&host, folder);
    assert_string_equal(host.model, "");
    assert_string_equal(host.vendor, "0x41");
    assert_string_equal(host.revision, "variant 0x3 part 0xd0c revision 1");
}

TEST_IN(test_host_that_says_nothing_is_no_trouble, folder_make, folder_remove)
{
    struct cpu_host host;
    cpu_host_read(&host, folder);
    assert_string_equal(host.model, "");
    assert_true(host.cpus >= 1 && host.cores == host.cpus);
    assert_true(host.base_hz == 0 && host.max_hz == 0);
    assert_int_equal(cpu_host_last_level_bytes(&host), 0);
    assert_true(cpu_cache_sweep_bytes(&host) >= 64 << 20);
    host.data[2] = (struct cpu_host_cache){ 100 << 20, 1 };
    host.cpus = 2;
    host.memory_bytes = 0;
    assert_int_equal(cpu_cache_sweep_bytes(&host), 400 << 20);
    host.memory_bytes = UINT64_C(1) << 30;
    assert_int_equal(cpu_cache_sweep_bytes(&host), 128 << 20);
    made_file("/proc/cpuinfo", "model name\n: \nmodel name : \n");
    write_sys("online", "\n");
    write_cache(0, "Data\n", "9\n", "x\n", "\n");
    write_cache(1, "Unified\n", "2\n", "64K\n", "5-2\n");
    cpu_host_read(&host, folder);
    assert_string_equal(host.model, "");
    assert_int_equal(host.data[1].bytes, 64 << 10);
    assert_int_equal(host.data[1].shared, 1);
}

TEST(test_host_of_this_machine)
{
    struct cpu_host host;
    cpu_host_read(&host, "");
    assert_true(host.cpus >= 1 && host.cores >= 1 && host.cores <= host.cpus);
    assert_true(host.usable >= 1 && host.memory_bytes > 0);
    assert_true(os_machine_load() >= 0);
    assert_true(cpu_clock_probe().probe_ns > 0);
    assert_true(cpu_clock_probe().core_hz >= 0);
}

TEST(test_sweep_passes_every_line)
{
    enum { LINES = 1001, WORDS = CPU_CACHE_LINE_BYTES / 8 };
    for (uint32_t threads = 1; threads <= 3; threads++) {
        CLEANUP(cpu_pool_destroy) struct cpu_pool *pool = cpu_pool_create(threads);
        CLEANUP(cpu_cache_destroy)
        struct cpu_cache *cache = cpu_cache_create(LINES * CPU_CACHE_LINE_BYTES + 5);
        assert_int_equal(cpu_cache_bytes(cache), LINES * CPU_CACHE_LINE_BYTES);
        for (int sweeps = 1; sweeps <= 2; sweeps++) {
            cpu_cache_sweep(cache, pool, CPU_CACHE_SWEEP);
            cpu_cache_sweep(cache, pool, CPU_CACHE_READ);
            for (size_t i = 0; i < LINES * WORDS; i++)
                assert_int_equal(cpu_cache_written(cache)[i], i % WORDS == 0 ? sweeps : 0);
        }
        cpu_cache_destroy(&cache); /* and NULL at the end */
    }
}

/* The hash is of this program: HMAC-SHA-256 with the machine's id as its key. */
TEST_IN(test_host_has_a_hash, folder_make, folder_remove)
{
    static const char wanted[] = "32e53aff9e4657af47cce2b80911931e937f5c8e5521e3a685dd323993579c3b";
    static const struct {
        const char *text;
        bool known;
    } ids[] = {
        { "0123456789abcdef0123456789abcdef\n", true },
        { "0123456789ABCDEF0123456789abcdef", true },
        { "0123456789abcdef0123456789abcde\n", false },
        { "uninitialized\n", false },
        { "0123456789abcdef0123456789abcdef0\n", false },
        { "", false },
        { "00000000000000000000000000000000\n", false },
        { "0123456789abcdef0123456789abcdef other\n", false },
    };
    char hash[SHA256_TEXT_BYTES];
    assert_false(host_hash(folder, hash));
    for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
        made_file("/etc/machine-id", ids[i].text);
        assert_true(host_hash(folder, hash) == ids[i].known);
        assert_string_equal(hash, ids[i].known ? wanted : "");
    }
}

/* By which file the kernel shows a GPU, and what it says of it. */
TEST_IN(test_gpu_is_seen, folder_make, folder_remove)
{
    struct os_machine_gpu gpu;
    made_file("/dev/nvidiactl", "");
    made_file("/dev/dri/card0", "");
    assert_false(os_machine_gpu(folder, &gpu));
    made_file("/dev/kfd", "");
    assert_true(os_machine_gpu(folder, &gpu));
    assert_string_equal(gpu.node, "/dev/kfd");
    made_file("/dev/dri/renderD128", "");
    made_file("/sys/class/drm/renderD128/device/vendor", "0x1af4\n");
    assert_true(os_machine_gpu(folder, &gpu));
    assert_string_equal(gpu.node, "/dev/kfd"); /* the other is a display of a virtual machine */
    made_file("/sys/class/drm/renderD128/device/vendor", "0x1002\n");
    made_file("/sys/class/drm/renderD128/device/device", "0x744c\n");
    made_file("/sys/class/drm/renderD128/device/uevent", "PCI_ID=1\nDRIVER=amdgpu\n");
    made_file("/usr/share/vulkan/icd.d/radeon_icd.x86_64.json", "{}");
    assert_true(os_machine_gpu(folder, &gpu));
    assert_string_equal(gpu.node, "/dev/dri/renderD128");
    assert_string_equal(gpu.name, "PCI 1002:744c of amdgpu");
    assert_string_equal(gpu.manifest, "/usr/share/vulkan/icd.d/radeon_icd.x86_64.json");
    made_file("/dev/dxg", "");
    assert_true(os_machine_gpu(folder, &gpu));
    assert_string_equal(gpu.node, "/dev/dxg");
    made_file("/dev/nvidia0", "");
    assert_true(os_machine_gpu(folder, &gpu));
    assert_string_equal(gpu.node, "/dev/nvidia0");
    assert_string_equal(gpu.name, "");
    assert_string_equal(gpu.manifest, "");
    assert_false(gpu.contained);
    made_file("/proc/driver/nvidia/gpus/0000:06:00.0/information",
              "Model: \t\t A Card\nIRQ:   \t\t 11\n");
    made_file("/proc/driver/nvidia/version",
              "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.95.05  Release\n");
    made_file("/.dockerenv", "");
    assert_true(os_machine_gpu(folder, &gpu));
    assert_string_equal(gpu.name, "A Card");
    assert_string_equal(gpu.version, "580.95.05");
    assert_true(gpu.contained);
}

/* Control groups of either version limit the CPUs. */
TEST_IN(test_quota_is_read, folder_make, folder_remove)
{
    struct cpu_host host;
    cpu_host_read(&host, folder);
    assert_true(isnan(host.quota_cpus));
    assert_true(isnan(cpu_host_throttled_s(folder)));
    made_file("/proc/self/cgroup", "12:cpu,cpuacct:/a/b\n0::/pod/one\n");
    made_file("/sys/fs/cgroup/pod/one/cpu.max", "max 100000\n");
    cpu_host_read(&host, folder);
    assert_true(isnan(host.quota_cpus));
    made_file("/sys/fs/cgroup/pod/cpu.max", "150000 100000\n"); /* of the group around it */
    made_file("/sys/fs/cgroup/pod/cpu.stat", "nr_throttled 3\nthrottled_usec 2500000\n");
    cpu_host_read(&host, folder);
    assert_float_equal(host.quota_cpus, 1.5, 1e-9);
    assert_float_equal(cpu_host_throttled_s(folder), 2.5, 1e-9);
    made_file("/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "50000\n");
    made_file("/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "100000\n");
    made_file("/sys/fs/cgroup/cpu,cpuacct/a/cpu.stat",
              "nr_throttled 3\nthrottled_time 4000000000\n");
    cpu_host_read(&host, folder);
    assert_float_equal(host.quota_cpus, 0.5, 1e-9);
    assert_float_equal(cpu_host_throttled_s(folder), 4, 1e-9);
}
