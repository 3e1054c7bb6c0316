#!/usr/bin/env bash
# Installs the system packages that Opportunist needs and this machine lacks.
#
#   scripts/setup.sh build   what compiling needs
#   scripts/setup.sh play    and what a window needs (the default)
#   scripts/setup.sh test    and what a window without a screen needs
#
# On Debian and Ubuntu it installs what is missing and says what and why. Elsewhere it names what is
# needed. It never stops the build: what cannot be installed here may be there under another name,
# and without a window the game plays in the terminal.
#
# Bevy is built for X11 alone, so no headers of Wayland or udev are needed; sound needs those of ALSA.
# Where they are missing after all, scripts/features.sh leaves sound out.
set -u

mode=${1:-play}
case $mode in
build | play | test) ;;
*)
    echo "usage: scripts/setup.sh [build|play|test]" >&2
    exit 2
    ;;
esac

# Each line: from which mode on | Debian's package | what for.
needs='
build|pkg-config|finds system libraries while compiling
build|libasound2-dev|plays sounds (ALSA); without it the game is built without sound
play|libx11-6|opens the window (X11)
play|libx11-xcb1|opens the window (X11)
play|libxcursor1|shows the pointer
play|libxi6|reads mouse and keyboard
play|libxrandr2|finds the screens
play|libxkbcommon-x11-0|reads the keyboard layout
play|libvulkan1|draws through Vulkan
play|mesa-vulkan-drivers|Vulkan for most graphics cards, and in software where there is none
test|xvfb|a screen in memory for the window test
test|xauth|lets the window test onto that screen
'

wanted() {
    case $mode in
    build) [ "$1" = build ] ;;
    play) [ "$1" != test ] ;;
    test) true ;;
    esac
}

explain() { # package, reason
    printf '  %-20s %s\n' "$1" "$2"
}

if ! command -v cargo >/dev/null 2>&1; then
    echo "setup: cargo is missing. Install Rust 1.95 or newer from https://rustup.rs first." >&2
    exit 1
fi

if ! command -v apt-get >/dev/null 2>&1 || ! command -v dpkg-query >/dev/null 2>&1; then
    # A machine that was told once need not be told at every start.
    told=${CARGO_TARGET_DIR:-target}/.setup-told-$mode
    [ -e "$told" ] && exit 0
    if [ "$(uname -s)" = Linux ]; then
        echo "setup: this is neither Debian nor Ubuntu, so nothing is installed. Needed are, under Debian's names:"
        explain "gcc" "compiles and links (any C compiler called cc)"
        while IFS='|' read -r from package reason; do
            [ -n "$from" ] && wanted "$from" && explain "$package" "$reason"
        done <<<"$needs"
    else
        echo "setup: nothing is installed here. Needed is a C compiler; a window needs no more on $(uname -s)."
    fi
    mkdir -p "$(dirname "$told")" && : >"$told"
    exit 0
fi

missing=()
listing=$(
    command -v cc >/dev/null 2>&1 || explain "build-essential" "compiles and links"
)
command -v cc >/dev/null 2>&1 || missing+=(build-essential)
# One call for all packages: it is run at every start and must not be felt.
names=$(printf '%s' "$needs" | cut -d'|' -f2 | tr '\n' ' ')
# shellcheck disable=SC2086 # the names are meant to be split
installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' $names 2>/dev/null |
    awk '$2 == "installed" { print $1 }')
while IFS='|' read -r from package reason; do
    [ -n "$from" ] && wanted "$from" || continue
    if grep -qxF "$package" <<<"$installed"; then continue; fi
    # pkgconf is the newer name of the same tool.
    if [ "$package" = pkg-config ] && command -v pkg-config >/dev/null 2>&1; then continue; fi
    missing+=("$package")
    listing+=${listing:+$'\n'}$(explain "$package" "$reason")
done <<<"$needs"

if [ ${#missing[@]} -eq 0 ]; then
    exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "setup: these packages are missing, and there is no sudo to install them with:"
        echo "$listing"
        echo "setup: as root: apt-get install --no-install-recommends ${missing[*]}"
        exit 0
    fi
    as_root=(sudo)
fi

echo "setup: installing missing system packages${as_root[0]:+ with sudo}:"
echo "$listing"

log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y "$@" >>"$log" 2>&1
}
install() {
    apt install --no-install-recommends "${missing[@]}"
}
# The lists of packages may be fresh enough; a new machine has none at all.
if install || { apt update && install; }; then
    echo "setup: done."
else
    echo "setup: that failed; the last words of apt-get were:"
    tail -n 5 "$log" | sed 's/^/  /'
    echo "setup: going on without. By hand: apt-get install --no-install-recommends ${missing[*]}"
fi
exit 0
