#!/bin/sh
# Runs a script of this repository under Node 24, whatever Node the machine has: with-node.sh SCRIPT ARGUMENT...
# When something is missing it is installed first, in words on stderr: stdout belongs to the script alone.
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/.."

# The server and the command line need no tools; everything else here is one.
case $1 in
  server/* | cli/*) part=runtime ;;
  *) part=everything ;;
esac
ready=node_modules/.crier-setup

# Setup left a copy of the lock file it has satisfied. Neither that file nor what npm has installed changed since.
is_set_up() {
  [ -x "$ready/node" ] &&
    cmp -s package-lock.json "$ready/$part.json" &&
    [ -f node_modules/.package-lock.json ] &&
    [ ! node_modules/.package-lock.json -nt "$ready/$part.json" ]
}

if is_set_up; then
  node=$ready/node
else
  # npm says which Node runs it; the first one in PATH may be the one that setup is about to replace.
  node=$("${npm_node_execpath:-node}" scripts/setup.mjs "$part")
fi
# The server's compiled code is kept beside what is installed: the next start is sooner, and needs no memory to take the
# types out. Where nothing may be written, nothing is kept, and root keeps nothing in a clone of another user, who could not
# write there any more. Tools come by too many files that are soon gone.
case $1 in
  server/src/* | cli/src/*)
    if [ -O . ] || [ ! -w . ]; then kept=$PWD/$ready/compiled; else kept=; fi
    NODE_COMPILE_CACHE=${NODE_COMPILE_CACHE-$kept}
    export NODE_COMPILE_CACHE
    ;;
esac
# With 4 GB of memory or more, V8 lets the youngest objects take three times 64 MB. Half of that is as quick, and keeps the server
# small while many files come in. A limit that NODE_OPTIONS has already comes later and wins.
if [ "$1 ${2-}" = 'server/src/main.ts start' ] &&
  [ "$(NODE_OPTIONS= "$node" -p 'v8.getHeapStatistics().heap_size_limit > 2e9')" = true ]; then
  export NODE_OPTIONS="--max-semi-space-size=32 ${NODE_OPTIONS-}"
fi
exec "$node" "$@"
