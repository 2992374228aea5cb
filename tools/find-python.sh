#!/bin/sh
# Print the newest Python from 3.11 up that runs and can make virtual environments.
# A shim that does not run does not count. Looks on PATH and in the usual version managers.
candidates() {
    for minor in 20 19 18 17 16 15 14 13 12 11; do
        command -v "python3.$minor" 2>/dev/null
        for root in "${PYENV_ROOT:-$HOME/.pyenv}/versions" "$HOME/.local/share/uv/python" \
            "$HOME/.asdf/installs/python" /opt/homebrew/bin /usr/local/bin; do
            ls -d "$root"/*3."$minor".*/bin/python3 "$root"/python3."$minor" 2>/dev/null | sort -rV
        done
    done
    command -v python3 2>/dev/null
    command -v python 2>/dev/null
}

candidates | {
    best="" best_version=0
    while read -r python; do
        version=$("$python" -c 'import sys, venv, ensurepip, ssl, zlib
print(sys.version_info[0] * 100 + sys.version_info[1])' 2>/dev/null) || continue
        [ "$version" -ge 311 ] 2>/dev/null || continue
        [ "$version" -gt "$best_version" ] && best=$python best_version=$version
    done
    [ -n "$best" ] && echo "$best"
}
