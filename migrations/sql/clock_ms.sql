-- The wall clock now, cut to the milliseconds that canonical data can hold. Not now(): after a lock wait that is in the past.
CREATE OR REPLACE FUNCTION clock_ms() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
  SELECT date_trunc('milliseconds', clock_timestamp())
$$;
