#!/usr/bin/env bash
# Makes the secrets that docker-compose.yml wants, each only when it is missing. Nothing here is ever committed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/secrets"
# The folder is closed to others. The files are not, because each container reads its own under another account.
chmod 700 .
umask 022

make() { # name, command that prints the secret
  local name=$1
  shift
  [ -s "$name" ] && return
  "$@" >"$name.new"
  mv "$name.new" "$name"
  echo "made $name"
}

random() { openssl rand -hex 24; }

for name in superuser_password owner_password app_password redis_password console_client_secret agent_client_secret \
  identity_database_password identity_admin_password people_initial_password; do
  make "$name" random
done

make database_url printf 'postgresql://countersign_app:%s@postgres:5432/countersign' "$(cat app_password)"
make database_owner_url printf 'postgresql://countersign_owner:%s@postgres:5432/countersign' "$(cat owner_password)"
make redis_url printf 'redis://:%s@redis:6379' "$(cat redis_password)"
make signing_key.pem openssl genpkey -algorithm ed25519
