-- True while a kill switch of this tenant stops the tool.
CREATE OR REPLACE FUNCTION tool_disabled(p_tenant text, p_tool text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM tool_switch WHERE tenant = p_tenant AND tool IN (p_tool, '*') AND disabled)
$$;
