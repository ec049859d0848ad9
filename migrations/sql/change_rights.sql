-- An administrator takes a role away, gives it back, disables or enables a principal. Every change raises authz_epoch and is
-- recorded with who did it. Nobody changes their own rights. Outcome: CHANGED, UNCHANGED, NOT_FOUND or SELF.
CREATE OR REPLACE FUNCTION change_rights(
  p_tenant text, p_principal uuid, p_by uuid, p_change text, p_role text, p_body text
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v    principal;
  v_by principal;
BEGIN
  PERFORM set_config('countersign.tenant', p_tenant, true);
  SELECT * INTO v FROM principal WHERE tenant = p_tenant AND id = p_principal FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 'NOT_FOUND'; END IF;
  SELECT * INTO STRICT v_by FROM principal WHERE tenant = p_tenant AND id = p_by;
  IF v.human = v_by.human THEN RETURN 'SELF'; END IF;
  IF p_change = 'revoke-role' THEN
    v.revoked_roles := ARRAY(SELECT DISTINCT unnest(v.revoked_roles || p_role) ORDER BY 1);
  ELSIF p_change = 'restore-role' THEN
    v.revoked_roles := array_remove(v.revoked_roles, p_role);
  ELSIF p_change = 'disable' THEN
    v.disabled := true;
  ELSIF p_change = 'enable' THEN
    v.disabled := false;
  ELSE
    RAISE EXCEPTION 'unknown change %', p_change;
  END IF;
  UPDATE principal SET revoked_roles = v.revoked_roles, disabled = v.disabled, authz_epoch = authz_epoch + 1
   WHERE tenant = p_tenant AND id = p_principal
     AND (revoked_roles, disabled) IS DISTINCT FROM (v.revoked_roles, v.disabled);
  IF NOT FOUND THEN RETURN 'UNCHANGED'; END IF;
  PERFORM append_event(p_tenant, NULL, 'principal.' || p_change, p_body);
  RETURN 'CHANGED';
END $$;
