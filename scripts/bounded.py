# SPDX-License-Identifier: MIT
"""The text of a file, packed or not, up to what the executable reads of one: few megabytes unpack to more than memory."""
import gzip

# DISK_LOAD_BYTES_MAX of harness/base/disk.h.
BYTES_MAX = 256 << 20


def text_of(path):
    """Raises what unreadable.UNREADABLE has."""
    with (gzip.open if str(path).endswith(".gz") else open)(path, "rb") as file:
        data = file.read(BYTES_MAX + 1)
    if len(data) > BYTES_MAX:
        raise ValueError(f"it is larger than {BYTES_MAX >> 20} MiB")
    return data.decode("utf-8")
