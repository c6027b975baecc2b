# SPDX-License-Identifier: MIT
"""What scripts/contribution looks at: name its folder and name, kernels their hashes, plausible its times, private what it says
of the machine. Each has troubles(), lines."""
import zlib

# What reading a packed file of JSON fails with.
UNREADABLE = (OSError, EOFError, ValueError, RecursionError, zlib.error)
