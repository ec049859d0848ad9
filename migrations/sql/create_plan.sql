-- Stores a plan, or joins the one it repeats. p: the row's columns (digests as hex), epoch, event (JCS).
-- Outcomes: CREATED, JOINED, KEY_REUSE, TOOL_CHANGED, TOOL_DISABLED, RESOURCE_BUSY, REAUTHZ_REQUIRED. All but CREATED change nothing,
-- save that pending plans whose time was over are expired on the way.
-- Lock order: plans, then the requester.
CREATE OR REPLACE FUNCTION create_plan(p_tenant text, p jsonb) RETURNS TABLE (outcome text, plan_id uuid) LANGUAGE plpgsql AS $$
DECLARE
  v_id      uuid  := p ->> 'id';
  v_tool    text  := p ->> 'tool';
  v_key     text  := p ->> 'idempotencyKey';
  v_request bytea := decode(p ->> 'requestDigest', 'hex');
  v_who     uuid  := p ->> 'requesterId';
  v_old     plan;
  v_epoch   bigint;
BEGIN
  PERFORM set_config('countersign.tenant', p_tenant, true);
  FOR attempt IN 1 .. 8 LOOP
    IF v_key IS NOT NULL THEN
      SELECT * INTO v_old FROM plan WHERE tenant = p_tenant AND tool = v_tool AND idempotency_key = v_key;
      IF FOUND THEN
        RETURN QUERY SELECT CASE WHEN v_old.request_digest = v_request THEN 'JOINED' ELSE 'KEY_REUSE' END, v_old.id;
        RETURN;
      END IF;
    END IF;
    SELECT * INTO v_old FROM plan
     WHERE tenant = p_tenant AND requester_id = v_who AND tool = v_tool AND state = 'PENDING'
       AND resource_type = p ->> 'resourceType' AND resource_id = p ->> 'resourceId'
       FOR NO KEY UPDATE;
    IF FOUND AND plan_is_over(v_old, clock_timestamp()) THEN
      PERFORM close_plan(p_tenant, v_old.id, 'EXPIRED', NULL, '{}');
      v_old := NULL;
    ELSIF FOUND AND v_key IS NULL AND v_old.request_digest = v_request THEN
      RETURN QUERY SELECT 'JOINED', v_old.id;
      RETURN;
    END IF;

    SELECT authz_epoch INTO v_epoch FROM principal WHERE tenant = p_tenant AND id = v_who AND NOT disabled FOR SHARE;
    IF v_epoch IS DISTINCT FROM (p ->> 'epoch')::bigint THEN RETURN QUERY SELECT 'REAUTHZ_REQUIRED', NULL::uuid; RETURN; END IF;
    PERFORM FROM tool WHERE tool.tool = v_tool AND current_digest = decode(p ->> 'toolDigest', 'hex');
    IF NOT FOUND THEN RETURN QUERY SELECT 'TOOL_CHANGED', NULL::uuid; RETURN; END IF;
    IF tool_disabled(p_tenant, v_tool) THEN RETURN QUERY SELECT 'TOOL_DISABLED', NULL::uuid; RETURN; END IF;
    PERFORM FROM execution WHERE tenant = p_tenant AND resource_type = p ->> 'resourceType' AND resource_id = p ->> 'resourceId'
        AND state IN ('UNKNOWN', 'MANUAL');
    IF FOUND THEN RETURN QUERY SELECT 'RESOURCE_BUSY', NULL::uuid; RETURN; END IF;

    -- A subtransaction: when another call is faster with this key, superseding the old plan is undone with the rest.
    BEGIN
      IF v_old.id IS NOT NULL THEN
        PERFORM close_plan(p_tenant, v_old.id, 'SUPERSEDED', v_id::text, format('{"by":"%s"}', v_id));
      END IF;
      INSERT INTO plan (tenant, id, requester_id, requester_human, actors, client, run, tool, tool_digest, policy_digest,
                        action, action_digest, request_digest, display, display_digest, operation_id, idempotency_key,
                        resource_type, resource_id, resource_version, resource_label, attributes, required, rule, mode,
                        created_at, decide_by, execute_by)
      SELECT p_tenant, v_id, v_who, p ->> 'requesterHuman', ARRAY(SELECT jsonb_array_elements_text(p -> 'actors')),
             p ->> 'client', p ->> 'run', v_tool, decode(p ->> 'toolDigest', 'hex'), decode(p ->> 'policyDigest', 'hex'),
             p ->> 'action', decode(p ->> 'actionDigest', 'hex'), v_request, p ->> 'display',
             decode(p ->> 'displayDigest', 'hex'), p ->> 'operationId', v_key, p ->> 'resourceType', p ->> 'resourceId',
             p ->> 'resourceVersion', p ->> 'resourceLabel', p -> 'attributes', (p ->> 'required')::integer, p -> 'rule',
             p ->> 'mode', (p ->> 'createdAt')::timestamptz, (p ->> 'decideBy')::timestamptz, (p ->> 'executeBy')::timestamptz
      ON CONFLICT DO NOTHING;
      IF NOT FOUND THEN RAISE EXCEPTION 'lost the race' USING ERRCODE = 'serialization_failure'; END IF;
      PERFORM append_event(p_tenant, v_id, 'plan.created', p ->> 'event');
      PERFORM schedule(p_tenant, v_id, 'expire', (p ->> 'decideBy')::timestamptz + interval '1 millisecond');
      RETURN QUERY SELECT 'CREATED', v_id;
      RETURN;
    EXCEPTION WHEN serialization_failure THEN
      -- Another call for the same key or resource committed in between: look again.
      NULL;
    END;
  END LOOP;
  RAISE EXCEPTION 'create_plan found no stable state' USING ERRCODE = 'serialization_failure';
END $$;
