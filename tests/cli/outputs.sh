#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# outputs.sh: what stands where a file is to be written: nothing, a file, a link, a pipe, a device. By the executable, on
# Mesa's CPU driver.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
printf '#!/bin/sh\nexec timeout 60 "%s" "$@"\n' "$claimcheck" >limited
chmod +x limited
claimcheck=$work/limited
mkdir folder
tiny=(--filter tile_subdivision.subdivide/per_level/ --axis top=3 --axis map=spots)

# same FILE WHAT: holds what was asked for.
same() {
    cmp -s "$1" "$wanted" || fail "$2: not what was to be written"
}

alone() {
    [ -z "$(find . -name 'claimcheck-*' -o -name '*.tmp*' ! -type l)" ] || fail "$1 left a file: $(find . -name 'claimcheck-*' -o -name '*.tmp*')"
    rm -rf folder/*
}

cc 0 run "${tiny[@]}" --samples 2 --no-ceilings --quiet --out run.json
cc 0 export run.json --format csv --out wanted.csv
cc 0 inspect tiles --top 4 --picture wanted.png

# outputs WANTED WORDS...: a command whose last argument is a path.
outputs() {
    wanted=$work/$1
    shift
    local what=${1}

    cc 0 "$@" folder/new
    same folder/new "$what, nothing there"
    printf 'old' >folder/new
    cc 0 "$@" folder/new
    same folder/new "$what, a file there"
    alone "$what"

    # Names as long as the file system has them.
    local long
    long=folder/$(printf 'x%.0s' {1..255})
    cc 0 "$@" "$long"
    same "$long" "$what, a name of 255 bytes"
    alone "$what"

    # A path that is no regular file is written to, and stays.
    mkfifo folder/fifo
    cat folder/fifo >folder/read &
    cc 0 "$@" folder/fifo
    if [ -p folder/fifo ]; then
        wait
    else
        fail "$what: the pipe is one no longer"
        kill $!
    fi
    same folder/read "$what, a pipe"
    if mknod folder/null c 1 3 2>/dev/null && : >folder/null; then
        cc 0 "$@" folder/null
        [ -c folder/null ] || fail "$what: the device node is one no longer"
        mknod folder/full c 1 7
        refused 'cannot write .*No space left' "$@" folder/full
    fi
    mkfifo folder/unread
    refused 'no process reads it' "$@" folder/unread
    refused 'folder' "$@" folder
    alone "$what"

    # Links stay; what they lead to is written.
    mkdir folder/other
    printf 'old' >folder/other/target
    ln -s other/target folder/link
    cc 0 "$@" folder/link
    [ -L folder/link ] || fail "$what: the link is one no longer"
    same folder/other/target "$what, a link"
    rm folder/link
    ln -s nowhere folder/link
    refused 'a dangling link' "$@" folder/link
    [ -L folder/link ] && [ ! -e folder/nowhere ] || fail "$what: a link to nothing was followed"
    alone "$what"

    # Standard output by a name, wherever it goes. Not by that in /dev, which a fault would destroy.
    ln -s /proc/self/fd/1 folder/stdout
    "$claimcheck" "$@" folder/stdout 2>err </dev/null | cat >folder/piped
    head -c "$(stat -c %s "$wanted")" folder/piped >folder/cut
    same folder/cut "$what, standard output by a link, a pipe"
    printf 'before' >folder/appended
    "$claimcheck" "$@" folder/stdout 2>err >>folder/appended </dev/null
    tail -c +7 folder/appended | head -c "$(stat -c %s "$wanted")" >folder/cut
    same folder/cut "$what, standard output by a link, a file"
    [ "$(head -c 6 folder/appended)" = before ] || fail "$what: what was in the file is gone"
    alone "$what"

    # Names that can be guessed lead nowhere.
    printf 'precious' >folder/victim
    # shellcheck disable=SC2016
    bash -c 'for name in out.tmp out.tmp.$$ out.$$.tmp; do ln -s victim folder/$name; done; exec "$@"' bash \
        "$claimcheck" "$@" folder/out >out 2>err </dev/null || fail "$what: exit code $?"
    [ "$(cat folder/victim)" = precious ] || fail "$what: a link at a name that can be guessed was written through"
    same folder/out "$what, beside links"
    alone "$what"

    # An output that cannot be written whole leaves the old one.
    printf 'old' >folder/small
    (
        ulimit -f 0
        ! "$claimcheck" "$@" folder/small 2>&1 >/dev/null </dev/null | cat >/dev/null
    ) || fail "$what: a limit on files is no error"
    [ "$(cat folder/small)" = old ] || fail "$what: a file that cannot be replaced is gone"
    alone "$what, by a limit on files,"
}

outputs wanted.csv export run.json --format csv --out
outputs wanted.png inspect tiles --top 4 --picture

# A product of runs replaces no run, and no journal; a part of one does.
cp run.json folder/other.json
cp run.json folder/cut.json.journal
for target in folder/other.json folder/cut.json.journal; do
    for command in 'export run.json --format csv --out' 'show run.json --export-csv' 'inspect tiles --top 4 --picture'; do
        # shellcheck disable=SC2086
        refused 'it holds a run, which would be lost: choose another file|--picture writes a PNG, which' $command "$target"
        cmp -s run.json "$target" || fail "${command%% *}: $target is another"
    done
done
cc 0 show run.json --export-json folder/other.json
cc 0 show run.json --export-json folder/other.json
alone 'over runs'

# More than stdio holds back, and standard output, which name the cause, too.
"$claimcheck" export run.json --format gbench --out /dev/full >out 2>err </dev/null && fail 'a full device is no error'
one_line 'No space left' 'export, a full device'
"$claimcheck" export run.json --format gbench >/dev/full 2>err </dev/null && fail 'a full standard output is no error'
one_line 'No space left' 'export, a full standard output'

# A run's output is checked before anything is measured.
ln -s nowhere folder/dangling
ln -s loop folder/loop
for target in folder/dangling folder/loop; do
    refused 'choose another place with --out' run "${tiny[@]}" --samples 2 --no-ceilings --quiet --force --out "$target"
    [ ! -e "$target.journal" ] || fail "run --force: $target: something was measured"
done
mkfifo folder/pipe
tells 99 'no process reads it.*--resume' run "${tiny[@]}" --samples 2 --no-ceilings --quiet --force --out folder/pipe
rm -rf folder/*

# Traces and runs replace nothing.
printf 'precious' >folder/victim
ln -s victim folder/t.json.tmp
cc 0 trace "${tiny[@]}" --quiet --out folder/t.json
[ "$(cat folder/victim)" = precious ] || fail 'trace: a link at a name that can be guessed was written through'
rm folder/t.json.tmp
ln -s nowhere folder/link
for command in trace 'run --samples 2 --no-ceilings'; do
    # shellcheck disable=SC2086
    refused 'already exists' $command "${tiny[@]}" --quiet --out folder/link
    # shellcheck disable=SC2086
    refused 'already exists' $command "${tiny[@]}" --quiet --out folder/t.json
done
[ "$(find folder | wc -l)" -eq 4 ] || fail "what cannot be tried left a file: $(ls folder)"
long=folder/$(printf 'x%.0s' {1..242}).json
cc 0 run "${tiny[@]}" --samples 2 --no-ceilings --quiet --out "$long"
[ -s "$long" ] || fail 'run: a name of 247 bytes'
alone 'run'
