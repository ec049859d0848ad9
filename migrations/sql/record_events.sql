-- Writes a batch of events that belong to no plan (reads, denials before a plan exists): one durable commit for many callers.
-- p_events: [{type, body}], body being JCS text.
CREATE OR REPLACE FUNCTION record_events(p_tenant text, p_events jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE e jsonb;
BEGIN
  PERFORM set_config('countersign.tenant', p_tenant, true);
  FOR e IN SELECT * FROM jsonb_array_elements(p_events) LOOP
    PERFORM append_event(p_tenant, NULL, e ->> 'type', e ->> 'body');
  END LOOP;
END $$;
