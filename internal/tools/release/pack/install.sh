#!/usr/bin/env bash
# Installs Frasier for the user who runs it, from a signed release, or brings a newer
# one in. Nothing outside of two folders of this user is touched.
#
#   bash install.sh                        the newest release
#   bash install.sh --to v0.2.0            this one
#   bash install.sh --to v0.1.0 --downgrade   although it is older than what is there
#   bash install.sh --help                 print this
#
# FRASIER_INSTALL names the folder (~/.local/share/frasier), FRASIER_RELEASES where
# releases come from. On a server use deploy.sh, which a release holds too.
# Exit codes: 0 done, 1 something failed and nothing was changed, 2 usage.
set -euo pipefail
umask 022

key='@PUBLIC_KEY@'
from="${FRASIER_RELEASES:-https://github.com/frasier-cos/frasier/releases}"
root="${FRASIER_INSTALL:-${XDG_DATA_HOME:-$HOME/.local/share}/frasier}"
bin="$HOME/.local/bin"
to="" downgrade=""

say() { printf '%s\n' "install: $*"; }
fail() { printf '%s\n' "install: $1" >&2; exit "${2:-1}"; }
help() { sed -n '2,13s/^# \{0,1\}//p' "$0"; }

while [ $# -gt 0 ]; do
  case "$1" in
    --help | -h) help; exit 0 ;;
    --to) [ $# -ge 2 ] || { help >&2; exit 2; }; to="$2"; shift ;;
    --downgrade) downgrade=1 ;;
    *) help >&2; exit 2 ;;
  esac
  shift
done

case "$key" in *"BEGIN PUBLIC KEY"*) ;; *) fail "this file carries no key to check a release with, so nothing was installed: take install.sh from a release, not from the source" ;; esac
case "$(uname -m)" in
  x86_64) arch=amd64 ;;
  aarch64) arch=arm64 ;;
  *) fail "there is no release for $(uname -m); Frasier runs on x86_64 and aarch64. Nothing was installed" ;;
esac
for tool in curl openssl sha256sum tar; do
  command -v "$tool" >/dev/null || fail "$tool is missing, so nothing was installed (Debian: sudo apt-get install $tool)"
done

# What is there and works updates itself: it saves the data, tries the new version on a
# copy of them, and goes back when that does not come up.
was=""
if [ -L "$root/current" ]; then
  was="$(basename "$(readlink "$root/current")")"
  if "$root/current/frasier" version >/dev/null 2>&1; then
    exec "$root/current/frasier" update ${to:+--to "$to"} ${downgrade:+--downgrade}
  fi
  say "$was is installed and does not run; another release takes its place, and your data are left as they are"
fi

folder="$from/latest/download"
[ -z "$to" ] || folder="$from/download/$to"
mkdir -p "$root/releases" "$bin"
work="$(mktemp -d -p "$root/releases" .install.XXXXXX)" # on the disk where it will stand
trap 'rm -rf "$work"' EXIT
fetch() { curl -fsSL --retry 2 --connect-timeout 30 --max-time "$2" --max-filesize "$3" -o "$work/$1" "$folder/$1" || fail "$folder/$1 could not be read, so nothing was installed; look at the network and try again"; }

fetch SHA256SUMS 60 65536
fetch SHA256SUMS.sig 60 65536
printf '%s\n' "$key" >"$work/key"
openssl pkeyutl -verify -pubin -inkey "$work/key" -rawin -in "$work/SHA256SUMS" -sigfile "$work/SHA256SUMS.sig" >/dev/null 2>&1 ||
  fail "the release at $folder is not signed with our key, so nothing of it was used. Somebody may have changed it: do not install it by hand either"
archive="$(sed -nE "s/^[0-9a-f]{64}  (frasier_[0-9]+\.[0-9]+\.[0-9]+(-[0-9a-z.]+)?_linux_$arch\.tar\.gz)\$/\1/p" "$work/SHA256SUMS")"
[ "$(printf '%s\n' "$archive" | grep -c .)" = 1 ] || fail "the release at $folder has no archive for $arch; nothing was installed"
version="${archive#frasier_}" version="v${version%_linux_*}"
[ -z "$to" ] || [ "$to" = "$version" ] || fail "the server gives $version where $to was asked for; nothing was installed"
# v1.0.0-rc1 comes before v1.0.0: sort -V wants a ~ for that.
older() { [ "$1" != "$2" ] && [ "$(printf '%s\n' "${1/-/\~}" "${2/-/\~}" | sort -V | head -1)" = "${1/-/\~}" ]; }
if [ -n "$was" ] && [ -z "$downgrade" ] && older "$version" "$was"; then
  fail "$version is older than $was, which is installed; nothing was changed. If you mean it, add --downgrade"
fi

say "downloading $version"
fetch "$archive" 900 314572800
(cd "$work" && grep -F "  $archive" SHA256SUMS | sha256sum --check --quiet >/dev/null 2>&1) ||
  fail "$archive is not what was released: its SHA-256 is not the one of the signed list. Nothing was installed; try again later"
mkdir "$work/new"
tar -xzf "$work/$archive" -C "$work/new" --strip-components=1 --no-same-owner || fail "$archive cannot be unpacked; nothing was installed"
"$work/new/frasier" version >/dev/null || fail "$version does not run on this machine; nothing was installed"
sync
rm -rf "$root/releases/$version"
mv -T "$work/new" "$root/releases/$version"
ln -sfn "releases/$version" "$root/current.new"
mv -T "$root/current.new" "$root/current"
ln -sfn "$root/current/frasier" "$bin/frasier.new"
mv -T "$bin/frasier.new" "$bin/frasier"
say "$version is installed in $root"
case ":$PATH:" in
  *":$bin:"*) say "next: frasier help" ;;
  *) say "next: add $bin to PATH, then: frasier help" ;;
esac
