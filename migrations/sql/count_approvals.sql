-- How many approvals of a plan would count at this moment: valid, unexpired, the approver's rights unchanged since.
CREATE OR REPLACE FUNCTION count_approvals(p_tenant text, p_plan uuid) RETURNS integer LANGUAGE sql VOLATILE AS $$
  SELECT count(*)::integer
    FROM approval a JOIN principal pr ON pr.tenant = a.tenant AND pr.id = a.approver_id
   WHERE a.tenant = p_tenant AND a.plan = p_plan AND a.decision = 'APPROVE' AND a.state = 'VALID'
     AND a.expires_at > clock_timestamp() AND pr.authz_epoch = a.authz_epoch AND NOT pr.disabled
$$;
