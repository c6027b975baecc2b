# SPDX-License-Identifier: MIT
# tile_subdivision.awk: from the table of a run (claimcheck export --format csv) to the data of its plots.
#
# For every workload writes OUT/NAME.head (gnuplot variables and data blocks; the template follows it) and prints
# "template<TAB>NAME". Needs -v out=FOLDER, and table.awk before it.

function log2(x) {
    return log(x) / log(2)
}

# Axes of a workload: "map:scene  top:10".
function workload_words(workload,    words) {
    words = workload
    sub(/^[^\/]*\//, "", words)
    gsub(/\//, "  ", words)
    return words
}

# Picks the unit of a plot by its largest time.
function choose_unit(largest_ns) {
    if (largest_ns >= 2e9) { unit = "s"; unit_ns = 1e9 }
    else if (largest_ns >= 2e6) { unit = "ms"; unit_ns = 1e6 }
    else if (largest_ns >= 2e3) { unit = "µs"; unit_ns = 1e3 }
    else { unit = "ns"; unit_ns = 1 }
}

# "12.3 µs": three digits in the unit that fits.
function time_text(ns) {
    if (ns >= 1e9) return digits(ns / 1e9) " s"
    if (ns >= 1e6) return digits(ns / 1e6) " ms"
    if (ns >= 1e3) return digits(ns / 1e3) " µs"
    return digits(ns) " ns"
}

function digits(x) {
    if (x >= 99.95) return sprintf("%.0f", x)
    if (x >= 9.995) return sprintf("%.1f", x)
    return sprintf("%.2f", x)
}

# What a case is, beside the name of its variant: axes of the variant, and where it ran.
function case_words(i,    words) {
    words = variant[i]
    if (levels[i] != "")
        words = words "  S=" levels[i]
    if (block[i] != "")
        words = words "  block " block[i]
    if (passes[i] == "minimal")
        words = words "  minimal passes"
    if (group[i] != first_group[i])
        words = words "  group " group[i]
    if (source[i] == "image")
        words = words "  image"
    if (kind[i] == "cpu")
        words = words " (CPU, wall time)"
    else if (kind[i] == "host_driven")
        words = words " (host in the loop, wall time)"
    return words
}

# Okabe and Ito (2008). per_level and subtree keep the colours of the paper's bars, red and blue.
function colour_of(name) {
    if (name == "per_level") return "0xD55E00"
    if (name == "subtree") return "0x0072B2"
    if (name == "per_level_lean") return "0xE69F00"
    if (name == "ancestors_first" || name == "fused_mip") return "0x009E73"
    if (name == "histopyramid") return "0xCC79A7"
    if (name == "flat") return "0x56B4E9"
    if (name == "recursion") return "0x777777"
    return "0x000000"
}

# Point shapes of gnuplot: filled circle, square, triangle, diamond, ...
function shape_of(name) {
    if (name == "per_level") return 5
    if (name == "subtree") return 7
    if (name == "per_level_lean") return 4
    if (name == "ancestors_first") return 9
    if (name == "fused_mip") return 11
    if (name == "histopyramid") return 13
    if (name == "flat") return 6
    if (name == "recursion") return 3
    return 2
}

function is_timed(i) {
    return status[i] == "ok" && median[i] > 0 && low[i] > 0 && high[i] > 0
}

# The host is named where a case of the CPU is drawn or told.
function write_common(file, w, name, title,    where) {
    where = device[w] ", driver " driver[w] ", " substr(started[w], 1, 10) ", commit " commit[w]
    if (host[w] != "")
        where = where "; CPU: " host[w]
    printf "# Made by scripts/plot/plot; `gnuplot %s.gp` draws %s.svg and %s.png.\n", name, name, name > file
    printf "name = %s\n", quoted_text(name) > file
    printf "plot_title = %s\n", quoted_text(title) > file
    printf "workload = %s\n", quoted_text(bench[w] "   " workload_words(w)) > file
    printf "where = %s\n", quoted_text(where) > file
}

# After the paper's Figure 8: time against SUBTREE_LEVELS, all else as horizontal lines.
function write_subtree_levels(w,    i, k, n, m, name, file, base, largest, y_low, y_high, order, best, labels, f, gap,
                              tick, decade, text, levels_max, last, fastest, beyond, mantissas) {
    n = 0
    base = 0
    largest = 0
    y_low = 0
    y_high = 0
    levels_max = 0
    delete best
    for (k = 1; k <= cases[w]; k++) {
        i = member[w, k]
        if (!is_timed(i) || aside[i])
            continue
        if (variant[i] == "subtree" && levels[i] != "") {
            if (!n++ || median[i] < median[fastest])
                fastest = i
            if (levels[i] + 0 > levels_max) {
                levels_max = levels[i] + 0
                last = i
            }
        } else if (variant[i] == "per_level")
            base = i
        if (kind[i] != "gpu")
            continue # decided below: it must not stretch the axis
        if (variant[i] != "subtree" && (!(variant[i] in best) || median[i] < median[best[variant[i]]]))
            best[variant[i]] = i
        if (high[i] > largest)
            largest = high[i]
        if (y_low == 0 || low[i] < y_low)
            y_low = low[i]
        if (high[i] > y_high)
            y_high = high[i]
    }
    if (n == 0)
        return
    beyond = ""
    for (k = 1; k <= cases[w]; k++) {
        i = member[w, k]
        if (!is_timed(i) || kind[i] == "gpu" || aside[i])
            continue
        if (low[i] < y_low / off_scale || high[i] > y_high * off_scale) {
            beyond = beyond "  Off the scale: " case_words(i) ", " time_text(median[i]) "."
            continue
        }
        best[variant[i]] = i
        y_low = low[i] < y_low ? low[i] : y_low
        y_high = high[i] > y_high ? high[i] : y_high
    }
    choose_unit(largest / 5)
    y_low = y_low / 1.3
    y_high = y_high * 1.3
    if (y_high / y_low < 4) {
        y_high *= 1.5
        y_low /= 1.5
    }

    # Horizontal lines from the lowest; labels are pushed apart where they would touch.
    m = 0
    order[++m] = last
    for (text in best)
        order[++m] = best[text]
    for (k = 2; k <= m; k++) {
        i = order[k]
        for (f = k - 1; f >= 1 && median[order[f]] > median[i]; f--)
            order[f + 1] = order[f]
        order[f + 1] = i
    }
    gap = 0.042
    for (k = 1; k <= m; k++) {
        labels[k] = log(median[order[k]] / y_low) / log(y_high / y_low)
        if (labels[k] < gap / 2)
            labels[k] = gap / 2
        if (k > 1 && labels[k] < labels[k - 1] + gap)
            labels[k] = labels[k - 1] + gap
    }
    f = 1 - gap / 2
    for (k = m; k >= 1 && labels[k] > f; k--) {
        labels[k] = f
        f -= gap
    }

    name = file_name(w) ".subtree_levels"
    file = out "/" name ".head"
    write_common(file, w, name, "Adaptive tile subdivision: time against SUBTREE_LEVELS")
    printf "unit = '%s'\nlevels_max = %d\ny_low = %.6g\ny_high = %.6g\n", unit, levels_max < 2 ? 2 : levels_max, \
        y_low / unit_ns, y_high / unit_ns > file
    text = ""
    f = split(y_high / y_low < 12 ? "1 1.5 2 3 4 5 7" : "1 2 5", mantissas, " ")
    for (decade = -3; decade <= 7; decade++)
        for (k = 1; k <= f; k++) {
            tick = mantissas[k] * 10 ^ decade
            if (tick * unit_ns >= y_low && tick * unit_ns <= y_high)
                text = text (text == "" ? "" : ", ") sprintf("'%g' %g", tick, tick)
        }
    printf "set ytics (%s)\n", text > file
    print "# SUBTREE_LEVELS, median, low, high" > file
    print "$SUBTREE << EOD" > file
    for (f = 1; f <= levels_max; f++)
        for (k = 1; k <= cases[w]; k++) {
            i = member[w, k]
            if (variant[i] == "subtree" && is_timed(i) && !aside[i] && levels[i] + 0 == f)
                printf "%d\t%.6g\t%.6g\t%.6g\n", f, median[i] / unit_ns, low[i] / unit_ns, high[i] / unit_ns > file
        }
    print "EOD" > file
    print "# label, median, low, high, colour, y of the label, 1 for the baseline, 2 for the last point of subtree" > file
    print "$LINES << EOD" > file
    for (k = 1; k <= m; k++) {
        i = order[k]
        text = i == last ? "subtree, best S=" levels[fastest] : case_words(i)
        f = i == last ? fastest : i
        if (speedup[f] > 0 && i != base && kind[i] != "cpu")
            text = text "  " digits(speedup[f]) "x"
        printf "%s\t%.6g\t%.6g\t%.6g\t%s\t%.6g\t%d\n", data_text(text), median[i] / unit_ns, low[i] / unit_ns, \
            high[i] / unit_ns, colour_of(variant[i]), y_low * (y_high / y_low) ^ labels[k] / unit_ns, \
            (i == last ? 2 : i == base) > file
    }
    print "EOD" > file
    printf "has_base = %d\nhas_lines = %d\nbeyond = %s\n", (base != 0), (m > 0), quoted_text(beyond) > file
    close(file)
    print "tile_subdivision_subtree_levels\t" name
}

# Dot and whisker: speed-up of every case over per_level.
function write_variants(w,    i, k, n, f, name, file, order, x_low, x_high, text, e, others, row, shown, ticks) {
    n = 0
    others = 0
    x_low = 1
    x_high = 1
    delete order
    for (k = 1; k <= cases[w]; k++) {
        i = member[w, k]
        if (variant[i] == "per_level" && is_timed(i) && !aside[i]) {
            speedup[i] = 1
            speedup_low[i] = 1
            speedup_high[i] = 1
        }
        shown = is_timed(i) && speedup[i] > 0 && speedup_low[i] > 0 && speedup_high[i] > 0
        if (!shown) {
            others++
            continue
        }
        order[++n] = i
        if (kind[i] != "gpu")
            continue # must not stretch the axis
        if (speedup_low[i] < x_low)
            x_low = speedup_low[i]
        if (speedup_high[i] > x_high)
            x_high = speedup_high[i]
    }
    if (n < 2)
        return
    for (k = f = 1; k <= n; k++) {
        i = order[k]
        # The ratio between host and device is no speed-up of a method: it is told in words.
        away[i] = kind[i] == "cpu" || \
            kind[i] != "gpu" && (speedup_low[i] < x_low / off_scale || speedup_high[i] > x_high * off_scale)
        if (away[i])
            others++
        else {
            order[f++] = i
            if (speedup_low[i] < x_low)
                x_low = speedup_low[i]
            if (speedup_high[i] > x_high)
                x_high = speedup_high[i]
        }
    }
    n = f - 1
    for (k = 2; k <= n; k++) {
        i = order[k]
        for (f = k - 1; f >= 1 && speedup[order[f]] > speedup[i]; f--)
            order[f + 1] = order[f]
        order[f + 1] = i
    }
    x_low = 2 ^ (int(log2(x_low) - 0.999))
    x_high = 2 ^ (int(log2(x_high) + 0.999))
    if (x_low > 0.5)
        x_low = 0.5
    if (x_high < 2)
        x_high = 2

    name = file_name(w) ".variants"
    file = out "/" name ".head"
    write_common(file, w, name, "Adaptive tile subdivision: speed-up over per_level")
    printf "others = %d\nrows = %d\nx_low = %.6g\nx_high = %.6g\n", others, n + others, x_low, x_high > file
    text = ""
    for (e = -20; e <= 20; e++)
        if (2 ^ e >= x_low && 2 ^ e <= x_high && (x_high / x_low <= 2 ^ 9 || e % 2 == 0))
            text = text (text == "" ? "" : ", ") (e < 0 ? sprintf("'1/%d' %.9g", 2 ^ -e, 2 ^ e) : \
                                                          sprintf("'%d' %d", 2 ^ e, 2 ^ e))
    printf "set xtics (%s)\n", text > file
    ticks = ""
    print "# row, speed-up, low, high, colour, shape, time" > file
    print "$CASES << EOD" > file
    row = 0
    for (k = 1; k <= n; k++) {
        i = order[k]
        ticks = ticks (ticks == "" ? "" : ", ") quoted_text(case_words(i)) " " others + ++row
        printf "%d\t%.6g\t%.6g\t%.6g\t%s\t%d\t%s\n", others + row, speedup[i], speedup_low[i], speedup_high[i], \
            colour_of(variant[i]), shape_of(variant[i]), time_text(median[i]) > file
    }
    print "EOD" > file
    print "# row, why there is nothing to show" > file
    print "$OTHERS << EOD" > file
    row = 0
    for (k = 1; k <= cases[w]; k++) {
        i = member[w, k]
        if (away[i] || !(is_timed(i) && speedup[i] > 0 && speedup_low[i] > 0 && speedup_high[i] > 0)) {
            text = away[i] && kind[i] == "cpu" ? "on the host: " digits(speedup[i]) " times as fast, " time_text(median[i]) : \
                   away[i] ? "off the scale: " digits(speedup[i]) "x, " time_text(median[i]) : \
                   status[i] == "ok" ? "no ratio" : status[i]
            if (status[i] != "ok" && reason[i] != "")
                text = text ": " (length(reason[i]) > 60 ? substr(reason[i], 1, 57) "..." : reason[i])
            ticks = ticks (ticks == "" ? "" : ", ") quoted_text(case_words(i)) " " others - row
            printf "%d\t%s\n", others - row++, data_text(text) > file
        }
    }
    print "EOD" > file
    printf "set ytics (%s)\n", ticks > file
    close(file)
    print "tile_subdivision_variants\t" name
}

BEGIN {
    off_scale = 3 # a time of the CPU beyond the others by more than this factor is told in words
}

{
    if (column("technique") != "tile_subdivision")
        next
    w = column("workload")
    if (!(w in cases)) {
        workloads[++workload_count] = w
        cases[w] = 0
        bench[w] = w
        sub(/\/.*/, "", bench[w])
        device[w] = column("device")
        driver[w] = column("driver")
        started[w] = column("started")
        commit[w] = column("commit")
    }
    i = ++case_count
    member[w, ++cases[w]] = i
    variant[i] = column("variant")
    kind[i] = column("kind")
    status[i] = column("status")
    reason[i] = column("reason")
    median[i] = column("median_ns") + 0
    low[i] = column("low_ns") + 0
    high[i] = column("high_ns") + 0
    # Too few samples for an interval: the whole range then.
    if (median[i] > 0 && low[i] == 0)
        low[i] = column("min_ns") + 0
    if (median[i] > 0 && high[i] == 0)
        high[i] = column("max_ns") + 0
    speedup[i] = column("speedup") + 0
    speedup_low[i] = column("speedup_low") + 0
    speedup_high[i] = column("speedup_high") + 0
    if (kind[i] == "cpu" && column("host") != "")
        host[w] = column("host")
    levels[i] = column("axis.subtree_levels")
    block[i] = column("axis.block")
    passes[i] = column("axis.passes")
    group[i] = column("axis.group")
    source[i] = column("axis.source")
    # Figure 8 has one curve: that of the first point on these axes, which is the published one.
    if (!((w, variant[i]) in first))
        first[w, variant[i]] = i
    k = first[w, variant[i]]
    aside[i] = passes[i] != passes[k] || group[i] != group[k] || source[i] != source[k]
    first_group[i] = group[k]
}

END {
    for (k_workload = 1; k_workload <= workload_count; k_workload++) {
        write_subtree_levels(workloads[k_workload])
        write_variants(workloads[k_workload])
    }
}
