#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# your_paper.sh: docs/guide/your-paper.md typed as it stands, in an empty folder, but that no ceilings are measured; its words.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
export XDG_CACHE_HOME=$work/cache # answers of the reference
page=$root/docs/guide/your-paper.md
mkdir "$work/bin" "$work/empty"
cat >"$work/bin/claimcheck" <<END
#!/usr/bin/env bash
[[ "\$1" != run || " \$* " == *' --no-ceilings '* ]] || set -- "\$@" --no-ceilings
exec "$claimcheck" "\$@"
END
chmod +x "$work/bin/claimcheck"
PATH=$work/bin:$PATH "$root/tests/cli/tutorial.py" --all "$work/empty" "$page" || exit 1
words=$(wc -w <"$page")
[ "$words" -le 750 ] || fail "$page has $words words: at most 750"
