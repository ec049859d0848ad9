-- The effect of orders.cancel.v1: cancels the order at exactly the approved version. An order that left the warehouse is not
-- cancelled whoever signed: that is the domain's own invariant, a definitive failure.
CREATE OR REPLACE FUNCTION orders_cancel(
  p_tenant text, p_id text, p_version text, p_arguments jsonb, p_operation_id text
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE v customer_order;
BEGIN
  UPDATE customer_order
     SET state = 'CANCELLED', version = version + 1, cancelled_at = clock_ms(), cancel_reason = p_arguments ->> 'reason'
   WHERE tenant = p_tenant AND id = p_id AND version = p_version::bigint AND state IN ('NEW', 'PAID', 'PACKED')
   RETURNING * INTO v;
  IF NOT FOUND THEN
    RETURN jsonb_build_object('outcome', 'FAILED', 'error', jsonb_build_object(
      'code', 'STALE_RESOURCE', 'message', 'The order can no longer be cancelled.'));
  END IF;
  INSERT INTO order_event (tenant, order_id, version, kind, operation_id, at)
  VALUES (p_tenant, p_id, v.version, 'CANCELLED', p_operation_id, v.cancelled_at);
  RETURN jsonb_build_object('outcome', 'SUCCEEDED', 'result', jsonb_build_object(
    'orderId', v.id, 'state', v.state, 'version', v.version::text, 'cancelledAt', rfc3339(v.cancelled_at)));
END $$;
