-- Writes a definitive outcome, once, by whoever holds the fence. p_done: {outcome: SUCCEEDED|FAILED, result?, error?}.
-- Returns the outcome, or FENCED when this worker's claim was taken over or settled meanwhile.
CREATE OR REPLACE FUNCTION complete_execution(p_tenant text, p_execution uuid, p_fence integer, p_done jsonb) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE v execution;
BEGIN
  IF p_done ->> 'outcome' NOT IN ('SUCCEEDED', 'FAILED') OR p_done ->> 'outcome' IS NULL THEN
    RAISE EXCEPTION 'not a definitive outcome: %', p_done ->> 'outcome';
  END IF;
  UPDATE execution SET state = p_done ->> 'outcome', result = p_done -> 'result', error = p_done -> 'error',
                       lease_until = NULL, finished_at = clock_ms()
   WHERE tenant = p_tenant AND id = p_execution AND fence = p_fence AND state = 'DISPATCHED'
   RETURNING * INTO v;
  IF NOT FOUND THEN RETURN 'FENCED'; END IF;
  PERFORM append_event(p_tenant, v.plan, 'execution.' || lower(v.state), format(
    '{"execution":"%s","resultDigest":"%s"}', v.id,
    encode(sha256(convert_to(coalesce(p_done -> 'result', p_done -> 'error', 'null'::jsonb)::text, 'UTF8')), 'hex')));
  RETURN v.state;
END $$;
