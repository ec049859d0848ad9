-- Writes that a claim was refused and why, and when to look again. The same refusal again and again (a queue that keeps trying)
-- is written once. Without enough approvals the next look comes with the next approval; what can pass by itself (a kill switch,
-- a busy resource, a right that is given back) is looked at again after a while.
CREATE OR REPLACE FUNCTION deny_claim(p_tenant text, p_plan uuid, p_code text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_body  text := format('{"code":"%s"}', p_code);
  v_count integer;
BEGIN
  PERFORM FROM plan p JOIN audit_event e ON e.tenant = p.tenant AND e.plan = p.id AND e.seq = p.chain_seq
    WHERE p.tenant = p_tenant AND p.id = p_plan AND e.type = 'execution.denied' AND e.canonical::jsonb -> 'body' = v_body::jsonb;
  IF NOT FOUND THEN PERFORM append_event(p_tenant, p_plan, 'execution.denied', v_body); END IF;
  IF p_code IN ('NOT_APPROVED', 'DIGEST_MISMATCH') THEN
    v_count := count_approvals(p_tenant, p_plan);
    UPDATE plan SET approvals = v_count, quorum_at = CASE WHEN v_count >= required THEN quorum_at END
     WHERE tenant = p_tenant AND id = p_plan;
    DELETE FROM wakeup WHERE tenant = p_tenant AND plan = p_plan AND kind = 'execute';
  ELSE
    UPDATE wakeup SET due_at = clock_timestamp() + interval '15 seconds', published_at = NULL
     WHERE tenant = p_tenant AND plan = p_plan AND kind = 'execute';
  END IF;
  RETURN p_code;
END $$;
