# SPDX-License-Identifier: MIT
# cbt.awk: from the table of a run to the data of its plots: time of a frame over the depth of the tree.
#
# For every sequence and frame with two depths at least writes OUT/NAME.head (gnuplot variables and data blocks; the
# template follows it) and prints "template<TAB>NAME". Needs -v out=FOLDER, and table.awk before it.

{
    if (column("technique") != "cbt" || column("bench") != "update" || column("status") != "ok")
        next
    depth = column("axis.depth") + 0
    median = column("median_ns") + 0
    if (depth <= 0 || median <= 0)
        next
    low = column("low_ns") + 0
    high = column("high_ns") + 0
    group = "sequence " column("axis.sequence") ", frame " column("axis.frame") (column("name") ~ /\/cache:cold$/ ? ", cold caches" : "")
    curve = column("variant")
    if (column("axis.slots") != "")
        curve = curve " " column("axis.slots")
    if (!((group, depth) in seen_depth)) {
        seen_depth[group, depth] = 1
        depths[group]++
    }
    if (!(group in group_of))
        group_of[group] = ++group_count
    names[group_of[group]] = group
    if (!((group, curve) in points))
        curves[group, ++curve_count[group]] = curve
    k = ++points[group, curve]
    at[group, curve, k] = depth
    line[group, curve, k] = sprintf("%d\t%.6g\t%.6g\t%.6g", depth, median / 1e3, (low > 0 ? low : median) / 1e3,
                                    (high > 0 ? high : median) / 1e3)
    where = column("device") ", driver " column("driver") ", " substr(column("started"), 1, 10) ", commit " column("commit")
}

# A data block per curve, by depth.
function write_curve(group, curve, block, file,    i, k, n, order) {
    n = points[group, curve]
    for (i = 1; i <= n; i++) {
        for (k = i - 1; k >= 1 && at[group, curve, order[k]] > at[group, curve, i]; k--)
            order[k + 1] = order[k]
        order[k + 1] = i
    }
    printf "$CURVE%d << EOD\n", block > file
    for (i = 1; i <= n; i++)
        print line[group, curve, order[i]] > file
    print "EOD" > file
}

END {
    for (g = 1; g <= group_count; g++) {
        group = names[g]
        if (depths[group] < 2)
            continue
        name = file_name("cbt.update." group ".depth")
        file = out "/" name ".head"
        printf "# Made by scripts/plot/plot; `gnuplot %s.gp` draws %s.svg and %s.png.\n", name, name, name > file
        printf "name = %s\nplot_title = %s\nworkload = %s\nwhere = %s\n", quoted_text(name), \
            quoted_text("Concurrent binary tree: a frame's time over the greatest depth"), quoted_text(group), \
            quoted_text(where) > file
        titles = ""
        for (c = 1; c <= curve_count[group]; c++) {
            write_curve(group, curves[group, c], c, file)
            titles = titles (c > 1 ? ", " : "") sprintf("$CURVE%d using 1:2:3:4 with yerrorlines lw 1.6 pt %d dt %d title %s", c, \
                c + 3, curves[group, c] ~ /^ocbt/ ? 2 : 1, quoted_text(curves[group, c]))
        }
        printf "curves = \"%s\"\n", titles > file
        close(file)
        print "cbt_update_depth\t" name
    }
}
