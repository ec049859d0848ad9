-- Expires a pending plan whose time is over. Outcome: EXPIRED, or SETTLED when there is nothing (more) to do,
-- or WAIT when its time is not over yet; then the wake-up is moved to the next deadline.
CREATE OR REPLACE FUNCTION expire_plan(p_tenant text, p_plan uuid) RETURNS text LANGUAGE plpgsql AS $$
DECLARE v plan;
BEGIN
  PERFORM set_config('countersign.tenant', p_tenant, true);
  SELECT * INTO v FROM plan WHERE tenant = p_tenant AND id = p_plan FOR NO KEY UPDATE;
  IF NOT FOUND OR v.state <> 'PENDING' THEN
    DELETE FROM wakeup WHERE tenant = p_tenant AND plan = p_plan AND kind = 'expire';
    RETURN 'SETTLED';
  END IF;
  IF plan_is_over(v, clock_timestamp()) THEN
    PERFORM close_plan(p_tenant, p_plan, 'EXPIRED', NULL, '{}');
    RETURN 'EXPIRED';
  END IF;
  PERFORM schedule(p_tenant, p_plan, 'expire',
    CASE WHEN v.quorum_at IS NULL AND clock_timestamp() <= v.decide_by THEN v.decide_by ELSE v.execute_by END
      + interval '1 millisecond');
  RETURN 'WAIT';
END $$;
