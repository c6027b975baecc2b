# SPDX-License-Identifier: MIT
"""Rank correlation with ties."""
import math

TIE = 0.015


def ranks_of(values, tie=TIE):
    """Ranks from 1 on. From the least value up, all that are at most `tie` above the first of them are a tie, and share
    the mean of their ranks."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    ranks = [0.0] * len(values)
    begin = 0
    while begin < len(order):
        end = begin
        while end < len(order) and values[order[end]] <= values[order[begin]] * (1 + tie):
            end += 1
        for i in order[begin:end]:
            ranks[i] = (begin + 1 + end) / 2
        begin = end
    return ranks


def spearman(first, second, tie=TIE):
    """Pearson's correlation of the ranks; None where one side is all ties, or there are fewer than two."""
    a, b = ranks_of(first, tie), ranks_of(second, tie)
    mean = (len(a) + 1) / 2
    var_a, var_b = sum((x - mean) ** 2 for x in a), sum((y - mean) ** 2 for y in b)
    if var_a == 0 or var_b == 0:
        return None
    return sum((x - mean) * (y - mean) for x, y in zip(a, b)) / math.sqrt(var_a * var_b)
