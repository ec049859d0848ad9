-- Looks for what a call repeats: the plan of its idempotency key, for ever; without a key the newest plan of the same request
-- digest that is pending, or was executed or rejected less than p_replay ago. Tells the database's clock along with it.
CREATE OR REPLACE FUNCTION find_request(
  p_tenant text, p_tool text, p_key text, p_request_digest bytea, p_replay interval
) RETURNS TABLE (at timestamptz, plan_id uuid, key_reused boolean) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('countersign.tenant', p_tenant, true);
  at := clock_ms();
  IF p_key IS NOT NULL THEN
    SELECT p.id, p.request_digest <> p_request_digest INTO plan_id, key_reused
      FROM plan p WHERE p.tenant = p_tenant AND p.tool = p_tool AND p.idempotency_key = p_key;
  ELSE
    SELECT p.id INTO plan_id
      FROM plan p
     WHERE p.tenant = p_tenant AND p.request_digest = p_request_digest
     ORDER BY p.id DESC LIMIT 1;
    PERFORM FROM plan p
      WHERE p.tenant = p_tenant AND p.id = plan_id
        AND ((p.state = 'PENDING' AND NOT plan_is_over(p, clock_timestamp()))
          OR (p.state IN ('CONSUMED', 'REJECTED') AND p.closed_at > clock_timestamp() - p_replay));
    IF NOT FOUND THEN plan_id := NULL; END IF;
  END IF;
  key_reused := coalesce(key_reused, false);
  RETURN NEXT;
END $$;
