# SPDX-License-Identifier: MIT
# pipeline.awk: from the table of a trace (claimcheck export --format csv) to the variables and data blocks that
# pipeline.gp draws. Needs -v cases=REGEX. Prints nothing when there is nothing to draw.

# Splits one record of the trace's CSV: names in it hold no line breaks, and a quote is doubled.
function csv_split(record, field,    i, n, c, quoted, text) {
    n = 0
    text = ""
    quoted = 0
    for (i = 1; i <= length(record); i++) {
        c = substr(record, i, 1)
        if (c == "\"" && quoted && substr(record, i + 1, 1) == "\"") {
            text = text c
            i++
        } else if (c == "\"")
            quoted = !quoted
        else if (c == "," && !quoted) {
            field[++n] = text
            text = ""
        } else
            text = text c
    }
    field[++n] = text
    return n
}

function column(name) {
    return field[position[name]]
}

# A gnuplot string in single quotes, where nothing but the quote itself has a meaning.
function quoted_text(text) {
    gsub(/[`[:cntrl:]]/, " ", text)
    gsub(/'/, "''", text)
    return "'" text "'"
}

# A field of a data block.
function data_text(text) {
    gsub(/["\\`[:cntrl:]]/, " ", text)
    return text
}

# technique.bench/variant/axis:value/...: variant, and the axes that differ between cases.
function row_label(name,    parts, count, i, words) {
    count = split(name, parts, "/")
    words = parts[2]
    for (i = 3; i <= count; i++)
        if (axis_cases[parts[i]] < rows)
            words = words "  " parts[i]
    return words
}

function common_axes(name,    parts, count, i, words) {
    count = split(name, parts, "/")
    words = parts[1]
    for (i = 3; i <= count; i++)
        if (axis_cases[parts[i]] == rows)
            words = words "  " parts[i]
    return words
}

NR == 1 {
    count = csv_split($0, title)
    for (i = 1; i <= count; i++)
        position[title[i]] = i
    next
}

{
    csv_split($0, field)
    if (column("track") != "gpu" || column("case_kind") != "gpu" || column("status") != "ok" || column("case") !~ cases)
        next
    if (column("category") != "pass" && column("category") != "barrier")
        next
    name = column("case")
    category = column("category")
    if (!(name in row)) {
        if (category == "barrier")
            next
        row[name] = ++rows
        names[rows] = name
        origin[name] = column("begin_us")
        axis_count = split(name, parts, "/")
        for (i = 3; i <= axis_count; i++)
            axis_cases[parts[i]]++
        where = column("device") ", driver " column("driver") ", clock " column("clock") ", " substr(column("started"), 1, 10)
    }
    pass = category == "barrier" ? "barrier (a gap)" : column("name")
    sub(/^[a-z_]*\//, "", pass)
    if (!(pass in colour)) {
        colour[pass] = ++passes
        pass_names[passes] = pass
    }
    boxes++
    box_row[boxes] = row[name]
    box_begin[boxes] = column("begin_us") - origin[name]
    box_end[boxes] = box_begin[boxes] + column("duration_us")
    box_pass[boxes] = pass
    if (box_end[boxes] > end[name])
        end[name] = box_end[boxes]
    if (box_end[boxes] > longest)
        longest = box_end[boxes]
    if (category == "pass")
        box_count[name]++
}

END {
    if (rows == 0 || longest <= 0)
        exit
    # Okabe and Ito (2008), then greys of other tints; gaps are light grey.
    palette_count = split("0xD55E00 0x0072B2 0x009E73 0xE69F00 0xCC79A7 0x56B4E9 0xF0E442 0x8B4513 0x6A3D9A 0x999933 0x444444", palette, " ")
    printf "plot_title = %s\n", quoted_text("Passes of each case, one stamped execution")
    printf "workload = %s\n", quoted_text(common_axes(names[1]))
    printf "where = %s\n", quoted_text(where)
    printf "rows = %d\npasses = %d\nlongest = %.3f\n", rows, passes, longest
    print "$BOXES << END"
    next_colour = 0
    for (i = 1; i <= passes; i++)
        shade[pass_names[i]] = pass_names[i] ~ /^barrier / ? "0xD9D9D9" : palette[next_colour++ % palette_count + 1]
    for (i = 1; i <= boxes; i++)
        printf "%.3f\t%.3f\t%d\t%s\n", box_begin[i], box_end[i], rows + 1 - box_row[i], shade[box_pass[i]]
    print "END\n$ROWS << END"
    for (i = 1; i <= rows; i++)
        printf "%d\t\"%s\"\t%.3f\t\"%d passes, %.1f µs\"\n", rows + 1 - i, data_text(row_label(names[i])), end[names[i]],
            box_count[names[i]], end[names[i]]
    print "END\n$LEGEND << END"
    for (i = 1; i <= passes; i++)
        printf "%d\t%s\t\"%s\"\n", i, shade[pass_names[i]], data_text(pass_names[i])
    print "END"
}
