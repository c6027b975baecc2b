#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# documents.sh: the manual page and the completion of bash name each command and each of its options, as --help prints
# them, and nothing else; each is clean to what reads it: man, groff, bash, those that are here.
#
#   tests/packaging/documents.sh CLAIMCHECK BUILD
set -euo pipefail
export LC_ALL=C.UTF-8

. "$(dirname -- "${BASH_SOURCE[0]}")/../cli/executable.sh"
. "$(dirname -- "${BASH_SOURCE[0]}")/../tree.sh"
build=$(cd -- "$2" && pwd)
page=$build/packaging/claimcheck.1
bash_file=$build/packaging/claimcheck

# The build's documents are those that the executable prints.
for document in "man $page" "bash $bash_file"; do
    "$claimcheck" documents "${document%% *}" | cmp -s - "${document#* }" || fail "${document#* } is another text"
done

# same WHAT: the names in $work/is are those of $work/wanted.
same() {
    LC_ALL=C sort -u "$work/wanted" >"$work/wanted.sorted"
    LC_ALL=C sort -u "$work/is" | diff "$work/wanted.sorted" - >"$work/diff" ||
        fail "$1, with > what --help has not: $(grep '^[<>]' "$work/diff" | tr '\n' ' ')"
}

# Options that a help or a section of the page has.
of_help() {
    sed -n -E 's/^  (-[a-z],|   ) --([a-z0-9_-]+).*/--\2/p'
}
of_page() {
    awk -v head="$1" '/^[.]S[SH] / { on = $0 == head } on && before == ".TP" { print } { before = $0 }' "$page" |
        sed -n -E -e 's/\\-/-/g' -e 's/^(\\fB-[a-z]\\fR, )?\\fB(--[a-z0-9_-]+)\\fR.*/\2/p'
}
in_page() {
    awk -v head="$1" '/^[.]S[SH] / { on = $0 == head } on { print }' "$page" | grep -e "$2" >/dev/null
}

# Completions of bash behind the words of the command line, the last of which is begun.
cat >"$work/complete.bash" <<'FILE'
. "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_claimcheck
printf '%s\n' "${COMPREPLY[@]}"
FILE
in_bash() {
    bash -eu -- "$work/complete.bash" "$bash_file" claimcheck "$@"
}

# 1. Commands.
"$claimcheck" --help | sed -n -E '/^measure:/,/^claimcheck help/s/^  ([a-z]+) .*/\1/p' >"$work/commands"
[ "$(wc -l <"$work/commands")" -gt 10 ] || fail 'no commands in --help'
cp "$work/commands" "$work/wanted"
sed -n -E 's/^\.SS "claimcheck ([a-z]+)"$/\1/p' "$page" >"$work/is"
same 'the page: commands'
{ cat "$work/commands"; echo help; } >"$work/wanted"
in_bash '' >"$work/is"
same 'bash: commands'
if command -v zsh >/dev/null; then # by bashcompinit, which chooses among them
    zsh -f -c 'autoload -Uz compinit bashcompinit; compinit -u -D; bashcompinit; . "$1"
        COMP_WORDS=(claimcheck "") COMP_CWORD=1; compgen -F _claimcheck' zsh "$bash_file" >"$work/is"
    same 'zsh: commands'
else
    echo 'no zsh here: the completion is not tried by it'
fi

# 2. Options of each command, and of what inspect takes.
techniques='.SH OPTIONS OF TECHNIQUES'
while read -r command; do
    "$claimcheck" "$command" --help | of_help >"$work/wanted"
    [ -s "$work/wanted" ] || fail "$command --help has no option"
    head=".SS \"claimcheck $command\""
    of_page "$head" >"$work/is"
    ! in_page "$head" 'options of techniques' || of_page "$techniques" >>"$work/is"
    same "the page: $command"
    in_bash "$command" -- >"$work/is"
    same "bash: $command"
done <"$work/commands"
"$claimcheck" inspect --help | of_help | LC_ALL=C sort >"$work/inspect"
"$claimcheck" inspect --help | sed -n -E '/^techniques/,/^example/s/^  ([a-z]+)  .*/\1/p' >"$work/techniques"
[ "$(wc -l <"$work/techniques")" -gt 6 ] || fail 'inspect --help names no techniques'
while read -r name; do
    "$claimcheck" inspect "$name" --help | of_help >"$work/wanted"
    in_bash inspect "$name" -- >"$work/is"
    same "bash: inspect $name"
    of_page ".SS \"claimcheck inspect $name\"" >"$work/is"
    cat "$work/inspect" >>"$work/is"
    same "the page: inspect $name"
done <"$work/techniques"
cp "$work/techniques" "$work/wanted"
in_bash inspect '' >"$work/is"
same 'bash: inspect'

