-- Asks for a look at a plan at a time. One row for each plan and kind: asking again moves it and makes it publishable anew.
CREATE OR REPLACE FUNCTION schedule(p_tenant text, p_plan uuid, p_kind text, p_due timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO wakeup (tenant, plan, kind, due_at) VALUES (p_tenant, p_plan, p_kind, p_due)
  ON CONFLICT (tenant, plan, kind) DO UPDATE SET due_at = excluded.due_at, published_at = NULL
$$;
