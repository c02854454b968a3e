# Keeps a program of PostgreSQL alive exactly as long as the process at the other end of our standard input.
# Run as: sh -c "$(cat embedded-supervisor.sh)" supervisor FOLDER PROGRAM ARGUMENT...
# FOLDER is where the program keeps its socket; it is removed at the end, when it is empty. It may be ''.
# Descriptor 4 is a lock that belongs to the program alone, for as long as one of its processes lives.
#
# Node may be killed at any moment without a word. The kernel then closes the pipe, and we stop what it had started:
# no orphan stays behind to block the next start.

folder=$1
shift
exec 3<&0 </dev/null
"$@" 3<&- &
program=$!
exec 4>&-

# Interrupting means PostgreSQL's fast shutdown: sessions end, everything is on disk. Quitting is the way out when that
# takes too long: nothing acknowledged is lost, the next start recovers it.
stop() {
  kill -INT "$program" 2>/dev/null
  seconds=0
  while [ $seconds -lt 20 ] && kill -0 "$program" 2>/dev/null; do
    sleep 1
    seconds=$((seconds + 1))
  done
  kill -QUIT "$program" 2>/dev/null
}

{
  while read -r _; do :; done <&3
  stop
} >/dev/null 2>&1 &
watcher=$!
exec 3<&-

trap 'kill -INT "$program" 2>/dev/null' HUP INT TERM

# A trapped signal ends `wait` early.
while :; do
  wait "$program"
  status=$?
  kill -0 "$program" 2>/dev/null || break
done
kill "$watcher" 2>/dev/null
wait "$watcher" 2>/dev/null
if [ -n "$folder" ]; then rmdir "$folder" 2>/dev/null; fi
exit $status
