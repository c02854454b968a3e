#!/bin/sh
# Unpacks Debian's snac2 into root/ beside this file. Nothing is installed: the lists and caches of apt stay here too.
# Bookworm has it in its backports, later releases in main; the mirror is the machine's own.
set -eu
cd "$(dirname "$0")"
root=$PWD/root
rm -rf "$root" work
mkdir -p work/lists/partial work/archives/partial

# The first of Debian's own archives that this machine knows.
where=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(LABEL)' 'Created-By: Packages' |
  grep ' Debian$' | grep -v -e '-updates ' -e '-backports ' | head -n 1)
uri=${where%% *}
codename=$(echo "$where" | cut -d ' ' -f 2)
keys=/usr/share/keyrings/debian-archive-keyring.gpg
for suite in "$codename" "$codename-backports"; do
  echo "deb [signed-by=$keys] $uri $suite main"
done > work/sources.list

apt() {
  apt-get -qq -o Dir::Etc::sourcelist="$PWD/work/sources.list" -o Dir::Etc::sourceparts=/dev/null \
    -o Dir::State::lists="$PWD/work/lists" -o Dir::Cache="$PWD/work" -o APT::Sandbox::User=root "$@"
}
# A release that has it in main may have no backports yet.
apt update || true
apt download -t "$codename-backports" snac2 || apt download snac2
mv snac2_*.deb work/
dpkg -x work/snac2_*.deb "$root.new"
"$root.new/usr/bin/snac" 2>&1 | grep -q '^snac '
mv "$root.new" "$root"
rm -rf work
