# SPDX-License-Identifier: MIT
# ceilings.awk: from the table of a run to the data of the plot of bandwidth over the working set.
#
# Writes OUT/NAME.head (gnuplot variables and data blocks; the template follows it) and prints "template<TAB>NAME", when
# the run has two working sets at least. Needs -v out=FOLDER, and table.awk before it.

{
    if (column("technique") != "ceilings" || column("bench") != "bandwidth" || column("status") != "ok")
        next
    bytes = column("axis.bytes") + 0
    median = column("median_ns") + 0
    low = column("low_ns") + 0
    high = column("high_ns") + 0
    if (bytes <= 0 || median <= 0)
        next
    moved = column("bytes_read") + column("bytes_written")
    name = column("variant")
    sizes[bytes]
    size_of[name, ++points[name]] = bytes
    rate[name, points[name]] = moved / median
    rate_low[name, points[name]] = moved / (high > 0 ? high : median)
    rate_high[name, points[name]] = moved / (low > 0 ? low : median)
    where = column("device") ", driver " column("driver") ", " substr(column("started"), 1, 10) ", commit " column("commit")
}

function write_curve(name, file,    i, k, m, order) {
    m = points[name] + 0
    for (i = 1; i <= m; i++) {
        for (k = i - 1; k >= 1 && size_of[name, order[k]] > size_of[name, i]; k--)
            order[k + 1] = order[k]
        order[k + 1] = i
    }
    printf "$%s <<EOD\n", toupper(name) > file
    for (i = 1; i <= m; i++)
        printf "%d\t%.6g\t%.6g\t%.6g\n", size_of[name, order[i]], rate[name, order[i]], rate_low[name, order[i]], \
            rate_high[name, order[i]] > file
    print "EOD" > file
    printf "has_%s = %d\n", name, (m > 0) > file
}

END {
    count = 0
    for (bytes in sizes) {
        count++
        x_low = count == 1 || bytes + 0 < x_low ? bytes + 0 : x_low
        x_high = bytes + 0 > x_high ? bytes + 0 : x_high
    }
    if (count < 2)
        exit 0
    name = "ceilings.bandwidth"
    file = out "/" name ".head"
    printf "# Made by scripts/plot/plot; `gnuplot %s.gp` draws %s.svg and %s.png.\n", name, name, name > file
    printf "name = %s\nplot_title = %s\nwhere = %s\n", quoted_text(name), \
        quoted_text("Ceilings: bandwidth over the working set"), quoted_text(where) > file
    printf "x_low = %.0f\nx_high = %.0f\n", x_low / 1.25, x_high * 1.25 > file
    write_curve("read", file)
    write_curve("copy", file)
    write_curve("write", file)
    close(file)
    print "ceilings_bandwidth\t" name
}