# 3. Values: words of a choice, by either way to write them; names of files are left to readline.
bash_says() {
    local wanted=$1
    shift
    [ "$(in_bash "$@" | tr '\n' ' ')" = "$wanted" ] || fail "bash: $*: '$(in_bash "$@" | tr '\n' ' ')', not '$wanted'"
}
bash_says 'hot cold both ' run --cache ''
bash_says 'cold ' run --cache = c
bash_says 'hot cold both ' run --cache =
bash_says 'quick paper full gate scale ' run --profile ''
bash_says 'quick paper full gate ' ab --profile ''
bash_says 'quick paper full ' trace --profile ''
bash_says 'csv text markdown latex json ' history runs --format ''
bash_says 'markdown latex bibtex ' cite run.json --format ''
in_bash export run.json --format '' >"$work/formats"
[ "$(wc -l <"$work/formats")" -gt 5 ] || fail 'bash: export has no formats'
"$claimcheck" export --help | tr '\n' ' ' | tr -s ' ' | sed -E 's/.*--format FORMAT (.*figures); the last.*/\1/' |
    grep -o -E '[a-z]+(-[a-z]+)*' >"$work/wanted"
cp "$work/formats" "$work/is"
same 'bash: formats of export'
bash_says ' ' run --filter ''
bash_says ' ' run -f ''
bash_says ' ' show ''
bash_says 'show ' sho
bash_says 'compare ' help compa
bash_says '--profile ' run --prof
bash_says 'all ' run --device a
in_bash list '' | grep '^cbt$' >/dev/null || fail 'bash: list names no technique'

# 4. The page says what the code reads, and this version.
tr '\n' ' ' <"$page" | grep -q 'a value in brackets follows an equals sign alone' || fail 'the page: how --claims takes its value'
grep -q "^[.]TH CLAIMCHECK 1 \"\" \"$("$claimcheck" --version | sed 's/ (.*//')\" " "$page" || fail 'the page: another version'
while read -r variable; do
    in_page '.SH ENVIRONMENT' "^[.]B $variable$" || fail "the page does not have $variable"
done < <(grep -r -h -o -E '"CLAIMCHECK_[A-Z]+[A-Z_]*"|getenv[(]"[A-Z_]+"' --include='*.c' "$root/harness" "$root/bench" |
    grep -v '"HOME"' | sed 's/.*"\(.*\)"/\1/' | sort -u)

# 5. The manual page has the exit codes of --help; docs/reference/commands.md is printed from the same tables.
plain_codes() {
    sed -n -E 's/^ *\|? *([0-9]+) *\|? +([a-z].*[^ |]) *\|?$/\1 \2/p' | sed -e 's/`//g'
}
{ "$claimcheck" --help | sed -n '/^exit codes:/,/^$/p' | tr '\n' ' '; echo; } | sed -E 's/ +([0-9]+) {2,}/\n\1 /g' | tr -s ' ' |
    plain_codes >"$work/codes"
[ "$(cut -d ' ' -f 1 "$work/codes" | tr '\n' ' ')" = '0 1 77 99 ' ] || fail '--help does not have four exit codes'
"$claimcheck" documents rows | diff "$root/results/row.schema.json" - >"$work/diff" ||
    fail "results/row.schema.json: write it anew by claimcheck documents rows: $(head -n 6 "$work/diff")"
"$claimcheck" documents schema | diff "$root/results/run.schema.json" - >"$work/diff" ||
    fail "results/run.schema.json: write it anew by claimcheck documents schema: $(head -n 6 "$work/diff")"
"$claimcheck" documents markdown | diff "$root/docs/reference/commands.md" - >"$work/diff" ||
    fail "docs/reference/commands.md: write it anew by claimcheck documents markdown: $(head -n 6 "$work/diff")"
awk '/^[.]S[SH] / { on = $0 == ".SH EXIT STATUS" } on && /^[.]B / { code = $2; next } on && code != "" { print code, $0; code = "" }' "$page" |
    sed 's/\\-/-/g' | diff "$work/codes" - >"$work/diff" || fail "the page: other exit codes than --help: $(cat "$work/diff")"

# 6. What reads them.
if command -v man >/dev/null; then
    MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>"$work/warnings" >/dev/null || fail 'man cannot read it'
    [ ! -s "$work/warnings" ] || fail "man: $(cat "$work/warnings")"
else
    echo 'no man here: its warnings are not seen'
fi
if command -v groff >/dev/null; then
    groff -man -ww -b -Tutf8 -K utf8 -P-cbou "$page" 2>"$work/warnings" >"$work/shown" || fail 'groff cannot read it'
    [ ! -s "$work/warnings" ] || fail "groff: $(cat "$work/warnings")"
    grep -q -e '-f, --filter REGEX$' "$work/shown" || fail 'the page as shown has no --filter REGEX'
else
    echo 'no groff here: the page as shown is not seen'
fi
