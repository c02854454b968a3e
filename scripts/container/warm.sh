#!/bin/sh
# Starts and stops Crier in the image while it is built, so that an image without a part of it is never made. A process
# that ends in order leaves its compiled code, with which every container starts sooner.
set -eu
folder=$(mktemp -d)
export DATA_DIR="$folder/data" HOST=localhost PORT=0
crier start >"$folder/page" 2>"$folder/log" &
server=$!
tries=0
until grep -q '^Crier is ready' "$folder/page"; do
  tries=$((tries + 1))
  if [ $tries -gt 600 ] || ! kill -0 $server 2>/dev/null; then
    cat "$folder/log" >&2
    echo 'Crier did not start in the image. Its log is above.' >&2
    exit 1
  fi
  sleep 0.2
done
# The commands share the code of a server but for their own.
crier doctor >/dev/null || true
kill -TERM $server
wait $server
rm -rf "$folder"
# Node lets only the user that compiled read it. In the image it belongs to root.
chmod -R a+rX node_modules/.crier-setup/compiled
