-- Brings the directory up to what a verified token says and returns the row. The newest token wins; a change of roles or
-- business lines raises authz_epoch, so that approvals given under the old rights no longer count. Returns no row when the
-- tenant is unknown or the token names another human than before: that identity is not to be believed.
CREATE OR REPLACE FUNCTION sync_principal(
  p_tenant text, p_issuer text, p_sub text, p_human text, p_name text, p_email text,
  p_roles text[], p_lines text[], p_iat bigint
) RETURNS SETOF principal LANGUAGE plpgsql AS $$
DECLARE
  v       principal;
  v_epoch bigint;
BEGIN
  PERFORM set_config('countersign.tenant', p_tenant, true);
  SELECT * INTO v FROM principal WHERE tenant = p_tenant AND issuer = p_issuer AND sub = p_sub;
  IF NOT FOUND THEN
    IF NOT EXISTS (SELECT FROM tenant WHERE id = p_tenant) THEN RETURN; END IF;
    INSERT INTO principal (tenant, id, issuer, sub, human, name, email, roles, business_lines, claims_iat)
    VALUES (p_tenant, new_id(), p_issuer, p_sub, p_human, p_name, p_email, p_roles, p_lines, p_iat)
    ON CONFLICT (tenant, issuer, sub) DO NOTHING;
    SELECT * INTO v FROM principal WHERE tenant = p_tenant AND issuer = p_issuer AND sub = p_sub;
  END IF;
  IF v.human <> p_human THEN RETURN; END IF;
  -- A newer token that changes nothing is remembered too: an older one, kept from before, must not bring lost rights back.
  IF p_iat > v.claims_iat OR (p_iat = v.claims_iat
     AND (v.roles, v.business_lines, v.name, v.email) IS DISTINCT FROM (p_roles, p_lines, p_name, p_email)) THEN
    v_epoch := v.authz_epoch;
    UPDATE principal
       SET authz_epoch = authz_epoch
             + CASE WHEN (roles, business_lines) IS DISTINCT FROM (p_roles, p_lines) THEN 1 ELSE 0 END,
           roles = p_roles, business_lines = p_lines, name = p_name, email = p_email, claims_iat = p_iat
     WHERE tenant = p_tenant AND id = v.id AND claims_iat <= p_iat
     RETURNING * INTO v;
    IF NOT FOUND THEN
      SELECT * INTO v FROM principal WHERE tenant = p_tenant AND issuer = p_issuer AND sub = p_sub;
    ELSIF v.authz_epoch > v_epoch THEN
      PERFORM append_event(p_tenant, NULL, 'principal.rights-changed', format(
        '{"businessLines":%s,"epoch":%s,"principal":"%s","roles":%s}',
        json_texts(v.business_lines), v.authz_epoch, v.id, json_texts(v.roles)));
    END IF;
  END IF;
  RETURN NEXT v;
END $$;
