-- The approver withdraws an approval before the claim. Outcomes: REVOKED, NOT_FOUND (no such plan, or no approval of this
-- human), or the plan's final state when it came too late.
CREATE OR REPLACE FUNCTION revoke_approval(p_tenant text, p_plan uuid, p_approver_human text, p_event text) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  v       plan;
  v_count integer;
BEGIN
  PERFORM set_config('countersign.tenant', p_tenant, true);
  SELECT * INTO v FROM plan WHERE tenant = p_tenant AND id = p_plan FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 'NOT_FOUND'; END IF;
  -- Who never decided on it may not even know of it: the state is for those who did.
  IF NOT EXISTS (SELECT FROM approval WHERE tenant = p_tenant AND plan = p_plan AND approver_human = p_approver_human) THEN
    RETURN 'NOT_FOUND';
  END IF;
  IF v.state <> 'PENDING' THEN RETURN v.state; END IF;
  UPDATE approval SET state = 'REVOKED'
   WHERE tenant = p_tenant AND plan = p_plan AND approver_human = p_approver_human AND state = 'VALID';
  IF NOT FOUND THEN RETURN 'NOT_FOUND'; END IF;
  v_count := count_approvals(p_tenant, p_plan);
  UPDATE plan SET approvals = v_count, quorum_at = CASE WHEN v_count >= v.required THEN v.quorum_at END
   WHERE tenant = p_tenant AND id = p_plan;
  PERFORM append_event(p_tenant, p_plan, 'decision.revoked', p_event);
  IF v_count < v.required THEN
    DELETE FROM wakeup WHERE tenant = p_tenant AND plan = p_plan AND kind = 'execute';
  END IF;
  RETURN 'REVOKED';
END $$;
