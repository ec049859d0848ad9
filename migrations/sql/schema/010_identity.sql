-- Tenants and the people and agents in them. `tenant` is part of every key and every foreign key below.
CREATE TABLE tenant (
  id         text PRIMARY KEY CHECK (id ~ '^[a-z][a-z0-9-]{1,40}$'),
  name       text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- `human` never changes after the first sight: separation of duties is keyed on it (see the foreign keys of plan and approval).
CREATE TABLE principal (
  tenant         text NOT NULL REFERENCES tenant,
  id             uuid NOT NULL,
  issuer         text NOT NULL,
  sub            text NOT NULL,
  human          text NOT NULL,
  name           text NOT NULL,
  email          text,
  roles          text[] NOT NULL DEFAULT '{}',
  business_lines text[] NOT NULL DEFAULT '{}',
  revoked_roles  text[] NOT NULL DEFAULT '{}',
  disabled       boolean NOT NULL DEFAULT false,
  authz_epoch    bigint NOT NULL DEFAULT 1,
  claims_iat     bigint NOT NULL DEFAULT 0,
  created_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant, id),
  UNIQUE (tenant, issuer, sub),
  UNIQUE (tenant, id, human)
);

CREATE TABLE console_session (
  tenant     text NOT NULL,
  id_hash    bytea NOT NULL,
  principal  uuid NOT NULL,
  csrf_hash  bytea NOT NULL,
  id_token   text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant, id_hash),
  FOREIGN KEY (tenant, principal) REFERENCES principal (tenant, id) ON DELETE CASCADE
);
CREATE INDEX console_session_expiry ON console_session (expires_at);

-- Public halves only. Shared by all tenants, so without a tenant column and without row-level security.
CREATE TABLE signing_key (
  kid        text PRIMARY KEY,
  public_jwk jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  revoked_at timestamptz
);
