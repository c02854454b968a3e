#!/bin/sh
# Stands in for sudo, useradd, systemctl and journalctl on a machine that is a folder: $MACHINE. Links to this file have those
# names. The one user is $MACHINE_USER, a number, whom root can become; any other user stays itself.
set -eu
unit=$MACHINE/etc/systemd/system/crier.service
log=$MACHINE/journal
home=$MACHINE/home/crier

of_unit() { sed -n "s/^$1=//p" "$unit"; }

as_user() {
  if [ "$(id -u)" = 0 ]; then
    HOME=$home exec setpriv --reuid "$MACHINE_USER" --regid "$MACHINE_USER" --clear-groups "$@"
  fi
  HOME=$home exec "$@"
}

start() {
  state=$(of_unit StateDirectory)
  [ -d "$MACHINE/var/lib/$state" ] ||
    install -d -m "$(of_unit StateDirectoryMode)" -o "$MACHINE_USER" -g "$MACHINE_USER" "$MACHINE/var/lib/$state"
  cd "$(of_unit WorkingDirectory)"
  before=$(grep -c 'Crier is ready' "$log" || true)
  # The unit's words have no spaces.
  # shellcheck disable=SC2046
  (as_user env -i PATH="$PATH" $(of_unit Environment) $(of_unit ExecStart)) </dev/null >>"$log" 2>&1 &
  echo $! >"$MACHINE/pid"
  while [ "$(grep -c 'Crier is ready' "$log" || true)" = "$before" ]; do
    kill -0 "$(cat "$MACHINE/pid")"
    sleep 0.1
  done
}

stop() {
  pid=$(cat "$MACHINE/pid")
  kill -TERM "$pid"
  while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
}

case ${0##*/}\ $* in
  sudo\ -u\ crier\ *)
    shift 2
    as_user "$@"
    ;;
  sudo\ *) exec "$@" ;;
  useradd\ *--create-home\ crier) install -d -o "$MACHINE_USER" -g "$MACHINE_USER" "$home" ;;
  'systemctl daemon-reload') test -f "$unit" ;;
  'systemctl enable --now crier' | 'systemctl start crier') start ;;
  'systemctl stop crier') stop ;;
  'journalctl -u crier') cat "$log" ;;
  *)
    echo "${0##*/} does not know: $*" >&2
    exit 64
    ;;
esac
