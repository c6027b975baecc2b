# SPDX-License-Identifier: MIT
"""What reading a file of JSON, packed or not, fails with."""
import zlib

UNREADABLE = (OSError, EOFError, ValueError, RecursionError, zlib.error)
