#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# release.sh: scripts/maintain/release on a made clone: notes, the tag's message, and trees that are not ones to release; with a
# stand-in for bundle, the checksums and what is left out. The workflow's YAML is parsed. Exit code: 0, 1, 77 (no git).
#
#   tests/packaging/release.sh
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/../tree.sh"
command -v git >/dev/null || skip 'no git here'
export GIT_CONFIG_GLOBAL=/dev/null
cd -- "$work"
mkdir -p tree/scripts/maintain tree/tests/rules tree/results tree/packaging
cp -- "$root/meson.build" "$root/CITATION.cff" "$root/.zenodo.json" tree/
cp -- "$root/scripts/maintain/release" tree/scripts/maintain/
cp -- "$root/tests/rules/version.sh" tree/tests/rules/
cp -r -- "$root/packaging/phoronix" "$root/packaging/debian" tree/packaging/
version=$(sed -n "s/^ *version: '\([0-9.]*\)',$/\1/p" "$root/meson.build")
printf '# Changes\n\n## Not yet released\n\n## %s, 2026-11-28\n\n- A thing is new.\n\n## 0.0.1, 2026-01-01\n\n- Old.\n' "$version" >tree/CHANGELOG.md
# A stand-in for bundle: an archive and its checksum, as there.
cat >tree/scripts/maintain/bundle <<'END'
#!/bin/sh
name=linux-test.tar.gz
[ "$1" != --windows ] || { name=windows-x86_64.zip && shift; }
[ "$1" != --host-libc ] || shift
echo archive >"$1/claimcheck-1-$name"
echo sum >"$1/claimcheck-1-$name.sha256"
END
chmod +x tree/scripts/maintain/bundle
git -c init.defaultBranch=main init -q tree
commit() {
    git -C tree add -A
    git -C tree -c user.name=a -c user.email=a@example.org commit -q -m "$1"
}
commit first

# release CODE ARGUMENTS...
release() {
    local wanted=$1 code=0
    shift
    tree/scripts/maintain/release "$@" >out 2>err || code=$?
    [ "$code" -eq "$wanted" ] || fail "release $*: exit code $code, not $wanted"
}
release 0 --notes made
grep -q '^- A thing is new[.]$' made/notes.md || fail 'the notes lack a change'
! grep -q 'Old' made/notes.md || fail 'the notes have an older version'
grep -q 'driver, where URL is the address' made/notes.md || fail 'the notes do not say what URL is'
GITHUB_REPOSITORY=someone/claimcheck release 0 --notes made
grep -q "curl -L \"https://github.com/someone/claimcheck/releases/download/v$version/claimcheck-$version-linux-" made/notes.md ||
    fail 'the notes do not know where the workflow publishes'
[ "$(head -n 1 made/tag.txt)" = "claimcheck $version" ] || fail 'the message of the tag'
mkdir bin
for tool in git sed awk sha256sum sort xargs find mkdir rm cat dirname realpath bash env head wc grep; do ln -s "$(command -v $tool)" bin/; done
PATH=$work/bin release 77 made
grep -q 'no zip for Windows' err || fail 'what is left out is not said'
printf '#!/bin/sh\n' >bin/x86_64-w64-mingw32-gcc-posix
chmod +x bin/x86_64-w64-mingw32-gcc-posix
PATH=$work/bin release 0 made
(cd made && sha256sum --quiet -c SHA256SUMS) || fail 'checksums'
[ "$(wc -l <made/SHA256SUMS)" -eq 2 ] || fail 'two files have checksums'
grep -q "git tag -a v$version -F .*made/tag.txt" out || fail 'the commands that publish'
[ -z "$(git -C tree tag)" ] || fail 'a tag was made'

# Trees that are not ones to release.
git -C tree -c user.name=a -c user.email=a@example.org tag -a "v$version" -m x
release 0 --notes made
echo >>tree/meson.build
release 99 --notes made
grep -q 'not as committed' err || fail 'a changed tree'
commit second
release 99 --notes made
grep -q "the tag v$version is at another commit" err || fail 'a tag elsewhere'
git -C tree tag -d "v$version" >/dev/null
sed -i 's/^## Not yet released$/&\n\n- Waiting./' tree/CHANGELOG.md
commit third
release 99 --notes made
grep -q "1 changes under 'Not yet released'" err || fail 'changes that wait'
sed -i '/Waiting/d; s/^version: .*/version: 9.9.9/' tree/CHANGELOG.md tree/CITATION.cff
commit fourth
release 99 --notes made
grep -q 'another version' err || fail 'another version in a place'
release 99 --nothing
for python in /usr/bin/python3 python3; do
    "$python" -c 'import yaml' 2>/dev/null || continue
    "$python" - "$root/packaging/github/release.yml" <<'PYTHON' || fail 'the workflow'
import sys, yaml
jobs = yaml.safe_load(open(sys.argv[1], encoding="utf-8"))["jobs"]
assert jobs["publish"]["needs"] == "build" and jobs["publish"]["permissions"] == {"contents": "write"}
assert all("${{" not in step.get("run", "") for job in jobs.values() for step in job["steps"])
PYTHON
    break
done
