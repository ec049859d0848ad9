-- Moves a plan, whose row lock the caller holds, from PENDING to a final state that is not an execution, with its event.
CREATE OR REPLACE FUNCTION close_plan(p_tenant text, p_plan uuid, p_state text, p_reason text, p_body text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE plan SET state = p_state, state_reason = p_reason, closed_at = clock_ms()
   WHERE tenant = p_tenant AND id = p_plan AND state = 'PENDING';
  IF NOT FOUND THEN RAISE EXCEPTION 'plan % is not pending', p_plan; END IF;
  PERFORM append_event(p_tenant, p_plan, 'plan.' || lower(p_state), p_body);
  DELETE FROM wakeup WHERE tenant = p_tenant AND plan = p_plan;
END $$;
