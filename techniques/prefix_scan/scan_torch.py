# SPDX-License-Identifier: MIT
import claimcheck_program as cc

torch = cc.need("torch")


def execute(c):  # torch sums 32 bits in 64 unless it is told
    torch.cumsum(c.source, 0, dtype=c.source.dtype, out=c.sums)


cc.main("torch " + torch.__version__, execute, back="torch")
