# SPDX-License-Identifier: MIT
import claimcheck_program as cc

numpy = cc.need("numpy")


def execute(c):
    numpy.cumsum(c.source, out=c.sums)


cc.main("numpy " + numpy.__version__, execute)
