#!/bin/sh
# SPDX-License-Identifier: MIT
# join.sh: the viewer's two parts. `page` is index.html with the style in it; {{title}} and its like are left to whoever has them.
# `script` is all modules, each after those that it imports. What is imported or exported is cut, for pages on disk have no
# modules; comments of lines of their own are, too, but for what a module is, and indents.
#
#   viewer/join.sh FOLDER page|script >PART
set -eu

cd -- "$1"
modules='text data chart picture finder overview claims figures cases compare device main'
awk -v part="$2" -v modules="$modules" '
    function module(file,   skips) {
        while ((getline line <file) > 0) {
            sub(/^ +/, "", line)
            if (line ~ /^import / || (line ~ /^\/\*\*/ && line !~ /\*\/./)) skips = 1
            if (!skips && line !~ /^(\/\/|$)/ || line ~ /^\/\/ [a-z]+\.js: /) { sub(/^export /, "", line); print line }
            if (skips && line ~ /(;|\*\/)$/) skips = 0
        }
    }
    BEGIN { n = part == "script" ? split(modules, names, " ") : 0; for (i = 1; i <= n; i++) module(names[i] ".js"); if (n) exit }
    /^\{\{style\}\}$/ { while ((getline line <"style.css") > 0) print line; next }
    { print }' index.html
