# SPDX-License-Identifier: MIT
# table.awk: reads the table of a run (claimcheck export --format csv); the programs of the techniques stand behind it, a
# rule each for records. Columns are found by name, so further ones do not matter.

# Splits one CSV record (RFC 4180) into field[1..]; returns their number.
function csv_split(record, field,    i, n, c, length_, quoted, text) {
    n = 0
    text = ""
    quoted = 0
    length_ = length(record)
    for (i = 1; i <= length_; i++) {
        c = substr(record, i, 1)
        if (quoted) {
            if (c != "\"")
                text = text c
            else if (substr(record, i + 1, 1) == "\"") {
                text = text c
                i++
            } else
                quoted = 0
        } else if (c == "\"")
            quoted = 1
        else if (c == ",") {
            field[++n] = text
            text = ""
        } else
            text = text c
    }
    field[++n] = text
    return n
}

# Number of quotes: an odd one means that the record goes on in the next line.
function quotes(text) {
    return gsub(/"/, "\"", text)
}

function column(name) {
    return name in position ? field[position[name]] : ""
}

# A gnuplot string in single quotes, where nothing but the quote itself has a meaning.
function quoted_text(text) {
    gsub(/[`[:cntrl:]]/, " ", text)
    gsub(/'/, "''", text)
    return "'" text "'"
}

# A field of a data block: tab-separated, so no tabs; double quotes and backslashes would be read by gnuplot.
function data_text(text) {
    gsub(/["\\`[:cntrl:]]/, " ", text)
    return text
}

function file_name(workload,    name) {
    name = workload
    gsub(/:/, "-", name)
    gsub(/[^A-Za-z0-9._-]/, "_", name)
    return name
}

{
    sub(/\r$/, "")
    record = open ? record "\n" $0 : $0
    open = quotes(record) % 2
    if (open)
        next
    if (record == "")
        next
    count = csv_split(record, field)
    if (!width) {
        width = count
        for (i = 1; i <= count; i++)
            position[field[i]] = i
        if (!("workload" in position) || !("median_ns" in position) || !("variant" in position)) {
            print "plot: no table of claimcheck" > "/dev/stderr"
            broken = 1
            exit 1
        }
        next
    }
    if (count != width) {
        printf "plot: a record with %d fields instead of %d\n", count, width > "/dev/stderr"
        broken = 1
        exit 1
    }
}

END {
    if (broken)
        exit 1
    if (open || !width) {
        print "plot: the table is cut short" > "/dev/stderr"
        exit 1
    }
}
