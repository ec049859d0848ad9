#!/bin/sh
# Gives the program that follows what NAME_FILE names as NAME, for the settings that it takes only by value.
set -eu

for name in DATABASE_URL DATABASE_OWNER_URL REDIS_URL; do
  eval "file=\${${name}_FILE:-}"
  [ -n "$file" ] || continue
  if [ ! -s "$file" ]; then
    echo "${name}_FILE names $file, which is missing or empty: run deploy/make-secrets.sh." >&2
    exit 1
  fi
  value=$(cat "$file")
  export "$name=$value"
  unset "${name}_FILE"
done

exec "$@"
