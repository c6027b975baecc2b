#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a command on a terminal of so many columns, and prints what it gets; standard error, too, unless a file is named for it.

  tests/cli/terminal.py COLUMNS ERRORS|- COMMAND...      exit code: that of the command
"""
import fcntl
import os
import pty
import struct
import sys
import termios

columns, errors, *command = sys.argv[1:]
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("4H", 40, int(columns), 0, 0))
    if errors != "-":
        os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666), 2)
    os.execv(command[0], command)
while True:
    try:
        data = os.read(terminal, 65536)
    except OSError:
        break
    if not data:
        break
    sys.stdout.buffer.write(data)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
