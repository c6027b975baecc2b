# SPDX-License-Identifier: MIT
# reyes_subdivision.awk: from the table of a run to the data of a plot per workload: time over the device's memory.
#
# Writes OUT/NAME.head (gnuplot variables and data blocks; the template follows it) and prints "template<TAB>NAME", for
# each workload of bound_and_split that has two amounts of memory at least. Needs -v out=FOLDER, and table.awk before it.

{
    if (column("technique") != "reyes_subdivision" || column("bench") != "bound_and_split" || column("status") != "ok")
        next
    bytes = column("peak_bytes") + 0
    median = column("median_ns") + 0
    if (bytes <= 0 || median <= 0 || column("kind") == "cpu")
        next
    workload = column("workload")
    if (!(workload in seen)) {
        seen[workload]
        order[++workloads] = workload
    }
    # Variants as the run has them are in the order of the key; those with batches or groups are curves.
    variant = column("variant")
    if (!(variant in numbered)) {
        numbered[variant]
        known[++count_known] = variant
    }
    if (amount_count[workload] == 0 || bytes < x_low[workload])
        x_low[workload] = bytes
    if (amount_count[workload] == 0 || median < y_low[workload])
        y_low[workload] = median
    x_high[workload] = bytes > x_high[workload] ? bytes : x_high[workload]
    y_high[workload] = median > y_high[workload] ? median : y_high[workload]
    n = ++points[workload, variant]
    x[workload, variant, n] = bytes
    y[workload, variant, n] = median
    low[workload, variant, n] = column("low_ns") + 0 > 0 ? column("low_ns") + 0 : median
    high[workload, variant, n] = column("high_ns") + 0 > 0 ? column("high_ns") + 0 : median
    if (!((workload, bytes) in amounts)) {
        amounts[workload, bytes]
        amount_count[workload]++
    }
    where = column("device") ", driver " column("driver") ", " substr(column("started"), 1, 10) ", commit " column("commit")
}

# Points by memory, then time.
function write_curve(workload, variant, file, block,    i, k, m, rank) {
    m = points[workload, variant] + 0
    for (i = 1; i <= m; i++) {
        for (k = i - 1; k >= 1 && x[workload, variant, rank[k]] > x[workload, variant, i]; k--)
            rank[k + 1] = rank[k]
        rank[k + 1] = i
    }
    printf "$%s <<EOD\n", block > file
    for (i = 1; i <= m; i++)
        printf "%.6g\t%.6g\t%.6g\t%.6g\n", x[workload, variant, rank[i]] / 1048576, y[workload, variant, rank[i]] / 1000, \
            low[workload, variant, rank[i]] / 1000, high[workload, variant, rank[i]] / 1000 > file
    print "EOD" > file
}

END {
    for (w = 1; w <= workloads; w++) {
        workload = order[w]
        if (amount_count[workload] < 2)
            continue
        name = file_name(workload) ".memory"
        file = out "/" name ".head"
        printf "# Made by scripts/plot/plot; `gnuplot %s.gp` draws %s.svg and %s.png.\n", name, name, name > file
        printf "name = %s\nplot_title = %s\nworkload = %s\nwhere = %s\n", quoted_text(name), \
            quoted_text("Reyes bound-and-split: time over memory"), quoted_text(workload), quoted_text(where) > file
        printf "x_low = %.6g\nx_high = %.6g\ny_low = %.6g\ny_high = %.6g\n", x_low[workload] / 1.15 / 1048576, \
            x_high[workload] * 1.15 / 1048576, y_low[workload] / 1300, y_high[workload] * 1.3 / 1000 > file
        curves = 0
        titles = ""
        for (v = 1; v <= count_known; v++) {
            if (points[workload, known[v]] + 0 == 0)
                continue
            curves++
            write_curve(workload, known[v], file, "CURVE" curves)
            titles = titles (curves > 1 ? " " : "") known[v]
        }
        printf "curves = %d\ntitles = %s\n", curves, quoted_text(titles) > file
        # A block by its number needs a name of its own in gnuplot.
        printf "curve_plot = \"" > file
        for (v = 1; v <= curves; v++)
            printf "%s$CURVE%d using 1:2 with lines lw 1.5 lc %d title word(titles, %d) noenhanced, " \
                "$CURVE%d using 1:2:3:4 with yerrorbars pt %d ps 0.8 lc %d notitle", (v > 1 ? ", " : ""), v, v, v, v, v + 3, v > file
        print "\"" > file
        close(file)
        print "reyes_memory\t" name
    }
}
