-- True when a pending plan's time is over: undecided at decide_by, or not executed at execute_by. Give it clock_timestamp()
-- read AFTER the plan's row lock: a clock read before the wait accepts an expired plan.
CREATE OR REPLACE FUNCTION plan_is_over(p plan, p_now timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p.state = 'PENDING' AND (p_now > p.execute_by OR (p_now > p.decide_by AND p.quorum_at IS NULL))
$$;
