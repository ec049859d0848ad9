#!/bin/bash
# Starts Keycloak with the secrets that it cannot read from files itself. realm.json names them as ${…}.
set -euo pipefail

secret() {
  local file="/run/secrets/$1"
  [ -s "$file" ] || { echo "The secret $1 is missing: run deploy/make-secrets.sh." >&2; exit 1; }
  cat "$file"
}

KC_DB_PASSWORD="$(secret identity_database_password)"
KC_BOOTSTRAP_ADMIN_PASSWORD="$(secret identity_admin_password)"
COUNTERSIGN_CONSOLE_CLIENT_SECRET="$(secret console_client_secret)"
COUNTERSIGN_AGENT_CLIENT_SECRET="$(secret agent_client_secret)"
COUNTERSIGN_INITIAL_PASSWORD="$(secret people_initial_password)"
export KC_DB_PASSWORD KC_BOOTSTRAP_ADMIN_PASSWORD
export COUNTERSIGN_CONSOLE_CLIENT_SECRET COUNTERSIGN_AGENT_CLIENT_SECRET COUNTERSIGN_INITIAL_PASSWORD

exec /opt/keycloak/bin/kc.sh start --import-realm
