#!/bin/sh
# Unpacks Debian's WordPress, with PHP and MariaDB, into root/ beside this file. Nothing is installed: the lists and caches of
# apt stay here too. Libraries that this machine has already are used as they are; root/ holds those that it lacks.
set -eu
cd "$(dirname "$0")"
root=$PWD/root
work=$PWD/work
rm -rf "$root" "$root.new" work
mkdir -p work/lists/partial work/archives/partial work/wordpress

# The first of Debian's own archives that this machine knows.
where=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(LABEL)' 'Created-By: Packages' |
  grep ' Debian$' | grep -v -e '-updates ' -e '-backports ' | head -n 1)
uri=${where%% *}
codename=$(echo "$where" | cut -d ' ' -f 2)
keys=/usr/share/keyrings/debian-archive-keyring.gpg
echo "deb [signed-by=$keys] $uri $codename main" > "$work/sources.list"

apt() {
  apt-get -qq -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=/dev/null \
    -o Dir::State::lists="$work/lists" -o Dir::Cache="$work" -o APT::Sandbox::User=root \
    -o Debug::NoLocking=true "$@"
}
apt update
apt install --download-only --no-install-recommends --yes \
  php-cli php-mysql php-xml php-mbstring php-gd php-getid3 mariadb-server-core mariadb-client-core
# WordPress alone: it would bring a web server, which PHP stands for here.
(cd work/wordpress && apt download wordpress)
for package in work/archives/*.deb work/wordpress/*.deb; do dpkg -x "$package" "$root.new"; done

# Links of the packages name places on an installed machine. Each is replaced by the file that it means.
find "$root.new/usr/share/wordpress" -type l | while read -r link; do
  target=$(readlink "$link")
  case $target in /*) ;; *) target=${link#"$root.new"}; target=${target%/*}/$(readlink "$link") ;; esac
  rm "$link"
  if [ -f "$root.new$target" ]; then cp "$root.new$target" "$link"; fi
done
# No page of it is opened in a browser, and nobody reads about it here.
find "$root.new" \( -name '*.js' -o -name '*.css' \) -type f -delete
rm -rf "$root.new/usr/share/doc" "$root.new/usr/share/man"
# The settings are those of the test that starts it.
cat > "$root.new/usr/share/wordpress/wp-config.php" <<'PHP'
<?php
require getenv('WORDPRESS_SETTINGS');
PHP
php=$(find "$root.new/usr/bin" -name 'php[0-9]*' | head -n 1)
"$php" -n --version | grep -q '^PHP '
ln -s "$(basename "$php")" "$root.new/usr/bin/php-here"
test -x "$root.new/usr/sbin/mariadbd"
mv "$root.new" "$root"
rm -rf work
