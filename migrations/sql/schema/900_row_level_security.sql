-- Row-level security: without `countersign.tenant` nothing is seen, with it only that tenant. FORCEd, so that it binds the
-- owner of the tables too; the engine runs as countersign_app, which owns nothing. Proved at every start.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['principal', 'console_session', 'tool_switch', 'plan', 'approval', 'execution', 'audit_event',
                           'customer_order', 'order_event'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY of_tenant ON %I USING (tenant = current_setting(''countersign.tenant'', true))', t);
  END LOOP;
END $$;
ALTER TABLE tenant ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON tenant USING (id = current_setting('countersign.tenant', true));

GRANT USAGE ON SCHEMA countersign TO countersign_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA countersign TO countersign_app;
-- What is evidence can be added to, never changed or taken away by the engine.
REVOKE UPDATE, DELETE ON audit_event, tool_contract, policy, signing_key, order_event FROM countersign_app;
REVOKE DELETE ON tool FROM countersign_app;
REVOKE UPDATE, DELETE ON plan, approval, execution, principal FROM countersign_app;
-- Of what people signed, and of who they are, only the columns that record what became of it.
GRANT UPDATE (state, state_reason, closed_at, approvals, quorum_at, chain_seq, chain_hash) ON plan TO countersign_app;
GRANT UPDATE (state, execution) ON approval TO countersign_app;
GRANT UPDATE (state, fence, lease_until, result, error, finished_at) ON execution TO countersign_app;
GRANT UPDATE (name, email, roles, business_lines, revoked_roles, disabled, authz_epoch, claims_iat) ON principal
  TO countersign_app;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA countersign TO countersign_app;
