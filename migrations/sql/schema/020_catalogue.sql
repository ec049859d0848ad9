-- Published contracts and policies: immutable texts, known by their digest. Shared by all tenants.
CREATE TABLE tool_contract (
  tool         text NOT NULL,
  digest       bytea NOT NULL CHECK (length(digest) = 32),
  canonical    text NOT NULL,
  published_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tool, digest)
);

CREATE TABLE tool (
  tool           text PRIMARY KEY,
  current_digest bytea NOT NULL,
  FOREIGN KEY (tool, current_digest) REFERENCES tool_contract (tool, digest)
);

CREATE TABLE policy (
  digest       bytea PRIMARY KEY CHECK (length(digest) = 32),
  canonical    text NOT NULL,
  published_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is immutable', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER tool_contract_immutable BEFORE UPDATE OR DELETE ON tool_contract FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER policy_immutable BEFORE UPDATE OR DELETE ON policy FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The kill switch: one tool, or '*' for all tools of the tenant.
CREATE TABLE tool_switch (
  tenant     text NOT NULL REFERENCES tenant,
  tool       text NOT NULL,
  disabled   boolean NOT NULL,
  reason     text NOT NULL,
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant, tool),
  FOREIGN KEY (tenant, changed_by) REFERENCES principal (tenant, id)
);
