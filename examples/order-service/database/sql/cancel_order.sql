-- Cancels one order under an operation id, in one transaction: {outcome, result} or {outcome, version} of a refusal.
-- p_expected is null where writes are unconditional, p_dedup_ms where nothing is deduplicated.
-- Locks: operation, order, ledger head; always in this order.
CREATE OR REPLACE FUNCTION order_service.cancel_order(
  p_operation text,
  p_order text,
  p_reason text,
  p_fingerprint text,
  p_expected bigint,
  p_dedup_ms bigint
) RETURNS jsonb
LANGUAGE plpgsql
SET search_path = order_service, pg_temp
AS $$
DECLARE
  opened boolean;
  known operation;
  found_order orders;
  refused text;
  outcome jsonb;
  number bigint;
BEGIN
  -- An effect that was answered must not be lost when the server crashes, whatever the database's default is.
  PERFORM set_config('synchronous_commit', 'on', true);

  -- The unique index decides between this and an abort, or the same request twice: one of them waits here for the other.
  INSERT INTO operation (operation_id, state, decided_at) VALUES (p_operation, 'OPEN', clock_timestamp())
  ON CONFLICT DO NOTHING;
  opened := FOUND;
  IF NOT opened THEN
    SELECT * INTO known FROM operation WHERE operation_id = p_operation FOR UPDATE;
    -- Said once, it holds for ever: also when abort-or-get was switched off since.
    IF known.state = 'ABORTED' THEN
      RETURN jsonb_build_object('outcome', 'ABORTED');
    END IF;
    IF known.decided_at + p_dedup_ms * interval '1 millisecond' > clock_timestamp() THEN
      IF known.fingerprint <> p_fingerprint THEN
        RETURN jsonb_build_object('outcome', 'KEY_REUSED');
      END IF;
      RETURN jsonb_build_object('outcome', 'REPLAYED', 'result', known.result);
    END IF;
  END IF;

  SELECT * INTO found_order FROM orders WHERE order_id = p_order FOR UPDATE;
  refused := CASE
    WHEN NOT FOUND THEN 'NOT_FOUND'
    WHEN found_order.version <> p_expected THEN 'VERSION_CONFLICT'
    WHEN found_order.state IN ('SHIPPED', 'DELIVERED') THEN 'NOT_CANCELLABLE'
    -- A system without conditional writes does not look before it writes: it cancels, and refunds, once more.
    WHEN found_order.state = 'CANCELLED' AND p_expected IS NOT NULL THEN 'NOT_CANCELLABLE'
  END;
  IF refused IS NOT NULL THEN
    IF opened THEN
      DELETE FROM operation WHERE operation_id = p_operation;
    END IF;
    RETURN jsonb_build_object('outcome', refused, 'version', found_order.version::text, 'state', found_order.state);
  END IF;

  UPDATE orders
  SET state = 'CANCELLED', version = version + 1, cancelled_at = clock_timestamp(), cancel_reason = p_reason
  WHERE order_id = p_order
  RETURNING * INTO found_order;
  outcome := jsonb_build_object(
    'orderId', p_order,
    'state', found_order.state,
    'version', found_order.version::text,
    'cancelledAt', rfc3339(found_order.cancelled_at)
  );
  UPDATE operation
  SET state = 'APPLIED', fingerprint = p_fingerprint, result = outcome, decided_at = found_order.cancelled_at
  WHERE operation_id = p_operation;
  UPDATE ledger_head SET seq = seq + 1 RETURNING seq INTO number;
  INSERT INTO effect (seq, operation_id, order_id, applied_at)
  VALUES (number, p_operation, p_order, found_order.cancelled_at);
  RETURN jsonb_build_object('outcome', 'APPLIED', 'result', outcome);
END;
$$;
