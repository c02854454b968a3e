#!/bin/sh
# Publishes one post with curl alone: connect an account of the simulated network by its sign-in, upload a picture, publish
# a post, wait until it is public.
#   npm run demo [-- KEY]
# Without a key (or CRIER_API_KEY) it creates a test key and revokes it at the end. CRIER_URL is the address of Crier.
set -eu
cd -- "$(dirname -- "$0")/.."

url=${CRIER_URL:-${PUBLIC_URL:-http://localhost:${PORT:-4747}}}
work=$(mktemp -d)
own_key=

finish() {
  rm -rf "$work"
  if [ -n "$own_key" ]; then operator keys revoke "$own_key" >/dev/null 2>&1 || true; fi
}
trap finish EXIT
trap 'exit 1' HUP INT TERM

operator() {
  sh scripts/with-node.sh server/src/main.ts "$@"
}

fail() {
  printf '%s\n' "$1" >&2
  exit 1
}

# value NAME: the first member of this name that holds a string, in the JSON on stdin.
value() {
  tr -d '\n' | tr ',{}[]' '\n\n\n\n\n' | sed -n 's/^ *"'"$1"'": *"\(.*\)" *$/\1/p' | head -n 1
}

# The sentence of the problem on stdin.
reason() {
  tr -d '\n' | sed 's/.*"detail": *"//; s/"[,}].*//; s/\\"/"/g'
}

# call METHOD PATH [JSON]: prints the answer, or ends with what is wrong.
call() {
  if [ $# -gt 2 ]; then set -- "$1" "$2" -H 'Content-Type: application/json' --data "$3"; fi
  method=$1 path=$2
  shift 2
  status=$(curl -sS -o "$work/answer" -w '%{http_code}' -X "$method" "$url$path" \
    -H "Authorization: Bearer $key" "$@") || fail "$method $path was not answered."
  case $status in
    2*) cat "$work/answer" ;;
    *) fail "$method $path was answered with $status: $(reason <"$work/answer")" ;;
  esac
}

curl -fsS -o /dev/null "$url/healthz" 2>/dev/null ||
  fail "No Crier answers at $url: start it with npm start in another terminal, or set CRIER_URL."

key=${1:-${CRIER_API_KEY:-}}
if [ -z "$key" ]; then
  made=$(operator keys create --test --name demo --json) ||
    fail 'The demo needs a key. See the message above, or give it one with npm run demo -- KEY'
  key=$(printf '%s' "$made" | value key)
  own_key=$(printf '%s' "$made" | value id)
fi

# browse ADDRESS [OPTION…]: goes there as a browser does, with cookies and redirects; prints where it arrived.
browse() {
  at=$1
  shift
  curl -sS -L -o "$work/page" -w '%{url_effective}' -c "$work/cookies" -b "$work/cookies" \
    -H "Origin: $(printf '%s' "$at" | cut -d / -f 1-3)" "$@" "$at" || fail "$at was not answered."
}

printf '1. Connect an account of the simulated network\n'
attempt=$(call POST /v1/social-accounts/connect '{"platform": "sandbox", "way": "oauth"}')
# On our page the person sees who will be able to publish and goes on; on the page of the network they agree.
consent=$(browse "$(printf '%s' "$attempt" | value url)" --data '')
browse "$consent" --data decision=allow --data names=Demo >"$work/back"
attempt=$(call GET "/v1/social-accounts/connect/$(printf '%s' "$attempt" | value id)")
account=$(printf '%s' "$attempt" | tr -d '\n' | sed -n 's/.*"social_accounts": *\["\([^"]*\)".*/\1/p')
[ -n "$account" ] || fail "The sign-in is $(printf '%s' "$attempt" | value status): see $(cat "$work/back")"
printf '   %s, %s\n' "$account" "$(call GET "/v1/social-accounts/$account" | value username)"

printf '2. Upload a picture\n'
# A PNG of 96 by 96 pixels.
{
  printf '\211\120\116\107\015\012\032\012\000\000\000\015\111\110\104\122\000\000\000\140\000\000\000\140\002\003'
  printf '\000\000\000\237\366\237\253\000\000\000\011\120\114\124\105\035\065\127\361\372\356\346\071\106\043\015'
  printf '\267\200\000\000\000\011\160\110\131\163\000\000\013\023\000\000\013\023\001\000\232\234\030\000\000\000'
  printf '\054\111\104\101\124\110\307\143\140\030\005\243\200\346\140\025\020\014\165\211\120\040\030\352\022\241'
  printf '\120\060\052\061\070\044\206\113\272\032\116\371\174\024\214\002\252\001\000\020\321\277\101\211\320\312'
  printf '\111\000\000\000\000\111\105\116\104\256\102\140\202'
} >"$work/picture.png"
size=$(wc -c <"$work/picture.png" | tr -d ' ')
upload=$(call POST /v1/media/create-upload-url \
  "{\"name\": \"hello.png\", \"mime_type\": \"image/png\", \"size_bytes\": $size}")
media=$(printf '%s' "$upload" | value media_id)
status=$(curl -sS -o "$work/answer" -w '%{http_code}' -X PUT "$(printf '%s' "$upload" | value upload_url)" \
  -H 'Content-Type: image/png' --data-binary "@$work/picture.png") || fail 'The upload was not answered.'
[ "$status" = 200 ] || fail "The upload was answered with $status: $(reason <"$work/answer")"
printf '   %s\n' "$media"

printf '3. Create a post\n'
post=$(call POST /v1/posts \
  "{\"caption\": \"Hello from Crier, with a picture.\", \"media\": [\"$media\"], \"social_accounts\": [\"$account\"]}")
id=$(printf '%s' "$post" | value id)
printf '   %s is %s\n' "$id" "$(printf '%s' "$post" | value status)"

printf '4. Wait until it is public\n'
tries=0
while state=$(call GET "/v1/posts/$id" | value status); do
  case $state in
    posted) break ;;
    scheduled | processing) ;;
    *) fail "   The post is $state: see GET /v1/post-results?post_id=$id" ;;
  esac
  tries=$((tries + 1))
  [ "$tries" -le 60 ] || fail "   The post is still $state after 60 s: see GET /v1/post-results?post_id=$id"
  sleep 1
done
call GET "/v1/post-results?post_id=$id" >"$work/results"
# The address of the post stands in platform_data.
sed 's/.*"platform_data"//' "$work/results" | value url
