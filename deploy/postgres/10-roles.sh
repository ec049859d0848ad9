#!/bin/bash
# Runs once, when the data folder is new. The schema's owner is no superuser, the engine's role owns nothing, and the
# identity provider's database is closed to both.
set -euo pipefail

secret() {
  local file="/run/secrets/$1"
  [ -s "$file" ] || { echo "The secret $1 is missing: run deploy/make-secrets.sh." >&2; exit 1; }
  cat "$file"
}

psql --no-psqlrc --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set owner="$(secret owner_password)" \
  --set app="$(secret app_password)" \
  --set identity="$(secret identity_database_password)" <<'SQL'
CREATE ROLE countersign_owner LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE PASSWORD :'owner';
CREATE ROLE countersign_app LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE PASSWORD :'app';
CREATE ROLE keycloak LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'identity';
GRANT countersign_app TO countersign_owner;
CREATE DATABASE countersign OWNER countersign_owner;
CREATE DATABASE keycloak OWNER keycloak;
REVOKE ALL ON DATABASE countersign, keycloak, postgres FROM PUBLIC;
GRANT CONNECT ON DATABASE countersign TO countersign_app;
SQL
