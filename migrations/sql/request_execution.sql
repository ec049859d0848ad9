-- Asks that an approved plan be executed (tools that run on request). Outcomes: REQUESTED, NOT_APPROVED, NOT_FOUND,
-- or the plan's final state. Asking twice is asking once.
CREATE OR REPLACE FUNCTION request_execution(p_tenant text, p_plan uuid, p_event text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE v plan;
BEGIN
  PERFORM set_config('countersign.tenant', p_tenant, true);
  SELECT * INTO v FROM plan WHERE tenant = p_tenant AND id = p_plan FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 'NOT_FOUND'; END IF;
  IF v.state <> 'PENDING' THEN RETURN v.state; END IF;
  IF v.quorum_at IS NULL THEN RETURN 'NOT_APPROVED'; END IF;
  IF NOT EXISTS (SELECT FROM wakeup WHERE tenant = p_tenant AND plan = p_plan AND kind = 'execute') THEN
    PERFORM append_event(p_tenant, p_plan, 'execution.requested', p_event);
    PERFORM schedule(p_tenant, p_plan, 'execute', clock_timestamp());
  END IF;
  RETURN 'REQUESTED';
END $$;
