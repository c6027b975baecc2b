#!/bin/sh
# SPDX-License-Identifier: MIT
# join.sh: the page without its data: style and modules go into index.html, each module after those that it imports. What is
# imported or exported is cut, for pages on disk have no modules; comments of lines of their own are, too, but for what a module is, and indents. {{title}}, {{description}}, {{sentence}}, {{verdicts}},
# {{runs}} and {{script_hash}}, of all bytes between the tags of the script, are left to whoever has them.
#
#   viewer/join.sh FOLDER >PAGE
set -eu

cd -- "$1"
modules='text data chart picture finder overview claims figures cases compare device main'
awk -v modules="$modules" '
    function put(file) { while ((getline line <file) > 0) print line; close(file) }
    function module(file,   skips) {
        while ((getline line <file) > 0) {
            sub(/^ +/, "", line)
            if (line ~ /^import / || (line ~ /^\/\*\*/ && line !~ /\*\/./)) skips = 1
            if (!skips && line !~ /^(\/\/|$)/ || line ~ /^\/\/ [a-z]+\.js: /) { sub(/^export /, "", line); print line }
            if (skips && line ~ /(;|\*\/)$/) skips = 0
        }
        close(file)
    }
    /^\{\{style\}\}$/ { put("style.css"); next }
    /^\{\{script\}\}$/ { n = split(modules, names, " "); for (i = 1; i <= n; i++) module(names[i] ".js"); next }
    { print }' index.html
