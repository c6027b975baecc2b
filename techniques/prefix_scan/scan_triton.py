# SPDX-License-Identifier: MIT
"""Sums of blocks, torch's scan of these, then each block."""
import claimcheck_program as cc

torch, triton = cc.need("torch"), cc.need("triton")
tl = cc.need("triton.language")


@triton.jit
def block_sums(source, totals, n, SIZE: tl.constexpr):
    at = tl.program_id(0) * SIZE + tl.arange(0, SIZE)
    tl.store(totals + tl.program_id(0), tl.sum(tl.load(source + at, at < n, 0)))


@triton.jit
def block_scans(source, totals, sums, n, SIZE: tl.constexpr):
    at = tl.program_id(0) * SIZE + tl.arange(0, SIZE)
    words = tl.load(source + at, at < n, 0)
    before = tl.load(totals + tl.program_id(0)) - tl.sum(words)
    tl.store(sums + at, before + tl.cumsum(words, 0), at < n)


def set_up(c):
    c.n, c.size = c.point["elements"], 2048
    c.blocks = triton.cdiv(c.n, c.size)
    c.totals = torch.empty(c.blocks, dtype=c.source.dtype, device="cuda")
    c.before = torch.empty_like(c.totals)


def execute(c):
    block_sums[(c.blocks,)](c.source, c.totals, c.n, c.size)
    torch.cumsum(c.totals, 0, dtype=c.totals.dtype, out=c.before)
    block_scans[(c.blocks,)](c.source, c.before, c.sums, c.n, c.size)


cc.main("Triton " + triton.__version__, execute, set_up, back="torch")
