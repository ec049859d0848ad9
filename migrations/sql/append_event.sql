-- Writes one event in the transaction of the change it records. Events of a plan are chained: the caller holds the plan's row
-- lock, so seq and prev need no other lock. The canonical text is RFC 8785 JCS: keys in order, p_body is JCS already.
-- hash = SHA-256("countersign/event/v1\n" || canonical).
CREATE OR REPLACE FUNCTION append_event(p_tenant text, p_plan uuid, p_type text, p_body text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_id        uuid := new_id();
  v_at        timestamptz := clock_ms();
  v_seq       integer := 0;
  v_prev      bytea;
  v_canonical text;
  v_hash      bytea;
BEGIN
  IF p_plan IS NOT NULL THEN
    SELECT chain_seq + 1, chain_hash INTO STRICT v_seq, v_prev FROM plan WHERE tenant = p_tenant AND id = p_plan;
  END IF;
  v_canonical := format(
    '{"at":"%s","body":%s,"id":"%s","plan":%s,"prev":%s,"seq":%s,"tenant":"%s","type":"%s"}',
    rfc3339(v_at), p_body, v_id, coalesce('"' || p_plan || '"', 'null'),
    coalesce('"' || encode(v_prev, 'hex') || '"', 'null'), v_seq, p_tenant, p_type);
  v_hash := sha256(convert_to(E'countersign/event/v1\n' || v_canonical, 'UTF8'));
  INSERT INTO audit_event (tenant, id, plan, seq, type, at, canonical, hash)
  VALUES (p_tenant, v_id, p_plan, v_seq, p_type, v_at, v_canonical, v_hash);
  IF p_plan IS NOT NULL THEN
    UPDATE plan SET chain_seq = v_seq, chain_hash = v_hash WHERE tenant = p_tenant AND id = p_plan;
  END IF;
END $$;
