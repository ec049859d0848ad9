-- The claim (PROTOCOL §5), in one round trip, READ COMMITTED, called in autocommit: each statement takes a fresh snapshot, so
-- a revoke or role change that committed during a lock wait is seen.
-- p: executionId, operationId, actionDigest, toolDigest, epoch (the requester's, under which CASL was evaluated),
--    verified ([approval ids whose signatures were verified from the stored bytes and whose approvers are still entitled]),
--    reauthorized (false: CASL or policy said no; then `denial` is the code), lease (interval), lock and apply (names of the
--    class 0 functions of the adapter; absent for an external one).
-- Outcomes: SUCCEEDED and FAILED (class 0, done), DISPATCHED (external: send now), REPLAY (it exists already), and refusals that
-- leave the key free and the approvals valid: NOT_FOUND, EXPIRED, TOOL_CHANGED, TOOL_DISABLED, STALE_RESOURCE, RESOURCE_BUSY,
-- REAUTHZ_REQUIRED, DIGEST_MISMATCH, NOT_APPROVED, a denial, or the plan's final state.
CREATE OR REPLACE FUNCTION claim_execution(p_tenant text, p_plan uuid, p jsonb) RETURNS TABLE (outcome text, execution_id uuid)
LANGUAGE plpgsql AS $$
DECLARE
  v          plan;
  v_now      timestamptz;
  v_id       uuid := p ->> 'executionId';
  v_epoch    bigint;
  v_version  text;
  v_ids      uuid[];
  v_consumed integer;
  v_done     jsonb;
BEGIN
  PERFORM set_config('countersign.tenant', p_tenant, true);
  -- 0. Replay without a lock.
  SELECT e.id INTO execution_id FROM execution e WHERE e.tenant = p_tenant AND e.plan = p_plan;
  IF FOUND THEN outcome := 'REPLAY'; RETURN NEXT; RETURN; END IF;
  -- 1. Lock the plan. 2. Look again: another claim may have committed while we waited.
  SELECT * INTO v FROM plan WHERE tenant = p_tenant AND id = p_plan FOR NO KEY UPDATE;
  IF NOT FOUND THEN outcome := 'NOT_FOUND'; RETURN NEXT; RETURN; END IF;
  SELECT e.id INTO execution_id FROM execution e WHERE e.tenant = p_tenant AND e.plan = p_plan;
  IF FOUND THEN outcome := 'REPLAY'; RETURN NEXT; RETURN; END IF;
  -- 3. The clock after the lock; state, time, digests, contract, kill switch.
  v_now := clock_timestamp();
  IF v.state <> 'PENDING' THEN outcome := v.state; RETURN NEXT; RETURN; END IF;
  IF plan_is_over(v, v_now) THEN
    PERFORM close_plan(p_tenant, p_plan, 'EXPIRED', NULL, '{}');
    outcome := 'EXPIRED'; RETURN NEXT; RETURN;
  END IF;
  IF encode(v.action_digest, 'hex') <> p ->> 'actionDigest' THEN
    outcome := deny_claim(p_tenant, p_plan, 'DIGEST_MISMATCH'); RETURN NEXT; RETURN;
  END IF;
  PERFORM FROM tool t WHERE t.tool = v.tool AND t.current_digest = v.tool_digest;
  IF NOT FOUND THEN
    PERFORM close_plan(p_tenant, p_plan, 'INVALIDATED', 'TOOL_CHANGED', '{"code":"TOOL_CHANGED"}');
    outcome := 'TOOL_CHANGED'; RETURN NEXT; RETURN;
  END IF;
  IF tool_disabled(p_tenant, v.tool) THEN
    outcome := deny_claim(p_tenant, p_plan, 'TOOL_DISABLED'); RETURN NEXT; RETURN;
  END IF;
  -- 4. The resource, when it lives here: lock its row and compare versions.
  IF p ? 'lock' THEN
    EXECUTE format('SELECT %I($1, $2)', p ->> 'lock') INTO v_version USING p_tenant, v.resource_id;
    IF v_version IS DISTINCT FROM v.resource_version THEN
      PERFORM close_plan(p_tenant, p_plan, 'INVALIDATED', 'STALE_RESOURCE', '{"code":"STALE_RESOURCE"}');
      outcome := 'STALE_RESOURCE'; RETURN NEXT; RETURN;
    END IF;
  END IF;
  -- 5. Requester and approvers in id order; the requester's rights must be those that were evaluated.
  PERFORM FROM principal pr
    WHERE pr.tenant = p_tenant
      AND (pr.id = v.requester_id
        OR pr.id IN (SELECT a.approver_id FROM approval a WHERE a.tenant = p_tenant AND a.plan = p_plan))
    ORDER BY pr.id FOR SHARE;
  SELECT pr.authz_epoch INTO v_epoch FROM principal pr WHERE pr.tenant = p_tenant AND pr.id = v.requester_id;
  IF v_epoch IS DISTINCT FROM (p ->> 'epoch')::bigint THEN outcome := 'REAUTHZ_REQUIRED'; RETURN NEXT; RETURN; END IF;
  IF p ? 'denial' THEN
    outcome := deny_claim(p_tenant, p_plan, p ->> 'denial'); RETURN NEXT; RETURN;
  END IF;
  -- 6. Enough valid approvals: verified just now, unexpired, given under the approver's present epoch.
  SELECT array_agg(a.id ORDER BY a.id) INTO v_ids
    FROM (SELECT ap.id FROM approval ap
           WHERE ap.tenant = p_tenant AND ap.plan = p_plan ORDER BY ap.id FOR NO KEY UPDATE) locked
    JOIN approval a ON a.tenant = p_tenant AND a.id = locked.id
    JOIN principal pr ON pr.tenant = p_tenant AND pr.id = a.approver_id
   WHERE a.state = 'VALID' AND a.decision = 'APPROVE' AND a.expires_at > v_now
     AND pr.authz_epoch = a.authz_epoch AND NOT pr.disabled
     AND a.id::text IN (SELECT jsonb_array_elements_text(p -> 'verified'));
  IF coalesce(cardinality(v_ids), 0) < v.required THEN
    outcome := deny_claim(p_tenant, p_plan, 'NOT_APPROVED'); RETURN NEXT; RETURN;
  END IF;
  v_ids := v_ids[1:v.required];
  -- 7. The execution itself, last: every guard has passed.
  INSERT INTO execution (tenant, id, plan, tool, idempotency_key, operation_id, resource_type, resource_id, state, lease_until,
                         started_at)
  VALUES (p_tenant, v_id, p_plan, v.tool, v.idempotency_key, v.operation_id, v.resource_type, v.resource_id, 'DISPATCHED',
          v_now + (p ->> 'lease')::interval, date_trunc('milliseconds', v_now))
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN outcome := deny_claim(p_tenant, p_plan, 'RESOURCE_BUSY'); RETURN NEXT; RETURN; END IF;
  -- 8. The approvals are used up by this execution, all of them or nothing at all.
  UPDATE approval a SET state = 'CONSUMED', execution = v_id
   WHERE a.tenant = p_tenant AND a.plan = p_plan AND a.id = ANY (v_ids) AND a.state = 'VALID';
  GET DIAGNOSTICS v_consumed = ROW_COUNT;
  IF v_consumed <> v.required THEN
    RAISE EXCEPTION 'consumed % of % approvals', v_consumed, v.required;
  END IF;
  -- 9. The plan, its event.
  UPDATE plan SET state = 'CONSUMED', closed_at = date_trunc('milliseconds', v_now) WHERE tenant = p_tenant AND id = p_plan;
  PERFORM append_event(p_tenant, p_plan, 'execution.claimed', format(
    '{"approvals":[%s],"execution":"%s","fence":1,"operationId":"%s"}',
    (SELECT string_agg('"' || i || '"', ',') FROM unnest(v_ids) AS i), v_id, v.operation_id));
  DELETE FROM wakeup WHERE tenant = p_tenant AND plan = p_plan;
  execution_id := v_id;
  IF NOT p ? 'apply' THEN outcome := 'DISPATCHED'; RETURN NEXT; RETURN; END IF;
  -- Class 0: effect and outcome in this same transaction.
  EXECUTE format('SELECT %I($1, $2, $3, $4, $5)', p ->> 'apply') INTO v_done
    USING p_tenant, v.resource_id, v.resource_version, v.action::jsonb -> 'arguments', v.operation_id;
  outcome := complete_execution(p_tenant, v_id, 1, v_done);
  RETURN NEXT;
END $$;
