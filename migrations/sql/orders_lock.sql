-- Locks an order for the claim and tells its version; null when there is none in this tenant.
CREATE OR REPLACE FUNCTION orders_lock(p_tenant text, p_id text) RETURNS text LANGUAGE sql AS $$
  SELECT version::text FROM customer_order WHERE tenant = p_tenant AND id = p_id FOR NO KEY UPDATE
$$;
