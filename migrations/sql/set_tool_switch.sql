-- Throws or lifts the kill switch of one tool ('*': all tools) in one tenant, with its event.
CREATE OR REPLACE FUNCTION set_tool_switch(
  p_tenant text, p_tool text, p_disabled boolean, p_reason text, p_by uuid, p_body text
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('countersign.tenant', p_tenant, true);
  INSERT INTO tool_switch (tenant, tool, disabled, reason, changed_by)
  VALUES (p_tenant, p_tool, p_disabled, p_reason, p_by)
  ON CONFLICT (tenant, tool) DO UPDATE
    SET disabled = excluded.disabled, reason = excluded.reason, changed_by = excluded.changed_by, changed_at = clock_timestamp();
  PERFORM append_event(p_tenant, NULL, CASE WHEN p_disabled THEN 'tool.disabled' ELSE 'tool.enabled' END, p_body);
  -- What was held back by the switch is looked at again at once.
  UPDATE wakeup w SET due_at = clock_timestamp(), published_at = NULL
    FROM plan p
   WHERE NOT p_disabled AND w.tenant = p_tenant AND w.kind = 'execute' AND p.tenant = w.tenant AND p.id = w.plan
     AND (p_tool = '*' OR p.tool = p_tool);
END $$;
