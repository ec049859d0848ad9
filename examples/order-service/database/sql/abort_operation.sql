-- Aborts an operation id unless it was applied; answers which of the two holds from now on. Waits for a cancellation of that id
-- that is about to commit, so there is no moment in between in which both could be true.
CREATE OR REPLACE FUNCTION order_service.abort_operation(p_operation text) RETURNS jsonb
LANGUAGE plpgsql
SET search_path = order_service, pg_temp
AS $$
BEGIN
  -- An abort is a promise: it must survive a crash of the server, whatever the database's default is.
  PERFORM set_config('synchronous_commit', 'on', true);
  INSERT INTO operation (operation_id, state, decided_at) VALUES (p_operation, 'ABORTED', clock_timestamp())
  ON CONFLICT DO NOTHING;
  RETURN (
    SELECT jsonb_strip_nulls(jsonb_build_object('operationId', operation_id, 'state', state, 'result', result))
    FROM operation
    WHERE operation_id = p_operation
  );
END;
$$;
