-- Records one human's signed decision. p: id, approverId, approverHuman, decision, reason, epoch, actionDigest, displayDigest,
-- statement, jws, kid, expiresAt, event (JCS).
-- Outcomes: RECORDED, QUORUM (enough approvals now), REJECTED, NOT_FOUND, SELF, ALREADY_DECIDED, DIGEST_MISMATCH,
-- REAUTHZ_REQUIRED, EXPIRED, or the plan's final state. Lock order: plan, then the approver.
CREATE OR REPLACE FUNCTION record_decision(p_tenant text, p_plan uuid, p jsonb) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v       plan;
  v_now   timestamptz;
  v_epoch bigint;
  v_count integer;
BEGIN
  PERFORM set_config('countersign.tenant', p_tenant, true);
  SELECT * INTO v FROM plan WHERE tenant = p_tenant AND id = p_plan FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 'NOT_FOUND'; END IF;
  v_now := clock_timestamp();
  IF v.state <> 'PENDING' THEN RETURN v.state; END IF;
  IF plan_is_over(v, v_now) THEN
    PERFORM close_plan(p_tenant, p_plan, 'EXPIRED', NULL, '{}');
    RETURN 'EXPIRED';
  END IF;
  IF v_now > v.decide_by THEN RETURN 'EXPIRED'; END IF;
  IF encode(v.action_digest, 'hex') <> p ->> 'actionDigest' OR encode(v.display_digest, 'hex') <> p ->> 'displayDigest' THEN
    RETURN 'DIGEST_MISMATCH';
  END IF;
  IF v.requester_human = p ->> 'approverHuman' THEN RETURN 'SELF'; END IF;
  SELECT authz_epoch INTO v_epoch FROM principal
   WHERE tenant = p_tenant AND id = (p ->> 'approverId')::uuid AND NOT disabled FOR SHARE;
  IF v_epoch IS DISTINCT FROM (p ->> 'epoch')::bigint THEN RETURN 'REAUTHZ_REQUIRED'; END IF;

  INSERT INTO approval (tenant, id, plan, requester_human, approver_id, approver_human, decision, reason, authz_epoch,
                        statement, jws, kid, expires_at, created_at)
  VALUES (p_tenant, (p ->> 'id')::uuid, p_plan, v.requester_human, (p ->> 'approverId')::uuid, p ->> 'approverHuman',
          p ->> 'decision', p ->> 'reason', v_epoch, p ->> 'statement', p ->> 'jws', p ->> 'kid',
          (p ->> 'expiresAt')::timestamptz, date_trunc('milliseconds', v_now))
  ON CONFLICT (tenant, plan, approver_human) DO NOTHING;
  IF NOT FOUND THEN RETURN 'ALREADY_DECIDED'; END IF;

  IF p ->> 'decision' = 'REJECT' THEN
    PERFORM append_event(p_tenant, p_plan, 'decision.rejected', p ->> 'event');
    PERFORM close_plan(p_tenant, p_plan, 'REJECTED', p ->> 'reason', '{}');
    RETURN 'REJECTED';
  END IF;
  v_count := count_approvals(p_tenant, p_plan);
  UPDATE plan SET approvals = v_count, quorum_at = CASE WHEN v_count >= v.required THEN coalesce(v.quorum_at, v_now) END
   WHERE tenant = p_tenant AND id = p_plan;
  PERFORM append_event(p_tenant, p_plan, 'decision.approved', p ->> 'event');
  IF v_count < v.required THEN RETURN 'RECORDED'; END IF;
  IF v.mode = 'automatic' THEN PERFORM schedule(p_tenant, p_plan, 'execute', v_now); END IF;
  RETURN 'QUORUM';
END $$;
