-- The requester's human, or an administrator, withdraws a plan that nobody has executed.
-- Outcomes: CANCELLED, NOT_FOUND, or the final state that it already has.
CREATE OR REPLACE FUNCTION cancel_plan(p_tenant text, p_plan uuid, p_reason text, p_event text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE v plan;
BEGIN
  PERFORM set_config('countersign.tenant', p_tenant, true);
  SELECT * INTO v FROM plan WHERE tenant = p_tenant AND id = p_plan FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 'NOT_FOUND'; END IF;
  IF v.state <> 'PENDING' THEN RETURN v.state; END IF;
  PERFORM close_plan(p_tenant, p_plan, 'CANCELLED', p_reason, p_event);
  RETURN 'CANCELLED';
END $$;
