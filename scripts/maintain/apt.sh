# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# apt.sh: Debian's packages, fetched beside the machine's own, of which nothing is changed. Its caller has `fail`, and a file `log`.

# debian_fetch FOLDER KIND SUITE COMMAND...: gives apt-get each command, in FOLDER, with lists of its own. KIND: deb, or deb-src for
# sources. CLAIMCHECK_MIRROR names the mirror; else it is that of the first source that apt-get has of Debian itself.
debian_fetch() {
    local folder=$1 apt=$1/apt mirror words
    # shellcheck disable=SC2016
    mirror=${CLAIMCHECK_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
        sed -n 's|^\(http[^ ]*/debian\)/*$|\1|p' | head -n 1)}
    mirror=${mirror:-http://deb.debian.org/debian}
    mkdir -p -- "$apt/state/lists/partial" "$apt/cache/archives/partial"
    : >"$apt/status"
    printf '%s [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s %s main\n' "$2" "$mirror" "$3" >"$apt/sources.list"
    for words in "${@:4}"; do
        # shellcheck disable=SC2086
        if ! (cd -- "$folder" && LC_ALL=C apt-get -o Dir::State="$apt/state" -o Dir::State::status="$apt/status" -o Dir::Cache="$apt/cache" \
            -o Dir::Etc::SourceList="$apt/sources.list" -o Dir::Etc::SourceParts=- -o APT::Sandbox::User="$(id -un)" \
            -o Acquire::Languages=none -o Acquire::Retries=2 $words) >"$log" 2>&1 || grep -q '^E:' "$log"; then
            fail "no $2 of Debian's $3 to be had from $mirror: $(grep -m 1 -E '^(E|W):' "$log" || tail -n 1 "$log")"
        fi
    done
}
